//! Assist `convert_quotes`.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::string_value;

use crate::assist_context::AssistContext;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;

/// Converts a string between single and double quotes.
///
/// ```puppet
/// $x = 'a$0b'
/// ```
///
/// becomes
///
/// ```puppet
/// $x = "ab"
/// ```
pub fn convert_quotes(site: &AssistContext<'_>) -> Option<CodeAction> {
    let token = site.token.as_ref()?;
    let value = string_value(token.kind(), token.text());
    let (title, text) = match token.kind() {
        SyntaxKind::SQ_STRING => ("Use double quotes", double_quoted(&value)),
        SyntaxKind::DQ_STRING => ("Use single quotes", single_quoted(&value)?),
        _ => return None,
    };
    let edit = TextEdit::replace(token.text_range(), text);
    site.action(title, ActionKind::Rewrite, vec![edit])
}

fn double_quoted(value: &str) -> String {
    let mut text = String::from('"');
    for c in value.chars() {
        if matches!(c, '"' | '\\' | '$') {
            text.push('\\');
        }
        text.push(c);
    }
    text.push('"');
    text
}

/// Nothing for characters that cannot be seen in single quotes.
fn single_quoted(value: &str) -> Option<String> {
    if value.chars().any(|c| c.is_control() && c != '\n') {
        return None;
    }
    let mut text = String::from('\'');
    let mut letters = value.chars().peekable();
    while let Some(c) = letters.next() {
        let is_escape = c == '\\' && matches!(letters.peek(), None | Some('\\' | '\''));
        if c == '\'' || is_escape {
            text.push('\\');
        }
        text.push(c);
    }
    text.push('\'');
    Some(text)
}

#[cfg(test)]
mod tests {
    use puppet_syntax::SyntaxKind::{DQ_STRING, SQ_STRING};
    use puppet_syntax::ast::string_value;

    use super::{double_quoted, single_quoted};

    #[test]
    fn the_value_stays_the_same() {
        for value in [
            "", "a", "it's", "\\", "\\\\", "\\'", "a\\b", "$x ${y}", "\"", "é\n",
        ] {
            assert_eq!(string_value(DQ_STRING, &double_quoted(value)), value);
            let single = single_quoted(value).expect("can be written");
            assert_eq!(string_value(SQ_STRING, &single), value, "{single}");
        }
        assert_eq!(single_quoted("\t"), None);
    }
}
