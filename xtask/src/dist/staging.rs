//! The files that all packages have: the binary, its man pages, completions, and the texts of the project.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::shell;

/// Shells with the file names of their completions.
pub const COMPLETIONS: [(&str, &str); 4] = [
    ("bash", "puppet-analyzer.bash"),
    ("zsh", "_puppet-analyzer"),
    ("fish", "puppet-analyzer.fish"),
    ("powershell", "puppet-analyzer.ps1"),
];

/// The texts of the project.
pub const TEXTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// A folder with the files of the packages.
pub struct Staging {
    /// The name of the packages: program, version and target.
    pub name: String,
    /// The target, as Rust names it.
    pub target: String,
    /// The folder of this name.
    pub root: PathBuf,
    /// The folder for the packages.
    pub packages: PathBuf,
}

impl Staging {
    /// Makes the folder. The binary writes its man pages and completions, so it must run on this computer.
    pub fn new(binary: &Path, target: &str, packages: &Path) -> Result<Self> {
        let name = format!("puppet-analyzer-{}-{target}", env!("CARGO_PKG_VERSION"));
        let root = packages.join(&name);
        if root.exists() {
            fs::remove_dir_all(&root)?;
        }
        let completions = root.join("completions");
        fs::create_dir_all(&completions)?;
        let file = binary.file_name().unwrap_or(binary.as_os_str());
        fs::copy(binary, root.join(file))?;
        for (shell, name) in COMPLETIONS {
            let script = shell::output(Command::new(binary).args(["completions", shell]))?;
            fs::write(completions.join(name), script)?;
        }
        shell::run(Command::new(binary).arg("man").arg(root.join("man")))?;
        for text in TEXTS {
            fs::copy(shell::root().join(text), root.join(text))?;
        }
        Ok(Self {
            name,
            target: target.to_owned(),
            root,
            packages: packages.to_owned(),
        })
    }

    /// Removes the folder.
    pub fn remove(self) -> Result<()> {
        Ok(fs::remove_dir_all(self.root)?)
    }
}
