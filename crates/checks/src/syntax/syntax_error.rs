//! Syntax errors of manifests and templates.

use crate::rules;
use crate::syntax::invalid_escape;
use puppet_db::{Db, File, parse};
use puppet_diagnostics::{Diagnostic, Place, Rule, Severity, Subject, declare_rule};
use puppet_hir::validate::IssueCode;
use puppet_syntax::SyntaxErrorKind;
use puppet_syntax::lexer::LexErrorKind;

declare_rule! {
    /// The code is not valid Puppet: a token is missing, superfluous or misplaced.
    pub SYNTAX_ERROR = { code: "S001", name: "syntax-error", level: Error, fix: Unsafe }
}

/// What Puppet's validation reports of it.
pub(crate) const ISSUES: &[IssueCode] = &[
    IssueCode::IllegalEppParameters,
    IssueCode::IllegalExpression,
    IssueCode::MissingIndex,
];

pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<File>>) {
    if !file.kind(db).is_puppet() {
        return;
    }
    for error in parse(db, file).errors() {
        let mut diagnostic = Diagnostic::new(
            rule(error.kind),
            Place::new(file, error.range),
            error.message.clone(),
        );
        if let SyntaxErrorKind::Lexical(kind) = error.kind {
            diagnostic = diagnostic.with_issue(kind.code());
            if kind == LexErrorKind::UnrecognizedEscape {
                diagnostic =
                    diagnostic.with_fix(invalid_escape::doubled_backslash(file, error.range));
            }
            if kind.is_warning() {
                diagnostic = diagnostic.with_severity(Severity::Warning);
            }
        }
        if let Some(token) = &error.missing {
            diagnostic = diagnostic.with_subject(Subject::Missing(vec![(&**token).into()]));
        }
        if let Some(opener) = error.opener {
            diagnostic = diagnostic.with_related(Place::new(file, opener), "Opened here");
        }
        out.push(diagnostic);
    }
}

/// Where the lexer says exactly what is wrong, the rule does too.
fn rule(kind: SyntaxErrorKind) -> &'static Rule {
    match kind {
        SyntaxErrorKind::Lexical(LexErrorKind::IllegalBom) => &rules::INVALID_ENCODING,
        SyntaxErrorKind::Lexical(
            LexErrorKind::UnrecognizedEscape | LexErrorKind::IllegalUnicodeEscape,
        ) => &rules::INVALID_ESCAPE,
        SyntaxErrorKind::Lexical(kind) if kind.code().starts_with("HEREDOC_") => {
            &rules::HEREDOC_TAG
        }
        SyntaxErrorKind::Lexical(kind) if kind.code().starts_with("EPP_") => &rules::EPP_UNBALANCED,
        SyntaxErrorKind::Lexical(kind) if kind.code().ends_with("_NUMBER") => {
            &rules::INVALID_NUMBER
        }
        SyntaxErrorKind::InvalidName => &rules::INVALID_NAME,
        _ => &SYNTAX_ERROR,
    }
}
