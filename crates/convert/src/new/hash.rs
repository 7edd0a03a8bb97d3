//! `Hash.new` and `Struct.new`.

use puppet_types::{HashValue, Type, Value, class_name};

use super::{array::elements, dispatch::Ask};
use crate::ConvertError;

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    let signature = ask.choose("Hash", args)?;
    let from = args.first().ok_or(ConvertError::Undecidable)?;
    match (signature, from, args.get(1)) {
        (0, Value::Array(entries), Some(option)) => {
            tree(entries, option == &Value::from("hash_tree"))
        }
        (0 | 1, Value::Array(pairs), _) => from_pairs(pairs),
        (_, Value::Array(items), _) if items.is_empty() => Ok(HashValue::default().into()),
        (_, Value::Array(items), _) => from_list(items),
        (_, Value::Hash(_), _) => Ok(from.clone()),
        _ if ask.is_instance(&Type::Iterable(None), from)? => match elements(from)?.as_slice() {
            [Value::Array(pairs)] => from_pairs(pairs),
            [hash @ Value::Hash(_)] => Ok(hash.clone()),
            items => from_list(items),
        },
        _ => ConvertError::raised(format!(
            "Value of type {} cannot be converted to Hash",
            ask.general_type(from)
        )),
    }
}

/// Arrays of key and value; later ones win.
fn from_pairs(pairs: &[Value]) -> Result<Value, ConvertError> {
    let mut entries = HashValue::default();
    for (index, pair) in pairs.iter().enumerate() {
        match pair {
            Value::Array(pair) => match &**pair {
                [key, value] => entries.insert(key.clone(), value.clone()),
                [key] => entries.insert(key.clone(), Value::Undef),
                _ => {
                    return ConvertError::raised(format!(
                        "invalid number of elements ({} for 1..2)",
                        pair.len()
                    ));
                }
            },
            other => {
                let class = match other {
                    Value::Undef => "nil".to_owned(),
                    _ => class_name(other),
                };
                return ConvertError::raised(format!(
                    "wrong element type {class} at {index} (expected array)"
                ));
            }
        };
    }
    Ok(entries.into())
}

/// Keys and values in turn.
fn from_list(items: &[Value]) -> Result<Value, ConvertError> {
    if !items.len().is_multiple_of(2) {
        return ConvertError::raised("odd number of arguments for Hash");
    }
    let mut entries = HashValue::default();
    for pair in items.chunks_exact(2) {
        if let [key, value] = pair {
            entries.insert(key.clone(), value.clone());
        }
    }
    Ok(entries.into())
}

/// A hash or an array that is being built.
enum TreeNode {
    Leaf(Value),
    Branch(indexmap::IndexMap<Value, TreeNode, rustc_hash::FxBuildHasher>),
}

/// Deepest path of a tree.
const MAX_DEPTH: usize = 100;

/// Puts values at paths. Arrays become hashes below the root if all have to be hashes.
fn tree(entries: &[Value], all_hashes: bool) -> Result<Value, ConvertError> {
    let mut root = TreeNode::Branch(Default::default());
    for entry in entries {
        let Value::Array(entry) = entry else {
            return Err(ConvertError::Undecidable);
        };
        let [Value::Array(path), value] = &**entry else {
            return Err(ConvertError::Undecidable);
        };
        if path.len() > MAX_DEPTH {
            return Err(ConvertError::Undecidable);
        }
        match path.split_last() {
            None => merge_root(&mut root, value)?,
            Some((key, path)) => {
                let value = if all_hashes {
                    array_as_hash(value, 0)?
                } else {
                    value.clone()
                };
                put(&mut root, path, key, value)?;
            }
        }
    }
    Ok(finish(root))
}

fn merge_root(root: &mut TreeNode, value: &Value) -> Result<(), ConvertError> {
    let TreeNode::Branch(children) = root else {
        return Err(ConvertError::Undecidable);
    };
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let key = Value::Integer(i64::try_from(index).unwrap_or(i64::MAX));
                children.insert(key, TreeNode::Leaf(item.clone()));
            }
        }
        Value::Hash(entries) => {
            for (key, value) in entries.iter() {
                children.insert(key.clone(), TreeNode::Leaf(value.clone()));
            }
        }
        _ => return ConvertError::crash("no implicit conversion into Hash"),
    }
    Ok(())
}

fn put(node: &mut TreeNode, path: &[Value], key: &Value, value: Value) -> Result<(), ConvertError> {
    let mut node = node;
    for step in path {
        open(node)?;
        let TreeNode::Branch(children) = node else {
            return Err(ConvertError::Undecidable);
        };
        node = children
            .entry(step.clone())
            .or_insert_with(|| TreeNode::Branch(Default::default()));
    }
    if let TreeNode::Leaf(Value::Array(items)) = node {
        let mut changed = items.to_vec();
        let index = match key {
            Value::Integer(index) => {
                usize::try_from(*index).map_err(|_| ConvertError::Undecidable)?
            }
            _ => return ConvertError::crash("no implicit conversion into Integer"),
        };
        if index > changed.len() + MAX_DEPTH {
            return Err(ConvertError::Undecidable);
        }
        while changed.len() <= index {
            changed.push(Value::Undef);
        }
        if let Some(slot) = changed.get_mut(index) {
            *slot = value;
        }
        *node = TreeNode::Leaf(changed.into());
        return Ok(());
    }
    open(node)?;
    let TreeNode::Branch(children) = node else {
        return Err(ConvertError::Undecidable);
    };
    children.insert(key.clone(), TreeNode::Leaf(value));
    Ok(())
}

/// Makes a hash that was given as a value open to changes. (Only hashes: what a path through an array does is not decided.)
fn open(node: &mut TreeNode) -> Result<(), ConvertError> {
    match node {
        TreeNode::Branch(_) => Ok(()),
        TreeNode::Leaf(Value::Hash(entries)) => {
            let children = entries
                .iter()
                .map(|(key, value)| (key.clone(), TreeNode::Leaf(value.clone())))
                .collect();
            *node = TreeNode::Branch(children);
            Ok(())
        }
        TreeNode::Leaf(Value::Array(_)) => Err(ConvertError::Undecidable),
        TreeNode::Leaf(_) => ConvertError::crash("undefined method `[]='"),
    }
}

fn finish(node: TreeNode) -> Value {
    match node {
        TreeNode::Leaf(value) => value,
        TreeNode::Branch(children) => Value::hash(
            children
                .into_iter()
                .map(|(key, child)| (key, finish(child))),
        ),
    }
}

/// Arrays as hashes from index to element, at every depth.
fn array_as_hash(value: &Value, depth: usize) -> Result<Value, ConvertError> {
    if depth > MAX_DEPTH {
        return Err(ConvertError::Undecidable);
    }
    let Value::Array(items) = value else {
        return Ok(value.clone());
    };
    let mut entries = HashValue::default();
    for (index, item) in items.iter().enumerate() {
        let key = Value::Integer(i64::try_from(index).unwrap_or(i64::MAX));
        entries.insert(key, array_as_hash(item, depth + 1)?);
    }
    Ok(entries.into())
}
