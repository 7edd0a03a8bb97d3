//! Reading files so that every kind of bad input has a name.

use std::fmt;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use crate::file_size_limit::MAX_FILE_SIZE;

/// The text of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiskText {
    /// The text; bytes that are not UTF-8 became U+FFFD.
    pub text: Arc<str>,
    /// Offset in bytes of the first byte of the *file* that is not UTF-8.
    pub invalid_utf8: Option<usize>,
}

/// Why a file could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadProblem {
    /// There is no such file, or a symbolic link that leads nowhere.
    NotFound,
    /// A folder, device or socket.
    NotAFile,
    /// The file has a NUL byte, so it is no text.
    Binary,
    /// The file is encrypted, and only those who work with the repository have it in clear.
    Encrypted,
    /// The file is larger than [`MAX_FILE_SIZE`]; its size in bytes.
    TooLarge(u64),
    /// The system refused; its reason.
    Refused(String),
}

impl fmt::Display for ReadProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => f.write_str("no such file"),
            Self::NotAFile => f.write_str("not a regular file"),
            Self::Binary => f.write_str("binary file, not text"),
            Self::Encrypted => f.write_str("encrypted by git-crypt"),
            Self::TooLarge(size) => {
                write!(
                    f,
                    "file too large: {size} bytes, the limit is {MAX_FILE_SIZE}"
                )
            }
            Self::Refused(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for ReadProblem {}

/// Reads a text file. A byte-order mark stays in the text.
///
/// # Errors
/// A [`ReadProblem`] for anything that is not a readable text file of sensible size; never blocks on pipes or devices.
pub fn read(path: &Path) -> Result<DiskText, ReadProblem> {
    read_with_metadata(path).0
}

/// The same, with what the system says about the file before it is read.
pub fn read_with_metadata(path: &Path) -> (Result<DiskText, ReadProblem>, Option<Metadata>) {
    match fs::metadata(path) {
        Ok(metadata) => (read_found(path, &metadata), Some(metadata)),
        Err(error) => (Err(problem(&error)), None),
    }
}

fn read_found(path: &Path, metadata: &Metadata) -> Result<DiskText, ReadProblem> {
    if !metadata.is_file() {
        return Err(ReadProblem::NotAFile);
    }
    if metadata.len() > MAX_FILE_SIZE {
        return Err(ReadProblem::TooLarge(metadata.len()));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0) + 1);
    let file = File::open(path).map_err(|error| problem(&error))?;
    // The file may grow while it is read.
    file.take(MAX_FILE_SIZE + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| problem(&error))?;
    if bytes.len() as u64 > MAX_FILE_SIZE {
        return Err(ReadProblem::TooLarge(bytes.len() as u64));
    }
    decode(bytes)
}

/// What git-crypt writes in front of what it has encrypted.
const GIT_CRYPT: &[u8] = b"\0GITCRYPT\0";

/// Turns the bytes of a file into text.
///
/// # Errors
/// [`ReadProblem::Binary`] when there is a NUL byte, and [`ReadProblem::Encrypted`] when git-crypt wrote the file.
pub fn decode(bytes: Vec<u8>) -> Result<DiskText, ReadProblem> {
    if bytes.starts_with(GIT_CRYPT) {
        return Err(ReadProblem::Encrypted);
    }
    if bytes.contains(&0) {
        return Err(ReadProblem::Binary);
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => DiskText {
            text: text.into(),
            invalid_utf8: None,
        },
        Err(error) => DiskText {
            invalid_utf8: Some(error.utf8_error().valid_up_to()),
            text: String::from_utf8_lossy(error.as_bytes()).into(),
        },
    })
}

fn problem(error: &io::Error) -> ReadProblem {
    match error.kind() {
        io::ErrorKind::NotFound => ReadProblem::NotFound,
        _ => ReadProblem::Refused(describe(error)),
    }
}

/// The system's words without its error number.
#[must_use]
pub fn describe(error: &io::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(" (os error ") {
        Some((words, _)) => words.to_lowercase(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_not_utf_8_are_located() {
        let read = decode(b"ab\xffcd".to_vec()).expect("text");
        assert_eq!(&*read.text, "ab\u{fffd}cd");
        assert_eq!(read.invalid_utf8, Some(2));
    }

    #[test]
    fn binary_files_missing_files_and_folders_are_named() {
        assert_eq!(decode(b"ab\0cd".to_vec()), Err(ReadProblem::Binary));
        let encrypted = decode(b"\0GITCRYPT\0\x01\xff".to_vec());
        assert_eq!(encrypted, Err(ReadProblem::Encrypted));
        assert_eq!(
            read(Path::new("/no/such/file.pp")),
            Err(ReadProblem::NotFound)
        );
        assert_eq!(read(Path::new("/")), Err(ReadProblem::NotAFile));
    }

    #[cfg(unix)]
    #[test]
    fn a_symbolic_link_to_itself_is_refused() {
        let folder = std::env::temp_dir().join(format!("puppet-vfs-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("temporary folder");
        let link = folder.join("loop.pp");
        std::os::unix::fs::symlink(&link, &link).expect("symbolic link");
        let answer = read(&link);
        fs::remove_dir_all(&folder).expect("temporary folder");
        assert!(
            matches!(answer, Err(ReadProblem::NotFound | ReadProblem::Refused(_))),
            "{answer:?}"
        );
    }
}
