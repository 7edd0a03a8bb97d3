//! Templates (EPP).

use std::sync::Arc;

use puppet_hir::{Body, Expr, ExprId};
use puppet_syntax::Entry;
use puppet_types::{HashValue, Value};

use super::{Block, EvalResult, Evaluator, Unwind};
use crate::error::Unknown;
use crate::evaluate_source::{EvaluatedSource, Message};
use crate::evaluation_result::Place;
use crate::to_string;

/// What a template has written so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Rendered {
    text: String,
    is_sensitive: bool,
}

/// Whether a template has a list of parameters.
fn declares_parameters(body: &Body, lambda: ExprId) -> bool {
    let Expr::Lambda {
        body: Some(epp), ..
    } = body.expr(lambda)
    else {
        return false;
    };
    matches!(
        body.expr(*epp),
        Expr::Epp {
            parameters_specified: true,
            ..
        }
    )
}

impl Evaluator<'_> {
    /// Evaluates the text of a template with parameters (`EppEvaluator.inline_epp`).
    pub fn inline_template(
        &mut self,
        text: &str,
        given: Option<Arc<HashValue>>,
    ) -> EvalResult<Value> {
        self.budget.spend(text.len() / 16)?;
        let source = EvaluatedSource::read(text, Entry::Epp, self.options)
            .map_err(|messages| self.invalid_template(messages))?;
        let Some(body) = source.program.file().cloned() else {
            return Err(Unknown::Syntax.into());
        };
        if source.program.bodies().count() > 1 {
            let message =
                "inline_epp(): The EPP template contains illegal expressions (definitions)";
            return Err(Unwind::Raised(message.to_owned()));
        }
        let Some(lambda) = body.root() else {
            return Err(Unknown::Syntax.into());
        };
        let is_enforced = given.is_none() || declares_parameters(&body, lambda);
        let result = self.call_by_name(
            &Block::template(body, lambda),
            given.unwrap_or_default(),
            is_enforced,
        );
        let located = |place: Place| source.template_place(place);
        for log in &mut self.logs {
            log.place = log.place.map(located);
        }
        result.map_err(|stop| match stop {
            Unwind::Error(mut error) => {
                error.place = error.place.map(located);
                Unwind::Error(error)
            }
            other => other,
        })
    }

    /// The error of a template that is refused; several reasons are logged, one is reported.
    fn invalid_template(&mut self, messages: Vec<Message>) -> Unwind {
        let detail = match messages.as_slice() {
            [message] => message.text.clone(),
            all => format!("Language validation logged {} errors. Giving up", all.len()),
        };
        if messages.len() > 1 {
            self.logs
                .extend(messages.iter().map(Message::to_template_log));
        }
        Unwind::Raised(format!("inline_epp(): Invalid EPP: {detail}"))
    }

    pub(super) fn epp(&mut self, body: Option<ExprId>) -> EvalResult<Value> {
        let outer = self.rendered.replace(Rendered::default());
        let result = self.evaluate_optional(body);
        let rendered = std::mem::replace(&mut self.rendered, outer).unwrap_or_default();
        result?;
        let text = Value::from(rendered.text);
        Ok(if rendered.is_sensitive {
            Value::Sensitive(Arc::new(text))
        } else {
            text
        })
    }

    pub(super) fn render_text(&mut self, text: &str) -> EvalResult<Value> {
        self.write(text)
    }

    pub(super) fn render(&mut self, inner: ExprId) -> EvalResult<Value> {
        let value = self.evaluate(inner)?;
        if let (Value::Sensitive(inner), Some(rendered)) = (&value, &mut self.rendered) {
            rendered.is_sensitive = true;
            return self.write(&to_string::interpolated(&*self.definitions, inner));
        }
        self.write(&to_string::interpolated(&*self.definitions, &value))
    }

    fn write(&mut self, text: &str) -> EvalResult<Value> {
        self.budget.allocate(text.len())?;
        match &mut self.rendered {
            Some(rendered) => rendered.text.push_str(text),
            None => return Err(Unknown::Syntax.into()),
        }
        Ok(Value::Undef)
    }
}
