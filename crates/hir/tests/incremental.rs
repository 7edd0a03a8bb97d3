//! Lowering again after an edit: the model of a text is the same, whatever was lowered before.

use proptest::prelude::*;
use puppet_hir::{Statements, lower, relower};
use puppet_syntax::{Parse, ParseOptions, parse_with, reparse};

const OPTIONS: ParseOptions = ParseOptions {
    entry: puppet_syntax::Entry::Manifest,
    keywords: puppet_syntax::Keywords::Manifest,
};

const TEXT: &str = r#"# About it.
class web (
  Integer $port = 80,
) inherits web::params {
  $root = '/srv' # where
  if $port == 80 {
    include web::plain
    notice("${port} [${root}]", 'x')
  } else {
    fail 'no'
  }

  case $root {
    /^\/srv/, 'x': { $y = [1, 2, { a => 1 }] }
    default: { $y = [] }
  }
  class inner { notice 'inner' }
  # Some of them.
  $y.each |$it| { notice $it }
  (1 + 2).notice

  File['/a'] { owner => root }
  @service { 'web': ensure => running }
  warning 'a', 'b'
}

define web::x($a) { notice $a }

include web
include web
"#;

const HEREDOCS: &str = r#"class web (
  String $a = @(A),
    of $a
    A
  $b = 1,
) {
  $x = @("X")
    a ${b} and ${f(@(Z))} line
    | X

  include a
  notice(@(X), @("Y"))
    one
    X
    two ${a['k']}
    | Y
  include b

  file { '/a':
    content => @(X), # with
    three
    X
    ensure => file,
  }
  include c
  class inner { notice @(X)
  four
  X
  }
}
function f($p = @(X)) { $p
  five
  X
}
"#;

/// Edits a text as an editor does; gives the tree and the statements of each text.
struct Session {
    text: String,
    parse: Parse,
    statements: Statements,
}

impl Session {
    fn new(text: &str) -> Self {
        let parse = parse_with(text, OPTIONS);
        let (_, _, statements) = relower(&parse, &Statements::default());
        Self {
            text: text.to_owned(),
            parse,
            statements,
        }
    }

    /// Changes the text, and compares. Gives how many groups were taken over, and how many were not.
    fn change(&mut self, new: String) -> (usize, usize) {
        let parse = reparse(&self.parse, &self.text, &new, OPTIONS);
        let parse = parse.unwrap_or_else(|| parse_with(&new, OPTIONS));
        let (program, map, statements) = relower(&parse, &self.statements);
        // What the tree of an edited tag is concerns the tests of `reparse`.
        let (fresh, fresh_map) = match parse.has_heredocs() {
            true => lower(&parse),
            false => lower(&parse_with(&new, OPTIONS)),
        };
        assert!(
            (&program, &map) == (&fresh, &fresh_map),
            "from\n{}\nto\n{new}",
            self.text
        );
        let shared = statements.shared_with(&self.statements);
        let other = statements.len() - shared;
        *self = Self {
            text: new,
            parse,
            statements,
        };
        (shared, other)
    }
}

#[test]
fn typing_in_one_statement_keeps_the_chunks_of_all_others() {
    let statement = "  file { '/a':\n    ensure => file,\n  }\n\n";
    let text = format!("class x {{\n{}}}\n", statement.repeat(200));
    let at = text.len() / 2 - text.len() / 2 % statement.len();
    let at = text
        .get(..at)
        .and_then(|it| it.rfind("  file"))
        .expect("a statement");
    let mut session = Session::new(&text);
    let mut lowered = Vec::new();
    for (index, letter) in "  $a = [1, 2] ".char_indices() {
        let mut new = session.text.clone();
        new.insert(at + index, letter);
        lowered.push(session.change(new).1);
    }
    // What is open changes the tree after it; a new statement moves no ids but those of its chunk.
    lowered.sort_unstable();
    assert!(
        lowered.iter().filter(|it| **it <= 2).count() >= 8,
        "{lowered:?}"
    );
}

#[test]
fn heredocs_keep_no_chunks_from_being_taken_over() {
    let heredoc = |number: usize| {
        let text = "  a line with ${x} in it\n".repeat(number * 3);
        format!("  file {{ '/h{number}':\n    content => @(\"X\"),\n{text}  | X\n  }}\n\n")
    };
    let after = "  notice @(Y) # two\n    it\n    | Y\n\n";
    let statements: String = (0..60)
        .map(|it| statement(it) + &heredoc(it) + after)
        .collect();
    let mut session = Session::new(&format!("class x {{\n{statements}}}\n"));
    let at = session.text.find("file { '/30'").expect("a statement");
    for letters in 1..12 {
        let mut new = session.text.clone();
        let typed = "include abc ";
        new.insert_str(at + letters - 1, &typed[letters - 1..letters]);
        let (shared, lowered) = session.change(new);
        assert!(shared > 120 && lowered < 30, "{lowered} of {shared}");
    }
}

/// How many chunks of the longest body of a text are not chunks of the one of another text.
fn moved(from: &str, to: &str) -> usize {
    let chunks = |text: &str| {
        let (program, _) = lower(&parse_with(text, OPTIONS));
        let bodies = program.bodies().map(|(_, body)| body.chunks().to_vec());
        bodies.max_by_key(Vec::len).unwrap_or_default()
    };
    let from = chunks(from);
    let to = chunks(to);
    to.iter().filter(|chunk| !from.contains(chunk)).count()
}

/// Statements of several lengths.
fn statement(number: usize) -> String {
    let count = if number % 11 == 5 { 40 } else { 1 + number % 4 };
    let attributes = "    mode => '0644',\n".repeat(count);
    format!("  file {{ '/{number}':\n{attributes}  }}\n\n")
}

#[test]
fn a_new_statement_moves_few_ids_of_others() {
    let statements: String = (0..200).map(statement).collect();
    let text = format!("class x(\n  $a = 1,\n  $b = [2],\n) {{\n{statements}}}\n");
    for typed in ["include a\n  ", "include a ", "include a\n\n  "] {
        let all_moved = (0..200).step_by(7).map(|number| {
            let statement = statement(number);
            let typed = statement.replacen("  ", &format!("  {typed}"), 1);
            moved(&text, &text.replace(&statement, &typed))
        });
        let mut all_moved: Vec<_> = all_moved.collect();
        all_moved.sort_unstable();
        let (median, most) = (all_moved.get(14), all_moved.last());
        assert!(
            median < Some(&12) && most < Some(&40),
            "{typed}: {all_moved:?}"
        );
    }
}

#[test]
fn a_new_parameter_moves_few_ids_of_statements() {
    let parameters: String = (0..100).map(|it| format!("  $p{it} = undef,\n")).collect();
    let statements: String = (0..80).map(statement).collect();
    let text = format!("class x(\n{parameters}) {{\n{statements}}}\n");
    for number in (0..100).step_by(9) {
        let place = format!("  $p{number} =");
        let new = format!("  $q{number} = [],\n{place}");
        let moved = moved(&text, &text.replace(&place, &new));
        assert!(moved < 40, "{moved} at {number}");
    }
}

#[test]
fn a_manifest_that_moves_as_a_whole_keeps_its_chunks() {
    let mut session = Session::new("class x {\n  include a\n\n  include b\n}\n");
    let moved = format!("# About x.\n{}", session.text);
    let parse = parse_with(&moved, OPTIONS);
    let (_, map, _) = relower(&parse, &session.statements);
    assert_eq!(map.start(puppet_hir::BodyId(1)), 11.into());
    let _ = session.change(moved);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_model_is_that_of_the_whole_text(
        edits in prop::collection::vec(
            (
                any::<prop::sample::Index>(),
                0_usize..4,
                prop::sample::select(vec![
                    "", "", " ", "\n", "\n\n", "x", "$", "'", "\"", "{", "}", "[", "]", "(", ")", ",", "=>", "=", "#",
                    "@(X)", "@(\"Y\")", "\n X\n", "\n | Y\n", "if", "include x\n", "{ 'a': b => c }", "\n[1]", "?", "::", "+", "class y { }\n",
                    "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]\n", "-> ", ";", "f(1) |$x| { 2 }", ".",
                ]),
            ),
            1..12,
        ),
        has_heredocs in any::<bool>(),
        goes_back in any::<bool>(),
    ) {
        let text = if has_heredocs { HEREDOCS } else { TEXT };
        let mut session = Session::new(text);
        for (place, removed, put) in edits {
            let start = place.index(session.text.len());
            let end = (start + removed).min(session.text.len());
            let mut new = session.text.clone();
            new.replace_range(start..end, put);
            let old = session.text.clone();
            session.change(new.clone());
            if goes_back {
                session.change(old);
                session.change(new);
            }
        }
    }
}
