//! The texts that speak for themselves in the brackets of an `Enum`: the default of its parameter, what that is compared
//! with, and what is passed to it in other files of the module.

use puppet_syntax::ast::{AstNode as _, BinExpr, CaseExpr, Definition, Expr, SelectorExpr};
use puppet_syntax::{SyntaxKind, SyntaxToken};
use puppet_text::TextSize;

use crate::completions::frequent_values;
use crate::context::CompletionContext;
use crate::context::types::enum_brackets;
use crate::item::{CompletionItem, CompletionKind};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::AttributeOwner;
use puppet_ide_db::syntax_ext::{
    self, enclosing_body, enclosing_definition, next_token, string_content, string_of,
};

/// Before what can stand in the brackets of any type.
const RANK: u8 = 2;

/// The parameter whose type is being written stands no more than so many tokens away.
const FARTHEST: usize = 64;

/// The arguments of the type whose brackets are at an offset.
pub fn values(
    context: FileContext<'_>,
    place: &CompletionContext,
    quoted: bool,
) -> Vec<CompletionItem> {
    let Some(parameter) = parameter(&place.token) else {
        return Vec::new();
    };
    let Some(name) = parameter.text().strip_prefix('$') else {
        return Vec::new();
    };
    let offset = place.replace.start();
    let mut texts = Vec::from_iter(default(&parameter));
    texts.extend(compared(context, name, offset));
    texts.extend(given(context, name, offset));
    let taken = others(&place.token);
    let mut items: Vec<CompletionItem> = Vec::new();
    for text in texts {
        let is_plain = !text.is_empty() && !text.contains(['\'', '\\', '\n']);
        let label = match quoted {
            true => text.clone(),
            false => format!("'{text}'"),
        };
        let is_known = taken.contains(&text) || items.iter().any(|it| it.label == label);
        if is_plain && !is_known {
            items.push(CompletionItem::new(label, CompletionKind::Value).rank(RANK));
        }
    }
    items
}

/// The texts that are in the brackets already.
fn others(token: &SyntaxToken) -> Vec<String> {
    let keys = enum_brackets(token).into_iter().flat_map(|it| it.keys());
    let others = keys.filter(|it| !it.syntax().text_range().contains_range(token.text_range()));
    others.filter_map(|it| Some(string_of(&it)?.0)).collect()
}

/// The name of the parameter whose type a token is part of: it stands after the brackets, or on the same line where they
/// are still open.
fn parameter(token: &SyntaxToken) -> Option<SyntaxToken> {
    use SyntaxKind::{L_BRACE, L_BRACK, R_BRACE, R_BRACK, R_PAREN, VARIABLE, WHITESPACE};
    let mut open = 1_i32;
    let mut same_line = true;
    let following = std::iter::successors(next_token(token), next_token);
    for token in following.take(FARTHEST) {
        match token.kind() {
            L_BRACK => open += 1,
            R_BRACK => open -= 1,
            WHITESPACE if token.text().contains('\n') => same_line = false,
            VARIABLE => return Some(token).filter(|_| open <= 0 || same_line),
            L_BRACE | R_BRACE | R_PAREN => return None,
            _ => {}
        }
    }
    None
}

/// `$x = 'HERE'`
fn default(parameter: &SyntaxToken) -> Option<String> {
    let following = std::iter::successors(next_token(parameter), next_token);
    let mut following = following.filter(|it| !it.kind().is_trivia());
    let is_default = following.next()?.kind() == SyntaxKind::EQ;
    let value = following.next().filter(|_| is_default)?;
    let is_text = matches!(value.kind(), SyntaxKind::SQ_STRING | SyntaxKind::DQ_STRING);
    Some(string_content(&value).filter(|_| is_text)?.0)
}

/// What a variable is compared with in the body at an offset.
fn compared(context: FileContext<'_>, name: &str, offset: TextSize) -> Vec<String> {
    let root = syntax_ext::root(context.db, context.file);
    let Some(node) = syntax_ext::node_before(&root, offset) else {
        return Vec::new();
    };
    let tokens =
        syntax_ext::tokens_with(context.file.text(context.db), &enclosing_body(&node), name);
    let usages = tokens.into_iter().filter(|it| {
        it.kind() == SyntaxKind::VARIABLE && it.text().strip_prefix('$') == Some(name)
    });
    let compared = usages.filter_map(|it| compared_at(&it)).flatten();
    compared.filter_map(|it| Some(string_of(&it)?.0)).collect()
}

/// The patterns beside a variable: of `case` and selectors, after `==` and `in`.
fn compared_at(variable: &SyntaxToken) -> Option<Vec<Expr>> {
    let variable = variable.parent()?;
    let is_it = |it: Option<Expr>| it.is_some_and(|it| *it.syntax() == variable);
    let around = variable.parent()?;
    if let Some(case) = CaseExpr::cast(around.clone()).filter(|it| is_it(it.subject())) {
        return Some(case.options().flat_map(|it| it.values()).collect());
    }
    if let Some(selector) = SelectorExpr::cast(around.clone()).filter(|it| is_it(it.subject())) {
        return Some(selector.entries().filter_map(|it| it.pattern()).collect());
    }
    let comparison = BinExpr::cast(around)?;
    let other = match is_it(comparison.lhs()) {
        true => comparison.rhs()?,
        false => comparison.lhs()?,
    };
    match (comparison.op_token()?.kind(), other) {
        (SyntaxKind::EQ_EQ | SyntaxKind::BANG_EQ, other) => Some(vec![other]),
        (SyntaxKind::IN_KW, Expr::ListExpr(list)) => Some(list.elements().collect()),
        _ => None,
    }
}

/// What the module gives a parameter of the definition at an offset.
fn given(context: FileContext<'_>, name: &str, offset: TextSize) -> Vec<String> {
    let root = syntax_ext::root(context.db, context.file);
    let node = syntax_ext::node_before(&root, offset);
    let definition = node.and_then(|node| enclosing_definition(&node));
    let of = match definition {
        Some(Definition::ClassDef(it)) => {
            Definition::ClassDef(it).name().map(AttributeOwner::Class)
        }
        Some(Definition::DefineDef(it)) => {
            let name = Definition::DefineDef(it).name();
            name.map(AttributeOwner::ResourceType)
        }
        _ => None,
    };
    let Some(of) = of else {
        return Vec::new();
    };
    let values = frequent_values::values(context, (&of, name), (offset, true));
    values.into_iter().map(|it| it.label).collect()
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::cursor;

    fn of(code: &str) -> String {
        let (analysis, position) = cursor(&format!(
            "#- /environment.conf\n\
             #- /modules/web/manifests/site.pp\nclass web::site {{\n  \
             web::vhost {{ 'x': mode => 'given', count => 3 }}\n  file {{ '/x': mode => '0640' }}\n}}\n\
             #- /modules/other/manifests/a.pp\nclass other::a {{ web::vhost {{ 'x': mode => 'far' }} }}\n\
             #- /modules/web/manifests/vhost.pp\n{code}\n"
        ));
        let items = analysis.completion(position).expect("not cancelled").items;
        let values = items.into_iter().filter(|it| it.rank == super::RANK);
        let labels = values.map(|item| item.label);
        labels.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn defaults_speak_for_themselves() {
        for (code, expected) in [
            ("class a(Enum[$0] $x = 'd') { }", "'d'"),
            ("class a(Enum['$0'] $x = 'd') { }", "d"),
            ("class a(Enum['a', $0] $x = \"d\") { }", "'d'"),
            ("class a(Optional[Enum[$0]] $x = 'd') { }", "'d'"),
            (
                "class a(\n  Enum[\n    'a',\n    $0\n  ] $x = 'd',\n) { }",
                "'d'",
            ),
            ("function f(Variant[Enum[$0], Integer] $x = 'd') { }", "'d'"),
            ("class a(Enum['d', $0] $x = 'd') { }", ""),
            ("class a(Enum[$0] $x = $d) { }", ""),
            ("class a(Enum[$0] $x = 1) { }", ""),
            ("class a(Pattern[$0] $x = 'd') { }", ""),
            ("type A = Enum[$0]", ""),
            // Incomplete.
            ("class a(Enum[$0 $x = 'd') { }", "'d'"),
            ("class a(Enum['a', $0 $x = 'd'", "'d'"),
            ("class a(Enum['a', 'b$0 $x = 'd') { }", ""),
            ("class a(Enum['a', 'd$0'] $x = 'dd') { }", "dd"),
            ("class a(\n  Enum['a', $0\n  Integer $y = 'd',\n) { }", ""),
        ] {
            assert_eq!(of(code), expected, "{code}");
        }
    }

    #[test]
    fn what_is_compared_belongs_to_it() {
        let body = "case $x { 'a': { } 'b', \"c\": { } default: { } }\n  $y = $x ? { 'd' => 1, default => 2 }\n  \
                    if $x == 'e' or 'f' != $x or $x in ['g', 'a'] { }\n  if $z == 'h' or $y == $x { }";
        for (head, expected) in [
            ("class a(Enum[$0] $x)", "'a' 'b' 'c' 'd' 'e' 'f' 'g'"),
            ("class a(Enum['a', 'c', $0] $x)", "'b' 'd' 'e' 'f' 'g'"),
            ("class a(Enum['a', 'c', '$0'] $x)", "b d e f g"),
            ("function f(Enum[$0] $x)", "'a' 'b' 'c' 'd' 'e' 'f' 'g'"),
            // Incomplete.
            ("class a(Enum['a', $0 $x)", "'b' 'c' 'd' 'e' 'f' 'g'"),
            ("class a(Enum[ $0 $x", "'a' 'b' 'c' 'd' 'e' 'f' 'g'"),
        ] {
            let code = format!("{head} {{\n  {body}\n}}");
            assert_eq!(of(&code), expected, "{code}");
        }
        let other = "class a(Enum[$0] $x) { }\nclass b($x) { if $x == 'a' { } }";
        assert_eq!(of(other), "");
    }

    #[test]
    fn what_the_module_gives_belongs_to_it() {
        for (head, expected) in [
            ("define web::vhost(Enum[$0] $mode)", "'given'"),
            ("define web::vhost(Enum['$0'] $mode = 'd')", "d given"),
            ("define web::vhost(Enum['given', $0] $mode)", ""),
            ("define web::vhost(Enum[$0] $count)", ""),
            ("define web::other(Enum[$0] $mode)", ""),
            // Incomplete.
            ("define web::vhost(Enum['a', $0 $mode)", "'given'"),
        ] {
            let code = format!("{head} {{ }}");
            assert_eq!(of(&code), expected, "{code}");
        }
    }
}
