//! The source of a value: a declaration, an element of what is declared, or a computation.

use puppet_hir::model::{Expr, ExprId, Parameter};
use puppet_types::Type;
use rustc_hash::FxHashMap;

use crate::runner::Context;
use puppet_semantic::body_diagnostic::Anchor;
use puppet_semantic::infer::Inferred;

/// How many assignments and accesses are followed.
const MAX_STEPS: usize = 12;

/// Where a value comes from.
pub(crate) struct Source<'a> {
    /// How it comes from there.
    pub(crate) kind: SourceKind,
    /// The parameter that declares it, or what it is a part of.
    declaration: Option<&'a Parameter>,
}

/// How a value comes from its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SourceKind {
    /// It is what was declared.
    Whole,
    /// It is a part of it: the value of a key, an element.
    Part,
    /// It is an element by its number: arrays do not tell how many they have.
    Indexed,
    /// It is computed.
    Computed,
    /// It is a fact or a variable of the top scope, which the code does not declare.
    Global,
}

/// What gives a variable its value.
pub(crate) enum Binding<'a> {
    /// It is a parameter of the definition.
    Parameter(&'a Parameter),
    /// It is a parameter of a lambda, whose function has this first argument.
    OfLambda(&'a Parameter, Option<ExprId>),
    /// This was assigned to it.
    Assigned(ExprId),
}

/// What gives the variables of a body their values; none for names that are bound in several places.
pub(crate) type Bindings<'a> = FxHashMap<&'a str, Option<Binding<'a>>>;

/// Reads all bindings of a body.
pub(crate) fn bindings<'a>(context: &Context<'a>) -> Bindings<'a> {
    let body = context.body;
    let mut bindings = Bindings::default();
    let mut bind = |name: &'a str, binding| {
        let place = bindings.entry(name);
        place.and_modify(|it| *it = None).or_insert(Some(binding));
    };
    for parameter in body.parameters() {
        bind(&parameter.name, Binding::Parameter(parameter));
    }
    for (_, call) in context.calls() {
        let of = call.arguments.first().copied();
        if let Some(Expr::Lambda { parameters, .. }) = call.lambda.map(|it| body.expr(it)) {
            for parameter in parameters {
                bind(&parameter.name, Binding::OfLambda(parameter, of));
            }
        }
    }
    for (_, expr) in body.exprs() {
        if let Expr::Assignment { left, right, .. } = expr
            && let Some(name) = body.variable_name(*left)
        {
            bind(name, Binding::Assigned(*right));
        }
    }
    bindings
}

impl<'a> Source<'a> {
    pub(crate) const COMPUTED: Self = Source {
        kind: SourceKind::Computed,
        declaration: None,
    };
    const GLOBAL: Self = Source {
        kind: SourceKind::Global,
        declaration: None,
    };

    /// The source of an expression's value.
    pub(crate) fn resolve(context: &Context<'a>, at: ExprId) -> Self {
        Self::resolve_within(context, at, MAX_STEPS)
    }

    fn resolve_within(context: &Context<'a>, at: ExprId, steps: usize) -> Self {
        let Some(steps) = steps.checked_sub(1) else {
            return Self::COMPUTED;
        };
        let at = context.body.without_parentheses(at);
        match context.body.expr(at) {
            Expr::Variable(_) => match context.body.variable_name(at) {
                Some(name) => Self::resolve_variable(context, name, steps),
                None => Self::COMPUTED,
            },
            Expr::Access { left, .. } => {
                let whole = Self::resolve_within(context, *left, steps);
                let kind = match context.inference.known(*left) {
                    Inferred::Type(ty) if has_elements_by_number(ty) => SourceKind::Indexed,
                    _ => match whole.kind {
                        SourceKind::Computed | SourceKind::Global => whole.kind,
                        _ => SourceKind::Part,
                    },
                };
                Source { kind, ..whole }
            }
            _ => Self::COMPUTED,
        }
    }

    fn resolve_variable(context: &Context<'a>, name: &str, steps: usize) -> Self {
        if is_global(name) {
            return Self::GLOBAL;
        }
        match context.bindings().get(name) {
            Some(Some(Binding::Parameter(parameter))) => Source {
                kind: SourceKind::Whole,
                declaration: Some(parameter),
            },
            Some(Some(Binding::OfLambda(parameter, of))) => {
                Self::resolve_lambda_parameter(context, parameter, *of, steps)
            }
            Some(Some(Binding::Assigned(value))) => Self::resolve_within(context, *value, steps),
            Some(None) | None => Self::COMPUTED,
        }
    }

    /// A parameter of a lambda is declared itself, or gets parts of what the function is called with.
    fn resolve_lambda_parameter(
        context: &Context<'a>,
        parameter: &'a Parameter,
        of: Option<ExprId>,
        steps: usize,
    ) -> Self {
        if parameter.type_expr.is_some() {
            return Source {
                kind: SourceKind::Part,
                declaration: Some(parameter),
            };
        }
        let whole = of.map_or(Self::COMPUTED, |of| {
            Self::resolve_within(context, of, steps)
        });
        whole.part()
    }

    /// The source of a part of it.
    pub(crate) fn part(self) -> Self {
        match self.kind {
            SourceKind::Computed | SourceKind::Global => self,
            _ => Source {
                kind: SourceKind::Part,
                ..self
            },
        }
    }

    /// The parameter whose value it is.
    pub(crate) fn parameter(&self) -> Option<&'a Parameter> {
        self.declaration.filter(|_| self.kind == SourceKind::Whole)
    }

    /// Where the value, or what it is a part of, is declared.
    pub(crate) fn declared_at(&self) -> Option<Anchor> {
        self.declaration.map(|it| Anchor::Part(it.part))
    }
}

/// Whether a variable is of the top scope: one of Puppet's own hashes of facts, or written with `::` before its name.
fn is_global(name: &str) -> bool {
    match name.strip_prefix("::") {
        Some(name) => !name.contains("::"),
        None => matches!(name, "facts" | "trusted" | "server_facts"),
    }
}

/// Whether a type is one of lists.
fn has_elements_by_number(ty: &Type) -> bool {
    match ty {
        Type::Array(_) | Type::Tuple(_) => true,
        Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => has_elements_by_number(inner),
        Type::Variant(variant) => variant.types.iter().any(has_elements_by_number),
        _ => false,
    }
}
