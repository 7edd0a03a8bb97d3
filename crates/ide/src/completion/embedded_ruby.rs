//! Variables in templates of Embedded Ruby: `@HERE`.

use puppet_db::File;
use puppet_semantic::owner::owner;
use puppet_syntax::ast::AstNode as _;
use puppet_text::{TextRange, TextSize};

use super::{Completion, CompletionItem, CompletionKind};
use crate::analysis::Context;
use crate::erb::naming;
use crate::resolve::{self, Found};
use crate::scope::{body_bindings, parent_class};
use crate::symbols::SymbolKind;

/// The variables of the bodies in the same module that name the template, and of the classes from which they inherit.
pub(super) fn completion(context: Context<'_>, template: File, offset: TextSize) -> Completion {
    let text = &**template.text(context.db);
    let Some(replace) = variable_at(text, offset) else {
        return Completion::default();
    };
    let module = owner(context.db, template).and_then(|it| it.module);
    let files = module.map(|it| it.files(context.db).to_vec());
    let mut items: Vec<CompletionItem> = Vec::new();
    for (file, body) in naming(context, files.unwrap_or_default(), template) {
        let parent = parent_class(&body)
            .and_then(|name| resolve::item(context, file, SymbolKind::Class, &name));
        let inherited = parent.map(|it| match it {
            Found::Item(_, parent) => body_bindings(parent.syntax()),
            Found::Binding(..) | Found::Parameter(..) | Found::Ruby(..) => Vec::new(),
        });
        let own = body_bindings(body.syntax()).into_iter();
        let bindings = own.chain(inherited.unwrap_or_default());
        items.extend(bindings.map(|it| CompletionItem::new(it.name, CompletionKind::Variable)));
    }
    items.sort_by(|a, b| a.label.cmp(&b.label));
    items.dedup_by(|a, b| a.label == b.label);
    Completion {
        replace,
        items,
        is_incomplete: false,
        ..Completion::default()
    }
}

/// The half-typed name behind an `@` in the code of a template.
fn variable_at(text: &str, offset: TextSize) -> Option<TextRange> {
    let before = text.get(..usize::from(offset))?;
    let sigil = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let code = sigil.strip_suffix('@')?.rsplit_once("<%")?.1;
    let start = TextSize::try_from(sigil.len()).ok()?;
    let is_code = !code.contains("%>") && !code.starts_with('#');
    is_code.then(|| TextRange::new(start, offset))
}

#[cfg(test)]
mod tests {
    use crate::testing::cursor;

    fn of(template: &str) -> String {
        let (analysis, position) = cursor(&format!(
            "#- /environment.conf\n#- /modules/web/manifests/init.pp\nclass web($port) inherits web::params {{\n\
             $root = 1\n$x = template('web/a.erb') }}\nclass web::other($no) {{ }}\n\
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
        // Half-typed.
        assert_eq!(of("a <%= @$0"), "port root user x");
        for text in ["a@$0", "<% a %> @$0", "<%# @$0 %>", "<%= por$0 %>"] {
            assert_eq!(of(text), "", "{text}");
        }
    }
}
