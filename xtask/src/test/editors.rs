//! The flows of the user's day in real editors, with the set-ups that we ship: Neovim, Emacs, Kakoune and VS Code.
//!
//! VS Code runs as code-server in a headless browser, driven by a bench beside the project (or in the folder that
//! `EDITOR_E2E` names); without it, that part is skipped and says so.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{
    dist, shell,
    test::{
        debian_packages::{self, NODE, Need},
        outcome::StepOutcome,
    },
};

/// Needs Neovim, Emacs with eglot, and the bench; installs what it may.
pub fn run() -> Result<StepOutcome> {
    let server = shell::debug_binary("puppet-analyzer")?;
    let mut done = Vec::new();
    let mut skipped = Vec::new();
    for (editor, run) in EDITORS {
        match run(&server)? {
            Some(reason) => skipped.push(format!("{editor}: {reason}")),
            None => done.push(*editor),
        }
    }
    if done.is_empty() {
        return Ok(StepOutcome::Skipped(skipped.join("; ")));
    }
    let note = if skipped.is_empty() {
        String::new()
    } else {
        format!(" (skipped {})", skipped.join("; "))
    };
    Ok(StepOutcome::Passed(format!("{}{note}", done.join(", "))))
}

/// Runs the flows in one editor; a reason if it cannot run here.
type Flows = fn(&Path) -> Result<Option<String>>;

const EDITORS: &[(&str, Flows)] = &[
    ("Neovim", neovim),
    ("Emacs", emacs),
    ("Kakoune", kakoune),
    ("VS Code", vscode),
];

fn neovim(server: &Path) -> Result<Option<String>> {
    if let Some(reason) = debian_packages::install_missing(&[Need::program("nvim", "neovim")]) {
        return Ok(Some(reason));
    }
    let mut command = Command::new("nvim");
    command
        .args(["--headless", "--clean", "-u"])
        .arg(tests().join("nvim.lua"));
    in_workspace(&mut command, server, "neovim")
}

/// Eglot is a part of Emacs since version 29, and a package of its own before.
const EMACS: [Need; 2] = [
    Need::program("emacs", "emacs-nox"),
    Need {
        program: "emacs",
        probe: &["--batch", "-f", "package-initialize", "-l", "eglot"],
        package: "elpa-eglot",
    },
];

fn emacs(server: &Path) -> Result<Option<String>> {
    if let Some(reason) = debian_packages::install_missing(&EMACS) {
        return Ok(Some(reason));
    }
    let mut command = Command::new("emacs");
    command
        .args(["-Q", "--batch", "-l"])
        .arg(tests().join("emacs.el"));
    in_workspace(&mut command, server, "emacs")
}

fn kakoune(server: &Path) -> Result<Option<String>> {
    if let Some(reason) =
        debian_packages::install_missing(&[Need::program("kak", "kakoune"), NODE[0]])
    {
        return Ok(Some(reason));
    }
    // Debian has no package of it.
    if !debian_packages::is_on_path("kak-lsp") {
        return Ok(Some("needs kak-lsp (cargo install kak-lsp)".to_owned()));
    }
    let mut command = Command::new("node");
    command.arg(tests().join("kakoune.mjs"));
    in_workspace(&mut command, server, "kakoune")
}

fn in_workspace(command: &mut Command, server: &Path, setup: &str) -> Result<Option<String>> {
    let workspace = copy_workspace(setup)?;
    command
        .current_dir(workspace)
        .env("SERVER", server)
        .env("SETUP", shell::root().join("editors").join(setup));
    shell::run(command)?;
    Ok(None)
}

fn vscode(server: &Path) -> Result<Option<String>> {
    let bench = env::var_os("EDITOR_E2E")
        .map_or_else(|| shell::root().join("../shared/editor-e2e"), PathBuf::from);
    if !bench.join("run-vscode.mjs").exists() {
        return Ok(Some(format!(
            "no bench in {} (EDITOR_E2E names another folder)",
            bench.display()
        )));
    }
    shell::run(&mut Command::new(bench.join("install.sh")))?;
    let extension = dist::package(server)?;
    let out = shell::root().join("target/editors");
    for (kind, file, workspace) in [
        ("--steps", "vscode.steps.mjs", "workspace"),
        ("--steps", "vscode.commands.mjs", "workspace"),
        ("--steps", "vscode.flows.mjs", "workspace"),
        ("--steps", "vscode.typing.mjs", "workspace"),
        ("--steps", "vscode.status.mjs", "control"),
        ("--steps", "vscode.node.mjs", "site"),
        ("--steps", "vscode.untrusted.mjs", "untrusted"),
        ("--steps", SECOND_EXTENSION, "workspace"),
        ("--api-tests", "vscode.api.cjs", "workspace"),
    ] {
        let mut command = Command::new("node");
        command
            .arg(bench.join("run-vscode.mjs"))
            .arg("--vsix")
            .arg(&extension);
        if file == SECOND_EXTENSION {
            command.arg("--vsix").arg(second_extension()?);
        }
        command
            .arg("--workspace")
            .arg(tests().join(workspace))
            .arg(kind)
            .arg(tests().join(file));
        let settings = tests().join(workspace).with_extension("settings.json");
        if settings.is_file() {
            command.arg("--settings").arg(settings);
        }
        command.arg("--out").arg(out.join(file));
        if let Err(error) = shell::run(&mut command) {
            let reason = reported_error(&out.join(file)).unwrap_or_else(|| error.to_string());
            bail!(
                "{file}: {reason}; what was seen is in {}",
                out.join(file).display()
            );
        }
    }
    Ok(None)
}

/// The first line of the error in the bench's report.
fn reported_error(out: &Path) -> Option<String> {
    let report = fs::read_to_string(out.join("report.json")).ok()?;
    let report: serde_json::Value = serde_json::from_str(&report).ok()?;
    let error = report.get("error")?.as_str()?;
    error.lines().next().map(str::to_owned)
}

/// The steps beside another extension for Puppet.
const SECOND_EXTENSION: &str = "vscode.second.mjs";

/// The package of the other extension, made by the tools of ours.
fn second_extension() -> Result<PathBuf> {
    let package = shell::root().join("target/editors/second.vsix");
    let vsce = dist::extension_folder().join("node_modules/@vscode/vsce/vsce");
    fs::create_dir_all(shell::root().join("target/editors"))?;
    let mut command = Command::new("node");
    command
        .arg(vsce)
        .args(["package", "--no-dependencies", "--skip-license", "--out"])
        .arg(&package)
        .current_dir(tests().join("second-extension"));
    shell::run(&mut command)?;
    Ok(package)
}

fn tests() -> PathBuf {
    shell::root().join("tests/editors")
}

/// A fresh copy of the workspace that the tests open, since editors write beside what they open.
fn copy_workspace(name: &str) -> Result<PathBuf> {
    let copy = shell::root().join("target/editors").join(name);
    if copy.exists() {
        fs::remove_dir_all(&copy).with_context(|| format!("cannot remove {}", copy.display()))?;
    }
    copy_folder(&tests().join("workspace"), &copy)?;
    Ok(copy)
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
