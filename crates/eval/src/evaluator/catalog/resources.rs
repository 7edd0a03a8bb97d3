//! Declaring resources, and evaluating defined types.

use puppet_hir::canonical;
use puppet_hir::model::{DefinitionKind, Operation, ResourceBody, ResourceForm};
use puppet_hir::{BodyId, ExprId};
use puppet_text::capitalized;
use puppet_types::{Named, Type, Value};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use super::super::scope::Slot;
use super::super::{Block, EvalResult, Evaluator, JumpKind, Unwind};
use super::{Attributes, CatalogResource, CatalogResourceKind, ResourceKey};
use crate::error::Unknown;
use crate::evaluation_result::Place;

/// How often Puppet looks for defined types that were declared meanwhile (`Compiler#evaluate_generators`).
const MAX_ROUNDS: usize = 1_000;

/// The titles of a resource body.
enum Titles {
    /// These.
    Known(Vec<SmolStr>),
    /// The attributes are defaults for the other bodies.
    Default,
    /// They are not known.
    Unknown,
}

impl Evaluator<'_> {
    /// A resource expression: its titles and attributes are evaluated first, as Puppet does.
    pub(in crate::evaluator) fn declare_resources(
        &mut self,
        id: ExprId,
        form: ResourceForm,
        type_name: ExprId,
        bodies: &[ResourceBody],
    ) -> EvalResult<Value> {
        let type_name = match self.operand(type_name)? {
            Ok(Value::String(name)) => Some(SmolStr::new(name)),
            Ok(Value::Type(Type::Resource(resource))) => resource.name.clone(),
            Ok(Value::Type(Type::Class(None))) => Some("class".into()),
            _ => None,
        };
        let mut evaluated = Vec::with_capacity(bodies.len());
        let mut defaults = Attributes::default();
        for body in bodies {
            let titles = self.resource_titles(id, body)?;
            let attributes = self.attributes(id, &body.operations)?;
            if let Titles::Default = titles {
                defaults = attributes;
                continue;
            }
            let places = self.places_of_references(&body.operations);
            evaluated.push((titles, attributes, places, body.title.unwrap_or(id)));
        }
        let mut references = Vec::new();
        for (titles, attributes, places, at) in evaluated {
            let Some(type_name) = &type_name else {
                self.open_catalog(id, "resource");
                continue;
            };
            let place = self.here(if bodies.len() > 1 { at } else { id });
            let mut all = defaults.clone();
            all.extend(attributes);
            let titles = match titles {
                Titles::Known(titles) => titles,
                Titles::Default | Titles::Unknown => {
                    self.declare_unknown(type_name, all, place)?;
                    continue;
                }
            };
            for title in titles {
                let attributes = all.clone();
                let is_virtual = form != ResourceForm::Regular;
                self.note_references(&attributes, is_virtual, place, &places);
                self.declare(type_name, &title, attributes, is_virtual, place)?;
                references.push(reference(type_name, &title));
            }
        }
        Ok(Value::from(references))
    }

    /// The titles of a body.
    fn resource_titles(&mut self, id: ExprId, body: &ResourceBody) -> EvalResult<Titles> {
        let Some(title) = body.title else {
            return Ok(Titles::Unknown);
        };
        match self.titles(id, title, &mut FxHashSet::default()) {
            Err(Unwind::Unknown(reason)) if reason != Unknown::Limit => {
                let place = self.here(title);
                self.doubt(reason, "title", place);
                Ok(Titles::Unknown)
            }
            Err(stop) => Err(stop),
            Ok(titles) if titles.as_slice() == [Value::Default] => Ok(Titles::Default),
            Ok(titles) => {
                let text = |value: &Value| value.as_str().map(SmolStr::new);
                Ok(Titles::Known(titles.iter().filter_map(text).collect()))
            }
        }
    }

    /// Declares a class, unless it is declared, or a resource of a defined type.
    pub(super) fn declare_subject(&mut self, name: &SmolStr) -> EvalResult<()> {
        match self.definitions.find_class(name) {
            Ok(Some((DefinitionKind::Class, _))) => self.declare_class(name),
            Ok(Some(_)) => self.declare_unknown(name, Attributes::default(), None),
            Ok(None) => Ok(()),
            Err(reason) => {
                self.doubt(reason, name, None);
                Ok(())
            }
        }
    }

    /// Whether a parameter of the definition that is evaluated now is not known if it has no value.
    pub(in crate::evaluator) fn is_subject(&self) -> bool {
        let name = self.body.name().map(|name| name.to_lowercase());
        let catalog = self.catalog.as_deref();
        catalog
            .zip(name)
            .is_some_and(|(catalog, name)| catalog.subjects.contains(name.as_str()))
    }

    /// Adds a resource whose title is not known.
    fn declare_unknown(
        &mut self,
        type_name: &str,
        attributes: Attributes,
        place: Option<Place>,
    ) -> EvalResult<()> {
        let name = canonical(type_name);
        if name == "class" {
            self.doubt(Unknown::Catalog, "class", place);
        }
        let Some(catalog) = self.catalog.as_deref_mut() else {
            return Ok(());
        };
        catalog.is_open = true;
        catalog.has_any_class |= name == "class";
        if name == "class" {
            return Ok(());
        }
        // A title that no other resource has.
        let title = format!("\0{}", catalog.resources.len());
        let kind = self.resource_kind(&name, place)?;
        let resource = self.new_resource(kind, Err(Unknown::Text), attributes, place);
        self.add_resource((name, title.into()), resource)
    }

    pub(super) fn new_resource(
        &self,
        kind: CatalogResourceKind,
        title: Slot,
        attributes: Attributes,
        place: Option<Place>,
    ) -> CatalogResource {
        CatalogResource {
            kind,
            title,
            attributes,
            place,
            caller: self.current_module(),
            is_virtual: false,
            is_evaluated: false,
            is_certain: self.is_certain(),
        }
    }

    /// Adds a resource to the catalog; a class is evaluated.
    pub fn declare(
        &mut self,
        type_name: &str,
        title: &str,
        attributes: Attributes,
        is_virtual: bool,
        place: Option<Place>,
    ) -> EvalResult<()> {
        let name = canonical(type_name);
        if name == "class" {
            return self.declare_class_with(title, Some(attributes));
        }
        let kind = self.resource_kind(&name, place)?;
        let resource = CatalogResource {
            is_virtual,
            ..self.new_resource(kind, Ok(Value::from(title)), attributes, place)
        };
        self.add_resource((name, title.into()), resource)
    }

    /// What the name of a resource's type means.
    fn resource_kind(
        &mut self,
        name: &str,
        place: Option<Place>,
    ) -> EvalResult<CatalogResourceKind> {
        if let Some(Named::Resource(_)) = puppet_types::builtin::lookup(name) {
            return Ok(CatalogResourceKind::Native);
        }
        let found = self.definitions.find_class(name);
        self.evaluate_loaded_types()?;
        if let Ok(Some((DefinitionKind::DefinedType, id))) = found {
            return Ok(CatalogResourceKind::Defined(id));
        }
        let modules = self.definitions.modules();
        match (found, modules.and_then(|it| it.has_resource_type(name))) {
            (_, Some(true)) => Ok(CatalogResourceKind::Native),
            (Ok(_), Some(false)) => Err(Unwind::Raised(format!("Unknown resource type: '{name}'"))),
            _ => {
                self.doubt(Unknown::Definition, name, place);
                if let Some(catalog) = self.catalog.as_deref_mut() {
                    catalog.is_open = true;
                }
                Ok(CatalogResourceKind::Native)
            }
        }
    }

    pub(super) fn add_resource(
        &mut self,
        key: ResourceKey,
        resource: CatalogResource,
    ) -> EvalResult<()> {
        self.budget.allocate(64 * (1 + resource.attributes.len()))?;
        let Some(catalog) = self.catalog.as_deref_mut() else {
            return Err(Unknown::Catalog.into());
        };
        if let Some(earlier) = catalog.resources.get(&key)
            && earlier.is_certain
        {
            if !resource.is_certain {
                return Ok(());
            }
            let reference = format!("{}[{}]", capitalized(&key.0), key.1);
            let message =
                format!("Duplicate declaration: {reference} is already declared; cannot redeclare");
            return Err(Unwind::Raised(message));
        }
        // One that may be there stays where it is, but is known now.
        catalog.resources.insert(key, resource);
        Ok(())
    }

    /// Evaluates the bodies of defined types until there are no more.
    pub(super) fn evaluate_defined_types(&mut self) -> EvalResult<()> {
        for _ in 0..=MAX_ROUNDS {
            self.realize_collected()?;
            let Some(catalog) = self.catalog.as_deref_mut() else {
                return Ok(());
            };
            let waiting: Vec<(ResourceKey, CatalogResource, BodyId)> = catalog.waiting();
            if waiting.is_empty() {
                return Ok(());
            }
            for (key, resource, body) in waiting {
                let place = resource.place;
                if resource.is_certain {
                    let result = self.evaluate_defined_type(&key, &resource, body);
                    result.map_err(|stop| match stop {
                        Unwind::Raised(message) => self.raised_at(
                            format!("Error while evaluating a Resource Statement, {message}"),
                            place,
                        ),
                        stop => stop,
                    })?;
                } else {
                    self.attempt(|this| {
                        this.evaluate_defined_type(&key, &resource, body)?;
                        Ok(Value::Undef)
                    })?;
                }
            }
        }
        let message = "Somehow looped more than 1000 times while evaluating host catalog";
        Err(self.raised_at(message.to_owned(), None))
    }

    fn evaluate_defined_type(
        &mut self,
        key: &ResourceKey,
        resource: &CatalogResource,
        id: BodyId,
    ) -> EvalResult<()> {
        let Some(body) = self.definitions.body(id) else {
            return Err(Unknown::Definition.into());
        };
        let title = resource.title.clone();
        let module = key.0.split("::").next().unwrap_or_default();
        let name = match resource.attributes.get("name") {
            Some(given) => given.clone(),
            None => title.clone(),
        };
        let suspended = self.scope.suspend();
        self.scope.push_local([
            ("title".into(), title),
            ("name".into(), name),
            ("module_name".into(), Ok(Value::from(module))),
            (
                "caller_module_name".into(),
                Ok(resource.caller.clone().unwrap_or_else(|| Value::from(""))),
            ),
        ]);
        let block = Block::definition(body.clone(), id);
        let subject = format!("{}[{}]", capitalized(&key.0), key.1);
        let result = self.evaluate_within(&block, |this| {
            this.bind_parameters(&subject, None, resource.attributes.clone())?;
            this.evaluate_definition_body(body.root())
        });
        self.scope.resume(suspended);
        result
    }

    /// The statements of a class or defined type, which `return` may leave.
    pub(in crate::evaluator) fn evaluate_definition_body(
        &mut self,
        root: Option<ExprId>,
    ) -> EvalResult<()> {
        match self.evaluate_optional(root) {
            Err(Unwind::Jump(jump)) if !jump.has_kind(JumpKind::Break) => Ok(()),
            Err(Unwind::Unknown(reason)) if self.is_compiling() && reason != Unknown::Limit => {
                self.doubt(reason, "statement", None);
                Ok(())
            }
            result => result.map(drop),
        }
    }

    /// `Type { … }`: only which attributes of defined types have a default counts here.
    pub(in crate::evaluator) fn resource_defaults(
        &mut self,
        id: ExprId,
        type_ref: Option<ExprId>,
        operations: &[Operation],
    ) -> EvalResult<Value> {
        let ty = type_ref.map(|ty| self.operand(ty)).transpose()?;
        let attributes = self.attributes(id, operations)?;
        if let (Some(Ok(Value::Type(Type::Resource(resource)))), Some(catalog)) =
            (ty, self.catalog.as_deref_mut())
            && let Some(name) = &resource.name
        {
            let defaults = catalog
                .defaults
                .entry(name.to_lowercase().into())
                .or_default();
            defaults.extend(attributes.into_keys());
        }
        Ok(Value::Undef)
    }

    /// `Type['title'] { … }`: attributes of resources of a class that is inherited from.
    pub(in crate::evaluator) fn resource_override(
        &mut self,
        id: ExprId,
        resources: ExprId,
        operations: &[Operation],
    ) -> EvalResult<Value> {
        let resources = self.operand(resources)?;
        let attributes = self.attributes(id, operations)?;
        let Ok(resources) = resources else {
            return Err(Unknown::Noted.into());
        };
        for key in super::relationships::keys_of(&resources) {
            if let Some(resource) = self
                .catalog
                .as_deref_mut()
                .and_then(|catalog| catalog.resources.get_mut(&key))
            {
                resource.attributes.extend(attributes.clone());
            }
        }
        Ok(resources)
    }
}

impl super::Catalog {
    /// The resources of defined types that were not evaluated yet, and now count as evaluated.
    fn waiting(&mut self) -> Vec<(ResourceKey, CatalogResource, BodyId)> {
        let resources = self.resources.iter_mut();
        resources
            .filter_map(|(key, resource)| match resource.kind {
                CatalogResourceKind::Defined(body)
                    if !resource.is_virtual && !resource.is_evaluated =>
                {
                    resource.is_evaluated = true;
                    Some((key.clone(), resource.clone(), body))
                }
                _ => None,
            })
            .collect()
    }
}

/// The reference to a resource.
fn reference(type_name: &str, title: &str) -> Value {
    Value::Type(match type_name {
        "class" => Type::class(&title.to_lowercase()),
        _ => Type::resource_of(capitalized(&type_name.to_lowercase()), Some(title.into())),
    })
}
