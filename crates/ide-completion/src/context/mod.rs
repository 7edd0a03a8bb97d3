//! The completion context: the syntactic position of the cursor.

pub mod compared_value;
pub mod dig_path;
pub mod doc_comment;
pub mod expected_type;
pub mod hash_literal;
pub mod inline_template;
pub mod missing_comma;
pub mod speculative_text;
pub mod strings;
pub mod types;
pub mod unterminated_string;
pub mod values;

use crate::context::hash_literal::hash_key;
use crate::context::strings::{key, referred_type, string_position};
use crate::context::types::{type_parameter, type_position};
use puppet_semantic::resolve::assets::AssetKind;
use puppet_semantic::run_target::RunTarget;
use puppet_syntax::ast::{
    AstNode, Attribute, Expr, MethodCallExpr, ResourceBody, ResourceExpr, TypeRef,
};
use puppet_syntax::{
    Entry, Parse, ParseOptions, SyntaxKind, SyntaxNode, SyntaxToken, parse_with, reparse,
};
use puppet_text::{TextRange, TextSize};

use crate::completions::plans_and_tasks::run_by_argument;
use crate::context::expected_type::ExpectedValue;
use crate::context::speculative_text::{SpeculativeText, nearby};
use crate::context::unterminated_string::closers;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::dataflow::type_path::PathSegment;
use puppet_ide_db::dataflow::value_sink::ValueSink;
use puppet_ide_db::defs::{
    AttributeOwner, NameRefKind, attribute_owner, declared_parameter, name_of,
};
use puppet_ide_db::syntax_ext;

/// Where something is to be completed.
#[derive(Debug)]
pub struct CompletionContext {
    pub slot: CompletionPosition,
    /// The incomplete text.
    pub replace: TextRange,
    /// The word there, in a tree where it is not empty.
    pub token: SyntaxToken,
    /// The text of that tree, if it is not the file's.
    pub text: Option<String>,
    /// What it is for, if it is a value.
    pub wanted: Option<ExpectedValue>,
    /// In a template that stands in the code, what uses it there.
    pub outside: Option<SyntaxNode>,
}

/// What kind of thing belongs somewhere.
#[derive(Debug, PartialEq, Eq)]
pub enum CompletionPosition {
    /// A variable with its `$`.
    Variable,
    /// The start of an interpolation: a variable without `$`, or a call.
    ImplicitVariable,
    /// A data type.
    Type,
    /// Something in the brackets of a data type.
    TypeParameter { of: String, index: usize },
    /// A text in the brackets of an `Enum`.
    EnumValue,
    /// A key of a `Struct`, before brackets that are there already or where nothing follows.
    StructKey { has_brackets: bool },
    /// The name of what a word defines.
    DefinedName { by: SyntaxKind },
    /// The name of a node that is being defined.
    Host { quoted: bool },
    /// The name of a class.
    Class,
    /// The title of a resource, in a reference to it; the type in small letters.
    Title { of: String, quoted: bool },
    /// A function after a dot.
    Method {
        /// Where the receiver stands, in the text as it is.
        receiver: Option<TextRange>,
    },
    /// A key in `$facts['…']['…']` or another variable that Puppet sets; the keys before it.
    FactKey {
        of: String,
        path: Vec<String>,
        quoted: bool,
    },
    /// A key in `$x['…']`.
    Key {
        /// Where the value that has it stands, in the text as it is.
        of: TextRange,
        /// The keys before.
        path: Vec<PathSegment>,
        quoted: bool,
    },
    /// A key between the dots of a text, in a variable that Puppet sets; the keys before it.
    KeyPart { of: String, path: Vec<String> },
    /// The same in a value at a place of the text as it is: `$x.get('a.HERE')`.
    KeyPartOf {
        of: TextRange,
        path: Vec<PathSegment>,
    },
    /// The same in a variable with a name: `getvar('x.a.HERE')`.
    KeyPartOfVariable { of: String, path: Vec<PathSegment> },
    /// The name of a template or file of a module.
    Path {
        kind: AssetKind,
        /// How it ends.
        suffix: Option<&'static str>,
    },
    /// The address of a file of a module.
    Address,
    /// A key of a hash whose keys are known.
    HashKey {
        part: ValueSink,
        /// Those that are there already.
        taken: Vec<String>,
        quoted: bool,
        /// It stands among arguments, without braces.
        in_call: bool,
    },
    /// After the block of a condition.
    AfterCondition { of_unless: bool },
    /// The name of an attribute; some are there already.
    AttributeName {
        of: AttributeOwner,
        taken: Vec<String>,
    },
    /// The name of an attribute that is asked for.
    QueriedName { of: AttributeOwner },
    /// A value of which is known what it is for.
    Value { quoted: bool },
    /// The name of a resource type, in a string.
    ResourceTypeName,
    /// The name of a plan or task.
    Run { runs: RunTarget, quoted: bool },
    /// A key of Hiera's data.
    DataKey,
    /// `inherits`, after the head of a class.
    Inherits,
    /// An operator, after a complete expression.
    Operator,
    /// After `->`, `~>`, `<-` or `<~`.
    Related,
    /// After the `@` or `@@` of a virtual or exported resource.
    VirtualResource,
    /// A tag in a comment above a definition, after its `@`.
    DocTag,
    /// The parameter that a comment is about.
    DocParameter,
    /// A statement, or the start of an expression.
    Statement,
    /// An expression.
    Expression,
}

/// The completion context at a cursor; `None` in comments and texts.
pub fn place_at(context: FileContext<'_>, offset: TextSize) -> Option<CompletionContext> {
    let text = &**context.file.text(context.db);
    let before = text.get(..usize::from(offset))?;
    let typed = incomplete_text(before);
    let filler = filler(typed);
    let start = offset - TextSize::of(typed);
    let end = offset + TextSize::of(filler);
    let parse = puppet_db::parse(context.db, context.file);
    if let Some(place) = inline_template::place_at(parse, text, offset) {
        return Some(place);
    }
    let closers = closers(before, text.get(usize::from(offset)..)?);
    let (slot, (token, wanted), text) = match filler {
        "" if closers.is_empty() => {
            let (slot, token) = slot_in(&parse.syntax(), start, end)?;
            let wanted = values::wanted(&token);
            (slot, (token, wanted), None)
        }
        _ => {
            let options = puppet_db::parse_options(context.db, context.file)?;
            with_word(parse, options, text, (start, offset), (filler, &*closers))?
        }
    };
    Some(CompletionContext {
        replace: replaced(&slot, before, start, offset),
        slot,
        token,
        text,
        wanted,
        outside: None,
    })
}

/// What an item replaces in a text of which this stands before the cursor; the incomplete word starts at `start`.
fn replaced(
    slot: &CompletionPosition,
    before: &str,
    start: TextSize,
    offset: TextSize,
) -> TextRange {
    match slot {
        CompletionPosition::Path { .. }
        | CompletionPosition::Address
        | CompletionPosition::FactKey { quoted: true, .. }
        | CompletionPosition::Key { quoted: true, .. }
        | CompletionPosition::Title { quoted: true, .. }
        | CompletionPosition::HashKey { quoted: true, .. }
        | CompletionPosition::DataKey
        | CompletionPosition::EnumValue
        | CompletionPosition::Host { quoted: true }
        | CompletionPosition::Value { quoted: true } => in_quotes(before, start, offset),
        // A name is found with and without colons before it.
        CompletionPosition::Class
        | CompletionPosition::ResourceTypeName
        | CompletionPosition::Type
        | CompletionPosition::TypeParameter { .. }
            if before
                .get(start.into()..)
                .is_some_and(|it| it.starts_with("::")) =>
        {
            TextRange::new(start + TextSize::of("::"), offset)
        }
        _ => TextRange::new(start, offset),
    }
}

/// The completion context at an offset: the slot, its word and purpose, and the text with it if it is not the file's.
type FoundContext = (
    CompletionPosition,
    (SyntaxToken, Option<ExpectedValue>),
    Option<String>,
);

/// The slot at a place with a word put in, that word, and the text with it: `at` is where the incomplete text starts,
/// and the cursor; after the word stands what closes the quotes around it.
fn with_word(
    parse: &Parse,
    options: ParseOptions,
    text: &str,
    at: (TextSize, TextSize),
    (word, closers): (&str, &str),
) -> Option<FoundContext> {
    let put_into = |text: &str, offset: TextSize| {
        let (before, after) = text.split_at_checked(offset.into())?;
        Some([before, word, closers, after].concat())
    };
    let found = |parse: &Parse, text: String, (start, offset): (TextSize, TextSize)| {
        let (slot, token) = slot_in(&parse.syntax(), start, offset + TextSize::of(word))?;
        let wanted = values::wanted(&token);
        Some((slot, (token, wanted), Some(text)))
    };
    let is_template = options.entry == Entry::Epp;
    let near = (!is_template).then(|| nearby(&parse.syntax(), text, at.1));
    if let Some(near) = near.flatten() {
        let at = (near.place_of(at.0), near.place_of(at.1));
        let text = put_into(&near.text, at.1)?;
        let place = found(&parse_with(&text, options), text, at);
        // Variables may be set far away.
        if !matches!(
            place,
            Some((
                CompletionPosition::Variable | CompletionPosition::ImplicitVariable,
                ..
            ))
        ) {
            return place.map(|place| in_whole(place, &near));
        }
    }
    let whole = put_into(text, at.1)?;
    let reparsed = reparse(parse, text, &whole, options);
    let reparsed = reparsed.unwrap_or_else(|| parse_with(&whole, options));
    found(&reparsed, whole, at)
}

/// What was found in a part of a text, with places in the whole one.
fn in_whole((slot, (token, wanted), text): FoundContext, near: &SpeculativeText) -> FoundContext {
    let range = |it: TextRange| TextRange::new(near.original(it.start()), near.original(it.end()));
    let wanted = match wanted {
        Some(ExpectedValue::Compared { with, at, taken }) => Some(ExpectedValue::Compared {
            with,
            at: range(at),
            taken,
        }),
        wanted => wanted,
    };
    let slot = match slot {
        CompletionPosition::Method { receiver } => CompletionPosition::Method {
            receiver: receiver.map(range),
        },
        CompletionPosition::Key { of, path, quoted } => CompletionPosition::Key {
            of: range(of),
            path,
            quoted,
        },
        CompletionPosition::KeyPartOf { of, path } => CompletionPosition::KeyPartOf {
            of: range(of),
            path,
        },
        slot => slot,
    };
    (slot, (token, wanted), text)
}

fn slot_in(
    root: &SyntaxNode,
    start: TextSize,
    end: TextSize,
) -> Option<(CompletionPosition, SyntaxToken)> {
    let token = word_around(root, start, end)?;
    let slot = match token.kind() {
        SyntaxKind::COMMENT => doc_comment::position_in_comment(&token, start),
        _ => slot(&token),
    };
    Some((slot?, token))
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
fn incomplete_text(before: &str) -> &str {
    let word =
        before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':'));
    let mut start = word.len();
    // Not the colon after a title, and not that of `a ? { b => c }`: only pairs of colons are part of a name.
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

/// What makes a whole word of an incomplete one.
fn filler(typed: &str) -> &'static str {
    let is_upper = typed.starts_with(|c: char| c.is_ascii_uppercase());
    match typed {
        "" => "x",
        // In a text, a `$` without a name is no variable.
        "$" => "x",
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
    puppet_syntax::tokens_at(root, at.min(limit)).right_biased()
}

fn slot(token: &SyntaxToken) -> Option<CompletionPosition> {
    use SyntaxKind::*;
    let quoted = matches!(token.kind(), SQ_STRING | DQ_STRING);
    let is_host = |node: SyntaxNode| node.parent().is_some_and(|it| it.kind() == HOST_MATCHES);
    if token.parent().is_some_and(is_host) {
        return Some(CompletionPosition::Host { quoted });
    }
    match token.kind() {
        // A parameter gets a name of its own.
        VARIABLE if declared_parameter(token).is_some() => None,
        VARIABLE => Some(CompletionPosition::Variable),
        IMPLICIT_VARIABLE => Some(CompletionPosition::ImplicitVariable),
        SQ_STRING | DQ_STRING => string_position(token),
        CLASS_REF | NAME | WORD => word(token),
        kind if kind.is_keyword() => word(token),
        _ => None,
    }
}

fn word(token: &SyntaxToken) -> Option<CompletionPosition> {
    let parent = token.parent()?;
    match parent.kind() {
        SyntaxKind::METHOD_NAME => {
            let call = parent.parent().and_then(MethodCallExpr::cast);
            let receiver = call.and_then(|it| it.receiver());
            return Some(CompletionPosition::Method {
                receiver: receiver.map(|it| syntax_ext::trimmed_range(it.syntax())),
            });
        }
        SyntaxKind::DEF_NAME => {
            let by = previous(token)?.kind();
            return Some(CompletionPosition::DefinedName { by });
        }
        SyntaxKind::NAME_REF => return Some(CompletionPosition::Class),
        _ => {}
    }
    if let Some(name) = name_of(token)
        && matches!(name.name, NameRefKind::Class(_))
    {
        return Some(CompletionPosition::Class);
    }
    attribute_name(token)
        .or_else(|| queried_name(token))
        .or_else(|| hash_key(token, false))
        .or_else(|| key(token, false))
        .or_else(|| {
            run_by_argument(token).map(|runs| CompletionPosition::Run {
                runs,
                quoted: false,
            })
        })
        .or_else(|| values::wanted(token).map(|_| CompletionPosition::Value { quoted: false }))
        .or_else(|| referred_type(token).map(|of| CompletionPosition::Title { of, quoted: false }))
        .or_else(|| type_parameter(token))
        .or_else(|| type_position(token).then_some(CompletionPosition::Type))
        .or_else(|| {
            Some(if let Some(of_unless) = follows_condition(token) {
                CompletionPosition::AfterCondition { of_unless }
            } else if let Some(slot) = by_neighbour(token) {
                slot
            } else if starts_statement(token) {
                CompletionPosition::Statement
            } else {
                CompletionPosition::Expression
            })
        })
}

/// `file { 'x': ensure => present, HERE`
fn attribute_name(token: &SyntaxToken) -> Option<CompletionPosition> {
    let before = previous(token)?;
    let after_line = missing_comma::holder(token, &before, SyntaxKind::ATTRIBUTE);
    let is_between = matches!(
        before.kind(),
        SyntaxKind::COLON | SyntaxKind::COMMA | SyntaxKind::L_BRACE
    );
    if !is_between && after_line.is_none() {
        return None;
    }
    if let Some(of) = override_owner(&before) {
        let taken = Vec::new();
        return Some(CompletionPosition::AttributeName { of, taken });
    }
    let around = after_line.or_else(|| before.parent())?;
    let holder = around
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
    let names = of_same_body(&holder, token).filter_map(|it| it.attribute_name()?.token());
    let taken = names
        .filter(|name| name != token)
        .map(|name| name.text().to_owned())
        .collect();
    Some(CompletionPosition::AttributeName { of, taken })
}

/// `File { HERE }`, `File['x'] { HERE }`: without an arrow, the word after the brace is read as a title.
fn override_owner(brace: &SyntaxToken) -> Option<AttributeOwner> {
    let resource = brace.parent().and_then(ResourceExpr::cast)?;
    let is_after = resource.l_brace_token().as_ref() == Some(brace);
    let ty = match Expr::cast(resource.syntax().first_child()?)? {
        Expr::TypeRef(ty) => ty,
        Expr::AccessExpr(access) => TypeRef::cast(access.base()?.syntax().clone())?,
        _ => return None,
    };
    let name = ty.text().trim_start_matches("::").to_owned();
    is_after.then_some(AttributeOwner::ResourceType(name))
}

/// `File <| HERE == 'x' |>`
fn queried_name(token: &SyntaxToken) -> Option<CompletionPosition> {
    let before = previous(token)?;
    let starts = matches!(
        before.kind(),
        SyntaxKind::L_COLLECT
            | SyntaxKind::LL_COLLECT
            | SyntaxKind::AND_KW
            | SyntaxKind::OR_KW
            | SyntaxKind::L_PAREN
    );
    let of = values::queried(&token.parent()?).filter(|_| starts)?;
    Some(CompletionPosition::QueriedName { of })
}

/// After the block of `if`, `elsif` or `unless` that no `else` follows; whether it is that of `unless`.
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

/// The attributes in a node. A title after the incomplete name belongs to the next body, though it is read as a value.
fn of_same_body(holder: &SyntaxNode, name: &SyntaxToken) -> impl Iterator<Item = Attribute> {
    let end = name.text_range().end();
    let is_title_end = move |node: &SyntaxNode| {
        let mut tokens = node.children_with_tokens().filter_map(|it| it.into_token());
        node.kind() == SyntaxKind::ERROR
            && node.text_range().start() >= end
            && tokens.any(|it| it.kind() == SyntaxKind::COLON)
    };
    let own = holder.children().take_while(move |it| !is_title_end(it));
    own.filter_map(Attribute::cast)
}

/// What only what stands before it says: after an arrow, the head of a class, or a complete expression on its line.
fn by_neighbour(token: &SyntaxToken) -> Option<CompletionPosition> {
    use SyntaxKind::*;
    let before = previous(token)?;
    let holder = before.parent()?;
    if matches!(
        before.kind(),
        IN_EDGE | IN_EDGE_SUB | OUT_EDGE | OUT_EDGE_SUB
    ) {
        return Some(CompletionPosition::Related);
    }
    if matches!(before.kind(), AT | AT_AT) {
        return Some(CompletionPosition::VirtualResource);
    }
    let is_head = |node: &SyntaxNode| {
        matches!(node.kind(), DEF_NAME | PARAM_LIST)
            && node.parent().is_some_and(|it| it.kind() == CLASS_DEF)
    };
    if is_head(&holder) && matches!(before.kind(), NAME | WORD | R_PAREN) {
        return Some(CompletionPosition::Inherits);
    }
    let is_word = token.text().starts_with(|c: char| c.is_ascii_lowercase());
    let is_operand = matches!(
        holder.kind(),
        VARIABLE_EXPR
            | STRING_EXPR
            | INTERPOLATED_STRING
            | NUMBER_EXPR
            | BOOLEAN_EXPR
            | UNDEF_EXPR
            | REGEX_EXPR
            | LIST_EXPR
            | ACCESS_KEYS
            | ARG_LIST
            | PAREN_EXPR
    );
    let is_after = is_operand && before.text_range() == last_token_range(&holder)?;
    let is_other_operand = holder
        .ancestors()
        .take_while(|it| it.kind() != BLOCK)
        .any(|it| matches!(it.kind(), PARAM_LIST | RESOURCE_BODY if !has_colon(&it)));
    (is_word && is_after && !is_other_operand && !on_new_line(&before, token))
        .then_some(CompletionPosition::Operator)
}

/// Where the last token of a node stands that is no blank.
fn last_token_range(node: &SyntaxNode) -> Option<TextRange> {
    let end = syntax_ext::trimmed_range(node).end();
    let last = puppet_syntax::tokens_at(node, end).left_biased()?;
    Some(last.text_range())
}

/// Whether a node is the body of a resource after its title.
fn has_colon(node: &SyntaxNode) -> bool {
    ResourceBody::cast(node.clone()).is_some_and(|it| it.colon_token().is_some())
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

/// The token before, spaces and comments left out.
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
        let comments = "# Says what it is.\n#\n".repeat(9);
        format!(
            "{far}{comments}class a(String $p, ) {{\n{far}{near}{far}}}\n{far}{comments}define b (\n  $a = {{ 'b' => 1 }}) {{\n  file {{ 'x': \n"
        )
    }

    #[test]
    fn far_statements_say_nothing_about_a_place() {
        let text = long_file();
        let parse = puppet_syntax::parse(&text, Entry::Manifest);
        let root = parse.syntax();
        let near = text.find("'/a'").expect("there")..text.find("\"${}").expect("there") + 8;
        let mut shortened = 0;
        for offset in (0..=text.len()).map(|it| TextSize::try_from(it).expect("short")) {
            let typed = incomplete_text(&text[..offset.into()]);
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
            let options = ParseOptions::default();
            let found = with_word(&parse, options, &text, (start, offset), (filler, ""));
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
        let near = near.expect("a long text").text;
        let words = near.split_whitespace().count();
        assert!(words * 4 < text.split_whitespace().count(), "{words}");
    }

    #[test]
    fn what_is_open_is_near() {
        let far = "  if $y { notice('z') }\n".repeat(200);
        let after_condition = CompletionPosition::AfterCondition { of_unless: false };
        for (code, expected) in [
            ("  [1].map |$x| { $x ", CompletionPosition::Operator),
            ("  if $a { $x = 1 } ", after_condition),
        ] {
            let text = format!("class a {{\n{far}{code}\n{far}}}\n");
            let offset = text.find(code).expect("there") + code.len();
            let offset = TextSize::try_from(offset).expect("short");
            let parse = puppet_syntax::parse(&text, Entry::Manifest);
            let options = ParseOptions::default();
            let found = with_word(&parse, options, &text, (offset, offset), ("x", ""));
            assert_eq!(found.map(|it| it.0), Some(expected), "{code}");
        }
    }
}
