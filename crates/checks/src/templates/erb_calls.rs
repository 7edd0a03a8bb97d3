//! The templates in Embedded Ruby that a body uses.

use std::sync::Arc;

use puppet_db::{Db, File};
use puppet_hir::model::{ChunkRef, ExprId, Summary};
use puppet_ruby::TemplateReads;
use puppet_text::TextRange;
use smol_str::SmolStr;

use puppet_checks_modules::template_names::{TemplateName, template_names};
use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_inference::templates::signature::{ruby_template, template_reads};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::Item;

/// The templates that calls in the body use, where they may be evaluated.
pub fn all_used_templates(context: &Context<'_>) -> Vec<TemplateCall> {
    let chunks = context.body.summaries::<TemplateCalls>();
    let calls = chunks.iter().flat_map(|it| &it.0);
    let calls = calls.filter(|call| !context.inference.is_unreachable(**call));
    calls
        .flat_map(|call| used_templates(context, *call))
        .collect()
}

/// The calls of `template` in a chunk of a body.
struct TemplateCalls(Box<[ExprId]>);

impl Summary for TemplateCalls {
    fn read(chunk: &ChunkRef<'_>) -> Self {
        let exprs = chunk.preorder().entered();
        let calls = exprs.filter(|(id, expr)| {
            expr.is_call()
                && Call::from_expr(chunk.body, *id)
                    .is_some_and(|call| matches!(call.name, Some("template" | "inline_template")))
        });
        Self(calls.map(|(id, _)| id).collect())
    }
}

/// A template in Embedded Ruby where it is used.
pub struct TemplateCall {
    named: TemplateName,
    /// What names it: the argument of the call, or where the value of that is written.
    pub argument: ExprId,
    pub source: TemplateSource,
    pub reads: Arc<TemplateReads>,
}

/// Where the text of a template is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TemplateSource {
    /// In a file, with the name that the call has for it.
    File(SmolStr, File),
    /// In the code that calls `inline_template`.
    Inline(SmolStr),
}

/// The templates in Embedded Ruby that an expression uses, if it is a call of `template` or `inline_template`.
fn used_templates(context: &Context<'_>, expr: ExprId) -> Vec<TemplateCall> {
    let Some(call) = Call::from_expr(context.body, expr) else {
        return Vec::new();
    };
    let is_inline = call.name == Some("inline_template");
    let arguments = call.arguments.into_iter();
    let named = arguments.flat_map(|argument| template_names(context, argument));
    let templates = named.filter_map(|named| {
        let text = SmolStr::from(named.value.as_str()?);
        let (source, reads) = match is_inline {
            true => {
                let reads = Arc::new(puppet_ruby::read_template(&text));
                (TemplateSource::Inline(text), reads)
            }
            false => {
                let file = ruby_template(context.db, context.environment(), &text)?;
                let reads = template_reads(context.db, file);
                (TemplateSource::File(text, file), reads)
            }
        };
        Some(TemplateCall {
            argument: named.origin,
            named,
            source,
            reads,
        })
    });
    templates.collect()
}

impl TemplateCall {
    /// How a message starts that is about the template.
    pub fn subject(&self) -> String {
        match &self.source {
            TemplateSource::File(name, _) => format!("Template '{name}'"),
            TemplateSource::Inline(_) => "The inline template".to_owned(),
        }
    }

    /// A part of the text.
    pub fn code<'a>(&'a self, db: &'a dyn Db, range: TextRange) -> &'a str {
        let text: &str = match &self.source {
            TemplateSource::File(_, file) => file.text(db),
            TemplateSource::Inline(text) => text,
        };
        &text[std::ops::Range::<usize>::from(range)]
    }

    /// The diagnostic, with the place in the template. It is as serious as it is sure that the template is used.
    pub fn with_place(
        &self,
        diagnostic: BodyDiagnostic,
        range: TextRange,
        message: &str,
    ) -> BodyDiagnostic {
        let diagnostic = self.named.soften(diagnostic);
        match &self.source {
            TemplateSource::File(_, file) => {
                let template = Item::outside_definitions(*file);
                diagnostic.with_related((template, Anchor::Text(range)), message)
            }
            TemplateSource::Inline(_) => diagnostic,
        }
    }
}
