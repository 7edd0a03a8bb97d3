//! The directives `%d`, `%x`, `%o`, `%b` and their kin.

use super::Spec;

/// Writes an integer.
pub(super) fn format(spec: Spec, letter: char, value: i128) -> String {
    let (radix, prefix) = match letter {
        'o' => (8, "0"),
        'x' => (16, "0x"),
        'X' => (16, "0X"),
        'b' => (2, "0b"),
        'B' => (2, "0B"),
        _ => (10, ""),
    };
    let mut prefix = if spec.alternate { prefix } else { "" };
    let signed = radix == 10 || spec.plus || spec.space;
    let complement = value < 0 && !signed;
    let sign = match value {
        _ if complement => "",
        ..0 => "-",
        _ if spec.plus => "+",
        _ if spec.space => " ",
        _ => "",
    };
    let mut digits = if complement {
        two_complement(value, radix)
    } else {
        in_radix(value.unsigned_abs(), radix)
    };
    if letter == 'X' {
        digits.make_ascii_uppercase();
    }
    // The dots before a complement count as digits.
    let dots = if complement { 2 } else { 0 };
    let mut precision = spec
        .precision
        .map(|precision| precision.saturating_sub(dots));
    if prefix == "0" {
        if complement {
            prefix = "";
        } else if digits == "0" {
            digits.clear();
            precision = precision.map(|precision| precision.saturating_sub(1));
        } else if precision.is_some_and(|precision| precision > digits.len()) {
            prefix = "";
        }
    } else if digits == "0" {
        prefix = "";
    }
    let fill = if complement {
        sign_digit(radix, letter)
    } else {
        '0'
    };
    lay_out(
        spec,
        precision,
        &[sign, prefix, if complement { ".." } else { "" }],
        &digits,
        fill,
    )
}

fn lay_out(
    spec: Spec,
    precision: Option<usize>,
    before: &[&str],
    digits: &str,
    fill: char,
) -> String {
    let lead: String = before.concat();
    let width = spec.width.unwrap_or(0).saturating_sub(lead.len());
    let mut digits = digits;
    let (least, width) = match precision {
        None if spec.zero && !spec.left => (width, 0),
        None => (digits.len(), width.saturating_sub(digits.len())),
        Some(0) if digits == "0" && before.get(1).is_none_or(|prefix| prefix.is_empty()) => {
            digits = "";
            (0, width)
        }
        Some(precision) => {
            let least = precision.max(digits.len());
            (least, width.saturating_sub(least))
        }
    };
    let filled: String = std::iter::repeat_n(fill, least.saturating_sub(digits.len())).collect();
    let spaces = " ".repeat(width);
    if spec.left {
        format!("{lead}{filled}{digits}{spaces}")
    } else {
        format!("{spaces}{lead}{filled}{digits}")
    }
}

fn in_radix(mut value: u128, radix: u128) -> String {
    let mut digits = Vec::new();
    loop {
        let digit = u32::try_from(value % radix).unwrap_or(0);
        digits.push(char::from_digit(digit, 36).unwrap_or('0'));
        value /= radix;
        if value == 0 {
            break;
        }
    }
    digits.iter().rev().collect()
}

fn sign_digit(radix: u128, letter: char) -> char {
    match (radix, letter) {
        (16, 'X') => 'F',
        (16, _) => 'f',
        (8, _) => '7',
        _ => '1',
    }
}

/// The digits of a negative number that has infinitely many ones before it; of those, one digit is left.
fn two_complement(value: i128, radix: u128) -> String {
    let bits = match radix {
        16 => 4,
        8 => 3,
        _ => 1,
    };
    let sign = sign_digit(radix, 'x');
    let mut digits = Vec::new();
    let mut rest = value;
    while rest != -1 {
        let digit = u32::try_from(rest.rem_euclid(1 << bits)).unwrap_or(0);
        digits.push(char::from_digit(digit, 36).unwrap_or('0'));
        rest >>= bits;
    }
    while digits.last() == Some(&sign) {
        digits.pop();
    }
    digits.push(sign);
    digits.iter().rev().collect()
}
