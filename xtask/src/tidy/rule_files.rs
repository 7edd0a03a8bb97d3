//! Each rule stands in a file of its name, in one of the folders of the checks, and each file there is a rule or a helper.
//! Only that file, or those in the folder of its name, make diagnostics of the rule.
//! A rule whose check is part of Puppet's validation names the files of `puppet_hir::validate` that find its issues.

use std::fs;

use anyhow::Result;

use crate::codegen_rules::{self, RuleDeclaration};
use crate::{shell, tidy::workspace::CargoWorkspace};

/// The modules whose files are rules.
const FOLDERS: [&str; 18] = [
    "checks/names",
    "checks/types",
    "checks/resources",
    "checks/control_flow",
    "checks/templates",
    "checks/versions",
    "checks/security",
    "checks/meta",
    "checks-hiera",
    "checks-lint/classes",
    "checks-lint/conditionals",
    "checks-lint/layout",
    "checks-lint/resources",
    "checks-lint/spacing",
    "checks-lint/strings",
    "checks-lint/variables",
    "checks-modules",
    "checks-syntax",
];

/// The other modules there: walks that several rules share, and checks that report several rules.
const HELPERS: [&str; 25] = [
    "checks/control_flow/conditions",
    "checks/control_flow/fact_values",
    "checks/control_flow/match_coverage",
    "checks/names/missing_module",
    "checks/names/other_kind",
    "checks/names/type_set",
    "checks/resources/attributes",
    "checks/templates/epp_arguments",
    "checks/templates/erb_calls",
    "checks-modules/template_names",
    "checks/types/call_arguments",
    "checks/types/comparisons",
    "checks/types/typed_attributes",
    "checks/types/failing_expressions",
    "checks/types/foreign_literals",
    "checks/types/lambda_signature",
    "checks/types/unfolded_arguments",
    "checks/types/plan_arguments",
    "checks/types/task_arguments",
    "checks/versions/unsupported_in_target",
    "checks-syntax/application_orchestration",
    "checks-syntax/syntax_error_help",
    "checks-hiera/data_context",
    "checks-hiera/keys",
    "checks-hiera/removal",
];

/// Rules without a file of their name, and files that are neither a rule nor a helper.
pub fn check(workspace: &CargoWorkspace) -> Result<Vec<String>> {
    let rules = codegen_rules::declarations()?;
    let mut broken = misnamed_validation(workspace)?;
    broken.extend(made_by_others(workspace, &rules)?);
    for rule in &rules {
        let path = module(&rule.file).unwrap_or_default();
        let name = path.rsplit('/').next().unwrap_or_default();
        if name != rule.stem() || folder(&path).is_none() {
            broken.push(format!("{} is in {}", rule.name, rule.file));
        }
    }
    let rules: Vec<_> = rules.iter().filter_map(|it| module(&it.file)).collect();
    let files: Vec<_> = workspace.files.iter().filter_map(|it| module(it)).collect();
    for path in &files {
        let is_rule = rules.iter().any(|rule| is_within(path, rule));
        let is_helper = HELPERS.iter().any(|helper| is_within(path, helper));
        if folder(path).is_some_and(|it| it != path) && !is_rule && !is_helper {
            broken.push(format!("{path} is neither a rule nor a helper"));
        }
    }
    for helper in HELPERS {
        if !files.iter().any(|path| path == helper) {
            broken.push(format!("there is no helper {helper}"));
        }
    }
    Ok(broken)
}

/// Diagnostics that are made in another file than that of their rule, or in the folder of its name.
fn made_by_others(workspace: &CargoWorkspace, rules: &[RuleDeclaration]) -> Result<Vec<String>> {
    let mut broken = Vec::new();
    for file in workspace.files.iter().filter(|it| is_of_checks(it)) {
        let text = fs::read_to_string(shell::root().join(file))?;
        let own = module(file).unwrap_or_default();
        for (_, argument) in text
            .match_indices("Diagnostic::new(")
            .map(|it| text.split_at(it.0))
        {
            let path = argument.trim_start_matches("Diagnostic::new(").trim_start();
            let path = path.split([',', ')']).next().unwrap_or_default();
            let constant = path.rsplit(['&', ':']).next().unwrap_or_default();
            let rule = rules.iter().find(|it| it.constant == constant);
            let declared = rule.and_then(|it| module(&it.file));
            if declared.is_some_and(|declared| !is_within(&own, &declared)) {
                broken.push(format!("{file} makes a diagnostic of {constant}"));
            }
        }
    }
    Ok(broken)
}

fn is_of_checks(file: &str) -> bool {
    file.starts_with("crates/checks") && file.contains("/src/") && file.ends_with(".rs")
}

/// Rules that report issues of Puppet's validation, and do not name the files of `puppet_hir::validate` that find them.
fn misnamed_validation(workspace: &CargoWorkspace) -> Result<Vec<String>> {
    const FOLDER: &str = "crates/hir/src/validate/";
    let mut sources = Vec::new();
    for file in &workspace.files {
        let name = file.strip_prefix(FOLDER);
        let name = name.filter(|it| !["issue.rs", "tests.rs", "cascading_errors.rs"].contains(it));
        if let Some(name) = name {
            sources.push((name, fs::read_to_string(shell::root().join(file))?));
        }
    }
    let mut broken = Vec::new();
    for file in workspace.files.iter().filter(|it| is_of_checks(it)) {
        let text = fs::read_to_string(shell::root().join(file))?;
        let Some((before, after)) = text.split_once("const ISSUES: ") else {
            continue;
        };
        let list = after.split(';').next().unwrap_or_default();
        let codes = list.split(|c: char| !c.is_alphanumeric() && c != ':');
        let codes: Vec<&str> = codes.filter(|it| it.starts_with("IssueCode::")).collect();
        let finds = |text: &str| {
            let mut words = text.split(|c: char| !c.is_alphanumeric() && c != ':');
            words.any(|word| codes.contains(&word))
        };
        let found_by = sources.iter().filter(|(_, text)| finds(text));
        let found_by: Vec<String> = found_by.map(|(name, _)| format!("`{name}`")).collect();
        let comment = before.rsplit("\n\n").next().unwrap_or_default();
        let comment = comment
            .trim_end_matches("pub ")
            .trim_end_matches("pub(crate) ");
        if !comment.ends_with(&format!(" {}.\n", found_by.join(", "))) {
            broken.push(format!(
                "{file}: the issues come from {}",
                found_by.join(", ")
            ));
        }
    }
    Ok(broken)
}

/// The folder of rules that has a module.
fn folder(path: &str) -> Option<&'static str> {
    FOLDERS.into_iter().find(|folder| is_within(path, folder))
}

fn is_within(path: &str, own: &str) -> bool {
    let rest = path.strip_prefix(own);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The crate and the path of a file's module: `checks/names/unknown_class`.
fn module(file: &str) -> Option<String> {
    let (name, path) = file.strip_prefix("crates/")?.split_once("/src/")?;
    let path = path.strip_suffix(".rs")?;
    let path = path.strip_suffix("/mod").unwrap_or(path);
    Some(match path {
        "lib" => name.to_owned(),
        path => format!("{name}/{path}"),
    })
}
