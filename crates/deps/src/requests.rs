//! The modules that a project asks for in `metadata.json`, `.fixtures.yml` and `Puppetfile`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use puppet_db::ModuleOrigin;
use puppet_project::autoload::is_module_directory_name;
use puppet_project::discover::EnvironmentModel;
use puppet_project::fixtures_file::fixture_modules;
use puppet_project::fs::FileSystem;
use puppet_project::metadata::{Metadata, module_part};
use puppet_ruby::ModuleSource;

/// A module that a project asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleRequest {
    /// The name of its directory.
    pub name: String,
    /// Where it comes from; a Forge has it as `author-module`.
    pub source: ModuleSource,
}

impl ModuleRequest {
    fn new(name: &str, source: ModuleSource) -> Option<Self> {
        let source = match source {
            ModuleSource::Forge { name, range } => ModuleSource::Forge {
                name: slug(&name)?,
                range,
            },
            git @ ModuleSource::Git { .. } => git,
        };
        let name = directory_name(name);
        is_module_directory_name(name).then(|| Self {
            name: name.to_owned(),
            source,
        })
    }
}

/// `author-module`, if the name is one.
pub(crate) fn slug(full_name: &str) -> Option<String> {
    module_part(full_name)?;
    Some(full_name.replacen('/', "-", 1))
}

/// The name of the directory of a module.
pub(crate) fn directory_name(full_name: &str) -> &str {
    module_part(full_name).unwrap_or(full_name)
}

/// What the files of an environment ask for, in the order of importance. A module that a `Puppetfile` or `.fixtures.yml`
/// has in a repository comes from there. The ranges of several files for a module of the Forge all count.
#[must_use]
pub fn requests(fs: &dyn FileSystem, environment: &EnvironmentModel) -> Vec<ModuleRequest> {
    let mut all = Vec::new();
    for file in &environment.declaring {
        let text = text(fs, file);
        let is_puppetfile = file.file_name().is_some_and(|name| name == "Puppetfile");
        let modules: Vec<(String, Option<ModuleSource>)> = match is_puppetfile {
            true => {
                let modules = puppet_ruby::declared_modules(&text).into_iter();
                modules.map(|it| (it.name, it.source)).collect()
            }
            false => {
                let modules = fixture_modules(&text).into_iter();
                modules.map(|it| (it.name, it.source)).collect()
            }
        };
        let requests = modules.into_iter();
        all.extend(requests.filter_map(|(name, source)| ModuleRequest::new(&name, source?)));
    }
    let own = environment.modules.iter();
    let own = own.filter(|module| module.origin == ModuleOrigin::Workspace);
    for file in own.filter_map(|module| module.metadata.as_ref()) {
        let dependencies = Metadata::parse(&text(fs, file)).dependencies.into_iter();
        all.extend(dependencies.filter_map(|it| {
            let source = ModuleSource::Forge {
                name: it.name.clone(),
                range: it.version_requirement,
            };
            ModuleRequest::new(&it.name, source)
        }));
    }
    let present = present_modules(environment);
    all.retain(|request| !present.contains(&request.name));
    let mut sources: BTreeMap<String, ModuleSource> = BTreeMap::new();
    all.retain(|request| {
        let first = sources.entry(request.name.clone());
        let is_new = matches!(first, std::collections::btree_map::Entry::Vacant(_));
        let first = first.or_insert_with(|| request.source.clone());
        is_new
            || matches!(
                (first, &request.source),
                (ModuleSource::Forge { .. }, ModuleSource::Forge { .. })
            )
    });
    all
}

/// The modules that are in the project already.
#[must_use]
pub fn present_modules(environment: &EnvironmentModel) -> BTreeSet<String> {
    let modules = environment.modules.iter();
    let present = modules.filter(|module| !module.origin.is_stub());
    present.map(|module| module.name.clone()).collect()
}

fn text(fs: &dyn FileSystem, file: &Path) -> String {
    let read = fs.read(file).ok();
    read.map_or_else(String::new, |read| read.text.to_string())
}

#[cfg(test)]
mod tests {
    use puppet_project::discover::{DiscoveryOptions, discover};
    use puppet_project::fs::Memory;

    use super::*;

    fn asked(files: &[(&str, &str)], root: &str) -> Vec<String> {
        let memory: Memory = files.iter().copied().collect();
        let model = discover(&memory, &[root.into()], &DiscoveryOptions::default());
        let requests = requests(&memory, &model.environments[0]).into_iter();
        let lines = requests.map(|it| match it.source {
            ModuleSource::Forge { name, range } => format!("{} {name} {range:?}", it.name),
            ModuleSource::Git { url, reference } => format!("{} {url} {reference:?}", it.name),
        });
        lines.collect()
    }

    #[test]
    fn a_module_asks_with_its_fixtures_and_its_metadata() {
        let files = [
            (
                "/web/metadata.json",
                r#"{"name": "me-web", "dependencies": [{"name": "puppetlabs/stdlib", "version_requirement": ">= 8.0.0 < 10.0.0"},
                {"name": "puppetlabs/concat"}, {"name": "puppetlabs/apt", "version_requirement": "9.x"}, {"name": "a/there"},
                {"name": "../../x"}, {"name": "me/web"}]}"#,
            ),
            (
                "/web/.fixtures.yml",
                "fixtures:\n  repositories:\n    concat: https://x/concat\n    '../up': https://x/up\n  forge_modules:\n    apt:\n      repo: puppetlabs/apt\n      ref: 9.0.0\n  symlinks:\n    web: x\n",
            ),
            (
                "/web/spec/fixtures/modules/there/manifests/init.pp",
                "class there {}\n",
            ),
            ("/web/manifests/init.pp", "class web {}\n"),
        ];
        let expected = [
            "apt puppetlabs-apt Some(\"9.0.0\")",
            "concat https://x/concat None",
            "stdlib puppetlabs-stdlib Some(\">= 8.0.0 < 10.0.0\")",
            "apt puppetlabs-apt Some(\"9.x\")",
        ];
        assert_eq!(asked(&files, "/web"), expected);
    }

    #[test]
    fn a_control_repository_asks_with_its_puppetfile() {
        let files = [
            ("/m/environment.conf", ""),
            (
                "/m/Puppetfile",
                "mod 'puppet-php', '1.0.0'\nmod 'puppet/nginx', git: 'https://x/nginx', tag: 'v2'\nmod 'me-web', '1.0.0'\nmod 'x', local: true\n",
            ),
            ("/m/site/web/manifests/init.pp", "class web {}\n"),
            (
                "/m/site/web/metadata.json",
                r#"{"name": "me-web", "dependencies": [{"name": "puppet/nginx"}]}"#,
            ),
        ];
        let expected = [
            "php puppet-php Some(\"1.0.0\")",
            "nginx https://x/nginx Some(\"v2\")",
        ];
        assert_eq!(asked(&files, "/m"), expected);
    }
}
