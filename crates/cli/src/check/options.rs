//! The options of `check`.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use puppet_db::settings::{RuleLevels, Settings};
use puppet_diagnostics::Strictness;
use puppet_project::discover::{self, SettingsFile};
use puppet_semantic::Requirement;

use super::exclusions::validate_pattern;
use super::output::{OutputFile, OutputFormat, OutputStyle};
use super::rule_selection::{RuleSelection, RuleSelector};
use super::systems;
use crate::paths::WorkingDirectory;
use crate::profile::Profile;

const REPORTED: &str = "What is reported";
const OUTPUT: &str = "Output";
const EXIT_STATUS: &str = "Exit status";
const FIXES: &str = "Fixes";
const PROJECT: &str = "Project";

/// The options of `check`.
#[derive(Debug, clap::Args)]
pub struct CheckOptions {
    /// Files and directories to check; the module or environment around each is found by itself. `-` checks standard
    /// input.
    #[arg(default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// With `-`: the path of the file that comes over standard input [default: stdin.pp].
    #[arg(long, value_name = "PATH")]
    pub stdin_path: Option<PathBuf>,
    /// Check again whenever a file changes, until Ctrl+C.
    #[arg(long, short, conflicts_with_all = ["fixing", "add_ignores", "write_baseline"])]
    pub watch: bool,
    /// How to print diagnostics [default: text, and github under GitHub Actions].
    #[arg(long, value_enum, help_heading = OUTPUT)]
    format: Option<OutputFormat>,
    /// Also write diagnostics to a file, such as sarif=report.sarif (may be given several times).
    #[arg(long, value_name = "FORMAT=FILE", help_heading = OUTPUT)]
    pub output: Vec<OutputFile>,
    /// Print how many diagnostics there are by rule and by module, in place of the diagnostics.
    #[arg(long, help_heading = OUTPUT)]
    pub statistics: bool,
    /// Print diagnostics, and nothing else.
    #[arg(long, short, help_heading = OUTPUT)]
    pub quiet: bool,
    /// Exit with status 1 also if there are only warnings.
    #[arg(long, help_heading = EXIT_STATUS)]
    pub error_on_warning: bool,
    /// Exit with status 0 whatever is found.
    #[arg(long, conflicts_with = "error_on_warning", help_heading = EXIT_STATUS)]
    pub exit_zero: bool,
    /// Report only these rules: codes, names, names of puppet-lint, or starts of codes such as T or N1.
    #[arg(long,
        visible_alias = "only-checks",
        value_name = "RULES",
        value_delimiter = ',', help_heading = REPORTED)]
    select: Vec<RuleSelector>,
    /// Report all but these rules.
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = REPORTED)]
    ignore: Vec<RuleSelector>,
    /// Leave out files, by patterns as in .gitignore. Their definitions are still known.
    #[arg(long, value_name = "PATTERNS", value_delimiter = ',', value_parser = validate_pattern, help_heading = REPORTED)]
    pub exclude: Vec<String>,
    /// Check files that Git ignores, too.
    #[arg(long, help_heading = REPORTED)]
    pub no_gitignore: bool,
    /// Report only what is on lines that have changed since the last common commit with a revision.
    #[arg(long, value_name = "REVISION", group = "changes", help_heading = REPORTED)]
    pub since: Option<String>,
    /// Report only what is on lines that are staged for the next commit.
    #[arg(long, group = "changes", help_heading = REPORTED)]
    pub staged: bool,
    /// With --since or --staged: report everything in the files that have changed, and in those that use a name that is
    /// or was defined in them.
    #[arg(long, requires = "changes", help_heading = REPORTED)]
    pub affected: bool,
    /// Report only diagnostics that this file does not have, and how many of those in it are fixed.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["since", "staged", "diff"], help_heading = REPORTED)]
    pub baseline: Option<PathBuf>,
    /// With --baseline: write the file, with all diagnostics that are found now.
    #[arg(long, requires = "baseline", help_heading = REPORTED)]
    pub write_baseline: bool,
    /// When to use colours.
    #[arg(long, value_enum, default_value_t = Colour::Auto, help_heading = OUTPUT)]
    color: Colour,
    /// Read settings from this file, and from no other puppet-analyzer.toml.
    #[arg(long, value_name = "FILE", conflicts_with = "isolated", help_heading = PROJECT)]
    pub config: Option<PathBuf>,
    /// Read settings from no file.
    #[arg(long, help_heading = PROJECT)]
    pub isolated: bool,
    /// A directory of modules to look into after those that are found (may be given several times).
    #[arg(long, value_name = "DIR", help_heading = PROJECT)]
    pub module_path: Vec<PathBuf>,
    /// How much is reported: minimal is --lenient, strict is --strict, recommended is neither; puppet-lint adds the checks
    /// of puppet-lint.
    #[arg(long, value_enum, conflicts_with_all = ["strict", "lenient"], help_heading = REPORTED)]
    profile: Option<Profile>,
    /// Report also what is only possibly wrong as an error, and everything that well-typed code avoids.
    #[arg(long, conflicts_with = "lenient", help_heading = REPORTED)]
    strict: bool,
    /// Report only what is certainly wrong.
    #[arg(long, help_heading = REPORTED)]
    lenient: bool,
    /// Print hints too: what could be better, or would help to check more (as --strict does).
    #[arg(long, help_heading = REPORTED)]
    hints: bool,
    /// A version of Puppet or OpenVox that the code is for, such as 'puppet>=7' or 'openvox 8.x' (may be given several
    /// times) [default: what the module's metadata.json requires].
    #[arg(long, value_name = "VERSIONS", value_parser = Requirement::parse, help_heading = PROJECT)]
    target: Vec<Requirement>,
    /// Evaluate the classes and defined types of modules on operating systems, and report what fails on some of them: all
    /// that metadata.json claims (`all`), or names such as debian-12.
    #[arg(long, value_name = "SYSTEMS", value_delimiter = ',', conflicts_with_all = ["fix", "add_ignores", "diff"], help_heading = PROJECT)]
    pub os: Vec<systems::Chosen>,
    /// As --os, on the operating system of a node that has a fact set beside the code (may be given several times).
    #[arg(long, value_name = "NAME", conflicts_with_all = ["fix", "add_ignores", "diff"], help_heading = PROJECT)]
    pub node: Vec<String>,
    /// Apply all safe fixes, and report what is left.
    #[arg(long, group = "fixing", help_heading = FIXES)]
    pub fix: bool,
    /// With --fix or --diff: apply unsafe fixes too. They need a review, since they are guesses or change what the code does.
    #[arg(long, requires = "fixing", help_heading = FIXES)]
    pub unsafe_fixes: bool,
    /// Add a comment that ignores it to each line with a diagnostic, and report what cannot be ignored.
    #[arg(long, conflicts_with_all = ["fix", "unsafe_fixes"], help_heading = FIXES)]
    pub add_ignores: bool,
    /// Change nothing: show what --fix, or --add-ignores, would change.
    #[arg(long, group = "fixing", help_heading = FIXES)]
    pub diff: bool,
    /// With the formats json and json-array: add the fixes of each diagnostic. The formats sarif and rdjson always have them.
    #[arg(long, help_heading = OUTPUT)]
    fixes: bool,
    /// Show the inferred type of every assignment.
    #[arg(long, help_heading = OUTPUT)]
    pub reveal: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Colour {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl CheckOptions {
    /// Whether standard input is checked.
    pub fn reads_stdin(&self) -> bool {
        self.paths.iter().any(|path| path.as_os_str() == "-")
    }

    /// Whether files of the project, or a baseline, are written.
    pub fn writes_files(&self) -> bool {
        self.fix || self.add_ignores || self.write_baseline
    }

    /// What the command line says about discovery.
    pub fn discovery(&self, directory: &WorkingDirectory) -> discover::DiscoveryOptions {
        let config = self.config.as_ref();
        let config = config.map(|path| SettingsFile::At(directory.absolute(path)));
        discover::DiscoveryOptions {
            settings: self.settings(directory),
            settings_file: match self.isolated {
                true => SettingsFile::Ignored,
                false => config.unwrap_or_default(),
            },
            ..discover::DiscoveryOptions::local_options()
        }
    }

    /// The settings of the command line, which override those of files.
    fn settings(&self, directory: &WorkingDirectory) -> Settings {
        let module_path = self.module_path.iter();
        Settings {
            module_path: module_path
                .map(|path| directory.absolute(path).to_string_lossy().into())
                .collect(),
            target: self.target.clone(),
            strictness: self.strictness(),
            rules: self.levels(),
            ..Settings::default()
        }
    }

    /// The levels of the profile, and of the selected rules.
    fn levels(&self) -> RuleLevels {
        let profile = self.profile.iter().flat_map(|profile| profile.levels());
        profile.chain(self.rules().levels()).collect()
    }

    fn strictness(&self) -> Option<Strictness> {
        match (self.lenient, self.strict) {
            (true, _) => Some(Strictness::Lenient),
            (false, true) => Some(Strictness::Strict),
            (false, false) => self.profile.map(Profile::strictness),
        }
    }

    /// The rules whose diagnostics are reported.
    pub fn rules(&self) -> RuleSelection {
        RuleSelection::new(&self.select, &self.ignore)
    }

    /// Whether hints are printed.
    pub fn shows_hints(&self) -> bool {
        self.hints || self.strictness() == Some(Strictness::Strict)
    }

    /// The format of standard output.
    pub fn format(&self) -> OutputFormat {
        self.format.unwrap_or_else(OutputFormat::detect)
    }

    /// Whether all fixes of all diagnostics are shown.
    pub fn shows_fixes(&self) -> bool {
        let files = self.output.iter().map(|output| output.format);
        let mut formats = files.chain([self.format()]);
        formats.any(|format| format.shows_fixes() || (self.fixes && format.can_show_fixes()))
    }

    /// How standard output and files look.
    pub fn style(&self) -> OutputStyle {
        let auto = || {
            let is_off = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            io::stdout().is_terminal() && !is_off
        };
        OutputStyle {
            coloured: match self.color {
                Colour::Always => true,
                Colour::Never => false,
                Colour::Auto => auto(),
            },
            fixes: self.fixes,
        }
    }
}
