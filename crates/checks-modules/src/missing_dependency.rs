//! Modules that a `metadata.json`, a `Puppetfile` or a `.fixtures.yml` names and that are not on disk. Nothing is known of
//! what they define, and nothing about it is reported: one hint says why, and what to install.

use puppet_db::{Db, File, FileKind, FilePlace, Module, ModuleOrigin};
use puppet_diagnostics::{Diagnostic, Place, Severity, declare_rule};
use puppet_project::metadata::{Dependency, Metadata, module_part};
use puppet_text::TextRange;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use puppet_semantic::display_name::bounded;
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

/// So many modules have a related place.
const MAX_RELATED: usize = 20;

/// How to install what a `metadata.json` names.
const INSTALL_ALL: &str = "Install them beside this module, or into spec/fixtures/modules, for example with `rake spec_prep`";

/// A module that is not installed, where it is declared.
struct MissingModule {
    name: SmolStr,
    range: TextRange,
    /// What is known of it all the same.
    known: &'static str,
    /// How to install it.
    advice: String,
}

/// Reports the modules that a `metadata.json`, `Puppetfile` or `.fixtures.yml` names and that are not on disk.
pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    let Some(owner) = owner(db, file).filter(|_| file.problem(db).is_none()) else {
        return;
    };
    let is_own = |module: Module| module.origin(db) == ModuleOrigin::Workspace;
    let missing: Vec<MissingModule> = match file.kind(db) {
        FileKind::Metadata if owner.module.is_some_and(is_own) => {
            let dependencies = Metadata::parse(file.text(db)).dependencies;
            let missing = dependencies.iter().filter_map(|dependency| {
                let name = module_part(&dependency.name)?;
                missing(db, file, name, dependency.range, advice(dependency))
            });
            missing.collect()
        }
        kind if owner.role == Role::Declares => {
            let advice = match kind {
                FileKind::Puppetfile => {
                    "Install the modules of the Puppetfile, for example with `r10k puppetfile install`"
                }
                _ => "Fetch the fixtures, for example with `rake spec_prep`",
            };
            let declared = declared_modules(db, file).into_iter();
            let missing =
                declared.filter_map(|it| missing(db, file, &it.name, it.range, advice.to_owned()));
            missing.collect()
        }
        _ => Vec::new(),
    };
    out.extend(diagnostic(db, file, &missing));
}

/// One hint for all that are missing.
fn diagnostic(db: &dyn Db, file: File, missing: &[MissingModule]) -> Option<Diagnostic<FilePlace>> {
    let first = missing.first()?;
    let place = Place::new(file, first.range);
    let rule = &MISSING_DEPENDENCY;
    if missing.len() == 1 {
        let message = format!("Module '{}' is not installed: {}", first.name, first.known);
        return Some(Diagnostic::new(rule, place, message).with_help(&*first.advice));
    }
    let names: Vec<&str> = missing.iter().map(|it| it.name.as_str()).collect();
    let named = bounded(&names);
    let message = format!("{} modules are not installed: {named}", names.len());
    let advice = match file.kind(db) {
        FileKind::Metadata => INSTALL_ALL,
        _ => &first.advice,
    };
    let diagnostic = Diagnostic::new(rule, place, message).with_help(advice);
    let related = missing.iter().take(MAX_RELATED);
    Some(related.fold(diagnostic, |diagnostic, module| {
        let message = format!("Module '{}': {}", module.name, module.known);
        diagnostic.with_related(Place::new(file, module.range), message)
    }))
}

/// A module, if it is not installed.
fn missing(
    db: &dyn Db,
    file: File,
    name: &str,
    range: TextRange,
    advice: String,
) -> Option<MissingModule> {
    let module = module_named(db, owner(db, file)?.environment, name);
    let known = match module.map(|module| module.origin(db)) {
        None => "its types, classes and functions cannot be checked",
        Some(ModuleOrigin::Stub | ModuleOrigin::OpenStub) => {
            "a bundled description of it is used instead"
        }
        Some(ModuleOrigin::PartialStub) => "only names of its functions and types are known",
        Some(_) => return None,
    };
    Some(MissingModule {
        name: name.into(),
        range,
        known,
        advice,
    })
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
    let mut seen = FxHashSet::default();
    let names = declared_modules(db, file).into_iter().map(|it| it.name);
    let names: Vec<SmolStr> = names.filter(|it| seen.insert(it.clone())).collect();
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
