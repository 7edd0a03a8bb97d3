//! All names in a file with what they stand for: the same answers as [`classify`] gives one by one.

use std::collections::HashSet;

use puppet_db::{File, FileKind};
use puppet_semantic::tasks;
use puppet_syntax::{SyntaxKind, SyntaxToken};
use puppet_text::{TextRange, TextSize};

use crate::context::FileContext;
use crate::defs::classify::{classify, classify_name_in, definition_of_string};
use crate::defs::inline_template::enclosing_template;
use crate::defs::{Definition, any_name_of, embedded, resolve};
use crate::hiera::keys::name_references;
use crate::local_scopes::Scopes;
use crate::ruby::definitions::{self, RubyDefinition};
use crate::ruby::plugin_path::plugin_of_path;
use crate::ruby::rspec::is_spec;
use crate::ruby::usages::usage_ranges;
use crate::search::is_write;
use crate::symbol_index::SymbolKind;
use crate::syntax_ext;

/// A name in a file.
#[derive(Debug, Clone)]
pub struct NamedPlace {
    /// Where it stands, without quotes and `$`.
    pub range: TextRange,
    /// What it stands for: at least one.
    pub definitions: Vec<Definition>,
    /// Whether it gives a value.
    pub is_write: bool,
}

/// The names in a file, in the order of the text. Specs have none: they are no part of the analysis.
pub fn names_in_file(context: FileContext<'_>) -> Vec<NamedPlace> {
    let mut names = match context.file.kind(context.db) {
        kind if kind.is_puppet() => in_code(context),
        FileKind::Data | FileKind::HieraConfig => in_data(context),
        FileKind::Ruby if is_spec(context.file.path(context.db)) => Vec::new(),
        FileKind::Ruby | FileKind::Erb => in_ruby(context),
        FileKind::Task => in_task(context),
        _ => Vec::new(),
    };
    names.sort_by_key(|it| (it.range.start(), it.range.end()));
    names.dedup_by_key(|it| it.range);
    names
}

fn in_code(context: FileContext<'_>) -> Vec<NamedPlace> {
    let root = syntax_ext::root(context.db, context.file);
    let scopes = Scopes::new(&root);
    let mut names = Vec::new();
    let mut next = puppet_syntax::tokens_at(&root, root.text_range().start()).right_biased();
    while let Some(token) = next {
        names.extend(at_token(context, &scopes, &token));
        next = syntax_ext::next_token(&token);
    }
    names
}

fn at_token(context: FileContext<'_>, scopes: &Scopes, token: &SyntaxToken) -> Vec<NamedPlace> {
    let is_comment = matches!(
        token.kind(),
        SyntaxKind::COMMENT | SyntaxKind::BLOCK_COMMENT | SyntaxKind::EPP_COMMENT
    );
    if is_comment || enclosing_template(token).is_some() {
        // A name without `::` in a comment may be any word.
        let is_name = |word: &str| !is_comment || word.contains("::");
        let words = words(token.text()).filter(|(_, word)| is_name(word));
        let places = words.map(|(at, _)| token.text_range().start() + at);
        return places.filter_map(|at| at_offset(context, at)).collect();
    }
    let found = definition_of_string(context, token).or_else(|| {
        let found = classify_name_in(context, Some(scopes), any_name_of(token)?);
        Some((found.range, found.definitions))
    });
    let named = found.map(|(range, definitions)| NamedPlace {
        range,
        definitions,
        is_write: is_write(token),
    });
    Vec::from_iter(named)
}

fn at_offset(context: FileContext<'_>, offset: TextSize) -> Option<NamedPlace> {
    let found = classify(context, offset)?;
    Some(NamedPlace {
        range: found.range,
        definitions: found.definitions,
        is_write: false,
    })
}

fn in_data(context: FileContext<'_>) -> Vec<NamedPlace> {
    let names = name_references(context.db, context.file).iter();
    let names = names.map(|at| {
        let mut definitions = resolve::resolve_hiera_name(context, &at.name);
        if definitions.is_empty() {
            definitions.push(Definition::undeclared(at.name.clone().kind()));
        }
        NamedPlace {
            range: at.range,
            definitions,
            is_write: at.is_write,
        }
    });
    names.collect()
}

fn in_ruby(context: FileContext<'_>) -> Vec<NamedPlace> {
    let text = &**context.file.text(context.db);
    let mut places: Vec<TextSize> = Vec::new();
    let mut seen = HashSet::new();
    for (at, word) in words(text) {
        if word.contains("::") {
            places.push(at);
        } else if seen.insert(word) {
            places.extend(usage_ranges(text, word).iter().map(|it| it.start()));
        }
    }
    places.sort_unstable();
    places.dedup();
    let variables = match context.file.kind(context.db) {
        FileKind::Erb => embedded::template_variables(context),
        _ => Vec::new(),
    };
    // A qualified name ends with the variable that was found in it.
    let ends: HashSet<TextSize> = variables.iter().map(|(range, _)| range.end()).collect();
    let words = places.into_iter();
    let words = words.filter_map(|at| embedded::ruby_name(context, at));
    let words = words.filter(|(range, _)| !ends.contains(&range.end()));
    let names = variables.into_iter().chain(words);
    let mut names: Vec<NamedPlace> = names
        .map(|(range, definitions)| NamedPlace {
            range,
            definitions,
            is_write: false,
        })
        .collect();
    for (declared_in, definition) in defined_in_ruby(context) {
        if declared_in == context.file {
            let range = definition.focus_range;
            names.retain(|it| !range.contains_range(it.range));
            names.push(NamedPlace {
                range,
                definitions: vec![Definition::Ruby(context.file, definition)],
                is_write: false,
            });
        }
    }
    names
}

/// What a Ruby file defines for Puppet code, by its path.
fn defined_in_ruby(context: FileContext<'_>) -> Vec<(File, RubyDefinition)> {
    let Some((kind, name)) = plugin_of_path(context.file.path(context.db)) else {
        return Vec::new();
    };
    let found = match kind {
        SymbolKind::Function => definitions::function(context, &name),
        SymbolKind::DefinedType => definitions::resource_type(context, &name),
        SymbolKind::TypeAlias => definitions::data_type(context, &name),
        _ => definitions::fact(context, &name),
    };
    let mut found = Vec::from_iter(found);
    if kind == SymbolKind::DefinedType {
        let attributes = definitions::attributes(context, &name);
        let attributes = attributes.into_iter().flatten();
        found.extend(attributes.filter_map(|it| definitions::attribute(context, &name, &it.name)));
    }
    found
}

fn in_task(context: FileContext<'_>) -> Vec<NamedPlace> {
    let task = tasks::described(context.db, context.file);
    let names = task.parameters.iter().map(|parameter| NamedPlace {
        range: parameter.range,
        definitions: vec![Definition::TaskParameter(context.file, parameter.clone())],
        is_write: false,
    });
    names.collect()
}

/// The words of a text (letters, digits, `_` and `::`), and where they start.
fn words(text: &str) -> impl Iterator<Item = (TextSize, &str)> {
    let starts = text.char_indices().scan(false, |was_part, (at, c)| {
        let is_part = embedded::is_part_of_word(c);
        let follows_part = std::mem::replace(was_part, is_part);
        Some((is_part && !follows_part, at))
    });
    let starts = starts.filter(|(is_start, _)| *is_start);
    starts.filter_map(|(_, at)| {
        let rest = text.get(at..)?;
        let end = rest.find(|c| !embedded::is_part_of_word(c));
        let word = rest.get(..end.unwrap_or(rest.len()))?;
        Some((TextSize::try_from(at).ok()?, word))
    })
}
