//! Signature help is about what is called, and about the argument at the cursor.

use std::time::Instant;

use puppet_ide::{SignatureHelp, TextRange, TextSize};
use puppet_ide_db::position::FilePosition;
use puppet_library::Library;
use puppet_syntax::SyntaxKind::*;
use puppet_syntax::{SyntaxNode, nodes_of};

use super::corpus::{Corpus, root};
use super::syntax::{first_token, index_of};
use super::tally::{Answer, Tally};
use super::{Taken, floors, values, wanted};
use crate::modules::folders;

/// An argument, or the value of an attribute.
struct Given {
    kind: &'static str,
    range: TextRange,
    parameter: Parameter,
}

/// What it is given for.
enum Parameter {
    Index(usize),
    Name(String),
}

#[test]
fn help_is_about_the_argument() {
    if folders().is_empty() {
        return;
    }
    let (count, all) = wanted();
    let mut corpus = Corpus::new(all);
    let manifests: Vec<(String, String)> = corpus
        .manifests()
        .map(|(path, text)| (path.clone(), text.clone()))
        .collect();
    let mut tally = Tally::default();
    let mut places: Vec<(usize, Given)> = Vec::new();
    for (index, (_, text)) in manifests.iter().enumerate() {
        places.extend(given_in(&corpus, &root(text)).map(|it| (index, it)));
    }
    places.sort_by_key(|(index, it)| (it.kind, *index, it.range.start()));
    for of_kind in places.chunk_by(|one, next| one.1.kind == next.1.kind) {
        let step = of_kind.len().div_ceil(count).max(1);
        for (index, given) in of_kind.iter().step_by(step) {
            let (path, text) = &manifests[*index];
            ask(&mut corpus, (path, text), given, &mut tally);
        }
    }
    print!("{tally}");
    floors::check(&tally, &floors::HELP);
}

/// The help as the text is, and while it is typed.
fn ask(corpus: &mut Corpus, (path, text): (&str, &str), given: &Given, tally: &mut Tally) {
    let as_it_is = (text.to_owned(), given.range.start());
    let incomplete = Taken::RestOfLine.apply(text, given.range);
    let both = [
        (Taken::Word, Some(as_it_is)),
        (Taken::RestOfLine, incomplete),
    ];
    for (taken, changed) in both {
        let Some((changed, offset)) = changed else {
            continue;
        };
        corpus.set_text(path, &changed);
        let file = corpus.file(path);
        let start = Instant::now();
        let help = corpus
            .host
            .analysis()
            .signature_help(FilePosition { file, offset });
        let time = start.elapsed();
        let help = help.expect("not cancelled");
        let rank = help
            .as_ref()
            .map(|help| match is_about(help, &given.parameter) {
                true => 0,
                false => 10,
            });
        super::show_missed(given.kind, rank.filter(|it| *it == 0), || {
            let line = text[..usize::from(given.range.start())]
                .matches('\n')
                .count()
                + 1;
            format!("{path}:{line}: {taken:?}: {}", &text[given.range])
        });
        let size = help.map_or(0, |help| help.signatures.len());
        tally.add(given.kind, taken, Answer { rank, size, time });
    }
    corpus.set_text(path, text);
}

/// Whether the parameter that is pointed out is the right one.
fn is_about(help: &SignatureHelp, parameter: &Parameter) -> bool {
    let signature = &help.signatures[help.active];
    let labels: Vec<&str> = signature
        .parameters
        .iter()
        .map(|it| &signature.label[it.range])
        .filter(|label| !label.contains("&$"))
        .collect();
    match parameter {
        Parameter::Index(index) => {
            signature.active_parameter == Some((*index).min(labels.len().saturating_sub(1)))
        }
        Parameter::Name(name) => {
            let active = signature.active_parameter.and_then(|it| labels.get(it));
            let named = active.and_then(|label| label.split(" =>").next());
            named == Some(name)
        }
    }
}

fn given_in(corpus: &Corpus, root: &SyntaxNode) -> impl Iterator<Item = Given> {
    let holders = nodes_of(root, |kind| {
        matches!(kind, ARG_LIST | STATEMENT_CALL | ATTRIBUTE)
    });
    holders.into_iter().flat_map(|node| match node.kind() {
        ATTRIBUTE => Vec::from_iter(attribute(corpus, &node)),
        _ => arguments(corpus, &node),
    })
}

fn attribute(corpus: &Corpus, node: &SyntaxNode) -> Option<Given> {
    let name = first_token(node)?;
    let (kind, _) = values::attribute_name(corpus, &name)?;
    let value = node.children().nth(1)?;
    Some(Given {
        kind,
        range: trimmed(&value),
        parameter: Parameter::Name(name.text().to_owned()),
    })
}

fn arguments(corpus: &Corpus, list: &SyntaxNode) -> Vec<Given> {
    let call = match list.kind() {
        ARG_LIST => list.parent(),
        _ => Some(list.clone()),
    };
    let Some(call) = call else { return Vec::new() };
    let (name, before) = match call.kind() {
        METHOD_CALL_EXPR => (call.children().nth(1), 1),
        _ => (call.first_child(), 0),
    };
    let Some(kind) = name.as_ref().and_then(|name| called(corpus, name)) else {
        return Vec::new();
    };
    let skipped = usize::from(list.kind() == STATEMENT_CALL);
    let arguments = list.children().skip(skipped);
    arguments
        .map(|argument| Given {
            kind,
            range: trimmed(&argument),
            parameter: Parameter::Index(index_of(&argument) - skipped + before),
        })
        .collect()
}

/// What is called, if its signature is known.
fn called(corpus: &Corpus, name: &SyntaxNode) -> Option<&'static str> {
    let text = name.text().to_string();
    let text = text.trim().trim_start_matches("::");
    let ruby = format!("/lib/puppet/functions/{}.rb", text.replace("::", "/"));
    match name.kind() {
        TYPE_REF | ACCESS_EXPR => Some("new of types"),
        _ if text == "new" => None,
        _ if Library.function(text).is_some() => Some("functions of Puppet"),
        _ if corpus.functions.contains(text) => Some("functions of modules"),
        _ if corpus.texts.keys().any(|it| it.ends_with(&ruby)) => Some("functions in Ruby"),
        _ => None,
    }
}

/// Where a node stands without spaces around it.
fn trimmed(node: &SyntaxNode) -> TextRange {
    let range = node.text_range();
    let text = node.text().to_string();
    let start = text.len() - text.trim_start().len();
    let end = text.len() - text.trim_end().len();
    let size = |it: usize| TextSize::try_from(it).expect("small");
    TextRange::new(range.start() + size(start), range.end() - size(end))
}
