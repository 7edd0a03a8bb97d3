//! `eval`: the value and type of an expression.

use crate::answer::ToolAnswer;
use crate::parameters::ToolParameter;
use crate::tool::{Tool, ToolCall, ToolError};

pub(super) const TOOL: Tool = Tool {
    name: "eval",
    title: "Evaluate a Puppet expression",
    description: "The value of an expression of the Puppet language and, on the next line, its type. Nothing is run: \
        only the language and functions without side effects are known.",
    parameters: &[
        ToolParameter::text("expression", "Such as `[1, 2].map |$x| { $x * 2 }`").required(),
    ],
    writes: false,
    run,
};

fn run(call: &ToolCall<'_>) -> Result<ToolAnswer, ToolError> {
    let expression = call.arguments.required_text("expression");
    let text = (call.commands.evaluate)(expression, call.workspace.root())?;
    Ok(ToolAnswer::text("", &text))
}
