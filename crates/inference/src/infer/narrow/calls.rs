//! Conditions that are calls: `$x.is_a(T)`, `empty($x)`, `has_key($h, 'k')`, `$a.all |$x| { … }`.

use puppet_hir::Call;
use puppet_hir::model::{Expr, ExprId, Parameter};
use puppet_types::{IntegerRange, Range, Type, TypeContext, Value};
use smol_str::SmolStr;

use puppet_eval::operators::is_true;

use crate::infer::builder::InferenceBuilder;
use crate::infer::flow::environment::Definedness;
use crate::infer::narrow::conditions::MAX_ITEMS;
use crate::infer::narrow::equality::exclude_value;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::set_theoretic::{join_types, restrict_size, subtract, union_members};

impl InferenceBuilder<'_> {
    /// What a call tells of its arguments by its truth.
    pub(crate) fn narrow_call(&mut self, test: ExprId, truth: bool) -> bool {
        let Some(call) = Call::from_expr(self.body, test) else {
            return true;
        };
        match (call.name, &call.arguments[..], call.lambda) {
            (Some("is_a"), [subject, ty], None) => self.narrow_match(*subject, *ty, truth),
            (Some("is_array"), [subject], None) => {
                self.narrow_type(*subject, &Type::array(), truth)
            }
            (Some("is_bool"), [subject], None) => self.narrow_type(*subject, &Type::BOOLEAN, truth),
            (Some("is_hash"), [subject], None) => self.narrow_type(*subject, &Type::hash(), truth),
            // A text that is a number is no string for it, and undef is the empty one.
            (Some("is_string"), [subject], None) if truth => {
                let others = [Type::COLLECTION, Type::BOOLEAN, Type::Numeric];
                self.narrow_type(*subject, &Type::variant_of(others), false)
            }
            (Some("defined"), names, None) if !call.is_method => self.narrow_defined(names, truth),
            (Some("empty"), [subject], None) if !truth => {
                self.narrow_length(*subject, &IntegerRange::at_least(1))
            }
            (Some("empty"), [subject], None) => self.narrow_empty(*subject),
            (Some("has_key"), [subject, key], None) => self.narrow_has_key(*subject, *key, truth),
            (Some("member"), [all, key], None) => {
                self.narrow_has_key(*all, *key, truth)
                    && (truth || self.narrow_none_equal(*all, *key))
            }
            (Some("dig" | "get" | "getvar" | "pick" | "lest"), ..) => {
                self.narrow_turns(test, truth);
                self.narrow_truth(test, truth)
            }
            (Some("all"), [subject], Some(lambda)) if truth => {
                self.narrow_all(*subject, self.kept.get(&lambda).cloned())
            }
            (Some("any"), [subject], Some(lambda)) if !truth => {
                self.narrow_all(*subject, self.kept.get(&lambda).cloned())
            }
            // Of something empty, `any` is false and `all` is true.
            (Some("any" | "all"), [subject], Some(_)) => {
                self.narrow_length(*subject, &IntegerRange::at_least(1))
            }
            _ => true,
        }
    }

    /// `defined('$x')`: whether any of the names exists. It is never false for a variable that is assigned before.
    fn narrow_defined(&mut self, names: &[ExprId], truth: bool) -> bool {
        let variables = names.iter().filter_map(|argument| {
            let name = self.result(*argument).value()?.as_str()?;
            name.strip_prefix('$').map(SmolStr::from)
        });
        let variables: Vec<SmolStr> = variables.collect();
        match truth {
            true => {
                variables.into_iter().for_each(|it| self.scopes.assume(it));
                true
            }
            false => !variables
                .iter()
                .any(|it| self.scopes.presence(it) == Definedness::Certain),
        }
    }

    /// `$array.all |$it| { … }`: each element is what the lambda accepts; for `any` that is false, what it does not.
    fn narrow_all(&mut self, subject: ExprId, tested: Option<Option<Box<[Inferred]>>>) -> bool {
        let context = self.names;
        let kept = match tested {
            None => return true,
            // There is no element of which it is true.
            Some(None) => return self.narrow_empty(subject),
            Some(Some(kept)) => kept,
        };
        let kept: Vec<Type> = kept.iter().map(|it| it.ty(context)).collect();
        if kept.contains(&Type::Unknown) {
            return true;
        }
        match (self.listed(subject), &kept[..]) {
            (Some(items), [element] | [_, element]) => items
                .iter()
                .all(|item| self.narrow_type(*item, element, true)),
            _ => self.narrow_place(subject, |known| Some(with_elements(context, known, &kept))),
        }
    }

    /// The elements that a literal array lists, if they are not too many.
    fn listed(&self, array: ExprId) -> Option<Vec<ExprId>> {
        let body = self.body;
        let is_unfold = |it: &ExprId| matches!(body.expr(*it), Expr::Unfold(_));
        match body.expr(body.without_parentheses(array)) {
            Expr::LiteralList(items) if items.len() <= MAX_ITEMS => {
                (!items.iter().any(is_unfold)).then(|| items.to_vec())
            }
            _ => None,
        }
    }

    /// `$x in [$a, $b]` is false: none of those that are listed equals a value, or is of a type.
    pub(super) fn narrow_none_equal(&mut self, all: ExprId, searched: ExprId) -> bool {
        let value = self.result(searched).value().cloned();
        let (Some(items), Some(value)) = (self.listed(all), value) else {
            return true;
        };
        let context = self.names;
        items.iter().all(|item| {
            self.narrow_place(*item, |known| match &value {
                Value::Type(ty) => subtract(context, known, ty),
                Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::String(_) => {
                    exclude_value(context, known, &value)
                }
                _ => Some(known.clone()),
            })
        })
    }

    /// Something has no elements.
    fn narrow_empty(&mut self, subject: ExprId) -> bool {
        let (context, sizes) = (self.names, IntegerRange::exactly(0));
        self.narrow_filtered(subject, &sizes)
            && self.narrow_place(subject, |known| {
                restrict_size(context, known, &sizes, |_| true)
            })
    }

    /// What the size of `[$a, $b].filter |$it| { … }` tells: the lambda accepts none of the elements, or all.
    pub(super) fn narrow_filtered(&mut self, subject: ExprId, sizes: &IntegerRange) -> bool {
        let Some((all, lambda)) = self.filter_of(subject) else {
            return true;
        };
        let is_all = |items: Vec<ExprId>| sizes.min_size() == items.len() as i64;
        if sizes.upper_bound() == Some(&0) {
            self.narrow_all(all, self.rejected.get(&lambda).cloned())
        } else if self.listed(all).is_some_and(is_all) {
            self.narrow_all(all, self.kept.get(&lambda).cloned())
        } else {
            true
        }
    }

    /// What is filtered, and the lambda of the filter, which sees all elements.
    fn filter_of(&self, id: ExprId) -> Option<(ExprId, ExprId)> {
        let call = Call::from_expr(self.body, self.body.without_parentheses(id))?;
        match (call.name, &call.arguments[..], call.lambda) {
            (Some("filter"), [all], Some(lambda)) if !self.breaks(lambda) => Some((*all, lambda)),
            _ => None,
        }
    }

    /// The sizes of the result of a filter that tell something of its elements.
    pub(crate) fn telling_sizes(&self, id: ExprId) -> Vec<IntegerRange> {
        let Some((all, _)) = self.filter_of(id) else {
            return Vec::new();
        };
        let most = self
            .listed(all)
            .map_or(i64::MAX, |items| items.len() as i64);
        let some = match most {
            i64::MAX => Some(IntegerRange::at_least(1)),
            most => Range::new(Some(1), Some(most - 1)).filter(|_| most > 1),
        };
        let all = (most != i64::MAX).then(|| IntegerRange::exactly(most));
        let sizes = [Some(IntegerRange::exactly(0)), some, all];
        sizes.into_iter().flatten().collect()
    }

    /// Notes what a lambda's parameters are when its result is true, for the function that is called with it.
    pub(crate) fn note_kept(&mut self, lambda: ExprId, root: ExprId) {
        let body = self.body;
        let Expr::Lambda { parameters, .. } = body.expr(lambda) else {
            return;
        };
        let call = self.call_of_lambda(lambda);
        let call = call.and_then(|call| Call::from_expr(body, call));
        let name = call.and_then(|call| call.name).unwrap_or_default();
        let truth = match name {
            "filter" | "all" | "partition" => true,
            // None of the elements is what it looks for.
            "any" => false,
            _ => return,
        };
        if let Some(kept) = self.parameters_when(lambda, parameters, root, truth) {
            self.kept.insert(lambda, kept);
        }
        if ["partition", "filter"].contains(&name)
            && let Some(rejected) = self.parameters_when(lambda, parameters, root, false)
        {
            self.rejected.insert(lambda, rejected);
        }
    }

    /// What the parameters of a lambda are where its result has a truth, which it may never have; nothing, if it may have
    /// been given before.
    fn parameters_when(
        &mut self,
        lambda: ExprId,
        parameters: &[Parameter],
        root: ExprId,
        truth: bool,
    ) -> Option<Option<Box<[Inferred]>>> {
        let differs = |next: &Inferred| next.value().is_some_and(|it| is_true(it) != truth);
        let nexts = &self.frames.last()?.nexts;
        if !nexts.iter().all(differs) {
            return None;
        }
        let mark = self.scopes.mark();
        let is_possible = self.narrow(root, truth);
        if truth {
            self.note_parts_of_kept(lambda);
        }
        let kept = parameters.iter().map(|it| match self.scopes.get(&it.name) {
            Some(known) => self.with_present_keys(&it.name, known),
            None => Inferred::UNKNOWN,
        });
        let kept = is_possible.then(|| kept.collect());
        let _ = self.scopes.take_since(mark);
        Some(kept)
    }
}

/// What is known of a collection whose elements are all as a lambda got them: the values, or keys and values.
fn with_elements(context: &dyn TypeContext, known: &Inferred, kept: &[Type]) -> Inferred {
    let Inferred::Type(whole) = known else {
        return known.clone();
    };
    let members = union_members(context, whole).into_iter();
    let members = members.map(|member| match (member, kept) {
        (Type::Array(array), [element] | [_, element]) => {
            Type::array_of(element.clone(), array.size.clone())
        }
        (Type::Hash(hash), [key, value]) => {
            Type::hash_of(key.clone(), value.clone(), hash.size.clone())
        }
        (member, _) => member,
    });
    join_types(members.collect())
}
