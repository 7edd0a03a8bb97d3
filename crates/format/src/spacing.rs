//! Spaces between two tokens on one line.

use puppet_syntax::SyntaxKind::{self, *};

use crate::lines::{Gap, is_closing_pipe};
use crate::token_gaps::TokenRow;

/// Sets the spaces of all gaps without line breaks.
pub(crate) fn space(row: &TokenRow<'_>, gaps: &mut [Gap]) {
    for token in 1..row.tokens.len() {
        if let Some(Gap::Spaces(spaces)) = gaps.get_mut(token) {
            *spaces = between(row, token);
        }
    }
}

/// The spaces before a token that is not the first one.
fn between(row: &TokenRow<'_>, token: usize) -> usize {
    let had_none = row.gap(token).is_empty();
    let Some(left) = GapSide::new(row, token - 1) else {
        return 0;
    };
    let Some(right) = GapSide::new(row, token) else {
        return 0;
    };
    match (left.kind, right.kind) {
        (BOM, _) => 0,
        (_, COMMENT) => 1,
        // Only what stands there tells these apart from other tokens.
        (INTEGER | FLOAT, DOT) | (BAD_TOKEN, _) | (_, BAD_TOKEN) => usize::from(!had_none),
        (PIPE, PIPE) if !left.is_closing && right.is_closing => usize::from(!had_none),
        (L_BRACE, R_BRACE) | (L_BRACK, R_BRACK) | (L_PAREN, R_PAREN) => 0,
        (L_COLLECT, R_COLLECT) | (LL_COLLECT, RR_COLLECT) => 0,
        // Spaces after the mark of a template are the indentation of its code.
        (EPP_OPEN | EPP_OPEN_TRIM, _) => row.gap(token).len().max(1),
        _ => {
            let spaces = before(&right, &left).or_else(|| after(&left, &right));
            spaces.unwrap_or(usize::from(!had_none))
        }
    }
}

/// A token beside a gap.
struct GapSide {
    kind: SyntaxKind,
    holder: SyntaxKind,
    /// Whether it is the pipe after parameters.
    is_closing: bool,
    /// Whether it is part of the parameters of a template.
    is_of_template: bool,
    /// Whether it is part of the parameters of a function or plan.
    is_of_function: bool,
}

impl GapSide {
    fn new(row: &TokenRow<'_>, token: usize) -> Option<GapSide> {
        let at = row.tokens.get(token)?;
        let node = row.nodes.get(at.node)?;
        let around = row.nodes.get(node.parent).map(|it| it.kind);
        Some(GapSide {
            kind: at.kind,
            holder: node.kind,
            is_closing: is_closing_pipe(row, token),
            is_of_template: around == Some(EPP_TEMPLATE),
            is_of_function: matches!(around, Some(FUNCTION_DEF | PLAN_DEF)),
        })
    }

    /// Whether it is an operator before its only operand.
    fn is_prefix(&self) -> bool {
        match self.kind {
            BANG | MINUS => self.holder == PREFIX_EXPR,
            STAR => matches!(self.holder, PREFIX_EXPR | PARAM),
            AT | AT_AT => true,
            _ => false,
        }
    }
}

/// What a token wants before it.
fn before(right: &GapSide, left: &GapSide) -> Option<usize> {
    Some(match right.kind {
        COMMA | SEMICOLON | COLON | R_PAREN | R_BRACK => 0,
        DOT if right.holder == METHOD_CALL_EXPR => 0,
        R_BRACE | R_COLLECT | RR_COLLECT => 1,
        PIPE if right.is_closing => usize::from(right.is_of_template),
        L_BRACK if right.holder == ACCESS_KEYS => 0,
        L_PAREN if right.holder == ARG_LIST => 0,
        L_PAREN if right.holder == PARAM_LIST => usize::from(!right.is_of_function),
        L_COLLECT | LL_COLLECT => 0,
        _ if is_operator(right) && !left.is_prefix() => 1,
        _ => return None,
    })
}

/// What a token wants after it.
fn after(left: &GapSide, right: &GapSide) -> Option<usize> {
    Some(match left.kind {
        L_PAREN | L_BRACK => 0,
        DOT if left.holder == METHOD_CALL_EXPR => 0,
        PIPE if !left.is_closing => usize::from(left.is_of_template),
        // Two operators could be read as one, and `@(` as a heredoc.
        _ if left.is_prefix() => {
            match right.is_prefix() || right.kind == L_PAREN && matches!(left.kind, AT | AT_AT) {
                true => return None,
                false => 0,
            }
        }
        COMMA | SEMICOLON | COLON | L_BRACE | R_BRACE | L_COLLECT | LL_COLLECT => 1,
        EPP_OPEN_EXPR => 1,
        kind if kind.is_keyword() && !matches!(right.kind, L_PAREN | L_BRACK) => 1,
        IF_KW | ELSIF_KW | UNLESS_KW | CASE_KW | AND_KW | OR_KW | IN_KW => 1,
        _ if is_operator(left) => 1,
        _ if matches!(
            right.kind,
            L_BRACE | PIPE | INHERITS_KW | EPP_CLOSE | EPP_CLOSE_TRIM
        ) =>
        {
            1
        }
        _ => return None,
    })
}

/// Whether a token stands between two operands.
fn is_operator(side: &GapSide) -> bool {
    match side.kind {
        EQ | PLUS_EQ | MINUS_EQ | FAT_ARROW | PLUS_ARROW | QUESTION => true,
        IN_EDGE | IN_EDGE_SUB | OUT_EDGE | OUT_EDGE_SUB => true,
        EQ_EQ | BANG_EQ | EQ_TILDE | BANG_TILDE | LT | LT_EQ | GT | GT_EQ | SHL | SHR | PLUS
        | SLASH | PERCENT | AND_KW | OR_KW | IN_KW => matches!(side.holder, BIN_EXPR | RETURN_TYPE),
        MINUS | STAR => side.holder == BIN_EXPR,
        _ => false,
    }
}
