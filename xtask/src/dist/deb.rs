//! The package for Debian and Ubuntu, by `dpkg-deb`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::staging::{COMPLETIONS, Staging, TEXTS};
use crate::shell;

/// Where Debian's shells look for completions.
const COMPLETION_FILES: [(&str, &str); 3] = [
    (
        "bash",
        "usr/share/bash-completion/completions/puppet-analyzer",
    ),
    ("zsh", "usr/share/zsh/vendor-completions/_puppet-analyzer"),
    (
        "fish",
        "usr/share/fish/vendor_completions.d/puppet-analyzer.fish",
    ),
];

/// Builds the package.
pub fn build(staging: &Staging) -> Result<PathBuf> {
    let root = staging.packages.join("deb");
    if root.exists() {
        fs::remove_dir_all(&root)?;
    }
    let put = |from: PathBuf, to: &str| copy(&staging.root.join(from), &root.join(to));
    put("puppet-analyzer".into(), "usr/bin/puppet-analyzer")?;
    for (shell, to) in COMPLETION_FILES {
        let file = COMPLETIONS.iter().find(|(name, _)| *name == shell);
        let (_, file) = file.context("a shell without completions")?;
        put(Path::new("completions").join(file), to)?;
    }
    for page in fs::read_dir(staging.root.join("man"))? {
        let page = page?.file_name();
        let to = format!("usr/share/man/man1/{}", page.to_string_lossy());
        put(Path::new("man").join(page), &to)?;
    }
    for text in TEXTS {
        put(
            text.into(),
            &format!("usr/share/doc/puppet-analyzer/{text}"),
        )?;
    }
    let control = root.join("DEBIAN/control");
    fs::create_dir_all(control.with_file_name(""))?;
    fs::write(control, self::control(&staging.target)?)?;
    let file = staging.packages.join(format!("{}.deb", staging.name));
    let mut dpkg = Command::new("dpkg-deb");
    dpkg.args(["--root-owner-group", "--build"]);
    shell::run(dpkg.arg(&root).arg(&file))?;
    fs::remove_dir_all(&root)?;
    Ok(file)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to.with_file_name(""))?;
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}

/// What Debian knows of the package.
fn control(target: &str) -> Result<String> {
    let architecture = match target.split('-').next() {
        Some("x86_64") => "amd64",
        Some("aarch64") => "arm64",
        _ => anyhow::bail!("Debian has no name for {target}"),
    };
    let depends = match target.ends_with("gnu") {
        true => "Depends: libc6, libgcc-s1\n",
        false => "",
    };
    Ok(format!(
        "Package: puppet-analyzer\n\
         Version: {}\n\
         Architecture: {architecture}\n\
         {depends}\
         Section: devel\n\
         Priority: optional\n\
         Maintainer: puppet-analyzer <maintainers@puppet-analyzer.invalid>\n\
         Homepage: {}\n\
         Description: static type checker and language server for Puppet\n \
         Checks manifests, templates, modules and Hiera data, and serves editors.\n",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_REPOSITORY"),
    ))
}
