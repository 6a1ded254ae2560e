//! Packs the document as it is checked in, for the program to carry.

use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    hindsight_packed_text::pack_file(Path::new("openapi.json"), &out.join("openapi"))
}
