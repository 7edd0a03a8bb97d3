//! Strings in quotes, as Ruby's `inspect` has them.

/// Ruby's `inspect` of a string.
pub fn ruby_inspect(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(c);
            }
            '#' if matches!(chars.peek(), Some('{' | '$' | '@')) => quoted.push_str("\\#"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            '\x0c' => quoted.push_str("\\f"),
            '\x0b' => quoted.push_str("\\v"),
            '\x08' => quoted.push_str("\\b"),
            '\x07' => quoted.push_str("\\a"),
            '\x1b' => quoted.push_str("\\e"),
            c if c < ' ' || c == '\x7f' => quoted.push_str(&format!("\\x{:02X}", u32::from(c))),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// Ruby's `inspect` of bytes without an encoding.
pub(super) fn inspect_bytes(bytes: &[u8]) -> String {
    let mut quoted = String::from("\"");
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c.is_ascii() {
                let inner = ruby_inspect(c.encode_utf8(&mut [0; 4]));
                quoted.push_str(&inner[1..inner.len() - 1]);
            } else {
                push_hex(&mut quoted, c.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        push_hex(&mut quoted, chunk.invalid());
    }
    quoted.push('"');
    quoted
}

fn push_hex(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        text.push_str(&format!("\\x{byte:02X}"));
    }
}
