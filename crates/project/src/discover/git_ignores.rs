//! The files of Git that say which files of modules are not in the checkout: ignored ones, and those of submodules.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::discover::{Discovery, EnvironmentModel};
use crate::fs::FileSystem;

const NAMES: [&str; 2] = [".gitignore", ".gitmodules"];

impl Discovery<'_> {
    /// Those of an environment and its modules, and of the directories around them that are in the same repository.
    pub(super) fn git_ignores_of(&self, environment: &EnvironmentModel) -> Vec<PathBuf> {
        let modules = environment.modules.iter();
        let modules = modules.filter(|it| !it.origin.is_stub());
        let roots = modules.map(|it| &*it.root).chain([&*environment.root]);
        let mut directories: BTreeSet<&Path> = roots.collect();
        let parents: BTreeSet<&Path> = directories.iter().filter_map(|it| it.parent()).collect();
        for parent in parents {
            let mut around = parent.ancestors();
            if let Some(top) = around.find(|it| self.unconfined.kind(&it.join(".git")).is_some()) {
                let inside = parent.ancestors().take_while(|it| it.starts_with(top));
                directories.extend(inside);
            }
        }
        let files = directories
            .into_iter()
            .flat_map(|it| NAMES.map(|name| (it, it.join(name))));
        // Around what is opened, Git's own search counts; in it, links that lead outside do not.
        let is_read = |(directory, file): &(&Path, PathBuf)| match self.fs.is_inside(directory) {
            true => self.fs.is_file(file),
            false => self.unconfined.is_file(file),
        };
        files.filter(is_read).map(|(_, file)| file).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::discover::{DiscoveryOptions, discover};
    use crate::fs::Memory;
    use std::path::{Path, PathBuf};

    #[test]
    fn files_up_to_the_top_of_the_repository_count() {
        for (top, expected) in [
            (
                "/home/repo/.git/HEAD",
                &[
                    "/home/repo/.gitignore",
                    "/home/repo/.gitmodules",
                    "/home/repo/prod/.gitignore",
                    "/home/repo/prod/modules/web/.gitignore",
                ][..],
            ),
            (
                "/home/repo/README.md",
                &[
                    "/home/repo/prod/.gitignore",
                    "/home/repo/prod/modules/web/.gitignore",
                ],
            ),
        ] {
            let files = [
                top,
                "/home/.gitignore",
                "/home/repo/.gitignore",
                "/home/repo/.gitmodules",
                "/home/repo/prod/.gitignore",
                "/home/repo/prod/environment.conf",
                "/home/repo/prod/modules/web/.gitignore",
                "/home/repo/prod/modules/web/manifests/init.pp",
            ];
            let memory: Memory = files.into_iter().map(|it| (it, "")).collect();
            let root = Path::new("/home/repo/prod").to_owned();
            let model = discover(&memory, &[root], &DiscoveryOptions::default());
            let found = &model.environments[0].git_ignores;
            let expected: Vec<PathBuf> = expected.iter().map(PathBuf::from).collect();
            assert_eq!(*found, expected, "{top}");
        }
    }
}
