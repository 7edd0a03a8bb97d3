//! Variables in templates of Embedded Ruby: `@port`, `scope['web::port']`.

use puppet_db::{File, FileKind};
use puppet_semantic::index::item_tree::canonical;
use puppet_semantic::resolve::assets::template_name;
use puppet_syntax::ast::{self, AstNode as _};
use puppet_text::{TextRange, TextSize};

use crate::context::{FileContext, IdeContext};
use crate::defs::Definition;
use crate::defs::last_segment;
use crate::defs::resolve;
use crate::local_scopes::{body_bindings, parent_class};
use crate::symbol_index::SymbolKind;
use crate::syntax_ext::{self, enclosing_definition, mentions};

/// All templates of Embedded Ruby that hold a word, in the order of their paths.
pub fn templates(context: IdeContext<'_>, word: &str) -> Vec<File> {
    let mut templates = context.files.all();
    templates
        .retain(|it| it.kind(context.db) == FileKind::Erb && mentions(it.text(context.db), word));
    templates.sort_unstable_by(|a, b| a.path(context.db).cmp(b.path(context.db)));
    templates
}

/// A read of a variable in a template.
pub struct ErbVariableRead {
    /// The class before the last `::`, in small letters; empty where there is none.
    pub class: String,
    /// Where that stands.
    pub class_range: TextRange,
    /// Where the name of the variable alone stands.
    pub range: TextRange,
}

/// The reads in a template of the variable of a name, in any scope; of all variables without a name.
pub fn reads(text: &str, variable: Option<&str>) -> Vec<ErbVariableRead> {
    let all = puppet_ruby::read_template(text).variables;
    let read = |found: &puppet_ruby::TemplateVariable| {
        let name = found.name.trim_start_matches("::");
        let class = name.rsplit_once("::").map_or("", |(class, _)| class);
        let own = last_segment(name);
        if variable.is_some_and(|variable| variable != own) {
            return None;
        }
        let written = text.get(std::ops::Range::<usize>::from(found.range))?;
        let at = |part: &str| {
            let at = TextSize::try_from(written.rfind(part)?).ok()?;
            Some(TextRange::at(found.range.start() + at, TextSize::of(part)))
        };
        Some(ErbVariableRead {
            class: canonical(class).to_string(),
            class_range: at(name).map(|it| TextRange::at(it.start(), TextSize::of(class)))?,
            range: at(own)?,
        })
    };
    let mut reads: Vec<ErbVariableRead> = all.iter().filter_map(read).collect();
    reads.sort_by_key(|read| read.range.start());
    reads.dedup_by_key(|read| read.range.start());
    reads
}

/// The places where a template reads a variable or parameter: by the name of its class, or without one if `takes_bare`.
pub fn reads_of(
    context: IdeContext<'_>,
    template: File,
    found: &Definition,
    word: &str,
    takes_bare: impl FnOnce() -> bool,
) -> Vec<ErbVariableRead> {
    let class = found.class().unwrap_or_default();
    let mut reads = reads(template.text(context.db), Some(word));
    let has_bare = reads.iter().any(|read| read.class.is_empty());
    let takes_bare = has_bare && takes_bare();
    reads.retain(|read| match read.class.is_empty() {
        true => takes_bare,
        false => read.class == class,
    });
    reads
}

/// Who names a template.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Renderers {
    /// A body that sees the variable without the name of its class.
    pub own: bool,
    /// Any other.
    pub others: bool,
}

/// The definitions that render a template, seen from a variable.
pub fn users(
    context: IdeContext<'_>,
    template: File,
    found: &Definition,
    variable: &str,
) -> Renderers {
    let mut users = Renderers::default();
    let (Some(name), Some(bound)) = (template_name(context.db, template), found.bound_in()) else {
        return users;
    };
    let mentions = memchr::memmem::Finder::new(&name);
    for file in context.files.all() {
        let text = file.text(context.db);
        if !file.kind(context.db).is_puppet() || mentions.find(text.as_bytes()).is_none() {
            continue;
        }
        let root = syntax_ext::root(context.db, file);
        for token in syntax_ext::tokens_with(text, &root, &name) {
            if token.kind().is_trivia() {
                continue;
            }
            let definition = token.parent().as_ref().and_then(enclosing_definition);
            match definition
                .is_some_and(|it| sees(context.file_context(file), it, &bound, variable))
            {
                true => users.own = true,
                false => users.others = true,
            }
        }
    }
    users
}

/// Whether a definition is the one in which a variable is set, or a class that inherits from it without having a
/// variable of that name itself.
fn sees(
    context: FileContext<'_>,
    definition: ast::Definition,
    bound: &(File, ast::Definition),
    variable: &str,
) -> bool {
    let mut seen = (context.file, definition);
    // A chain that is longer than this runs in circles.
    for _ in 0..32 {
        if seen == *bound {
            return true;
        }
        let mut own = body_bindings(seen.1.syntax()).into_iter();
        if own.any(|binding| binding.name == variable) {
            return false;
        }
        let parent = parent_class(&seen.1)
            .and_then(|name| resolve::item(context.file_context(seen.0), SymbolKind::Class, &name));
        match parent {
            Some(Definition::Item(file, definition)) => seen = (file, definition),
            _ => return false,
        }
    }
    false
}

/// The definitions in some files that name a template.
pub fn naming(
    context: IdeContext<'_>,
    mut files: Vec<File>,
    template: File,
) -> Vec<(File, ast::Definition)> {
    let Some(name) = template_name(context.db, template) else {
        return Vec::new();
    };
    let mut bodies = Vec::new();
    files.retain(|file| file.kind(context.db).is_puppet());
    for file in files {
        salsa::Database::unwind_if_revision_cancelled(context.db);
        let text = file.text(context.db);
        if !text.contains(&*name) {
            continue;
        }
        let root = syntax_ext::root(context.db, file);
        let tokens = syntax_ext::tokens_with(text, &root, &name).into_iter();
        let here = tokens
            .filter(|token| !token.kind().is_trivia())
            .filter_map(|token| Some((file, enclosing_definition(&token.parent()?)?)));
        bodies.extend(here);
        bodies.dedup();
    }
    bodies
}
