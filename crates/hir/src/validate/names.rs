//! The rules for names (`Puppet::Pops::Patterns`).

use crate::model::{Expr, ExprId};

use super::{BodyScope, Checker, IssueAnchor, IssueCode};

/// A letter, digit or underscore: Ruby's `\w`.
fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// A first character of one class, and then letters, digits and underscores.
fn is_segment(text: &str, first: impl Fn(char) -> bool) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(first) && chars.all(is_word)
}

fn is_lower(c: char) -> bool {
    c.is_ascii_lowercase()
}

fn is_lower_or_underscore(c: char) -> bool {
    is_lower(c) || c == '_'
}

/// `0`, or digits that do not start with 0: the name of what a regular expression matched.
pub(super) fn is_decimal(name: &str) -> bool {
    name == "0"
        || !name.starts_with('0') && !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit())
}

/// A name of variables: only the last segment may start with an underscore.
pub(super) fn is_variable_name(name: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    let (namespace, last) = name
        .rsplit_once("::")
        .map_or((None, name), |(before, last)| (Some(before), last));
    is_segment(last, is_lower_or_underscore)
        && namespace.is_none_or(|before| {
            before
                .split("::")
                .all(|segment| is_segment(segment, is_lower))
        })
}

/// A name of parameters.
pub(super) fn is_parameter_name(name: &str) -> bool {
    is_segment(name, is_lower_or_underscore)
}

/// A parameter's name that would be a number: decimal digits, possibly after `0x`.
pub(super) fn is_numeric_parameter_name(name: &str) -> bool {
    let digits = name.strip_prefix("0x").unwrap_or(name);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// A name of classes, defined types and functions.
pub(super) fn is_definition_name(name: &str) -> bool {
    name.split("::")
        .all(|segment| is_segment(segment, is_lower))
}

/// A name of type aliases.
pub(super) fn is_type_name(name: &str) -> bool {
    name.split("::")
        .all(|segment| is_segment(segment, |c| c.is_ascii_uppercase()))
}

/// A reference to a type: as its name, possibly with `::` in front.
pub(super) fn is_type_reference(name: &str) -> bool {
    is_type_name(name.strip_prefix("::").unwrap_or(name))
}

/// A name of hosts.
pub(super) fn is_host_name(name: &str) -> bool {
    name.chars().all(|c| is_word(c) || c == '-' || c == '.')
}

impl<'a> Checker<'a> {
    /// A variable: its name is one, or a number that a regular expression sets.
    pub(super) fn variable(&mut self, scope: &BodyScope<'a>, id: ExprId, name: ExprId) {
        let name = match scope.body.expr(name) {
            Expr::LiteralInteger { .. } | Expr::Missing => return,
            Expr::QualifiedName(name) => name,
            _ => {
                self.illegal_expression(scope, id, "name", scope.body.expr(id));
                return;
            }
        };
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            if !is_decimal(name) {
                self.report(scope, IssueAnchor::Expr(id), IssueCode::IllegalNumericVarName, |_| {
                    format!("Illegal numeric variable name, The given name '{name}' must be a decimal value if it starts with a digit 0-9")
                });
            }
        } else if !is_variable_name(name) {
            self.report(scope, IssueAnchor::Expr(id), IssueCode::IllegalVarName, |_| {
                format!(r"Illegal variable name, The given name '{name}' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/")
            });
        }
    }

    /// The name of a type.
    pub(super) fn reference(&mut self, scope: &BodyScope<'a>, id: ExprId, name: &str) {
        if !is_type_reference(name) {
            self.report(scope, IssueAnchor::Expr(id), IssueCode::IllegalClassref, |_| {
                format!("Illegal type reference. The given name '{name}' does not conform to the naming rule")
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_puppets_patterns() {
        type Case<'a> = (fn(&str) -> bool, &'a [&'a str], &'a [&'a str]);
        let cases: &[Case<'_>] = &[
            (
                is_variable_name,
                &["a", "_a", "a::b", "::a", "a::_b", "::_a", "aB9_"],
                &["", "A", "a::B", "_a::b", "a::", "::", "1a", "ä"],
            ),
            (
                is_parameter_name,
                &["a", "_a", "aB"],
                &["", "A", "a::b", "1"],
            ),
            (is_decimal, &["0", "1", "10"], &["", "01", "0x1", "1a"]),
            (
                is_numeric_parameter_name,
                &["0", "01", "0x1"],
                &["", "a", "1a", "0x"],
            ),
            (
                is_definition_name,
                &["a", "a::b", "aB"],
                &["", "A", "::a", "_a", "a::_b", "a-b"],
            ),
            (
                is_type_name,
                &["A", "A::B", "Ab9"],
                &["", "a", "A::b", "::A"],
            ),
            (
                is_type_reference,
                &["A", "::A", "A::B"],
                &["", "::", "a", "::::A"],
            ),
            (
                is_host_name,
                &["a.b-c_9", "", "..."],
                &["a b", "a\\b", "é", "a/b"],
            ),
        ];
        for (rule, legal, illegal) in cases {
            legal
                .iter()
                .for_each(|name| assert!(rule(name), "{name:?} is legal"));
            illegal
                .iter()
                .for_each(|name| assert!(!rule(name), "{name:?} is illegal"));
        }
    }
}
