//! A tree that was read in part equals one that was read as a whole.

use proptest::prelude::*;
use puppet_text::{TextRange, TextSize};

use crate::incremental::region::{Neighbours, Region};
use crate::incremental::reparse::{block_around, reparse};
use crate::{Entry, Keywords, Parse, ParseOptions, parse_with};

const OPTIONS: ParseOptions = ParseOptions {
    entry: Entry::Manifest,
    keywords: Keywords::Manifest,
};

const TEXT: &str = r#"# About it.
class web (
  Integer $port = 80,
) inherits web::params {
  $root = '/srv' # where
  if $port == 80 {
    include web::plain
    notice("${port} [${root}]", 'x')
  } elsif $port > 1 {
    file { '/a':
      ensure => file,
      mode   => '0644';
      ['/b', '/c']: ensure => absent,
    }
  } else {
    fail 'no'
  }
  case $root {
    /^\/srv/, 'x': { $y = [1, 2, { a => 1 }] }
    default: { $y = [] }
  }
  $y.each |$it| {
    notice "${ $it + 1 } ${ 'x' }"
    notice(1 / 2, $it ? { 1 => a, default => b })
  }
  (1 + 2).notice
  [1, 2].map |$x| { $x + 1 }
  File <| title == '/a' |> -> Service['web']
  File['/a'] { owner => root }
  unless $root { warning 'a', 'b' }
  service { 'web': ensure => running }
}
define web::x($a) { notice $a }
"#;

/// A text that is edited.
struct Session {
    text: String,
    parse: Parse,
    /// How often all of it was read.
    whole: usize,
}

impl Session {
    fn new(text: &str) -> Session {
        Session {
            text: text.to_owned(),
            parse: parse_with(text, OPTIONS),
            whole: 0,
        }
    }

    /// Reads a changed text both ways, and compares.
    fn change(&mut self, new: String) {
        let fresh = parse_with(&new, OPTIONS);
        let part = reparse(&self.parse, &self.text, &new, OPTIONS);
        if let Some(read) = &part {
            let text = read.syntax().text() == new.as_str();
            let stops = read.stop() == fresh.stop() && read.is_refused() == fresh.is_refused();
            assert!(
                text && stops && *read == fresh,
                "from\n{}\nto\n{new}\nDIFFERENCE\n{}",
                self.text,
                difference(read, &fresh)
            );
        }
        self.whole += usize::from(part.is_none());
        self.parse = part.unwrap_or(fresh);
        self.text = new;
    }
}

/// What is different in two trees of a text.
fn difference(read: &Parse, fresh: &Parse) -> String {
    let dump = |parse: &Parse| {
        let (tree, facts) = (parse.syntax(), parse.facts());
        let numbers = (
            facts.is_legible,
            facts.open_braces,
            facts.open_parentheses,
            facts.heredocs,
        );
        format!(
            "{numbers:?}\n{:?}\n{:#?}\n{tree:#?}",
            parse.stop(),
            parse.errors()
        )
    };
    let (read, fresh) = (dump(read), dump(fresh));
    let lines = read.lines().zip(fresh.lines());
    let same = lines.take_while(|(one, other)| one == other).count();
    let rest = |dump: &str| {
        dump.lines()
            .skip(same.saturating_sub(3))
            .take(9)
            .collect::<Vec<_>>()
            .join("\n")
    };
    format!(
        "read again:\n{}\nas a whole:\n{}",
        rest(&read),
        rest(&fresh)
    )
}

/// Types a text at a place, letter by letter, and takes it away again; how often all of the text was read.
fn type_in(text: &str, at: usize, typed: &str) -> usize {
    let mut session = Session::new(text);
    for (index, letter) in typed.char_indices() {
        let mut new = session.text.clone();
        new.insert(at + index, letter);
        session.change(new);
    }
    for (index, _) in typed.char_indices().rev() {
        let mut new = session.text.clone();
        new.remove(at + index);
        session.change(new);
    }
    session.whole
}

/// A long class with other definitions around it: [`TEXT`] with its statements several times, and heredocs.
fn long_text() -> String {
    let (start, end) = (TEXT.find("  if $port"), TEXT.find("}\ndefine"));
    let (start, end) = (start.expect("in the text"), end.expect("in the text"));
    let statements = TEXT
        .get(start..end)
        .expect("in the text")
        .replace("1 / 2", "1 * 2");
    let heredoc = "  $long = @(\"END\")\n    some ${text} {\n    | END\n  file { '/c': content => @(X), mode => '1' }\n  {\n X\n";
    let middle = format!("{statements}\n{heredoc}\n").repeat(4);
    let (before, after) = (TEXT.get(..start), TEXT.get(end..));
    let (before, after) = (before.expect("in the text"), after.expect("in the text"));
    format!("{before}{middle}  # here\n\n{statements}{after}class last {{ include web }}\n")
}

/// [`long_text`] with an empty line in its middle, and the end of that line.
fn with_empty_line() -> (String, usize) {
    let text = long_text();
    let place = text.find("\n\n  if $port").expect("in the text") + 1;
    let (before, after) = text.split_at(place);
    (format!("{before}  \n{after}"), place + 2)
}

#[test]
fn typing_reads_the_statements_around_it_only() {
    let (text, at) = with_empty_line();
    let count = |typed: &'static str| (typed, type_in(&text, at, typed));
    // How often all of the text is read.
    let cases = [
        "$a = [1, 2] + f($x) ",
        "include web::other ",
        "if $a { } elsif $b { } else { } ",
        "$typed = [1, 2].map |$x| { $x + 1 } ",
        "$a.each |$k, $v| { file { $k: ensure => $v } } ",
        "$a = { b => { c => 1 }, d => [{ }] } ",
        "class { a: b => 2; c: } ",
        "File[a] { b => 1 } ",
        "create_resources(foo, { a => { b => c } }) ",
        "$a ? { 1 => { }, default => 2 } ",
        "Foo<| a == b |> { c => d } ",
        "$a = 1 / 0x2 # { [ ",
        "case $x { 1: { } } ",
    ];
    let whole = cases.map(count);
    assert_eq!(whole, cases.map(|typed| (typed, 0)));
    // What a quote, a heredoc or a `/` without its end takes in is only known at the end of the text.
    let whole = ["$a = 'b' ", "$a = \"b${c}\" ", "$a = @(E) ", "$a =~ /b/ "].map(count);
    let expected = [
        ("$a = 'b' ", 6),
        ("$a = \"b${c}\" ", 14),
        ("$a = @(E) ", 8),
        ("$a =~ /b/ ", 6),
    ];
    assert_eq!(whole, expected);
}

#[test]
fn an_error_outside_is_no_hindrance() {
    let (text, at) = with_empty_line();
    let with = |place: Option<usize>, error: &str| {
        let (before, after) = text.split_at(place.expect("in the text"));
        format!("{before}{error}{after}")
    };
    let typed = "$a = [b].map |$d| { $d }";
    let counts = [
        "  foo(1\n",
        "  $b = +\n",
        "  $b = \"\\d\"\n",
        "  include ::\n",
        "  file { 'b' }\n",
    ]
    .map(|error| {
        let earlier = with(text.find("  case"), error);
        let later = with(text.rfind("  case"), error);
        // How often all of the text is read.
        (
            error,
            type_in(&earlier, at + error.len(), typed),
            type_in(&later, at, typed),
        )
    });
    assert_eq!(counts, counts.map(|(error, _, _)| (error, 0, 0)));
}

/// A slash after the text of a heredoc divides what its tag stands for.
#[test]
fn a_heredoc_is_an_operand_also_after_its_text() {
    let text = "include a\n$x = @(X)\n  b\n  | X\n  / 2 \ninclude b\n";
    let at = text.find("\ninclude b").expect("in the text");
    type_in(text, at, "/ 4");
}

#[test]
fn the_start_of_a_text_is_read_again_too() {
    let mark = "\u{feff}";
    let text = long_text();
    type_in(&text, 0, "# x\n'a' ");
    let marked = format!("{mark}{text}");
    type_in(&marked, 0, "'a' ");
    type_in(&marked, mark.len(), "# x\n'a' ");
}

/// While an interpolation is open, all after it is code in it.
#[test]
fn typing_in_an_interpolation_reads_it_again() {
    let (text, at) = with_empty_line();
    for typed in [
        "$b = \"a ${x} c\"",
        "$b = \"${ $x + { a => 1 } } c\"",
        "$b = \"${ { \"${y { \" ",
        "} \"${ x { ",
    ] {
        let mut session = Session::new(&text);
        for (index, letter) in typed.char_indices() {
            let mut new = session.text.clone();
            new.insert(at + index, letter);
            session.change(new);
        }
    }
}

#[test]
fn what_is_around_the_edit_counts() {
    let text = long_text();
    let at = text.find("  case").expect("in the text");
    for typed in [
        "{\n",
        "  }\n",
        "}\n",
        "$x = { a => {\n",
        "if $x {\n",
        "} else {",
        "@(X)\n",
        "$a = @(X)\n  x\n  | X\n",
        "08 ",
        "a, b\n",
        "'a' { }\n",
        "$q = $x ?\n a => b\n",
        "$a =",
        "(",
        "@(X)",
        "if",
        "/",
        "#",
        "\"",
        "else { 1 }",
        "}",
        "{",
        "[",
        "->",
        ", 2",
    ] {
        let mut session = Session::new(&text);
        let mut new = text.clone();
        new.insert_str(at, typed);
        session.change(new);
        session.change(text.clone());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_tree_is_that_of_the_whole_text(
        edits in prop::collection::vec(
            (
                any::<prop::sample::Index>(),
                0_usize..4,
                prop::sample::select(vec![
                    "", "", " ", "\n", "x", "$", "'", "\"", "{", "}", "{", "}", "[", "]", "(", ")", ",", "=>", "=", "/", "#",
                    "|", "@(X)", "if", "include x\n", "{ 'a': b => c }", "\n[1]", "\n(2)", "?", "::", "+", "class y { }\n",
                    "else { }", "-> ", "default", ":", ";", "f(1) |$x| { 2 }", ".", "\n  }\n", "\n}\n", "\n    if $x {\n",
                    "[1].map |$x| {", "case $a { 'x': {\n", "$h = {\n", "class y {\n", "} else {", "elsif $y {", "08", "%",
                    "\n$a = @(X)\n  text {\n  | X\n", "$q = $x ?\n a => b\n", "a, b\n", "'a' { }\n", "1 / 2", "\"\\d\"",
                    "${", "'a'b", "\r\n", "\"${",
                ]),
                any::<bool>(),
            ),
            1..24,
        ),
        has_heredocs in any::<bool>(),
    ) {
        let text = long_text();
        let mut session = match has_heredocs {
            true => Session::new(&text),
            false => Session::new(&text.replace("@(\"END\")", "<END").replace("@(X)", "x")),
        };
        for (place, removed, put, starts_line) in edits {
            let mut start = place.index(session.text.len());
            if starts_line {
                start = session.text.get(..start).and_then(|it| it.rfind('\n')).map_or(start, |at| at + 1);
            }
            let end = (start + removed).min(session.text.len());
            let mut new = session.text.clone();
            new.replace_range(start..end, put);
            session.change(new);
        }
    }
}

#[test]
fn neighbours_are_left_out_where_their_ends_tell_enough() {
    for (text, read) in [
        ("if $a { 1 } $x if $b { 2 }", Some(" $x ")),
        ("$a = [1]\n  # x\n $x $b = f(2)", Some("\n  # x\n $x ")),
        ("include a $x file { b: }", Some("include a $x ")),
        ("$a $x", Some(" $x")),
        ("$x @file { a: }", Some("$x ")),
        // Two tokens are not enough to tell what these start with.
        ("$a $x \"${b}\"", None),
        ("$a $x [b]", None),
    ] {
        let source = format!("class c {{{text}}}");
        let root = parse_with(&source, OPTIONS).syntax();
        let at = source.find("$x").expect("in the text") + 2;
        let change = TextRange::empty(TextSize::try_from(at).expect("a short text"));
        let block = block_around(&root, change).expect("a block");
        let region = Region::from_change(&block, change, 0, Neighbours::Edges);
        let range = region.map(|it| std::ops::Range::<usize>::from(it.range));
        assert_eq!(range.map(|it| &source[it]), read, "{text}");
    }
}

/// A parameter before the edit and one after it stay, but not what was between them.
#[test]
fn white_space_between_parts_that_stay_is_new() {
    let parameters: String = (0..20)
        .map(|it| format!("  $parameter_{it} = undef,\n"))
        .collect();
    let text = format!("class a (\n{parameters}) {{\n  include b\n}}\n");
    let at = text.find("$parameter_9").expect("in the text");
    type_in(&text, at, "\r\n  ");
    let statements = "  include b\n".repeat(20);
    let text = format!("class a {{\n{statements}\n  $x = 'open\n}}\n");
    let at = text.find("include b\n").expect("in the text");
    type_in(&text, at, "\r\n  ");
}

/// The text of the first heredoc is empty, and stands in a block that does not change.
#[test]
fn a_text_of_a_heredoc_without_tokens_is_not_lost() {
    let text = format!(
        "# a comment\n  $a = $b\n  }} elsif $b@(X)c {{\n  }} else {{\n  # {}\n  if $d and ! empty($e@(\"Y\")\n\n",
        "a long comment ".repeat(12)
    );
    type_in(&text, 4, "\n| X\n");
}
