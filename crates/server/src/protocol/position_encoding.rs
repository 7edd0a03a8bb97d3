//! Between the protocol's lines and columns and the analysis' offsets.

use puppet_ide::{Column, LineCol, LineIndex, TextRange, TextSize};

use crate::lsp;

/// What the columns of positions count; negotiated when the session starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum PositionEncoding {
    Utf8,
    /// What clients use that do not negotiate.
    #[default]
    Utf16,
    Utf32,
}

impl PositionEncoding {
    /// The best encoding that the client offers: UTF-8 costs us nothing.
    pub(crate) fn negotiate(capabilities: &lsp::ClientCapabilities) -> Self {
        let offered = capabilities
            .general
            .as_ref()
            .and_then(|general| general.position_encodings.as_deref());
        let offers = |kind: &lsp::PositionEncodingKind| offered.unwrap_or_default().contains(kind);
        if offers(&lsp::PositionEncodingKind::UTF8) {
            Self::Utf8
        } else if !offers(&lsp::PositionEncodingKind::UTF16)
            && offers(&lsp::PositionEncodingKind::UTF32)
        {
            Self::Utf32
        } else {
            Self::Utf16
        }
    }

    pub(crate) fn kind(self) -> lsp::PositionEncodingKind {
        match self {
            Self::Utf8 => lsp::PositionEncodingKind::UTF8,
            Self::Utf16 => lsp::PositionEncodingKind::UTF16,
            Self::Utf32 => lsp::PositionEncodingKind::UTF32,
        }
    }

    /// How many units a character counts.
    pub(crate) fn width(self, character: char) -> u32 {
        match self {
            Self::Utf8 => character.len_utf8() as u32,
            Self::Utf16 => character.len_utf16() as u32,
            Self::Utf32 => 1,
        }
    }

    fn column(self) -> Column {
        match self {
            Self::Utf8 => Column::Bytes,
            Self::Utf16 => Column::Utf16,
            Self::Utf32 => Column::Chars,
        }
    }

    pub(crate) fn position(self, lines: &LineIndex, offset: TextSize) -> lsp::Position {
        let LineCol { line, col } = lines.line_col(offset, self.column());
        lsp::Position::new(line, col)
    }

    pub(crate) fn range(self, lines: &LineIndex, range: TextRange) -> lsp::Range {
        lsp::Range::new(
            self.position(lines, range.start()),
            self.position(lines, range.end()),
        )
    }

    /// The offset of a position; `None` when there is no such line.
    pub(crate) fn offset(self, lines: &LineIndex, position: lsp::Position) -> Option<TextSize> {
        lines.offset(
            LineCol {
                line: position.line,
                col: position.character,
            },
            self.column(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn negotiated(offered: Option<&[lsp::PositionEncodingKind]>) -> PositionEncoding {
        let general = lsp::GeneralClientCapabilities {
            position_encodings: offered.map(<[_]>::to_vec),
            ..Default::default()
        };
        PositionEncoding::negotiate(&lsp::ClientCapabilities {
            general: Some(general),
            ..Default::default()
        })
    }

    #[test]
    fn utf_8_wins_where_it_is_offered() {
        use lsp::PositionEncodingKind as Kind;
        assert_eq!(negotiated(None), PositionEncoding::Utf16);
        assert_eq!(negotiated(Some(&[])), PositionEncoding::Utf16);
        assert_eq!(negotiated(Some(&[Kind::UTF32])), PositionEncoding::Utf32);
        assert_eq!(
            negotiated(Some(&[Kind::UTF32, Kind::UTF16])),
            PositionEncoding::Utf16
        );
        assert_eq!(
            negotiated(Some(&[Kind::UTF16, Kind::UTF8])),
            PositionEncoding::Utf8
        );
    }
}
