//! Defaults of parameters that some use needs.

use puppet_db::{Db, Environment};
use puppet_hir::model::{Body, Expr, ExprId};
use smol_str::SmolStr;

use crate::catalog::overrides::may_be_overridden;
use crate::catalog::usages::uses;
use crate::infer::Call;
use puppet_semantic::hiera::lookup::lookup_key;
use puppet_semantic::index::item_tree::{Item, ItemKind, body, canonical};

/// Whether some use may need the default of a parameter. Without a known use, any may come; of the known ones,
/// each may give a value, or Hiera has one.
#[must_use]
pub fn is_needed(db: &dyn Db, environment: Environment, item: Item, parameter: &str) -> bool {
    let body = body(db, item);
    let (Some(kind), Some(name)) = (ItemKind::from_definition(body.definition()), body.name())
    else {
        return true;
    };
    let name = canonical(name);
    if kind == ItemKind::Class {
        let key = SmolStr::from(format!("{name}::{parameter}"));
        let mut parameters = body.parameters().iter();
        let default = parameters.find(|it| it.name == parameter);
        let default = default.and_then(|it| it.value);
        if default.is_some_and(|default| looks_up(&body, default, &key))
            || !lookup_key(db, environment, key).values.is_empty()
        {
            return false;
        }
    } else if kind != ItemKind::DefinedType
        || may_be_overridden(db, (environment, None), &name, parameter)
    {
        return kind != ItemKind::DefinedType;
    }
    uses(db, environment, kind, name).is_none_or(|uses| !uses.always_give(parameter))
}

/// Whether an expression looks up a key: who wrote it keeps the value in Hiera.
fn looks_up(body: &Body, expr: ExprId, key: &str) -> bool {
    let mut exprs = body.preorder(expr).entered();
    exprs.any(|(id, _)| {
        let Some(call) = Call::from_expr(body, id) else {
            return false;
        };
        let first = call.arguments.first().map(|it| body.expr(*it));
        matches!(call.name, Some("lookup" | "hiera"))
            && matches!(first, Some(Expr::LiteralString(text)) if canonical(text) == key)
    })
}
