//! Base64 as Ruby's strict decoder takes it, with white space.

/// What is wrong with the text; none if it can be decoded.
///
/// Like Puppet, drops blanks, line ends and question marks first.
pub(super) fn problem(text: &str) -> Option<&'static str> {
    let clean: Vec<u8> = text
        .chars()
        .filter(|c| !is_dropped(*c))
        .collect::<String>()
        .into_bytes();
    if !clean.len().is_multiple_of(4) {
        return Some("its length is not a multiple of 4");
    }
    let padding = clean
        .iter()
        .rev()
        .take(2)
        .take_while(|byte| **byte == b'=')
        .count();
    let (digits, _) = clean.split_at(clean.len() - padding);
    let Some(values) = digits
        .iter()
        .map(|byte| value(*byte))
        .collect::<Option<Vec<u8>>>()
    else {
        return Some("it has characters other than letters, digits, '+' and '/'");
    };
    let unused = match padding {
        1 => 0b11,
        2 => 0b1111,
        _ => 0,
    };
    values
        .last()
        .filter(|last| **last & unused != 0)
        .map(|_| "its last character has bits that are not used")
}

/// Ruby's `[\r?\n[:blank:]]`.
fn is_dropped(c: char) -> bool {
    let ends_a_line = matches!(c, '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}');
    c == '?' || c.is_whitespace() && !ends_a_line
}

fn value(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_ruby_decodes_strictly() {
        for good in [
            "",
            "YQ==",
            "YWI=",
            "YWJj",
            "YWJj\nYQ==\n",
            "Y W\tJ?j",
            "+/+/",
        ] {
            assert_eq!(problem(good), None, "{good:?}");
        }
        for bad in [
            "YQ", "YQ=", "YR==", "YWJ=", "Y===", "====", "YW-j", "YQ==YQ==", "YWäj",
        ] {
            assert!(problem(bad).is_some(), "{bad:?}");
        }
    }
}
