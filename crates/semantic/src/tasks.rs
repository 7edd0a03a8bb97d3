//! Tasks, by their descriptions: `tasks/restart.json`.

use std::sync::Arc;

use puppet_data::{DataValue, Scalar, ValueKind};
use puppet_db::{Db, File, FileKind};
use puppet_library::{DocumentKey, Library};
use puppet_text::TextRange;
use puppet_types::Type;
use puppet_types::read_text;

use crate::hiera::document::document_of;
use crate::index::file_origin::owner;
use crate::resolve::module_items::module_named;
use crate::resolve::name_resolver::NameResolver;

/// The keys in an object of a description, by the keys around it.
pub fn keys(path: &[&str]) -> &'static [DocumentKey] {
    Library.document_keys(match path {
        [] => "task",
        ["parameters", _] => "task parameter",
        ["implementations"] => "task implementation",
        _ => return &[],
    })
}

/// What a description says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Task {
    /// The description.
    pub description: Option<String>,
    /// The parameters in the order of the metadata.
    pub parameters: Vec<TaskParameter>,
}

/// A parameter of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskParameter {
    /// The name.
    pub name: String,
    /// As it is written; `Any` if it is not.
    pub ty: String,
    /// The description.
    pub description: Option<String>,
    /// The default value; a list or an object as it is written.
    pub default: Option<String>,
    /// Where the name stands.
    pub range: TextRange,
}

impl TaskParameter {
    /// Whether it must be given.
    pub fn is_required(&self) -> bool {
        self.default.is_none() && !self.ty.starts_with("Optional")
    }

    /// `name => Type = default`
    pub fn code(&self) -> String {
        let default = self.default.as_ref();
        let default = default.map_or_else(String::new, |it| format!(" = {it}"));
        format!("{} => {}{default}", self.name, self.ty)
    }
}

/// Whether a file describes a task.
pub fn is_task(db: &dyn Db, file: File) -> bool {
    file.kind(db) == FileKind::Task
}

/// The task of a name, as a file sees it.
pub fn task(db: &dyn Db, from: File, name: &str) -> Option<(File, Arc<Task>)> {
    let (module, task) = name.split_once("::").unwrap_or((name, "init"));
    let module = module_named(db, owner(db, from)?.environment, module)?;
    let path = format!("{}/tasks/{task}.json", module.root(db));
    let file = module.tasks(db).iter().find(|it| **it.path(db) == *path)?;
    Some((*file, described(db, *file)))
}

/// The type of a parameter of a task, as a file sees it; `None` if it cannot be read.
pub fn parameter_type(db: &dyn Db, from: File, parameter: &TaskParameter) -> Option<Type> {
    let names = NameResolver::new(db, owner(db, from)?.environment, from);
    read_text(&names, &parameter.ty).ok()
}

/// The metadata of a task.
#[salsa::tracked(returns(clone), lru = 128)]
pub fn described(db: &dyn Db, file: File) -> Arc<Task> {
    let document = document_of(db, file);
    let parameters = document
        .root
        .get("parameters")
        .and_then(DataValue::as_mapping);
    let source = |value: &DataValue| {
        let range = std::ops::Range::<usize>::from(value.range);
        file.text(db).get(range).unwrap_or_default().to_owned()
    };
    let default =
        |value: &DataValue| text(value, "default").or_else(|| value.get("default").map(source));
    let parameters = parameters
        .unwrap_or_default()
        .iter()
        .map(|entry| TaskParameter {
            name: entry.key.to_string(),
            ty: text(&entry.value, "type").unwrap_or_else(|| "Any".to_owned()),
            description: text(&entry.value, "description"),
            default: default(&entry.value),
            range: entry.key_range,
        });
    Arc::new(Task {
        description: text(&document.root, "description"),
        parameters: parameters.collect(),
    })
}

/// A value that is no list and no object, as a text.
fn text(value: &DataValue, key: &str) -> Option<String> {
    match &value.get(key)?.kind {
        ValueKind::Scalar(Scalar::String(text) | Scalar::Number(text) | Scalar::Other(_, text)) => {
            Some(text.to_string())
        }
        ValueKind::Scalar(Scalar::Boolean(value)) => Some(value.to_string()),
        ValueKind::Scalar(Scalar::Null) => Some("null".to_owned()),
        ValueKind::Sequence(_) | ValueKind::Mapping(_) => None,
    }
}
