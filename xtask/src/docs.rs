//! `cargo xtask docs`: the documentation as a site, built by mdBook.
//!
//! The pages are spread over the project, so that each is found beside its subject. They are copied in the same layout, which
//! keeps their relative links valid.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use anyhow::{Context, Result};

use crate::{
    codegen_summary::{self, SUMMARY},
    markdown::{self, MarkdownPage},
    shell,
};

/// The version with which the site was last built.
const VERSION: &str = "0.4.52";
/// Where the book is assembled, relative to the root.
const BOOK: &str = "target/docs";
/// Files of mdBook.
const CONFIGURATION: &[&str] = &[
    "docs/book.toml",
    "docs/puppet-highlighting.js",
    "docs/site.css",
];

/// Builds the site.
pub fn run() -> Result<()> {
    shell::output(Command::new("mdbook").arg("--version")).with_context(|| {
        format!("mdbook is not installed: cargo install mdbook --locked --version {VERSION}")
    })?;
    let book = shell::root().join(BOOK);
    if book.exists() {
        fs::remove_dir_all(&book).with_context(|| format!("cannot clear {BOOK}"))?;
    }
    for file in CONFIGURATION {
        let name = file.trim_start_matches("docs/");
        copy(file, &book.join(name))?;
    }
    stage(&book.join("src"))?;
    shell::run(Command::new("mdbook").arg("build").arg(&book))?;
    shell::say(&format!("built {BOOK}/book/index.html"));
    Ok(())
}

/// Copies the pages and their pictures.
fn stage(folder: &Path) -> Result<()> {
    let pages: BTreeSet<String> = codegen_summary::pages()?.into_iter().collect();
    for page in &pages {
        let text = fs::read_to_string(shell::root().join(page))?;
        let mut out = text.clone();
        for link in MarkdownPage::parse(&text).links {
            match published(page, &link, &pages) {
                Published::Unchanged => {}
                Published::As(other) => {
                    out = out.replace(&format!("]({link})"), &format!("]({other})"));
                }
                Published::Picture(file) => copy(&file, &folder.join(&file))?,
            }
        }
        write(&folder.join(as_index(page)), &out)?;
    }
    let summary = fs::read_to_string(shell::root().join(SUMMARY))
        .with_context(|| format!("cannot read {SUMMARY}"))?;
    write(&folder.join("SUMMARY.md"), &as_index(&from_root(&summary)))
}

/// A link of a page on the site.
#[derive(Debug, PartialEq, Eq)]
enum Published {
    /// It leads out of the project, or is the same on the site.
    Unchanged,
    /// Another link.
    As(String),
    /// The same link to a picture, which the site needs, too.
    Picture(String),
}

/// Links to pages stay on the site, and links to other files lead to the repository.
fn published(page: &str, link: &str, pages: &BTreeSet<String>) -> Published {
    let path = link.split('#').next().unwrap_or(link);
    if link.contains("://") || path.is_empty() {
        return Published::Unchanged;
    }
    let Some(target) = markdown::resolve(page, path) else {
        return Published::Unchanged;
    };
    if pages.contains(&target) {
        let other = as_index(link);
        return match other == link {
            true => Published::Unchanged,
            false => Published::As(other),
        };
    }
    if target.ends_with(".png") || target.ends_with(".svg") {
        return Published::Picture(target);
    }
    let kind = match shell::root().join(&target).is_dir() {
        true => "tree",
        false => "blob",
    };
    let repository = env!("CARGO_PKG_REPOSITORY");
    Published::As(format!("{repository}/{kind}/HEAD/{target}"))
}

/// mdBook makes `index.html` of a `README.md`, and does not change the links to it.
fn as_index(text: &str) -> String {
    text.replace("README.md", "index.md")
}

/// The table of contents with links relative to the root of the project instead of `docs`.
fn from_root(summary: &str) -> String {
    let in_docs = summary.replace("](", "](docs/");
    in_docs.replace("](docs/../", "](")
}

/// Copies a file of the project.
fn copy(file: &str, to: &Path) -> Result<()> {
    fs::create_dir_all(to.parent().unwrap_or(to))?;
    fs::copy(shell::root().join(file), to).with_context(|| format!("cannot copy {file}"))?;
    Ok(())
}

fn write(to: &Path, text: &str) -> Result<()> {
    fs::create_dir_all(to.parent().unwrap_or(to))?;
    fs::write(to, text).with_context(|| format!("cannot write {}", to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_the_summary_start_at_the_root() {
        assert_eq!(
            from_root("- [a](../README.md)\n- [b](hiera.md)\n"),
            "- [a](README.md)\n- [b](docs/hiera.md)\n"
        );
    }

    #[test]
    fn links_lead_to_pages_pictures_and_the_repository() {
        let pages = BTreeSet::from(["docs/rules/README.md".to_owned()]);
        let published = |link| published("docs/a.md", link, &pages);
        let repository = env!("CARGO_PKG_REPOSITORY");
        assert_eq!(
            published("rules/README.md#fix"),
            Published::As("rules/index.md#fix".to_owned())
        );
        assert_eq!(
            published("../xtask/src/docs.rs"),
            Published::As(format!("{repository}/blob/HEAD/xtask/src/docs.rs"))
        );
        assert_eq!(
            published("../xtask/src"),
            Published::As(format!("{repository}/tree/HEAD/xtask/src"))
        );
        assert_eq!(
            published("images/vscode.png"),
            Published::Picture("docs/images/vscode.png".to_owned())
        );
        assert_eq!(published("https://x/README.md"), Published::Unchanged);
        assert_eq!(published("#here"), Published::Unchanged);
    }
}
