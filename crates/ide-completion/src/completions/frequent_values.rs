//! Values that the module gives the same attribute in other files: owners, modes and versions are seldom new.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use puppet_db::{Db, File};
use puppet_semantic::hiera::secret_names::is_secret_name;
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::ast::{AstNode as _, Attribute, Expr};
use puppet_syntax::{SyntaxToken, nodes_of};
use puppet_text::{TextRange, TextSize};

use crate::item::{CompletionItem, CompletionKind};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::{AttributeOwner, attribute_owner};
use puppet_ide_db::syntax_ext::{self, string_of};

/// More values than these are no help.
const MOST: usize = 12;

/// So many places in the file itself are looked at, those that are nearest.
const MOST_NEAR: usize = 64;

/// Longer values are written once.
const LONGEST: usize = 48;

/// After a variable of the name of the attribute; the usual values come before other variables.
const RANK: u8 = 17;
const LAST_RANK: u8 = 20;

/// An attribute: what it belongs to, in small letters, and its name.
type OwnedAttribute = (String, String);

/// Values as they are written, with how often they are.
type ValueCounts = BTreeMap<String, u16>;

/// The values that an attribute has in other bodies of the module.
pub fn values(
    context: FileContext<'_>,
    (of, name): (&AttributeOwner, &str),
    (offset, quoted): (TextSize, bool),
) -> Vec<CompletionItem> {
    let Some(key) = key(of, name).filter(|_| !is_secret_name(name)) else {
        return Vec::new();
    };
    let mut counts = near(context.db, context.file, &key, offset);
    for (value, count) in of_others(context.db, context.file)
        .get(&key)
        .into_iter()
        .flatten()
    {
        *counts.entry(value.clone()).or_default() += count;
    }
    let mut counts: Vec<(String, u16)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    let labels = counts.into_iter().filter_map(|(value, _)| match quoted {
        true => value
            .strip_prefix('\'')?
            .strip_suffix('\'')
            .map(str::to_owned),
        false => Some(value),
    });
    let item = |(label, rank)| CompletionItem::new(label, CompletionKind::Value).rank(rank);
    let ranks = (RANK..LAST_RANK).chain(std::iter::repeat(LAST_RANK));
    labels.take(MOST).zip(ranks).map(item).collect()
}

fn key(of: &AttributeOwner, name: &str) -> Option<OwnedAttribute> {
    let of = match of {
        AttributeOwner::ResourceType(of) | AttributeOwner::Class(of) => of,
        AttributeOwner::Template(_) | AttributeOwner::Plan(_) => return None,
    };
    Some((of.to_lowercase(), name.to_owned()))
}

/// The values in the file itself, by its text: only what is near counts, so that a long file takes no longer.
fn near(db: &dyn Db, file: File, key: &OwnedAttribute, offset: TextSize) -> ValueCounts {
    let text = file.text(db);
    let places =
        puppet_text::word_offsets(text, &key.1).filter_map(|at| TextSize::try_from(at).ok());
    let mut places: Vec<TextSize> = places.collect();
    places.sort_by_key(|at| u32::from(*at).abs_diff(offset.into()));
    places.truncate(MOST_NEAR);
    places.sort_unstable();
    let tokens = syntax_ext::tokens_at_places(&syntax_ext::root(db, file), &places);
    let attributes = tokens.iter().filter_map(named_by);
    let is_here = |it: &Attribute| {
        let range: TextRange = it.syntax().text_range();
        range.contains_inclusive(offset)
    };
    let mut counts = ValueCounts::new();
    for attribute in attributes.filter(|it| !is_here(it)) {
        if of_attribute(&attribute).as_ref() == Some(key) {
            count(&attribute, &mut counts);
        }
    }
    counts
}

/// The attribute whose name a token is.
fn named_by(token: &SyntaxToken) -> Option<Attribute> {
    let attribute = Attribute::cast(token.parent()?.parent()?)?;
    (attribute.attribute_name()?.token()? == *token).then_some(attribute)
}

fn of_attribute(attribute: &Attribute) -> Option<OwnedAttribute> {
    let of = attribute_owner(&attribute.syntax().parent()?)?;
    key(&of, attribute.attribute_name()?.token()?.text())
}

/// Counts the value of an attribute, or the elements of a list.
fn count(attribute: &Attribute, counts: &mut ValueCounts) {
    let values = match attribute.value() {
        Some(Expr::ListExpr(list)) => list.elements().collect(),
        value => Vec::from_iter(value),
    };
    for value in values.iter().filter_map(written) {
        *counts.entry(value).or_default() += 1;
    }
}

/// A text or a number as it is written, with simple quotes.
fn written(value: &Expr) -> Option<String> {
    let written = match value {
        Expr::StringExpr(_) => format!("'{}'", string_of(value)?.0),
        Expr::NumberExpr(number) => number.syntax().text().to_string().trim().to_owned(),
        _ => return None,
    };
    let is_plain = !written.trim_matches('\'').contains(['\'', '\\', '\n', ' ']);
    (is_plain && (3..LONGEST).contains(&written.len())).then_some(written)
}

/// Reads the other files of a file's module.
pub fn prefetch(db: &dyn Db, file: File) {
    drop(of_others(db, file));
}

/// What the other files of the module give to attributes.
#[salsa::tracked(returns(clone), lru = 8)]
fn of_others(db: &dyn Db, file: File) -> Arc<BTreeMap<OwnedAttribute, ValueCounts>> {
    let mut all = BTreeMap::<OwnedAttribute, ValueCounts>::new();
    let module = owner(db, file).and_then(|it| it.module);
    let files = module.map(|it| it.files(db).iter()).into_iter().flatten();
    for other in files.filter(|it| **it != file && it.kind(db).is_puppet()) {
        for (key, counts) in &*of_file(db, *other) {
            let known = all.entry(key.clone()).or_default();
            for (value, count) in counts {
                *known.entry(value.clone()).or_default() += count;
            }
        }
    }
    Arc::new(all)
}

#[salsa::tracked(returns(clone), lru = 512)]
fn of_file(db: &dyn Db, file: File) -> Arc<BTreeMap<OwnedAttribute, ValueCounts>> {
    let mut all = BTreeMap::<OwnedAttribute, ValueCounts>::new();
    let nodes = nodes_of(&syntax_ext::root(db, file), Attribute::can_cast);
    for attribute in nodes.into_iter().filter_map(Attribute::cast) {
        let mut counts = ValueCounts::new();
        count(&attribute, &mut counts);
        if let Some(key) = of_attribute(&attribute).filter(|_| !counts.is_empty()) {
            let known = all.entry(key).or_default();
            for (value, count) in counts {
                *known.entry(value).or_default() += count;
            }
        }
    }
    Arc::new(all)
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::cursor;

    fn of(code: &str) -> String {
        let (analysis, position) = cursor(&format!(
            "#- /environment.conf\n\
             #- /modules/web/manifests/a.pp\nclass web::a {{\n  file {{ '/a': mode => '0640', owner => \"www\" }}\n  \
             file {{ '/b': mode => '0640' }}\n  file {{ '/c': mode => '0600' }}\n  \
             exec {{ 'x': timeout => 300, path => ['/bin', '/sbin'] }}\n  user {{ 'a': password => 'geheim' }}\n}}\n\
             #- /modules/other/manifests/a.pp\nclass other::a {{ file {{ '/a': mode => '0777' }} }}\n\
             #- /modules/web/manifests/b.pp\nclass web::b($mode, $other) {{\n{code}\n}}\n"
        ));
        let items = analysis.completion(position).expect("not cancelled").items;
        let labels = items.into_iter().map(|item| item.label).take(3);
        labels.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn values_from_other_files_of_the_module() {
        assert_eq!(of("file { '/x': mode => '$0' }"), "0640 0600");
        assert_eq!(of("file { '/x': mode => $0 }"), "$mode '0640' '0600'");
        assert_eq!(of("File { owner => '$0' }"), "www");
        assert_eq!(
            of("exec { 'y': timeout => $0 }").split(' ').next(),
            Some("300")
        );
        assert_eq!(of("exec { 'y': path => ['/bin', '$0'] }"), "/bin /sbin");
        assert_eq!(of("user { 'y': password => '$0' }"), "");
        assert_eq!(of("web::x { 'y': mode => '$0' }"), "");
        // Of the file itself, without what is being typed.
        assert_eq!(
            of("file { '/x': mode => '0$0' }\nfile { '/y': mode => '0111' }"),
            "0640 0111 0600"
        );
        // Incomplete.
        assert_eq!(of("file { '/x':\n  mode => '06$0\n}"), "0640 0600");
    }
}
