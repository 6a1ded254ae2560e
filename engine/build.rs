//! Packs the JSON Schemas of the systems of this release, as they are checked in, for the program to carry.

use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=schemas");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    for file in std::fs::read_dir(Path::new("schemas"))? {
        let file = file?.path();
        if let Some(system) = file.file_stem() {
            hindsight_packed_text::pack_file(&file, &out.join(system))?;
        }
    }
    Ok(())
}
