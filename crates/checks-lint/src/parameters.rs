//! The parameters of a definition, by its tokens.

use crate::manifest::Manifest;
use crate::structure::LintDefinition;
use crate::tokens::LintTokenKind;

/// A parameter.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LintParameter {
    pub variable: usize,
    /// The first token of its type.
    pub of_type: Option<usize>,
    /// The first token of its default.
    pub default: Option<usize>,
}

/// The parameters of a definition.
pub(crate) fn parameters(
    manifest: &Manifest<'_>,
    definition: &LintDefinition,
) -> Vec<LintParameter> {
    let tokens = &manifest.tokens;
    let mut parameters: Vec<LintParameter> = Vec::new();
    let Some(range) = definition.parameters.clone() else {
        return parameters;
    };
    // What comes first after a comma.
    let mut first = None;
    let mut is_complete = true;
    let inner = tokens
        .outside_brackets(range.start - 1)
        .take_while(|it| *it < range.end);
    for index in inner {
        match tokens.kind(index) {
            Some(LintTokenKind::Comma) => (first, is_complete) = (None, true),
            Some(LintTokenKind::Variable) if is_complete => {
                is_complete = false;
                parameters.push(LintParameter {
                    variable: index,
                    of_type: first,
                    default: None,
                });
            }
            Some(LintTokenKind::Equals) => {
                if let Some(parameter) = parameters.last_mut().filter(|it| it.default.is_none()) {
                    parameter.default = tokens.code_after(index);
                }
            }
            Some(kind) if !kind.is_trivia() => first = first.or(Some(index)),
            _ => {}
        }
    }
    parameters
}
