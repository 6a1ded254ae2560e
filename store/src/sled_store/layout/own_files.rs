//! The files of a store in its directory. Everything else that is there belongs to others and is left alone: a directory
//! may be a volume of its own, with `lost+found`, people's backups, links and pipes.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use crate::StoreError;
use crate::error::Doing;

/// The database's log.
pub(crate) const DATABASE: &str = "db";
/// The database's settings.
pub(crate) const SETTINGS: &str = "conf";
/// The write-ahead file.
pub(crate) const AHEAD: &str = "ahead";
/// The mark of what was acknowledged.
pub(crate) const ACKNOWLEDGED: &str = "acknowledged";
/// The lock of the directory.
pub(crate) const LOCK: &str = "lock";
/// The file that keeps room for an opening on a full disk.
pub(crate) const RESERVE: &str = "reserve";
/// Beginning of the names of the database's notes of where its pages are.
pub(crate) const SNAPSHOT: &str = "snap.";
/// The folder of the database's large pages.
pub(crate) const BLOBS: &str = "blobs";
/// Folder that a new file system has at its root.
pub(crate) const LOST_AND_FOUND: &str = "lost+found";

/// A file of a store.
#[derive(Debug, Clone)]
pub(crate) struct OwnFile {
    /// Its path.
    pub(crate) path: PathBuf,
    /// Its name; in the folder of large pages, that folder's.
    pub(crate) name: String,
}

impl OwnFile {
    /// Whether it is a note of the database of where its pages are.
    pub(crate) fn is_snapshot(&self) -> bool {
        self.name.starts_with(SNAPSHOT)
    }

    /// Whether it grows with the store, unlike the few small files beside the database.
    pub(crate) fn is_large(&self) -> bool {
        self.name == DATABASE || self.name == BLOBS || self.is_snapshot()
    }
}

fn is_own(name: &str) -> bool {
    [DATABASE, SETTINGS, AHEAD, ACKNOWLEDGED, LOCK, RESERVE].contains(&name) || name.starts_with(SNAPSHOT)
}

/// Lists the files of the store in a directory. Links are not followed, and no file is opened.
///
/// # Errors
/// Something else than a regular file has the name of one of them: to open it could wait for ever.
pub(crate) fn own_files(dir: &Path) -> Result<Vec<OwnFile>, StoreError> {
    let mut found = Vec::new();
    for (path, name, about) in entries(dir)? {
        if name == BLOBS {
            if !about.is_dir() {
                return Err(StoreError::NotARegularFile { path });
            }
            let pages = entries(&path)?
                .into_iter()
                .filter(|(_, _, about)| about.is_file());
            found.extend(pages.map(|(path, _, _)| OwnFile {
                path,
                name: BLOBS.to_owned(),
            }));
        } else if is_own(&name) {
            must_be_regular(&path, &about)?;
            found.push(OwnFile { path, name });
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(found)
}

/// Refuses something else than a regular file.
fn must_be_regular(path: &Path, about: &Metadata) -> Result<(), StoreError> {
    if about.is_file() {
        return Ok(());
    }
    Err(StoreError::NotARegularFile {
        path: path.to_owned(),
    })
}

/// Refuses a path at which there is something else than a regular file; nothing may be there.
pub(crate) fn regular_or_absent(path: &Path) -> Result<(), StoreError> {
    match fs::symlink_metadata(path) {
        Ok(about) => must_be_regular(path, &about),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error).doing(|| format!("looking at {}", path.display())),
    }
}

/// What a directory holds, as it is itself: paths, names, metadata.
fn entries(dir: &Path) -> Result<Vec<(PathBuf, String, Metadata)>, StoreError> {
    let reading = || format!("reading {}", dir.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).doing(reading)? {
        let entry = entry.doing(reading)?;
        let about = match entry.metadata() {
            // A file of others may go at any moment.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            about => about.doing(reading)?,
        };
        found.push((
            entry.path(),
            entry.file_name().to_string_lossy().into_owned(),
            about,
        ));
    }
    Ok(found)
}

/// Names of everything in a directory that is neither the store's nor what a new file system comes with.
pub(crate) fn foreign_names(dir: &Path) -> Result<Vec<String>, StoreError> {
    let names = entries(dir)?.into_iter().map(|(_, name, _)| name);
    Ok(names
        .filter(|name| !is_own(name) && name != BLOBS && name != LOST_AND_FOUND)
        .collect())
}

/// Bytes of the store's files; what cannot be looked at counts as none.
pub(crate) fn own_bytes(dir: &Path) -> u64 {
    let sum = |dir: &Path, counts: &dyn Fn(&str) -> bool| -> u64 {
        let entries = fs::read_dir(dir).into_iter().flatten().flatten();
        let counted = entries.filter(|entry| counts(&entry.file_name().to_string_lossy()));
        let files = counted.filter_map(|entry| entry.metadata().ok());
        files.filter(Metadata::is_file).map(|about| about.len()).sum()
    };
    let blobs = dir.join(BLOBS);
    let large = if fs::symlink_metadata(&blobs).is_ok_and(|about| about.is_dir()) {
        sum(&blobs, &|_| true)
    } else {
        0
    };
    sum(dir, &is_own) + large
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_stores_own_regular_files_are_listed_and_counted() {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path();
        fs::create_dir_all(dir.join("blobs")).unwrap();
        fs::create_dir_all(dir.join("lost+found")).unwrap();
        for name in [
            "db",
            "snap.01",
            "blobs/7",
            "my.backup",
            "lost+found/db",
            "server.json",
        ] {
            fs::write(dir.join(name), b"1234").unwrap();
        }
        let names: Vec<String> = own_files(dir)
            .unwrap()
            .into_iter()
            .map(|file| file.name)
            .collect();
        assert_eq!(names, ["blobs", "db", "snap.01"]);
        assert_eq!(own_bytes(dir), 12);
        let mut foreign = foreign_names(dir).unwrap();
        foreign.sort();
        assert_eq!(foreign, ["my.backup", "server.json"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_by_the_name_of_an_own_file_is_refused() {
        let home = tempfile::tempdir().unwrap();
        for name in ["db", "snap.zz", "blobs"] {
            let path = home.path().join(name);
            std::os::unix::fs::symlink("/nowhere", &path).unwrap();
            let error = own_files(home.path()).unwrap_err();
            assert!(
                matches!(&error, StoreError::NotARegularFile { path: at } if *at == path),
                "{error}"
            );
            fs::remove_file(path).unwrap();
        }
    }
}
