//! Strings in quotes, as Puppet's source has them.

/// The string in single quotes, or in double quotes if it holds control characters (StringConverter#puppet_quote).
pub fn puppet_quote(text: &str) -> String {
    if text.chars().any(|c| c < ' ') {
        return double_quote(text);
    }
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('\'');
    let mut escaped = false;
    for c in text.chars() {
        match c {
            _ if escaped => {
                quoted.push('\\');
                quoted.push(c);
                escaped = false;
            }
            '\'' => quoted.push_str("\\'"),
            '\\' => escaped = true,
            _ => quoted.push(c),
        }
    }
    if escaped {
        quoted.push('\\');
    }
    quoted.push('\'');
    quoted
}

/// The string in double quotes.
pub fn double_quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '\t' => quoted.push_str("\\t"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '"' => quoted.push_str("\\\""),
            '$' => quoted.push_str("\\$"),
            '\\' => quoted.push_str("\\\\"),
            c if c < ' ' => quoted.push_str(&format!("\\u{{{:X}}}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
