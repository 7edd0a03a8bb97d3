//! The text around a cursor, without what cannot matter for what belongs there.
//!
//! An incomplete place is parsed again with a word in it. In a long file nearly all of that work is about statements
//! that are far away.

use puppet_syntax::ast::{AstNode as _, Definition};
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::{TextRange, TextSize};

use puppet_ide_db::syntax_ext::trimmed_range;

/// What is shorter than this is parsed as it is.
const LONG: usize = 4096;

/// The part of a text that is near a cursor.
pub struct SpeculativeText {
    pub text: String,
    /// What was left out, in the order of the whole text.
    far: Vec<TextRange>,
}

impl SpeculativeText {
    /// Where a place of the whole text that was not left out stands in the near one.
    pub fn place_of(&self, original: TextSize) -> TextSize {
        let before = self.far.iter().take_while(|it| it.end() <= original);
        before.fold(original, |place, left_out| place - left_out.len())
    }

    /// Where a place of the near text stands in the whole one.
    pub fn original(&self, near: TextSize) -> TextSize {
        let before = |place: TextSize, left_out: &TextRange| match left_out.start() < place {
            true => place + left_out.len(),
            false => place,
        };
        self.far.iter().fold(near, before)
    }
}

/// The text without its far statements; `None` if nothing would be gained, or where a text may continue in lines after
/// its statement.
pub fn nearby(root: &SyntaxNode, text: &str, offset: TextSize) -> Option<SpeculativeText> {
    if text.len() < LONG
        || text.contains("@(")
        || usize::from(root.text_range().len()) != text.len()
    {
        return None;
    }
    let far = far(root, offset);
    let mut near = String::new();
    let mut done = 0;
    for range in &far {
        near.push_str(text.get(done..range.start().into())?);
        done = range.end().into();
    }
    near.push_str(text.get(done..)?);
    Some(SpeculativeText { text: near, far })
}

/// The statements that stand neither around the cursor nor next to one that does, and those in the blocks of the ones
/// next to it, in the order of the text.
fn far(root: &SyntaxNode, offset: TextSize) -> Vec<TextRange> {
    let mut before = Vec::new();
    let mut after: Vec<Vec<TextRange>> = Vec::new();
    let mut node = root.clone();
    loop {
        let children: Vec<SyntaxNode> = node.children().collect();
        let at = children.partition_point(|it| it.text_range().start() < offset);
        let around = at.checked_sub(1).and_then(|at| children.get(at));
        let around = around.filter(|it| it.text_range().end() >= offset);
        let near = at - usize::from(around.is_some());
        let is_body = matches!(node.kind(), SyntaxKind::SOURCE_FILE | SyntaxKind::BLOCK);
        let (first, last) = match is_body {
            true => (at.saturating_sub(2), (at + 1).min(children.len())),
            false => (0, children.len()),
        };
        let part = |range: std::ops::Range<usize>| children.get(range).unwrap_or_default();
        before.extend(all_of(part(0..first)));
        for statement in part(first..near) {
            in_blocks(statement, &mut before);
        }
        let last_before = part(first..near).last();
        if let Some(inner) = around {
            before.extend(comments_before(inner, last_before, offset));
        }
        let mut following = Vec::new();
        for statement in part(at..last) {
            in_blocks(statement, &mut following);
        }
        following.extend(all_of(part(last..children.len())));
        after.push(following);
        match around {
            Some(inner) => node = inner.clone(),
            None => break,
        }
    }
    before.extend(after.into_iter().rev().flatten());
    before
}

/// From the first to the last of some statements.
fn all_of(statements: &[SyntaxNode]) -> Option<TextRange> {
    let (first, last) = (statements.first()?, statements.last()?);
    Some(first.text_range().cover(last.text_range()))
}

/// The comments between a definition around the cursor and the statement before it, but for the last line break.
fn comments_before(
    inner: &SyntaxNode,
    last_before: Option<&SyntaxNode>,
    offset: TextSize,
) -> Option<TextRange> {
    if !Definition::can_cast(inner.kind()) {
        return None;
    }
    let first = trimmed_range(inner).start();
    let end = first.checked_sub(TextSize::of('\n'))?;
    let start = match last_before {
        Some(before) => before.text_range().end(),
        None => inner.parent()?.text_range().start(),
    };
    (start < end && end < offset).then(|| TextRange::new(start, end))
}

/// What stands in the parentheses of the parameters of a definition.
fn parameters(list: &SyntaxNode) -> Option<TextRange> {
    let inner = trimmed_range(list);
    let parenthesis = TextSize::of('(');
    let start = inner.start().checked_add(parenthesis)?;
    let end = inner.end().checked_sub(parenthesis)?;
    let is_closed = list
        .last_token()
        .is_some_and(|it| it.kind() == SyntaxKind::R_PAREN);
    (is_closed && start < end).then(|| TextRange::new(start, end))
}

/// The statements in the outermost blocks of one that is near, and the parameters of definitions.
fn in_blocks(statement: &SyntaxNode, found: &mut Vec<TextRange>) {
    use SyntaxKind::*;
    match statement.kind() {
        // The cursor may stand after what is open.
        PARAM_LIST => found.extend(parameters(statement)),
        BLOCK if is_closed(statement) => {
            let (first, last) = (statement.first_child(), statement.last_child());
            let ends = first.zip(last);
            found.extend(ends.map(|(first, last)| first.text_range().cover(last.text_range())));
        }
        kind if Definition::can_cast(kind) => inner_blocks(statement, found),
        IF_EXPR | ELSE_CLAUSE | UNLESS_EXPR | CASE_EXPR | CASE_OPTION | LAMBDA | CALL_EXPR
        | METHOD_CALL_EXPR | ASSIGN_EXPR => inner_blocks(statement, found),
        _ => {}
    }
}

fn is_closed(block: &SyntaxNode) -> bool {
    let last = block.last_child_or_token();
    last.is_some_and(|it| it.kind() == SyntaxKind::R_BRACE)
}

fn inner_blocks(statement: &SyntaxNode, found: &mut Vec<TextRange>) {
    for inner in statement.children() {
        in_blocks(&inner, found);
    }
}
