//! Names of definitions that stay the same in other checkouts and other tools, for an index of code.

use puppet_db::{Db, File};
use puppet_semantic::index::file_origin::{owner, path_in_module};
use puppet_syntax::ast;
use puppet_text::TextRange;

use crate::context::{FileContext, IdeContext};
use crate::defs::{AttributeOwner, Definition, NameRefKind};
use crate::module_metadata::modules::module_of;
use crate::position::FileRange;
use crate::search::names::names_in_file;
use crate::symbol_index::{SymbolKind, named_definition};

/// A name in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexedName {
    /// Where it stands, without quotes and `$`.
    pub range: TextRange,
    /// Whether it gives a value.
    pub is_write: bool,
    /// What it stands for.
    pub symbols: Vec<IndexedSymbol>,
}

/// A definition as an index calls it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexedSymbol {
    /// Where it is declared; `None` for what Puppet itself defines.
    pub declared_at: Option<FileRange>,
    /// What it is.
    pub kind: SymbolKind,
    /// Its name among all.
    pub name: SymbolName,
}

/// What names a definition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SymbolName {
    /// Only a lambda, or its file, knows it.
    Local,
    /// The module that defines it, and the way from there.
    Global(Package, Vec<Descriptor>),
}

/// Who defines something.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Package {
    /// Code outside of modules.
    None,
    /// Puppet itself.
    Puppet,
    /// A module, by its full name and version.
    Module(String, String),
}

/// A step on the way to a definition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Descriptor {
    /// What has others in it, such as `apache` in `apache::vhost`.
    Namespace(String),
    /// A class, defined type, resource type or alias.
    Type(String),
    /// A function or plan.
    Function(String),
    /// A parameter.
    Parameter(String),
    /// A variable, fact or attribute.
    Term(String),
}

/// The names in a file that stand for something that has a declaration, or that Puppet itself defines.
pub fn index_file(context: FileContext<'_>) -> Vec<IndexedName> {
    let names = names_in_file(context).into_iter();
    let names = names.map(|named| IndexedName {
        range: named.range,
        is_write: named.is_write,
        symbols: named
            .definitions
            .iter()
            .filter_map(|it| symbol(*context, it))
            .collect(),
    });
    names.filter(|it| !it.symbols.is_empty()).collect()
}

/// What an index calls a definition; nothing for what has no declaration.
fn symbol(context: IdeContext<'_>, definition: &Definition) -> Option<IndexedSymbol> {
    let declared_at = definition.declared_at().map(|(file, range)| FileRange {
        file: context.files.id(context.db, file),
        range,
    });
    let (kind, name) = match definition {
        Definition::Builtin(name, _) => builtin(name)?,
        _ => {
            let file = definition.file()?;
            let (kind, name) = declared(context.db, file, definition)?;
            let name = name.map(|steps| SymbolName::Global(package(context.db, file), steps));
            (kind, name.unwrap_or(SymbolName::Local))
        }
    };
    Some(IndexedSymbol {
        declared_at,
        kind,
        name,
    })
}

/// What a declared definition is, and the way to it; no way if it is local.
fn declared(
    db: &dyn Db,
    file: File,
    definition: &Definition,
) -> Option<(SymbolKind, Option<Vec<Descriptor>>)> {
    Some(match definition {
        Definition::Item(_, item) => {
            let (kind, name, _) = named_definition(item)?;
            (kind, Some(qualified(kind, &name)))
        }
        Definition::Binding(..) | Definition::Parameter(..) => {
            let kind = match definition.parameter() {
                Some(_) => SymbolKind::Parameter,
                None => SymbolKind::Variable,
            };
            (kind, variable(db, file, definition))
        }
        Definition::Ruby(_, found) => match found.kind {
            Some(kind) => (kind, Some(qualified(kind, &found.name))),
            None => (SymbolKind::Fact, Some(in_file(db, file, &found.name))),
        },
        Definition::StructMember(member) => {
            let key = Descriptor::Term(member.name.clone());
            let around = member.definition().and_then(|it| item_steps(&it));
            let steps = around.map(|steps| [steps, vec![key]].concat());
            (SymbolKind::Key, steps)
        }
        Definition::TaskParameter(_, parameter) => {
            let mut steps = in_file(db, file, &parameter.name);
            steps.pop();
            steps.push(Descriptor::Parameter(parameter.name.clone()));
            (SymbolKind::Parameter, Some(steps))
        }
        _ => return None,
    })
}

fn variable(db: &dyn Db, file: File, definition: &Definition) -> Option<Vec<Descriptor>> {
    if definition.is_in_lambda() {
        return None;
    }
    let name = definition.word();
    if definition.is_of_top_scope() && file.kind(db) == puppet_db::FileKind::Manifest {
        return Some(vec![Descriptor::Term(name)]);
    }
    let is_parameter = definition.parameter().is_some();
    let last = match is_parameter {
        true => Descriptor::Parameter(name.clone()),
        false => Descriptor::Term(name.clone()),
    };
    match definition.bound_in() {
        Some((_, item)) => Some([item_steps(&item)?, vec![last]].concat()),
        // Of a template.
        None if is_parameter => {
            let mut steps = in_file(db, file, &name);
            steps.pop();
            steps.push(last);
            Some(steps)
        }
        None => None,
    }
}

fn item_steps(item: &ast::Definition) -> Option<Vec<Descriptor>> {
    let (kind, name, _) = named_definition(item)?;
    Some(qualified(kind, &name))
}

/// The way to what has a name with `::`.
fn qualified(kind: SymbolKind, name: &str) -> Vec<Descriptor> {
    let mut segments: Vec<&str> = name.trim_start_matches("::").split("::").collect();
    let last = segments.pop().unwrap_or_default().to_owned();
    let segments = segments.into_iter();
    let mut steps: Vec<Descriptor> = segments
        .map(|it| Descriptor::Namespace(it.to_owned()))
        .collect();
    steps.push(match kind {
        SymbolKind::Function | SymbolKind::Plan => Descriptor::Function(last),
        SymbolKind::Fact | SymbolKind::Node => Descriptor::Term(last),
        _ => Descriptor::Type(last),
    });
    steps
}

/// The way to what only its file distinguishes.
fn in_file(db: &dyn Db, file: File, name: &str) -> Vec<Descriptor> {
    let module = owner(db, file).and_then(|it| it.module);
    let path = module.and_then(|module| path_in_module(db, module, file));
    let path = path.unwrap_or_default().split('/');
    let mut steps: Vec<Descriptor> = path
        .filter(|it| !it.is_empty())
        .map(|it| Descriptor::Namespace(it.to_owned()))
        .collect();
    steps.push(Descriptor::Term(name.to_owned()));
    steps
}

/// What Puppet itself defines.
fn builtin(name: &NameRefKind) -> Option<(SymbolKind, SymbolName)> {
    let text = name.text().trim_start_matches("::");
    let (kind, steps) = match name {
        NameRefKind::Function(_) => (SymbolKind::Function, qualified(SymbolKind::Function, text)),
        NameRefKind::Plan(_) => (SymbolKind::Plan, qualified(SymbolKind::Plan, text)),
        NameRefKind::ResourceType(_) => {
            let name = text.to_lowercase();
            (SymbolKind::DefinedType, vec![Descriptor::Type(name)])
        }
        NameRefKind::Type(_) => match puppet_library::Library.resource_type(&text.to_lowercase()) {
            Some(ty) => (
                SymbolKind::DefinedType,
                vec![Descriptor::Type(ty.name.to_string())],
            ),
            None => (
                SymbolKind::TypeAlias,
                qualified(SymbolKind::TypeAlias, text),
            ),
        },
        NameRefKind::Attribute { of, name } => {
            let of = match of {
                AttributeOwner::ResourceType(of) => of.to_lowercase(),
                _ => String::new(),
            };
            let mut steps = vec![Descriptor::Type(of), Descriptor::Term(name.clone())];
            steps.retain(|it| *it != Descriptor::Type(String::new()));
            (SymbolKind::Parameter, steps)
        }
        NameRefKind::Variable(_) | NameRefKind::Fact(_) | NameRefKind::Given(_) => {
            (SymbolKind::Fact, vec![Descriptor::Term(text.to_owned())])
        }
        _ => return None,
    };
    Some((kind, SymbolName::Global(Package::Puppet, steps)))
}

fn package(db: &dyn Db, file: File) -> Package {
    let module = owner(db, file).and_then(|it| it.module);
    let Some(module) = module else {
        return Package::None;
    };
    let known = module_of(db, file, module.name(db));
    let known = known.filter(|known| known.module == module);
    let (full_name, version) = known.map_or((None, None), |it| (it.full_name, it.version));
    Package::Module(
        full_name.unwrap_or_else(|| module.name(db).to_string()),
        version.unwrap_or_default(),
    )
}
