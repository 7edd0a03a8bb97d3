//! Sinks of values: the attribute, argument or template that receives a value or a part of it, also through a variable.
//!
//! ```puppet
//! $all = { 'a' => { 'port' => 80 } }
//! create_resources('web::site', $all)
//! $all.each |$name, $site| { web::site { $name: * => $site } }
//! ```

use puppet_syntax::ast::{
    AssignExpr, AstNode, Attribute, AttributeSplat, BinExpr, CallExpr, Definition, Expr, HashEntry,
    Lambda, MethodCallExpr, Param, ParamList, VariableExpr,
};
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::{TextRange, TextSize};

use crate::dataflow::type_path::PathSegment;
use crate::defs::inline_template;
use crate::defs::{AttributeOwner, NameRefKind, attribute_of, attribute_owner};
use crate::syntax_ext::{self, enclosing_body};

/// More uses of a variable than these are not looked at.
const MOST_USES: usize = 64;

/// Variables that are given to variables, so often.
const MAX_DEPTH: u8 = 4;

/// What a value is given to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SinkKind {
    /// The parameters of a template.
    Template(String),
    /// The parameters of a template that stands in the code.
    Inline(ParamList),
    /// The parameters of a task.
    Task(String),
    /// Attributes, all at once.
    Attributes(AttributeOwner),
    /// Resources of a type with their titles.
    Resources(String),
    /// The value of an attribute.
    Attribute(AttributeOwner, String),
    /// An argument of a function.
    Argument(String, usize),
    /// A new value of an alias.
    New(String),
    /// The value of a parameter without a passed value, and through it of what it is passed to.
    Default(AttributeOwner, String),
    /// A variable.
    Variable(String),
    /// Its elements are given to a lambda.
    Elements(SyntaxNode),
}

/// A value, or a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueSink {
    /// What the value is given to.
    pub of: SinkKind,
    /// From the value to the part.
    pub path: Vec<PathSegment>,
}

impl ValueSink {
    /// With the attributes of the resources that a function makes.
    fn new(of: SinkKind, mut path: Vec<PathSegment>) -> Self {
        if let SinkKind::Resources(ty) = &of
            && let Some(PathSegment::Key(title)) = path.first()
            && let Some(of) = owner_of(ty, Some(title))
        {
            path.remove(0);
            let of = SinkKind::Attributes(of);
            return Self { of, path };
        }
        Self { of, path }
    }

    /// The sinks that it reaches through variables, in the body around a node.
    pub fn resolve(self, within: &SyntaxNode) -> Vec<Self> {
        self.resolved_in(&enclosing_body(within), 0)
    }

    fn resolved_in(self, body: &SyntaxNode, depth: u8) -> Vec<Self> {
        if depth > MAX_DEPTH {
            return Vec::new();
        }
        let Self { of, path } = self;
        match of {
            SinkKind::Variable(name) => uses(body, &name, &path, depth),
            SinkKind::Elements(lambda) => match element(&lambda, &path) {
                Some((name, path)) => uses(&lambda, &name, path, depth),
                None => Vec::new(),
            },
            SinkKind::Default(of, name) => {
                let others = uses(body, &name, &path, depth);
                let of = SinkKind::Attribute(of, name);
                [Self { of, path }].into_iter().chain(others).collect()
            }
            of => vec![Self { of, path }],
        }
    }

    /// The definition that a key of it names: an attribute, or a parameter of a template or plan.
    pub fn attribute(&self, key: &str) -> Option<NameRefKind> {
        let of = match &self.of {
            SinkKind::Attributes(of) => of.clone(),
            SinkKind::Template(template) => AttributeOwner::Template(template.clone()),
            _ => return None,
        };
        let name = key.to_owned();
        self.path
            .is_empty()
            .then_some(NameRefKind::Attribute { of, name })
    }
}

/// The sink of a value, or a part of one.
pub fn part(value: &SyntaxNode) -> Option<ValueSink> {
    let mut path = Vec::new();
    let mut value = value.clone();
    let of = loop {
        let holder = value.parent()?;
        if AttributeSplat::can_cast(holder.kind()) {
            break SinkKind::Attributes(attribute_owner(&holder.parent()?)?);
        }
        value = match holder.kind() {
            SyntaxKind::LIST_EXPR => {
                path.push(PathSegment::Item(place_in(&holder, &value)));
                holder
            }
            SyntaxKind::HASH_ENTRY => {
                let key = HashEntry::cast(holder.clone())?.key()?;
                if *key.syntax() == value {
                    return None;
                }
                // A key that is computed may be any.
                let key = syntax_ext::string_of(&key).map(|(key, _)| key);
                path.push(PathSegment::Key(key.unwrap_or_default()));
                holder.parent()?
            }
            // One of several values.
            SyntaxKind::SELECTOR_ENTRY => holder.parent()?,
            SyntaxKind::PAREN_EXPR => holder,
            SyntaxKind::BLOCK => match task_of(&value, &holder) {
                Some(of) => break of,
                None => branches(&value, &holder)?,
            },
            _ => match merged(&value, &holder) {
                Some(whole) => whole,
                None => break receiver(&value, &holder)?,
            },
        };
    };
    path.reverse();
    Some(ValueSink::new(of, path))
}

/// How many elements of a list stand before one.
pub fn place_in(list: &SyntaxNode, element: &SyntaxNode) -> usize {
    let elements = list.children().filter(|it| Expr::can_cast(it.kind()));
    elements.take_while(|it| it != element).count()
}

/// `run_task_with('web::restart', $targets) |$target| { { … } }`
fn task_of(value: &SyntaxNode, block: &SyntaxNode) -> Option<SinkKind> {
    let lambda = Lambda::cast(block.parent()?)?;
    let call = CallExpr::cast(lambda.syntax().parent()?)?;
    let function = call.function_name()?;
    let is_last = last_value(block).as_ref() == Some(value);
    let mut arguments = call.arg_list()?.args();
    let (task, _) = syntax_ext::string_of(&arguments.next()?)?;
    (is_last && function == "run_task_with").then_some(SinkKind::Task(task))
}

/// The last expression of a block.
fn last_value(block: &SyntaxNode) -> Option<SyntaxNode> {
    let values = block.children().filter(|it| Expr::can_cast(it.kind()));
    values.last()
}

/// The `if`, `unless` or `case` whose value is the last of a block.
fn branches(value: &SyntaxNode, block: &SyntaxNode) -> Option<SyntaxNode> {
    let is_branch = |kind| {
        use SyntaxKind::{CASE_EXPR, CASE_OPTION, ELSE_CLAUSE, IF_EXPR, UNLESS_EXPR};
        matches!(
            kind,
            CASE_EXPR | CASE_OPTION | ELSE_CLAUSE | IF_EXPR | UNLESS_EXPR
        )
    };
    let around = block
        .ancestors()
        .skip(1)
        .take_while(|it| is_branch(it.kind()));
    around
        .last()
        .filter(|_| last_value(block).as_ref() == Some(value))
}

/// The hash that a value becomes a part of: `$x + { … }`, `merge($x, { … })`, `$x.merge({ … })`.
fn merged(value: &SyntaxNode, holder: &SyntaxNode) -> Option<SyntaxNode> {
    let merges = |function: &str| {
        let name = function.trim_start_matches("::");
        matches!(
            name.strip_prefix("stdlib::").unwrap_or(name),
            "merge" | "deep_merge"
        )
    };
    if let Some(sum) = BinExpr::cast(holder.clone()) {
        let is_sum = sum
            .op_token()
            .is_some_and(|op| op.kind() == SyntaxKind::PLUS);
        return is_sum.then(|| holder.clone());
    }
    if let Some(call) = MethodCallExpr::cast(holder.clone()) {
        let is_receiver = call.receiver().is_some_and(|it| it.syntax() == value);
        let name = call.method_name()?.name_token()?;
        return (is_receiver && merges(name.text())).then(|| holder.clone());
    }
    let call = holder
        .parent()
        .filter(|_| holder.kind() == SyntaxKind::ARG_LIST)?;
    let name = match MethodCallExpr::cast(call.clone()) {
        Some(call) => call.method_name()?.name_token()?.text().to_owned(),
        None => CallExpr::cast(call.clone())?.function_name()?,
    };
    merges(&name).then_some(call)
}

/// What takes a value where it stands.
fn receiver(value: &SyntaxNode, holder: &SyntaxNode) -> Option<SinkKind> {
    if let Some(attribute) = Attribute::cast(holder.clone()) {
        let name = attribute.attribute_name()?.token()?.text().to_owned();
        let of = attribute_owner(&attribute.syntax().parent()?)?;
        return Some(SinkKind::Attribute(of, name));
    }
    if let Some(parameter) = Param::cast(holder.clone()) {
        return default_of(&parameter);
    }
    if let Some(assignment) = AssignExpr::cast(holder.clone()) {
        let is_value = assignment.rhs().is_some_and(|it| it.syntax() == value);
        let Expr::VariableExpr(variable) = assignment.lhs().filter(|_| is_value)? else {
            return None;
        };
        return variable.name().map(SinkKind::Variable);
    }
    if let Some(lambda) = iterated(value, holder) {
        return Some(SinkKind::Elements(lambda));
    }
    let arguments = || holder.children().filter_map(Expr::cast);
    // `run_plan('web::deploy', 'count' => 1)`
    if value.kind() == SyntaxKind::ARG_LIST {
        let call = CallExpr::cast(holder.clone())?;
        let mut all = value.children().filter_map(Expr::cast);
        let (name, _) = syntax_ext::string_of(&all.next()?)?;
        return match &*call.function_name()? {
            "run_plan" => Some(SinkKind::Attributes(AttributeOwner::Plan(name))),
            "run_task" => Some(SinkKind::Task(name)),
            _ => None,
        };
    }
    let index = arguments().position(|it| it.syntax() == value)?;
    let parent = holder.parent()?;
    if let Some(call) = MethodCallExpr::cast(parent.clone()) {
        let function = call.method_name()?.name_token()?.text().to_owned();
        if let ("new", 0, Some(Expr::TypeRef(ty))) = (&*function, index, call.receiver()) {
            return Some(SinkKind::New(ty.text()));
        }
        return Some(SinkKind::Argument(function, index + 1));
    }
    let call = CallExpr::cast(parent)?;
    if let (Some(Expr::TypeRef(ty)), 0) = (call.functor(), index) {
        return Some(SinkKind::New(ty.text()));
    }
    let function = call.function_name()?;
    let first = arguments().next();
    if let ("inline_epp", 1) = (function.trim_start_matches("::"), index) {
        return inline_template::parameters(&first?).map(SinkKind::Inline);
    }
    let first = first.and_then(|it| syntax_ext::string_of(&it));
    of_function(&function, index, first.map(|(name, _)| name))
        .or(Some(SinkKind::Argument(function, index)))
}

/// What an argument of a function of Puppet's is given to, by the first argument.
fn of_function(function: &str, index: usize, first: Option<String>) -> Option<SinkKind> {
    match (function.trim_start_matches("::"), index) {
        ("epp", 1) => Some(SinkKind::Template(first?)),
        ("run_task", 2..) => Some(SinkKind::Task(first?)),
        ("run_plan", 1..) => Some(SinkKind::Attributes(AttributeOwner::Plan(first?))),
        ("create_resources" | "ensure_resources", 1) => Some(SinkKind::Resources(first?)),
        ("create_resources" | "ensure_resource" | "ensure_resources", 2) => {
            Some(SinkKind::Attributes(owner_of(&first?, None)?))
        }
        _ => None,
    }
}

/// What the attributes of the resources belong to that a function makes; for classes, that in the title.
fn owner_of(ty: &str, title: Option<&str>) -> Option<AttributeOwner> {
    let title = title.map(|title| (title.to_owned(), TextRange::default()));
    match attribute_of(ty, title, "")? {
        NameRefKind::Attribute { of, .. } => Some(of),
        _ => None,
    }
}

/// `class a(Struct[{ … }] $b = { HERE })`
fn default_of(parameter: &Param) -> Option<SinkKind> {
    let definition = parameter.syntax().ancestors().find_map(Definition::cast)?;
    let name = definition.name()?.trim().to_owned();
    let of = match definition {
        Definition::ClassDef(_) => AttributeOwner::Class(name),
        Definition::DefineDef(_) => AttributeOwner::ResourceType(name),
        _ => return parameter.name().map(SinkKind::Variable),
    };
    Some(SinkKind::Default(of, parameter.name()?))
}

/// What a variable is given to in a node, or a part of the variable.
fn uses(within: &SyntaxNode, name: &str, path: &[PathSegment], depth: u8) -> Vec<ValueSink> {
    let mut parts = Vec::new();
    for node in named(within, name) {
        let Some(whole) = part(&node) else {
            continue;
        };
        let is_own = matches!(&whole.of, SinkKind::Variable(other) if other == name);
        if !is_own {
            let path = whole.path.into_iter().chain(path.iter().cloned());
            let part = ValueSink::new(whole.of, path.collect());
            parts.extend(part.resolved_in(within, depth + 1));
        }
    }
    parts
}

/// The places that read a variable, found by the text.
fn named(within: &SyntaxNode, name: &str) -> Vec<SyntaxNode> {
    let text = within.green().to_string();
    let written = format!("${name}");
    let start = within.text_range().start();
    let places =
        puppet_text::word_offsets(&text, &written).map_while(|at| TextSize::try_from(at).ok());
    let places: Vec<TextSize> = places.take(MOST_USES).map(|at| start + at).collect();
    let tokens = syntax_ext::tokens_at_places(within, &places).into_iter();
    tokens
        .filter(|token| token.kind() == SyntaxKind::VARIABLE && token.text() == written)
        .filter_map(|token| token.parent())
        .filter(|node| VariableExpr::can_cast(node.kind()))
        .collect()
}

/// The lambda that is called with each element of a value: `$all.each |$name, $site| { … }`, `each($all) |…| { … }`.
fn iterated(value: &SyntaxNode, holder: &SyntaxNode) -> Option<SyntaxNode> {
    let iterates = |name: &str| {
        matches!(
            name,
            "each" | "map" | "filter" | "reverse_each" | "any" | "all" | "partition"
        )
    };
    let lambda = if let Some(call) = MethodCallExpr::cast(holder.clone()) {
        call.receiver().filter(|it| it.syntax() == value)?;
        let name = call.method_name()?.name_token()?;
        call.lambda().filter(|_| iterates(name.text()))
    } else {
        let call = CallExpr::cast(holder.parent()?)?;
        let is_first = holder.children().next().as_ref() == Some(value);
        let name = call.function_name().filter(|_| is_first)?;
        call.lambda().filter(|_| iterates(&name))
    };
    Some(lambda?.syntax().clone())
}

/// The parameter of a lambda that has the element at the start of a path, and what is left of the path.
fn element<'p>(
    lambda: &SyntaxNode,
    path: &'p [PathSegment],
) -> Option<(String, &'p [PathSegment])> {
    let (first, rest) = path.split_first()?;
    let parameters = Lambda::cast(lambda.clone())?.param_list()?.parameters();
    let parameters: Vec<Param> = parameters.collect();
    let element = match (first, &*parameters) {
        (PathSegment::Key(_), [_, element]) | (PathSegment::Item(_), [element] | [_, element]) => {
            element
        }
        _ => return None,
    };
    Some((element.name()?, rest))
}
