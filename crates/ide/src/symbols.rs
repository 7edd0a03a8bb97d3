//! What files define.

use puppet_db::{File, Workspace};
use puppet_semantic::RootDatabase;
use puppet_syntax::ast::{AstNode, Definition, NodeDef, ResourceBody};
use puppet_syntax::{SyntaxKind, SyntaxNode, TreeEvent, nodes_of, walk};
use puppet_text::TextRange;

use crate::FileRange;
use crate::analysis::Context;
use crate::completion;
use crate::hiera;
use crate::name_at::resource_type;
use crate::resource_titles;
use crate::scope::{Binding, BindingKind, body_bindings};
use crate::syntax::{self, trimmed_range};

/// What a [`Symbol`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum SymbolKind {
    Class,
    DefinedType,
    Function,
    Plan,
    TypeAlias,
    Node,
    Parameter,
    Variable,
    Resource,
    Key,
}

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

/// Something that the workspace defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkspaceSymbol {
    /// Its full name.
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// Where its name stands.
    pub at: FileRange,
}

/// What a definition is, its name, and where the name stands.
pub(crate) fn named(definition: &Definition) -> Option<(SymbolKind, String, TextRange)> {
    let kind = match definition {
        Definition::ClassDef(_) => SymbolKind::Class,
        Definition::DefineDef(_) => SymbolKind::DefinedType,
        Definition::FunctionDef(_) => SymbolKind::Function,
        Definition::PlanDef(_) => SymbolKind::Plan,
        Definition::TypeAlias(_) | Definition::TypeDef(_) => SymbolKind::TypeAlias,
        Definition::NodeDef(node) => return node_name(node),
        Definition::TypeMapping(_) => return None,
    };
    let node = definition.name_node()?;
    let range = trimmed_range(&node);
    let text = node.text().to_string();
    let name = text.trim().trim_start_matches("::");
    (!name.is_empty()).then(|| (kind, name.to_owned(), range))
}

fn node_name(node: &NodeDef) -> Option<(SymbolKind, String, TextRange)> {
    let matches = node.host_matches()?;
    let range = trimmed_range(matches.syntax());
    let text = matches.syntax().text().to_string();
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // Editors refuse symbols without names.
    (!name.is_empty()).then_some((SymbolKind::Node, name, range))
}

pub(crate) fn document_symbols(context: Context<'_>, file: File) -> Vec<Symbol> {
    match hiera::is_data(context.db, file) {
        true => hiera::symbols::symbols(context.db, file),
        false => tree(context.db, file).to_vec(),
    }
}

/// The symbols of a text are asked for again and again while it stays the same.
#[salsa::tracked(returns(deref), lru = 32)]
fn tree(db: &dyn puppet_db::Db, file: File) -> Box<[Symbol]> {
    children(&syntax::root(db, file)).into()
}

/// The symbols directly in a body.
fn children(body: &SyntaxNode) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = body_bindings(body).iter().map(variable).collect();
    let is_symbol = |kind| Definition::can_cast(kind) || ResourceBody::can_cast(kind);
    // Where the last definition ends: what is in it is not directly in the body.
    let mut inner_end = body.text_range().start();
    for node in nodes_of(body, is_symbol) {
        if node == *body || node.text_range().start() < inner_end {
            continue;
        }
        if let Some(definition) = Definition::cast(node.clone()) {
            inner_end = node.text_range().end();
            symbols.extend(definition_symbol(&definition));
        } else if let Some(body) = ResourceBody::cast(node) {
            symbols.extend(resource(&body));
        }
    }
    symbols.sort_by_key(|symbol| (symbol.full_range.start(), symbol.full_range.end()));
    symbols
}

fn definition_symbol(definition: &Definition) -> Option<Symbol> {
    let (kind, name, focus_range) = named(definition)?;
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

fn variable(binding: &Binding) -> Symbol {
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

/// `apache::vhost` as Puppet writes it in references: `Apache::Vhost`.
pub(crate) fn capitalized(name: &str) -> String {
    let segments = name.split("::").map(|segment| {
        let mut letters = segment.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_ascii_uppercase().to_string() + letters.as_str()
        })
    });
    segments.collect::<Vec<_>>().join("::")
}

/// The source of a node on one line, without comments, and not too long.
pub(crate) fn one_line(node: &SyntaxNode) -> String {
    on_one_line(node, 80)
}

/// The same, as long as anybody reads it.
pub(crate) fn whole_line(node: &SyntaxNode) -> String {
    on_one_line(node, 1000)
}

fn on_one_line(node: &SyntaxNode, longest: usize) -> String {
    let mut text = String::new();
    walk(node.green(), |event| {
        if let TreeEvent::Token(kind, token) = event {
            match kind {
                SyntaxKind::COMMENT | SyntaxKind::BLOCK_COMMENT => {}
                SyntaxKind::WHITESPACE if text.ends_with(' ') || text.is_empty() => {}
                SyntaxKind::WHITESPACE => text.push(' '),
                _ => text.push_str(token),
            }
        }
        true
    });
    text.truncate(text.trim_end().len());
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

pub(crate) fn workspace_symbols(context: Context<'_>, query: &str) -> Vec<WorkspaceSymbol> {
    let mut found = Vec::new();
    for file in context.files.all() {
        if !file.kind(context.db).is_puppet() {
            continue;
        }
        for symbol in file_symbols(context.db, file) {
            if let Some(score) = match_score(&symbol.name, query) {
                found.push((score, file, symbol));
            }
        }
    }
    // The order of equal names must not depend on when their files became known.
    let key = |(score, file, symbol): &(u32, File, &FileSymbol)| {
        (
            *score,
            symbol.name.clone(),
            file.path(context.db).clone(),
            symbol.range.start(),
        )
    };
    found.sort_by_cached_key(key);
    let symbols = found
        .into_iter()
        .take(MAX_WORKSPACE_SYMBOLS)
        .map(|(_, file, symbol)| WorkspaceSymbol {
            name: symbol.name.clone(),
            kind: symbol.kind,
            at: FileRange {
                file: context.files.id(context.db, file),
                range: symbol.range,
            },
        });
    symbols.collect()
}

/// Finds the definitions of every `parts`th file, and what other files and lists of proposals ask of it.
pub(crate) fn prime(context: Context<'_>, part: usize, parts: usize) {
    let files = context.files.all().into_iter();
    for file in files.skip(part).step_by(parts) {
        if file.kind(context.db).is_puppet() {
            file_symbols(context.db, file);
            completion::prime(context, file);
            hiera::prime(context.db, file);
            resource_titles::prime(context.db, file);
            puppet_semantic::prepare(context.db, file);
            // Whoever has a question may wait for this processor.
            std::thread::yield_now();
        }
    }
    if part == 0 {
        prime_environments(context.db);
    }
}

/// Finds what proposals and definitions ask of whole environments.
fn prime_environments(db: &RootDatabase) {
    let Some(workspace) = Workspace::try_get(db) else {
        return;
    };
    for environment in workspace.environments(db).iter() {
        completion::prime_environment(db, *environment);
        resource_titles::prime_environment(db, *environment);
    }
}

/// More than anybody reads.
const MAX_WORKSPACE_SYMBOLS: usize = 500;

/// The name of a definition with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileSymbol {
    pub(crate) name: String,
    pub(crate) kind: SymbolKind,
    pub(crate) range: TextRange,
}

/// The definitions of a file, without their contents.
#[salsa::tracked(returns(deref))]
pub(crate) fn file_symbols(db: &dyn puppet_db::Db, file: File) -> Box<[FileSymbol]> {
    let root = syntax::root(db, file);
    let symbols = syntax::all_definitions(&root).filter_map(|definition| {
        let (kind, name, range) = named(&definition)?;
        (kind != SymbolKind::Node).then_some(FileSymbol { name, kind, range })
    });
    symbols.collect()
}

/// How well a name matches a query, lower is better: the letters of the query must be in the name in their order, case
/// does not matter.
fn match_score(name: &str, query: &str) -> Option<u32> {
    let query = query.trim().to_ascii_lowercase();
    let name = name.to_ascii_lowercase();
    if name == query {
        return Some(0);
    }
    if let Some(at) = name.find(&query) {
        let starts_segment = at == 0 || name.get(..at).is_some_and(|before| before.ends_with("::"));
        return Some(if starts_segment { 1 } else { 2 });
    }
    let mut letters = name.chars();
    query
        .chars()
        .all(|letter| letters.any(|it| it == letter))
        .then_some(3)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::testing::{describe, single};

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
    fn half_typed_code_keeps_its_symbols() {
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

    #[test]
    fn workspace_symbols_are_found_by_their_letters() {
        let (analysis, _) = single(
            "#- /environment.conf\n#- /modules/web/manifests/init.pp\nclass web { }\n\
             #- /modules/web/types/port.pp\ntype Web::Port = Integer\n#- /modules/web/manifests/site.pp\ndefine web::site { }\n",
        );
        let found = |query: &str| {
            let symbols = analysis.workspace_symbols(query).expect("not cancelled");
            let lines: Vec<_> = symbols
                .iter()
                .map(|it| describe(&analysis, it.at.file, it.at.range))
                .collect();
            lines.join("\n")
        };
        expect![[r#"
            /modules/web/manifests/init.pp:1: web
            /modules/web/types/port.pp:1: Web::Port
            /modules/web/manifests/site.pp:1: web::site"#]]
        .assert_eq(&found("web"));
        expect!["/modules/web/types/port.pp:1: Web::Port"].assert_eq(&found("wpt"));
        expect![""].assert_eq(&found("xyz"));
    }
}
