//! Functions in Ruby whose calls the checks know nothing of: their code is enough to help.

use puppet_ruby::{Dispatch, Function, FunctionApi, Param};
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::ruby::plugins::{PluginKind, plugin};

use super::label::Label;
use super::{Importance, SignatureHelp, SignatureInfo};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::documentation::{self, Types};

/// The ways to call a function that its code shows, with the argument at the cursor.
pub(super) fn function(
    context: FileContext<'_>,
    name: &str,
    active: usize,
) -> Option<SignatureHelp> {
    let name = name.trim_start_matches("::").to_lowercase();
    let environment = owner(context.db, context.file)?.environment;
    let kinds = [PluginKind::Function, PluginKind::LegacyFunction];
    let mut files = kinds.into_iter();
    let file = files.find_map(|kind| plugin(context.db, environment, kind, &name))?;
    let ruby = puppet_ruby::read(file.text(context.db));
    let function = ruby.functions.iter().find(|it| it.name == name)?;
    let signatures: Vec<SignatureInfo> = ways(function)
        .iter()
        .map(|params| signature(function, params, active))
        .collect();
    let fitting = signatures
        .iter()
        .position(|it| it.active_parameter.is_some());
    Some(SignatureHelp {
        active: fitting.unwrap_or(0),
        signatures,
    })
}

/// The parameters of each way; at least one way.
fn ways(function: &Function) -> Vec<&[Param]> {
    let FunctionApi::Modern(modern) = &function.api else {
        return vec![&[]];
    };
    let readable = |dispatch: &&Dispatch| !dispatch.opaque && !dispatch.mismatch_handler;
    let dispatches = modern.dispatches.iter().filter(readable);
    let ways: Vec<&[Param]> = dispatches
        .map(|dispatch| match dispatch.params.split_first() {
            // Code that takes calls itself hands this on, and manifests do not give it.
            Some((scope, others)) if modern.custom_call && scope.name == "scope" => others,
            _ => &*dispatch.params,
        })
        .collect();
    if ways.is_empty() { vec![&[]] } else { ways }
}

fn signature(function: &Function, params: &[Param], active: usize) -> SignatureInfo {
    let mut label = Label::new(format!("{}(", function.name), ", ");
    for param in params {
        let ty = param.ty.text.as_deref().unwrap_or("Any");
        let text = param.arity.format_parameter(ty, &param.name);
        label.parameter(&text, None, Importance::Other);
    }
    let repeats = params.last().is_some_and(|last| last.arity.is_repeated());
    // Of functions of the older API only the name is known.
    let is_older = matches!(function.api, FunctionApi::Legacy(_));
    let tail = if is_older { "…)" } else { ")" };
    let types = match is_older {
        true => Types::InComment,
        false => Types::InCode,
    };
    let docs = function.docs.as_deref();
    let docs = docs.and_then(|docs| documentation::ruby_documentation(docs, types));
    let mut signature = label.finish(tail, docs);
    signature.active_parameter = match active {
        active if active < params.len() => Some(active),
        _ if repeats => params.len().checked_sub(1),
        _ => None,
    };
    signature
}
