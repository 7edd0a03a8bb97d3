//! The end of the region that is parsed again: the start of the first statement that is reused.

use puppet_text::TextSize;
use rowan::GreenNodeData;

use crate::SyntaxKind::{self, *};
use crate::incremental::region::child_len;
use crate::parser::Input;
use crate::{SyntaxNode, SyntaxToken, token_at};

/// How many tokens are looked at before a statement is read: the current one and the next.
const TOKENS: usize = 2;

/// The first tokens of the statement after a part. They are read with the part, but only looked at: if the parser comes to
/// the first one where a statement may start, it reads that statement, and all after it, as before.
pub(super) struct Fence {
    kinds: [SyntaxKind; TOKENS],
    /// Where the last one ends in the old text.
    pub(super) end: TextSize,
}

impl Fence {
    /// The fence at a statement of a block; nothing if its first tokens cannot be read without the others.
    pub(super) fn from_statement(block: &SyntaxNode, statement: TextSize) -> Option<Fence> {
        let first = token_at(block, statement)?;
        let second = next_significant(&first)?;
        let kinds = [first.kind(), second.kind()];
        let is_simple =
            starts_statement_token(first.kind()) && !kinds.iter().any(|it| takes_more(*it));
        is_simple.then(|| Fence {
            kinds,
            end: second.text_range().end(),
        })
    }

    /// The fence among the tokens of a text where only so many closing braces follow it; nothing if its tokens are others.
    pub(super) fn locate(
        &self,
        input: &Input<'_>,
        start: TextSize,
        closers: usize,
    ) -> Option<std::ops::Range<usize>> {
        let end = input.len().checked_sub(closers)?;
        let place = end.checked_sub(TOKENS)?..end;
        let kinds = place.clone().map(|at| input.kind(at));
        let is_same = input.range(place.start).start() == start && kinds.eq(self.kinds);
        is_same.then_some(place)
    }

    /// Opening minus closing brackets of a kind.
    pub(super) fn count(&self, open: SyntaxKind) -> isize {
        let found = self.kinds.iter().filter(|it| **it == open);
        isize::try_from(found.count()).unwrap_or(0)
    }
}

/// How many children a block has before the tokens of a fence; nothing if these are not its own.
pub(super) fn children_before(block: &GreenNodeData, fence: TextSize) -> Option<usize> {
    let mut offset = TextSize::new(0);
    for (index, child) in block.children().enumerate() {
        if offset == fence && child.as_token().is_some() {
            return Some(index);
        }
        offset += child_len(child);
    }
    None
}

/// Whether a token starts a statement, and never continues with what is before it.
pub(super) fn starts_statement_token(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        NAME | WORD
            | CLASS_REF
            | VARIABLE
            | INTEGER
            | FLOAT
            | SQ_STRING
            | DQ_STRING
            | STRING_START
            | HEREDOC_TAG
            | TRUE_KW
            | FALSE_KW
            | UNDEF_KW
            | DEFAULT_KW
            | IF_KW
            | UNLESS_KW
            | CASE_KW
            | CLASS_KW
            | DEFINE_KW
            | NODE_KW
            | FUNCTION_KW
            | PLAN_KW
            | TYPE_KW
            | AT
            | AT_AT
    )
}

/// Whether a token ends a statement that is complete where another one starts.
pub(super) fn ends_for_good(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        R_BRACE | R_PAREN | R_BRACK | VARIABLE | SQ_STRING | INTEGER
    )
}

/// Whether a token belongs to others after it, or to brackets that were opened before.
fn takes_more(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        STRING_START | HEREDOC_TAG | R_BRACE | R_PAREN | R_BRACK | REGEX | SLASH | ERROR | EOF
    )
}

fn next_significant(token: &SyntaxToken) -> Option<SyntaxToken> {
    let mut next = token.next_token()?;
    while next.kind().is_trivia() {
        next = next.next_token()?;
    }
    Some(next)
}
