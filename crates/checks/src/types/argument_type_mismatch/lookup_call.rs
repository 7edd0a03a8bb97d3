//! The arguments of `lookup` and `hiera`, in all the ways in which they can be given.
//!
//! Source: `lib/puppet/functions/lookup.rb`.

use puppet_hir::model::{Expr, ExprId};
use puppet_types::Value;
use smol_str::SmolStr;

use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_semantic::index::item_tree::canonical;

/// The arguments of a call without a block.
pub(super) struct LookupCall {
    /// The key, or several of which the first with a value counts.
    pub key: Option<ExprId>,
    /// The type that the value must have.
    pub ty: Option<ExprId>,
    /// How values are merged.
    pub merge: Option<ExprId>,
    /// The value where no data has the key.
    pub default: Option<ExprId>,
}

impl LookupCall {
    /// The arguments of a call, if it is one of these functions and they can be distinguished.
    pub fn read(context: &Context<'_>, call: &Call<'_>) -> Option<Self> {
        if call.lambda.is_some() || call.is_unfolded(context.body) {
            return None;
        }
        let entry = |hash: ExprId, name: &str| entry(context, hash, name);
        let of_options = |key: Option<ExprId>, options: ExprId| Self {
            key,
            ty: entry(options, "value_type"),
            merge: entry(options, "merge"),
            default: entry(options, "default_value"),
        };
        Some(match (call.name?, &call.arguments[..]) {
            ("lookup", [options]) if is_hash(context, *options) => {
                of_options(entry(*options, "name"), *options)
            }
            ("lookup", [key, options]) if is_hash(context, *options) => {
                of_options(Some(*key), *options)
            }
            ("lookup", [key, rest @ ..]) => Self {
                key: Some(*key),
                ty: rest.first().copied(),
                merge: rest.get(1).copied(),
                default: rest.get(2).copied(),
            },
            ("hiera" | "hiera_array" | "hiera_hash", [key, default, ..]) => Self {
                key: Some(*key),
                ty: None,
                merge: None,
                default: Some(*default),
            },
            _ => return None,
        })
    }

    /// The key as data has it, if it is known.
    pub fn known_key(&self, context: &Context<'_>) -> Option<SmolStr> {
        let key = context.inference.result(self.key?).value()?;
        key.as_str().map(canonical)
    }
}

fn is_hash(context: &Context<'_>, expr: ExprId) -> bool {
    matches!(context.body.expr(expr), Expr::LiteralHash(_))
}

/// The value of a key that is written in a hash.
fn entry(context: &Context<'_>, hash: ExprId, name: &str) -> Option<ExprId> {
    let Expr::LiteralHash(entries) = context.body.expr(hash) else {
        return None;
    };
    let is_it = |key: ExprId| {
        let key = context.inference.result(key).value();
        key.and_then(Value::as_str) == Some(name)
    };
    let mut entries = entries.iter();
    entries.find_map(|entry| is_it(entry.key).then_some(entry.value))
}
