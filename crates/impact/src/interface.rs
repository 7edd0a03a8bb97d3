//! Differences of interfaces between two versions, for the users of a module.

use puppet_db::{Db, Environment, FileKind, ModuleOrigin, Workspace};
use puppet_inference::functions::item_signature::{ItemSignature, ParameterSignature, signature};
use puppet_semantic::index::item_tree::{Item, ItemKind, items};
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_types::{Named, Type, TypeContext, assignable, type_to_string};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

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

/// How the classes, defined types, functions and type aliases of the user's own modules differ for who uses them.
#[must_use]
pub fn interface_changes(before: Version<'_>, after: Version<'_>) -> Vec<InterfaceChange> {
    let (old, new) = (definitions(before.db), definitions(after.db));
    let mut changes = Vec::new();
    for (key, old) in &old {
        let subject = format!("{} {}", key.0.describe(), key.1);
        match new.get(key) {
            None => push(&mut changes, true, &subject, "is removed"),
            Some(new) => Comparison {
                old: *old,
                new: *new,
                subject: &subject,
                changes: &mut changes,
            }
            .compare(key.0, &key.1),
        }
    }
    for key in new.keys().filter(|key| !old.contains_key(key)) {
        let subject = format!("{} {}", key.0.describe(), key.1);
        push(&mut changes, false, &subject, "is added");
    }
    changes.sort_unstable_by(|a, b| b.is_breaking.cmp(&a.is_breaking).then_with(|| a.cmp(b)));
    changes.dedup();
    changes
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
    item: Item,
}

impl<'a> Defined<'a> {
    fn names(&self) -> NameResolver<'a> {
        NameResolver::new(self.db, self.environment, self.item.file)
    }

    fn signature(&self) -> &'a ItemSignature {
        signature(self.db, self.environment, self.item)
    }
}

type DefinedByName<'a> = FxHashMap<(ItemKind, SmolStr), Defined<'a>>;

fn definitions(db: &dyn Db) -> DefinedByName<'_> {
    let mut definitions = DefinedByName::default();
    let Some(workspace) = Workspace::try_get(db) else {
        return definitions;
    };
    for environment in workspace.environments(db).iter().copied() {
        let modules = environment.modules(db).iter();
        let own = modules.filter(|it| it.origin(db) == ModuleOrigin::Workspace);
        for file in own.flat_map(|module| module.files(db).iter()) {
            if file.kind(db) != FileKind::Manifest {
                continue;
            }
            for entry in items(db, *file) {
                let defined = Defined {
                    db,
                    environment,
                    item: entry.item,
                };
                definitions
                    .entry((entry.kind, entry.name.clone()))
                    .or_insert(defined);
            }
        }
    }
    definitions
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
    subject: &'a str,
    changes: &'a mut Vec<InterfaceChange>,
}

impl Comparison<'_> {
    fn compare(mut self, kind: ItemKind, name: &str) {
        if kind == ItemKind::TypeAlias {
            self.compare_alias(name);
            return;
        }
        let (old, new) = (self.old.signature(), self.new.signature());
        if kind == ItemKind::Function {
            self.compare_positions(old, new);
        } else {
            self.compare_names(old, new);
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
        match parameter.has_default || parameter.captures_rest {
            true => self.push(false, &format!("parameter '{name}' is added")),
            false => self.push(true, &format!("required parameter '{name}' is added")),
        }
    }

    fn compare_parameter(&mut self, old: &ParameterSignature, new: &ParameterSignature) {
        let name = &new.name;
        match (old.has_default, new.has_default) {
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
