//! Files that are too large to be checked.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

declare_rule! {
    /// A file is too large and is not checked.
    pub FILE_TOO_LARGE = { code: "M711", name: "file-too-large", level: Warning, no_fix: "the file is not a manifest" }
}

/// A file of so many bytes.
pub fn diagnostic(start: FilePlace, size: u64) -> Diagnostic<FilePlace> {
    let megabytes = size / (1024 * 1024);
    let message = format!("File is too large to be checked: {megabytes} MB");
    Diagnostic::new(&FILE_TOO_LARGE, start, message)
}
