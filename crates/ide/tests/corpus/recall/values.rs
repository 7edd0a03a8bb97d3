//! Names and values of attributes, keys, and what things are compared with.

use puppet_ide::TextRange;
use puppet_library::Library;
use puppet_syntax::SyntaxKind::*;
use puppet_syntax::ast::{AstNode, Definition};
use puppet_syntax::{SyntaxNode, SyntaxToken};

use super::corpus::{Corpus, parameters};
use super::places::is_legacy;
use super::syntax::{argument_of, first_token, index_of, quoted_range, string_of};

type Found = Option<(&'static str, TextRange)>;

/// The type or class whose attributes stand in a node, in small letters.
pub(super) fn owner(holder: &SyntaxNode) -> Option<String> {
    let first = first_token(holder)?;
    let name = match holder.kind() {
        RESOURCE_BODY => {
            let ty = first_token(&holder.parent()?)?;
            if ty.text() == "class" {
                string_of(holder)?
            } else {
                ty.text().to_owned()
            }
        }
        RESOURCE_DEFAULTS | RESOURCE_OVERRIDE | COLLECT_EXPR => first.text().to_owned(),
        _ => return None,
    };
    Some(name.trim_start_matches("::").to_lowercase())
}

pub(super) fn attribute_name(corpus: &Corpus, token: &SyntaxToken) -> Found {
    let name = token.text();
    let attribute = token.parent()?.parent()?;
    let holder = attribute.parent()?;
    let owner = owner(&holder)?;
    let is_class = first_token(&holder.parent()?).is_some_and(|it| it.text() == "class")
        && holder.kind() == RESOURCE_BODY;
    let own = corpus.parameters.get(&owner);
    let kind = if own.is_some_and(|own| own.contains_key(name)) {
        match is_class {
            true => "attributes of classes",
            false => "attributes of defined types",
        }
    } else if Library.metaparameters().iter().any(|it| it.name == name) {
        "metaparameters"
    } else if Library.resource_type(&owner).is_some() {
        "attributes of Puppet's types"
    } else if own.is_some() || !defines_type(corpus, &owner) {
        // It is wrong, or nothing is known of the type.
        return None;
    } else {
        "attributes of types in Ruby"
    };
    Some((kind, token.text_range()))
}

fn defines_type(corpus: &Corpus, name: &str) -> bool {
    let end = format!("/lib/puppet/type/{name}.rb");
    corpus.texts.keys().any(|path| path.ends_with(&end))
}

/// The value of an attribute, if it is one of a list.
pub(super) fn attribute_value(corpus: &Corpus, token: &SyntaxToken) -> Found {
    let node = token.parent()?;
    let attribute = node.parent().filter(|it| it.kind() == ATTRIBUTE)?;
    let name = first_token(&attribute)?;
    let owner = owner(&attribute.parent()?)?;
    let text = string_of(&node).unwrap_or_else(|| token.text().to_owned());
    if matches!(token.kind(), TRUE_KW | FALSE_KW | UNDEF_KW) {
        return Some(("words as values of attributes", token.text_range()));
    }
    let is_one = match corpus.parameters.get(&owner) {
        Some(own) => own
            .get(name.text())
            .is_some_and(|ty| names_value(ty, &text)),
        None => {
            let attributes = Library.resource_type(&owner)?.attributes.iter();
            let mut all = attributes.chain(Library.metaparameters());
            all.any(|it| it.name == name.text() && it.values.contains(&text))
        }
    };
    let found = match token.kind() {
        SQ_STRING | DQ_STRING => ("values of attributes in quotes", quoted_range(token)),
        _ => ("values of attributes without quotes", token.text_range()),
    };
    is_one.then_some(found)
}

/// Values that are found in quotes are also found where the quotes are not there yet.
pub(super) fn without_quotes(token: &SyntaxToken, (kind, _): (&'static str, TextRange)) -> Found {
    let kind = match kind {
        "values of attributes in quotes" => "values of attributes, quotes and all",
        "what facts are compared with" => "what facts are compared with, quotes and all",
        "keys of hashes in quotes" => "keys of hashes, quotes and all",
        _ => return None,
    };
    Some((kind, token.text_range()))
}

fn names_value(ty: &str, value: &str) -> bool {
    let is_quoted = |quote| ty.contains(&format!("{quote}{value}{quote}"));
    is_quoted('\'') || is_quoted('"')
}

/// `$facts['os']['family']`
pub(super) fn fact_key(token: &SyntaxToken) -> Found {
    let keys = token
        .parent()?
        .parent()
        .filter(|it| it.kind() == ACCESS_KEYS)?;
    let base = first_token(&keys.parent()?)?;
    let is_fact = matches!(base.text(), "$facts" | "$::facts");
    let text = token.text().trim_matches(['\'', '"']);
    (is_fact && !is_legacy(text)).then(|| ("keys of facts", quoted_range(token)))
}

/// What something is compared with: `case`, `?`, `==`, `in`.
pub(super) fn compared(_: &Corpus, token: &SyntaxToken) -> Found {
    let node = token.parent()?;
    let text = string_of(&node).unwrap_or_else(|| token.text().to_owned());
    let subject = subject(&node)?;
    let range = match token.kind() {
        SQ_STRING | DQ_STRING => quoted_range(token),
        _ => token.text_range(),
    };
    let path = subject.text().to_string();
    let path = path.trim().replace('"', "'");
    let systems = [
        "$facts['os']['family']",
        "$facts['os']['name']",
        "$facts['kernel']",
        "$facts['osfamily']",
        "$facts['operatingsystem']",
        "$osfamily",
        "$operatingsystem",
        "$kernel",
    ];
    let is_default = token.kind() == DEFAULT_KW;
    let plain = path
        .replace("$::", "$")
        .replace("dig('os', 'family')", "['os']['family']");
    if systems.contains(&&*plain) && !is_default {
        let is_text = matches!(token.kind(), SQ_STRING | DQ_STRING);
        let kind = match is_text {
            true => "what facts are compared with",
            false => "what facts are compared with, as words",
        };
        return Some((kind, range));
    }
    let definition = token.parent_ancestors().find_map(Definition::cast)?;
    let ty = parameters(&definition).remove(path.strip_prefix('$')?)?;
    let is_boolean = ty.contains("Boolean") && matches!(token.kind(), TRUE_KW | FALSE_KW);
    (is_boolean || names_value(&ty, &text)).then_some(("what parameters are compared with", range))
}

/// What a value is compared with.
fn subject(value: &SyntaxNode) -> Option<SyntaxNode> {
    let holder = value.parent()?;
    match holder.kind() {
        CASE_OPTION => holder.parent()?.first_child(),
        SELECTOR_ENTRY if value.prev_sibling().is_none() => holder.parent()?.first_child(),
        BIN_EXPR => {
            let mut tokens = holder
                .children_with_tokens()
                .filter_map(|it| it.into_token());
            let compares = tokens.any(|it| matches!(it.kind(), EQ_EQ | BANG_EQ));
            let subject = value.prev_sibling();
            subject.filter(|_| compares)
        }
        LIST_EXPR => {
            let test = holder.parent().filter(|it| it.kind() == BIN_EXPR)?;
            let mut tokens = test.children_with_tokens().filter_map(|it| it.into_token());
            let is_in = tokens.any(|it| it.kind() == IN_KW);
            holder.prev_sibling().filter(|_| is_in)
        }
        _ => None,
    }
}

/// Keys of hashes that are attributes, or parameters of templates, or members of a type.
pub(super) fn hash_key(corpus: &Corpus, token: &SyntaxToken) -> Found {
    let node = token.parent()?;
    let entry = node.parent().filter(|it| it.kind() == HASH_ENTRY)?;
    if index_of(&node) != 0 {
        return None;
    }
    let text = string_of(&node)?;
    let hash = entry.parent()?;
    let holder = hash.parent()?;
    let known = match holder.kind() {
        ATTRIBUTE_SPLAT => has_attribute(corpus, &owner(&holder.parent()?)?, &text),
        ARG_LIST => {
            let (function, index) = argument_of(&hash)?;
            let first = holder.first_child().and_then(|it| string_of(&it));
            match (&*function, index) {
                ("epp", 1) => template_has(corpus, &first?, &text),
                ("create_resources" | "ensure_resource" | "ensure_resources", 2) => {
                    has_attribute(corpus, &first?, &text)
                }
                _ => false,
            }
        }
        HASH_ENTRY => {
            let titles = holder.parent()?;
            let (function, index) = argument_of(&titles)?;
            let first = titles.parent()?.first_child().and_then(|it| string_of(&it));
            let creates = matches!(&*function, "create_resources" | "ensure_resources");
            creates && index == 1 && has_attribute(corpus, &first?, &text)
        }
        ATTRIBUTE => {
            let name = first_token(&holder)?;
            let owner = owner(&holder.parent()?)?;
            let ty = corpus.parameters.get(&owner)?.get(name.text())?;
            ty.contains("Struct") && ty.contains(&text)
        }
        _ => false,
    };
    let found = match token.kind() {
        SQ_STRING | DQ_STRING => ("keys of hashes in quotes", quoted_range(token)),
        _ => ("keys of hashes without quotes", token.text_range()),
    };
    known.then_some(found)
}

fn has_attribute(corpus: &Corpus, owner: &str, name: &str) -> bool {
    let owner = owner.trim_start_matches("::").to_lowercase();
    match corpus.parameters.get(&owner) {
        Some(own) => own.contains_key(name),
        None => Library
            .resource_type(&owner)
            .is_some_and(|it| it.attributes.iter().any(|it| it.name == name)),
    }
}

fn template_has(corpus: &Corpus, template: &str, name: &str) -> bool {
    let text = template.split_once('/').and_then(|(module, rest)| {
        let path = format!("/modules/{module}/templates/{rest}");
        corpus.texts.get(&path)
    });
    text.is_some_and(|text| text.contains(&format!("${name}")))
}
