//! Positions of values, by the tokens before them.

use puppet_syntax::ast::{
    AstNode, Attribute, BinExpr, CallExpr, CaseExpr, CaseOption, Expr, HashEntry, MethodCallExpr,
    Param, SelectorEntry, SelectorExpr, StatementCall,
};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};

use crate::context::compared_value;
use crate::context::expected_type::ExpectedValue;
use crate::context::previous;
use puppet_ide_db::dataflow::type_path::PathSegment;
use puppet_ide_db::dataflow::value_sink::{SinkKind, ValueSink, part, place_in};
use puppet_ide_db::defs::{AttributeOwner, NameRefKind, attribute_owner, name_of};
use puppet_ide_db::syntax_ext::{self, one_line};

/// What the value that starts with a token is for.
pub(crate) fn wanted(token: &SyntaxToken) -> Option<ExpectedValue> {
    use SyntaxKind::*;
    let before = previous(token)?;
    let holder = before.parent()?;
    match before.kind() {
        FAT_ARROW | PLUS_ARROW => value(&holder, None),
        EQ => default(&holder),
        EQ_EQ | BANG_EQ => by_operator(&holder),
        L_BRACK | COMMA if holder.kind() == LIST_EXPR => {
            in_list(&holder, commas_before(&holder, token))
        }
        L_PAREN | COMMA if holder.kind() == ARG_LIST => argument(&holder, token),
        COMMA if holder.kind() == STATEMENT_CALL => argument(&holder, token),
        NAME if is_called(&holder, token) => argument(&holder.parent()?, token),
        IF_KW | ELSIF_KW | UNLESS_KW | BANG | AND_KW | OR_KW => Some(ExpectedValue::Condition),
        L_BRACE if matches!(holder.kind(), CASE_EXPR | SELECTOR_EXPR) => pattern(&holder, token),
        COMMA if matches!(holder.kind(), CASE_OPTION | SELECTOR_EXPR) => pattern(&holder, token),
        // After the block of another pattern.
        R_BRACE if holder.kind() == BLOCK && holder.parent()?.kind() == CASE_OPTION => {
            pattern(&holder, token)
        }
        _ => None,
    }
}

/// `realize HERE`: whether a name is the function of a statement in which a token stands.
fn is_called(name: &SyntaxNode, token: &SyntaxToken) -> bool {
    let call = name.parent().and_then(StatementCall::cast);
    call.is_some_and(|call| {
        let is_function = call.function().is_some_and(|it| it.syntax() == name);
        is_function && token.parent_ancestors().any(|it| it == *call.syntax())
    })
}

/// `file { 'x': ensure => HERE`, `epp('x', { 'a' => HERE`
fn value(holder: &SyntaxNode, item: Option<usize>) -> Option<ExpectedValue> {
    if let Some(attribute) = Attribute::cast(holder.clone()) {
        return Some(ExpectedValue::Attribute {
            of: attribute_owner(&attribute.syntax().parent()?)?,
            name: attribute.attribute_name()?.token()?.text().to_owned(),
            item,
        });
    }
    if holder.kind() == SyntaxKind::SELECTOR_ENTRY {
        return one_of(&holder.parent()?, item);
    }
    let key = HashEntry::cast(holder.clone())?.key()?;
    let tokens = key.syntax().children_with_tokens();
    let mut tokens = tokens.filter_map(|it| it.into_token());
    let token = tokens.find(|it| !it.kind().is_trivia())?;
    if let Some(NameRefKind::Attribute { of, name }) = name_of(&token).map(|it| it.name)
        && !matches!(of, AttributeOwner::Template(_))
    {
        return Some(ExpectedValue::Attribute { of, name, item });
    }
    let mut part = part(&holder.parent()?)?;
    let (key, _) = syntax_ext::string_of(&key)?;
    part.path.push(PathSegment::Key(key));
    part.path.extend(item.map(PathSegment::Item));
    Some(ExpectedValue::Part(part))
}

/// `file { 'x': ensure => $y ? { 1 => HERE } }`
fn one_of(selector: &SyntaxNode, item: Option<usize>) -> Option<ExpectedValue> {
    let holder = selector.parent()?;
    match holder.kind() {
        SyntaxKind::PARAM => default(&holder),
        SyntaxKind::LIST_EXPR => in_list(&holder, place_in(&holder, selector)),
        _ => value(&holder, item),
    }
}

/// `require => [HERE]`, `$x in [HERE]`
fn in_list(list: &SyntaxNode, item: usize) -> Option<ExpectedValue> {
    let holder = list.parent()?;
    let is_in = BinExpr::cast(holder.clone())
        .and_then(|it| it.op_token())
        .is_some_and(|it| it.kind() == SyntaxKind::IN_KW);
    if is_in {
        return by_operator(&holder);
    }
    if holder.kind() == SyntaxKind::ARG_LIST {
        return titles(&holder, list);
    }
    value(&holder, Some(item))
}

/// `ensure_packages(['HERE'])`, `ensure_resource('user', 'HERE')`
fn titles(arguments: &SyntaxNode, titles: &SyntaxNode) -> Option<ExpectedValue> {
    let function = CallExpr::cast(arguments.parent()?)?.function_name()?;
    let mut all = arguments.children().filter_map(Expr::cast);
    let first = all.next()?;
    let mut is_second = || all.next().is_some_and(|it| it.syntax() == titles);
    match function
        .trim_start_matches("::")
        .trim_start_matches("stdlib::")
    {
        "ensure_packages" if first.syntax() == titles => {
            Some(ExpectedValue::Title("package".into()))
        }
        "ensure_resource" if is_second() => Some(ExpectedValue::Title(
            syntax_ext::string_of(&first)?.0.to_lowercase(),
        )),
        _ => None,
    }
}

/// `Boolean $x = HERE`
fn default(holder: &SyntaxNode) -> Option<ExpectedValue> {
    let ty = Param::cast(holder.clone())?.ty()?;
    Some(ExpectedValue::Default(ty.syntax().clone()))
}

/// `$x == HERE`
fn by_operator(holder: &SyntaxNode) -> Option<ExpectedValue> {
    let comparison = BinExpr::cast(holder.clone())?;
    let subject = comparison.lhs()?;
    if let Some(of) = queried(holder) {
        let (name, _) = syntax_ext::string_of(&subject)?;
        if let ("title", AttributeOwner::ResourceType(of)) = (&*name, &of) {
            return Some(ExpectedValue::Title(of.to_lowercase()));
        }
        let item = None;
        return Some(ExpectedValue::Attribute { of, name, item });
    }
    Some(ExpectedValue::Compared {
        with: compared_value::subject(&subject),
        at: syntax_ext::trimmed_range(subject.syntax()),
        taken: None,
    })
}

/// `File <| owner == HERE |>`: what is asked for.
pub fn queried(within: &SyntaxNode) -> Option<AttributeOwner> {
    let is_part =
        |it: &SyntaxNode| Expr::can_cast(it.kind()) && it.kind() != SyntaxKind::COLLECT_EXPR;
    let query = within.ancestors().find(|it| !is_part(it))?;
    let collect = query.parent()?;
    (query.kind() == SyntaxKind::QUERY).then(|| attribute_owner(&collect))?
}

/// `case $x { HERE: { } }`, `$x ? { HERE => 1 }`
fn pattern(holder: &SyntaxNode, token: &SyntaxToken) -> Option<ExpectedValue> {
    let mut around = holder.ancestors().take(3);
    let node =
        around.find(|it| CaseExpr::can_cast(it.kind()) || SelectorExpr::can_cast(it.kind()))?;
    let subject = Expr::cast(node.first_child()?)?;
    Some(ExpectedValue::Compared {
        with: compared_value::subject(&subject),
        at: syntax_ext::trimmed_range(subject.syntax()),
        taken: Some(patterns(&node, token)),
    })
}

/// The patterns of a `case` or selector, as they are written, without the one at a token.
fn patterns(node: &SyntaxNode, token: &SyntaxToken) -> Vec<String> {
    let of_option = |it: SyntaxNode| match CaseOption::cast(it.clone()) {
        Some(option) => option.values().collect(),
        None => Vec::from_iter(SelectorEntry::cast(it).and_then(|it| it.pattern())),
    };
    let all = node.children().flat_map(of_option);
    let others = all.filter(|it| !it.syntax().text_range().contains_range(token.text_range()));
    others.map(|it| one_line(it.syntax())).collect()
}

/// `Web::Switch(HERE)`, `Web::Switch.new(HERE)`: the value of an alias.
fn made(call: &SyntaxNode) -> Option<ValueSink> {
    let ty = match MethodCallExpr::cast(call.clone()) {
        Some(call) => {
            let method = call.method_name()?.name_token()?;
            call.receiver().filter(|_| method.text() == "new")?
        }
        None => CallExpr::cast(call.clone())?.functor()?,
    };
    let Expr::TypeRef(alias) = ty else {
        return None;
    };
    let of = SinkKind::New(alias.text());
    let path = Vec::new();
    Some(ValueSink { of, path })
}

/// How many commas of a list stand before a token.
fn commas_before(list: &SyntaxNode, token: &SyntaxToken) -> usize {
    let commas = list.children_with_tokens();
    let commas = commas.filter_map(|it| it.into_token());
    commas
        .filter(|it| it.kind() == SyntaxKind::COMMA)
        .filter(|it| it.text_range().end() <= token.text_range().start())
        .count()
}

/// `split(HERE, 'x')`, `$x.split(HERE)`, `notice $x, HERE`
fn argument(list: &SyntaxNode, token: &SyntaxToken) -> Option<ExpectedValue> {
    let commas = commas_before(list, token);
    if let Some(call) = StatementCall::cast(list.clone()) {
        let function = call.function()?.text();
        return Some(ExpectedValue::Argument {
            function,
            index: commas,
        });
    }
    let parent = list.parent()?;
    if let Some(made) = made(&parent).filter(|_| commas == 0) {
        return Some(ExpectedValue::Part(made));
    }
    if let Some(call) = MethodCallExpr::cast(parent.clone()) {
        let function = call.method_name()?.name_token()?.text().to_owned();
        return Some(ExpectedValue::Argument {
            function,
            index: commas + 1,
        });
    }
    let own = token.parent()?;
    if let Some(title) = titles(list, &own) {
        return Some(title);
    }
    let function = CallExpr::cast(parent)?.function_name()?;
    Some(ExpectedValue::Argument {
        function,
        index: commas,
    })
}
