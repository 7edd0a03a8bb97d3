//! Variables that a template in Embedded Ruby reads although nothing sets them where it is used.
//!
//! The template gets `nil` in their place, without any message. Source: `Puppet::Parser::TemplateWrapper`.

use std::sync::Arc;

use puppet_db::File;
use puppet_diagnostics::{Subject, declare_rule};
use puppet_hir::model::{ChunkRef, DefinitionKind, Expr, ExprId, Summary};
use puppet_ruby::{TemplateReads, TemplateVariable};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::names::unknown_variable::{OWN, is_certainly_unknown, may_exist, visible};
use crate::runner::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::display_name::closest;
use puppet_semantic::index::item_tree::{Item, ItemKind, canonical};
use puppet_semantic::infer::Call;
use puppet_semantic::templates::signature::{ruby_template, template_reads};
use puppet_semantic::variables::bindings::{InnerNames, bindings_of_class, item_bindings};

declare_rule! {
    /// An ERB template reads a variable that is not set where the template is rendered.
    pub ERB_UNKNOWN_VARIABLE = { code: "F504", name: "erb-unknown-variable", level: Warning, fix: Unsafe }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    // Functions do not see the variables of their callers, and nodes are hard to distinguish from top scope.
    let kind = context.body.definition().kind();
    if !matches!(kind, DefinitionKind::Class | DefinitionKind::DefinedType) {
        return;
    }
    let mut names = None;
    let sections = context.body.summaries::<TemplateCalls>();
    for call in sections.iter().flat_map(|it| &it.0) {
        if context.inference.is_unreachable(*call) {
            continue;
        }
        for template in used_templates(context, *call) {
            let Some(names) = names.get_or_insert_with(|| names_in_scope(context)) else {
                return;
            };
            check_template(context, &template, names, out);
        }
    }
}

/// The calls of `template` in a section of a body.
struct TemplateCalls(Box<[ExprId]>);

impl Summary for TemplateCalls {
    fn read(section: &ChunkRef<'_>) -> Self {
        let exprs = section.preorder().entered();
        let calls = exprs.filter(|(id, expr)| {
            is_call(expr)
                && Call::from_expr(section.body, *id)
                    .is_some_and(|call| call.name == Some("template"))
        });
        Self(calls.map(|(id, _)| id).collect())
    }
}

fn is_call(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::CallNamedFunction { .. } | Expr::CallMethod { .. }
    )
}

/// A template in Embedded Ruby where it is used.
pub struct TemplateCall {
    /// The argument that names it.
    pub argument: ExprId,
    pub name: SmolStr,
    pub file: File,
    pub reads: Arc<TemplateReads>,
}

/// The templates in Embedded Ruby that an expression uses, if it is a call of `template`.
pub fn used_templates(context: &Context<'_>, expr: ExprId) -> Vec<TemplateCall> {
    let call = Call::from_expr(context.body, expr).filter(|call| call.name == Some("template"));
    let arguments = call.into_iter().flat_map(|call| call.arguments);
    let templates = arguments.filter_map(|argument| {
        let name = context.inference.known(argument).value()?.as_str()?;
        let file = ruby_template(context.db, context.environment(), name)?;
        Some(TemplateCall {
            argument,
            name: name.into(),
            file,
            reads: template_reads(context.db, file),
        })
    });
    templates.collect()
}

/// The variables that a template may be given anywhere in the body; `None` if that cannot be known.
pub fn names_in_scope(context: &Context<'_>) -> Option<FxHashSet<SmolStr>> {
    let mut names = visible(context)?;
    let own = item_bindings(context.db, context.environment(), context.item)?;
    names.extend(own.iter().cloned());
    for inner in context.body.summaries::<InnerNames>() {
        names.extend(inner.parameters.iter().chain(&inner.assigned).cloned());
    }
    Some(names)
}

fn check_template(
    context: &Context<'_>,
    template: &TemplateCall,
    names: &FxHashSet<SmolStr>,
    out: &mut Vec<BodyDiagnostic>,
) {
    let variables = &template.reads.variables;
    let tests = variables.iter().filter(|it| it.is_test);
    // What is tested once may be missing, and what is told once needs no repetition.
    let mut done: FxHashSet<&str> = tests.map(|it| it.name.as_str()).collect();
    for variable in variables {
        if done.insert(&variable.name) {
            let missing = missing(context, variable, names);
            out.extend(missing.map(|similar| {
                let message = format!(
                    "Template '{}' reads '{}', which is not set here",
                    template.name,
                    written(&variable.name)
                );
                let at = Anchor::Expr(template.argument);
                let diagnostic = BodyDiagnostic::new(&ERB_UNKNOWN_VARIABLE, at, message);
                let diagnostic = template.with_place(diagnostic, variable);
                match similar {
                    Some(similar) => diagnostic
                        .with_help(format!("Did you mean '{}'?", written(&similar)))
                        .with_subject(Subject::Meant(similar.into())),
                    None => diagnostic,
                }
            }));
        }
    }
}

impl TemplateCall {
    /// The diagnostic, with the place in the template.
    pub fn with_place(
        &self,
        diagnostic: BodyDiagnostic,
        variable: &TemplateVariable,
    ) -> BodyDiagnostic {
        let place = Anchor::Text(variable.range);
        diagnostic.with_related(
            Item::outside_definitions(self.file),
            place,
            "Variable is read here",
        )
    }
}

/// The variable as templates write it.
fn written(name: &str) -> String {
    match name.contains("::") {
        true => format!("scope['{name}']"),
        false => format!("@{name}"),
    }
}

/// `Some` if the variable is certainly not set, with one that is and has nearly its name.
fn missing(
    context: &Context<'_>,
    variable: &TemplateVariable,
    names: &FxHashSet<SmolStr>,
) -> Option<Option<String>> {
    let name = &*variable.name;
    if let Some((class, name)) = name.rsplit_once("::") {
        return missing_in_class(context, class, name);
    }
    if names.contains(name) || may_exist(context, name) {
        return None;
    }
    let candidates = names.iter().map(SmolStr::as_str).chain(OWN);
    let similar = closest(name, candidates).map(str::to_owned);
    (similar.is_some() || is_certainly_unknown(context, name)).then_some(similar)
}

fn missing_in_class(context: &Context<'_>, class: &str, name: &str) -> Option<Option<String>> {
    let class = canonical(class);
    let item = context.names.resolve(ItemKind::Class, &class).item()?;
    let names = bindings_of_class(context.db, context.environment(), item)?;
    if OWN.contains(&name) || names.iter().any(|names| names.contains(name)) {
        return None;
    }
    let names = names.iter().flat_map(|it| it.iter()).map(SmolStr::as_str);
    Some(closest(name, names).map(|name| format!("{class}::{name}")))
}
