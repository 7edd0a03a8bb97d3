//! The keys of a data file, and what each of them gives to the chosen node.

use puppet_checks_hiera::hiera_unused_key::unused_keys;
use puppet_db::FileKind;
use puppet_lookup::{Answer, LevelStatus, LookupStop, TriedLevel};
use puppet_semantic::hiera::document::document_of;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::target_versions::oldest_target;
use puppet_text::TextRange;

use crate::context::FileContext;
use crate::hiera::node_files::path_of;
use crate::node_values::{code_span, relative, value_text};

/// A key of a data file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataKey {
    /// The key.
    pub key: String,
    /// Where it is written.
    pub range: TextRange,
    /// Whether it is known that nothing looks it up.
    pub is_unused: bool,
    /// What it gives to the chosen node; none without one.
    pub on_node: Option<KeyOnNode>,
}

/// What a key of a file gives to a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyOnNode {
    /// The value.
    Used(String),
    /// A part of the value, which is merged.
    Merged(String),
    /// Nothing: a file before it has the key, too.
    Overridden(String),
    /// Nothing: the node does not read the file, or does not look the key up there.
    NotRead,
    /// It is not known, and why.
    Unknown(String),
}

/// The keys of a data file in their order; none for other files.
#[must_use]
pub fn data_keys(context: FileContext<'_>) -> Vec<DataKey> {
    let db = context.db;
    if context.file.kind(db) != FileKind::Data {
        return Vec::new();
    }
    let unused = unused_keys(db, context.file).unwrap_or_default();
    let document = document_of(db, context.file);
    let keys = document.entries().iter().map(|entry| DataKey {
        key: entry.key.clone(),
        range: entry.key_range,
        is_unused: unused.contains(&entry.key_range),
        on_node: on_node(context, &entry.key),
    });
    keys.collect()
}

/// What a key of a data file gives to the chosen node, as Markdown; none without one.
#[must_use]
pub fn describe(context: FileContext<'_>, key: &str) -> Option<String> {
    let title = context.node?.chosen().title();
    let effect = match on_node(context, key)? {
        KeyOnNode::Used(value) => code_span(&value),
        KeyOnNode::Merged(value) => format!("{}, a part of the value", code_span(&value)),
        KeyOnNode::Overridden(path) => format!("overridden by {path}"),
        KeyOnNode::NotRead => "not read".to_owned(),
        KeyOnNode::Unknown(reason) => format!("not known ({reason})"),
    };
    Some(format!("*On {title}*: {effect}"))
}

fn on_node(context: FileContext<'_>, key: &str) -> Option<KeyOnNode> {
    let (db, node) = (context.db, context.node?);
    if key == "lookup_options" {
        return None;
    }
    let owner = owner(db, context.file)?;
    let (environment, target) = (owner.environment, oldest_target(db, context.file));
    let quote = if key.contains('\'') { '"' } else { '\'' };
    let quoted = format!("{quote}{key}{quote}");
    let answer = node.look_up(db, (environment, target), &quoted, false)?;
    let root = owner.module.map_or(environment.root(db), |it| it.root(db));
    let shown = |level: &TriedLevel| {
        let path = path_of(level, root).unwrap_or_default();
        relative(&path, environment.root(db)).to_owned()
    };
    Some(effect(
        &answer,
        relative(context.file.path(db), environment.root(db)),
        shown,
    ))
}

/// What an answer says of the key in a file.
fn effect(answer: &Answer, file: &str, path: impl Fn(&TriedLevel) -> String) -> KeyOnNode {
    let found: Vec<&TriedLevel> = answer
        .levels
        .iter()
        .filter(|level| level.status == LevelStatus::Found)
        .collect();
    match &answer.found {
        Err(LookupStop::Failed(error)) => return KeyOnNode::Unknown(error.message.clone()),
        Err(LookupStop::Unknown(reason)) => return KeyOnNode::Unknown(reason.to_string()),
        Err(LookupStop::NotFound) | Ok(_) => {}
    }
    let own = found.iter().find(|level| path(level) == file);
    match (own, found.first()) {
        (Some(level), _) => {
            let value = level.value.as_ref().map(value_text).unwrap_or_default();
            match found.len() {
                1 => KeyOnNode::Used(value),
                _ => KeyOnNode::Merged(value),
            }
        }
        (None, Some(first)) => KeyOnNode::Overridden(path(first)),
        (None, None) => KeyOnNode::NotRead,
    }
}
