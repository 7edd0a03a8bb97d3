//! Reads the Ruby files of an installed Puppet.

use super::facts_to_stubs::{add_legacy, attribute, function, resource_type};
use anyhow::{Result, bail};
use puppet_library::{AttributeStub, FunctionStub, TypeStub};
use puppet_ruby::{FunctionApi, Mixin, RubyFacts};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Where packages put Puppet's Ruby library.
const PLACES: [&str; 3] = [
    "/opt/puppetlabs/puppet/lib/ruby/vendor_ruby",
    "/usr/lib/ruby/vendor_ruby",
    "/usr/share/ruby/vendor_ruby",
];

/// Where packages put the bundled modules.
const MODULE_PLACES: [&str; 2] = [
    "/opt/puppetlabs/puppet/vendor_modules",
    "/usr/share/puppet/modules",
];

/// What an installed Puppet ships.
pub(super) struct Installed {
    pub(super) functions: Vec<FunctionStub>,
    pub(super) types: Vec<TypeStub>,
    pub(super) metaparameters: Vec<AttributeStub>,
    /// The bundled modules that are there.
    pub(super) modules: Vec<String>,
}

/// Reads Puppet and its bundled modules.
pub(super) fn read(puppet: Option<&Path>, modules: &[PathBuf]) -> Result<Installed> {
    let Some(puppet) = find(puppet, &PLACES, "puppet.rb") else {
        bail!("no installed Puppet was found: name its Ruby library folder with --puppet");
    };
    let puppet = puppet.join("puppet");
    let mut installed = Installed {
        functions: functions(&puppet)?,
        types: Vec::new(),
        metaparameters: Vec::new(),
        modules: Vec::new(),
    };
    installed.types = types(&puppet, None)?;
    installed.metaparameters = metaparameters(&puppet)?;
    let modules = match modules {
        [] => Vec::from_iter(find(None, &MODULE_PLACES, "")),
        given => given.to_vec(),
    };
    for modules in modules {
        for folder in folders(&modules)? {
            let name = folder
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            if name.ends_with("_core") {
                installed
                    .types
                    .extend(types(&folder.join("lib/puppet"), Some(&name))?);
                installed.modules.push(name);
            }
        }
    }
    Ok(installed)
}

fn find(given: Option<&Path>, places: &[&str], file: &str) -> Option<PathBuf> {
    match given {
        Some(given) => Some(given.to_owned()),
        None => places
            .iter()
            .map(PathBuf::from)
            .find(|place| place.join(file).exists()),
    }
}

fn functions(puppet: &Path) -> Result<Vec<FunctionStub>> {
    let mut functions = BTreeMap::new();
    for facts in read_folder(&puppet.join("functions"))? {
        for fact in &facts.functions {
            if let FunctionApi::Modern(modern) = &fact.api {
                functions.insert(fact.name.clone(), function(fact, modern));
            }
        }
    }
    for facts in read_folder(&puppet.join("parser/functions"))? {
        for fact in &facts.functions {
            if let FunctionApi::Legacy(legacy) = &fact.api {
                add_legacy(&mut functions, fact, legacy);
            }
        }
    }
    Ok(functions.into_values().collect())
}

fn types(puppet: &Path, module: Option<&str>) -> Result<Vec<TypeStub>> {
    let files = read_folder(&puppet.join("type"))?;
    let providers = read_folder(&puppet.join("provider"))?;
    let mixins: Vec<&Mixin> = files.iter().flat_map(|facts| &facts.mixins).collect();
    let mut types = Vec::new();
    for fact in files.iter().flat_map(|facts| &facts.resource_types) {
        let mut stub = resource_type(fact, &mixins);
        stub.module = module.map(str::to_owned);
        let added = files
            .iter()
            .flat_map(|facts| &facts.type_extensions)
            .filter(|added| added.type_name == stub.name);
        stub.attributes
            .extend(added.map(|added| attribute(&added.attribute)));
        let own = providers
            .iter()
            .flat_map(|facts| &facts.providers)
            .filter(|provider| provider.type_name == stub.name);
        stub.providers = own.map(|provider| provider.name.clone()).collect();
        stub.providers.sort();
        stub.providers.dedup();
        if !stub.providers.is_empty()
            && !stub
                .attributes
                .iter()
                .any(|attribute| attribute.name == "provider")
        {
            stub.attributes.push(AttributeStub {
                name: "provider".to_owned(),
                summary: "The backend that manages the resource; Puppet chooses a suitable one if none is named.".to_owned(),
                validates: true,
                ..AttributeStub::default()
            });
        }
        types.push(stub);
    }
    Ok(types)
}

fn metaparameters(puppet: &Path) -> Result<Vec<AttributeStub>> {
    let facts = puppet_ruby::read(&fs::read_to_string(puppet.join("type.rb"))?);
    Ok(facts.metaparameters.iter().map(attribute).collect())
}

fn read_folder(folder: &Path) -> Result<Vec<RubyFacts>> {
    let mut facts = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        if !folder.is_dir() {
            continue;
        }
        for entry in folders_and_files(&folder)? {
            if entry.is_dir() {
                waiting.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "rb") {
                facts.push(puppet_ruby::read(&String::from_utf8_lossy(&fs::read(
                    &entry,
                )?)));
            }
        }
    }
    Ok(facts)
}

fn folders(folder: &Path) -> Result<Vec<PathBuf>> {
    Ok(folders_and_files(folder)?
        .into_iter()
        .filter(|path| path.is_dir())
        .collect())
}

fn folders_and_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    Ok(paths)
}
