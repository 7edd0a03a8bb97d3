//! Places in code, as clients name them: by line and column, by a word of a line, or by the name of a definition.

use puppet_ide::{Analysis, Column, FileId, FilePosition, LineCol, TextRange, TextSize};

use crate::parameters::{ToolArguments, ToolParameter};
use crate::tool::ToolError;
use crate::workspace::{SessionWorkspace, part};

/// The parameters that name a place.
pub(crate) const PLACE: [ToolParameter; 4] = [
    ToolParameter::text("path", "A file; with `line` and `column` or `name`"),
    ToolParameter::number("line", 1, "The line in the file, from 1"),
    ToolParameter::number("column", 1, "The column in the line, from 1"),
    ToolParameter::text(
        "name",
        "A word of the line or file, such as `$port`; without a path, the full name of a definition, such as `apache::vhost`",
    ),
];

/// The place that arguments name.
///
/// # Errors
/// That there is none, or several.
pub(crate) fn place(
    workspace: &SessionWorkspace,
    analysis: &Analysis,
    arguments: &ToolArguments,
) -> Result<FilePosition, ToolError> {
    let name = arguments.text("name");
    let Some(path) = arguments.text("path") else {
        let name = name.ok_or("A place is needed: `path`, `line` and `column`, or `name`")?;
        return definition_place(analysis, name);
    };
    let file = workspace.file(analysis, path)?;
    let lines = analysis.line_index(file)?;
    let line = arguments.number("line").map(|line| line - 1);
    let range = match line {
        Some(line) => lines.line_range(line).ok_or_else(|| {
            let count = lines.line_count();
            format!("'{path}' has no line {}: it has {count}", line + 1)
        })?,
        None => {
            let end = lines.line_range(lines.line_count().saturating_sub(1));
            TextRange::up_to(end.map_or(TextSize::new(0), TextRange::end))
        }
    };
    let offset = match (name, line, arguments.number("column")) {
        (Some(name), ..) => word_in(analysis, file, range, name)?,
        (None, Some(line), Some(column)) => {
            let at = LineCol {
                line,
                col: column - 1,
            };
            lines.offset(at, Column::Chars).unwrap_or(range.end())
        }
        (None, ..) => {
            return Err("Beside `path`, a place needs `line` and `column`, or `name`".into());
        }
    };
    Ok(FilePosition { file, offset })
}

/// Where the name of a definition stands that is called so.
fn definition_place(analysis: &Analysis, name: &str) -> Result<FilePosition, ToolError> {
    let found = analysis.definitions_named(name)?;
    match found.first() {
        Some(first) => Ok(FilePosition {
            file: first.at.file,
            offset: first.at.range.start(),
        }),
        None => Err(unknown(analysis, name)?.into()),
    }
}

/// Says that nothing has a name, and what similar names there are.
pub(crate) fn unknown(analysis: &Analysis, name: &str) -> Result<String, ToolError> {
    let last = name.rsplit("::").next().unwrap_or(name);
    let similar = analysis.workspace_symbols(last)?;
    let names: Vec<String> = similar.into_iter().take(3).map(|it| it.name).collect();
    Ok(match names.is_empty() {
        true => format!("Nothing is called '{name}'"),
        false => format!("Nothing is called '{name}'; similar: {}", names.join(", ")),
    })
}

/// Where a word first stands in a part of a file, best as a whole word.
fn word_in(
    analysis: &Analysis,
    file: FileId,
    range: TextRange,
    word: &str,
) -> Result<TextSize, ToolError> {
    let text = analysis.text(file)?;
    let code = part(&text, range);
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let is_whole = |at: &usize| {
        let before = code.get(..*at).and_then(|it| it.chars().next_back());
        let after = code.get(at + word.len()..).and_then(|it| it.chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    };
    let places = || code.match_indices(word).map(|(at, _)| at);
    let found = places().find(is_whole).or_else(|| places().next());
    let found = found.filter(|_| !word.is_empty()).ok_or_else(|| {
        let line = code.trim();
        match line.contains('\n') {
            true => format!("The file does not contain '{word}'"),
            false => format!("The line does not contain '{word}': {line}"),
        }
    })?;
    // The name stands after the sign of a variable.
    let found = found + usize::from(word.starts_with('$') && word.len() > 1);
    Ok(range.start() + TextSize::new(u32::try_from(found).unwrap_or(0)))
}
