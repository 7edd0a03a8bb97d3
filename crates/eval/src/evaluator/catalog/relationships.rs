//! References between resources: arrows, and the attributes that refer to others.

use puppet_hir::model::{ComparisonOperator, Operation, Query};
use puppet_hir::{Expr, ExprId};
use puppet_text::capitalized;
use puppet_types::{Type, Value};
use smol_str::SmolStr;

use super::super::{EvalResult, Evaluator};
use super::{
    Attributes, CatalogReference, CatalogResourceKind, Collector, CollectorFilter, ResourceKey,
};
use crate::evaluation_result::{Place, Site};

/// The attributes of every resource that refer to others.
const REFERRING: [&str; 4] = ["before", "require", "notify", "subscribe"];

impl Evaluator<'_> {
    /// `left -> right`
    pub(in crate::evaluator) fn relationship(
        &mut self,
        left: ExprId,
        right: ExprId,
    ) -> EvalResult<Value> {
        let collectors = [left, right].map(|side| self.rightmost(side));
        let left = self.operand(left)?;
        let right = self.operand(right)?;
        if self.is_certain() {
            for (collector, other) in [(collectors[0], &right), (collectors[1], &left)] {
                if let (Some(collector), Ok(other)) = (collector, other) {
                    self.refer_from_collector(collector, other);
                }
            }
            for (side, other) in [(&left, &right), (&right, &left)] {
                let (Ok(side), Ok(other)) = (side, other) else {
                    continue;
                };
                let others = keys_of(other);
                let Some(other) = others.first() else {
                    continue;
                };
                for to in keys_of(side) {
                    let text = format!(
                        "Could not find resource '{}' for relationship with '{}'",
                        name_of(&to),
                        name_of(other)
                    );
                    self.refer(CatalogReference {
                        to,
                        from: None,
                        text,
                        place: None,
                    });
                }
            }
        }
        Ok(right?)
    }

    /// The collector that an operand of an arrow is: of a chain, its right end.
    fn rightmost(&self, mut side: ExprId) -> Option<ExprId> {
        loop {
            match self.body.expr(side) {
                Expr::Relationship { right, .. } => side = *right,
                Expr::Collect { .. } => return Some(side),
                _ => return None,
            }
        }
    }

    /// What a collector finds must not refer to resources that are not there.
    fn refer_from_collector(&mut self, collector: ExprId, other: &Value) {
        let place = self.place(collector);
        let Some(catalog) = self.catalog.as_deref_mut() else {
            return;
        };
        // It was just evaluated.
        let found = catalog.collectors.iter().rev();
        let Some(collector) = found.into_iter().find(|it| it.place == place).cloned() else {
            return;
        };
        for to in keys_of(other) {
            let text = format!(
                "Could not find resource '{}' for relationship with what is collected",
                name_of(&to)
            );
            catalog.references.push(CatalogReference {
                to,
                from: Some(collector.clone()),
                text,
                place: None,
            });
        }
    }

    /// What a query looks for.
    fn filter_of(&mut self, query: &Query) -> EvalResult<CollectorFilter> {
        let Some(query) = query.expr else {
            return Ok(CollectorFilter::All);
        };
        let body = self.body.clone();
        if let Expr::Comparison {
            operator: ComparisonOperator::Equal,
            left,
            right,
        } = body.expr(body.without_parentheses(query))
            && matches!(body.expr(*left), Expr::QualifiedName(name) if name == "title")
            && let Ok(Value::String(title)) = self.operand(*right)?
        {
            return Ok(CollectorFilter::Title(title));
        }
        Ok(CollectorFilter::Unknown)
    }

    /// `Type <| query |> { … }`
    pub(in crate::evaluator) fn collect(
        &mut self,
        id: ExprId,
        type_expr: ExprId,
        query: &Query,
        operations: &[Operation],
    ) -> EvalResult<Value> {
        let ty = self.operand(type_expr)?;
        self.attributes(id, operations)?;
        if let Ok(Value::Type(Type::Resource(resource))) = ty
            && let Some(name) = &resource.name
            && query.kind == puppet_hir::model::QueryKind::Virtual
        {
            let collector = Collector {
                type_name: name.to_lowercase().into(),
                filter: self.filter_of(query)?,
                has_overrides: !operations.is_empty(),
                place: self.place(id),
            };
            if let Some(catalog) = self.catalog.as_deref_mut() {
                catalog.collectors.push(collector);
            }
        }
        // What is collected is known later.
        Ok(Value::from(Vec::new()))
    }

    /// Makes virtual resources real that a collector finds.
    pub(super) fn realize_collected(&mut self) -> EvalResult<()> {
        let Some(catalog) = self.catalog.as_deref_mut() else {
            return Ok(());
        };
        let mut doubts = Vec::new();
        for collector in &catalog.collectors {
            let found = |key: &ResourceKey| collector.finds(key);
            for (key, resource) in &mut catalog.resources {
                let Some(is_certain) = found(key) else {
                    continue;
                };
                let is_defined = matches!(resource.kind, CatalogResourceKind::Defined(_));
                if resource.is_virtual {
                    resource.is_virtual = false;
                    resource.is_certain &= is_certain;
                }
                if is_defined && collector.has_overrides && !resource.is_evaluated {
                    doubts.push(collector.place);
                }
            }
        }
        for place in doubts {
            self.doubt(crate::Unknown::Catalog, "collector", Some(place));
        }
        Ok(())
    }

    /// Where the attributes are that refer to others.
    pub(super) fn places_of_references(&self, operations: &[Operation]) -> Vec<(SmolStr, Place)> {
        let attributes = operations.iter().filter_map(|operation| match operation {
            Operation::Attribute(attribute) if REFERRING.contains(&attribute.name.as_str()) => {
                let site = Site::Part(attribute.part);
                let body = self.body_id;
                Some((attribute.name.clone(), Place { body, site }))
            }
            _ => None,
        });
        attributes.collect()
    }

    /// Remembers what the attributes of a resource refer to.
    pub(in crate::evaluator) fn note_references(
        &mut self,
        attributes: &Attributes,
        is_virtual: bool,
        place: Option<Place>,
        places: &[(SmolStr, Place)],
    ) {
        if !self.is_certain() || is_virtual {
            return;
        }
        for name in REFERRING {
            let Some(Ok(value)) = attributes.get(name) else {
                continue;
            };
            let own = places.iter().find(|(other, _)| other == name);
            let place = own.map(|(_, place)| *place).or(place);
            for to in keys_of(value) {
                let text = format!(
                    "Could not find resource '{}' in parameter '{name}'",
                    name_of(&to)
                );
                self.refer(CatalogReference {
                    to,
                    from: None,
                    text,
                    place,
                });
            }
        }
    }

    fn refer(&mut self, reference: CatalogReference) {
        if let Some(catalog) = self.catalog.as_deref_mut() {
            catalog.references.push(reference);
        }
    }
}

impl Collector {
    /// Whether it finds a resource for certain; none if it certainly does not.
    pub(super) fn finds(&self, key: &ResourceKey) -> Option<bool> {
        match &self.filter {
            _ if key.0 != self.type_name => None,
            CollectorFilter::All => Some(true),
            CollectorFilter::Title(title) => (key.1 == *title).then_some(true),
            CollectorFilter::Unknown => Some(false),
        }
    }
}

/// The resources that a value refers to.
pub(super) fn keys_of(value: &Value) -> Vec<ResourceKey> {
    let mut keys = Vec::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items.iter()),
            Value::Type(Type::Resource(resource)) => {
                if let (Some(name), Some(title)) = (&resource.name, &resource.title) {
                    keys.push((name.to_lowercase().into(), title.clone()));
                }
            }
            Value::Type(Type::Class(Some(name))) => {
                keys.push(("class".into(), SmolStr::from(name.to_lowercase())));
            }
            _ => {}
        }
    }
    keys
}

/// The reference as Puppet writes it.
pub(super) fn name_of(key: &ResourceKey) -> String {
    let title = match key.0.as_str() {
        "class" => capitalized(&key.1),
        _ => key.1.to_string(),
    };
    format!("{}[{title}]", capitalized(&key.0))
}
