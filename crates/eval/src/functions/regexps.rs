//! Functions that match regular expressions: `match`, `regsubst`, `split`.

use puppet_scalars::regexp::Captures;
use puppet_scalars::{Regexp, Undecidable};
use puppet_types::{HashValue, Type, Value};

use super::function::{EvalCall, Function, builtin, dispatched};
use crate::error::{ErrorCause, Operation, Unknown};
use crate::evaluator::{EvalResult, Unwind};
use crate::operators::matching::{match_text, ruby_class};
use crate::type_queries;

pub(super) const FUNCTIONS: &[Function] = &[
    builtin("match", match_function),
    // The stubs have what newer versions take, too.
    dispatched(
        "regsubst",
        &[
            "(Variant[Array[String],String] $target, String $pattern, Variant[String,Hash[String,String]] $replacement, \
             Optional[Pattern[/^[GEIM]*$/]] $flags?, Enum['N','E','S','U'] $encoding?)",
            "(Variant[Array[String],String] $target, Variant[Regexp,Type[Regexp]] $pattern, \
             Variant[String,Hash[String,String]] $replacement, Pattern[/^G?$/] $flags?)",
        ],
        regsubst,
    ),
    dispatched(
        "split",
        &[
            "(String $str, String $pattern)",
            "(String $str, Regexp $pattern)",
            "(String $str, Type[Regexp] $pattern)",
        ],
        split,
    ),
];

fn compile(source: &str) -> Operation<Regexp> {
    Regexp::new(source).map_err(|error| ErrorCause::runtime(error.message))
}

fn match_function(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    match call.argument(0) {
        Value::Array(items) => {
            let mut all = Vec::with_capacity(items.len());
            for item in items.iter() {
                all.push(match_one(
                    call,
                    item.as_str().unwrap_or_default(),
                    call.argument(1),
                )?);
            }
            Ok(Value::from(all))
        }
        text => Ok(match_one(
            call,
            text.as_str().unwrap_or_default(),
            call.argument(1),
        )?),
    }
}

fn match_one(call: &EvalCall<'_, '_, '_>, text: &str, pattern: &Value) -> Operation<Value> {
    match pattern {
        Value::String(source) => groups_of(&compile(source)?, text),
        Value::Regexp(regexp) => groups_of(regexp, text),
        Value::Array(patterns) => {
            let mut flat = Vec::new();
            super::collections::flatten_into(&mut flat, &Value::Array(patterns.clone()));
            first_match(flat.iter().map(|pattern| match_one(call, text, pattern)))
        }
        Value::Type(ty) => match_type(
            call,
            text,
            &type_queries::resolve_alias(&*call.evaluator.definitions, ty),
        ),
        other => Err(not_a_pattern(&ruby_class(other))),
    }
}

fn match_type(call: &EvalCall<'_, '_, '_>, text: &str, ty: &Type) -> Operation<Value> {
    match ty {
        Type::Regexp(Some(regexp)) => groups_of(regexp, text),
        Type::Regexp(None) => Err(ErrorCause::runtime(
            "Given Regexp Type has no regular expression",
        )),
        Type::Pattern(pattern) => {
            first_match(pattern.regexps.iter().map(|regexp| groups_of(regexp, text)))
        }
        Type::Variant(variant) => first_match(
            variant
                .types
                .iter()
                .map(|ty| match_one(call, text, &Value::Type(ty.clone()))),
        ),
        _ => Err(not_a_pattern("Puppet::Pops::Types::PAnyType")),
    }
}

fn not_a_pattern(class: &str) -> ErrorCause {
    ErrorCause::runtime(format!(
        "match() expects pattern of T, where T is String, Regexp, Regexp[r], Pattern[p], or Array[T]. Got {class}"
    ))
}

fn first_match(mut matches: impl Iterator<Item = Operation<Value>>) -> Operation<Value> {
    matches
        .find(|result| !matches!(result, Ok(Value::Undef)))
        .unwrap_or(Ok(Value::Undef))
}

fn groups_of(regexp: &Regexp, text: &str) -> Operation<Value> {
    Ok(match match_text(regexp, text)?.groups {
        Some(groups) => {
            let values = groups
                .into_iter()
                .map(|group| group.map_or(Value::Undef, Value::from));
            Value::from(values.collect::<Vec<_>>())
        }
        None => Value::Undef,
    })
}

/// The index, in characters, of a string or of the first match in a string.
pub(super) fn index_in_string(text: &str, sought: &Value) -> Operation<Value> {
    let at = match sought {
        Value::String(part) => text.find(part.as_str()),
        Value::Regexp(regexp) => regexp
            .captures_from(text, 0)?
            .map(|captures| captures.whole().0),
        _ => None,
    };
    let characters = at
        .and_then(|at| text.get(..at))
        .map(|before| before.chars().count());
    Ok(characters.map_or(Value::Undef, |count| {
        Value::Integer(i64::try_from(count).unwrap_or(i64::MAX))
    }))
}

/// Calls `visit` for each match in the text, until it says false.
fn each_match(
    regexp: &Regexp,
    text: &str,
    mut visit: impl FnMut(&Captures, std::ops::Range<usize>) -> bool,
) -> Result<(), Undecidable> {
    let mut from = 0;
    while from <= text.len() {
        let Some(captures) = regexp.captures_from(text, from)? else {
            break;
        };
        let (start, end) = captures.whole();
        let range = start..end;
        if !visit(&captures, range.clone()) {
            break;
        }
        from = if range.is_empty() {
            range.end + next_char_len(text, range.end)
        } else {
            range.end
        };
    }
    Ok(())
}

/// The length of the character at an index; 1 at the end.
fn next_char_len(text: &str, at: usize) -> usize {
    text.get(at..)
        .and_then(|rest| rest.chars().next())
        .map_or(1, char::len_utf8)
}

/// Ruby's `String#split` with a regular expression.
fn split(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let regexp = match call.argument(1) {
        Value::String(source) => compile(source)?,
        Value::Regexp(regexp) => (**regexp).clone(),
        Value::Type(ty) => match type_queries::resolve_alias(&*call.evaluator.definitions, ty) {
            Type::Regexp(Some(regexp)) => (*regexp).clone(),
            _ => compile("")?,
        },
        _ => return Err(Unknown::Undecidable.into()),
    };
    let parts = split_text(call.text(0), &regexp)?;
    call.evaluator
        .budget
        .allocate(parts.len().saturating_mul(size_of::<Value>()))?;
    Ok(Value::from(
        parts.into_iter().map(Value::from).collect::<Vec<_>>(),
    ))
}

fn split_text(text: &str, regexp: &Regexp) -> Operation<Vec<String>> {
    let mut parts: Vec<String> = Vec::new();
    let mut start = 0;
    each_match(regexp, text, |captures, range| {
        if range.is_empty() {
            if range.start >= text.len() {
                return false;
            }
            let end = range.start + next_char_len(text, range.start);
            if range.start == start {
                // An empty match at the start of a part cuts after its first character, if more matches follow.
                return !(range.start == start && end > text.len());
            }
        }
        if range.is_empty() && range.start == start {
            return true;
        }
        parts.push(text.get(start..range.start).unwrap_or_default().to_owned());
        parts.extend(
            (1..captures.groups.len())
                .filter_map(|group| captures.text(group, text))
                .map(str::to_owned),
        );
        start = range.end;
        true
    })?;
    parts.push(text.get(start..).unwrap_or_default().to_owned());
    while parts.last().is_some_and(String::is_empty) {
        parts.pop();
    }
    Ok(parts)
}

fn regsubst(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let (regexp, all) = match call.argument(1) {
        Value::String(source) => {
            let flags = call.text(3);
            let mut options = String::new();
            options.extend(flags.contains('E').then_some('x'));
            options.extend(flags.contains('I').then_some('i'));
            options.extend(flags.contains('M').then_some('m'));
            let source = if options.is_empty() {
                source.to_string()
            } else {
                format!("(?{options}:{source})")
            };
            (compile(&source)?, flags.contains('G'))
        }
        Value::Regexp(regexp) => ((**regexp).clone(), call.text(3) == "G"),
        Value::Type(ty) => match type_queries::resolve_alias(&*call.evaluator.definitions, ty) {
            Type::Regexp(Some(regexp)) => ((*regexp).clone(), call.text(3) == "G"),
            _ => (compile("")?, call.text(3) == "G"),
        },
        _ => return Err(Unknown::Undecidable.into()),
    };
    let replacement = match call.argument(2) {
        Value::Hash(entries) => Replacement::Table(entries),
        other => Replacement::Text(other.as_str().unwrap_or_default()),
    };
    let substitute = |value: &Value| -> Operation<Value> {
        Ok(Value::from(substituted(
            value.as_str().unwrap_or_default(),
            &regexp,
            &replacement,
            all,
        )?))
    };
    match call.argument(0) {
        Value::Array(items) => {
            let items: Operation<Vec<Value>> = items.iter().map(substitute).collect();
            Ok(Value::from(items?))
        }
        text => substitute(text).map_err(Unwind::from),
    }
}

/// What takes the place of a match.
enum Replacement<'a> {
    /// A text with references to groups.
    Text(&'a str),
    /// The value for the matched text.
    Table(&'a HashValue),
}

fn substituted(
    text: &str,
    regexp: &Regexp,
    replacement: &Replacement<'_>,
    all: bool,
) -> Operation<String> {
    let names = regexp.group_names()?;
    let mut out = String::new();
    let mut start = 0;
    each_match(regexp, text, |captures, range| {
        out.push_str(text.get(start..range.start).unwrap_or_default());
        let group = |number: usize| captures.text(number, text).unwrap_or_default();
        match replacement {
            Replacement::Table(entries) => {
                let value = entries.get(&Value::from(group(0)));
                out.push_str(value.and_then(Value::as_str).unwrap_or_default());
            }
            Replacement::Text(template) => {
                let around = (
                    text.get(..range.start).unwrap_or_default(),
                    text.get(range.end..).unwrap_or_default(),
                );
                expand(&mut out, template, &group, names, around);
            }
        }
        start = range.end;
        all
    })?;
    out.push_str(text.get(start..).unwrap_or_default());
    Ok(out)
}

/// Ruby's references in a replacement: `\1`, `\0`, `\&`, `` \` ``, `\'`, `\\` and `\k<name>`.
fn expand<'t>(
    out: &mut String,
    template: &str,
    group: &dyn Fn(usize) -> &'t str,
    names: &[(String, Vec<usize>)],
    (before, after): (&str, &str),
) {
    let mut chars = template.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some(digit @ '0'..='9') => out.push_str(group(digit as usize - '0' as usize)),
            Some('&') => out.push_str(group(0)),
            Some('`') => out.push_str(before),
            Some('\'') => out.push_str(after),
            Some('\\') => out.push('\\'),
            Some('k') => match chars
                .as_str()
                .strip_prefix('<')
                .and_then(|rest| rest.split_once('>'))
            {
                Some((name, rest)) => {
                    let numbers = names
                        .iter()
                        .find(|(known, _)| known == name)
                        .map(|(_, numbers)| numbers);
                    if let Some(number) = numbers.and_then(|numbers| numbers.last()) {
                        out.push_str(group(*number));
                    }
                    chars = rest.chars();
                }
                None => out.push_str("\\k"),
            },
            Some(other) => {
                out.push('\\');
                out.push(other);
            }
            None => out.push('\\'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regexp(source: &str) -> Regexp {
        Regexp::new(source).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn splits_as_ruby() {
        let cases: [(&str, &str, &[&str]); 9] = [
            ("a,b,c", ",", &["a", "b", "c"]),
            ("a,b,,", ",", &["a", "b"]),
            (",a", ",", &["", "a"]),
            ("abc", "", &["a", "b", "c"]),
            ("a1b2", "(\\d)", &["a", "1", "b", "2"]),
            ("", ",", &[]),
            ("abc", "x", &["abc"]),
            ("a b  c", " ", &["a", "b", "", "c"]),
            ("hello", "l*", &["h", "e", "o"]),
        ];
        for (text, pattern, parts) in cases {
            assert_eq!(
                split_text(text, &regexp(pattern)),
                Ok(parts.iter().map(|it| it.to_string()).collect()),
                "{text}"
            );
        }
    }

    #[test]
    fn substitutes_as_ruby() {
        let cases = [
            ("abcb", "b", "x", true, "axcx"),
            ("abcb", "b", "x", false, "axcb"),
            ("ab", "(a)(b)", "\\2\\1\\0\\\\", true, "baab\\"),
            ("ab", "(?<x>a)", "\\k<x>\\k<x>", true, "aab"),
            ("abc", "b", "[\\`|\\'|\\&]", false, "a[a|c|b]c"),
            ("abc", "", "-", true, "-a-b-c-"),
        ];
        for (text, pattern, replacement, all, expected) in cases {
            let replaced =
                substituted(text, &regexp(pattern), &Replacement::Text(replacement), all);
            assert_eq!(replaced, Ok(expected.to_owned()), "{text} {pattern}");
        }
    }
}
