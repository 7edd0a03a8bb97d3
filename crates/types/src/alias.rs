//! Definitions of type aliases: simplification and recursion (PTypeAliasType#resolve).

use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::{
    builtin,
    context::{AliasDefinition, Named, TypeContext},
    relate::Relate,
    ty::{ObjectType, Type},
};

/// How many types are visited to learn what an alias leads to.
const MAX_VISITS: usize = 20_000;

/// Makes the definition of an alias from what its right side was read as.
///
/// The context may be asked for the alias itself while this runs; it must then answer with something that is not yet
/// resolved (see [`unresolved`]). Whether an alias that is part of a cycle refers to itself can only be said once all
/// aliases of the cycle are known: until then ask again with [`refine`].
pub fn alias_definition(
    context: &dyn TypeContext,
    name: SmolStr,
    right_side: Type,
) -> AliasDefinition {
    let resolved = Relate::new(context).normalize(&right_side);
    refine(
        context,
        &AliasDefinition {
            name,
            resolved,
            self_recursive: false,
        },
    )
}

/// What a context answers for an alias that is being resolved.
pub fn unresolved(name: SmolStr) -> AliasDefinition {
    AliasDefinition {
        name,
        resolved: Type::reference(builtin::UNRESOLVED_REFERENCE),
        self_recursive: true,
    }
}

/// The definition with what is known by now: members of its `Variant` that lead only back to it are dropped.
pub fn refine(context: &dyn TypeContext, alias: &AliasDefinition) -> AliasDefinition {
    let mut alias = alias.clone();
    alias.self_recursive = reaches(context, &alias.resolved, &alias.name);
    if !alias.self_recursive {
        return alias;
    }
    if let Type::Variant(variant) = &alias.resolved {
        let itself = Type::alias(alias.name.clone());
        let is_real = |ty: &&Type| **ty != itself && leads_to_real_type(context, ty, Some(&alias));
        let real: Vec<Type> = variant.types.iter().filter(is_real).cloned().collect();
        if real.len() != variant.types.len() && !real.is_empty() {
            alias.resolved = Type::variant_of(real);
            alias.self_recursive = reaches(context, &alias.resolved, &alias.name);
        }
    }
    alias
}

/// Is there any type behind the alias that is neither an alias nor a `Variant`? If not, Puppet refuses the definition:
/// `Type alias 'X' cannot be resolved to a real type`.
pub fn is_well_founded(context: &dyn TypeContext, alias: &AliasDefinition) -> bool {
    leads_to_real_type(context, &alias.resolved, Some(alias))
}

fn leads_to_real_type(
    context: &dyn TypeContext,
    ty: &Type,
    known: Option<&AliasDefinition>,
) -> bool {
    let mut found = false;
    visit(context, ty, known, &mut |ty| {
        found |= !matches!(ty, Type::Alias(_) | Type::Variant(_));
        !found
    });
    found
}

fn reaches(context: &dyn TypeContext, ty: &Type, name: &SmolStr) -> bool {
    let mut found = false;
    visit(context, ty, None, &mut |ty| {
        found |= matches!(ty, Type::Alias(other) if **other == *name);
        !found
    });
    found
}

/// Visits a type, all its parts, and what the aliases and object types in it stand for, each once, until `keep_going`
/// says no.
pub(crate) fn visit(
    context: &dyn TypeContext,
    ty: &Type,
    known: Option<&AliasDefinition>,
    keep_going: &mut dyn FnMut(&Type) -> bool,
) {
    let mut open = vec![ty.clone()];
    let mut seen: FxHashSet<SmolStr> = FxHashSet::default();
    for _ in 0..MAX_VISITS {
        let Some(ty) = open.pop() else { return };
        if !keep_going(&ty) {
            return;
        }
        match &ty {
            Type::Alias(name) if seen.insert(SmolStr::clone(name)) => {
                let resolved = match known.filter(|alias| alias.name == **name) {
                    Some(alias) => Some(alias.resolved.clone()),
                    None => resolve(context, name),
                };
                open.extend(resolved);
            }
            Type::Object(Some(object)) => visit_object(context, object, &mut seen, &mut open),
            _ => {
                let before = open.len();
                parts(&ty, &mut |part| open.push(part.clone()));
                if let Some(added) = open.get_mut(before..) {
                    added.reverse();
                }
            }
        }
    }
}

fn resolve(context: &dyn TypeContext, name: &str) -> Option<Type> {
    if let Some(alias) = builtin::alias(name) {
        return Some(alias.resolved.clone());
    }
    match context.lookup(name) {
        Named::Alias(alias) => Some(alias.resolved.clone()),
        _ => None,
    }
}

fn visit_object(
    context: &dyn TypeContext,
    object: &std::sync::Arc<ObjectType>,
    seen: &mut FxHashSet<SmolStr>,
    open: &mut Vec<Type>,
) {
    if object
        .name
        .as_ref()
        .is_some_and(|name| !seen.insert(name.clone()))
    {
        return;
    }
    let object = Relate::new(context).object(object);
    open.extend(object.parent.clone());
    open.extend(
        object
            .type_parameters
            .iter()
            .chain(&object.attributes)
            .map(|attribute| attribute.ty.clone()),
    );
    open.extend(object.functions.iter().map(|(_, ty)| ty.clone()));
}

/// Calls `body` with each type that is a direct part of this one.
pub(crate) fn parts(ty: &Type, body: &mut dyn FnMut(&Type)) {
    match ty {
        Type::Array(array) => body(&array.element),
        Type::Hash(hash) => {
            body(&hash.key);
            body(&hash.value);
        }
        Type::Tuple(tuple) => tuple.types.iter().for_each(body),
        Type::Struct(structure) => structure
            .elements
            .iter()
            .for_each(|element| body(&element.value)),
        Type::Variant(variant) => variant.types.iter().for_each(body),
        Type::Callable(Some(callable)) => {
            callable
                .params
                .iter()
                .flat_map(|params| &params.types)
                .for_each(&mut *body);
            callable
                .block
                .iter()
                .chain(&callable.returns)
                .for_each(body);
        }
        Type::Init(Some(init)) => body(&init.ty),
        _ => ty.contained().into_iter().for_each(body),
    }
}
