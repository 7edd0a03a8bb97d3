//! The files of puppet-lint: `.puppet-lint.rc`, `.sync.yml` and the Rakefile. No code is run.

use std::collections::BTreeMap;
use std::path::Path;

use puppet_data::yaml;
use puppet_text::{Column, LineIndex};
use puppet_vfs::disk::{self, ReadProblem};

use super::shown;

const RC: &str = ".puppet-lint.rc";
const SYNC: &str = ".sync.yml";
const RAKEFILE: &str = "Rakefile";

/// What a project has set for puppet-lint.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PuppetLint {
    /// The checks that are disabled, with the file that says so.
    pub disabled: BTreeMap<String, &'static str>,
    /// The only checks that run, if a file names some.
    pub only: Vec<String>,
    /// Patterns of files that are not checked.
    pub ignored_paths: Vec<String>,
}

impl PuppetLint {
    /// Reads the files of a directory.
    ///
    /// # Errors
    /// That a file cannot be read, or what is wrong in it.
    pub fn read(directory: &Path) -> Result<Self, String> {
        let mut lint = Self::default();
        let readers: [(&str, PuppetLintReader); 3] = [
            (RC, Self::read_rc),
            (SYNC, Self::read_sync),
            (RAKEFILE, Self::read_rakefile),
        ];
        for (name, read) in readers {
            let shown = shown(directory, name);
            match disk::read(&directory.join(name)) {
                Ok(found) => read(&mut lint, &found.text)
                    .map_err(|(line, problem)| format!("{shown}:{line}: {problem}"))?,
                Err(ReadProblem::NotFound) => {}
                Err(problem) => return Err(format!("{shown}: {problem}")),
            }
        }
        Ok(lint)
    }

    /// The files that disable checks.
    pub fn files(&self) -> Vec<&'static str> {
        let mut files: Vec<&str> = self.disabled.values().copied().collect();
        files.sort_unstable();
        files.dedup();
        files
    }

    /// Options of the command line, one a line.
    fn read_rc(&mut self, text: &str) -> Result<(), Problem> {
        for (line, option) in (1..).zip(text.lines().map(str::trim)) {
            if option.is_empty() || option.starts_with('#') {
                continue;
            }
            let Some(option) = option.strip_prefix("--") else {
                let problem =
                    format!("expected an option such as --no-140chars-check, got '{option}'");
                return Err((line, problem));
            };
            let disabled = option.strip_prefix("no-");
            if let Some(check) = disabled.and_then(|it| it.strip_suffix("-check")) {
                self.disable(check, RC);
            } else if let Some(paths) = option.strip_prefix("ignore-paths=") {
                self.ignored_paths.extend(list_of_option(paths));
            } else if let Some(checks) = option.strip_prefix("only-checks=") {
                self.only.extend(list_of_option(checks));
            }
        }
        Ok(())
    }

    /// The settings of PDK's and Vox Pupuli's templates: lists of disabled checks.
    fn read_sync(&mut self, text: &str) -> Result<(), Problem> {
        let value = yaml::parse(text).map_err(|error| {
            let at = LineIndex::new(text).line_col(error.range.start(), Column::Chars);
            (at.line + 1, format!("not valid YAML: {}", error.message))
        })?;
        let files = value.as_mapping().into_iter().flatten();
        let settings = files.filter_map(|file| file.value.as_mapping()).flatten();
        let lists = settings.filter(|it| it.key.ends_with("disabled_lint_checks"));
        for list in lists {
            let checks = list.value.as_sequence().into_iter().flatten();
            for check in checks.filter_map(|it| it.as_str()) {
                self.disable(check, SYNC);
            }
        }
        Ok(())
    }

    /// `disable_CHECK` and `disable_checks = [...]` of PuppetLint's configuration in Ruby.
    fn read_rakefile(&mut self, text: &str) -> Result<(), Problem> {
        let code = text
            .lines()
            .filter(|line| !line.trim_start().starts_with('#'));
        let code: String = code.flat_map(|line| [line, "\n"]).collect();
        for (at, start) in code.match_indices("disable_") {
            if code[..at].ends_with(is_word) {
                continue;
            }
            let rest = &code[at + start.len()..];
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            match &rest[..end] {
                "checks" => self.disable_list(&rest[end..]),
                check => self.disable(check, RAKEFILE),
            }
        }
        Ok(())
    }

    /// A list in Ruby after its name: `= ['one', "two"]`, `= %w[one two]`.
    fn disable_list(&mut self, code: &str) {
        let list = code.split_once('=').map_or("", |(_, list)| list);
        let list = list.split([']', ')']).next().unwrap_or("");
        let list = list.trim_start().trim_start_matches("%w");
        for check in list.split(|c| !is_word(c)).filter(|it| !it.is_empty()) {
            self.disable(check, RAKEFILE);
        }
    }

    fn disable(&mut self, check: &str, file: &'static str) {
        self.disabled.entry(check.to_owned()).or_insert(file);
    }
}

/// The values of an option, which commas separate.
fn list_of_option(values: &str) -> impl Iterator<Item = String> {
    let values = values
        .split(',')
        .map(|it| it.trim_matches(['"', '\'', ' ']));
    values.filter(|it| !it.is_empty()).map(str::to_owned)
}

/// Reads the text of a file.
type PuppetLintReader = fn(&mut PuppetLint, &str) -> Result<(), Problem>;

/// A line and what is wrong with it.
type Problem = (u32, String);

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The disabled checks, in order.
    fn disabled(lint: &PuppetLint) -> String {
        let checks: Vec<&str> = lint.disabled.keys().map(String::as_str).collect();
        checks.join(" ")
    }

    #[test]
    fn rc_files_are_read() {
        let mut lint = PuppetLint::default();
        let text = "--no-140chars-check\n# --no-a-check\n\n  --fail-on-warnings\n\
                    --no-class_inherits_from_params_class-check\n--ignore-paths=vendor/**/*.pp,pkg\n--only-checks=a,'b'\n";
        assert_eq!(lint.read_rc(text), Ok(()));
        assert_eq!(lint.only, ["a", "b"]);
        assert_eq!(disabled(&lint), "140chars class_inherits_from_params_class");
        assert_eq!(lint.ignored_paths, ["vendor/**/*.pp", "pkg"]);
        let problem = lint.read_rc("--relative\nno-140chars-check\n");
        assert!(problem.is_err_and(|(line, _)| line == 2));
    }

    #[test]
    fn settings_of_templates_are_read() {
        let mut lint = PuppetLint::default();
        let text = ".travis.yml:\n  x: 1\nRakefile:\n  default_disabled_lint_checks:\n  - relative\n\
                    .puppet-lint.rc:\n  extra_disabled_lint_checks: [documentation]\n";
        assert_eq!(lint.read_sync(text), Ok(()));
        assert_eq!(disabled(&lint), "documentation relative");
        let problem = lint.read_sync("a: 1\nb: [\n");
        assert!(problem.is_err_and(|(line, _)| line >= 2));
    }

    #[test]
    fn rakefiles_are_read_and_not_run() {
        for (text, checks) in [
            (
                "PuppetLint.configuration.send('disable_80chars')",
                "80chars",
            ),
            (
                "PuppetLint.configuration.send(:disable_relative)\n",
                "relative",
            ),
            ("config.disable_checks = ['a', \"b\"]\nx = ['c']", "a b"),
            ("c.disable_checks = %w[\n  a\n  b\n]\n", "a b"),
            (
                "PuppetLint.configuration.disable_documentation",
                "documentation",
            ),
            ("# PuppetLint.configuration.disable_a\n", ""),
            ("do_not_disable_b", ""),
        ] {
            let mut lint = PuppetLint::default();
            assert_eq!(lint.read_rakefile(text), Ok(()));
            assert_eq!(disabled(&lint), checks, "{text}");
        }
    }
}
