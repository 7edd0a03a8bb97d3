//! The directives `%f`, `%e`, `%g`, `%a`.

use super::Spec;

/// Writes a float.
pub(super) fn format(spec: Spec, letter: char, value: f64) -> String {
    let sign = match value.is_sign_negative() && !value.is_nan() {
        true => "-",
        false if spec.plus => "+",
        false if spec.space => " ",
        false => "",
    };
    if !value.is_finite() {
        let name = if value.is_nan() { "NaN" } else { "Inf" };
        return lay_out(
            Spec {
                zero: false,
                ..spec
            },
            sign,
            "",
            name,
        );
    }
    let value = value.abs();
    let upper = letter.is_ascii_uppercase();
    let (prefix, mut body) = match letter.to_ascii_lowercase() {
        'f' => ("", fixed(spec, value)),
        'e' => ("", exponential(spec, value, spec.precision.unwrap_or(6))),
        'g' => ("", general(spec, value)),
        _ => ("0x", hexadecimal(spec, value)),
    };
    if upper {
        body.make_ascii_uppercase();
    }
    let prefix = if upper {
        prefix.to_ascii_uppercase()
    } else {
        prefix.to_owned()
    };
    lay_out(spec, sign, &prefix, &body)
}

/// Writes an integer by `%f`, with all of its digits.
pub(super) fn format_integer(spec: Spec, value: i128) -> String {
    let sign = match value {
        ..0 => "-",
        _ if spec.plus => "+",
        _ if spec.space => " ",
        _ => "",
    };
    let mut body = value.unsigned_abs().to_string();
    let precision = spec.precision.unwrap_or(6);
    if precision > 0 || spec.alternate {
        body.push('.');
    }
    body.extend(std::iter::repeat_n('0', precision));
    lay_out(spec, sign, "", &body)
}

fn lay_out(spec: Spec, sign: &str, prefix: &str, body: &str) -> String {
    let length = sign.len() + prefix.len() + body.len();
    let missing = spec.width.unwrap_or(0).saturating_sub(length);
    if spec.left {
        format!("{sign}{prefix}{body}{}", " ".repeat(missing))
    } else if spec.zero {
        format!("{sign}{prefix}{}{body}", "0".repeat(missing))
    } else {
        format!("{}{sign}{prefix}{body}", " ".repeat(missing))
    }
}

fn fixed(spec: Spec, value: f64) -> String {
    let precision = spec.precision.unwrap_or(6);
    let mut text = format!("{value:.precision$}");
    if precision == 0 && spec.alternate {
        text.push('.');
    }
    text
}

fn exponential(spec: Spec, value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let point = if precision == 0 && spec.alternate {
        "."
    } else {
        ""
    };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}{point}e{sign}{:02}", exponent.abs())
}

/// The shorter of both forms, by the exponent; zeros at the end are cut off.
fn general(spec: Spec, value: f64) -> String {
    let precision = spec.precision.unwrap_or(6).max(1);
    let rounded = format!("{value:.*e}", precision - 1);
    let exponent: i32 = rounded
        .split_once('e')
        .and_then(|(_, e)| e.parse().ok())
        .unwrap_or(0);
    let limit = i32::try_from(precision).unwrap_or(i32::MAX);
    if exponent < -4 || exponent >= limit {
        let text = exponential(
            Spec {
                alternate: false,
                ..spec
            },
            value,
            precision - 1,
        );
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "+00"));
        return format!("{}e{exponent}", without_zeros(spec, digits));
    }
    let decimals = usize::try_from(limit - 1 - exponent).unwrap_or(0);
    without_zeros(spec, &format!("{value:.decimals$}"))
}

fn without_zeros(spec: Spec, digits: &str) -> String {
    if spec.alternate {
        return if digits.contains('.') {
            digits.to_owned()
        } else {
            format!("{digits}.")
        };
    }
    if !digits.contains('.') {
        return digits.to_owned();
    }
    digits
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_owned()
}

/// Hexadecimal digits with a binary exponent, without the prefix `0x`.
fn hexadecimal(spec: Spec, value: f64) -> String {
    const FRACTION_BITS: u32 = 52;
    let bits = value.to_bits();
    let mut fraction = bits & ((1 << FRACTION_BITS) - 1);
    let biased = i32::try_from(bits >> FRACTION_BITS).unwrap_or(0);
    let (mut lead, mut exponent) = match biased {
        0 if fraction == 0 => (0_u64, 0),
        0 => {
            let shift = fraction.leading_zeros() - (63 - FRACTION_BITS);
            fraction = (fraction << shift) & ((1 << FRACTION_BITS) - 1);
            (1, -1022 - i32::try_from(shift).unwrap_or(0))
        }
        _ => (1, biased - 1023),
    };
    let mut digits = format!("{fraction:013x}");
    match spec.precision {
        None => digits.truncate(digits.trim_end_matches('0').len()),
        Some(precision) if precision < 13 => {
            let dropped = 4 * (13 - u32::try_from(precision).unwrap_or(0));
            let whole = (lead << FRACTION_BITS) | fraction;
            let half = 1_u64 << (dropped - 1);
            let mut kept = whole >> dropped;
            let rest = whole & ((1 << dropped) - 1);
            if rest > half || (rest == half && kept & 1 == 1) {
                kept += 1;
            }
            let kept_bits = FRACTION_BITS - dropped;
            lead = kept >> kept_bits;
            if lead > 1 {
                lead = 1;
                exponent += 1;
            }
            let fraction = kept & ((1 << kept_bits) - 1);
            digits = if precision == 0 {
                String::new()
            } else {
                format!("{fraction:0precision$x}")
            };
        }
        Some(precision) => digits.extend(std::iter::repeat_n('0', precision - 13)),
    }
    let point = if digits.is_empty() && !spec.alternate {
        ""
    } else {
        "."
    };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{lead}{point}{digits}p{sign}{}", exponent.abs())
}
