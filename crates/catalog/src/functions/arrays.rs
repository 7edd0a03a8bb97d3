//! Functions about arrays.

use puppet_eval::functions::{EvalCall, Function, legacy};
use puppet_eval::operators::matching;
use puppet_eval::{EvalResult, Unknown, Unwind};
use puppet_scalars::Regexp;
use puppet_types::Value;

use super::{array, is_missing, listed};

pub(super) const FUNCTIONS: &[Function] = &[
    legacy("any2array", -1, any2array),
    legacy("concat", -3, concat),
    legacy("count", -2, count),
    legacy("delete", 2, delete),
    legacy("delete_at", 2, delete_at),
    legacy("difference", 2, difference),
    legacy("grep", 2, grep),
    legacy("intersection", 2, intersection),
    legacy("member", 2, member),
    legacy("pick", -1, pick),
    legacy("pick_default", -1, pick_default),
    legacy("prefix", -2, |call| affixed(call, true)),
    legacy("suffix", -2, |call| affixed(call, false)),
    legacy("reverse", 1, reverse),
    legacy("union", -1, union),
];

fn any2array(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    Ok(match call.arguments.as_slice() {
        [Value::Array(_)] => call.argument(0).clone(),
        [value] if is_missing(value) => Value::from(Vec::new()),
        [Value::Hash(entries)] => {
            let pairs = entries.iter().flat_map(|(key, value)| [key, value]);
            Value::from(pairs.cloned().collect::<Vec<_>>())
        }
        arguments => Value::from(arguments.to_vec()),
    })
}

fn concat(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut all = array(call, 0)?;
    for more in call.arguments.iter().skip(1) {
        all.extend(listed(more));
    }
    call.evaluator.budget.spend(all.len())?;
    Ok(Value::from(all))
}

fn count(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let items = array(call, 0)?;
    let number = match call.arguments.get(1) {
        Some(wanted) => items.iter().filter(|item| *item == wanted).count(),
        None => items.iter().filter(|item| !is_missing(item)).count(),
    };
    i64::try_from(number)
        .map(Value::Integer)
        .map_err(|_| Unknown::Limit.into())
}

fn delete(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let unwanted = listed(call.argument(1));
    Ok(match call.argument(0) {
        Value::Array(items) => {
            let kept = items.iter().filter(|item| !unwanted.contains(item));
            Value::from(kept.cloned().collect::<Vec<_>>())
        }
        Value::Hash(entries) => {
            let kept = entries.iter().filter(|(key, _)| !unwanted.contains(key));
            Value::hash(kept.map(|(key, value)| (key.clone(), value.clone())))
        }
        Value::String(text) => {
            let texts: Option<Vec<&str>> = unwanted.iter().map(Value::as_str).collect();
            let texts = texts.ok_or(Unknown::Function)?;
            let kept = texts
                .iter()
                .filter(|part| !part.is_empty())
                .fold(text.to_string(), |text, part| text.replace(part, ""));
            Value::from(kept)
        }
        _ => return Err(Unknown::Function.into()),
    })
}

fn delete_at(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut items = array(call, 0)?;
    match call.argument(1) {
        Value::Integer(index) => match usize::try_from(*index) {
            Ok(index) if index < items.len() => drop(items.remove(index)),
            _ => return Err(Unknown::Function.into()),
        },
        _ => return Err(Unknown::Function.into()),
    }
    Ok(Value::from(items))
}

fn difference(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let (mut items, others) = (array(call, 0)?, array(call, 1)?);
    call.evaluator
        .budget
        .spend(items.len() * (1 + others.len()))?;
    items.retain(|item| !others.contains(item));
    Ok(Value::from(items))
}

/// The texts that a regular expression matches.
fn grep(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let items = array(call, 0)?;
    let pattern = Regexp::new(call.text(1)).map_err(|_| Unknown::Function)?;
    let pattern = Value::from(pattern);
    let types = call.evaluator.definitions.clone();
    let mut found = Vec::new();
    for item in items {
        call.evaluator.budget.spend(1)?;
        if matches!(item, Value::String(_)) && matching::evaluate(&*types, &item, &pattern)?.matched
        {
            found.push(item);
        }
    }
    Ok(Value::from(found))
}

fn intersection(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let (items, others) = (array(call, 0)?, array(call, 1)?);
    call.evaluator
        .budget
        .spend(items.len() * (1 + others.len()))?;
    let common = items.into_iter().filter(|item| others.contains(item));
    Ok(Value::from(unique(common)))
}

fn union(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut all = Vec::new();
    for index in 0..call.arguments.len() {
        all.extend(array(call, index)?);
    }
    call.evaluator.budget.spend(all.len() * all.len())?;
    Ok(Value::from(unique(all)))
}

fn unique(items: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let mut seen = Vec::new();
    for item in items {
        if !seen.contains(&item) {
            seen.push(item);
        }
    }
    seen
}

fn member(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let items = array(call, 0)?;
    let wanted = match call.argument(1) {
        Value::String(_) | Value::Integer(_) | Value::Array(_) => listed(call.argument(1)),
        _ => return Err(Unknown::Function.into()),
    };
    if wanted.is_empty() {
        let message = "member(): You must provide item to search for within array given";
        return Err(Unwind::Raised(message.to_owned()));
    }
    Ok(Value::Boolean(wanted.iter().all(|it| items.contains(it))))
}

fn pick(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let found = call.arguments.iter().find(|value| !is_missing(value));
    match found {
        Some(value) => Ok(value.clone()),
        None => {
            let message = "pick(): must receive at least one non empty value";
            Err(Unwind::Raised(message.to_owned()))
        }
    }
}

fn pick_default(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let found = call.arguments.iter().find(|value| !is_missing(value));
    let last = || call.arguments.last().cloned();
    Ok(found
        .cloned()
        .or_else(last)
        .unwrap_or_else(|| Value::from("")))
}

/// Each text with something before or after it.
fn affixed(call: &mut EvalCall<'_, '_, '_>, is_prefix: bool) -> EvalResult<Value> {
    let affix = call.text(1).to_owned();
    let join = |value: &Value| {
        let text = value.as_str().ok_or(Unknown::Function)?;
        let (first, second) = if is_prefix {
            (affix.as_str(), text)
        } else {
            (text, affix.as_str())
        };
        Ok(Value::from(format!("{first}{second}")))
    };
    match call.argument(0) {
        Value::Array(items) => {
            let texts: Result<Vec<Value>, Unknown> = items.iter().map(join).collect();
            Ok(Value::from(texts?))
        }
        Value::Hash(entries) => {
            let mut hash = puppet_types::HashValue::default();
            for (key, value) in entries.iter() {
                hash.insert(join(key)?, value.clone());
            }
            Ok(Value::from(hash))
        }
        _ => Err(Unknown::Function.into()),
    }
}

fn reverse(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    match call.argument(0) {
        Value::String(text) => Ok(Value::from(text.chars().rev().collect::<String>())),
        _ => array(call, 0).map(|items| Value::from(items.into_iter().rev().collect::<Vec<_>>())),
    }
}
