//! Templates and files that do not exist.
//!
//! Source: `Puppet::Parser::Files`.

use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::{AttributeOperation, Expr, ExprId, Operation};
use puppet_types::Value;

use crate::template_names::{TemplateName, template_names};
use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_inference::templates::call_sites::with_extension;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::completeness::is_module_missing;
use puppet_semantic::resolve::assets::{Asset, AssetKind, asset};
use puppet_text::closest;

declare_rule! {
    /// A template or file does not exist in its module.
    pub TEMPLATE_OR_FILE_NOT_FOUND = { code: "F501", name: "template-or-file-not-found", level: Error, fix: Unsafe }
}

/// How the URL of a file starts that a module has.
const FILES_OF_MODULES: &str = "puppet:///modules/";

/// The ends of the names of packages and archives, which are often kept out of version control.
const PACKAGES: [&str; 18] = [
    "7z", "bz2", "deb", "dmg", "exe", "gem", "gz", "iso", "jar", "msi", "pkg", "rpm", "tar", "tgz",
    "war", "whl", "xz", "zip",
];

/// Checks what names a template or file.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        match it.expr {
            Expr::Resource { bodies, .. } => {
                let operations = bodies.iter().flat_map(|body| &body.operations);
                for operation in operations {
                    if let Operation::Attribute(attribute) = operation {
                        out.extend(check_source(context, attribute));
                    }
                }
            }
            Expr::CallNamedFunction { .. } | Expr::CallMethod { .. } => {
                if let Some(call) = Call::from_expr(context.body, it.id) {
                    check_call(context, it.id, &call, out);
                }
            }
            _ => {}
        }
    }
}

fn check_call(context: &Context<'_>, id: ExprId, call: &Call<'_>, out: &mut Vec<BodyDiagnostic>) {
    let is_unfolded = |argument: &ExprId| matches!(context.body.expr(*argument), Expr::Unfold(_));
    if call.arguments.iter().any(is_unfolded) {
        return;
    }
    match call.name {
        Some("template") => {
            let templates = call.arguments.iter();
            let names = templates.flat_map(|argument| template_names(context, *argument));
            out.extend(names.filter_map(|name| check_template(context, &name)));
        }
        Some("epp") => {
            let template = call.arguments.first().into_iter();
            let names = template.flat_map(|argument| template_names(context, *argument));
            out.extend(names.filter_map(|name| check_epp(context, &name)));
        }
        Some("file") => out.extend(check_files(context, id, call)),
        Some("binary_file") => {
            out.extend(call.arguments.first().and_then(|argument| {
                let path = context.inference.result(*argument).value()?.as_str()?;
                let message = format!("binary_file(): The given file '{path}' does not exist");
                missing(context, AssetKind::File, path, *argument, message)
            }));
        }
        _ => {}
    }
}

fn check_template(context: &Context<'_>, named: &TemplateName) -> Option<BodyDiagnostic> {
    let name = match &named.value {
        Value::Undef => "",
        value => value.as_str()?,
    };
    let message = format!("Could not find template '{name}'");
    let diagnostic = missing(context, AssetKind::Template, name, named.origin, message)?;
    Some(named.soften(diagnostic))
}

/// A diagnostic for a file that is certainly not there.
fn missing(
    context: &Context<'_>,
    kind: AssetKind,
    name: &str,
    at: ExprId,
    message: String,
) -> Option<BodyDiagnostic> {
    let similar = match find(context, kind, name) {
        FileLookup::Absent(similar) => similar,
        FileLookup::There | FileLookup::Unknown => return None,
    };
    Some(not_found(at, message, similar))
}

fn not_found(
    at: ExprId,
    message: String,
    similar: Option<impl std::fmt::Display>,
) -> BodyDiagnostic {
    BodyDiagnostic::new(&TEMPLATE_OR_FILE_NOT_FOUND, Anchor::Expr(at), message)
        .with_closest(similar)
}

/// What is known about a file by its name.
enum FileLookup {
    There,
    /// It is not; the name of one that is much like it.
    Absent(Option<String>),
    Unknown,
}

fn find(context: &Context<'_>, kind: AssetKind, name: &str) -> FileLookup {
    // An absolute path is one of the server, unless a module has just this file; any other has a module in front.
    if let Some(path) = name.strip_prefix('/') {
        return match asset(context.db, context.environment(), kind, path) {
            Asset::Found(_) => FileLookup::Absent(Some(path.to_owned())),
            Asset::Absent(_) | Asset::Unknown => FileLookup::Unknown,
        };
    }
    let Some((module_name, path)) = name.split_once('/') else {
        return FileLookup::Absent(None);
    };
    // What is no name of a module has no files: a URL.
    if module_name.contains(':') {
        let path = name.strip_prefix(FILES_OF_MODULES);
        let path = path.filter(|path| matches!(find(context, kind, path), FileLookup::There));
        return FileLookup::Absent(path.map(str::to_owned));
    }
    match asset(context.db, context.environment(), kind, name) {
        Asset::Found(_) => FileLookup::There,
        Asset::Absent(module) => {
            let folder = match kind {
                AssetKind::Template => "templates/",
                AssetKind::File => "files/",
            };
            let paths = module.assets(context.db).paths().unwrap_or_default();
            let there = paths.iter().filter_map(|path| path.strip_prefix(folder));
            let similar = closest(path, there).map(|path| format!("{module_name}/{path}"));
            FileLookup::Absent(similar)
        }
        // A manifest of a site that has all else that it needs names a module that is nowhere.
        Asset::Unknown
            if is_module_missing(
                context.db,
                context.environment(),
                context.item.file,
                module_name,
            ) =>
        {
            FileLookup::Absent(None)
        }
        Asset::Unknown => FileLookup::Unknown,
    }
}

fn check_epp(context: &Context<'_>, named: &TemplateName) -> Option<BodyDiagnostic> {
    let file = with_extension(named.value.as_str()?);
    let message = format!("Could not find template '{file}'");
    let diagnostic = missing(context, AssetKind::Template, &file, named.origin, message)?;
    Some(named.soften(diagnostic))
}

/// `file('a/x', 'b/y')`: the first of these that exists.
fn check_files(context: &Context<'_>, id: ExprId, call: &Call<'_>) -> Option<BodyDiagnostic> {
    let names: Option<Vec<&str>> = call
        .arguments
        .iter()
        .map(|argument| context.inference.result(*argument).value()?.as_str())
        .collect();
    let names = names.filter(|names| !names.is_empty())?;
    let mut similar = None;
    for name in &names {
        match find(context, AssetKind::File, name) {
            FileLookup::Absent(other) => similar = similar.or(other),
            FileLookup::There | FileLookup::Unknown => return None,
        }
    }
    let at = match call.arguments[..] {
        [only] => only,
        _ => id,
    };
    let message = format!("Could not find any files from {}", names.join(", "));
    Some(not_found(at, message, similar))
}

/// `source => 'puppet:///modules/m/x'`: the agent fails, not the compiler. Of several, the first that exists counts.
fn check_source(context: &Context<'_>, attribute: &AttributeOperation) -> Option<BodyDiagnostic> {
    if attribute.name != "source" {
        return None;
    }
    let value = context.inference.result(attribute.value).value()?;
    let mut first = None;
    for source in value.flattened() {
        let name = source.as_str()?.strip_prefix(FILES_OF_MODULES)?;
        // What ends in a slash is the directory as such.
        match find(context, AssetKind::File, name.trim_end_matches('/')) {
            FileLookup::Absent(similar) => first = first.or(Some((name, similar))),
            FileLookup::There | FileLookup::Unknown => return None,
        }
    }
    let (name, similar) = first?;
    // The folder of files as such may be empty.
    if !name.trim_end_matches('/').contains('/') {
        return None;
    }
    let message = format!("Could not find the file 'puppet:///modules/{name}'");
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let is_package = extension.is_some_and(|it| PACKAGES.contains(&it));
    let severity = match is_package && similar.is_none() {
        true => Severity::Hint,
        false => Severity::Warning,
    };
    let diagnostic = BodyDiagnostic::new(
        &TEMPLATE_OR_FILE_NOT_FOUND,
        Anchor::Expr(attribute.value),
        message,
    )
    .with_severity(severity);
    Some(match similar {
        Some(similar) => {
            diagnostic.with_help(format!("Did you mean 'puppet:///modules/{similar}'?"))
        }
        None => diagnostic,
    })
}
