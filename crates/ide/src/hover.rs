//! Hover: types, values and documentation.

mod branches;
#[cfg(test)]
pub(crate) mod forge_tests;
mod hiera;
mod hiera_keywords;
mod literals;
mod markup;
mod missing_module;
mod module_metadata;
mod ruby_function;
mod shipped;
mod struct_members;
mod tasks;
mod templates_and_facts;
mod user_stubs;

use crate::hover::markup::Markup;
use puppet_db::File;
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::SyntaxNode;
use puppet_syntax::ast::{
    AccessExpr, AccessKeys, AssignExpr, AstNode, Definition, Documentation, Expr, HashEntry,
    Lambda, Param, VariableExpr,
};
use puppet_text::{TextRange, TextSize};
use puppet_types::Type;

use puppet_ide_db::context::Context;
use puppet_ide_db::defs::NameRef;
use puppet_ide_db::defs::embedded;
use puppet_ide_db::defs::expand_alias;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::resolve::Found;
use puppet_ide_db::defs::{NameRefKind, name_at};
use puppet_ide_db::hiera::{hierarchy_levels, is_data};
use puppet_ide_db::local_scopes::{Binding, BindingKind};
use puppet_ide_db::module_metadata::is_about_modules;
use puppet_ide_db::search::key_of;
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_ide_db::syntax_ext::{one_line, whole_line};
use puppet_ide_db::tasks::is_task;
use puppet_ide_db::{documentation, syntax_ext};

/// The text of a hover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// What it is about.
    pub range: TextRange,
    /// Puppet code: a declaration, a type.
    pub code: Vec<String>,
    /// Documentation in Markdown.
    pub documentation: Option<String>,
}

impl Hover {
    /// As Markdown: the code in fences.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut sections: Vec<String> = self
            .code
            .iter()
            .map(|code| format!("```puppet\n{code}\n```"))
            .collect();
        sections.extend(self.documentation.clone());
        sections.join("\n\n")
    }

    /// Without markup.
    #[must_use]
    pub fn plain_text(&self) -> String {
        let mut sections = self.code.clone();
        sections.extend(self.documentation.clone());
        sections.join("\n\n")
    }
}

pub(crate) use shipped::{builtin_variable, typed_fact, typed_variable};

pub(crate) fn hover(context: Context<'_>, file: File, offset: TextSize) -> Option<Hover> {
    if is_about_modules(context.db, file) {
        return module_metadata::hover(context, file, offset);
    }
    if is_task(context.db, file) {
        return tasks::of_description(context, file, offset);
    }
    if let Some(hover) = crate::hover::struct_members::hover(context, file, offset) {
        return Some(hover);
    }
    if is_data(context.db, file) {
        return hiera::hover(context, file, offset);
    }
    let root = syntax_ext::root(context.db, file);
    let Some(at) = name_at(&root, offset) else {
        return in_text(context, file, offset)
            .or_else(|| tasks::of_code(context, file, &root, offset))
            .or_else(|| templates_and_facts::template(context, file, &root, offset))
            .or_else(|| literals::literal_at(context, file, &root, offset))
            .or_else(|| expression(context, file, &root, offset));
    };
    let found = resolve::find(context, file, &at);
    let meant = branches::certain(file, &at, &found).or(found.first());
    let text = branches::describe(context, file, &at, &found)
        .or_else(|| meant.map(|found| describe(context, found)))
        .or_else(|| shipped::describe(context, file, &at))
        .or_else(|| user_stubs::describe(context, file, &at))
        .or_else(|| templates_and_facts::plan_function(context, file, &at))
        .or_else(|| literals::module_name(context, file, &at))
        .or_else(|| missing_module::describe(context, file, &at));
    let text = match (&at.name, found.first(), text) {
        (NameRefKind::Function(name), Some(Found::Ruby(..)), Some(text)) => {
            Some(ruby_function::describe(context, file, name, text))
        }
        (_, _, text) => text,
    };
    let inferred = match &at.name {
        NameRefKind::Variable(name) => type_of_variable(context, file, &at, name),
        _ => None,
    };
    let text = match (inferred, text) {
        (Some(inferred), Some(mut text)) => {
            // `$x` and `Integer $x` say nothing beside `$x: Integer`.
            let typed = inferred.split_once(": ");
            let typed = typed.map(|(name, ty)| format!("{ty} {name}"));
            text.code.retain(|code| {
                typed.as_ref() != Some(code) && !inferred.starts_with(&format!("{code}:"))
            });
            text.code.insert(0, inferred);
            text
        }
        (Some(inferred), None) => Markup::new(inferred, None),
        (None, Some(text)) => text,
        (None, None) if matches!(at.name, NameRefKind::Key(_)) => Markup::default(),
        (None, None) => {
            let is_value = matches!(
                at.name,
                NameRefKind::PerhapsClass(_) | NameRefKind::Given(_) | NameRefKind::Fact(_)
            );
            let found = is_value.then(|| {
                let keys = templates_and_facts::fact(context, file, &at);
                keys.or_else(|| tasks::of_code(context, file, &root, offset))
                    .or_else(|| literals::literal_at(context, file, &root, offset))
                    .or_else(|| expression(context, file, &root, offset))
            });
            return found.flatten();
        }
    };
    let mut text = text;
    let key = found.first().and_then(key_of).or_else(|| match &at.name {
        NameRefKind::Key(key) => Some(key.clone()),
        _ => None,
    });
    if let Some(key) = key {
        text.add(values_in_data(context, file, &key));
    }
    if text.is_empty() {
        return None;
    }
    Some(Hover {
        range: syntax_ext::token_range_with_sigil(&root, at.range, offset),
        code: text.code,
        documentation: text.documentation,
    })
}

/// What a name in a comment, in Ruby code or in a template of Embedded Ruby stands for.
fn in_text(context: Context<'_>, file: File, offset: TextSize) -> Option<Hover> {
    let named = embedded::embedded_name(context, file, offset)?;
    let text = branches::seen_from(context, file, &named.found);
    let text = match text {
        Some(text) => text,
        None => describe(context, named.found.first()?),
    };
    Some(Hover {
        range: named.range,
        code: text.code,
        documentation: text.documentation,
    })
}

/// The values that Hiera gives to a parameter, as a file sees them.
fn values_in_data(context: Context<'_>, file: File, key: &str) -> Option<String> {
    let environment = owner(context.db, file)?.environment;
    hierarchy_levels::markdown(context.db, environment, key)
}

/// `$name: Type`, as far as the type is known here.
fn type_of_variable(context: Context<'_>, file: File, at: &NameRef, name: &str) -> Option<String> {
    let node = at.token.parent()?;
    let range = match Param::cast(node.clone()) {
        Some(parameter) => first_use(&parameter)?,
        None => valued_range(&node),
    };
    let inferred = inferred_at(context, file, range)?;
    Some(format!("${name}: {inferred}"))
}

/// Where a lambda reads a parameter without a type of its own first: there it has the type that it is given.
fn first_use(parameter: &Param) -> Option<TextRange> {
    let name = parameter.name().filter(|_| parameter.ty().is_none())?;
    let lambda = parameter.syntax().ancestors().find_map(Lambda::cast)?;
    let block = lambda.block()?;
    let mut variables = block.syntax().descendants().filter_map(VariableExpr::cast);
    let usage = variables.find(|it| it.name().is_some_and(|it| it == name))?;
    Some(trimmed_range(usage.syntax()))
}

/// Where the value of a variable stands that is named at a node: where it is assigned, the right side.
pub(crate) fn valued_range(node: &SyntaxNode) -> TextRange {
    let assignment = node.parent().and_then(AssignExpr::cast);
    let value = assignment
        .filter(|it| it.lhs().is_some_and(|lhs| lhs.syntax() == node))
        .and_then(|it| it.rhs());
    trimmed_range(value.as_ref().map_or(node, |value| value.syntax()))
}

/// The type of the expression at a place.
fn expression(
    context: Context<'_>,
    file: File,
    root: &SyntaxNode,
    offset: TextSize,
) -> Option<Hover> {
    let token = syntax_ext::word_at(root, offset).filter(|token| !token.kind().is_trivia())?;
    let expr = token.parent_ancestors().find_map(Expr::cast)?;
    // What a statement gives is not what its keyword is about.
    if token.kind().is_keyword() && is_statement(&expr) {
        return None;
    }
    let valued = valued(&expr);
    if valued == expr && is_plain(&valued) {
        return None;
    }
    let code = inferred_at(context, file, trimmed_range(valued.syntax()))?;
    Some(Hover {
        range: trimmed_range(expr.syntax()),
        code: vec![code],
        documentation: None,
    })
}

/// Whether a value is what is written: its type says nothing new. What is no decimal number is told as one.
fn is_plain(expr: &Expr) -> bool {
    use Expr::{BooleanExpr, DefaultExpr, NameExpr, RegexExpr, StringExpr, UndefExpr};
    match expr {
        BooleanExpr(_) | DefaultExpr(_) | NameExpr(_) | RegexExpr(_) | StringExpr(_)
        | UndefExpr(_) => true,
        Expr::NumberExpr(number) => {
            let written = number.syntax().text().to_string();
            !written.trim().starts_with('0') || written.trim().len() == 1
        }
        _ => false,
    }
}

fn is_statement(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::IfExpr(_) | Expr::UnlessExpr(_) | Expr::CaseExpr(_) | Expr::ApplyExpr(_)
    ) || Definition::can_cast(expr.syntax().kind())
}

/// What an expression says something about: a key (`$x['y']`, `{ y => 1 }`) tells of what it leads to.
fn valued(expr: &Expr) -> Expr {
    if !matches!(expr, Expr::StringExpr(_) | Expr::NameExpr(_)) {
        return expr.clone();
    }
    let holder = expr.syntax().parent();
    let around = holder.clone().and_then(AccessKeys::cast);
    if let Some(access) = around.and_then(|it| AccessExpr::cast(it.syntax().parent()?)) {
        return Expr::AccessExpr(access);
    }
    let entry = holder.and_then(HashEntry::cast);
    let entry = entry.filter(|it| it.key().is_some_and(|key| key.syntax() == expr.syntax()));
    entry
        .and_then(|it| it.value())
        .unwrap_or_else(|| expr.clone())
}

/// What is known about the value of the expression at a range.
pub(crate) fn inferred_at(context: Context<'_>, file: File, range: TextRange) -> Option<String> {
    let ty = puppet_semantic::type_at(context.db, file, range)?;
    (ty != Type::Unknown).then(|| ty.to_string())
}

pub(crate) fn describe(context: Context<'_>, found: &Found) -> Markup {
    match found {
        Found::Item(file, definition) => {
            let mut text = item(definition);
            text.code
                .extend(expand_alias::expanded_alias(context, *file, definition));
            text
        }
        Found::Binding(_, binding) => variable(binding),
        Found::Ruby(_, definition) => {
            Markup::new(definition.code.clone(), definition.documentation.clone())
        }
        Found::Parameter(_, definition, parameter) => {
            let name = parameter.name().unwrap_or_default();
            let comment = definition.documentation();
            let documentation =
                comment.and_then(|comment| documentation::parameter(&comment, &name));
            Markup::new(whole_line(parameter.syntax()), documentation)
        }
    }
}

/// The head of a definition and its documentation.
fn item(definition: &Definition) -> Markup {
    let documentation = definition.documentation();
    let markdown = documentation.as_ref().and_then(documentation::markdown);
    Markup::new(signature(definition), markdown)
}

/// The definition without its block, one parameter on each line if there are several.
fn signature(definition: &Definition) -> String {
    let syntax = definition.syntax();
    let Some(list) = definition.param_list() else {
        return match definition {
            Definition::TypeAlias(_) | Definition::TypeMapping(_) => whole_line(syntax),
            _ => head(definition, None, None),
        };
    };
    let parameters: Vec<String> = list
        .parameters()
        .map(|parameter| whole_line(parameter.syntax()))
        .collect();
    let parameters = match parameters.len() {
        0 | 1 => format!("({})", parameters.concat()),
        _ => format!("(\n  {}\n)", parameters.join(",\n  ")),
    };
    let returns = syntax
        .children()
        .find(|child| child.kind() == puppet_syntax::SyntaxKind::RETURN_TYPE);
    head(
        definition,
        Some(parameters),
        returns.map(|returns| whole_line(&returns)),
    )
}

fn head(definition: &Definition, parameters: Option<String>, returns: Option<String>) -> String {
    let keyword = match definition {
        Definition::ClassDef(_) => "class",
        Definition::DefineDef(_) => "define",
        Definition::FunctionDef(_) => "function",
        Definition::PlanDef(_) => "plan",
        Definition::NodeDef(_) => "node",
        Definition::TypeAlias(_) | Definition::TypeMapping(_) | Definition::TypeDef(_) => "type",
    };
    let mut head = format!("{keyword} {}", definition.name().unwrap_or_default().trim());
    head.extend(parameters);
    if let Some(returns) = returns {
        head.push(' ');
        head.push_str(&returns);
    }
    if let Some(parent) = puppet_ide_db::local_scopes::parent_class(definition) {
        head.push_str(" inherits ");
        head.push_str(&parent);
    }
    head
}

fn variable(binding: &Binding) -> Markup {
    match &binding.kind {
        BindingKind::Parameter(parameter) => {
            Markup::new(whole_line(parameter.syntax()), parameter_comment(parameter))
        }
        BindingKind::LambdaParameter(parameter) => {
            Markup::new(whole_line(parameter.syntax()), None)
        }
        BindingKind::Assignment(assignment) => Markup::new(
            one_line(assignment.syntax()),
            Documentation::from_comment_above(assignment.syntax())
                .as_ref()
                .and_then(documentation::markdown),
        ),
    }
}

fn parameter_comment(parameter: &Param) -> Option<String> {
    let comment = syntax_ext::enclosing_definition(parameter.syntax())?.documentation()?;
    documentation::parameter(&comment, &parameter.name()?)
}

#[cfg(test)]
mod tests;
