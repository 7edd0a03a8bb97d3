//! The templates in Embedded Ruby that a body uses.

use std::sync::Arc;

use puppet_db::File;
use puppet_hir::model::{ChunkRef, ExprId, Summary};
use puppet_ruby::TemplateReads;
use puppet_text::TextRange;
use smol_str::SmolStr;

use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_inference::templates::signature::{ruby_template, template_reads};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::Item;

/// The templates that calls in the body use, where they may be evaluated.
pub fn all_used_templates(context: &Context<'_>) -> Vec<TemplateCall> {
    let sections = context.body.summaries::<TemplateCalls>();
    let calls = sections.iter().flat_map(|it| &it.0);
    let calls = calls.filter(|call| !context.inference.is_unreachable(**call));
    calls
        .flat_map(|call| used_templates(context, *call))
        .collect()
}

/// The calls of `template` in a section of a body.
struct TemplateCalls(Box<[ExprId]>);

impl Summary for TemplateCalls {
    fn read(section: &ChunkRef<'_>) -> Self {
        let exprs = section.preorder().entered();
        let calls = exprs.filter(|(id, expr)| {
            expr.is_call()
                && Call::from_expr(section.body, *id)
                    .is_some_and(|call| call.name == Some("template"))
        });
        Self(calls.map(|(id, _)| id).collect())
    }
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

impl TemplateCall {
    /// The diagnostic, with the place in the template.
    pub fn with_place(
        &self,
        diagnostic: BodyDiagnostic,
        range: TextRange,
        message: &str,
    ) -> BodyDiagnostic {
        let template = Item::outside_definitions(self.file);
        diagnostic.with_related((template, Anchor::Text(range)), message)
    }
}
