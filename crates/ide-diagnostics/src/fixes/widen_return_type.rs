//! The type that a function says to return.

use puppet_inference::type_at;
use puppet_semantic::NameResolver;
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::ast::{AstNode, FunctionDef};
use puppet_types::{Type, generalize};

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// `>> Integer` to `>> Variant[Integer, String]`
pub fn widen(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let (db, file) = (site.context.db, site.context.file);
    let function: FunctionDef = site.node()?;
    let declared = function.return_type()?.ty()?;
    let returned = type_at(db, file, diagnostic.place.range)?;
    let names = NameResolver::new(db, owner(db, file)?.environment, file);
    let returned = generalize(&names, &returned);
    if matches!(returned, Type::Unknown | Type::Any) {
        return None;
    }
    let old = site.source(declared.syntax());
    let ty = match returned {
        Type::Undef => format!("Optional[{old}]"),
        returned => format!("Variant[{old}, {returned}]"),
    };
    let edit = TextEdit::replace(trimmed_range(declared.syntax()), ty.clone());
    Some(crate::fixes::proposed_fix::ProposedFix::unsafe_(
        format!("Change the return type to `{ty}`"),
        vec![edit],
    ))
}
