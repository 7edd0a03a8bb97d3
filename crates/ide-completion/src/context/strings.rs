//! Positions between quotes.

use puppet_library::Library;
use puppet_semantic::resolve::assets::AssetKind;
use puppet_syntax::ast::{AccessExpr, AstNode, CallExpr, Expr, TypeRef};
use puppet_syntax::{SyntaxKind, SyntaxToken};

use crate::completions::plans_and_tasks::run_by;
use crate::context::compared_value::variable_path;
use crate::context::dig_path::{dug, is_given};
use crate::context::expected_type::ExpectedValue;
use crate::context::hash_literal::hash_key;
use crate::context::{CompletionPosition, types, values};
use puppet_ide_db::defs::AttributeOwner;
use puppet_ide_db::defs::{NameRefKind, argument_of, name_of};
use puppet_ide_db::syntax_ext;

/// In quotes only names of classes and of files, known keys and fixed values make sense.
pub fn string_position(token: &SyntaxToken) -> Option<CompletionPosition> {
    if types::enum_brackets(token).is_some() {
        return Some(CompletionPosition::EnumValue);
    }
    if let Some(key) = key(token, true) {
        return Some(key);
    }
    if let Some(key) = dug(token) {
        return Some(key);
    }
    if let Some(kind) = file_kind(token) {
        return Some(kind);
    }
    if let Some(runs) = run_by(token) {
        return Some(CompletionPosition::Run { runs, quoted: true });
    }
    if let Some(key) = hash_key(token, true) {
        return Some(key);
    }
    match name_of(token).map(|at| at.name) {
        Some(NameRefKind::Class(_)) => return Some(CompletionPosition::Class),
        Some(NameRefKind::ResourceType(_)) => return Some(CompletionPosition::ResourceTypeName),
        _ => {}
    }
    if is_data_key(token) {
        return Some(CompletionPosition::DataKey);
    }
    referred_type(token)
        .map(|of| CompletionPosition::Title { of, quoted: true })
        .or_else(|| values::wanted(token).map(|_| CompletionPosition::Value { quoted: true }))
}

/// The first argument of `lookup` and of the `hiera` functions.
fn is_data_key(token: &SyntaxToken) -> bool {
    let string = token.parent();
    let place = string.and_then(|it| argument_of(&it, &it.parent()?));
    place.is_some_and(|(function, index, _)| {
        index == 0
            && matches!(
                &*function,
                "lookup" | "hiera" | "hiera_array" | "hiera_hash"
            )
    })
}

/// `Package['HERE']`: the type.
pub fn referred_type(token: &SyntaxToken) -> Option<String> {
    let mut node = token.parent()?;
    while let Some(list) = node
        .parent()
        .filter(|it| it.kind() == SyntaxKind::LIST_EXPR)
    {
        node = list;
    }
    let keys = node
        .parent()
        .filter(|it| it.kind() == SyntaxKind::ACCESS_KEYS)?;
    let access = AccessExpr::cast(keys.parent()?)?;
    let base = TypeRef::cast(access.base()?.syntax().clone())?.text();
    let name = base.trim_start_matches("::").to_lowercase();
    Library
        .language_type(base.trim_start_matches("::"))
        .is_none()
        .then_some(name)
}

/// `$facts['os']['HERE']`, `$x[HERE]`
pub fn key(token: &SyntaxToken, quoted: bool) -> Option<CompletionPosition> {
    let keys = token.parent()?.parent()?;
    let access = AccessExpr::cast(keys.parent()?)?;
    let base = access.base()?;
    if let Some((of, path)) = variable_path(&base)
        && is_given(&of)
    {
        return Some(CompletionPosition::FactKey { of, path, quoted });
    }
    let of = syntax_ext::trimmed_range(base.syntax());
    let is_type = is_type(&base);
    (!is_type && keys.kind() == SyntaxKind::ACCESS_KEYS).then(|| CompletionPosition::Key {
        of,
        path: Vec::new(),
        quoted,
    })
}

/// Whether brackets after an expression are those of a type.
fn is_type(base: &Expr) -> bool {
    match base {
        Expr::TypeRef(_) => true,
        Expr::AccessExpr(access) => access.base().is_some_and(|base| is_type(&base)),
        _ => false,
    }
}

/// `file { 'x': source => 'HERE' }`, at the start of an address or of nothing.
fn is_source(token: &SyntaxToken) -> bool {
    let text = token.text().trim_matches(['\'', '"']);
    // The word that stands for what is not typed yet.
    let text = text.strip_suffix('x').unwrap_or(text);
    let wanted = values::wanted(token);
    let is_source = matches!(
        wanted,
        Some(ExpectedValue::Attribute { of: AttributeOwner::ResourceType(of), name, .. })
            if name == "source" && of.eq_ignore_ascii_case("file")
    );
    is_source && "puppet:///modules/".starts_with(text)
}

/// The first argument of `epp` and the other functions that take a path.
fn file_kind(token: &SyntaxToken) -> Option<CompletionPosition> {
    if token
        .text()
        .trim_start_matches(['\'', '"'])
        .starts_with("puppet:///modules/")
    {
        return Some(CompletionPosition::Path {
            kind: AssetKind::File,
            suffix: None,
        });
    }
    let string = token.parent()?;
    if is_source(token) {
        return Some(CompletionPosition::Address);
    }
    let arguments = string
        .parent()
        .filter(|it| it.kind() == SyntaxKind::ARG_LIST)?;
    let call = CallExpr::cast(arguments.parent()?)?;
    let index = arguments
        .children()
        .filter_map(Expr::cast)
        .position(|it| *it.syntax() == string)?;
    let (kind, suffix) = match call.function_name()?.trim_start_matches("::") {
        "epp" if index == 0 => (AssetKind::Template, Some(".epp")),
        "template" => (AssetKind::Template, Some(".erb")),
        "file" | "find_file" => (AssetKind::File, None),
        "run_script" | "upload_file" if index == 0 => (AssetKind::File, None),
        _ => return None,
    };
    Some(CompletionPosition::Path { kind, suffix })
}
