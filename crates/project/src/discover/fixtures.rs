//! Fixtures of modules' tests: `spec/fixtures/modules`, and the files that list their contents.

use std::path::PathBuf;

use puppet_db::ModuleOrigin;

use super::{Discovery, EnvironmentModel, FIXTURES, ModuleModel};
use crate::discover::project_root::DirectoryKind;
use crate::fs::FileSystem as _;

/// Where modules name those that their tests need.
const FILES: [&str; 2] = [".fixtures.yml", ".fixtures.yaml"];

impl Discovery<'_> {
    /// Gives modules of a folder whose tests need others an environment of their own each, since no other module sees
    /// those. The folder still has them, to look names up in.
    pub(super) fn take_tested(&mut self, folder: &mut EnvironmentModel) -> Vec<EnvironmentModel> {
        let mut taken = Vec::new();
        for n in 0..folder.modules.len() {
            let Some(module) = folder.modules.get(n).filter(|it| it.is_of(folder)) else {
                continue;
            };
            let fixtures = module.root.join(FIXTURES);
            if !self.fs.is_directory(&fixtures) {
                continue;
            }
            let mut own = EnvironmentModel::new(module.root.clone());
            own.modules.clone_from(&folder.modules);
            own.stubs.clone_from(&folder.stubs);
            own.fact_sets.clone_from(&folder.fact_sets);
            (own.settings, own.settings_file) = self.settings_of(&own.root);
            self.add_dependencies_of(&mut own, &fixtures);
            if own.modules.len() == folder.modules.len() {
                continue;
            }
            own.declaring = self.fixtures_file(module).into_iter().collect();
            folder
                .declaring
                .retain(|file| !own.declaring.contains(file));
            if let Some(module) = folder.modules.get_mut(n) {
                module.origin = ModuleOrigin::Dependency;
            }
            taken.push(own);
        }
        taken
    }

    /// The files that name modules which should be there.
    pub(super) fn declaring_files_of(
        &self,
        shape: DirectoryKind,
        environment: &EnvironmentModel,
    ) -> Vec<PathBuf> {
        let puppetfile = Some(environment.root.join("Puppetfile"));
        let puppetfile =
            puppetfile.filter(|it| shape == DirectoryKind::Environment && self.fs.is_file(it));
        // Control repositories are not tested module by module.
        let own = environment.modules.iter().filter(|module| {
            shape != DirectoryKind::Environment && module.origin == ModuleOrigin::Workspace
        });
        let fixtures = own.filter_map(|module| self.fixtures_file(module));
        puppetfile.into_iter().chain(fixtures).collect()
    }

    fn fixtures_file(&self, module: &ModuleModel) -> Option<PathBuf> {
        let mut files = FILES.iter().map(|name| module.root.join(name));
        files.find(|file| self.fs.is_file(file))
    }
}

impl ModuleModel {
    /// Whether it is one of the user's own modules in a folder of modules.
    fn is_of(&self, folder: &EnvironmentModel) -> bool {
        self.origin == ModuleOrigin::Workspace && self.root.parent() == Some(&folder.root)
    }
}
