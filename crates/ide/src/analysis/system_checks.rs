//! The modules that are checked on the operating systems that they claim.

use std::sync::Arc;

use puppet_catalog::ParsedFiles;
use puppet_ide_db::context::IdeContext;
use puppet_ide_db::workspace_files::is_workspace_module;
use puppet_nodes::ModuleCheck;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::target_versions::oldest_target;
use puppet_vfs::FileId;

/// The checks of the user's own modules that files belong to.
pub(super) fn system_checks(
    context: IdeContext<'_>,
    files: &[FileId],
    parsed: &Arc<ParsedFiles>,
) -> Vec<ModuleCheck> {
    let db = context.db;
    let mut seen = Vec::new();
    let mut checks = Vec::new();
    for file in files.iter().filter_map(|file| context.files.input(*file)) {
        let module = owner(db, file).and_then(|owner| Some((owner.environment, owner.module?)));
        let Some((environment, module)) = module else {
            continue;
        };
        if !is_workspace_module(db, module) || seen.contains(&module) {
            continue;
        }
        seen.push(module);
        let target = oldest_target(db, file);
        checks.extend(ModuleCheck::new(db, environment, module, target, parsed));
    }
    checks
}
