//! Hovers of keywords and signs of the language.

use puppet_library::Library;
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::TextSize;

use crate::hover::Hover;
use puppet_ide_db::syntax_ext;

/// The documentation of the keyword or operator at an offset.
pub(super) fn keyword(root: &SyntaxNode, offset: TextSize) -> Option<Hover> {
    let token = syntax_ext::word_at(root, offset)?;
    let holder = token.parent()?.kind();
    let is_meant = match token.kind() {
        // In other expressions it multiplies.
        SyntaxKind::STAR => matches!(
            holder,
            SyntaxKind::ATTRIBUTE_SPLAT | SyntaxKind::PREFIX_EXPR
        ),
        kind if kind.is_keyword() => !matches!(holder, SyntaxKind::ATTRIBUTE | SyntaxKind::PARAM),
        kind => !kind.is_trivia(),
    };
    let keyword = Library.keyword(token.text()).filter(|_| is_meant)?;
    Some(Hover {
        range: token.text_range(),
        code: Vec::new(),
        documentation: Some(format!(
            "{}\n\n```puppet\n{}\n```",
            keyword.doc,
            keyword.example.trim_end()
        )),
    })
}

#[cfg(test)]
mod tests {
    use crate::test_fixture::cursor;

    #[test]
    fn keywords_and_signs_are_explained() {
        for (code, start) in [
            ("cl$0ass a { }", "Defines a class"),
            ("class a inh$0erits b { }", "The class is evaluated after"),
            ("no$0de default { }", "Code for the nodes"),
            ("node def$0ault { }", "In `case` and selectors"),
            ("if $x { } els$0if $y { }", "Runs the first block"),
            (
                "case $x { 1: { } def$0ault: { } }",
                "In `case` and selectors",
            ),
            ("$y = $x $0? { default => 1 }", "A selector"),
            ("file { '/x': $0* => $y }", "Sets the attributes"),
            ("User <$0| |>", "A collector:"),
            ("User <$0<| |>>", "A collector of exported"),
            ("File['/x'] $0-> File['/y']", "Order: what"),
            ("File['/x'] $0~> File['/y']", "Order with notification"),
            ("$0@file { '/x': }", "Declares a virtual"),
            ("$z = $x $0* $y", ""),
            ("file { 'if$0': }", ""),
        ] {
            let (analysis, position) = cursor(code);
            let hover = analysis.hover(position).expect("not cancelled");
            let text = hover.map(|it| it.plain_text()).unwrap_or_default();
            let fits = match start {
                "" => !text.contains("```"),
                start => text.starts_with(start),
            };
            assert!(fits, "{code}: {text}");
        }
    }
}
