//! Parts of the elements of an array or hash, as tests leave them: `$repos.filter |$it| { $it['name'] }`.

use puppet_hir::Call;
use puppet_hir::model::{Expr, ExprId, Parameter};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::iterated_elements::elements;
use puppet_types::{IntegerRange, StructElement, StructKey, Type};
use smol_str::SmolStr;

use crate::infer::builder::InferenceBuilder;
use crate::infer::narrow::conditions::NarrowTarget;

/// The last part of a path among the scopes that stands for each of the elements.
const ELEMENT: &str = "*";

/// Functions that hand each element to their lambda, as its last parameter.
const ITERATIONS: &[&str] = &[
    "all",
    "any",
    "each",
    "filter",
    "group_by",
    "map",
    "partition",
    "reduce",
    "reverse_each",
];

/// Functions that give some of the elements again, or all.
const SELECTIONS: &[&str] = &[
    "reverse",
    "reverse_each",
    "shuffle",
    "sort",
    "unique",
    "values",
];

impl InferenceBuilder<'_> {
    /// Notes what is known of parts of the elements that the lambda of a filter keeps.
    pub(crate) fn note_parts_of_kept(&mut self, lambda: ExprId) {
        let scope = self.branch_points.last().and_then(|it| it.scope);
        let (Some(scope), Some((_, element))) = (scope, self.element_parameter(lambda)) else {
            return;
        };
        let parts = self.scopes.parts_since(scope, &element.name);
        let parts = parts.into_iter().map(|(path, known)| StructElement {
            name: path,
            key: StructKey::Required,
            value: known.ty(self.names),
        });
        let parts: Vec<StructElement> = parts.collect();
        if !parts.is_empty() {
            // Their paths stand for the keys of a hash.
            let parts = Inferred::Type(Type::struct_of(parts));
            self.kept_parts.insert(lambda, parts);
        }
    }

    /// What is known of parts of the elements of a collection: of those that a filter keeps.
    fn element_parts(&self, all: ExprId) -> Option<&Inferred> {
        let mut all = self.body.without_parentheses(all);
        loop {
            if let Some(name) = self.body.variable_name(all) {
                let path = self.scopes.path(self.scopes.original(name), ELEMENT);
                return self.scopes.get(&path);
            }
            let call = Call::from_expr(self.body, all)?;
            match (call.name?, &call.arguments[..], call.lambda) {
                ("filter", [_], Some(lambda)) => return self.kept_parts.get(&lambda),
                (name, [inner], _) if SELECTIONS.contains(&name) => {
                    all = self.body.without_parentheses(*inner);
                }
                _ => return None,
            }
        }
    }

    /// Notes the same of a variable that such a collection is assigned to.
    pub(crate) fn note_assigned_parts(&mut self, name: &SmolStr, value: ExprId) {
        if let Some(parts) = self.element_parts(value).cloned() {
            let path = self.scopes.path(name, ELEMENT);
            self.scopes.refine_path(path, parts);
        }
    }

    /// Notes what is known of parts of the element that a lambda gets.
    pub(crate) fn note_parts_of_element(&mut self, lambda: ExprId) {
        let Some((all, element)) = self.element_parameter(lambda) else {
            return;
        };
        let name = element.name.clone();
        let Some(Inferred::Type(Type::Struct(parts))) = self.element_parts(all).cloned() else {
            return;
        };
        for part in parts.elements.iter() {
            let path = self.scopes.path(&name, &part.name);
            self.scopes
                .refine_path(path, Inferred::from(part.value.clone()));
        }
    }

    /// A lambda is called only where there are elements, which may decide another test: `unless $l.empty or $x { … }`.
    pub(crate) fn note_iterated(&mut self, lambda: ExprId) {
        let call = self.call_of_lambda(lambda);
        let call = call.and_then(|call| Call::from_expr(self.body, call));
        let Some(call) = call.filter(|call| call.name.is_some_and(|it| ITERATIONS.contains(&it)))
        else {
            return;
        };
        let Some(all) = call.arguments.first() else {
            return;
        };
        if let Some(NarrowTarget::Variable(key) | NarrowTarget::Path(key)) =
            self.narrow_target(*all)
            && self.scopes.mentions(&key) > 0
        {
            let _ = self.narrow_length(*all, &IntegerRange::at_least(1));
            self.apply_implications();
        }
    }

    /// What a lambda iterates over, and its parameter that is an element of an array, or a value of a hash.
    fn element_parameter(&self, lambda: ExprId) -> Option<(ExprId, &Parameter)> {
        let Expr::Lambda { parameters, .. } = self.body.expr(lambda) else {
            return None;
        };
        let call = Call::from_expr(self.body, self.call_of_lambda(lambda)?)?;
        let all = *call.arguments.first()?;
        let has_keys = elements(self.names, self.result(all))?.has_keys?;
        let is_whole = parameters.len() == 2 || !has_keys;
        let is_iteration = ITERATIONS.contains(&call.name?) && parameters.len() <= 2;
        (is_iteration && is_whole && (call.name != Some("reduce") || !has_keys))
            .then_some((all, parameters.last()?))
    }
}
