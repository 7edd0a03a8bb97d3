//! The class or defined type whose parameters the attributes of a resource are.

use puppet_eval::METAPARAMETERS;
use puppet_hir::model::{DefinitionKind, Expr, ExprId, ResourceBody};
use puppet_text::capitalized;
use puppet_types::Value;
use puppet_types::inferred::Inferred;
use smol_str::SmolStr;

use crate::body_context::Context;
use crate::catalog::overrides::may_be_collected;
use crate::functions::item_signature::{ItemSignature, ParameterSignature, signature};
use puppet_semantic::hiera::lookup::class_data;
use puppet_semantic::index::file_origin::{Role, owner};
use puppet_semantic::index::item_tree::{Item, ItemKind, canonical};
use puppet_semantic::resolve::module_items::resolve;

/// Whether every resource takes an attribute (`Puppet::Type.metaparam?`), or every definition has it without declaring it.
pub fn is_metaparameter(name: &str) -> bool {
    METAPARAMETERS.contains(&name) || matches!(name, "stage" | "title")
}

/// The class or defined type that a resource body is for.
pub struct ArgumentTarget<'a> {
    /// Its definition.
    pub item: Item,
    /// Which of both it is.
    pub kind: ItemKind,
    /// The name, in lower case.
    pub name: SmolStr,
    /// The title of the resource, if it is known.
    title: Option<SmolStr>,
    /// As messages call it: `Class[Ntp]`.
    pub label: String,
    /// Its parameters.
    pub signature: &'a ItemSignature,
}

/// The class or defined type that the body of a resource expression is for.
pub fn target<'a>(
    context: &Context<'a>,
    type_name: ExprId,
    body: &ResourceBody,
) -> Option<ArgumentTarget<'a>> {
    let Expr::QualifiedName(type_name) = context.body.expr(type_name) else {
        return None;
    };
    let title = match body.title.map(|title| context.inference.result(title)) {
        Some(Inferred::Value(Value::String(title))) => Some(title.as_str()),
        _ => None,
    };
    target_named(context, canonical(type_name), title)
}

/// The class or defined type that resources of a type (in lower case) with a title are of.
pub fn target_named<'a>(
    context: &Context<'a>,
    type_name: SmolStr,
    title: Option<&str>,
) -> Option<ArgumentTarget<'a>> {
    let (kind, name) = match (&*type_name, title) {
        ("class", Some(title)) => (ItemKind::Class, canonical(title)),
        ("class", None) => return None,
        _ => (ItemKind::DefinedType, type_name.clone()),
    };
    let item = resolve(
        context.db,
        context.environment(),
        context.item.file,
        kind,
        &name,
    )
    .item()?;
    let label = match (kind, title) {
        (ItemKind::Class, _) => format!("Class[{}]", capitalized(&name)),
        (_, Some(title)) => format!("{}[{title}]", capitalized(&name)),
        (_, None) => capitalized(&name).to_string(),
    };
    let signature = signature(context.db, context.environment(), item);
    Some(ArgumentTarget {
        item,
        kind,
        name,
        title: title.map(SmolStr::from),
        label,
        signature,
    })
}

impl ArgumentTarget<'_> {
    /// Whether Hiera certainly has a value for a parameter that is not given.
    pub fn is_in_hiera(&self, context: &Context<'_>, parameter: &ParameterSignature) -> bool {
        let (db, environment) = (context.db, context.environment());
        self.kind == ItemKind::Class
            && class_data(db, environment, self.name.clone()).gives(&parameter.name)
    }

    /// Whether a collector may put another value in the place of one that is given; none collects classes.
    pub fn may_be_collected(&self, context: &Context<'_>, parameter: &str) -> bool {
        let place = (context.environment(), context.item.file);
        let titles = self.title.as_slice();
        self.kind == ItemKind::DefinedType
            && may_be_collected(context.db, place, &self.name, titles, parameter)
    }

    /// Whether a parameter that is not given has a value: its default, or one that Hiera may have.
    pub fn has_other_value(&self, context: &Context<'_>, parameter: &ParameterSignature) -> bool {
        parameter.has_default
            || (self.kind == ItemKind::Class
                && may_be_in_hiera(context, &self.name, &parameter.name))
    }
}

/// The data of a server's global layer is not here. A user who has an environment without `hiera.yaml` and gives
/// parameters in its manifests is taken not to have any; for code of modules it is not known.
pub fn may_be_in_hiera(context: &Context<'_>, class: &str, parameter: &str) -> bool {
    let data = class_data(context.db, context.environment(), class.into());
    if data.gives(parameter) {
        return true;
    }
    let is_site = owner(context.db, context.item.file)
        .is_some_and(|owner| owner.role == Role::Site)
        && matches!(
            context.body.definition().kind(),
            DefinitionKind::File | DefinitionKind::Node
        );
    data.is_open && !(is_site && data.is_open_only_globally)
}
