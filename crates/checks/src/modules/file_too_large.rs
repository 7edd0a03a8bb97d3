//! Files that are too large to be checked.

use puppet_db::File;
use puppet_diagnostics::{Diagnostic, Place, declare_rule};

declare_rule! {
    /// A file is too large and is not checked.
    pub FILE_TOO_LARGE = { code: "M711", name: "file-too-large", level: Warning, no_fix: "the file is not a manifest" }
}

/// A file of so many bytes.
pub(crate) fn diagnostic(start: Place<File>, size: u64) -> Diagnostic<File> {
    let megabytes = size / (1024 * 1024);
    let message = format!("File is too large to be checked: {megabytes} MB");
    Diagnostic::new(&FILE_TOO_LARGE, start, message)
}
