//! Options that are never reached, because those before them match everything.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::ExprId;

use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::display_name::type_label;
use puppet_types::inferred::Inferred;

declare_rule! {
    /// An option of a case or selector is never reached.
    pub UNREACHABLE_ARM = {
        code: "T215", name: "unreachable-arm",
        levels: [Off, Hint, Hint], fix: Unsafe,
        help: "Remove the option, or move it above those that match its values",
    }
}

/// An option for which nothing is left of what is tested.
pub(crate) fn diagnostic(test: &Inferred, option: ExprId) -> BodyDiagnostic {
    let message = match test {
        Inferred::Type(ty) => format!(
            "Unreachable option: the options above match every {}",
            type_label(ty)
        ),
        Inferred::Value(_) => "Unreachable option: an option above always matches".to_owned(),
    };
    BodyDiagnostic::new(&UNREACHABLE_ARM, Anchor::Expr(option), message)
}
