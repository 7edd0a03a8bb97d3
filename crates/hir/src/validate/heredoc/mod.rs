//! Heredocs whose tag names a syntax: the text is checked (`@(END:json)`).

mod base64;
mod json;
mod puppet;

use puppet_syntax::Entry;

use crate::model::{Expr, ExprId};

use super::{BodyScope, Checker, IssueAnchor, IssueCode};

/// The syntaxes that Puppet can check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Syntax {
    Base64,
    Epp,
    Json,
    Manifest,
}

impl Syntax {
    /// The most specific syntax that can be checked: of "a+json" first "a+json", then "json".
    fn find(name: &str) -> Option<(Syntax, &str)> {
        let known = |name: &str| match name {
            "base64" => Some(Syntax::Base64),
            "epp" => Some(Syntax::Epp),
            "json" => Some(Syntax::Json),
            "pp" => Some(Syntax::Manifest),
            _ => None,
        };
        let mut rest = name;
        loop {
            if let Some(syntax) = known(rest) {
                return Some((syntax, rest));
            }
            rest = rest.split_once('+')?.1;
        }
    }
}

impl<'a> Checker<'a> {
    /// A heredoc: its text is checked if it has no interpolations.
    pub(super) fn heredoc(
        &mut self,
        scope: &BodyScope<'a>,
        syntax: Option<&str>,
        text_expr: ExprId,
    ) {
        let (Some(name), Expr::LiteralString(text)) = (syntax, scope.body.expr(text_expr)) else {
            return;
        };
        let Some((syntax, found)) = Syntax::find(name) else {
            return;
        };
        // Puppet's checkers of its own language only know the plain name, and fail with any other.
        if matches!(syntax, Syntax::Epp | Syntax::Manifest) && found != name {
            self.report(
                scope,
                IssueAnchor::Expr(text_expr),
                IssueCode::SyntaxOfHeredoc,
                |_| format!("Puppet cannot check the heredoc syntax '{name}': write '{found}'"),
            );
            return;
        }
        let (code, problem) = match syntax {
            Syntax::Base64 => (
                IssueCode::IllegalBase64,
                base64::problem(text).map(str::to_owned),
            ),
            Syntax::Json => (
                IssueCode::IllegalJson,
                json::problem(text).map(|it| format!("Cannot parse invalid JSON string. \"{it}\"")),
            ),
            Syntax::Epp => (
                IssueCode::IllegalEpp,
                puppet::problem(text, Entry::Epp, self.options, self.depth)
                    .map(|it| format!("\"{it}\"")),
            ),
            Syntax::Manifest => (
                IssueCode::IllegalPp,
                puppet::problem(text, Entry::Manifest, self.options, self.depth)
                    .map(|it| format!("\"{it}\"")),
            ),
        };
        if let Some(problem) = problem {
            self.report(scope, IssueAnchor::Expr(text_expr), code, |_| {
                let checker = if syntax == Syntax::Base64 { "Base64" } else { &*found.to_uppercase() };
                format!("Invalid produced text having syntax: '{found}'. {checker} syntax checker: {problem}")
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_specific_syntax_is_found() {
        for (name, expected) in [
            ("json", Some((Syntax::Json, "json"))),
            ("a+b+json", Some((Syntax::Json, "json"))),
            ("json+a", None),
            ("", None),
            ("yaml", None),
            ("x+pp", Some((Syntax::Manifest, "pp"))),
        ] {
            assert_eq!(Syntax::find(name), expected, "{name}");
        }
    }
}
