//! Texts that are no part of the analysis: the specs and pages of modules, read from the disk when somebody asks.

use std::path::{Path, PathBuf};

use puppet_ide::{NamesElsewhere, Outside};

use crate::transport::lsp;

/// The pages of a module that name what is in it.
const PAGES: [&str; 2] = ["README.md", "REFERENCE.md"];

/// Every text in which names may stand, in the order of the paths.
pub(crate) fn each_text(names: &NamesElsewhere, mut see: impl FnMut(lsp::Url, &str, Outside)) {
    for module in &names.modules {
        let module = Path::new(module);
        let pages = PAGES.iter().map(|page| (module.join(page), Outside::Page));
        let specs = specs_of(module).into_iter();
        for (path, outside) in pages.chain(specs.map(|path| (path, Outside::Spec))) {
            if let Ok(text) = std::fs::read_to_string(&path)
                && let Ok(uri) = lsp::Url::from_file_path(&path)
            {
                see(uri, &text, outside);
            }
        }
    }
}

/// The specs of a module, those of its fixtures left out.
fn specs_of(module: &Path) -> Vec<PathBuf> {
    let mut specs = Vec::new();
    let mut open = vec![module.join("spec")];
    while let Some(folder) = open.pop() {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in entries {
            let path = entry.path();
            // Links are not followed: they may lead in circles.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && entry.file_name() != "fixtures" => open.push(path),
                Ok(kind) if kind.is_file() && is_spec(&path) => specs.push(path),
                _ => {}
            }
        }
    }
    specs.sort();
    specs
}

fn is_spec(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.ends_with("_spec.rb"))
}
