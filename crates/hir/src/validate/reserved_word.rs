//! Reserved words where a name should be (RESERVED_WORD, FUTURE_RESERVED_WORD, RESERVED_TYPE_NAME).

use crate::label::{a_an, definition_label};
use crate::model::ExprId;
use crate::validate::{BodyScope, Checker, IssueAnchor, IssueCode};

/// Names of built-in types: definitions of the language cannot have them.
const RESERVED_TYPE_NAMES: &[&str] = &[
    "any",
    "array",
    "boolean",
    "collection",
    "enum",
    "float",
    "hash",
    "init",
    "integer",
    "numeric",
    "object",
    "optional",
    "pattern",
    "regexp",
    "runtime",
    "scalar",
    "semver",
    "semverrange",
    "sensitive",
    "string",
    "struct",
    "timespan",
    "timestamp",
    "tuple",
    "type",
    "typeset",
    "unit",
    "variant",
];

/// A name that later versions reserve.
pub(super) const FUTURE_RESERVED_WORD: &str = "plan";

impl<'a> Checker<'a> {
    /// A reserved word where a name should be.
    pub(super) fn reserved_word(
        &mut self,
        scope: &BodyScope<'a>,
        id: ExprId,
        word: &str,
        future: bool,
    ) {
        if future {
            self.future_reserved_word(scope, IssueAnchor::Expr(id), word);
        } else {
            self.report(scope, IssueAnchor::Expr(id), IssueCode::ReservedWord, |_| {
                format!(
                    "Use of reserved word: {word}, must be quoted if intended to be a String value"
                )
            });
        }
    }

    /// A word that later versions reserve.
    pub(super) fn future_reserved_word(
        &mut self,
        scope: &BodyScope<'a>,
        anchor: IssueAnchor,
        word: &str,
    ) {
        self.report(scope, anchor, IssueCode::FutureReservedWord, |_| {
            format!("Use of future reserved word: '{word}'")
        });
    }

    /// Definitions do not take the names of built-in types.
    pub(super) fn no_reserved_type_name(&mut self, scope: &BodyScope<'a>, name: &str) {
        if RESERVED_TYPE_NAMES.binary_search(&name).is_ok() {
            self.report(
                scope,
                IssueAnchor::Definition,
                IssueCode::ReservedTypeName,
                |_| {
                    let what = a_an(definition_label(scope.body.definition()));
                    format!("The name: '{name}' is already defined by Puppet and can not be used as the name of {what}.")
                },
            );
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn reserved_names_are_sorted() {
        assert!(super::RESERVED_TYPE_NAMES.is_sorted());
    }
}
