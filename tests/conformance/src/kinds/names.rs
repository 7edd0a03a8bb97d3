//! Kind `names`: the whole checker finds the definitions that Puppet found in a file of a module under their names,
//! from every other module.
//!
//! The cases are those of the kind `corpus`: the names are Puppet's, not those of our own parser. Examples and fixtures of
//! tests have names that no other module sees. Nodes have no name that others could use: they are looked up among the
//! nodes of their file.

use std::cell::OnceCell;
use std::fs;
use std::ops::Range;
use std::path::Path;

use puppet_db::Environment;
use puppet_hir::model::BodyOwner;
use puppet_project::ProjectInputs;
use puppet_project::fs::Disk;
use puppet_db::RootDatabase;
use puppet_semantic::index::item_tree::ItemKind;
use puppet_semantic::resolve::module_items::{Resolution, resolve};
use puppet_syntax::Entry;
use serde_json::{Map, Value, json};

use crate::case::Case;
use crate::kinds::corpus::module_folder;
use crate::kinds::{CaseAnswer, CaseKind};

/// The kind `names`.
pub struct Names;

/// The folders of a module in which Puppet looks for names.
const AUTOLOADED: [&str; 4] = ["functions/", "manifests/", "plans/", "types/"];

impl CaseKind for Names {
    fn name(&self) -> &'static str {
        "names"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        let (module, file) = place(case);
        let path = module_folder(&case.corpus, module).join(file);
        let expected = case.expect.as_array().map(Vec::as_slice);
        MODULES.with(|modules| {
            let modules = modules.get_or_init(|| Modules::read(&case.corpus));
            let answers = expected.unwrap_or_default().iter();
            CaseAnswer::Json(answers.map(|it| modules.answer(&path, it)).collect())
        })
    }

    fn is_here(&self, case: &Case) -> bool {
        let (module, file) = place(case);
        module_folder(&case.corpus, module).join(file).is_file()
    }
}

fn place(case: &Case) -> (&str, &str) {
    let text = |field| case.text(field).unwrap_or_default();
    (text("module"), text("file"))
}

/// What has to be found of a file of the corpus; `None` if it defines nothing that has a name.
pub fn expected(fields: &Map<String, Value>) -> Option<Value> {
    let file = fields.get("file")?.as_str()?;
    let is_seen = AUTOLOADED.iter().any(|folder| file.starts_with(folder));
    let definitions = fields.get("definitions")?.as_array()?.iter();
    let names: Vec<Value> = definitions
        .filter_map(|it| match it["kind"].as_str()? {
            "epp" => None,
            "node" => Some(found(it, &it["matches"], true)),
            _ => is_seen.then(|| found(it, &it["name"], true)),
        })
        .collect();
    (!names.is_empty()).then(|| names.into())
}

fn found(definition: &Value, name: &Value, is_found: bool) -> Value {
    json!({"kind": definition["kind"], "name": name, "found": is_found})
}

/// All modules, as the checker sees them.
struct Modules {
    db: RootDatabase,
    inputs: ProjectInputs,
    environment: Option<Environment>,
}

thread_local! {
    static MODULES: OnceCell<Modules> = const { OnceCell::new() };
}

impl Modules {
    fn read(root: &Path) -> Self {
        let (db, inputs) = ProjectInputs::open(&Disk, root);
        let environment = db.environments().first().copied();
        Self {
            db,
            inputs,
            environment,
        }
    }

    /// A definition of a file, and whether it is found.
    fn answer(&self, path: &Path, definition: &Value) -> Value {
        let name = &definition["name"];
        let is_found = match definition["kind"].as_str().and_then(item_kind) {
            Some(kind) => self.is_seen(path, kind, name.as_str().unwrap_or_default()),
            None => nodes(path).contains(name),
        };
        found(definition, name, is_found)
    }

    /// Whether each module finds the definition of this file under the name.
    fn is_seen(&self, path: &Path, kind: ItemKind, name: &str) -> bool {
        let file = path.to_str().and_then(|path| self.inputs.file(path));
        let (Some(environment), Some(file)) = (self.environment, file) else {
            return false;
        };
        let modules = environment.modules(&self.db).iter();
        let mut users = modules.filter_map(|module| module.files(&self.db).first());
        users.all(|user| match resolve(&self.db, environment, *user, kind, name) {
            Resolution::Found(found) => found.file == file,
            Resolution::Absent | Resolution::Unknown => false,
        })
    }
}

/// The hosts of each node of a file, as they are written.
fn nodes(path: &Path) -> Vec<Value> {
    let source = fs::read_to_string(path).unwrap_or_default();
    let (program, map) = puppet_hir::lower(&puppet_syntax::parse(&source, Entry::Manifest));
    let nodes = program.bodies().filter_map(|(id, body)| {
        let BodyOwner::Node { host_matches, .. } = body.definition() else {
            return None;
        };
        let hosts = host_matches.iter().map(|host| {
            let span = map.expr(id, *host)?;
            source.get(Range::<usize>::from(span.reported))
        });
        Some(hosts.map(Option::unwrap_or_default).collect())
    });
    nodes.collect()
}

fn item_kind(kind: &str) -> Option<ItemKind> {
    Some(match kind {
        "class" => ItemKind::Class,
        "define" => ItemKind::DefinedType,
        "function" => ItemKind::Function,
        "plan" => ItemKind::Plan,
        "type" => ItemKind::TypeAlias,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use serde_json::json;

    use super::Modules;

    /// The corpus has neither plans nor nodes with several hosts.
    #[test]
    fn plans_and_nodes_are_found() {
        let root = env::temp_dir().join(format!("puppet-names-{}", process::id()));
        let files = [
            ("web/plans/deep/run.pp", "plan web::deep::run() {}"),
            ("web/manifests/nodes.pp", "node 'a', /b+/, default {}"),
            ("web/manifests/init.pp", "class web {}"),
            ("dns/manifests/init.pp", "class dns {}"),
        ];
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let modules = Modules::read(&root);
        for (path, kind, name, found) in [
            ("web/plans/deep/run.pp", "plan", json!("web::deep::run"), true),
            ("web/plans/deep/run.pp", "plan", json!("web::run"), false),
            ("web/manifests/init.pp", "class", json!("web"), true),
            ("dns/manifests/init.pp", "class", json!("web"), false),
            ("web/manifests/nodes.pp", "node", json!(["'a'", "/b+/", "default"]), true),
            ("web/manifests/nodes.pp", "node", json!(["'a'"]), false),
        ] {
            let asked = json!({ "kind": kind, "name": name });
            let answer = modules.answer(&root.join(path), &asked);
            assert_eq!(answer["found"], json!(found), "{kind} {name}");
        }
        fs::remove_dir_all(root).expect("our folder");
    }
}
