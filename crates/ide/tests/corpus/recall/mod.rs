//! Completion proposes what real code says, and signature help is about what it calls.
//!
//! At places of many kinds the word that stands there is taken away: wholly, but for its first two letters, and together
//! with the rest of its line. `PUPPET_RECALL` says at how many places of each kind (8), or is `all`; other numbers than
//! the usual one look at all modules. What is found is printed: `cargo test -p puppet-ide recall -- --nocapture`.

#![expect(clippy::print_stdout, reason = "what is measured is printed")]

mod corpus;
mod floors;
mod help;
mod places;
mod syntax;
mod tally;
mod values;

use std::collections::{BTreeMap, HashSet};
use std::env;
use std::time::Instant;

use puppet_ide::{TextRange, TextSize};
use puppet_ide_completion::{Completion, CompletionItem};
use puppet_ide_db::position::FilePosition;

use crate::modules::{folders, number};
use corpus::Corpus;
use places::{Place, places_of};
use tally::{Answer, Tally};

/// At how many places of each kind something is asked in the usual run.
const USUAL: usize = 8;

/// What is taken away of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Taken {
    Word,
    AllButTwoLetters,
    RestOfLine,
}

impl Taken {
    const ALL: [Self; 3] = [Self::Word, Self::AllButTwoLetters, Self::RestOfLine];

    /// The text without it, and where the cursor is then; `None` if nothing is left to propose.
    fn apply(self, text: &str, word: TextRange) -> Option<(String, TextSize)> {
        let (start, end) = (usize::from(word.start()), usize::from(word.end()));
        let cursor = match self {
            Self::AllButTwoLetters => text[start..end]
                .char_indices()
                .nth(2)
                .map(|(at, _)| start + at)?,
            Self::Word | Self::RestOfLine => start,
        };
        let end = match self {
            Self::RestOfLine => text[end..].find('\n').map_or(text.len(), |at| end + at),
            _ => end,
        };
        let text = format!("{}{}", &text[..cursor], &text[end..]);
        Some((text, TextSize::try_from(cursor).ok()?))
    }
}

/// How many places of a kind are looked at; the usual number, or all of them.
fn wanted() -> (usize, bool) {
    match env::var("PUPPET_RECALL").as_deref() {
        Ok("all") => (usize::MAX, true),
        Ok(_) => (number("PUPPET_RECALL", USUAL), true),
        Err(_) => (USUAL, false),
    }
}

#[test]
fn what_was_written_is_proposed() {
    if folders().is_empty() {
        return;
    }
    let (count, all) = wanted();
    let mut corpus = Corpus::new(all);
    let mut tally = Tally::default();
    for (path, places) in sampled(places_of(&corpus), count) {
        let text = corpus.texts[&path].clone();
        for place in places {
            for taken in Taken::ALL {
                ask(&mut corpus, &path, &text, &place, taken, &mut tally);
            }
        }
        corpus.set_text(&path, &text);
    }
    print!("{tally}");
    floors::check(&tally, &floors::COMPLETION);
}

/// At most so many places of each kind, evenly spread over the files.
fn sampled(all: Vec<(String, Vec<Place>)>, count: usize) -> Vec<(String, Vec<Place>)> {
    let of_kind = |kind: &str| {
        let places = all.iter().flat_map(|(_, places)| places);
        places.filter(|it| it.kind == kind).count()
    };
    let mut steps = BTreeMap::<&str, (usize, usize)>::new();
    for (_, places) in &all {
        for place in places {
            let step = || of_kind(place.kind).div_ceil(count).max(1);
            steps.entry(place.kind).or_insert_with(|| (step(), 0));
        }
    }
    let mut chosen = all;
    for (_, places) in &mut chosen {
        places.retain(|place| {
            let (step, seen) = steps.get_mut(place.kind).expect("counted");
            *seen += 1;
            (*seen - 1).is_multiple_of(*step)
        });
    }
    chosen.retain(|(_, places)| !places.is_empty());
    chosen
}

fn ask(
    corpus: &mut Corpus,
    path: &str,
    text: &str,
    place: &Place,
    taken: Taken,
    tally: &mut Tally,
) {
    let Some((changed, offset)) = taken.apply(text, place.word) else {
        return;
    };
    corpus.set_text(path, &changed);
    let analysis = corpus.host.analysis();
    let file = corpus.file(path);
    let start = Instant::now();
    let completion = analysis.completion(FilePosition { file, offset });
    let time = start.elapsed();
    let completion = completion.expect("not cancelled");
    assert_different(&completion, path, offset);
    let of_any_case = place.kind.starts_with("what facts are");
    let rank = rank(&completion, text, place.word, of_any_case);
    let word = &text[place.word];
    show_missed(place.kind, rank, || {
        let line = text[..usize::from(place.word.start())]
            .matches('\n')
            .count()
            + 1;
        format!("{path}:{line}: {taken:?}: {word}")
    });
    let size = completion.items.len();
    tally.add(place.kind, taken, Answer { rank, size, time });
}

/// Prints what is not found, if `PUPPET_RECALL_MISSED` is set.
fn show_missed(kind: &str, rank: Option<usize>, shown: impl Fn() -> String) {
    if rank.is_none() && env::var_os("PUPPET_RECALL_MISSED").is_some() {
        println!("missed: {kind}: {}", shown());
    }
}

/// The place in the list of a completion item that makes the text as it was.
fn rank(completion: &Completion, text: &str, word: TextRange, of_any_case: bool) -> Option<usize> {
    let start = completion.replace.start().min(word.start());
    let written = without_quotes(&text[TextRange::new(start, word.end())]);
    let before = &text[TextRange::new(start, completion.replace.start())];
    let makes_it = |item: &CompletionItem| {
        let inserted = item.insert.as_ref().unwrap_or(&item.label);
        let inserted = without_quotes(before) + &without_quotes(inserted);
        inserted == written
            || of_any_case && inserted.eq_ignore_ascii_case(&written)
            || as_old_fact(&inserted).is_some_and(|it| it == written)
    };
    completion.items.iter().position(makes_it)
}

/// Nothing is proposed twice.
fn assert_different(completion: &Completion, path: &str, offset: TextSize) {
    let mut seen = HashSet::new();
    for item in &completion.items {
        let is_new = seen.insert((&item.label, item.kind));
        assert!(is_new, "{} twice in {path} at {offset:?}", item.label);
    }
}

/// A fact as it was written of old.
fn as_old_fact(inserted: &str) -> Option<String> {
    let (sign, key) = inserted.split_once("facts[")?;
    Some(format!("{sign}{}", key.strip_suffix(']')?))
}

/// Both kinds of quotes are right.
fn without_quotes(text: &str) -> String {
    text.replace(['\'', '"'], "")
}
