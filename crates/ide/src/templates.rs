//! Templates and files of modules, by the names under which functions and `puppet:///` know them.

use puppet_db::File;
use puppet_semantic::assets::{Asset, AssetKind, asset};
use puppet_semantic::owner::owner;
use puppet_syntax::SyntaxNode;
use puppet_syntax::ast::{AstNode, ParamList};

use crate::analysis::Context;

/// The template that `epp('module/path.epp')` means, if it is one that we read.
pub(crate) fn template(context: Context<'_>, from: File, name: &str) -> Option<File> {
    let environment = owner(context.db, from)?.environment;
    match asset(context.db, environment, AssetKind::Template, name) {
        Asset::Found(file) => file,
        Asset::Absent(_) | Asset::Unknown => None,
    }
}

/// The parameters of a template: `<%- | … | -%>`.
pub(crate) fn parameters(root: &SyntaxNode) -> Option<ParamList> {
    root.descendants().find_map(ParamList::cast).filter(|list| {
        list.syntax()
            .parent()
            .is_some_and(|it| it.parent().is_none())
    })
}
