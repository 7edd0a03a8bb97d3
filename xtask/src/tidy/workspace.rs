//! The workspace that the rules inspect: the packages with their dependencies, and the files under version control.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
    process::Command,
};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::shell;

/// The workspace.
pub struct CargoWorkspace {
    /// Our packages by name.
    pub packages: BTreeMap<String, CargoPackage>,
    /// The folders of the packages that commands without a package mean, relative to the root.
    pub default_members: Vec<String>,
    /// The files under version control (and new ones that are not ignored), relative to the root.
    pub files: Vec<String>,
}

/// One of our packages.
pub struct CargoPackage {
    /// Its folder, relative to the root.
    pub folder: String,
    /// What it depends on, tests and build scripts excepted.
    pub dependencies: BTreeSet<String>,
    /// What only its tests, benches and build script depend on.
    pub for_development: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<MetadataPackage>,
    workspace_default_members: Vec<String>,
}

#[derive(Deserialize)]
struct MetadataPackage {
    id: String,
    name: String,
    manifest_path: PathBuf,
    dependencies: Vec<MetadataDependency>,
}

#[derive(Deserialize)]
struct MetadataDependency {
    name: String,
    kind: Option<String>,
}

impl CargoWorkspace {
    /// Asks cargo and git.
    pub fn load() -> Result<CargoWorkspace> {
        let json = shell::output(&mut shell::cargo(&[
            "metadata",
            "--no-deps",
            "--format-version",
            "1",
        ]))?;
        let metadata: Metadata =
            serde_json::from_str(&json).context("the answer of cargo metadata")?;
        let mut default_members = Vec::new();
        let mut packages = BTreeMap::new();
        for package in metadata.packages {
            let is_default = metadata.workspace_default_members.contains(&package.id);
            let (name, package) = (package.name.clone(), CargoPackage::from(package));
            default_members.extend(is_default.then(|| package.folder.clone()));
            packages.insert(name, package);
        }
        let mut git = Command::new("git");
        git.args(["ls-files", "--cached", "--others", "--exclude-standard"])
            .current_dir(shell::root());
        let exists = |file: &&str| shell::root().join(file).is_file();
        let files = shell::output(&mut git)?
            .lines()
            .filter(exists)
            .map(str::to_owned)
            .collect();
        Ok(CargoWorkspace {
            packages,
            default_members,
            files,
        })
    }

    /// The text of a file under version control; none if it is not text.
    pub fn text(&self, file: &str) -> Option<String> {
        fs::read_to_string(shell::root().join(file)).ok()
    }

    /// Our own packages and the libraries that a package reaches through its dependencies, and through whom: a library
    /// is listed with the package of ours that uses it.
    pub fn reached(&self, package: &str) -> BTreeMap<String, String> {
        let mut reached = BTreeMap::new();
        let mut open = vec![package.to_owned()];
        while let Some(user) = open.pop() {
            for dependency in self
                .packages
                .get(&user)
                .into_iter()
                .flat_map(|it| &it.dependencies)
            {
                if !reached.contains_key(dependency) {
                    reached.insert(dependency.clone(), user.clone());
                    open.push(dependency.clone());
                }
            }
        }
        reached
    }
}

impl From<MetadataPackage> for CargoPackage {
    fn from(package: MetadataPackage) -> CargoPackage {
        let folder = package
            .manifest_path
            .parent()
            .map(|folder| folder.to_owned())
            .unwrap_or_default();
        let folder = folder
            .strip_prefix(shell::root())
            .map(|folder| folder.to_owned())
            .unwrap_or(folder);
        let (needed, for_development): (Vec<_>, Vec<_>) = package
            .dependencies
            .into_iter()
            .partition(|dependency| dependency.kind.is_none());
        CargoPackage {
            folder: folder.display().to_string(),
            dependencies: needed.into_iter().map(|it| it.name).collect(),
            for_development: for_development.into_iter().map(|it| it.name).collect(),
        }
    }
}
