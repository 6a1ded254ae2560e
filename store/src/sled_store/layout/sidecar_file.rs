//! Small files of ours beside the database.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::StoreError;
use crate::error::Doing;
use crate::sled_store::layout::private;

/// Opens or creates one, for reading and writing.
pub(crate) fn open(path: &Path) -> Result<File, StoreError> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    let file = private::owner_alone(&mut options).open(path);
    file.doing(|| format!("opening {}", path.display()))
}

/// Writes at a place of one; in one call to the system where there is one, for it is made at every commit.
#[cfg(unix)]
pub(crate) fn write_at(file: &File, bytes: &[u8], place: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, place)
}

#[cfg(not(unix))]
pub(crate) fn write_at(mut file: &File, bytes: &[u8], place: u64) -> io::Result<()> {
    use std::io::{Seek, SeekFrom, Write};
    file.seek(SeekFrom::Start(place))?;
    file.write_all(bytes)
}
