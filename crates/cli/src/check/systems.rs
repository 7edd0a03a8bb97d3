//! `--os` and `--node`: the classes and defined types of modules on operating systems.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::thread;

use puppet_catalog::{
    Claims, DataSources, Matrix, MatrixReport, ModuleSet, System, SystemFailure, systems,
};
use puppet_checks::fails_on_system;
use puppet_db::{FilePlace, ModuleOrigin, Workspace};
use puppet_diagnostics::Diagnostic;
use puppet_eval::PuppetVersion;
use puppet_lookup::{Files, LookupSettings};
use puppet_nodes::{SiteNodes, site_nodes, system_title};
use puppet_project::discover::{EnvironmentModel, ModuleModel};
use puppet_project::fs::Disk;
use puppet_project::lookup::LookupFiles;
use puppet_semantic::target_versions::oldest_target;

use super::input::CheckInput;

/// The operating systems of `--os`.
#[derive(Debug, Clone)]
pub enum Chosen {
    /// All that the metadata of a module claim.
    All,
    /// One of the table.
    One(&'static System),
}

impl FromStr for Chosen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "all" {
            return Ok(Self::All);
        }
        System::find(text).map(Self::One).ok_or_else(|| {
            let names = systems().iter().map(|it| it.id.as_str());
            let name = text.split('-').next().unwrap_or(text);
            let near: Vec<&str> = names.filter(|id| id.starts_with(name)).collect();
            match near.as_slice() {
                [] => "no such system; say `all`, or a name such as debian-12 or windows-2022"
                    .to_owned(),
                near => format!("no such system; there are {}", near.join(", ")),
            }
        })
    }
}

/// The systems of nodes, as their fact sets tell them.
pub fn systems_of_nodes(input: &CheckInput, names: &[String]) -> io::Result<Vec<Chosen>> {
    let environments = Workspace::get(&input.db).environments(&input.db).iter();
    let sites: Vec<SiteNodes> = environments.map(|it| site_nodes(&input.db, *it)).collect();
    let of_node = |name: &String| {
        let facts = sites.iter().rev().find_map(|site| site.facts_of(name));
        let facts = facts.ok_or_else(|| format!("there are no facts of {name} beside the code"))?;
        let system = System::from_facts(&facts.node.facts);
        system.map(Chosen::One).ok_or_else(|| {
            let title = system_title(&facts.node).unwrap_or_else(|| "the system".to_owned());
            format!("{title} of {name} is not in the table of systems")
        })
    };
    names
        .iter()
        .map(|name| of_node(name).map_err(io::Error::other))
        .collect()
}

/// The diagnostics of all modules that were asked for. What was not looked at is printed on standard error.
pub fn check(
    input: &CheckInput,
    chosen: &[Chosen],
    quiet: bool,
) -> io::Result<Vec<Diagnostic<FilePlace>>> {
    let mut diagnostics = Vec::new();
    for environment in &input.model.environments {
        let modules = Arc::new(module_set(environment));
        let data = Arc::new(DataSources::new(&modules, None, LookupSettings::default()));
        for module in &environment.modules {
            let root = module.root.to_string_lossy();
            if module.origin != ModuleOrigin::Workspace || !input.has_asked_below(&root) {
                continue;
            }
            let claims = claims(module);
            let systems = chosen_systems(chosen, &claims);
            let mut others = chosen_systems(&[Chosen::All], &claims);
            others.retain(|other| systems.iter().all(|it| it.id != other.id));
            let target = target(input, module);
            let report = Matrix {
                modules: &modules,
                data: &data,
                module: &module.name,
                systems: &systems,
                others: &others,
                target,
                strict: target.strict(),
                threads: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
                stop: None,
            }
            .run();
            if !quiet {
                print_counts(module, &systems, &claims, &report)?;
            }
            diagnostics.extend(diagnostics_of(input, report));
        }
    }
    Ok(diagnostics)
}

fn module_set(environment: &EnvironmentModel) -> ModuleSet {
    let roots: BTreeMap<String, String> = environment
        .modules
        .iter()
        // Stubs have no code.
        .filter(|module| !module.origin.is_stub())
        .map(|module| {
            (
                module.name.clone(),
                module.root.to_string_lossy().into_owned(),
            )
        })
        .collect();
    let files: Arc<dyn Files> = Arc::new(LookupFiles(Disk));
    ModuleSet::new(files, roots, false)
}

fn claims(module: &ModuleModel) -> Claims {
    let text = module.metadata.as_ref().map(std::fs::read_to_string);
    match text {
        Some(Ok(text)) => Claims::read(&text),
        _ => Claims::default(),
    }
}

fn chosen_systems(chosen: &[Chosen], claims: &Claims) -> Vec<&'static System> {
    let mut all: Vec<&'static System> = Vec::new();
    for one in chosen {
        match one {
            Chosen::All => all.extend(claims.systems.iter().filter_map(|id| System::find(id))),
            Chosen::One(system) => all.push(system),
        }
    }
    let mut seen = HashSet::new();
    all.retain(|system| seen.insert(&system.id));
    all
}

fn target(input: &CheckInput, module: &ModuleModel) -> PuppetVersion {
    let first = module.files.first();
    let file = first.and_then(|path| input.inputs.file(&path.to_string_lossy()));
    file.map_or(PuppetVersion::V7, |file| oldest_target(&input.db, file))
}

fn print_counts(
    module: &ModuleModel,
    systems: &[&System],
    claims: &Claims,
    report: &MatrixReport,
) -> io::Result<()> {
    let mut stderr = io::stderr().lock();
    let name = &module.name;
    if systems.is_empty() {
        return writeln!(
            stderr,
            "{name}: metadata.json claims no operating system that is known"
        );
    }
    writeln!(
        stderr,
        "{name}: {} classes and defined types on {} systems: {} fail on all of them and are not reported, {} of {} \
         verdicts are unknown",
        report.definitions,
        systems.len(),
        report.failing_everywhere,
        report.unknown,
        report.cells
    )?;
    if !claims.missing.is_empty() {
        let missing = claims.missing.join(", ");
        writeln!(stderr, "{name}: not in the table of systems: {missing}")?;
    }
    Ok(())
}

fn diagnostics_of(input: &CheckInput, report: MatrixReport) -> Vec<Diagnostic<FilePlace>> {
    let mut by_file: BTreeMap<String, Vec<SystemFailure>> = BTreeMap::new();
    for failure in report.failures {
        let of_file = by_file.entry(failure.file.clone()).or_default();
        of_file.push(failure);
    }
    let known = by_file.into_iter().filter_map(|(path, errors)| {
        let file = input.inputs.file(&path)?;
        input
            .is_asked(&path)
            .then(|| fails_on_system::diagnostics(&input.db, file, &errors))
    });
    known.flatten().collect()
}

impl CheckInput {
    /// Whether a path of the command line is in a folder, or the folder is below it.
    fn has_asked_below(&self, folder: &str) -> bool {
        self.is_asked(folder)
            || self
                .asked_paths()
                .iter()
                .any(|path| path.starts_with(Path::new(folder)))
    }
}
