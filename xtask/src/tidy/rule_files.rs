//! Each rule stands in a file of its name, in one of the folders of the checks, and each file there is a rule or a helper.

use anyhow::Result;

use crate::{codegen_rules, tidy::workspace::CargoWorkspace};

/// The modules whose files are rules.
const FOLDERS: [&str; 19] = [
    "checks/names",
    "checks/types",
    "checks/resources",
    "checks/control_flow",
    "checks/templates",
    "checks/modules",
    "checks/versions",
    "checks/security",
    "checks/meta",
    "checks/syntax",
    "checks-hiera",
    "checks-lint/classes",
    "checks-lint/conditionals",
    "checks-lint/layout",
    "checks-lint/resources",
    "checks-lint/spacing",
    "checks-lint/strings",
    "checks-lint/variables",
    "checks-modules",
];

/// The other modules there: walks that several rules share, and checks that report several rules.
const HELPERS: [&str; 21] = [
    "checks/control_flow/conditions",
    "checks/control_flow/match_coverage",
    "checks/names/missing_module",
    "checks/names/type_set",
    "checks/resources/attributes",
    "checks/syntax/validation_issues",
    "checks/templates/epp_arguments",
    "checks/templates/erb_calls",
    "checks/types/call_arguments",
    "checks/types/class_arguments",
    "checks/types/comparisons",
    "checks/types/typed_attributes",
    "checks/types/failing_expressions",
    "checks/types/foreign_literals",
    "checks/types/lambda_signature",
    "checks/types/plan_arguments",
    "checks/types/task_arguments",
    "checks/types/possible",
    "checks-hiera/data_context",
    "checks-hiera/keys",
    "checks-hiera/removal",
];

/// Rules without a file of their name, and files that are neither a rule nor a helper.
pub fn check(workspace: &CargoWorkspace) -> Result<Vec<String>> {
    let rules = codegen_rules::declarations()?;
    let mut broken = Vec::new();
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
