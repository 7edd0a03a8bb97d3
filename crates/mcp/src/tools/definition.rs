//! `definition`: the definitions of the symbol at a position.

use puppet_ide::FileRange;

use crate::answer::ToolAnswer;
use crate::place::{PLACE, place};
use crate::tool::{Tool, ToolCall, ToolError};
use crate::workspace::code_line;
use puppet_text::count;

pub(super) const TOOL: Tool = Tool {
    name: "definition",
    title: "Find a definition",
    description: "Where the name at a place, or what has a name, is defined: path:line:column and the line of code.",
    parameters: &PLACE,
    writes: false,
    run,
};

fn run(call: &ToolCall<'_>) -> Result<ToolAnswer, ToolError> {
    let at = place(call.workspace, &call.analysis, &call.arguments)?;
    let found = call.analysis.goto_definition(at)?;
    let targets = found.map(|it| it.targets).unwrap_or_default();
    if targets.is_empty() {
        let why = match call.analysis.shipped_definition(at)? {
            Some(_) => "Puppet itself defines it: `hover` describes it",
            None => "No definition of it is known",
        };
        return Err(why.into());
    }
    let mut items = Vec::new();
    for target in &targets {
        let at = FileRange {
            file: target.file,
            range: target.focus_range,
        };
        let place = call.workspace.location(&call.analysis, at)?;
        items.push(format!("{place}: {}", code_line(&call.analysis, at)?));
    }
    Ok(ToolAnswer::list(count(items.len(), "definition"), items))
}
