//! Names that are taken already.

use puppet_db::File;
use puppet_library::Library;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::canonical;
use puppet_syntax::ast::{self, AstNode as _, Attribute, Expr, HashEntry, ResourceBody};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};

use super::target::{ResolvedTarget, TargetKind};
use super::{RenameError, refuse};
use crate::rename::capture_conflicts::captures;
use puppet_ide_db::context::{FileContext, IdeContext};
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::definition::declarations;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::{AttributeOwner, NameRef, NameRefKind, argument_of, resource_type};
use puppet_ide_db::local_scopes::scopes_around;
use puppet_ide_db::ruby::definitions;
use puppet_ide_db::search::occurrences;
use puppet_ide_db::symbol_index::SymbolKind;
use puppet_ide_db::syntax_ext::{self, enclosing_body, string_content};
use puppet_ide_db::workspace_files::puppet_files;

pub(super) fn check(
    context: FileContext<'_>,
    target: &ResolvedTarget,
    new_name: &str,
) -> Result<(), RenameError> {
    match &target.kind {
        TargetKind::Variable => variable(context, target, new_name),
        TargetKind::Parameter => {
            reserved(target, new_name)?;
            computed_titles(*context, target)?;
            variable(context, target, new_name)
        }
        TargetKind::Item(kind, old) => item(context, *kind, old, new_name),
    }
}

/// Other definitions of the same name, also of kinds that share a namespace.
fn item(
    context: FileContext<'_>,
    kind: SymbolKind,
    old: &str,
    new_name: &str,
) -> Result<(), RenameError> {
    if canonical(old) == canonical(new_name) {
        return Ok(());
    }
    let kinds: &[(SymbolKind, &str)] = match kind {
        SymbolKind::Class | SymbolKind::DefinedType => &[
            (SymbolKind::Class, "a class"),
            (SymbolKind::DefinedType, "a defined type"),
            (SymbolKind::TypeAlias, "a type"),
        ],
        SymbolKind::TypeAlias => &[
            (SymbolKind::TypeAlias, "a type"),
            (SymbolKind::DefinedType, "a defined type"),
        ],
        _ => &[(kind, "one")],
    };
    for (other, what) in kinds {
        // References to classes are `Class['a']`: only defined types are written as types are.
        if kind == SymbolKind::Class && *other == SymbolKind::TypeAlias {
            continue;
        }
        if resolve::item(context, *other, new_name).is_some() {
            return refuse(match *other == kind {
                true => format!("`{new_name}` exists already"),
                false => format!("there is {what} `{new_name}` already"),
            });
        }
    }
    if kind == SymbolKind::DefinedType {
        let name = canonical(new_name);
        let is_known = Library.resource_type(&name).is_some()
            || definitions::resource_type(context, &name).is_some();
        if is_known {
            return refuse(format!("there is a resource type `{new_name}` already"));
        }
    }
    Ok(())
}

/// A name that is used where the variable is known would then mean something else.
fn variable(
    context: FileContext<'_>,
    target: &ResolvedTarget,
    new_name: &str,
) -> Result<(), RenameError> {
    if matches!(new_name, "facts" | "trusted" | "server_facts") {
        return refuse(format!("`${new_name}` is set by Puppet"));
    }
    in_own_scope(context, target, new_name)?;
    let Some(first) = target.found.first() else {
        return Ok(());
    };
    is_found(*context, first)?;
    let is_shared = first.class().is_some() || first.is_of_top_scope();
    if !is_shared {
        return Ok(());
    }
    if first.is_of_top_scope() && is_fact(new_name) {
        return refuse(format!("`${new_name}` is a fact"));
    }
    text_file_conflicts(*context, target, new_name)
}

/// What binds the new name where the variable itself is bound, or between that and where it is named.
fn in_own_scope(
    context: FileContext<'_>,
    target: &ResolvedTarget,
    new_name: &str,
) -> Result<(), RenameError> {
    let named = occurrences(context, target.word(), &declarations(&target.found));
    let uses: Vec<SyntaxNode> = named
        .iter()
        .filter(|at| is_bare(at))
        .filter_map(node_of)
        .collect();
    let mut checked: Vec<SyntaxNode> = Vec::new();
    for (bound_in, scope) in target.found.iter().filter_map(scope_of) {
        if checked.contains(&scope) {
            continue;
        }
        let uses = if bound_in == context.file {
            uses.as_slice()
        } else {
            &[]
        };
        if captures(bound_in.text(context.db), &scope, uses, new_name) {
            return refuse(format!("`${new_name}` is used here already"));
        }
        checked.push(scope);
    }
    Ok(())
}

/// The body or lambda that binds a variable.
fn scope_of(found: &Definition) -> Option<(File, SyntaxNode)> {
    let node = match found {
        Definition::Binding(_, binding) => binding.token.parent()?,
        Definition::Parameter(_, _, parameter) => parameter.syntax().clone(),
        _ => return None,
    };
    Some((found.file()?, scopes_around(&node).next()?))
}

fn node_of(at: &NameRef) -> Option<SyntaxNode> {
    at.token.parent()
}

/// Other bodies that use the variable by its name alone, and have the new name for something of their own.
fn text_file_conflicts(
    context: IdeContext<'_>,
    target: &ResolvedTarget,
    new_name: &str,
) -> Result<(), RenameError> {
    let wanted = declarations(&target.found);
    let word = target.word();
    for other in puppet_files(context) {
        salsa::Database::unwind_if_revision_cancelled(context.db);
        let text = other.text(context.db);
        let mentions = |word: &str| puppet_ide_db::syntax_ext::mentions(text, word);
        if !mentions(word) || !mentions(new_name) {
            continue;
        }
        let named = occurrences(context.file_context(other), word, &wanted);
        let uses: Vec<SyntaxNode> = named
            .iter()
            .filter(|at| is_bare(at))
            .filter_map(node_of)
            .collect();
        let mut bodies: Vec<SyntaxNode> = uses.iter().map(enclosing_body).collect();
        bodies.dedup();
        if bodies
            .iter()
            .any(|body| captures(text, body, &uses, new_name))
        {
            let path = other.path(context.db);
            return refuse(format!(
                "`${new_name}` is used already where this is, in {path}"
            ));
        }
    }
    Ok(())
}

/// `$name`, without a class.
fn is_bare(at: &NameRef) -> bool {
    let is_variable = matches!(
        at.token.kind(),
        SyntaxKind::VARIABLE | SyntaxKind::IMPLICIT_VARIABLE
    );
    is_variable && matches!(&at.name, NameRefKind::Variable(name) if !name.contains("::"))
}

/// Whether Puppet sets the variable for a fact.
fn is_fact(name: &str) -> bool {
    let mut facts = Library.facts().iter();
    facts.any(|fact| fact.name.split('.').next() == Some(name))
}

/// Refuses what belongs to a class that stands where Puppet does not look for it: who else names it is not known.
fn is_found(context: IdeContext<'_>, found: &Definition) -> Result<(), RenameError> {
    let module = found
        .file()
        .and_then(|file| owner(context.db, file)?.module);
    let (Some(class), Some(module)) = (found.class(), module) else {
        return Ok(());
    };
    let first = class.split("::").next().unwrap_or_default();
    let module = module.name(context.db);
    // A folder without a name is no module of Puppet's.
    match module.is_empty() || canonical(first) == canonical(module) {
        true => Ok(()),
        false => refuse(format!(
            "Puppet does not look for the class `{class}` in the module `{module}`"
        )),
    }
}

/// What the attributes are called that give a parameter its value.
fn owner_of(target: &ResolvedTarget) -> Option<AttributeOwner> {
    let (_, definition) = target.found.first()?.bound_in()?;
    let name = canonical(&definition.name()?).to_string();
    match definition {
        ast::Definition::ClassDef(_) => Some(AttributeOwner::Class(name)),
        ast::Definition::DefineDef(_) => Some(AttributeOwner::ResourceType(name)),
        _ => None,
    }
}

/// Every resource has a title, a name, and metaparameters.
fn reserved(target: &ResolvedTarget, new_name: &str) -> Result<(), RenameError> {
    let is_taken =
        matches!(new_name, "title" | "name") || Library.metaparameter(new_name).is_some();
    if owner_of(target).is_some() && is_taken {
        return refuse(format!("every resource has a `{new_name}`"));
    }
    Ok(())
}

/// Refuses a parameter that is given to classes whose names are computed, like `"web::${kind}"`.
fn computed_titles(context: IdeContext<'_>, target: &ResolvedTarget) -> Result<(), RenameError> {
    let Some(AttributeOwner::Class(class)) = owner_of(target) else {
        return Ok(());
    };
    let word = target.word();
    for file in puppet_files(context) {
        let root = syntax_ext::root(context.db, file);
        for token in syntax_ext::tokens_with(file.text(context.db), &root, word) {
            let is_key = string_content(&token).is_some_and(|(text, _)| text == word);
            let start = is_key.then(|| computed_class(&token)).flatten();
            if let Some(start) = start
                && class.starts_with(&*start)
            {
                let path = file.path(context.db);
                return refuse(format!(
                    "{path} gives `{word}` to classes that start with `{start}`: which ones is not known"
                ));
            }
        }
    }
    Ok(())
}

/// How the computed name of the class starts that an attribute, or the key of a hash, belongs to.
fn computed_class(token: &SyntaxToken) -> Option<String> {
    let key = token.parent()?;
    let holder = key.parent()?;
    let title = match Attribute::can_cast(holder.kind()) {
        true => {
            let body = ResourceBody::cast(holder.parent()?)?;
            body.title()
                .filter(|_| resource_type(&body).as_deref() == Some("class"))
        }
        false => {
            let of_title = HashEntry::cast(holder.parent()?.parent()?)?;
            let titles = of_title.syntax().parent()?;
            let (_, _, first) = argument_of(&titles, &titles.parent()?)?;
            of_title.key().filter(|_| first == "class")
        }
    };
    let Some(Expr::InterpolatedString(title)) = title else {
        return None;
    };
    let text = title.syntax().text().to_string();
    let start = text
        .trim_start()
        .trim_start_matches('"')
        .split('$')
        .next()?;
    let start = start.strip_prefix("::").unwrap_or(start);
    (!start.is_empty()).then(|| start.to_owned())
}
