//! Differences of interfaces between two versions, for the users of a module.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, FileKind, Module, ModuleOrigin, Workspace};
use puppet_inference::functions::callable::{Callee, callee};
use puppet_inference::functions::item_signature::{ItemSignature, ParameterSignature, signature};
use puppet_semantic::hiera::lookup::class_data;
use puppet_semantic::index::item_tree::{Item, items};
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_semantic::resource_types::{ResourceTypeInfo, resource_type};
use puppet_types::{CallableType, Named, Type, TypeContext, assignable, type_to_string};
use rustc_hash::FxHashMap;

use crate::entity::{EntityKey, EntityKind};
use crate::graph::entity_of_file;
use crate::version::Version;

/// A difference between two interfaces.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct InterfaceChange {
    /// Whether code that worked before may fail now.
    pub is_breaking: bool,
    /// The definition: "class ntp".
    pub subject: String,
    /// What is different.
    pub message: String,
}

/// How what the user's own modules define differs for who uses it: classes, defined types, functions, plans, type aliases
/// and resource types.
#[must_use]
pub fn interface_changes(before: Version<'_>, after: Version<'_>) -> Vec<InterfaceChange> {
    let (old, new) = (definitions(before.db), definitions(after.db));
    let mut changes = Vec::new();
    for (key, old) in &old {
        let subject = subject(key);
        match new.get(key) {
            None => push(&mut changes, true, &subject, "is removed"),
            Some(new) => Comparison {
                old: *old,
                new: *new,
                key,
                subject: &subject,
                changes: &mut changes,
            }
            .compare(),
        }
    }
    for key in new.keys().filter(|key| !old.contains_key(key)) {
        let subject = subject(key);
        push(&mut changes, false, &subject, "is added");
    }
    changes.sort_unstable_by(|a, b| b.is_breaking.cmp(&a.is_breaking).then_with(|| a.cmp(b)));
    changes.dedup();
    changes
}

fn subject(key: &EntityKey) -> String {
    format!("{} {}", key.kind.describe(), key.name)
}

fn push(changes: &mut Vec<InterfaceChange>, is_breaking: bool, subject: &str, message: &str) {
    changes.push(InterfaceChange {
        is_breaking,
        subject: subject.to_owned(),
        message: message.to_owned(),
    });
}

/// A definition of a version.
#[derive(Clone, Copy)]
struct Defined<'a> {
    db: &'a dyn Db,
    environment: Environment,
    file: File,
    /// None for what Ruby code defines.
    item: Option<Item>,
}

impl<'a> Defined<'a> {
    fn names(&self) -> NameResolver<'a> {
        NameResolver::new(self.db, self.environment, self.file)
    }

    fn signature(&self) -> Option<&'a ItemSignature> {
        Some(signature(self.db, self.environment, self.item?))
    }

    /// Whether a parameter needs no value from who declares the class: it has a default, or data gives one. None if the
    /// data is not known.
    fn is_optional(&self, key: &EntityKey, parameter: &ParameterSignature) -> Option<bool> {
        if parameter.has_default || key.kind != EntityKind::Class {
            return Some(parameter.has_default);
        }
        let data = class_data(self.db, self.environment, key.name.clone());
        match data.gives(&parameter.name) {
            true => Some(true),
            false => (!data.is_open || data.is_open_only_globally).then_some(false),
        }
    }

    /// The signatures of a function; none if they are not known.
    fn callables(&self, name: &str) -> Option<Vec<CallableType>> {
        match callee(self.db, self.environment, self.file, name) {
            Callee::Known(known) => {
                let overloads = known.overloads.iter();
                Some(overloads.map(|it| it.callable.clone()).collect())
            }
            _ => None,
        }
    }

    /// A resource type; none if not all of its attributes are known.
    fn resource_type(&self, name: &str) -> Option<Arc<ResourceTypeInfo>> {
        resource_type(self.db, self.environment, name).filter(|it| !it.is_open)
    }
}

type DefinedByName<'a> = FxHashMap<EntityKey, Defined<'a>>;

fn definitions(db: &dyn Db) -> DefinedByName<'_> {
    let mut definitions = DefinedByName::default();
    let Some(workspace) = Workspace::try_get(db) else {
        return definitions;
    };
    for environment in workspace.environments(db).iter().copied() {
        let modules = environment.modules(db).iter();
        let own = modules.filter(|it| it.origin(db) == ModuleOrigin::Workspace);
        let files = own.flat_map(|module| module.files(db).iter().map(move |file| (module, *file)));
        for (module, file) in files {
            for (key, item) in defined_in(db, *module, file) {
                let defined = Defined {
                    db,
                    environment,
                    file,
                    item,
                };
                definitions.entry(key).or_insert(defined);
            }
        }
    }
    definitions
}

/// What a file of a module defines for users of the module.
fn defined_in(db: &dyn Db, module: Module, file: File) -> Vec<(EntityKey, Option<Item>)> {
    if file.kind(db) == FileKind::Manifest {
        let entries = items(db, file).iter();
        let entries = entries.map(|entry| {
            let key = EntityKey::new(entry.kind.into(), entry.name.clone());
            (key, Some(entry.item))
        });
        return entries.collect();
    }
    let path = file.path(db).strip_prefix(&**module.root(db));
    let path = path.unwrap_or_default().trim_start_matches('/');
    let key = entity_of_file(module.name(db), path).filter(|key| {
        key.kind == EntityKind::Function
            || key.kind == EntityKind::ResourceType && path.starts_with("lib/puppet/type/")
    });
    key.map(|key| (key, None)).into_iter().collect()
}

/// The names of the later version, and of the earlier one where the later has none.
struct BothVersions<'a>(NameResolver<'a>, NameResolver<'a>);

impl TypeContext for BothVersions<'_> {
    fn lookup(&self, name: &str) -> Named {
        match self.0.lookup(name) {
            Named::Missing | Named::Unknown => self.1.lookup(name),
            found => found,
        }
    }
}

/// One definition in both versions.
struct Comparison<'a> {
    old: Defined<'a>,
    new: Defined<'a>,
    key: &'a EntityKey,
    subject: &'a str,
    changes: &'a mut Vec<InterfaceChange>,
}

impl Comparison<'_> {
    fn compare(mut self) {
        let key = self.key;
        match (key.kind, self.old.signature().zip(self.new.signature())) {
            (EntityKind::TypeAlias, _) => self.compare_alias(&key.name),
            (EntityKind::ResourceType, _) => self.compare_attributes(&key.name),
            (EntityKind::Function, Some((old, new))) => self.compare_positions(old, new),
            (EntityKind::Function, None) => self.compare_calls(&key.name),
            (_, Some((old, new))) => self.compare_names(old, new),
            (_, None) => {}
        }
    }

    /// The signatures of functions of which one is in Ruby. Where there are more of them than before, several may stand for
    /// one.
    fn compare_calls(&mut self, name: &str) {
        let (Some(old), Some(new)) = (self.old.callables(name), self.new.callables(name)) else {
            return;
        };
        let context = BothVersions(self.new.names(), self.old.names());
        let as_type = |it: &CallableType| Type::callable_of(it.clone());
        let takes_calls = |all: &[CallableType], of: &CallableType| {
            let mut all = all.iter();
            all.any(|it| assignable(&context, &as_type(of), &as_type(it)))
        };
        let text = |it: &CallableType| type_to_string(&context, &as_type(it));
        for lost in old.iter().filter(|it| !takes_calls(&new, it)) {
            if new.len() <= old.len() {
                let now: Vec<String> = new.iter().map(text).collect();
                let (now, before) = (now.join(", "), text(lost));
                self.push(true, &format!("takes less: {now}, before: {before}"));
            }
        }
        for more in new.iter().filter(|it| !takes_calls(&old, it)) {
            let more = text(more);
            self.push(false, &format!("takes more: {more}"));
        }
    }

    fn compare_attributes(&mut self, name: &str) {
        let types = (self.old.resource_type(name), self.new.resource_type(name));
        let (Some(old), Some(new)) = types else {
            return;
        };
        for (is_breaking, these, others, change) in
            [(true, &old, &new, "removed"), (false, &new, &old, "added")]
        {
            let names = these.attributes.keys();
            for name in names.filter(|it| others.attribute(it).is_none()) {
                self.push(is_breaking, &format!("attribute '{name}' is {change}"));
            }
        }
    }

    fn push(&mut self, is_breaking: bool, message: &str) {
        push(self.changes, is_breaking, self.subject, message);
    }

    fn compare_alias(&mut self, name: &str) {
        let aliases = (self.old.names().lookup(name), self.new.names().lookup(name));
        if let (Named::Alias(old), Named::Alias(new)) = aliases {
            self.compare_types("the type", &old.resolved, &new.resolved);
        }
    }

    /// Parameters that are given by name.
    fn compare_names(&mut self, old: &ItemSignature, new: &ItemSignature) {
        for parameter in &old.parameters {
            let name = &parameter.name;
            match new.parameter(name) {
                None => self.push(true, &format!("parameter '{name}' is removed")),
                Some(other) => self.compare_parameter(parameter, other),
            }
        }
        for parameter in &new.parameters {
            if old.parameter(&parameter.name).is_none() {
                self.added(parameter);
            }
        }
    }

    /// Parameters that are given by position.
    fn compare_positions(&mut self, old: &ItemSignature, new: &ItemSignature) {
        let takes_rest = new.parameters.last().is_some_and(|it| it.captures_rest);
        for (at, parameter) in old.parameters.iter().enumerate() {
            match new.parameters.get(at) {
                Some(other) => self.compare_parameter(parameter, other),
                None if takes_rest => {}
                None => {
                    let name = &parameter.name;
                    self.push(true, &format!("parameter '{name}' is removed"));
                }
            }
        }
        for parameter in new.parameters.iter().skip(old.parameters.len()) {
            self.added(parameter);
        }
        if let (Some(old), Some(new)) = (&old.returns, &new.returns) {
            let context = BothVersions(self.new.names(), self.old.names());
            if !assignable(&context, old, new) {
                let (old, new) = (type_to_string(&context, old), type_to_string(&context, new));
                self.push(true, &format!("the result is {new}, and was {old}"));
            }
        }
    }

    fn added(&mut self, parameter: &ParameterSignature) {
        let name = &parameter.name;
        let is_optional = self.new.is_optional(self.key, parameter).unwrap_or(false);
        match is_optional || parameter.captures_rest {
            true => self.push(false, &format!("parameter '{name}' is added")),
            false => self.push(true, &format!("required parameter '{name}' is added")),
        }
    }

    fn compare_parameter(&mut self, old: &ParameterSignature, new: &ParameterSignature) {
        let name = &new.name;
        let with_data = (
            self.old.is_optional(self.key, old),
            self.new.is_optional(self.key, new),
        );
        let optional = match with_data {
            (Some(old), Some(new)) => (old, new),
            _ => (old.has_default, new.has_default),
        };
        match optional {
            (true, false) => self.push(true, &format!("parameter '{name}' is required now")),
            (false, true) => self.push(false, &format!("parameter '{name}' is optional now")),
            _ => {}
        }
        self.compare_types(&format!("parameter '{name}'"), &old.ty, &new.ty);
    }

    /// A type that takes less than before is narrowed.
    fn compare_types(&mut self, what: &str, old: &Type, new: &Type) {
        if old == new {
            return;
        }
        let context = BothVersions(self.new.names(), self.old.names());
        let texts = (type_to_string(&context, old), type_to_string(&context, new));
        let (before, now) = &texts;
        let takes_old = assignable(&context, new, old);
        let is_taken = assignable(&context, old, new);
        match (takes_old, is_taken) {
            (true, true) => {}
            (true, false) => {
                self.push(
                    false,
                    &format!("{what} takes more: {now}, before: {before}"),
                );
            }
            (false, _) => {
                self.push(true, &format!("{what} takes less: {now}, before: {before}"));
            }
        }
    }
}
