//! On the line after an element that no comma follows, the next one is typed: the comma comes later.

use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};

use crate::context::on_new_line;
use puppet_ide_db::syntax_ext::trimmed_range;

/// What holds an element of a kind that ends on the line before a token, with the last token of the element.
pub fn holder(
    token: &SyntaxToken,
    before: &SyntaxToken,
    element: SyntaxKind,
) -> Option<SyntaxNode> {
    use SyntaxKind::{FAT_ARROW, PLUS_ARROW};
    if matches!(before.kind(), FAT_ARROW | PLUS_ARROW) || !on_new_line(before, token) {
        return None;
    }
    let node = before.parent_ancestors().find(|it| it.kind() == element)?;
    let ends_here = trimmed_range(&node).end() == before.text_range().end();
    node.parent().filter(|_| ends_here)
}

#[cfg(test)]
mod tests {
    use crate::tests::first_labels;

    const SITE: &str = "define site(String $root, Integer $port, Struct[{host => String, path => String}] $at) { }\n";

    #[test]
    fn the_next_attribute() {
        for (code, expected) in [
            ("site { 'a':\n  root => 'x'\n  $0\n}", "at port"),
            ("site { 'a':\n  root => 'x'\n  p$0\n}", "port"),
            (
                "site { 'a':\n  root => ['x', 'y']\n  p$0\n  port => 1,\n}",
                "",
            ),
            ("Site {\n  root => $x\n  p$0\n}", "port"),
            ("site { 'a': at => {\n  host => 'x'\n  $0\n} }", "path"),
            ("site { 'a': at => {\n  host => 'x'\n  p$0", "path"),
        ] {
            let found = first_labels(&format!("{SITE}{code}"), 2);
            let found: Vec<&str> = found
                .split(' ')
                .filter(|it| ["at", "root", "port", "host", "path"].contains(it))
                .collect();
            assert_eq!(found.join(" "), expected, "{code}");
        }
        // The value may continue, or is not there yet.
        for code in [
            "site { 'a':\n  root => 'x' +\n  $0\n}",
            "site { 'a':\n  root =>\n  $0\n}",
        ] {
            let found = first_labels(&format!("{SITE}{code}"), 400);
            assert!(!found.split(' ').any(|it| it == "port"), "{code}");
        }
    }
}
