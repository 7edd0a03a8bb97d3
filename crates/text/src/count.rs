//! Numbers of things in words.

/// A number of things: `1 file`, `2 files`.
#[must_use]
pub fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn one_thing_is_no_plural() {
        assert_eq!(
            [0, 1, 2].map(|it| count(it, "file")),
            ["0 files", "1 file", "2 files"]
        );
    }
}
