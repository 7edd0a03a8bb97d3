//! Each rule stands in a file of its name, in one of the folders of the checks, and each file there is a rule or a helper.

use anyhow::Result;

use crate::{codegen_rules, tidy::workspace::Workspace};

/// The folders whose files are rules.
const FOLDERS: [&str; 11] = [
    "names",
    "types",
    "resources",
    "control_flow",
    "templates",
    "modules",
    "versions",
    "security",
    "hiera",
    "meta",
    "syntax",
];

/// The other files and folders there: walks that several rules share, and checks that report several rules.
const HELPERS: [&str; 20] = [
    "control_flow/conditions",
    "control_flow/match_coverage",
    "hiera/keys",
    "names/missing_module",
    "names/type_set",
    "resources/attributes",
    "syntax/validation_issues",
    "templates/epp_arguments",
    "templates/erb_calls",
    "types/call_arguments",
    "types/class_arguments",
    "types/comparisons",
    "types/created_resources",
    "types/failing_expressions",
    "types/foreign_literals",
    "types/lambda_signature",
    "types/lookup_default",
    "types/plan_arguments",
    "types/possible",
    "versions/unsupported_features",
];

/// Rules without a file of their name, and files that are neither a rule nor a helper.
pub fn check(workspace: &Workspace) -> Result<Vec<String>> {
    let rules = codegen_rules::declarations()?;
    let mut broken = Vec::new();
    for rule in &rules {
        let folder = rule.file.split('/').next().unwrap_or_default();
        if module(&rule.file).1 != rule.stem() || !FOLDERS.contains(&folder) {
            broken.push(format!("{} is in {}", rule.name, rule.file));
        }
    }
    let prefix = format!("{}/", codegen_rules::FOLDER);
    let files = workspace.files.iter();
    for file in files.filter_map(|file| file.strip_prefix(&prefix)) {
        let folder = file.split('/').next().unwrap_or_default();
        let (path, _) = module(file);
        let is_in = |own: &str| {
            let rest = path.strip_prefix(own);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let is_rule = rules.iter().any(|rule| is_in(module(&rule.file).0));
        let is_helper = path == folder || HELPERS.iter().any(|helper| is_in(helper));
        if FOLDERS.contains(&folder) && !is_rule && !is_helper {
            broken.push(format!("{file} is neither a rule nor a helper"));
        }
    }
    for helper in HELPERS {
        let path = format!("{prefix}{helper}");
        let mut files = workspace.files.iter();
        if !files.any(|file| module(file).0 == path) {
            broken.push(format!("there is no helper {helper}"));
        }
    }
    Ok(broken)
}

/// The path of a file's module, and its last part.
fn module(file: &str) -> (&str, &str) {
    let path = file.strip_suffix(".rs").unwrap_or(file);
    let path = path.strip_suffix("/mod").unwrap_or(path);
    (path, path.rsplit('/').next().unwrap_or(path))
}
