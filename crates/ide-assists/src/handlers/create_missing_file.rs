//! Assist `create_missing_file`.

use puppet_checks::rules;
use puppet_db::FilePlace;
use puppet_diagnostics::Diagnostic;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::resolve::assets::{Asset, AssetKind, asset};
use puppet_text::capitalize_first;

use crate::assist_context::AssistContext;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::context::IdeContext;
use puppet_ide_db::defs::asset_paths::file_reference;
use puppet_ide_db::source_change::SourceChange;
use puppet_ide_db::workspace_files::diagnostic_at;
use puppet_ide_db::workspace_files::is_workspace_module;

/// Creates a template or file that the code refers to and that does not exist.
///
/// ```puppet
/// #- /environment.conf
/// #- /modules/web/manifests/init.pp
/// class web {
///   $x = epp('web/a$0.epp')
/// }
/// ```
///
/// becomes
///
/// ```puppet
/// #- /modules/web/templates/a.epp
/// ```
pub fn create_missing_file(site: &AssistContext<'_>) -> Option<CodeAction> {
    let (title, path) = missing(site)?;
    let rule = &rules::TEMPLATE_OR_FILE_NOT_FOUND;
    Some(CodeAction {
        fixes: diagnostic_at(site.context, site.selection, rule),
        is_preferred: true,
        ..CodeAction::new(
            capitalize_first(&title),
            ActionKind::QuickFix,
            SourceChange {
                creates: vec![(path, String::new())],
                ..SourceChange::default()
            },
        )
    })
}

/// The file that a diagnostic misses: what making it does, and its path.
pub fn created_by(
    context: IdeContext<'_>,
    diagnostic: &Diagnostic<FilePlace>,
) -> Option<(String, String)> {
    let is_missing = *diagnostic.rule == rules::TEMPLATE_OR_FILE_NOT_FOUND;
    let place = is_missing.then_some(diagnostic.place)?;
    missing(&AssistContext::new(
        context.file_context(place.file),
        place.range,
    ))
}

fn missing(site: &AssistContext<'_>) -> Option<(String, String)> {
    let db = site.context.db;
    let reference = file_reference(site.context, site.token.as_ref()?)?;
    let environment = owner(db, site.context.file)?.environment;
    let Asset::Absent(module) = asset(db, environment, reference.kind, &reference.name) else {
        return None;
    };
    let (_, path) = reference.name.split_once('/')?;
    let folder = match reference.kind {
        AssetKind::Template => "templates",
        AssetKind::File => "files",
    };
    let title = format!("create `{folder}/{path}`");
    let path = format!("{}/{folder}/{path}", module.root(db));
    is_workspace_module(db, module).then_some((title, path))
}
