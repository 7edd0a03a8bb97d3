//! Functions that declare the resources that their arguments say: `create_resources`, and those of stdlib.

use puppet_hir::model::{Body, Expr, ExprId};
use smol_str::SmolStr;

use crate::index::item_tree::canonical;
use puppet_hir::Call;

/// The functions whose arguments are the classes that they include.
const INCLUDING: [&str; 3] = ["contain", "include", "require"];

/// Whether a function includes classes.
#[must_use]
pub fn is_including_function(name: &str) -> bool {
    INCLUDING.contains(&name)
}

/// A call that declares resources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaringCall {
    /// Whether it leaves out what is there with the same attributes, as `ensure_resource` does.
    pub is_ensuring: bool,
    /// The type in lower case, `class` for classes; `None` if it is computed.
    pub ty: Option<SmolStr>,
    /// The titles: one or an array of them, or a hash from them to attributes.
    pub titles: Option<ExprId>,
    /// The attributes that all of them get.
    pub attributes: Option<ExprId>,
}

/// The functions that get the type as their first argument.
const OF_A_TYPE: [&str; 3] = [IN_ANY_CASE, "ensure_resource", "ensure_resources"];

/// Those that declare packages.
const OF_PACKAGES: [&str; 2] = ["ensure_packages", "stdlib::ensure_packages"];

/// The one that declares what its arguments say in any case.
const IN_ANY_CASE: &str = "create_resources";

/// What a call declares; `None` if the function is none of these.
#[must_use]
pub fn declarations_of_call(body: &Body, call: &Call<'_>) -> Option<DeclaringCall> {
    let name = call.name?;
    let of_packages = OF_PACKAGES.contains(&name);
    if !of_packages && !OF_A_TYPE.contains(&name) {
        return None;
    }
    let is_ensuring = name != IN_ANY_CASE;
    if call.is_unfolded(body) {
        return Some(DeclaringCall {
            is_ensuring,
            ty: None,
            titles: None,
            attributes: None,
        });
    }
    let mut arguments = call.arguments.iter().copied();
    let ty = match of_packages {
        true => Some("package".into()),
        false => arguments.next().and_then(|it| type_name(body, it)),
    };
    Some(DeclaringCall {
        is_ensuring,
        ty,
        titles: arguments.next(),
        attributes: arguments.next(),
    })
}

/// The name of a type: `file`, `'@file'` for virtual resources, `'@@file'` for exported ones.
fn type_name(body: &Body, expr: ExprId) -> Option<SmolStr> {
    match body.expr(body.without_parentheses(expr)) {
        Expr::LiteralString(name) | Expr::QualifiedName(name) => {
            Some(canonical(name.trim_start_matches('@')))
        }
        _ => None,
    }
}
