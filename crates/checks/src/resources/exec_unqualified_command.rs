//! Commands of `exec` that are found by no path.
//!
//! Source: `Puppet::Provider::Exec#validatecmd`. A path may come from defaults of any scope around the declaration,
//! so that only the manifests of an environment itself can be checked with certainty.

use puppet_db::{Db, Environment, File, Module, ModuleOrigin, program};
use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::{Body, Expr, ExprId, Operation, ResourceBody};
use puppet_types::Value;

use puppet_inference::body_context::Context;
use puppet_inference::body_context::attribute_sources::Uses;
use puppet_inference::body_context::attribute_sources::{Given, Role};
use puppet_inference::body_context::value_origins::leading_text;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::file_origin::{Role as FileRole, owner};
use puppet_types::inferred::Inferred;

declare_rule! {
    /// The command of an exec is not an absolute path, and there is no `path`.
    pub EXEC_UNQUALIFIED_COMMAND = {
        code: "R311", name: "exec-unqualified-command",
        level: Error, fix: Unsafe,
        help: "Write the full path of the command, or set `path`",
    }
}

/// Attributes whose values are commands.
const COMMANDS: [&str; 4] = ["command", "onlyif", "refresh", "unless"];

/// The provider that needs a path; of others, it is not known.
const POSIX: &str = "posix";

pub fn check(context: &Context<'_>, uses: &Uses<'_>, out: &mut Vec<BodyDiagnostic>) {
    let declaration = uses.declaration;
    let has_other_provider = declaration.attribute("provider").is_some_and(
        |given| !matches!(&given.value, Inferred::Value(Value::String(name)) if name == POSIX),
    );
    if declaration.role != Role::Resource
        || !declaration.is_complete
        || declaration.attribute("path").is_some()
        || has_other_provider
    {
        return;
    }
    let commands = COMMANDS
        .iter()
        .filter_map(|name| declaration.attribute(name));
    let mut faults: Vec<(Anchor, String)> = commands
        .filter_map(|given| Some((given.value_at, unqualified(context, given)?)))
        .collect();
    if declaration.attribute("command").is_none() && declaration.attribute("name").is_none() {
        let titles = declaration.titles.iter();
        faults.extend(titles.filter_map(|title| {
            let exe = executable(title)?;
            Some((declaration.anchor(), exe))
        }));
    }
    if faults.is_empty() {
        return;
    }
    let is_site = owner(context.db, context.item.file).map(|it| it.role) == Some(FileRole::Site);
    if may_need_no_path(context.db, context.environment()) {
        return;
    }
    let severity = match is_site && !declaration.is_virtual {
        true => Severity::Error,
        false if site_gives_path(context) => Severity::Hint,
        false => Severity::Warning,
    };
    for (at, exe) in faults {
        let message = format!(
            "'{exe}' is not qualified and no path was specified. Please qualify the command or specify a path."
        );
        let diagnostic = BodyDiagnostic::new(&EXEC_UNQUALIFIED_COMMAND, at, message);
        out.push(diagnostic.with_severity(severity));
    }
}

/// The first executable without a path among the commands of a value. An array is one command, or several.
fn unqualified(context: &Context<'_>, given: &Given) -> Option<String> {
    let Inferred::Value(value) = &given.value else {
        return unqualified_start(context, given.value_at);
    };
    let mut texts = value.flattened().filter_map(Value::as_str);
    match given.name == "command" {
        true => texts.next().and_then(executable),
        false => match value {
            // Arrays in an array are commands with their arguments.
            Value::Array(all) if all.iter().any(|it| matches!(it, Value::Array(_))) => None,
            _ => texts.find_map(executable),
        },
    }
}

/// The executable of a command of which only the start is known.
fn unqualified_start(context: &Context<'_>, at: Anchor) -> Option<String> {
    let Anchor::Expr(expr) = at else {
        return None;
    };
    let start = leading_text(context, expr);
    let (first, _) = start.split_once(' ')?;
    executable(first).filter(|exe| !exe.starts_with(['"', '\'']))
}

/// The executable of a command, if it has no path.
fn executable(command: &str) -> Option<String> {
    let quoted = ['"', '\''].into_iter().find_map(|quote| {
        let (exe, _) = command.strip_prefix(quote)?.split_once(quote)?;
        (!exe.is_empty()).then_some(exe)
    });
    let exe = quoted.unwrap_or_else(|| command.split(' ').next().unwrap_or_default());
    let is_qualified = exe.starts_with('/')
        || exe.starts_with("\\\\")
        || matches!(exe.as_bytes(), [_, b':', b'/' | b'\\', ..]);
    (!is_qualified).then(|| exe.to_owned())
}

/// Whether the site of a module must give execs a path, in manifests that are not here: most execs of the module need it,
/// or of all modules that are written for the site, which have no metadata.
fn site_gives_path(context: &Context<'_>) -> bool {
    let (db, environment) = (context.db, context.environment());
    let module = owner(db, context.item.file).and_then(|owner| owner.module);
    environment.manifests(db).is_empty()
        && module.is_some_and(|module| {
            let is_of_site = module.metadata(db).is_none();
            needs_paths(execs_of(db, module))
                || is_of_site && do_modules_need_paths(db, environment)
        })
}

/// Fewer execs without a path may have been forgotten.
const SEVERAL: usize = 3;

/// Whether more execs need a path than give one.
fn needs_paths((needing, giving): (usize, usize)) -> bool {
    needing >= SEVERAL && needing > giving
}

/// The same for all modules without metadata.
#[salsa::tracked(returns(copy))]
fn do_modules_need_paths(db: &dyn Db, environment: Environment) -> bool {
    let modules = environment.modules(db).iter();
    let of_site = modules.filter(|module| module.metadata(db).is_none());
    needs_paths(sum(of_site.map(|module| execs_of(db, *module))))
}

/// How many execs of a module need a path that they do not give, and how many give one.
#[salsa::tracked(returns(copy))]
fn execs_of(db: &dyn Db, module: Module) -> (usize, usize) {
    sum(module.files(db).iter().map(|file| execs(db, *file)))
}

fn sum(counts: impl Iterator<Item = (usize, usize)>) -> (usize, usize) {
    counts.fold((0, 0), |all, it| (all.0 + it.0, all.1 + it.1))
}

/// How many execs of a file need a path that they do not give, and how many give one.
#[salsa::tracked(returns(copy))]
fn execs(db: &dyn Db, file: File) -> (usize, usize) {
    let mut count = (0, 0);
    if !file.kind(db).is_puppet() || !file.text(db).contains("exec") {
        return count;
    }
    for (_, body) in program(db, file).bodies() {
        for (_, expr) in body.exprs() {
            if let Expr::Resource {
                type_name, bodies, ..
            } = expr
                && matches!(body.expr(*type_name), Expr::QualifiedName(name) if name == "exec")
            {
                let values = |resource: &ResourceBody, name: &str| {
                    resource.operations.iter().find_map(|it| match it {
                        Operation::Attribute(it) if it.name == name => Some(it.value),
                        _ => None,
                    })
                };
                for resource in bodies {
                    let command = values(resource, "command").or(resource.title);
                    let start = command.and_then(|command| first_text(body, command));
                    if values(resource, "path").is_some() {
                        count.1 += 1;
                    } else if start.and_then(executable).is_some() {
                        count.0 += 1;
                    }
                }
            }
        }
    }
    count
}

/// The text that a string starts with.
fn first_text(body: &Body, string: ExprId) -> Option<&str> {
    match body.expr(string) {
        Expr::LiteralString(text) | Expr::QualifiedName(text) => Some(text),
        Expr::ConcatenatedString(segments) => first_text(body, *segments.first()?),
        _ => None,
    }
}

/// Whether execs may get a path, or a provider that needs none, by collectors of any manifest, or by defaults: those of a
/// class count also for the classes that it includes. The modules that it depends on do not know the user's own classes.
#[salsa::tracked(returns(copy))]
fn may_need_no_path(db: &dyn Db, environment: Environment) -> bool {
    let own = environment.manifests(db).iter();
    let own = own.chain(environment.loose(db).iter());
    environment.modules(db).iter().any(|module| {
        let is_own = module.origin(db) == ModuleOrigin::Workspace;
        module.files(db).iter().any(|file| {
            let (by_defaults, by_collectors) = freed_commands(db, *file);
            by_collectors || by_defaults && is_own
        })
    }) || own
        .copied()
        .any(|file| freed_commands(db, file) != (false, false))
}

/// Whether a file gives execs a path or such a provider by defaults, and by collectors or overrides.
#[salsa::tracked(returns(copy))]
fn freed_commands(db: &dyn Db, file: File) -> (bool, bool) {
    let mut given = (false, false);
    if !file.kind(db).is_puppet() {
        return given;
    }
    let text = file.text(db);
    if !text.contains("Exec") || !["path", "provider"].iter().any(|it| text.contains(it)) {
        return given;
    }
    for (_, body) in program(db, file).bodies() {
        let is_posix = |value: ExprId| first_text(body, value) == Some(POSIX);
        let is_freed = |operations: &[Operation]| {
            operations.iter().any(|operation| match operation {
                Operation::Attribute(it) if it.name == "provider" => !is_posix(it.value),
                Operation::Attribute(it) => it.name == "path",
                Operation::Attributes { .. } => true,
            })
        };
        for (_, expr) in body.exprs() {
            match expr {
                Expr::ResourceDefaults { operations, .. } => given.0 |= is_freed(operations),
                Expr::ResourceOverride { operations, .. } | Expr::Collect { operations, .. } => {
                    given.1 |= is_freed(operations);
                }
                _ => {}
            }
        }
    }
    given
}
