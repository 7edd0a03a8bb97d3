//! Syntax errors of manifests and templates.

use std::cell::LazyCell;

use crate::{
    epp_unbalanced, heredoc_tag, invalid_encoding, invalid_escape, invalid_name, invalid_number,
    syntax_error_help::SyntaxErrorHelp,
};
use puppet_db::{Db, File, FilePlace, parse};
use puppet_diagnostics::{Diagnostic, Place, Rule, Severity, Subject, declare_rule};
use puppet_hir::validate::IssueCode;
use puppet_syntax::SyntaxErrorKind;
use puppet_syntax::lexer::LexErrorKind;
use puppet_text::TextRange;

declare_rule! {
    /// The code is not valid Puppet: a token is missing, superfluous or misplaced.
    pub SYNTAX_ERROR = {
        code: "S001", name: "syntax-error",
        level: Error, fix: Unsafe,
        puppet_lint: ["resource_reference_without_whitespace", "resource_reference_chain_without_whitespace"],
    }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`: `calls.rs`, `mod.rs`.
pub const ISSUES: &[IssueCode] = &[
    IssueCode::IllegalEppParameters,
    IssueCode::IllegalExpression,
    IssueCode::MissingIndex,
];

/// Reports the errors of the parser and the lexer.
pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    if !file.kind(db).is_puppet() {
        return;
    }
    let parse = parse(db, file);
    let helps = LazyCell::new(|| SyntaxErrorHelp::new(&parse.syntax()));
    let mut end_of_bad_name = None;
    for error in parse.errors() {
        if error.kind == SyntaxErrorKind::Lexical(LexErrorKind::IllegalQualifiedName) {
            end_of_bad_name = Some(error.range.end());
        } else if end_of_bad_name == Some(error.range.start()) {
            // The digits after it were meant to be a part of the name.
            continue;
        }
        let mut diagnostic = Diagnostic::new(
            rule(error.kind),
            Place::new(file, error.range),
            error.message.clone(),
        );
        if let SyntaxErrorKind::Lexical(kind) = error.kind {
            diagnostic = diagnostic.with_issue(kind.code());
            diagnostic.help = kind.help().map(str::to_owned);
            if kind == LexErrorKind::UnrecognizedEscape {
                diagnostic =
                    diagnostic.with_fix(invalid_escape::doubled_backslash(file, error.range));
            }
            if kind.is_warning() {
                diagnostic = diagnostic.with_severity(Severity::Warning);
            }
        }
        if diagnostic.rule == &SYNTAX_ERROR && diagnostic.help.is_none() {
            diagnostic.help = helps.find(error).map(str::to_owned);
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

/// A line of `environment.conf` that is no setting.
pub fn diagnostic(file: File, range: TextRange, message: String) -> Diagnostic<FilePlace> {
    Diagnostic::new(&SYNTAX_ERROR, Place::new(file, range), message)
}

/// Whether a rule reports an error of the lexer.
type LexErrorTest = fn(LexErrorKind) -> bool;

/// The rules that report errors of the lexer.
const LEXICAL: &[(&Rule, LexErrorTest)] = &[
    (
        &invalid_encoding::INVALID_ENCODING,
        invalid_encoding::is_about,
    ),
    (&invalid_escape::INVALID_ESCAPE, invalid_escape::is_about),
    (&heredoc_tag::HEREDOC_TAG, heredoc_tag::is_about),
    (&epp_unbalanced::EPP_UNBALANCED, epp_unbalanced::is_about),
    (&invalid_number::INVALID_NUMBER, invalid_number::is_about),
];

fn rule(kind: SyntaxErrorKind) -> &'static Rule {
    match kind {
        SyntaxErrorKind::Lexical(kind) => {
            let mut rules = LEXICAL.iter();
            let found = rules.find(|(_, is_about)| is_about(kind));
            found.map_or(&SYNTAX_ERROR, |(rule, _)| rule)
        }
        SyntaxErrorKind::InvalidName => &invalid_name::INVALID_NAME,
        _ => &SYNTAX_ERROR,
    }
}
