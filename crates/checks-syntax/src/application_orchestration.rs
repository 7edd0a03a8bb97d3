//! Application orchestration (`site`, `application`, `produces`, `consumes`), which Puppet 7 removed: one cause, one
//! diagnostic. Puppet reads its statements as broken resources and as values without an effect.

use puppet_db::{Db, File, FilePlace, parse};
use puppet_diagnostics::{Diagnostic, Place, Severity};
use puppet_semantic::target_versions::{Requirement, targets};
use puppet_syntax::SyntaxKind::{self, CLASS_REF, COLON, L_BRACE, L_PAREN, NAME, R_BRACE, R_PAREN};
use puppet_syntax::{SyntaxNode, SyntaxToken};
use puppet_text::TextRange;

use crate::syntax_error::SYNTAX_ERROR;

const REMOVED: &str = "Application orchestration was removed in Puppet 7";

/// A statement of application orchestration.
struct Statement {
    /// From its first token to its closing brace.
    range: TextRange,
    /// The word that shows what it is.
    keyword: TextRange,
}

/// Leaves one of the errors in each statement of application orchestration.
pub fn collapse(db: &dyn Db, file: File, diagnostics: &mut Vec<Diagnostic<FilePlace>>) {
    let is_refusal = |it: &Diagnostic<FilePlace>| {
        it.severity == Severity::Error && it.rule.code.starts_with('S')
    };
    if !file.kind(db).is_puppet() || !diagnostics.iter().any(is_refusal) {
        return;
    }
    let targets = targets(db, file);
    let is_excluded = !targets.is_empty() && !targets.iter().any(is_modern);
    let statements = statements(&parse(db, file).syntax());
    // They are in the order of the source.
    let around = |it: &Diagnostic<FilePlace>| {
        let range = it.place.range;
        let after =
            statements.partition_point(|statement| statement.range.start() <= range.start());
        let index = after.checked_sub(1)?;
        statements[index]
            .range
            .contains_range(range)
            .then_some(index)
    };
    let mut refusals: Vec<Option<Diagnostic<FilePlace>>> = vec![None; statements.len()];
    for refusal in diagnostics.iter().filter(|it| is_refusal(it)) {
        let start = refusal.place.range.start();
        if let Some(first) = around(refusal).and_then(|index| refusals.get_mut(index))
            && first
                .as_ref()
                .is_none_or(|first| start < first.place.range.start())
        {
            *first = Some(refusal.clone());
        }
    }
    let is_mapping = |it: &Statement| it.keyword.start() != it.range.start();
    diagnostics.retain(|it| {
        around(it).is_none_or(|index| refusals[index].is_none() && !is_mapping(&statements[index]))
    });
    for (statement, first) in statements.iter().zip(refusals) {
        if let Some(mut first) = first {
            // What validation says are Puppet's own words.
            if first.rule == &SYNTAX_ERROR {
                first.place = Place::new(file, statement.keyword);
                first.message = REMOVED.into();
                first.help = Some("Remove it, and declare what it has in nodes or classes".into());
                (first.related, first.fixes, first.subject) = Default::default();
            } else {
                first.help = Some(format!("{REMOVED}: remove the statement"));
            }
            if is_excluded {
                first.severity = Severity::Warning;
                first.help = Some(
                    "An error since Puppet 7, which metadata.json or the settings exclude".into(),
                );
            }
            diagnostics.push(first);
        }
    }
}

/// Whether a version is one of those that do not have it any more.
fn is_modern(target: &Requirement) -> bool {
    (7..=9).any(|major| target.includes_series(major))
}

/// The statements of application orchestration that are closed, outside of all braces.
fn statements(root: &SyntaxNode) -> Vec<Statement> {
    let tokens = root.descendants_with_tokens();
    let tokens: Vec<SyntaxToken> = tokens
        .filter_map(|it| it.into_token())
        .filter(|it| !it.kind().is_trivia())
        .collect();
    let mut found = Vec::new();
    let mut rest = &tokens[..];
    while let Some(first) = rest.first() {
        let keyword = keyword(rest).and_then(|keyword| rest.get(keyword));
        let mut last = first;
        let mut length = 1;
        if keyword.is_some() || first.kind() == L_BRACE {
            let Some(end) = end_of_braces(rest) else {
                break;
            };
            (last, length) = (&rest[end], end + 1);
        }
        found.extend(keyword.map(|keyword| Statement {
            range: first.text_range().cover(last.text_range()),
            keyword: keyword.text_range(),
        }));
        rest = rest.get(length..).unwrap_or_default();
    }
    found
}

/// Which of some tokens is the word that shows that they start a statement of application orchestration.
fn keyword(tokens: &[SyntaxToken]) -> Option<usize> {
    let is = |at: usize, kind: SyntaxKind| tokens.get(at).is_some_and(|it| it.kind() == kind);
    let is_word = |at: usize, words: &[&str]| {
        is(at, NAME) && tokens.get(at).is_some_and(|it| words.contains(&it.text()))
    };
    // `site { 'title': }` is a resource.
    if is_word(0, &["site"]) && is(1, L_BRACE) && !is(3, COLON)
        || is_word(0, &["application"]) && is(1, NAME) && (is(2, L_PAREN) || is(2, L_BRACE))
    {
        return Some(0);
    }
    let maps = is(0, CLASS_REF) && is_word(1, &["produces", "consumes"]) && is(2, CLASS_REF);
    (maps && is(3, L_BRACE)).then_some(1)
}

/// Where the first braces outside of other brackets are closed.
fn end_of_braces(tokens: &[SyntaxToken]) -> Option<usize> {
    let mut open = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind() {
            L_BRACE | L_PAREN => open += 1,
            R_PAREN | R_BRACE => open = open.checked_sub(1)?,
            _ => continue,
        }
        if open == 0 && token.kind() == R_BRACE {
            return Some(at);
        }
    }
    None
}
