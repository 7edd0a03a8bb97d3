//! What the value at a place is for, by what stands before it.

use puppet_syntax::ast::{
    AstNode, Attribute, BinExpr, CallExpr, CaseExpr, Expr, HashEntry, MethodCallExpr, Param,
    SelectorExpr, StatementCall,
};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};

use super::super::compared;
use super::super::wanted::Wanted;
use super::previous;
use crate::name_at::{Name, attribute_owner, name_of};

/// What the value that starts with a token is for.
pub(super) fn wanted(token: &SyntaxToken) -> Option<Wanted> {
    use SyntaxKind::*;
    let before = previous(token)?;
    let holder = before.parent()?;
    match before.kind() {
        FAT_ARROW | PLUS_ARROW => value(&holder, false),
        EQ => default(&holder),
        EQ_EQ | BANG_EQ => by_operator(&holder),
        L_BRACK | COMMA if holder.kind() == LIST_EXPR => in_list(&holder),
        L_PAREN | COMMA if holder.kind() == ARG_LIST => argument(&holder, token),
        COMMA if holder.kind() == STATEMENT_CALL => argument(&holder, token),
        IF_KW | ELSIF_KW | UNLESS_KW | BANG | AND_KW | OR_KW => Some(Wanted::Condition),
        L_BRACE if matches!(holder.kind(), CASE_EXPR | SELECTOR_EXPR) => pattern(&holder),
        COMMA if matches!(holder.kind(), CASE_OPTION | SELECTOR_EXPR) => pattern(&holder),
        // Behind the block of another pattern.
        R_BRACE if holder.kind() == BLOCK && holder.parent()?.kind() == CASE_OPTION => {
            pattern(&holder)
        }
        _ => None,
    }
}

/// `file { 'x': ensure => HERE`, `epp('x', { 'a' => HERE`
fn value(holder: &SyntaxNode, in_list: bool) -> Option<Wanted> {
    if let Some(attribute) = Attribute::cast(holder.clone()) {
        return Some(Wanted::Attribute {
            of: attribute_owner(&attribute.syntax().parent()?)?,
            name: attribute.attribute_name()?.token()?.text().to_owned(),
            in_list,
        });
    }
    let key = HashEntry::cast(holder.clone())?.key()?;
    let tokens = key.syntax().children_with_tokens();
    let mut tokens = tokens.filter_map(|it| it.into_token());
    let token = tokens.find(|it| !it.kind().is_trivia())?;
    match name_of(&token)?.name {
        Name::Attribute { of, name } => Some(Wanted::Attribute { of, name, in_list }),
        _ => None,
    }
}

/// `require => [HERE]`, `$x in [HERE]`
fn in_list(list: &SyntaxNode) -> Option<Wanted> {
    let holder = list.parent()?;
    let is_in = BinExpr::cast(holder.clone())
        .and_then(|it| it.op_token())
        .is_some_and(|it| it.kind() == SyntaxKind::IN_KW);
    if is_in {
        return by_operator(&holder);
    }
    value(&holder, true)
}

/// `Boolean $x = HERE`
fn default(holder: &SyntaxNode) -> Option<Wanted> {
    let ty = Param::cast(holder.clone())?.ty()?;
    Some(Wanted::Default(ty.syntax().clone()))
}

/// `$x == HERE`
fn by_operator(holder: &SyntaxNode) -> Option<Wanted> {
    let comparison = BinExpr::cast(holder.clone())?;
    Some(Wanted::Compared {
        with: compared::subject(&comparison.lhs()?),
        is_pattern: false,
    })
}

/// `case $x { HERE: { } }`, `$x ? { HERE => 1 }`
fn pattern(holder: &SyntaxNode) -> Option<Wanted> {
    let mut around = holder.ancestors().take(3);
    let node =
        around.find(|it| CaseExpr::can_cast(it.kind()) || SelectorExpr::can_cast(it.kind()))?;
    let subject = Expr::cast(node.first_child()?)?;
    Some(Wanted::Compared {
        with: compared::subject(&subject),
        is_pattern: true,
    })
}

/// `split(HERE, 'x')`, `$x.split(HERE)`, `notice $x, HERE`
fn argument(list: &SyntaxNode, token: &SyntaxToken) -> Option<Wanted> {
    let commas = list
        .children_with_tokens()
        .filter_map(|it| it.into_token())
        .filter(|it| it.kind() == SyntaxKind::COMMA)
        .filter(|it| it.text_range().end() <= token.text_range().start())
        .count();
    if let Some(call) = StatementCall::cast(list.clone()) {
        let function = call.function()?.text();
        return Some(Wanted::Argument {
            function,
            index: commas,
        });
    }
    let parent = list.parent()?;
    if let Some(call) = MethodCallExpr::cast(parent.clone()) {
        let function = call.method_name()?.name_token()?.text().to_owned();
        return Some(Wanted::Argument {
            function,
            index: commas + 1,
        });
    }
    let function = CallExpr::cast(parent)?.function_name()?;
    Some(Wanted::Argument {
        function,
        index: commas,
    })
}
