//! Functions of the 4.x API: `Puppet::Functions.create_function` (Puppet's `Puppet::Functions::DispatcherBuilder`).

use puppet_library::ParameterArity;

use crate::definitions::{
    BlockParam, Dispatch, Function, FunctionApi, LocalType, ModernFunction, Param, TypeText,
};
use crate::deprecation;
use crate::literal::type_text;
use crate::tree::{Def, Kind, MethodParamKind, Node, RubyCall};
use crate::{Docs, defined_name, statement_calls};

/// Reads a call of `create_function`; none if the name is computed.
pub(crate) fn read(node: &Node, call: &RubyCall, docs: &Docs<'_>) -> Option<Function> {
    let (name, name_range) = defined_name(call)?;
    let base = base_class(call);
    let mut function = ModernFunction {
        internal: base.ends_with("InternalFunction"),
        opaque: !matches!(
            base,
            "" | "Function"
                | "InternalFunction"
                | "Puppet::Functions::Function"
                | "Puppet::Functions::InternalFunction"
        ),
        ..ModernFunction::default()
    };
    let mut calls = Vec::new();
    statement_calls(call.body(), true, &mut calls);
    for (node, call, always) in calls {
        match call.name.as_str() {
            "dispatch" | "argument_mismatch" => function.dispatches.push(Dispatch {
                docs: docs.above(node),
                ..read_dispatch(node, call, always)
            }),
            "local_types" => function
                .local_types
                .extend(call.body().iter().filter_map(local_type)),
            // A loop around `dispatch`: there are signatures that cannot be seen.
            _ if mentions_dispatch(call.body()) => function.opaque = true,
            _ => {}
        }
    }
    function.custom_call = method(call.body(), "call").is_some();
    if function.dispatches.is_empty() && !function.opaque {
        add_default_dispatch(&mut function, call, &name);
    }
    let body_of = |name: &str| method(call.body(), name).map(|def| &*def.body);
    let deprecation = deprecation::dispatch_messages(&function, body_of);
    function.delegate = deprecation::delegate(&function, body_of);
    let docs = docs.above(node);
    Some(Function {
        name,
        name_range,
        range: node.range,
        api: FunctionApi::Modern(function),
        docs,
        deprecation,
    })
}

/// The second argument; empty where there is none, `?` where it is computed.
fn base_class(call: &RubyCall) -> &str {
    match call.args.get(1).map(|base| &base.kind) {
        None => "",
        Some(Kind::Constant(path)) => path,
        Some(_) => "?",
    }
}

fn mentions_dispatch(body: &[Node]) -> bool {
    let mut calls = Vec::new();
    statement_calls(body, true, &mut calls);
    calls.iter().any(|(_, call, _)| call.is_bare("dispatch"))
}

fn method<'t>(body: &'t [Node], name: &str) -> Option<&'t Def> {
    body.iter().find_map(|node| match &node.kind {
        Kind::Def(def) if def.name == name && !def.singleton => Some(&**def),
        _ => None,
    })
}

/// Without `dispatch`, the signature is that of the method with the last part of the function's name.
fn add_default_dispatch(function: &mut ModernFunction, call: &RubyCall, name: &str) {
    function.default_dispatch = true;
    let simple = name.rsplit("::").next().unwrap_or(name);
    let Some(def) = method(call.body(), simple) else {
        function.opaque = true;
        return;
    };
    let params = def.params.iter().map(|param| Param {
        name: param.name.clone(),
        ty: TypeText {
            text: Some("Any".to_owned()),
            range: call.args.first().map(|arg| arg.range).unwrap_or_default(),
        },
        arity: match param.kind {
            MethodParamKind::Required => ParameterArity::Required,
            MethodParamKind::Optional => ParameterArity::Optional,
            MethodParamKind::Rest => ParameterArity::Repeated,
        },
    });
    function.dispatches.push(Dispatch {
        method: simple.to_owned(),
        params: params.collect(),
        ..Dispatch::default()
    });
}

fn local_type(node: &Node) -> Option<LocalType> {
    let call = node.as_call().filter(|call| call.is_bare("type"))?;
    let text = call.args.first()?;
    Some(LocalType {
        definition: text.as_text()?.to_owned(),
        range: text.range,
    })
}

fn read_dispatch(node: &Node, call: &RubyCall, always: bool) -> Dispatch {
    let mut dispatch = Dispatch {
        method: call
            .args
            .first()
            .and_then(Node::as_text)
            .unwrap_or_default()
            .to_owned(),
        range: node.range,
        mismatch_handler: call.name == "argument_mismatch",
        opaque: !always || call.block.is_none(),
        ..Dispatch::default()
    };
    let mut verbs = Vec::new();
    statement_calls(call.body(), true, &mut verbs);
    for (_, verb, always) in verbs {
        dispatch.opaque |= !always;
        read_verb(verb, &mut dispatch);
    }
    dispatch
}

fn read_verb(verb: &RubyCall, dispatch: &mut Dispatch) {
    let arity = match verb.name.as_str() {
        "param" | "required_param" => ParameterArity::Required,
        "optional_param" => ParameterArity::Optional,
        "repeated_param" | "optional_repeated_param" => ParameterArity::Repeated,
        "required_repeated_param" => ParameterArity::RequiredRepeated,
        "block_param" | "required_block_param" => return set_block(verb, dispatch, false),
        "optional_block_param" => return set_block(verb, dispatch, true),
        "return_type" => {
            dispatch.return_type = verb.args.first().map(type_text);
            return;
        }
        // Puppet itself adds the argument.
        name if name.ends_with("_param") => return,
        _ => {
            dispatch.opaque = true;
            return;
        }
    };
    let Some(ty) = verb.args.first().map(type_text) else {
        dispatch.opaque = true;
        return;
    };
    let name = verb
        .args
        .get(1)
        .and_then(Node::as_text)
        .unwrap_or_default()
        .to_owned();
    dispatch.params.push(Param { name, ty, arity });
}

fn set_block(verb: &RubyCall, dispatch: &mut Dispatch, optional: bool) {
    let (ty, name) = match verb.args.as_slice() {
        [] => (None, "block"),
        [name] => (None, name.as_text().unwrap_or_default()),
        [ty, name, ..] => (Some(type_text(ty)), name.as_text().unwrap_or_default()),
    };
    dispatch.block = Some(BlockParam {
        name: name.to_owned(),
        ty,
        optional,
    });
}
