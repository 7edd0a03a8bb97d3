//! The name at a token, from the syntax alone: nothing is looked up.

use puppet_syntax::ast::{
    AccessExpr, AccessKeys, AstNode, Attribute, BinExpr, CallExpr, CollectExpr, DefName,
    Definition, Expr, HashEntry, InheritsClause, MethodName, Param, ResourceBody, ResourceDefaults,
    ResourceExpr, ResourceOverride, StatementCall, TypeAlias, TypeRef,
};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};
use puppet_text::{TextRange, TextSize};

use crate::dataflow::hash_argument_keys::{self, entry_of_key};
use crate::dataflow::value_sink::{SinkKind, part};
use crate::defs::resource_titles::is_title;
use crate::defs::{inline_template, providers, string_names};
use crate::syntax_ext::{string_content, string_of, word_at};

/// A name in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameRef {
    /// What it names.
    pub name: NameRefKind,
    /// Where it stands, without quotes and `$`.
    pub range: TextRange,
    /// The token.
    pub token: SyntaxToken,
    /// Of a name in a template that stands in the code: the token of the text, from where it is seen.
    pub outside: Option<SyntaxToken>,
}

/// What a name names. Names are as written, without quotes, `$`, and a leading `::`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameRefKind {
    /// A variable or parameter.
    Variable(String),
    /// A data type, an alias, or a resource type in capitals.
    Type(String),
    /// A class.
    Class(String),
    /// A defined type or another resource type.
    ResourceType(String),
    /// A function.
    Function(String),
    /// A parameter of a class or of a resource type.
    Attribute {
        /// Of what.
        of: AttributeOwner,
        /// The name.
        name: String,
    },
    /// What a definition gives a name to.
    Definition(Definition),
    /// A fact: the key in `$facts['…']`.
    Fact(String),
    /// A key of what Puppet sets, by the path: `trusted.certname` for `$trusted['certname']`, `facts.os.family` for
    /// `$facts['os']['family']`.
    Given(String),
    /// A plan that is run.
    Plan(String),
    /// A key of Hiera's data that is given to a function: `class::parameter`, without what follows a `.`.
    Key(String),
    /// A string that may name a class, or (with `::`) a defined type or function: only one that exists makes it so.
    MaybeClass(String),
}

impl NameRefKind {
    /// The name as it is written, without its kind.
    pub fn text(&self) -> &str {
        match self {
            Self::Variable(name)
            | Self::Type(name)
            | Self::Class(name)
            | Self::ResourceType(name)
            | Self::Function(name)
            | Self::Attribute { name, .. }
            | Self::Fact(name)
            | Self::Given(name)
            | Self::Key(name)
            | Self::Plan(name)
            | Self::MaybeClass(name) => name,
            Self::Definition(_) => "",
        }
    }
}

/// The segment after the last `::`.
pub fn last_segment(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// What an attribute belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttributeOwner {
    /// A class.
    Class(String),
    /// A resource type, in any case.
    ResourceType(String),
    /// A template: `module/file.epp`.
    Template(String),
    /// A plan.
    Plan(String),
}

/// The name at a cursor.
pub fn name_at(root: &SyntaxNode, offset: TextSize) -> Option<NameRef> {
    name_of_token(&word_at(root, offset)?, offset)
}

/// The name at an offset within a token.
pub fn name_of_token(token: &SyntaxToken, offset: TextSize) -> Option<NameRef> {
    inline_template::name_at(token, offset).or_else(|| any_name_of(token))
}

/// The names at a token that holds a word.
pub fn names_of(token: &SyntaxToken, word: &str) -> Vec<NameRef> {
    inline_template::names(token, word).unwrap_or_else(|| Vec::from_iter(any_name_of(token)))
}

/// The name reference of a token, by its context.
pub fn any_name_of(token: &SyntaxToken) -> Option<NameRef> {
    hash_argument_keys::name_of(token)
        .or_else(|| string_names::name_of(token))
        .or_else(|| name_of(token))
        .or_else(|| string_names::bare(token))
}

/// The name reference of a token, by its position in its statement.
pub fn name_of(token: &SyntaxToken) -> Option<NameRef> {
    use SyntaxKind::*;
    let parent = token.parent()?;
    let (name, range) = match token.kind() {
        VARIABLE => {
            let text = token.text().strip_prefix('$').unwrap_or_default();
            let start = token.text_range().start() + TextSize::new(1);
            if text.is_empty() {
                return None;
            }
            (
                NameRefKind::Variable(absolute(text)),
                TextRange::new(start, token.text_range().end()),
            )
        }
        IMPLICIT_VARIABLE => (
            NameRefKind::Variable(absolute(token.text())),
            token.text_range(),
        ),
        CLASS_REF => (type_reference(token, &parent), token.text_range()),
        kind if kind.is_keyword() || matches!(kind, NAME | WORD | SQ_STRING | DQ_STRING) => {
            let (text, range) = string_content(token)?;
            let relative = absolute(&text);
            let lead = TextSize::of(text.as_str()) - TextSize::of(relative.as_str());
            match word(token, &parent, relative)? {
                // What follows the key is no part of it.
                NameRefKind::Key(key) => {
                    let range = TextRange::at(range.start() + lead, TextSize::of(key.as_str()));
                    (NameRefKind::Key(key), range)
                }
                name => (name, range),
            }
        }
        _ => return None,
    };
    Some(NameRef {
        name,
        range,
        token: token.clone(),
        outside: None,
    })
}

/// A name without its leading `::`.
pub fn absolute(name: &str) -> String {
    name.strip_prefix("::").unwrap_or(name).to_owned()
}

fn type_reference(token: &SyntaxToken, parent: &SyntaxNode) -> NameRefKind {
    if let Some(alias) = parent.parent().and_then(TypeAlias::cast)
        && alias.lhs().is_some_and(|lhs| lhs.syntax() == parent)
    {
        return NameRefKind::Definition(Definition::TypeAlias(alias));
    }
    if DefName::can_cast(parent.kind())
        && let Some(definition) = parent.parent().and_then(Definition::cast)
    {
        return NameRefKind::Definition(definition);
    }
    NameRefKind::Type(absolute(token.text()))
}

/// What a bare word or string names.
fn word(token: &SyntaxToken, parent: &SyntaxNode, text: String) -> Option<NameRefKind> {
    use SyntaxKind::*;
    match parent.kind() {
        DEF_NAME => Some(NameRefKind::Definition(
            parent.parent().and_then(Definition::cast)?,
        )),
        NAME_REF => InheritsClause::cast(parent.parent()?).map(|_| NameRefKind::Class(text)),
        METHOD_NAME => MethodName::cast(parent.clone()).map(|_| NameRefKind::Function(text)),
        ATTRIBUTE_NAME => attribute(parent, text),
        NAME_EXPR => function_or_resource_type(parent, &text)
            .or_else(|| reference(parent, &text))
            .or_else(|| hash_key(parent, &text))
            .or_else(|| queried(parent, &text)),
        // `{ type => 'rsa' }`
        KEYWORD_EXPR => hash_key(parent, &text),
        STRING_EXPR => reference(parent, &text)
            .or_else(|| hash_key(parent, &text))
            .or_else(|| perhaps_class(token, text)),
        _ => None,
    }
}

fn function_or_resource_type(name: &SyntaxNode, text: &str) -> Option<NameRefKind> {
    let parent = name.parent()?;
    if let Some(call) = StatementCall::cast(parent.clone())
        && call
            .function()
            .is_some_and(|function| function.syntax() == name)
    {
        return Some(NameRefKind::Function(text.to_owned()));
    }
    if let Some(call) = CallExpr::cast(parent.clone())
        && call
            .functor()
            .is_some_and(|functor| functor.syntax() == name)
    {
        return Some(NameRefKind::Function(text.to_owned()));
    }
    let resource = ResourceExpr::cast(parent)?;
    let is_type = resource
        .type_name()
        .is_some_and(|type_name| type_name.syntax() == name);
    (is_type && text != "class").then(|| NameRefKind::ResourceType(text.to_owned()))
}

/// A word or string where names of classes or of resource types stand.
fn reference(node: &SyntaxNode, text: &str) -> Option<NameRefKind> {
    let mut node = node.clone();
    // `include ['a', 'b']`, `Class[['a', 'b']]`
    while let Some(parent) = node
        .parent()
        .filter(|parent| parent.kind() == SyntaxKind::LIST_EXPR)
    {
        node = parent;
    }
    let parent = node.parent()?;
    match parent.kind() {
        SyntaxKind::STATEMENT_CALL => {
            let call = StatementCall::cast(parent)?;
            let index = call
                .arguments()
                .position(|argument| argument.syntax() == &node)?;
            argument(&call.function()?.text(), index, text)
        }
        SyntaxKind::ARG_LIST => {
            let call = parent.parent().and_then(CallExpr::cast)?;
            let index = parent
                .children()
                .filter_map(Expr::cast)
                .position(|argument| argument.syntax() == &node)?;
            argument(&call.function_name()?, index, text)
        }
        SyntaxKind::ACCESS_KEYS => {
            let access = parent.parent().and_then(AccessExpr::cast)?;
            if let Some(path) = path_of(access.base()?) {
                return match path.as_str() {
                    "facts" => Some(NameRefKind::Fact(text.to_owned())),
                    _ => Some(NameRefKind::Given(format!("{path}.{text}"))),
                };
            }
            let base = TypeRef::cast(access.base()?.syntax().clone())?;
            (base.text() == "Class").then(|| NameRefKind::Class(text.to_owned()))
        }
        SyntaxKind::RESOURCE_BODY => {
            let body = ResourceBody::cast(parent)?;
            let is_title = body.title().is_some_and(|title| title.syntax() == &node);
            (is_title && resource_type(&body)? == "class")
                .then(|| NameRefKind::Class(text.to_owned()))
        }
        // `lookup({ 'name' => 'class::parameter' })`
        SyntaxKind::HASH_ENTRY => {
            let option = HashEntry::cast(parent.clone())?;
            let is_name = string_of(&option.key()?).is_some_and(|(key, _)| key == "name");
            let hash = parent.parent()?;
            let call = CallExpr::cast(hash.parent()?.parent()?)?;
            let is_value = option.value()?.syntax() == &node;
            (is_name && is_value && call.function_name()? == "lookup").then(|| key(text))?
        }
        _ => None,
    }
}

/// `facts.os` for `$facts['os']`: a variable that Puppet sets, with the keys after it.
fn path_of(base: Expr) -> Option<String> {
    let mut keys = Vec::new();
    let mut base = base;
    while let Expr::AccessExpr(access) = &base {
        let key = access.syntax().children().find_map(AccessKeys::cast)?;
        let mut all = key.syntax().children().filter_map(Expr::cast);
        let Some(Expr::StringExpr(key)) = all.next().filter(|_| all.next().is_none()) else {
            return None;
        };
        keys.push(key.value()?);
        base = access.base()?;
    }
    let Expr::VariableExpr(variable) = base else {
        return None;
    };
    let name = variable.name()?;
    let name = name.trim_start_matches("::");
    if !matches!(name, "facts" | "trusted" | "server_facts") {
        return None;
    }
    keys.push(name.to_owned());
    keys.reverse();
    Some(keys.join("."))
}

/// What the argument of a function names.
fn argument(function: &str, index: usize, text: &str) -> Option<NameRefKind> {
    match function.trim_start_matches("::") {
        "include" | "contain" | "require" => Some(NameRefKind::Class(text.to_owned())),
        "create_resources" | "ensure_resource" | "ensure_resources"
            if index == 0 && text != "class" =>
        {
            Some(NameRefKind::ResourceType(text.to_owned()))
        }
        "run_plan" if index == 0 => Some(NameRefKind::Plan(text.to_owned())),
        "lookup" | "hiera" | "hiera_array" | "hiera_hash" if index == 0 => key(text),
        _ => None,
    }
}

/// The key of Hiera's data in `class::parameter.part`.
fn key(text: &str) -> Option<NameRefKind> {
    let key = text.split('.').next()?;
    key.contains("::").then(|| NameRefKind::Key(key.to_owned()))
}

/// A key of a hash that is given as attributes or parameters.
fn hash_key(node: &SyntaxNode, text: &str) -> Option<NameRefKind> {
    let part = part(&entry_of_key(node)?.syntax().parent()?)?;
    match &part.of {
        SinkKind::Resources(ty) if ty == "class" && part.path.is_empty() => {
            Some(NameRefKind::Class(absolute(text)))
        }
        _ => part.attribute(text),
    }
}

/// The function of which a hash is an argument, the place of the argument, and the first argument, which is a string.
pub fn argument_of(hash: &SyntaxNode, arguments: &SyntaxNode) -> Option<(String, usize, String)> {
    let call = CallExpr::cast(arguments.parent()?)?;
    let all = || arguments.children().filter_map(Expr::cast);
    let index = all().position(|argument| argument.syntax() == hash)?;
    let (first, _) = string_of(&all().next()?)?;
    Some((absolute(&call.function_name()?), index, first))
}

/// An attribute of the resources that a function makes; for classes, of that in the title.
pub fn attribute_of(
    type_name: &str,
    title: Option<(String, TextRange)>,
    name: &str,
) -> Option<NameRefKind> {
    // `@` makes the resources virtual.
    let of = match type_name.trim_start_matches('@') {
        "class" => AttributeOwner::Class(absolute(&title?.0)),
        name => AttributeOwner::ResourceType(absolute(name)),
    };
    Some(NameRefKind::Attribute {
        of,
        name: name.to_owned(),
    })
}

/// `Web::Site <| name == 1 |>`
fn queried(node: &SyntaxNode, text: &str) -> Option<NameRefKind> {
    let comparison = BinExpr::cast(node.parent()?)?;
    if comparison.lhs()?.syntax() != node {
        return None;
    }
    let is_comparison = comparison
        .op_token()
        .is_some_and(|op| matches!(op.kind(), SyntaxKind::EQ_EQ | SyntaxKind::BANG_EQ));
    let query = node.ancestors().find(|it| it.kind() == SyntaxKind::QUERY)?;
    let of = attribute_owner(&query.parent()?)?;
    is_comparison.then(|| NameRefKind::Attribute {
        of,
        name: text.to_owned(),
    })
}

fn perhaps_class(token: &SyntaxToken, text: String) -> Option<NameRefKind> {
    let is_name = |segment: &str| {
        segment.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
            && segment
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let is_string = matches!(token.kind(), SyntaxKind::SQ_STRING | SyntaxKind::DQ_STRING);
    let is_class = is_string && text.split("::").all(is_name);
    let is_other = || is_title(token) || providers::value(token).is_some();
    (is_class && !is_other()).then_some(NameRefKind::MaybeClass(text))
}

fn attribute(node: &SyntaxNode, name: String) -> Option<NameRefKind> {
    let attribute = Attribute::cast(node.parent()?)?;
    Some(NameRefKind::Attribute {
        of: attribute_owner(&attribute.syntax().parent()?)?,
        name,
    })
}

/// The owner of the attributes in a node.
pub fn attribute_owner(holder: &SyntaxNode) -> Option<AttributeOwner> {
    let type_name = match holder.kind() {
        SyntaxKind::RESOURCE_BODY => {
            let body = ResourceBody::cast(holder.clone())?;
            let type_name = resource_type(&body)?;
            if type_name == "class" {
                let (title, _) = string_of(&body.title()?)?;
                return Some(AttributeOwner::Class(absolute(&title)));
            }
            type_name
        }
        SyntaxKind::RESOURCE_DEFAULTS => ResourceDefaults::cast(holder.clone())?.type_ref()?.text(),
        SyntaxKind::COLLECT_EXPR => name_of_type(&CollectExpr::cast(holder.clone())?.type_expr()?)?,
        SyntaxKind::RESOURCE_OVERRIDE => {
            name_of_type(&ResourceOverride::cast(holder.clone())?.reference()?)?
        }
        _ => return None,
    };
    Some(AttributeOwner::ResourceType(absolute(&type_name)))
}

/// `File` in `File` and `File['x']`.
fn name_of_type(expr: &Expr) -> Option<String> {
    match expr {
        Expr::TypeRef(name) => Some(name.text()),
        Expr::AccessExpr(access) => match access.base()? {
            Expr::TypeRef(name) => Some(name.text()),
            _ => None,
        },
        _ => None,
    }
}

/// The type of the resource around a body, as it is written.
pub fn resource_type(body: &ResourceBody) -> Option<String> {
    let resource = ResourceExpr::cast(body.syntax().parent()?)?;
    let type_name = resource.type_name()?;
    Some(match &type_name {
        Expr::TypeRef(name) => absolute(&name.text()),
        _ => absolute(type_name.syntax().text().to_string().trim()),
    })
}

/// The parameter that a token declares.
pub fn declared_parameter(token: &SyntaxToken) -> Option<Param> {
    let parameter = Param::cast(token.parent()?)?;
    (parameter.name_token()? == *token).then_some(parameter)
}
