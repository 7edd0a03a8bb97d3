//! `hover`: the documentation, types and values of the symbol at a position.

use puppet_ide::FilePosition;

use crate::answer::ToolAnswer;
use crate::place::{PLACE, place};
use crate::tool::{Tool, ToolCall, ToolError};

pub(super) const TOOL: Tool = Tool {
    name: "hover",
    title: "Describe a name",
    description: "The declaration, type, values and documentation of the name at a place, or of what has a name: classes, \
        functions, resource types, parameters, variables, facts.",
    parameters: &PLACE,
    writes: false,
    run,
};

fn run(call: &ToolCall<'_>) -> Result<ToolAnswer, ToolError> {
    let at = match place(call.workspace, &call.analysis, &call.arguments) {
        Ok(at) => at,
        Err(error) => return shipped(call)?.ok_or(error),
    };
    match text_at(call, at)? {
        Some(text) => Ok(ToolAnswer::text("", &text)),
        None => Err("Nothing is known about this place".into()),
    }
}

/// What is known about a place.
pub(super) fn text_at(call: &ToolCall<'_>, at: FilePosition) -> Result<Option<String>, ToolError> {
    let hover = call.analysis.hover(at)?;
    Ok(hover.map(|hover| hover.markdown()))
}

/// What is known about a name that Puppet ships, if no path is given.
pub(super) fn shipped(call: &ToolCall<'_>) -> Result<Option<ToolAnswer>, ToolError> {
    let (None, Some(name)) = (call.arguments.text("path"), call.arguments.text("name")) else {
        return Ok(None);
    };
    let name = name.trim_start_matches('$').replace("::", "__");
    for folder in [
        "type",
        "function",
        "datatype",
        "variable",
        "fact",
        "metaparameter",
    ] {
        if let Some(page) = call.analysis.page(&format!("{folder}/{name}.md"))? {
            return Ok(Some(ToolAnswer::text("", &page)));
        }
    }
    Ok(None)
}
