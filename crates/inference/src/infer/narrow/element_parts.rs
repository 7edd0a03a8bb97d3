//! Narrowing of each of the elements of a list or hash: `$repos.filter |$it| { $it['name'] }`, `$h.keys`.
//!
//! It is kept as the paths of places with a mark in the place of the element: a part of the element, or an entry of
//! another hash whose key it is.

use puppet_hir::Call;
use puppet_hir::model::{ArithmeticOperator, Expr, ExprId};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::iterated_elements::elements;
use puppet_types::{IntegerRange, StructElement, StructKey, Type};
use smol_str::{SmolStr, format_smolstr};

use crate::infer::builder::InferenceBuilder;
use crate::infer::narrow::conditions::NarrowTarget;
use crate::infer::narrow::keys::IS_PRESENT;
use crate::infer::path_marks::{ELEMENT, PLACEHOLDER, PRESENT};

/// Functions that hand each element to their lambda, as its last parameter.
const ITERATIONS: &[&str] = &[
    "all",
    "any",
    "each",
    "filter",
    "group_by",
    "index",
    "map",
    "partition",
    "reduce",
    "reverse_each",
    "sort",
];

/// Functions that give some of the elements of their first argument again, or all.
const SELECTIONS: &[&str] = &[
    "delete",
    "delete_undef_values",
    "difference",
    "filter",
    "reverse",
    "reverse_each",
    "shuffle",
    "sort",
    "unique",
    "values",
];

/// How deep lists are looked into that are made of others.
const MAX_DEPTH: usize = 20;

impl InferenceBuilder<'_> {
    /// Notes what is known of the elements that the lambda of a filter keeps.
    pub(crate) fn note_parts_of_kept(&mut self, lambda: ExprId) {
        let scope = self.branch_points.last().and_then(|it| it.scope);
        let (Some(scope), Some((_, parameters))) = (scope, self.element_parameters(lambda)) else {
            return;
        };
        let Some(element) = parameters.last() else {
            return;
        };
        let parts = self.scopes.parts_since(scope, element);
        let parts = parts.into_iter();
        let parts = parts.map(|(path, known)| part(path, &known.ty(self.names)));
        let parts: Vec<StructElement> = parts.collect();
        if !parts.is_empty() {
            self.kept_parts.insert(lambda, parts);
        }
    }

    /// What is known of each of the elements of a collection.
    fn element_parts(&self, all: ExprId, depth: usize) -> Vec<StructElement> {
        let all = self.body.without_parentheses(all);
        let Some(depth) = depth.checked_sub(1) else {
            return Vec::new();
        };
        if let Some(name) = self.body.variable_name(all) {
            let path = self.scopes.path(self.scopes.original(name), ELEMENT);
            return match self.scopes.get(&path) {
                Some(Inferred::Type(Type::Struct(parts))) => parts.elements.to_vec(),
                _ => Vec::new(),
            };
        }
        if let Expr::Arithmetic {
            operator: ArithmeticOperator::Subtract,
            left,
            ..
        } = self.body.expr(all)
        {
            return self.element_parts(*left, depth);
        }
        let Some(call) = Call::from_expr(self.body, all) else {
            return Vec::new();
        };
        let kept = call.lambda.and_then(|lambda| self.kept_parts.get(&lambda));
        match (call.name.unwrap_or_default(), &call.arguments[..]) {
            ("filter", [_]) if kept.is_some() => kept.cloned().unwrap_or_default(),
            ("keys", [hash]) => {
                let element = format_smolstr!("{PLACEHOLDER}");
                let hash = self.whole_of(*hash);
                let path = self.path_to(hash, &[element, PRESENT.into()]);
                let present = path.map(|path| part(path, &IS_PRESENT.ty(self.names)));
                present.into_iter().collect()
            }
            ("intersection", lists) => {
                let lists = lists.iter();
                lists
                    .flat_map(|it| self.element_parts(*it, depth))
                    .collect()
            }
            (name, [inner, ..]) if SELECTIONS.contains(&name) => self.element_parts(*inner, depth),
            _ => Vec::new(),
        }
    }

    /// The hash that another one has some of the entries of: `$h` in `$h.filter |$k, $v| { … }`.
    pub(super) fn whole_of(&self, hash: ExprId) -> ExprId {
        let mut whole = self.body.without_parentheses(hash);
        while let Some(call) = Call::from_expr(self.body, whole)
            && let (Some("filter"), [all]) | (Some("delete"), [all, _]) =
                (call.name, &call.arguments[..])
        {
            whole = self.body.without_parentheses(*all);
        }
        whole
    }

    /// Notes the same of a variable that such a collection is assigned to.
    pub(crate) fn note_assigned_parts(&mut self, name: &SmolStr, value: ExprId) {
        let parts = self.element_parts(value, MAX_DEPTH);
        if !parts.is_empty() {
            let path = self.scopes.path(name, ELEMENT);
            // Their paths stand for the keys of a hash.
            let parts = Inferred::Type(Type::struct_of(parts));
            self.scopes.refine_path(path, parts);
        }
    }

    /// Notes what is known of the elements that a lambda gets.
    pub(crate) fn note_parts_of_element(&mut self, lambda: ExprId) {
        let Some((all, parameters)) = self.element_parameters(lambda) else {
            return;
        };
        for parameter in parameters {
            let element = self.scopes.path(&parameter, "");
            self.note_parts_of(all, &element);
        }
    }

    /// Notes what is known of something that is one of the elements of a collection: a key among the scopes, or a part.
    pub(crate) fn note_parts_of(&mut self, all: ExprId, element: &str) {
        for part in self.element_parts(all, MAX_DEPTH) {
            let path = SmolStr::from(part.name.replace(PLACEHOLDER, element));
            let known = Inferred::from(part.value);
            if self.scopes.get(&path) != Some(&known) {
                self.scopes.refine_path(path, known);
            }
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

    /// What a lambda iterates over, and its parameters that are an element of an array, or a value of a hash.
    fn element_parameters(&self, lambda: ExprId) -> Option<(ExprId, Vec<SmolStr>)> {
        let Expr::Lambda { parameters, .. } = self.body.expr(lambda) else {
            return None;
        };
        let call = Call::from_expr(self.body, self.call_of_lambda(lambda)?)?;
        let (name, all) = (call.name?, *call.arguments.first()?);
        let has_keys = elements(self.names, self.result(all))?.has_keys?;
        let is_iteration = ITERATIONS.contains(&name) && (1..=2).contains(&parameters.len());
        let is_whole = match name {
            "reduce" | "sort" => parameters.len() == 2 && !has_keys,
            _ => parameters.len() == 2 || !has_keys,
        };
        let first = match name {
            "sort" => 0,
            _ => parameters.len().saturating_sub(1),
        };
        let names = parameters[first..].iter().map(|it| it.name.clone());
        (is_iteration && is_whole).then(|| (all, names.collect()))
    }
}

/// A part as the entry of a hash, by its path.
fn part(path: SmolStr, ty: &Type) -> StructElement {
    StructElement {
        name: path,
        key: StructKey::Required,
        value: ty.clone(),
    }
}
