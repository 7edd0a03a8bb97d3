//! Conditions that are calls: `$x.is_a(T)`, `empty($x)`, `has_key($h, 'k')`, `$a.all |$x| { … }`.

use puppet_hir::Call;
use puppet_hir::model::{Expr, ExprId, Parameter};
use puppet_types::{IntegerRange, Type, TypeContext};
use smol_str::SmolStr;

use puppet_eval::operators::is_true;

use crate::infer::builder::InferenceBuilder;
use crate::infer::flow::environment::Definedness;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::set_theoretic::{join_types, restrict_size, union_members};

impl InferenceBuilder<'_> {
    /// What a call tells of its arguments by its truth.
    pub(crate) fn narrow_call(&mut self, test: ExprId, truth: bool) -> bool {
        let Some(call) = Call::from_expr(self.body, test) else {
            return true;
        };
        match (call.name, &call.arguments[..], call.lambda) {
            (Some("is_a"), [subject, ty], None) => self.narrow_match(*subject, *ty, truth),
            (Some("defined"), names, None) if !call.is_method => self.narrow_defined(names, truth),
            (Some("empty"), [subject], None) if !truth => {
                self.narrow_length(*subject, &IntegerRange::at_least(1))
            }
            (Some("empty"), [subject], None) => {
                let (context, sizes) = (self.names, IntegerRange::exactly(0));
                self.narrow_place(*subject, |known| {
                    restrict_size(context, known, &sizes, |_| true)
                })
            }
            (Some("has_key"), [subject, key], None) => self.narrow_has_key(*subject, *key, truth),
            (Some("member"), [all, key], None) => self.narrow_has_key(*all, *key, truth),
            (Some("dig" | "get" | "getvar"), _, None) => self.narrow_truth(test, truth),
            (Some("all"), [subject], Some(lambda)) if truth => self.narrow_all(*subject, lambda),
            (Some("any"), [subject], Some(lambda)) if !truth => self.narrow_all(*subject, lambda),
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
            let name = self.known(*argument).value()?.as_str()?;
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
    fn narrow_all(&mut self, subject: ExprId, lambda: ExprId) -> bool {
        let context = self.names;
        let kept = match self.kept.get(&lambda) {
            None => return true,
            // There is no element of which it is true.
            Some(None) => {
                let sizes = IntegerRange::exactly(0);
                return self.narrow_place(subject, |known| {
                    restrict_size(context, known, &sizes, |_| true)
                });
            }
            Some(Some(kept)) => kept,
        };
        let kept: Vec<Type> = kept.iter().map(|it| it.ty(context)).collect();
        if kept.contains(&Type::Unknown) {
            return true;
        }
        self.narrow_place(subject, |known| Some(with_elements(context, known, &kept)))
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
        if let Some(kept) = self.parameters_when(parameters, root, truth) {
            self.kept.insert(lambda, kept);
        }
        if ["partition", "filter"].contains(&name)
            && let Some(rejected) = self.parameters_when(parameters, root, false)
        {
            self.rejected.insert(lambda, rejected);
        }
    }

    /// What the parameters of a lambda are where its result has a truth, which it may never have; nothing, if it may have
    /// been given before.
    fn parameters_when(
        &mut self,
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
