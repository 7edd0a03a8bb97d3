//! Damages real files, one token at a time, and counts what the parser still understands.
//!
//! `cargo run --release -p puppet-syntax --example mutate -- [--every N] [--show] PATH…` reads all manifests and
//! templates below the paths. In each of them, every N-th token (97 if not said) is deleted, doubled, or swapped with
//! the next one. The text must be preserved; the definitions that are still found and the errors are counted.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use puppet_syntax::ast::{AstNode, Definition};
use puppet_syntax::lexer::tokenize;
use puppet_syntax::{Entry, Parse, SyntaxKind, parse};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Damage {
    Delete,
    Double,
    Swap,
}

const DAMAGES: [Damage; 3] = [Damage::Delete, Damage::Double, Damage::Swap];

#[derive(Default)]
struct Counts {
    errors: Vec<usize>,
    expected: usize,
    found: usize,
    /// Mutants in which a definition was lost.
    losing: usize,
}

fn main() -> io::Result<()> {
    let mut every = 97;
    let mut show = false;
    let mut files = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--every" => {
                every = arguments
                    .next()
                    .and_then(|it| it.parse().ok())
                    .unwrap_or(every)
            }
            "--show" => show = true,
            path => collect(Path::new(path), &mut files)?,
        }
    }
    files.sort();
    let mut out = io::stdout().lock();
    let mut counts: BTreeMap<(Damage, String), Counts> = BTreeMap::new();
    let mut phase = 0;
    for file in &files {
        let Ok(text) = std::fs::read_to_string(file) else {
            continue;
        };
        let entry = match file.extension().is_some_and(|it| it == "epp") {
            true => Entry::Epp,
            false => Entry::Manifest,
        };
        let before = definitions(&parse(&text, entry));
        let lexed = tokenize(&text, entry);
        let tokens: Vec<usize> = (0..lexed.len())
            .filter(|it| !lexed.kind(*it).is_trivia())
            .collect();
        for (index, token) in tokens.iter().enumerate() {
            phase += 1;
            if phase % every != 0 {
                continue;
            }
            for damage in DAMAGES {
                let next = tokens.get(index + 1).copied();
                let Some(damaged) = apply(&text, &lexed, *token, next, damage) else {
                    continue;
                };
                let parsed = parse(&damaged, entry);
                assert_eq!(parsed.syntax().text(), damaged.as_str(), "text was lost");
                let kind = format!("{:?}", lexed.kind(*token));
                let count = counts.entry((damage, kind.clone())).or_default();
                let lost = count.add(&before, &parsed);
                if show && (lost > 0 || parsed.errors().len() > 2) {
                    let line = text[..usize::from(lexed.start(*token))]
                        .matches('\n')
                        .count()
                        + 1;
                    writeln!(
                        out,
                        "{}:{line}: {damage:?} {kind}: {lost} of {} lost, {} errors",
                        file.display(),
                        before.values().sum::<usize>(),
                        parsed.errors().len()
                    )?;
                }
            }
        }
    }
    for damage in DAMAGES {
        let mut all = Counts::default();
        for ((_, kind), count) in counts.iter().filter(|((it, _), _)| *it == damage) {
            writeln!(out, "  {damage:?} {kind}: {}", count.summary())?;
            all.join(count);
        }
        writeln!(out, "{damage:?}: {}", all.summary())?;
    }
    let mut all = Counts::default();
    counts.values().for_each(|it| all.join(it));
    writeln!(out, "all: {}", all.summary())
}

impl Counts {
    /// Adds a mutant; tells how many definitions were lost.
    fn add(&mut self, before: &HashMap<(SyntaxKind, String), usize>, parsed: &Parse) -> usize {
        let after = definitions(parsed);
        let expected: usize = before.values().sum();
        let found: usize = before
            .iter()
            .map(|(key, count)| (*count).min(after.get(key).copied().unwrap_or(0)))
            .sum();
        self.errors.push(parsed.errors().len());
        self.expected += expected;
        self.found += found;
        self.losing += usize::from(found < expected);
        expected - found
    }

    fn join(&mut self, other: &Counts) {
        self.errors.extend(&other.errors);
        self.expected += other.expected;
        self.found += other.found;
        self.losing += other.losing;
    }

    fn summary(&self) -> String {
        let mut errors = self.errors.clone();
        errors.sort_unstable();
        let at = |share: usize| errors.get(errors.len() * share / 100).copied().unwrap_or(0);
        format!(
            "{} mutants, definitions found {:.2} %, mutants with a loss {}, errors median {} 90 % {} 99 % {} max {}, mean {:.2}",
            errors.len(),
            100.0 * self.found as f64 / self.expected.max(1) as f64,
            self.losing,
            at(50),
            at(90),
            at(99),
            errors.last().copied().unwrap_or(0),
            errors.iter().sum::<usize>() as f64 / errors.len().max(1) as f64
        )
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        if path.extension().is_some_and(|it| it == "pp" || it == "epp") {
            files.push(path.to_owned());
        }
        return Ok(());
    }
    for item in std::fs::read_dir(path)? {
        collect(&item?.path(), files)?;
    }
    Ok(())
}

/// The definitions by kind and name.
fn definitions(parsed: &Parse) -> HashMap<(SyntaxKind, String), usize> {
    let mut result = HashMap::new();
    for definition in parsed.syntax().descendants().filter_map(Definition::cast) {
        let name = definition.name().unwrap_or_default();
        *result
            .entry((definition.syntax().kind(), name))
            .or_default() += 1;
    }
    result
}

fn apply(
    text: &str,
    lexed: &puppet_syntax::lexer::Lexed,
    token: usize,
    next: Option<usize>,
    damage: Damage,
) -> Option<String> {
    let range = std::ops::Range::<usize>::from(lexed.range(token));
    let piece = &text[range.clone()];
    Some(match damage {
        Damage::Delete => format!("{}{}", &text[..range.start], &text[range.end..]),
        Damage::Double => format!(
            "{}{piece} {piece}{}",
            &text[..range.start],
            &text[range.end..]
        ),
        Damage::Swap => {
            let other = std::ops::Range::<usize>::from(lexed.range(next?));
            format!(
                "{}{}{}{piece}{}",
                &text[..range.start],
                &text[other.clone()],
                &text[range.end..other.start],
                &text[other.end..]
            )
        }
    })
}
