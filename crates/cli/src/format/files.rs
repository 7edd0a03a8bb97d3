//! The files to format: those named on the command line, and the user's own files below directories.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use puppet_db::{FileKind, ModuleOrigin};
use puppet_project::discover::{self, ProblemSeverity, discover};
use puppet_project::fs::{Disk, FileSystem as _};

use crate::paths::WorkingDirectory;
use crate::settings_file;

/// The message for a directory without code.
pub const NO_CODE: &str = "no manifests (*.pp) or templates (*.epp) below this directory";

/// What is formatted, in the order of the paths, what cannot be, and what is left out on purpose.
#[derive(Default)]
pub struct FormattedFiles {
    pub files: BTreeSet<PathBuf>,
    pub problems: Vec<String>,
    pub left_out: Vec<String>,
}

/// The files that some paths mean. A file that is named is taken whatever settings say; below directories those are that
/// `check` finds: not what the settings leave out, not the modules in fixtures.
pub fn files_below(directory: &WorkingDirectory, paths: &[PathBuf]) -> FormattedFiles {
    let paths = paths.iter().map(|path| directory.absolute(path));
    let (folders, files): (Vec<_>, Vec<_>) = paths.partition(|path| Disk.is_directory(path));
    let mut found = FormattedFiles {
        files: files.into_iter().collect(),
        ..FormattedFiles::default()
    };
    if !folders.is_empty() {
        search(directory, &folders, &mut found);
    }
    found
}

fn search(directory: &WorkingDirectory, folders: &[PathBuf], found: &mut FormattedFiles) {
    let model = discover(&Disk, folders, &discover::DiscoveryOptions::default());
    for problem in &model.problems {
        let path = directory.relative(&problem.path);
        let text = format!("{}: {}", path.display(), problem.message);
        match problem.gravity {
            ProblemSeverity::Fatal | ProblemSeverity::Incomplete => found.problems.push(text),
            // What settings leave out is not formatted in any case.
            ProblemSeverity::Warning if problem.path.is_symlink() => found.left_out.push(text),
            ProblemSeverity::Warning => {}
        }
    }
    for environment in &model.environments {
        let own = environment.modules.iter();
        let modules = own
            .filter(|module| module.origin == ModuleOrigin::Workspace)
            .flat_map(|module| &module.files);
        let loose = environment.manifests.iter().chain(&environment.loose);
        let files = loose.chain(modules).filter(|path| {
            folders.iter().any(|folder| path.starts_with(folder))
                && is_code(path)
                && !environment.settings.excludes(&path.to_string_lossy())
        });
        found.files.extend(files.cloned());
    }
    let is_empty = |folder: &&PathBuf| !found.files.iter().any(|it| it.starts_with(folder));
    let has_problem = |folder: &PathBuf| model.problems.iter().any(|it| it.path == **folder);
    let empty = folders
        .iter()
        .filter(is_empty)
        .filter(|it| !has_problem(it));
    let empty: Vec<String> = empty
        .map(|folder| {
            let shown = directory.relative(folder);
            format!("{}: {NO_CODE}", shown.display())
        })
        .collect();
    found.problems.extend(empty);
    if let Err(problem) = settings_file::require_valid(&model, directory) {
        found.files.clear();
        found.problems.push(problem);
    }
}

fn is_code(path: &Path) -> bool {
    path.to_str()
        .is_some_and(|path| FileKind::from_path(path).is_puppet())
}
