//! The files that one node reads.

use std::io::{self, Write as _};
use std::path::Path;

use puppet_db::Environment;
use puppet_lookup::{
    Layer, Level, LevelPlace, LookupSettings, OpenTypes, Question, Session, Sources, Status,
};
use puppet_project::fs::Disk;
use puppet_project::lookup::LookupFiles;

use super::{HieraOptions, ShownFile, ShownLayer, TreeReader};
use crate::lookup::{environment_of, read_node};

/// A key that no data has: each level is asked for it.
const NOWHERE: &str = "puppet_analyzer_hierarchy";

/// Leaves in the tree the files that a node reads, and adds those that it looks for and that are not there.
pub(super) fn keep_files_of_node(
    tree: &TreeReader<'_>,
    environment: Environment,
    options: &HieraOptions,
    layers: &mut [ShownLayer],
) -> io::Result<()> {
    let root = Path::new(&**environment.root(tree.db));
    let node = read_node(options.node.as_deref(), options.facts.as_deref(), root)?;
    let sources = Sources::new(Box::new(LookupFiles(Disk)));
    let environment = environment_of(None, None, tree.here, root);
    let settings = LookupSettings {
        working_directory: tree.here.path().to_string_lossy().into_owned(),
        ..LookupSettings::default()
    };
    for layer in layers {
        let key = match &layer.module {
            None => NOWHERE.to_owned(),
            Some(module) => format!("{module}::{NOWHERE}"),
        };
        let question = Question {
            key,
            ..Question::default()
        };
        let session = Session::new(&sources, &environment, &settings, &node, &OpenTypes);
        let answer = session.look_up(&question);
        let own: Vec<&Level> = answer
            .levels
            .iter()
            .filter(|level| is_of(level, layer.module.as_deref()))
            .collect();
        let mut unknown = own.iter().filter(|level| level.status == Status::Unknown);
        if let Some(level) = unknown.next() {
            let reason = level.reason.as_deref().unwrap_or_default();
            let config = &layer.config;
            writeln!(
                io::stderr(),
                "unknown: which files of {config} the node reads: {reason}"
            )?;
            continue;
        }
        for shown in &mut layer.levels {
            let tried = own
                .iter()
                .filter(|level| level.name.as_deref() == Some(&*shown.name));
            let paths: Vec<(String, Status)> = tried
                .filter_map(|level| match &level.place {
                    Some(LevelPlace::Path(path)) => Some((tree.path(path), level.status)),
                    _ => None,
                })
                .collect();
            if let Some(files) = &mut shown.files {
                files.retain(|file| paths.iter().any(|(path, _)| *path == file.path));
                let missing = paths.iter().filter(|it| it.1 == Status::PathMissing);
                files.extend(missing.map(|(path, _)| ShownFile {
                    path: path.clone(),
                    keys: None,
                    unused: None,
                }));
            }
        }
    }
    Ok(())
}

fn is_of(level: &Level, module: Option<&str>) -> bool {
    match &level.layer {
        Some(Layer::Environment) => module.is_none(),
        Some(Layer::Module(name)) => module == Some(&**name),
        _ => false,
    }
}
