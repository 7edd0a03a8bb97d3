//! Resources that a lambda or a defined type declares under the same title each time.

use std::cell::OnceCell;

use puppet_diagnostics::Severity;
use puppet_hir::model::{DefinitionKind, Expr, ExprId, ResourceForm};
use puppet_inference::body_context::Context;
use puppet_inference::catalog::instances::is_for_several;
use puppet_inference::catalog::usages::uses;
use puppet_inference::infer::Call;
use puppet_inference::variables::bindings::item_bindings;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::declarations::{Declaration, conditions};
use puppet_semantic::index::item_tree::{ItemKind, canonical};
use puppet_text::capitalized;
use puppet_types::inferred::Inferred;
use puppet_types::{Type, Value};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::resources::duplicate_resource::DUPLICATE_RESOURCE;

/// Functions that call their lambda once for each element.
const FOR_EACH: [&str; 4] = ["each", "filter", "map", "reverse_each"];

/// What is known of a body whose code may be evaluated several times.
pub(super) struct RepeatedBody<'c, 'a> {
    context: &'c Context<'a>,
    /// What each lambda that is called once for each element goes through.
    elements: OnceCell<FxHashMap<ExprId, &'a Inferred>>,
    is_repeated_type: OnceCell<bool>,
}

impl<'c, 'a> RepeatedBody<'c, 'a> {
    pub(super) fn new(context: &'c Context<'a>) -> Self {
        Self {
            context,
            elements: OnceCell::new(),
            is_repeated_type: OnceCell::new(),
        }
    }

    /// The diagnostic of a resource with a type and a title that are always the same.
    pub(super) fn diagnostic(
        &self,
        (ty, title): (&str, &str),
        resource: &Declaration,
    ) -> Option<BodyDiagnostic> {
        let body = self.context.body;
        let label = format!("{}[{title}]", capitalized(ty));
        let mut branches = resource.path.0.iter();
        let lambda =
            branches.rposition(|(branch, _)| matches!(body.expr(*branch), Expr::Lambda { .. }));
        match lambda {
            Some(at) => self.in_lambda(&label, resource, resource.path.0.get(at..)?),
            None => self.in_instance(&label, resource),
        }
    }

    fn in_lambda(
        &self,
        label: &str,
        resource: &Declaration,
        branches: &[(ExprId, ExprId)],
    ) -> Option<BodyDiagnostic> {
        let (lambda, further) = branches.split_first()?;
        let help = "Use a lambda parameter in the title: the lambda is called more than once";
        let elements = self.elements().get(&lambda.0)?;
        if further.is_empty() && is_longer_than_one(elements) == Some(true) {
            let message =
                format!("Duplicate declaration: {label} is already declared; cannot redeclare");
            return Some(at_title(resource, message).with_help(help));
        }
        let is_possible = resource.form == ResourceForm::Regular
            && is_longer_than_one(elements).is_none()
            && is_taken_each_time(self.context, further, true);
        let message = format!("{label} is declared once for each element, under the same title");
        is_possible.then(|| {
            at_title(resource, message)
                .with_severity(Severity::Warning)
                .with_help(help)
        })
    }

    fn in_instance(&self, label: &str, resource: &Declaration) -> Option<BodyDiagnostic> {
        let is_possible = resource.form == ResourceForm::Regular
            && self.is_repeated_type()
            && is_taken_each_time(self.context, &resource.path.0, false);
        let message =
            format!("Each instance of the defined type declares {label}: there can be only one");
        is_possible.then(|| {
            at_title(resource, message)
                .with_severity(Severity::Warning)
                .with_help("Use $title in the title, or declare the resource in a class")
        })
    }

    fn elements(&self) -> &FxHashMap<ExprId, &'a Inferred> {
        self.elements.get_or_init(|| {
            let Context {
                body, inference, ..
            } = self.context;
            let calls = body.exprs().filter_map(|(id, _)| Call::from_expr(body, id));
            let for_each = calls.filter(|it| it.name.is_some_and(|it| FOR_EACH.contains(&it)));
            for_each
                .filter_map(|call| Some((call.lambda?, inference.result(*call.arguments.first()?))))
                .collect()
        })
    }

    /// Whether the body is that of a defined type of which there may be several instances: its code is written for them, as
    /// most resources have a title of their own in each.
    fn is_repeated_type(&self) -> bool {
        *self.is_repeated_type.get_or_init(|| {
            let (db, environment) = (self.context.db, self.context.environment());
            let definition = self.context.body.definition();
            definition.kind() == DefinitionKind::DefinedType
                && definition.name().is_some_and(|name| {
                    let used = uses(db, environment, ItemKind::DefinedType, canonical(name));
                    used.is_none_or(|used| !used.is_single)
                })
                && is_for_several(db, self.context.item)
        })
    }
}

fn at_title(resource: &Declaration, message: String) -> BodyDiagnostic {
    BodyDiagnostic::new(
        &DUPLICATE_RESOURCE,
        Anchor::Expr(resource.title_at),
        message,
    )
}

/// Whether there is more than one element, if that is known.
fn is_longer_than_one(elements: &Inferred) -> Option<bool> {
    let is_short = match elements {
        Inferred::Value(Value::Array(elements)) => return Some(elements.len() > 1),
        Inferred::Value(Value::Hash(hash)) => return Some(hash.len() > 1),
        Inferred::Value(_) => true,
        Inferred::Type(Type::Array(array)) => array.size.upper_bound().is_some_and(|to| *to <= 1),
        Inferred::Type(Type::Hash(hash)) => hash.size.upper_bound().is_some_and(|to| *to <= 1),
        Inferred::Type(Type::Tuple(tuple)) => {
            tuple.size_range().upper_bound().is_some_and(|to| *to <= 1)
        }
        Inferred::Type(Type::Struct(fields)) => fields.elements.len() <= 1,
        Inferred::Type(_) => false,
    };
    is_short.then_some(false)
}

/// Whether some branches are taken each time or never: what is known outside of a lambda, or of a defined type, decides.
fn is_taken_each_time(
    context: &Context<'_>,
    branches: &[(ExprId, ExprId)],
    in_lambda: bool,
) -> bool {
    let own = item_bindings(context.db, context.environment(), context.item);
    let is_outside = |name: &SmolStr| {
        let is_title = ["title", "name"].contains(&name.as_str());
        let is_own = is_title || own.as_ref().is_none_or(|own| own.contains(name));
        name.contains("::") || name == "facts" || is_own == in_lambda
    };
    branches.iter().all(|(branch, _)| {
        conditions(context.body.expr(*branch)).all(|condition| {
            let mut all = context.body.preorder(condition).entered();
            !all.any(|(id, expr)| {
                expr.is_call()
                    || matches!(expr, Expr::Variable(_))
                        && !context.body.variable_name(id).is_some_and(is_outside)
            })
        })
    })
}
