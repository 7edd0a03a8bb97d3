//! The levels of the hierarchy, and their values for a key.

use puppet_convert::puppet_quote;
use puppet_data::{DataEntry, Scalar, ValueKind};
use puppet_db::{Db, Environment, File};
use puppet_semantic::hiera::document::document_of;
use puppet_semantic::hiera::lookup::{LookupResult, lookup_key};
use puppet_semantic::hiera::lookup_options::takes_first;
use puppet_text::TextRange;

use crate::context::IdeContext;
use crate::hiera::interpolation;
use crate::position::NavigationTarget;

/// Longer values are cut.
const LONGEST: usize = 60;

/// The value of a key in one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelValue {
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
    pub standing: LevelUse,
}

/// Whether Puppet uses a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LevelUse {
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
) -> (&'db LookupResult, Vec<LevelValue>) {
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
        Some(LevelValue {
            file: value.file,
            path: below.unwrap_or(path).to_owned(),
            name: value.level.to_string(),
            value: match (&entry.value.kind, source.map(str::trim)) {
                (ValueKind::Sequence(_) | ValueKind::Mapping(_), _) if resolved.is_none() => {
                    one_line(&in_puppet(&entry.value))
                }
                (_, None | Some("")) => "~".to_owned(),
                (_, Some(source)) => one_line(source),
            },
            resolved: resolved.as_deref().map(one_line),
            key: entry.key_range,
            entry: entry.key_range.cover(range),
            standing: match last {
                Some(last) if index > last => LevelUse::Never,
                _ if is_merged => LevelUse::Merged,
                _ if value.is_for_all => LevelUse::All,
                _ => LevelUse::Some,
            },
        })
    });
    (data, levels.collect())
}

impl LevelValue {
    /// The value that Hiera gives, as far as it is known.
    pub fn label(&self) -> &str {
        self.resolved.as_deref().unwrap_or(&self.value)
    }

    /// The range to navigate to.
    pub fn target(&self, context: IdeContext<'_>) -> NavigationTarget {
        NavigationTarget {
            file: context.files.id(context.db, self.file),
            full_range: self.entry,
            focus_range: self.key,
        }
    }
}

/// Data as Puppet code writes them: a list in YAML has no meaning on one line, and comments may stand in it.
fn in_puppet(value: &puppet_data::DataValue) -> String {
    match &value.kind {
        ValueKind::Scalar(Scalar::Null) => "undef".to_owned(),
        ValueKind::Scalar(Scalar::Boolean(value)) => value.to_string(),
        ValueKind::Scalar(Scalar::String(text)) => puppet_quote(text),
        ValueKind::Scalar(Scalar::Number(text) | Scalar::Other(_, text)) => text.clone(),
        ValueKind::Sequence(elements) => {
            let elements: Vec<String> = elements.iter().map(in_puppet).collect();
            format!("[{}]", elements.join(", "))
        }
        ValueKind::Mapping(entries) => {
            let entry =
                |it: &DataEntry| format!("{} => {}", puppet_quote(&it.key), in_puppet(&it.value));
            let entries: Vec<String> = entries.iter().map(entry).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

/// A text on one line, cut if it is long.
pub fn one_line(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
