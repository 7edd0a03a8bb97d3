//! Kind `compile`: compilation of a manifest on an operating system, and the position of a failure.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use puppet_catalog::{DataSources, CompileFailure, ModuleSet, Request, STACK_SIZE, System, CompileVerdict, compile};
use puppet_eval::{Strict, PuppetVersion};
use puppet_lookup::{Files, LookupSettings};
use puppet_project::fs::Disk;
use puppet_project::lookup::LookupFiles;
use serde_json::{Value, json};

use crate::case::Case;
use crate::kinds::{CaseAnswer, CaseKind};
use crate::options;

/// The kind `compile`.
pub struct Compile;

impl CaseKind for Compile {
    fn name(&self) -> &'static str {
        "compile"
    }

    fn is_here(&self, case: &Case) -> bool {
        let module = case.text("module").unwrap_or_default();
        case.corpus.join(module).is_dir()
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        let Some(system) = case.text("facts").and_then(System::find) else { return CaseAnswer::NotImplemented };
        let target = match case.target {
            options::CaseTarget::Puppet7 => PuppetVersion::V7,
            options::CaseTarget::Puppet8 => PuppetVersion::V8,
        };
        let (modules, data) = modules_in(&case.corpus);
        let node = system.node(target);
        let code = case.text("code").unwrap_or_default();
        let request = Request { code, subjects: &[], node: &node, target, strict: Strict::Error };
        let verdict = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK_SIZE);
            let running = thread.spawn_scoped(scope, || compile(&modules, &data, &request));
            running.ok().and_then(|running| running.join().ok())
        });
        match verdict {
            Some(verdict) => CaseAnswer::Json(json_of(&verdict, &case.corpus)),
            None => CaseAnswer::NotImplemented,
        }
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        let place = |answer: &Value| {
            let error = answer.get("error");
            let part = |name: &str| error.and_then(|it| it.get(name)).cloned().unwrap_or_default();
            (part("file"), part("line"))
        };
        let says = |answer: &Value| match answer.get("ok") {
            Some(Value::Bool(true)) => "compiles".to_owned(),
            Some(Value::Bool(false)) => {
                let (file, line) = place(answer);
                format!("fails at {file}:{line}: {}", answer["error"]["message"])
            }
            _ => format!("is not known: {}", answer["unknown"]),
        };
        if case.expect.get("ok") == ours.get("ok") && place(&case.expect) == place(ours) {
            return Vec::new();
        }
        vec![format!("it {}, in Puppet it {}", says(ours), says(&case.expect))]
    }
}

/// All modules of a folder, read once.
fn modules_in(folder: &Path) -> (Arc<ModuleSet>, Arc<DataSources>) {
    type Known = HashMap<std::path::PathBuf, (Arc<ModuleSet>, Arc<DataSources>)>;
    static FOLDERS: Mutex<Option<Known>> = Mutex::new(None);
    let mut folders = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = folders.get_or_insert_default();
    let (modules, data) = known.entry(folder.to_owned()).or_insert_with(|| {
        let files: Arc<dyn Files> = Arc::new(LookupFiles(Disk));
        let folder = folder.to_string_lossy();
        let names = files.list(&folder).into_iter().filter(|entry| entry.is_folder);
        let roots: BTreeMap<String, String> =
            names.map(|entry| (entry.name.clone(), format!("{folder}/{}", entry.name))).collect();
        let modules = Arc::new(ModuleSet::new(files, roots, true));
        let data = Arc::new(DataSources::new(&modules, None, LookupSettings::default()));
        (modules, data)
    });
    (Arc::clone(modules), Arc::clone(data))
}

fn json_of(verdict: &CompileVerdict, root: &Path) -> Value {
    let root = format!("{}/", root.display());
    let failure = |failure: &CompileFailure| {
        let file = match (&failure.file, &failure.position) {
            (Some(path), _) => Some(path.strip_prefix(&root).unwrap_or(path).to_owned()),
            (None, Some(_)) => Some("main.pp".to_owned()),
            (None, None) => None,
        };
        let mut error = json!({"message": failure.message});
        if let Some(file) = file {
            error["file"] = file.into();
        }
        if let Some(position) = &failure.position {
            error["line"] = position.line.into();
        }
        if let Some(issue) = failure.issue {
            error["issue"] = issue.into();
        }
        error
    };
    match verdict {
        CompileVerdict::Compiles => json!({"ok": true}),
        CompileVerdict::Fails(error) => json!({"ok": false, "error": failure(error)}),
        CompileVerdict::Unknown(reasons) => {
            json!({"ok": null, "unknown": reasons.iter().map(failure).collect::<Vec<_>>()})
        }
    }
}
