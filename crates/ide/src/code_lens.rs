//! Code lenses beside definitions: the number of references, and of resources that they declare.

use puppet_db::{Db, File};
use puppet_syntax::ast::{AstNode as _, Definition, ResourceBody};
use puppet_syntax::{SyntaxNode, nodes_of};
use puppet_text::{TextRange, TextSize};

use crate::hierarchy;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::resource_type;
use puppet_ide_db::position::FileRange;
use puppet_ide_db::search;
use puppet_ide_db::symbol_index::{SymbolKind, named_definition};
use puppet_ide_db::syntax_ext;

/// A definition beside which an editor shows something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeLens {
    /// The name of the definition.
    pub range: TextRange,
    /// What is shown.
    pub kind: LensKind,
}

/// What a [`CodeLens`] shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LensKind {
    /// The references to the definition, computed for visible lenses only.
    References,
    /// How many resources it declares itself.
    Resources(usize),
}

/// The definitions of a file.
pub(crate) fn lenses(context: FileContext<'_>) -> Vec<CodeLens> {
    of_file(context.db, context.file).to_vec()
}

/// Lenses are asked for again and again while a text stays the same.
#[salsa::tracked(returns(deref), lru = 32)]
fn of_file(db: &dyn Db, file: File) -> Box<[CodeLens]> {
    let root = syntax_ext::root(db, file);
    let definitions: Vec<Definition> = syntax_ext::all_definitions(&root).collect();
    let counts = resources(&root, &definitions);
    let mut lenses = Vec::new();
    for (definition, count) in definitions.iter().zip(counts) {
        let Some((kind, _, range)) = named_definition(definition) else {
            continue;
        };
        if kind != SymbolKind::Node {
            let kind = LensKind::References;
            lenses.push(CodeLens { range, kind });
        }
        if count > 0 {
            let kind = LensKind::Resources(count);
            lenses.push(CodeLens { range, kind });
        }
    }
    lenses.into()
}

/// How many resources each definition declares, without those of definitions in it. Classes are no resources here.
fn resources(root: &SyntaxNode, definitions: &[Definition]) -> Vec<usize> {
    let mut counts = vec![0; definitions.len()];
    for node in nodes_of(root, ResourceBody::can_cast) {
        let range = node.text_range();
        // Of those around it, the innermost starts last.
        let around = definitions
            .iter()
            .rposition(|it| it.syntax().text_range().contains_range(range));
        let count = around.and_then(|index| counts.get_mut(index));
        if let (Some(count), Some(body)) = (count, ResourceBody::cast(node)) {
            *count += usize::from(is_resource(&body));
        }
    }
    counts
}

fn is_resource(body: &ResourceBody) -> bool {
    let title = body.title().map(|title| title.syntax().text() != "default");
    title == Some(true) && resource_type(body).is_some_and(|ty| ty != "class")
}

/// The references that a code lens counts: those to the definition at an offset, without its declarations.
pub(crate) fn counted_references(context: FileContext<'_>, offset: TextSize) -> Vec<FileRange> {
    let all = search::references(context, offset).into_iter();
    let counted = all.filter(|it| !it.is_declaration);
    counted.map(|it| it.at).collect()
}

/// The names of the definitions that reference the one at an offset, each once.
pub(crate) fn users(context: FileContext<'_>, offset: TextSize) -> Vec<String> {
    let calls = hierarchy::incoming(context, offset).into_iter();
    let named = calls.filter(|call| call.item.kind.is_some());
    let mut names: Vec<String> = named.map(|call| call.item.name).collect();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::LensKind;
    use crate::test_fixture::single;

    /// The names, with the number of resources.
    fn shown(fixture: &str) -> Vec<String> {
        let (analysis, file) = single(fixture);
        let text = analysis.text(file).expect("not cancelled");
        let lenses = analysis.lenses(file).expect("not cancelled").into_iter();
        let lenses = lenses.map(|it| match it.kind {
            LensKind::References => text[it.range].to_owned(),
            LensKind::Resources(count) => format!("{} has {count}", &text[it.range]),
        });
        lenses.collect()
    }

    #[test]
    fn each_definition_has_one() {
        assert_eq!(
            shown("class a { }\ndefine b { }\nnode 'c' { }\ntype D = Integer\nclass {"),
            ["a", "b", "D"]
        );
    }

    #[test]
    fn resources_are_counted() {
        assert_eq!(
            shown(
                "class a {\n  file { default: mode => '1'; '/a': ; '/b': }\n  [1].each |$i| { user { \"u${i}\": } }\n\
                 class { 'b': }\n  define a::c { exec { 'x': } }\n}\nnode 'n' { user { 'v': } }\n"
            ),
            ["a", "a has 3", "a::c", "a::c has 1", "'n' has 1"]
        );
        // Incomplete.
        assert_eq!(shown("class a {\n  file { '/a': "), ["a", "a has 1"]);
    }

    #[test]
    fn users_are_named() {
        let (analysis, file) = single(
            "#- /modules/a/manifests/init.pp\nclass a { }\n#- /environment.conf\n\
             #- /modules/role/manifests/init.pp\nclass role { include a\ncontain 'a' }\n#- /modules/b/manifests/init.pp\nclass b inherits a { }\n\
             #- /manifests/site.pp\ninclude a\n",
        );
        let lenses = analysis.lenses(file).expect("not cancelled");
        let offset = lenses[0].range.start();
        let users = analysis.users(crate::FilePosition { file, offset });
        assert_eq!(users.expect("not cancelled"), ["b", "role"]);
    }

    #[test]
    fn uses_are_counted_in_all_files() {
        let (analysis, file) = single(
            "#- /modules/a/manifests/init.pp\nclass a {\n\
             #- /modules/b/manifests/init.pp\nclass b { include a\n\
             #- /environment.conf\n#- /manifests/site.pp\nclass { 'a': ",
        );
        let lenses = analysis.lenses(file).expect("not cancelled");
        let position = crate::FilePosition {
            file,
            offset: lenses[0].range.start(),
        };
        let found = analysis.references(position).expect("not cancelled");
        let uses = found.iter().filter(|it| !it.is_declaration).count();
        assert_eq!(uses, 2);
    }
}
