//! References to names without a definition in the workspace: built-in functions, types, facts and variables.
//! There, the same name means the same thing.

use puppet_semantic::index::item_tree::canonical;

use crate::context::FileContext;
use crate::defs::{AttributeOwner, Classified, NameRef, NameRefKind, any_name_of, resolve};
use crate::local_scopes::Scopes;
use crate::search::Reference;
use crate::syntax_ext::{self, enclosing_definition};

/// The names in a file with code that are the same, and that nothing defines either.
pub fn references(context: FileContext<'_>, classified: &Classified) -> Vec<Reference> {
    let definition = classified.definitions.first();
    let Some((definition, wanted)) = definition.and_then(|it| Some((it, it.undeclared_name()?)))
    else {
        return Vec::new();
    };
    let word = definition.word();
    let own = classified.name.as_ref().filter(|it| is_own(it));
    let is_foreign = own.is_some() && context.file != classified.file;
    // A string may be anything.
    if word.is_empty() || is_foreign || matches!(wanted, NameRefKind::MaybeClass(_)) {
        return Vec::new();
    }
    let names = names(context, &word, wanted).into_iter();
    let names = names.filter(|it| own.is_none_or(|own| is_in_same_definition(it, own)));
    names
        .map(|it| Reference::naming(context, it.range))
        .collect()
}

/// The names in a file that are the same, and that nothing defines either.
fn names(context: FileContext<'_>, word: &str, wanted: &NameRefKind) -> Vec<NameRef> {
    let root = syntax_ext::root(context.db, context.file);
    let tokens = syntax_ext::tokens_with(context.file.text(context.db), &root, word);
    let scopes = Scopes::from_tokens(&tokens, word);
    let mut names: Vec<NameRef> = tokens.iter().filter_map(any_name_of).collect();
    let is_variable = matches!(wanted, NameRefKind::Variable(_));
    let mut is_defined = None;
    names.retain(|at| {
        let is_known = || !resolve::find_in(context, Some((word, &scopes)), at).is_empty();
        is_same(&at.name, wanted)
            && !match is_variable {
                true => is_known(),
                // What else is named does not depend on where.
                false => *is_defined.get_or_insert_with(is_known),
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

/// Whether two names that nothing defines mean the same.
pub fn is_same(one: &NameRefKind, other: &NameRefKind) -> bool {
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
