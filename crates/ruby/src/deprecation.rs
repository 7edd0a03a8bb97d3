//! Functions that say, before they do anything else, that they should not be called any more: by the functions
//! `deprecation` of stdlib.

use puppet_library::ParameterArity;

use crate::definitions::ModernFunction;
use crate::tree::{Kind, Node, RubyCall};

/// What a function of the 4.x API says in each of its signatures; empty where the text is computed.
pub(crate) fn dispatch_messages<'t>(
    function: &ModernFunction,
    method: impl Fn(&str) -> Option<&'t [Node]>,
) -> Option<String> {
    let dispatches = function.dispatches.iter();
    let mut texts = dispatches
        .filter(|dispatch| !dispatch.mismatch_handler)
        .map(|dispatch| first_message(method(&dispatch.method)?));
    let first = texts.next()??;
    let is_certain = !function.opaque && texts.all(|text| text.is_some());
    is_certain.then_some(first)
}

/// The function to which a function of the 4.x API only hands its arguments, after it says that it should not be called.
pub(crate) fn delegate<'t>(
    function: &ModernFunction,
    method: impl Fn(&str) -> Option<&'t [Node]>,
) -> Option<String> {
    let [dispatch] = &function.dispatches[..] else {
        return None;
    };
    let [arguments] = &dispatch.params[..] else {
        return None;
    };
    let takes_any =
        arguments.arity == ParameterArity::Repeated && arguments.ty.text.as_deref() == Some("Any");
    let mut body = method(&dispatch.method)?;
    while let [
        Node {
            kind: Kind::Statements(inner),
            ..
        },
    ] = body
    {
        body = inner;
    }
    let [first, last] = body else { return None };
    let (first, last) = (first.as_call()?, last.as_call()?);
    let is_handed_on = takes_any && text_of(first).is_some() && last.name == "call_function";
    let [name, _] = &last.args[..] else {
        return None;
    };
    name.as_text().filter(|_| is_handed_on).map(str::to_owned)
}

/// What the body of a function says first; empty where the text is computed.
pub(crate) fn first_message(body: &[Node]) -> Option<String> {
    let first = body.first()?;
    if let Kind::Statements(inner) = &first.kind {
        return first_message(inner);
    }
    let text = text_of(first.as_call()?)?;
    Some(text.as_text().unwrap_or_default().to_owned())
}

/// `call_function('deprecation', key, text)`, and as the 3.x API has it: `function_deprecation([key, text])`.
fn text_of(call: &RubyCall) -> Option<&Node> {
    if call.is_bare("function_deprecation") {
        return call.args.first()?.elements().get(1);
    }
    let names_it = || call.args.first().and_then(Node::as_text) == Some("deprecation");
    let is_it = call.is_bare("call_function") && names_it();
    call.args.get(2).filter(|_| is_it)
}
