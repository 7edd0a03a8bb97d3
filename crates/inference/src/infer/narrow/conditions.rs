//! Narrowing constraints: the types of variables, and of constant keys in them, where a condition is true or false.
//!
//! Variables never change, so a constraint holds wherever the condition was passed.

use puppet_hir::model::{ComparisonOperator, Expr, ExprId, MatchOperator};
use puppet_types::{Type, TypeContext, Value};
use smol_str::SmolStr;

use crate::infer::builder::InferenceBuilder;
use crate::infer::flow::branch_facts::BranchFact;
use crate::infer::flow::environment::EnvDelta;
use crate::infer::narrow::equality::{equal_to, exclude_value};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::set_theoretic::{intersect, is_never_undef, join_types, subtract};

/// How deep conditions are looked into.
const MAX_DEPTH: usize = 40;
/// Nothing is told by whether something is one of more values.
pub(super) const MAX_ITEMS: usize = 100;

/// What can be narrowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NarrowTarget {
    /// A variable.
    Variable(SmolStr),
    /// An access to a variable with constant keys: its key among the scopes.
    Path(SmolStr),
}

impl InferenceBuilder<'_> {
    /// Notes what is known where a condition had this truth; false if it cannot have it.
    pub(crate) fn narrow(&mut self, test: ExprId, truth: bool) -> bool {
        let is_possible = self.narrow_within(test, truth, MAX_DEPTH);
        if is_possible {
            self.note_truth_of_known(test, truth);
            self.apply_implications();
        }
        is_possible
    }

    fn narrow_within(&mut self, test: ExprId, truth: bool, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return true;
        };
        if self.truth(test).is_some_and(|known| known != truth) {
            return false;
        }
        let body = self.body;
        match body.expr(test) {
            Expr::Parenthesized(inner) => self.narrow_within(*inner, truth, depth),
            Expr::Not(operand) => self.narrow_within(*operand, !truth, depth),
            Expr::And { left, right } if truth => {
                self.narrow_within(*left, true, depth) && self.narrow_within(*right, true, depth)
            }
            Expr::Or { left, right } if !truth => {
                self.narrow_within(*left, false, depth) && self.narrow_within(*right, false, depth)
            }
            Expr::And { .. } | Expr::Or { .. } => match self.disjuncts(test, truth) {
                Some(disjuncts) => self.narrow_any(disjuncts.chunks(1), depth),
                None => true,
            },
            Expr::Variable(_) | Expr::Access { .. } => self.narrow_truth(test, truth),
            Expr::Assignment { left, .. } => self.narrow_truth(*left, truth),
            Expr::Comparison {
                operator: operator @ (ComparisonOperator::Equal | ComparisonOperator::NotEqual),
                left,
                right,
            } => {
                let is_equal = (*operator == ComparisonOperator::Equal) == truth;
                let sides = [(*left, *right), (*right, *left)];
                let mut sides = sides.into_iter();
                if let Some((test, truth)) = sides.find_map(|(test, value)| {
                    let truth = self.truth_of_test(test, value, is_equal)?;
                    Some((test, truth))
                }) {
                    return self.narrow_within(test, truth, depth);
                }
                if self.is_condition(*left) && self.is_condition(*right) {
                    let both = [true, false].map(|it| [(*left, it), (*right, it == is_equal)]);
                    return self.narrow_any(both.iter().map(<[_; 2]>::as_slice), depth);
                }
                self.narrow_equal(*left, *right, is_equal)
                    && self.narrow_equal(*right, *left, is_equal)
                    && self.narrow_size(*operator, *left, *right, truth)
            }
            Expr::Comparison {
                operator,
                left,
                right,
            } => {
                self.narrow_subtype(*operator, *left, *right, truth)
                    && self.narrow_size(*operator, *left, *right, truth)
                    && self.narrow_number(*operator, *left, *right, truth)
            }
            Expr::Match {
                operator,
                left,
                right,
            } => self.narrow_match(*left, *right, (*operator == MatchOperator::Match) == truth),
            Expr::In { left, right } => {
                self.narrow_in(*left, *right, truth) && self.narrow_has_key(*right, *left, truth)
            }
            Expr::Block(statements) => match statements.last() {
                Some(last) => self.narrow_within(*last, truth, depth),
                None => !truth,
            },
            Expr::CallNamedFunction { .. } | Expr::CallMethod { .. } => {
                self.narrow_call(test, truth)
            }
            _ => true,
        }
    }

    /// Whether an expression is `true` or `false` in any case.
    fn is_condition(&self, expr: ExprId) -> bool {
        matches!(self.result(expr), Inferred::Type(Type::Boolean(_)))
    }

    /// The truth that a test has which is compared with `true` or `false`: `empty($x) == false`.
    fn truth_of_test(&self, test: ExprId, value: ExprId, is_equal: bool) -> Option<bool> {
        let Some(Value::Boolean(truth)) = self.result(value).value() else {
            return None;
        };
        let is_test = match self.body.expr(self.body.without_parentheses(test)) {
            Expr::Variable(_) | Expr::Access { .. } => false,
            // A call may give something else, which is not equal to either.
            _ => self.is_condition(test),
        };
        is_test.then_some(*truth == is_equal)
    }

    /// The type of a condition that is a Boolean: `Boolean[true]` or `Boolean[false]`, if it is never the other.
    pub(crate) fn type_of_condition(&mut self, test: ExprId) -> Type {
        let possible = [true, false].map(|truth| {
            let mark = self.scopes.mark();
            let is_possible = self.narrow(test, truth);
            let _ = self.scopes.take_since(mark);
            is_possible
        });
        match possible {
            [true, false] => Type::Boolean(Some(true)),
            [false, true] => Type::Boolean(Some(false)),
            _ => Type::BOOLEAN,
        }
    }

    /// Notes what is known where one of several conditions has the truth that it is given with; false if none can.
    pub(crate) fn narrow_one_of(&mut self, conditions: &[(ExprId, bool)]) -> bool {
        let is_possible = self.narrow_any(conditions.chunks(1), MAX_DEPTH);
        if is_possible {
            self.apply_implications();
        }
        is_possible
    }

    /// Where one of several conditions holds, each of which is several that hold together: what all of them tell.
    fn narrow_any<'c>(
        &mut self,
        disjuncts: impl Iterator<Item = &'c [(ExprId, bool)]>,
        depth: usize,
    ) -> bool {
        let mut told: Vec<EnvDelta> = Vec::new();
        for together in disjuncts {
            let mark = self.scopes.mark();
            let is_possible = together.iter().all(|(side, truth)| {
                let is_possible = self.narrow_within(*side, *truth, depth);
                if is_possible {
                    self.note_truth(*side, *truth);
                    self.apply_implications();
                }
                is_possible
            });
            let taken = self.scopes.take_since(mark);
            if is_possible {
                told.push(taken);
            }
        }
        let branches: Vec<Vec<BranchFact>> =
            told.iter().map(|it| self.facts(it.known_names())).collect();
        self.note_alternatives(&branches);
        let mut told = told.into_iter().map(|it| it.refined);
        let Some(first) = told.next() else {
            return false;
        };
        let context = self.names;
        let both = told.fold(first, |first, second| {
            let first = first.into_iter();
            let first = first.filter(|(_, it)| it.implication.is_none());
            let both = first.filter_map(|(name, mut both)| {
                let (_, other) = second.iter().rev().find(|(other, _)| *other == name)?;
                both.known = Inferred::union(context, [&both.known, &other.known]);
                Some((name, both))
            });
            both.collect()
        });
        self.scopes.restore(both);
        true
    }

    /// The conditions, with their truths, one of which holds where an `or` is true, or an `and` false; `None` if there are
    /// too many.
    fn disjuncts(&self, test: ExprId, truth: bool) -> Option<Vec<(ExprId, bool)>> {
        let (mut open, mut found) = (vec![(test, truth)], Vec::new());
        while let Some((test, truth)) = open.pop() {
            if open.len() + found.len() > MAX_DEPTH {
                return None;
            }
            match self.body.expr(test) {
                Expr::Parenthesized(inner) => open.push((*inner, truth)),
                Expr::Not(operand) => open.push((*operand, !truth)),
                Expr::Or { left, right } if truth => open.extend([(*right, true), (*left, true)]),
                Expr::And { left, right } if !truth => {
                    open.extend([(*right, false), (*left, false)]);
                }
                _ => found.push((test, truth)),
            }
        }
        Some(found)
    }

    pub(crate) fn narrow_truth(&mut self, id: ExprId, truth: bool) -> bool {
        let falsy = Type::variant_of([Type::Undef, Type::Boolean(Some(false))]);
        let context = self.names;
        self.narrow_place(id, |known| {
            if truth {
                subtract(context, known, &falsy)
            } else {
                intersect(context, known, &falsy)
            }
        })
    }

    /// `left in right`, by what is known of the right side.
    fn narrow_in(&mut self, left: ExprId, right: ExprId, is_in: bool) -> bool {
        let Some(Value::Array(items)) = self.result(right).value().cloned() else {
            return match is_in {
                true => self.narrow_to_items_of(left, right),
                false => self.narrow_none_equal(right, left),
            };
        };
        let is_plain = |value: &Value| {
            matches!(
                value,
                Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::String(_)
            )
        };
        if !(1..=MAX_ITEMS).contains(&items.len()) || !items.iter().all(is_plain) {
            return true;
        }
        let context = self.names;
        self.narrow_place(left, |known| {
            if is_in {
                let equal = items.iter().map(|item| equal_to(context, known, item));
                one_of(equal.chain([searched_for(context, known)]), context)
            } else {
                items.iter().try_fold(known.clone(), |known, item| {
                    exclude_value(context, &known, item)
                })
            }
        })
    }

    /// A place has a value of a type, or has none: `$x =~ Array`.
    pub(crate) fn narrow_type(&mut self, subject: ExprId, ty: &Type, is_of_type: bool) -> bool {
        let context = self.names;
        self.narrow_place(subject, |known| match is_of_type {
            true => intersect(context, known, ty),
            false => subtract(context, known, ty),
        })
    }

    /// Notes what is known of a place after it was looked at; false if that is nothing.
    pub(crate) fn narrow_place(
        &mut self,
        id: ExprId,
        narrowed: impl FnOnce(&Inferred) -> Option<Inferred>,
    ) -> bool {
        let id = self.body.without_parentheses(id);
        let Some(place) = self.narrow_target(id) else {
            return narrowed(self.result(id)).is_some();
        };
        let known = self.narrowed_type(&place, id);
        match narrowed(&known) {
            Some(narrower) if narrower != known => {
                self.note_narrower(place, id, narrower);
                true
            }
            Some(_) => {
                if matches!(place, NarrowTarget::Path(_)) && is_never_undef(self.names, &known) {
                    self.narrow_wholes(id);
                }
                true
            }
            None => false,
        }
    }

    /// Notes what a test told of a place, and what that tells of the hashes in which it is.
    pub(crate) fn note_narrower(&mut self, place: NarrowTarget, id: ExprId, narrower: Inferred) {
        if matches!(place, NarrowTarget::Path(_)) {
            if is_never_undef(self.names, &narrower) {
                self.narrow_wholes(id);
            }
            self.narrow_whole_of(id, &narrower);
        }
        self.note(place, narrower);
    }

    /// Notes what is known of a place from here on.
    pub(crate) fn note(&mut self, place: NarrowTarget, known: Inferred) {
        match place {
            NarrowTarget::Variable(name) => self.scopes.refine(name, known),
            NarrowTarget::Path(path) => self.scopes.refine_path(path, known),
        }
    }

    /// What is known here of a place that an expression is.
    pub(crate) fn narrowed_type(&self, place: &NarrowTarget, id: ExprId) -> Inferred {
        let (NarrowTarget::Variable(name) | NarrowTarget::Path(name)) = place;
        let known = self.scopes.get(name);
        known.unwrap_or_else(|| self.result(id)).clone()
    }
}

/// What is known of something that `in` does not compare: a regular expression is matched with the items, and a type has
/// them as instances.
fn searched_for(context: &dyn TypeContext, known: &Inferred) -> Option<Inferred> {
    let patterns = Type::variant_of([Type::REGEXP, Type::Type(None), Type::semver()]);
    match known {
        Inferred::Type(Type::Unknown | Type::Any) => None,
        known => intersect(context, known, &patterns),
    }
}

/// What is known of something that is one of several; none if it can be none of them.
pub(crate) fn one_of(
    all: impl Iterator<Item = Option<Inferred>>,
    context: &dyn TypeContext,
) -> Option<Inferred> {
    let possible: Vec<Inferred> = all.flatten().collect();
    match possible.as_slice() {
        [] => None,
        [only] => Some(only.clone()),
        several if several.iter().any(Inferred::is_unknown) => Some(Inferred::UNKNOWN),
        several => Some(join_types(
            several.iter().map(|it| it.ty(context)).collect(),
        )),
    }
}
