//! The issues that Puppet's own validation reports before it evaluates a file.

use puppet_db::{Db, File, FilePlace, has_syntax_errors, is_plan, program, source_map};
use puppet_diagnostics::{Diagnostic, Fix, Place, Rule, Safety, Severity, Tag};
use puppet_hir::model::{Body, BodyId, DefinitionKind, Expr, ExprId, Program, ProgramSourceMap};
use puppet_hir::validate::{
    Issue, IssueAnchor, IssueCode, IssueSeverity, ValidationOptions, validate,
};
use puppet_project::autoload::{self, Autoloaded};
use rustc_hash::FxHashMap;

use crate::control_flow::duplicate_case_option;
use crate::rules;
use crate::types::non_literal_parameter_type;
use puppet_checks_modules::{autoload_layout, catalog_vs_plan_context};
use puppet_checks_syntax::{
    definition_in_wrong_place, duplicate_key, invalid_assignment, invalid_heredoc_text,
    invalid_name, invalid_number, invalid_parameter, invalid_query, invalid_regexp,
    invalid_resource, no_value, removed_operator, reserved_word, statement_without_effect,
    syntax_error, unsupported_syntax,
};
use puppet_semantic::index::file_origin::{Role, owner, path_in_module};
use puppet_semantic::index::item_tree::items;

/// The rules that report what validation finds, each with its issues.
const RULES: &[(&Rule, &[IssueCode])] = &[
    (&rules::AUTOLOAD_LAYOUT, autoload_layout::ISSUES),
    (
        &rules::CATALOG_VS_PLAN_CONTEXT,
        catalog_vs_plan_context::ISSUES,
    ),
    (
        &rules::DEFINITION_IN_WRONG_PLACE,
        definition_in_wrong_place::ISSUES,
    ),
    (&rules::DUPLICATE_CASE_OPTION, duplicate_case_option::ISSUES),
    (&rules::DUPLICATE_KEY, duplicate_key::ISSUES),
    (&rules::INVALID_ASSIGNMENT, invalid_assignment::ISSUES),
    (&rules::INVALID_HEREDOC_TEXT, invalid_heredoc_text::ISSUES),
    (&rules::INVALID_NAME, invalid_name::ISSUES),
    (&rules::INVALID_NUMBER, invalid_number::ISSUES),
    (&rules::INVALID_PARAMETER, invalid_parameter::ISSUES),
    (&rules::INVALID_QUERY, invalid_query::ISSUES),
    (&rules::INVALID_REGEXP, invalid_regexp::ISSUES),
    (&rules::INVALID_RESOURCE, invalid_resource::ISSUES),
    (
        &rules::NON_LITERAL_PARAMETER_TYPE,
        non_literal_parameter_type::ISSUES,
    ),
    (&rules::NO_VALUE, no_value::ISSUES),
    (&rules::REMOVED_OPERATOR, removed_operator::ISSUES),
    (&rules::RESERVED_WORD, reserved_word::ISSUES),
    (
        &rules::STATEMENT_WITHOUT_EFFECT,
        statement_without_effect::ISSUES,
    ),
    (&rules::SYNTAX_ERROR, syntax_error::ISSUES),
    (&rules::UNSUPPORTED_SYNTAX, unsupported_syntax::ISSUES),
];

pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    // Puppet does not validate what it cannot parse.
    if !file.kind(db).is_puppet() || has_syntax_errors(db, file) {
        return;
    }
    let module_file = module_file(db, file);
    let options = ValidationOptions {
        tasks: is_plan(file.path(db)),
        module_file: module_file.as_deref(),
        ..ValidationOptions::default()
    };
    let program = program(db, file);
    let map = source_map(db, file);
    let issues = validate(&program, &options);
    let is_misplaced = |issue: &&Issue| issue.code == IssueCode::IllegalDefinitionLocation;
    let is_only = issues.iter().filter(is_misplaced).count() == 1;
    let is_of_key = |issue: &Issue| issue.code == IssueCode::DuplicateKey;
    let keys = match issues.iter().any(is_of_key) {
        true => keys(&program),
        false => FxHashMap::default(),
    };
    let is_main = is_main_manifest(db, file, &program);
    out.extend(issues.iter().map(|issue| {
        let mut diagnostic = diagnostic(file, &map, issue);
        if is_main && autoload_layout::ISSUES.contains(&issue.code) {
            diagnostic.severity = Severity::Warning;
        }
        if is_of_key(issue) {
            let key = keys.get(&(issue.body, issue.anchor));
            diagnostic.severity = duplicate_key::severity(db, file, key.copied());
            diagnostic = diagnostic.with_help(duplicate_key::HELP);
        }
        if statement_without_effect::ISSUES.contains(&issue.code)
            && statement_without_effect::is_part_of_reference(file.text(db), diagnostic.place.range)
        {
            diagnostic = diagnostic.with_help(statement_without_effect::SPACE_IN_REFERENCE);
        }
        let renaming = (is_only && is_misplaced(&issue))
            .then(|| name_looked_for(db, file, issue.body))
            .flatten();
        match renaming {
            Some(fix) => diagnostic.with_fix(fix),
            None => diagnostic,
        }
    }));
}

/// Whether a file is applied by itself: it has nodes, or defines nothing that is autoloaded.
fn is_main_manifest(db: &dyn Db, file: File, program: &Program) -> bool {
    let is_node = |body: &Body| body.definition().kind() == DefinitionKind::Node;
    items(db, file).is_empty() || program.bodies().any(|(_, body)| is_node(body))
}

/// The rule that reports an issue.
fn rule_of(code: IssueCode) -> &'static Rule {
    let mut rules = RULES.iter();
    let found = rules.find(|(_, issues)| issues.contains(&code));
    found.map_or(&rules::SYNTAX_ERROR, |(rule, _)| rule)
}

fn diagnostic(file: File, map: &ProgramSourceMap, issue: &Issue) -> Diagnostic<FilePlace> {
    let severity = match issue.severity {
        IssueSeverity::Error => Severity::Error,
        IssueSeverity::Warning | IssueSeverity::Deprecation => Severity::Warning,
    };
    let place = Place::new(file, issue.focus(map));
    let mut diagnostic = Diagnostic::new(rule_of(issue.code), place, issue.message.as_str())
        .with_own_help(issue.code.help());
    diagnostic.severity = severity;
    diagnostic.issue = issue.code.puppet_code().map(Into::into);
    let is_deprecated = issue.severity == IssueSeverity::Deprecation;
    diagnostic
        .tags
        .extend(is_deprecated.then_some(Tag::Deprecated));
    diagnostic
}

/// The keys of all hashes, by the entries that an issue may be about.
fn keys(program: &Program) -> FxHashMap<(BodyId, IssueAnchor), (&Body, ExprId)> {
    let mut keys = FxHashMap::default();
    for (id, body) in program.bodies() {
        for (_, expr) in body.exprs() {
            let Expr::LiteralHash(entries) = expr else {
                continue;
            };
            let entries = entries.iter();
            keys.extend(entries.map(|it| ((id, IssueAnchor::Part(it.part)), (&**body, it.key))));
        }
    }
    keys
}

/// Gives a definition the name that Puppet looks for in its file, if nothing there has it.
fn name_looked_for(db: &dyn Db, file: File, body: BodyId) -> Option<Fix<FilePlace>> {
    let module = owner(db, file)?.module?;
    let path = path_in_module(db, module, file)?;
    let (looked_for, expected) = autoload::expected_name(module.name(db), path)?;
    let items = items(db, file);
    let own = items.iter().find(|it| it.item.body == body)?;
    // The names of types have capitals, which the path does not tell.
    let is_spelled = matches!(looked_for, Autoloaded::ClassOrDefine | Autoloaded::Function);
    let fits = is_spelled && own.kind.autoloaded() == looked_for;
    let is_free = items.iter().all(|it| it.name != *expected);
    let range = source_map(db, file).definition(body)?.name?;
    let place = Place::new(file, range);
    let title = format!("Rename to `{expected}`");
    (fits && is_free).then(|| Fix::replace(title, Safety::Unsafe, place, expected))
}

/// The path of a file that Puppet loads by its name, from the folder of modules on. Files of the environment itself are
/// not below a folder of modules.
fn module_file(db: &dyn Db, file: File) -> Option<String> {
    let owner = owner(db, file).filter(|owner| owner.role == Role::Module)?;
    let module = owner.module?;
    let path = path_in_module(db, module, file)?;
    let name = module.name(db);
    if **name == *autoload::ENVIRONMENT {
        return None;
    }
    autoload::expected_name(name, path).map(|_| format!("{name}/{path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_issue_has_one_rule() {
        for code in IssueCode::ALL {
            let rules = RULES.iter().filter(|(_, issues)| issues.contains(code));
            assert_eq!(rules.count(), 1, "{code:?}");
        }
    }
}
