//! Readers of a class in other files: classes that inherit from it, and code that reads its variables. Found in
//! the texts of all files, without resolving each name.

use memchr::memmem;
use puppet_db::{File, FileKind};
use puppet_semantic::index::item_tree::canonical;
use puppet_syntax::SyntaxNode;
use puppet_syntax::ast::{AstNode, CallExpr, ClassDef};
use puppet_text::{TextRange, TextSize};

use puppet_ide_db::context::{FileContext, IdeContext};
use puppet_ide_db::defs::{erb, template};
use puppet_ide_db::local_scopes::parent_class;
use puppet_ide_db::syntax_ext;
use puppet_text::whole_names;

/// Whether a class inherits from another.
pub fn is_inherited(context: IdeContext<'_>, class: &str) -> bool {
    let inherits = memmem::Finder::new("inherits");
    let files = context.files.all().into_iter();
    let mut files = files.filter(|it| it.kind(context.db) == FileKind::Manifest);
    files.any(|file| {
        salsa::Database::unwind_if_revision_cancelled(context.db);
        let text = file.text(context.db);
        let may =
            inherits.find(text.as_bytes()).is_some() && whole_names(text, class).next().is_some();
        may && {
            let root = syntax_ext::root(context.db, file);
            let mut classes = root.descendants().filter_map(ClassDef::cast);
            classes.any(|it| parent_class(&it.into()).is_some_and(|it| canonical(&it) == class))
        }
    })
}

/// Whether variables of a class are read by their full names (`$web::port`, `scope['web::port']`, `%{web::port}`) outside
/// of a part of its file.
pub fn are_named(
    context: IdeContext<'_>,
    class: &str,
    variables: &[String],
    (own, part): (File, TextRange),
) -> bool {
    let prefix = format!("{class}::");
    let prefix = memmem::Finder::new(&prefix);
    let names: Vec<String> = variables
        .iter()
        .map(|it| format!("{class}::{it}"))
        .collect();
    // Ruby code asks for values by other means, and is read from the disk.
    let files = context.files.all().into_iter();
    let mut files = files.filter(|it| it.kind(context.db) != FileKind::Ruby);
    files.any(|file| {
        salsa::Database::unwind_if_revision_cancelled(context.db);
        let text = file.text(context.db);
        let is_outside = |at: usize| {
            let at = TextSize::try_from(at).unwrap_or_default();
            file != own || !part.contains(at)
        };
        prefix.find(text.as_bytes()).is_some()
            && names
                .iter()
                .any(|name| whole_names(text, name).any(is_outside))
    })
}

/// Whether a template in Embedded Ruby that statements use reads one of the variables, or may do so.
pub fn are_in_templates(
    context: FileContext<'_>,
    statements: impl Iterator<Item = SyntaxNode>,
    variables: &[String],
) -> bool {
    let nodes = statements.flat_map(|it| it.descendants().collect::<Vec<_>>());
    let mut calls = nodes.filter_map(CallExpr::cast);
    calls.any(|call| {
        let arguments = call.arg_list().into_iter().flat_map(|list| list.args());
        let mut texts = arguments.map(|it| syntax_ext::string_of(&it).map(|(text, _)| text));
        match call.function_name().as_deref() {
            Some("inline_template" | "inline_epp") => texts.any(|text| {
                text.is_none_or(|text| variables.iter().any(|it| text.contains(it.as_str())))
            }),
            Some("template") => texts.any(|name| {
                let template = name.and_then(|name| template::template(context, &name));
                template.is_none_or(|it| reads(it.text(context.db), variables))
            }),
            _ => false,
        }
    })
}

/// Whether a template in Embedded Ruby reads one of some variables, in whatever scope.
fn reads(template: &str, variables: &[String]) -> bool {
    erb::reads(template, None).iter().any(|read| {
        let name = template.get(std::ops::Range::<usize>::from(read.range));
        name.is_some_and(|name| variables.iter().any(|it| it == name))
    })
}
