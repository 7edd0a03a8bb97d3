//! The checksums of the packages, as `sha256sum --check` reads them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Result;
use sha2::{Digest as _, Sha256};

const FILE: &str = "SHA256SUMS";

/// Writes the checksums of all files in a folder.
pub fn write(folder: &Path) -> Result<()> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_file() && name != FILE {
            names.push(name);
        }
    }
    names.sort_unstable();
    let mut text = String::new();
    for name in names {
        for byte in Sha256::digest(fs::read(folder.join(&name))?) {
            write!(text, "{byte:02x}")?;
        }
        writeln!(text, "  {name}")?;
    }
    Ok(fs::write(folder.join(FILE), text)?)
}
