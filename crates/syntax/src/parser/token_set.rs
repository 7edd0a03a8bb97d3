//! Sets of token kinds.

use crate::SyntaxKind;

/// A set of token kinds, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TokenSet(u128);

impl TokenSet {
    /// The set of these kinds, which must all be kinds of tokens.
    pub(crate) const fn new(kinds: &[SyntaxKind]) -> TokenSet {
        let mut bits = 0;
        let mut index = 0;
        while index < kinds.len() {
            bits |= bit(kinds[index]);
            index += 1;
        }
        TokenSet(bits)
    }

    pub(crate) const fn union(self, other: TokenSet) -> TokenSet {
        TokenSet(self.0 | other.0)
    }

    #[inline]
    pub(crate) const fn contains(self, kind: SyntaxKind) -> bool {
        self.0 & bit(kind) != 0
    }
}

/// The bit of a token kind; none for kinds of nodes, which stand after all tokens.
#[inline]
const fn bit(kind: SyntaxKind) -> u128 {
    let number = kind as u16;
    if number < 128 { 1 << number } else { 0 }
}
