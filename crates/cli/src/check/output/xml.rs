//! XML that every reader accepts.

use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, Event};

/// A writer that has written the declaration.
pub fn writer(out: &mut dyn Write) -> io::Result<Writer<&mut dyn Write>> {
    let mut writer = Writer::new_with_indent(out, b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    Ok(writer)
}

/// A text without the characters that XML has no way to write.
pub fn text(text: &str) -> String {
    let is_allowed =
        |c: char| matches!(c, '\t' | '\n' | ' '..='\u{fffd}' | '\u{10000}'..) && c != '\u{fffe}';
    let replaced = text.chars().map(|c| match is_allowed(c) {
        true => c,
        false => char::REPLACEMENT_CHARACTER,
    });
    replaced.collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(
            super::text("a\tb\u{0}\u{1b}[0m ü\u{1f600}"),
            "a\tb\u{fffd}\u{fffd}[0m ü\u{1f600}"
        );
    }
}
