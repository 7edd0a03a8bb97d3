//! Definitions of type aliases: simplification and recursion (PTypeAliasType#resolve).

use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::builtin;
use crate::context::{AliasDefinition, Named, TypeContext};
use crate::guard::{Guard, IN_THIS, Key};
use crate::reader::ReadError;
use crate::relation::relate::Relate;
use crate::ty::{ObjectType, Type};

/// How deep a definition is walked.
const MAX_DEPTH: usize = 200;
/// How many types are visited to learn what an alias leads to.
const MAX_VISITS: usize = 20_000;

/// Makes the definition of an alias from what its right side was read as.
///
/// The context may have to look up the alias itself while this runs; it must then answer with something that is not yet
/// resolved (see [`unresolved`]). Whether an alias that is part of a cycle refers to itself can only be said once all
/// aliases of the cycle are known: until then call [`refine`] again.
///
/// An alias that resolves only to aliases and `Variant`s is refused.
pub fn alias_definition(
    context: &dyn TypeContext,
    name: SmolStr,
    right_side: Type,
) -> Result<AliasDefinition, ReadError> {
    let resolved = Relate::new(context).normalize(&right_side);
    let alias = AliasDefinition {
        name,
        resolved,
        self_recursive: true,
    };
    if !leads_to_real_type(context, &Type::alias(alias.name.clone()), &alias) {
        let message = format!(
            "Type alias '{}' cannot be resolved to a real type",
            alias.name
        );
        return Err(ReadError::Refused(message));
    }
    Ok(refine(context, &alias))
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
    let mut alias = AliasDefinition {
        self_recursive: true,
        ..alias.clone()
    };
    alias.self_recursive = is_recursive(context, &alias);
    if !alias.self_recursive {
        return alias;
    }
    if let Type::Variant(variant) = &alias.resolved {
        let itself = Type::alias(alias.name.clone());
        let is_real = |ty: &&Type| **ty != itself && leads_to_real_type(context, ty, &alias);
        let real: Vec<Type> = variant.types.iter().filter(is_real).cloned().collect();
        if real.len() != variant.types.len() {
            alias.resolved = Type::variant_of(real);
            alias.self_recursive = is_recursive(context, &alias);
        }
    }
    alias
}

fn leads_to_real_type(context: &dyn TypeContext, ty: &Type, known: &AliasDefinition) -> bool {
    let mut found = false;
    let mut walk = Walk {
        context,
        known,
        guard: Guard::default(),
        visits: 0,
    };
    walk.accept(
        ty,
        &mut |ty| found |= !matches!(ty, Type::Alias(_) | Type::Variant(_)),
        0,
    );
    found
}

/// Does the walk through the definition come back to the alias?
fn is_recursive(context: &dyn TypeContext, known: &AliasDefinition) -> bool {
    let mut walk = Walk {
        context,
        known,
        guard: Guard::default(),
        visits: 0,
    };
    walk.accept(&Type::alias(known.name.clone()), &mut |_| {}, 0);
    walk.guard.is_recursive(&Key::Name(known.name.clone()))
}

/// A walk as Puppet does it (`accept`), with its guard: once something has come back, aliases that may be recursive are
/// not entered any more until the guard is left again.
struct Walk<'a> {
    context: &'a dyn TypeContext,
    known: &'a AliasDefinition,
    guard: Guard,
    visits: usize,
}

impl Walk<'_> {
    fn accept(&mut self, ty: &Type, visitor: &mut dyn FnMut(&Type), depth: usize) {
        self.visits += 1;
        if depth > MAX_DEPTH || self.visits > MAX_VISITS {
            return;
        }
        let Type::Alias(name) = ty else {
            visitor(ty);
            let mut open = Vec::new();
            match ty {
                Type::Object(Some(object)) if !object.is_reference() => {
                    object_parts(object, &mut open)
                }
                _ => parts(ty, &mut |part| open.push(part.clone())),
            }
            open.iter()
                .for_each(|part| self.accept(part, visitor, depth + 1));
            return;
        };
        let alias = if **name == self.known.name {
            Some(self.known.clone())
        } else {
            definition(self.context, name)
        };
        match alias {
            None => visitor(ty),
            Some(alias) if !alias.self_recursive => {
                visitor(ty);
                self.accept(&alias.resolved, visitor, depth + 1);
            }
            Some(alias) => {
                let mut guard = std::mem::take(&mut self.guard);
                guard.with_this(&Key::Name(alias.name.clone()), |guard, state| {
                    if state & IN_THIS == 0 {
                        visitor(ty);
                        self.guard = std::mem::take(guard);
                        self.accept(&alias.resolved, visitor, depth + 1);
                        *guard = std::mem::take(&mut self.guard);
                    }
                });
                self.guard = guard;
            }
        }
    }
}

fn definition(context: &dyn TypeContext, name: &str) -> Option<AliasDefinition> {
    if let Some(alias) = builtin::alias(name) {
        return Some((*alias).clone());
    }
    match context.lookup(name) {
        Named::Alias(alias) => Some((*alias).clone()),
        _ => None,
    }
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
                    None => definition(context, name).map(|alias| alias.resolved),
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
    object_parts(&Relate::new(context).object(object), open);
}

fn object_parts(object: &ObjectType, open: &mut Vec<Type>) {
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
