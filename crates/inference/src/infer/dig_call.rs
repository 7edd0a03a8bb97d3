//! Calls of `dig`, `get` and `getvar` whose keys are known.
//!
//! Source: the functions `dig`, `get` and `getvar` of Puppet's core.

use puppet_hir::Call;
use puppet_hir::model::ExprId;
use puppet_types::inferred::Inferred;
use puppet_types::{Type, Value};
use smol_str::SmolStr;

/// What a call looks into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DigRoot {
    /// The value of an expression.
    Expr(ExprId),
    /// A variable by its name.
    Variable(SmolStr),
}

/// A call of `dig`, `get` or `getvar` whose keys are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigCall {
    /// What it looks into.
    pub root: DigRoot,
    /// The keys that it follows.
    pub keys: Vec<Value>,
    /// What it gives where nothing is found.
    pub default: Option<ExprId>,
}

impl DigCall {
    /// `$value.dig(key, …)`, `$value.get('key.key', default)`, `getvar('name.key.key', default)`.
    pub fn from_call<'a>(call: &Call<'_>, known: impl Fn(ExprId) -> &'a Inferred) -> Option<Self> {
        let text = |id: ExprId| known(id).value().and_then(Value::as_str);
        let (root, keys, default) = match (call.name?, &call.arguments[..]) {
            ("dig", [root, keys @ ..]) => {
                let keys = keys.iter().map(|key| known(*key).value().cloned());
                (DigRoot::Expr(*root), keys.collect::<Option<_>>()?, None)
            }
            ("get", [root, path, default @ ..]) => (
                DigRoot::Expr(*root),
                segments(text(*path)?)?,
                default.first(),
            ),
            ("getvar", [path, default @ ..]) => {
                let path = text(*path)?;
                let (name, path) = path.split_once('.').unwrap_or((path, ""));
                (
                    DigRoot::Variable(name.into()),
                    segments(path)?,
                    default.first(),
                )
            }
            _ => return None,
        };
        let default = default.copied();
        Some(Self {
            root,
            keys,
            default,
        })
    }
}

/// The first of the keys of a call that cannot be followed in some of the values that it may meet.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RefusedStep {
    /// The key that finds those values; none where the call starts from them.
    pub before: Option<Value>,
    /// Their types.
    pub members: Vec<Type>,
}

/// The keys of a path with dots; `None` where segments are quoted.
pub(crate) fn segments(path: &str) -> Option<Vec<Value>> {
    if path.contains(['"', '\'']) {
        return None;
    }
    let segments = path.split('.').filter(|_| !path.is_empty());
    let keys = segments.map(|segment| match segment.parse() {
        Ok(index) => Value::Integer(index),
        Err(_) => Value::string(segment),
    });
    Some(keys.collect())
}
