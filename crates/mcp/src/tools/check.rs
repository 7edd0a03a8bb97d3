//! `check`: the diagnostics of a file, a directory, or the whole workspace.

use std::cmp::Reverse;
use std::path::Path;

use puppet_ide::{
    Analysis, Cancelled, EditorDiagnostic, FileId, FileRange, Severity, for_each_in_parallel,
};

use crate::answer::ToolAnswer;
use crate::parameters::ToolParameter;
use crate::tool::{Tool, ToolCall, ToolError};
use crate::workspace::SessionWorkspace;
use puppet_text::count;

pub(super) const TOOL: Tool = Tool {
    name: "check",
    title: "Check Puppet code",
    description: "Errors and warnings of a file, a directory or the whole project: syntax, types, names, parameters, \
        Hiera data, templates. One line each: path:line:column: severity[RULE] message.",
    parameters: &[
        ToolParameter::text("path", "A file or directory; the whole project by default"),
        ToolParameter::one_of(
            "severity",
            &["error", "warning", "hint"],
            "The least severity; warning by default",
        ),
        ToolParameter::text("rule", "Only this rule, by its code, such as T202"),
    ],
    writes: false,
    run,
};

fn run(call: &ToolCall<'_>) -> Result<ToolAnswer, ToolError> {
    let files = files(call)?;
    let found = diagnostics(call, &files)?;
    let least = match call.arguments.text("severity") {
        Some("error") => Severity::Error,
        Some("hint") => Severity::Hint,
        _ => Severity::Warning,
    };
    let rule = call.arguments.text("rule");
    let is_wanted = |it: &EditorDiagnostic| {
        it.severity >= least && rule.is_none_or(|rule| rule.eq_ignore_ascii_case(it.code))
    };
    let mut shown: Vec<(Severity, String)> = Vec::new();
    for (file, diagnostics) in &found {
        for diagnostic in diagnostics.iter().filter(|it| is_wanted(it)) {
            let line = line(call.workspace, &call.analysis, *file, diagnostic)?;
            shown.push((diagnostic.severity, line));
        }
    }
    let number = |severity| shown.iter().filter(|it| it.0 == severity).count();
    let mut counts = vec![
        count(number(Severity::Error), "error"),
        count(number(Severity::Warning), "warning"),
    ];
    if least == Severity::Hint {
        let hints = number(Severity::Info) + number(Severity::Hint);
        counts.push(count(hints, "hint"));
    }
    let head = format!("{} in {}", counts.join(", "), count(files.len(), "file"));
    // Errors first; within a severity the order of the files stays.
    shown.sort_by_key(|it| Reverse(it.0));
    Ok(ToolAnswer::list(
        head,
        shown.into_iter().map(|it| it.1).collect(),
    ))
}

/// The files that the arguments name.
fn files(call: &ToolCall<'_>) -> Result<Vec<FileId>, ToolError> {
    let Some(given) = call.arguments.text("path") else {
        return Ok(call.analysis.workspace_files()?);
    };
    let path = call.workspace.path(given)?;
    if !path.is_dir() {
        return Ok(vec![call.workspace.file(&call.analysis, given)?]);
    }
    let mut files = call.analysis.workspace_files()?;
    files.retain(|file| Path::new(&*call.analysis.path(*file)).starts_with(&path));
    match files.is_empty() {
        true => Err(format!("'{given}' contains no files that can be checked").into()),
        false => Ok(files),
    }
}

/// The diagnostics of files, in their order, computed on all processors.
fn diagnostics(
    call: &ToolCall<'_>,
    files: &[FileId],
) -> Result<Vec<(FileId, Vec<EditorDiagnostic>)>, ToolError> {
    let mut found = Vec::with_capacity(files.len());
    for_each_in_parallel(
        files,
        || {
            let analysis = call.workspace.analysis();
            call.cancellation.cover(&analysis);
            analysis
        },
        |analysis, file| match call.cancellation.is_cancelled() {
            true => Err(Cancelled::ByClient),
            false => Ok((*file, analysis.diagnostics(*file)?)),
        },
        |diagnostics| diagnostics.map(|it| found.push(it)),
    )?;
    Ok(found)
}

/// `path:line:column: error[T202] message`, with what to do on lines below.
fn line(
    workspace: &SessionWorkspace,
    analysis: &Analysis,
    file: FileId,
    diagnostic: &EditorDiagnostic,
) -> Result<String, Cancelled> {
    let (severity, range) = (diagnostic.severity, diagnostic.range);
    let place = workspace.location(analysis, FileRange { file, range })?;
    let message = diagnostic.message.replace('\n', "\n    ");
    Ok(format!(
        "{place}: {severity}[{}] {message}",
        diagnostic.code
    ))
}
