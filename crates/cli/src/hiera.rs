//! `puppet-analyzer hiera`: the hierarchies of an environment and its modules as a tree.

mod json;
mod text;

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use puppet_db::RootDatabase;
use puppet_db::{Environment, File, Workspace};
use puppet_diagnostics::Severity;
use puppet_ide_db::hiera::hierarchy_tree::{HierarchyFileNode, HierarchyLayer, hierarchy_layers};
use puppet_ide_db::hiera::node_files::keep_files_of_node;
use puppet_lookup::{Answer, LookupQuestion, LookupSettings, Node, OpenTypes, Session, Sources};
use puppet_project::ProjectInputs;
use puppet_project::fs::Disk;
use puppet_project::lookup::LookupFiles;
use puppet_semantic::hiera::document::document_of;
use puppet_text::{Column, TextRange};

use crate::exit_status::{ExitOutcome, report};
use crate::lookup::{environment_of, read_node};
use crate::paths::WorkingDirectory;

/// The options of `hiera`.
#[derive(Debug, clap::Args)]
pub struct HieraOptions {
    /// A directory of the environment or module.
    #[arg(long, value_name = "DIR", default_value = ".")]
    path: PathBuf,
    /// Shows what this node reads only: its name, or which one is meant of several nodes in the file of facts.
    #[arg(long, value_name = "NAME")]
    node: Option<String>,
    /// The facts of the node: what `facter` or `puppet facts` writes as JSON or YAML, or an export of PuppetDB.
    #[arg(long, value_name = "FILE")]
    facts: Option<PathBuf>,
    /// How to print the tree.
    #[arg(long, value_enum, default_value_t = TreeFormat::Text)]
    format: TreeFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum TreeFormat {
    /// Lines, indented.
    Text,
    /// One object with all layers.
    Json,
}

/// A hierarchy, as it is shown.
struct ShownLayer {
    module: Option<String>,
    config: String,
    levels: Vec<ShownLevel>,
}

/// A level, as it is shown.
struct ShownLevel {
    name: String,
    line: u32,
    locations: Vec<String>,
    /// None where code decides which files are read.
    files: Option<Vec<ShownFile>>,
}

/// A data file, as it is shown.
struct ShownFile {
    path: String,
    /// None where the file is not there.
    keys: Option<usize>,
    /// The keys that nothing looks up, with their lines; none if that is not known.
    unused: Option<Vec<(String, u32)>>,
}

/// Prints the tree.
pub fn run(options: &HieraOptions) -> ExitCode {
    let outcome = report(show(options));
    outcome.unwrap_or(ExitOutcome::Success).into()
}

fn show(options: &HieraOptions) -> io::Result<ExitOutcome> {
    let here = WorkingDirectory::current()?;
    let root = here.directory(&options.path)?;
    let (db, _) = ProjectInputs::open(&Disk, &root);
    let tree = TreeReader {
        db: &db,
        here: &here,
    };
    let mut layers = Vec::new();
    let mut problems = Vec::new();
    for environment in Workspace::get(&db).environments(&db).iter() {
        let found = tree.layers(*environment, options)?;
        problems.extend(tree.problems(&found));
        layers.extend(found.iter().map(|layer| tree.layer(layer)));
    }
    if layers.is_empty() {
        let path = options.path.display();
        writeln!(
            io::stderr(),
            "There is no hiera.yaml of version 5 in {path}"
        )?;
        return Ok(ExitOutcome::Failure);
    }
    let mut out = io::stdout().lock();
    match options.format {
        TreeFormat::Json => writeln!(out, "{}", json::tree_json(&layers))?,
        TreeFormat::Text => text::write(&mut out, &layers)?,
    }
    for problem in &problems {
        writeln!(io::stderr(), "error: {problem}")?;
    }
    Ok(match problems.is_empty() {
        true => ExitOutcome::Success,
        false => ExitOutcome::CouldNotRun,
    })
}

struct TreeReader<'a> {
    db: &'a RootDatabase,
    here: &'a WorkingDirectory,
}

impl TreeReader<'_> {
    fn layers(
        &self,
        environment: Environment,
        options: &HieraOptions,
    ) -> io::Result<Vec<HierarchyLayer>> {
        let mut layers = hierarchy_layers(self.db, environment);
        if options.node.is_some() || options.facts.is_some() {
            let root = Path::new(&**environment.root(self.db));
            let node = read_node(options.node.as_deref(), options.facts.as_deref(), root)?;
            self.keep_files(&mut layers, root, &node);
        }
        for layer in &layers {
            if let Some(reason) = &layer.unknown {
                let config = self.path(layer.config.path(self.db));
                let problem = format!("which files of {config} the node reads: {reason}");
                writeln!(io::stderr(), "unknown: {problem}")?;
            }
        }
        Ok(layers)
    }

    /// Which files cannot be read, and why: each with its place.
    fn problems(&self, layers: &[HierarchyLayer]) -> BTreeSet<String> {
        let files = layers.iter().flat_map(|layer| {
            let levels = layer.levels.iter().flat_map(|level| &level.files);
            let files = levels.flatten().map(|it| it.file);
            [layer.config].into_iter().chain(files)
        });
        files.filter_map(|file| self.problem(file)).collect()
    }

    fn problem(&self, file: File) -> Option<String> {
        let path = self.path(file.path(self.db));
        if let Some(problem) = file.problem(self.db) {
            return Some(format!("{path}: {problem}"));
        }
        let document = document_of(self.db, file);
        let error = document.error.as_ref()?;
        // Ruby's reader lets some pass: no errors of the check.
        let diagnostics = puppet_checks::file_diagnostics(self.db, file);
        diagnostics
            .iter()
            .find(|it| it.severity == Severity::Error && it.place.range == error.range)?;
        let line = self.line(file, error.range);
        Some(format!("{path}:{line}: {}", error.message))
    }

    /// Leaves the files that the node reads.
    fn keep_files(&self, layers: &mut [HierarchyLayer], root: &Path, node: &Node) {
        let sources = Sources::new(Box::new(LookupFiles(Disk)));
        let environment = environment_of(None, None, self.here, root);
        let settings = LookupSettings {
            working_directory: self.here.path().to_string_lossy().into_owned(),
            ..LookupSettings::default()
        };
        let look_up = |key: &str| -> Option<Answer> {
            let question = LookupQuestion {
                key: key.to_owned(),
                ..LookupQuestion::default()
            };
            let session = Session::new(&sources, &environment, &settings, node, &OpenTypes);
            Some(session.look_up(&question))
        };
        keep_files_of_node(self.db, layers, &look_up);
    }

    fn layer(&self, layer: &HierarchyLayer) -> ShownLayer {
        let levels = layer.levels.iter().map(|level| ShownLevel {
            name: level.name.clone(),
            line: self.line(layer.config, level.range),
            locations: level.locations.clone(),
            files: level.files.as_ref().map(|files| {
                let files = files.iter().map(|file| self.file(file));
                files
                    .chain(level.missing.iter().map(|path| self.missing(path)))
                    .collect()
            }),
        });
        ShownLayer {
            module: layer.module.clone(),
            config: self.path(layer.config.path(self.db)),
            levels: levels.collect(),
        }
    }

    fn file(&self, node: &HierarchyFileNode) -> ShownFile {
        let text = node.file.text(self.db);
        let unused = node.unused.as_ref().map(|ranges| {
            let keys = ranges.iter().map(|range| {
                let key = text.get(std::ops::Range::<usize>::from(*range));
                let key = key.unwrap_or_default().trim_matches(['\'', '"']);
                (key.to_owned(), self.line(node.file, *range))
            });
            keys.collect()
        });
        ShownFile {
            path: self.path(node.file.path(self.db)),
            keys: Some(node.keys),
            unused,
        }
    }

    fn missing(&self, path: &str) -> ShownFile {
        ShownFile {
            path: self.path(path),
            keys: None,
            unused: None,
        }
    }

    fn line(&self, file: File, range: TextRange) -> u32 {
        let lines = puppet_db::line_index(self.db, file);
        lines.line_col(range.start(), Column::Chars).line + 1
    }

    fn path(&self, path: &str) -> String {
        self.here.relative(Path::new(path)).display().to_string()
    }
}
