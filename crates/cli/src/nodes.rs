//! `puppet-analyzer nodes`: the nodes that manifests and fact sets name, and the operating systems of modules.

mod json;
mod text;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use puppet_catalog::{Claims, System};
use puppet_db::RootDatabase;
use puppet_db::{Environment, File, Workspace};
use puppet_nodes::{NodeDefinition, NodeMatches, SiteNodes, claims, site_nodes, system_title};
use puppet_project::ProjectInputs;
use puppet_project::fs::Disk;
use puppet_text::{Column, TextRange};

use crate::exit_status::{ExitOutcome, report};
use crate::paths::WorkingDirectory;

/// The options of `nodes`.
#[derive(Debug, clap::Args)]
pub struct NodesOptions {
    /// A directory of the environment or module.
    #[arg(long, value_name = "DIR", default_value = ".")]
    path: PathBuf,
    /// How to print them.
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    format: ListFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ListFormat {
    /// A line for each.
    Text,
    /// One object with all.
    Json,
}

/// A place in a file.
struct ShownPlace {
    path: String,
    line: u32,
    column: u32,
}

/// What the list says of a fact set.
struct ShownFacts {
    name: String,
    system: Option<String>,
    place: ShownPlace,
    /// The definition that the node gets, in words and with its place; none if it is not known.
    definition: Option<(String, Option<ShownPlace>)>,
}

/// All that is listed.
#[derive(Default)]
struct ListedNodes {
    definitions: Vec<(String, ShownPlace)>,
    facts: Vec<ShownFacts>,
    /// The systems of each module.
    systems: Vec<(String, Vec<&'static System>)>,
    problems: Vec<(String, ShownPlace)>,
}

/// Prints the nodes.
pub fn run(options: &NodesOptions) -> ExitCode {
    let outcome = report(list(options));
    outcome.unwrap_or(ExitOutcome::Success).into()
}

fn list(options: &NodesOptions) -> io::Result<ExitOutcome> {
    let here = WorkingDirectory::current()?;
    let root = here.directory(&options.path)?;
    let (db, _) = ProjectInputs::open(&Disk, &root);
    let reader = NodeReader {
        db: &db,
        here: &here,
    };
    let mut list = ListedNodes::default();
    for environment in Workspace::get(&db).environments(&db).iter() {
        reader.add(*environment, &mut list);
    }
    let mut out = io::stdout().lock();
    match options.format {
        ListFormat::Json => writeln!(out, "{}", json::list_json(&list))?,
        ListFormat::Text => text::write(&mut out, &list)?,
    }
    for (message, place) in &list.problems {
        let ShownPlace { path, line, column } = place;
        writeln!(io::stderr(), "error: {path}:{line}:{column}: {message}")?;
    }
    Ok(match list.problems.is_empty() {
        true => ExitOutcome::Success,
        false => ExitOutcome::CouldNotRun,
    })
}

struct NodeReader<'a> {
    db: &'a RootDatabase,
    here: &'a WorkingDirectory,
}

impl NodeReader<'_> {
    fn add(&self, environment: Environment, list: &mut ListedNodes) {
        let site = site_nodes(self.db, environment);
        for definition in &site.definitions {
            let place = self.place(definition.file, definition.range);
            list.definitions
                .push((definition.matches.to_string(), place));
        }
        for facts in &site.fact_sets {
            list.facts.push(ShownFacts {
                name: facts.node.name.clone(),
                system: system_title(&facts.node),
                place: self.place(facts.file, facts.range),
                definition: self.definition(&site, &facts.node.name),
            });
        }
        for (module, Claims { systems, .. }) in claims(self.db, environment) {
            let systems: Vec<_> = systems.iter().filter_map(|id| System::find(id)).collect();
            if !systems.is_empty() {
                list.systems
                    .push((module.name(self.db).to_string(), systems));
            }
        }
        for (file, error) in &site.problems {
            let place = self.place(*file, error.range.unwrap_or_default());
            list.problems.push((error.message.clone(), place));
        }
    }

    /// The definition that a node gets.
    fn definition(&self, site: &SiteNodes, name: &str) -> Option<(String, Option<ShownPlace>)> {
        match site.definition_of(name) {
            NodeMatches::One(NodeDefinition {
                matches,
                file,
                range,
            }) => Some((matches.to_string(), Some(self.place(*file, *range)))),
            NodeMatches::None if site.definitions.is_empty() => None,
            NodeMatches::None => Some(("no node definition matches it".to_owned(), None)),
            NodeMatches::Unknown => {
                Some(("it is not known which node definition".to_owned(), None))
            }
        }
    }

    fn place(&self, file: File, range: TextRange) -> ShownPlace {
        let lines = puppet_db::line_index(self.db, file);
        let at = lines.line_col(range.start(), Column::Chars);
        let path = self.here.relative(Path::new(&**file.path(self.db)));
        ShownPlace {
            path: path.display().to_string(),
            line: at.line + 1,
            column: at.col + 1,
        }
    }
}
