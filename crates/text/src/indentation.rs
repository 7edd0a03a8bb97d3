//! Indentation of lines.

/// The spaces and tabs at the start of a line.
#[must_use]
pub fn indentation(line: &str) -> &str {
    let rest = line.trim_start_matches([' ', '\t']);
    line.strip_suffix(rest).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::indentation;

    #[test]
    fn spaces_and_tabs_in_front() {
        for (line, expected) in [
            ("", ""),
            ("a  ", ""),
            ("  a b", "  "),
            ("\t x", "\t "),
            (" \r\n", " "),
        ] {
            assert_eq!(indentation(line), expected, "{line:?}");
        }
    }
}
