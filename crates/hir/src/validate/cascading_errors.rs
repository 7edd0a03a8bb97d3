//! Consequences of syntax errors: a mistake is reported once, and not again by what it does to the program around it.

use puppet_text::TextRange;

use crate::model::{BodyId, Program, ProgramSourceMap};

use crate::validate::{Issue, IssueCode};

/// The issues that are likely to remain once the syntax errors at these ranges are fixed.
///
/// Where a token is missing or superfluous, the tokens around it are parsed as something else: they seem to have no effect,
/// to have strange names, or to stand in the wrong place. So issues of a definition that has a syntax error are dropped,
/// and those about the place of definitions in the whole file, because a brace may be missing anywhere.
pub fn without_consequences(
    issues: Vec<Issue>,
    program: &Program,
    map: &ProgramSourceMap,
    errors: &[TextRange],
) -> Vec<Issue> {
    if errors.is_empty() {
        return issues;
    }
    let broken: Vec<BodyId> = errors
        .iter()
        .map(|error| innermost(program, map, *error))
        .collect();
    let stays = |issue: &Issue| !is_about_place(issue.code) && !broken.contains(&issue.body);
    issues.into_iter().filter(stays).collect()
}

/// The innermost definition at (or directly around) a place; the file if there is none.
fn innermost(program: &Program, map: &ProgramSourceMap, place: TextRange) -> BodyId {
    let at = |id: &BodyId| {
        let range = map.definition(*id).map(|part| part.span.full)?;
        (range.start() <= place.start() && place.start() <= range.end()).then_some(range.len())
    };
    let definitions = program
        .bodies()
        .map(|(id, _)| id)
        .filter(|id| *id != Program::FILE);
    definitions
        .filter_map(|id| Some((at(&id)?, id)))
        .min()
        .map_or(Program::FILE, |(_, id)| id)
}

/// Whether an issue is about where a definition stands.
fn is_about_place(code: IssueCode) -> bool {
    matches!(
        code,
        IssueCode::NotTopLevel
            | IssueCode::NotAbsoluteTopLevel
            | IssueCode::IllegalTopConstructLocation
            | IssueCode::IllegalDefinitionName
            | IssueCode::IllegalDefinitionLocation
    )
}
