//! [`Definition`]: the symbol that a name resolves to.

use puppet_db::File;
use puppet_library::Documented;
use puppet_semantic::index::item_tree::canonical;
use puppet_semantic::resolve::assets::AssetKind;
use puppet_syntax::ast::{self, AstNode as _, Param};
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::TextRange;

use crate::context::IdeContext;
use crate::defs::builtin;
use crate::defs::name_ref::{NameRefKind, last_segment};
use crate::local_scopes::{BindingKind, LocalBinding};
use crate::module_metadata::NamedModule;
use crate::position::NavigationTarget;
use crate::ruby::definitions::RubyDefinition;
use crate::struct_members::member::Member;
use crate::symbol_index::{SymbolKind, named_definition};
use crate::syntax_ext::{self, trimmed_range};
use puppet_semantic::tasks::TaskParameter;

/// The symbol that a name resolves to.
#[derive(Debug, Clone)]
pub enum Definition {
    /// A class, defined type, function, plan or type alias.
    Item(File, ast::Definition),
    /// A variable.
    Binding(File, LocalBinding),
    /// A parameter of an item, named from outside.
    Parameter(File, ast::Definition, Param),
    /// What Ruby code defines.
    Ruby(File, RubyDefinition),
    /// A member of a structure, where its type declares it.
    StructMember(Member),
    /// A parameter of a task, where its metadata declares it.
    TaskParameter(File, TaskParameter),
    /// A resource, by its type (in small letters) and title.
    Resource(String, String),
    /// A provider, by its resource type (in small letters) and name.
    Provider(String, String),
    /// A template or file of a module: `module/path`.
    Asset(AssetKind, String),
    /// A task.
    Task(String),
    /// A key of Hiera's data that is no parameter.
    HieraKey(String),
    /// The data files that a path of a `hiera.yaml` means.
    DataFiles(Vec<File>),
    /// A module that a `metadata.json`, `Puppetfile` or `.fixtures.yml` names.
    Module(NamedModule),
    /// A part of Puppet itself, by the name of it in the code.
    Builtin(NameRefKind, Documented<'static>),
    /// What nothing known defines: a fact of other machines, or a name with a mistake.
    Unresolved(NameRefKind),
}

impl Definition {
    /// A name that nothing in the workspace defines.
    pub fn undeclared(name: NameRefKind) -> Self {
        let documented = builtin::find(&name);
        match (name, documented) {
            (NameRefKind::Key(key), _) => Self::HieraKey(key),
            (name, Some(documented)) => Self::Builtin(name, documented),
            (name, None) => Self::Unresolved(name),
        }
    }

    /// The name in the code of what nothing in the workspace defines.
    pub fn undeclared_name(&self) -> Option<&NameRefKind> {
        match self {
            Self::Builtin(name, _) | Self::Unresolved(name) => Some(name),
            _ => None,
        }
    }

    /// The range of its declared name, if that is one: the identity of the definition.
    pub fn declared_at(&self) -> Option<(File, TextRange)> {
        Some(match self {
            Self::Item(file, definition) => {
                let name = named_definition(definition).map(|(_, _, range)| range);
                (*file, name.unwrap_or(definition.syntax().text_range()))
            }
            Self::Binding(file, binding) => (*file, binding.token.text_range()),
            Self::Parameter(file, _, parameter) => {
                let name = parameter.name_token().map(|token| token.text_range());
                (*file, name.unwrap_or(parameter.syntax().text_range()))
            }
            Self::Ruby(file, definition) => (*file, definition.focus_range),
            Self::StructMember(member) => (member.file, member.range),
            Self::TaskParameter(file, parameter) => (*file, parameter.range),
            _ => return None,
        })
    }

    /// The file of the declaration.
    pub fn file(&self) -> Option<File> {
        self.declared_at().map(|(file, _)| file)
    }

    /// The declaration to navigate to.
    pub fn declaration(&self, context: IdeContext<'_>) -> Option<NavigationTarget> {
        let (file, focus_range) = self.declared_at()?;
        let full_range = match self {
            Self::Item(_, definition) => trimmed_range(definition.syntax()),
            Self::Binding(_, binding) => binding.full_range(),
            Self::Parameter(_, _, parameter) => trimmed_range(parameter.syntax()),
            Self::Ruby(_, definition) => definition.full_range,
            Self::StructMember(member) => trimmed_range(member.entry.syntax()),
            _ => focus_range,
        };
        Some(NavigationTarget {
            file: context.files.id(context.db, file),
            full_range,
            focus_range,
        })
    }

    /// The word that every name of it has in it; empty where there is none.
    pub fn word(&self) -> String {
        match self {
            Self::Item(_, definition) => {
                let name = named_definition(definition).map(|(_, name, _)| name);
                last_segment(&name.unwrap_or_default()).to_owned()
            }
            Self::Binding(_, binding) => binding.name.clone(),
            Self::Parameter(_, _, parameter) => parameter.name().unwrap_or_default(),
            Self::Ruby(_, definition) => last_segment(&definition.name).to_owned(),
            Self::StructMember(member) => member.name.clone(),
            Self::TaskParameter(_, parameter) => parameter.name.clone(),
            Self::Resource(_, name) | Self::Provider(_, name) | Self::HieraKey(name) => {
                name.clone()
            }
            Self::Asset(_, name) => {
                let (_, path) = name.split_once('/').unwrap_or_default();
                path.to_owned()
            }
            Self::Task(name) => last_segment(name).to_owned(),
            Self::DataFiles(_) => String::new(),
            Self::Module(named) => named.module().to_owned(),
            Self::Builtin(name, _) | Self::Unresolved(name) => match name {
                NameRefKind::Given(path) | NameRefKind::Fact(path) => {
                    path.rsplit('.').next().unwrap_or(path).to_owned()
                }
                name => last_segment(name.text()).to_owned(),
            },
        }
    }

    /// The parameter that it is, seen from inside or outside of its definition.
    pub fn parameter(&self) -> Option<&Param> {
        match self {
            Self::Parameter(_, _, parameter) => Some(parameter),
            Self::Binding(_, binding) => match &binding.kind {
                BindingKind::Parameter(parameter) => Some(parameter),
                BindingKind::LambdaParameter(_) | BindingKind::Assignment(_) => None,
            },
            _ => None,
        }
    }

    /// The definition in which a variable gets its value.
    pub fn bound_in(&self) -> Option<(File, ast::Definition)> {
        match self {
            Self::Binding(file, binding) => {
                let node = binding.token.parent()?;
                Some((*file, syntax_ext::enclosing_definition(&node)?))
            }
            Self::Parameter(file, definition, _) => Some((*file, definition.clone())),
            _ => None,
        }
    }

    /// The class that a parameter or variable belongs to, in small letters.
    pub fn class(&self) -> Option<String> {
        if self.is_in_lambda() {
            return None;
        }
        let (kind, name, _) = named_definition(&self.bound_in()?.1)?;
        (kind == SymbolKind::Class).then(|| canonical(&name).to_string())
    }

    /// The key under which Hiera has values for a parameter of a class.
    pub fn hiera_key(&self) -> Option<String> {
        match self {
            Self::HieraKey(key) => Some(key.clone()),
            _ => Some(format!("{}::{}", self.class()?, self.parameter()?.name()?)),
        }
    }

    /// Whether it is a parameter of a lambda, or a variable that one sets.
    pub fn is_in_lambda(&self) -> bool {
        let Self::Binding(_, binding) = self else {
            return false;
        };
        let node = binding.token.parent();
        matches!(binding.kind, BindingKind::LambdaParameter(_))
            || node.is_some_and(|it| is_in_lambda(&it))
    }

    /// Whether it is a variable that a manifest sets outside of all definitions.
    pub fn is_of_top_scope(&self) -> bool {
        let Self::Binding(_, binding) = self else {
            return false;
        };
        let is_assigned = matches!(binding.kind, BindingKind::Assignment(_));
        let node = binding.token.parent();
        is_assigned
            && node.is_some_and(|node| {
                syntax_ext::enclosing_definition(&node).is_none() && !is_in_lambda(&node)
            })
    }

    /// Whether nothing outside of the file can name it: parameters of lambdas, and variables in anything but classes and
    /// at top scope.
    pub fn is_local(&self) -> bool {
        let Self::Binding(_, binding) = self else {
            return false;
        };
        match &binding.kind {
            BindingKind::LambdaParameter(_) => true,
            BindingKind::Parameter(_) => false,
            BindingKind::Assignment(assignment) => {
                let around = syntax_ext::enclosing_definition(assignment.syntax());
                around.is_some_and(|it| !matches!(it, ast::Definition::ClassDef(_)))
            }
        }
    }
}

/// The declarations of definitions.
pub fn declarations(definitions: &[Definition]) -> Vec<(File, TextRange)> {
    let declared = definitions.iter().filter_map(Definition::declared_at);
    declared.collect()
}

/// Whether a node stands in a lambda of its definition, or file.
fn is_in_lambda(node: &SyntaxNode) -> bool {
    let mut around = node
        .ancestors()
        .take_while(|it| !ast::Definition::can_cast(it.kind()));
    around.any(|it| it.kind() == SyntaxKind::LAMBDA)
}
