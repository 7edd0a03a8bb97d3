//! The files that one node reads, in the hierarchies of an environment.

use puppet_db::Db;
use puppet_lookup::{Answer, Layer, LevelPlace, LevelStatus, LookupStop, TriedLevel};

use crate::hiera::hierarchy_tree::HierarchyLayer;

/// A key that no data has: each level is asked for it.
const NOWHERE: &str = "puppet_analyzer_hierarchy";

/// Leaves in the layers the files that a node reads, and adds those that it looks for and that are not there. `look_up` looks
/// a key up for the node; it gives none if that is not known.
pub fn keep_files_of_node(
    db: &dyn Db,
    layers: &mut [HierarchyLayer],
    look_up: &dyn Fn(&str) -> Option<Answer>,
) {
    for layer in layers {
        let key = match &layer.module {
            None => NOWHERE.to_owned(),
            Some(module) => format!("{module}::{NOWHERE}"),
        };
        let Some(answer) = look_up(&key) else {
            layer.unknown = Some("not all data are read".to_owned());
            continue;
        };
        layer.unknown = match answer.found {
            Err(LookupStop::Failed(error)) => Some(error.message),
            Err(LookupStop::Unknown(reason)) => Some(reason.to_string()),
            Err(LookupStop::NotFound) | Ok(_) => None,
        };
        keep_files(db, layer, &answer.levels);
    }
}

/// Leaves the files that were tried, and all of those levels of which that is not known.
fn keep_files(db: &dyn Db, layer: &mut HierarchyLayer, tried: &[TriedLevel]) {
    let module = layer.module.as_deref();
    let own: Vec<&TriedLevel> = tried.iter().filter(|level| is_of(level, module)).collect();
    let root = root_of(layer.config.path(db));
    for shown in &mut layer.levels {
        let Some(files) = &mut shown.files else {
            continue;
        };
        let tried = own
            .iter()
            .filter(|level| level.name.as_deref() == Some(&*shown.name));
        let tried: Vec<&&TriedLevel> = tried.collect();
        let is_unknown = tried
            .iter()
            .any(|level| level.status == LevelStatus::Unknown);
        if is_unknown || tried.is_empty() && layer.unknown.is_some() {
            continue;
        }
        let paths = tried
            .iter()
            .filter_map(|level| Some((path_of(level, root)?, level.status)));
        let paths: Vec<(String, LevelStatus)> = paths.collect();
        files.retain(|node| paths.iter().any(|(path, _)| **path == **node.file.path(db)));
        let missing = paths
            .into_iter()
            .filter(|it| it.1 == LevelStatus::PathMissing);
        shown.missing = missing.map(|(path, _)| path).collect();
    }
}

fn is_of(level: &TriedLevel, module: Option<&str>) -> bool {
    match &level.layer {
        Some(Layer::Environment) => module.is_none(),
        Some(Layer::Module(name)) => module == Some(&**name),
        _ => false,
    }
}

/// The folder of a file.
pub(crate) fn root_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(root, _)| root)
}

/// The path of the file that a level reads. Some lookups find modules by their names below one folder: `root` is the folder
/// that the module has.
pub(crate) fn path_of(level: &TriedLevel, root: &str) -> Option<String> {
    let LevelPlace::Path(path) = level.place.as_ref()? else {
        return None;
    };
    let in_module = match &level.layer {
        Some(Layer::Module(name)) => path.strip_prefix(&format!("/modules/{name}/")),
        _ => None,
    };
    Some(in_module.map_or_else(|| path.clone(), |rest| format!("{root}/{rest}")))
}
