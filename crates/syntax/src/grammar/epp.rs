//! Templates: parameters, text, and rendered expressions.

use crate::SyntaxKind::{self, *};
use crate::grammar::{definitions, expressions::expected_expression, statements};
use crate::parser::{CompletedMarker, Parser};

/// `| $a, $b |` at the start of a template, if it is there.
pub(super) fn parameters(p: &mut Parser<'_>) {
    if p.is_at(PIPE) {
        definitions::piped_parameters(p);
    }
}

/// Text that is copied to the output. A comment within it does not end it.
pub(super) fn text(p: &mut Parser<'_>) -> CompletedMarker {
    let node = p.start();
    p.bump();
    node.complete(p, RENDER_TEXT)
}

/// `<%= expression %>` or `<%= { statements } %>`
pub(super) fn render(p: &mut Parser<'_>) -> CompletedMarker {
    let node = p.start();
    p.bump();
    if p.is_at(L_BRACE) && braces_hold_statements(p) {
        statements::block(p, "`{`");
    } else {
        expected_expression(p, "an expression");
    }
    if !p.is_at(EPP_CLOSE) && !p.is_at(EPP_CLOSE_TRIM) {
        p.unexpected("`%>`");
        let error = p.start();
        while !matches!(p.current(), EPP_CLOSE | EPP_CLOSE_TRIM | EPP_TEXT | EOF) {
            p.bump();
        }
        error.complete(p, ERROR);
    }
    if p.is_at(EPP_CLOSE) || p.is_at(EPP_CLOSE_TRIM) {
        p.bump();
    }
    node.complete(p, RENDER_EXPR)
}

/// Whether braces hold statements and no hash: there is no arrow in them apart from those of selectors, or there are two
/// values before it with nothing between them.
fn braces_hold_statements(p: &Parser<'_>) -> bool {
    let (mut open, mut selectors, mut ahead) = (0u32, 0u32, 0);
    loop {
        match p.nth(ahead) {
            L_BRACE | L_BRACK | L_PAREN | STRING_START => open += 1,
            R_BRACE | R_BRACK | R_PAREN | STRING_END if open <= 1 => return ahead > 1,
            R_BRACE | R_BRACK | R_PAREN | STRING_END => open -= 1,
            QUESTION if open == 1 && p.nth(ahead + 1) != L_BRACE => selectors += 1,
            FAT_ARROW if open == 1 && selectors == 0 => return false,
            next if open == 1 && is_value(next) && is_value(p.nth(ahead - 1)) => return true,
            FAT_ARROW if open == 1 => selectors -= 1,
            EOF | EPP_CLOSE | EPP_CLOSE_TRIM | EPP_OPEN | EPP_OPEN_TRIM | EPP_OPEN_EXPR => {
                return true;
            }
            _ => {}
        }
        ahead += 1;
    }
}

/// Whether a token is a value by itself.
fn is_value(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        NAME | CLASS_REF
            | VARIABLE
            | INTEGER
            | FLOAT
            | SQ_STRING
            | DQ_STRING
            | TRUE_KW
            | FALSE_KW
            | UNDEF_KW
    )
}
