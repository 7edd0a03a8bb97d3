//! The values that code has on the chosen node, in words.

use std::sync::Arc;

use puppet_catalog::{ObservedFile, ObservedKind, ObservedValue, UnusedBranch};
use puppet_db::{Environment, FileKind};
use puppet_eval::Traced;
use puppet_lookup::{Layer, LevelPlace, LevelStatus, LookupOrigin, LookupStop, TriedLevel};
use puppet_nodes::{ChosenNode, ObservedSource};
use puppet_semantic::index::file_origin::{Role, owner};
use puppet_semantic::target_versions::oldest_target;
use puppet_types::{BuiltinContext, Value};

use crate::context::{FileContext, IdeContext};

/// Longer texts of values are cut.
const MAX_TEXT: usize = 160;

/// More levels than these are not named.
const MAX_LEVELS: usize = 4;

/// What the expressions of a manifest are on the chosen node; none without one.
#[must_use]
pub fn observed(context: FileContext<'_>) -> Option<Arc<ObservedFile>> {
    context.node?.observed(context.db, source(context)?)
}

/// The branches of a manifest that the chosen node does not use; after an edit they may be those from before.
#[must_use]
pub fn unused(context: FileContext<'_>) -> Vec<UnusedBranch> {
    match context.node.zip(source(context)) {
        Some((node, source)) => node.unused(context.db, source),
        None => Vec::new(),
    }
}

/// Evaluates a manifest for the chosen node after an edit. Returns whether other branches are unused then.
#[must_use]
pub fn refresh(context: FileContext<'_>) -> bool {
    let source = context.node.zip(source(context));
    source.is_some_and(|(node, source)| node.refresh(context.db, source))
}

fn source(context: FileContext<'_>) -> Option<ObservedSource> {
    if context.file.kind(context.db) != FileKind::Manifest {
        return None;
    }
    let owner = owner(context.db, context.file)?;
    let is_site = match owner.role {
        Role::Site => true,
        Role::Module => false,
        _ => return None,
    };
    Some(ObservedSource {
        file: context.file,
        environment: owner.environment,
        is_site,
        target: oldest_target(context.db, context.file),
    })
}

/// A value of a file as Markdown: which node, which value, and why. `parameter` is the key in Hiera of a variable that is a
/// parameter of its class.
#[must_use]
pub fn describe(
    context: FileContext<'_>,
    observed: &ObservedValue,
    parameter: Option<&str>,
) -> Option<String> {
    let node = context.node?;
    let title = node.chosen().title();
    let value = match &observed.value {
        Traced::Value(value) => code_span(&value_text(value)),
        Traced::Several => "several values".to_owned(),
        Traced::Unknown => "not known".to_owned(),
    };
    let is_known = match observed.value {
        Traced::Value(_) => Some(true),
        Traced::Unknown => Some(false),
        Traced::Several => None,
    };
    let reason = is_known.and_then(|is_known| match &observed.kind {
        ObservedKind::Fact(_) if is_known => origin_of_facts(context, node.chosen()),
        ObservedKind::Fact(_) => Some("no fact set tells this fact".to_owned()),
        ObservedKind::Parameter(key) => origin_of_parameter(context, key, is_known),
        ObservedKind::Variable(_) => origin_of_parameter(context, parameter?, is_known),
        ObservedKind::Lookup(Some(key)) => origin_of_data(context, key, false),
        _ => None,
    });
    let reason = reason
        .map(|reason| format!(" ({reason})"))
        .unwrap_or_default();
    Some(format!("*On {title}*: {value}{reason}"))
}

/// Where the value of a class parameter is from, or why it is not known.
fn origin_of_parameter(context: FileContext<'_>, key: &str, is_known: bool) -> Option<String> {
    let by_default = || is_known.then(|| "by default".to_owned());
    origin_of_data(context, key, true).or_else(by_default)
}

/// The text of a value, on one line. What is secret is not shown.
#[must_use]
pub fn value_text(value: &Value) -> String {
    if is_secret(value) {
        return "Sensitive [value redacted]".to_owned();
    }
    let text = puppet_convert::literal_form(&BuiltinContext, value).replace('\n', " ");
    match text.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

fn is_secret(value: &Value) -> bool {
    match value {
        Value::Sensitive(_) => true,
        Value::Array(items) => items.iter().any(is_secret),
        Value::Hash(entries) => entries.iter().any(|(_, value)| is_secret(value)),
        _ => false,
    }
}

pub(crate) fn code_span(text: &str) -> String {
    format!("`{}`", text.replace('`', "'"))
}

fn origin_of_facts(context: FileContext<'_>, chosen: &ChosenNode) -> Option<String> {
    match chosen {
        ChosenNode::Name(_) => None,
        ChosenNode::System(_) => Some("as on every such system".to_owned()),
        ChosenNode::FactSet { path, .. } => {
            let root = owner(context.db, context.file)?
                .environment
                .root(context.db);
            Some(format!("from {}", relative(path, root)))
        }
    }
}

/// The levels of data that give a value, or why that is not known; none if it is not from data.
fn origin_of_data(context: FileContext<'_>, key: &str, is_automatic: bool) -> Option<String> {
    let source = source(context)?;
    let place = (source.environment, source.target);
    let answer = context
        .node?
        .look_up(context.db, place, key, is_automatic)?;
    match answer.found {
        Ok(Some(found)) if found.origin == LookupOrigin::Data => {}
        Err(LookupStop::Unknown(reason)) => return Some(reason.into()),
        _ => return None,
    }
    let used = answer
        .levels
        .iter()
        .filter(|it| it.status == LevelStatus::Found);
    let mut places: Vec<String> = used
        .filter_map(|level| place_of(*context, source.environment, level))
        .collect();
    if places.len() > MAX_LEVELS {
        places.truncate(MAX_LEVELS);
        places.push("…".to_owned());
    }
    Some(format!("from {}", places.join(", ")))
}

fn place_of(
    context: IdeContext<'_>,
    environment: Environment,
    level: &TriedLevel,
) -> Option<String> {
    let path = match level.place.as_ref()? {
        LevelPlace::Uri(uri) => return Some(uri.clone()),
        LevelPlace::Path(path) => path,
    };
    let path = match &level.layer {
        // Lookups find modules by their names below one folder.
        Some(Layer::Module(name)) => path
            .strip_prefix(&format!("/modules/{name}/"))
            .map(|rest| format!("{rest} of the module {name}")),
        _ => None,
    }
    .unwrap_or_else(|| relative(path, environment.root(context.db)).to_owned());
    Some(match (level.line, &level.name) {
        (Some(line), Some(name)) => format!("line {line} of {path}, level “{name}”"),
        (Some(line), None) => format!("line {line} of {path}"),
        (None, _) => path,
    })
}

/// A path below a folder without the folder.
pub(crate) fn relative<'a>(path: &'a str, root: &str) -> &'a str {
    let rest = path.strip_prefix(root);
    rest.map_or(path, |rest| rest.trim_start_matches('/'))
}
