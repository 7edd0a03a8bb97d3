//! Names as Puppet's references and types write them.

/// A text with its first letter as a capital.
#[must_use]
pub fn capitalize_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

/// A name with a capital at the start of each segment: `apache::vhost` is `Apache::Vhost`.
#[must_use]
pub fn capitalized(name: &str) -> String {
    let segments: Vec<String> = name.split("::").map(capitalize_first).collect();
    segments.join("::")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_segment_starts_with_a_capital() {
        for (name, expected) in [
            ("file", "File"),
            ("apache::vhost", "Apache::Vhost"),
            ("::a", "::A"),
            ("", ""),
        ] {
            assert_eq!(capitalized(name), expected, "{name}");
        }
    }
}
