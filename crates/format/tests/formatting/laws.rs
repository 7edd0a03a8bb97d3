//! Properties of the formatter that hold for any text.

use proptest::prelude::*;
use puppet_format::{apply, format_range};
use puppet_syntax::{Entry, TextRange, TextSize};

use crate::mangle::{Numbers, Within, mangled};
use crate::support::{assert_same, edits, formatted, manifest, options, parse};

/// Fragments of code, so that all rules are met in all orders.
const FRAGMENTS: &[&str] = &[
    "class a",
    "define b",
    "function c",
    "type D =",
    "node 'e'",
    "plan f",
    "if",
    "elsif",
    "else",
    "unless",
    "case",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "$x",
    "name",
    "Type",
    "'s'",
    "\"a${",
    "}b\"",
    "1",
    "1.5",
    "/r/",
    ",",
    ";",
    ":",
    "=>",
    "+>",
    "=",
    "+",
    "-",
    "*",
    "!",
    "?",
    "|",
    "<|",
    "|>",
    "->",
    "~>",
    "@",
    "@@",
    ".",
    "in",
    "and",
    "inherits",
    "default",
    "undef",
    "include",
    "@(E)",
    "@(\"E\")",
    "\nE\n",
    "\n | E\n",
    "# c\n",
    "# c  \n",
    "/* c */",
    "/* c\n c */",
    "<%",
    "%>",
    "<%=",
    "-%>",
    "\n",
    "\n\n\n",
    "\r\n",
    " ",
    "  ",
    "\t",
    "\u{feff}",
    "\u{a0}",
    "é",
];

/// Statements of all kinds, which may stand anywhere.
const STATEMENTS: &[&str] = &[
    "include a, b",
    "$x = { 'a' => 1,\n'bcd' => [1,\n2] }",
    "file { 'a': ensure=>file }",
    "file {\n'a':\nensure => file;\n'bb':\nmode => '1',\nowner => undef\n}",
    "if $a and\n$b {\n$c = 1\n}\n# why\nelsif $d { }\nelse\n{\n}",
    "case $a {\n'b', 'c': { }\n\ndefault: {\n# none\n}\n}",
    "$y = $z ? {\n'a' => 1,\ndefault => 2\n}",
    "$l.each |$i| {\nnotice $i\n}",
    "$m\n.map |Integer $i| { $i }\n.filter |$i| { true }",
    "Class['a']\n-> Class['b'] # c\n~> Class['c']",
    "@@x { 'y': }",
    "File<| a == 1 |> { mode => '1' }",
    "f(1, {\n'a' => 1\n})",
    "f(\n1,\n2\n)",
    "f({\n'a' => 1,\n},\n[\n'b'\n])",
    "$t = @(\"E\")\n  text ${a}\n    more\n  | E",
    "class c (\n$a,\nString $b = 'x' # b\n) inherits d {\n\n$e  = 1\n$ff = 2\n\n}",
    "unless !$a { } else { }",
    "",
    "type T = Variant[\nA,\nB[1]\n]",
    "# a comment",
    "/* a\n  comment */",
    "$q = \"a\n  b ${c}\"; $r = 1",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(FRAGMENTS), 0..40).prop_map(|it| it.join(" "))
}

fn dense_soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(FRAGMENTS), 0..40).prop_map(|it| it.concat())
}

fn statements() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(STATEMENTS).prop_map(str::to_owned);
    let statement = leaf.prop_recursive(3, 24, 4, |inner| {
        prop::collection::vec(inner, 0..4)
            .prop_map(|it| format!("if true {{\n{}\n}}", it.join("\n")))
    });
    prop::collection::vec(statement, 0..6).prop_map(|it| it.join("\n"))
}

proptest! {
    #[test]
    fn any_text_stays_the_same_program(text in prop_oneof![soup(), dense_soup()]) {
        for entry in [Entry::Manifest, Entry::Epp] {
            assert_same(&text, &formatted(&text, entry), entry);
        }
    }

    #[test]
    fn programs_stay_the_same(text in statements()) {
        manifest(&text);
    }

    #[test]
    fn spaces_do_not_matter(text in statements(), seed in any::<u64>()) {
        let other = mangled(&text, Within::Changed, &mut Numbers(seed | 1));
        prop_assert_eq!(manifest(&other), manifest(&text), "of {}", other);
    }

    #[test]
    fn edits_are_in_order_and_small(text in prop_oneof![soup(), statements()]) {
        let mut done = TextSize::new(0);
        for edit in edits(&text, Entry::Manifest) {
            prop_assert!(edit.range.start() >= done);
            prop_assert_ne!(&text[edit.range], &edit.text);
            done = edit.range.end();
        }
    }

    #[test]
    fn ranges_format_a_part(text in prop_oneof![soup(), statements()], start in 0u32..300, length in 0u32..300) {
        let size = u32::try_from(text.len()).expect("a short text");
        let start = start.min(size);
        let range = TextRange::new(start.into(), (start + length).min(size).into());
        let parse = parse(&text, Entry::Manifest);
        let part = format_range(&text, &parse, options(Entry::Manifest), range);
        let all = edits(&text, Entry::Manifest);
        if !all.is_empty() {
            prop_assert!(part.iter().all(|edit| all.contains(edit)));
        }
        let after = apply(&text, &part);
        prop_assert_eq!(crate::support::tokens(&parse), crate::support::tokens(&crate::support::parse(&after, Entry::Manifest)));
    }
}
