//! Titles that code writes and that are like one that it does not.

use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_hir::model::Expr;
use puppet_text::{MOST_NAMES, closest_within, differs_by_a_letter, typo_of};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::catalog::closure::CatalogClosure;
use crate::catalog::written_titles::WrittenTitles;
use puppet_semantic::index::item_tree::{Item, body};

/// Shorter titles may be like others by chance.
pub const SHORTEST_TYPO: usize = 8;

/// The resource that is meant by one of a type (in lower case) with a title that no code writes.
pub fn similar_resource<'t>(
    db: &dyn Db,
    environment: Environment,
    titles: &'t WrittenTitles,
    bodies: &CatalogClosure,
    (ty, title): (&'t str, &'t str),
) -> Option<(&'t str, &'t str)> {
    let is_once = || {
        let mentions = bodies.items.iter().map(|item| {
            let of_item = mentions(db, environment, *item);
            of_item.get(title).copied().unwrap_or_default()
        });
        mentions.sum::<usize>() == 1
    };
    let similar = similar(titles, ty, title, is_once).map(|similar| (ty, similar));
    similar.or_else(|| Some((other_type(titles, ty, title)?, title)))
}

/// How often a body writes each text.
#[salsa::tracked(returns(clone))]
fn mentions(db: &dyn Db, environment: Environment, item: Item) -> Arc<FxHashMap<SmolStr, usize>> {
    // The environment is part of the key only because queries need two parts.
    let _ = environment;
    let mut mentions = FxHashMap::default();
    for (_, expr) in body(db, item).exprs() {
        if let Expr::LiteralString(text) | Expr::QualifiedName(text) = expr {
            *mentions.entry(text.clone()).or_default() += 1;
        }
    }
    Arc::new(mentions)
}

/// The title of the same type that is misspelled. Paths that differ in a letter are often those of two files, and only
/// commands have titles that are made up: there, a word less is a mistake. Neither is if it is written again and again.
fn similar<'t>(
    titles: &'t WrittenTitles,
    ty: &str,
    title: &str,
    is_once: impl Fn() -> bool,
) -> Option<&'t str> {
    let is_like = |other: &&str| match ty {
        "file" => differs_in_last_name(title, other) && is_once(),
        "exec" => differs_by_a_letter(title, other) || lacks_a_word(title, other) && is_once(),
        _ => differs_by_a_letter(title, other) || is_misspelled(title, other) && is_once(),
    };
    let titles = titles.titles(ty)?;
    if titles.len() > MOST_NAMES {
        return None;
    }
    let mut titles = titles.iter().map(SmolStr::as_str);
    typo_of(title, titles.clone()).or_else(|| titles.find(is_like))
}

/// Whether two titles differ by one letter or sign, and not by a digit or a short word.
fn is_misspelled(title: &str, other: &str) -> bool {
    let digits = |text: &'_ str| {
        text.chars()
            .filter(char::is_ascii_digit)
            .collect::<String>()
    };
    let words = |text: &'_ str| words(text).into_iter();
    title.chars().next() == other.chars().next()
        && closest_within(title, [other], 1).is_some()
        && digits(title) == digits(other)
        && words(title)
            .zip(words(other))
            .all(|(word, other)| word == other || word.len().min(other.len()) > 3)
}

/// The words of a title, in small letters.
fn words(title: &str) -> Vec<String> {
    let words = title.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|it| !it.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Whether two paths are in the same folder, and their last names differ by a letter.
fn differs_in_last_name(path: &str, other: &str) -> bool {
    let names = path.rsplit_once('/').zip(other.rsplit_once('/'));
    names.is_some_and(|((folder, name), (other_folder, other_name))| {
        folder == other_folder && differs_by_a_letter(name, other_name)
    })
}

/// Whether a title of two words or more is another one without one of its words.
fn lacks_a_word(title: &str, other: &str) -> bool {
    let (title, other) = (words(title), words(other));
    let without = |left_out: usize| {
        let kept = other
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != left_out);
        kept.map(|(_, word)| word).eq(&title)
    };
    title.len() > 1 && (0..other.len()).any(without)
}

/// The type of a resource under the same title, if the title is a text or a name with a namespace, as those of commands are.
fn other_type<'t>(titles: &'t WrittenTitles, ty: &str, title: &str) -> Option<&'t str> {
    let is_own = title.contains(' ') || title.contains("::");
    let mut others = ["exec", "service", "package", "file"].into_iter();
    others.find(|other| {
        let titles = titles.titles(other);
        is_own && *other != ty && titles.is_some_and(|titles| titles.contains(title))
    })
}
