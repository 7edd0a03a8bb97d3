//! The status of a project: its size and its missing modules, for `check` and for editors.

use std::collections::BTreeSet;

use puppet_checks::ModuleList;
use puppet_db::RootDatabase;
use puppet_db::{File, FileKind, Workspace};
use puppet_semantic::display_name::{MAX_LISTED, bounded};
use puppet_semantic::index::file_origin::{is_of_stub, owner};
use puppet_semantic::missing_modules::declaring_files;
use puppet_vfs::FileId;
use rustc_hash::FxHashSet;

use crate::context::IdeContext;

/// What a project consists of.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProjectStatus {
    /// The directories of its environments, in order.
    pub roots: Vec<String>,
    /// The directories that hold its modules, in order.
    pub module_paths: Vec<String>,
    /// How many modules there are.
    pub modules: usize,
    /// How many files there are.
    pub files: usize,
    /// The declared modules that are not installed.
    pub missing: Vec<MissingModules>,
    /// A file that declares each entry of `missing`, in the same order.
    pub declared_in: Vec<FileId>,
}

/// Modules that files of one kind declare, and that are not installed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingModules {
    /// The name of the files: `Puppetfile`.
    pub declared_in: &'static str,
    /// One of the files.
    pub file: File,
    /// How many modules the files declare.
    pub declared: usize,
    /// The names of those that are not installed, those of which nothing is known first.
    pub names: Vec<String>,
    /// How many of them the stub library describes: the last ones.
    pub described: usize,
    /// The command that installs them.
    pub install: &'static str,
}

impl MissingModules {
    /// Whether [`summary`](Self::summary) has all names.
    #[must_use]
    pub fn is_listed(&self) -> bool {
        self.names.len() <= MAX_LISTED
    }

    /// One line about them, without a full stop.
    #[must_use]
    pub fn summary(&self) -> String {
        let missing = self.names.len();
        let verb = if missing == 1 { "is" } else { "are" };
        let noun = if self.declared == 1 {
            "module"
        } else {
            "modules"
        };
        let listed = bounded(&self.names);
        let article = if self.declared_in == "Puppetfile" {
            "the "
        } else {
            ""
        };
        let described = match self.described {
            0 => String::new(),
            all if all == missing => " (known from bundled descriptions)".to_owned(),
            some => format!(" ({some} known from bundled descriptions)"),
        };
        format!(
            "{missing} of {} {noun} of {article}{} {verb} not installed{described}: {listed}, run `puppet-analyzer deps` or `{}`",
            self.declared, self.declared_in, self.install
        )
    }
}

/// The modules that are declared for some files of the workspace, and that are not installed: by the `Puppetfile` of
/// their environment, and by the `.fixtures.yml` and `metadata.json` of their own modules. A name counts once.
#[must_use]
pub fn missing_modules(db: &RootDatabase, files: &[File]) -> Vec<MissingModules> {
    const KINDS: [(FileKind, &str, &str); 3] = [
        (
            FileKind::Puppetfile,
            "Puppetfile",
            "r10k puppetfile install",
        ),
        (FileKind::Fixtures, ".fixtures.yml", "rake spec_prep"),
        (FileKind::Metadata, "metadata.json", "puppet module install"),
    ];
    let declaring = declaring(db, files);
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut missing = Vec::new();
    for (kind, declared_in, install) in KINDS {
        let of_kind = declaring.iter().filter(|file| file.kind(db) == kind);
        let lists: Vec<_> = of_kind
            .filter_map(|file| puppet_checks::module_list(db, *file))
            .collect();
        let count = |list: &&ModuleList| list.missing.len() + list.described.len();
        let Some(first) = lists.iter().find(|list| count(list) > 0) else {
            continue;
        };
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let missing_names = lists.iter().flat_map(|list| &list.missing);
        let mut names: Vec<&str> = missing_names
            .map(AsRef::as_ref)
            .filter(|it| seen.insert(*it))
            .collect();
        let unknown = names.len();
        let described = lists.iter().flat_map(|list| &list.described);
        names.extend(described.map(AsRef::as_ref).filter(|it| seen.insert(*it)));
        // Modules that several files declare are counted for each, and named once.
        let repeated: usize = lists.iter().map(|list| count(&list)).sum::<usize>() - names.len();
        let declared = lists.iter().map(|list| list.declared).sum::<usize>() - repeated;
        if names.iter().all(|name| known.contains(*name)) {
            continue;
        }
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        known.extend(names.iter().cloned());
        missing.push(MissingModules {
            declared_in,
            file: first.file,
            declared,
            described: names.len() - unknown,
            names,
            install,
        });
    }
    missing
}

/// The files that declare the modules which some files need.
fn declaring(db: &RootDatabase, files: &[File]) -> Vec<File> {
    let mut environments = Vec::new();
    let mut roots = BTreeSet::new();
    for file in files {
        let Some(owner) = owner(db, *file) else {
            continue;
        };
        if !environments.contains(&owner.environment) {
            environments.push(owner.environment);
        }
        roots.extend(owner.module.map(|module| module.root(db).clone()));
    }
    let mut declaring = Vec::new();
    for environment in environments {
        for file in declaring_files(db, environment) {
            let folder = file
                .path(db)
                .rsplit_once('/')
                .map_or("", |(folder, _)| folder);
            let is_needed = file.kind(db) == FileKind::Puppetfile || roots.contains(folder);
            if is_needed && !declaring.contains(&file) {
                declaring.push(file);
            }
        }
    }
    declaring
}

/// The state of the project: number of files and modules, and the modules that are missing.
pub fn project_status(context: IdeContext<'_>) -> ProjectStatus {
    let db = context.db;
    let Some(workspace) = Workspace::try_get(db) else {
        return ProjectStatus::default();
    };
    let mut status = ProjectStatus::default();
    let (mut paths, mut modules) = (BTreeSet::new(), BTreeSet::new());
    for environment in workspace.environments(db).iter() {
        status.roots.push(environment.root(db).to_string());
        let modules_of = environment.modules(db).iter();
        for module in modules_of.filter(|it| !it.origin(db).is_stub()) {
            let root: &str = module.root(db);
            modules.insert(root);
            paths.extend(root.rsplit_once('/').map(|(folder, _)| folder.to_owned()));
        }
    }
    status.modules = modules.len();
    status.module_paths = paths.into_iter().collect();
    let files = context.files.all().into_iter();
    status.files = files.filter(|file| !is_of_stub(db, *file)).count();
    let own: Vec<File> = crate::workspace_files::workspace_files(context)
        .into_iter()
        .filter_map(|id| context.files.input(id))
        .collect();
    status.missing = missing_modules(db, &own);
    let declared_in = status.missing.iter();
    status.declared_in = declared_in
        .map(|it| context.files.id(db, it.file))
        .collect();
    status
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::single;

    fn summaries(fixture: &str) -> Vec<String> {
        let (analysis, _) = single(fixture);
        let status = analysis.project_status().expect("not cancelled");
        status.missing.iter().map(|it| it.summary()).collect()
    }

    #[test]
    fn missing_modules_are_counted_by_the_kind_of_file() {
        let control = "#- /environment.conf\n\
            #- /Puppetfile\nmod 'a/one'\nmod 'a/two'\nmod 'three', :git => 'x'\nmod 'four'\nmod 'five'\nmod 'six'\nmod 'seven'\n\
            #- /site/web/metadata.json\n{ \"name\": \"me-web\", \"dependencies\": [{ \"name\": \"a/one\" }] }\n\
            #- /modules/seven/manifests/init.pp\nclass seven { }\n\
            #- /site/web/manifests/init.pp\nclass web { }\n";
        assert_eq!(
            summaries(control),
            [
                "6 of 7 modules of the Puppetfile are not installed: one, two, three, four, five and 1 more, run \
                 `puppet-analyzer deps` or `r10k puppetfile install`"
            ]
        );
        let module = "#- /web/metadata.json\n\
            { \"name\": \"me-web\", \"dependencies\": [{ \"name\": \"a/one\" }, { \"name\": \"a/two\" }] }\n\
            #- /web/.fixtures.yml\nfixtures:\n  repositories:\n    one: https://one\n\
            #- /web/manifests/init.pp\nclass web { }\n";
        assert_eq!(
            summaries(module),
            [
                "1 of 1 module of .fixtures.yml is not installed: one, run `puppet-analyzer deps` or `rake spec_prep`",
                "2 of 2 modules of metadata.json are not installed: one, two, run `puppet-analyzer deps` or `puppet module install`"
            ]
        );
    }

    #[test]
    fn nothing_is_missing_that_is_installed_or_silenced() {
        let rest = "#- /modules/one/manifests/init.pp\nclass one { }\n";
        assert!(
            summaries(&format!(
                "#- /environment.conf\n#- /Puppetfile\nmod 'a/one'\n{rest}"
            ))
            .is_empty()
        );
        let silenced = "#- /environment.conf\n#- /puppet-analyzer.toml\nrules = { M714 = 'off' }\n#- /Puppetfile\nmod 'a/two'\n";
        assert!(summaries(&format!("{silenced}{rest}")).is_empty());
    }

    #[test]
    fn the_parts_of_a_project_are_counted() {
        let (analysis, _) = single(
            "#- /environment.conf\n#- /modules/one/manifests/init.pp\nclass one { }\n#- /modules/two/manifests/init.pp\nclass two { }\n",
        );
        let status = analysis.project_status().expect("not cancelled");
        assert_eq!((status.modules, status.files), (2, 3));
        assert_eq!(status.module_paths, ["/modules"]);
    }
}
