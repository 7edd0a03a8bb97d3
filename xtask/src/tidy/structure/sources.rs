//! The source files of a crate, without tests: their modules, lines of code and imports.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use syn::{
    Attribute, File, Item, ItemMod, ItemUse, Path, UseTree, Visibility,
    spanned::Spanned,
    visit::{self, Visit},
};

use crate::tidy::workspace::CargoWorkspace;

/// A source file.
pub(super) struct CrateSource {
    /// The path of its module in the crate; empty for the root.
    pub module: Vec<String>,
    /// Lines of code: without tests, comments and blank lines.
    pub code: usize,
    /// The absolute paths, without `crate`, that it names.
    pub imports: BTreeSet<Vec<String>>,
    /// The names that it re-exports, with their absolute paths.
    pub exports: BTreeMap<String, Vec<String>>,
    /// The names of the types and traits that it defines.
    pub types: BTreeSet<String>,
}

/// Reads the files below `src` of a crate, without test modules and generated files.
pub(super) fn read(
    workspace: &CargoWorkspace,
    package: &str,
    folder: &str,
) -> Result<Vec<CrateSource>> {
    let prefix = format!("{folder}/src/");
    let files = workspace
        .files
        .iter()
        .filter(|it| it.starts_with(&prefix) && it.ends_with(".rs"));
    let mut parsed = Vec::new();
    let mut tests = BTreeSet::new();
    for file in files {
        let text = workspace
            .text(file)
            .with_context(|| format!("cannot read {file}"))?;
        let tree = syn::parse_file(&text).with_context(|| format!("cannot parse {file}"))?;
        let module = module_path(file.strip_prefix(&prefix).unwrap_or(file));
        for item in &tree.items {
            if let Item::Mod(ItemMod {
                attrs,
                ident,
                content: None,
                ..
            }) = item
                && is_for_tests(attrs)
            {
                tests.insert([&*module, &[ident.to_string()]].concat());
            }
        }
        parsed.push((module, text, tree));
    }
    let modules: BTreeSet<Vec<String>> = parsed.iter().map(|(module, ..)| module.clone()).collect();
    let is_test = |module: &[String]| tests.iter().any(|it| module.starts_with(it));
    let is_generated = |module: &[String]| module.iter().any(|it| it == "generated");
    let library = package.replace('-', "_");
    let product = parsed
        .iter()
        .filter(|(module, ..)| !is_test(module) && !is_generated(module));
    let sources = product.map(|(module, text, tree)| {
        let mut names = PathCollector {
            library: &library,
            module,
            modules: &modules,
            local: BTreeMap::new(),
            imports: BTreeSet::new(),
            exports: BTreeMap::new(),
        };
        names.visit_file(tree);
        CrateSource {
            module: module.clone(),
            code: lines_of_code(text, tree),
            imports: names.imports,
            exports: names.exports,
            types: defined_types(&tree.items).collect(),
        }
    });
    Ok(sources.collect())
}

/// `hover/mod.rs` and `hover.rs` are the module `hover`.
fn module_path(file: &str) -> Vec<String> {
    let stem = file.strip_suffix(".rs").unwrap_or(file);
    let mut path: Vec<String> = stem.split('/').map(String::from).collect();
    if matches!(
        path.last().map(String::as_str),
        Some("mod" | "lib" | "main")
    ) {
        path.pop();
    }
    path
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Ident>()
                .is_ok_and(|it| it == "test")
    })
}

/// The names of the types and traits among items.
fn defined_types(items: &[Item]) -> impl Iterator<Item = String> {
    let names = items.iter().filter_map(|item| match item {
        Item::Struct(it) => Some(&it.ident),
        Item::Enum(it) => Some(&it.ident),
        Item::Union(it) => Some(&it.ident),
        Item::Trait(it) => Some(&it.ident),
        Item::Type(it) => Some(&it.ident),
        _ => None,
    });
    names.map(ToString::to_string)
}

/// Lines that are neither blank nor comments, outside of inline test modules.
fn lines_of_code(text: &str, tree: &File) -> usize {
    let tests: Vec<(usize, usize)> = tree
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Mod(module) if is_for_tests(&module.attrs) => {
                let span = module.span();
                Some((span.start().line, span.end().line))
            }
            _ => None,
        })
        .collect();
    let is_code = |line: &str| !line.is_empty() && !line.starts_with("//");
    let lines = text.lines().zip(1..);
    let outside = lines.filter(|(_, number)| {
        !tests
            .iter()
            .any(|(start, end)| (start..=end).contains(&number))
    });
    outside.filter(|(line, _)| is_code(line.trim())).count()
}

/// Collects the paths that a file names.
struct PathCollector<'a> {
    library: &'a str,
    module: &'a [String],
    modules: &'a BTreeSet<Vec<String>>,
    /// Names that `use` brings into scope, with their absolute paths.
    local: BTreeMap<String, Vec<String>>,
    imports: BTreeSet<Vec<String>>,
    exports: BTreeMap<String, Vec<String>>,
}

impl PathCollector<'_> {
    /// The absolute path in the crate; none where the path leads to another crate.
    fn absolute(&self, path: &[String]) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        let own = |parent: &[String], rest: &[String]| [parent, rest].concat();
        Some(match first.as_str() {
            "crate" => rest.to_vec(),
            "self" => own(self.module, rest),
            "super" => {
                let ups = path.iter().take_while(|it| *it == "super").count();
                let depth = self.module.len().checked_sub(ups)?;
                own(self.module.get(..depth)?, path.get(ups..)?)
            }
            name if name == self.library => rest.to_vec(),
            name => match self.local.get(name) {
                Some(target) => own(target, rest),
                None if self
                    .modules
                    .contains(&own(self.module, std::slice::from_ref(first))) =>
                {
                    own(self.module, path)
                }
                None => return None,
            },
        })
    }

    fn import(&mut self, path: &[String], name: &str, is_public: bool) {
        let Some(absolute) = self.absolute(path) else {
            return;
        };
        if is_public {
            self.exports.insert(name.to_owned(), absolute.clone());
        } else {
            self.imports.insert(absolute.clone());
        }
        self.local.insert(name.to_owned(), absolute);
    }

    fn import_tree(&mut self, tree: &UseTree, prefix: &[String], is_public: bool) {
        let with = |name: &syn::Ident| [prefix, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.import_tree(&path.tree, &with(&path.ident), is_public),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import_tree(tree, prefix, is_public);
                }
            }
            UseTree::Name(name) if name.ident == "self" => {
                let last = prefix.last().cloned().unwrap_or_default();
                self.import(prefix, &last, is_public);
            }
            UseTree::Name(name) => {
                self.import(&with(&name.ident), &name.ident.to_string(), is_public);
            }
            UseTree::Rename(rename) => {
                self.import(&with(&rename.ident), &rename.rename.to_string(), is_public);
            }
            UseTree::Glob(_) => {
                if let Some(absolute) = self.absolute(prefix) {
                    self.imports.insert(absolute);
                }
            }
        }
    }
}

impl<'ast> Visit<'ast> for PathCollector<'_> {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if !is_for_tests(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if !is_for_tests(&item.attrs) {
            let is_public = !matches!(item.vis, Visibility::Inherited);
            self.import_tree(&item.tree, &[], is_public);
        }
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let segments: Vec<String> = path
            .segments
            .iter()
            .map(|it| it.ident.to_string())
            .collect();
        if segments.len() > 1
            && let Some(absolute) = self.absolute(&segments)
        {
            self.imports.insert(absolute);
        }
        visit::visit_path(self, path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_absolute_paths() {
        let tree = syn::parse_file(
            "use crate::a::{self, B as C}; use super::d::E; pub use child::F;\n\
             fn f() { a::g(); child::h(); std::mem::drop(1); }\n\
             #[cfg(test)] mod tests { use crate::only_in_tests; }",
        );
        let module = ["m".to_owned(), "n".to_owned()];
        let child = [&module[..], &["child".to_owned()]].concat();
        let modules = BTreeSet::from([child]);
        let mut names = PathCollector {
            library: "lib",
            module: &module,
            modules: &modules,
            local: BTreeMap::new(),
            imports: BTreeSet::new(),
            exports: BTreeMap::new(),
        };
        names.visit_file(&tree.unwrap());
        let imports: Vec<String> = names.imports.iter().map(|it| it.join("::")).collect();
        assert_eq!(imports, ["a", "a::B", "a::g", "m::d::E", "m::n::child::h"]);
        assert_eq!(names.exports["F"].join("::"), "m::n::child::F");
    }

    #[test]
    fn only_code_outside_of_tests_counts() {
        let text =
            "//! A.\n\n/// B.\nfn f() {}\n#[cfg(test)]\nmod tests {\n    fn g() {}\n}\nfn h() {}\n";
        let tree = syn::parse_file(text).unwrap();
        assert_eq!(lines_of_code(text, &tree), 2);
    }

    #[test]
    fn folders_are_modules() {
        assert_eq!(module_path("hover/mod.rs"), ["hover"]);
        assert_eq!(module_path("lib.rs"), [""; 0]);
    }
}
