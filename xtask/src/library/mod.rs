//! `cargo xtask library`: compares the stub files of `crates/library` with an installed Puppet, which is read and never
//! run, and rewrites what is a fact. Summaries and versions are written by hand and stay.

mod facts_to_stubs;
mod sources;
mod table;

use crate::shell;
use anyhow::{Context, Result, bail};
use clap::Args;
use puppet_library::{FunctionStub, Stub, TypeStub};
use serde::Serialize;
use sources::Installed;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Options of `cargo xtask library`.
#[derive(Debug, Args)]
pub struct LibraryOptions {
    /// The Ruby library folder of an installed Puppet (the one that holds `puppet.rb`).
    #[arg(long)]
    puppet: Option<PathBuf>,
    /// A folder with bundled `*_core` modules; may be given several times.
    #[arg(long)]
    modules: Vec<PathBuf>,
    /// Rewrite the stub files instead of showing what differs.
    #[arg(long)]
    write: bool,
}

/// Runs the task.
pub fn run(options: &LibraryOptions) -> Result<()> {
    let stubs = shell::root().join("crates/library/stubs");
    let installed = sources::read(options.puppet.as_deref(), &options.modules)?;
    let mut differences = absent(&stubs, &installed)?;
    for function in installed.functions {
        differences += update(
            &stubs.join("functions"),
            &function.name.clone(),
            options.write,
            |old| Stub {
                functions: vec![merge_function(old.functions.into_iter().next(), function)],
                ..Stub::default()
            },
        )?;
    }
    for ty in installed.types {
        differences += update(
            &stubs.join("types"),
            &ty.name.clone(),
            options.write,
            |old| Stub {
                types: vec![merge_type(old.types.into_iter().next(), ty)],
                ..Stub::default()
            },
        )?;
    }
    differences += update(&stubs, "metaparameters", options.write, |old| Stub {
        metaparameters: facts_to_stubs::keep_prose(installed.metaparameters, &old.metaparameters),
        ..Stub::default()
    })?;
    let table = shell::root().join("crates/library/src/generated.rs");
    if !table::is_current(&stubs, &table, options.write)? {
        shell::say("generated.rs is not what follows from the stub files");
        differences += 1;
    }
    shell::say(&format!(
        "{differences} files differ from the installed Puppet"
    ));
    if differences > 0 && !options.write {
        bail!("run it with --write to take the facts over");
    }
    Ok(())
}

/// Says which stub files are about nothing in the installed Puppet, and how many that is. The stubs of modules that are
/// not installed are not compared.
fn absent(stubs: &Path, installed: &Installed) -> Result<usize> {
    let mut absent = 0;
    let functions: BTreeSet<&str> = installed.functions.iter().map(|it| &*it.name).collect();
    for (name, file) in table::names(&stubs.join("functions"))? {
        if !functions.contains(&*name) {
            shell::say(&format!("functions/{file}: there is no function '{name}'"));
            absent += 1;
        }
    }
    let types: BTreeSet<&str> = installed.types.iter().map(|it| &*it.name).collect();
    let mut not_compared = BTreeSet::new();
    for (name, file) in table::names(&stubs.join("types"))? {
        let stub = Stub::parse(&fs::read_to_string(stubs.join("types").join(&file))?)?;
        let module = stub.types.into_iter().find_map(|ty| ty.module);
        match module.filter(|module| !installed.modules.contains(module)) {
            Some(module) => drop(not_compared.insert(module)),
            None if types.contains(&*name) => {}
            None => {
                shell::say(&format!("types/{file}: there is no resource type '{name}'"));
                absent += 1;
            }
        }
    }
    if !not_compared.is_empty() {
        let modules = Vec::from_iter(not_compared).join(", ");
        shell::say(&format!(
            "not compared: the types of {modules}, which are not installed"
        ));
    }
    Ok(absent)
}

/// Functions that take more in later versions than in the oldest: their stubs have the widest signatures, so that no
/// error is reported that an update removes.
const WIDENED: [&str; 1] = ["regsubst"];

/// Facts of the installed function, prose and versions of the stub. What the reader could not see stays as written.
fn merge_function(old: Option<FunctionStub>, mut new: FunctionStub) -> FunctionStub {
    let Some(old) = old else { return new };
    new.summary = old.summary;
    new.doc = old.doc;
    new.example = old.example;
    new.deprecated = old.deprecated;
    new.statement |= old.statement;
    if !old.versions.is_always() {
        new.versions = old.versions;
    }
    if new.opaque {
        new.opaque = old.opaque;
        new.signatures = old.signatures;
        return new;
    }
    // Functions of the 3.x API tell no more than how many arguments they take.
    let is_untyped = new.signatures.iter().all(facts_to_stubs::is_untyped);
    let says_more = is_untyped || WIDENED.contains(&new.name.as_str());
    if says_more && !old.signatures.is_empty() {
        new.signatures = old.signatures;
        return new;
    }
    // Ruby code mostly says nothing about what a function returns, and shows one version only: the stub says more.
    let mut signatures = old.signatures;
    signatures.retain(|old| {
        !old.versions.is_always() || new.signatures.iter().any(|new| new.same_call(old))
    });
    for (n, found) in new.signatures.iter().enumerate() {
        if !signatures.iter().any(|old| old.same_call(found)) {
            signatures.insert(n.min(signatures.len()), found.clone());
        }
    }
    new.signatures = signatures;
    new
}

fn merge_type(old: Option<TypeStub>, mut new: TypeStub) -> TypeStub {
    let Some(old) = old else { return new };
    new.summary = old.summary;
    new.doc = old.doc;
    new.example = old.example;
    new.common = old.common;
    new.versions = old.versions;
    new.attributes = facts_to_stubs::keep_prose(new.attributes, &old.attributes);
    // Later versions have more providers than the installed one.
    let later = old
        .providers
        .into_iter()
        .filter(|name| !new.providers.contains(name));
    let mut providers: Vec<String> = new.providers.iter().cloned().chain(later).collect();
    providers.sort();
    new.providers = providers;
    new
}

/// Writes or compares one stub file; 1 if it differs.
fn update(
    folder: &Path,
    name: &str,
    write: bool,
    make: impl FnOnce(Stub) -> Stub,
) -> Result<usize> {
    let file = folder.join(format!("{}.toml", name.replace("::", "__")));
    let text = fs::read_to_string(&file).unwrap_or_default();
    let old = Stub::parse(&text).with_context(|| format!("in {}", file.display()))?;
    let new = make(old.clone());
    if new == old {
        return Ok(0);
    }
    if write {
        fs::create_dir_all(folder)?;
        fs::write(&file, print(&new)?)?;
    } else {
        shell::say(&difference(name, &print(&old)?, &print(&new)?));
    }
    Ok(1)
}

fn print(stub: &impl Serialize) -> Result<String> {
    Ok(toml::to_string_pretty(stub)?)
}

fn difference(name: &str, old: &str, new: &str) -> String {
    let gone = old
        .lines()
        .filter(|line| !new.contains(*line))
        .map(|line| format!("  - {line}"));
    let come = new
        .lines()
        .filter(|line| !old.contains(*line))
        .map(|line| format!("  + {line}"));
    let lines: Vec<String> = std::iter::once(name.to_owned())
        .chain(gone)
        .chain(come)
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a stub file says, with prose and without.
    fn stubs(text: &str) -> (Stub, Stub) {
        let is_prose = |line: &&str| {
            let key = line.split(" =").next().unwrap_or_default();
            !matches!(key, "summary" | "doc" | "example" | "common" | "value_docs")
        };
        let facts: Vec<&str> = text.lines().filter(is_prose).collect();
        let parse = |text: &str| Stub::parse(text).expect("a stub");
        (parse(text), parse(&facts.join("\n")))
    }

    #[test]
    fn prose_survives_new_facts() {
        let (old, new) = stubs(
            "[[function]]\nname = 'f'\nsummary = 's'\ndoc = 'd'\nexample = 'f(1)'\nsignatures = ['(Any $x)']\n",
        );
        let merged = merge_function(old.functions.first().cloned(), new.functions[0].clone());
        assert_eq!(merged, old.functions[0]);
        let (old, new) = stubs(
            "[[type]]\nname = 't'\nsummary = 's'\ndoc = 'd'\nexample = 'e'\ncommon = ['a']\n\
             [[type.attribute]]\nname = 'a'\nsummary = 's'\ndoc = 'd'\nexample = 'e'\n\
             value_docs = { x = 'v' }\nkind = 'param'\nvalues = ['x']\n",
        );
        let merged = merge_type(old.types.first().cloned(), new.types[0].clone());
        assert_eq!(merged, old.types[0]);
        let printed = print(&old).expect("TOML");
        assert_eq!(Stub::parse(&printed).expect("a stub"), old);
    }
}
