//! Real modules, where they are installed: everything that they define is found under its name.

use std::collections::BTreeMap;
use std::path::PathBuf;

use puppet_db::RootDatabase;
use puppet_db::{Environment, File, FileKind};
use puppet_project::ProjectInputs;
use puppet_project::fs::Disk;
use puppet_semantic::index::item_tree::items;
use puppet_semantic::resolve::module_items::{Resolution, resolve};

/// Where distributions install modules.
pub(crate) const MODULES: &str = "/usr/share/puppet/modules";

/// The modules, unless there are none.
pub(crate) fn installed() -> Option<(RootDatabase, ProjectInputs, Environment)> {
    let path = PathBuf::from(MODULES);
    if !path.is_dir() {
        return None;
    }
    let (db, inputs) = ProjectInputs::open(&Disk, &path);
    let environment = *db.environments().first()?;
    Some((db, inputs, environment))
}

#[test]
fn each_definition_resolves_from_every_other_module() {
    let Some((db, inputs, environment)) = installed() else {
        return;
    };
    let users: Vec<File> = environment
        .modules(&db)
        .iter()
        .filter_map(|module| module.files(&db).first().copied())
        .collect();
    let mut count = BTreeMap::new();
    let mut lost = Vec::new();
    for (path, file) in inputs
        .files()
        .filter(|(_, file)| file.kind(&db) == FileKind::Manifest)
    {
        let is_autoloaded = ["/manifests/", "/functions/", "/types/", "/plans/"]
            .iter()
            .any(|part| path.contains(part));
        // What the tests of a module need is for that module alone.
        let is_apart = ["/examples/", "/tests/", "/spec/fixtures/"]
            .iter()
            .any(|part| path.contains(part));
        if !is_autoloaded || is_apart {
            continue;
        }
        for item in items(&db, file) {
            *count.entry(item.kind).or_insert(0_u32) += 1;
            let is_found = |user: &File| {
                matches!(
                    resolve(&db, environment, *user, item.kind, &item.name),
                    Resolution::Found(found) if found.file == file
                )
            };
            if !users.iter().all(is_found) {
                lost.push(format!("{:?} {} of {path}", item.kind, item.name));
            }
        }
    }
    assert!(count.values().sum::<u32>() > 1_000, "{count:?}");
    lost.retain(|definition| !MISPLACED.contains(&&**definition));
    assert_eq!(lost, Vec::<String>::new(), "{count:?}");
}

/// Definitions that Puppet does not find either: the package has the module `augeas` in a directory of another name, and
/// Puppet knows modules by their directories.
const MISPLACED: [&str; 5] = [
    "Class augeas of /usr/share/puppet/modules/augeas_core/manifests/init.pp",
    "Class augeas::files of /usr/share/puppet/modules/augeas_core/manifests/files.pp",
    "Class augeas::packages of /usr/share/puppet/modules/augeas_core/manifests/packages.pp",
    "Class augeas::params of /usr/share/puppet/modules/augeas_core/manifests/params.pp",
    "DefinedType augeas::lens of /usr/share/puppet/modules/augeas_core/manifests/lens.pp",
];
