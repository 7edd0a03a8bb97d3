//! The meaning of scalars and tags of YAML for Ruby's Psych, which is YAML 1.1 with peculiarities: `yes` is true, `0644` is
//! octal, `1_000` is a number, `12:30` is a number to the base of sixty.
//!
//! Source: `Psych::ScalarScanner#tokenize` and `Psych::Visitors::ToRuby#deserialize`.

use saphyr_parser::{ScalarStyle, Tag};

use crate::{Scalar, Special};

/// What a scalar is.
pub(crate) fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Scalar {
    let Some(tag) = tag else {
        return match style {
            ScalarStyle::Plain => plain(text),
            _ => Scalar::String(text.to_owned()),
        };
    };
    // A tag makes Psych forget the quotes.
    match &*full_name(tag) {
        "str" | "!str" => Scalar::String(text.to_owned()),
        "binary" | "!binary" => Scalar::Other(Special::Binary, text.to_owned()),
        "float" | "!float" => tagged_float(text),
        "!ruby/sym" | "!ruby/symbol" => Scalar::Other(Special::Symbol, text.to_owned()),
        name => match refused_scalar(name) {
            Some(class) => Scalar::Other(Special::Class(class), text.to_owned()),
            None => plain(text),
        },
    }
}

/// The class that a tag asks for, if Puppet does not let YAML make it.
fn refused_scalar(name: &str) -> Option<String> {
    let class = match name {
        "!ruby/regexp" => "Regexp",
        "!ruby/range" => "Range",
        "!ruby/class" | "!ruby/module" => "Class",
        "!ruby/object:BigDecimal" => "BigDecimal",
        "!ruby/object:DateTime" => "DateTime",
        "!ruby/object:Complex" => "Complex",
        "!ruby/object:Rational" => "Rational",
        _ => name
            .strip_prefix("!str:")
            .or_else(|| name.strip_prefix("!ruby/string:"))?,
    };
    Some(class.to_owned())
}

/// The class that the tag of a list or mapping asks for, if Puppet does not let YAML make it.
pub(crate) fn refused_collection(tag: Option<&Tag>, is_mapping: bool) -> Option<String> {
    let name = full_name(tag?);
    let after = |prefix: &str| name.strip_prefix(prefix).map(str::to_owned);
    if !is_mapping {
        return after("!seq:").or_else(|| after("!ruby/array:"));
    }
    match &*name {
        "set" | "!set" => return Some("Psych::Set".to_owned()),
        "omap" | "!omap" => return Some("Psych::Omap".to_owned()),
        "!ruby/range" => return Some("Range".to_owned()),
        "!ruby/object:Hash" => return None,
        "!ruby/object" => return Some("Object".to_owned()),
        "!ruby/struct" => return Some("Struct".to_owned()),
        "!ruby/exception" => return Some("Exception".to_owned()),
        _ => {}
    }
    [
        "!ruby/object:",
        "!ruby/struct:",
        "!ruby/exception:",
        "!ruby/array:",
        "!ruby/hash:",
        "!ruby/hash-with-ivars:",
        "!ruby/marshalable:",
        "!map:",
    ]
    .iter()
    .find_map(|prefix| after(prefix))
}

/// The name of a tag: without a prefix if it is one of YAML itself, also in full (`!<tag:yaml.org,2002:str>`), else with `!`.
fn full_name(tag: &Tag) -> String {
    let name = format!("{}{}", tag.handle, tag.suffix);
    match name.strip_prefix("tag:yaml.org,2002:") {
        Some(own) => own.to_owned(),
        None => name,
    }
}

fn tagged_float(text: &str) -> Scalar {
    match plain(text) {
        Scalar::Number(number) if number.contains('.') => Scalar::Number(number),
        Scalar::Number(number) => Scalar::Number(format!("{number}.0")),
        special @ Scalar::Other(Special::Float, _) => special,
        _ => Scalar::Other(Special::Class("Float".to_owned()), text.to_owned()),
    }
}

/// What a scalar without quotes and tag means.
fn plain(text: &str) -> Scalar {
    let is_one_of = |words: &[&str]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    let other = |special| Scalar::Other(special, text.to_owned());
    if text.is_empty() || text == "~" || is_one_of(&["null"]) {
        return Scalar::Null;
    }
    if is_one_of(&["yes", "true", "on"]) {
        return Scalar::Boolean(true);
    }
    if is_one_of(&["no", "false", "off"]) {
        return Scalar::Boolean(false);
    }
    if is_word(text) {
        return Scalar::String(text.to_owned());
    }
    if is_time(text) {
        return other(Special::Time);
    }
    if is_date(text) {
        return other(Special::Date);
    }
    if is_one_of(&[".inf", "+.inf", "-.inf", ".nan"]) {
        return other(Special::Float);
    }
    if let Some(name) = text.strip_prefix(':').filter(|name| !name.is_empty()) {
        return Scalar::Other(Special::Symbol, unquoted(name).to_owned());
    }
    let number = sexagesimal(text)
        .or_else(|| float(text))
        .or_else(|| integer(text));
    number.map_or_else(|| Scalar::String(text.to_owned()), Scalar::Number)
}

/// Whether a text starts like a word, so that it can be no number: `^[^\d.:-]?[[:alpha:]_\s!@#$%\^&*(){}<>|/\\~;=]+`
/// in one of its lines, or has several lines.
fn is_word(text: &str) -> bool {
    let is_letter =
        |c: char| c.is_alphabetic() || c.is_whitespace() || "_!@#$%^&*(){}<>|/\\~;=".contains(c);
    let mut chars = text.chars();
    let first = chars.next();
    let second = chars.next();
    text.contains('\n')
        || first.is_some_and(is_letter)
        || first.is_some_and(|c| !c.is_ascii_digit() && !".:-".contains(c))
            && second.is_some_and(is_letter)
}

/// A symbol may be quoted: `:"a b"`.
fn unquoted(name: &str) -> &str {
    let inner = ['"', '\''].iter().find_map(|quote| {
        let rest = name.strip_prefix(*quote)?;
        rest.rfind(*quote).map(|end| &rest[..end])
    });
    match inner {
        Some(inner) => inner.strip_prefix(':').unwrap_or(inner),
        None => name,
    }
}

/// Takes between `least` and `most` digits off the front.
fn digits(text: &str, least: usize, most: usize) -> Option<&str> {
    let count = text
        .bytes()
        .take(most)
        .take_while(u8::is_ascii_digit)
        .count();
    (count >= least).then(|| &text[count..])
}

/// `2001-12-14`, with one or two digits of the month and the day.
fn day(text: &str) -> Option<&str> {
    let rest = digits(text.strip_prefix('-').unwrap_or(text), 4, 4)?.strip_prefix('-')?;
    digits(digits(rest, 1, 2)?.strip_prefix('-')?, 1, 2)
}

/// `^-?\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|\s+)\d{1,2}:\d\d:\d\d(?:\.\d*)?(?:\s*(?:Z|[-+]\d{1,2}:?(?:\d\d)?))?$`
fn is_time(text: &str) -> bool {
    let after_clock = || {
        let rest = day(text)?;
        let rest = match rest.strip_prefix(['T', 't']) {
            Some(rest) => rest,
            None => Some(rest.trim_start()).filter(|trimmed| trimmed.len() < rest.len())?,
        };
        let rest = digits(digits(rest, 1, 2)?.strip_prefix(':')?, 2, 2)?;
        let rest = digits(rest.strip_prefix(':')?, 2, 2)?;
        Some(match rest.strip_prefix('.') {
            Some(fraction) => fraction.trim_start_matches(|c: char| c.is_ascii_digit()),
            None => rest,
        })
    };
    let is_zone = |text: &str| {
        text == "Z"
            || text
                .strip_prefix(['-', '+'])
                .and_then(|text| digits(text, 1, 2))
                .is_some_and(|rest| {
                    let minutes = rest.strip_prefix(':').unwrap_or(rest);
                    minutes.is_empty() || digits(minutes, 2, 2) == Some("")
                })
    };
    after_clock().is_some_and(|rest| rest.is_empty() || is_zone(rest.trim_start()))
}

/// `^\d{4}-(?:1[012]|0\d|\d)-(?:[12]\d|3[01]|0\d|\d)$`
fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let (Some(year), Some(month), Some(day), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let within = |text: &str, most: u8| {
        digits(text, 1, 2) == Some("") && text.parse::<u8>().is_ok_and(|it| it <= most)
    };
    digits(year, 4, 4) == Some("") && within(month, 12) && within(day, 31)
}

/// Numbers to the base of sixty, where the first of two or three parts counts hours.
fn sexagesimal(text: &str) -> Option<String> {
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    let unsigned = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    let mut parts = unsigned.split(':');
    let first = parts.next()?;
    let rest: Vec<&str> = parts.collect();
    let is_first = first.starts_with(|c: char| c.is_ascii_digit())
        && first.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    let is_rest = |part: &&str| match part.as_bytes() {
        [only] => only.is_ascii_digit(),
        [ten, one] => (b'0'..=b'5').contains(ten) && one.is_ascii_digit(),
        _ => false,
    };
    let is_fraction = |text: &str| text.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    if !is_first
        || !(1..=2).contains(&rest.len())
        || !rest.iter().all(is_rest)
        || !fraction.is_none_or(is_fraction)
    {
        return None;
    }
    let sign: i128 = if whole.starts_with('-') { -1 } else { 1 };
    let mut sum = sign
        * first
            .replace('_', "")
            .parse::<i128>()
            .ok()?
            .checked_mul(3600)?;
    for (part, factor) in rest.iter().zip([60, 1]) {
        sum += part.parse::<i128>().ok()? * factor;
    }
    let Some(fraction) = fraction else {
        return Some(sum.to_string());
    };
    let factor = if rest.len() == 1 { 60.0 } else { 1.0 };
    let fraction: f64 = format!("0.{}0", fraction.replace('_', "")).parse().ok()?;
    #[expect(clippy::cast_precision_loss, reason = "Ruby adds floats here, too")]
    let number = sum as f64 + fraction * factor;
    Some(format!("{number:?}"))
}

/// An integer, written to the base of ten.
fn integer(text: &str) -> Option<String> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let radix = |prefix: &str, radix: u32| {
        let digits = digits.strip_prefix(prefix)?;
        let fits = |c: char| c.is_digit(radix) || c == '_' || c == ',';
        (digits.contains(|c: char| c.is_digit(radix)) && digits.chars().all(fits)).then(|| {
            i128::from_str_radix(&digits.replace(['_', ','], ""), radix)
                .map_or_else(|_| digits.to_owned(), |number| format!("{sign}{number}"))
        })
    };
    if let Some(number) = radix("0x", 16).or_else(|| radix("0b", 2)) {
        return Some(number);
    }
    if digits.len() > 1 && digits.starts_with('0') {
        return radix("0", 8);
    }
    let separated = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.ends_with(|c: char| c.is_ascii_digit())
        && digits
            .split(['_', ','])
            .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    separated.then(|| format!("{sign}{}", digits.replace(['_', ','], "")))
}

/// A number with a point; without one there is no exponent either.
fn float(text: &str) -> Option<String> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, rest) = unsigned.split_once('.')?;
    let (fraction, exponent) = match rest.split_once(['e', 'E']) {
        Some((fraction, exponent)) => (fraction, Some(exponent)),
        None => (rest, None),
    };
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let fits = (whole.is_empty() || whole.starts_with(|c: char| c.is_ascii_digit()))
        && are_digits(&whole.replace(['_', ','], ""))
        && are_digits(fraction)
        && !(whole.is_empty() && fraction.is_empty())
        && exponent.is_none_or(|exponent| {
            exponent
                .strip_prefix(['+', '-'])
                .is_some_and(|digits| !digits.is_empty() && are_digits(digits))
        });
    fits.then(|| text.replace(['_', ','], ""))
}
