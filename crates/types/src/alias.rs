//! Definitions of type aliases: simplification and recursion (PTypeAliasType#resolve).

pub mod local_aliases;

use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::builtin;
use crate::context::{AliasDefinition, Named, TypeContext};
use crate::reader::TypeReadError;
use crate::recursion_guard::{Guard, IN_THIS, Key};
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
) -> Result<AliasDefinition, TypeReadError> {
    let resolved = Relate::new(context).normalize(&right_side);
    let alias = AliasDefinition {
        name,
        resolved,
        self_recursive: true,
    };
    match leads_to_real_type(context, &Type::alias(alias.name.clone()), &alias) {
        Some(true) => try_refine(context, &alias).ok_or(TypeReadError::Undecidable),
        Some(false) => Err(not_real(&alias.name)),
        None => Err(TypeReadError::Undecidable),
    }
}

/// The definition of an alias that nothing leads back to, whose right side names only aliases that were resolved.
pub fn acyclic_alias_definition(
    context: &dyn TypeContext,
    name: SmolStr,
    right_side: &Type,
) -> Result<AliasDefinition, TypeReadError> {
    let resolved = Relate::new(context).normalize(right_side);
    match has_member(&resolved) {
        true => Ok(AliasDefinition {
            name,
            resolved,
            self_recursive: false,
        }),
        false => Err(not_real(&name)),
    }
}

/// Whether a type is more than `Variant`s without members.
fn has_member(ty: &Type) -> bool {
    match ty {
        Type::Variant(variant) => variant.types.iter().any(has_member),
        _ => true,
    }
}

fn not_real(name: &str) -> TypeReadError {
    TypeReadError::Refused(format!(
        "Type alias '{name}' cannot be resolved to a real type"
    ))
}

/// What a context answers for an alias that is being resolved.
pub fn unresolved(name: SmolStr) -> AliasDefinition {
    AliasDefinition {
        name,
        resolved: Type::reference(builtin::UNRESOLVED_REFERENCE),
        self_recursive: true,
    }
}

/// The definition with what is known by now: members of its `Variant` that lead only back to it are dropped. It stays as
/// it is if that takes too long to decide.
pub fn refine(context: &dyn TypeContext, alias: &AliasDefinition) -> AliasDefinition {
    try_refine(context, alias).unwrap_or_else(|| alias.clone())
}

/// See [`refine`]; none if that takes too long to decide.
fn try_refine(context: &dyn TypeContext, alias: &AliasDefinition) -> Option<AliasDefinition> {
    let mut alias = AliasDefinition {
        self_recursive: true,
        ..alias.clone()
    };
    alias.self_recursive = is_recursive(context, &alias)?;
    if !alias.self_recursive {
        return Some(alias);
    }
    if let Type::Variant(variant) = &alias.resolved {
        let itself = Type::alias(alias.name.clone());
        let mut real = Vec::new();
        for ty in &variant.types {
            if *ty != itself && leads_to_real_type(context, ty, &alias)? {
                real.push(ty.clone());
            }
        }
        if real.len() != variant.types.len() {
            alias.resolved = Type::variant_of(real);
            alias.self_recursive = is_recursive(context, &alias)?;
        }
    }
    Some(alias)
}

/// None if it takes too long to decide.
fn leads_to_real_type(
    context: &dyn TypeContext,
    ty: &Type,
    known: &AliasDefinition,
) -> Option<bool> {
    AliasWalk::new(context, known, Goal::RealType).decide(ty)
}

/// Does the walk through the definition come back to the alias? None if it takes too long to decide.
fn is_recursive(context: &dyn TypeContext, known: &AliasDefinition) -> Option<bool> {
    let itself = Type::alias(known.name.clone());
    let mut times = 0;
    visit(context, &itself, Some(known), &mut |ty| {
        times += usize::from(*ty == itself);
        times < 2
    });
    if times < 2 {
        return Some(false);
    }
    AliasWalk::new(context, known, Goal::Itself).decide(&itself)
}

/// What a walk looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// A type that is neither an alias nor a `Variant`.
    RealType,
    /// The alias itself, as the first that comes back.
    Itself,
}

/// A walk as Puppet does it (`accept`), with its guard: once something has come back, aliases that may be recursive are
/// not entered any more until the guard is left again.
struct AliasWalk<'a> {
    context: &'a dyn TypeContext,
    known: &'a AliasDefinition,
    goal: Goal,
    guard: Guard,
    /// The aliases in which nothing was found, by the guard with which they were entered, and the guard after that.
    searched: FxHashMap<(SmolStr, Guard), Guard>,
    visits: usize,
    is_cut: bool,
}

impl<'a> AliasWalk<'a> {
    fn new(context: &'a dyn TypeContext, known: &'a AliasDefinition, goal: Goal) -> Self {
        AliasWalk {
            context,
            known,
            goal,
            guard: Guard::default(),
            searched: FxHashMap::default(),
            visits: 0,
            is_cut: false,
        }
    }

    fn decide(mut self, ty: &Type) -> Option<bool> {
        let found = self.finds(ty, 0);
        (found || !self.is_cut).then_some(found)
    }

    fn finds(&mut self, ty: &Type, depth: usize) -> bool {
        self.visits += 1;
        if depth > MAX_DEPTH || self.visits > MAX_VISITS {
            self.is_cut = true;
            return false;
        }
        if let Type::Alias(name) = ty {
            return self.finds_in_alias(name, depth);
        }
        if self.goal == Goal::RealType && !matches!(ty, Type::Variant(_)) {
            return true;
        }
        let mut open = Vec::new();
        match ty {
            Type::Object(Some(object)) if !object.is_reference() => object_parts(object, &mut open),
            _ => parts(ty, &mut |part| open.push(part.clone())),
        }
        open.iter().any(|part| self.finds(part, depth + 1))
    }

    fn finds_in_alias(&mut self, name: &str, depth: usize) -> bool {
        let alias = if *name == self.known.name {
            Some(self.known.clone())
        } else {
            definition(self.context, name)
        };
        let Some(alias) = alias else { return false };
        let key = (alias.name.clone(), self.guard.clone());
        if let Some(after) = self.searched.get(&key) {
            self.guard.clone_from(after);
            return false;
        }
        let found = self.finds_in_definition(&alias, depth);
        self.searched.insert(key, self.guard.clone());
        found
    }

    fn finds_in_definition(&mut self, alias: &AliasDefinition, depth: usize) -> bool {
        if !alias.self_recursive {
            return self.finds(&alias.resolved, depth + 1);
        }
        let key = Key::Name(alias.name.clone());
        if self.goal == Goal::Itself
            && alias.name == self.known.name
            && self.guard.is_first_to_come_back(&key)
        {
            return true;
        }
        let mut guard = std::mem::take(&mut self.guard);
        let found = guard.with_this(&key, |guard, state| {
            state & IN_THIS == 0 && {
                self.guard = std::mem::take(guard);
                let found = self.finds(&alias.resolved, depth + 1);
                *guard = std::mem::take(&mut self.guard);
                found
            }
        });
        self.guard = guard;
        found
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
    open.extend(object.functions.iter().map(|it| it.ty.clone()));
}

/// Calls `body` with each type that is a direct part of this one.
pub(crate) fn parts<'t>(ty: &'t Type, body: &mut dyn FnMut(&'t Type)) {
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
