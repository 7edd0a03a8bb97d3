//! Elements of literal arrays and hashes that may not fit: the element is reported, not the whole.

use puppet_diagnostics::Rule;
use puppet_hir::model::{Expr, ExprId};
use puppet_types::{Relate, Type, Value};

use crate::{Expectation, diagnostic};
use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::display_name::literal_label;

/// The first element of a literal that may not fit; `None` if it is no literal, or nothing is known of its elements.
pub(super) fn literal_diagnostic(
    context: &Context<'_>,
    rule: &'static Rule,
    at: ExprId,
    expectation: &Expectation<'_>,
) -> Option<Option<BodyDiagnostic>> {
    let expected = collection(context, expectation.ty?)?;
    let parts: Vec<(ExprId, Type, String)> =
        match context.body.expr(context.body.without_parentheses(at)) {
            Expr::LiteralList(items) => items
                .iter()
                .enumerate()
                .filter_map(|(index, item)| {
                    Some((
                        *item,
                        element(&expected, index)?,
                        format!("element {index}"),
                    ))
                })
                .collect(),
            Expr::LiteralHash(entries) => entries
                .iter()
                .filter_map(|entry| {
                    let key = context.inference.result(entry.key).value()?;
                    let name = format!("key {}", literal_label(key)?);
                    Some((entry.value, value(&expected, key)?, name))
                })
                .collect(),
            _ => return None,
        };
    let found = parts.iter().find_map(|(at, ty, name)| {
        let expectation = Expectation {
            ty: Some(ty),
            subject: format!("{name} of {}", expectation.subject),
            is_part: true,
            accepts_undef: false,
            accepts_deferred: false,
            ..expectation.clone()
        };
        diagnostic(context, rule, *at, &expectation)
    });
    Some(found)
}

/// The only type of arrays or hashes that a type accepts.
pub(super) fn collection(context: &Context<'_>, ty: &Type) -> Option<Type> {
    let mut found = None;
    let mut open = vec![ty.clone()];
    while let Some(ty) = open.pop() {
        match Relate::new(&context.names).resolve_alias(&ty) {
            Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => {
                open.push((*inner).clone())
            }
            Type::Variant(variant) => open.extend(variant.types.iter().cloned()),
            ty @ (Type::Array(_) | Type::Tuple(_) | Type::Hash(_) | Type::Struct(_)) => {
                if found.replace(ty).is_some() {
                    return None;
                }
            }
            Type::String(_)
            | Type::Enum(_)
            | Type::Pattern(_)
            | Type::Undef
            | Type::Boolean(_)
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Numeric
            | Type::Default => {}
            _ => return None,
        }
    }
    found
}

/// What a type of arrays expects at an index.
fn element(expected: &Type, index: usize) -> Option<Type> {
    match expected {
        Type::Array(array) => Some(array.element.clone()),
        Type::Tuple(tuple) => tuple.type_at(index).cloned(),
        _ => None,
    }
}

/// What a type of hashes expects at a key.
fn value(expected: &Type, key: &Value) -> Option<Type> {
    match expected {
        Type::Hash(hash) => Some(hash.value.clone()),
        Type::Struct(structure) => {
            let element = structure.get(key.as_str()?)?;
            Some(element.value.clone())
        }
        _ => None,
    }
}
