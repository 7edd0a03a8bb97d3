//! Assist `add_parameter_type`.

use puppet_inference::type_at;
use puppet_semantic::NameResolver;
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode as _, Attribute, Definition, Param};
use puppet_types::{Range, Type, common_type, generalize};

use crate::assist_context::AssistContext;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::defs::definition::declarations;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::{NameRefKind, name_of};
use puppet_ide_db::search::occurrences;
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::mentions;
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_ide_db::workspace_files::puppet_files;

/// Adds a type to a parameter, inferred from its default.
///
/// ```puppet
/// class a($$0size = 1) { }
/// ```
///
/// becomes
///
/// ```puppet
/// class a(Integer $size = 1) { }
/// ```
pub fn add_parameter_type(site: &AssistContext<'_>) -> Option<CodeAction> {
    let parameter: Param = site.node()?;
    let name = parameter.name_token()?;
    if parameter.ty().is_some() || !name.text_range().contains_range(site.selection) {
        return None;
    }
    let captures_rest = parameter
        .syntax()
        .children_with_tokens()
        .any(|it| it.kind() == SyntaxKind::STAR);
    // Of what functions and lambdas are given nothing is known here.
    let holder = parameter.syntax().ancestors().find_map(Definition::cast);
    let is_attribute = matches!(
        holder,
        Some(Definition::ClassDef(_) | Definition::DefineDef(_))
    );
    if captures_rest || !is_attribute || is_of_lambda(&parameter) {
        return None;
    }
    let ty = inferred(site, &parameter)?.to_string();
    site.action(
        format!("Add type `{ty}`"),
        ActionKind::Rewrite,
        vec![TextEdit::insert(
            name.text_range().start(),
            format!("{ty} "),
        )],
    )
}

fn is_of_lambda(parameter: &Param) -> bool {
    let mut around = parameter.syntax().ancestors();
    around.any(|it| it.kind() == SyntaxKind::LAMBDA)
}

/// The type of all values that are known; nothing as soon as one is not.
fn inferred(site: &AssistContext<'_>, parameter: &Param) -> Option<Type> {
    let (context, file) = (site.context, site.context.file);
    let names = NameResolver::new(context.db, owner(context.db, file)?.environment, file);
    let mut types = Vec::new();
    if let Some(default) = parameter.default_value() {
        types.push(type_at(context.db, file, trimmed_range(default.syntax()))?);
    }
    types.extend(given(site, parameter)?);
    if types.contains(&Type::Unknown) {
        return None;
    }
    let takes_undef = types.contains(&Type::Undef);
    let all = types.into_iter().filter(|ty| *ty != Type::Undef);
    let ty = all
        .map(|ty| open(&names, &generalize(&names, &ty)))
        .reduce(|a, b| common_type(&names, &a, &b))?;
    if matches!(ty, Type::Any | Type::Unknown) {
        return None;
    }
    Some(if takes_undef { Type::optional(ty) } else { ty })
}

/// Lists and hashes of any size: a default value is only an example.
fn open(names: &NameResolver<'_>, ty: &Type) -> Type {
    let common = |types: &mut dyn Iterator<Item = Type>| {
        let types = types.map(|ty| open(names, &ty));
        types
            .reduce(|a, b| common_type(names, &a, &b))
            .unwrap_or(Type::Any)
    };
    match ty {
        Type::Tuple(tuple) => {
            let element = common(&mut tuple.types.iter().cloned());
            Type::array_of(element, Range::UNBOUNDED)
        }
        Type::Array(array) if array.element == Type::Unit => Type::array(),
        Type::Hash(hash) if hash.is_empty_hash() => Type::hash(),
        Type::Struct(fields) => {
            let value = common(&mut fields.elements.iter().map(|it| it.value.clone()));
            Type::hash_of(Type::String(None), value, Range::UNBOUNDED)
        }
        ty => ty.clone(),
    }
}

/// The types of what resources and classes give to the parameter.
fn given(site: &AssistContext<'_>, parameter: &Param) -> Option<Vec<Type>> {
    let context = site.context;
    let at = name_of(&parameter.name_token()?)?;
    let NameRefKind::Variable(name) = &at.name else {
        return None;
    };
    let wanted = declarations(&resolve::find(site.context, &at));
    let mut types = Vec::new();
    for file in puppet_files(*context) {
        if !mentions(file.text(context.db), name) {
            continue;
        }
        for usage in occurrences(context.file_context(file), name, &wanted) {
            let attribute = usage
                .token
                .parent()
                .and_then(|it| it.parent())
                .and_then(Attribute::cast);
            let value = attribute.and_then(|it| it.value());
            if let Some(value) = value {
                types.push(type_at(context.db, file, trimmed_range(value.syntax()))?);
            }
        }
    }
    Some(types)
}
