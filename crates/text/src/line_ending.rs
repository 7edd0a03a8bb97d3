//! Line endings of a text.

/// The line break that a text uses, for text that is inserted into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LineEnding {
    /// `\n`
    #[default]
    Lf,
    /// `\r\n`
    Crlf,
}

impl LineEnding {
    /// The line break that ends the first line of `text`; [`LineEnding::Lf`] if there is none.
    pub fn detect(text: &str) -> LineEnding {
        match text.find('\n') {
            Some(end) if text[..end].ends_with('\r') => LineEnding::Crlf,
            _ => LineEnding::Lf,
        }
    }

    /// The characters of the line break.
    pub fn as_str(self) -> &'static str {
        match self {
            LineEnding::Lf => "\n",
            LineEnding::Crlf => "\r\n",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_line_decides() {
        for (text, ending) in [
            ("", LineEnding::Lf),
            ("a", LineEnding::Lf),
            ("a\nb\r\n", LineEnding::Lf),
            ("a\r\nb\n", LineEnding::Crlf),
        ] {
            assert_eq!(LineEnding::detect(text), ending, "{text:?}");
        }
    }
}
