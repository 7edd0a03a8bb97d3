//! `sprintf`, which is Ruby's.

use puppet_types::{BuiltinContext, TypeContext, Value};

use super::{Call, Function, legacy};
use crate::evaluator::{Evaluated, Stop};
use crate::failure::{Trouble, Unknown};
use crate::operators::matching::ruby_class;
use crate::text;

pub(super) const FUNCTIONS: &[Function] = &[legacy("sprintf", -2, sprintf)];

/// Widths and precisions above this are not computed.
const MAX_WIDTH: usize = 100_000;

fn sprintf(call: &mut Call<'_, '_, '_>) -> Evaluated<Value> {
    let format = match call.argument(0) {
        Value::String(format) => format.clone(),
        other => {
            let class = ruby_class(other);
            return Err(Stop::Raised(format!(
                "no implicit conversion of {class} into String"
            )));
        }
    };
    let context = call.evaluator.definitions.clone();
    let arguments = call.arguments.get(1..).unwrap_or_default();
    let mut formatter = Formatter {
        context: &*context,
        arguments,
        next: 0,
        style: Style::Open,
    };
    let text = formatter.format(&format).map_err(Stop::from)?;
    call.evaluator.budget.allocate(text.len())?;
    Ok(Value::from(text))
}

/// How the arguments are referred to: one way excludes the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Open,
    Sequential,
    Numbered,
    Named,
}

struct Formatter<'a> {
    context: &'a dyn TypeContext,
    arguments: &'a [Value],
    next: usize,
    style: Style,
}

/// One directive, as far as it was read.
#[derive(Debug, Default)]
struct Directive {
    plus: bool,
    space: bool,
    minus: bool,
    zero: bool,
    alternate: bool,
    width: Option<usize>,
    precision: Option<usize>,
    value: Option<Value>,
}

type Formatted<T> = Result<T, Trouble>;

fn refuse<T>(message: impl Into<String>) -> Formatted<T> {
    Err(Trouble::runtime(message))
}

impl Formatter<'_> {
    fn format(&mut self, format: &str) -> Formatted<String> {
        let mut out = String::new();
        let mut chars = format.chars().peekable();
        while let Some(c) = chars.next() {
            if c == '%' {
                self.directive(&mut out, &mut chars)?;
            } else {
                out.push(c);
            }
        }
        Ok(out)
    }

    fn directive(
        &mut self,
        out: &mut String,
        chars: &mut std::iter::Peekable<std::str::Chars<'_>>,
    ) -> Formatted<()> {
        let mut directive = Directive::default();
        let mut is_bare = true;
        loop {
            let Some(c) = chars.next() else {
                return refuse("incomplete format specifier; use %% (double %) instead");
            };
            match c {
                '+' => directive.plus = true,
                ' ' => directive.space = true,
                '-' => directive.minus = true,
                '0' => directive.zero = true,
                '#' => directive.alternate = true,
                '1'..='9' => self.number(&mut directive, c, chars)?,
                '*' => self.star(&mut directive)?,
                '.' => precision(&mut directive, chars, self)?,
                '<' => directive.value = Some(self.named(chars, '>')?),
                '{' => {
                    let value = self.named(chars, '}')?;
                    out.push_str(&pad_text(&directive, text::ruby(self.context, &value)));
                    return Ok(());
                }
                '%' | '\n' | '\0' if is_bare => {
                    out.push('%');
                    if c != '%' {
                        out.push(c);
                    }
                    return Ok(());
                }
                '%' => return refuse("invalid format character - %"),
                conversion => {
                    let formatted = self.convert(directive, conversion)?;
                    out.push_str(&formatted);
                    return Ok(());
                }
            }
            is_bare = false;
        }
    }

    /// A width, or the number of an argument when `$` follows.
    fn number(
        &mut self,
        directive: &mut Directive,
        first: char,
        chars: &mut std::iter::Peekable<std::str::Chars<'_>>,
    ) -> Formatted<()> {
        let number = digits(first.to_digit(10), chars)?;
        if chars.next_if_eq(&'$').is_some() {
            if directive.value.is_some() {
                return refuse(format!("value given twice - {number}$"));
            }
            directive.value = Some(self.numbered(number)?);
        } else if directive.width.is_some() {
            return refuse("width given twice");
        } else {
            directive.width = Some(number);
        }
        Ok(())
    }

    fn star(&mut self, directive: &mut Directive) -> Formatted<()> {
        if directive.width.is_some() {
            return refuse("width given twice");
        }
        let width = integer(&self.sequential()?)?;
        directive.minus |= width < 0;
        directive.width = Some(bounded(width.unsigned_abs())?);
        Ok(())
    }

    fn sequential(&mut self) -> Formatted<Value> {
        let number = self.next + 1;
        match self.style {
            Style::Numbered => return refuse(format!("unnumbered({number}) mixed with numbered")),
            Style::Named => return refuse(format!("unnumbered({number}) mixed with named")),
            _ => self.style = Style::Sequential,
        }
        self.next = number;
        match self.arguments.get(number - 1) {
            Some(value) => Ok(value.clone()),
            None => refuse("too few arguments"),
        }
    }

    fn numbered(&mut self, number: usize) -> Formatted<Value> {
        match self.style {
            Style::Sequential => {
                return refuse(format!(
                    "numbered({number}) after unnumbered({})",
                    self.next
                ));
            }
            Style::Named => return refuse(format!("numbered({number}) after named")),
            _ => self.style = Style::Numbered,
        }
        match number
            .checked_sub(1)
            .and_then(|index| self.arguments.get(index))
        {
            Some(value) => Ok(value.clone()),
            None => refuse("too few arguments"),
        }
    }

    fn named(
        &mut self,
        chars: &mut std::iter::Peekable<std::str::Chars<'_>>,
        end: char,
    ) -> Formatted<Value> {
        let mut name = String::new();
        loop {
            match chars.next() {
                Some(c) if c == end => break,
                Some(c) => name.push(c),
                None => return refuse("malformed name - unmatched parenthesis"),
            }
        }
        let (open, close) = if end == '>' { ('<', '>') } else { ('{', '}') };
        match self.style {
            Style::Sequential => {
                return refuse(format!(
                    "named{open}{name}{close} after unnumbered({})",
                    self.next
                ));
            }
            Style::Numbered => return refuse(format!("named{open}{name}{close} after numbered")),
            _ => self.style = Style::Named,
        }
        match self.arguments {
            [Value::Hash(entries)] => match entries.get(&Value::from(name.as_str())) {
                Some(value) => Ok(value.clone()),
                None => refuse(format!("key{open}{name}{close} not found")),
            },
            _ => refuse("one hash required"),
        }
    }

    fn convert(&mut self, mut directive: Directive, conversion: char) -> Formatted<String> {
        if !"csdiuoxXbBeEfgGaAp".contains(conversion) {
            return refuse(format!("malformed format string - %{conversion}"));
        }
        let value = match directive.value.take() {
            Some(value) => value,
            None => self.sequential()?,
        };
        match conversion {
            'c' => character(&directive, &value),
            's' => Ok(pad_text(&directive, text::ruby(self.context, &value))),
            'p' => Ok(pad_text(&directive, text::inspected(self.context, &value))),
            'd' | 'i' | 'u' | 'o' | 'x' | 'X' | 'b' | 'B' => {
                Ok(format_integer(&directive, conversion, integer(&value)?))
            }
            'a' | 'A' => Err(Unknown::Undecidable.into()),
            _ => Ok(format_float(&directive, conversion, float(&value)?)),
        }
    }
}

fn precision(
    directive: &mut Directive,
    chars: &mut std::iter::Peekable<std::str::Chars<'_>>,
    formatter: &mut Formatter<'_>,
) -> Formatted<()> {
    if directive.precision.is_some() {
        return refuse("precision given twice");
    }
    directive.precision = Some(if chars.next_if_eq(&'*').is_some() {
        bounded(integer(&formatter.sequential()?)?.unsigned_abs())?
    } else {
        digits(None, chars)?
    });
    Ok(())
}

fn digits(
    first: Option<u32>,
    chars: &mut std::iter::Peekable<std::str::Chars<'_>>,
) -> Formatted<usize> {
    let mut number = first.unwrap_or_default() as usize;
    while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
        number = number.saturating_mul(10).saturating_add(digit as usize);
        chars.next();
    }
    if number > MAX_WIDTH {
        Err(Unknown::Limit.into())
    } else {
        Ok(number)
    }
}

fn bounded(number: u128) -> Formatted<usize> {
    usize::try_from(number)
        .ok()
        .filter(|number| *number <= MAX_WIDTH)
        .ok_or_else(|| Unknown::Limit.into())
}

/// Ruby's `Integer()` of a value.
fn integer(value: &Value) -> Formatted<i128> {
    match value {
        Value::Integer(value) => Ok((*value).into()),
        Value::Float(value) if value.is_nan() => refuse("NaN"),
        Value::Float(value) if value.is_infinite() => refuse(if *value > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        }),
        Value::Float(value) if value.abs() < 1e38 => Ok(value.floor() as i128),
        Value::Float(_) => Err(Unknown::Undecidable.into()),
        Value::String(text) => match ruby_integer(text) {
            Some(value) => Ok(value),
            None => refuse(format!(
                "invalid value for Integer(): {}",
                text::inspected(&BuiltinContext, value)
            )),
        },
        Value::Timespan(span) => Ok(span.whole_secs()),
        Value::Timestamp(time) => Ok(time.whole_secs()),
        other => refuse(format!("can't convert {} into Integer", ruby_class(other))),
    }
}

/// Ruby's `Float()` of a value.
fn float(value: &Value) -> Formatted<f64> {
    match value {
        Value::Integer(value) => Ok(*value as f64),
        Value::Float(value) => Ok(*value),
        Value::String(text) => match ruby_float(text) {
            Some(value) => Ok(value),
            None => refuse(format!(
                "invalid value for Float(): {}",
                text::inspected(&BuiltinContext, value)
            )),
        },
        other => refuse(format!("can't convert {} into Float", ruby_class(other))),
    }
}

/// Removes the underscores that Ruby allows between digits; none where it does not.
fn without_underscores(text: &str, is_digit: fn(char) -> bool) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut before = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '_' {
            let between =
                before.is_some_and(is_digit) && chars.peek().copied().is_some_and(is_digit);
            if !between {
                return None;
            }
        } else {
            out.push(c);
        }
        before = Some(c);
    }
    Some(out)
}

/// Ruby's `Integer(text)`: decimal, or with a prefix, with underscores between digits.
fn ruby_integer(text: &str) -> Option<i128> {
    let text = text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\u{b}');
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = if let Some(rest) = lower.strip_prefix("0x") {
        (16, rest)
    } else if let Some(rest) = lower.strip_prefix("0b") {
        (2, rest)
    } else if let Some(rest) = lower.strip_prefix("0o") {
        (8, rest)
    } else if let Some(rest) = lower.strip_prefix("0d") {
        (10, rest)
    } else if lower.len() > 1 && lower.starts_with('0') {
        (
            8,
            lower.get(1..)?.strip_prefix('_').unwrap_or(lower.get(1..)?),
        )
    } else {
        (10, lower.as_str())
    };
    let digits = without_underscores(digits, |c| c.is_ascii_hexdigit())?;
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let value = i128::from_str_radix(&digits, radix).ok()?;
    Some(if negative { -value } else { value })
}

/// Ruby's `Float(text)`: decimal or hexadecimal, with digits after the point.
pub(super) fn ruby_float(text: &str) -> Option<f64> {
    let text = text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\u{b}');
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if unsigned.starts_with("0x") || unsigned.starts_with("0X") {
        return ruby_integer(text).map(|value| value as f64);
    }
    let plain = without_underscores(text, |c| c.is_ascii_digit())?;
    let unsigned = plain.strip_prefix(['-', '+']).unwrap_or(&plain);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (
            mantissa,
            Some(exponent.strip_prefix(['-', '+']).unwrap_or(exponent)),
        ),
        None => (unsigned, None),
    };
    let is_digits =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_mantissa = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole.is_empty() || is_digits(whole)) && is_digits(fraction),
        None => is_digits(mantissa),
    };
    if !is_mantissa || !exponent.is_none_or(is_digits) {
        return None;
    }
    plain.strip_prefix('+').unwrap_or(&plain).parse().ok()
}

fn character(directive: &Directive, value: &Value) -> Formatted<String> {
    let c = match value {
        Value::String(text) => {
            let mut chars = text.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) => c,
                _ => return refuse("%c requires a character"),
            }
        }
        other => {
            let code = u32::try_from(integer(other)?).ok().and_then(char::from_u32);
            match code {
                Some(c) => c,
                None => return refuse("invalid character"),
            }
        }
    };
    Ok(padded(directive, c.to_string()))
}

/// Cut to the precision, and padded to the width.
fn pad_text(directive: &Directive, text: String) -> String {
    let text = match directive.precision {
        Some(length) => text.chars().take(length).collect(),
        None => text,
    };
    padded(directive, text)
}

fn padded(directive: &Directive, text: String) -> String {
    let missing = directive
        .width
        .unwrap_or(0)
        .saturating_sub(text.chars().count());
    let blanks = " ".repeat(missing);
    if directive.minus {
        text + &blanks
    } else {
        blanks + &text
    }
}

/// Sign and prefix, then zeros, then digits, padded to the width.
fn assemble(directive: &Directive, prefix: &str, digits: &str, zeros_fill: bool) -> String {
    let length = prefix.chars().count() + digits.chars().count();
    let missing = directive.width.unwrap_or(0).saturating_sub(length);
    if zeros_fill && directive.zero && !directive.minus {
        return format!("{prefix}{}{digits}", "0".repeat(missing));
    }
    padded(directive, format!("{prefix}{digits}"))
}

fn sign(directive: &Directive, negative: bool) -> &'static str {
    match (negative, directive.plus, directive.space) {
        (true, ..) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        _ => "",
    }
}

fn format_integer(directive: &Directive, conversion: char, value: i128) -> String {
    let radix: u32 = match conversion {
        'o' => 8,
        'x' | 'X' => 16,
        'b' | 'B' => 2,
        _ => 10,
    };
    let has_sign = radix == 10 || directive.plus || directive.space;
    let mark = match (directive.alternate, conversion) {
        (true, 'o') => "0",
        (true, 'x') if value != 0 => "0x",
        (true, 'X') if value != 0 => "0X",
        (true, 'b') if value != 0 => "0b",
        (true, 'B') if value != 0 => "0B",
        _ => "",
    };
    let (prefix, mut digits, fill) = if value < 0 && !has_sign {
        let digits = twos_complement(value, radix);
        let fill = digits.chars().next().unwrap_or('0');
        (mark.to_owned(), digits, fill)
    } else {
        (
            format!("{}{mark}", sign(directive, value < 0)),
            in_radix(value.unsigned_abs(), radix),
            '0',
        )
    };
    if value < 0 && !has_sign && directive.precision.is_none() && !directive.zero {
        digits = format!("..{digits}");
    }
    if let Some(precision) = directive.precision {
        let missing = precision.saturating_sub(digits.chars().count());
        digits = fill.to_string().repeat(missing) + &digits;
    } else if directive.zero && !directive.minus && fill != '0' {
        let length = prefix.len() + digits.len();
        digits = fill
            .to_string()
            .repeat(directive.width.unwrap_or(0).saturating_sub(length))
            + &digits;
    }
    if conversion == 'X' {
        digits = digits.to_uppercase();
    }
    assemble(directive, &prefix, &digits, directive.precision.is_none())
}

fn in_radix(mut value: u128, radix: u32) -> String {
    let mut digits = Vec::new();
    loop {
        let digit = (value % u128::from(radix)) as u32;
        digits.push(char::from_digit(digit, radix).unwrap_or('0'));
        value /= u128::from(radix);
        if value == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}

/// The digits of a negative number, of which infinitely many equal ones come before.
fn twos_complement(value: i128, radix: u32) -> String {
    let bits = radix.trailing_zeros();
    let mut digits = Vec::new();
    let mut rest = value;
    loop {
        let digit = (rest & i128::from(radix - 1)) as u32;
        digits.push(char::from_digit(digit, radix).unwrap_or('0'));
        rest >>= bits;
        if rest == -1 {
            break;
        }
    }
    let all = char::from_digit(radix - 1, radix).unwrap_or('1');
    if digits.last() != Some(&all) {
        digits.push(all);
    }
    digits.into_iter().rev().collect()
}

fn format_float(directive: &Directive, conversion: char, value: f64) -> String {
    let prefix = sign(directive, value.is_sign_negative() && !value.is_nan());
    if !value.is_finite() {
        let digits = if value.is_nan() { "NaN" } else { "Inf" };
        return assemble(directive, prefix, digits, false);
    }
    let precision = directive.precision.unwrap_or(6);
    let magnitude = value.abs();
    let mut digits = match conversion {
        'f' => format!("{magnitude:.precision$}"),
        'e' | 'E' => exponential(magnitude, precision),
        _ => general(magnitude, precision, directive.alternate),
    };
    if directive.alternate && precision == 0 && conversion == 'f' {
        digits.push('.');
    }
    if matches!(conversion, 'E' | 'G') {
        digits = digits.to_uppercase();
    }
    assemble(directive, prefix, &digits, true)
}

/// C's `%e`.
fn exponential(magnitude: f64, precision: usize) -> String {
    let text = format!("{magnitude:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(rest) => ('-', rest),
        None => ('+', exponent),
    };
    format!("{digits}e{sign}{exponent:0>2}")
}

/// C's `%g`: the shorter of both forms.
fn general(magnitude: f64, precision: usize, keep_zeros: bool) -> String {
    let precision = precision.max(1);
    let text = format!("{magnitude:.*e}", precision - 1);
    let exponent: i64 = text
        .split_once('e')
        .and_then(|(_, exponent)| exponent.parse().ok())
        .unwrap_or(0);
    let limit = i64::try_from(precision).unwrap_or(i64::MAX);
    let trimmed = |text: &str| match (keep_zeros, text.contains('.')) {
        (false, true) => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        _ => text.to_owned(),
    };
    if exponent < -4 || exponent >= limit {
        let text = exponential(magnitude, precision - 1);
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "+00"));
        return format!("{}e{exponent}", trimmed(digits));
    }
    let decimals = usize::try_from(limit - 1 - exponent).unwrap_or(0);
    trimmed(&format!("{magnitude:.decimals$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(format: &str, arguments: &[Value]) -> String {
        let mut formatter = Formatter {
            context: &BuiltinContext,
            arguments,
            next: 0,
            style: Style::Open,
        };
        match formatter.format(format) {
            Ok(text) => text,
            Err(Trouble::Failure(failure)) => format!("error: {}", failure.message),
            Err(Trouble::Unknown(reason)) => format!("unknown: {reason}"),
        }
    }

    #[test]
    fn formats_integers() {
        let cases = [
            ("%x", -255_i64, "..f01"),
            ("%b", -5, "..1011"),
            ("%o", -8, "..70"),
            ("%+x", -255, "-ff"),
            ("% d", 1, " 1"),
            ("%05d", 3, "00003"),
            ("%-5d|", 4, "4    |"),
            ("%#x", 255, "0xff"),
            ("%#o", 8, "010"),
            ("%#b", 5, "0b101"),
            ("%.5d", 42, "00042"),
            ("%+05d", 3, "+0003"),
        ];
        for (directive, value, expected) in cases {
            assert_eq!(
                format(directive, &[Value::Integer(value)]),
                expected,
                "{directive} {value}"
            );
        }
    }

    #[test]
    fn formats_floats() {
        let cases = [
            ("%e", 12345.678, "1.234568e+04"),
            ("%g", 0.0001, "0.0001"),
            ("%g", 1e10, "1e+10"),
            ("%g", 100_000.0, "100000"),
            ("%g", 1_000_000.0, "1e+06"),
            ("%.0f", 0.5, "0"),
            ("%.1f", 0.25, "0.2"),
            ("%08.3f", -3.14159, "-003.142"),
            ("%G", 1e-10, "1E-10"),
        ];
        for (directive, value, expected) in cases {
            assert_eq!(
                format(directive, &[Value::Float(value)]),
                expected,
                "{directive} {value}"
            );
        }
    }

    #[test]
    fn refers_to_arguments() {
        let words = [Value::from("a"), Value::from("b")];
        let table = [Value::hash([
            ("x".into(), Value::from("v")),
            ("y".into(), Value::Integer(42)),
        ])];
        let cases: [(&str, &[Value], &str); 9] = [
            ("%2$s %1$s", &words, "b a"),
            ("%<x>s : %<y>d", &table, "v : 42"),
            ("%{x}|", &table, "v|"),
            ("%{z}", &table, "error: key{z} not found"),
            (
                "%1$s %s",
                &words,
                "error: unnumbered(1) mixed with numbered",
            ),
            ("%s %s %s", &words, "error: too few arguments"),
            (
                "%",
                &words,
                "error: incomplete format specifier; use %% (double %) instead",
            ),
            ("%5%", &words, "error: invalid format character - %"),
            ("%z", &words, "error: malformed format string - %z"),
        ];
        for (directive, arguments, expected) in cases {
            assert_eq!(format(directive, arguments), expected, "{directive}");
        }
    }

    #[test]
    fn reads_numbers_as_ruby() {
        assert_eq!(
            (
                ruby_integer("0x1f"),
                ruby_integer(" 1_000 "),
                ruby_integer("1.5")
            ),
            (Some(31), Some(1000), None)
        );
        assert_eq!(
            (ruby_float("1.5"), ruby_float("1."), ruby_float("0x10")),
            (Some(1.5), None, Some(16.0))
        );
    }
}
