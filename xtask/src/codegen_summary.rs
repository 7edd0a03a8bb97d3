//! Generates the table of contents of the documentation, `docs/SUMMARY.md`, from the groups in `docs/summary.toml`. A page
//! that is in no group is an error.

use std::{collections::BTreeSet, fmt::Write, fs, path::Path};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::{
    generated::{self, Mode},
    markdown::MarkdownPage,
    shell,
};

const TABLE: &str = "docs/summary.toml";
/// The table of contents, relative to the root.
pub const SUMMARY: &str = "docs/SUMMARY.md";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SummaryTable {
    group: Vec<Group>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    title: String,
    /// Paths of pages, relative to the root.
    pages: Vec<String>,
    /// A pattern with one `*`: all other pages that match it are listed below the last page.
    children: Option<String>,
}

/// Writes (or checks) the table of contents.
pub fn run(mode: Mode) -> Result<()> {
    let table = table()?;
    let all = all_pages()?;
    let listed: BTreeSet<String> = table.pages(&all).into_iter().map(|it| it.path).collect();
    for page in &all {
        ensure!(listed.contains(page), "{page} is in no group of {TABLE}");
    }
    generated::file(SUMMARY, &summary(&table, &all)?, mode)
}

/// The pages of the documentation, relative to the root.
pub fn pages() -> Result<Vec<String>> {
    let pages = table()?.pages(&all_pages()?);
    Ok(pages.into_iter().map(|it| it.path).collect())
}

fn table() -> Result<SummaryTable> {
    let text = fs::read_to_string(shell::root().join(TABLE))
        .with_context(|| format!("cannot read {TABLE}"))?;
    toml::from_str(&text).with_context(|| format!("in {TABLE}"))
}

/// A page of a group.
struct Listed {
    path: String,
    is_child: bool,
}

impl SummaryTable {
    fn pages(&self, all: &BTreeSet<String>) -> Vec<Listed> {
        self.group.iter().flat_map(|it| it.listed(all)).collect()
    }
}

impl Group {
    fn listed(&self, all: &BTreeSet<String>) -> Vec<Listed> {
        let (start, end) = self
            .children
            .as_deref()
            .and_then(|it| it.split_once('*'))
            .unzip();
        let is_child = |page: &&String| {
            start.is_some_and(|start| page.starts_with(start))
                && end.is_some_and(|end| page.ends_with(end))
                && !self.pages.contains(page)
        };
        let listed = |path: &String, is_child| Listed {
            path: path.clone(),
            is_child,
        };
        let pages = self.pages.iter().map(|page| listed(page, false));
        let children = all.iter().filter(is_child).map(|page| listed(page, true));
        pages.chain(children).collect()
    }
}

/// All pages that belong to the documentation: those at the root and below `docs`, and the READMEs of editors and crates.
fn all_pages() -> Result<BTreeSet<String>> {
    let mut pages: BTreeSet<String> = markdown_files("")?.into_iter().collect();
    for folder in ["docs", "docs/adr", "docs/rules"] {
        pages.extend(markdown_files(folder)?);
    }
    for parent in ["editors", "crates"] {
        for entry in fs::read_dir(shell::root().join(parent))? {
            let name = entry?.file_name();
            let readme = format!("{parent}/{}/README.md", name.to_string_lossy());
            if shell::root().join(&readme).is_file() {
                pages.insert(readme);
            }
        }
    }
    pages.insert("examples/README.md".to_owned());
    pages.remove(SUMMARY);
    Ok(pages)
}

/// The Markdown files directly in a folder.
fn markdown_files(folder: &str) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(shell::root().join(folder))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if Path::new(&name).extension().is_some_and(|it| it == "md") {
            let separator = if folder.is_empty() { "" } else { "/" };
            files.push(format!("{folder}{separator}{name}"));
        }
    }
    Ok(files)
}

fn summary(table: &SummaryTable, all: &BTreeSet<String>) -> Result<String> {
    let mut out = format!(
        "<!-- Generated from `{TABLE}` by `cargo xtask codegen`: edit the table, not this file. -->\n\n# Summary\n"
    );
    for group in &table.group {
        writeln!(out, "\n# {}\n", group.title)?;
        for Listed { path, is_child } in group.listed(all) {
            let text = fs::read_to_string(shell::root().join(&path))
                .with_context(|| format!("{TABLE}: cannot read {path}"))?;
            let title = MarkdownPage::parse(&text)
                .title
                .with_context(|| format!("{path} has no heading"))?;
            // The group of the editors names the product already.
            let title = title.trim_start_matches("puppet-analyzer for ");
            let indent = if is_child { "  " } else { "" };
            let link = path
                .strip_prefix("docs/")
                .map_or_else(|| format!("../{path}"), str::to_owned);
            writeln!(out, "{indent}- [{title}]({link})")?;
        }
    }
    Ok(out)
}
