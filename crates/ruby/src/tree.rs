//! A small owned tree of Ruby code: as much as the readers of this crate need, and no more.
//!
//! Everything that a reader would have to run to understand is [`Kind::Other`], with the calls inside it as children,
//! so that a definition within a loop or a condition is still seen, as one that is computed.

use puppet_text::TextRange;

/// A Ruby expression and where it stands, in bytes of the file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) range: TextRange,
}

/// The forms of Ruby expressions that are distinguished.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    Nil,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    String(String),
    /// A string with interpolations: its text has to be computed. The calls in it.
    Interpolated(Vec<Node>),
    Symbol(String),
    /// A regular expression in Puppet's spelling: `/source/` and its flags.
    Regexp(String),
    Array(Vec<Node>),
    Hash(Vec<(Node, Node)>),
    /// A constant with its path; a leading `::` is dropped.
    Constant(String),
    Variable(String),
    Call(Box<RubyCall>),
    Statements(Vec<Node>),
    Def(Box<Def>),
    Class(Box<Class>),
    Assign(String, Box<Node>),
    /// Code that has to be run to be understood.
    Other(Vec<Node>),
}

/// A method call; also `next`, `break`, `return`, and operators.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RubyCall {
    pub(crate) receiver: Option<Node>,
    pub(crate) name: String,
    pub(crate) args: Vec<Node>,
    pub(crate) block: Option<RubyBlock>,
}

/// A block or the body of a lambda.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RubyBlock {
    pub(crate) params: Vec<String>,
    pub(crate) body: Vec<Node>,
    pub(crate) range: TextRange,
}

/// A method definition.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Def {
    pub(crate) name: String,
    /// `def self.name`
    pub(crate) singleton: bool,
    pub(crate) params: Vec<MethodParam>,
    pub(crate) body: Vec<Node>,
}

/// A positional parameter of a method.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct MethodParam {
    pub(crate) name: String,
    pub(crate) kind: MethodParamKind,
}

/// How many arguments a positional parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MethodParamKind {
    Required,
    Optional,
    Rest,
}

/// A class or a module.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Class {
    pub(crate) name: String,
    pub(crate) superclass: Option<String>,
    pub(crate) body: Vec<Node>,
}

impl Node {
    /// The call that this node is.
    pub(crate) fn as_call(&self) -> Option<&RubyCall> {
        match &self.kind {
            Kind::Call(call) => Some(call),
            _ => None,
        }
    }

    /// The text of a string or a symbol.
    pub(crate) fn as_text(&self) -> Option<&str> {
        match &self.kind {
            Kind::String(text) | Kind::Symbol(text) => Some(text),
            // `'text'.freeze` and similar calls are the text itself.
            Kind::Call(call)
                if matches!(call.name.as_str(), "freeze" | "intern" | "to_sym" | "to_s") =>
            {
                call.receiver.as_ref()?.as_text()
            }
            _ => None,
        }
    }

    /// The value of a hash literal's key, where the key is a symbol or a string.
    pub(crate) fn hash_value(&self, key: &str) -> Option<&Node> {
        match &self.kind {
            Kind::Hash(pairs) => pairs
                .iter()
                .find(|(k, _)| k.as_text() == Some(key))
                .map(|(_, v)| v),
            _ => None,
        }
    }

    /// The elements of an array literal, or the node alone.
    pub(crate) fn elements(&self) -> &[Node] {
        match &self.kind {
            Kind::Array(elements) => elements,
            _ => std::slice::from_ref(self),
        }
    }

    /// The direct children, in the order of the text.
    pub(crate) fn children(&self) -> Vec<&Node> {
        match &self.kind {
            Kind::Array(nodes)
            | Kind::Interpolated(nodes)
            | Kind::Statements(nodes)
            | Kind::Other(nodes) => nodes.iter().collect(),
            Kind::Hash(pairs) => pairs.iter().flat_map(|(key, value)| [key, value]).collect(),
            Kind::Call(call) => call.children(),
            Kind::Def(def) => def.body.iter().collect(),
            Kind::Class(class) => class.body.iter().collect(),
            Kind::Assign(_, value) => vec![value],
            _ => Vec::new(),
        }
    }
}

impl RubyCall {
    /// Is this a call of `name` on the constant `receiver`, or without a receiver?
    pub(crate) fn is_call_of(&self, receiver: &str, name: &str) -> bool {
        self.name == name
            && match &self.receiver {
                None => true,
                Some(node) => {
                    matches!(&node.kind, Kind::Constant(path) if receiver == path || receiver.ends_with(&format!("::{path}")))
                }
            }
    }

    /// A call without receiver (or on `self`, which the tree does not keep).
    pub(crate) fn is_bare(&self, name: &str) -> bool {
        self.receiver.is_none() && self.name == name
    }

    /// The options hash: the last argument, where it is a hash.
    pub(crate) fn options(&self) -> Option<&Node> {
        self.args
            .last()
            .filter(|node| matches!(node.kind, Kind::Hash(_)))
    }

    /// The value of an option.
    pub(crate) fn option(&self, key: &str) -> Option<&Node> {
        self.options()?.hash_value(key)
    }

    /// The arguments without the options hash.
    pub(crate) fn positional(&self) -> &[Node] {
        let end = self.args.len() - usize::from(self.options().is_some());
        self.args.get(..end).unwrap_or(&[])
    }

    /// The statements of the block; none without a block.
    pub(crate) fn body(&self) -> &[Node] {
        self.block.as_ref().map_or(&[], |block| &block.body)
    }

    fn children(&self) -> Vec<&Node> {
        self.receiver
            .iter()
            .chain(&self.args)
            .chain(self.body())
            .collect()
    }
}

/// Walks `nodes` and everything in them, depth first in the order of the text.
pub(crate) fn walk<'t>(nodes: &'t [Node], visit: &mut dyn FnMut(&'t Node) -> Descend) {
    let mut stack: Vec<&Node> = nodes.iter().rev().collect();
    while let Some(node) = stack.pop() {
        if visit(node) == Descend::Yes {
            stack.extend(node.children().into_iter().rev());
        }
    }
}

/// Whether a walk goes into the children of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Descend {
    Yes,
    No,
}
