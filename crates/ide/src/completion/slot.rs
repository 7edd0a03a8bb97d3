//! What kind of thing belongs at a place.

use puppet_db::{File, FileKind};
use puppet_semantic::assets::AssetKind;
use puppet_syntax::ast::{
    AccessExpr, AstNode, Attribute, AttributeSplat, CallExpr, Expr, HashEntry, MethodCallExpr,
    Param, ResourceBody, TypeRef,
};
use puppet_syntax::{Entry, SyntaxKind, SyntaxNode, SyntaxToken};
use puppet_text::{TextRange, TextSize};

use super::hash_keys::Receiver;
use super::nearby::nearby;
use crate::analysis::Context;
use crate::name_at::{
    AttributeOwner, Name, argument_of, attribute_of, attribute_owner, declared_parameter, name_of,
};
use crate::syntax;

/// Where something is to be completed.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) slot: Slot,
    /// The half-typed text.
    pub(super) replace: TextRange,
    /// The word there, in a tree where it is not empty.
    pub(super) token: SyntaxToken,
}

/// What kind of thing belongs somewhere.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// A variable with its `$`.
    Variable,
    /// The start of an interpolation: a variable without `$`, or a call.
    ImplicitVariable,
    /// A data type.
    Type,
    /// Something in the brackets of a data type.
    TypeParameter { of: String, index: usize },
    /// A key of a `Struct`.
    StructKey,
    /// The name of a class.
    Class,
    /// The title of a resource, in a reference to it; the type in small letters.
    Title { of: String },
    /// A function behind a dot.
    Method {
        /// Where the receiver stands, in the text as it is.
        receiver: Option<TextRange>,
    },
    /// A key in `$facts['…']['…']`; the keys before it.
    FactKey { path: Vec<String> },
    /// The name of a template or file of a module.
    Path {
        kind: AssetKind,
        /// How it ends.
        suffix: Option<&'static str>,
    },
    /// A key of a hash whose keys are known.
    HashKey {
        receiver: Receiver,
        /// Those that are there already.
        taken: Vec<String>,
        quoted: bool,
    },
    /// Behind the block of a condition.
    AfterCondition { of_unless: bool },
    /// The name of an attribute; some are there already.
    AttributeName {
        of: AttributeOwner,
        taken: Vec<String>,
    },
    /// The value of an attribute.
    AttributeValue {
        of: AttributeOwner,
        name: String,
        quoted: bool,
    },
    /// A statement, or the start of an expression.
    Statement,
    /// An expression.
    Expression,
}

/// What belongs at a cursor; `None` in comments and texts.
pub(super) fn place_at(context: Context<'_>, file: File, offset: TextSize) -> Option<Place> {
    let text = &**file.text(context.db);
    let before = text.get(..usize::from(offset))?;
    let typed = half_typed(before);
    let filler = filler(typed);
    let start = offset - TextSize::of(typed);
    let end = offset + TextSize::of(filler);
    let root = syntax::root(context.db, file);
    let (slot, token) = match filler {
        "" => slot_in(&root, start, end)?,
        _ => {
            let is_template = file.kind(context.db) == FileKind::Epp;
            with_word(&root, text, (start, offset), filler, is_template)?
        }
    };
    let replace = match &slot {
        Slot::Path { .. }
        | Slot::FactKey { .. }
        | Slot::Title { .. }
        | Slot::HashKey { quoted: true, .. }
        | Slot::AttributeValue { quoted: true, .. } => in_quotes(before, start, offset),
        // A name is found with and without colons before it.
        Slot::Class | Slot::Type | Slot::TypeParameter { .. } if typed.starts_with("::") => {
            TextRange::new(start + TextSize::of("::"), offset)
        }
        _ => TextRange::new(start, offset),
    };
    Some(Place {
        slot,
        replace,
        token,
    })
}

/// The slot at a place with a word put in, and that word: `at` is where the half-typed text starts, and the cursor.
fn with_word(
    root: &SyntaxNode,
    text: &str,
    (start, offset): (TextSize, TextSize),
    word: &str,
    is_template: bool,
) -> Option<(Slot, SyntaxToken)> {
    let entry = if is_template {
        Entry::Epp
    } else {
        Entry::Manifest
    };
    let found = |text: &str| {
        let (before, after) = text.split_at_checked(offset.into())?;
        let root = puppet_syntax::parse(&format!("{before}{word}{after}"), entry).syntax();
        slot_in(&root, start, offset + TextSize::of(word))
    };
    let near = (!is_template).then(|| nearby(root, text, offset)).flatten();
    match near.map(|near| found(&near)) {
        // Variables may be set far away.
        Some(Some((Slot::ImplicitVariable, _))) | None => found(text),
        Some(near) => near,
    }
}

fn slot_in(root: &SyntaxNode, start: TextSize, end: TextSize) -> Option<(Slot, SyntaxToken)> {
    let token = word_around(root, start, end)?;
    Some((slot(&token)?, token))
}

/// What stands between the quote and the cursor.
fn in_quotes(before: &str, start: TextSize, offset: TextSize) -> TextRange {
    const ADDRESS: &str = "puppet:///modules/";
    let Some(quote) = before.rfind(['\'', '"']) else {
        return TextRange::new(start, offset);
    };
    let text = before.get(quote + 1..).unwrap_or_default();
    let address = if text.starts_with(ADDRESS) {
        ADDRESS.len()
    } else {
        0
    };
    let from = TextSize::try_from(quote + 1 + address).unwrap_or(start);
    TextRange::new(from.min(offset), offset)
}

/// The word before the cursor.
fn half_typed(before: &str) -> &str {
    let word =
        before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':'));
    let mut start = word.len();
    // Not the colon behind a title, and not that of `a ? { b => c }`: only pairs of colons are part of a name.
    let rest = before.get(start..).unwrap_or_default();
    if rest.starts_with(':') && !rest.starts_with("::") {
        start += 1;
    }
    if before
        .get(..start)
        .is_some_and(|before| before.ends_with('$'))
    {
        start -= 1;
    }
    before.get(start..).unwrap_or_default()
}

/// What makes a whole word of a half-typed one.
fn filler(typed: &str) -> &'static str {
    let is_upper = typed.starts_with(|c: char| c.is_ascii_uppercase());
    match typed {
        "" => "x",
        // On the way from one colon to two.
        _ if typed.ends_with(':') && !typed.ends_with("::") && is_upper => ":X",
        _ if typed.ends_with(':') && !typed.ends_with("::") => ":x",
        _ if typed.ends_with(':') && is_upper => "X",
        _ if typed.ends_with(':') => "x",
        _ => "",
    }
}

/// The token of the word, or the string or comment in which the cursor stands.
fn word_around(root: &SyntaxNode, start: TextSize, end: TextSize) -> Option<SyntaxToken> {
    let at = if end > start {
        end - TextSize::new(1)
    } else {
        start
    };
    let limit = root.text_range().end();
    syntax::tokens_at(root, at.min(limit)).right_biased()
}

fn slot(token: &SyntaxToken) -> Option<Slot> {
    use SyntaxKind::*;
    match token.kind() {
        // A parameter gets a name of its own.
        VARIABLE if declared_parameter(token).is_some() => None,
        VARIABLE => Some(Slot::Variable),
        IMPLICIT_VARIABLE => Some(Slot::ImplicitVariable),
        SQ_STRING | DQ_STRING => in_string(token),
        CLASS_REF | NAME | WORD => word(token),
        kind if kind.is_keyword() => word(token),
        _ => None,
    }
}

/// In quotes only names of classes and of files, known keys and fixed values make sense.
fn in_string(token: &SyntaxToken) -> Option<Slot> {
    if let Some(path) = fact_key(token) {
        return Some(Slot::FactKey { path });
    }
    if let Some(kind) = file_kind(token) {
        return Some(kind);
    }
    if let Some(key) = hash_key(token, true) {
        return Some(key);
    }
    if name_of(token).is_some_and(|at| matches!(at.name, Name::Class(_))) {
        return Some(Slot::Class);
    }
    referred_type(token)
        .map(|of| Slot::Title { of })
        .or_else(|| attribute_value(token, true))
}

/// `Package['HERE']`: the type.
fn referred_type(token: &SyntaxToken) -> Option<String> {
    let mut node = token.parent()?;
    while let Some(list) = node
        .parent()
        .filter(|it| it.kind() == SyntaxKind::LIST_EXPR)
    {
        node = list;
    }
    let keys = node
        .parent()
        .filter(|it| it.kind() == SyntaxKind::ACCESS_KEYS)?;
    let access = AccessExpr::cast(keys.parent()?)?;
    let base = TypeRef::cast(access.base()?.syntax().clone())?.text();
    let name = base.trim_start_matches("::").to_lowercase();
    crate::data_types::find(base.trim_start_matches("::"))
        .is_none()
        .then_some(name)
}

/// `$facts['os']['HERE']`: the keys before.
fn fact_key(token: &SyntaxToken) -> Option<Vec<String>> {
    let keys = token.parent()?.parent()?;
    let mut access = AccessExpr::cast(keys.parent()?)?;
    let mut path = Vec::new();
    loop {
        match access.base()? {
            Expr::VariableExpr(variable) => {
                let name = variable.name()?;
                path.reverse();
                return (name.trim_start_matches("::") == "facts").then_some(path);
            }
            Expr::AccessExpr(inner) => {
                let (key, _) = syntax::string_of(&inner.access_keys()?.keys().next()?)?;
                path.push(key);
                access = inner;
            }
            _ => return None,
        }
    }
}

/// The first argument of `epp`, and its like.
fn file_kind(token: &SyntaxToken) -> Option<Slot> {
    if token
        .text()
        .trim_start_matches(['\'', '"'])
        .starts_with("puppet:///modules/")
    {
        return Some(Slot::Path {
            kind: AssetKind::File,
            suffix: None,
        });
    }
    let string = token.parent()?;
    let arguments = string
        .parent()
        .filter(|it| it.kind() == SyntaxKind::ARG_LIST)?;
    let call = CallExpr::cast(arguments.parent()?)?;
    let index = arguments
        .children()
        .filter_map(Expr::cast)
        .position(|it| *it.syntax() == string)?;
    let (kind, suffix) = match call.function_name()?.trim_start_matches("::") {
        "epp" if index == 0 => (AssetKind::Template, Some(".epp")),
        "template" => (AssetKind::Template, Some(".erb")),
        "file" | "find_file" => (AssetKind::File, None),
        _ => return None,
    };
    Some(Slot::Path { kind, suffix })
}

/// `{ HERE => … }` where the keys are known.
fn hash_key(token: &SyntaxToken, quoted: bool) -> Option<Slot> {
    let before = previous(token)?;
    if !matches!(before.kind(), SyntaxKind::L_BRACE | SyntaxKind::COMMA) {
        return None;
    }
    let hash = token
        .parent_ancestors()
        .take(4)
        .find(|node| node.kind() == SyntaxKind::HASH_EXPR)?;
    if before.parent()? != hash {
        return None;
    }
    let taken = hash
        .children()
        .filter_map(HashEntry::cast)
        .filter_map(|entry| syntax::string_of(&entry.key()?))
        .filter(|(_, range)| !token.text_range().contains_range(*range))
        .map(|(key, _)| key)
        .collect();
    Some(Slot::HashKey {
        receiver: receiver(&hash)?,
        taken,
        quoted,
    })
}

/// What a hash is given to.
fn receiver(hash: &SyntaxNode) -> Option<Receiver> {
    let mut value = hash.clone();
    // A list of hashes, and a hash of hashes, have the same keys in each.
    while let Some(parent) = value
        .parent()
        .filter(|it| it.kind() == SyntaxKind::LIST_EXPR)
    {
        value = parent;
    }
    let holder = value.parent()?;
    if let Some(of) = given_attributes(&value, &holder) {
        return Some(Receiver::Attributes(of));
    }
    if let Some(attribute) = Attribute::cast(holder.clone()) {
        let name = attribute.attribute_name()?.token()?.text().to_owned();
        let of = attribute_owner(&attribute.syntax().parent()?)?;
        return Some(Receiver::Attribute(of, name));
    }
    let call = CallExpr::cast(holder.parent()?)?;
    let arguments: Vec<Expr> = holder.children().filter_map(Expr::cast).collect();
    let index = arguments.iter().position(|it| *it.syntax() == value)?;
    let function = call.function_name()?;
    if function == "epp" && index == 1 {
        let (name, _) = syntax::string_of(arguments.first()?)?;
        return Some(Receiver::Template(name));
    }
    Some(Receiver::Argument(function, index))
}

/// What the keys of a hash are attributes of, in its place in `holder`: `* => { … }`,
/// `create_resources('a', { 'title' => { … } }, { … })`.
fn given_attributes(hash: &SyntaxNode, holder: &SyntaxNode) -> Option<AttributeOwner> {
    if AttributeSplat::can_cast(holder.kind()) {
        return attribute_owner(&holder.parent()?);
    }
    let title = HashEntry::cast(holder.clone()).and_then(|entry| entry.key());
    let argument = match &title {
        Some(_) => holder.parent()?,
        None => hash.clone(),
    };
    let (function, index, first) = argument_of(&argument, &argument.parent()?)?;
    let gives = match (&*function, index) {
        ("create_resources" | "ensure_resources", 1) => title.is_some(),
        ("create_resources" | "ensure_resource" | "ensure_resources", 2) => title.is_none(),
        _ => false,
    };
    let title = title.as_ref().and_then(syntax::string_of);
    match attribute_of(&first, title, "").filter(|_| gives)? {
        Name::Attribute { of, .. } => Some(of),
        _ => None,
    }
}

fn word(token: &SyntaxToken) -> Option<Slot> {
    let parent = token.parent()?;
    match parent.kind() {
        SyntaxKind::METHOD_NAME => {
            let call = parent.parent().and_then(MethodCallExpr::cast);
            let receiver = call.and_then(|it| it.receiver());
            return Some(Slot::Method {
                receiver: receiver.map(|it| syntax::trimmed_range(it.syntax())),
            });
        }
        SyntaxKind::DEF_NAME | SyntaxKind::HOST_NAME => return None,
        SyntaxKind::NAME_REF => return Some(Slot::Class),
        _ => {}
    }
    if let Some(name) = name_of(token)
        && matches!(name.name, Name::Class(_))
    {
        return Some(Slot::Class);
    }
    attribute_name(token)
        .or_else(|| hash_key(token, false))
        .or_else(|| attribute_value(token, false))
        .or_else(|| type_parameter(token))
        .or_else(|| type_position(token).then_some(Slot::Type))
        .or_else(|| {
            Some(if let Some(of_unless) = follows_condition(token) {
                Slot::AfterCondition { of_unless }
            } else if starts_statement(token) {
                Slot::Statement
            } else {
                Slot::Expression
            })
        })
}

/// `file { 'x': ensure => present, HERE`
fn attribute_name(token: &SyntaxToken) -> Option<Slot> {
    let before = previous(token)?;
    if !matches!(
        before.kind(),
        SyntaxKind::COLON | SyntaxKind::COMMA | SyntaxKind::L_BRACE
    ) {
        return None;
    }
    let holder = before
        .parent()?
        .ancestors()
        .chain(token.parent_ancestors())
        .find(|node| {
            matches!(
                node.kind(),
                SyntaxKind::RESOURCE_BODY
                    | SyntaxKind::RESOURCE_DEFAULTS
                    | SyntaxKind::RESOURCE_OVERRIDE
                    | SyntaxKind::COLLECT_EXPR
                    | SyntaxKind::LIST_EXPR
                    | SyntaxKind::HASH_EXPR
                    | SyntaxKind::ARG_LIST
                    | SyntaxKind::ACCESS_KEYS
                    | SyntaxKind::PARAM_LIST
                    | SyntaxKind::BLOCK
            )
        })?;
    let is_title = ResourceBody::cast(holder.clone())
        .and_then(|body| body.colon_token())
        .is_some_and(|colon| token.text_range().start() < colon.text_range().start());
    if is_title {
        return None;
    }
    let of = attribute_owner(&holder)?;
    let attributes = holder.children().filter_map(Attribute::cast);
    let names = attributes.filter_map(|attribute| attribute.attribute_name()?.token());
    let taken = names
        .filter(|name| name != token)
        .map(|name| name.text().to_owned())
        .collect();
    Some(Slot::AttributeName { of, taken })
}

/// `file { 'x': ensure => HERE`
fn attribute_value(token: &SyntaxToken, quoted: bool) -> Option<Slot> {
    let before = previous(token)?;
    if !matches!(
        before.kind(),
        SyntaxKind::FAT_ARROW | SyntaxKind::PLUS_ARROW
    ) {
        return None;
    }
    let attribute = Attribute::cast(before.parent()?)?;
    let name = attribute.attribute_name()?.token()?.text().to_owned();
    let of = attribute_owner(&attribute.syntax().parent()?)?;
    Some(Slot::AttributeValue { of, name, quoted })
}

/// `Array[HERE]`, `Struct[{ 'a' => HERE }]`
fn type_parameter(token: &SyntaxToken) -> Option<Slot> {
    let mut node = token.parent()?;
    loop {
        let parent = node.parent()?;
        match parent.kind() {
            SyntaxKind::ACCESS_KEYS => {
                let access = parent.parent().and_then(AccessExpr::cast)?;
                let of = TypeRef::cast(access.base()?.syntax().clone())?.text();
                let index = parent
                    .children()
                    .filter_map(Expr::cast)
                    .filter(|key| key.syntax().text_range().end() <= node.text_range().start())
                    .count();
                return Some(Slot::TypeParameter { of, index });
            }
            // The members of a Struct have types as values.
            SyntaxKind::HASH_ENTRY => {
                let is_value =
                    previous(token).is_some_and(|before| before.kind() == SyntaxKind::FAT_ARROW);
                let in_type = parent
                    .ancestors()
                    .skip(1)
                    .find(|it| it.kind() != SyntaxKind::HASH_EXPR)?;
                if in_type.kind() != SyntaxKind::ACCESS_KEYS {
                    return None;
                }
                return Some(if is_value {
                    Slot::Type
                } else {
                    Slot::StructKey
                });
            }
            SyntaxKind::HASH_EXPR if parent.parent()?.kind() == SyntaxKind::ACCESS_KEYS => {
                return Some(Slot::StructKey);
            }
            SyntaxKind::LIST_EXPR | SyntaxKind::ERROR => node = parent,
            _ => return None,
        }
    }
}

/// Where only a type can stand: before a parameter, behind `>>` of a function, behind `type X =`, behind `=~`.
fn type_position(token: &SyntaxToken) -> bool {
    let Some(before) = previous(token) else {
        return false;
    };
    match before.kind() {
        // What is half-typed need not be part of the definition.
        SyntaxKind::EQ => before
            .parent_ancestors()
            .any(|node| node.kind() == SyntaxKind::TYPE_ALIAS),
        SyntaxKind::SHR => token
            .parent_ancestors()
            .any(|node| node.kind() == SyntaxKind::RETURN_TYPE),
        SyntaxKind::L_PAREN | SyntaxKind::COMMA | SyntaxKind::PIPE => {
            let holder = token
                .parent_ancestors()
                .find(|node| !Param::can_cast(node.kind()) && !Expr::can_cast(node.kind()));
            holder.is_some_and(|holder| {
                holder.kind() == SyntaxKind::PARAM_LIST
                    || holder.kind() == SyntaxKind::ERROR
                        && holder
                            .ancestors()
                            .any(|node| node.kind() == SyntaxKind::PARAM_LIST)
            })
        }
        _ => false,
    }
}

/// Behind the block of `if`, `elsif` or `unless` that no `else` follows; whether it is that of `unless`.
fn follows_condition(token: &SyntaxToken) -> Option<bool> {
    let before = previous(token).filter(|it| it.kind() == SyntaxKind::R_BRACE)?;
    let block = before
        .parent()
        .filter(|it| it.kind() == SyntaxKind::BLOCK)?;
    match block.parent()?.kind() {
        SyntaxKind::IF_EXPR => Some(false),
        SyntaxKind::UNLESS_EXPR => Some(true),
        _ => None,
    }
}

fn starts_statement(token: &SyntaxToken) -> bool {
    match previous(token) {
        None => true,
        Some(before) => match before.kind() {
            SyntaxKind::L_BRACE => before.parent().is_none_or(|holder| {
                !matches!(
                    holder.kind(),
                    SyntaxKind::SELECTOR_EXPR | SyntaxKind::HASH_EXPR
                )
            }),
            SyntaxKind::R_BRACE | SyntaxKind::SEMICOLON => true,
            SyntaxKind::EPP_OPEN | SyntaxKind::EPP_OPEN_TRIM => true,
            SyntaxKind::COMMA
            | SyntaxKind::COLON
            | SyntaxKind::L_PAREN
            | SyntaxKind::L_BRACK
            | SyntaxKind::EQ
            | SyntaxKind::FAT_ARROW
            | SyntaxKind::EPP_OPEN_EXPR => false,
            _ => on_new_line(&before, token),
        },
    }
}

fn on_new_line(before: &SyntaxToken, token: &SyntaxToken) -> bool {
    let mut between = before.next_token();
    while let Some(trivia) = between.filter(|it| it != token) {
        if trivia.text().contains('\n') {
            return true;
        }
        between = trivia.next_token();
    }
    false
}

/// The token before, blanks and comments left out.
fn previous(token: &SyntaxToken) -> Option<SyntaxToken> {
    let mut before = token.prev_token()?;
    while before.kind().is_trivia() {
        before = before.prev_token()?;
    }
    Some(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Statements before, around and after the ones that are looked at.
    fn long_file() -> String {
        let far = "  file { '/x': ensure => present }\n  $y = [1, { 'a' => 2 }]\n  if $y { notice('z') }\n";
        let near = "  file { '/a':\n    ensure => \n  }\n  $h = { 'k' =>  }\n  notice( )\n  if true {  } \n                      Array[ ]\n  include \n  epp('', { })\n  $facts['']\n  case 1 { 2: {  } default: { } }\n  [1].\n  \"${}\"\n";
        let far = far.repeat(40);
        format!(
            "{far}class a(String $p, ) {{\n{far}{near}{far}}}\n{far}define b {{\n  file {{ 'x': \n"
        )
    }

    #[test]
    fn far_statements_say_nothing_about_a_place() {
        let text = long_file();
        let root = puppet_syntax::parse(&text, Entry::Manifest).syntax();
        let near = text.find("'/a'").expect("there")..text.find("\"${}").expect("there") + 8;
        let mut shortened = 0;
        for offset in (0..=text.len()).map(|it| TextSize::try_from(it).expect("short")) {
            let typed = half_typed(&text[..offset.into()]);
            let filler = filler(typed);
            // All that is far is alike.
            let is_looked_at =
                near.contains(&usize::from(offset)) || u32::from(offset).is_multiple_of(41);
            if filler.is_empty() || !is_looked_at {
                continue;
            }
            let start = offset - TextSize::of(typed);
            let (before, after) = text.split_at(offset.into());
            let whole = format!("{before}{filler}{after}");
            let whole = puppet_syntax::parse(&whole, Entry::Manifest).syntax();
            let expected = slot_in(&whole, start, offset + TextSize::of(filler));
            let found = with_word(&root, &text, (start, offset), filler, false);
            assert_eq!(
                found.map(|it| it.0),
                expected.map(|it| it.0),
                "at {offset:?}: …{}|",
                &before[before.len().saturating_sub(60)..]
            );
            shortened += 1;
        }
        assert!(shortened > 100, "{shortened}");
        let near = nearby(
            &root,
            &text,
            TextSize::try_from(text.len() / 2).expect("short"),
        );
        let words = near.expect("a long text").split_whitespace().count();
        assert!(words * 4 < text.split_whitespace().count(), "{words}");
    }
}
