//! Checkouts of modules: folders, and the tags of Git repositories.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use puppet_scalars::SemVer;

use super::interface::{self, Interface};
use crate::shell;

/// The interfaces of the versions that stand at a path.
pub(super) fn read(path: &Path) -> Result<Vec<Interface>> {
    if path.join("metadata.json").is_file() {
        return Ok(vec![interface::read(path)?]);
    }
    let mut found = Vec::new();
    for tag in version_tags(path)? {
        let checkout =
            std::env::temp_dir().join(format!("puppet-analyzer-stubs-{}", std::process::id()));
        match extract(path, &tag, &checkout).and_then(|()| interface::read(&checkout)) {
            Ok(interface) => found.push(interface),
            Err(error) => shell::say(&format!("{} {tag}: {error:#}", path.display())),
        }
        fs::remove_dir_all(&checkout)?;
    }
    Ok(found)
}

/// The tags of all released versions.
fn version_tags(repository: &Path) -> Result<Vec<String>> {
    let tags = Command::new("git")
        .arg("--git-dir")
        .arg(repository)
        .arg("tag")
        .output()?;
    let tags = String::from_utf8_lossy(&tags.stdout);
    let is_release = |tag: &&str| {
        SemVer::parse(tag.trim_start_matches('v')).is_ok_and(|version| version.is_stable())
    };
    let found: Vec<String> = tags.lines().filter(is_release).map(str::to_owned).collect();
    if found.is_empty() {
        bail!(
            "{}: neither a metadata.json nor a tag of a version",
            repository.display()
        );
    }
    Ok(found)
}

fn extract(repository: &Path, tag: &str, into: &Path) -> Result<()> {
    let mut git = Command::new("git");
    git.arg("--git-dir").arg(repository);
    shell::unpack_commit(git, tag, &[".", ":(exclude)spec"], into)
        .with_context(|| repository.display().to_string())
}
