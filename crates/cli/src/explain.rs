//! `puppet-analyzer explain`: the page of a rule, or the list of all.

use std::process::ExitCode;

use puppet_checks::rules;
use puppet_text::closest;

use crate::exit_status;

/// The options of `explain`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The code or name of a rule (also puppet-lint's name for the same); without it, all rules are listed.
    #[arg(value_name = "CODE|NAME")]
    rule: Option<String>,
}

/// Prints the page or the list on standard output.
pub fn run(options: &Options) -> ExitCode {
    exit_status::print(match &options.rule {
        None => Ok(list()),
        Some(name) => page(name),
    })
}

fn page(name: &str) -> Result<String, String> {
    let by_lint = || {
        let mut all = rules::ALL.iter().copied();
        all.find(|rule| rule.puppet_lint.contains(&name))
    };
    let upper = name.to_uppercase();
    let found = rules::find(name).or_else(|| rules::find(&upper));
    let Some(rule) = found.or_else(by_lint) else {
        let names = rules::ALL.iter().map(|rule| rule.name);
        return Err(match closest(name, names) {
            Some(similar) => format!("Unknown rule '{name}': did you mean '{similar}'?"),
            None => format!("Unknown rule '{name}': `explain` alone lists all"),
        });
    };
    Ok(rule.page.to_owned())
}

fn list() -> String {
    let width = rules::ALL.iter().map(|rule| rule.name.len()).max();
    let width = width.unwrap_or_default();
    let lines = rules::ALL
        .iter()
        .map(|rule| format!("{}  {:width$}  {}\n", rule.code, rule.name, rule.summary));
    lines.collect()
}
