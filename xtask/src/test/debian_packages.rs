//! Programs that tests need and that Debian packages.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use crate::shell;

/// A program that a step needs, or a part of one that is a package of its own.
#[derive(Clone, Copy)]
pub struct Need {
    /// The program.
    pub program: &'static str,
    /// Arguments with which it fails where the part is missing.
    pub probe: &'static [&'static str],
    /// The package of Debian.
    pub package: &'static str,
}

impl Need {
    /// A program of a package.
    pub const fn program(program: &'static str, package: &'static str) -> Self {
        let probe = &[];
        Self {
            program,
            probe,
            package,
        }
    }

    fn is_met(&self) -> bool {
        let succeeds = || {
            let mut command = Command::new(self.program);
            shell::output(command.args(self.probe)).is_ok()
        };
        is_on_path(self.program) && (self.probe.is_empty() || succeeds())
    }
}

/// Node with its package manager.
pub const NODE: [Need; 2] = [Need::program("node", "nodejs"), Need::program("npm", "npm")];

/// Installs the packages that are missing, where this may be done; a reason if one stays missing.
pub fn install_missing(needs: &[Need]) -> Option<String> {
    let missing = || -> Vec<&str> {
        let missing = needs.iter().filter(|need| !need.is_met());
        missing.map(|need| need.package).collect()
    };
    let packages = missing();
    if packages.is_empty() || (install(&packages) && missing().is_empty()) {
        return None;
    }
    Some(format!("needs the packages {}", missing().join(" ")))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_is_missing_is_seen_beside_its_program() {
        for (program, probe, is_met) in [
            ("sh", &[][..], true),
            ("sh", &["-c", "exit 0"], true),
            ("sh", &["-c", "exit 1"], false),
            ("no-such-program", &[], false),
        ] {
            let need = Need {
                program,
                probe,
                package: "",
            };
            assert_eq!(need.is_met(), is_met, "{program} {probe:?}");
        }
    }
}
