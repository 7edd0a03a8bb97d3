//! Kind `parse`: the tree of a source, or where Puppet's parser stops.

use puppet_scalars::Regexp;
use puppet_syntax::{
    Entry, Keywords, Parse as SyntaxTree, ParseOptions, Stop, SyntaxElement, SyntaxKind, TextSize,
    lexer::{LexErrorKind, tokenize_with},
    number::{self, NumberValue},
    parse_with,
};
use puppet_text::{Column, LineIndex};
use serde_json::{Value, json};

use crate::{
    case::Case,
    compare::Texts,
    kinds::{CaseAnswer, CaseKind},
};

/// The kind `parse`.
pub struct Parse;

impl CaseKind for Parse {
    fn name(&self) -> &'static str {
        "parse"
    }

    fn texts(&self) -> Texts {
        Texts::OurOwn
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        let text = case.text("source").unwrap_or_default();
        let options = ParseOptions {
            entry: if case.flag("epp") {
                Entry::Epp
            } else {
                Entry::Manifest
            },
            keywords: if case.flag("tasks") {
                Keywords::Tasks
            } else {
                Keywords::Manifest
            },
        };
        let parse = parse_with(text, options);
        let stop = parse.stop();
        let literal = unusable_literal(&parse);
        let mut answer = match (stop, literal) {
            (Some(stop), Some(at)) if stop.offset.is_none_or(|it| it > at) => {
                json!({"ok": false, "errors": [{}]})
            }
            (Some(stop), _) => json!({"ok": false, "errors": [error(text, stop)]}),
            (None, Some(_)) => json!({"ok": false, "errors": [{}]}),
            (None, None) => {
                let (program, map) = puppet_hir::lower(&parse);
                let positions = case.flag("positions").then_some(&map);
                json!({"ok": true, "errors": [], "tree": puppet_hir::dump(&program, positions)})
            }
        };
        let warnings = warnings(text, options);
        if !warnings.is_empty() {
            answer["warnings"] = Value::Array(warnings);
        }
        CaseAnswer::Json(answer)
    }
}

fn error(text: &str, stop: Stop) -> Value {
    let mut error = json!({});
    if let Some(issue) = stop.issue {
        error["issue"] = json!(issue);
    }
    if let Some(offset) = stop.offset {
        let (line, pos) = place(text, offset);
        error["line"] = json!(line);
        error["pos"] = json!(pos);
    }
    error
}

fn place(text: &str, offset: TextSize) -> (u32, u32) {
    let at = LineIndex::new(text).line_col(offset, Column::Chars);
    (at.line + 1, at.col + 1)
}

/// Where the first literal is that Puppet reads but cannot make: a regular expression with an error in it, or a float
/// without end.
fn unusable_literal(parse: &SyntaxTree) -> Option<TextSize> {
    let tokens = parse
        .syntax()
        .descendants_with_tokens()
        .filter_map(SyntaxElement::into_token);
    tokens
        .filter(|token| match token.kind() {
            SyntaxKind::REGEX => {
                let text = token.text();
                let source = text[1..text.len() - 1].replace("\\/", "/");
                Regexp::new(&source).is_err()
            }
            SyntaxKind::FLOAT => {
                matches!(number::value(token.text()), Some(NumberValue::Float(it)) if it.is_infinite())
            }
            _ => false,
        })
        .map(|token| token.text_range().start())
        .next()
}

fn warnings(text: &str, options: ParseOptions) -> Vec<Value> {
    let lexed = tokenize_with(text, options.entry, options.keywords);
    lexed
        .errors()
        .iter()
        .filter(|it| it.kind.is_warning() && it.kind != LexErrorKind::UnclosedHeredocInterpolation)
        .map(|it| {
            let (line, pos) = place(text, it.reported_at);
            json!({"level": "warning", "line": line, "pos": pos, "issue": it.kind.code()})
        })
        .collect()
}
