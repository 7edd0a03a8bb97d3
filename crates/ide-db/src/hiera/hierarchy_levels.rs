//! The levels of the hierarchy, and their values for a key.

use puppet_db::{Db, Environment, File};
use puppet_semantic::hiera::document::document_of;
use puppet_semantic::hiera::lookup::{LookupResult, lookup_key};
use puppet_semantic::hiera::lookup_options::takes_first;
use puppet_text::TextRange;

use crate::context::Context;
use crate::hiera::interpolation;
use crate::position::NavigationTarget;

/// Longer values are cut.
const LONGEST: usize = 60;

/// More levels than this are only counted.
const MAX_SHOWN: usize = 12;

/// The value of a key in one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// The data file.
    pub file: File,
    /// The path of the file from the directory of the environment.
    pub path: String,
    /// The name of the level.
    pub name: String,
    /// The value as in the source, on one line.
    pub value: String,
    /// The same with the values of other keys in place of `%{lookup('key')}`, where that is something else.
    pub resolved: Option<String>,
    /// The place of the key.
    pub key: TextRange,
    /// The key with its value.
    pub entry: TextRange,
    /// Whether the level takes part in the lookup.
    pub standing: LevelStatus,
}

/// Whether Puppet uses a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LevelStatus {
    /// For every node that gets so far.
    All,
    /// For the nodes of the level.
    Some,
    /// Together with the others.
    Merged,
    /// Never: a level before always has a value.
    Never,
}

/// The levels that have a value for a key, in the order in which Hiera looks at them.
pub fn levels<'db>(
    db: &'db dyn Db,
    environment: Environment,
    key: &str,
) -> (&'db LookupResult, Vec<Level>) {
    let data = lookup_key(db, environment, key.into());
    let last = data.last_used();
    let merges = data.options.merge.as_deref();
    let is_merged = merges.is_some_and(|merge| !takes_first(merge));
    let root = environment.root(db);
    let values = data.values.iter().enumerate();
    let levels = values.filter_map(|(index, value)| {
        let document = document_of(db, value.file);
        let mut entries = document.entries().iter().rev();
        let entry = entries.find(|entry| entry.key == key)?;
        let resolved = interpolation::value(db, environment, value.file, key, &entry.value);
        let text = value.file.text(db);
        let range = entry.value.range;
        let source = text.get(usize::from(range.start())..usize::from(range.end()));
        let path = value.file.path(db);
        let below = path
            .strip_prefix(&**root)
            .map(|path| path.trim_start_matches('/'));
        Some(Level {
            file: value.file,
            path: below.unwrap_or(path).to_owned(),
            name: value.level.to_string(),
            value: match source.map(str::trim) {
                None | Some("") => "~".to_owned(),
                Some(source) => one_line(source),
            },
            resolved: resolved.as_deref().map(one_line),
            key: entry.key_range,
            entry: entry.key_range.cover(range),
            standing: match last {
                Some(last) if index > last => LevelStatus::Never,
                _ if is_merged => LevelStatus::Merged,
                _ if value.is_for_all => LevelStatus::All,
                _ => LevelStatus::Some,
            },
        })
    });
    (data, levels.collect())
}

impl Level {
    /// The value that Hiera gives, as far as it is known.
    pub fn label(&self) -> &str {
        self.resolved.as_deref().unwrap_or(&self.value)
    }

    /// The range to navigate to.
    pub fn target(&self, context: Context<'_>) -> NavigationTarget {
        NavigationTarget {
            file: context.files.id(context.db, self.file),
            full_range: self.entry,
            focus_range: self.key,
        }
    }
}

/// A section of a hover about the values of a key, as Markdown; nothing if there are none.
pub fn markdown(db: &dyn Db, environment: Environment, key: &str) -> Option<String> {
    let (data, levels) = levels(db, environment, key);
    if levels.is_empty() {
        return None;
    }
    let mut lines = vec![match (&data.options.merge, &data.options.convert_to) {
        (None, None) => "*From Hiera*".to_owned(),
        (merge, convert) => {
            let merge = merge.as_ref().map(|merge| format!("merge: {merge}"));
            let convert = convert.as_ref().map(|to| format!("convert_to: {to}"));
            let options: Vec<String> = merge.into_iter().chain(convert).collect();
            format!("*From Hiera* ({})", options.join(", "))
        }
    }];
    lines.push(String::new());
    for level in levels.iter().take(MAX_SHOWN) {
        let value = in_code(level.label());
        let source = match level.resolved {
            Some(_) => format!(" ({} in the file)", in_code(&level.value)),
            None => String::new(),
        };
        let remark = match level.standing {
            LevelStatus::Never => ", never used",
            LevelStatus::Some => ", for some nodes",
            LevelStatus::All | LevelStatus::Merged => "",
        };
        let name = match level.name.is_empty() {
            true => String::new(),
            false => format!(" ({})", level.name),
        };
        lines.push(format!(
            "- {value}{source} from {}{name}{remark}",
            level.path
        ));
    }
    if levels.len() > MAX_SHOWN {
        lines.push(format!("- and {} more", levels.len() - MAX_SHOWN));
    }
    Some(lines.join("\n"))
}

fn in_code(text: &str) -> String {
    format!("`{}`", text.replace('`', "'"))
}

/// A text on one line, cut if it is long.
pub fn one_line(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

/// A short text about the values of a key, for a hint: the value that every node gets, or how many there are.
pub fn summary(db: &dyn Db, environment: Environment, key: &str) -> Option<String> {
    let (_, levels) = levels(db, environment, key);
    let mut used = levels.iter().filter(|it| it.standing != LevelStatus::Never);
    let first = used.next()?;
    let others = used.count();
    Some(match (first.standing, others) {
        (LevelStatus::Merged, 1..) => {
            format!("merged from {} files of data", others + 1)
        }
        (_, 0) => format!("{} from {}", first.label(), first.path),
        (_, 1) => format!("{} from {} or another", first.label(), first.path),
        (_, others) => format!("{} from {} or {others} others", first.label(), first.path),
    })
}
