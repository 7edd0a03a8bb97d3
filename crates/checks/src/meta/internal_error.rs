//! Panics of the analyzer: one becomes a diagnostic of its file, and all other files are still checked.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use puppet_db::{File, FilePlace};
use puppet_diagnostics::{Diagnostic, Place, declare_rule};
use puppet_text::TextRange;

declare_rule! {
    /// The analyzer failed on this file, which is a bug of the analyzer.
    pub INTERNAL_ERROR = { code: "S099", name: "internal-error", level: Error, no_fix: "a bug of the analyzer" }
}

/// Checks a file, and catches a panic.
pub(crate) fn caught(
    file: File,
    check: impl Fn() -> Vec<Diagnostic<FilePlace>>,
) -> Vec<Diagnostic<FilePlace>> {
    let mut checked = catch_unwind(AssertUnwindSafe(&check));
    if checked.as_ref().is_err_and(|it| is_fault_of_helper(&**it)) {
        checked = catch_unwind(AssertUnwindSafe(&check));
    }
    match checked {
        Ok(diagnostics) => diagnostics,
        Err(payload) if payload.is::<salsa::Cancelled>() => resume_unwind(payload),
        Err(payload) => vec![diagnostic(file, &*payload)],
    }
}

/// Whether another thread that computed the same failed: then its fault is ours, too.
fn is_fault_of_helper(payload: &(dyn Any + Send)) -> bool {
    let cancelled = payload.downcast_ref();
    matches!(cancelled, Some(salsa::Cancelled::PropagatedPanic))
}

/// The diagnostic of a panic.
fn diagnostic(file: File, payload: &(dyn Any + Send)) -> Diagnostic<FilePlace> {
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
