//! Modules that a `metadata.json`, a `Puppetfile` or a `.fixtures.yml` names and that are not on disk. Nothing is known of
//! what they define, and nothing about it is reported: one hint for each says why, and what to install.

use puppet_db::{Db, File, FileKind, FilePlace, Module, ModuleOrigin};
use puppet_diagnostics::{Diagnostic, Place, Severity, declare_rule};
use puppet_project::metadata::{Dependency, Metadata, module_part};
use puppet_text::TextRange;
use smol_str::SmolStr;

use puppet_semantic::index::file_origin::{Role, owner, settings};
use puppet_semantic::index::module_dependencies::missing::declared_modules;
use puppet_semantic::resolve::module_items::module_named;

declare_rule! {
    /// A module of metadata.json, the Puppetfile or .fixtures.yml is not installed.
    pub MISSING_DEPENDENCY = {
        code: "M714", name: "missing-dependency",
        level: Hint, no_fix: "a module must be installed",
    }
}

/// Reports modules that a `metadata.json`, `Puppetfile` or `.fixtures.yml` names and that are not on disk.
pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    let Some(owner) = owner(db, file).filter(|_| file.problem(db).is_none()) else {
        return;
    };
    let is_own = |module: Module| module.origin(db) == ModuleOrigin::Workspace;
    match file.kind(db) {
        FileKind::Metadata if owner.module.is_some_and(is_own) => {
            for dependency in Metadata::parse(file.text(db)).dependencies {
                if let Some(name) = module_part(&dependency.name) {
                    let advice = advice(&dependency);
                    out.extend(diagnostic(db, file, name, dependency.range, &advice));
                }
            }
        }
        kind if owner.role == Role::Declares => {
            let advice = match kind {
                FileKind::Puppetfile => {
                    "Install the modules of the Puppetfile, for example with `r10k puppetfile install`"
                }
                _ => "Fetch the fixtures, for example with `rake spec_prep`",
            };
            for module in declared_modules(db, file) {
                out.extend(diagnostic(db, file, &module.name, module.range, advice));
            }
        }
        _ => {}
    }
}

/// The hint that a module is not installed; none if it is.
fn diagnostic(
    db: &dyn Db,
    file: File,
    name: &str,
    range: TextRange,
    advice: &str,
) -> Option<Diagnostic<FilePlace>> {
    let known = module_named(db, owner(db, file)?.environment, name);
    let what = match known.map(|module| module.origin(db)) {
        None => "its types, classes and functions cannot be checked",
        Some(ModuleOrigin::Stub | ModuleOrigin::OpenStub) => {
            "a bundled description of it is used instead"
        }
        Some(ModuleOrigin::PartialStub) => "only names of its functions and types are known",
        Some(_) => return None,
    };
    let message = format!("Module '{name}' is not installed: {what}");
    let diagnostic = Diagnostic::new(&MISSING_DEPENDENCY, Place::new(file, range), message);
    Some(diagnostic.with_help(advice))
}

fn advice(dependency: &Dependency) -> String {
    let name = dependency.name.replace('/', "-");
    let version = dependency
        .version_requirement
        .as_deref()
        .map_or_else(String::new, |range| format!(" --version '{range}'"));
    format!(
        "Install it beside this module, or into spec/fixtures/modules: `puppet module install {name}{version}`"
    )
}

/// The modules that one file declares as needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleList {
    /// A `Puppetfile`, `metadata.json` or `.fixtures.yml`.
    pub file: File,
    /// How many modules it declares.
    pub declared: usize,
    /// The names of those that are not installed and of which nothing is known, in the order of the file, each once.
    pub missing: Vec<SmolStr>,
    /// The same of those that the stub library describes.
    pub described: Vec<SmolStr>,
}

/// What a file declares as needed, and what of it is missing; none if it declares nothing, or the settings turn M714 off
/// for it.
#[must_use]
pub fn module_list(db: &dyn Db, file: File) -> Option<ModuleList> {
    let environment = owner(db, file)?.environment;
    let (settings, path) = (settings(db, file), file.path(db));
    let policy = settings.policy(path);
    let level = policy.severity(&MISSING_DEPENDENCY, Severity::Hint);
    if settings.excludes(path) || level.is_none() {
        return None;
    }
    let mut names: Vec<SmolStr> = Vec::new();
    for module in declared_modules(db, file) {
        if !names.contains(&module.name) {
            names.push(module.name);
        }
    }
    let declared = names.len();
    let (mut missing, mut described) = (Vec::new(), Vec::new());
    for name in names {
        match module_named(db, environment, &name) {
            None => missing.push(name),
            Some(module) if module.origin(db).is_stub() => described.push(name),
            Some(_) => {}
        }
    }
    (declared > 0).then_some(ModuleList {
        file,
        declared,
        missing,
        described,
    })
}
