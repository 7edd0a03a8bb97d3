//! Calls: functions that are called, classes that are included, resources of defined types, templates that are rendered.

use puppet_db::{File, FileKind};
use puppet_semantic::resolve::assets::{AssetKind, template_name};
use puppet_syntax::ast::{self, AstNode as _, CallExpr, Expr, StatementCall};
use puppet_syntax::{SyntaxNode, SyntaxToken};
use puppet_text::{TextRange, TextSize};

use super::{HierarchyCall, add, definition_at, file_item, item, item_of, places};
use puppet_ide_db::context::{FileContext, IdeContext};
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::asset_paths::file_reference;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::{NameRef, NameRefKind, name_of};
use puppet_ide_db::defs::{classify, string_names, template};
use puppet_ide_db::ruby::usages;
use puppet_ide_db::search::assets;
use puppet_ide_db::syntax_ext::{self, enclosing_body, enclosing_definition};

/// The callers of the definition at an offset, or of the template that starts there.
pub(crate) fn incoming(context: FileContext<'_>, offset: TextSize) -> Vec<HierarchyCall> {
    let mut calls = Vec::new();
    let mut add_user = |file: File, node: &SyntaxNode, range| {
        let place = context.file_context(file);
        let user = enclosing_definition(node).and_then(|it| item(place, &it));
        add(&mut calls, user.unwrap_or_else(|| file_item(place)), range);
    };
    if offset == TextSize::new(0)
        && matches!(context.file.kind(context.db), FileKind::Epp | FileKind::Erb)
        && let Some(name) = template_name(context.db, context.file)
    {
        for (file, token, reference) in assets::template_references(*context, context.file, &name) {
            if let Some(node) = token.parent() {
                add_user(file, &node, reference.range);
            }
        }
    } else if let Some(found) = declared_at(context, offset) {
        let in_ruby = callers_in_ruby(*context, &found);
        for (file, at) in places(*context, found) {
            if is_use(&at)
                && let Some(node) = at.token.parent()
                && (!is_perhaps(&at) || includes_variable(&enclosing_body(&node)))
            {
                add_user(file, &node, at.range);
            }
        }
        for (file, range) in in_ruby {
            add(&mut calls, file_item(context.file_context(file)), range);
        }
    }
    calls
}

/// The definition whose own name stands at an offset, also in Ruby. The item of a file has none, even where the file starts
/// with another name.
fn declared_at(context: FileContext<'_>, offset: TextSize) -> Option<Definition> {
    if context.file.kind(context.db).is_puppet() {
        let definition = definition_at(context, offset)?;
        return Some(Definition::Item(context.file, definition));
    }
    let classified = classify(context, offset)?;
    classified.definitions.into_iter().next()
}

/// The places where Ruby code calls a function.
fn callers_in_ruby(context: IdeContext<'_>, found: &Definition) -> Vec<(File, TextRange)> {
    let Some(name) = usages::name_of(context, found) else {
        return Vec::new();
    };
    let mut callers = Vec::new();
    for file in usages::ruby_files(context, &name) {
        let calls = usages::calls(file.text(context.db)).into_iter();
        let own = calls.filter(|(_, called)| *called == name);
        callers.extend(own.map(|(range, _)| (file, range)));
    }
    callers
}

/// The functions that Ruby code calls.
fn called_in_ruby(context: FileContext<'_>) -> Vec<HierarchyCall> {
    let mut calls = Vec::new();
    for (range, _) in usages::calls(context.file.text(context.db)) {
        let named = classify(context, range.start());
        let found = named.and_then(|it| it.definitions.into_iter().next());
        if let Some(used) = found.and_then(|found| item_of(*context, &found)) {
            add(&mut calls, used, range);
        }
    }
    calls
}

/// The callees of the definition at an offset; at other offsets those of the file's code outside of definitions.
pub(crate) fn outgoing(context: FileContext<'_>, offset: TextSize) -> Vec<HierarchyCall> {
    if matches!(
        context.file.kind(context.db),
        FileKind::Ruby | FileKind::Erb
    ) {
        return match offset == TextSize::new(0) {
            true => called_in_ruby(context),
            false => Vec::new(),
        };
    }
    let body = match definition_at(context, offset) {
        Some(definition) => definition.syntax().clone(),
        None => syntax_ext::root(context.db, context.file),
    };
    let mut calls = Vec::new();
    let includes_variable = std::cell::LazyCell::new(|| includes_variable(&body));
    let tokens = syntax_ext::own_nodes(&body)
        .filter(|node| *node == body || !ast::Definition::can_cast(node.kind()))
        .flat_map(|node| node.children_with_tokens().collect::<Vec<_>>())
        .filter_map(|it| it.into_token());
    for token in tokens {
        if let Some(at) = used_name(&token).filter(is_use) {
            for found in resolve::find(context, &at) {
                if is_perhaps(&at) && !*includes_variable {
                    continue;
                }
                if let Some(used) = item_of(*context, &found) {
                    add(&mut calls, used, at.range);
                }
            }
        } else if let Some(reference) = file_reference(context, &token)
            && reference.kind == AssetKind::Template
            && let Some(template) = template::template(context, &reference.name)
        {
            add(
                &mut calls,
                file_item(context.file_context(template)),
                reference.range,
            );
        }
    }
    calls
}

/// The name reference at a token. Keys of hashes are none.
fn used_name(token: &SyntaxToken) -> Option<NameRef> {
    string_names::name_of(token)
        .or_else(|| name_of(token))
        .or_else(|| string_names::bare(token))
}

/// Whether a reference is a call: one such as `Class['a']` is not.
fn is_use(at: &NameRef) -> bool {
    use puppet_syntax::SyntaxKind::ACCESS_KEYS;
    let in_reference = at
        .token
        .parent_ancestors()
        .take(3)
        .any(|node| node.kind() == ACCESS_KEYS);
    match at.name {
        NameRefKind::Class(_)
        | NameRefKind::ResourceType(_)
        | NameRefKind::Function(_)
        | NameRefKind::Plan(_) => !in_reference,
        NameRefKind::MaybeClass(_) => at.token.parent().is_some_and(|it| is_held(&it)),
        _ => false,
    }
}

fn is_perhaps(at: &NameRef) -> bool {
    matches!(at.name, NameRefKind::MaybeClass(_))
}

/// Whether a string stands in a list that is gone through, or that a variable gets. It is used if the body includes what
/// is in a variable: `['a', 'b'].each |$class| { include $class }`.
fn is_held(string: &SyntaxNode) -> bool {
    use puppet_syntax::SyntaxKind::{ASSIGN_EXPR, LIST_EXPR, METHOD_CALL_EXPR};
    let mut around = string.ancestors().skip(1);
    let holder = around.find(|it| it.kind() != LIST_EXPR);
    holder.is_some_and(|it| matches!(it.kind(), ASSIGN_EXPR | METHOD_CALL_EXPR))
}

fn includes_variable(body: &SyntaxNode) -> bool {
    syntax_ext::own_nodes(body).any(|it| is_inclusion_of_variable(&it))
}

fn is_inclusion_of_variable(node: &SyntaxNode) -> bool {
    let (function, mut arguments) = if let Some(call) = StatementCall::cast(node.clone()) {
        let arguments: Vec<Expr> = call.arguments().collect();
        (call.function().map(|it| it.text()), arguments.into_iter())
    } else if let Some(call) = CallExpr::cast(node.clone()) {
        let arguments = call.arg_list().map(|it| it.syntax().clone());
        let arguments = arguments.iter().flat_map(SyntaxNode::children);
        let arguments: Vec<Expr> = arguments.filter_map(Expr::cast).collect();
        (call.function_name(), arguments.into_iter())
    } else {
        return false;
    };
    let includes = matches!(function.as_deref(), Some("include" | "contain" | "require"));
    includes && arguments.any(|it| matches!(it, Expr::VariableExpr(_)))
}
