//! Deep merges: the library `deep_merge` of Ruby, with what it does to values that occur twice.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::rc::Rc;

use indexmap::IndexMap;
use puppet_scalars::regexp::Regexp;
use puppet_types::{HashValue, Value, class_name};
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::error::{ErrorKind, LookupStop, Outcome};
use crate::ruby_value::{is_truthy, to_s};

/// A value that is changed in place, and may occur at several places.
#[derive(Debug, Clone)]
enum MergeNode {
    Leaf(Value),
    List(Rc<RefCell<Vec<MergeNode>>>),
    Table(Rc<RefCell<MergeTable>>),
}

type MergeTable = IndexMap<Value, MergeNode, FxBuildHasher>;

/// The options of a merge.
struct DeepMergeOptions {
    /// The prefix, and the expression that matches it.
    knockout: Option<(Value, Regexp)>,
    sorts: bool,
    merges_hash_arrays: bool,
    overwrites_arrays: bool,
    extends_arrays: bool,
    unpack: Option<Value>,
}

/// Merges `source` into `destination`.
pub(super) fn merge(options: &HashValue, source: &Value, destination: &Value) -> Outcome<Value> {
    let options = DeepMergeOptions::read(options)?;
    let merged = options.merge(&MergeNode::of(source), MergeNode::of(destination))?;
    Ok(merged.to_value())
}

impl MergeNode {
    fn of(value: &Value) -> Self {
        match value {
            Value::Array(items) => MergeNode::list(items.iter().map(MergeNode::of).collect()),
            Value::Hash(entries) => {
                let entries = entries
                    .iter()
                    .map(|(key, value)| (key.clone(), MergeNode::of(value)));
                MergeNode::Table(Rc::new(RefCell::new(entries.collect())))
            }
            other => MergeNode::Leaf(other.clone()),
        }
    }

    fn list(items: Vec<MergeNode>) -> Self {
        MergeNode::List(Rc::new(RefCell::new(items)))
    }

    fn to_value(&self) -> Value {
        match self {
            MergeNode::Leaf(value) => value.clone(),
            MergeNode::List(items) => Value::array(
                items
                    .borrow()
                    .iter()
                    .map(MergeNode::to_value)
                    .collect::<Vec<_>>(),
            ),
            MergeNode::Table(entries) => Value::hash(
                entries
                    .borrow()
                    .iter()
                    .map(|(key, node)| (key.clone(), node.to_value())),
            ),
        }
    }

    /// A copy of which the elements are the same.
    fn shallow_copy(&self) -> Self {
        match self {
            MergeNode::Leaf(value) => MergeNode::Leaf(value.clone()),
            MergeNode::List(items) => MergeNode::list(items.borrow().clone()),
            MergeNode::Table(entries) => {
                MergeNode::Table(Rc::new(RefCell::new(entries.borrow().clone())))
            }
        }
    }

    fn is_truthy(&self) -> bool {
        !matches!(self, MergeNode::Leaf(value) if !is_truthy(value))
    }

    fn is_table(&self) -> bool {
        matches!(self, MergeNode::Table(_))
    }
}

impl DeepMergeOptions {
    fn read(options: &HashValue) -> Outcome<Self> {
        let option = |name: &str| {
            options
                .get(&Value::from(name))
                .filter(|value| is_truthy(value))
                .cloned()
        };
        let knockout = match option("knockout_prefix") {
            Some(prefix) if prefix.as_str() == Some("") => {
                let message = "knockout_prefix cannot be an empty string in deep_merge!";
                return LookupStop::failed(ErrorKind::Foreign, message);
            }
            Some(prefix) => match Regexp::new(format!("^{}", to_s(&prefix))) {
                Ok(pattern) => Some((prefix, pattern)),
                Err(error) => return LookupStop::failed(ErrorKind::Foreign, error.to_string()),
            },
            None => None,
        };
        Ok(Self {
            knockout,
            sorts: option("sort_merged_arrays").is_some(),
            merges_hash_arrays: option("merge_hash_arrays").is_some(),
            overwrites_arrays: option("overwrite_arrays").is_some(),
            extends_arrays: option("extend_existing_arrays").is_some(),
            unpack: option("unpack_arrays"),
        })
    }

    fn merge(&self, source: &MergeNode, destination: MergeNode) -> Outcome<MergeNode> {
        if matches!(source, MergeNode::Leaf(Value::Undef)) {
            return Ok(destination);
        }
        if !destination.is_truthy() {
            return Ok(source.clone());
        }
        match source {
            MergeNode::Table(entries) => self.merge_table(source, entries, destination),
            MergeNode::List(items) => self.merge_list(source, items, destination),
            MergeNode::Leaf(_) => match &destination {
                MergeNode::List(items) if self.extends_arrays => {
                    items.borrow_mut().push(source.clone());
                    Ok(destination)
                }
                _ => self.overwrite(source),
            },
        }
    }

    fn merge_table(
        &self,
        source: &MergeNode,
        entries: &Rc<RefCell<MergeTable>>,
        mut destination: MergeNode,
    ) -> Outcome<MergeNode> {
        let pairs: Vec<(Value, MergeNode)> = entries
            .borrow()
            .iter()
            .map(|(key, node)| (key.clone(), node.clone()))
            .collect();
        for (key, value) in pairs {
            match &destination {
                MergeNode::Table(table) => {
                    let known = table
                        .borrow()
                        .get(&key)
                        .filter(|known| known.is_truthy())
                        .cloned();
                    let merged = match known {
                        Some(known) => self.merge(&value, known)?,
                        None => self.merge(&value, value.shallow_copy())?,
                    };
                    table.borrow_mut().insert(key, merged);
                }
                MergeNode::List(items) if self.extends_arrays => {
                    items.borrow_mut().push(source.clone())
                }
                _ => destination = self.overwrite(source)?,
            }
        }
        Ok(destination)
    }

    fn merge_list(
        &self,
        source: &MergeNode,
        items: &Rc<RefCell<Vec<MergeNode>>>,
        destination: MergeNode,
    ) -> Outcome<MergeNode> {
        if self.overwrites_arrays {
            return Ok(source.clone());
        }
        let (items, mut destination) = match &self.unpack {
            Some(separator) => (
                unpacked(items, separator),
                match &destination {
                    MergeNode::List(list) => MergeNode::List(unpacked(list, separator)),
                    other => other.clone(),
                },
            ),
            None => (Rc::clone(items), destination),
        };
        if let Some((prefix, _)) = &self.knockout {
            let is_prefix =
                |node: &MergeNode| matches!(node, MergeNode::Leaf(value) if value == prefix);
            if items.borrow().iter().any(is_prefix) {
                destination = cleared(destination);
                items.borrow_mut().retain(|node| !is_prefix(node));
            }
        }
        let MergeNode::List(list) = &destination else {
            return self.overwrite(&MergeNode::List(items));
        };
        self.knock_out(&items, list)?;
        let are_tables =
            |list: &Rc<RefCell<Vec<MergeNode>>>| list.borrow().iter().all(MergeNode::is_table);
        let merged = if self.merges_hash_arrays && are_tables(&items) && are_tables(list) {
            self.merge_pairwise(&items.borrow(), &list.borrow())?
        } else {
            union(&list.borrow(), &items.borrow())
        };
        Ok(MergeNode::list(if self.sorts {
            sorted(merged)?
        } else {
            merged
        }))
    }

    /// Removes the elements of the source that start with the prefix, and what they name from the destination; both may be
    /// the same list. `Array#delete_if` moves on by one even where elements before it have gone.
    fn knock_out(
        &self,
        source: &Rc<RefCell<Vec<MergeNode>>>,
        destination: &Rc<RefCell<Vec<MergeNode>>>,
    ) -> Outcome<()> {
        let Some((_, pattern)) = &self.knockout else {
            return Ok(());
        };
        let (mut read, mut write) = (0, 0);
        loop {
            let item = source.borrow().get(read).cloned();
            let Some(item) = item else { break };
            if let Some(name) = self.knocked_out(&item, pattern)? {
                let is_meant = |node: &MergeNode| matches!(node, MergeNode::Leaf(Value::String(text)) if *text == name.0 || *text == name.1);
                destination.borrow_mut().retain(|node| !is_meant(node));
            } else {
                if read != write {
                    let mut source = source.borrow_mut();
                    if write < source.len() {
                        source[write] = item;
                    } else {
                        source.push(item);
                    }
                }
                write += 1;
            }
            read += 1;
        }
        let mut source = source.borrow_mut();
        if write < source.len() && write < read {
            let tail = read.min(source.len());
            source.drain(write..tail);
        }
        Ok(())
    }

    /// What an element of a list removes: the text without the prefix, and itself.
    fn knocked_out(&self, item: &MergeNode, pattern: &Regexp) -> Outcome<Option<(String, String)>> {
        let MergeNode::Leaf(Value::String(text)) = item else {
            return Ok(None);
        };
        let bare = without(text, pattern)?;
        Ok((bare != **text).then(|| (bare, text.to_string())))
    }

    /// `overwrite_unmergeables`
    fn overwrite(&self, source: &MergeNode) -> Outcome<MergeNode> {
        let Some((_, pattern)) = &self.knockout else {
            return Ok(source.clone());
        };
        match source {
            MergeNode::Leaf(Value::String(text)) if without(text, pattern)? != **text => {
                Ok(MergeNode::Leaf(Value::from("")))
            }
            // Elements are removed in place: the list that is left is the one that it is compared with.
            MergeNode::List(items) => {
                let mut kept = Vec::new();
                for item in items.borrow().iter() {
                    let is_out = match item {
                        MergeNode::Leaf(Value::String(text)) => pattern.is_match(text)?,
                        _ => false,
                    };
                    if !is_out {
                        kept.push(item.clone());
                    }
                }
                *items.borrow_mut() = kept;
                Ok(source.clone())
            }
            other => Ok(other.clone()),
        }
    }

    fn merge_pairwise(
        &self,
        source: &[MergeNode],
        destination: &[MergeNode],
    ) -> Outcome<Vec<MergeNode>> {
        let mut merged = Vec::new();
        for (index, node) in destination.iter().enumerate() {
            let empty = || MergeNode::Table(Rc::default());
            let other = source.get(index).cloned().unwrap_or_else(empty);
            merged.push(self.merge(&other, node.clone())?);
        }
        merged.extend(source.iter().skip(destination.len()).cloned());
        Ok(merged)
    }
}

/// A text without all that a pattern matches.
fn without(text: &str, pattern: &Regexp) -> Outcome<String> {
    let mut result = String::new();
    let mut from = 0;
    while let Some(captures) = pattern.captures_from(text, from)? {
        let (start, end) = captures.whole();
        result.push_str(&text[from..start]);
        if end > start {
            from = end;
            continue;
        }
        let Some(next) = text[end..].chars().next() else {
            from = end;
            break;
        };
        result.push(next);
        from = end + next.len_utf8();
    }
    result.push_str(&text[from..]);
    Ok(result)
}

/// Ruby's `clear`; what has none becomes nothing.
fn cleared(node: MergeNode) -> MergeNode {
    match node {
        MergeNode::List(items) => {
            items.borrow_mut().clear();
            MergeNode::List(items)
        }
        MergeNode::Table(entries) => {
            entries.borrow_mut().clear();
            MergeNode::Table(entries)
        }
        MergeNode::Leaf(_) => MergeNode::Leaf(Value::Undef),
    }
}

/// `destination | source`
fn union(destination: &[MergeNode], source: &[MergeNode]) -> Vec<MergeNode> {
    let mut seen = FxHashSet::default();
    let all = destination.iter().chain(source);
    all.filter(|node| seen.insert(node.to_value()))
        .cloned()
        .collect()
}

/// The elements joined with a separator, and split at it.
fn unpacked(items: &Rc<RefCell<Vec<MergeNode>>>, separator: &Value) -> Rc<RefCell<Vec<MergeNode>>> {
    let separator = to_s(separator);
    let texts: Vec<String> = items
        .borrow()
        .iter()
        .map(|node| to_s(&node.to_value()))
        .collect();
    let joined = texts.join(&separator);
    let mut parts: Vec<&str> = joined.split(&*separator).collect();
    while parts.last().is_some_and(|part| part.is_empty()) {
        parts.pop();
    }
    Rc::new(RefCell::new(
        parts
            .into_iter()
            .map(|part| MergeNode::Leaf(Value::from(part)))
            .collect(),
    ))
}

/// `sort!`, which breaks on elements that cannot be compared.
fn sorted(nodes: Vec<MergeNode>) -> Outcome<Vec<MergeNode>> {
    let mut values: Vec<Value> = nodes.iter().map(MergeNode::to_value).collect();
    for (index, left) in values.iter().enumerate() {
        let incomparable = values
            .iter()
            .skip(index + 1)
            .find(|right| compare(left, right).is_none());
        if let Some(right) = incomparable {
            let message = format!(
                "comparison of {} with {} failed",
                class_name(left),
                class_name(right)
            );
            return LookupStop::failed(ErrorKind::Foreign, message);
        }
    }
    values.sort_by(|left, right| compare(left, right).unwrap_or(Ordering::Equal));
    Ok(values.iter().map(MergeNode::of).collect())
}

/// Ruby's `<=>`
fn compare(left: &Value, right: &Value) -> Option<Ordering> {
    #[expect(
        clippy::cast_precision_loss,
        reason = "Ruby compares integers with floats as floats, nearly"
    )]
    let number = |value: &Value| match value {
        Value::Float(number) => Some(*number),
        other => other.as_integer().map(|number| number as f64),
    };
    match (left, right) {
        (Value::String(left), Value::String(right)) => Some(left.as_bytes().cmp(right.as_bytes())),
        (Value::Array(left), Value::Array(right)) => {
            for (left, right) in left.iter().zip(right.iter()) {
                match compare(left, right)? {
                    Ordering::Equal => {}
                    unequal => return Some(unequal),
                }
            }
            Some(left.len().cmp(&right.len()))
        }
        (left, right) if left == right => Some(Ordering::Equal),
        (left, right) => match (left.as_integer(), right.as_integer()) {
            (Some(left), Some(right)) => Some(left.cmp(&right)),
            _ => number(left)?.partial_cmp(&number(right)?),
        },
    }
}
