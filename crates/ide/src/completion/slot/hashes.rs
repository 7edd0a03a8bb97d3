//! Keys of hashes whose keys are known.

use puppet_syntax::ast::{AstNode, HashEntry};
use puppet_syntax::{SyntaxKind, SyntaxToken};

use super::{Slot, missing_comma, previous};
use crate::syntax;
use crate::value_parts::part;

/// `{ HERE => … }` where the keys are known, also without braces: `run_plan('web::deploy', 'HERE' => …)`.
pub(super) fn hash_key(token: &SyntaxToken, quoted: bool) -> Option<Slot> {
    let before = previous(token)?;
    let behind_line = missing_comma::holder(token, &before, SyntaxKind::HASH_ENTRY);
    let is_between = matches!(before.kind(), SyntaxKind::L_BRACE | SyntaxKind::COMMA);
    let around = behind_line.or_else(|| is_between.then(|| before.parent())?)?;
    let holds_keys = |kind| kind == SyntaxKind::HASH_EXPR || quoted && kind == SyntaxKind::ARG_LIST;
    let hash = token
        .parent_ancestors()
        .take(4)
        .find(|node| holds_keys(node.kind()))?;
    if around != hash {
        return None;
    }
    let taken = hash
        .children()
        .filter_map(HashEntry::cast)
        .filter_map(|entry| syntax::string_of(&entry.key()?))
        .filter(|(_, range)| !token.text_range().contains_range(*range))
        .map(|(key, _)| key)
        .collect();
    Some(Slot::HashKey {
        part: part(&hash)?,
        taken,
        quoted,
    })
}
