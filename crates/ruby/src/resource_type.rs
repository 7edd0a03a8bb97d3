//! Resource types: `Puppet::Type.newtype` (Puppet's `Puppet::Type`).

use crate::attribute;
use crate::defined_name;
use crate::definitions::{AutoRelation, ResourceType, TypeExtension};
use crate::docs::scrub;
use crate::provider::type_receiver;
use crate::statement_calls;
use crate::tree::{Def, Kind, Node, RubyCall};

/// Reads a call of `newtype`; none if the name is computed.
pub(crate) fn read(node: &Node, call: &RubyCall) -> Option<ResourceType> {
    let (name, name_range) = defined_name(call)?;
    let mut ty = ResourceType {
        name: name.to_lowercase(),
        name_range,
        range: node.range,
        isomorphic: true,
        opaque: call.block.is_none() || is_of_helper(call),
        ..ResourceType::default()
    };
    read_body(call.body(), &mut ty);
    let own = call.block.as_ref().and_then(|block| block.params.first());
    ty.opaque |= own.is_some_and(|own| hands_over(call.body(), own));
    Some(ty)
}

/// Whether a call is one of a module's own helper, as in `Jenkins::Type.newtype(:x) do`, which calls Puppet's, and may
/// add attributes of its own.
pub(crate) fn is_of_helper(call: &RubyCall) -> bool {
    let receiver = call.receiver.as_ref().map(|it| &it.kind);
    call.name == "newtype"
        && call.block.is_some()
        && matches!(receiver, Some(Kind::Constant(_)))
        && !call.is_call_of("Puppet::Type", "newtype")
}

/// Whether code hands a variable to a method, which may do anything with what it holds.
fn hands_over(body: &[Node], variable: &str) -> bool {
    let is_own = |node: &Node| matches!(&node.kind, Kind::Variable(name) if name == variable);
    let mut calls = Vec::new();
    statement_calls(body, true, &mut calls);
    calls
        .iter()
        .any(|(_, call, _)| call.args.iter().any(is_own))
}

/// The attribute that `Puppet::Type.type(:x).newproperty(:y)` adds to a type.
pub(crate) fn extension(call: &RubyCall) -> Option<TypeExtension> {
    if !is_definer(&call.name) {
        return None;
    }
    let type_name = type_receiver(call)?;
    let name = if call.name == "ensurable" {
        "ensure"
    } else {
        call.args.first()?.as_text()?
    };
    Some(TypeExtension {
        type_name,
        attribute: attribute::read(call, name.to_owned()),
    })
}

/// Reads the statements of a type, or of a method that a type calls to define its attributes.
pub(crate) fn read_body(body: &[Node], ty: &mut ResourceType) {
    let definers = defining_methods(body);
    let mut calls = Vec::new();
    statement_calls(body, true, &mut calls);
    let mut reader = ResourceTypeReader {
        ty,
        definers,
        loop_variable: None,
    };
    for (_, call, always) in calls {
        reader.read_statement(call, always);
    }
    reader.ty.opaque |= hands_over(body, "self");
    for node in body {
        match &node.kind {
            Kind::Def(def) => reader.read_method(def),
            Kind::Assign(name, value) if name == "@isomorphic" => {
                reader.ty.isomorphic = value.kind != Kind::Boolean(false);
            }
            Kind::Assign(name, value) if name == "@doc" => {
                reader.ty.docs = value.as_text().map(scrub).or(reader.ty.docs.take());
            }
            _ => {}
        }
    }
}

fn is_definer(name: &str) -> bool {
    matches!(
        name,
        "newproperty" | "newparam" | "newmetaparam" | "ensurable"
    )
}

/// Methods of the type itself that define an attribute of the name that they are given.
fn defining_methods(body: &[Node]) -> Vec<&Def> {
    let defines = |def: &Def| {
        let first = def.params.first().map(|param| param.name.as_str());
        def.body.iter().any(|node| {
            crate_calls(node).iter().any(|call| {
                is_definer(&call.name)
                    && matches!(call.args.first().map(|arg| &arg.kind), Some(Kind::Variable(name)) if Some(name.as_str()) == first)
            })
        })
    };
    body.iter()
        .filter_map(|node| match &node.kind {
            Kind::Def(def) if def.singleton && defines(def) => Some(&**def),
            _ => None,
        })
        .collect()
}

fn crate_calls(node: &Node) -> Vec<&RubyCall> {
    let mut calls = Vec::new();
    crate::tree::walk(std::slice::from_ref(node), &mut |node| {
        calls.extend(node.as_call());
        crate::tree::Descend::Yes
    });
    calls
}

struct ResourceTypeReader<'t, 'r> {
    ty: &'r mut ResourceType,
    definers: Vec<&'t Def>,
    /// Within a loop over literals: the name of the variable and its text.
    loop_variable: Option<(&'t str, &'t str)>,
}

impl<'t> ResourceTypeReader<'t, '_> {
    fn read_statement(&mut self, call: &'t RubyCall, always: bool) {
        let name = call.name.as_str();
        if is_definer(name) && call.receiver.is_none()
            || self.definers.iter().any(|def| def.name == name)
        {
            return self.add_attribute(call, always);
        }
        match name {
            "feature" => self.add_feature(call),
            "validate" => self.ty.validates = true,
            "desc" => self.ty.docs = call.args.first().and_then(Node::as_text).map(scrub),
            "autorequire" | "autobefore" | "autosubscribe" | "autonotify" => {
                self.add_relation(call)
            }
            "include" | "extend" => {
                self.ty
                    .mixins
                    .extend(call.args.iter().filter_map(|arg| match &arg.kind {
                        Kind::Constant(path) => Some(path.clone()),
                        _ => None,
                    }))
            }
            "each" => self.read_loop(call, always),
            "instance_eval" | "class_eval" | "send" => self.ty.opaque = true,
            _ => {}
        }
    }

    fn add_attribute(&mut self, call: &RubyCall, always: bool) {
        let name = match call.args.first() {
            _ if call.name == "ensurable" => Some("ensure"),
            Some(Node {
                kind: Kind::Variable(name),
                ..
            }) => self
                .loop_variable
                .filter(|(variable, _)| variable == name)
                .map(|(_, text)| text),
            Some(node) => node.as_text(),
            None => None,
        };
        let Some(name) = name else {
            self.ty.opaque = true;
            return;
        };
        let mut attribute = attribute::read(call, name.to_owned());
        attribute.conditional = !always;
        self.ty.attributes.push(attribute);
    }

    /// `[:a, :b].each do |name| newparam(name) end`: once for each literal.
    fn read_loop(&mut self, call: &'t RubyCall, always: bool) {
        let mut inner = Vec::new();
        statement_calls(call.body(), always, &mut inner);
        let variable = call.block.as_ref().and_then(|block| block.params.first());
        let elements: Option<Vec<&str>> = match (&call.receiver, variable) {
            (
                Some(Node {
                    kind: Kind::Array(elements),
                    ..
                }),
                Some(_),
            ) => elements.iter().map(Node::as_text).collect(),
            _ => None,
        };
        match (elements, variable) {
            (Some(elements), Some(variable)) => {
                for text in elements {
                    let outer = self.loop_variable.replace((variable, text));
                    for (_, call, always) in &inner {
                        self.read_statement(call, *always);
                    }
                    self.loop_variable = outer;
                }
            }
            _ => self.ty.opaque |= inner.iter().any(|(_, call, _)| is_definer(&call.name)),
        }
    }

    fn add_feature(&mut self, call: &RubyCall) {
        if let Some(name) = call.args.first().and_then(Node::as_text) {
            self.ty.features.push(name.to_owned());
        }
    }

    fn add_relation(&mut self, call: &RubyCall) {
        if let Some(name) = call.args.first().and_then(Node::as_text) {
            let relation = call.name.trim_start_matches("auto").to_owned();
            self.ty.auto_relations.push(AutoRelation {
                relation,
                type_name: name.to_lowercase(),
            });
        }
    }

    fn read_method(&mut self, def: &Def) {
        self.ty.title_patterns |= def.singleton && def.name == "title_patterns";
    }
}
