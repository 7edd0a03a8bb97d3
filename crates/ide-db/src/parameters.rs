//! Parameters of classes, defined types, plans and templates: types, and whether they are required.

use crate::context::FileContext;
use crate::defs::AttributeOwner;
use crate::defs::template;
use puppet_inference::functions::item_signature::signature;
use puppet_inference::template_signature;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::Item;
use puppet_semantic::index::item_tree::ItemKind;
use puppet_semantic::index::item_tree::canonical;
use puppet_semantic::resolve::module_items::resolve;
use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::AstNode as _;
use puppet_syntax::ast::Param;
use puppet_syntax::children_at;
use puppet_text::TextSize;
use puppet_types::Type;

/// The name of a parameter that has no default and does not take `undef`.
pub fn required_name(parameter: Param) -> Option<String> {
    // A class may have hundreds, most of them with a default.
    let mut children = children_at(parameter.syntax().green(), TextSize::new(0));
    if children.any(|it| it.kind == SyntaxKind::EQ) {
        return None;
    }
    let takes_undef = parameter.ty().is_some_and(|ty| {
        let first = ty.syntax().first_token();
        first.is_some_and(|it| matches!(it.text(), "Optional" | "Undef"))
    });
    (!takes_undef).then(|| parameter.name())?
}

/// The type of a parameter of a class, defined type or template.
pub fn attribute_type(context: FileContext<'_>, of: &AttributeOwner, name: &str) -> Option<Type> {
    let (kind, of) = match of {
        AttributeOwner::Class(of) => (ItemKind::Class, of),
        AttributeOwner::Plan(of) => (ItemKind::Plan, of),
        AttributeOwner::ResourceType(of) => (ItemKind::DefinedType, of),
        AttributeOwner::Template(of) => return template_type(context, of, name),
    };
    let db = context.db;
    let environment = owner(db, context.file)?.environment;
    let item = resolve(db, environment, context.file, kind, &canonical(of)).item()?;
    let signature = signature(db, environment, item);
    Some(signature.parameter(name)?.ty.clone())
}

/// The type of a parameter of a template.
pub fn template_type(context: FileContext<'_>, template: &str, name: &str) -> Option<Type> {
    let environment = owner(context.db, context.file)?.environment;
    let template = template::template(context, template)?;
    let signature =
        template_signature(context.db, environment, Item::outside_definitions(template))?;
    Some(signature.parameter(name)?.ty.clone())
}
