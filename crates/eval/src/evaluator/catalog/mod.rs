//! The catalog of one node, as far as it is known.
//!
//! A value that is not known ends nothing here: it is noted where it arises, and what depends on it is not known either.
//! Branches that may be taken are all evaluated, without certainty: an error in them is a doubt and no error.

mod classes;
mod finish;
mod partial;
mod relationships;
mod resources;
mod uncertain;

pub use self::partial::PartialCatalog;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;
use puppet_hir::{BodyId, Expr, ExprId};
use puppet_types::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use super::scope::Slot;
use super::{Block, EvalResult, Evaluator, Natives, Trace, Unwind};
use crate::error::Unknown;
use crate::evaluation_result::{Ending, EvaluationError, Place};
use crate::operators::is_true;

/// The attributes of a resource.
pub type Attributes = FxHashMap<SmolStr, Slot>;

/// The name of an attribute that stands for all, where they are not known.
pub(super) const UNKNOWN_ATTRIBUTES: &str = "*";

/// The type and the title of a resource, in the form in which resources are compared.
pub type ResourceKey = (SmolStr, SmolStr);

/// What a compilation gives.
#[derive(Debug, Clone)]
pub struct Compilation {
    /// The error with which it ends, or why it could not continue.
    pub ending: Option<Ending>,
    /// What is not known: without an ending and without doubts, Puppet makes a catalog.
    pub doubts: Vec<CatalogDoubt>,
    /// The names of the classes that are certainly declared.
    pub classes: Vec<SmolStr>,
    /// The resources that are certainly declared, and not virtual.
    pub resources: Vec<ResourceKey>,
}

/// Something that may fail, or add something to the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogDoubt {
    /// Why it is not known.
    pub reason: Unknown,
    /// What it is, in words.
    pub subject: SmolStr,
    /// Where.
    pub place: Option<Place>,
}

/// The state of a catalog that is being compiled.
#[derive(Debug, Clone, Default)]
pub(super) struct Catalog {
    resources: IndexMap<ResourceKey, CatalogResource>,
    /// Whether resources that are not known may have been added.
    is_open: bool,
    /// Whether classes that are not known may have been declared.
    has_any_class: bool,
    doubts: Vec<CatalogDoubt>,
    /// How many branches that may not be taken are around.
    pub(super) uncertain: u32,
    uncertain_classes: FxHashSet<SmolStr>,
    /// The attributes of defined types that have defaults.
    defaults: FxHashMap<SmolStr, FxHashSet<SmolStr>>,
    references: Vec<CatalogReference>,
    /// The classes and defined types whose parameters without value are not known.
    subjects: FxHashSet<SmolStr>,
    collectors: Vec<Collector>,
    /// Whether no parameter is known.
    has_unknown_parameters: bool,
    /// Hashes of the top scope of which only some keys are known.
    partial_hashes: Vec<(SmolStr, Value)>,
}

/// What is observed beside the program's own statements.
#[derive(Debug, Clone)]
pub struct ObservationSubject<'a> {
    /// Classes and defined types that are declared.
    pub definitions: &'a [SmolStr],
    /// A node definition.
    pub node: Option<BodyId>,
    /// Hashes of the top scope, such as `$facts`, of which only some keys are known.
    pub partial_hashes: Vec<(SmolStr, Value)>,
    /// The values of parameters.
    pub parameters: ParameterValues,
    /// Ends the evaluation when another thread sets it.
    pub stop: Option<Arc<AtomicBool>>,
}

/// The values of the parameters of the definitions that are observed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterValues {
    /// What data give, else the defaults, as if all were declared without attributes.
    Declared,
    /// Not known: what is known nevertheless holds however they are declared.
    Unknown,
}

/// What the name of a resource's type means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CatalogResourceKind {
    /// A type in Ruby.
    Native,
    /// A defined type.
    Defined(BodyId),
    /// A class.
    Class,
}

#[derive(Debug, Clone)]
struct CatalogResource {
    kind: CatalogResourceKind,
    title: Slot,
    attributes: Attributes,
    place: Option<Place>,
    caller: Option<Value>,
    is_virtual: bool,
    is_evaluated: bool,
    is_certain: bool,
}

/// A resource that another one, or an arrow, refers to.
#[derive(Debug, Clone)]
struct CatalogReference {
    to: ResourceKey,
    /// It counts only if the collector on the other side of the arrow finds something.
    from: Option<Collector>,
    text: String,
    place: Option<Place>,
}

/// `Type <| query |>`
#[derive(Debug, Clone)]
struct Collector {
    type_name: SmolStr,
    filter: CollectorFilter,
    has_overrides: bool,
    place: Place,
}

/// What a collector looks for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum CollectorFilter {
    /// All resources of its type.
    All,
    /// The resource with a title.
    Title(SmolStr),
    /// That is not known.
    Unknown,
}

impl Evaluator<'_> {
    /// Evaluates as [`PartialCatalog::compile`] does, and a node definition, where other code may declare anything besides. Tells
    /// what the expressions gave.
    pub fn observe(mut self, natives: Natives, subject: ObservationSubject<'_>) -> Trace {
        self.natives = natives;
        self.catalog = Some(Box::new(Catalog {
            subjects: subject.definitions.iter().cloned().collect(),
            is_open: true,
            has_any_class: true,
            has_unknown_parameters: subject.parameters == ParameterValues::Unknown,
            partial_hashes: subject.partial_hashes,
            ..Catalog::default()
        }));
        self.budget.stop_with(subject.stop);
        self.trace = Some(Box::default());
        // What was evaluated before it ends counts.
        let _ = self.evaluate_observed(subject.definitions, subject.node);
        self.trace.take().map(|trace| *trace).unwrap_or_default()
    }

    /// The value at a key of a hash of which only some keys are known; none if it is not one of them.
    pub(super) fn known_element(&self, hash: ExprId, key: ExprId) -> Option<Value> {
        let partial = &self.catalog.as_deref()?.partial_hashes;
        let name = self.body.variable_name(hash)?.trim_start_matches("::");
        let (_, known) = partial.iter().find(|(other, _)| other == name)?;
        match (known, self.body.expr(key)) {
            (Value::Hash(known), Expr::LiteralString(key) | Expr::QualifiedName(key)) => {
                known.get(&Value::String(key.clone())).cloned()
            }
            _ => None,
        }
    }

    fn evaluate_observed(&mut self, subjects: &[SmolStr], node: Option<BodyId>) -> EvalResult<()> {
        self.evaluate_main_manifest()?;
        self.declare_subjects(subjects)?;
        node.map_or(Ok(()), |id| self.evaluate_node(id))?;
        self.evaluate_defined_types()?;
        self.finish_catalog()
    }

    /// Evaluates the program's own statements.
    fn evaluate_main_manifest(&mut self) -> EvalResult<()> {
        match self.evaluate_optional(self.body.root()) {
            Err(Unwind::Unknown(reason)) if reason != Unknown::Limit => {
                self.doubt(reason, "statement", None);
                Ok(())
            }
            result => result.map(drop),
        }
    }

    fn declare_subjects(&mut self, subjects: &[SmolStr]) -> EvalResult<()> {
        subjects.iter().try_for_each(|it| self.declare_subject(it))
    }

    /// Evaluates the body of a node definition.
    fn evaluate_node(&mut self, id: BodyId) -> EvalResult<()> {
        let Some(body) = self.definitions.body(id) else {
            return Err(Unknown::Definition.into());
        };
        let block = Block::definition(body.clone(), id);
        self.evaluate_within(&block, |this| {
            let depth = this.scope.depth();
            this.scope.push_local([]);
            let result = this.evaluate_definition_body(body.root());
            this.scope.truncate(depth);
            result
        })
    }

    /// Whether no parameter is known.
    pub(super) fn has_unknown_parameters(&self) -> bool {
        let is_unknown = |it: &Catalog| it.has_unknown_parameters;
        self.catalog.as_deref().is_some_and(is_unknown)
    }

    /// Whether a catalog is compiled.
    pub fn is_compiling(&self) -> bool {
        self.catalog.is_some()
    }

    /// Notes that something is not known. A value that is not known does no harm by itself.
    pub fn doubt(&mut self, reason: Unknown, subject: &str, place: Option<Place>) {
        let is_value = matches!(
            reason,
            Unknown::Noted | Unknown::Environment | Unknown::Text
        );
        if let Some(catalog) = self.catalog.as_deref_mut()
            && !is_value
        {
            catalog.doubts.push(CatalogDoubt {
                reason,
                subject: subject.into(),
                place,
            });
        }
    }

    /// Notes that resources that are not known may be added at an expression.
    pub fn open_catalog(&mut self, id: ExprId, subject: &str) {
        let place = Some(self.place(id));
        self.doubt(Unknown::Catalog, subject, place);
        if let Some(catalog) = self.catalog.as_deref_mut() {
            catalog.is_open = true;
            catalog.has_any_class |= subject == "class";
        }
    }

    /// A value that may be unknown while a catalog is compiled; else it must be known.
    pub(super) fn settle(&mut self, id: ExprId, result: EvalResult<Value>) -> EvalResult<Slot> {
        match result {
            Err(Unwind::Unknown(reason)) if self.is_compiling() && reason != Unknown::Limit => {
                let place = Some(self.place(id));
                self.doubt(reason, "value", place);
                Ok(Err(match reason {
                    Unknown::Text => Unknown::Text,
                    _ => Unknown::Noted,
                }))
            }
            other => other.map(Ok),
        }
    }

    /// The value of an expression, which may be unknown while a catalog is compiled.
    pub(super) fn operand(&mut self, id: ExprId) -> EvalResult<Slot> {
        let result = self.evaluate(id);
        self.settle(id, result)
    }

    /// The values of two operands. While a catalog is compiled, an error of the second one counts even if the first one is
    /// not known.
    pub(super) fn operands(&mut self, left: ExprId, right: ExprId) -> EvalResult<(Value, Value)> {
        let left = self.operand(left)?;
        let right = self.operand(right)?;
        match (left, right) {
            (Ok(left), Ok(right)) => Ok((left, right)),
            _ => Err(Unknown::Noted.into()),
        }
    }

    /// Whether a value counts as true; a text always does.
    pub(super) fn truth(&mut self, id: ExprId) -> EvalResult<Result<bool, Unknown>> {
        Ok(match self.operand(id)? {
            Ok(value) => Ok(is_true(&value)),
            Err(Unknown::Text) => Ok(true),
            Err(reason) => Err(reason),
        })
    }

    /// The module of the code that is evaluated now.
    fn current_module(&self) -> Option<Value> {
        self.scope
            .get("module_name")
            .and_then(|slot| slot.clone().ok())
    }

    /// An error of the whole compilation, at a place.
    fn raised_at(&self, message: String, place: Option<Place>) -> Unwind {
        Unwind::Error(Box::new(EvaluationError {
            issue: None,
            message,
            place,
        }))
    }
}
