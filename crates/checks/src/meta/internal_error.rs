//! Panics of the analyzer.

use std::any::Any;

use puppet_db::{File, FilePlace};
use puppet_diagnostics::{Diagnostic, Place, declare_rule};
use puppet_text::TextRange;

declare_rule! {
    /// The analyzer failed on this file, which is a bug of the analyzer.
    pub INTERNAL_ERROR = { code: "S099", name: "internal-error", level: Error, no_fix: "a bug of the analyzer" }
}

/// The diagnostic of a panic.
pub(crate) fn diagnostic(file: File, payload: &(dyn Any + Send)) -> Diagnostic<FilePlace> {
    let reason = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown reason".to_owned());
    let message = format!("Internal error: this file could not be checked ({reason})");
    Diagnostic::new(
        &INTERNAL_ERROR,
        Place::new(file, TextRange::default()),
        message,
    )
    .with_help("This is a bug of puppet-analyzer: please report it with the file")
}
