//! The issues that Puppet's own validation reports before it evaluates a file.

use puppet_db::{Db, File, has_syntax_errors, is_plan, program, source_map};
use puppet_diagnostics::{Diagnostic, Edit, Fix, Place, Safety};
use puppet_hir::model::{Body, BodyId, Expr, ExprId, Program};
use puppet_hir::validate::{Anchor, Issue, IssueCode, Options, validate};
use puppet_project::autoload::{self, Autoloaded};

use crate::control_flow::duplicate_key;
use puppet_semantic::index::file_origin::{Role, owner, path_in_module};
use puppet_semantic::index::item_tree::{ItemKind, items};

pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<File>>) {
    // Puppet does not validate what it cannot parse.
    if !file.kind(db).is_puppet() || has_syntax_errors(db, file) {
        return;
    }
    let module_file = module_file(db, file);
    let options = Options {
        tasks: is_plan(file.path(db)),
        module_file: module_file.as_deref(),
        ..Options::default()
    };
    let program = program(db, file);
    let map = source_map(db, file);
    let issues = validate(&program, &options);
    let is_misplaced = |issue: &&Issue| issue.code == IssueCode::IllegalDefinitionLocation;
    let is_only = issues.iter().filter(is_misplaced).count() == 1;
    out.extend(issues.iter().map(|issue| {
        let mut diagnostic = issue.to_diagnostic(&map).map_files(|()| file);
        if issue.code == IssueCode::DuplicateKey {
            let key = key_of(&program, issue);
            diagnostic.severity = duplicate_key::severity(db, file, key);
            diagnostic = diagnostic.with_help(duplicate_key::HELP);
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

/// The key of the entry of a hash that an issue is about.
fn key_of<'p>(program: &'p Program, issue: &Issue) -> Option<(&'p Body, ExprId)> {
    let Anchor::Part(part) = issue.anchor else {
        return None;
    };
    let (_, body) = program.bodies().find(|(id, _)| *id == issue.body)?;
    let entries = body.exprs().filter_map(|(_, expr)| match expr {
        Expr::LiteralHash(entries) => Some(entries.iter()),
        _ => None,
    });
    let entry = entries.flatten().find(|entry| entry.part == part)?;
    Some((body, entry.key))
}

/// Gives a definition the name that Puppet looks for in its file, if nothing there has it.
fn name_looked_for(db: &dyn Db, file: File, body: BodyId) -> Option<Fix<File>> {
    let module = owner(db, file)?.module?;
    let path = path_in_module(db, module, file)?;
    let (looked_for, expected) = autoload::expected_name(module.name(db), path)?;
    let items = items(db, file);
    let own = items.iter().find(|it| it.item.body == body)?;
    let fits = match looked_for {
        Autoloaded::ClassOrDefine => matches!(own.kind, ItemKind::Class | ItemKind::DefinedType),
        Autoloaded::Function => own.kind == ItemKind::Function,
        // The names of types have capitals, which the path does not tell.
        Autoloaded::TypeAlias | Autoloaded::Plan => false,
    };
    let is_free = items.iter().all(|it| it.name != *expected);
    let range = source_map(db, file).definition(body)?.name?;
    let place = Place::new(file, range);
    (fits && is_free).then(|| Fix {
        title: format!("Rename to `{expected}`"),
        safety: Safety::Unsafe,
        edits: vec![Edit {
            place,
            text: expected.to_string(),
        }],
    })
}

/// The path of a file that Puppet loads by its name, from the folder of modules on.
fn module_file(db: &dyn Db, file: File) -> Option<String> {
    let owner = owner(db, file).filter(|owner| owner.role == Role::Module)?;
    let module = owner.module?;
    let path = path_in_module(db, module, file)?;
    let name = module.name(db);
    autoload::expected_name(name, path).map(|_| format!("{name}/{path}"))
}
