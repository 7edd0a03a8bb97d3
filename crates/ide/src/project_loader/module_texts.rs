//! Text files of modules that are no part of the analysis, but in which names of it stand: specs and pages.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use puppet_ide_db::ruby::rspec::is_spec;
use puppet_ide_db::search::text_files::TextFileKind;
use puppet_project::fs::{Disk, FileSystem as _, HiddenEntries};

/// The pages of a module that name what is in it.
const PAGES: [&str; 2] = ["README.md", "REFERENCE.md"];

/// The pages and specs of a module, those of its fixtures left out. The pages may not exist. May take long.
#[must_use]
pub fn module_texts(module: &Path) -> Vec<(PathBuf, TextFileKind)> {
    let pages = PAGES.iter().map(|page| module.join(page));
    let pages = pages.map(|path| (path, TextFileKind::Page));
    // Links are not followed: they may lead in circles.
    let is_entered = |path: &Path| !path.ends_with("fixtures") && Disk.read_link(path).is_none();
    let walk = Disk.walk(&module.join("spec"), HiddenEntries::Include, &is_entered);
    let links: HashSet<&PathBuf> = walk.links.iter().collect();
    let specs = walk.files.iter().filter(|path| !links.contains(path));
    let specs = specs.filter(|path| path.to_str().is_some_and(is_spec));
    let specs = specs.map(|path| (path.clone(), TextFileKind::Spec));
    pages.chain(specs).collect()
}
