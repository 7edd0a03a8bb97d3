//! Templates and files of modules, by the names under which functions and `puppet:///` know them.

use puppet_db::File;
use puppet_semantic::owner::{owner, path_in_module};
use puppet_semantic::resolve::module_named;
use puppet_syntax::SyntaxNode;
use puppet_syntax::ast::{AstNode, ParamList};

use crate::analysis::Context;

/// The template that `epp('module/path.epp')` means, if it is one that we read.
pub(crate) fn template(context: Context<'_>, from: File, name: &str) -> Option<File> {
    let db = context.db;
    let environment = owner(db, from)?.environment;
    let (module, path) = name.split_once('/')?;
    let module = module_named(db, environment, module)?;
    module.files(db).iter().copied().find(|file| {
        path_in_module(db, module, *file)
            .and_then(|it| it.strip_prefix("templates/"))
            .is_some_and(|it| it == path)
    })
}

/// The parameters of a template: `<%- | … | -%>`.
pub(crate) fn parameters(root: &SyntaxNode) -> Option<ParamList> {
    root.descendants().find_map(ParamList::cast).filter(|list| {
        list.syntax()
            .parent()
            .is_some_and(|it| it.parent().is_none())
    })
}
