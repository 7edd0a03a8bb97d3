//! The words that start definitions, with the name that Puppet looks for in the file.

use puppet_project::autoload::{Autoloaded, expected_name};
use puppet_semantic::index::file_origin::{owner, path_in_module};
use puppet_syntax::SyntaxKind;

use crate::context::CompletionContext;
use crate::item::{CompletionItem, CompletionKind};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::syntax_ext;
use puppet_text::capitalized;

/// The name in the snippets.
const NAME: &str = "NAME";

/// Words, what they define, and what is written with them.
const WORDS: [(&str, Option<Autoloaded>, &str); 5] = [
    (
        "class",
        Some(Autoloaded::ClassOrDefine),
        "class ${1:NAME} (\n  $2\n) {\n  $0\n}",
    ),
    (
        "define",
        Some(Autoloaded::ClassOrDefine),
        "define ${1:NAME} (\n  $2\n) {\n  $0\n}",
    ),
    (
        "function",
        Some(Autoloaded::Function),
        "function ${1:NAME}($2) >> ${3:Any} {\n  $0\n}",
    ),
    ("node", None, "node ${1:default} {\n  $0\n}"),
    ("type", Some(Autoloaded::TypeAlias), "type ${1:NAME} = $0"),
];

/// Puppet defines nothing within definitions.
const WITHIN: u8 = 62;

pub fn words(context: FileContext<'_>, place: &CompletionContext) -> Vec<CompletionItem> {
    let root = syntax_ext::root(context.db, context.file);
    let node = syntax_ext::node_before(&root, place.replace.start());
    let is_within = node.is_some_and(|node| syntax_ext::enclosing_definition(&node).is_some());
    let expected = expected(context);
    let items = WORDS.iter().map(|(word, defined, snippet)| {
        let name = expected
            .as_ref()
            .filter(|(kind, _)| Some(*kind) == *defined);
        let rank = match (is_within, name) {
            (true, _) => WITHIN,
            (false, Some(_)) => 6,
            (false, None) => 34,
        };
        let name = name.map_or("name", |(_, name)| name);
        CompletionItem::new(*word, CompletionKind::Keyword)
            .snippet(snippet.replace(NAME, name))
            .rank(rank)
    });
    items.collect()
}

/// The name that Puppet looks for in a file, after the word that starts a definition.
pub fn name(context: FileContext<'_>, by: SyntaxKind) -> Option<CompletionItem> {
    let (kind, name) = expected(context)?;
    let is_it = match by {
        SyntaxKind::CLASS_KW | SyntaxKind::DEFINE_KW => kind == Autoloaded::ClassOrDefine,
        SyntaxKind::FUNCTION_KW => kind == Autoloaded::Function,
        SyntaxKind::PLAN_KW => kind == Autoloaded::Plan,
        _ => false,
    };
    let item = CompletionItem::new(name, CompletionKind::Value).rank(5);
    is_it.then_some(item)
}

/// What Puppet looks for in a file.
fn expected(context: FileContext<'_>) -> Option<(Autoloaded, String)> {
    let module = owner(context.db, context.file)?.module?;
    let path = path_in_module(context.db, module, context.file)?;
    let (kind, name) = expected_name(module.name(context.db), path)?;
    let name = match kind {
        Autoloaded::TypeAlias => capitalized(&name),
        _ => name,
    };
    Some((kind, name))
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::cursor;

    /// The words that come first in a file, and what is written with the first of them.
    fn found(path: &str, code: &str) -> (String, String) {
        let (analysis, position) = cursor(&format!(
            "#- /environment.conf\n#- /modules/web/{path}\n{code}\n"
        ));
        let items = analysis.completion(position).expect("not cancelled").items;
        let labels: Vec<&str> = items.iter().take(2).map(|it| &*it.label).collect();
        let snippet = items.first().and_then(|it| it.snippet.clone());
        let snippet = snippet.unwrap_or_default();
        let line = snippet.lines().next().unwrap_or_default();
        (labels.join(" "), line.to_owned())
    }

    #[test]
    fn files_define_what_puppet_looks_for_in_them() {
        for (path, word, snippet) in [
            ("manifests/init.pp", "class", "class ${1:web} ("),
            ("manifests/a/b.pp", "class", "class ${1:web::a::b} ("),
            (
                "functions/f.pp",
                "function",
                "function ${1:web::f}($2) >> ${3:Any} {",
            ),
            ("types/a/port.pp", "type", "type ${1:Web::A::Port} = $0"),
        ] {
            let (first, written) = found(path, "$0");
            assert_eq!(first.split(' ').next(), Some(word), "{path}");
            assert_eq!(written, snippet, "{path}");
        }
        for (path, code, name) in [
            ("manifests/a/b.pp", "class $0", "web::a::b"),
            ("manifests/a/b.pp", "class $0 {\n}", "web::a::b"),
            ("manifests/a.pp", "define we$0b::x($a) { }", "web::a"),
            ("functions/f.pp", "function web::$0", "web::f"),
            ("functions/f.pp", "class $0", ""),
            ("plans/p.pp", "plan $0(", "web::p"),
        ] {
            assert_eq!(found(path, code).0, name, "{code}");
        }
        let (first, _) = found("manifests/init.pp", "class web {\n  $0\n}");
        assert!(!first.contains("class"), "{first}");
    }
}
