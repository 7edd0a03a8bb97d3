//! The files of a folder that can be read.

use std::fs;
use std::path::Path;

/// The texts of all files below a folder with their paths below it, in the order of the paths. Files that are no text are
/// left out.
#[must_use]
pub fn text_files(folder: &Path) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(below) = folders.pop() {
        for entry in fs::read_dir(below).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = fs::read_to_string(&path)
                && let Ok(below) = path.strip_prefix(folder)
            {
                files.push((below.to_string_lossy().into_owned(), text));
            }
        }
    }
    files.sort();
    files
}
