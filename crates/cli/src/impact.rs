//! `puppet-analyzer impact`: impact analysis of a change.

mod json;
mod markdown;
mod revision;
mod text;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use puppet_impact::{
    Affected, EntityKind, EntityPlace, InterfaceChange, impact, interface_changes,
};

use crate::exit_status::{ExitOutcome, report};
use crate::impact::revision::{Checkout, find_top};
use crate::paths::WorkingDirectory;

/// The options of `impact`.
#[derive(Debug, clap::Args)]
pub struct ImpactOptions {
    /// The two revisions, as `A..B`, or one that is compared with the working tree [default: HEAD].
    #[arg(value_name = "A..B", default_value = "HEAD")]
    range: String,
    /// A directory of the environment or module.
    #[arg(long, value_name = "DIR", default_value = ".")]
    path: PathBuf,
    /// Lists only how the interfaces of modules differ: what is breaking, and what is compatible.
    #[arg(long)]
    interface: bool,
    /// How to print the list.
    #[arg(long, value_enum, default_value_t = ImpactFormat::Text)]
    format: ImpactFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ImpactFormat {
    /// A line for each, grouped.
    Text,
    /// One object with all.
    Json,
    /// A list for a review.
    Markdown,
}

/// All that is printed.
struct ImpactReport {
    affected: Vec<Affected>,
    interface: Vec<InterfaceChange>,
    shows_affected: bool,
}

/// The kinds, in the order of the groups, with their titles.
const GROUPS: [(EntityKind, &str); 17] = [
    (EntityKind::Node, "Nodes"),
    (EntityKind::Class, "Classes"),
    (EntityKind::DefinedType, "Defined types"),
    (EntityKind::Function, "Functions"),
    (EntityKind::Plan, "Plans"),
    (EntityKind::TypeAlias, "Type aliases"),
    (EntityKind::ResourceType, "Resource types"),
    (EntityKind::DataKey, "Data keys"),
    (EntityKind::LookupOption, "Lookup options"),
    (EntityKind::Hierarchy, "Hierarchies"),
    (EntityKind::Template, "Templates"),
    (EntityKind::File, "Files"),
    (EntityKind::Fact, "Facts"),
    (EntityKind::RubyCode, "Ruby code"),
    (EntityKind::Site, "Site manifests"),
    (EntityKind::Module, "Modules of the Puppetfile"),
    (EntityKind::Environment, "Settings of the environment"),
];

impl ImpactReport {
    /// The groups that are not empty, with their titles.
    fn groups(&self) -> impl Iterator<Item = (&'static str, Vec<&Affected>)> {
        let groups = GROUPS.iter().filter(|_| self.shows_affected);
        groups.filter_map(|(kind, title)| {
            let of_kind = self.affected.iter().filter(|it| it.key.kind == *kind);
            let of_kind: Vec<&Affected> = of_kind.collect();
            (!of_kind.is_empty()).then_some((*title, of_kind))
        })
    }

    /// The changes of interfaces, breaking ones first, with their titles; none that are empty.
    fn interface_groups(&self) -> impl Iterator<Item = (&'static str, Vec<&InterfaceChange>)> {
        let groups = [("Breaking", true), ("Compatible", false)].into_iter();
        groups.filter_map(|(title, is_breaking)| {
            let changes = self.interface.iter();
            let changes = changes.filter(|it| it.is_breaking == is_breaking);
            let changes: Vec<&InterfaceChange> = changes.collect();
            (!changes.is_empty()).then_some((title, changes))
        })
    }
}

/// Compares the versions, and prints what differs.
pub fn run(options: &ImpactOptions) -> ExitCode {
    let outcome = report(compare(options));
    outcome.unwrap_or(ExitOutcome::Success).into()
}

fn compare(options: &ImpactOptions) -> io::Result<ExitOutcome> {
    let here = WorkingDirectory::current()?;
    let start = here.directory(&options.path)?;
    let top = find_top(&here, &start).map_err(io::Error::other)?;
    let (from, to) = match options.range.split_once("..") {
        Some((from, to)) => (from, Some(to.trim_start_matches('.'))),
        None => (&*options.range, None),
    };
    let or_head = |revision: &str| match revision {
        "" => "HEAD".to_owned(),
        revision => revision.to_owned(),
    };
    let before = Checkout::read_revision(&top, &or_head(from)).map_err(io::Error::other)?;
    let after = match to {
        Some(revision) => Checkout::read_revision(&top, &or_head(revision)),
        None => Checkout::read_working_tree(&top),
    };
    let after = after.map_err(io::Error::other)?;
    let (before, after) = (before.load(&start), after.load(&start));
    let versions = (before.version(), after.version());
    let shows_affected = !options.interface;
    let report = ImpactReport {
        affected: match shows_affected {
            true => impact(versions.0, versions.1).affected,
            false => Vec::new(),
        },
        interface: interface_changes(versions.0, versions.1),
        shows_affected,
    };
    let places = PlaceWriter { here: &here };
    let mut out = io::stdout().lock();
    match options.format {
        ImpactFormat::Text => text::write(&mut out, &report, &places)?,
        ImpactFormat::Json => writeln!(out, "{}", json::report_json(&report, &places))?,
        ImpactFormat::Markdown => markdown::write(&mut out, &report, &places)?,
    }
    Ok(ExitOutcome::Success)
}

/// Shows places with paths from the working directory.
struct PlaceWriter<'a> {
    here: &'a WorkingDirectory,
}

impl PlaceWriter<'_> {
    fn path(&self, place: &EntityPlace) -> String {
        let path = self.here.relative(Path::new(&place.path));
        path.display().to_string()
    }

    fn show(&self, place: &EntityPlace) -> String {
        format!("{}:{}", self.path(place), place.line)
    }
}

/// Why an entity is affected, in words.
fn reason(affected: &Affected) -> String {
    use puppet_impact::EntityChange;
    match affected.change {
        Some(EntityChange::Added) => "added".to_owned(),
        Some(EntityChange::Removed) => "removed".to_owned(),
        Some(EntityChange::Changed) => "changed".to_owned(),
        None => {
            let steps: Vec<String> = affected.path.iter().map(ToString::to_string).collect();
            format!("uses {}", steps.join(", which uses "))
        }
    }
}
