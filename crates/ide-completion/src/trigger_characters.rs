//! Trigger characters: the positions where a character that was just typed opens a completion list.
//!
//! Editors request one after each of some characters, which have other meanings as well: a quote also ends a string, a
//! dot is part of a number, and a slash divides. A list that opens at the end of a line is in the way of Enter, which
//! accepts an item of it in many editors.

use puppet_db::FileKind;
use puppet_syntax::{SyntaxKind, SyntaxToken};
use puppet_text::TextSize;

use crate::context;
use crate::context::expected_type::ExpectedValue;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::syntax_ext;

/// Whether the character before a place triggers completion.
pub fn is_trigger_position(context: FileContext<'_>, offset: TextSize, typed: char) -> bool {
    let kind = context.file.kind(context.db);
    match kind.is_puppet() {
        true => asks_in_code(context, offset, typed),
        false => asks_in_data(
            kind,
            line_before(context.file.text(context.db), offset),
            typed,
        ),
    }
}

fn asks_in_code(context: FileContext<'_>, offset: TextSize, typed: char) -> bool {
    let root = syntax_ext::root(context.db, context.file);
    let Some(at) = offset.checked_sub(TextSize::of(typed)) else {
        return false;
    };
    let token = puppet_syntax::tokens_at(&root, at).right_biased();
    let Some(token) = token else { return false };
    match typed {
        ' ' => follows_arrow(&token, at) && wants_fixed_value(context, offset),
        ':' => is_second_colon(line_before(context.file.text(context.db), offset)),
        '[' => is_index(line_before(context.file.text(context.db), offset)),
        '\'' | '"' => opens_text(&token) && token.text_range().start() == at,
        '/' => is_inside_text(&token, at),
        '.' => !puppet_syntax::tokens_at(&root, at).any(|it| is_number(&it)),
        '@' => false,
        _ => true,
    }
}

fn asks_in_data(kind: FileKind, line: &str, typed: char) -> bool {
    match typed {
        '\'' | '"' => line.matches(typed).count() % 2 == 1,
        // `puppetlabs/stdlib`
        '/' => matches!(
            kind,
            FileKind::Metadata | FileKind::Puppetfile | FileKind::Fixtures
        ),
        '@' => kind == FileKind::Erb,
        ':' => is_second_colon(line),
        '.' | '[' | ' ' => false,
        _ => true,
    }
}

/// The line up to a place.
fn line_before(text: &str, offset: TextSize) -> &str {
    let before = text.get(..usize::from(offset)).unwrap_or_default();
    before.rsplit('\n').next().unwrap_or_default()
}

/// Whether a colon is typed in a name, not after a title or an option.
fn is_second_colon(line: &str) -> bool {
    line.ends_with("::")
}

/// Whether a bracket is typed after what has keys or parameters; otherwise it starts an array.
fn is_index(line: &str) -> bool {
    let before = line.strip_suffix('[').unwrap_or(line);
    before.ends_with(|it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | ']' | ')'))
}

/// Whether the blank that was typed at an offset is the first after an arrow.
fn follows_arrow(blank: &SyntaxToken, at: TextSize) -> bool {
    let before = blank
        .prev_token()
        .filter(|_| blank.text_range().start() == at);
    let is_arrow = |it: SyntaxToken| matches!(it.kind(), SyntaxKind::FAT_ARROW);
    before.is_some_and(is_arrow)
}

/// Whether the value that belongs at the cursor is that of an attribute with known values.
fn wants_fixed_value(context: FileContext<'_>, offset: TextSize) -> bool {
    let place = context::place_at(context, offset);
    let wanted = place.and_then(|it| it.wanted);
    wanted.is_some_and(|it: ExpectedValue| it.is_fixed(context))
}

fn opens_text(token: &SyntaxToken) -> bool {
    use SyntaxKind::{DQ_STRING, SQ_STRING, STRING_START};
    matches!(token.kind(), SQ_STRING | DQ_STRING | STRING_START)
}

/// Whether what stands at a place is part of a text.
fn is_inside_text(token: &SyntaxToken, at: TextSize) -> bool {
    token.kind() == SyntaxKind::STRING_TEXT
        || (opens_text(token) && token.text_range().start() < at)
}

fn is_number(token: &SyntaxToken) -> bool {
    matches!(token.kind(), SyntaxKind::INTEGER | SyntaxKind::FLOAT)
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::cursor;

    #[test]
    fn a_character_asks_where_there_is_something_to_propose() {
        for (code, expected) in [
            ("include '$0'", true),
            ("include '$0", true),
            ("include \"$0\"", true),
            ("include \"$0${x}\"", true),
            ("include 'web'$0", false),
            ("include \"web\"$0", false),
            ("include \"web${x}\"$0", false),
            ("epp('web/$0')", true),
            ("$x = \"${y}/$0\"", true),
            ("$x = 4 /$0 2", false),
            ("if $x =~ /$0", false),
            ("$x.$0", true),
            ("[1].$0", true),
            ("$x = 1.$0", false),
            ("$x = 1.$05", false),
            ("@$0", false),
            ("File[$0]", true),
            ("$facts[$0]", true),
            ("$facts['os'][$0]", true),
            ("$x = [$0]", false),
            ("[$0]", false),
            ("file { [$0]", false),
            ("include web:$0", false),
            ("include web::$0", true),
            ("file { '/x':$0 }", false),
            ("case 1 { default:$0 }", false),
            ("file { '/x': ensure => $0 }", true),
            ("file { '/x': ensure =>  $0 }", false),
            ("file { '/x': content => $0 }", false),
            ("file { '/x': ensure $0 }", false),
            ("$x = { 'a' => $0 }", false),
            ("# ensure => $0", false),
            ("include $0", false),
            ("$x = $0", false),
        ] {
            let path = "#- /m/web/manifests/init.pp\n";
            let (analysis, position) = cursor(&format!("{path}{code}"));
            let typed = code[..code.find("$0").expect("a cursor")].chars().last();
            let typed = typed.expect("a character");
            let asks = analysis.asks_for_completion(position, typed);
            assert_eq!(asks, Ok(expected), "{code}");
        }
        for (path, text, expected) in [
            ("metadata.json", "{ \"$0\" }", true),
            ("metadata.json", "{ \"name\"$0 }", false),
            ("metadata.json", "{ \"name\": \"puppetlabs/$0\" }", true),
            ("data/common.yaml", "web::path: /$0", false),
            ("data/common.yaml", "web::host: a.$0", false),
            ("data/common.yaml", "web:$0", false),
            ("data/common.yaml", "web::$0", true),
            ("data/common.yaml", "web::host: $0", false),
            ("metadata.json", "{ \"dependencies\": [$0", false),
            ("templates/a.erb", "<%= @$0 %>", true),
        ] {
            let (analysis, position) = cursor(&format!("#- /m/web/{path}\n{text}"));
            let typed = text[..text.find("$0").expect("a cursor")].chars().last();
            let typed = typed.expect("a character");
            let asks = analysis.asks_for_completion(position, typed);
            assert_eq!(asks, Ok(expected), "{text}");
        }
    }
}
