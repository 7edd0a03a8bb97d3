//! `symbols`: the outline of a file, or the definitions whose names fit.

use puppet_ide::{FileId, FileRange, Symbol, SymbolKind};

use crate::answer::ToolAnswer;
use crate::parameters::ToolParameter;
use crate::tool::{Tool, ToolCall, ToolError};
use puppet_text::count;

pub(super) const TOOL: Tool = Tool {
    name: "symbols",
    title: "List symbols",
    description: "With `path`, the outline of a file: definitions, parameters, variables, resources. With `query`, the \
        definitions of the project whose names contain its words.",
    parameters: &[
        ToolParameter::text("path", "A file"),
        ToolParameter::text("query", "Words of names, such as `vhost`"),
    ],
    writes: false,
    run,
};

fn run(call: &ToolCall<'_>) -> Result<ToolAnswer, ToolError> {
    match (call.arguments.text("path"), call.arguments.text("query")) {
        (Some(path), None) => {
            let file = call.workspace.file(&call.analysis, path)?;
            let mut items = Vec::new();
            outline(
                call,
                file,
                &call.analysis.document_symbols(file)?,
                0,
                &mut items,
            )?;
            Ok(ToolAnswer::list(count(items.len(), "symbol"), items))
        }
        (None, Some(query)) => {
            let found = call.analysis.workspace_symbols(query)?;
            let mut items = Vec::new();
            for symbol in &found {
                let place = call.workspace.location(&call.analysis, symbol.at)?;
                items.push(format!("{} {} {place}", noun(symbol.kind), symbol.name));
            }
            Ok(ToolAnswer::list(count(items.len(), "symbol"), items))
        }
        _ => Err("Either `path` or `query` is needed".into()),
    }
}

fn outline(
    call: &ToolCall<'_>,
    file: FileId,
    symbols: &[Symbol],
    depth: usize,
    items: &mut Vec<String>,
) -> Result<(), ToolError> {
    for symbol in symbols {
        let range = symbol.focus_range;
        let place = call
            .workspace
            .location(&call.analysis, FileRange { file, range })?;
        let line = place.rsplit(':').nth(1).unwrap_or_default();
        let detail = symbol.detail.as_ref().map(|it| format!(": {it}"));
        let (indent, detail) = ("  ".repeat(depth), detail.unwrap_or_default());
        let kind = noun(symbol.kind);
        items.push(format!("{line} {indent}{kind} {}{detail}", symbol.name));
        outline(call, file, &symbol.children, depth + 1, items)?;
    }
    Ok(())
}

/// What a symbol is, in Puppet's words.
pub(super) fn noun(kind: SymbolKind) -> &'static str {
    match kind {
        SymbolKind::Class => "class",
        SymbolKind::DefinedType => "type",
        SymbolKind::Function => "function",
        SymbolKind::Plan => "plan",
        SymbolKind::TypeAlias => "type alias",
        SymbolKind::Node => "node",
        SymbolKind::Parameter => "parameter",
        SymbolKind::Variable => "variable",
        SymbolKind::Resource => "resource",
        SymbolKind::Lambda => "lambda",
        SymbolKind::Fact => "fact",
        SymbolKind::Key => "key",
    }
}
