//! The cost of a keystroke in a long manifest: parsing and lowering it again, on one thread.
//!
//! `PUPPET_MANIFEST` names the manifest (default: the longest of Debian's modules). A line is typed letter by letter
//! before the statement in its middle (or that on the line `PUPPET_LINE`), and taken away again; the fastest turn of each
//! keystroke counts. `cargo bench -p puppet-hir --bench typing -- once` makes one turn only: for tools that count
//! instructions, each keystroke is one call of `keystroke`.

#![expect(clippy::print_stdout, reason = "the report of a benchmark")]

use std::time::{Duration, Instant};
use std::{env, fs};

use puppet_hir::{Statements, relower};
use puppet_syntax::{Parse, ParseOptions, parse_with, reparse};

/// The allocator of the product.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const TURNS: usize = 5;

/// What is typed: braces and brackets, strings, a resource, a condition.
const LINES: [&str; 5] = [
    "$typed = [1, 2].map |$x| { $x + 1 } ",
    "if $typed == 'a' { include b } ",
    "file { '/a': ensure => file } ",
    "$hash = { 'a' => { 'b' => 1 } } ",
    "notice(\"${typed} and ${hash['a']}\") ",
];

fn main() {
    let path = env::var("PUPPET_MANIFEST")
        .unwrap_or_else(|_| "/usr/share/puppet/modules/oci/manifests/controller.pp".into());
    let text = fs::read_to_string(&path)
        .unwrap_or_else(|_| format!("class x {{\n{}}}\n", "  include some::class\n".repeat(7000)));
    let turns = match env::args().any(|argument| argument == "once") {
        true => 1,
        false => TURNS,
    };
    println!("{path}: {} lines", text.lines().count());
    for line in LINES {
        report(line, &type_and_delete(&text, line, turns));
    }
}

/// The text after each keystroke.
fn texts(text: &str, line: &str) -> Vec<String> {
    let number = env::var("PUPPET_LINE").ok().and_then(|it| it.parse().ok());
    let at = match number {
        Some(number) => statement_on(text, number),
        None => statement_after_the_middle(text),
    };
    let typed = (0..=line.len()).map(|len| {
        let mut new = text.to_owned();
        new.insert_str(at, line.get(..len).unwrap_or(line));
        new
    });
    let mut texts: Vec<String> = typed.collect();
    let deleted: Vec<String> = texts.iter().rev().skip(1).cloned().collect();
    texts.extend(deleted);
    texts
}

fn statement_after_the_middle(text: &str) -> usize {
    let middle = text.len() / 2;
    let at = text.get(middle..).and_then(|rest| rest.find("\n\n  "));
    at.map_or(0, |at| middle + at + 4)
}

/// Where the code on a line starts; lines are counted from 1.
fn statement_on(text: &str, line: usize) -> usize {
    let before = text.split_inclusive('\n').take(line.saturating_sub(1));
    let start = before.map(str::len).sum();
    let rest = text.get(start..).unwrap_or_default();
    start + rest.len() - rest.trim_start().len()
}

struct Keystroke {
    time: Duration,
    is_whole: bool,
}

fn type_and_delete(text: &str, line: &str, turns: usize) -> Vec<Keystroke> {
    let texts = texts(text, line);
    let mut strokes: Vec<Keystroke> = Vec::new();
    for turn in 0..turns {
        let mut session = Session::new(text);
        for (index, new) in texts.iter().skip(1).enumerate() {
            let start = Instant::now();
            let is_whole = session.keystroke(new);
            let time = start.elapsed();
            match strokes.get_mut(index) {
                Some(stroke) => stroke.time = stroke.time.min(time),
                None => strokes.push(Keystroke { time, is_whole }),
            }
        }
        assert_eq!(
            session.parse,
            parse_with(text, ParseOptions::default()),
            "turn {turn}"
        );
    }
    strokes
}

/// What is known of the text before.
struct Session {
    text: String,
    parse: Parse,
    statements: Statements,
}

impl Session {
    fn new(text: &str) -> Self {
        let parse = parse_with(text, ParseOptions::default());
        let (_, _, statements) = relower(&parse, &Statements::default());
        Self {
            text: text.to_owned(),
            parse,
            statements,
        }
    }

    /// Reads and lowers a changed text; returns whether all of it was read.
    #[inline(never)]
    fn keystroke(&mut self, new: &str) -> bool {
        let options = ParseOptions::default();
        let part = reparse(&self.parse, &self.text, new, options);
        let is_whole = part.is_none();
        let parse = part.unwrap_or_else(|| parse_with(new, options));
        let (_, _, statements) = relower(&parse, &self.statements);
        *self = Self {
            text: new.to_owned(),
            parse,
            statements,
        };
        is_whole
    }
}

fn report(line: &str, strokes: &[Keystroke]) {
    let mut times: Vec<Duration> = strokes.iter().map(|stroke| stroke.time).collect();
    times.sort_unstable();
    let at = |index: usize| times.get(index).copied().unwrap_or_default().as_secs_f64() * 1e3;
    let whole = strokes.iter().filter(|stroke| stroke.is_whole).count();
    println!(
        "{line:40} {:3} keystrokes, {whole:2} of them read all; median {:6.2} ms, worst {:6.2} ms",
        times.len(),
        at(times.len() / 2),
        at(times.len().saturating_sub(1)),
    );
}
