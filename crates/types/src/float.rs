//! Floating point numbers with the total equality that types and hash keys need.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
};

/// A float that can be compared, hashed and printed as Ruby does.
///
/// `0.0` and `-0.0` are equal; a NaN equals itself, so that a type is always equal to itself.
#[derive(Debug, Clone, Copy)]
pub struct Float64(pub f64);

impl Float64 {
    /// The bits that stand for this number in comparisons.
    fn key(self) -> u64 {
        if self.0 == 0.0 { 0 } else { self.0.to_bits() }
    }
}

impl PartialEq for Float64 {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Float64 {}

impl Hash for Float64 {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl PartialOrd for Float64 {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Float64 {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0
            .partial_cmp(&other.0)
            .unwrap_or_else(|| self.0.total_cmp(&other.0))
    }
}

impl From<f64> for Float64 {
    fn from(value: f64) -> Self {
        Self(value)
    }
}

/// Ruby's `Float#to_s`: the shortest digits that read back the same, with an exponent below `1e-4` and from `1e15` on.
impl fmt::Display for Float64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.0;
        if value.is_nan() {
            return f.write_str("NaN");
        }
        if value.is_infinite() {
            return f.write_str(if value > 0.0 { "Infinity" } else { "-Infinity" });
        }
        let magnitude = value.abs();
        if magnitude == 0.0 || (1e-4..1e15).contains(&magnitude) {
            return if value.fract() == 0.0 {
                write!(f, "{value:.1}")
            } else {
                write!(f, "{value}")
            };
        }
        let text = format!("{value:e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let digits = if digits.contains('.') {
            digits.to_owned()
        } else {
            format!("{digits}.0")
        };
        let (sign, exponent) = match exponent.strip_prefix('-') {
            Some(rest) => ('-', rest),
            None => ('+', exponent),
        };
        write!(f, "{digits}e{sign}{exponent:0>2}")
    }
}

#[cfg(test)]
mod tests {
    use super::Float64;

    #[test]
    fn prints_as_ruby() {
        let cases: [(f64, &str); 10] = [
            (1.0, "1.0"),
            (0.1, "0.1"),
            (-1.5, "-1.5"),
            (1e10, "10000000000.0"),
            (1e14, "100000000000000.0"),
            (1e15, "1.0e+15"),
            (1.25e-10, "1.25e-10"),
            (0.0001, "0.0001"),
            (0.00001, "1.0e-05"),
            (1e100, "1.0e+100"),
        ];
        for (value, text) in cases {
            assert_eq!(Float64(value).to_string(), text);
        }
    }

    #[test]
    fn zeros_are_equal() {
        assert_eq!(Float64(0.0), Float64(-0.0));
        assert_ne!(Float64(0.0), Float64(1.0));
    }
}
