//! Completion in `metadata.json`, `Puppetfile` and `.fixtures.yml`.

use puppet_db::FileKind;
use puppet_library::{DocumentKey, Library};
use puppet_project::hiera::Format;
use puppet_text::{TextRange, TextSize};

use crate::NameMatcher;
use crate::item::{Completion, CompletionItem, CompletionKind};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::hiera::incomplete::{PathSegment, YamlPosition, cursor_at};

pub fn completion(context: FileContext<'_>, offset: TextSize) -> Completion {
    let found = match context.file.kind(context.db) {
        FileKind::Metadata => in_metadata(context, offset),
        FileKind::Puppetfile => in_puppetfile(context, offset),
        FileKind::Fixtures => fixtures::completions(context, offset),
        _ => None,
    };
    let Some((replace, items)) = found else {
        return Completion::default();
    };
    let typed = NameMatcher::new(typed(context, replace, offset));
    let mut items = typed.choose(items);
    items.sort_by_key(|item| item.is_deprecated);
    Completion {
        replace,
        items,
        is_incomplete: typed.has_left_out() || context.forge.is_waiting(),
        ..Completion::default()
    }
}

/// The incomplete text before a cursor.
fn typed<'a>(context: FileContext<'a>, replace: TextRange, offset: TextSize) -> &'a str {
    let range = usize::from(replace.start())..usize::from(offset);
    context.file.text(context.db).get(range).unwrap_or_default()
}

/// Ranks of items that are sorted already.
fn ranks(first: u8) -> impl Iterator<Item = u8> {
    const LAST: u8 = 99;
    (first..LAST).chain(std::iter::repeat(LAST))
}

type CompletionsAt = Option<(TextRange, Vec<CompletionItem>)>;

fn in_metadata(context: FileContext<'_>, offset: TextSize) -> CompletionsAt {
    let cursor = cursor_at(context.file.text(context.db), offset, Format::Json)?;
    let around = match cursor.path.first() {
        Some(PathSegment::Key(key)) => key.as_str(),
        _ => "",
    };
    let is_quoted = cursor.quote.is_some();
    let quoted = |item: CompletionItem| match is_quoted {
        true => item,
        false => {
            let text = format!("\"{}\"", item.label);
            item.insert(text)
        }
    };
    let text = |label: &str, kind| quoted(CompletionItem::new(label, kind).rank(10));
    let items = match &cursor.slot {
        YamlPosition::Key { taken, has_colon } => {
            let known = Library.document_keys(format!("metadata.json {around}").trim_end());
            let is_entry = around.is_empty() == (cursor.path.len() < 2);
            let words = known.iter().filter(|_| is_entry);
            let free = words.filter(|(word, _)| !taken.contains(word));
            free.map(|(word, about)| {
                let item = text(word, CompletionKind::Parameter).detail(about.replace('`', "'"));
                match is_quoted || *has_colon {
                    true => item,
                    false => item.insert(format!("\"{word}\": ")),
                }
            })
            .collect()
        }
        YamlPosition::Value { .. } => {
            let key = match cursor.path.last() {
                Some(PathSegment::Key(key)) => key.as_str(),
                _ => "",
            };
            let typed = typed(context, cursor.replace, offset);
            let fixed = |place| {
                let words = Library.document_values(place).iter();
                words.map(|it| text(it, CompletionKind::Value)).collect()
            };
            match (around, key) {
                ("dependencies", "name") => {
                    let names = names::free(context, typed, offset).into_iter();
                    names.map(|it| quoted(it.item(it.name("/")))).collect()
                }
                ("dependencies", "version_requirement") => {
                    let name = name_around(context.file.text(context.db), offset)?;
                    let ranges = versions::ranges(context, name, typed).into_iter();
                    ranges.map(quoted).collect()
                }
                ("requirements", "name") => fixed("metadata.json requirements"),
                ("operatingsystem_support", "operatingsystem") => {
                    fixed("metadata.json operatingsystem")
                }
                ("license", _) => fixed("metadata.json license"),
                _ => return None,
            }
        }
        YamlPosition::Interpolation(_) => return None,
    };
    Some((cursor.replace, items))
}

/// The name in the object that a cursor is in, by the text alone: incomplete JSON cannot be read.
fn name_around(text: &str, offset: TextSize) -> Option<&str> {
    let start = text.get(..usize::from(offset))?.rfind('{')?;
    let object = text.get(start..)?.split('}').next()?;
    let (_, value) = object.split_once("\"name\"")?;
    let value = value.trim_start().strip_prefix(':')?.trim_start();
    value.strip_prefix('"')?.split('"').next()
}

fn in_puppetfile(context: FileContext<'_>, offset: TextSize) -> CompletionsAt {
    let text = context.file.text(context.db);
    let before = text.get(..usize::from(offset))?;
    let statement = statement(before);
    let line = before.rsplit('\n').next()?;
    if line.trim_start().starts_with('#') {
        return None;
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_-/".contains(c);
    let start = before.rfind(|c| !is_word(c)).map_or(0, |at| at + 1);
    let range = |start: usize| {
        let start = TextSize::try_from(start).ok()?;
        Some(TextRange::new(start.min(offset), offset))
    };
    let keyword = |(word, about): &DocumentKey, kind| {
        let about = about.replace('`', "'");
        CompletionItem::new(word, kind).detail(about).rank(10)
    };
    let Some(arguments) = statement.strip_prefix("mod").map(str::trim_start) else {
        let is_start = statement.trim().chars().all(is_word);
        let words = Library.document_keys("Puppetfile").iter();
        let words = words.filter(|_| is_start);
        let items = words.map(|word| {
            let item = keyword(word, CompletionKind::Keyword);
            item.snippet(format!("{} '$1'", word.0))
        });
        return Some((range(start)?, items.collect()));
    };
    let arguments = arguments.strip_prefix('(').unwrap_or(arguments);
    let Some((named, rest)) = arguments.split_once(',') else {
        let quoted = arguments.strip_prefix(['\'', '"'])?;
        if quoted.contains(['\'', '"']) {
            return None;
        }
        let separator = if quoted.contains('/') { "/" } else { "-" };
        let names = names::free(context, quoted, offset).into_iter();
        let items = names.map(|it| it.item(it.name(separator)));
        return Some((range(start)?, items.collect()));
    };
    let argument = rest.rsplit(',').next().unwrap_or(rest).trim_start();
    if let Some(half) = argument.strip_prefix(['\'', '"'])
        && !rest.contains(',')
    {
        let name = named.trim().trim_matches(['\'', '"']);
        let is_version = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-';
        if !half.chars().all(is_version) {
            return None;
        }
        let items = versions::versions(context, name);
        return Some((range(offset_of(half, before))?, items));
    }
    if argument.contains(['\'', '"', '>']) || argument.trim_start_matches(':').contains([' ', ':'])
    {
        return None;
    }
    let keys = Library.document_keys("Puppetfile mod").iter();
    let free = keys.filter(|(key, _)| {
        let is_given = |form: &str| rest.contains(form);
        !is_given(&format!(":{key} ")) && !is_given(&format!("{key}: "))
    });
    let start = match before.get(..start) {
        Some(head) if head.ends_with(':') => start - 1,
        _ => start,
    };
    let items = free.map(|word| {
        let key = &word.0;
        CompletionItem {
            label: format!(":{key}"),
            ..keyword(word, CompletionKind::Parameter)
                .insert(format!(":{key} => "))
                .snippet(format!(":{key} => '$1'"))
        }
    });
    Some((range(start)?, items.collect()))
}

/// Where the end of a text starts.
fn offset_of(end: &str, text: &str) -> usize {
    text.len().saturating_sub(end.len())
}

/// The statement before a cursor: its line, with the lines before it that end with a comma.
fn statement(before: &str) -> &str {
    let mut start = before.len();
    loop {
        let above = before.get(..start).unwrap_or_default();
        let line = above.rfind('\n').map_or(0, |at| at + 1);
        let ends = before.get(..line).unwrap_or_default().trim_end();
        start = line;
        if !ends.ends_with(',') || line == 0 {
            break;
        }
        start = ends.len();
    }
    before.get(start..).unwrap_or_default().trim_start()
}

pub mod fixtures;
pub mod names;
pub mod versions;

#[cfg(test)]
mod tests;
