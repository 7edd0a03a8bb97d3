//! The package for RubyGems: a gem that carries the binary, for a line in a `Gemfile`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use super::staging::{SUMMARY, Staging, copy, write};
use crate::shell;

const LAUNCHER: &str = include_str!("templates/gem-launcher.rb");

/// Builds the package.
pub fn build(staging: &Staging) -> Result<PathBuf> {
    let folder = staging.folder_of("gem")?;
    let binary = format!("libexec/{}", staging.binary);
    copy(&staging.binary(), &folder.join(&binary))?;
    write(&folder.join("exe/puppet-analyzer"), LAUNCHER)?;
    let platform = platform(&staging.target)?;
    let specification = format!(
        "Gem::Specification.new do |spec|\n  \
         spec.name = 'puppet-analyzer'\n  \
         spec.version = '{}'\n  \
         spec.platform = '{platform}'\n  \
         spec.summary = '{SUMMARY}'\n  \
         spec.authors = ['puppet-analyzer']\n  \
         spec.licenses = ['MIT', 'Apache-2.0']\n  \
         spec.homepage = '{}'\n  \
         spec.files = ['exe/puppet-analyzer', '{binary}']\n  \
         spec.bindir = 'exe'\n  \
         spec.executables = ['puppet-analyzer']\n  \
         spec.require_paths = ['libexec']\n\
         end\n",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_REPOSITORY"),
    );
    write(&folder.join("puppet-analyzer.gemspec"), &specification)?;
    let name = format!(
        "puppet-analyzer-{}-{platform}.gem",
        env!("CARGO_PKG_VERSION")
    );
    let file = staging.packages.join(name);
    let mut gem = Command::new(if cfg!(windows) { "gem.cmd" } else { "gem" });
    gem.args(["build", "--silent", "puppet-analyzer.gemspec", "--output"]);
    shell::run(gem.arg(&file).current_dir(&folder))?;
    fs::remove_dir_all(&folder)?;
    Ok(file)
}

/// The target as RubyGems names it.
fn platform(target: &str) -> Result<&'static str> {
    Ok(match target {
        "x86_64-unknown-linux-gnu" => "x86_64-linux-gnu",
        "aarch64-unknown-linux-gnu" => "aarch64-linux-gnu",
        "x86_64-unknown-linux-musl" => "x86_64-linux-musl",
        "aarch64-unknown-linux-musl" => "aarch64-linux-musl",
        "x86_64-apple-darwin" => "x86_64-darwin",
        "aarch64-apple-darwin" => "arm64-darwin",
        "x86_64-pc-windows-msvc" => "x64-mingw-ucrt",
        other => bail!("RubyGems has no name for {other}"),
    })
}
