//! Accesses with keys that a hash does not have: by `[]`, `dig`, `get`, `getvar` and `fact`.

use puppet_diagnostics::{Certainty, Rule};
use puppet_hir::model::{Expr, ExprId};
use puppet_text::{TextRange, TextSize};
use puppet_types::Value;
use smol_str::SmolStr;

use crate::names::unknown_fact;
use crate::rules;
use puppet_inference::body_context::Context;
use puppet_inference::infer::{Call, element, keys_without};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::display_name::quoted_names;
use puppet_text::closest;
use puppet_types::inferred::Inferred;

/// No fact has so many parts within parts.
const MAX_KEYS: usize = 20;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let mut assigned = None;
    for it in context.reachable() {
        if let Expr::Assignment { left, .. } = it.expr {
            assigned = Some(*left);
        }
        // To assign an entry is the mistake there, not that it is missing.
        if assigned == Some(it.id) {
            continue;
        }
        let Some(path) = KeyAccessPath::read(context, it.id) else {
            continue;
        };
        out.extend(match &path.root {
            Root::Facts => unknown_fact::unknown_part(context, &path.keys, path.checked),
            Root::Value(known) => unknown_key(context, known, &path),
        });
    }
}

/// What keys access something in.
enum Root {
    Facts,
    Value(Inferred),
}

/// An access: its root, and the keys with their places.
struct KeyAccessPath {
    root: Root,
    keys: Vec<(Value, Anchor)>,
    /// How many keys were looked at where an access within this one was.
    checked: usize,
}

impl KeyAccessPath {
    fn read(context: &Context<'_>, id: ExprId) -> Option<Self> {
        match context.body.expr(id) {
            Expr::Access { left, keys } => match &**keys {
                [key] => Self::of_access(context, *left, *key),
                _ => None,
            },
            Expr::CallNamedFunction { .. } | Expr::CallMethod { .. } => {
                let call = Call::from_expr(context.body, id)?;
                let is_plain = call.lambda.is_none() && !call.is_unfolded(context.body);
                is_plain.then(|| Self::of_call(context, &call)).flatten()
            }
            _ => None,
        }
    }

    fn of_access(context: &Context<'_>, left: ExprId, key: ExprId) -> Option<Self> {
        let key = (
            context.inference.result(key).value()?.clone(),
            Anchor::Expr(key),
        );
        let Some(mut keys) = keys_of_fact(context, left) else {
            return Some(Self {
                root: Root::Value(context.inference.result(left).clone()),
                keys: vec![key],
                checked: 0,
            });
        };
        let checked = keys.len();
        keys.push(key);
        Some(Self {
            root: Root::Facts,
            keys,
            checked,
        })
    }

    fn of_call(context: &Context<'_>, call: &Call<'_>) -> Option<Self> {
        let text = |at: ExprId| context.inference.result(at).value().and_then(Value::as_str);
        let (root, keys) = match (call.name?, &call.arguments[..]) {
            ("dig", [root, keys @ ..]) => {
                let value = |key: &ExprId| Some(context.inference.result(*key).value()?.clone());
                let keys = keys
                    .iter()
                    .map(|key| Some((value(key)?, Anchor::Expr(*key))));
                (root_of(context, *root)?, keys.collect::<Option<_>>()?)
            }
            ("get", [root, path, ..]) => {
                (root_of(context, *root)?, segments(text(*path)?, *path, 0)?)
            }
            ("getvar", [path, ..]) => {
                let (name, rest) = text(*path)?.split_once('.')?;
                let keys = segments(rest, *path, name.len() + 1)?;
                (root_of_variable(context, name)?, keys)
            }
            ("fact", [path]) => (Root::Facts, segments(text(*path)?, *path, 0)?),
            _ => return None,
        };
        Some(Self {
            root,
            keys,
            checked: 0,
        })
    }
}

/// The keys of `$facts['os']['release']`; none for `$facts` itself.
pub(crate) fn keys_of_fact(context: &Context<'_>, at: ExprId) -> Option<Vec<(Value, Anchor)>> {
    let mut keys = Vec::new();
    let mut at = context.body.without_parentheses(at);
    while let Expr::Access { left, keys: found } = context.body.expr(at) {
        let [key] = &**found else { return None };
        keys.push((
            context.inference.result(*key).value()?.clone(),
            Anchor::Expr(*key),
        ));
        at = context.body.without_parentheses(*left);
        if keys.len() > MAX_KEYS {
            return None;
        }
    }
    keys.reverse();
    is_facts(context.body.variable_name(at)?).then_some(keys)
}

fn is_facts(name: &str) -> bool {
    matches!(name, "facts" | "::facts")
}

fn root_of(context: &Context<'_>, at: ExprId) -> Option<Root> {
    let inner = context.body.without_parentheses(at);
    Some(match context.body.variable_name(inner) {
        Some(name) if is_facts(name) => Root::Facts,
        _ => Root::Value(context.inference.result(at).clone()),
    })
}

/// A variable by its name: the facts, or a parameter.
fn root_of_variable(context: &Context<'_>, name: &str) -> Option<Root> {
    if is_facts(name) {
        return Some(Root::Facts);
    }
    let mut parameters = context.body.parameters().iter();
    let parameter = parameters.find(|it| it.name == name)?;
    let declared = context.inference.result(parameter.type_expr?);
    Some(Root::Value(puppet_inference::infer::declared_type(
        declared,
    )))
}

/// The keys of a path with dots, which starts at an offset of a text.
fn segments(path: &str, at: ExprId, mut start: usize) -> Option<Vec<(Value, Anchor)>> {
    if path.is_empty() || path.contains(['"', '\'']) {
        return None;
    }
    let mut keys = Vec::new();
    for segment in path.split('.') {
        let offset = TextSize::try_from(start).ok()?;
        let range = TextRange::at(offset, TextSize::of(segment));
        let key = match segment.parse() {
            Ok(index) => Value::Integer(index),
            Err(_) => Value::string(segment),
        };
        keys.push((key, Anchor::Within(at, range)));
        start += segment.len() + 1;
    }
    Some(keys)
}

fn unknown_key(
    context: &Context<'_>,
    root: &Inferred,
    path: &KeyAccessPath,
) -> Option<BodyDiagnostic> {
    let mut whole = root.clone();
    for (key, anchor) in &path.keys {
        if let Some(name) = key.as_str()
            && let Some(keys) = keys_without(&context.names, &whole, name)
        {
            let similar = closest(name, keys.iter().map(|it| &**it)).map(SmolStr::from);
            let known = quoted_names(keys.iter().map(|it| &**it));
            let message = format!("There is no key '{name}': the hash has {known}");
            return Some(diagnostic(&rules::STRUCT_KEY, *anchor, message, similar));
        }
        whole = element(&context.names, &whole, key);
    }
    None
}

pub(crate) fn diagnostic(
    rule: &'static Rule,
    at: Anchor,
    message: String,
    similar: Option<SmolStr>,
) -> BodyDiagnostic {
    BodyDiagnostic::new(rule, at, message)
        .with_certainty(Certainty::Likely)
        .with_closest(similar)
}
