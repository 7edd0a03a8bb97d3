//! The bill of materials of a binary: each crate in it, with version and licence, in the format of CycloneDX.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::{Value, json};

use super::staging::Staging;
use crate::shell;

/// The output of `cargo metadata`, as far as it is needed.
#[derive(Deserialize)]
struct CargoMetadata {
    packages: Vec<SbomPackage>,
    resolve: CargoResolve,
}

#[derive(Deserialize)]
struct SbomPackage {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    source: Option<String>,
}

#[derive(Deserialize)]
struct CargoResolve {
    nodes: Vec<SbomNode>,
}

#[derive(Deserialize)]
struct SbomNode {
    id: String,
    deps: Vec<SbomDependency>,
}

#[derive(Deserialize)]
struct SbomDependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// None for what ends up in the binary; `dev` and `build` are the others.
    kind: Option<String>,
}

/// Writes the bill of the binary for a target.
pub fn write(staging: &Staging) -> Result<PathBuf> {
    let arguments = [
        "metadata",
        "--format-version=1",
        "--locked",
        "--filter-platform",
    ];
    let text = shell::output(shell::cargo(&arguments).arg(&staging.target))?;
    let metadata: CargoMetadata = serde_json::from_str(&text)?;
    let bill = bill_of_materials(&metadata)?;
    let file = staging.packages.join(format!("{}.cdx.json", staging.name));
    fs::write(&file, serde_json::to_string_pretty(&bill)?)?;
    Ok(file)
}

fn bill_of_materials(metadata: &CargoMetadata) -> Result<Value> {
    let packages = metadata.packages.iter();
    let root = packages.clone().find(|it| it.name == "puppet-analyzer");
    let root = root.context("there is no package puppet-analyzer")?;
    let packages: BTreeMap<&str, &SbomPackage> = packages.map(|it| (&*it.id, it)).collect();
    let nodes = metadata.resolve.nodes.iter();
    let nodes: BTreeMap<&str, &SbomNode> = nodes.map(|it| (&*it.id, it)).collect();
    let used = |id: &str| -> BTreeSet<&str> {
        let dependencies = nodes.get(id).into_iter().flat_map(|node| &node.deps);
        dependencies
            .filter(|it| it.dep_kinds.iter().any(|kind| kind.kind.is_none()))
            .map(|it| &*it.pkg)
            .collect()
    };
    let mut found = BTreeSet::from([&*root.id]);
    let mut open = vec![&*root.id];
    while let Some(id) = open.pop() {
        open.extend(used(id).into_iter().filter(|it| found.insert(it)));
    }
    let url = |id: &str| packages.get(id).map(|it| package_url(it));
    let components = found.iter().filter(|id| **id != root.id);
    let components: Vec<_> = components
        .filter_map(|id| packages.get(id).map(|it| component(it, "library")))
        .collect();
    let dependencies: Vec<_> = found
        .iter()
        .map(|id| {
            let on: Vec<_> = used(id).into_iter().filter_map(url).collect();
            json!({ "ref": url(id), "dependsOn": on })
        })
        .collect();
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": component(root, "application") },
        "components": components,
        "dependencies": dependencies,
    }))
}

fn component(package: &SbomPackage, kind: &str) -> Value {
    let url = package_url(package);
    let mut component = json!({
        "type": kind,
        "bom-ref": url,
        "name": package.name,
        "version": package.version,
        "purl": url,
    });
    if let Some(license) = &package.license {
        // The old way to write a choice.
        let expression = license.replace('/', " OR ");
        component["licenses"] = json!([{ "expression": expression }]);
    }
    component
}

/// The name of a package in all ecosystems.
fn package_url(package: &SbomPackage) -> String {
    let SbomPackage { name, version, .. } = package;
    match package.source {
        Some(_) => format!("pkg:cargo/{name}@{version}"),
        None => format!("pkg:generic/{name}@{version}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_up_in_the_binary_is_listed() {
        let package = |name: &str, source: Option<&str>| json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0", "source": source });
        let node = |id: &str, deps: &[(&str, Option<&str>)]| {
            let deps = deps.iter();
            let deps: Vec<_> = deps
                .map(|(on, kind)| json!({ "pkg": on, "dep_kinds": [{ "kind": kind }] }))
                .collect();
            json!({ "id": id, "deps": deps })
        };
        let index = Some("registry");
        let metadata = json!({
            "packages": [
                package("puppet-analyzer", None), package("own", None), package("salsa", index),
                package("cc", index), package("proptest", index),
            ],
            "resolve": { "nodes": [
                node("puppet-analyzer", &[("own", None), ("proptest", Some("dev"))]),
                node("own", &[("salsa", None), ("cc", Some("build"))]),
                node("salsa", &[]),
            ] },
        });
        let metadata: CargoMetadata = serde_json::from_value(metadata).expect("metadata");
        let bill = bill_of_materials(&metadata).expect("a bill");
        let listed = bill["components"].as_array().expect("a list").iter();
        let listed: Vec<_> = listed.filter_map(|it| it["purl"].as_str()).collect();
        assert_eq!(listed, ["pkg:generic/own@1.0.0", "pkg:cargo/salsa@1.0.0"]);
        let licenses = &bill["components"][1]["licenses"][0]["expression"];
        assert_eq!(licenses, "MIT OR Apache-2.0");
        let dependencies = &bill["dependencies"];
        assert_eq!(
            dependencies[1]["dependsOn"],
            json!(["pkg:generic/own@1.0.0"])
        );
    }
}
