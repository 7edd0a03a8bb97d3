//! The outline of a file.

mod hiera;
mod module_metadata;

use puppet_db::{File, FileKind};
use puppet_ide_db::symbol_index::SymbolKind;
use puppet_ide_db::symbol_index::named_definition;
use puppet_syntax::ast::{
    AstNode, CallExpr, CollectExpr, Definition, Lambda, MethodCallExpr, ResourceBody,
    ResourceDefaults, ResourceOverride,
};
use puppet_syntax::{SyntaxKind, SyntaxNode, nodes_of};
use puppet_text::TextRange;
use puppet_text::capitalized;

use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::resource_type;
use puppet_ide_db::hiera::is_data;
use puppet_ide_db::local_scopes::{BindingKind, LocalBinding, body_bindings};
use puppet_ide_db::syntax_ext::{self, one_line, trimmed_range};

/// Something that a file defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// A word or two beside the name: a type.
    pub detail: Option<String>,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it.
    pub full_range: TextRange,
    /// Its name.
    pub focus_range: TextRange,
    /// What it contains.
    pub children: Vec<Symbol>,
}

pub(crate) fn document_symbols(context: FileContext<'_>) -> Vec<Symbol> {
    let kind = context.file.kind(context.db);
    let is_data = is_data(context.db, context.file);
    match kind {
        FileKind::Puppetfile => module_metadata::symbols(context.db, context.file),
        FileKind::Metadata | FileKind::Task | FileKind::Fixtures => {
            hiera::symbols(context.db, context.file)
        }
        _ if is_data => hiera::symbols(context.db, context.file),
        _ => tree(context.db, context.file).to_vec(),
    }
}

/// The symbols of a text are asked for again and again while it stays the same.
#[salsa::tracked(returns(deref), lru = 32)]
fn tree(db: &dyn puppet_db::Db, file: File) -> Box<[Symbol]> {
    children(&syntax_ext::root(db, file)).into()
}

/// The symbols directly in a body.
fn children(body: &SyntaxNode) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = body_bindings(body).iter().map(variable).collect();
    // Where the last definition or lambda ends: what is in it is not directly in the body.
    let mut inner_end = body.text_range().start();
    for node in nodes_of(body, is_symbol) {
        if node == *body || node.text_range().start() < inner_end {
            continue;
        }
        if let Some(definition) = Definition::cast(node.clone()) {
            inner_end = node.text_range().end();
            symbols.extend(definition_symbol(&definition));
        } else if let Some(lambda) = Lambda::cast(node.clone()) {
            inner_end = node.text_range().end();
            symbols.extend(lambda_symbol(&lambda));
        } else if let Some(body) = ResourceBody::cast(node.clone()) {
            symbols.extend(resource(&body));
        } else {
            symbols.extend(about_resources(&node));
        }
    }
    symbols.sort_by_key(|symbol| (symbol.full_range.start(), symbol.full_range.end()));
    symbols
}

fn is_symbol(kind: SyntaxKind) -> bool {
    use SyntaxKind::{COLLECT_EXPR, LAMBDA, RESOURCE_BODY, RESOURCE_DEFAULTS, RESOURCE_OVERRIDE};
    let is_inside = matches!(
        kind,
        LAMBDA | RESOURCE_BODY | RESOURCE_DEFAULTS | RESOURCE_OVERRIDE | COLLECT_EXPR
    );
    is_inside || Definition::can_cast(kind)
}

/// A lambda with something in it, by the function that gets it: `each |$name|`.
fn lambda_symbol(lambda: &Lambda) -> Option<Symbol> {
    let node = lambda.syntax();
    let call = node.parent()?;
    let function = match MethodCallExpr::cast(call.clone()) {
        Some(call) => call.method_name()?.syntax().text().to_string(),
        None => CallExpr::cast(call)?.function_name()?,
    };
    let children = children(node);
    let range = lambda
        .param_list()
        .map_or_else(|| trimmed_range(node), |it| trimmed_range(it.syntax()));
    let parameters = lambda.param_list();
    let parameters = parameters.map_or_else(String::new, |it| one_line(it.syntax()));
    (!children.is_empty()).then(|| Symbol {
        name: format!("{} {parameters}", function.trim()),
        detail: None,
        kind: SymbolKind::Lambda,
        full_range: trimmed_range(node),
        focus_range: range,
        children,
    })
}

/// What says something about resources that are declared at other positions: `File { … }`, `File['/a'] { … }`, `File <|
/// … |>`.
fn about_resources(node: &SyntaxNode) -> Option<Symbol> {
    let (name, focus) = match node.kind() {
        SyntaxKind::RESOURCE_DEFAULTS => {
            let ty = ResourceDefaults::cast(node.clone())?.type_ref()?;
            (
                format!("{} {{ … }}", one_line(ty.syntax())),
                ty.syntax().clone(),
            )
        }
        SyntaxKind::RESOURCE_OVERRIDE => {
            let reference = ResourceOverride::cast(node.clone())?.reference()?;
            let reference = reference.syntax();
            (
                format!("{} {{ … }}", one_line(reference)),
                reference.clone(),
            )
        }
        _ => {
            let ty = CollectExpr::cast(node.clone())?.type_expr()?;
            let query = node.children().find(|it| it.kind() == SyntaxKind::QUERY);
            let query = query.map_or_else(|| "<| |>".to_owned(), |it| one_line(&it));
            (
                format!("{} {query}", one_line(ty.syntax())),
                ty.syntax().clone(),
            )
        }
    };
    Some(Symbol {
        name,
        detail: None,
        kind: SymbolKind::Resource,
        full_range: trimmed_range(node),
        focus_range: trimmed_range(&focus),
        children: Vec::new(),
    })
}

fn definition_symbol(definition: &Definition) -> Option<Symbol> {
    let (kind, name, focus_range) = named_definition(definition)?;
    let detail = match definition {
        Definition::TypeAlias(alias) => alias.rhs().map(|rhs| one_line(rhs.syntax())),
        _ => None,
    };
    let children = match definition {
        Definition::TypeAlias(_) | Definition::TypeMapping(_) => Vec::new(),
        _ => children(definition.syntax()),
    };
    let full_range = trimmed_range(definition.syntax());
    Some(Symbol {
        name,
        detail,
        kind,
        full_range,
        focus_range,
        children,
    })
}

fn variable(binding: &LocalBinding) -> Symbol {
    let (kind, detail) = match &binding.kind {
        BindingKind::Parameter(parameter) | BindingKind::LambdaParameter(parameter) => (
            SymbolKind::Parameter,
            parameter.ty().map(|ty| one_line(ty.syntax())),
        ),
        BindingKind::Assignment(_) => (SymbolKind::Variable, None),
    };
    Symbol {
        name: format!("${}", binding.name),
        detail,
        kind,
        full_range: binding.full_range(),
        focus_range: binding.token.text_range(),
        children: Vec::new(),
    }
}

fn resource(body: &ResourceBody) -> Option<Symbol> {
    let title = body.title()?;
    Some(Symbol {
        name: format!(
            "{}[{}]",
            capitalized(&resource_type(body)?),
            one_line(title.syntax())
        ),
        detail: None,
        kind: SymbolKind::Resource,
        full_range: trimmed_range(body.syntax()),
        focus_range: trimmed_range(title.syntax()),
        children: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::test_fixture::single;

    fn check(fixture: &str, expected: &Expect) {
        let (analysis, file) = single(fixture);
        let text = analysis.text(file).expect("not cancelled");
        let mut lines = Vec::new();
        let mut open: Vec<(usize, Symbol)> = analysis
            .document_symbols(file)
            .expect("not cancelled")
            .into_iter()
            .rev()
            .map(|it| (0, it))
            .collect();
        while let Some((depth, symbol)) = open.pop() {
            let detail = symbol
                .detail
                .as_deref()
                .map(|detail| format!(": {detail}"))
                .unwrap_or_default();
            lines.push(format!(
                "{:indent$}{:?} {}{detail} [{}]",
                "",
                symbol.kind,
                symbol.name,
                &text[symbol.focus_range],
                indent = depth * 2
            ));
            open.extend(symbol.children.into_iter().rev().map(|it| (depth + 1, it)));
        }
        expected.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn symbols_are_nested_as_the_source_is() {
        check(
            "class a::b(\n  Integer[0, 1] $p = 1,\n) {\n  $x = 1\n  file { ['/a', '/b']: }\n  define a::c { }\n}\n\
             type A::T = Variant[\n  Integer, # why\n  String,\n]\nfunction a::f($q) { $q }\nnode 'n1', /x/ { apache::vhost { 'v': } }\n",
            &expect![[r#"
                Class a::b [a::b]
                  Parameter $p: Integer[0, 1] [$p]
                  Variable $x [$x]
                  Resource File[['/a', '/b']] [['/a', '/b']]
                  DefinedType a::c [a::c]
                TypeAlias A::T: Variant[ Integer, String, ] [A::T]
                Function a::f [a::f]
                  Parameter $q [$q]
                Node 'n1', /x/ ['n1', /x/]
                  Resource Apache::Vhost['v'] ['v']"#]],
        );
    }

    #[test]
    fn lambdas_hold_what_is_in_them() {
        check(
            "class a {\n  $b.each |$name, $c| {\n    $d = 1\n    file { $name: }\n    map($c) |$e| { user { $e: } }\n  }\n\
             \x20 $b.filter |$x| { $x }\n  File { mode => '1' }\n  File['/a'] { mode => '2' }\n  File <| title == '/a' |> { }\n}\n",
            &expect![[r#"
                Class a [a]
                  Lambda each |$name, $c| [|$name, $c|]
                    Parameter $name [$name]
                    Parameter $c [$c]
                    Variable $d [$d]
                    Resource File[$name] [$name]
                    Lambda map |$e| [|$e|]
                      Parameter $e [$e]
                      Resource User[$e] [$e]
                  Lambda filter |$x| [|$x|]
                    Parameter $x [$x]
                  Resource File { … } [File]
                  Resource File['/a'] { … } [File['/a']]
                  Resource File <| title == '/a' |> [File]"#]],
        );
    }

    #[test]
    fn incomplete_code_keeps_its_symbols() {
        check(
            "class a {\n  $x = \n  file { '/a':\n",
            &expect![[r#"
            Class a [a]
              Variable $x [$x]
              Resource File['/a'] ['/a']"#]],
        );
        for code in ["node", "node {\n  $x = 1", "class", "define {", "type = "] {
            check(code, &expect![""]);
        }
    }
}
