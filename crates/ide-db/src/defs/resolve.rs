//! Resolution of a name to its definitions, with their trees.

use puppet_db::File;
use puppet_library::Library;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::canonical;
use puppet_semantic::resolve::module_items::{defined_in, resolve};
use puppet_syntax::ast::{self, AstNode};

use crate::context::FileContext;
use crate::defs::{AttributeOwner, NameRef, NameRefKind};
use crate::defs::{Definition, template};
use crate::hiera::keys::HieraName;
use crate::local_scopes::{BindingKind, LocalBinding, Scopes, body_variable, parent_class};
use crate::ruby::definitions::{self, RubyDefinition};
use crate::symbol_index::SymbolKind;
use crate::syntax_ext::{self, enclosing_body, enclosing_definition};

/// What a name stands for; empty when it is not known. Several places for a variable that is assigned in several
/// branches.
pub fn find(context: FileContext<'_>, at: &NameRef) -> Vec<Definition> {
    find_in(context, None, at)
}

/// The same as [`find`] for one of many names of a file: with the scopes of one word, if they are known.
pub fn find_in(
    context: FileContext<'_>,
    scopes: Option<(&str, &Scopes)>,
    at: &NameRef,
) -> Vec<Definition> {
    let ruby = |found: Option<(File, RubyDefinition)>| {
        found.map(|(file, definition)| Definition::Ruby(file, definition))
    };
    let resource_type = |name: &str| resource_type(context, name);
    let found = match &at.name {
        NameRefKind::Variable(name) => {
            let found = variable(context, scopes, at, name);
            if !found.is_empty() {
                return found;
            }
            match name.contains("::") {
                true => None,
                false => ruby(definitions::fact(context, name)),
            }
        }
        NameRefKind::Type(name) => item(context, SymbolKind::TypeAlias, name)
            .or_else(|| resource_type(name))
            .or_else(|| ruby(definitions::data_type(context, name))),
        NameRefKind::Class(name) => item(context, SymbolKind::Class, name),
        NameRefKind::MaybeClass(name) => maybe_class(context, name),
        NameRefKind::ResourceType(name) => resource_type(name),
        // Puppet's own functions hide all others of their names.
        NameRefKind::Function(name) if Library.function(name).is_some() => None,
        NameRefKind::Function(name) => item(context, SymbolKind::Function, name)
            .or_else(|| ruby(definitions::function(context, name))),
        NameRefKind::Attribute { of, name } => attribute(context, of, name),
        NameRefKind::Fact(name) => ruby(definitions::fact(context, name)),
        NameRefKind::Given(path) => path
            .strip_prefix("facts.")
            .and_then(|path| ruby(definitions::fact(context, path))),
        // Hiera knows the names of classes as Puppet writes them.
        NameRefKind::Key(key) => parameter_of_key(context, key),
        NameRefKind::Plan(name) => item(context, SymbolKind::Plan, name),
        NameRefKind::Definition(definition) => {
            Some(Definition::Item(context.file, definition.clone()))
        }
    };
    found.into_iter().collect()
}

/// A resource type, in Puppet or Ruby.
pub fn resource_type(context: FileContext<'_>, name: &str) -> Option<Definition> {
    item(context, SymbolKind::DefinedType, name).or_else(|| {
        let (file, definition) = definitions::resource_type(context, name)?;
        Some(Definition::Ruby(file, definition))
    })
}

/// The definition that an ambiguous string or word refers to: a class; in a module also a defined type
/// or function.
pub fn maybe_class(context: FileContext<'_>, name: &str) -> Option<Definition> {
    use SymbolKind::{Class, DefinedType, Function};
    let kinds: &[SymbolKind] = match name.contains("::") {
        true => &[Class, DefinedType, Function],
        false => &[Class],
    };
    let mut found = kinds.iter();
    found.find_map(|kind| item(context, *kind, name))
}

/// The definition that a name in a file of Hiera's data refers to.
pub fn resolve_hiera_name(context: FileContext<'_>, name: &HieraName) -> Vec<Definition> {
    match name {
        HieraName::Key(key) => Vec::from_iter(parameter_of_key(context, key)),
        HieraName::Class(name) | HieraName::MaybeClass(name) => {
            Vec::from_iter(item(context, SymbolKind::Class, name))
        }
        HieraName::Variable(name) => match name.rsplit_once("::") {
            Some((class, variable)) => class_variable(context, class, variable),
            None => top_variable(context, None, name),
        },
        HieraName::Given(path) => path
            .strip_prefix("facts.")
            .and_then(|path| definitions::fact(context, path))
            .map(|(file, definition)| Definition::Ruby(file, definition))
            .into_iter()
            .collect(),
    }
}

/// The parameter that gets its value from a key, `class::parameter`.
fn parameter_of_key(context: FileContext<'_>, key: &str) -> Option<Definition> {
    let (class, parameter) = key.rsplit_once("::")?;
    let of = AttributeOwner::Class(class.to_owned());
    attribute(context, &of, parameter)
}

/// The item of a kind with a name, as seen from a file.
pub fn item(context: FileContext<'_>, kind: SymbolKind, name: &str) -> Option<Definition> {
    let db = context.db;
    let kind = kind.item_kind()?;
    let item = match owner(db, context.file) {
        Some(owner) => resolve(db, owner.environment, context.file, kind, name).item(),
        None => defined_in(db, context.file, kind, &canonical(name)),
    }?;
    // The file's own body comes first.
    let index = item.body.index().checked_sub(1)?;
    let definition = syntax_ext::definitions(&syntax_ext::root(db, item.file)).nth(index)?;
    Some(Definition::Item(item.file, definition))
}

/// The definition of a class, defined type or plan whose attributes are meant.
pub fn attribute_holder(
    context: FileContext<'_>,
    of: &AttributeOwner,
) -> Option<(File, ast::Definition)> {
    let found = match of {
        AttributeOwner::Class(name) => item(context, SymbolKind::Class, name),
        AttributeOwner::ResourceType(name) => item(context, SymbolKind::DefinedType, name),
        AttributeOwner::Plan(name) => item(context, SymbolKind::Plan, name),
        AttributeOwner::Template(_) => None,
    };
    match found? {
        Definition::Item(file, definition) => Some((file, definition)),
        _ => None,
    }
}

/// A parameter of a class, resource type or template.
pub fn attribute(context: FileContext<'_>, of: &AttributeOwner, name: &str) -> Option<Definition> {
    if let AttributeOwner::Template(template) = of {
        return template_parameter(context, template, name);
    }
    let Some((file, definition)) = attribute_holder(context, of) else {
        let AttributeOwner::ResourceType(of) = of else {
            return None;
        };
        let (file, definition) = definitions::attribute(context, of, name)?;
        return Some(Definition::Ruby(file, definition));
    };
    let parameter = definition.parameter(name)?;
    Some(Definition::Parameter(file, definition, parameter))
}

fn template_parameter(context: FileContext<'_>, template: &str, name: &str) -> Option<Definition> {
    let file = template::template(context, template)?;
    let root = syntax_ext::root(context.db, file);
    let bindings = body_variable(file.text(context.db), &root, name);
    let is_parameter = |it: &LocalBinding| matches!(it.kind, BindingKind::Parameter(_));
    let binding = bindings.into_iter().find(is_parameter)?;
    Some(Definition::Binding(file, binding))
}

fn variable(
    context: FileContext<'_>,
    scopes: Option<(&str, &Scopes)>,
    at: &NameRef,
    name: &str,
) -> Vec<Definition> {
    if let Some((class, variable)) = name.rsplit_once("::") {
        return class_variable(context, class, variable);
    }
    let Some(node) = at.token.parent() else {
        return Vec::new();
    };
    let is_top = at.token.text().trim_start_matches('$').starts_with("::");
    if !is_top {
        let scopes = scopes.filter(|(word, _)| *word == name);
        let local = match scopes.filter(|_| at.outside.is_none()) {
            Some((_, scopes)) => scopes.find(&node, name),
            None => {
                let text = context.file.text(context.db);
                let tokens = syntax_ext::tokens_with(text, &enclosing_body(&node), name);
                Scopes::from_tokens(&tokens, name).find(&node, name)
            }
        };
        if !local.is_empty() {
            return bindings(context.file, local);
        }
        if let Some(outside) = &at.outside {
            let token = outside.clone();
            let outside = None;
            let at = NameRef {
                token,
                outside,
                ..at.clone()
            };
            return variable(context, scopes, &at, name);
        }
        let parent = enclosing_definition(&node).and_then(|definition| parent_class(&definition));
        if let Some(parent) = parent {
            let inherited = class_variable(context, &parent, name);
            if !inherited.is_empty() {
                return inherited;
            }
        }
    }
    let scopes = scopes.filter(|(word, _)| *word == name);
    top_variable(context, scopes.map(|it| it.1), name)
}

fn bindings(file: File, found: Vec<LocalBinding>) -> Vec<Definition> {
    found
        .into_iter()
        .map(|binding| Definition::Binding(file, binding))
        .collect()
}

/// `$class::name`: a parameter or variable of a class, or of a class from which it inherits.
fn class_variable(context: FileContext<'_>, class: &str, name: &str) -> Vec<Definition> {
    let mut class = class.to_owned();
    // A chain that is longer than this runs in circles.
    for _ in 0..32 {
        let Some(Definition::Item(file, definition)) = item(context, SymbolKind::Class, &class)
        else {
            return Vec::new();
        };
        let found = body_variable(file.text(context.db), definition.syntax(), name);
        if !found.is_empty() {
            return bindings(file, found);
        }
        match parent_class(&definition) {
            Some(parent) => class = parent,
            None => return Vec::new(),
        }
    }
    Vec::new()
}

/// A variable at top scope: assigned outside of all definitions, in a manifest that is always loaded. Where it is asked
/// at many places of a file, the file's `scopes` are known.
fn top_variable(context: FileContext<'_>, scopes: Option<&Scopes>, name: &str) -> Vec<Definition> {
    let db = context.db;
    let manifests = owner(db, context.file).map(|owner| owner.environment.manifests(db).clone());
    let files = std::iter::once(context.file)
        .chain(manifests.iter().flat_map(|files| files.iter().copied()));
    for file in files {
        let root = syntax_ext::root(db, file);
        let found = match scopes.filter(|_| file == context.file) {
            Some(scopes) => scopes.own(&root, name),
            None => body_variable(file.text(db), &root, name),
        };
        if !found.is_empty() {
            return bindings(file, found);
        }
    }
    Vec::new()
}
