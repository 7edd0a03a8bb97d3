//! Comments whose `@param` tags are not those of the parameters below them.

use std::collections::HashMap;

use puppet_db::{Db, File, FilePlace};
use puppet_diagnostics::{Diagnostic, Fix, Place, Safety, declare_rule};
use puppet_semantic::display_name::quoted_names;
use puppet_syntax::ast::{AstNode, Definition, Documentation, ParamList, ParamTagEdit, ParamTags};
use puppet_text::TextRange;

declare_rule! {
    /// A documentation comment does not match the parameters of its definition.
    pub STALE_DOCUMENTATION = {
        code: "M707", name: "stale-documentation",
        levels: [Off, Hint, Hint], fix: Unsafe,
        help: "Describe each parameter in a `@param`, and remove those that are gone",
    }
}

/// Compares the tags of documentation comments with the parameters.
pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    if !file.kind(db).is_puppet() {
        return;
    }
    let parsed = puppet_db::parse(db, file);
    // Of what is incomplete, the parameters are not known.
    let is_whole = |list: ParamList| {
        let range = list.syntax().text_range();
        let mut errors = parsed.errors().iter();
        errors.all(|it| range.intersect(it.range).is_none())
    };
    let definitions = parsed.syntax().children().filter_map(Definition::cast);
    let definitions = definitions.filter(has_parameters);
    for definition in definitions.filter(|it| it.param_list().is_none_or(is_whole)) {
        if let Some(comment) = definition.documentation() {
            compare((db, file), &definition, &comment, out);
        }
    }
}

fn compare(
    (db, file): (&dyn Db, File),
    definition: &Definition,
    comment: &Documentation,
    out: &mut Vec<Diagnostic<FilePlace>>,
) {
    let tags = ParamTags::new(definition, comment);
    let is_incomplete = tags.has_tags && !tags.missing.is_empty();
    if tags.stale.is_empty() && !is_incomplete {
        return;
    }
    let edits = tags.edits(file.text(db)).into_iter();
    let mut fixes: HashMap<Option<TextRange>, Fix<FilePlace>> =
        edits.map(|edit| (edit.tag, fix(file, edit))).collect();
    let stale = tags.stale.iter().map(|stale| {
        let message = format!("Documented parameter '{}' does not exist", stale.name);
        let range = stale.tag.range;
        (Some(range), Place::new(file, range), message)
    });
    let incomplete = is_incomplete.then(|| {
        let name = definition.name_node()?.text_range();
        let missing = quoted_names(tags.missing.iter().map(String::as_str));
        let message = format!("Undocumented parameters: {missing}");
        Some((None, Place::new(file, name), message))
    });
    for (tag, place, message) in stale.chain(incomplete.flatten()) {
        let found = Diagnostic::new(&STALE_DOCUMENTATION, place, message);
        out.push(match fixes.remove(&tag) {
            Some(fix) => found.with_fix(fix),
            None => found,
        });
    }
}

fn fix(file: File, edit: ParamTagEdit) -> Fix<FilePlace> {
    let title = match (edit.tag, edit.text.as_str()) {
        (None, _) => "Add the missing `@param` tags".to_owned(),
        (_, "") => "Remove the `@param` tag".to_owned(),
        (_, name) => format!("Document `{name}`"),
    };
    Fix::replace(
        title,
        Safety::Unsafe,
        Place::new(file, edit.range),
        edit.text,
    )
}

/// Whether a definition may have parameters. In the comment of an alias, `@param` tells of the members of a structure.
fn has_parameters(definition: &Definition) -> bool {
    matches!(
        definition,
        Definition::ClassDef(_)
            | Definition::DefineDef(_)
            | Definition::FunctionDef(_)
            | Definition::PlanDef(_)
    )
}
