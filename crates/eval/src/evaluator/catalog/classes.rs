//! The classes of a catalog.

use puppet_hir::BodyOwner;
use puppet_types::Value;
use smol_str::SmolStr;

use super::super::scope::Slot;
use super::super::{EvalResult, Evaluator};
use super::{Attributes, CatalogResource, CatalogResourceKind};
use crate::error::Unknown;

impl Evaluator<'_> {
    /// Adds a class to the catalog; its attributes may refer to others.
    pub(in crate::evaluator) fn add_class(
        &mut self,
        name: &SmolStr,
        attributes: Option<&Attributes>,
    ) -> EvalResult<()> {
        let title = Ok(Value::String(name.clone()));
        let attributes = attributes.cloned().unwrap_or_default();
        let resource = CatalogResource {
            is_evaluated: true,
            ..self.new_resource(CatalogResourceKind::Class, title, attributes, None)
        };
        let Some(catalog) = self.catalog.as_deref_mut() else {
            return Ok(());
        };
        if resource.is_certain {
            catalog.uncertain_classes.remove(name);
        } else {
            catalog.uncertain_classes.insert(name.clone());
        }
        self.add_resource(("class".into(), name.clone()), resource)
    }

    /// Whether a class that may be declared is now declared in any case.
    pub(in crate::evaluator) fn is_to_be_declared_again(&self, name: &str) -> bool {
        let is_uncertain = |it: &super::Catalog| it.uncertain_classes.contains(name);
        self.is_certain() && self.catalog.as_deref().is_some_and(is_uncertain)
    }

    /// Whether the variables of a class count where the evaluation is: it is declared in any case, or so may the place.
    pub(in crate::evaluator) fn has_certain_variables(&self, class: &str) -> bool {
        let is_certain =
            |it: &super::Catalog| it.uncertain > 0 || !it.uncertain_classes.contains(class);
        self.catalog.as_deref().is_none_or(is_certain)
    }

    /// Notes that a class is declared that is not known.
    pub(in crate::evaluator) fn note_unknown_class(&mut self, name: &str) {
        self.doubt(Unknown::Definition, name, None);
        if let Some(catalog) = self.catalog.as_deref_mut() {
            catalog.is_open = true;
        }
    }

    /// Whether any class may have been declared.
    pub(in crate::evaluator) fn may_have_any_class(&self) -> bool {
        self.catalog.as_deref().is_some_and(|it| it.has_any_class)
    }

    /// Whether resource defaults say something about an attribute of a defined type, given as `Type[title]`.
    pub(in crate::evaluator) fn has_resource_default(&self, subject: &str, name: &str) -> bool {
        let ty = subject.split('[').next().unwrap_or_default().to_lowercase();
        let defaults = |it: &super::Catalog| {
            let attributes = it.defaults.get(ty.as_str());
            attributes.is_some_and(|names| names.contains(name))
        };
        self.catalog.as_deref().is_some_and(defaults)
    }

    /// Whether the catalog has a resource; none if that is not known.
    pub(crate) fn has_resource(&self, type_name: &str, title: &str) -> Option<bool> {
        let catalog = self.catalog.as_deref()?;
        let key = (type_name.to_lowercase().into(), title.into());
        match catalog.resources.get(&key) {
            Some(resource) => resource.is_certain.then_some(true),
            None if catalog.is_open => None,
            None => Some(false),
        }
    }

    /// Whether the catalog has a resource with these attributes; none if they differ, but may be the same for a function
    /// that declares a resource only once.
    pub fn has_resource_with(
        &self,
        type_name: &str,
        title: &str,
        attributes: &Attributes,
    ) -> Option<bool> {
        let catalog = self.catalog.as_deref()?;
        let key = (type_name.to_lowercase().into(), title.into());
        let Some(resource) = catalog.resources.get(&key).filter(|it| it.is_certain) else {
            return Some(false);
        };
        let is_missing = |slot: Option<&Slot>| matches!(slot, None | Some(Ok(Value::Undef)));
        let mut all_same = true;
        for (name, value) in attributes {
            match resource.attributes.get(name) {
                found if found == Some(value) || is_missing(found) && is_missing(Some(value)) => {}
                Some(Err(_)) => return None,
                _ if name == "ensure" => return None,
                _ => all_same = false,
            }
        }
        Some(all_same)
    }

    /// The value of an attribute of a resource that is there; none if there is no such resource.
    pub fn attribute_of(
        &self,
        type_name: &str,
        title: &str,
        name: &str,
    ) -> Result<Option<Value>, Unknown> {
        let catalog = self.catalog.as_deref().ok_or(Unknown::Catalog)?;
        let key = (type_name.to_lowercase().into(), title.into());
        match catalog.resources.get(&key) {
            Some(resource) if resource.is_certain => {
                resource.attributes.get(name).cloned().transpose()
            }
            Some(_) => Err(Unknown::Noted),
            None if catalog.is_open => Err(Unknown::Catalog),
            None => Ok(None),
        }
    }

    /// The class or defined type whose body is evaluated now: `Class` or `Definition`, and its name.
    pub fn definition_around(&self) -> Option<(&'static str, SmolStr)> {
        let kind = match self.body.definition() {
            BodyOwner::Class { .. } => "Class",
            BodyOwner::DefinedType { .. } => "Definition",
            _ => return None,
        };
        Some((kind, self.body.name()?.clone()))
    }

    /// The name of the node, as messages have it.
    pub(in crate::evaluator) fn node_name(&self) -> SmolStr {
        match self.scope.get("::trusted") {
            Some(Ok(Value::Hash(trusted))) => {
                let name = trusted.get(&Value::from("certname"));
                name.and_then(Value::as_str).unwrap_or("node").into()
            }
            _ => "node".into(),
        }
    }
}
