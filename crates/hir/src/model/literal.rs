//! Literal numbers, in forms that can be compared and hashed.

use std::fmt;

use smol_str::SmolStr;

/// The value of a literal integer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum IntegerLiteral {
    /// A value that Puppet's Integer can hold.
    Small(i64),
    /// Decimal digits of a value outside of 64 bits: it parses, and validation reports it.
    Big(SmolStr),
}

impl IntegerLiteral {
    /// The value, when it fits into 64 bits.
    pub fn get(&self) -> Option<i64> {
        match self {
            IntegerLiteral::Small(value) => Some(*value),
            IntegerLiteral::Big(_) => None,
        }
    }
}

impl fmt::Display for IntegerLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IntegerLiteral::Small(value) => value.fmt(f),
            IntegerLiteral::Big(digits) => digits.fmt(f),
        }
    }
}

/// The notation of a literal integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Radix {
    /// `0755`
    Octal,
    /// `493`
    Decimal,
    /// `0x1ed`
    Hexadecimal,
}

impl Radix {
    /// 8, 10 or 16.
    pub fn number(self) -> u8 {
        match self {
            Radix::Octal => 8,
            Radix::Decimal => 10,
            Radix::Hexadecimal => 16,
        }
    }
}

/// The value of a literal float, compared bit by bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FloatLiteral(u64);

impl FloatLiteral {
    /// A literal with this value.
    pub fn new(value: f64) -> Self {
        FloatLiteral(value.to_bits())
    }

    /// The value; infinite when the digits of the source say more than a float can hold.
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl fmt::Debug for FloatLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}
