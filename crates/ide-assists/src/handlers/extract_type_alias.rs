//! Assist `extract_type_alias`.

use puppet_db::File;
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::ast::{AccessExpr, AstNode, Expr, Param};
use puppet_syntax::{SyntaxKind, SyntaxNode};

use crate::assist_context::{AssistContext, is_tied_down};
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::defs::resolve;
use puppet_ide_db::ruby::definitions;
use puppet_ide_db::source_change::{SourceChange, TextEdit};
use puppet_ide_db::symbol_index::SymbolKind;
use puppet_ide_db::syntax_ext::{self, trimmed_range};
use puppet_ide_db::workspace_files::is_workspace_module;
use puppet_text::capitalized;

/// Makes a type alias of the module from a type.
///
/// ```puppet
/// #- /environment.conf
/// #- /modules/a/manifests/init.pp
/// class a(Optional[Variant[Integer,$0 String]] $log_port) { }
/// #- /modules/a/manifests/d.pp
/// define a::d(
///   Variant[Integer, String] $port,
/// ) { }
/// ```
///
/// becomes
///
/// ```puppet
/// #- /modules/a/manifests/d.pp
/// define a::d(
///   A::LogPort $port,
/// ) { }
///
/// class a(Optional[A::LogPort] $log_port) { }
///
/// #- /modules/a/types/logport.pp
/// type A::LogPort = Variant[Integer, String]
/// ```
pub fn extract_type_alias(site: &AssistContext<'_>) -> Option<CodeAction> {
    let db = site.context.db;
    let ty: AccessExpr = site.node().filter(is_type)?;
    if is_tied_down(ty.syntax()) {
        return None;
    }
    let parameter = ty.syntax().ancestors().find_map(Param::cast)?;
    let module = owner(db, site.context.file)?
        .module
        .filter(|it| is_workspace_module(db, *it))?;
    let wanted = spelled(ty.syntax());
    let mut change = SourceChange::default();
    let mut count = 0;
    let name = alias_name(site, module, &parameter)?;
    for file in module.files(db).iter().copied() {
        if !file.kind(db).is_puppet() {
            continue;
        }
        let places = places(site, file, &wanted);
        count += places.len();
        let edits = places
            .iter()
            .map(|node| TextEdit::replace(trimmed_range(node), name.clone()));
        change.add(site.context.files.id(db, file), edits.collect());
    }
    if count < 2 {
        return None;
    }
    let path = name
        .split("::")
        .skip(1)
        .map(str::to_lowercase)
        .collect::<Vec<_>>()
        .join("/");
    let text = format!("type {name} = {}\n", site.source(ty.syntax()));
    change
        .creates
        .push((format!("{}/types/{path}.pp", module.root(db)), text));
    Some(CodeAction::new(
        format!("Extract into type alias `{name}` ({count} occurrences)"),
        ActionKind::Extract,
        change,
    ))
}

fn is_type(access: &AccessExpr) -> bool {
    matches!(access.base(), Some(Expr::TypeRef(_)))
}

/// The type without spaces.
fn spelled(node: &SyntaxNode) -> String {
    node.descendants_with_tokens()
        .filter_map(|it| it.into_token())
        .filter(|it| !it.kind().is_trivia())
        .map(|it| it.text().to_owned())
        .collect()
}

/// Where a type is written, in parameters.
fn places(site: &AssistContext<'_>, file: File, wanted: &str) -> Vec<SyntaxNode> {
    let root = syntax_ext::root(site.context.db, file);
    let in_parameter = |node: &SyntaxNode| {
        node.ancestors()
            .take_while(|it| it.kind() != SyntaxKind::BLOCK)
            .any(|it| it.kind() == SyntaxKind::PARAM)
    };
    root.descendants()
        .filter(|node| node.kind() == SyntaxKind::ACCESS_EXPR && in_parameter(node))
        .filter(|node| spelled(node) == wanted && !is_tied_down(node))
        .collect()
}

/// A name made from the parameter's, if no alias and no resource type has it.
fn alias_name(
    site: &AssistContext<'_>,
    module: puppet_db::Module,
    parameter: &Param,
) -> Option<String> {
    let db = site.context.db;
    let segment: String = parameter
        .name()?
        .split('_')
        .filter(|part| !part.is_empty())
        .map(capitalized)
        .collect();
    let name = format!("{}::{segment}", capitalized(module.name(db)));
    let is_item = |kind| resolve::item(site.context, kind, &name).is_some();
    let exists = is_item(SymbolKind::TypeAlias)
        || is_item(SymbolKind::DefinedType)
        || definitions::resource_type(site.context, &name.to_lowercase()).is_some()
        || definitions::data_type(site.context, &name).is_some();
    (!exists).then_some(name)
}
