//! [`classify`] finds the definition of the name at the cursor; its resolvers run in one fixed order.

use puppet_db::{File, FileKind};
use puppet_semantic::index::file_origin::{owner, stub_module};
use puppet_semantic::resolve::assets::{Asset, asset};
use puppet_syntax::SyntaxToken;
use puppet_syntax::ast::AstNode as _;
use puppet_text::{TextRange, TextSize};

use crate::context::{FileContext, IdeContext};
use crate::dataflow::hash_argument_keys::entry_of_key;
use crate::dataflow::value_sink::{SinkKind, part};
use crate::defs::definition::Definition;
use crate::defs::name_ref::{NameRef, last_segment, name_of_token};
use crate::defs::{asset_paths, embedded, providers, resolve, resource_titles};
use crate::hiera::hierarchy_levels::levels;
use crate::hiera::{keys, level_paths};
use crate::local_scopes::Scopes;
use crate::module_metadata::{module_of, named_in};
use crate::position::NavigationTarget;
use crate::ruby::user_stubs;
use crate::struct_members::MemberRef;
use crate::syntax_ext::string_content;
use crate::{struct_members, syntax_ext};
use puppet_semantic::tasks;

/// What is at the cursor.
#[derive(Debug, Clone)]
pub struct Classified {
    /// The file of the cursor.
    pub file: File,
    /// Where the name stands, without quotes and `$`.
    pub range: TextRange,
    /// The name, if code names an item, a variable or an attribute.
    pub name: Option<NameRef>,
    /// What it stands for: at least one, and several for a variable that is assigned in several branches.
    pub definitions: Vec<Definition>,
}

/// The definition of the name at an offset, in a document of any kind; `None` where there is no name.
pub fn classify(context: FileContext<'_>, offset: TextSize) -> Option<Classified> {
    if context.file.kind(context.db).is_puppet() {
        return in_code(context, offset);
    }
    let (range, definitions) = match context.file.kind(context.db) {
        FileKind::Data | FileKind::HieraConfig => in_data(context, offset)?,
        FileKind::Ruby | FileKind::Erb => embedded::embedded_name(context, offset)?,
        FileKind::Metadata | FileKind::Puppetfile | FileKind::Fixtures => {
            let mut all = named_in(context.db, context.file).into_iter();
            let named = all.find(|named| named.range.contains_inclusive(offset))?;
            (named.range, vec![Definition::Module(named)])
        }
        FileKind::Task => {
            let task = tasks::described(context.db, context.file);
            let mut all = task.parameters.iter();
            let parameter = all.find(|it| it.range.contains_inclusive(offset))?;
            let definition = Definition::TaskParameter(context.file, parameter.clone());
            (parameter.range, vec![definition])
        }
        _ => return None,
    };
    Some(Classified {
        file: context.file,
        range,
        name: None,
        definitions,
    })
}

fn in_code(context: FileContext<'_>, offset: TextSize) -> Option<Classified> {
    let root = syntax_ext::root(context.db, context.file);
    let token = syntax_ext::word_at(&root, offset)?;
    let classified = |(range, definitions)| Classified {
        file: context.file,
        range,
        name: None,
        definitions,
    };
    if let Some(found) = definition_of_string(context, &token) {
        return Some(classified(found));
    }
    match name_of_token(&token, offset) {
        Some(name) => Some(classify_name(context, name)),
        None => embedded::embedded_name(context, offset).map(classified),
    }
}

/// The definition of a name in code.
pub fn classify_name(context: FileContext<'_>, name: NameRef) -> Classified {
    classify_name_in(context, None, name)
}

/// The same for one of many names of a file, with all scopes of it.
pub fn classify_name_in(
    context: FileContext<'_>,
    scopes: Option<&Scopes>,
    name: NameRef,
) -> Classified {
    let scopes = scopes.map(|scopes| (last_segment(name.name.text()), scopes));
    let mut definitions = resolve::find_in(context, scopes, &name);
    if definitions.is_empty() {
        definitions.push(Definition::undeclared(name.name.clone()));
    }
    Classified {
        file: context.file,
        range: name.range,
        name: Some(name),
        definitions,
    }
}

/// The definition that a string literal refers to, from the parameter that receives it.
pub fn definition_of_string(
    context: FileContext<'_>,
    token: &SyntaxToken,
) -> Option<(TextRange, Vec<Definition>)> {
    let one = |(range, definition)| (range, vec![definition]);
    let members = |it: MemberRef| {
        let members = it.members.into_iter();
        (it.range, members.map(Definition::StructMember).collect())
    };
    let title = |it: resource_titles::ResourceRef| {
        let definition = Definition::Resource(it.ty, it.title);
        (it.range, vec![definition])
    };
    let provider = |it: providers::ProviderValue| {
        let definition = Definition::Provider(it.of, it.name);
        (it.range, vec![definition])
    };
    asset_paths::asset_at_token(context, token)
        .or_else(|| task_parameter(context, token))
        .map(one)
        .or_else(|| struct_members::member_at_token(context, token).map(members))
        .or_else(|| resource_titles::titled(token).map(title))
        .or_else(|| providers::value(token).map(provider))
}

/// `run_task('web::restart', $targets, 'HERE' => …)`
pub fn task_parameter(
    context: FileContext<'_>,
    token: &SyntaxToken,
) -> Option<(TextRange, Definition)> {
    let (name, range) = string_content(token)?;
    let entry = entry_of_key(&token.parent()?)?;
    let part = part(&entry.syntax().parent()?)?;
    let (SinkKind::Task(task), []) = (&part.of, &*part.path) else {
        return None;
    };
    let (declared_in, task) = tasks::task(context.db, context.file, task)?;
    let parameter = task.parameters.iter().find(|it| it.name == name)?;
    let definition = Definition::TaskParameter(declared_in, parameter.clone());
    Some((range, definition))
}

fn in_data(context: FileContext<'_>, offset: TextSize) -> Option<(TextRange, Vec<Definition>)> {
    if let Some(it) = struct_members::hiera::hiera_member_at(context, offset) {
        let members = it.members.into_iter();
        return Some((it.range, members.map(Definition::StructMember).collect()));
    }
    if let Some(place) = keys::place_at(context.db, context.file, offset) {
        let mut definitions = resolve::resolve_hiera_name(context, &place.name);
        if definitions.is_empty() {
            definitions.push(Definition::undeclared(place.name.kind()));
        }
        return Some((place.range, definitions));
    }
    if context.file.kind(context.db) != FileKind::HieraConfig {
        return None;
    }
    let path = level_paths::level_path_at(context, offset)?;
    Some((path.range, vec![Definition::DataFiles(path.files)]))
}

impl Classified {
    /// Where it is defined. The user's stubs declare variables that Ruby code or a classifier sets; assignments in
    /// manifests take precedence.
    pub fn nav_targets(&self, context: IdeContext<'_>) -> Vec<NavigationTarget> {
        let context = context.file_context(self.file);
        let mut all = self.definitions.iter();
        let is_assigned = all.any(|it| matches!(it, Definition::Binding(..)));
        let name = self.name.as_ref().filter(|_| !is_assigned);
        if let Some(stub) = name.and_then(|it| user_stubs::place(context, &it.name)) {
            return vec![stub];
        }
        let all = self.definitions.iter();
        let all = all.flat_map(|it| it.nav_targets(context));
        let is_on_disk = |target: &NavigationTarget| {
            let file = context.files.input(target.file);
            file.is_none_or(|file| stub_module(context.db, file).is_none())
        };
        all.filter(is_on_disk).collect()
    }
}

impl Definition {
    /// Its declarations, as a file resolves them.
    pub fn nav_targets(&self, context: FileContext<'_>) -> Vec<NavigationTarget> {
        let db = context.db;
        let environment = || owner(db, context.file).map(|owner| owner.environment);
        match self {
            Self::Resource(ty, title) => resource_titles::declarations(context, ty, title),
            Self::Provider(of, name) => {
                let files = providers::files_named(context, of, name).into_iter();
                files.map(NavigationTarget::start_of).collect()
            }
            Self::Task(name) => {
                let files = asset_paths::task_files(context, name).into_iter();
                let files = files.map(|path| context.files.id_of_path(&path));
                files.map(NavigationTarget::start_of).collect()
            }
            Self::Asset(kind, name) => {
                let file = environment().and_then(|environment| {
                    match asset(db, environment, *kind, name) {
                        Asset::Found(Some(target)) => Some(context.files.id(db, target)),
                        // The texts of plain files are not kept.
                        _ => asset_paths::path_of(db, environment, *kind, name)
                            .map(|path| context.files.id_of_path(&path)),
                    }
                });
                Vec::from_iter(file.map(NavigationTarget::start_of))
            }
            Self::HieraKey(key) => {
                let found = environment().map(|it| levels(db, it, key).1);
                let found = found.unwrap_or_default().into_iter();
                found.map(|level| level.target(*context)).collect()
            }
            Self::DataFiles(files) => {
                let files = files.iter().map(|file| context.files.id(db, *file));
                files.map(NavigationTarget::start_of).collect()
            }
            Self::Module(named) => {
                let module = module_of(db, context.file, &named.name);
                let place = module.and_then(|it| it.place(db));
                let file = place.map(|file| context.files.id(db, file));
                Vec::from_iter(file.map(NavigationTarget::start_of))
            }
            _ => Vec::from_iter(self.declaration(*context)),
        }
    }
}
