//! Tags of templates in Embedded Ruby that compute a value and print nothing: `<% @port %>` instead of `<%= @port %>`.

use puppet_diagnostics::declare_rule;
use puppet_ruby::TemplateProblemKind;

use crate::templates::erb_calls::all_used_templates;
use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

declare_rule! {
    /// A tag of an ERB template has a value that it does not print.
    pub ERB_UNUSED_VALUE = {
        code: "F507", name: "erb-unused-value",
        level: Warning, no_fix: "the template is another file",
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for template in all_used_templates(context) {
        for problem in &template.reads.problems {
            if problem.kind != TemplateProblemKind::UnusedValue {
                continue;
            }
            let code = template.code(context.db, problem.range);
            let message = format!("{} does not print '{code}'", template.subject());
            let at = Anchor::Expr(template.argument);
            let diagnostic = BodyDiagnostic::new(&ERB_UNUSED_VALUE, at, message)
                .with_help(format!("Tags print with '=': <%= {code} %>"));
            out.push(template.with_place(diagnostic, problem.range, "Its value is not used"));
        }
    }
}
