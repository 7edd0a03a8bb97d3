//! `puppet-analyzer explain`: the page of a rule, or the list of all.

use std::process::ExitCode;

use puppet_checks::rules;
use puppet_diagnostics::{Rule, Safety, Severity};
use puppet_text::closest;
use serde_json::{Value, json};

use crate::exit_status;

/// The options of `explain`.
#[derive(Debug, clap::Args)]
pub struct ExplainOptions {
    /// The code or name of a rule (also puppet-lint's name for the same), or the start of codes, such as T or N1;
    /// without it, all rules are listed.
    #[arg(value_name = "CODE|NAME")]
    rule: Option<String>,
    /// How to print rules.
    #[arg(long, value_enum, default_value_t = ExplainFormat::Text)]
    format: ExplainFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ExplainFormat {
    /// The page of the rule; one line for each of several rules.
    Text,
    /// One JSON object a line for each rule.
    Json,
}

/// Prints the page or the list on standard output.
pub fn run(options: &ExplainOptions) -> ExitCode {
    let name = options.rule.as_deref();
    exit_status::print(match options.format {
        ExplainFormat::Text => text(name),
        ExplainFormat::Json => chosen(name).map(|rules| {
            let lines = rules.iter().map(|rule| format!("{}\n", object(rule)));
            lines.collect()
        }),
    })
}

/// The page of the rule that a name stands for, or a list of several rules.
///
/// # Errors
/// That there is no such rule.
pub fn text(name: Option<&str>) -> Result<String, String> {
    Ok(match &*chosen(name)? {
        [rule] => rule.explanation(),
        all => list(all),
    })
}

/// The rules that a name stands for.
fn chosen(name: Option<&str>) -> Result<Vec<&'static Rule>, String> {
    let all = || rules::ALL.iter().copied();
    let Some(name) = name else {
        return Ok(all().collect());
    };
    let upper = name.to_uppercase();
    let by_lint = || all().find(|rule| rule.puppet_lint.contains(&name));
    let found = rules::find(name).or_else(|| rules::find(&upper));
    if let Some(rule) = found.or_else(by_lint) {
        return Ok(vec![rule]);
    }
    let family: Vec<_> = all().filter(|it| it.code.starts_with(&upper)).collect();
    if !family.is_empty() {
        return Ok(family);
    }
    Err(match closest(name, all().map(|rule| rule.name)) {
        Some(similar) => format!("Unknown rule '{name}': did you mean '{similar}'?"),
        None => format!("Unknown rule '{name}': `explain` alone lists all"),
    })
}

fn object(rule: &Rule) -> Value {
    let level = |level: Option<Severity>| level.map_or("off", Severity::as_str);
    json!({
        "code": rule.code,
        "name": rule.name,
        "summary": rule.summary,
        "levels": {
            "lenient": level(rule.levels.lenient),
            "standard": level(rule.levels.standard),
            "strict": level(rule.levels.strict),
        },
        "fix": rule.fix.map(Safety::as_str),
        "since": rule.since,
        "puppet_lint": rule.puppet_lint,
        "page": rule.explanation(),
    })
}

fn list(rules: &[&Rule]) -> String {
    let width = rules.iter().map(|rule| rule.name.len()).max();
    let width = width.unwrap_or_default();
    let lines = rules
        .iter()
        .map(|rule| format!("{}  {:width$}  {}\n", rule.code, rule.name, rule.summary));
    lines.collect()
}
