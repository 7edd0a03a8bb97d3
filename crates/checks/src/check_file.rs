//! All diagnostics of a file.

use std::num::NonZeroUsize;

use puppet_checks_syntax::application_orchestration;
use puppet_db::{Db, File, FileKind, FilePlace, has_syntax_errors, parse};
use puppet_diagnostics::{Diagnostic, Rule, Severity};
use puppet_syntax::{NodeOrToken, SyntaxKind, SyntaxNode};
use puppet_text::{TextRange, TextSize};
use rustc_hash::FxHashSet;

use crate::meta::internal_error;
use crate::rules;
use crate::suppression;
use puppet_inference::catalog::usages::uses_in;
use puppet_inference::templates::call_sites::is_rendered_as_ruby;
use puppet_inference::variables::global_reads::reads;
use puppet_semantic::index::file_origin::{Role, is_of_stub, owner, settings};

/// Computes the summaries of a file that the diagnostics of other files read. Call it for each file, on all threads,
/// before the diagnostics.
pub fn prepare(db: &dyn Db, file: File) {
    let Some(owner) = owner(db, file) else { return };
    if file.kind(db).is_puppet() && owner.role != Role::Hidden {
        let _ = (uses_in(db, file), reads(db, file));
    }
}

/// Checks parts of a file, from its end, while another thread computes its diagnostics and reuses the results. This is
/// the share of one `helper` of so many `helpers`.
pub fn prefetch_diagnostics(db: &dyn Db, file: File, helper: usize, helpers: NonZeroUsize) {
    let path = file.path(db);
    if !settings(db, file).excludes(path) {
        crate::runner::prefetch_diagnostics(db, file, (helper, helpers.get()));
    }
}

/// What is wrong in a file, in the order of the places.
///
/// A fault of ours is caught and becomes one diagnostic: the other files are still checked.
#[salsa::tracked(returns(deref))]
pub fn file_diagnostics(db: &dyn Db, file: File) -> Box<[Diagnostic<FilePlace>]> {
    internal_error::caught(file, || check(db, file)).into_boxed_slice()
}

fn check(db: &dyn Db, file: File) -> Vec<Diagnostic<FilePlace>> {
    let (settings, path) = (settings(db, file), file.path(db));
    // A stub leaves out what its users do not need.
    if settings.excludes(path) || is_of_stub(db, file) || is_ruby(db, file) {
        return Vec::new();
    }
    let mut diagnostics = Vec::new();
    for check in crate::ALL {
        check(db, file, &mut diagnostics);
    }
    drop_consequences(&mut diagnostics);
    application_orchestration::collapse(db, file, &mut diagnostics);
    drop_around_syntax_errors(file.text(db), &mut diagnostics);
    drop_in_broken_statements(db, file, &mut diagnostics);
    suppression::apply(db, file, &mut diagnostics);
    settings.policy(path).apply(&mut diagnostics);
    drop_doubled(&mut diagnostics);
    diagnostics
        .sort_by_key(|diagnostic| (diagnostic.place.range.start(), diagnostic.place.range.end()));
    diagnostics.dedup();
    diagnostics
}

/// Whether a template that is called one in Embedded Puppet, and is none, is rendered as Embedded Ruby. It is checked
/// where it is used.
fn is_ruby(db: &dyn Db, file: File) -> bool {
    file.kind(db) == FileKind::Epp
        && has_syntax_errors(db, file)
        && owner(db, file).is_some_and(|it| is_rendered_as_ruby(db, it.environment, file))
}

/// A style check says nothing where another rule reports the same, which knows more of the code.
fn drop_doubled(diagnostics: &mut Vec<Diagnostic<FilePlace>>) {
    let is_style = |rule: &Rule| rule.code.starts_with('L');
    let others = diagnostics
        .iter()
        .filter(|it| !is_style(it.rule) && it.severity > Severity::Hint);
    let exact: FxHashSet<(TextSize, &str)> = others
        .flat_map(|it| {
            it.rule
                .puppet_lint
                .iter()
                .map(|check| (it.place.range.start(), *check))
        })
        .collect();
    if !exact.is_empty() {
        diagnostics.retain(|it| {
            let mut checks = it.rule.puppet_lint.iter();
            !is_style(it.rule)
                || !checks.any(|check| exact.contains(&(it.place.range.start(), *check)))
        });
    }
}

/// One cause, one diagnostic: an expression that a syntax error ends, or stands in, is not what was meant, as in
/// `Class [ 'web' ]`.
fn drop_around_syntax_errors(text: &str, diagnostics: &mut Vec<Diagnostic<FilePlace>>) {
    let is_syntax_error = |it: &Diagnostic<FilePlace>| it.rule == &rules::SYNTAX_ERROR;
    let errors = diagnostics.iter().filter(|it| is_syntax_error(it));
    let mut places: Vec<(usize, TextSize)> = errors
        .filter_map(|it| {
            let start = it.place.range.start();
            Some((text.get(..start.into())?.trim_end().len(), start))
        })
        .collect();
    places.sort_unstable();
    diagnostics.retain(|it| {
        let (start, end) = (it.place.range.start(), it.place.range.end());
        let first = places.partition_point(|(_, error)| *error < start);
        let is_around = places.get(first).is_some_and(|(before, error)| {
            *error < end || *before == usize::from(end) && start < end
        });
        is_syntax_error(it) || !is_around
    });
}

/// The rules that depend on what is around a place: on definitions, lambdas and branches.
const OF_CONTEXT: [&Rule; 5] = [
    &rules::ILLEGAL_JUMP,
    &rules::POSSIBLY_UNDEFINED_VARIABLE,
    &rules::REASSIGNED_VARIABLE,
    &rules::REGEX_CAPTURE_OUT_OF_SCOPE,
    &rules::UNKNOWN_VARIABLE,
];

/// What is around a place within a statement with a syntax error is not known: its lambdas and blocks may be lost.
fn drop_in_broken_statements(
    db: &dyn Db,
    file: File,
    diagnostics: &mut Vec<Diagnostic<FilePlace>>,
) {
    let is_syntax_error = |it: &&Diagnostic<FilePlace>| it.rule == &rules::SYNTAX_ERROR;
    let is_of_context = |it: &Diagnostic<FilePlace>| OF_CONTEXT.contains(&it.rule);
    if !diagnostics.iter().any(is_of_context) || !diagnostics.iter().any(|it| is_syntax_error(&it))
    {
        return;
    }
    let root = parse(db, file).syntax();
    let errors = diagnostics.iter().filter(is_syntax_error);
    let broken: FxHashSet<TextRange> = errors
        .flat_map(|it| statements_around(&root, it.place.range))
        .collect();
    diagnostics.retain(|it| {
        let mut broken = broken.iter();
        !is_of_context(it) || !broken.any(|range| range.contains_range(it.place.range))
    });
}

/// The innermost statement around a place, and the next one where that was meant to be a part of it.
fn statements_around(root: &SyntaxNode, range: TextRange) -> Vec<TextRange> {
    let around = match root.covering_element(range) {
        NodeOrToken::Node(node) => Some(node),
        NodeOrToken::Token(token) => token.parent(),
    };
    let is_statement = |node: &SyntaxNode| {
        let parent = node.parent();
        parent.is_some_and(|it| matches!(it.kind(), SyntaxKind::SOURCE_FILE | SyntaxKind::BLOCK))
    };
    let mut ancestors = around.iter().flat_map(SyntaxNode::ancestors);
    let statement = ancestors.find(is_statement);
    let next = statement.as_ref().and_then(SyntaxNode::next_sibling);
    let ends_here = |it: &SyntaxNode| it.text_range().end() <= range.end();
    let next = next.filter(|_| statement.as_ref().is_some_and(ends_here));
    statement
        .iter()
        .chain(&next)
        .map(SyntaxNode::text_range)
        .collect()
}

/// One cause, one diagnostic: that a type depends on a value says nothing where the value itself is what is wrong.
fn drop_consequences(diagnostics: &mut Vec<Diagnostic<FilePlace>>) {
    let causes: Vec<TextRange> = diagnostics
        .iter()
        .filter(|it| {
            [&rules::SUSPICIOUS_TYPE_ARGUMENT, &rules::UNKNOWN_VARIABLE].contains(&it.rule)
        })
        .map(|it| it.place.range)
        .collect();
    diagnostics.retain(|it| {
        it.rule != &rules::NON_LITERAL_PARAMETER_TYPE
            || !causes
                .iter()
                .any(|cause| it.place.range.contains_range(*cause))
    });
}
