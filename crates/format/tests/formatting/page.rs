//! The examples of the page for users: the code above is formatted into the code below.

use puppet_syntax::Entry;

use crate::support::{assert_same, formatted};

const PAGE: &str = include_str!("../../../../docs/formatting.md");

/// The blocks of code on the page, with their languages.
fn blocks() -> Vec<(&'static str, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, String)> = None;
    for line in PAGE.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some((_, text)), None) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, Some(language)) => open = Some((language, String::new())),
            (None, None) => {}
        }
    }
    blocks.retain(|(language, _)| matches!(*language, "puppet" | "epp"));
    blocks
}

#[test]
fn the_examples_are_true() {
    let blocks = blocks();
    assert!(blocks.len() >= 10 && blocks.len().is_multiple_of(2));
    for pair in blocks.chunks(2) {
        let [(language, before), (_, after)] = pair else {
            panic!("a block without a partner");
        };
        let entry = if *language == "epp" {
            Entry::Epp
        } else {
            Entry::Manifest
        };
        // Spaces at the ends of lines cannot be seen on a page.
        let before = before.replace('·', " ").replace('⇥', "\t");
        assert_eq!(&formatted(&before, entry), after, "of {before}");
        assert_same(&before, after, entry);
    }
}
