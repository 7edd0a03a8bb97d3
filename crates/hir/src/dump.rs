//! A program as one line of text: `(ClassName attribute=value …)`, with the classes and attributes of Puppet's model.
//!
//! It is no walk over operands alone, as `model/visit.rs` is: each operand has the name that it has in Puppet's model.
//!
//! Attributes come in the order in which Puppet declares them; unset ones and empty lists are left out. A value is a
//! node, a list `[a b]`, or a JSON scalar. With positions, a node is `(ClassName@offset+length …)`.

mod text;

use text_size::TextRange;

use crate::model::{
    AttributeOperation, Body, BodyId, CaseOption, Definition, Expr, ExprId, IntegerLiteral,
    KeyedEntry, Operation, Parameter, Program, ProgramSourceMap, Query, QueryKind, ResourceBody,
    SelectorEntry,
};

/// Writes a program; with the positions that Puppet reports if a source map is given.
pub fn dump(program: &Program, positions: Option<&ProgramSourceMap>) -> String {
    let mut dumper = Dumper {
        program,
        positions,
        out: String::new(),
        todo: Vec::new(),
    };
    dumper.run();
    dumper.out
}

/// What is still to be written: nothing recurses, however deep the program is.
enum Todo<'p> {
    Text(&'static str),
    Owned(String),
    Expr(BodyId, ExprId),
    /// The name of the variable of `${true}`, which Puppet's model has as a name whose value is no string.
    BooleanName(BodyId, ExprId),
    Entry(BodyId, &'p KeyedEntry),
    Option(BodyId, &'p CaseOption),
    Selector(BodyId, &'p SelectorEntry),
    Query(BodyId, &'p Query),
    Operation(BodyId, &'p Operation),
    ResourceBody(BodyId, &'p ResourceBody),
    Parameter(BodyId, &'p Parameter),
}

struct Dumper<'p> {
    program: &'p Program,
    positions: Option<&'p ProgramSourceMap>,
    out: String,
    todo: Vec<Todo<'p>>,
}

/// A node that is being written: its attributes in order.
struct DumpNode<'p> {
    body: BodyId,
    todos: Vec<Todo<'p>>,
}

impl<'p> Dumper<'p> {
    fn run(&mut self) {
        let mut program = self.node(Program::FILE, "Program", None);
        let root = self.program.file().and_then(|it| it.root());
        program.optional("body", root, self.program);
        self.finish(program);
        while let Some(todo) = self.todo.pop() {
            match todo {
                Todo::Text(text) => self.out.push_str(text),
                Todo::Owned(text) => self.out.push_str(&text),
                Todo::Expr(body, id) => self.expr(body, id),
                Todo::BooleanName(body, id) => self.boolean_name(body, id),
                Todo::Entry(body, it) => self.entry(body, it),
                Todo::Option(body, it) => self.option(body, it),
                Todo::Selector(body, it) => self.selector(body, it),
                Todo::Query(body, it) => self.query(body, it),
                Todo::Operation(body, it) => self.operation(body, it),
                Todo::ResourceBody(body, it) => self.resource_body(body, it),
                Todo::Parameter(body, it) => self.parameter(body, it),
            }
        }
    }

    fn node(&self, body: BodyId, class: &str, place: Option<TextRange>) -> DumpNode<'p> {
        let head = match place.filter(|_| self.positions.is_some()) {
            Some(place) => {
                let (start, length) = (u32::from(place.start()), u32::from(place.len()));
                format!("({class}@{start}+{length}")
            }
            None => format!("({class}"),
        };
        DumpNode {
            body,
            todos: vec![Todo::Owned(head)],
        }
    }

    fn part_node(&self, body: BodyId, class: &str, part: crate::model::PartId) -> DumpNode<'p> {
        let place = self.positions.and_then(|it| it.part(body, part));
        self.node(body, class, place.map(|it| it.span.reported))
    }

    fn finish(&mut self, mut node: DumpNode<'p>) {
        node.todos.push(Todo::Text(")"));
        self.todo.extend(node.todos.into_iter().rev());
    }

    fn expr(&mut self, body: BodyId, id: ExprId) {
        let Some(exprs) = self.program.body(body) else {
            return;
        };
        let expr = exprs.expr(id);
        if let Expr::Definition(index) = expr {
            if let Some(definition) = self.program.definition(body, *index) {
                self.definition(definition);
            }
            return;
        }
        let place = self.positions.and_then(|it| it.expr(body, id));
        let class = match expr {
            Expr::Missing => "Missing",
            _ => expr.class_name().unwrap_or("Missing"),
        };
        let mut node = self.node(body, class, place.map(|it| it.reported));
        self.attributes(&mut node, exprs, expr);
        self.finish(node);
    }

    fn boolean_name(&mut self, body: BodyId, id: ExprId) {
        let place = self.positions.and_then(|it| it.expr(body, id));
        let mut node = self.node(body, "QualifiedName", place.map(|it| it.reported));
        if let Some(exprs) = self.program.body(body) {
            self.attributes(&mut node, exprs, exprs.expr(id));
        }
        self.finish(node);
    }

    fn attributes(&self, node: &mut DumpNode<'p>, exprs: &'p Body, expr: &'p Expr) {
        let program = self.program;
        match expr {
            Expr::LiteralBoolean(value) => node.text("value", value.to_string()),
            Expr::LiteralInteger { value, radix } => {
                node.text("radix", radix.number().to_string());
                node.text("value", integer(value));
            }
            Expr::LiteralFloat(value) => node.text("value", text::float(value.get())),
            Expr::LiteralString(value) | Expr::QualifiedName(value) | Expr::RenderString(value) => {
                node.text("value", text::json(value));
            }
            Expr::LiteralRegularExpression(pattern) => {
                node.text("value", text::json(pattern));
                node.text("pattern", text::json(&text::inspect_regex(pattern)));
            }
            Expr::QualifiedReference(name) => node.text("cased_value", text::json(name)),
            Expr::ReservedWord { word, future } => {
                node.text("word", text::json(word));
                node.text("future", future.to_string());
            }
            Expr::Variable(inner) => match exprs.expr(*inner) {
                Expr::LiteralBoolean(_) => {
                    node.attribute("expr");
                    node.todos.push(Todo::BooleanName(node.body, *inner));
                }
                _ => node.child("expr", *inner, exprs),
            },
            Expr::Text(inner)
            | Expr::Parenthesized(inner)
            | Expr::Not(inner)
            | Expr::UnaryMinus(inner)
            | Expr::Unfold(inner)
            | Expr::Render(inner) => node.child("expr", *inner, exprs),
            Expr::ConcatenatedString(segments) => node.children("segments", segments),
            Expr::Heredoc { syntax, text } => {
                if let Some(syntax) = syntax {
                    node.text("syntax", text::json(syntax));
                }
                node.child("text_expr", *text, exprs);
            }
            Expr::LiteralList(values) => node.children("values", values),
            Expr::LiteralHash(entries) => node.list("entries", entries, Todo::Entry),
            Expr::Block(statements) | Expr::ApplyBlock(statements) => {
                node.children("statements", statements);
            }
            Expr::In { left, right } | Expr::And { left, right } | Expr::Or { left, right } => {
                node.operands(*left, *right, exprs);
            }
            Expr::NamedAccess { left, right } => node.operands(*left, *right, exprs),
            Expr::Arithmetic {
                operator,
                left,
                right,
            } => node.binary(*left, *right, operator.text(), exprs),
            Expr::Comparison {
                operator,
                left,
                right,
            } => node.binary(*left, *right, operator.text(), exprs),
            Expr::Match {
                operator,
                left,
                right,
            } => node.binary(*left, *right, operator.text(), exprs),
            Expr::Assignment {
                operator,
                left,
                right,
            } => node.binary(*left, *right, operator.text(), exprs),
            Expr::Relationship {
                operator,
                left,
                right,
            } => node.binary(*left, *right, operator.text(), exprs),
            Expr::Access { left, keys } => {
                node.child("left_expr", *left, exprs);
                node.children("keys", keys);
            }
            Expr::CallNamedFunction {
                rval_required,
                functor,
                arguments,
                lambda,
            }
            | Expr::CallMethod {
                rval_required,
                functor,
                arguments,
                lambda,
            } => {
                node.text("rval_required", rval_required.to_string());
                node.child("functor_expr", *functor, exprs);
                node.children("arguments", arguments);
                node.optional("lambda", *lambda, program);
            }
            Expr::Lambda {
                parameters,
                return_type,
                body,
            } => {
                node.list("parameters", parameters, Todo::Parameter);
                node.optional("body", *body, program);
                node.optional("return_type", *return_type, program);
            }
            Expr::If {
                test,
                then,
                otherwise,
            }
            | Expr::Unless {
                test,
                then,
                otherwise,
            } => {
                node.child("test", *test, exprs);
                node.optional("then_expr", *then, program);
                node.optional("else_expr", *otherwise, program);
            }
            Expr::Case { test, options } => {
                node.child("test", *test, exprs);
                node.list("options", options, Todo::Option);
            }
            Expr::Selector { left, selectors } => {
                node.child("left_expr", *left, exprs);
                node.list("selectors", selectors, Todo::Selector);
            }
            Expr::Resource {
                form,
                type_name,
                bodies,
            } => {
                node.text("form", text::json(form.text()));
                node.child("type_name", *type_name, exprs);
                node.list("bodies", bodies, Todo::ResourceBody);
            }
            Expr::ResourceDefaults {
                form,
                type_ref,
                operations,
            } => {
                node.text("form", text::json(form.text()));
                node.optional("type_ref", *type_ref, program);
                node.list("operations", operations, Todo::Operation);
            }
            Expr::ResourceOverride {
                form,
                resources,
                operations,
            } => {
                node.text("form", text::json(form.text()));
                node.child("resources", *resources, exprs);
                node.list("operations", operations, Todo::Operation);
            }
            Expr::Collect {
                type_expr,
                query,
                operations,
            } => {
                node.child("type_expr", *type_expr, exprs);
                node.attribute("query");
                node.todos.push(Todo::Query(node.body, query));
                node.list("operations", operations, Todo::Operation);
            }
            Expr::Apply { arguments, body } => {
                node.children("arguments", arguments);
                node.optional("body", *body, program);
            }
            Expr::Epp {
                parameters_specified,
                body,
            } => {
                node.text("parameters_specified", parameters_specified.to_string());
                node.optional("body", *body, program);
            }
            Expr::Missing
            | Expr::Nop
            | Expr::Definition(_)
            | Expr::LiteralUndef
            | Expr::LiteralDefault => {}
        }
    }

    fn definition(&mut self, id: BodyId) {
        let Some(body) = self.program.body(id) else {
            return;
        };
        let definition = body.definition();
        let place = self.positions.and_then(|it| it.definition(id));
        let class = definition.kind().class_name();
        let mut node = self.node(id, class, place.map(|it| it.span.reported));
        let program = self.program;
        match definition {
            Definition::Node {
                parent,
                host_matches,
            } => {
                node.optional("parent", *parent, program);
                node.children("host_matches", host_matches);
            }
            Definition::TypeMapping {
                type_expr,
                mapping_expr,
            } => {
                node.optional("type_expr", *type_expr, program);
                node.optional("mapping_expr", *mapping_expr, program);
            }
            _ => {
                if let Some(name) = definition.name() {
                    node.text("name", text::json(name));
                }
            }
        }
        match definition {
            Definition::TypeAlias { type_expr, .. } => {
                node.optional("type_expr", *type_expr, program);
            }
            Definition::TypeDefinition {
                parent: Some(parent),
                ..
            } => node.text("parent", text::json(parent)),
            _ => {}
        }
        node.list("parameters", definition.parameters(), Todo::Parameter);
        node.optional("body", body.root(), program);
        match definition {
            Definition::Class {
                parent_class: Some(parent),
                ..
            } => node.text("parent_class", text::json(parent)),
            Definition::Function { return_type, .. } | Definition::Plan { return_type, .. } => {
                node.optional("return_type", *return_type, program);
            }
            _ => {}
        }
        self.finish(node);
    }

    fn entry(&mut self, body: BodyId, entry: &'p KeyedEntry) {
        let mut node = self.part_node(body, "KeyedEntry", entry.part);
        if let Some(exprs) = self.program.body(body) {
            node.child("key", entry.key, exprs);
            node.child("value", entry.value, exprs);
        }
        self.finish(node);
    }

    fn option(&mut self, body: BodyId, option: &'p CaseOption) {
        let mut node = self.part_node(body, "CaseOption", option.part);
        node.children("values", &option.values);
        node.optional("then_expr", option.then, self.program);
        self.finish(node);
    }

    fn selector(&mut self, body: BodyId, entry: &'p SelectorEntry) {
        let mut node = self.part_node(body, "SelectorEntry", entry.part);
        if let Some(exprs) = self.program.body(body) {
            node.child("matching_expr", entry.matching, exprs);
            node.child("value_expr", entry.value, exprs);
        }
        self.finish(node);
    }

    fn query(&mut self, body: BodyId, query: &'p Query) {
        let class = match query.kind {
            QueryKind::Virtual => "VirtualQuery",
            QueryKind::Exported => "ExportedQuery",
        };
        let mut node = self.part_node(body, class, query.part);
        node.optional("expr", query.expr, self.program);
        self.finish(node);
    }

    fn operation(&mut self, body: BodyId, operation: &'p Operation) {
        let Some(exprs) = self.program.body(body) else {
            return;
        };
        let node = match operation {
            Operation::Attribute(AttributeOperation {
                part,
                name,
                operator,
                value,
            }) => {
                let mut node = self.part_node(body, "AttributeOperation", *part);
                node.text("attribute_name", text::json(name));
                node.text("operator", text::json(operator.text()));
                node.child("value_expr", *value, exprs);
                node
            }
            Operation::Attributes { part, expr } => {
                let mut node = self.part_node(body, "AttributesOperation", *part);
                node.child("expr", *expr, exprs);
                node
            }
        };
        self.finish(node);
    }

    fn resource_body(&mut self, body: BodyId, resource: &'p ResourceBody) {
        let mut node = self.part_node(body, "ResourceBody", resource.part);
        node.optional("title", resource.title, self.program);
        node.list("operations", &resource.operations, Todo::Operation);
        self.finish(node);
    }

    fn parameter(&mut self, body: BodyId, parameter: &'p Parameter) {
        let mut node = self.part_node(body, "Parameter", parameter.part);
        node.text("name", text::json(&parameter.name));
        node.optional("value", parameter.value, self.program);
        node.optional("type_expr", parameter.type_expr, self.program);
        if parameter.captures_rest {
            node.text("captures_rest", "true".to_owned());
        }
        self.finish(node);
    }
}

impl<'p> DumpNode<'p> {
    fn attribute(&mut self, name: &'static str) {
        self.todos.push(Todo::Text(" "));
        self.todos.push(Todo::Text(name));
        self.todos.push(Todo::Text("="));
    }

    fn text(&mut self, name: &'static str, value: String) {
        self.attribute(name);
        self.todos.push(Todo::Owned(value));
    }

    /// An attribute that is left out where the source has a hole.
    fn child(&mut self, name: &'static str, id: ExprId, exprs: &Body) {
        if *exprs.expr(id) != Expr::Missing {
            self.attribute(name);
            self.todos.push(Todo::Expr(self.body, id));
        }
    }

    fn optional(&mut self, name: &'static str, id: Option<ExprId>, program: &Program) {
        if let (Some(id), Some(exprs)) = (id, program.body(self.body)) {
            self.child(name, id, exprs);
        }
    }

    fn operands(&mut self, left: ExprId, right: ExprId, exprs: &Body) {
        self.child("left_expr", left, exprs);
        self.child("right_expr", right, exprs);
    }

    fn binary(&mut self, left: ExprId, right: ExprId, operator: &str, exprs: &Body) {
        self.operands(left, right, exprs);
        self.text("operator", text::json(operator));
    }

    fn children(&mut self, name: &'static str, ids: &'p [ExprId]) {
        self.list(name, ids, |body, id| Todo::Expr(body, *id));
    }

    fn list<T>(
        &mut self,
        name: &'static str,
        items: &'p [T],
        todo: impl Fn(BodyId, &'p T) -> Todo<'p>,
    ) {
        if items.is_empty() {
            return;
        }
        self.attribute(name);
        self.todos.push(Todo::Text("["));
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.todos.push(Todo::Text(" "));
            }
            self.todos.push(todo(self.body, item));
        }
        self.todos.push(Todo::Text("]"));
    }
}

fn integer(value: &IntegerLiteral) -> String {
    value.to_string()
}
