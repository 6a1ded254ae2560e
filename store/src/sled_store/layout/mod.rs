//! Layout on disk: keys and items of the database, and the files of ours beside it. Imports nothing else of
//! the store on disk.

pub(crate) mod batch_decoder;
pub(crate) mod directory;
pub(crate) mod items;
pub(crate) mod keys;
pub(crate) mod own_files;
pub(crate) mod private;
pub(crate) mod sidecar_file;
