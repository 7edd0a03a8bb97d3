//! A program as one line of text: `(ClassName attribute=value …)`, with the classes and attributes of Puppet's model.
//!
//! It is no walk over operands alone, as `model/visit.rs` is: each operand has the name that it has in Puppet's model.
//!
//! Attributes come in the order in which Puppet declares them; unset ones and empty lists are left out. A value is a
//! node, a list `[a b]`, or a JSON scalar. With positions, a node is `(ClassName@offset+length …)`.

mod text;

use text_size::TextRange;

use crate::model::{
    Body, BodyId, BodyOwner, Expr, ExprId, Operation, Program, ProgramSourceMap, QueryKind, SubNode,
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
    Part(BodyId, SubNode<'p>),
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
    exprs: Option<&'p Body>,
    todos: Vec<Todo<'p>>,
}

impl<'p> Dumper<'p> {
    fn run(&mut self) {
        let mut program = self.node(Program::FILE, "Program", None);
        let root = self.program.file().and_then(|it| it.root());
        program.child("body", root);
        self.finish(program);
        while let Some(todo) = self.todo.pop() {
            match todo {
                Todo::Text(text) => self.out.push_str(text),
                Todo::Owned(text) => self.out.push_str(&text),
                Todo::Expr(body, id) => self.expr(body, id),
                Todo::BooleanName(body, id) => self.boolean_name(body, id),
                Todo::Part(body, it) => self.part(body, it),
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
            exprs: self.program.body(body).map(|it| &**it),
            todos: vec![Todo::Owned(head)],
        }
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
        node.attributes(expr);
        self.finish(node);
    }

    fn boolean_name(&mut self, body: BodyId, id: ExprId) {
        let place = self.positions.and_then(|it| it.expr(body, id));
        let mut node = self.node(body, "QualifiedName", place.map(|it| it.reported));
        if let Some(exprs) = node.exprs {
            node.attributes(exprs.expr(id));
        }
        self.finish(node);
    }

    fn definition(&mut self, id: BodyId) {
        let Some(body) = self.program.body(id) else {
            return;
        };
        let definition = body.definition();
        let place = self.positions.and_then(|it| it.definition(id));
        let class = definition.kind().class_name();
        let mut node = self.node(id, class, place.map(|it| it.span.reported));
        match definition {
            BodyOwner::Node {
                parent,
                host_matches,
            } => {
                node.child("parent", *parent);
                node.children("host_matches", host_matches);
            }
            BodyOwner::TypeMapping {
                type_expr,
                mapping_expr,
            } => {
                node.child("type_expr", *type_expr);
                node.child("mapping_expr", *mapping_expr);
            }
            _ => {
                if let Some(name) = definition.name() {
                    node.text("name", text::json(name));
                }
            }
        }
        match definition {
            BodyOwner::TypeAlias { type_expr, .. } => {
                node.child("type_expr", *type_expr);
            }
            BodyOwner::TypeDefinition {
                parent: Some(parent),
                ..
            } => node.text("parent", text::json(parent)),
            _ => {}
        }
        node.parts("parameters", definition.parameters(), SubNode::Parameter);
        node.child("body", body.root());
        match definition {
            BodyOwner::Class {
                parent_class: Some(parent),
                ..
            } => node.text("parent_class", text::json(parent)),
            BodyOwner::Function { return_type, .. } | BodyOwner::Plan { return_type, .. } => {
                node.child("return_type", *return_type);
            }
            _ => {}
        }
        self.finish(node);
    }

    fn part(&mut self, body: BodyId, part: SubNode<'p>) {
        let class = match part {
            SubNode::KeyedEntry(_) => "KeyedEntry",
            SubNode::CaseOption(_) => "CaseOption",
            SubNode::SelectorEntry(_) => "SelectorEntry",
            SubNode::Query(it) => match it.kind {
                QueryKind::Virtual => "VirtualQuery",
                QueryKind::Exported => "ExportedQuery",
            },
            SubNode::Operation(Operation::Attribute(_)) => "AttributeOperation",
            SubNode::Operation(Operation::Attributes { .. }) => "AttributesOperation",
            SubNode::ResourceBody(_) => "ResourceBody",
            SubNode::Parameter(_) => "Parameter",
        };
        let place = self.positions.and_then(|it| it.part(body, part.id()));
        let mut node = self.node(body, class, place.map(|it| it.span.reported));
        match part {
            SubNode::KeyedEntry(it) => {
                node.child("key", it.key);
                node.child("value", it.value);
            }
            SubNode::CaseOption(it) => {
                node.children("values", &it.values);
                node.child("then_expr", it.then);
            }
            SubNode::SelectorEntry(it) => {
                node.child("matching_expr", it.matching);
                node.child("value_expr", it.value);
            }
            SubNode::Query(it) => node.child("expr", it.expr),
            SubNode::Operation(Operation::Attribute(it)) => {
                node.text("attribute_name", text::json(&it.name));
                node.text("operator", text::json(it.operator.text()));
                node.child("value_expr", it.value);
            }
            SubNode::Operation(Operation::Attributes { expr, .. }) => node.child("expr", *expr),
            SubNode::ResourceBody(it) => {
                node.child("title", it.title);
                node.parts("operations", &it.operations, SubNode::Operation);
            }
            SubNode::Parameter(it) => {
                node.text("name", text::json(&it.name));
                node.child("value", it.value);
                node.child("type_expr", it.type_expr);
                if it.captures_rest {
                    node.text("captures_rest", "true".to_owned());
                }
            }
        }
        self.finish(node);
    }
}

impl<'p> DumpNode<'p> {
    fn attributes(&mut self, expr: &'p Expr) {
        match expr {
            Expr::LiteralBoolean(value) => self.text("value", value.to_string()),
            Expr::LiteralInteger { value, radix } => {
                self.text("radix", radix.number().to_string());
                self.text("value", value.to_string());
            }
            Expr::LiteralFloat(value) => self.text("value", text::float(value.get())),
            Expr::LiteralString(value) | Expr::QualifiedName(value) | Expr::RenderString(value) => {
                self.text("value", text::json(value));
            }
            Expr::LiteralRegularExpression(pattern) => {
                self.text("value", text::json(pattern));
                self.text("pattern", text::json(&text::inspect_regex(pattern)));
            }
            Expr::QualifiedReference(name) => self.text("cased_value", text::json(name)),
            Expr::ReservedWord { word, future } => {
                self.text("word", text::json(word));
                self.text("future", future.to_string());
            }
            Expr::Variable(inner) => match self.exprs.map(|it| it.expr(*inner)) {
                Some(Expr::LiteralBoolean(_)) => {
                    self.attribute("expr");
                    self.todos.push(Todo::BooleanName(self.body, *inner));
                }
                _ => self.child("expr", *inner),
            },
            Expr::Text(inner)
            | Expr::Parenthesized(inner)
            | Expr::Not(inner)
            | Expr::UnaryMinus(inner)
            | Expr::Unfold(inner)
            | Expr::Render(inner) => self.child("expr", *inner),
            Expr::ConcatenatedString(segments) => self.children("segments", segments),
            Expr::Heredoc { syntax, text } => {
                if let Some(syntax) = syntax {
                    self.text("syntax", text::json(syntax));
                }
                self.child("text_expr", *text);
            }
            Expr::LiteralList(values) => self.children("values", values),
            Expr::LiteralHash(entries) => self.parts("entries", entries, SubNode::KeyedEntry),
            Expr::Block(statements) | Expr::ApplyBlock(statements) => {
                self.children("statements", statements);
            }
            Expr::In { left, right }
            | Expr::And { left, right }
            | Expr::Or { left, right }
            | Expr::NamedAccess { left, right }
            | Expr::Arithmetic { left, right, .. }
            | Expr::Comparison { left, right, .. }
            | Expr::Match { left, right, .. }
            | Expr::Assignment { left, right, .. }
            | Expr::Relationship { left, right, .. } => {
                self.child("left_expr", *left);
                self.child("right_expr", *right);
                if let Some(operator) = operator(expr) {
                    self.text("operator", text::json(operator));
                }
            }
            Expr::Access { left, keys } => {
                self.child("left_expr", *left);
                self.children("keys", keys);
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
                self.text("rval_required", rval_required.to_string());
                self.child("functor_expr", *functor);
                self.children("arguments", arguments);
                self.child("lambda", *lambda);
            }
            Expr::Lambda {
                parameters,
                return_type,
                body,
            } => {
                self.parts("parameters", parameters, SubNode::Parameter);
                self.child("body", *body);
                self.child("return_type", *return_type);
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
                self.child("test", *test);
                self.child("then_expr", *then);
                self.child("else_expr", *otherwise);
            }
            Expr::Case { test, options } => {
                self.child("test", *test);
                self.parts("options", options, SubNode::CaseOption);
            }
            Expr::Selector { left, selectors } => {
                self.child("left_expr", *left);
                self.parts("selectors", selectors, SubNode::SelectorEntry);
            }
            Expr::Resource {
                form,
                type_name,
                bodies,
            } => {
                self.text("form", text::json(form.text()));
                self.child("type_name", *type_name);
                self.parts("bodies", bodies, SubNode::ResourceBody);
            }
            Expr::ResourceDefaults {
                form,
                type_ref,
                operations,
            } => {
                self.text("form", text::json(form.text()));
                self.child("type_ref", *type_ref);
                self.parts("operations", operations, SubNode::Operation);
            }
            Expr::ResourceOverride {
                form,
                resources,
                operations,
            } => {
                self.text("form", text::json(form.text()));
                self.child("resources", *resources);
                self.parts("operations", operations, SubNode::Operation);
            }
            Expr::Collect {
                type_expr,
                query,
                operations,
            } => {
                self.child("type_expr", *type_expr);
                self.attribute("query");
                self.todos
                    .push(Todo::Part(self.body, SubNode::Query(query)));
                self.parts("operations", operations, SubNode::Operation);
            }
            Expr::Apply { arguments, body } => {
                self.children("arguments", arguments);
                self.child("body", *body);
            }
            Expr::Epp {
                parameters_specified,
                body,
            } => {
                self.text("parameters_specified", parameters_specified.to_string());
                self.child("body", *body);
            }
            Expr::Missing
            | Expr::Nop
            | Expr::Definition(_)
            | Expr::LiteralUndef
            | Expr::LiteralDefault => {}
        }
    }

    fn attribute(&mut self, name: &'static str) {
        self.todos.push(Todo::Text(" "));
        self.todos.push(Todo::Text(name));
        self.todos.push(Todo::Text("="));
    }

    fn text(&mut self, name: &'static str, value: String) {
        self.attribute(name);
        self.todos.push(Todo::Owned(value));
    }

    /// An attribute that is left out where there is none, or where the source has a hole.
    fn child(&mut self, name: &'static str, id: impl Into<Option<ExprId>>) {
        if let (Some(id), Some(exprs)) = (id.into(), self.exprs)
            && *exprs.expr(id) != Expr::Missing
        {
            self.attribute(name);
            self.todos.push(Todo::Expr(self.body, id));
        }
    }

    fn parts<T>(
        &mut self,
        name: &'static str,
        parts: &'p [T],
        part: impl Fn(&'p T) -> SubNode<'p>,
    ) {
        self.list(name, parts, |body, it| Todo::Part(body, part(it)));
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

fn operator(expr: &Expr) -> Option<&'static str> {
    Some(match expr {
        Expr::Arithmetic { operator, .. } => operator.text(),
        Expr::Comparison { operator, .. } => operator.text(),
        Expr::Match { operator, .. } => operator.text(),
        Expr::Assignment { operator, .. } => operator.text(),
        Expr::Relationship { operator, .. } => operator.text(),
        _ => return None,
    })
}
