//! Functions, and `new` of types.

use crate::signature_help::active_signature::PassedArguments;
use puppet_convert::new_signatures;
use puppet_inference::functions::callable::{Callee, callee};
use puppet_inference::type_at;
use puppet_library::Library;
use puppet_semantic::NameResolver;
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::ast::{self, AstNode, Expr};
use puppet_types::{Signature, Type};

use super::label::Label;
use super::overloads::{self, type_label};
use super::{Importance, SignatureHelp, SignatureInfo, ruby_code};
use crate::signature_help::call_site::BLOCK;
use puppet_ide_db::bolt_builtins;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::documentation;
use puppet_ide_db::documentation::type_text::without_patterns;
use puppet_ide_db::symbol_index::SymbolKind;
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_ide_db::syntax_ext::{one_line, whole_line};

pub(super) fn function(
    context: FileContext<'_>,
    name: &str,
    arguments: &[Option<Expr>],
    active: usize,
) -> Option<SignatureHelp> {
    with_block(context, name, arguments, active, None)
}

/// The ways to call a function with a block that has so many parameters.
pub(super) fn with_block(
    context: FileContext<'_>,
    name: &str,
    arguments: &[Option<Expr>],
    active: usize,
    block: Option<usize>,
) -> Option<SignatureHelp> {
    let environment = owner(context.db, context.file)?.environment;
    let callables = match callee(context.db, environment, context.file, name) {
        Callee::Known(callables) => callables,
        Callee::Opaque => return ruby_code::function(context, name, active),
        Callee::Absent | Callee::Unknown => return of_plans(context, name, active),
    };
    let definition = callables
        .item
        .and_then(|_| resolve::item(context, SymbolKind::Function, name));
    let documentation = Library
        .function(name.trim_start_matches("::"))
        .map(|stub| stub.summary.clone())
        .filter(|summary| !summary.is_empty());
    let given = PassedArguments {
        block,
        ..PassedArguments::new(context, arguments, active)
    };
    let labels = callables
        .overloads
        .iter()
        .map(|overload| match &definition {
            Some(Definition::Item(_, definition)) => written(definition),
            _ => printed(&format!("{name}("), overload, &[], documentation.clone()),
        });
    Some(given.choose(context, &callables.overloads, labels.collect()))
}

pub(super) fn new(
    context: FileContext<'_>,
    ty: &Expr,
    arguments: &[Option<Expr>],
    active: usize,
) -> Option<SignatureHelp> {
    let environment = owner(context.db, context.file)?.environment;
    let names = NameResolver::new(context.db, environment, context.file);
    let Type::Type(Some(made)) = type_at(context.db, context.file, trimmed_range(ty.syntax()))?
    else {
        return None;
    };
    let found = new_signatures(&names, &made)?;
    let head = format!("{}(", one_line(ty.syntax()));
    let labels = found
        .signatures
        .iter()
        .map(|signature| printed(&head, signature, found.local_types, None));
    let given = PassedArguments::new(context, arguments, active);
    Some(given.choose(context, &found.signatures, labels.collect()))
}

/// A function that only plans have.
fn of_plans(context: FileContext<'_>, name: &str, active: usize) -> Option<SignatureHelp> {
    let function = bolt_builtins::find(context.db, context.file, name)?;
    let mut label = Label::new(format!("{name}("), ", ");
    let parameters = bolt_builtins::parameters(function);
    for parameter in &parameters {
        label.parameter(parameter, None, Importance::Other);
    }
    let last = parameters.len().checked_sub(1)?;
    let active_parameter = match active {
        BLOCK => Some(last),
        active => Some(active).filter(|it| *it <= last),
    };
    let signature = SignatureInfo {
        active_parameter,
        ..label.finish(")", Some(function.summary.clone()))
    };
    Some(SignatureHelp {
        signatures: vec![signature],
        active: 0,
    })
}

/// A function as its definition writes it.
fn written(definition: &ast::Definition) -> SignatureInfo {
    let comment = definition.documentation();
    let name = definition.name().unwrap_or_default();
    let mut label = Label::new(format!("{}(", name.trim()), ", ");
    for parameter in definition.parameters() {
        let text = parameter
            .name()
            .and_then(|name| documentation::parameter(comment.as_ref()?, &name));
        label.parameter(&whole_line(parameter.syntax()), text, Importance::Other);
    }
    let returns = definition
        .syntax()
        .children()
        .find(|child| child.kind() == puppet_syntax::SyntaxKind::RETURN_TYPE)
        .map_or_else(String::new, |returns| format!(" {}", one_line(&returns)));
    let documentation = comment.and_then(|it| it.summary().map(str::to_owned));
    label.finish(&format!("){returns}"), documentation)
}

/// A signature as the library writes them.
/// A signature with its parameters. A type that only it has a name for is told with the parameter.
fn printed(
    head: &str,
    signature: &Signature,
    local_types: &[String],
    documentation: Option<String>,
) -> SignatureInfo {
    let mut label = Label::new(head.to_owned(), ", ");
    if let Some(params) = &signature.callable.params {
        let size = params.size_range();
        let least = usize::try_from(size.min_size()).unwrap_or(usize::MAX);
        let repeats = size.upper_bound().is_none();
        for (index, name) in signature.parameter_names.iter().enumerate() {
            let ty = params.type_at(index).cloned().unwrap_or(Type::Any);
            let is_last = index + 1 == signature.parameter_names.len();
            let local = local_type(&ty, local_types);
            let (shown, meaning) = match local {
                None => (format!("{} ", type_label(&ty)), None),
                Some(keys) if keys.starts_with("Struct[") => ("Hash ".to_owned(), None),
                Some(meaning) => (String::new(), Some(without_patterns(meaning))),
            };
            let text = match (repeats && is_last, index < least) {
                (true, false) => format!("{shown}*${name}"),
                (true, true) => format!("{shown}+${name}"),
                (false, false) => format!("{shown}${name}?"),
                (false, true) => format!("{shown}${name}"),
            };
            let meaning = meaning.map(|meaning| format!("`{meaning}`"));
            label.parameter(&text, meaning, Importance::Other);
        }
    }
    let block = overloads::block(head.trim_end_matches('('), signature);
    let has_block = block.is_some();
    if let Some(block) = block {
        label.block(&block);
    }
    let returns = signature
        .callable
        .returns
        .as_ref()
        .filter(|ty| **ty != Type::Unknown)
        .map_or_else(String::new, |ty| format!(" >> {}", type_label(ty)));
    let close = if has_block { "" } else { ")" };
    label.finish(&format!("{close}{returns}"), documentation)
}

/// What a type means that only a signature has a name for.
fn local_type<'a>(ty: &Type, local_types: &'a [String]) -> Option<&'a str> {
    let Type::Alias(name) = ty else {
        return None;
    };
    let definitions = local_types.iter().filter_map(|it| it.split_once(" = "));
    let mut found = definitions.filter(|(local, _)| *local == name.as_str());
    found.next().map(|(_, meaning)| meaning)
}
