//! `=~` and `!~`, and the match of case options and selectors (`EvaluatorImpl#eval_MatchExpression`,
//! `CompareOperator#match`).

use puppet_scalars::{Regexp, SemVer, SemVerRange};
use puppet_types::{TypeContext, Value, class_name};

use super::equality;
use crate::error::{ErrorCause, ErrorLocation, Operation};
use crate::issue::Issue;
use crate::label;
use crate::type_queries;

/// What a match captured: `$0`, `$1`, …; groups that took no part are none.
pub type Groups = Vec<Option<String>>;

/// The result of a match, with what was captured when a regular expression decided it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Matched {
    /// Whether it matches.
    pub matched: bool,
    /// The captures of a regular expression that matched.
    pub groups: Option<Groups>,
}

impl From<bool> for Matched {
    fn from(matched: bool) -> Self {
        Matched {
            matched,
            groups: None,
        }
    }
}

/// `left =~ right`.
pub fn evaluate(context: &dyn TypeContext, left: &Value, right: &Value) -> Operation<Matched> {
    match right {
        Value::Type(ty) => Ok(type_queries::instance(context, ty, left)?.into()),
        Value::SemVerRange(range) => Ok(includes(range, left).into()),
        Value::Regexp(regexp) => match_left(context, regexp, left),
        Value::String(pattern) => {
            let regexp =
                Regexp::new(pattern.as_str()).map_err(|error| not_regexp(&error.message))?;
            match_left(context, &regexp, left)
        }
        other => Err(not_regexp(&format!(
            "no implicit conversion of {} into String",
            ruby_class(other)
        ))),
    }
}

fn match_left(context: &dyn TypeContext, regexp: &Regexp, left: &Value) -> Operation<Matched> {
    match left {
        Value::String(text) => match_text(regexp, text),
        other => {
            let got = label::a_an(&label::value(context, other));
            let message = format!("Left match operand must result in a String value. Got {got}.");
            Err(ErrorCause::issue_at(
                ErrorLocation::Left,
                Issue::MatchNotString,
                message,
            ))
        }
    }
}

/// Whether the regular expression matches anywhere in the text, and what it captures.
pub fn match_text(regexp: &Regexp, text: &str) -> Operation<Matched> {
    Ok(match regexp.captures_from(text, 0)? {
        Some(captures) => {
            let group = |index: usize| captures.text(index, text).map(str::to_owned);
            Matched {
                matched: true,
                groups: Some((0..captures.groups.len()).map(group).collect()),
            }
        }
        None => Matched::default(),
    })
}

fn not_regexp(detail: &str) -> ErrorCause {
    let message = format!(
        "Can not convert right match operand to a regular expression. Caused by '{detail}'."
    );
    ErrorCause::issue_at(ErrorLocation::Right, Issue::MatchNotRegexp, message)
}

/// How Ruby names the value's class where it cannot convert it.
pub fn ruby_class(value: &Value) -> String {
    match value {
        Value::Undef => "nil".to_owned(),
        Value::Boolean(truth) => truth.to_string(),
        Value::Type(_) => "Puppet::Pops::Types::PAnyType".to_owned(),
        _ => class_name(value),
    }
}

/// Whether the range includes the version, which may be given as a string.
pub fn includes(range: &SemVerRange, version: &Value) -> bool {
    match version {
        Value::SemVer(version) => range.includes(version),
        Value::String(text) => SemVer::parse(text).is_ok_and(|version| range.includes(&version)),
        _ => false,
    }
}

/// Whether a value matches what is written in a case option or selector.
pub fn matches_option(
    context: &dyn TypeContext,
    value: &Value,
    option: &Value,
) -> Operation<Matched> {
    match option {
        Value::Regexp(regexp) => match value {
            Value::String(text) => match_text(regexp, text),
            _ => Ok(false.into()),
        },
        Value::Type(ty) => Ok(type_queries::instance(context, ty, value)?.into()),
        Value::SemVer(version) => Ok(equals_version(version, value).into()),
        Value::SemVerRange(range) => Ok(includes(range, value).into()),
        Value::Default => Ok(true.into()),
        Value::Array(options) => match value {
            Value::Array(values) if values.len() == options.len() => {
                matches_all(context, values.iter().zip(options.iter()))
            }
            _ => Ok(false.into()),
        },
        Value::Hash(options) => match value {
            Value::Hash(values) => {
                let pairs = options
                    .iter()
                    .map(|(key, option)| (values.get(key).unwrap_or(&Value::Undef), option));
                matches_all(context, pairs)
            }
            _ => Ok(false.into()),
        },
        other => Ok(equality::equals(value, other).into()),
    }
}

/// The captures of the last match stay.
fn matches_all<'a>(
    context: &dyn TypeContext,
    pairs: impl Iterator<Item = (&'a Value, &'a Value)>,
) -> Operation<Matched> {
    let mut all = Matched {
        matched: true,
        groups: None,
    };
    for (value, option) in pairs {
        let one = matches_option(context, value, option)?;
        all.groups = one.groups.or(all.groups);
        if !one.matched {
            all.matched = false;
            break;
        }
    }
    Ok(all)
}

fn equals_version(version: &SemVer, value: &Value) -> bool {
    match value {
        Value::SemVer(other) => **other == *version,
        Value::String(text) => SemVer::parse(text).is_ok_and(|other| other == *version),
        _ => false,
    }
}
