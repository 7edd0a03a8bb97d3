//! Fetches the modules that a project declares.
//!
//! Purpose: put the modules that `metadata.json`, `.fixtures.yml` and `Puppetfile` name into a cache outside of the
//! project, where discovery finds them. Archives are compared with their checksums. Only plain files are written, below the
//! directory of their module and within limits; nothing that is fetched is run.
//!
//! Allowed inputs: a project model, a Forge, Git. Forbidden knowledge: salsa, LSP, rules of checks.

mod archive;
mod cache;
mod git;
mod module_writer;
mod release;
mod requests;
mod resolve;

use std::collections::BTreeSet;
use std::path::Path;

use puppet_ruby::ModuleSource;

pub use crate::requests::{ModuleRequest, present_modules, requests};

use crate::cache::ModuleCache;
use crate::release::ForgeReleases;
use crate::resolve::{Needs, ResolvedReleases};

/// What became of one module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchedModule {
    /// The name of its directory.
    pub name: String,
    /// Where it comes from: its full name, or the address of its repository.
    pub source: String,
    /// Its version, or the commit.
    pub version: String,
    /// How it got into the cache, or why it did not.
    pub outcome: Result<FetchOutcome, String>,
}

/// How a module got into the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FetchOutcome {
    /// It was fetched now.
    Fetched,
    /// It was there before.
    Kept,
}

/// Fetches modules into a directory, with what they need but for the modules that are `present` in the project. Each one is
/// reported when its outcome is known.
///
/// # Errors
/// That the directory cannot be written. What concerns one module is in its [`FetchedModule`].
pub fn fetch(
    requests: &[ModuleRequest],
    present: &BTreeSet<String>,
    forge_url: &str,
    directory: &Path,
    report: &mut dyn FnMut(FetchedModule),
) -> Result<(), String> {
    let mut cache = ModuleCache::open(directory)?;
    let mut there = present.clone();
    let mut needs = Needs::default();
    for request in requests {
        match &request.source {
            ModuleSource::Git { url, reference } => {
                there.insert(request.name.clone());
                report(fetch_commit(
                    &mut cache,
                    &request.name,
                    url,
                    reference.as_deref(),
                ));
                needs.of_modules.extend(cache.dependencies(&request.name));
            }
            ModuleSource::Forge { name, range } => {
                needs.of_project.push((name.clone(), range.clone()));
            }
        }
    }
    let forge = ForgeReleases::new(forge_url);
    let ResolvedReleases { releases, problems } = resolve::resolve(&forge, &needs, &there);
    for release in releases {
        let name = release.module.clone();
        let source = format!("{} {}", release.full_name, release.version);
        let outcome = cache.put(&name, &source, |writer| forge.download(&release, writer));
        report(FetchedModule {
            name,
            version: release.version.to_string(),
            source: release.full_name,
            outcome,
        });
    }
    for (source, problem) in problems {
        report(FetchedModule {
            name: requests::directory_name(&source).to_owned(),
            source,
            version: String::new(),
            outcome: Err(problem),
        });
    }
    Ok(())
}

/// Removes the modules of a directory that are not among some.
///
/// # Errors
/// That one cannot be removed.
pub fn remove_others(directory: &Path, names: &BTreeSet<String>) -> Result<(), String> {
    ModuleCache::open(directory)?.retain(|name| names.contains(name))
}

fn fetch_commit(
    cache: &mut ModuleCache,
    name: &str,
    url: &str,
    reference: Option<&str>,
) -> FetchedModule {
    let commit = git::commit_of(url, reference);
    let version = commit.clone().unwrap_or_default();
    let source = git::without_password(url);
    let outcome = commit.and_then(|commit| {
        let source = format!("{source} {commit}");
        cache.put(name, &source, |writer| git::read(url, &commit, writer))
    });
    let outcome = outcome.map_err(|problem| problem.replace(url, &source));
    FetchedModule {
        name: name.to_owned(),
        source,
        version,
        outcome,
    }
}
