//! The keys that are written for a hash of which the rest is not known.

use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_hir::model::{ArithmeticOperator, Body, Expr, ExprId};
use puppet_types::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::infer::{Call, Inference, infer};
use puppet_semantic::index::item_tree::{Item, body};

/// How many expressions are followed for one hash.
const MAX_STEPS: usize = 500;

/// A key that is written for a hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenKey {
    /// The key.
    pub name: SmolStr,
    /// Where it is written.
    pub at: ExprId,
    /// The hash has it, whatever else is in it.
    pub is_certain: bool,
}

/// The keys that are written for the hash that an expression of a body gives: in literals, through `+`, `-`, `merge`,
/// `filter`, `reduce` and the variables that hold them.
#[must_use]
pub fn written_keys(
    db: &dyn Db,
    environment: Environment,
    item: Item,
    expr: ExprId,
) -> Vec<WrittenKey> {
    let mut search = WrittenKeySearch {
        body: &body(db, item),
        inference: infer(db, environment, item),
        values: &single_values(db, environment, item),
        steps: MAX_STEPS,
    };
    search.keys(expr)
}

/// The values of the variables that a body assigns once, and no lambda has as a parameter.
#[salsa::tracked(returns(clone))]
fn single_values(
    db: &dyn Db,
    environment: Environment,
    item: Item,
) -> Arc<FxHashMap<SmolStr, ExprId>> {
    // The environment is part of the key only because queries need two parts.
    let _ = environment;
    let body = body(db, item);
    let mut values: FxHashMap<SmolStr, ExprId> = FxHashMap::default();
    let mut others: FxHashSet<SmolStr> = FxHashSet::default();
    for (_, expr) in body.exprs() {
        match expr {
            Expr::Assignment { left, right, .. } => {
                if let Some(name) = body.variable_name(*left)
                    && values.insert(name.clone(), *right).is_some()
                {
                    others.insert(name.clone());
                }
            }
            Expr::Lambda { parameters, .. } => {
                others.extend(parameters.iter().map(|it| it.name.clone()));
            }
            _ => {}
        }
    }
    values.retain(|name, _| !others.contains(name));
    Arc::new(values)
}

struct WrittenKeySearch<'a> {
    body: &'a Body,
    inference: &'a Inference,
    values: &'a FxHashMap<SmolStr, ExprId>,
    steps: usize,
}

impl WrittenKeySearch<'_> {
    fn keys(&mut self, expr: ExprId) -> Vec<WrittenKey> {
        let Some(steps) = self.steps.checked_sub(1) else {
            return Vec::new();
        };
        self.steps = steps;
        let body = self.body;
        let expr = body.without_parentheses(expr);
        match body.expr(expr) {
            Expr::LiteralHash(entries) => {
                let keys = entries.iter().filter_map(|entry| {
                    Some(WrittenKey {
                        name: self.text(entry.key)?,
                        at: entry.key,
                        is_certain: true,
                    })
                });
                keys.collect()
            }
            Expr::Arithmetic {
                operator: ArithmeticOperator::Add,
                left,
                right,
            } => self.all([*left, *right]),
            Expr::Arithmetic {
                operator: ArithmeticOperator::Subtract,
                left,
                right,
            } => self.without(*left, *right),
            Expr::Variable(_) => self.of_variable(expr),
            Expr::CallNamedFunction { .. } | Expr::CallMethod { .. } => {
                let call = Call::from_expr(body, expr);
                call.map_or_else(Vec::new, |call| self.of_call(&call))
            }
            _ => Vec::new(),
        }
    }

    fn all(&mut self, parts: impl IntoIterator<Item = ExprId>) -> Vec<WrittenKey> {
        parts.into_iter().flat_map(|part| self.keys(part)).collect()
    }

    fn of_variable(&mut self, read: ExprId) -> Vec<WrittenKey> {
        let name = self.body.variable_name(read);
        let value = name.and_then(|name| self.values.get(name));
        value.map_or_else(Vec::new, |value| self.keys(*value))
    }

    fn of_call(&mut self, call: &Call<'_>) -> Vec<WrittenKey> {
        match (call.name, &call.arguments[..], call.lambda) {
            (Some("filter"), [hash], Some(_)) => uncertain(self.keys(*hash)),
            (Some("merge" | "deep_merge" | "stdlib::merge"), hashes, None) => {
                self.all(hashes.iter().copied())
            }
            (Some("reduce"), [_, start], Some(lambda)) => self.of_reduce(*start, lambda),
            _ => Vec::new(),
        }
    }

    /// `$x.reduce({ … }) |$memo, $item| { $memo + { … } }`
    fn of_reduce(&mut self, start: ExprId, lambda: ExprId) -> Vec<WrittenKey> {
        let Expr::Lambda {
            parameters,
            body: Some(block),
            ..
        } = self.body.expr(lambda)
        else {
            return Vec::new();
        };
        let (Some(memo), Some(last)) = (parameters.first(), self.last_of(*block)) else {
            return Vec::new();
        };
        let Expr::Arithmetic {
            operator: ArithmeticOperator::Add,
            left,
            right,
        } = self.body.expr(last)
        else {
            return Vec::new();
        };
        if self.body.variable_name(*left) != Some(&memo.name) {
            return Vec::new();
        }
        let mut keys = self.keys(start);
        keys.extend(uncertain(self.keys(*right)));
        keys
    }

    fn last_of(&self, block: ExprId) -> Option<ExprId> {
        match self.body.expr(block) {
            Expr::Block(statements) => statements.last().copied(),
            _ => Some(block),
        }
    }

    /// The keys of `left - right`; none if it is not known which are taken away.
    fn without(&mut self, left: ExprId, right: ExprId) -> Vec<WrittenKey> {
        let Some(taken) = self.inference.result(right).value() else {
            return Vec::new();
        };
        let is_taken = |name: &SmolStr| {
            let name = Value::String(name.clone());
            match taken {
                Value::Array(items) => items.contains(&name),
                Value::Hash(entries) => entries.contains_key(&name),
                one => *one == name,
            }
        };
        let mut keys = self.keys(left);
        keys.retain(|key| !is_taken(&key.name));
        keys
    }

    fn text(&self, expr: ExprId) -> Option<SmolStr> {
        let known = self.inference.result(expr).value()?;
        known.as_str().map(SmolStr::from)
    }
}

fn uncertain(mut keys: Vec<WrittenKey>) -> Vec<WrittenKey> {
    keys.iter_mut().for_each(|key| key.is_certain = false);
    keys
}
