//! A `mode` that is written as a number, and the string that is meant.

use puppet_hir::model::{Expr, IntegerLiteral, Radix};

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::Anchor;
use puppet_semantic::resource_types::AttributeInfo;

/// The permissions that a number is meant as: `0600` and `384` are the same number, and `644` has the digits of a mode.
pub(super) fn octal_text(
    context: &Context<'_>,
    attribute: &AttributeInfo,
    at: Anchor,
) -> Option<String> {
    let Anchor::Expr(id) = at else {
        return None;
    };
    let Expr::LiteralInteger {
        value: IntegerLiteral::Small(number),
        radix,
    } = context.body.expr(id)
    else {
        return None;
    };
    let decimal = number.to_string();
    let is_mode = decimal.len() <= 4 && decimal.chars().all(|digit| digit.is_digit(8));
    let is_octal = *radix != Radix::Decimal || !is_mode;
    let is_possible = attribute.name == "mode" && (0..=0o7777).contains(number);
    is_possible.then(|| match is_octal {
        true => format!("{number:04o}"),
        false => format!("{number:04}"),
    })
}
