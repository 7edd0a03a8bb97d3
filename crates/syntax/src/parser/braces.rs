//! Which braces belong together in a text whose braces are not balanced, judged by its indentation.
//!
//! While all braces of a text pair up, nothing of this is used: only the grammar counts then.

use super::Input;
use crate::SyntaxKind::*;

/// How many open braces are looked through.
const MAX_OPEN: usize = 64;

/// Where blocks end that are never closed, and which closing braces close nothing.
#[derive(Default)]
pub(super) struct BracePlan {
    /// By the position of an opening brace: where its block ends although no closing brace stands there.
    ends: Vec<(usize, usize)>,
    /// Positions of braces that belong to no other: closing ones, and opening ones that were doubled.
    strays: Vec<usize>,
    /// Opening braces minus closing braces.
    pub(super) balance: isize,
}

struct Open {
    position: usize,
    /// The number of the line on which the brace is.
    line: usize,
    /// The indentation of the line on which the brace is.
    indentation: usize,
    /// The first line behind it that is not indented more than its own.
    suspect: Option<usize>,
}

impl BracePlan {
    pub(super) fn new(input: &Input<'_>) -> BracePlan {
        let mut plan = BracePlan::default();
        for position in 0..input.len() {
            match input.kind(position) {
                L_BRACE => plan.balance += 1,
                R_BRACE => plan.balance -= 1,
                _ => {}
            }
        }
        if plan.balance != 0 {
            plan.judge(input);
        }
        plan
    }

    /// Where the block of an opening brace ends although it is not closed.
    pub(super) fn end(&self, open: usize) -> Option<usize> {
        let index = self.ends.binary_search_by_key(&open, |it| it.0).ok()?;
        self.ends.get(index).map(|it| it.1)
    }

    /// Whether a closing brace closes nothing.
    pub(super) fn is_stray(&self, position: usize) -> bool {
        self.strays.binary_search(&position).is_ok()
    }

    fn judge(&mut self, input: &Input<'_>) {
        let mut stack: Vec<Open> = Vec::new();
        let (mut line, mut margin) = (0, 0);
        let (mut surplus, mut missing) = ((-self.balance).max(0), self.balance.max(0));
        let mut last_on_line = None;
        for position in 0..input.len() {
            let kind = input.kind(position);
            let indentation = input.indentation(position);
            if let Some(indentation) = indentation {
                margin = indentation;
                line += 1;
                last_on_line = None;
                if self.balance > 0 && kind != R_BRACE {
                    self.dedent(&mut stack, input, position, indentation);
                }
            }
            match kind {
                L_BRACE if missing > 0 && last_on_line == Some(L_BRACE) => {
                    self.strays.push(position);
                    missing -= 1;
                }
                L_BRACE => stack.push(Open {
                    position,
                    line,
                    indentation: margin,
                    suspect: None,
                }),
                R_BRACE => {
                    let is_stray = surplus > 0
                        && match (indentation, stack.last()) {
                            (_, None) => true,
                            (Some(found), Some(open)) => {
                                found != open.indentation && !is_indentation(&stack, found)
                            }
                            (None, Some(open)) => {
                                last_on_line == Some(R_BRACE) && open.line != line
                            }
                        };
                    if is_stray {
                        self.strays.push(position);
                        surplus -= 1;
                    } else {
                        self.close(&mut stack, position, indentation);
                    }
                }
                _ => {}
            }
            last_on_line = Some(kind);
        }
        for open in stack.drain(..) {
            if self.balance > 0 {
                self.ends
                    .push((open.position, open.suspect.unwrap_or(input.len())));
            }
        }
        self.ends.sort_unstable();
    }

    /// A line that is not indented more than the line of the innermost open brace: the brace may be closed above it,
    /// and surely is when the line starts a definition.
    fn dedent(
        &mut self,
        stack: &mut Vec<Open>,
        input: &Input<'_>,
        position: usize,
        indentation: usize,
    ) {
        let starts_definition = matches!(
            input.kind(position),
            CLASS_KW | DEFINE_KW | NODE_KW | FUNCTION_KW | PLAN_KW | TYPE_KW
        ) && matches!(
            input.kind(position + 1),
            NAME | WORD | CLASS_REF | SQ_STRING | DQ_STRING | REGEX | DEFAULT_KW
        );
        while let Some(open) = stack.last_mut()
            && indentation <= open.indentation
        {
            let end = *open.suspect.get_or_insert(position);
            if !starts_definition {
                break;
            }
            self.ends.push((open.position, end));
            stack.pop();
        }
    }

    fn close(&mut self, stack: &mut Vec<Open>, position: usize, indentation: Option<usize>) {
        if self.balance > 0
            && let Some(indentation) = indentation
            && stack.last().is_some_and(|it| it.indentation != indentation)
            && is_indentation(stack, indentation)
        {
            while let Some(open) = stack.pop_if(|it| it.indentation != indentation) {
                self.ends
                    .push((open.position, open.suspect.unwrap_or(position)));
            }
        }
        stack.pop();
    }
}

/// Whether one of the innermost open braces is on a line with this indentation.
fn is_indentation(stack: &[Open], indentation: usize) -> bool {
    let mut innermost = stack.iter().rev().take(MAX_OPEN);
    innermost.any(|it| it.indentation == indentation)
}
