//! Words of manifests and templates that could have been proposed, by kinds.

use std::collections::BTreeSet;

use puppet_ide::{TextRange, TextSize};
use puppet_library::Library;
use puppet_syntax::SyntaxKind::*;
use puppet_syntax::ast::{AstNode, Definition};
use puppet_syntax::{Entry, SyntaxNode, SyntaxToken, is_statement_function, parse};

use super::corpus::{Corpus, parameters, root};
use super::syntax::{
    argument_of, enclosing_node, first_token, outermost_list, quoted_range, string_of, token_after,
};
use super::values;

/// A word.
pub(super) struct Place {
    pub(super) kind: &'static str,
    pub(super) word: TextRange,
}

type Found = Option<(&'static str, TextRange)>;

/// All words, file by file.
pub(super) fn places_of(corpus: &Corpus) -> Vec<(String, Vec<Place>)> {
    let manifests = corpus.manifests().map(|(path, text)| {
        let places = places_in(corpus, &root(text));
        (path.clone(), places)
    });
    let templates = corpus
        .texts
        .iter()
        .filter(|(path, _)| path.ends_with(".epp"));
    let templates = templates.map(|(path, text)| {
        let root = parse(text, Entry::Epp).syntax();
        let bound = bound(&root);
        let variables = tokens(&root).filter_map(|token| variable(&bound, &token));
        let places = variables.map(|(kind, word)| Place {
            kind: if kind == "variables" {
                "variables of templates"
            } else {
                kind
            },
            word,
        });
        (path.clone(), places.collect())
    });
    manifests.chain(templates).collect()
}

fn tokens(root: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> {
    let all = root.descendants_with_tokens();
    all.filter_map(|it| it.into_token())
}

fn places_in(corpus: &Corpus, root: &SyntaxNode) -> Vec<Place> {
    let bound = bound(root);
    let mut places = Vec::new();
    for token in tokens(root) {
        let found = of_token(corpus, &bound, &token);
        let without_sign = without_sign(&bound, &token);
        let unquoted = found.and_then(|it| values::without_quotes(&token, it));
        places.extend(
            [found, without_sign, unquoted]
                .into_iter()
                .flatten()
                .map(|(kind, word)| Place { kind, word }),
        );
    }
    places
}

fn of_token(corpus: &Corpus, bound: &BTreeSet<String>, token: &SyntaxToken) -> Found {
    match token.kind() {
        COMMENT => of_comment(token),
        VARIABLE | IMPLICIT_VARIABLE => variable(bound, token),
        CLASS_REF => of_type(corpus, token),
        SQ_STRING | DQ_STRING => string(corpus, token),
        NAME | WORD => name(corpus, token),
        kind if kind.is_keyword() => keyword(corpus, token),
        _ => None,
    }
}

/// `# @param NAME`, `# @TAG`
fn of_comment(token: &SyntaxToken) -> Found {
    const TAGS: [&str; 9] = [
        "api", "example", "note", "option", "param", "raise", "return", "see", "summary",
    ];
    let text = token.text();
    let (_, tag) = text.split_once("# @")?;
    let word = tag.split_whitespace().next()?;
    if !TAGS.contains(&word) {
        return None;
    }
    let start = token.text_range().start() + TextSize::of("# @");
    let Some(rest) = tag.strip_prefix("param ") else {
        return Some(("tags in comments", TextRange::at(start, TextSize::of(word))));
    };
    let typed = rest.trim_start().starts_with('[');
    let name = if typed {
        rest.rsplit("] ").next()?
    } else {
        rest
    };
    let name = name.split_whitespace().next()?;
    let root = token.parent_ancestors().last()?;
    let mut definitions = root.descendants().filter_map(Definition::cast);
    let end = token.text_range().end();
    let definition = definitions.find(|it| it.syntax().text_range().end() > end)?;
    let is_one = parameters(&definition).contains_key(name);
    let at = text.find(name)?;
    let start = token.text_range().start() + TextSize::try_from(at).ok()?;
    let word = TextRange::at(start, TextSize::of(name));
    is_one.then_some(("names after @param", word))
}

fn variable(bound: &BTreeSet<String>, token: &SyntaxToken) -> Found {
    let sign = if token.kind() == VARIABLE { "$" } else { "" };
    let written = token.text().strip_prefix(sign)?;
    let name = written.trim_start_matches("::");
    let is_bound = bound.contains(name);
    if is_set(token) || is_legacy(name) && !is_bound {
        return None;
    }
    let whole = TextRange::new(
        token.text_range().end() - TextSize::of(name),
        token.text_range().end(),
    );
    if let Some((class, _)) = name.rsplit_once("::") {
        let last = whole.start() + TextSize::of(class) + TextSize::of("::");
        let last = TextRange::new(last, whole.end());
        return Some(("variables of classes", last));
    }
    const GIVEN: [&str; 6] = [
        "facts",
        "trusted",
        "title",
        "name",
        "module_name",
        "server_facts",
    ];
    let kind = match token.kind() {
        _ if written != name => "variables of the top scope",
        // A class from which this one inherits sets it, or none does.
        _ if !is_bound && !GIVEN.contains(&name) => "variables without assignment",
        VARIABLE => "variables",
        _ => "variables in texts",
    };
    Some((kind, whole))
}

/// A variable that is a whole value, where its sign is typed with it.
fn without_sign(bound: &BTreeSet<String>, token: &SyntaxToken) -> Found {
    let holder = token.parent()?.parent()?;
    let is_value = matches!(holder.kind(), ATTRIBUTE | ARG_LIST | HASH_ENTRY);
    let kind = match holder.kind() {
        ATTRIBUTE => "variables as values of attributes",
        _ => "variables as arguments and in hashes",
    };
    let name = token.text().strip_prefix('$')?;
    (is_value && bound.contains(name)).then_some((kind, token.text_range()))
}

/// The names of the variables that a file sets.
fn bound(root: &SyntaxNode) -> BTreeSet<String> {
    let set = tokens(root).filter(|it| it.kind() == VARIABLE && is_set(it));
    set.map(|it| it.text().trim_start_matches('$').to_owned())
        .collect()
}

/// Whether a variable gets its value here.
fn is_set(token: &SyntaxToken) -> bool {
    let Some(variable) = token.parent() else {
        return false;
    };
    let target = outermost_list(variable.clone());
    let is_target = target.parent().is_some_and(|it| it.kind() == ASSIGN_EXPR);
    variable.kind() == PARAM || is_target && target.prev_sibling().is_none()
}

pub(super) fn is_legacy(name: &str) -> bool {
    Library.facts().iter().any(|fact| {
        (fact.legacy && fact.name == name) || fact.legacy_names.iter().any(|it| it == name)
    })
}

fn of_type(corpus: &Corpus, token: &SyntaxToken) -> Found {
    let node = token.parent()?;
    let holder = node.parent()?;
    if matches!(node.kind(), DEF_NAME | NAME_REF)
        || matches!(holder.kind(), TYPE_ALIAS) && node.prev_sibling().is_none()
    {
        return None;
    }
    let text = token.text();
    let lead = if text.starts_with("::") { "::" } else { "" };
    let word = token_after(token, lead);
    let small = text.trim_start_matches("::").to_lowercase();
    let is_resource = Library.resource_type(&small).is_some()
        || !Library
            .data_types()
            .iter()
            .any(|it| it.name.to_lowercase() == small)
            && corpus.parameters.contains_key(&small);
    let kind = match holder.kind() {
        RESOURCE_DEFAULTS | COLLECT_EXPR => "resource types in defaults and collectors",
        _ if is_resource && holder.kind() == ACCESS_EXPR => match holder.parent()?.kind() {
            ATTRIBUTE | LIST_EXPR => "references as values",
            _ => "references at other positions",
        },
        PARAM => "types of parameters",
        ACCESS_EXPR if holder.parent()?.kind() == PARAM => "types of parameters",
        _ if enclosing_node(token, ACCESS_KEYS).is_some() => "types in brackets",
        _ => "types at other positions",
    };
    Some((kind, word))
}

fn string(corpus: &Corpus, token: &SyntaxToken) -> Found {
    if token.text().len() < 3 {
        return None;
    }
    let word = quoted_range(token);
    let text = token.text().trim_matches(['\'', '"']);
    const FILES: &str = "puppet:///modules/";
    if let Some(path) = text.strip_prefix(FILES) {
        let word = TextRange::new(word.start() + TextSize::of(FILES), word.end());
        let is_there = corpus.has_asset("files", path);
        return is_there.then_some(("addresses of files", word));
    }
    let node = outermost_list(token.parent()?);
    if let Some((function, index)) = argument_of(&node)
        && let Some(found) = argument(corpus, (&function, index), text)
    {
        return Some((found, word));
    }
    class_name(token)
        .or_else(|| values::fact_key(token))
        .or_else(|| title(corpus, token))
        .or_else(|| values::attribute_value(corpus, token))
        .or_else(|| values::compared(corpus, token))
        .or_else(|| values::hash_key(corpus, token))
}

/// What a string names as an argument.
fn argument(corpus: &Corpus, (function, index): (&str, usize), text: &str) -> Option<&'static str> {
    let known = |is: bool, kind| is.then_some(kind);
    match function {
        "template" => known(corpus.has_asset("templates", text), "paths of templates"),
        "epp" if index == 0 => known(corpus.has_asset("templates", text), "paths of templates"),
        "file" => known(corpus.has_asset("files", text), "paths of files"),
        "lookup" | "hiera" | "hiera_array" | "hiera_hash" if index == 0 => {
            let (class, parameter) = text.rsplit_once("::")?;
            let class = corpus.parameters.get(class)?;
            known(class.contains_key(parameter), "keys of data")
        }
        "create_resources" | "ensure_resource" | "ensure_resources" if index == 0 => {
            let is_type = Library.resource_type(text).is_some();
            known(
                is_type || corpus.parameters.contains_key(text),
                "resource types in strings",
            )
        }
        "defined" => None,
        _ => None,
    }
}

/// The name of a class, where only such names stand.
fn class_name(token: &SyntaxToken) -> Found {
    let node = token.parent()?;
    let text = token.text().trim_matches(['\'', '"']);
    let lead = text.len() - text.trim_start_matches("::").len();
    let range = match token.kind() {
        SQ_STRING | DQ_STRING => quoted_range(token),
        _ => token.text_range(),
    };
    let range = TextRange::new(range.start() + TextSize::try_from(lead).ok()?, range.end());
    if node.kind() == NAME_REF {
        return Some(("classes after inherits", range));
    }
    let node = outermost_list(node);
    if let Some((function, _)) = argument_of(&node)
        && matches!(&*function, "include" | "contain" | "require")
    {
        return Some(("classes after include", range));
    }
    let parent = node.parent()?;
    match parent.kind() {
        ACCESS_KEYS if string_of(&parent.prev_sibling()?).is_none() => {
            let base = first_token(&parent.prev_sibling()?)?;
            (base.text() == "Class").then_some(("classes in references", range))
        }
        RESOURCE_BODY if first_token(&parent.parent()?)?.text() == "class" => {
            let is_title = node.prev_sibling().is_none();
            is_title.then_some(("classes as resources", range))
        }
        _ => None,
    }
}

fn title(corpus: &Corpus, token: &SyntaxToken) -> Found {
    let node = outermost_list(token.parent()?);
    let keys = node.parent().filter(|it| it.kind() == ACCESS_KEYS)?;
    let base = first_token(&keys.prev_sibling()?)?;
    let small = base.text().trim_start_matches("::").to_lowercase();
    let is_known =
        Library.resource_type(&small).is_some() || corpus.parameters.contains_key(&small);
    let text = token.text().trim_matches(['\'', '"']).to_owned();
    (base.kind() == CLASS_REF && is_known && corpus.titles.contains(&(small, text)))
        .then(|| ("titles in references", quoted_range(token)))
}

fn name(corpus: &Corpus, token: &SyntaxToken) -> Found {
    let word = token.text_range();
    let node = token.parent()?;
    match node.kind() {
        ATTRIBUTE_NAME => values::attribute_name(corpus, token),
        METHOD_NAME => Some(("functions after a dot", word)),
        NAME_REF => class_name(token),
        NAME_EXPR | STRING_EXPR => {
            let lead = if token.text().starts_with("::") {
                "::"
            } else {
                ""
            };
            let word = token_after(token, lead);
            let holder = node.parent()?;
            let is_first = node.prev_sibling().is_none();
            match holder.kind() {
                CALL_EXPR if is_first => Some(("functions", word)),
                STATEMENT_CALL if is_first && is_statement_function(token.text()) => {
                    Some(("functions as statements", word))
                }
                RESOURCE_EXPR if is_first => Some(("resource types", word)),
                _ => class_name(token)
                    .or_else(|| values::attribute_value(corpus, token))
                    .or_else(|| values::compared(corpus, token))
                    .or_else(|| values::hash_key(corpus, token)),
            }
        }
        _ => None,
    }
}

fn keyword(corpus: &Corpus, token: &SyntaxToken) -> Found {
    let kind = match token.kind() {
        _ if token.parent()?.kind() == ATTRIBUTE_NAME => {
            return values::attribute_name(corpus, token);
        }
        TRUE_KW | FALSE_KW | UNDEF_KW | DEFAULT_KW => {
            return values::attribute_value(corpus, token)
                .or_else(|| values::compared(corpus, token))
                .or_else(|| Some(("words as values", token.text_range())));
        }
        CLASS_KW if token.parent()?.kind() == NAME_EXPR => "resource types",
        IF_KW | CASE_KW | UNLESS_KW => "words that start statements",
        CLASS_KW | DEFINE_KW | FUNCTION_KW | NODE_KW | TYPE_KW => "words that start definitions",
        ELSE_KW | ELSIF_KW => "else and elsif",
        AND_KW | OR_KW | IN_KW => "operators that are words",
        INHERITS_KW => "inherits",
        _ => return None,
    };
    Some((kind, token.text_range()))
}
