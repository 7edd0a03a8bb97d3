//! Manifests and templates within a heredoc: parsed and validated like files.

use puppet_syntax::{Entry, Keywords, ParseOptions, SyntaxErrorKind, parse_with};

use crate::{
    lower,
    validate::{IssueSeverity, ValidationOptions, validate_nested},
};

/// How many heredocs within heredocs are looked into.
const MAX_DEPTH: u32 = 16;

/// The first error of a source that stands in the heredocs of `depth` others; none if Puppet accepts it.
pub(in crate::validate) fn problem(
    text: &str,
    entry: Entry,
    options: &ValidationOptions<'_>,
    depth: u32,
) -> Option<String> {
    if depth >= MAX_DEPTH {
        return None;
    }
    let keywords = if options.tasks {
        Keywords::Tasks
    } else {
        Keywords::Manifest
    };
    let parse = parse_with(text, ParseOptions { entry, keywords });
    if parse.is_refused() {
        let is_error = |kind: SyntaxErrorKind| !matches!(kind, SyntaxErrorKind::Lexical(it) if it.is_warning());
        let first = parse.errors().iter().find(|error| is_error(error.kind));
        return Some(first.map_or_else(
            || "a syntax error".to_owned(),
            |error| error.message.clone(),
        ));
    }
    let (program, _) = lower(&parse);
    let options = ValidationOptions {
        module_file: None,
        ..*options
    };
    let issues = validate_nested(&program, &options, depth + 1);
    issues
        .into_iter()
        .find(|issue| issue.severity == IssueSeverity::Error)
        .map(|issue| issue.message)
}
