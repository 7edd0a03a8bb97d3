//! Kind `validate`: all issues that Puppet's lexer, parser and validator raise.
//!
//! Messages of the lexer and of validation are Puppet's, word for word; those of the parser are our own. The order in which issues are found counts for nobody, and neither does it if Puppet reports the
//! same issue of the same node twice.

use std::collections::BTreeSet;

use puppet_hir::validate::{self, IssueSeverity, ValidationOptions, PuppetVersion, Strict};
use puppet_syntax::{
    Entry, Keywords, Parse, ParseOptions, Stop, SyntaxError, SyntaxErrorKind, SyntaxKind, SyntaxNode,
    lexer::{self, LexErrorKind},
};
use puppet_text::{Column, LineIndex, TextRange, TextSize};
use serde_json::{Map, Value, json};

use crate::{
    case::Case,
    compare::{self, Texts},
    kinds::{CaseAnswer, CaseKind},
    options::CaseTarget,
};

/// The kind `validate`.
pub struct Validate;

impl CaseKind for Validate {
    fn name(&self) -> &'static str {
        "validate"
    }

    fn texts(&self) -> Texts {
        Texts::Puppets
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        let Some(source) = case.text("source") else { return CaseAnswer::NotImplemented };
        let questions = Questions {
            epp: case.flag("epp"),
            strict: strict(case.strict()),
            tasks: case.flag("tasks"),
            module_file: case.text("file").and_then(|file| file.strip_prefix("/modules/")),
            puppet: puppet(case.target),
        };
        let errors = issues(source, &questions);
        let ok = errors.iter().all(|error| error["severity"] != "error");
        CaseAnswer::Json(json!({"ok": ok, "errors": errors}))
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        // An error without a code and a place: Puppet broke, and any error will do.
        let is_break = |error: &Value| error["issue"].is_null() && error["line"].is_null();
        let broke = case.expect["errors"].as_array().is_some_and(|errors| errors.iter().any(is_break));
        if broke && ours["ok"] == Value::Bool(false) {
            return Vec::new();
        }
        compare::answers(&comparable(&case.expect), &comparable(ours), self.texts())
    }
}

/// How a source is validated.
pub struct Questions<'a> {
    pub epp: bool,
    pub strict: Strict,
    pub tasks: bool,
    pub module_file: Option<&'a str>,
    pub puppet: PuppetVersion,
}

/// The level of strictness with this name.
fn strict(level: &str) -> Strict {
    match level {
        "off" => Strict::Off,
        "error" => Strict::Error,
        _ => Strict::Warning,
    }
}

/// The Puppet whose answers we compare with.
pub fn puppet(target: CaseTarget) -> PuppetVersion {
    match target {
        CaseTarget::Puppet7 => PuppetVersion::V7,
        CaseTarget::Puppet8 => PuppetVersion::V8,
    }
}

/// What Puppet would report: it stops at the first error of its lexer or parser, and at the first error in a heredoc's text.
pub fn issues(source: &str, questions: &Questions<'_>) -> Vec<Value> {
    let entry = if questions.epp { Entry::Epp } else { Entry::Manifest };
    let keywords = if questions.tasks { Keywords::Tasks } else { Keywords::Manifest };
    let parse = puppet_syntax::parse_with(source, ParseOptions { entry, keywords });
    let places = ValidatePlaces { index: LineIndex::new(source) };
    let stop = parse.stop();
    let end = stop.and_then(|stop| stop.offset).unwrap_or(TextSize::of(source));
    let lexed = lexer::tokenize_with(source, entry, keywords);
    let read = stop.map_or(end, |stop| read_until(&parse, stop).unwrap_or(end));
    let is_puppets = |kind: LexErrorKind| kind.is_warning() && kind != LexErrorKind::UnclosedHeredocInterpolation;
    let warnings = lexed.errors().iter().filter(|error| is_puppets(error.kind) && error.range.start() < read);
    let mut found: Vec<Value> = warnings
        .map(|warning| {
            let mut value = places.issue("warning", Some(warning.kind.code()), "lex", Some(warning.reported_at));
            value["message"] = warning.kind.message(&source[warning.range]).into();
            value
        })
        .collect();
    let (program, map) = puppet_hir::lower(&parse);
    let Questions {
        puppet,
        strict,
        tasks,
        module_file,
        ..
    } = *questions;
    let options = ValidationOptions { puppet, strict, tasks, module_file };
    let issues = validate::validate(&program, &options);
    // Puppet cannot even make the model if a literal in it has no value.
    let impossible = issues.iter().filter(|issue| issue.code.is_about_impossible_literal());
    if impossible.map(|issue| issue.range(&map).start()).min().is_some_and(|at| at < end) {
        found.push(places.issue("error", None, "parse", None));
        return found;
    }
    if let Some(stop) = stop {
        let mut value = places.issue("error", stop.issue, "parse", stop.offset);
        let is_same = |error: &&SyntaxError| match error.kind {
            SyntaxErrorKind::Lexical(kind) => Some(kind.code()) == stop.issue,
            _ => false,
        };
        value["message"] = parse.errors().iter().find(is_same).map(|it| it.message.as_str()).into();
        found.push(value);
        return found;
    }
    let about_heredocs = issues.iter().filter(|issue| issue.code.is_about_heredoc_text());
    if let Some(first) = about_heredocs.min_by_key(|issue| issue.range(&map).start()) {
        found.push(places.issue("error", first.code.puppet_code(), "syntax", None));
        return found;
    }
    found.extend(issues.iter().map(|issue| {
        let severity = match issue.severity {
            IssueSeverity::Error => "error",
            IssueSeverity::Warning => "warning",
            IssueSeverity::Deprecation => "deprecation",
        };
        let range = issue.range(&map);
        let mut value = places.issue(severity, issue.code.puppet_code(), "validate", Some(range.start()));
        value["offset"] = u32::from(range.start()).into();
        value["length"] = u32::from(range.len()).into();
        value["message"] = issue.message.as_str().into();
        value
    }));
    found
}

/// How far Puppet's lexer reads when its parser stops: to the end of the token there, or of the string.
fn read_until(parse: &Parse, stop: Stop) -> Option<TextSize> {
    let root = parse.syntax();
    let offset = stop.offset.filter(|offset| *offset <= root.text_range().end())?;
    let token = puppet_syntax::tokens_at(&root, offset).right_biased()?;
    let is_string = |node: &SyntaxNode| {
        node.kind() == SyntaxKind::INTERPOLATED_STRING && node.text_range().start() == offset
    };
    let string = token.parent_ancestors().find(is_string).map(|node| node.text_range().end());
    Some(string.unwrap_or(token.text_range().end()))
}

/// Places in the form of the answers.
struct ValidatePlaces {
    index: LineIndex,
}

impl ValidatePlaces {
    fn issue(&self, severity: &str, issue: Option<&str>, phase: &str, at: Option<TextSize>) -> Value {
        let at = at.map(|at| self.index.line_col(at, Column::Chars));
        json!({
            "severity": severity,
            "issue": issue,
            "line": at.map(|at| at.line + 1),
            "pos": at.map(|at| at.col + 1),
            "phase": phase,
        })
    }
}

/// Issues whose messages are our own: Puppet's quote a part of the text that is not the token, a key as Ruby shows it, or
/// the file, and say nothing of the file in which Puppet looks for a definition.
const OWN_MESSAGES: &[&str] = &[
    "",
    "DUPLICATE_KEY",
    "HEREDOC_INVALID_ESCAPE",
    "HEREDOC_MULTIPLE_AT_ESCAPES",
    "HEREDOC_UNCLOSED_PARENTHESIS",
    "ILLEGAL_DEFINITION_LOCATION",
    "ILLEGAL_TOP_CONSTRUCT_LOCATION",
    "SYNTAX_ERROR",
    "UNCLOSED_QUOTE",
];

/// Whether the message of an issue is compared.
fn has_puppets_message(error: &Map<String, Value>) -> bool {
    let text = |field: &str| error.get(field).and_then(Value::as_str).unwrap_or_default();
    text("phase") != "syntax" && !OWN_MESSAGES.contains(&text("issue"))
}

/// An answer with its issues sorted and each of them once, without what is not compared: own messages, and places in
/// heredocs.
pub fn comparable(answer: &Value) -> Value {
    let errors = answer["errors"].as_array().into_iter().flatten().filter_map(Value::as_object);
    let unique: BTreeSet<(u64, u64, String)> = errors
        .map(|error| {
            let is_about_heredoc = error.get("phase").is_some_and(|phase| phase == "syntax");
            let kept = error.iter().filter(|(key, value)| match key.as_str() {
                "message" => has_puppets_message(error),
                "line" | "pos" => !is_about_heredoc && !value.is_null(),
                _ => !value.is_null(),
            });
            let mut kept: Vec<_> = kept.collect();
            kept.sort_by_key(|(key, _)| *key);
            let kept: Map<String, Value> = kept.into_iter().map(|(key, value)| (key.clone(), value.clone())).collect();
            let number = |field: &str| kept.get(field).and_then(Value::as_u64).unwrap_or_default();
            (number("line"), number("pos"), Value::Object(kept.clone()).to_string())
        })
        .collect();
    let errors: Vec<Value> = unique.iter().filter_map(|(_, _, text)| serde_json::from_str(text).ok()).collect();
    let mut comparable = answer.clone();
    comparable["errors"] = errors.into();
    comparable
}

/// The lines on which a range starts and ends, from 1.
pub fn lines(index: &LineIndex, range: TextRange) -> (u32, u32) {
    let last = if range.is_empty() { range.end() } else { range.end() - TextSize::new(1) };
    (index.line(range.start()) + 1, index.line(last) + 1)
}
