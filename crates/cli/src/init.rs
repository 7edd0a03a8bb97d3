//! `puppet-analyzer init`: a `puppet-analyzer.toml` with comments.

mod puppet_lint;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use puppet_checks::rules;
use puppet_diagnostics::Severity;
use puppet_project::settings::{DocumentedSetting, FILE_NAME, SETTINGS};
use puppet_vfs::atomic_write;
use serde_json::Value as Json;

use crate::exit_status;
use crate::profile::Profile;
use puppet_lint::PuppetLint;

/// The options of `init`.
#[derive(Debug, clap::Args)]
pub struct InitOptions {
    /// The directory of the module or control repository.
    #[arg(default_value = ".")]
    directory: PathBuf,
    /// How much is reported.
    #[arg(long, value_enum, default_value_t = Profile::Recommended)]
    profile: Profile,
}

/// Writes the file, and prints what it is made of.
pub fn run(options: &InitOptions) -> ExitCode {
    exit_status::print(init(options))
}

fn init(options: &InitOptions) -> Result<String, String> {
    let path = options.directory.join(FILE_NAME);
    let shown = path.strip_prefix(".").unwrap_or(&path).display();
    if path.exists() {
        return Err(format!("{shown} exists already, and stays as it is"));
    }
    let lint = PuppetLint::read(&options.directory)?;
    let text = text(options.profile, &lint);
    atomic_write::save(&path, text.as_bytes())
        .map_err(|error| format!("cannot write {shown}: {error}"))?;
    let files: Vec<&str> = lint.files();
    let from = match files.is_empty() {
        true => String::new(),
        false => format!(" with what {} says", files.join(", ")),
    };
    Ok(format!(
        "{shown} written{from}\nnext: puppet-analyzer check --statistics --exit-zero {}\n",
        options.directory.display()
    ))
}

/// The contents of the file.
fn text(profile: Profile, lint: &PuppetLint) -> String {
    let mut out = String::from(
        "# Settings of puppet-analyzer for the code in this directory and below.\n\
         # Lines that start with # show what can be set; `puppet-analyzer config` shows what is.\n",
    );
    let is_table = |setting: &&DocumentedSetting| setting.example.starts_with('[');
    // Keys after a table would belong to it.
    let values = SETTINGS.iter().filter(|it| !is_table(it));
    let tables = SETTINGS.iter().filter(is_table);
    for setting in values.chain(tables) {
        let _ = write!(out, "\n# {}\n", setting.summary);
        let set = match setting.key {
            "strictness" => Some(format!("strictness = \"{}\"\n", profile.setting())),
            "exclude" => excluded(lint),
            "rules" => Some(rules_table(profile, lint)),
            _ => None,
        };
        match set {
            Some(set) => out.push_str(&set),
            None => push_comment(&mut out, setting.example),
        }
    }
    out
}

fn push_comment(out: &mut String, text: &str) {
    for line in text.lines() {
        let _ = writeln!(out, "# {line}");
    }
}

/// The setting for the paths that puppet-lint ignores, if there are any.
fn excluded(lint: &PuppetLint) -> Option<String> {
    let paths = lint.ignored_paths.iter();
    let paths: Vec<String> = paths.map(|it| Json::from(&**it).to_string()).collect();
    (!paths.is_empty()).then(|| format!("exclude = [{}]\n", paths.join(", ")))
}

/// The table of rules: those of the profile; those whose checks are disabled in puppet-lint are off.
fn rules_table(profile: Profile, lint: &PuppetLint) -> String {
    let mut out = String::from("[rules]\n");
    let is_disabled = |selector: &str| {
        let mut rules = rules::ALL.iter().filter(|rule| rule.is_named(selector));
        rules.any(|rule| {
            rule.puppet_lint
                .iter()
                .any(|check| lint.disabled.contains_key(*check))
        })
    };
    push_only_checks(&mut out, lint);
    for (selector, level) in profile.levels() {
        // A key has one value.
        if lint.only.is_empty() && !is_disabled(&selector) {
            let _ = writeln!(
                out,
                "{selector} = \"{}\"",
                level.map_or("off", Severity::as_str)
            );
        }
    }
    let mut others = Vec::new();
    let mut off: BTreeMap<&str, (&str, Vec<String>)> = BTreeMap::new();
    for (check, origin) in &lint.disabled {
        let check = check.as_str();
        let same = rules::ALL
            .iter()
            .filter(|rule| rule.puppet_lint.contains(&check));
        let same: Vec<_> = same.collect();
        if same.is_empty() {
            others.push(check);
        }
        for rule in same {
            let (_, checks) = off.entry(rule.code).or_insert((rule.name, Vec::new()));
            checks.push(format!("{check} in {origin}"));
        }
    }
    for (name, checks) in off.values() {
        let _ = writeln!(out, "{name} = \"off\" # {}", checks.join(", "));
    }
    if !others.is_empty() {
        let others = others.join(", ");
        let _ = writeln!(
            out,
            "# Other disabled checks of puppet-lint have no rule here: {others}"
        );
    }
    let example = SETTINGS.iter().find(|it| it.key == "rules");
    let example = example.map_or("", |it| it.example);
    push_comment(&mut out, example.trim_start_matches("[rules]").trim_start());
    out
}

/// The checks of puppet-lint that are the only ones to run: the rules for them that are off otherwise.
fn push_only_checks(out: &mut String, lint: &PuppetLint) {
    for check in &lint.only {
        let same = rules::ALL
            .iter()
            .filter(|rule| rule.puppet_lint.contains(&&**check));
        let off = same.filter(|rule| rule.levels.standard.is_none());
        for rule in off.filter(|_| !lint.disabled.contains_key(check)) {
            let name = rule.name;
            let _ = writeln!(out, "{name} = \"warning\" # {check} in .puppet-lint.rc");
        }
    }
}

/// A path in a directory as users write it.
fn shown(directory: &Path, name: &str) -> String {
    let path = directory.join(name);
    path.strip_prefix(".")
        .unwrap_or(&path)
        .display()
        .to_string()
}
