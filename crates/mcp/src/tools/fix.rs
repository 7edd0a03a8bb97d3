//! `fix` and `apply_fix`: the fixes of diagnostics.

use puppet_ide::{ActionKind, CodeAction, TextRange, TextSize};

use crate::answer::ToolAnswer;
use crate::change::FileChanges;
use crate::parameters::ToolParameter;
use crate::tool::{Tool, ToolCall, ToolError};
use puppet_text::count;

const PARAMETERS: [ToolParameter; 3] = [
    ToolParameter::text("path", "A file").required(),
    ToolParameter::number(
        "line",
        1,
        "Only the diagnostics of this line, with fixes that need a look at them, too",
    ),
    ToolParameter::text("rule", "Only this rule, by its code; needs `line`"),
];

pub(super) const TOOL: Tool = Tool {
    name: "fix",
    title: "Compute fixes",
    description: "The lines that change when all safe fixes of a file, or the best fix of a line, are applied. Changes \
        nothing.",
    parameters: &PARAMETERS,
    writes: false,
    run: shown,
};

pub(super) const APPLY: Tool = Tool {
    name: "apply_fix",
    title: "Apply fixes",
    description: "Applies all safe fixes of a file, or the best fix of a line.",
    parameters: &PARAMETERS,
    writes: true,
    run: apply,
};

fn shown(call: &ToolCall<'_>) -> Result<ToolAnswer, ToolError> {
    let Some((title, changes)) = changes(call)? else {
        return Ok(ToolAnswer::line("There is nothing to fix"));
    };
    let head = format!("{title}: {} would change", count(changes.files(), "file"));
    Ok(ToolAnswer::list(head, changes.lines(call.workspace)))
}

fn apply(call: &ToolCall<'_>) -> Result<ToolAnswer, ToolError> {
    let Some((title, changes)) = changes(call)? else {
        return Ok(ToolAnswer::line("There is nothing to fix"));
    };
    changes.write(call.workspace)?;
    let head = format!("{title}: {} changed", count(changes.files(), "file"));
    Ok(ToolAnswer::list(head, changes.lines(call.workspace)))
}

/// What is fixed, and the changes; `None` if there is no fix.
fn changes(call: &ToolCall<'_>) -> Result<Option<(String, FileChanges)>, ToolError> {
    let path = call.arguments.required_text("path");
    let file = call.workspace.file(&call.analysis, path)?;
    let rule = call.arguments.text("rule");
    let (range, kind) = match call.arguments.number("line") {
        None if rule.is_some() => return Err("'rule' needs 'line'".into()),
        None => (TextRange::empty(TextSize::new(0)), ActionKind::FixAll),
        Some(line) => {
            let lines = call.analysis.line_index(file)?;
            let range = lines.line_range(line - 1);
            let range = range.ok_or_else(|| format!("'{path}' has no line {line}"))?;
            (range, ActionKind::QuickFix)
        }
    };
    let is_wanted = |it: &CodeAction| {
        let code = it.fixes.map(|it| it.0);
        let is_of_rule = |rule: &str| code.is_some_and(|code| code.eq_ignore_ascii_case(rule));
        it.kind == kind && rule.is_none_or(is_of_rule)
    };
    let mut actions = call.analysis.code_actions(file, range)?;
    actions.retain(is_wanted);
    let preferred = actions.iter().position(|it| it.is_preferred);
    let Some(action) = actions.get(preferred.unwrap_or(0)) else {
        return Ok(None);
    };
    let changes = FileChanges::new(&call.analysis, &action.change)?;
    Ok(Some((action.title.clone(), changes)))
}
