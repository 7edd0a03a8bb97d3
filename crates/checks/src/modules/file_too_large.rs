//! M711 file-too-large.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A file is too large and is not checked.
    pub FILE_TOO_LARGE = { code: "M711", name: "file-too-large", level: Warning, no_fix: "the file is not a manifest" }
}
