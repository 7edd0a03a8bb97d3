//! References to names without a definition in the workspace: built-in functions, types, facts and variables.
//! There, the same name means the same thing.

use puppet_db::File;
use puppet_semantic::index::item_tree::canonical;

use crate::context::Context;
use crate::defs::resolve;
use crate::defs::{AttributeOwner, NameRef, NameRefKind, any_name_of};
use crate::hiera::keys::{HieraName, data_files};
use crate::local_scopes::Scopes;
use crate::search::{
    Reference, in_data_file, last_segment, mentions, name_text, puppet_files, searched,
};
use crate::syntax_ext;
use crate::syntax_ext::enclosing_definition;

/// The places that name the same thing as a name that leads nowhere; nothing if the name leads somewhere.
pub fn references(
    context: Context<'_>,
    file: File,
    at: &NameRef,
    in_file_only: bool,
) -> Vec<Reference> {
    // A string may be anything.
    if !file.kind(context.db).is_puppet()
        || matches!(at.name, NameRefKind::PerhapsClass(_))
        || !resolve::find(context, file, at).is_empty()
    {
        return Vec::new();
    }
    if let NameRefKind::Key(key) = &at.name
        && !in_file_only
    {
        return of_key(context, key);
    }
    let own = is_own(at);
    let word = last_segment(name_text(&at.name));
    let mut references = Vec::new();
    for other in searched(context, file, in_file_only || own) {
        salsa::Database::unwind_if_revision_cancelled(context.db);
        if !word.is_empty() && mentions(other.text(context.db), word) {
            let found = names(context, other, word, &at.name).into_iter();
            let found = found.filter(|it| !own || is_in_same_definition(it, at));
            references.extend(found.map(|it| Reference::naming(context, other, it.range)));
        }
    }
    references
}

/// The places that name a key of Hiera's data that is no parameter: where it is looked up, and where it has values.
pub fn of_key(context: Context<'_>, key: &str) -> Vec<Reference> {
    let mut references = Vec::new();
    for file in puppet_files(context) {
        salsa::Database::unwind_if_revision_cancelled(context.db);
        if file.text(context.db).contains(key) {
            let root = syntax_ext::root(context.db, file);
            let tokens = syntax_ext::tokens_with(file.text(context.db), &root, key);
            let names = tokens.iter().filter_map(any_name_of);
            let looked_up = names.filter(|at| at.name == NameRefKind::Key(key.to_owned()));
            references.extend(looked_up.map(|at| Reference::naming(context, file, at.range)));
        }
    }
    for file in data_files(context) {
        salsa::Database::unwind_if_revision_cancelled(context.db);
        if file.text(context.db).contains(key) {
            let is_meant = |name: &HieraName| matches!(name, HieraName::Key(it) if it == key);
            references.extend(in_data_file(context, file, is_meant));
        }
    }
    references
}

/// The names in a file that are the same and lead nowhere either.
fn names(context: Context<'_>, file: File, word: &str, wanted: &NameRefKind) -> Vec<NameRef> {
    let root = syntax_ext::root(context.db, file);
    let tokens = syntax_ext::tokens_with(file.text(context.db), &root, word);
    let scopes = Scopes::of_name(&tokens, word);
    let mut names: Vec<NameRef> = tokens.iter().filter_map(any_name_of).collect();
    let is_variable = matches!(wanted, NameRefKind::Variable(_));
    let mut leads_somewhere = None;
    names.retain(|at| {
        let is_known = || !resolve::find_in(context, file, Some((word, &scopes)), at).is_empty();
        is_same(&at.name, wanted)
            && !match is_variable {
                true => is_known(),
                // What else is named does not depend on the place.
                false => *leads_somewhere.get_or_insert_with(is_known),
            }
    });
    names
}

/// The variables that each definition has for itself.
fn is_own(at: &NameRef) -> bool {
    matches!(&at.name, NameRefKind::Variable(name) if matches!(&**name, "title" | "name"))
}

fn is_in_same_definition(one: &NameRef, other: &NameRef) -> bool {
    let around = |at: &NameRef| {
        let definition = enclosing_definition(&at.token.parent()?)?;
        Some(puppet_syntax::ast::AstNode::syntax(&definition).clone())
    };
    around(one) == around(other)
}

fn is_same(one: &NameRefKind, other: &NameRefKind) -> bool {
    match (one, other) {
        // `file`, `File`
        (
            NameRefKind::Type(one) | NameRefKind::ResourceType(one),
            NameRefKind::Type(other) | NameRefKind::ResourceType(other),
        )
        | (NameRefKind::Class(one), NameRefKind::Class(other)) => {
            canonical(one) == canonical(other)
        }
        (
            NameRefKind::Attribute { of, name },
            NameRefKind::Attribute {
                of: other,
                name: other_name,
            },
        ) => name == other_name && is_same_owner(of, other),
        // `$facts['os']`, and `os` in front of another key
        (
            NameRefKind::Fact(_) | NameRefKind::Given(_),
            NameRefKind::Fact(_) | NameRefKind::Given(_),
        ) => given_path(one) == given_path(other),
        _ => one == other,
    }
}

fn given_path(name: &NameRefKind) -> Option<String> {
    match name {
        NameRefKind::Fact(fact) => Some(format!("facts.{fact}")),
        NameRefKind::Given(path) => Some(path.clone()),
        _ => None,
    }
}

fn is_same_owner(one: &AttributeOwner, other: &AttributeOwner) -> bool {
    use AttributeOwner::{Class, Plan, ResourceType};
    match (one, other) {
        (ResourceType(one), ResourceType(other))
        | (Class(one), Class(other))
        | (Plan(one), Plan(other)) => canonical(one) == canonical(other),
        _ => one == other,
    }
}
