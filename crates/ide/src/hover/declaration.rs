//! Hover of what code declares: the head of a definition, an assignment or a parameter, with its documentation.

use puppet_syntax::ast::{self, AstNode as _, Documentation, Param};

use crate::hover::markup::Markup;
use crate::hover::{module_stub, ruby_function, ruby_resource_type};
use puppet_ide_db::context::{FileContext, IdeContext};
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::expand_alias;
use puppet_ide_db::local_scopes::{BindingKind, LocalBinding};
use puppet_ide_db::symbol_index::SymbolKind;
use puppet_ide_db::syntax_ext::{one_line, whole_line};
use puppet_ide_db::{documentation, local_scopes, syntax_ext};

/// More parameters than these are only counted, except for required ones.
const MOST_PARAMETERS: usize = 30;

/// The declaration of a definition that a file names.
pub(super) fn describe(context: FileContext<'_>, found: &Definition) -> Markup {
    let mut text = describe_source(*context, found);
    if let Some(file) = found.file() {
        module_stub::mark(context, file, &mut text);
    }
    text
}

fn describe_source(context: IdeContext<'_>, found: &Definition) -> Markup {
    match found {
        Definition::Item(file, definition) => {
            let mut text = item(definition);
            text.code.extend(expand_alias::expanded_alias(
                context.file_context(*file),
                definition,
            ));
            text
        }
        Definition::Binding(_, binding) => variable(binding),
        Definition::Ruby(file, definition) => {
            let mut text = Markup::new(definition.code.clone(), definition.documentation.clone());
            match definition.kind {
                Some(SymbolKind::DefinedType) => {
                    text.add(ruby_resource_type::attributes(
                        context.file_context(*file),
                        &definition.name,
                    ));
                    text
                }
                Some(SymbolKind::Function) => {
                    ruby_function::describe(context.file_context(*file), &definition.name, text)
                }
                _ => text,
            }
        }
        Definition::Parameter(_, definition, parameter) => {
            let name = parameter.name().unwrap_or_default();
            let comment = definition.documentation();
            let documentation =
                comment.and_then(|comment| documentation::parameter(&comment, &name));
            Markup::new(whole_line(parameter.syntax()), documentation)
        }
        _ => Markup::default(),
    }
}

/// The head of a definition and its documentation.
fn item(definition: &ast::Definition) -> Markup {
    let documentation = definition.documentation();
    let markdown = documentation.as_ref().and_then(documentation::markdown);
    Markup::new(signature(definition), markdown)
}

/// The definition without its block, one parameter on each line if there are several.
fn signature(definition: &ast::Definition) -> String {
    let syntax = definition.syntax();
    let Some(list) = definition.param_list() else {
        return match definition {
            ast::Definition::TypeAlias(_) | ast::Definition::TypeMapping(_) => whole_line(syntax),
            _ => head(definition, None, None),
        };
    };
    let parameters = parameters(list.parameters());
    let returns = syntax
        .children()
        .find(|child| child.kind() == puppet_syntax::SyntaxKind::RETURN_TYPE);
    head(
        definition,
        Some(parameters),
        returns.map(|returns| whole_line(&returns)),
    )
}

/// The parameters, one on each line if there are several: all of them, or the required and the first others.
fn parameters(all: impl Iterator<Item = Param>) -> String {
    let all: Vec<Param> = all.collect();
    let is_required = |it: &&Param| it.default_value().is_none();
    let optional = MOST_PARAMETERS.saturating_sub(all.iter().filter(is_required).count());
    let mut optional = 0..optional;
    let shown = all
        .iter()
        .filter(|it| is_required(it) || optional.next().is_some());
    let shown: Vec<String> = shown.map(|it| whole_line(it.syntax())).collect();
    let rest = match all.len() - shown.len() {
        0 => String::new(),
        rest => format!("  # and {rest} more\n"),
    };
    match all.len() {
        0 | 1 => format!("({})", shown.concat()),
        _ => format!("(\n  {}\n{rest})", shown.join(",\n  ")),
    }
}

fn head(
    definition: &ast::Definition,
    parameters: Option<String>,
    returns: Option<String>,
) -> String {
    let keyword = match definition {
        ast::Definition::ClassDef(_) => "class",
        ast::Definition::DefineDef(_) => "define",
        ast::Definition::FunctionDef(_) => "function",
        ast::Definition::PlanDef(_) => "plan",
        ast::Definition::NodeDef(_) => "node",
        ast::Definition::TypeAlias(_)
        | ast::Definition::TypeMapping(_)
        | ast::Definition::TypeDef(_) => "type",
    };
    let mut head = format!("{keyword} {}", definition.name().unwrap_or_default().trim());
    head.extend(parameters);
    if let Some(returns) = returns {
        head.push(' ');
        head.push_str(&returns);
    }
    if let Some(parent) = local_scopes::parent_class(definition) {
        head.push_str(" inherits ");
        head.push_str(&parent);
    }
    head
}

fn variable(binding: &LocalBinding) -> Markup {
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
mod tests {
    use crate::test_fixture::cursor;

    #[test]
    fn many_parameters_are_counted() {
        let hover = |optional: usize| {
            let optional: String = (0..optional)
                .map(|it| format!("$p{it} = {it},\n"))
                .collect();
            let (analysis, position) =
                cursor(&format!("class w$0eb($first, {optional} $last) {{ }}\n"));
            let hover = analysis.hover(position).expect("not cancelled");
            hover.map(|it| it.plain_text()).unwrap_or_default()
        };
        let all = hover(28);
        assert!(
            all.contains("  $p27 = 27,\n  $last\n)") && !all.contains("more"),
            "{all}"
        );
        let some = hover(100);
        assert!(
            some.contains("  $p27 = 27,\n  $last\n  # and 72 more\n)"),
            "{some}"
        );
    }
}
