//! The call around a cursor, also where it is only half there.

use puppet_library::{LanguageType, Library};
use puppet_syntax::ast::{
    AccessExpr, ArgList, AstNode, Attribute, CallExpr, Expr, HashEntry, Lambda, MethodCallExpr,
    ResourceBody, StatementCall,
};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken, is_statement_function};
use puppet_text::TextSize;

use puppet_ide_db::dataflow::value_sink::{SinkKind, part};
use puppet_ide_db::defs::string_names::arguments_around;
use puppet_ide_db::defs::{AttributeOwner, attribute_owner};
use puppet_ide_db::syntax_ext::string_of;

/// Something that is given arguments.
#[derive(Debug)]
pub(super) enum CallSite {
    /// A function.
    Function {
        name: String,
        /// Those that are there, the receiver of a method call first; nothing where one is being typed.
        arguments: Vec<Option<Expr>>,
        /// The argument at the cursor.
        active: usize,
    },
    /// `new` of a type.
    New {
        /// The expression that is the type.
        ty: Expr,
        /// As for a function.
        arguments: Vec<Option<Expr>>,
        active: usize,
    },
    /// A resource, or a class in the form of one.
    Attributes {
        of: AttributeOwner,
        /// The attribute at the cursor.
        active: Option<String>,
    },
    /// The brackets of a data type.
    Type {
        of: &'static LanguageType,
        active: usize,
    },
    /// The parameters of a template.
    Template {
        /// `module/file.epp`
        name: String,
        /// The parameter at the cursor.
        active: Option<String>,
    },
    /// The parameters of a task.
    Task {
        /// `module::task`
        name: String,
        /// The parameter at the cursor.
        active: Option<String>,
        /// The argument of `run_task` at the cursor, for a task of which nothing is known.
        argument: usize,
    },
}

/// The innermost call whose arguments surround a cursor.
pub(super) fn site_at(root: &SyntaxNode, offset: TextSize) -> Option<CallSite> {
    let before = token_before(root, offset)?;
    if before.kind() == SyntaxKind::COMMENT {
        return None;
    }
    for node in before.parent_ancestors() {
        let found = match node.kind() {
            // The statements of a lambda are no arguments.
            SyntaxKind::BLOCK if is_open(&node, SyntaxKind::R_BRACE, offset) => return None,
            SyntaxKind::PARAM_LIST => return lambda(&node),
            SyntaxKind::ACCESS_KEYS => type_parameters(&node, offset),
            SyntaxKind::ARG_LIST => arguments(&node, offset),
            SyntaxKind::HASH_EXPR => given_hash(&node, offset),
            SyntaxKind::LIST_EXPR => deferred(&node, offset),
            SyntaxKind::STATEMENT_CALL => statement_call(&node, &before, offset),
            SyntaxKind::NAME_EXPR => lone_statement_function(&node, &before, offset),
            SyntaxKind::RESOURCE_BODY
            | SyntaxKind::RESOURCE_DEFAULTS
            | SyntaxKind::RESOURCE_OVERRIDE
            | SyntaxKind::COLLECT_EXPR => attributes(&node, &before, offset),
            // After `file { 'x': }` without a body of its own yet.
            SyntaxKind::RESOURCE_EXPR => after_title(&node, &before, offset),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The place of the block among the arguments.
pub(super) const BLOCK: usize = usize::MAX;

/// The call that gives a lambda what its parameters take.
fn lambda(parameters: &SyntaxNode) -> Option<CallSite> {
    let call = Lambda::cast(parameters.parent()?)?.syntax().parent()?;
    let given = call.children().find_map(ArgList::cast);
    let given = given.iter().flat_map(|it| it.args()).map(Some);
    let (name, arguments) = match MethodCallExpr::cast(call.clone()) {
        Some(call) => {
            let name = call.method_name()?.name_token()?.text().to_owned();
            (
                name,
                std::iter::once(call.receiver()).chain(given).collect(),
            )
        }
        None => (CallExpr::cast(call)?.function_name()?, given.collect()),
    };
    Some(CallSite::Function {
        name,
        arguments,
        active: BLOCK,
    })
}

/// `Integer[HERE]`
fn type_parameters(keys: &SyntaxNode, offset: TextSize) -> Option<CallSite> {
    let opened = keys.text_range().start() < offset;
    if !opened || !is_open(keys, SyntaxKind::R_BRACK, offset) {
        return None;
    }
    let access = AccessExpr::cast(keys.parent()?)?;
    let Expr::TypeRef(ty) = access.base()? else {
        return None;
    };
    Some(CallSite::Type {
        of: Library.language_type(ty.text().trim_start_matches("::"))?,
        active: commas(keys, offset),
    })
}

/// The last token before a cursor that is no blank.
fn token_before(root: &SyntaxNode, offset: TextSize) -> Option<SyntaxToken> {
    let mut token = puppet_syntax::tokens_at(root, offset).left_biased()?;
    while matches!(token.kind(), SyntaxKind::WHITESPACE) || token.text_range().start() >= offset {
        token = token.prev_token()?;
    }
    Some(token)
}

/// Whether a cursor stands before the closing bracket of a node, or there is none.
fn is_open(node: &SyntaxNode, close: SyntaxKind, offset: TextSize) -> bool {
    let last = node
        .children_with_tokens()
        .filter_map(|it| it.into_token())
        .filter(|it| it.kind() == close)
        .last();
    last.is_none_or(|close| offset <= close.text_range().start())
}

/// How many commas of a node itself stand before a cursor.
fn commas(node: &SyntaxNode, offset: TextSize) -> usize {
    node.children_with_tokens()
        .filter_map(|it| it.into_token())
        .filter(|it| it.kind() == SyntaxKind::COMMA && it.text_range().end() <= offset)
        .count()
}

/// The arguments, without the one that is being typed.
fn complete(arguments: impl Iterator<Item = Expr>, offset: TextSize) -> Vec<Option<Expr>> {
    arguments
        .map(|it| Some(it).filter(|it| !it.syntax().text_range().contains_inclusive(offset)))
        .collect()
}

fn arguments(node: &SyntaxNode, offset: TextSize) -> Option<CallSite> {
    let list = ArgList::cast(node.clone())?;
    let opened = list.l_paren_token()?.text_range().end() <= offset;
    if !opened || !is_open(node, SyntaxKind::R_PAREN, offset) {
        return None;
    }
    let arguments = complete(list.args(), offset);
    let active = commas(node, offset);
    let parent = node.parent()?;
    if let Some(call) = CallExpr::cast(parent.clone()) {
        return match call.functor()? {
            Expr::NameExpr(name) => Some(function(name.text(), arguments, active, node, offset)),
            ty @ (Expr::TypeRef(_) | Expr::AccessExpr(_)) => Some(CallSite::New {
                ty,
                arguments,
                active,
            }),
            _ => None,
        };
    }
    let call = MethodCallExpr::cast(parent)?;
    let name = call.method_name()?.name_token()?.text().to_owned();
    let receiver = call.receiver()?;
    if name == "new" {
        return Some(CallSite::New {
            ty: receiver,
            arguments,
            active,
        });
    }
    let all = std::iter::once(Some(receiver)).chain(arguments).collect();
    Some(function(name, all, active + 1, node, offset))
}

/// A call of a function, or the parameters of the template that it is given.
fn function(
    name: String,
    arguments: Vec<Option<Expr>>,
    active: usize,
    node: &SyntaxNode,
    offset: TextSize,
) -> CallSite {
    let first = arguments.first().and_then(Option::as_ref);
    let text = first.and_then(string_of).map(|(text, _)| text);
    // `call('web::add', HERE)`
    if name == "call"
        && active > 0
        && let Some(called) = text.clone()
    {
        let arguments = arguments.into_iter().skip(1).collect();
        return function(called, arguments, active - 1, node, offset);
    }
    if name.trim_start_matches("::") == "epp"
        && active == 1
        && let Some(template) = text.clone()
        && let Some(hash) = hash_at(node, offset)
    {
        return CallSite::Template {
            name: template,
            active: entry_at(&hash, offset),
        };
    }
    if name == "run_plan"
        && active > 0
        && let Some(plan) = text.clone()
    {
        let given = hash_at(node, offset).unwrap_or_else(|| node.clone());
        return CallSite::Attributes {
            of: AttributeOwner::Plan(plan),
            active: entry_at(&given, offset),
        };
    }
    if name == "run_task"
        && active > 1
        && let Some(task) = text
    {
        return CallSite::Task {
            name: task,
            active: entry_at(node, offset),
            argument: active,
        };
    }
    CallSite::Function {
        name,
        arguments,
        active,
    }
}

/// `create_resources('web::site', { 'a' => { HERE } })`, `run_task('web::restart', $targets, { HERE })`
fn given_hash(hash: &SyntaxNode, offset: TextSize) -> Option<CallSite> {
    let is_inside = hash.text_range().start() < offset;
    if !is_inside || !is_open(hash, SyntaxKind::R_BRACE, offset) {
        return None;
    }
    let part = part(hash).filter(|part| part.path.is_empty())?;
    let active = entry_at(hash, offset);
    match part.of {
        SinkKind::Attributes(of) => Some(CallSite::Attributes { of, active }),
        SinkKind::Template(name) => Some(CallSite::Template { name, active }),
        SinkKind::Task(name) => Some(CallSite::Task {
            name,
            active,
            argument: 2,
        }),
        _ => None,
    }
}

/// `Deferred('web::add', [HERE])`
fn deferred(list: &SyntaxNode, offset: TextSize) -> Option<CallSite> {
    let is_inside = list.text_range().start() < offset;
    if !is_inside || !is_open(list, SyntaxKind::R_BRACK, offset) {
        return None;
    }
    let (function, arguments) = arguments_around(list)?;
    let [name, given, ..] = &*arguments else {
        return None;
    };
    let is_given = function == "Deferred" && given.syntax() == list;
    let (name, _) = string_of(name).filter(|_| is_given)?;
    Some(CallSite::Function {
        name,
        arguments: complete(list.children().filter_map(Expr::cast), offset),
        active: commas(list, offset),
    })
}

/// The hash among the arguments that is open at a cursor.
fn hash_at(arguments: &SyntaxNode, offset: TextSize) -> Option<SyntaxNode> {
    let inside = |node: &SyntaxNode| {
        node.kind() == SyntaxKind::HASH_EXPR
            && node.text_range().start() < offset
            && is_open(node, SyntaxKind::R_BRACE, offset)
    };
    arguments.children().filter(inside).last()
}

/// The key of the entry at a cursor.
fn entry_at(hash: &SyntaxNode, offset: TextSize) -> Option<String> {
    let entries = hash.children().filter_map(HashEntry::cast);
    let before = entries.filter(|it| it.syntax().text_range().start() <= offset);
    let entry = before.last()?;
    let after_comma = commas(hash, offset) > 0
        && hash
            .children_with_tokens()
            .filter_map(|it| it.into_token())
            .any(|it| {
                it.kind() == SyntaxKind::COMMA
                    && it.text_range().start() >= entry.syntax().text_range().end()
                    && it.text_range().end() <= offset
            });
    let (key, _) = string_of(&entry.key()?)?;
    (!after_comma).then_some(key)
}

/// `include a, b`
fn statement_call(node: &SyntaxNode, before: &SyntaxToken, offset: TextSize) -> Option<CallSite> {
    let call = StatementCall::cast(node.clone())?;
    let name = call.function()?;
    let after_name = name.syntax().text_range().end() < offset;
    if !after_name || !continues(before, offset) {
        return None;
    }
    Some(CallSite::Function {
        name: name.text(),
        arguments: complete(call.arguments(), offset),
        active: commas(node, offset),
    })
}

/// `include ` with nothing after it.
fn lone_statement_function(
    node: &SyntaxNode,
    before: &SyntaxToken,
    offset: TextSize,
) -> Option<CallSite> {
    let name = before.text();
    let is_statement = node
        .parent()
        .is_some_and(|parent| !Expr::can_cast(parent.kind()));
    let after = before.text_range().end() < offset;
    (is_statement && after && is_statement_function(name) && continues(before, offset)).then(|| {
        CallSite::Function {
            name: name.to_owned(),
            arguments: Vec::new(),
            active: 0,
        }
    })
}

/// Whether arguments without parentheses continue at a cursor: on the same line, or after a comma.
fn continues(before: &SyntaxToken, offset: TextSize) -> bool {
    if before.kind() == SyntaxKind::COMMA {
        return true;
    }
    let spaces = before.next_token().filter(|it| it.kind().is_trivia());
    spaces.is_none_or(|spaces| {
        let typed = usize::from(
            offset
                .checked_sub(spaces.text_range().start())
                .unwrap_or_default(),
        );
        !spaces
            .text()
            .get(..typed)
            .unwrap_or(spaces.text())
            .contains('\n')
    })
}

fn attributes(node: &SyntaxNode, before: &SyntaxToken, offset: TextSize) -> Option<CallSite> {
    if let Some(body) = ResourceBody::cast(node.clone()) {
        // The title is no attribute.
        if body.colon_token()?.text_range().end() > offset {
            return None;
        }
    } else {
        let open = node
            .children_with_tokens()
            .filter_map(|it| it.into_token())
            .find(|it| it.kind() == SyntaxKind::L_BRACE)?;
        if open.text_range().end() > offset || !is_open(node, SyntaxKind::R_BRACE, offset) {
            return None;
        }
    }
    let end = node
        .next_sibling_or_token()
        .filter(|it| it.kind() == SyntaxKind::SEMICOLON);
    if end.is_some_and(|end| end.text_range().end() <= offset) {
        return None;
    }
    let attribute = before.parent_ancestors().find_map(Attribute::cast);
    let active = attribute
        .and_then(|it| it.attribute_name()?.token())
        .map(|name| name.text().to_owned());
    Some(CallSite::Attributes {
        of: attribute_owner(node)?,
        active,
    })
}

/// A resource whose last body ends before the cursor: spaces after it still belong to it.
fn after_title(node: &SyntaxNode, before: &SyntaxToken, offset: TextSize) -> Option<CallSite> {
    if before.kind() == SyntaxKind::SEMICOLON || !is_open(node, SyntaxKind::R_BRACE, offset) {
        return None;
    }
    let body = node
        .children()
        .filter(|it| it.kind() == SyntaxKind::RESOURCE_BODY)
        .filter(|it| it.text_range().end() <= offset)
        .last()?;
    Some(CallSite::Attributes {
        of: attribute_owner(&body)?,
        active: None,
    })
}
