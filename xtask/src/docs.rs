//! `cargo xtask docs`: the documentation as a site, built by mdBook.
//!
//! The pages are spread over the project, so that each is found beside its subject. They are copied with the files that
//! they link to, in the same layout, which keeps their relative links valid.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result};

use crate::{
    codegen_summary::{self, SUMMARY},
    markdown::{self, Page},
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

/// Copies the pages, and the files that they link to.
fn stage(folder: &Path) -> Result<()> {
    for page in codegen_summary::pages()? {
        copy(&page, &folder.join(&page))?;
        let text = fs::read_to_string(shell::root().join(&page))?;
        for (link, _) in Page::parse(&text).relative_links() {
            let Some(target) = markdown::resolve(&page, link) else {
                continue;
            };
            let is_page = target.ends_with(".md");
            if !is_page && shell::root().join(&target).is_file() {
                copy(&target, &folder.join(&target))?;
            }
        }
    }
    let summary = fs::read_to_string(shell::root().join(SUMMARY))
        .with_context(|| format!("cannot read {SUMMARY}"))?;
    fs::write(folder.join("SUMMARY.md"), from_root(&summary))?;
    Ok(())
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
}
