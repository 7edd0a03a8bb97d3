//! The archives of a Forge and of Git: `author-module-1.0.0/…`, a tar file.

use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use flate2::read::GzDecoder;
use tar::{Archive, EntryType};

use crate::module_writer::ModuleWriter;

/// The most bytes of an archive after it is expanded; a little more than all files of a module may have.
pub(crate) const LARGEST_ARCHIVE: u64 = 192 * 1024 * 1024;

/// The most entries that are looked at.
const MOST_ENTRIES: usize = 50_000;

/// Writes the plain files of a compressed archive.
///
/// # Errors
/// See [`unpack`].
pub(crate) fn unpack_compressed(archive: &[u8], writer: &mut ModuleWriter) -> Result<(), String> {
    unpack(GzDecoder::new(archive), writer)
}

/// Writes the plain files of an archive, without its first directory. Links and devices are left out.
///
/// # Errors
/// That the archive is broken, or leads out of the module, or is too large.
pub(crate) fn unpack(archive: impl Read, writer: &mut ModuleWriter) -> Result<(), String> {
    let mut archive = Archive::new(archive.take(LARGEST_ARCHIVE));
    let entries = archive.entries().map_err(|error| broken(&error))?;
    for (number, entry) in entries.enumerate() {
        if number >= MOST_ENTRIES {
            return Err(format!("the archive has more than {MOST_ENTRIES} entries"));
        }
        let mut entry = entry.map_err(|error| broken(&error))?;
        if entry.header().entry_type() != EntryType::Regular {
            continue;
        }
        let path = entry.path().map_err(|error| broken(&error))?;
        let path = without_first(&path);
        writer.write(&path, &mut entry)?;
    }
    match writer.files() {
        0 => Err("the archive has no files".to_owned()),
        _ => Ok(()),
    }
}

fn without_first(path: &Path) -> PathBuf {
    let path = path.strip_prefix(".").unwrap_or(path);
    let mut components = path.components();
    match components.next() {
        Some(Component::Normal(_)) => components.as_path().to_owned(),
        // Refused by the writer.
        _ => path.to_owned(),
    }
}

fn broken(error: &io::Error) -> String {
    format!("the archive is broken, or too large: {error}")
}
