//! `explain`: the page of a rule.

use crate::answer::ToolAnswer;
use crate::parameters::ToolParameter;
use crate::tool::{Tool, ToolCall, ToolError};

pub(super) const TOOL: Tool = Tool {
    name: "explain",
    title: "Explain a rule",
    description: "What a rule of `check` is about: why, bad and good code, how to fix it.",
    parameters: &[ToolParameter::text(
        "rule",
        "A code (T202), a name, or the start of codes (T2), which lists them",
    )
    .required()],
    writes: false,
    run,
};

fn run(call: &ToolCall<'_>) -> Result<ToolAnswer, ToolError> {
    let page = (call.commands.explain)(call.arguments.required_text("rule"))?;
    Ok(ToolAnswer::text("", &page))
}
