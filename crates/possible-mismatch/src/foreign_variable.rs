//! Variables that a body reads and does not assign: of classes, and of the top scope.

use puppet_hir::model::{Body, BodyOwner, DefinitionKind, Expr, ExprId};
use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_inference::infer::qualified_variable::class_that_has;
use puppet_semantic::index::item_tree::{Item, ItemKind, body, canonical};

use crate::source::{SourceKind, is_global, results};

/// How the value of a variable of another body comes to be.
pub(super) fn kind(context: &Context<'_>, name: &str) -> SourceKind {
    if let Some((class, variable)) = name.rsplit_once("::") {
        let class = context.names.resolve(ItemKind::Class, &canonical(class));
        let kind = class.item().and_then(|it| kind_of(context, it, variable));
        return kind.unwrap_or(SourceKind::Computed);
    }
    let definition = context.body.definition();
    let is_group = name.bytes().all(|byte| byte.is_ascii_digit());
    let has_title = matches!(
        definition.kind(),
        DefinitionKind::Class | DefinitionKind::DefinedType
    );
    if is_group || has_title && ["title", "name"].contains(&name) {
        return SourceKind::Computed;
    }
    let is_inherited = matches!(
        definition,
        BodyOwner::Class {
            parent_class: Some(_),
            ..
        }
    );
    let inherited = is_inherited.then(|| kind_of(context, context.item, name));
    inherited.flatten().unwrap_or(SourceKind::Global)
}

/// How the value of a class's variable comes to be; `None` where it has none of the name.
fn kind_of(context: &Context<'_>, class: Item, variable: &str) -> Option<SourceKind> {
    let class = class_that_has(context.db, context.environment(), class, variable)?;
    let body = &body(context.db, class);
    if let Some(parameter) = body.parameters().iter().find(|it| it.name == variable) {
        return Some(match parameter.type_expr {
            Some(_) => SourceKind::Part,
            None => SourceKind::Computed,
        });
    }
    let is_fact = body.exprs().any(|(_, expr)| match expr {
        Expr::Assignment { left, right, .. } => {
            body.variable_name(*left).is_some_and(|it| it == variable)
                && results(body, *right)
                    .into_iter()
                    .any(|it| is_fact(body, it))
        }
        _ => false,
    });
    Some(match is_fact {
        true => SourceKind::Global,
        false => SourceKind::Computed,
    })
}

/// Whether an expression reads a fact, or a part of one.
pub(super) fn is_fact(body: &Body, at: ExprId) -> bool {
    let mut at = body.without_parentheses(at);
    loop {
        if let Some(name) = body.variable_name(at) {
            return is_global(name);
        }
        at = match (body.expr(at), Call::from_expr(body, at)) {
            (Expr::Access { left, .. }, _) => body.without_parentheses(*left),
            (_, Some(call)) => match (call.name, call.arguments.first()) {
                (Some("dig" | "get" | "pick"), Some(first)) => *first,
                _ => return false,
            },
            _ => return false,
        };
    }
}
