//! `rename_preview` and `rename`: another name in all places at once.

use crate::answer::ToolAnswer;
use crate::change::FileChanges;
use crate::parameters::ToolParameter;
use crate::place::{PLACE, place};
use crate::tool::{Tool, ToolCall, ToolError};
use puppet_text::count;

const PARAMETERS: [ToolParameter; 5] = [
    PLACE[0],
    PLACE[1],
    PLACE[2],
    PLACE[3],
    ToolParameter::text("new_name", "The new name").required(),
];

pub(super) const PREVIEW: Tool = Tool {
    name: "rename_preview",
    title: "Preview a renaming",
    description: "The lines that change when a class, defined type, function, type alias, parameter or variable gets \
        another name, in code, data, templates and specs. Changes nothing.",
    parameters: &PARAMETERS,
    writes: false,
    run: preview,
};

pub(super) const TOOL: Tool = Tool {
    name: "rename",
    title: "Rename",
    description: "Gives a class, defined type, function, type alias, parameter or variable another name, in code, data, \
        templates and specs, and moves its file where Puppet looks for it.",
    parameters: &PARAMETERS,
    writes: true,
    run: rename,
};

fn preview(call: &ToolCall<'_>) -> Result<ToolAnswer, ToolError> {
    let changes = changes(call)?;
    let head = format!("{} would change", count(changes.files(), "file"));
    Ok(ToolAnswer::list(head, changes.lines(call.workspace)))
}

fn rename(call: &ToolCall<'_>) -> Result<ToolAnswer, ToolError> {
    let changes = changes(call)?;
    changes.write(call.workspace)?;
    let head = format!("{} changed", count(changes.files(), "file"));
    Ok(ToolAnswer::list(head, changes.lines(call.workspace)))
}

fn changes(call: &ToolCall<'_>) -> Result<FileChanges, ToolError> {
    let at = place(call.workspace, &call.analysis, &call.arguments)?;
    let new_name = call.arguments.required_text("new_name");
    let change = call.analysis.rename(at, new_name)?;
    let change = change.ok_or("Nothing can be renamed here")?;
    let change = change.map_err(|error| error.to_string())?;
    FileChanges::new(&call.analysis, &change)
}
