//! Assist `align_arrows`.

use puppet_syntax::ast::{AstNode, Attribute, AttributeSplat, HashEntry, SelectorEntry};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};
use puppet_text::{TextRange, TextSize};

use crate::assist_context::AssistContext;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::{previous_token, trimmed_range};

/// Aligns the arrows of a resource or hash.
///
/// ```puppet
/// file { '/a':
///   $0ensure => file,
///   mode => '0644',
/// }
/// ```
///
/// becomes
///
/// ```puppet
/// file { '/a':
///   ensure => file,
///   mode   => '0644',
/// }
/// ```
pub fn align_arrows(site: &AssistContext<'_>) -> Option<CodeAction> {
    let token = site.token.as_ref()?;
    let holder = token
        .parent_ancestors()
        .take_while(|node| node.kind() != SyntaxKind::BLOCK)
        .find(|node| holds_arrows(node.kind()))?;
    site.action(
        "Align the arrows",
        ActionKind::Rewrite,
        aligned(site.text(), &holder),
    )
}

fn holds_arrows(kind: SyntaxKind) -> bool {
    use SyntaxKind::*;
    matches!(
        kind,
        RESOURCE_BODY
            | RESOURCE_DEFAULTS
            | RESOURCE_OVERRIDE
            | COLLECT_EXPR
            | HASH_EXPR
            | SELECTOR_EXPR
    )
}

/// The edits that put the arrows of a resource, hash or selector below each other: one blank after the longest name.
/// Only entries with a line of their own take part.
pub fn aligned(text: &str, holder: &SyntaxNode) -> Vec<TextEdit> {
    let entries: Vec<(TextRange, SyntaxToken)> = holder
        .children()
        .filter_map(|entry| {
            let (name, arrow) = name_and_arrow(&entry)?;
            starts_line(text, name.start()).then_some((name, arrow))
        })
        .collect();
    let width = |name: TextRange| {
        text.get(std::ops::Range::<usize>::from(name))
            .map_or(0, |name| name.chars().count())
    };
    let is_one_line = |name: TextRange| {
        text.get(std::ops::Range::<usize>::from(name))
            .is_some_and(|name| !name.contains('\n'))
    };
    let widest = entries
        .iter()
        .filter(|(name, _)| is_one_line(*name))
        .map(|(name, _)| width(*name))
        .max()
        .unwrap_or(0);
    let edits = entries.iter().filter_map(|(name, arrow)| {
        let between = TextRange::new(name.end(), arrow.text_range().start());
        let spaces = text.get(std::ops::Range::<usize>::from(between))?;
        let wanted = " ".repeat(widest.saturating_sub(width(*name)) + 1);
        let only_spaces = spaces.chars().all(|c| c == ' ' || c == '\t');
        (only_spaces && spaces != wanted && is_one_line(*name))
            .then(|| TextEdit::replace(between, wanted))
    });
    edits.collect()
}

/// What stands before the arrow, without spaces, and the arrow.
fn name_and_arrow(entry: &SyntaxNode) -> Option<(TextRange, SyntaxToken)> {
    let arrow = if let Some(attribute) = Attribute::cast(entry.clone()) {
        attribute.op_token()
    } else if let Some(splat) = AttributeSplat::cast(entry.clone()) {
        splat.fat_arrow_token()
    } else if let Some(entry) = HashEntry::cast(entry.clone()) {
        entry.fat_arrow_token()
    } else {
        SelectorEntry::cast(entry.clone())?.fat_arrow_token()
    }?;
    let mut last = previous_token(&arrow)?;
    while last.kind().is_trivia() {
        last = previous_token(&last)?;
    }
    let (start, end) = (trimmed_range(entry).start(), last.text_range().end());
    (start <= end).then(|| (TextRange::new(start, end), arrow))
}

fn starts_line(text: &str, at: TextSize) -> bool {
    let before = text.get(..usize::from(at)).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.trim().is_empty()
}
