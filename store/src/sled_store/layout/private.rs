//! Permissions: a store holds secrets of its server in clear, so its owner alone may read it.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

use crate::StoreError;
use crate::error::Doing;
use crate::sled_store::layout::own_files::OwnFile;
#[cfg(unix)]
use crate::sled_store::layout::own_files::{BLOBS, foreign_names};

/// Files that these options create are readable by their owner alone.
#[cfg(unix)]
pub(crate) fn owner_alone(options: &mut OpenOptions) -> &mut OpenOptions {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600)
}

#[cfg(not(unix))]
pub(crate) fn owner_alone(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Creates a directory for its owner alone, unless it is there; the directories above it as usual.
pub(crate) fn create_dir(dir: &Path) -> Result<(), StoreError> {
    let doing = || format!("creating {}", dir.display());
    if let Some(parent) = dir.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        fs::create_dir_all(parent).doing(doing)?;
    }
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(dir) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && dir.is_dir() => Ok(()),
        created => created.doing(doing),
    }
}

/// Creates a file for its owner alone, in the place of another of that name.
pub(crate) fn create_file(path: &Path) -> io::Result<fs::File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let mut options = OpenOptions::new();
    owner_alone(options.write(true).create_new(true)).open(path)
}

/// Takes the permissions of others from the files of a store, and from its directory where nothing else is in it. A file
/// that root made in the directory of another user becomes that user's, who could not read it otherwise. What this user
/// may not change is told in the log.
#[cfg(unix)]
pub(crate) fn tighten(dir: &Path, files: &[OwnFile]) -> Result<(), StoreError> {
    use std::os::unix::fs::MetadataExt;
    let about = dir.metadata().doing(|| format!("looking at {}", dir.display()))?;
    let owner = (about.uid(), about.gid());
    let mut taken = 0;
    let folder = Some(dir.join(BLOBS)).filter(|folder| folder.is_dir());
    for path in files.iter().map(|file| &file.path).chain(&folder) {
        match take_from_others(path, owner) {
            Ok(changed) => taken += u64::from(changed),
            Err(error) => {
                tracing::warn!(file = %path.display(), %error, "others may read a file of the store");
            }
        }
    }
    if about.mode() & 0o077 != 0 {
        let known = ["server.json", "store.restoring", "store.shrinking"];
        let shared = foreign_names(dir)?
            .into_iter()
            .any(|name| !known.contains(&name.as_str()) && !name.starts_with("damaged."));
        if shared || about.mode() & 0o1000 != 0 {
            tracing::info!(
                dir = %dir.display(),
                "the directory is open to other users and holds other files, so it stays so; the store's own are closed"
            );
        } else {
            match take_from_others(dir, owner) {
                Ok(changed) => taken += u64::from(changed),
                Err(error) => {
                    tracing::warn!(dir = %dir.display(), %error, "the directory of the store is open to other users");
                }
            }
        }
    }
    if taken > 0 {
        tracing::info!(dir = %dir.display(), taken, "the store is now readable by its owner alone");
    }
    Ok(())
}

/// Takes the permissions of others from a file or folder. Whether there were any.
#[cfg(unix)]
fn take_from_others(path: &Path, (uid, gid): (u32, u32)) -> io::Result<bool> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = fs::File::from(open(path, flags, Mode::empty())?);
    let about = file.metadata()?;
    if about.uid() != uid && about.nlink() == 1 {
        let given = fchown(&file, Some(uid), Some(gid));
        // Root reads it all the same; another owner of the directory may be the one who has to.
        if uid != 0 {
            given?;
        }
    }
    if about.mode().trailing_zeros() >= 6 {
        return Ok(false);
    }
    let mut permissions = about.permissions();
    permissions.set_mode(about.mode() & 0o7700);
    file.set_permissions(permissions)?;
    Ok(true)
}

#[cfg(not(unix))]
pub(crate) fn tighten(_dir: &Path, _files: &[OwnFile]) -> Result<(), StoreError> {
    Ok(())
}
