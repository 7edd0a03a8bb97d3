//! Substitutions of HOCON.

use puppet_text::TextRange;

use super::{HoconError, HoconKind, HoconNode, ObjectField, error};
use crate::{DataEntry, DataValue, Scalar, ValueKind};

/// The most values that substitutions may make.
const MAX_VALUES: usize = 300_000;

/// The value of a whole text.
pub(super) fn resolve(root: &HoconNode) -> Result<DataValue, HoconError> {
    let mut resolver = HoconResolver {
        root,
        stack: Vec::new(),
        path: Vec::new(),
        values: 0,
    };
    let value = resolver.node(root, &[])?;
    value.map_or_else(|| error("There is no value", root.range), Ok)
}

struct HoconResolver<'n> {
    root: &'n HoconNode,
    /// The substitutions that are under way.
    stack: Vec<Vec<String>>,
    /// Where the value that is resolved stands.
    path: Vec<String>,
    values: usize,
}

impl HoconResolver<'_> {
    /// The value of a node; `earlier` are values of the same key before it. Nothing, if an optional substitution is all
    /// there is.
    fn node(
        &mut self,
        node: &HoconNode,
        earlier: &[HoconNode],
    ) -> Result<Option<DataValue>, HoconError> {
        self.values += 1;
        if self.values > MAX_VALUES || self.stack.len() > 100 {
            return error("There are too many values", node.range);
        }
        let kind = match &node.kind {
            HoconKind::Scalar(scalar, _) => ValueKind::Scalar(scalar.clone()),
            HoconKind::Space(text) => ValueKind::Scalar(Scalar::String(text.clone())),
            HoconKind::List(items) => {
                let mut values = Vec::new();
                for item in items {
                    values.extend(self.node(item, &[])?);
                }
                ValueKind::Sequence(values)
            }
            HoconKind::Object(fields) => ValueKind::Mapping(self.fields(fields)?),
            HoconKind::Substitution { path, is_optional } => {
                return self.substitution(path, *is_optional, node.range, earlier);
            }
            HoconKind::Concatenation(parts) => {
                return self.concatenation(parts, node.range, earlier);
            }
            HoconKind::Merge(values) => return self.merge(values),
        };
        Ok(Some(DataValue {
            kind,
            range: node.range,
        }))
    }

    fn fields(&mut self, fields: &[ObjectField]) -> Result<Vec<DataEntry>, HoconError> {
        let mut entries = Vec::new();
        for field in fields {
            self.path.push(field.key.clone());
            let value = self.node(&field.value, &[]);
            self.path.pop();
            if let Some(value) = value? {
                entries.push(DataEntry {
                    key: field.key.clone(),
                    key_scalar: Scalar::String(field.key.clone()),
                    key_range: field.key_range,
                    value,
                });
            }
        }
        Ok(entries)
    }

    /// Several values of one key, the last one first: objects are merged up to the first other value.
    fn merge(&mut self, values: &[HoconNode]) -> Result<Option<DataValue>, HoconError> {
        let mut result: Option<DataValue> = None;
        for (index, node) in values.iter().enumerate() {
            let earlier = values.get(index + 1..).unwrap_or_default();
            let Some(value) = self.node(node, earlier)? else {
                continue;
            };
            result = Some(match result {
                None => value,
                Some(over) => match (over.kind, value.kind) {
                    (ValueKind::Mapping(over_entries), ValueKind::Mapping(under)) => DataValue {
                        kind: ValueKind::Mapping(merged_entries(over_entries, under)),
                        range: over.range,
                    },
                    (kind, _) => {
                        return Ok(Some(DataValue {
                            kind,
                            range: over.range,
                        }));
                    }
                },
            });
            if !matches!(&result, Some(value) if value.as_mapping().is_some()) {
                break;
            }
        }
        Ok(result)
    }

    fn substitution(
        &mut self,
        path: &[String],
        is_optional: bool,
        range: TextRange,
        earlier: &[HoconNode],
    ) -> Result<Option<DataValue>, HoconError> {
        if path == self.path {
            return match (earlier, is_optional) {
                ([], true) => Ok(None),
                ([], false) => error("A substitution of itself", range),
                (earlier, _) => self.merge(earlier),
            };
        }
        if self.stack.iter().any(|known| known == path) {
            return error("A cycle of substitutions", range);
        }
        let root = self.root;
        let Some(nodes) = find(root, path) else {
            return Err(HoconError::Outside(format!(
                "the variable {} of the process",
                path.join(".")
            )));
        };
        self.stack.push(path.to_vec());
        let outer = std::mem::replace(&mut self.path, path.to_vec());
        let value = self.merge(&nodes);
        self.path = outer;
        self.stack.pop();
        value
    }

    fn concatenation(
        &mut self,
        parts: &[HoconNode],
        range: TextRange,
        earlier: &[HoconNode],
    ) -> Result<Option<DataValue>, HoconError> {
        let mut values = Vec::new();
        for part in parts {
            if let Some(value) = self.node(part, earlier)? {
                values.push((part, value));
            }
        }
        let is_space =
            |(part, _): &(&HoconNode, DataValue)| matches!(part.kind, HoconKind::Space(_));
        let is_list = |(_, value): &(&HoconNode, DataValue)| value.as_sequence().is_some();
        let is_object = |(_, value): &(&HoconNode, DataValue)| value.as_mapping().is_some();
        if values.iter().any(|it| is_list(it) || is_object(it)) {
            values.retain(|it| !is_space(it));
        }
        let kind = if values.is_empty() || values.iter().all(is_space) {
            return Ok(None);
        } else if values.iter().all(is_list) {
            let items = values
                .iter()
                .filter_map(|(_, value)| value.as_sequence())
                .flatten();
            ValueKind::Sequence(items.cloned().collect())
        } else if values.iter().all(is_object) {
            let objects = values
                .into_iter()
                .filter_map(|(_, value)| match value.kind {
                    ValueKind::Mapping(entries) => Some(entries),
                    _ => None,
                });
            ValueKind::Mapping(
                objects
                    .reduce(|under, over| merged_entries(over, under))
                    .unwrap_or_default(),
            )
        } else if values.iter().any(|it| is_list(it) || is_object(it)) {
            return error("Lists, objects and texts cannot stand side by side", range);
        } else if let [(_, only)] = &values[..] {
            return Ok(Some(only.clone()));
        } else {
            ValueKind::Scalar(Scalar::String(
                values
                    .iter()
                    .map(|(part, value)| text(part, value))
                    .collect(),
            ))
        };
        Ok(Some(DataValue { kind, range }))
    }
}

/// The text of a part, as it is written.
fn text(part: &HoconNode, value: &DataValue) -> String {
    match (&part.kind, &value.kind) {
        (HoconKind::Scalar(_, text), _) => text.clone(),
        (_, ValueKind::Scalar(Scalar::String(text) | Scalar::Number(text))) => text.clone(),
        (_, ValueKind::Scalar(Scalar::Boolean(value))) => value.to_string(),
        _ => "null".to_owned(),
    }
}

/// The values at a path, the last one first; nothing if there is none.
fn find(root: &HoconNode, path: &[String]) -> Option<Vec<HoconNode>> {
    let mut nodes = vec![root.clone()];
    for name in path {
        let mut inner = Vec::new();
        for node in &nodes {
            let objects: Vec<&HoconNode> = match &node.kind {
                HoconKind::Merge(values) | HoconKind::Concatenation(values) => {
                    values.iter().collect()
                }
                _ => vec![node],
            };
            for object in objects {
                if let HoconKind::Object(fields) = &object.kind {
                    inner.extend(
                        fields
                            .iter()
                            .filter(|field| field.key == *name)
                            .map(|field| field.value.clone()),
                    );
                }
            }
        }
        nodes = inner;
    }
    let nodes: Vec<HoconNode> = nodes
        .into_iter()
        .flat_map(|node| match node.kind {
            HoconKind::Merge(values) => values,
            _ => vec![node],
        })
        .collect();
    (!nodes.is_empty()).then_some(nodes)
}

/// The entries of an object over those of another one: its own come first.
fn merged_entries(mut over: Vec<DataEntry>, under: Vec<DataEntry>) -> Vec<DataEntry> {
    for entry in under {
        let Some(own) = over.iter_mut().find(|own| own.key == entry.key) else {
            over.push(entry);
            continue;
        };
        if let (ValueKind::Mapping(own), ValueKind::Mapping(under)) =
            (&mut own.value.kind, entry.value.kind)
        {
            *own = merged_entries(std::mem::take(own), under);
        }
    }
    over
}
