//! Base64 as Ruby's strict decoder takes it, with white space.

use base64::{Engine, engine::general_purpose::STANDARD};

/// What is wrong with the text; none if it can be decoded.
///
/// Like Puppet, drops spaces, line ends and question marks first.
pub(super) fn problem(text: &str) -> Option<&'static str> {
    let clean: String = text.chars().filter(|c| !is_dropped(*c)).collect();
    if STANDARD.decode(&clean).is_ok() {
        return None;
    }
    Some(match clean.len().is_multiple_of(3) {
        true => {
            "Cannot parse invalid Base64 string - contains letters outside strict base 64 range (or whitespace)"
        }
        false => "Cannot parse invalid Base64 string - padding is not correct",
    })
}

/// Ruby's `[\r?\n[:blank:]]`.
fn is_dropped(c: char) -> bool {
    let ends_a_line = matches!(c, '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}');
    c == '?' || c.is_whitespace() && !ends_a_line
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
        for (bad, part) in [("YQ=", "letters"), ("YR==", "padding"), ("YW-j", "padding")] {
            assert!(problem(bad).is_some_and(|it| it.contains(part)), "{bad:?}");
        }
    }
}
