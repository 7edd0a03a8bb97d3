//! Hovers of built-ins.

use puppet_library::{Documented, Library, OldForm};

use crate::hover::markup::Markup;
use crate::signature_help;
use puppet_ide_db::bolt_builtins;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::{NameRef, NameRefKind, builtin as named};
use puppet_ide_db::documentation::builtin;

/// What Puppet itself has under a name, with links and with what an installed Puppet says of it.
pub(super) fn describe(context: FileContext<'_>, at: &NameRef) -> Option<Markup> {
    let found = named::find(&at.name);
    let found = found.filter(|it| !matches!(it, Documented::ObjectType(_)));
    let Some(subject) = found else {
        return old_type(&at.name);
    };
    let mut text = named_text(&at.name, subject)?;
    if let Documented::Function(stub) = subject {
        let ways = signature_help::overloads_at(context, &stub.name, &at.token);
        if !ways.is_empty() {
            text.code = vec![ways];
        }
    }
    text.add(builtin::further(context, subject));
    Some(text)
}

/// The documentation in a stub of the definition that a name resolves to. Parts of facts are described in
/// `facts.rs`, and what only plans have by `plan_name`.
pub(super) fn named_text(name: &NameRefKind, subject: Documented<'_>) -> Option<Markup> {
    match (name, subject) {
        (_, Documented::FactParts(_)) => None,
        (_, Documented::Function(stub)) if Library.function(&stub.name).is_none() => None,
        (NameRefKind::Given(path), Documented::Fact(stub)) if *path == stub.name => None,
        (NameRefKind::Variable(_), Documented::Fact(stub)) => {
            let code = format!("{} ${}", stub.ty, stub.name);
            Some(Markup::new(code, builtin::documentation(subject)))
        }
        (NameRefKind::Variable(_), Documented::LegacyFact(name, _)) => {
            let code =
                builtin::code(subject).replace(&format!("$facts['{name}']"), &format!("${name}"));
            Some(Markup::new(code, builtin::documentation(subject)))
        }
        _ => Some(markup(subject)),
    }
}

/// What a stub says of something.
pub(super) fn markup(subject: Documented<'_>) -> Markup {
    Markup::new(builtin::code(subject), builtin::documentation(subject))
}

/// The name of a type that Puppet once had.
fn old_type(name: &NameRefKind) -> Option<Markup> {
    let NameRefKind::Type(name) = name else {
        return None;
    };
    let old = Library.old_type(name, OldForm::Name)?;
    Some(Markup::new(
        old.name.clone(),
        Some(Library.type_remarks(&old.name).join("\n\n")),
    ))
}

/// `HERE('web::restart', $targets)`, or a type of Bolt.
pub(super) fn plan_name(context: FileContext<'_>, at: &NameRef) -> Option<Markup> {
    match &at.name {
        NameRefKind::Function(name) => {
            let function = bolt_builtins::find(context.db, context.file, name)?;
            let documentation = builtin::documentation(Documented::Function(function));
            Some(Markup::new(bolt_builtins::label(function), documentation))
        }
        NameRefKind::Type(name) => {
            let ty = bolt_builtins::find_type(context.db, context.file, name)?;
            Some(markup(Documented::ObjectType(ty)))
        }
        _ => None,
    }
}
