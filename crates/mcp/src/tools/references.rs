//! `references`: every place that means the same.

use crate::answer::ToolAnswer;
use crate::place::{PLACE, place};
use crate::tool::{Tool, ToolCall, ToolError};
use crate::workspace::code_line;
use puppet_text::count;

pub(super) const TOOL: Tool = Tool {
    name: "references",
    title: "Find references",
    description: "Every place that means what the name at a place, or what has a name, means, the definition included: \
        path:line:column and the line of code.",
    parameters: &PLACE,
    writes: false,
    run,
};

fn run(call: &ToolCall<'_>) -> Result<ToolAnswer, ToolError> {
    let at = place(call.workspace, &call.analysis, &call.arguments)?;
    let mut found = call.analysis.references(at)?;
    if found.is_empty() {
        return Err("No references are known: this place names nothing that is defined".into());
    }
    found.sort_by_key(|it| (call.analysis.path(it.at.file), it.at.range.start()));
    let mut items = Vec::new();
    for reference in &found {
        let place = call.workspace.location(&call.analysis, reference.at)?;
        let kind = match reference.is_declaration {
            true => " (definition)",
            false => "",
        };
        let code = code_line(&call.analysis, reference.at)?;
        items.push(format!("{place}{kind}: {code}"));
    }
    Ok(ToolAnswer::list(count(items.len(), "reference"), items))
}
