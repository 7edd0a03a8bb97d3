//! Types as texts that people read in passing.

/// A type whose patterns are only named: their regular expressions are for machines.
pub fn without_patterns(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("Pattern[/") {
        let (before, pattern) = rest.split_at(start);
        plain.push_str(before);
        plain.push_str("Pattern");
        rest = after_pattern(pattern);
    }
    plain.push_str(rest);
    plain
}

/// What follows `Pattern[…]`, in whose regular expressions brackets do not count.
fn after_pattern(text: &str) -> &str {
    let mut is_regex = false;
    let mut is_escaped = false;
    for (at, letter) in text.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if is_regex => is_escaped = true,
            '/' => is_regex = !is_regex,
            ']' if !is_regex => return text.get(at + 1..).unwrap_or_default(),
            _ => {}
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::without_patterns;

    #[test]
    fn patterns_are_only_named() {
        for (ty, expected) in [
            ("Pattern[/a/]", "Pattern"),
            (
                r"Hash[Pattern[/\A[\]\/]+\z/, /b/], String]",
                "Hash[Pattern, String]",
            ),
            ("Optional[Pattern[/[a-z]/]] $x", "Optional[Pattern] $x"),
            ("Pattern", "Pattern"),
            ("Pattern[/half", "Pattern"),
            ("Array[String]", "Array[String]"),
        ] {
            assert_eq!(without_patterns(ty), expected, "{ty}");
        }
    }
}
