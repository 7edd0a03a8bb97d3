//! `puppet-analyzer deps`: fetches the modules that a project declares into a cache outside of it.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use puppet_deps::{FetchOutcome, FetchedModule};
use puppet_project::ProjectModel;
use puppet_project::discover::{
    DiscoveryOptions, EnvironmentModel, discover, fetched_modules_folder, fetched_modules_of,
};
use puppet_project::fs::Disk;
use puppet_text::count;

use crate::exit_status::{ExitOutcome, report};
use crate::paths::WorkingDirectory;

/// The options of `deps`.
#[derive(Debug, clap::Args)]
pub struct DepsOptions {
    /// A directory of the module or control repository.
    #[arg(default_value = ".")]
    path: PathBuf,
    /// The address of the Forge.
    #[arg(long, value_name = "URL", default_value = "https://forgeapi.puppet.com", value_parser = forge_url)]
    forge: String,
}

/// What became of the modules of an environment.
#[derive(Default)]
struct FetchedModules {
    names: BTreeSet<String>,
    fetched: usize,
    kept: usize,
    failed: usize,
}

fn forge_url(text: &str) -> Result<String, String> {
    let is_web = ["https://", "http://"]
        .iter()
        .any(|it| text.starts_with(it));
    match is_web {
        true => Ok(text.to_owned()),
        false => Err("expected an address that starts with https:// or http://".to_owned()),
    }
}

/// Fetches the modules, and prints what became of each.
pub fn run(options: &DepsOptions) -> ExitCode {
    let outcome = report(deps(options));
    outcome.unwrap_or(ExitOutcome::Success).into()
}

fn deps(options: &DepsOptions) -> io::Result<ExitOutcome> {
    let here = WorkingDirectory::current()?;
    let root = here.directory(&options.path)?;
    let cache = fetched_modules_folder();
    let cache =
        cache.ok_or_else(|| io::Error::other("no directory for caches is known: set HOME"))?;
    let model = discover(
        &Disk,
        std::slice::from_ref(&root),
        &DiscoveryOptions::default(),
    );
    let mut outcome = ExitOutcome::Success;
    for environment in &model.environments {
        let fetched = fetch(environment, &cache, &options.forge)?;
        // In a folder of modules, those that were not asked about may need the others.
        let directory = fetched_modules_of(&cache, &root);
        if fetched.failed == 0 && environment.root == root && directory.is_dir() {
            puppet_deps::remove_others(&directory, &fetched.names).map_err(io::Error::other)?;
        }
        if fetched.failed > 0 {
            outcome = ExitOutcome::CouldNotRun;
        }
    }
    Ok(outcome)
}

fn fetch(environment: &EnvironmentModel, cache: &Path, forge: &str) -> io::Result<FetchedModules> {
    let folder = &environment.root;
    if cache.starts_with(folder) {
        let (cache, folder) = (cache.display(), folder.display());
        let problem = format!(
            "the cache {cache} is inside of {folder}: set XDG_CACHE_HOME to another directory"
        );
        return Err(io::Error::other(problem));
    }
    let requests = puppet_deps::requests(&Disk, environment);
    let present = puppet_deps::present_modules(environment);
    let directory = fetched_modules_of(cache, folder);
    let mut modules = FetchedModules::default();
    if requests.is_empty() && !directory.is_dir() {
        let folder = folder.display();
        writeln!(io::stdout(), "{folder} names no module that is not there")?;
        return Ok(modules);
    }
    let fetched = puppet_deps::fetch(&requests, &present, forge, &directory, &mut |module| {
        modules.add(&module);
    });
    fetched.map_err(io::Error::other)?;
    let FetchedModules {
        fetched,
        kept,
        failed,
        ..
    } = modules;
    let directory = directory.display();
    writeln!(
        io::stdout(),
        "{fetched} fetched, {kept} already there, {failed} failed, in {directory}"
    )?;
    Ok(modules)
}

/// A line for each folder of a project whose modules are used that were fetched for it.
pub fn fetched_modules(model: &ProjectModel) -> Vec<String> {
    let Some(cache) = fetched_modules_folder() else {
        return Vec::new();
    };
    let environments = model.environments.iter();
    let lines = environments.filter_map(|environment| {
        let directory = fetched_modules_of(&cache, &environment.root);
        let modules = environment.modules.iter();
        let used = modules.filter(|module| module.root.parent() == Some(&directory));
        let (number, directory) = (used.count(), directory.display());
        let modules = count(number, "module");
        let verb = if number == 1 { "is" } else { "are" };
        (number > 0)
            .then(|| format!("{modules} {verb} from `puppet-analyzer deps`, in {directory}"))
    });
    lines.collect()
}

impl FetchedModules {
    /// Counts a module, and prints a line about it; a closed pipe does not stop the others.
    fn add(&mut self, module: &FetchedModule) {
        let FetchedModule {
            name,
            source,
            version,
            outcome,
        } = module;
        self.names.insert(name.clone());
        let _ = match outcome {
            Ok(FetchOutcome::Fetched) => {
                self.fetched += 1;
                writeln!(io::stdout(), "fetched {name}: {source} {version}")
            }
            Ok(FetchOutcome::Kept) => {
                self.kept += 1;
                Ok(())
            }
            Err(problem) => {
                self.failed += 1;
                writeln!(io::stderr(), "error: {name}: {problem}")
            }
        };
    }
}
