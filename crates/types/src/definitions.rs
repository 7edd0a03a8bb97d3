//! A context of definitions in memory, resolved one by one when they are requested.

use std::{cell::RefCell, sync::Arc};

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::alias::{alias_definition, refine, unresolved};
use crate::context::{AliasDefinition, Named, TypeContext};
use crate::expr::TypeExpr;
use crate::parameterize::object_from_hash;
use crate::reader::{TypeReadError, read_type, read_value};
use crate::relation::relate::Relate;
use crate::ty::{ObjectType, Type};
use crate::value::Value;

/// How many definitions may wait for each other.
const MAX_DEPTH: usize = 50;

/// Type definitions by their names, as they are written. Later definitions of the same name are ignored.
#[derive(Debug, Clone, Default)]
pub struct Definitions {
    entries: FxHashMap<String, RefCell<DefinitionEntry>>,
    resolving: RefCell<Vec<String>>,
}

#[derive(Debug, Clone)]
struct DefinitionEntry {
    name: SmolStr,
    right_side: TypeExpr,
    state: DefinitionState,
}

#[derive(Debug, Clone)]
enum DefinitionState {
    New,
    Resolving,
    Done(Named),
}

impl Definitions {
    /// No definitions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds `type name = right_side`.
    pub fn add(&mut self, name: impl Into<SmolStr>, right_side: TypeExpr) {
        let name = name.into();
        let entry = DefinitionEntry {
            name: name.clone(),
            right_side,
            state: DefinitionState::New,
        };
        self.entries
            .entry(name.to_lowercase())
            .or_insert_with(|| RefCell::new(entry));
    }

    fn resolve(&self, key: &str, name: SmolStr, right_side: &TypeExpr) -> Named {
        if let Some(object) = object_definition(self, &name, right_side) {
            return object;
        }
        let alias = read_type(self, right_side)
            .and_then(|right_side| alias_definition(self, name, right_side));
        let alias = match alias {
            Ok(alias) => alias,
            Err(TypeReadError::Refused(message)) => return Named::Invalid(message.into()),
            Err(TypeReadError::PuppetBreaks) => return Named::Invalid("cannot be resolved".into()),
            Err(TypeReadError::Undecidable) => return Named::Unknown,
        };
        let alias = Arc::new(alias);
        if alias.self_recursive {
            self.store(key, Named::Alias(Arc::clone(&alias)));
            self.refine_others(&alias);
        }
        Named::Alias(alias)
    }

    /// What was not known of the aliases of a cycle while the first of them was being resolved.
    fn refine_others(&self, alias: &AliasDefinition) {
        let mut names = Vec::new();
        crate::alias::visit(self, &alias.resolved, None, &mut |ty| {
            if let Type::Alias(name) = ty {
                names.push(name.to_lowercase());
            }
            true
        });
        for key in names {
            let known = self
                .entries
                .get(&key)
                .and_then(|entry| match &entry.borrow().state {
                    DefinitionState::Done(Named::Alias(other)) if !other.self_recursive => {
                        Some(Arc::clone(other))
                    }
                    _ => None,
                });
            if let Some(other) = known {
                self.store(&key, Named::Alias(Arc::new(refine(self, &other))));
            }
        }
    }

    fn store(&self, key: &str, named: Named) {
        if let Some(entry) = self.entries.get(key) {
            entry.borrow_mut().state = DefinitionState::Done(named);
        }
    }
}

/// What `type name = Object[…]` or `type name = {…}` defines: an object type of that name; `None` if it is an alias.
pub fn object_definition(
    context: &dyn TypeContext,
    name: &SmolStr,
    right_side: &TypeExpr,
) -> Option<Named> {
    let relate = Relate::new(context);
    let object = match read_value(context, object_hash(right_side)?) {
        Ok(Value::Hash(entries)) => object_from_hash(&relate, Some(name), &entries),
        Ok(_) => return None,
        Err(TypeReadError::Undecidable) => return Some(Named::Unknown),
        Err(error) => return Some(Named::Invalid(error.to_string().into())),
    };
    Some(match (object, relate.doubt()) {
        (Ok(object), _) => Named::Object(Arc::new(object)),
        (Err(_), Some(_)) => Named::Unknown,
        (Err(message), None) => Named::Invalid(message.into()),
    })
}

/// The hash of `Object[{…}]`, or of `{…}` alone, which means the same.
fn object_hash(right_side: &TypeExpr) -> Option<&TypeExpr> {
    match right_side {
        TypeExpr::Hash(_) => Some(right_side),
        TypeExpr::Access { left, keys, .. } => match (&**left, &keys[..]) {
            (TypeExpr::Name(left), [key @ TypeExpr::Hash(_)]) if left == "Object" => Some(key),
            _ => None,
        },
        _ => None,
    }
}

impl TypeContext for Definitions {
    fn lookup(&self, name: &str) -> Named {
        let key = name.to_lowercase();
        let Some(entry) = self.entries.get(&key) else {
            return Named::Missing;
        };
        let (name, right_side) = {
            let mut entry = entry.borrow_mut();
            match &entry.state {
                DefinitionState::Done(named) => return named.clone(),
                DefinitionState::Resolving if object_hash(&entry.right_side).is_some() => {
                    return Named::Object(Arc::new(ObjectType::from_name(entry.name.clone())));
                }
                DefinitionState::Resolving => {
                    return Named::Alias(Arc::new(unresolved(entry.name.clone())));
                }
                DefinitionState::New if self.resolving.borrow().len() >= MAX_DEPTH => {
                    return Named::Unknown;
                }
                DefinitionState::New => entry.state = DefinitionState::Resolving,
            }
            (entry.name.clone(), entry.right_side.clone())
        };
        self.resolving.borrow_mut().push(key.clone());
        let named = self.resolve(&key, name, &right_side);
        self.resolving.borrow_mut().pop();
        self.store(&key, named.clone());
        named
    }
}
