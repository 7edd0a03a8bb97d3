//! Programs that tests need and that Debian packages.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Installs the packages of those programs that are missing, where this may be done; a reason if one stays missing.
pub fn install_missing(programs: &[(&str, &str)]) -> Option<String> {
    let absent: Vec<_> = programs
        .iter()
        .filter(|(program, _)| !is_on_path(program))
        .collect();
    if absent.is_empty() {
        return None;
    }
    let packages: Vec<&str> = absent
        .iter()
        .flat_map(|(_, packages)| packages.split(' '))
        .collect();
    if install(&packages) && absent.iter().all(|(program, _)| is_on_path(program)) {
        return None;
    }
    Some(format!("needs the packages {}", packages.join(" ")))
}

/// Where Debian puts Puppet modules, and the packages that hold them (a pattern of `apt-get`, in which a `-` at the end
/// would mean that they are to be removed).
const MODULES: (&str, &str) = ("/usr/share/puppet/modules", "^puppet-module-.*");

/// Installs Debian's Puppet modules where they are missing: tests on real code read them. False where that cannot be.
pub fn modules() -> bool {
    let (folder, packages) = MODULES;
    // Puppet itself makes the folder, but has nothing to put into it.
    let is_full = || fs::read_dir(folder).is_ok_and(|entries| entries.count() > 1);
    is_full() || install(&[packages]) && is_full()
}

/// Installs Debian packages; false where this is not Debian or the user may not do that.
pub fn install(packages: &[&str]) -> bool {
    if !is_on_path("apt-get") {
        return false;
    }
    let apt = |arguments: &[&str]| {
        let mut command = if Path::new("/usr/bin/sudo").exists() {
            Command::new("sudo")
        } else {
            Command::new("apt-get")
        };
        if command.get_program() == "sudo" {
            command.args(["-n", "apt-get"]);
        }
        command
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive");
        command.status().is_ok_and(|status| status.success())
    };
    let arguments: Vec<&str> = ["install", "-y", "--no-install-recommends"]
        .iter()
        .chain(packages)
        .copied()
        .collect();
    apt(&arguments) || (apt(&["update"]) && apt(&arguments))
}

/// Whether a program can be started by its name.
pub fn is_on_path(program: &str) -> bool {
    env::var_os("PATH")
        .is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}
