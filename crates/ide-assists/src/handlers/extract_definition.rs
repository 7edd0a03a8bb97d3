//! Assist `extract_definition`.

use puppet_library::Library;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::canonical;
use puppet_syntax::ast::{AssignExpr, AstNode, Definition, Expr, Lambda};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};
use puppet_text::TextRange;

use crate::assist_context::{AssistContext, statement};
use crate::utils::definite_assignment::sets;
use crate::utils::external_readers;
use crate::utils::reindent::moved_part;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::defs::resolve;
use puppet_ide_db::source_change::{SourceChange, TextEdit};
use puppet_ide_db::symbol_index::SymbolKind;
use puppet_ide_db::syntax_ext::one_line;
use puppet_ide_db::syntax_ext::{own_nodes, trimmed_range};
use puppet_ide_db::workspace_files::is_workspace_module;

/// Functions whose answer or work depends on the scope that calls them.
const BOUND: [&str; 14] = [
    "assert_private",
    "break",
    "defined",
    "fail",
    "getvar",
    "inline_epp",
    "inline_template",
    "next",
    "require",
    "return",
    "tag",
    "tagged",
    "template",
    "warning",
];

/// Variables that are the same in all classes of a module.
const EVERYWHERE: [&str; 6] = [
    "facts",
    "trusted",
    "server_facts",
    "environment",
    "module_name",
    "settings",
];

/// Moves the selected statements of a class or defined type into a new one of the same module.
///
/// ```puppet
/// #- /environment.conf
/// #- /modules/web/manifests/init.pp
/// class web(String $path) {
///   $0file { $path:
///     ensure => file,
///   }$0
/// }
/// ```
///
/// becomes
///
/// ```puppet
/// class web(String $path) {
///   class { 'web::part':
///     path => $path,
///   }
///   contain web::part
/// }
///
/// #- /modules/web/manifests/part.pp
/// class web::part(
///   String $path,
/// ) {
///   file { $path:
///     ensure => file,
///   }
/// }
/// ```
pub fn extract_definition(site: &AssistContext<'_>) -> Option<CodeAction> {
    let selected = SelectedStatements::at(site)?;
    let db = site.context.db;
    let module = owner(db, site.context.file)?
        .module
        .filter(|it| is_workspace_module(db, *it))?;
    let given = selected.given(site)?;
    let outer = canonical(selected.definition.name()?.trim());
    if selected.is_visible_outside(site, &outer) {
        return None;
    }
    let (keyword, kind) = match selected.definition {
        Definition::ClassDef(_) => ("class", "class"),
        _ => ("define", "defined type"),
    };
    let name = free_name(site, &outer)?;
    let step = site.step();
    let indent = selected.indent(site);
    let mut body = moved_part(&selected.block, site.selection, indent, step)?;
    while body.contains("\n\n\n") {
        body = body.replace("\n\n\n", "\n\n");
    }
    let parameters: String = given
        .iter()
        .map(|(name, ty)| format!("{step}{ty}${name},\n"))
        .collect();
    let parameters = match parameters.is_empty() {
        true => String::new(),
        false => format!("(\n{parameters})"),
    };
    let text = format!("{keyword} {name}{parameters} {{\n{step}{body}\n}}\n");
    let path = name.split("::").skip(1).collect::<Vec<_>>().join("/");
    let file = site.context.files.id(db, site.context.file);
    let usage = usage(site, &selected, &name, &given);
    let mut change =
        SourceChange::from_text_edits(file, vec![TextEdit::replace(site.selection, usage)]);
    let path = format!("{}/manifests/{path}.pp", module.root(db));
    change.creates.push((path, text));
    Some(CodeAction::new(
        format!("Extract into {kind} `{name}`"),
        ActionKind::Extract,
        change,
    ))
}

/// The declaration that replaces the statements.
fn usage(
    site: &AssistContext<'_>,
    selected: &SelectedStatements,
    name: &str,
    given: &[(String, String)],
) -> String {
    let (indent, step) = (selected.indent(site), site.step());
    let widest = given.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let given: String = given
        .iter()
        .map(|(name, _)| format!("{indent}{step}{name:widest$} => ${name},\n"))
        .collect();
    let is_class = matches!(selected.definition, Definition::ClassDef(_));
    match (is_class, given.is_empty()) {
        (true, true) => format!("contain {name}"),
        (true, false) => {
            format!("class {{ '{name}':\n{given}{indent}}}\n{indent}contain {name}")
        }
        (false, true) => format!("{name} {{ $title: }}"),
        (false, false) => format!("{name} {{ $title:\n{given}{indent}}}"),
    }
}

/// A name below that of the definition that nothing has yet.
fn free_name(site: &AssistContext<'_>, outer: &str) -> Option<String> {
    let is_free = |name: &String| {
        let is_there = |kind| resolve::item(site.context, kind, name).is_some();
        !is_there(SymbolKind::Class) && !is_there(SymbolKind::DefinedType)
    };
    let numbered = (2..100).map(|number| format!("{outer}::part{number}"));
    std::iter::once(format!("{outer}::part"))
        .chain(numbered)
        .find(is_free)
}

/// Whole statements of a class or defined type.
struct SelectedStatements {
    definition: Definition,
    block: SyntaxNode,
    statements: Vec<SyntaxNode>,
}

impl SelectedStatements {
    fn at(site: &AssistContext<'_>) -> Option<Self> {
        if site.selection.is_empty() {
            return None;
        }
        let first = statement(&site.token.as_ref()?.parent()?)?;
        let block = first.parent()?;
        let definition = block.parent().and_then(Definition::cast)?;
        let inside = |node: &SyntaxNode| site.selection.contains_range(trimmed_range(node));
        let parsed = puppet_db::parse(site.context.db, site.context.file);
        let whole = definition.syntax().text_range();
        let mut errors = parsed.errors().iter();
        if errors.any(|it| it.range.intersect(whole).is_some()) {
            return None;
        }
        let statements: Vec<SyntaxNode> = block.children().filter(inside).collect();
        let range = TextRange::new(
            trimmed_range(statements.first()?).start(),
            trimmed_range(statements.last()?).end(),
        );
        let fits = range == site.selection
            && match &definition {
                // It would inherit nothing.
                Definition::ClassDef(class) => class.inherits_clause().is_none(),
                // The body of a defined type is evaluated later.
                Definition::DefineDef(_) => statements.iter().all(is_resource),
                _ => false,
            };
        let selected = Self {
            definition,
            block,
            statements,
        };
        (fits && selected.can_move()).then_some(selected)
    }

    /// Whether the statements mean the same in another scope.
    fn can_move(&self) -> bool {
        use SyntaxKind::*;
        // Resource defaults and overrides, which hold in their own scope only.
        let of_scope = |kind| matches!(kind, RESOURCE_DEFAULTS | RESOURCE_OVERRIDE);
        let is_said_of_all = own_nodes(self.definition.syntax()).any(|it| of_scope(it.kind()));
        let mut nodes = self.statements.iter().flat_map(SyntaxNode::descendants);
        let is_bound = |node: &SyntaxNode| match node.kind() {
            NAME_EXPR | METHOD_NAME => BOUND.contains(&&*one_line(node)),
            kind => kind != LAMBDA && Definition::can_cast(kind),
        };
        !is_said_of_all && !nodes.any(|it| is_bound(&it))
    }

    fn indent<'a>(&self, site: &AssistContext<'a>) -> &'a str {
        site.indentation(site.selection.start())
    }

    /// The variables that must be given to the new definition, with their types and a blank. Nothing if that cannot be
    /// done.
    fn given(&self, site: &AssistContext<'_>) -> Option<Vec<(String, String)>> {
        let is_class = matches!(self.definition, Definition::ClassDef(_));
        let own = self.assigned();
        let inner = self.of_lambdas();
        let mut given: Vec<(String, String)> = Vec::new();
        for token in variables(self.block.descendants_with_tokens()) {
            let name = token.text().trim_start_matches('$');
            let is_inside = site.selection.contains_range(token.text_range());
            if !is_inside {
                // What is assigned here is not seen outside of it any more.
                if own.iter().any(|it| it == name) {
                    return None;
                }
                continue;
            }
            let is_known = own.iter().chain(&inner).any(|it| it == name)
                || name.contains("::")
                || EVERYWHERE.contains(&name) && !self.is_own(name)
                || given.iter().any(|(it, _)| it == name);
            if is_known {
                continue;
            }
            let is_own_title = matches!(name, "title" | "name");
            if name.chars().all(|c| c.is_ascii_digit()) || is_own_title && is_class {
                return None;
            }
            if is_own_title {
                continue;
            }
            // Attributes have no such names, or others mean something else.
            if !name.starts_with(|c: char| c.is_ascii_lowercase())
                || Library.metaparameter(name).is_some()
            {
                return None;
            }
            given.push((name.to_owned(), self.type_of(site, name)?));
        }
        Some(given)
    }

    /// The variables that the statements assign.
    fn assigned(&self) -> Vec<String> {
        let nodes = self.statements.iter().flat_map(SyntaxNode::descendants);
        assigned(nodes).collect()
    }

    /// Whether others see what moves: classes that inherit from this one may change its resources, and files, templates
    /// and the statements that stay may read a variable.
    fn is_visible_outside(&self, site: &AssistContext<'_>, outer: &str) -> bool {
        if !matches!(self.definition, Definition::ClassDef(_)) {
            return false;
        }
        let own = self.assigned();
        let stays = |it: &SyntaxNode| !site.selection.contains_range(trimmed_range(it));
        let others = self.block.children().filter(stays);
        let part = (site.context.file, site.selection);
        let is_read = || {
            external_readers::are_in_templates(site.context, others, &own)
                || external_readers::are_named(*site.context, outer, &own, part)
        };
        !own.is_empty() && is_read() || external_readers::is_inherited(*site.context, outer)
    }

    fn of_lambdas(&self) -> Vec<String> {
        let nodes = self.statements.iter().flat_map(SyntaxNode::descendants);
        let lists = nodes
            .filter_map(Lambda::cast)
            .filter_map(|it| it.param_list());
        let names = lists
            .flat_map(|it| it.parameters())
            .filter_map(|it| it.name());
        names.collect()
    }

    /// Whether the definition has a parameter or a variable of a name.
    fn is_own(&self, name: &str) -> bool {
        self.definition.parameter(name).is_some()
            || assigned(self.definition.syntax().descendants()).any(|it| it == name)
    }

    /// The type of a parameter of the definition, with a blank; empty for another of its variables.
    fn type_of(&self, site: &AssistContext<'_>, name: &str) -> Option<String> {
        if let Some(parameter) = self.definition.parameter(name) {
            let ty = parameter.ty();
            let ty = ty.map(|it| format!("{} ", site.source(it.syntax())));
            return Some(ty.unwrap_or_default());
        }
        // It is read in front of the statements, whether or not they get to read it.
        let before = self.block.children();
        let mut before = before.take_while(|it| Some(it) != self.statements.first());
        let variable = format!("${name}");
        let is_set = before.any(|it| Expr::cast(it).is_some_and(|it| sets(&it, &variable)));
        is_set.then(String::new)
    }
}

/// Whether a statement only declares resources.
fn is_resource(statement: &SyntaxNode) -> bool {
    matches!(
        Expr::cast(statement.clone()),
        Some(Expr::ResourceExpr(_) | Expr::VirtualExpr(_))
    )
}

/// The variables that nodes assign.
fn assigned(nodes: impl Iterator<Item = SyntaxNode>) -> impl Iterator<Item = String> {
    let assigned = nodes.filter_map(AssignExpr::cast).filter_map(|it| it.lhs());
    let names = assigned.flat_map(|it| variables(it.syntax().descendants_with_tokens()));
    names.map(|it| it.text().trim_start_matches('$').to_owned())
}

fn variables(
    elements: impl Iterator<Item = puppet_syntax::SyntaxElement>,
) -> impl Iterator<Item = SyntaxToken> {
    let tokens = elements.filter_map(|it| it.into_token());
    tokens.filter(|it| {
        matches!(
            it.kind(),
            SyntaxKind::VARIABLE | SyntaxKind::IMPLICIT_VARIABLE
        )
    })
}
