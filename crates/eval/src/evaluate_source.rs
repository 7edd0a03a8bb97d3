//! Sources as text: read, validated, evaluated, and answered with lines and columns.

use std::rc::Rc;

use puppet_hir::validate::{self, IssueSeverity};
use puppet_hir::{BodyId, Expr, Program, ProgramSourceMap};
use puppet_syntax::{Entry, TextSize};
use puppet_text::{Column, LineIndex};
use puppet_types::Value;

use crate::error::Unknown;
use crate::evaluation_result::{Ending, EvaluationError, Log, LogLevel, Place, Site};
use crate::evaluator::{Definitions, Evaluator};
use crate::options::{Assumptions, Options};

/// The stack of the thread that evaluates a source.
const STACK_SIZE: usize = 256 << 20;
/// How deep expressions of a source may be nested in each other, which fits into that stack.
const DEPTH: u32 = 3_000;

/// Stands for the body of a template that is evaluated within another program.
pub(crate) const TEMPLATE: BodyId = BodyId(u32::MAX);

/// A line and a column, both from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column; none when Puppet only tells the line.
    pub column: Option<u32>,
}

/// An error, warning or message, with its position in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// How important it is.
    pub level: LogLevel,
    /// The text.
    pub text: String,
    /// Puppet's issue code, when there is one.
    pub issue: Option<&'static str>,
    /// Where it is, when that is known.
    pub position: Option<Position>,
}

impl Message {
    /// The message as one about a template that the program has as a string.
    pub(crate) fn to_template_log(&self) -> Log {
        let site = |at: Position| Site::Template {
            line: at.line,
            column: at.column.unwrap_or(1),
        };
        Log {
            level: self.level,
            message: self.text.clone(),
            issue: self.issue,
            place: self.position.map(|at| Place {
                body: Program::FILE,
                site: site(at),
            }),
        }
    }
}

/// What the evaluation of a source gives.
#[derive(Debug, Clone, PartialEq)]
pub enum EvaluationOutput {
    /// The value of the last expression.
    Value {
        /// The value.
        value: Value,
        /// Text from which Puppet makes the same value, where that is possible.
        text: String,
        /// The value's type.
        ty: String,
    },
    /// The source is refused before it is evaluated: never empty.
    Refused(Vec<Message>),
    /// The evaluation ends with an error.
    Error(Message),
    /// The value is not known.
    Unknown(Unknown),
}

/// A source that can be evaluated.
#[derive(Debug)]
pub struct EvaluatedSource {
    /// The program.
    pub program: Program,
    /// Its places.
    pub map: ProgramSourceMap,
    text: Box<str>,
    lines: LineIndex,
    warnings: Vec<Message>,
}

/// Evaluates a manifest. The second part of the answer is what was logged.
///
/// It runs on a thread of its own with a large stack, so that functions can call themselves often.
pub fn evaluate(text: &str, options: &Options) -> (EvaluationOutput, Vec<Message>) {
    let mut options = options.clone();
    options.limits.depth = DEPTH;
    let run = || evaluate_here(text, &options);
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK_SIZE)
            .spawn_scoped(scope, run);
        let answer = thread.ok().and_then(|thread| thread.join().ok());
        answer.unwrap_or((EvaluationOutput::Unknown(Unknown::Limit), Vec::new()))
    })
}

fn evaluate_here(source: &str, options: &Options) -> (EvaluationOutput, Vec<Message>) {
    let source = match EvaluatedSource::read(source, Entry::Manifest, options) {
        Ok(source) => source,
        Err(messages) => return (EvaluationOutput::Refused(messages), Vec::new()),
    };
    let definitions = source.definitions(options.assumptions);
    let outcome = Evaluator::for_body(definitions.clone(), Program::FILE, options).run();
    let mut logs = source.warnings.clone();
    logs.extend(outcome.logs.iter().map(|log| source.log(log)));
    let answer = match outcome.result {
        Ok(value) => EvaluationOutput::Value {
            text: puppet_convert::literal_form(&*definitions, &value),
            ty: puppet_types::type_to_string(
                &*definitions,
                &puppet_types::infer_set(&*definitions, &value),
            ),
            value,
        },
        Err(Ending::Unknown(reason)) => EvaluationOutput::Unknown(reason),
        Err(Ending::Error(error)) => EvaluationOutput::Error(source.error(&error)),
    };
    (answer, logs)
}

impl EvaluatedSource {
    /// Parses and validates a text; the error is what is wrong with it.
    pub fn read(
        text: &str,
        entry: Entry,
        options: &Options,
    ) -> Result<EvaluatedSource, Vec<Message>> {
        let parse = puppet_syntax::parse(text, entry);
        let lines = LineIndex::new(text);
        if let Some(stop) = parse.stop() {
            let first = parse
                .errors()
                .first()
                .map(|error| error.message.clone())
                .unwrap_or_default();
            let position = stop.offset.map(|offset| position(&lines, offset));
            return Err(vec![Message {
                level: LogLevel::Err,
                text: first,
                issue: stop.issue,
                position,
            }]);
        }
        let (program, map) = puppet_hir::lower(&parse);
        let mut source = EvaluatedSource {
            program,
            map,
            text: text.into(),
            lines,
            warnings: Vec::new(),
        };
        let mut errors = source.bad_literals();
        for issue in validate::validate(&source.program, &validation_options(options)) {
            let level = match issue.severity {
                IssueSeverity::Error => LogLevel::Err,
                IssueSeverity::Warning | IssueSeverity::Deprecation => LogLevel::Warning,
            };
            let position = Some(position(&source.lines, issue.range(&source.map).start()));
            let message = Message {
                level,
                text: issue.message.clone(),
                issue: issue.code.puppet_code(),
                position,
            };
            if level == LogLevel::Err {
                errors.push(message)
            } else {
                source.warnings.push(message)
            }
        }
        if errors.is_empty() {
            Ok(source)
        } else {
            Err(errors)
        }
    }

    /// What the source defines.
    pub fn definitions(&self, assumptions: Assumptions) -> Rc<Definitions> {
        Definitions::with_texts(&self.program, assumptions, &|body, expr| {
            let range = self.map.expr(body, expr)?.full;
            let text = self.text.get(range.start().into()..range.end().into())?;
            Some(text.into())
        })
    }

    /// Regular expressions that Ruby refuses, and floats without end.
    fn bad_literals(&self) -> Vec<Message> {
        let mut messages = Vec::new();
        for (body_id, body) in self.program.bodies() {
            for (id, expr) in body.exprs() {
                let text = match expr {
                    Expr::LiteralRegularExpression(source) => {
                        match puppet_scalars::Regexp::new(source.as_str()) {
                            Ok(_) => continue,
                            Err(error) => format!("{}: /{source}/", error.message),
                        }
                    }
                    Expr::LiteralFloat(value) if !value.get().is_finite() => {
                        "the number is too large".to_owned()
                    }
                    _ => continue,
                };
                let place = Place {
                    body: body_id,
                    site: Site::Expr(id),
                };
                messages.push(Message {
                    level: LogLevel::Err,
                    text,
                    issue: None,
                    position: self.position(place),
                });
            }
        }
        messages
    }

    /// The position of a place in the source.
    pub fn position(&self, place: Place) -> Option<Position> {
        if let Site::Template { line, column } = place.site {
            return Some(Position {
                line,
                column: Some(column),
            });
        }
        let found = place
            .offset(&self.map)
            .map(|offset| position(&self.lines, offset))?;
        Some(match place.site {
            Site::Line(_) => Position {
                column: None,
                ..found
            },
            _ => found,
        })
    }

    /// The place of something in this source, a template, for the program that has the template as a string.
    pub(crate) fn template_place(&self, place: Place) -> Place {
        if place.body != TEMPLATE {
            return place;
        }
        match self.position(Place {
            body: Program::FILE,
            ..place
        }) {
            Some(Position { line, column }) => Place {
                body: Program::FILE,
                site: Site::Template {
                    line,
                    column: column.unwrap_or(1),
                },
            },
            None => place,
        }
    }

    fn error(&self, error: &EvaluationError) -> Message {
        Message {
            level: LogLevel::Err,
            text: error.message.clone(),
            issue: error.issue.map(|issue| issue.code()),
            position: error.place.and_then(|place| self.position(place)),
        }
    }

    fn log(&self, log: &Log) -> Message {
        Message {
            level: log.level,
            text: log.message.clone(),
            issue: log.issue,
            position: log.place.and_then(|place| self.position(place)),
        }
    }
}

fn position(lines: &LineIndex, offset: TextSize) -> Position {
    let at = lines.line_col(offset, Column::Chars);
    Position {
        line: at.line + 1,
        column: Some(at.col + 1),
    }
}

fn validation_options(options: &Options) -> validate::ValidationOptions<'static> {
    validate::ValidationOptions {
        puppet: options.target,
        strict: options.strict,
        tasks: false,
        module_file: None,
    }
}
