//! Places in templates that stand in the code: `inline_epp(@(END))` and `inline_epp('<%= HERE %>')`.

use puppet_syntax::{Entry, Parse, SyntaxKind, SyntaxNode, tokens_at};
use puppet_text::TextSize;

use crate::context::unterminated_string::closers;
use crate::context::{CompletionContext, filler, incomplete_text, replaced, slot_in, values};
use puppet_ide_db::defs::inline_template;

/// The completion context at a cursor in the code of such a template.
pub fn place_at(parse: &Parse, text: &str, offset: TextSize) -> Option<CompletionContext> {
    let token = tokens_at(&parse.syntax(), offset).left_biased()?;
    if !token.text().contains("<%") {
        return None;
    }
    let (usage, within) = inline_template::enclosing_template(&token)?;
    if !within.contains_inclusive(offset) {
        return None;
    }
    let (before, after) = text.split_at_checked(offset.into())?;
    let typed = incomplete_text(before);
    let word = filler(typed);
    // In a line with the quotes of the template, it is not known which are open.
    let closers = match token.kind() {
        SyntaxKind::HEREDOC_TEXT => closers(before, after),
        _ => String::new(),
    };
    let own_before = before.get(within.start().into()..)?;
    let own_after = text.get(offset.into()..within.end().into())?;
    let spaces = " ".repeat(within.start().into());
    let template = [&*spaces, own_before, word, &*closers, own_after].concat();
    let root = puppet_syntax::parse(&template, Entry::Epp).syntax();
    let start = offset - TextSize::of(typed);
    let (slot, token) = slot_in(&root, start, offset + TextSize::of(word))?;
    Some(CompletionContext {
        replace: replaced(&slot, before, start, offset),
        wanted: values::wanted(&token),
        slot,
        token,
        text: Some(template),
        outside: usage.parent(),
    })
}

/// The node of a template at a place of its own text, where the value of an expression is asked for.
pub(crate) fn node_at(place: &CompletionContext, at: puppet_text::TextRange) -> Option<SyntaxNode> {
    let root = place.token.parent_ancestors().last()?;
    let token = tokens_at(&root, at.start()).right_biased()?;
    token
        .parent_ancestors()
        .find(|it| puppet_ide_db::syntax_ext::trimmed_range(it) == at)
}

#[cfg(test)]
mod tests {
    use crate::tests::first_labels;

    /// The first labels in a template that stands in the code of a class.
    fn of(template: &str, count: usize) -> String {
        let code = format!(
            "class a(Integer $port, Struct[{{host => String, 'sub' => Struct[{{deep => String}}]}}] $opts) {{\n  \
             $list = [1]\n  $x = inline_epp(@(END))\n    é <%- | $own = 1 | -%>\n    {template}\n    | END\n}}\n"
        );
        first_labels(&code, count)
    }

    #[test]
    fn what_the_template_and_its_surroundings_bind() {
        for (template, expected) in [
            ("<%= $po$0 %>", "$port"),
            ("<%= $ow$0 %>", "$own"),
            ("<% [1].each |$item| { %><%= $it$0 %><% } %>", "$item"),
            ("<%= $opts['$0'] %>", "host sub"),
            ("<%= $opts['sub']['$0'] %>", "deep"),
            ("<%= \"${po$0}\" %>", "port"),
            ("<% if $po$0 { %>", "$port"),
            ("<% $list.ea$0 %>", "each"),
            ("<%= $facts['os']['fam$0'] %>", "family"),
            // Incomplete.
            ("<%= $po$0", "$port"),
            ("<%= $opts['$0", "host sub"),
            ("<% $x = ow$0", "$own"),
            // No code.
            ("po$0 <%= 1 %>", ""),
        ] {
            let count = expected.split(' ').count();
            assert_eq!(of(template, count), expected, "{template}");
        }
        for code in [
            "$x = inline_epp('<%= $po$0 %>')",
            "$x = inline_epp('<%= $po$0\n",
            "'<%= $po$0 %>'.inline_epp",
        ] {
            let code = format!("class a($port) {{\n  {code}\n}}\n");
            assert_eq!(first_labels(&code, 1), "$port", "{code}");
        }
        assert_eq!(
            first_labels("class a($port) { $x = '<%= $po$0 %>' }", 1),
            ""
        );
    }

    #[test]
    fn what_is_given_to_the_template() {
        for code in [
            "inline_epp('<%- | Integer $port, $host = 1 | -%>', { $0 })",
            "inline_epp('<%- | Integer $port, $host = 1 | -%>', { '$0",
            "inline_epp(@(END), { '$0' => 1 })\n  <%- | $host = 1, Integer $port | -%>\n  | END\n",
        ] {
            assert_eq!(
                first_labels(&format!("$x = {code}"), 2),
                "port host",
                "{code}"
            );
        }
    }
}
