//! Programs that tests need and that Debian packages.

use std::env;
use std::path::Path;
use std::process::Command;

/// Installs the packages of those programs that are missing, where this may be done; a reason if one stays missing.
pub fn missing(programs: &[(&str, &str)]) -> Option<String> {
    let absent: Vec<_> = programs
        .iter()
        .filter(|(program, _)| !on_path(program))
        .collect();
    if absent.is_empty() {
        return None;
    }
    let packages: Vec<&str> = absent
        .iter()
        .flat_map(|(_, packages)| packages.split(' '))
        .collect();
    if install(&packages) && absent.iter().all(|(program, _)| on_path(program)) {
        return None;
    }
    Some(format!("needs the packages {}", packages.join(" ")))
}

/// Installs Debian packages; false where this is no Debian or nobody may do that.
pub fn install(packages: &[&str]) -> bool {
    if !on_path("apt-get") {
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
pub fn on_path(program: &str) -> bool {
    env::var_os("PATH")
        .is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}
