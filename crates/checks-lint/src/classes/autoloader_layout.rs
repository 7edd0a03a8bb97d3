//! Definitions outside of the file of their name.

use puppet_db::File;
use puppet_db::{Db, FilePlace};
use puppet_diagnostics::{Diagnostic, declare_rule};
use puppet_semantic::index::file_origin::{owner, path_in_module};

use crate::manifest::Manifest;

declare_rule! {
    /// A class or defined type is not in the file that is named after it.
    pub AUTOLOADER_LAYOUT = {
        code: "L101", name: "autoloader-layout",
        level: Off, no_fix: "the file has to be renamed or split", puppet_lint: ["autoloader_layout"], since: "0.2.0",
    }
}

/// The path of a file from the name of its module on, or its whole path outside of modules.
pub(crate) fn path_with_module(db: &dyn Db, file: File) -> String {
    let module = owner(db, file).and_then(|owner| owner.module);
    let path = module.and_then(|module| {
        let path = path_in_module(db, module, file)?;
        Some(format!("/{}/{path}", module.name(db)))
    });
    path.unwrap_or_else(|| file.path(db).to_string())
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for definition in &manifest.definitions {
        let name = manifest.tokens.value(definition.name);
        let expected = match name.split_once("::") {
            Some((module, rest)) => format!("/{module}/manifests/{}.pp", rest.replace("::", "/")),
            None => format!("/{name}/manifests/init.pp"),
        };
        if !manifest.path.ends_with(&expected) {
            let kind = definition.describe();
            let message = format!("The {kind} '{name}' is not in the file of its name");
            let found = manifest.report(&AUTOLOADER_LAYOUT, definition.name, message);
            out.push(found.with_help(format!("Move it to {}", expected.trim_start_matches('/'))));
        }
    }
}
