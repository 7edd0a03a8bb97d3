//! Names in templates that stand in the code: `inline_epp(@(END))` and `inline_epp('<%= $port %>')`.
//!
//! The text is read as a template of its own, in its place: what it does not bind itself is seen as from where the text
//! is used.

use puppet_syntax::ast::{AstNode as _, CallExpr, Expr, MethodCallExpr, ParamList, StatementCall};
use puppet_syntax::{Entry, SyntaxKind, SyntaxNode, SyntaxToken};
use puppet_text::{TextRange, TextSize};

use crate::defs::template;
use crate::defs::{NameRef, any_name_of};
use crate::syntax_ext;

/// So many tokens may stand between the tag of a heredoc and its text.
const MOST_TOKENS: usize = 64;

/// The name at an offset, where a token is the text of a template.
pub fn name_at(text: &SyntaxToken, offset: TextSize) -> Option<NameRef> {
    let usage = usage(text)?;
    let token = syntax_ext::word_at(&tree(text), offset)?;
    seen_from(&usage, any_name_of(&token)?)
}

/// The names that hold a word, where a token is the text of a template.
pub fn names(text: &SyntaxToken, word: &str) -> Option<Vec<NameRef>> {
    let usage = usage(text)?;
    let tree = tree(text);
    let tokens = syntax_ext::tokens_with(&tree.green().to_string(), &tree, word);
    let names = tokens.iter().filter_map(any_name_of);
    Some(names.filter_map(|at| seen_from(&usage, at)).collect())
}

/// The token that gives the text of a template to its call, and where the text stands without its quotes.
pub fn enclosing_template(text: &SyntaxToken) -> Option<(SyntaxToken, TextRange)> {
    Some((usage(text)?, inner(text)))
}

/// The texts of templates in Embedded Ruby in a definition that have a word in them, each with its place in the file.
pub fn erb_texts(definition: &SyntaxNode, file: &str, word: &str) -> Vec<(String, TextSize)> {
    let texts = syntax_ext::tokens_with(file, definition, word);
    let texts = texts
        .iter()
        .filter(|it| usage_by(it, "inline_template").is_some());
    let inner = texts.map(|text| {
        let place = inner(text);
        let own = std::ops::Range::<usize>::from(place - text.text_range().start());
        let written = text.text().get(own).unwrap_or_default();
        // Quotes of Ruby in a string of Puppet; all stays where it is.
        (written.replace("\\\"", " \""), place.start())
    });
    inner.collect()
}

/// The parameters of the template that an expression is, as the first argument of a call.
pub fn parameters(template: &Expr) -> Option<ParamList> {
    let first = template.syntax().first_token()?;
    let text = match first.kind() {
        SyntaxKind::HEREDOC_TAG => {
            let after = std::iter::successors(Some(first.clone()), syntax_ext::next_token);
            let mut texts = after.filter(|it| it.kind() == SyntaxKind::HEREDOC_TEXT);
            texts.find(|it| tag(it).as_ref() == Some(&first))?
        }
        _ => first,
    };
    template::parameters(&tree(&text))
}

fn seen_from(usage: &SyntaxToken, at: NameRef) -> Option<NameRef> {
    let outside = Some(usage.clone());
    Some(NameRef { outside, ..at })
}

/// The text as a template, after as many spaces as make its places those of the file.
fn tree(text: &SyntaxToken) -> SyntaxNode {
    let inner = inner(text);
    let own = std::ops::Range::<usize>::from(inner - text.text_range().start());
    let written = text.text().get(own);
    let spaces = " ".repeat(inner.start().into());
    let template = spaces + written.unwrap_or_default();
    puppet_syntax::parse(&template, Entry::Epp).syntax()
}

/// Where a text stands without its quotes.
fn inner(text: &SyntaxToken) -> TextRange {
    let quotes: &[char] = match text.kind() {
        SyntaxKind::SQ_STRING | SyntaxKind::DQ_STRING => &['\'', '"'],
        _ => &[],
    };
    let written = text.text();
    let after = written.trim_start_matches(quotes);
    let start = TextSize::of(written) - TextSize::of(after);
    let length = TextSize::of(after.trim_end_matches(quotes));
    TextRange::at(text.text_range().start() + start, length)
}

/// The token of the string or heredoc that gives a text to `inline_epp`.
fn usage(text: &SyntaxToken) -> Option<SyntaxToken> {
    usage_by(text, "inline_epp")
}

fn usage_by(text: &SyntaxToken, function: &str) -> Option<SyntaxToken> {
    let usage = match text.kind() {
        SyntaxKind::SQ_STRING | SyntaxKind::DQ_STRING => text.clone(),
        SyntaxKind::HEREDOC_TEXT => tag(text)?,
        _ => return None,
    };
    is_first_argument(&usage.parent()?, function).then_some(usage)
}

/// The tag of a heredoc, by its text.
fn tag(text: &SyntaxToken) -> Option<SyntaxToken> {
    let body = text.parent()?;
    let end = body
        .last_token()
        .filter(|it| it.kind() == SyntaxKind::HEREDOC_END)?;
    let name = end.text().trim_start_matches([' ', '\t', '|', '-']).trim();
    let before = std::iter::successors(body.first_token(), syntax_ext::previous_token);
    let mut tags = before
        .take(MOST_TOKENS)
        .filter(|it| it.kind() == SyntaxKind::HEREDOC_TAG);
    tags.find(|it| it.text().contains(name))
}

/// Whether a text is the first argument of a function.
fn is_first_argument(text: &SyntaxNode, function: &str) -> bool {
    let Some(holder) = text.parent() else {
        return false;
    };
    let name = match holder.kind() {
        SyntaxKind::ARG_LIST => holder
            .parent()
            .and_then(CallExpr::cast)
            .and_then(|it| it.function_name()),
        SyntaxKind::STATEMENT_CALL => StatementCall::cast(holder.clone())
            .and_then(|it| it.function())
            .map(|it| it.text()),
        SyntaxKind::METHOD_CALL_EXPR => {
            let name = MethodCallExpr::cast(holder.clone()).and_then(|it| it.method_name());
            name.and_then(|it| it.name_token())
                .map(|it| it.text().to_owned())
        }
        _ => None,
    };
    let is_first = match holder.kind() {
        SyntaxKind::STATEMENT_CALL => true,
        _ => {
            holder
                .children()
                .find(|it| Expr::can_cast(it.kind()))
                .as_ref()
                == Some(text)
        }
    };
    is_first && name.is_some_and(|it| it.trim_start_matches("::") == function)
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::{cursor, definitions, describe};

    const FUNCTION: &str = "#- /environment.conf\n#- /modules/web/functions/add.pp\nfunction web::add() { }\n#- /manifests/site.pp\n";

    fn leads_to(template: &str, expected: &str) {
        for code in [
            format!(
                "class a($port) {{\n  $x = inline_epp(@(END), {{}})\n    {template}\n    | END\n}}\n"
            ),
            format!("class a($port) {{\n  $x = inline_epp('{template}')\n}}\n"),
            format!("class a($port) {{\n  $x = '\n{template}'.inline_epp\n}}\n"),
        ] {
            assert_eq!(
                definitions(&format!("{FUNCTION}{code}")),
                expected,
                "{code}"
            );
        }
    }

    #[test]
    fn names_lead_to_what_is_around() {
        let port = "/manifests/site.pp:1: $port";
        leads_to("é <%= $po$0rt %>", port);
        leads_to("<% [1].each |$i| { %><%= \"${po$0rt}\" %><% } %>", port);
        leads_to(
            "<%= web::ad$0d() %>",
            "/modules/web/functions/add.pp:1: web::add",
        );
        // Incomplete.
        leads_to("<%= $po$0rt", port);
        leads_to("<% if $po$0rt { %>", port);
        leads_to("$po$0rt", "");
    }

    #[test]
    fn names_that_the_template_binds() {
        let of = |template: &str| {
            let found = definitions(&format!("#- /a.pp\n$x = inline_epp('{template}', $y)\n"));
            found.replace("/a.pp:1: ", "")
        };
        assert_eq!(of("<% [1].each |$i| { %><%= $i$0 %><% } %>"), "$i");
        assert_eq!(of("<%- | $w | -%><%= $w$0 %>"), "$w");
    }

    #[test]
    fn who_reads_a_variable() {
        let (analysis, position) = cursor(
            "#- /a.pp\nclass a($po$0rt) {\n  $x = inline_epp(@(END))\n    <%= $port %> port\n    | END\n\
             $y = inline_epp('<% [1].each |$port| { $port } %> <%= $port %>')\n}\nclass b($port) { inline_epp('<%= $port %>') }\n",
        );
        let found = analysis.references(position).expect("not cancelled");
        let lines = found
            .iter()
            .map(|it| describe(&analysis, it.at.file, it.at.range));
        let expected = ["/a.pp:1: port", "/a.pp:3: port", "/a.pp:5: port"];
        assert_eq!(lines.collect::<Vec<_>>(), expected);
        let change = analysis.rename(position, "number").expect("not cancelled");
        let change = change.expect("a file").expect("a change");
        assert_eq!(
            change
                .edits
                .iter()
                .map(|(_, edits)| edits.len())
                .sum::<usize>(),
            3
        );
    }
}
