//! From the tree of the Ruby parser to the small tree of [`crate::tree`].
//!
//! Apart from [`crate::erb`] this is the only file that knows the parser.

use crate::definitions::RubyError;
use crate::tree::{Class, Def, Kind, MethodParam, MethodParamKind, Node, RubyBlock, RubyCall};
use puppet_text::{TextRange, TextSize};
use ruby_prism as prism;
use ruby_prism::Visit;

/// Deeper code than this is not read: no file of a module comes near it.
const MAX_DEPTH: u32 = 100;

/// A Ruby file that was read: its statements, comments and syntax errors.
pub(crate) struct RubySource {
    pub(crate) statements: Vec<Node>,
    pub(crate) comments: Vec<Comment>,
    pub(crate) errors: Vec<RubyError>,
}

/// A line comment, with its `#`.
pub(crate) struct Comment {
    pub(crate) range: TextRange,
    pub(crate) text: String,
}

/// Parses Ruby source. Broken code gives what could be read, and its errors.
pub(crate) fn lower(source: &str) -> RubySource {
    let result = prism::parse(source.as_bytes());
    let program = result.node();
    let statements = match program.as_program_node() {
        Some(program) => list(program.statements().body().iter(), 0),
        None => Vec::new(),
    };
    let comments = result
        .comments()
        .map(|comment| Comment {
            range: range(&comment.location()),
            text: text(comment.text()),
        })
        .collect();
    let errors = result
        .errors()
        .map(|error| RubyError {
            range: range(&error.location()),
            message: text(error.message()),
        })
        .collect();
    RubySource {
        statements,
        comments,
        errors,
    }
}

fn range(location: &prism::Location<'_>) -> TextRange {
    TextRange::new(
        TextSize::new(location.start()),
        TextSize::new(location.end()),
    )
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn list<'pr>(nodes: impl Iterator<Item = prism::Node<'pr>>, depth: u32) -> Vec<Node> {
    nodes.map(|node| lower_node(&node, depth)).collect()
}

fn lower_node(node: &prism::Node<'_>, depth: u32) -> Node {
    let kind = if depth > MAX_DEPTH {
        Kind::Other(Vec::new())
    } else {
        lower_kind(node, depth + 1)
    };
    Node {
        kind,
        range: range(&node.location()),
    }
}

fn lower_kind(node: &prism::Node<'_>, depth: u32) -> Kind {
    lower_literal(node, depth)
        .or_else(|| lower_definition(node, depth))
        .or_else(|| lower_compound(node, depth))
        .unwrap_or_else(|| Kind::Other(calls_within(node, depth)))
}

fn lower_literal(node: &prism::Node<'_>, depth: u32) -> Option<Kind> {
    Some(match node {
        prism::Node::NilNode { .. } => Kind::Nil,
        prism::Node::SelfNode { .. } => Kind::Variable("self".to_owned()),
        prism::Node::TrueNode { .. } => Kind::Boolean(true),
        prism::Node::FalseNode { .. } => Kind::Boolean(false),
        prism::Node::IntegerNode { .. } => lower_integer(&node.as_integer_node()?)?,
        prism::Node::FloatNode { .. } => Kind::Float(node.as_float_node()?.value()),
        prism::Node::StringNode { .. } => Kind::String(text(node.as_string_node()?.unescaped())),
        prism::Node::InterpolatedStringNode { .. } => {
            joined_string(&node.as_interpolated_string_node()?)
                .unwrap_or_else(|| Kind::Interpolated(calls_within(node, depth)))
        }
        prism::Node::SymbolNode { .. } => Kind::Symbol(text(node.as_symbol_node()?.unescaped())),
        prism::Node::RegularExpressionNode { .. } => {
            lower_regexp(&node.as_regular_expression_node()?)
        }
        prism::Node::ArrayNode { .. } => {
            Kind::Array(list(node.as_array_node()?.elements().iter(), depth))
        }
        prism::Node::HashNode { .. } => lower_hash(node.as_hash_node()?.elements().iter(), depth),
        prism::Node::KeywordHashNode { .. } => {
            lower_hash(node.as_keyword_hash_node()?.elements().iter(), depth)
        }
        prism::Node::ConstantReadNode { .. } | prism::Node::ConstantPathNode { .. } => {
            Kind::Constant(constant_path(node)?)
        }
        _ => return None,
    })
}

fn lower_integer(node: &prism::IntegerNode<'_>) -> Option<Kind> {
    let value = node.value();
    let (negative, digits) = value.to_u32_digits();
    let magnitude = digits.iter().rev().try_fold(0i64, |sum, digit| {
        sum.checked_mul(1 << 32)?.checked_add(i64::from(*digit))
    })?;
    Some(Kind::Integer(if negative { -magnitude } else { magnitude }))
}

/// A string of several literal parts (a squiggly heredoc, adjacent strings); none if anything is interpolated.
fn joined_string(node: &prism::InterpolatedStringNode<'_>) -> Option<Kind> {
    node.parts()
        .iter()
        .map(|part| Some(text(part.as_string_node()?.unescaped())))
        .collect::<Option<String>>()
        .map(Kind::String)
}

fn lower_regexp(node: &prism::RegularExpressionNode<'_>) -> Kind {
    let mut flags = String::new();
    for (set, flag) in [
        (node.is_multi_line(), 'm'),
        (node.is_ignore_case(), 'i'),
        (node.is_extended(), 'x'),
    ] {
        if set {
            flags.push(flag);
        }
    }
    let source = escape_slashes(&String::from_utf8_lossy(node.content_loc().as_slice()));
    Kind::Regexp(format!("/{source}/{flags}"))
}

/// `%r{a/b}` is `/a\/b/` between slashes.
fn escape_slashes(source: &str) -> String {
    let mut escaped = String::with_capacity(source.len());
    let mut after_backslash = false;
    for char in source.chars() {
        if char == '/' && !after_backslash {
            escaped.push('\\');
        }
        after_backslash = char == '\\' && !after_backslash;
        escaped.push(char);
    }
    escaped
}

fn lower_hash<'pr>(elements: impl Iterator<Item = prism::Node<'pr>>, depth: u32) -> Kind {
    let pairs = elements.map(|element| match element.as_assoc_node() {
        Some(pair) => (
            lower_node(&pair.key(), depth),
            lower_node(&pair.value(), depth),
        ),
        None => {
            let splat = lower_node(&element, depth);
            (
                Node {
                    kind: Kind::Other(Vec::new()),
                    range: splat.range,
                },
                splat,
            )
        }
    });
    Kind::Hash(pairs.collect())
}

fn constant_path(node: &prism::Node<'_>) -> Option<String> {
    if let Some(read) = node.as_constant_read_node() {
        return Some(text(read.name().as_slice()));
    }
    let mut names = Vec::new();
    let mut path = node.as_constant_path_node()?;
    loop {
        names.push(text(path.name()?.as_slice()));
        match path.parent() {
            None => break,
            Some(parent) => match parent.as_constant_path_node() {
                Some(inner) => path = inner,
                None => {
                    names.push(text(parent.as_constant_read_node()?.name().as_slice()));
                    break;
                }
            },
        }
    }
    names.reverse();
    Some(names.join("::"))
}

fn lower_definition(node: &prism::Node<'_>, depth: u32) -> Option<Kind> {
    Some(match node {
        prism::Node::DefNode { .. } => {
            let def = node.as_def_node()?;
            Kind::Def(Box::new(Def {
                name: text(def.name().as_slice()),
                singleton: def.receiver().is_some(),
                params: def
                    .parameters()
                    .map(|params| method_params(&params))
                    .unwrap_or_default(),
                body: body(def.body(), depth),
            }))
        }
        prism::Node::ClassNode { .. } => {
            let class = node.as_class_node()?;
            Kind::Class(Box::new(Class {
                name: constant_path(&class.constant_path())?,
                superclass: class.superclass().and_then(|node| constant_path(&node)),
                body: body(class.body(), depth),
            }))
        }
        prism::Node::ModuleNode { .. } => {
            let module = node.as_module_node()?;
            Kind::Class(Box::new(Class {
                name: constant_path(&module.constant_path())?,
                superclass: None,
                body: body(module.body(), depth),
            }))
        }
        _ => return None,
    })
}

fn method_params(params: &prism::ParametersNode<'_>) -> Vec<MethodParam> {
    let param = |name: String, kind| MethodParam { name, kind };
    let required = |node: prism::Node<'_>| {
        let name = node
            .as_required_parameter_node()
            .map(|p| text(p.name().as_slice()))
            .unwrap_or_default();
        param(name, MethodParamKind::Required)
    };
    let mut all: Vec<MethodParam> = params.requireds().iter().map(required).collect();
    for node in params.optionals().iter() {
        let name = node
            .as_optional_parameter_node()
            .map(|p| text(p.name().as_slice()))
            .unwrap_or_default();
        all.push(param(name, MethodParamKind::Optional));
    }
    if let Some(rest) = params.rest() {
        let name = rest
            .as_rest_parameter_node()
            .and_then(|p| p.name())
            .map(|name| text(name.as_slice()))
            .unwrap_or_default();
        all.push(param(name, MethodParamKind::Rest));
    }
    all.extend(params.posts().iter().map(required));
    all
}

fn lower_compound(node: &prism::Node<'_>, depth: u32) -> Option<Kind> {
    Some(match node {
        prism::Node::CallNode { .. } => lower_call(&node.as_call_node()?, depth),
        prism::Node::StatementsNode { .. } => {
            Kind::Statements(list(node.as_statements_node()?.body().iter(), depth))
        }
        prism::Node::ParenthesesNode { .. } => {
            Kind::Statements(body(node.as_parentheses_node()?.body(), depth))
        }
        prism::Node::BeginNode { .. } => {
            Kind::Statements(begin_parts(&node.as_begin_node()?, depth))
        }
        prism::Node::LocalVariableReadNode { .. } => {
            Kind::Variable(text(node.as_local_variable_read_node()?.name().as_slice()))
        }
        prism::Node::LocalVariableWriteNode { .. } => {
            let write = node.as_local_variable_write_node()?;
            assign(write.name(), &write.value(), depth)
        }
        prism::Node::LocalVariableOrWriteNode { .. } => {
            let write = node.as_local_variable_or_write_node()?;
            assign(write.name(), &write.value(), depth)
        }
        prism::Node::LocalVariableAndWriteNode { .. } => {
            let write = node.as_local_variable_and_write_node()?;
            assign(write.name(), &write.value(), depth)
        }
        prism::Node::LocalVariableOperatorWriteNode { .. } => {
            let write = node.as_local_variable_operator_write_node()?;
            assign(write.name(), &write.value(), depth)
        }
        // One of several variables that are assigned at once.
        prism::Node::LocalVariableTargetNode { .. } => {
            let target = node.as_local_variable_target_node()?;
            assign(target.name(), node, MAX_DEPTH + 1)
        }
        prism::Node::InstanceVariableWriteNode { .. } => {
            let write = node.as_instance_variable_write_node()?;
            assign(write.name(), &write.value(), depth)
        }
        prism::Node::ConstantWriteNode { .. } => {
            let write = node.as_constant_write_node()?;
            assign(write.name(), &write.value(), depth)
        }
        prism::Node::NextNode { .. }
        | prism::Node::BreakNode { .. }
        | prism::Node::ReturnNode { .. } => lower_jump(node, depth)?,
        prism::Node::AndNode { .. } => {
            let and = node.as_and_node()?;
            Kind::Other(vec![
                lower_node(&and.left(), depth),
                lower_node(&and.right(), depth),
            ])
        }
        prism::Node::OrNode { .. } => {
            let or = node.as_or_node()?;
            Kind::Other(vec![
                lower_node(&or.left(), depth),
                lower_node(&or.right(), depth),
            ])
        }
        _ => return None,
    })
}

/// The statements of `begin`: those of its rescue and ensure clauses run only at times, but they are read too.
fn begin_parts(node: &prism::BeginNode<'_>, depth: u32) -> Vec<Node> {
    let mut parts = node
        .statements()
        .map(|statements| list(statements.body().iter(), depth))
        .unwrap_or_default();
    if let Some(rescue) = node.rescue_clause() {
        parts.push(Node {
            range: range(&rescue.location()),
            kind: Kind::Other(calls_within(&rescue.as_node(), depth)),
        });
    }
    if let Some(statements) = node.ensure_clause().and_then(|ensure| ensure.statements()) {
        parts.extend(list(statements.body().iter(), depth));
    }
    parts
}

/// `next value` and its kin, as calls.
fn lower_jump(node: &prism::Node<'_>, depth: u32) -> Option<Kind> {
    let (name, arguments) = match node {
        prism::Node::NextNode { .. } => ("next", node.as_next_node()?.arguments()),
        prism::Node::BreakNode { .. } => ("break", node.as_break_node()?.arguments()),
        _ => ("return", node.as_return_node()?.arguments()),
    };
    let args = arguments.map(|args| list(args.arguments().iter(), depth));
    Some(Kind::Call(Box::new(RubyCall {
        receiver: None,
        name: name.to_owned(),
        args: args.unwrap_or_default(),
        block: None,
    })))
}

fn assign(name: prism::ConstantId<'_>, value: &prism::Node<'_>, depth: u32) -> Kind {
    Kind::Assign(text(name.as_slice()), Box::new(lower_node(value, depth)))
}

fn lower_call(call: &prism::CallNode<'_>, depth: u32) -> Kind {
    let receiver = call
        .receiver()
        .filter(|node| !matches!(node, prism::Node::SelfNode { .. }));
    let mut args = call
        .arguments()
        .map(|args| list(args.arguments().iter(), depth))
        .unwrap_or_default();
    let block = call.block().and_then(|node| {
        if let Some(block) = node.as_block_node() {
            return Some(RubyBlock {
                params: block
                    .parameters()
                    .map(|params| block_params(&params))
                    .unwrap_or_default(),
                body: body(block.body(), depth),
                range: range(&block.location()),
            });
        }
        // `&handler`: code from another definition.
        args.push(Node {
            range: range(&node.location()),
            kind: Kind::Other(Vec::new()),
        });
        None
    });
    Kind::Call(Box::new(RubyCall {
        receiver: receiver.map(|node| lower_node(&node, depth)),
        name: text(call.name().as_slice()),
        args,
        block,
    }))
}

fn block_params(node: &prism::Node<'_>) -> Vec<String> {
    let params = node
        .as_block_parameters_node()
        .and_then(|block| block.parameters());
    params
        .map(|params| {
            method_params(&params)
                .into_iter()
                .map(|param| param.name)
                .collect()
        })
        .unwrap_or_default()
}

fn body(node: Option<prism::Node<'_>>, depth: u32) -> Vec<Node> {
    match node {
        None => Vec::new(),
        Some(node) => match lower_node(&node, depth) {
            Node {
                kind: Kind::Statements(statements),
                ..
            } => statements,
            other => vec![other],
        },
    }
}

/// The outermost calls, definitions and assignments in code that is not lowered further.
fn calls_within(node: &prism::Node<'_>, depth: u32) -> Vec<Node> {
    let mut collector = NodeCollector {
        depth,
        nodes: Vec::new(),
    };
    collector.visit(node);
    collector.nodes
}

struct NodeCollector {
    depth: u32,
    nodes: Vec<Node>,
}

impl NodeCollector {
    fn keep(&mut self, node: &prism::Node<'_>) {
        self.nodes.push(lower_node(node, self.depth));
    }
}

impl<'pr> Visit<'pr> for NodeCollector {
    fn visit_call_node(&mut self, node: &prism::CallNode<'pr>) {
        self.keep(&node.as_node());
    }

    fn visit_def_node(&mut self, node: &prism::DefNode<'pr>) {
        self.keep(&node.as_node());
    }

    fn visit_class_node(&mut self, node: &prism::ClassNode<'pr>) {
        self.keep(&node.as_node());
    }

    fn visit_module_node(&mut self, node: &prism::ModuleNode<'pr>) {
        self.keep(&node.as_node());
    }

    fn visit_instance_variable_write_node(&mut self, node: &prism::InstanceVariableWriteNode<'pr>) {
        self.keep(&node.as_node());
    }

    fn visit_local_variable_write_node(&mut self, node: &prism::LocalVariableWriteNode<'pr>) {
        self.keep(&node.as_node());
    }

    fn visit_next_node(&mut self, node: &prism::NextNode<'pr>) {
        self.keep(&node.as_node());
    }

    fn visit_break_node(&mut self, node: &prism::BreakNode<'pr>) {
        self.keep(&node.as_node());
    }

    fn visit_return_node(&mut self, node: &prism::ReturnNode<'pr>) {
        self.keep(&node.as_node());
    }

    fn visit_local_variable_or_write_node(&mut self, node: &prism::LocalVariableOrWriteNode<'pr>) {
        self.keep(&node.as_node());
    }

    fn visit_local_variable_and_write_node(
        &mut self,
        node: &prism::LocalVariableAndWriteNode<'pr>,
    ) {
        self.keep(&node.as_node());
    }

    fn visit_local_variable_operator_write_node(
        &mut self,
        node: &prism::LocalVariableOperatorWriteNode<'pr>,
    ) {
        self.keep(&node.as_node());
    }

    fn visit_local_variable_target_node(&mut self, node: &prism::LocalVariableTargetNode<'pr>) {
        self.keep(&node.as_node());
    }

    fn visit_and_node(&mut self, node: &prism::AndNode<'pr>) {
        self.keep(&node.as_node());
    }

    fn visit_or_node(&mut self, node: &prism::OrNode<'pr>) {
        self.keep(&node.as_node());
    }

    fn visit_begin_node(&mut self, node: &prism::BeginNode<'pr>) {
        self.keep(&node.as_node());
    }
}
