//! Keys that are given to functions: `$x.dig('a', 'HERE')`, `fact('os.HERE')`.

use puppet_syntax::ast::{AstNode, CallExpr, Expr, MethodCallExpr};
use puppet_syntax::{SyntaxKind, SyntaxToken};

use crate::context::CompletionPosition;
use crate::context::compared_value::variable_path;
use puppet_ide_db::dataflow::type_path::PathSegment;
use puppet_ide_db::syntax_ext;

/// The key at a token between quotes, which is an argument.
pub fn dug(token: &SyntaxToken) -> Option<CompletionPosition> {
    let string = token.parent()?;
    let list = string
        .parent()
        .filter(|it| it.kind() == SyntaxKind::ARG_LIST)?;
    let call = list.parent()?;
    let (function, receiver) = match MethodCallExpr::cast(call.clone()) {
        Some(call) => {
            let name = call.method_name()?.name_token()?.text().to_owned();
            (name, Some(call.receiver()?))
        }
        None => (CallExpr::cast(call)?.function_name()?, None),
    };
    let arguments = list.children().filter_map(Expr::cast);
    let mut all: Vec<Expr> = receiver.into_iter().chain(arguments).collect();
    let index = all.iter().position(|it| *it.syntax() == string)?;
    all.truncate(index);
    match &*function {
        "dig" => {
            let (value, keys) = all.split_first()?;
            let keys = keys.iter().map(|key| Some(syntax_ext::string_of(key)?.0));
            below(value, keys.collect::<Option<_>>()?)
        }
        "get" => {
            let [value] = &*all else { return None };
            let keys = parts_before(token)?;
            if let Some((of, mut path)) = variable_path(value)
                && is_given(&of)
            {
                path.extend(keys);
                return Some(CompletionPosition::KeyPart { of, path });
            }
            let of = syntax_ext::trimmed_range(value.syntax());
            let path = keys.into_iter().map(step).collect();
            Some(CompletionPosition::KeyPartOf { of, path })
        }
        "fact" => all.is_empty().then(|| {
            let of = "facts".to_owned();
            let path = parts_before(token)?;
            Some(CompletionPosition::KeyPart { of, path })
        })?,
        "getvar" => {
            let mut path = parts_before(token).filter(|it| all.is_empty() && !it.is_empty())?;
            let of = path.remove(0);
            let of = of.trim_start_matches("::").to_owned();
            Some(match is_given(&of) {
                true => CompletionPosition::KeyPart { of, path },
                false => CompletionPosition::KeyPartOfVariable {
                    of,
                    path: path.into_iter().map(step).collect(),
                },
            })
        }
        _ => None,
    }
}

/// A key below others in a value.
fn below(value: &Expr, keys: Vec<String>) -> Option<CompletionPosition> {
    let quoted = true;
    if let Some((of, mut path)) = variable_path(value)
        && is_given(&of)
    {
        path.extend(keys);
        return Some(CompletionPosition::FactKey { of, path, quoted });
    }
    let of = syntax_ext::trimmed_range(value.syntax());
    let path = keys.into_iter().map(PathSegment::Key).collect();
    Some(CompletionPosition::Key { of, path, quoted })
}

/// A part between dots: a number means an element of a list.
fn step(key: String) -> PathSegment {
    match key.parse() {
        Ok(index) => PathSegment::Item(index),
        Err(_) => PathSegment::Key(key),
    }
}

/// The keys before the last dot of a text.
fn parts_before(token: &SyntaxToken) -> Option<Vec<String>> {
    let text = token.text().trim_matches(['\'', '"']);
    let mut parts: Vec<String> = text.split('.').map(str::to_owned).collect();
    parts.pop()?;
    Some(parts)
}

/// Whether Puppet sets a variable whose keys are known.
pub fn is_given(variable: &str) -> bool {
    matches!(variable, "facts" | "trusted" | "server_facts")
}
