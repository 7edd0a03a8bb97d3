//! The source of a value: a declaration, an element of what is declared, or a computation.

use puppet_hir::model::{ArithmeticOperator, Body, Expr, ExprId, KeyedEntry, Parameter};
use puppet_types::{IntegerRange, Type, Value};

use crate::foreign_variable;
use puppet_inference::body_context::Context;
use puppet_inference::body_context::variable_sources::Binding;
use puppet_inference::functions::callable::{Callee, callee};
use puppet_inference::infer::dig_call::{DigCall, DigRoot};
use puppet_inference::infer::{Call, may_be};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::set_theoretic::union_members;

/// How many expressions are followed in all.
const MAX_STEPS: usize = 40;

/// Where a value comes from.
pub struct Source<'a> {
    /// How it comes from there.
    pub kind: SourceKind,
    /// The parameter that declares it, or what it is a part of.
    declaration: Option<&'a Parameter>,
    /// Whether it is undef only where an element is accessed by its number: arrays do not tell how many they have.
    pub is_undef_by_size: bool,
}

/// How a value comes from its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceKind {
    /// It is what was declared.
    Whole,
    /// It is a part of it: the value of a key, an element.
    Part,
    /// It is computed.
    Computed,
    /// It is a fact, or a variable of the top scope: the code does not declare it.
    Global,
    /// It is the result of a function with several signatures, and an argument of which nothing is known decides among
    /// them.
    Undecided,
}

impl<'a> Source<'a> {
    pub const COMPUTED: Self = Source {
        kind: SourceKind::Computed,
        declaration: None,
        is_undef_by_size: false,
    };
    const GLOBAL: Self = Source {
        kind: SourceKind::Global,
        declaration: None,
        is_undef_by_size: false,
    };
    const UNDECIDED: Self = Source {
        kind: SourceKind::Undecided,
        declaration: None,
        is_undef_by_size: false,
    };

    /// The source of an expression's value.
    pub fn resolve(context: &Context<'a>, at: ExprId) -> Self {
        Self::resolve_within(context, at, &mut { MAX_STEPS })
    }

    /// The source of a variable's value.
    pub fn resolve_name(context: &Context<'a>, name: &str) -> Self {
        Self::resolve_variable(context, name, &mut { MAX_STEPS })
    }

    fn resolve_within(context: &Context<'a>, at: ExprId, steps: &mut usize) -> Self {
        match steps.checked_sub(1) {
            Some(left) => *steps = left,
            None => return Self::COMPUTED,
        }
        let at = context.body.without_parentheses(at);
        match context.body.expr(at) {
            Expr::Variable(_) => match context.body.variable_name(at) {
                Some(name) => Self::resolve_variable(context, name, steps),
                None => Self::COMPUTED,
            },
            Expr::Access { left, keys } => {
                if let Some(item) = literal_item(context, *left, keys, steps) {
                    return Self::resolve_within(context, item, steps);
                }
                let whole = Self::resolve_within(context, *left, steps);
                let index = match &**keys {
                    [key] => context.inference.result(*key).value(),
                    _ => None,
                };
                let is_undef_by_size = match context.inference.result(*left) {
                    Inferred::Type(ty) => is_undef_by_size(context, ty, index),
                    Inferred::Value(_) => false,
                };
                Source {
                    is_undef_by_size,
                    ..whole.part()
                }
            }
            Expr::LiteralList(items) => Self::of_parts(context, items.iter(), steps),
            Expr::LiteralHash(entries) => {
                Self::of_parts(context, entries.iter().map(|it| &it.value), steps)
            }
            Expr::CallNamedFunction { .. } | Expr::CallMethod { .. } => {
                Self::of_call(context, at, steps)
            }
            Expr::Arithmetic {
                operator,
                left,
                right,
            } if is_collection(context, at) => match operator {
                ArithmeticOperator::Subtract => Self::resolve_within(context, *left, steps).part(),
                _ => Self::of_choices(context, &[*left, *right], steps).part(),
            },
            _ => match &results(context.body, at)[..] {
                [only] if *only == at => Self::COMPUTED,
                results => Self::of_choices(context, results, steps),
            },
        }
    }

    /// The source of the result of a function that gives what it got, parts of it, or what its lambda gives.
    fn of_call(context: &Context<'a>, at: ExprId, steps: &mut usize) -> Self {
        let Some(call) = Call::from_expr(context.body, at) else {
            return Self::COMPUTED;
        };
        let result = call.lambda.map(|lambda| match context.body.expr(lambda) {
            Expr::Lambda {
                body: Some(body), ..
            } => results(context.body, *body),
            _ => Vec::new(),
        });
        if is_undecided(context, at) {
            return Self::UNDECIDED;
        }
        let lookup = DigCall::from_call(&call, |it| context.inference.result(it));
        if let Some(DigCall {
            root: DigRoot::Variable(name),
            ..
        }) = lookup
        {
            return Self::resolve_variable(context, &name, steps).part();
        }
        let from = match (call.name.unwrap_or_default(), &call.arguments[..], result) {
            (
                "dig"
                | "get"
                | "filter"
                | "flatten"
                | "unique"
                | "sort"
                | "keys"
                | "values"
                | "slice"
                | "reverse_each"
                | "partition"
                | "delete_undef_values",
                [of, ..],
                _,
            )
            | ("assert_type", [_, of], None) => vec![*of],
            ("pick" | "pick_default", all @ [_, ..], None) => all.to_vec(),
            ("then" | "with" | "map", _, Some(given)) => given,
            ("lest", [of], Some(given)) => given.into_iter().chain([*of]).collect(),
            ("reduce", [_, start], Some(given)) => given.into_iter().chain([*start]).collect(),
            _ => return Self::COMPUTED,
        };
        Self::of_choices(context, &from, steps).part()
    }

    /// The source of something that is one of several.
    fn of_choices(context: &Context<'a>, all: &[ExprId], steps: &mut usize) -> Self {
        if let [only] = all {
            return Self::resolve_within(context, *only, steps);
        }
        let known = |it: &ExprId| context.inference.result(*it);
        let (mut undeclared, mut are_undef_by_size) = (None, Vec::new());
        for choice in all {
            if known(choice).value().is_some() {
                continue;
            }
            let source = Self::resolve_within(context, *choice, steps);
            if may_be(&context.names, known(choice), &Type::Undef) {
                are_undef_by_size.push(source.is_undef_by_size);
            }
            if !source.is_declared() {
                undeclared.get_or_insert(source.kind);
            }
        }
        Source {
            kind: undeclared.unwrap_or(SourceKind::Part),
            declaration: None,
            is_undef_by_size: !are_undef_by_size.is_empty()
                && are_undef_by_size.into_iter().all(|it| it)
                && !all.iter().any(|it| *known(it) == Inferred::UNDEF),
        }
    }

    /// The source of a list or a hash that is written from declared values, and from literals.
    fn of_parts<'e>(
        context: &Context<'a>,
        parts: impl Iterator<Item = &'e ExprId>,
        steps: &mut usize,
    ) -> Self {
        let is_open = |part: &&ExprId| context.inference.result(**part).value().is_none();
        let open = parts.filter(is_open);
        let mut sources = open.map(|it| Self::resolve_within(context, *it, steps));
        let Some(first) = sources.next() else {
            return Self::COMPUTED;
        };
        let mut is_only = true;
        let mut undeclared = (!first.is_declared()).then_some(first.kind);
        for source in sources {
            is_only = false;
            if !source.is_declared() {
                undeclared.get_or_insert(source.kind);
            }
        }
        Source {
            kind: undeclared.unwrap_or(SourceKind::Part),
            declaration: first.declaration.filter(|_| is_only),
            is_undef_by_size: false,
        }
    }

    fn resolve_variable(context: &Context<'a>, name: &str, steps: &mut usize) -> Self {
        if is_global(name) {
            return Self::GLOBAL;
        }
        match context.bindings().get(name) {
            Some(Some(Binding::Parameter(parameter))) => Source {
                kind: SourceKind::Whole,
                declaration: Some(parameter),
                is_undef_by_size: false,
            },
            Some(Some(Binding::OfLambda(parameter, of))) => {
                Self::resolve_lambda_parameter(context, parameter, *of, steps)
            }
            Some(Some(Binding::Assigned(values))) => Self::of_choices(context, values, steps),
            Some(None) => Self::COMPUTED,
            None => Source {
                kind: foreign_variable::kind(context, name),
                ..Self::COMPUTED
            },
        }
    }

    /// A parameter of a lambda is declared itself, or gets parts of what the function is called with.
    fn resolve_lambda_parameter(
        context: &Context<'a>,
        parameter: &'a Parameter,
        of: Option<ExprId>,
        steps: &mut usize,
    ) -> Self {
        if parameter.type_expr.is_some() {
            return Source {
                kind: SourceKind::Part,
                declaration: Some(parameter),
                is_undef_by_size: false,
            };
        }
        let whole = of.map_or(Self::COMPUTED, |of| {
            Self::resolve_within(context, of, steps)
        });
        whole.part()
    }

    /// The source of a part of it.
    pub fn part(self) -> Self {
        Source {
            kind: match self.is_declared() {
                true => SourceKind::Part,
                false => self.kind,
            },
            is_undef_by_size: false,
            ..self
        }
    }

    /// Whether the code declares it, or what it is a part of.
    fn is_declared(&self) -> bool {
        matches!(self.kind, SourceKind::Whole | SourceKind::Part)
    }

    /// The parameter whose value it is.
    pub fn parameter(&self) -> Option<&'a Parameter> {
        self.declaration.filter(|_| self.kind == SourceKind::Whole)
    }

    /// The parameter that declares it, or what it is a part of.
    pub fn declaration(&self) -> Option<&'a Parameter> {
        self.declaration
    }
}

/// `$x` of `[$x, 1][0]`, also where a variable holds the list.
fn literal_item(
    context: &Context<'_>,
    left: ExprId,
    keys: &[ExprId],
    steps: &mut usize,
) -> Option<ExprId> {
    let [key] = keys else { return None };
    let key = context.inference.result(*key).value()?;
    let mut whole = context.body.without_parentheses(left);
    for _ in 0..*steps {
        let name = context.body.variable_name(whole);
        match name.and_then(|name| context.bindings().get(name.as_str())) {
            Some(Some(Binding::Assigned(values))) if values.len() == 1 => {
                whole = context.body.without_parentheses(values[0]);
            }
            _ => break,
        }
    }
    match (context.body.expr(whole), key) {
        (Expr::LiteralList(items), Value::Integer(index)) => {
            let is_unfold = |item: &ExprId| matches!(context.body.expr(*item), Expr::Unfold(_));
            let before = items.get(..=usize::try_from(*index).ok()?)?;
            before
                .last()
                .filter(|_| !before.iter().any(is_unfold))
                .copied()
        }
        (Expr::LiteralHash(entries), key) => {
            let is_of_key =
                |it: &&KeyedEntry| context.inference.result(it.key).value() == Some(key);
            entries
                .iter()
                .rev()
                .find(is_of_key)
                .map(|entry| entry.value)
        }
        _ => None,
    }
}

/// The expressions of which an expression gives one: the ends of its branches, or itself.
pub(super) fn results(body: &Body, at: ExprId) -> Vec<ExprId> {
    let (mut found, mut waiting) = (Vec::new(), vec![body.without_parentheses(at)]);
    while let Some(at) = waiting.pop() {
        match body.expr(at) {
            Expr::Block(statements) => waiting.extend(statements.last()),
            Expr::If {
                then, otherwise, ..
            }
            | Expr::Unless {
                then, otherwise, ..
            } => waiting.extend([then, otherwise].into_iter().flatten()),
            Expr::Case { options, .. } => {
                waiting.extend(options.iter().filter_map(|it| it.then));
            }
            Expr::Selector { selectors, .. } => waiting.extend(selectors.iter().map(|it| it.value)),
            _ => found.push(at),
        }
    }
    found
}

/// Whether an expression gives arrays or hashes, as far as is known.
fn is_collection(context: &Context<'_>, at: ExprId) -> bool {
    let is_collection = |ty: &Type| {
        matches!(
            ty,
            Type::Array(_) | Type::Tuple(_) | Type::Hash(_) | Type::Struct(_)
        )
    };
    match context.inference.result(at) {
        Inferred::Type(ty) => union_members(&context.names, ty).iter().all(is_collection),
        Inferred::Value(_) => false,
    }
}

/// Whether a call has one of several results, and something unknown decides which.
fn is_undecided(context: &Context<'_>, at: ExprId) -> bool {
    let Some(call) = Call::from_expr(context.body, at) else {
        return false;
    };
    let is_unknown = |it: &ExprId| context.inference.result(*it).is_unknown();
    let (Some(name), true) = (call.name, call.arguments.iter().any(is_unknown)) else {
        return false;
    };
    let callee = callee(context.db, context.environment(), context.item.file, name);
    let Callee::Known(callables) = callee else {
        return false;
    };
    let mut results = callables.overloads.windows(2);
    results.any(|pair| pair[0].callable.returns != pair[1].callable.returns)
}

/// Whether a variable is of the top scope: one of Puppet's own hashes of facts, or written with `::` before its name.
pub(super) fn is_global(name: &str) -> bool {
    match name.strip_prefix("::") {
        Some(name) => !name.contains("::"),
        None => matches!(name, "facts" | "trusted" | "server_facts"),
    }
}

/// Whether an element by its number is undef only where the array is shorter than that. A tuple says which it may lack.
fn is_undef_by_size(context: &Context<'_>, ty: &Type, index: Option<&Value>) -> bool {
    let is_short = |size: &IntegerRange| match index {
        Some(Value::Integer(index)) => *index < 0 || *index >= size.min_size(),
        _ => true,
    };
    let may_be_undef =
        |ty: &Type| may_be(&context.names, &Inferred::Type(ty.clone()), &Type::Undef);
    match ty {
        Type::Array(array) => is_short(&array.size) && !may_be_undef(&array.element),
        Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => {
            is_undef_by_size(context, inner, index)
        }
        Type::Variant(variant) => variant
            .types
            .iter()
            .any(|ty| is_undef_by_size(context, ty, index)),
        _ => false,
    }
}
