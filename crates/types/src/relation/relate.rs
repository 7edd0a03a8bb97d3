//! Shared parts of all relations: the context, bounds on work, and doubts.

use std::{
    cell::{Cell, RefCell},
    sync::Arc,
};

use puppet_scalars::{Regexp, Undecidable};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::{
    builtin,
    context::{AliasDefinition, Named, TypeContext},
    recursion_guard::Guard,
    relation::proofs::Proofs,
    ty::{ObjectType, StructElement, StructKey, Type},
};

/// How deep relations may nest; beyond, the answer is [`Doubt::TooDeep`].
const MAX_DEPTH: u32 = 200;
/// How many aliases may stand for each other in a row; beyond, the answer is [`Doubt::TooDeep`].
const MAX_ALIASES: u32 = 50;
/// How many types one query describes part by part; beyond, each type is described as a whole.
const MAX_DESCRIBED: u32 = 2_000;
/// How many steps one query may take; beyond, the answer is [`Doubt::TooDeep`].
const MAX_STEPS: u32 = 400_000;

/// Why an answer is not certain. It is then the lenient one: assignable, an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Doubt {
    /// Something unknown took part: [`Type::Unknown`], an undefined alias, a regular expression that cannot
    /// be decided.
    Unknown,
    /// The types are nested too deeply, or the comparison takes too long. Puppet's own stack may overflow here.
    TooDeep,
    /// Puppet raises an error: see [`Relate::complaint`].
    Refused,
    /// Puppet itself breaks on this query.
    PuppetBreaks,
}

/// Answers queries about types in one context.
///
/// The functions of the crate ([`assignable`](crate::assignable), [`is_instance`](crate::is_instance), …) make one for
/// each query. Make one yourself to learn about [doubts](Relate::doubt).
pub struct Relate<'c> {
    context: &'c dyn TypeContext,
    /// Whether types are those of values that are given, not types that are compared for themselves.
    pub(super) is_of_values: bool,
    depth: Cell<u32>,
    steps: Cell<u32>,
    described: Cell<u32>,
    doubt: Cell<Option<Doubt>>,
    complaint: RefCell<Option<String>>,
    /// The aliases that were looked up, so that the context looks up each once.
    aliases: RefCell<FxHashMap<SmolStr, Arc<AliasDefinition>>>,
    /// What is decided about aliases, so that nothing is decided twice.
    pub(super) proofs: RefCell<Proofs>,
}

/// An optional guard, as it is handed down.
pub(crate) type MaybeGuard<'g> = Option<&'g mut Guard>;

/// The type that all aliases resolve to; an alias that leads nowhere is unknown.
pub fn resolve_alias(context: &dyn TypeContext, ty: &Type) -> Type {
    Relate::new(context).resolve_alias(ty)
}

impl<'c> Relate<'c> {
    /// Asks in that context.
    pub fn new(context: &'c dyn TypeContext) -> Self {
        Relate {
            context,
            is_of_values: false,
            depth: Cell::new(0),
            steps: Cell::new(0),
            described: Cell::new(0),
            doubt: Cell::new(None),
            complaint: RefCell::new(None),
            aliases: RefCell::default(),
            proofs: RefCell::default(),
        }
    }

    /// Asks whether a type accepts all values of another. Some types accept fewer values than their relation says.
    pub fn value_relation(context: &'c dyn TypeContext) -> Self {
        Relate {
            is_of_values: true,
            ..Relate::new(context)
        }
    }

    /// The context.
    pub fn context(&self) -> &'c dyn TypeContext {
        self.context
    }

    /// The gravest doubt about the answers given so far.
    pub fn doubt(&self) -> Option<Doubt> {
        self.doubt.get()
    }

    /// The text of Puppet's error, if it raises one ([`Doubt::Refused`]).
    pub fn complaint(&self) -> Option<String> {
        self.complaint.borrow().clone()
    }

    /// Notes that Puppet raises an error here, and gives the lenient answer.
    pub(crate) fn record_refusal(&self, text: String) -> bool {
        self.complaint.borrow_mut().get_or_insert(text);
        self.doubtful(Doubt::Refused)
    }

    /// Forgets doubts and counts from 0, for the next query.
    pub fn reset(&self) {
        self.doubt.set(None);
        self.complaint.replace(None);
        self.steps.set(0);
        self.described.set(0);
        self.proofs.take();
    }

    /// Notes a doubt, and gives the lenient answer.
    pub(crate) fn doubtful(&self, doubt: Doubt) -> bool {
        self.doubt.set(self.doubt.get().max(Some(doubt)));
        true
    }

    /// Runs one step of a recursion; too deep or too long, and it is not run.
    pub(crate) fn step<R>(&self, exhausted: R, body: impl FnOnce() -> R) -> R {
        let depth = self.depth.get();
        let steps = self.steps.get();
        if depth >= MAX_DEPTH || steps >= MAX_STEPS {
            self.doubtful(Doubt::TooDeep);
            return exhausted;
        }
        self.depth.set(depth + 1);
        self.steps.set(steps + 1);
        let result = body();
        self.depth.set(depth);
        result
    }

    /// How many steps of a recursion are being run.
    pub(crate) fn depth(&self) -> u32 {
        self.depth.get()
    }

    /// Counts a type that is to be described: were there too many already?
    pub(crate) fn is_described_at_length(&self) -> bool {
        let described = self.described.get() + 1;
        self.described.set(described);
        described > MAX_DESCRIBED
    }

    /// How many steps the query has taken.
    pub fn steps(&self) -> u32 {
        self.steps.get()
    }

    /// The definition of an alias.
    pub(crate) fn alias(&self, name: &str) -> Option<Arc<AliasDefinition>> {
        if let Some(alias) = self.aliases.borrow().get(name) {
            return Some(Arc::clone(alias));
        }
        if let Some(alias) = builtin::alias(name) {
            return Some(alias);
        }
        match self.context.lookup(name) {
            Named::Alias(alias) => {
                let name = SmolStr::new(name);
                self.aliases.borrow_mut().insert(name, Arc::clone(&alias));
                Some(alias)
            }
            _ => {
                self.doubtful(Doubt::Unknown);
                None
            }
        }
    }

    /// The type that all aliases resolve to; an alias that leads nowhere is unknown (PTypeAliasType#resolved_type, repeatedly).
    pub fn resolve_alias(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        for _ in 0..MAX_ALIASES {
            let Type::Alias(name) = &ty else { return ty };
            match self.alias(name) {
                Some(alias) => ty = alias.resolved.clone(),
                None => return Type::Unknown,
            }
        }
        self.doubtful(Doubt::TooDeep);
        Type::Unknown
    }

    /// The full definition of an object type that may be known by its name only.
    pub(crate) fn object(&self, object: &Arc<ObjectType>) -> Arc<ObjectType> {
        let Some(name) = object.name.as_deref() else {
            return Arc::clone(object);
        };
        if !object.is_reference() {
            return Arc::clone(object);
        }
        match builtin::lookup(name).unwrap_or_else(|| self.context.lookup(name)) {
            Named::Object(definition) => definition,
            _ => Arc::clone(object),
        }
    }

    /// The name of the key of a struct element.
    pub(crate) fn key_name<'e>(&self, element: &'e StructElement) -> &'e SmolStr {
        if element.key == StructKey::Enum {
            self.doubtful(Doubt::PuppetBreaks);
        }
        &element.name
    }

    /// Does the regular expression match somewhere in the text?
    pub(crate) fn matches(&self, regexp: &Regexp, text: &str) -> bool {
        match regexp.is_match(text) {
            Ok(matched) => matched,
            Err(Undecidable) => self.doubtful(Doubt::Unknown),
        }
    }
}

/// Lends the guard, or a fresh one if there is none yet (`guard ||= RecursionGuard.new`).
pub(crate) fn with_guard<R>(guard: MaybeGuard<'_>, body: impl FnOnce(&mut Guard) -> R) -> R {
    match guard {
        Some(guard) => body(guard),
        None => body(&mut Guard::default()),
    }
}
