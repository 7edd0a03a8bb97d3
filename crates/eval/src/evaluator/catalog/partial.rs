//! Catalogs that have a beginning in common.

use std::rc::Rc;

use smol_str::SmolStr;

use super::super::{Definitions, EvalResult, Evaluator, Natives};
use super::{Catalog, CatalogResource, CatalogResourceKind, Compilation};

/// A catalog in which definitions are declared, and in which more can be. Each copy of it continues by itself.
pub struct PartialCatalog<'o> {
    evaluator: Evaluator<'o>,
    result: EvalResult<()>,
}

impl Clone for PartialCatalog<'_> {
    fn clone(&self) -> Self {
        let mut evaluator = self.evaluator.clone();
        // What a copy loads is not loaded in the others.
        evaluator.definitions = Rc::new((*self.evaluator.definitions).clone());
        Self {
            evaluator,
            result: self.result.clone(),
        }
    }
}

impl<'o> PartialCatalog<'o> {
    /// Evaluates the program's own statements, and declares the classes and defined types `subjects`; those of their
    /// parameters that have no value are not known.
    pub fn begin(mut evaluator: Evaluator<'o>, natives: Natives, subjects: &[SmolStr]) -> Self {
        evaluator.natives = natives;
        evaluator.catalog = Some(Box::new(Catalog {
            subjects: subjects.iter().cloned().collect(),
            ..Catalog::default()
        }));
        let result = evaluator.evaluate_main_manifest();
        let result = result.and_then(|()| evaluator.declare_subjects(subjects));
        Self { evaluator, result }
    }

    /// Declares more classes and defined types, as those before.
    pub fn declare(&mut self, subjects: &[SmolStr]) {
        if self.result.is_err() {
            return;
        }
        if let Some(catalog) = self.evaluator.catalog.as_deref_mut() {
            catalog.subjects.extend(subjects.iter().cloned());
        }
        self.result = self.evaluator.declare_subjects(subjects);
    }

    /// The definitions that the catalog uses.
    pub fn definitions(&self) -> Rc<Definitions> {
        Rc::clone(&self.evaluator.definitions)
    }

    /// Evaluates the bodies of defined types. Puppet does so after everything is declared: what is declared later is not
    /// there for them.
    pub fn evaluate(&mut self) {
        if self.result.is_ok() {
            self.result = self.evaluator.evaluate_defined_types();
        }
    }

    /// Evaluates what is declared, and checks the catalog.
    pub fn compile(mut self) -> Compilation {
        self.evaluate();
        let evaluator = &mut self.evaluator;
        let result = self.result.and_then(|()| evaluator.finish_catalog());
        let ending = result.err().map(|stop| evaluator.ending(stop));
        let catalog = evaluator.catalog.take().unwrap_or_default();
        let is_there = |resource: &CatalogResource| resource.is_certain && !resource.is_virtual;
        let certain = catalog.resources.iter().filter(|(_, it)| is_there(it));
        let (classes, resources): (Vec<_>, Vec<_>) =
            certain.partition(|(_, it)| it.kind == CatalogResourceKind::Class);
        Compilation {
            ending,
            doubts: catalog.doubts,
            classes: classes.into_iter().map(|(key, _)| key.1.clone()).collect(),
            resources: resources.into_iter().map(|(key, _)| key.clone()).collect(),
        }
    }
}
