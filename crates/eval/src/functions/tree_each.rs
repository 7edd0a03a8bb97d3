//! `tree_each`: all elements of nested collections (`Iterable::TreeIterator`).

use std::collections::VecDeque;
use std::sync::Arc;

use puppet_types::{IteratorValue, Type, Value};

use super::function::{EvalCall, Function, builtin};
use super::iteration::run_until_break;
use crate::error::Unknown;
use crate::evaluator::{EvalResult, Unwind};
use crate::operators::is_true;
use crate::type_queries;

pub(super) const FUNCTIONS: &[Function] = &[builtin("tree_each", tree_each)];

/// The options.
struct TreeEachOptions {
    containers: Option<Type>,
    with_root: bool,
    with_containers: bool,
    with_values: bool,
    breadth_first: bool,
}

fn tree_each(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let walk = options(call)?;
    let root = call.argument(0).clone();
    let nodes = nodes(call, &walk, &root)?;
    if call.block.is_none() {
        let items = nodes
            .into_iter()
            .map(|(path, value)| Value::array(vec![Value::from(path), value]))
            .collect();
        return Ok(Value::Iterator(Arc::new(IteratorValue {
            element_type: Some(Type::Any),
            items,
            is_tree: true,
        })));
    }
    let with_path = call.signature == 0;
    let run = || {
        nodes.into_iter().try_for_each(|(path, value)| {
            let arguments = if with_path {
                vec![Value::from(path), value]
            } else {
                vec![value]
            };
            call.yield_with(arguments).map(drop)
        })
    };
    run_until_break(run())?;
    Ok(root)
}

fn options(call: &EvalCall<'_, '_, '_>) -> EvalResult<TreeEachOptions> {
    let option = |name: &str| match call.argument(1) {
        Value::Hash(options) => options
            .get(&Value::from(name))
            .cloned()
            .unwrap_or(Value::Undef),
        _ => Value::Undef,
    };
    let flag = |name: &str| match option(name) {
        Value::Undef => true,
        value => is_true(&value),
    };
    let containers = match option("container_type") {
        Value::Type(ty) => {
            let default = Type::variant_of([Type::array(), Type::hash(), Type::Object(None)]);
            if !type_queries::assignable(&*call.evaluator.definitions, &default, &ty)? {
                let message = format!(
                    "Only Array, Hash, and Object types can be used as container types. Got {ty}"
                );
                return Err(Unwind::Raised(message));
            }
            Some(ty)
        }
        _ => None,
    };
    let (with_containers, with_values) = (flag("include_containers"), flag("include_values"));
    if !with_containers && !with_values {
        let message = "Options 'include_containers' and 'include_values' cannot both be false";
        return Err(Unwind::Raised(message.to_owned()));
    }
    Ok(TreeEachOptions {
        containers,
        with_root: with_containers && flag("include_root"),
        with_containers,
        with_values,
        breadth_first: option("order").as_str() == Some("breadth_first"),
    })
}

type TreeEachNode = (Vec<Value>, Value);

/// The paths and values, in order.
fn nodes(
    call: &mut EvalCall<'_, '_, '_>,
    walk: &TreeEachOptions,
    root: &Value,
) -> EvalResult<Vec<TreeEachNode>> {
    let mut nodes = Vec::new();
    let mut waiting: VecDeque<TreeEachNode> = VecDeque::from([(Vec::new(), root.clone())]);
    while let Some((path, value)) = waiting.pop_front() {
        call.evaluator.budget.spend(1)?;
        let container = is_container(call, walk, &value)?;
        if path.is_empty() && !container {
            // Puppet breaks on a root that is no container.
            return Err(Unknown::Undecidable.into());
        }
        if container {
            let children = children(&path, &value);
            call.evaluator.budget.allocate(
                children
                    .len()
                    .saturating_mul(size_of::<Value>() * (path.len() + 2)),
            )?;
            if walk.breadth_first {
                waiting.extend(children);
            } else {
                children
                    .into_iter()
                    .rev()
                    .for_each(|child| waiting.push_front(child));
            }
        }
        let wanted = match (path.is_empty(), container) {
            (true, _) => walk.with_root,
            (false, true) => walk.with_containers,
            (false, false) => walk.with_values,
        };
        if wanted {
            nodes.push((path, value));
        }
    }
    Ok(nodes)
}

fn is_container(
    call: &EvalCall<'_, '_, '_>,
    walk: &TreeEachOptions,
    value: &Value,
) -> EvalResult<bool> {
    let nested = match value {
        Value::Array(_) | Value::Hash(_) => true,
        Value::Object(_) | Value::Type(_) => return Err(Unknown::Function.into()),
        _ => false,
    };
    match &walk.containers {
        Some(ty) if nested => Ok(type_queries::instance(
            &*call.evaluator.definitions,
            ty,
            value,
        )?),
        _ => Ok(nested),
    }
}

fn children(path: &[Value], value: &Value) -> Vec<TreeEachNode> {
    let below = |key: Value| path.iter().cloned().chain([key]).collect::<Vec<_>>();
    match value {
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(index, item)| {
                (
                    below(Value::Integer(i64::try_from(index).unwrap_or(i64::MAX))),
                    item.clone(),
                )
            })
            .collect(),
        Value::Hash(entries) => entries
            .iter()
            .map(|(key, item)| (below(key.clone()), item.clone()))
            .collect(),
        _ => Vec::new(),
    }
}
