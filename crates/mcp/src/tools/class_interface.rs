//! `class_interface`: the parameters of a class, with types, defaults and documentation.

use puppet_ide::{FilePosition, FileRange, Symbol, SymbolKind};

use crate::answer::ToolAnswer;
use crate::parameters::ToolParameter;
use crate::place::unknown;
use crate::tool::{Tool, ToolCall, ToolError};
use crate::tools::hover::{shipped, text_at};
use crate::tools::symbols::noun;
use puppet_text::count;

pub(super) const TOOL: Tool = Tool {
    name: "class_interface",
    title: "Show the interface of a class",
    description: "How a class, defined type, function or resource type is used: its parameters with types, defaults and \
        documentation, the required ones first. Also what modules on disk and Puppet itself define.",
    parameters: &[
        ToolParameter::text("name", "The full name, such as `apache::vhost` or `file`").required(),
    ],
    writes: false,
    run,
};

fn run(call: &ToolCall<'_>) -> Result<ToolAnswer, ToolError> {
    let name = call.arguments.required_text("name");
    let named = call.analysis.definitions_named(name)?;
    let Some(found) = named.first() else {
        let unknown = unknown(&call.analysis, name)?;
        return shipped(call)?.ok_or(ToolError::Refused(unknown));
    };
    let at = found.at;
    let symbols = call.analysis.document_symbols(at.file)?;
    let Some(symbol) = symbols.iter().find(|it| it.focus_range == at.range) else {
        return Ok(ToolAnswer::text("", &described(call, at)?));
    };
    let mut parameters = Vec::new();
    for child in symbol
        .children
        .iter()
        .filter(|it| it.kind == SymbolKind::Parameter)
    {
        parameters.push(parameter(call, at, child)?);
    }
    // The order of the code stays among the required ones and among the others.
    parameters.sort_by_key(|it| !it.0);
    let required = parameters.iter().filter(|it| it.0).count();
    let place = call.workspace.location(&call.analysis, at)?;
    let counts = format!(
        "{}, {required} required",
        count(parameters.len(), "parameter")
    );
    let head = format!("{} {} ({place}): {counts}", noun(found.kind), found.name);
    Ok(ToolAnswer::list(
        head,
        parameters.into_iter().map(|it| it.1).collect(),
    ))
}

/// Whether a parameter is required, and its declaration with the start of its documentation.
fn parameter(
    call: &ToolCall<'_>,
    class: FileRange,
    symbol: &Symbol,
) -> Result<(bool, String), ToolError> {
    let at = FilePosition {
        file: class.file,
        offset: symbol.focus_range.end(),
    };
    let hover = call.analysis.hover(at)?;
    let declaration = hover.as_ref().and_then(|it| it.code.first()).cloned();
    let declaration = declaration.unwrap_or_else(|| format!("${}", symbol.name));
    let about = hover.and_then(|it| it.documentation).unwrap_or_default();
    let about = about
        .split("\n\n")
        .next()
        .unwrap_or_default()
        .replace('\n', " ");
    let after = declaration.rsplit_once(&*format!("${}", symbol.name.trim_start_matches('$')));
    let is_required = after.is_some_and(|(_, after)| !after.trim_start().starts_with('='));
    let word = if is_required { "required " } else { "" };
    let dash = if about.is_empty() { "" } else { " -- " };
    Ok((is_required, format!("{word}{declaration}{dash}{about}")))
}

/// What is known about a definition that is not in the Puppet language.
fn described(call: &ToolCall<'_>, at: FileRange) -> Result<String, ToolError> {
    let start = FilePosition {
        file: at.file,
        offset: at.range.start(),
    };
    let place = call.workspace.location(&call.analysis, at)?;
    let text = text_at(call, start)?;
    Ok(text.map_or_else(
        || format!("It is defined in {place}"),
        |text| format!("{place}\n{text}"),
    ))
}
