//! A text prefilter for overrides, applied before parsing.

use puppet_text::floor_char_boundary;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use puppet_semantic::index::item_tree::canonical;

/// Words with which attributes start where code is broken.
const KEYWORDS: [&str; 6] = ["and", "or", "in", "else", "elsif", "inherits"];

/// So many bytes before and after braces are looked at. What is farther away leaves them unclear.
const FARTHEST: usize = 4096;

/// The types (in lower case) for whose resources a text may have defaults, overrides or collectors with attributes; `None`
/// for what it does not tell. Most texts have none, and need not be parsed.
pub(super) fn overridden_types(text: &str) -> FxHashSet<Option<SmolStr>> {
    let places = text.match_indices('{').filter_map(|(at, brace)| {
        let before = text.get(floor_char_boundary(text, at.saturating_sub(FARTHEST))..at)?;
        let after = at + brace.len();
        let after = text.get(after..floor_char_boundary(text, after + FARTHEST))?;
        // Whether that is a comment is not seen.
        if before.len() < at && !before.contains('\n') {
            return Some("");
        }
        let is_of_collector = || before.trim_ascii_end().ends_with('>');
        let may_override = (starts_attributes(after) || is_of_collector())
            && !is_in_comment(before)
            && !is_of_hash(before);
        may_override.then_some(before)
    });
    places
        .map(|before| type_before(before).map(canonical))
        .collect()
}

/// The name of the type that stands before braces, as it is written; `None` where that is not clear.
fn type_before(before: &str) -> Option<&str> {
    let before = before_operand(before.trim_ascii_end())?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    let name = before.trim_end_matches(is_part).len();
    let (before, name) = before.split_at_checked(name)?;
    let word = name.strip_prefix("::").unwrap_or(name);
    let is_type = word.starts_with(|c: char| c.is_ascii_uppercase());
    let is_known = is_type && !word.eq_ignore_ascii_case("resource");
    (is_known && !last_line(before).contains('#') && starts_statement(before)).then_some(name)
}

/// The text between the name of a type and the keys or the query; `None` where that is not clear.
fn before_operand(text: &str) -> Option<&str> {
    if last_line(text).contains('#') {
        return None;
    }
    let start = match text.chars().next_back()? {
        '>' if text.ends_with("|>") || text.ends_with("|>>") => {
            let start = text.rfind("<|")?;
            let before = text.get(..start)?.strip_suffix('<');
            before.map_or(start, str::len)
        }
        '>' => return None,
        ']' => opening_bracket(text)?,
        _ => return Some(text),
    };
    let (before, operand) = text.split_at_checked(start)?;
    // A bracket within a text leaves the text open.
    let is_whole = |quote: char| operand.matches(quote).count() % 2 == 0;
    let is_clear = is_whole('\'') && is_whole('"') && !operand.contains(['{', '}', '#']);
    is_clear.then(|| before.trim_ascii_end())
}

/// Where the bracket is opened that closes at the end of a text.
fn opening_bracket(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let brackets = text.rmatch_indices(['[', ']']);
    let mut depths = brackets.map(|(at, bracket)| {
        depth = match bracket {
            "]" => depth + 1,
            _ => depth.saturating_sub(1),
        };
        (at, depth)
    });
    depths.find(|(_, depth)| *depth == 0).map(|(at, _)| at)
}

/// Words after which something continues.
const OPERATORS: [&str; 8] = [
    "and", "or", "in", "if", "unless", "elsif", "case", "inherits",
];

/// Whether what follows a text starts a statement; where that is not clear, no.
fn starts_statement(text: &str) -> bool {
    let lines = text.rsplit('\n').map(str::trim_ascii);
    let mut lines = lines
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let Some((number, line)) = lines.next() else {
        return true;
    };
    if number == 0 {
        return line.ends_with(['{', '}', ';']);
    }
    let word = line.rsplit(|c: char| !c.is_ascii_alphanumeric()).next();
    let ends = match word {
        None | Some("") => line.ends_with(['{', '}', ')', ']', ';', '\'', '"']),
        Some(word) => !OPERATORS.contains(&word),
    };
    ends && !line.contains('#')
}

fn is_in_comment(before: &str) -> bool {
    last_line(before).trim_ascii_start().starts_with('#')
}

/// Whether braces after a text are those of a hash, or of a selector.
fn is_of_hash(before: &str) -> bool {
    let before = before.trim_ascii_end();
    // What stands before comments is not looked for.
    !last_line(before).contains('#')
        && ["=>", "+>", "=", "(", "[", ",", "?"]
            .iter()
            .any(|end| before.ends_with(end))
}

fn last_line(text: &str) -> &str {
    let line = text.rfind('\n').and_then(|end| text.get(end + 1..));
    line.unwrap_or(text)
}

/// Whether a text may start with attributes.
fn starts_attributes(text: &str) -> bool {
    let text = without_spaces(text);
    let text = without_spaces(text.strip_prefix(',').unwrap_or(text));
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let name = text.split(|c| !is_part(c)).next().unwrap_or_default();
    let after = without_spaces(text.strip_prefix(name).unwrap_or_default());
    // What stands after a comment without an end is not seen.
    text.is_empty()
        || text.starts_with(['*', '#'])
        || text.starts_with("/*")
        || KEYWORDS.contains(&name)
        || !name.is_empty() && (after.starts_with("=>") || after.starts_with("+>"))
}

/// The text without the white space and comments that it starts with.
fn without_spaces(text: &str) -> &str {
    let mut text = text.trim_start();
    loop {
        let comment = match text.strip_prefix("/*") {
            Some(rest) => rest.split_once("*/"),
            None => text
                .strip_prefix('#')
                .and_then(|rest| rest.split_once('\n')),
        };
        match comment {
            Some((_, rest)) => text = rest.trim_start(),
            None => return text,
        }
    }
}

#[cfg(test)]
mod tests {
    use puppet_hir::lower;
    use puppet_syntax::Entry;

    use super::*;
    use crate::catalog::overrides::ChunkOverrides;

    /// Whether the prefilter finds all overrides of the model.
    fn tells_all(text: &str) -> bool {
        let (program, _) = lower(&puppet_syntax::parse(text, Entry::Manifest));
        let told = overridden_types(text);
        let is_told = |ty: &Option<SmolStr>| told.contains(&None) || told.contains(ty);
        let mut chunks = program
            .bodies()
            .flat_map(|(_, body)| body.summaries::<ChunkOverrides>());
        chunks.all(|chunk| chunk.0.iter().all(|it| is_told(&it.ty)))
    }

    #[test]
    fn texts_without_overrides_need_not_be_parsed() {
        for (text, expected) in [
            ("File { mode => '0644' }", true),
            ("File {\n  # why\n  mode => '0644',\n}", true),
            ("File /* x */ {/* y */ mode/* z */=> 1 }", true),
            ("File # =>\n{ mode => '0644' }", true),
            ("# File\nFile { mode => '0644' }", true),
            ("  # File { mode => '0644' }\n", false),
            ("File['x'] { mode +> '0644' }", true),
            ("File[$x,\n  'y']\n{ * => $h }", true),
            ("File <| title == 'x' |> { mode => '0644' }", true),
            ("File <<| |>>{ 'broken'", true),
            ("File { , mode => 1 }", true),
            ("File { before => 1 }", true),
            ("File { and", true),
            ("file { 'x': mode => '0644' }", false),
            ("$x = { mode => '0644' }", false),
            (
                "$x = { 'a' => { mode => 1 }, b => [{ c => 1 }, { d => 2 }] }",
                false,
            ),
            ("f({ mode => 1 })", false),
            ("f([\n  { mode => 1 },\n\n  { mode => 2 },\n])", false),
            ("$x ? { a => 1 }", false),
            ("if $x { file { 'y': } } else { }", false),
            ("case $x { 'a': { } default: { } }", false),
            ("File <| |>", false),
        ] {
            assert_eq!(!overridden_types(text).is_empty(), expected, "{text}");
            assert!(tells_all(text), "{text}");
        }
    }

    #[test]
    fn texts_show_which_types_are_overridden() {
        for (text, expected) in [
            ("File { mode => '0644' }", "file"),
            (
                "class a {\n  ::A::B['x', \"y\"]\n  { mode => '0644' }",
                "a::b",
            ),
            ("include x\n\n  # why\n  Exec { path => '/' }", "exec"),
            ("  }\n  A::B <<| title == 'x' |>> { mode => 1 }", "a::b"),
            (
                "class a { File { a => 1 } Exec <| |> { a => 1 } }",
                "exec file",
            ),
            ("File # Exec\n{ mode => '0644' }", "?"),
            (
                "File {\n  mode => '0644' }\nResource['file', 'x'] { a => 1 }",
                "? file",
            ),
            ("$x['y'] { a => 1 }", "?"),
            ("$File['y'] { a => 1 }", "?"),
            ("File['x']['y'] { a => 1 }", "?"),
            ("File['A[x'] { a => 1 }", "?"),
            ("File[\"${x}\"] { a => 1 }", "?"),
            ("$x in\nFile { a => 1 }", "?"),
            (
                &format!("File {{ /*{}*/ a => 1 }}", " ".repeat(FARTHEST)),
                "file",
            ),
            (
                &format!("{}File {{ a => 1 }}", "[1], ".repeat(FARTHEST)),
                "?",
            ),
            ("$x in File { a => 1 }", "?"),
            ("File <| |> -> { a => 1 }", "?"),
        ] {
            let types = overridden_types(text).into_iter();
            let mut types: Vec<_> = types.map(|it| it.unwrap_or("?".into())).collect();
            types.sort_unstable();
            assert_eq!(types.join(" "), expected, "{text}");
            assert!(tells_all(text), "{text}");
        }
    }
}
