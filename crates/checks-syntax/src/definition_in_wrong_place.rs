//! S008 definition-in-wrong-place: the check is part of Puppet's validation.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// A class, defined type, function, node or type alias is defined where it is not allowed.
    pub DEFINITION_IN_WRONG_PLACE = {
        code: "S008", name: "definition-in-wrong-place",
        level: Error, puppet_lint: ["nested_classes_or_defines"],
    }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`: `definitions.rs`.
pub const ISSUES: &[IssueCode] = &[IssueCode::NotAbsoluteTopLevel, IssueCode::NotTopLevel];
