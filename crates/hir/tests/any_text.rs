//! Any text gives a tree that holds it, a model, and a dump.

use proptest::prelude::*;
use puppet_syntax::{Entry, parse};

/// Text that is made of fragments of Puppet code, so that rules are entered and left in all ways.
fn fragments() -> impl Strategy<Value = String> {
    let fragment = prop::sample::select(vec![
        "class a",
        "define b",
        "node c",
        "function d",
        "type E =",
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
        "\"",
        "1",
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
        "\nE\n",
        "\n",
        " ",
        "<%",
        "%>",
        "<%=",
        "-%>",
        "# c\n",
        "/*",
        "*/",
        "\0",
        "é",
    ]);
    prop::collection::vec(fragment, 0..40).prop_map(|it| it.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn nothing_is_lost(text in fragments()) {
        for entry in [Entry::Manifest, Entry::Epp, Entry::TypeExpr] {
            let parse = parse(&text, entry);
            prop_assert_eq!(parse.syntax().text().to_string(), text.as_str());
            let (program, map) = puppet_hir::lower(&parse);
            prop_assert!(puppet_hir::dump(&program, Some(&map)).starts_with("(Program"));
            if parse.stop().is_some() && entry != Entry::TypeExpr {
                prop_assert!(!parse.errors().is_empty(), "Puppet stops, but nothing is reported");
            }
        }
    }

    #[test]
    fn any_characters_are_kept(text in ".{0,60}") {
        let parse = parse(&text, Entry::Manifest);
        prop_assert_eq!(parse.syntax().text().to_string(), text);
    }
}
