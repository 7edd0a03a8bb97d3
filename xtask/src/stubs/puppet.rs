//! The interface of a file in the Puppet language: names, types, defaults. Bodies are left out.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use puppet_syntax::ast::{AstNode, Definition as Node, Expr};
use puppet_syntax::{Entry, SyntaxKind, SyntaxNode, parse};

/// What stands for everything that a stub does not say: a default that is no literal, the statements of a body.
const COMPUTED: &str = "any()";

/// Literals that are longer are no part of a stub.
const MAX_LITERAL: usize = 300;

/// Types of several versions that are longer together are no part of a stub.
const MAX_VARIANT: usize = 1000;

/// What is defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StubKind {
    Class,
    DefinedType,
    Function,
    TypeAlias,
}

/// The default of a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Default {
    /// It must be given.
    None,
    /// The text of a literal.
    Literal(String),
    /// There is one.
    Computed,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct StubParameter {
    name: String,
    /// It is of one of these; of any where there are none.
    types: Vec<String>,
    default: Default,
    takes_rest: bool,
}

/// A definition without its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StubDefinition {
    kind: StubKind,
    name: String,
    parent: Option<String>,
    parameters: Vec<StubParameter>,
    /// The type of the result, or what an alias stands for: one of these.
    types: Vec<String>,
    /// The variables of a class, which others can read.
    variables: BTreeSet<String>,
}

/// The definitions of a manifest; `None` if it has syntax errors. `in_data` says whether the module's own data may give
/// a parameter of a class a value.
pub(super) fn read(text: &str, in_data: &dyn Fn(&str) -> bool) -> Option<Vec<StubDefinition>> {
    let parsed = parse(text, Entry::Manifest);
    if parsed.is_refused() {
        return None;
    }
    let nodes = parsed.syntax().descendants().filter_map(Node::cast);
    Some(
        nodes
            .filter_map(|node| definition(&node, in_data))
            .collect(),
    )
}

fn definition(node: &Node, in_data: &dyn Fn(&str) -> bool) -> Option<StubDefinition> {
    let mut found = StubDefinition {
        kind: match node {
            Node::ClassDef(_) => StubKind::Class,
            Node::DefineDef(_) => StubKind::DefinedType,
            Node::FunctionDef(_) => StubKind::Function,
            Node::TypeAlias(_) => StubKind::TypeAlias,
            _ => return None,
        },
        name: one_line(&node.name_node()?),
        parent: None,
        parameters: Vec::new(),
        types: Vec::new(),
        variables: BTreeSet::new(),
    };
    let list = node.param_list();
    for param in list.iter().flat_map(|list| list.parameters()) {
        let name = param.name()?;
        let key = format!("{}::{name}", found.name.trim_start_matches("::"));
        let default = match param.default_value() {
            _ if found.kind == StubKind::Class && in_data(&key) => Default::Computed,
            None => Default::None,
            Some(value) => default(&value),
        };
        found.parameters.push(StubParameter {
            types: param.ty().iter().map(|ty| one_line(ty.syntax())).collect(),
            default,
            takes_rest: takes_rest(param.syntax()),
            name,
        });
    }
    match node {
        Node::ClassDef(class) => {
            found.parent = class
                .inherits_clause()
                .and_then(|it| Some(it.name()?.text().to_owned()));
            found.variables = assigned(class.syntax());
        }
        Node::FunctionDef(function) => {
            let ty = function.return_type().and_then(|it| it.ty());
            found.types.extend(ty.map(|ty| one_line(ty.syntax())));
        }
        Node::TypeAlias(alias) => found
            .types
            .extend(alias.rhs().map(|ty| one_line(ty.syntax()))),
        _ => {}
    }
    Some(found)
}

/// Whether a parameter takes all further arguments: `String *$names`.
fn takes_rest(param: &SyntaxNode) -> bool {
    let tokens = param
        .children_with_tokens()
        .filter_map(|it| it.into_token());
    tokens
        .take_while(|it| it.kind() != SyntaxKind::VARIABLE)
        .any(|it| it.text() == "*")
}

fn default(value: &Expr) -> Default {
    let text = one_line(value.syntax());
    match is_literal(value.syntax()) && text.len() <= MAX_LITERAL {
        true => Default::Literal(text),
        false => Default::Computed,
    }
}

fn is_literal(node: &SyntaxNode) -> bool {
    use SyntaxKind::*;
    node.descendants().all(|node| {
        matches!(
            node.kind(),
            NAME_EXPR
                | STRING_EXPR
                | NUMBER_EXPR
                | BOOLEAN_EXPR
                | DEFAULT_EXPR
                | UNDEF_EXPR
                | LIST_EXPR
                | HASH_EXPR
                | HASH_ENTRY
        )
    })
}

/// The variables that a class assigns outside of lambdas and of definitions in it.
fn assigned(class: &SyntaxNode) -> BTreeSet<String> {
    use SyntaxKind::{
        ASSIGN_EXPR, CLASS_DEF, DEFINE_DEF, FUNCTION_DEF, LAMBDA, LIST_EXPR, VARIABLE_EXPR,
    };
    let mut names = BTreeSet::new();
    let mut waiting: Vec<SyntaxNode> = class.children().collect();
    while let Some(node) = waiting.pop() {
        if matches!(node.kind(), LAMBDA | CLASS_DEF | DEFINE_DEF | FUNCTION_DEF) {
            continue;
        }
        if node.kind() == ASSIGN_EXPR
            && let Some(target) = node.first_child()
        {
            let targets: Vec<SyntaxNode> = match target.kind() {
                LIST_EXPR => target.children().collect(),
                _ => vec![target],
            };
            let variables = targets.iter().filter(|it| it.kind() == VARIABLE_EXPR);
            let variables = variables.map(|it| one_line(it).trim_start_matches('$').to_owned());
            names.extend(variables.filter(|name| !name.contains("::")));
        }
        waiting.extend(node.children());
    }
    names
}

/// The text of a node without comments, each run of spaces as one.
fn one_line(node: &SyntaxNode) -> String {
    let mut text = String::new();
    let tokens = node
        .descendants_with_tokens()
        .filter_map(|it| it.into_token());
    for token in tokens {
        match token.kind().is_trivia() {
            true if text.ends_with([' ', '[', '(', '{']) => {}
            true => text.push(' '),
            false => {
                if matches!(token.text(), "]" | ")" | "," | "}") {
                    text.truncate(text.trim_end().len());
                }
                text.push_str(token.text());
            }
        }
    }
    text.trim().to_owned()
}

/// What all versions of a file accept together, the newest first.
pub(super) fn merge(newer: &[StubDefinition], older: &[StubDefinition]) -> Vec<StubDefinition> {
    let mut all = newer.to_vec();
    for definition in older {
        let is_same =
            |it: &&mut StubDefinition| it.kind == definition.kind && it.name == definition.name;
        match all.iter_mut().find(is_same) {
            Some(known) => known.widen(definition),
            None => all.push(definition.clone()),
        }
    }
    all
}

impl StubDefinition {
    fn widen(&mut self, other: &StubDefinition) {
        self.variables.extend(other.variables.iter().cloned());
        self.parent = self.parent.take().or_else(|| other.parent.clone());
        widen_type(&mut self.types, &other.types);
        match self.kind {
            StubKind::Function => self.widen_positions(other),
            _ => self.widen_names(other),
        }
    }

    /// Parameters that are given by name.
    fn widen_names(&mut self, other: &StubDefinition) {
        for parameter in &mut self.parameters {
            match other.parameters.iter().find(|it| it.name == parameter.name) {
                Some(older) => parameter.widen(older),
                None => parameter.make_optional(),
            }
        }
        for older in &other.parameters {
            if !self.parameters.iter().any(|it| it.name == older.name) {
                let mut older = older.clone();
                older.make_optional();
                self.parameters.push(older);
            }
        }
    }

    /// Parameters that are given by their positions.
    fn widen_positions(&mut self, other: &StubDefinition) {
        for (at, parameter) in self.parameters.iter_mut().enumerate() {
            match other.parameters.get(at) {
                Some(older) => parameter.widen(older),
                None => parameter.make_optional(),
            }
        }
        for older in other.parameters.iter().skip(self.parameters.len()) {
            let mut older = older.clone();
            older.make_optional();
            self.parameters.push(older);
        }
    }

    fn print(&self, text: &mut String) -> std::fmt::Result {
        let keyword = match self.kind {
            StubKind::Class => "class",
            StubKind::DefinedType => "define",
            StubKind::Function => "function",
            StubKind::TypeAlias => {
                let ty = one_of(&self.types).unwrap_or_else(|| "Any".to_owned());
                return writeln!(text, "type {} = {ty}", self.name);
            }
        };
        write!(text, "{keyword} {}", self.name)?;
        if !self.parameters.is_empty() {
            text.push_str("(\n");
            for parameter in &self.parameters {
                parameter.print(text)?;
            }
            text.push(')');
        }
        match (&self.parent, one_of(&self.types)) {
            (Some(parent), _) => write!(text, " inherits {parent}")?,
            (None, Some(ty)) => write!(text, " >> {ty}")?,
            (None, None) => {}
        }
        text.push_str(" {\n");
        let is_parameter = |name: &str| self.parameters.iter().any(|it| it.name == *name);
        for name in self.variables.iter().filter(|name| !is_parameter(name)) {
            writeln!(text, "${name} = {COMPUTED}")?;
        }
        writeln!(text, "{COMPUTED}\n}}")
    }
}

impl StubParameter {
    fn widen(&mut self, other: &StubParameter) {
        widen_type(&mut self.types, &other.types);
        self.takes_rest |= other.takes_rest;
        if self.default != other.default {
            // Required is only what every version requires.
            self.default = Default::Computed;
        }
    }

    fn make_optional(&mut self) {
        if self.default == Default::None && !self.takes_rest {
            self.default = Default::Computed;
        }
    }

    fn print(&self, text: &mut String) -> std::fmt::Result {
        if let Some(ty) = one_of(&self.types) {
            write!(text, "{ty} ")?;
        }
        let splat = if self.takes_rest { "*" } else { "" };
        write!(text, "{splat}${}", self.name)?;
        match &self.default {
            Default::None => {}
            Default::Literal(value) => write!(text, " = {value}")?,
            Default::Computed => write!(text, " = {COMPUTED}")?,
        }
        text.push_str(",\n");
        Ok(())
    }
}

/// Adds the types that an older version accepts; none where it accepts everything.
fn widen_type(types: &mut Vec<String>, older: &[String]) {
    if older.is_empty() {
        types.clear();
    }
    if !types.is_empty() {
        let new: Vec<&String> = older.iter().filter(|ty| !types.contains(ty)).collect();
        let new: Vec<String> = new.into_iter().cloned().collect();
        types.extend(new);
    }
}

/// The type of a value that is of one of several types; `None` where that is not said.
fn one_of(types: &[String]) -> Option<String> {
    match types {
        [] => None,
        [only] => Some(only.clone()),
        _ if types.iter().map(String::len).sum::<usize>() > MAX_VARIANT => None,
        _ => Some(format!("Variant[{}]", types.join(", "))),
    }
}

/// The definitions as code that holds nothing but their heads.
pub(super) fn print(definitions: &[StubDefinition]) -> String {
    let mut text = String::new();
    for definition in definitions {
        // Writing to a string does not fail.
        let _ = definition.print(&mut text);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str) -> String {
        print(&read(text, &|key| key == "m::given").expect("no syntax error"))
    }

    #[test]
    fn heads_stay_and_bodies_go() {
        let text = printed(
            "# docs\nclass m(\n  # a comment\n  Enum['a', 'b'] $ensure = 'a', # another\n  String $given,\n  $x = $facts['y'],\n\
             ) inherits m::params {\n  $v = 1\n  [1].each |$i| { $w = 2 }\n  file { '/x': }\n}\n",
        );
        assert_eq!(
            text,
            "class m(\nEnum['a', 'b'] $ensure = 'a',\nString $given = any(),\n$x = any(),\n) inherits m::params {\n\
             $v = any()\nany()\n}\n"
        );
        assert_eq!(
            printed("type M::T = Pattern[/ a /,\n  /b/]"),
            "type M::T = Pattern[/ a /, /b/]\n"
        );
        let function = "function m::f(\nInteger $a,\nString *$b,\n) >> String {\nany()\n}\n";
        assert_eq!(
            printed("function m::f(Integer $a, String *$b) >> String { 'x' }"),
            function
        );
        assert_eq!(printed(function), function);
        assert_eq!(read("class m {", &|_| false), None);
    }

    #[test]
    fn several_versions_accept_what_each_does() {
        let both = |newer: &str, older: &str| {
            let read = |text| read(text, &|_| false).expect("no syntax error");
            print(&merge(&read(newer), &read(older)))
        };
        assert_eq!(
            both(
                "define m(String $a, $b) { }",
                "define m(Integer $a = 1, $b, $c) { }"
            ),
            "define m(\nVariant[String, Integer] $a = any(),\n$b,\n$c = any(),\n) {\nany()\n}\n"
        );
        assert_eq!(
            both(
                "function m::f(String $a) { }",
                "function m::f(String $a, Integer $b) { }"
            ),
            "function m::f(\nString $a,\nInteger $b = any(),\n) {\nany()\n}\n"
        );
        assert_eq!(
            both("type M::T = String", "type M::T = Integer"),
            "type M::T = Variant[String, Integer]\n"
        );
    }
}
