//! The input of a check: the project around the paths, and the files in it.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use puppet_db::RootDatabase;
use puppet_db::{File, FileKind, ModuleOrigin};
use puppet_project::discover::{ProblemSeverity, ProjectProblem, discover};
use puppet_project::fs::{Disk, OverlayFs, contents_of};
use puppet_project::{ProjectInputs, ProjectModel};
use puppet_semantic::index::file_origin;
use puppet_semantic::resolve::assets::is_ruby_template;
use puppet_vfs::disk;

use super::exclusions::Exclusions;
use super::options::CheckOptions;
use super::output::summary::Counts;
use crate::format::NO_CODE;
use crate::paths::WorkingDirectory;

/// So many files are checked as a few of many.
const FEW_FILES: usize = 50;

/// The project around the paths of the command line, and the files to check.
pub struct CheckInput {
    pub db: RootDatabase,
    pub inputs: ProjectInputs,
    pub model: ProjectModel,
    /// The files to check.
    pub files: Vec<File>,
    /// The files that the command line or Git leaves out.
    excluded: Vec<File>,
    /// What could not be found or read.
    pub problems: Vec<ProjectProblem>,
    paths: Vec<PathBuf>,
}

impl CheckInput {
    /// Reads the project, and standard input if that is checked.
    ///
    /// # Errors
    /// That standard input cannot be checked.
    pub fn read(options: &CheckOptions, directory: &WorkingDirectory) -> io::Result<Self> {
        if options.stdin_path.is_some() && !options.reads_stdin() {
            return Err(io::Error::other("--stdin-path needs the path `-`"));
        }
        for path in &options.module_path {
            directory.directory(path)?;
        }
        let stdin = options.reads_stdin().then(|| read_stdin(options));
        let stdin = stdin.transpose()?;
        let paths = paths(options, directory);
        let given = if stdin.is_some() { &paths[..] } else { &[] };
        let fs = OverlayFs::new(&Disk, given);
        let model = discover(&fs, &paths, &options.discovery(directory));
        let mut db = RootDatabase::default();
        db.set_reveal(options.reveal);
        let mut inputs = ProjectInputs::default();
        inputs.apply(&mut db, &fs, &model);
        if let Some(bytes) = stdin {
            let path = paths[0].to_string_lossy();
            inputs.reload(&mut db, &path, contents_of(disk::decode(bytes)).into());
        }
        let exclusions = Exclusions::new(
            directory.path(),
            &options.exclude,
            &paths,
            !options.no_gitignore,
        );
        let found = files_to_check(&db, &inputs, &paths);
        let (excluded, files): (Vec<File>, Vec<File>) = found
            .into_iter()
            .partition(|file| exclusions.exclude(file.path(&db)));
        db.set_expects_all(files.len() > FEW_FILES);
        let mut problems = model.problems.clone();
        problems.extend(paths_without_code(
            &db,
            &model,
            &[&files[..], &excluded].concat(),
            &paths,
        ));
        Ok(Self {
            db,
            inputs,
            model,
            files,
            excluded,
            problems,
            paths,
        })
    }

    /// The files that fixes may change: all of the user's own below the paths, also those that are checked where they are
    /// used.
    pub fn fixable_files(&self) -> Vec<File> {
        let files = self.inputs.files();
        let files = files.filter(|(path, _)| is_asked(&self.paths, path));
        let files = files.map(|(_, file)| file);
        let files = files.filter(|file| !self.excluded.contains(file));
        files.filter(|file| is_own(&self.db, *file)).collect()
    }

    /// Whether a path is that of a file of the project.
    pub fn is_file(&self, path: &Path) -> bool {
        let path = path.to_string_lossy();
        self.inputs.files().any(|(known, _)| *known == *path)
    }

    /// Whether a path is below those of the command line.
    pub fn is_asked(&self, path: &str) -> bool {
        is_asked(&self.paths, path)
    }

    /// The paths of the command line.
    pub fn asked_paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Counts the files that were checked, and those that are left out. Settings are checked wherever they are,
    /// and count where they were requested.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        let files = self.files.iter().map(|file| (file, false));
        let excluded = self.excluded.iter().map(|file| (file, true));
        for (file, is_left_out) in files.chain(excluded) {
            let counts_as_file = match file.kind(&self.db) {
                FileKind::Ruby => false,
                FileKind::Settings => is_asked(&self.paths, file.path(&self.db)),
                _ => true,
            };
            match is_left_out || is_excluded(&self.db, *file) {
                _ if !counts_as_file => {}
                true => counts.excluded += 1,
                false => counts.files += 1,
            }
        }
        counts
    }
}

/// The absolute paths to check.
pub fn paths(options: &CheckOptions, directory: &WorkingDirectory) -> Vec<PathBuf> {
    match options.reads_stdin() {
        true => {
            let name = options.stdin_path.as_deref();
            vec![directory.absolute(name.unwrap_or(Path::new("stdin.pp")))]
        }
        false => {
            let paths = options.paths.iter();
            paths.map(|path| directory.absolute(path)).collect()
        }
    }
}

fn read_stdin(options: &CheckOptions) -> io::Result<Vec<u8>> {
    if options.paths.len() > 1 {
        return Err(io::Error::other("`-` stands alone"));
    }
    let changes = [
        (options.fix, "--fix"),
        (options.add_ignores && !options.diff, "--add-ignores"),
        (options.watch, "--watch"),
    ];
    if let Some((_, option)) = changes.iter().find(|(is_given, _)| *is_given) {
        let problem = format!("{option} needs files, and does not work with `-`");
        return Err(io::Error::other(problem));
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The files below the paths that are the user's own: not the modules in fixtures, not what is only looked up in. The
/// settings that count for them are checked too, wherever they are. Templates in Embedded Ruby are checked where they are used.
fn files_to_check(db: &RootDatabase, inputs: &ProjectInputs, paths: &[PathBuf]) -> Vec<File> {
    inputs
        .files()
        .filter(|(path, file)| file.kind(db) == FileKind::Settings || is_asked(paths, path))
        .map(|(_, file)| file)
        .filter(|file| !is_ruby_template(db, *file) && is_own(db, *file))
        .collect()
}

/// Whether the settings exclude a file.
fn is_excluded(db: &RootDatabase, file: File) -> bool {
    file_origin::settings(db, file).excludes(file.path(db))
}

fn is_own(db: &RootDatabase, file: File) -> bool {
    file_origin::owner(db, file).is_some_and(|owner| {
        let mut module = owner.module.into_iter();
        module.all(|module| module.origin(db) == ModuleOrigin::Workspace)
    })
}

fn is_asked(paths: &[PathBuf], path: &str) -> bool {
    let path = Path::new(path);
    paths.iter().any(|asked| path.starts_with(asked))
}

/// A path that was given and holds nothing to check is a mistake worth a line.
fn paths_without_code(
    db: &RootDatabase,
    model: &ProjectModel,
    files: &[File],
    paths: &[PathBuf],
) -> Vec<ProjectProblem> {
    let has_problem = |path: &PathBuf| model.problems.iter().any(|problem| problem.path == *path);
    let has_code = |path: &PathBuf| {
        let mut files = files.iter();
        files.any(|file| Path::new(&**file.path(db)).starts_with(path))
    };
    let empty = paths
        .iter()
        .filter(|path| !has_problem(path) && !has_code(path));
    empty
        .map(|path| {
            let message = if path.is_dir() {
                NO_CODE
            } else {
                "neither a manifest (*.pp) nor a template (*.epp)"
            };
            ProjectProblem {
                path: path.clone(),
                message: message.to_owned(),
                gravity: ProblemSeverity::Fatal,
            }
        })
        .collect()
}
