//! Comments whose `@param` tags are not those of the parameters below them.

use std::collections::{HashMap, HashSet};

use puppet_db::{Db, File, FilePlace};
use puppet_diagnostics::{Diagnostic, Fix, Place, Safety, declare_rule};
use puppet_semantic::display_name::quoted_names;
use puppet_syntax::ast::{
    AstNode, Definition, DocTag, Documentation, ParamList, ParamTagEdit, is_implicit_parameter,
    param_tag_edits,
};
use puppet_text::{TextRange, TextSize, occurrences};

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
    let list = definition.param_list().into_iter();
    let parameters = list.flat_map(|list| list.parameters());
    let names: Vec<String> = parameters.filter_map(|it| it.name()).collect();
    let known: HashSet<&str> = names.iter().map(String::as_str).collect();
    let tags = comment.tags.iter().filter(|tag| tag.name == "param");
    let tags: Vec<(&DocTag, &str)> = tags
        .filter_map(|tag| Some((tag, tag.subject.as_deref()?)))
        .map(|(tag, subject)| (tag, subject.trim_start_matches(['*', '&', '$'])))
        .collect();
    let documented: HashSet<&str> = tags.iter().map(|it| it.1).collect();
    let stale: Vec<&(&DocTag, &str)> = tags
        .iter()
        .filter(|(_, subject)| {
            !known.contains(subject) && !is_implicit_parameter(definition, subject)
        })
        .collect();
    let missing = names.iter().map(String::as_str);
    let missing: Vec<&str> = missing.filter(|it| !documented.contains(it)).collect();
    let is_incomplete = !tags.is_empty() && !missing.is_empty();
    if stale.is_empty() && !is_incomplete {
        return;
    }
    let text = file.text(db);
    let edits = param_tag_edits(text, definition, comment).into_iter();
    let mut fixes: HashMap<Option<TextRange>, Fix<FilePlace>> =
        edits.map(|edit| (edit.tag, fix(file, edit))).collect();
    for (tag, subject) in &stale {
        let message = format!("Documented parameter '{subject}' does not exist");
        let mut found = Diagnostic::new(&STALE_DOCUMENTATION, Place::new(file, tag.range), message);
        let own = fixes.remove(&Some(tag.range));
        let only = match (&*stale, &*missing) {
            ([_], [new]) => renamed(file, place_of(text, tag, subject), new),
            _ => None,
        };
        if only.is_some() {
            fixes.remove(&None);
        }
        if let Some(fix) = only.or(own) {
            found = found.with_fix(fix);
        }
        out.push(found);
    }
    if is_incomplete {
        let found = undocumented(file, definition, &missing);
        let fix = fixes.remove(&None);
        out.extend(found.map(|found| match fix {
            Some(fix) => found.with_fix(fix),
            None => found,
        }));
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

/// The only tag that is stale takes the name of the only parameter without one, however little they are alike.
fn renamed(file: File, at: Option<TextRange>, new: &str) -> Option<Fix<FilePlace>> {
    let title = format!("Document `{new}`");
    let at = Place::new(file, at?);
    Some(Fix::replace(title, Safety::Unsafe, at, new))
}

/// One diagnostic for all parameters that a comment leaves out, though it documents others.
fn undocumented(
    file: File,
    definition: &Definition,
    missing: &[&str],
) -> Option<Diagnostic<FilePlace>> {
    let name = definition.name_node()?.text_range();
    let missing = quoted_names(missing.iter().copied());
    let message = format!("Undocumented parameters: {missing}");
    Some(Diagnostic::new(
        &STALE_DOCUMENTATION,
        Place::new(file, name),
        message,
    ))
}

/// Where a tag names what it documents.
fn place_of(text: &str, tag: &DocTag, subject: &str) -> Option<TextRange> {
    let line = text.get(std::ops::Range::<usize>::from(tag.range))?;
    let is_end = |c: Option<char>| c.is_none_or(|c| !c.is_ascii_alphanumeric() && c != '_');
    let mut places = occurrences(line, subject).filter(|at| {
        let before = line.get(..*at).and_then(|it| it.chars().next_back());
        let after = line.get(at + subject.len()..);
        is_end(before) && is_end(after.and_then(|it| it.chars().next()))
    });
    let (at, None) = (places.next()?, places.next()) else {
        return None;
    };
    let start = tag.range.start() + TextSize::try_from(at).ok()?;
    Some(TextRange::at(start, TextSize::of(subject)))
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
