//! Variables in templates of Embedded Ruby: `@HERE`, `scope['HERE']`.

use puppet_db::File;
use puppet_inference::variables::bindings::item_bindings;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::ItemKind;
use puppet_semantic::resolve::module_items::resolve_canonical;
use puppet_syntax::ast::AstNode as _;
use puppet_text::{TextRange, TextSize};

use crate::NameMatcher;
use crate::completions::classes_and_types;
use crate::item::{Completion, CompletionItem, CompletionKind};
use puppet_ide_db::context::{FileContext, IdeContext};
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::erb::naming;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::local_scopes::{body_bindings, parent_class};
use puppet_ide_db::symbol_index::SymbolKind;

pub fn completion(context: IdeContext<'_>, template: File, offset: TextSize) -> Completion {
    let text = &**template.text(context.db);
    let Some((replace, is_key)) = variable_at(text, offset) else {
        return Completion::default();
    };
    let mut items = of_callers(context, template);
    let mut is_incomplete = false;
    if is_key {
        let range = std::ops::Range::<usize>::from(replace);
        let typed = NameMatcher::new(text.get(range).unwrap_or_default());
        items.extend(of_classes(context, template, &typed));
        items = typed.choose(items);
        is_incomplete = true;
    }
    Completion {
        replace,
        items,
        is_incomplete,
        ..Completion::default()
    }
}

/// The variables of the bodies in the same module that name the template, and of the classes from which they inherit.
fn of_callers(context: IdeContext<'_>, template: File) -> Vec<CompletionItem> {
    let module = owner(context.db, template).and_then(|it| it.module);
    let files = module.map(|it| it.files(context.db).to_vec());
    let mut items: Vec<CompletionItem> = Vec::new();
    for (file, body) in naming(context, files.unwrap_or_default(), template) {
        let parent = parent_class(&body)
            .and_then(|name| resolve::item(context.file_context(file), SymbolKind::Class, &name));
        let inherited = parent.map(|it| match it {
            Definition::Item(_, parent) => body_bindings(parent.syntax()),
            _ => Vec::new(),
        });
        let own = body_bindings(body.syntax()).into_iter();
        let bindings = own.chain(inherited.unwrap_or_default());
        let item = |name| CompletionItem::new(name, CompletionKind::Variable).rank(10);
        items.extend(bindings.map(|it| item(it.name)));
    }
    items.sort_by(|a, b| a.label.cmp(&b.label));
    items.dedup_by(|a, b| a.label == b.label);
    items
}

/// The variables of the class that is typed already, and of the classes of the own module; of other modules the names
/// of the classes.
fn of_classes(
    context: IdeContext<'_>,
    template: File,
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    let mut items = Vec::new();
    let module = owner(context.db, template).and_then(|it| it.module);
    let module = module.map(|it| it.name(context.db));
    for class in classes_and_types::classes(context.file_context(template), &typed.owner_matcher())
    {
        let name = class.label;
        let first = name.split("::").next();
        let is_own = first.is_some_and(|it| module.is_some_and(|own| *it == **own));
        if is_own || typed.is_in(&name) {
            let variables = variables_of(context.file_context(template), &name).into_iter();
            let item = |it| CompletionItem::new(it, CompletionKind::Variable).rank(20);
            items.extend(variables.map(item));
        } else {
            let label = format!("{name}::");
            items.push(CompletionItem::new(label, CompletionKind::Class).rank(40));
        }
    }
    items
}

/// The variables that a class assigns, with its name.
fn variables_of(context: FileContext<'_>, class: &str) -> Vec<String> {
    let db = context.db;
    let names = owner(db, context.file).and_then(|owner| {
        let environment = owner.environment;
        let found = resolve_canonical(db, environment, ItemKind::Class, class.into());
        item_bindings(db, environment, found.item()?)
    });
    let names = names.iter().flat_map(|names| names.iter());
    let mut names: Vec<String> = names.map(|name| format!("{class}::{name}")).collect();
    names.sort_unstable();
    names
}

/// The incomplete name after an `@` or in `scope['…']` in the code of a template, and whether it is the latter.
fn variable_at(text: &str, offset: TextSize) -> Option<(TextRange, bool)> {
    let before = text.get(..usize::from(offset))?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let lead = before.trim_end_matches(is_part);
    let sigil = lead.strip_suffix('@');
    let quoted = before.trim_end_matches(|c: char| is_part(c) || c == ':');
    let code = sigil.or_else(|| {
        let code = quoted.strip_suffix(['\'', '"'])?;
        let mut calls = ["scope[", "lookupvar(", "has_variable?("].iter();
        calls.any(|it| code.ends_with(it)).then_some(code)
    })?;
    let (_, code) = code.rsplit_once("<%")?;
    if code.contains("%>") || code.starts_with('#') {
        return None;
    }
    let start = match sigil {
        Some(_) => lead.len(),
        None => before.len() - before.get(quoted.len()..)?.trim_start_matches("::").len(),
    };
    let range = TextRange::new(TextSize::try_from(start).ok()?, offset);
    Some((range, sigil.is_none()))
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::cursor;

    fn of(template: &str) -> String {
        let (analysis, position) = cursor(&format!(
            "#- /environment.conf\n#- /modules/web/manifests/init.pp\nclass web($port) inherits web::params {{\n\
             $root = 1\n$x = template('web/a.erb') }}\n\
             #- /modules/web/manifests/other.pp\nclass web::other($no) {{ }}\n\
             #- /modules/db/manifests/server.pp\nclass db::server($size) {{ $disk = 1 }}\n\
             #- /modules/web/manifests/params.pp\nclass web::params {{ $user = 1 }}\n\
             #- /modules/web/templates/a.erb\n{template}\n"
        ));
        let completion = analysis.completion(position).expect("not cancelled");
        let labels = completion.items.iter().map(|it| &*it.label);
        labels.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn variables_of_those_who_name_the_template() {
        assert_eq!(of("a <%= @$0 %>"), "port root user x");
        assert_eq!(of("a <% if @po$0 -%>"), "port root user x");
        // Incomplete.
        assert_eq!(of("a <%= @$0"), "port root user x");
        for text in ["a@$0", "<% a %> @$0", "<%# @$0 %>", "<%= por$0 %>"] {
            assert_eq!(of(text), "", "{text}");
        }
    }

    #[test]
    fn variables_of_classes_by_their_names() {
        for (template, expected) in [
            (
                "<%= scope['$0'] %>",
                "port root user x web::other::no web::params::user web::port web::root web::x db::server::",
            ),
            ("<%= scope['us$0'] %>", "user web::params::user"),
            ("<%= scope['web::p$0'] %>", "web::params::user web::port"),
            ("<%= scope.lookupvar('::web::oth$0') %>", "web::other::no"),
            ("<% if has_variable?(\"db::$0", "db::server::"),
            (
                "<%= scope['db::server::$0",
                "db::server::disk db::server::size",
            ),
            ("<%= x['$0'] %>", ""),
            ("scope['$0']", ""),
        ] {
            assert_eq!(of(template), expected, "{template}");
        }
    }
}
