//! Keys of hashes whose keys are known.

use puppet_syntax::ast::{AstNode, Expr, HashEntry};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};

use crate::context::{CompletionPosition, missing_comma, previous};
use puppet_ide_db::dataflow::value_sink::{SinkKind, ValueSink, part};
use puppet_ide_db::syntax_ext;

/// `{ HERE => … }` where the keys are known, also without braces: `run_plan('web::deploy', 'HERE' => …)`.
pub fn hash_key(token: &SyntaxToken, quoted: bool) -> Option<CompletionPosition> {
    let before = previous(token)?;
    let after_line = missing_comma::holder(token, &before, SyntaxKind::HASH_ENTRY);
    let is_between = matches!(before.kind(), SyntaxKind::L_BRACE | SyntaxKind::COMMA);
    let around = after_line.or_else(|| is_between.then(|| before.parent())?)?;
    let holds_keys = |kind| matches!(kind, SyntaxKind::HASH_EXPR | SyntaxKind::ARG_LIST);
    let hash = token
        .parent_ancestors()
        .take(4)
        .find(|node| holds_keys(node.kind()))?;
    let part = part(&hash).filter(|_| around == hash)?;
    let in_call = hash.kind() == SyntaxKind::ARG_LIST;
    // After the name, a task gets its targets.
    if in_call && !quoted && before_keys(&part) > arguments_before(&hash, token) {
        return None;
    }
    let taken = hash
        .children()
        .filter_map(HashEntry::cast)
        .filter_map(|entry| syntax_ext::string_of(&entry.key()?))
        .filter(|(_, range)| !token.text_range().contains_range(*range))
        .map(|(key, _)| key)
        .collect();
    Some(CompletionPosition::HashKey {
        part,
        taken,
        quoted,
        in_call,
    })
}

/// How many arguments of a function stand before the keys of what it runs.
fn before_keys(part: &ValueSink) -> usize {
    match part.of {
        SinkKind::Task(_) => 2,
        _ => 1,
    }
}

/// How many arguments stand before a token.
fn arguments_before(list: &SyntaxNode, token: &SyntaxToken) -> usize {
    let start = token.text_range().start();
    let arguments = list.children().filter(|it| Expr::can_cast(it.kind()));
    arguments
        .filter(|it| it.text_range().end() <= start)
        .count()
}
