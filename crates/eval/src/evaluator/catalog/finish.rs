//! The checks of a catalog when all is evaluated: every resource that is referred to must be there.

use puppet_types::Value;
use rustc_hash::FxHashSet;

use super::super::{EvalResult, Evaluator};
use super::{Catalog, ResourceKey};
use crate::error::Unknown;

/// The attributes by which a resource can also be referred to.
const NAMES: [&str; 3] = ["name", "path", "alias"];

impl Evaluator<'_> {
    pub(super) fn finish_catalog(&mut self) -> EvalResult<()> {
        let Some(catalog) = self.catalog.as_deref() else {
            return Ok(());
        };
        let Some((missing, is_certain)) = catalog.missing_reference() else {
            return Ok(());
        };
        let (message, place) = (missing.text.clone(), missing.place);
        if !is_certain || catalog.is_open || catalog.has_unknown_names() {
            self.doubt(Unknown::Catalog, &message, place);
            return Ok(());
        }
        Err(self.raised_at(message, place))
    }
}

impl Catalog {
    /// A reference to what is not there, and whether it is certain. Those of arrows are checked first.
    fn missing_reference(&self) -> Option<(&super::CatalogReference, bool)> {
        let mut names: FxHashSet<ResourceKey> = FxHashSet::default();
        for (key, resource) in &self.resources {
            names.insert((key.0.clone(), without_slash(&key.1).into()));
            for attribute in NAMES {
                if let Some(Ok(Value::String(name))) = resource.attributes.get(attribute) {
                    names.insert((key.0.clone(), without_slash(name).into()));
                }
            }
        }
        let is_missing = |to: &ResourceKey| {
            let is_puppets = matches!(
                (to.0.as_str(), to.1.as_str()),
                ("stage", "main") | ("class", "main" | "settings")
            );
            !is_puppets && !names.contains(&(to.0.clone(), without_slash(&to.1).into()))
        };
        let missing = self.references.iter().filter(|it| is_missing(&it.to));
        let certain = missing.filter_map(|it| Some((it, self.has_source(it)?)));
        certain.min_by_key(|(it, is_certain)| (!is_certain, it.place.is_some()))
    }

    /// Whether something refers, for certain; none if nothing does.
    fn has_source(&self, reference: &super::CatalogReference) -> Option<bool> {
        let Some(collector) = &reference.from else {
            return Some(true);
        };
        let resources = self.resources.iter();
        let found = resources.filter_map(|(key, resource)| {
            Some(collector.finds(key)? && resource.is_certain && !resource.is_virtual)
        });
        found.max()
    }

    /// Whether a resource may have another name that is not known.
    fn has_unknown_names(&self) -> bool {
        let mut resources = self.resources.values();
        let is_unknown = |name: &str, resource: &super::CatalogResource| {
            matches!(resource.attributes.get(name), Some(Err(_)))
        };
        resources.any(|it| NAMES.iter().any(|name| is_unknown(name, it)))
    }
}

/// A path without the slash at its end, which does not count.
fn without_slash(title: &str) -> &str {
    match title.strip_suffix('/') {
        Some(rest) if !rest.is_empty() => rest,
        _ => title,
    }
}
