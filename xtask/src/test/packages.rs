//! The packages of a release: each that this computer can install is installed into an empty folder and started.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::dist::{self, DistOptions, PYTHON, Package};
use crate::shell;
use crate::test::debian_packages::{self, NODE, Need};
use crate::test::outcome::StepOutcome;

/// What it takes to build and install each kind of package.
const KINDS: [(Package, &[Need]); 7] = [
    (Package::Archive, &[Need::program("tar", "tar")]),
    (Package::Deb, &[Need::program("dpkg-deb", "dpkg")]),
    (
        Package::Rpm,
        &[
            Need::program("rpmbuild", "rpm"),
            Need::program("rpm2cpio", "rpm2cpio"),
            Need::program("cpio", "cpio"),
        ],
    ),
    (
        Package::Wheel,
        &[Need {
            program: PYTHON,
            probe: &["-c", "import ensurepip, venv"],
            package: "python3-venv",
        }],
    ),
    (Package::Npm, &NODE),
    (Package::Gem, &[Need::program("gem", "ruby-rubygems")]),
    (Package::Sbom, &[]),
];

/// Builds with the profile of tests: what is in a package does not depend on it.
pub fn run() -> Result<StepOutcome> {
    let mut kinds = Vec::new();
    let mut skipped = Vec::new();
    for (kind, needs) in KINDS {
        match debian_packages::install_missing(needs) {
            None => kinds.push(kind),
            Some(reason) => skipped.push(format!("{kind:?} skipped: {reason}")),
        }
    }
    let folder = shell::root().join("target/package-tests");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let options = DistOptions {
        packages: kinds.clone(),
        target: None,
        profile: "dev".to_owned(),
    };
    for (kind, files) in dist::build_packages(&options, &folder.join("packages"))? {
        let root = folder.join("installed");
        fs::create_dir_all(&root)?;
        install(kind, &files, &root).with_context(|| format!("{kind:?}"))?;
        fs::remove_dir_all(&root)?;
    }
    fs::remove_dir_all(&folder)?;
    let installed: Vec<_> = kinds.iter().map(|it| format!("{it:?}")).collect();
    let mut figures = format!("{} were installed and started", installed.join(", "));
    for reason in skipped {
        figures.push_str("; ");
        figures.push_str(&reason);
    }
    Ok(StepOutcome::Passed(figures))
}

/// Installs a package below an empty folder, and starts the program in it.
fn install(kind: Package, files: &[PathBuf], root: &Path) -> Result<()> {
    let file = files.first().context("there is no file")?;
    let program = match kind {
        Package::Archive => {
            shell::run(command("tar", root).arg("-xf").arg(file))?;
            let folder = fs::read_dir(root)?.next().context("the archive is empty")?;
            folder?.path().join(dist::binary_name())
        }
        Package::Deb => {
            shell::run(command("dpkg-deb", root).arg("-x").arg(file).arg("."))?;
            root.join("usr/bin/puppet-analyzer")
        }
        Package::Rpm => {
            let script = "rpm2cpio \"$1\" | cpio --quiet -idm";
            shell::run(command("sh", root).args(["-c", script, "sh"]).arg(file))?;
            root.join("usr/bin/puppet-analyzer")
        }
        Package::Wheel => {
            shell::run(command(PYTHON, root).args(["-m", "venv", "."]))?;
            let pip = ["-m", "pip", "install", "--quiet", "--no-index"];
            let python = root.join("bin/python");
            shell::run(Command::new(python).args(pip).arg(file).current_dir(root))?;
            root.join("bin/puppet-analyzer")
        }
        Package::Npm => {
            let install = ["install", "--silent", "--offline", "--no-audit"];
            shell::run(command("npm", root).args(install).args(files))?;
            root.join("node_modules/.bin/puppet-analyzer")
        }
        Package::Gem => {
            let mut gem = command("gem", root);
            gem.args(["install", "--local", "--silent", "--no-document"]);
            gem.args(["--install-dir", "gems", "--bindir", "bin"]);
            shell::run(gem.arg(file))?;
            root.join("bin/puppet-analyzer")
        }
        Package::Sbom => return has_components(file),
        Package::Vsix => return Ok(()),
    };
    starts(&program, root)
}

fn command(program: &str, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder);
    command
}

/// Whether the program says its version, and checks a manifest that it reads from its standard input.
fn starts(program: &Path, root: &Path) -> Result<()> {
    let expected = format!("puppet-analyzer {}", env!("CARGO_PKG_VERSION"));
    let mut version = Command::new(program);
    version.arg("--version").env("GEM_HOME", root.join("gems"));
    let printed = shell::output(&mut version)?;
    ensure!(printed.starts_with(&expected), "--version says {printed}");
    let manifest = root.join("wrong.pp");
    fs::write(&manifest, "notice(String[1, 2, 3])\n")?;
    let mut check = Command::new(program);
    check.arg("check").arg(&manifest);
    check.env("GEM_HOME", root.join("gems"));
    let status = check.output()?.status;
    ensure!(status.code() == Some(1), "check ends with {status}");
    Ok(())
}

/// Whether a bill of materials names the crates that the program stands on.
fn has_components(file: &Path) -> Result<()> {
    let bill: serde_json::Value = serde_json::from_str(&fs::read_to_string(file)?)?;
    let components = bill["components"].as_array().context("no components")?;
    for name in ["rowan", "salsa", "tower-lsp", "puppet-semantic"] {
        let is_there = components.iter().any(|it| it["name"] == name);
        ensure!(is_there, "{name} is missing");
    }
    Ok(())
}
