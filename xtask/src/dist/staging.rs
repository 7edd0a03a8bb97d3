//! The files that all packages have: the binary, its man pages, completions, and the texts of the project.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::shell;

/// What the program is, in one line, as indexes of packages show it.
pub const SUMMARY: &str = "static type checker and language server for Puppet";

/// Shells with the file names of their completions.
const COMPLETIONS: [(&str, &str); 4] = [
    ("bash", "puppet-analyzer.bash"),
    ("zsh", "_puppet-analyzer"),
    ("fish", "puppet-analyzer.fish"),
    ("powershell", "puppet-analyzer.ps1"),
];

/// The texts of the project.
const TEXTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// A folder with the files of the packages.
pub struct Staging {
    /// The name of the packages: program, version and target.
    pub name: String,
    /// The target, as Rust names it.
    pub target: String,
    /// The file name of the binary.
    pub binary: String,
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
        empty_folder(&root)?;
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
            binary: file.to_string_lossy().into_owned(),
            root,
            packages: packages.to_owned(),
        })
    }

    /// The path of the staged binary.
    pub fn binary(&self) -> PathBuf {
        self.root.join(&self.binary)
    }

    /// The processor of the target.
    pub fn architecture(&self) -> &str {
        self.target.split('-').next().unwrap_or_default()
    }

    /// An empty folder for the files of one kind of package.
    pub fn folder_of(&self, kind: &str) -> Result<PathBuf> {
        let folder = self.packages.join(format!("{}-{kind}", self.name));
        empty_folder(&folder)?;
        Ok(folder)
    }

    /// Copies the files to where a Linux system has them, and gives their paths below the root. Distributions differ in
    /// the folder for completions of zsh.
    pub fn copy_into_system(&self, root: &Path, zsh: &str) -> Result<Vec<String>> {
        let mut files = vec![("puppet-analyzer".into(), "usr/bin/puppet-analyzer".into())];
        for (from, to) in [
            (
                "puppet-analyzer.bash",
                "usr/share/bash-completion/completions/puppet-analyzer",
            ),
            ("_puppet-analyzer", zsh),
            (
                "puppet-analyzer.fish",
                "usr/share/fish/vendor_completions.d/puppet-analyzer.fish",
            ),
        ] {
            files.push((Path::new("completions").join(from), to.to_owned()));
        }
        for page in fs::read_dir(self.root.join("man"))? {
            let page = page?.file_name();
            let to = format!("usr/share/man/man1/{}", page.to_string_lossy());
            files.push((Path::new("man").join(page), to));
        }
        for text in TEXTS {
            let to = format!("usr/share/doc/puppet-analyzer/{text}");
            files.push((text.into(), to));
        }
        for (from, to) in &files {
            copy(&self.root.join(from), &root.join(to))?;
        }
        Ok(files.into_iter().map(|(_, to)| to).collect())
    }

    /// Removes the folder.
    pub fn remove(self) -> Result<()> {
        Ok(fs::remove_dir_all(self.root)?)
    }
}

/// Copies a file, and makes the folders for it.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to.with_file_name(""))?;
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}

/// Writes a text, and makes the folders for it.
pub fn write(path: &Path, text: &str) -> Result<()> {
    fs::create_dir_all(path.with_file_name(""))?;
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn empty_folder(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    Ok(fs::create_dir_all(folder)?)
}
