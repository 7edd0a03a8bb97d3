//! Real modules, where they are installed: each name that their manifests and templates use means something, or is known
//! to come from what is not installed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use puppet_db::RootDatabase;
use puppet_db::{Environment, File, program};
use puppet_hir::model::{Body, BodyOwner, Expr, ExprId, Step};
use puppet_inference::functions::callable::{Callee, callee};
use puppet_semantic::NameResolver;
use puppet_semantic::index::declarations::{Title, body_declarations};
use puppet_semantic::index::file_origin::stub_module;
use puppet_semantic::index::item_tree::{Item, ItemKind, canonical};
use puppet_semantic::resolve::module_items::Resolution;
use puppet_semantic::resource_types::existence::{Presence, data_type, resource_type};

use crate::debian::{MODULES, installed};

/// What is named. A reference (`Foo::Bar`) may be to a data type, a resource type or a defined type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Class,
    Function,
    Reference,
    Resource,
}

impl Kind {
    const ALL: [(Kind, &'static str); 4] = [
        (Kind::Class, "class"),
        (Kind::Function, "function"),
        (Kind::Reference, "reference"),
        (Kind::Resource, "resource"),
    ];

    /// The paths within a module, without the extension, at which Puppet looks for a name without the module's own part.
    fn folders(self) -> &'static [&'static str] {
        match self {
            Self::Class => &["manifests"],
            Self::Function => &[
                "functions",
                "lib/puppet/functions",
                "lib/puppet/parser/functions",
            ],
            Self::Reference => &[
                "types",
                "manifests",
                "lib/puppet/type",
                "lib/puppet/datatypes",
            ],
            Self::Resource => &["manifests", "lib/puppet/type"],
        }
    }
}

/// A name in lower case.
type Name = (Kind, String);

/// The names that nothing installed defines, each with where it comes from.
fn absent_names() -> BTreeMap<Name, String> {
    let text = include_str!("../../../../tests/debian/absent-names.toml");
    let table: toml::Table = toml::from_str(text).expect("the list of absent names");
    let mut names = BTreeMap::new();
    for (key, kind) in Kind::ALL.map(|(kind, key)| (key, kind)) {
        let of_kind = table.get(key).and_then(toml::Value::as_table);
        for (name, reason) in of_kind.into_iter().flatten() {
            let reason = reason.as_str().unwrap_or_default();
            assert!(!reason.is_empty(), "{key} {name}: no reason");
            names.insert((kind, name.clone()), reason.to_owned());
        }
    }
    names
}

#[test]
fn each_name_means_something_or_is_known_to_be_absent() {
    let Some((db, inputs, environment)) = installed() else {
        return;
    };
    let mut known = BTreeSet::new();
    let mut unknown: BTreeMap<Name, String> = BTreeMap::new();
    for (path, file) in inputs
        .files()
        .filter(|(_, file)| file.kind(&db).is_puppet() && stub_module(&db, *file).is_none())
    {
        let names = NameResolver::new(&db, environment, file);
        for name in named(&db, file) {
            match is_known(&db, environment, &names, &name) {
                true => drop(known.insert(name)),
                false => drop(unknown.entry(name).or_insert_with(|| path.to_string())),
            }
        }
    }
    for (kind, _) in Kind::ALL {
        let count = known.iter().filter(|(other, _)| *other == kind).count();
        assert!(count > 100, "only {count} names of {kind:?}");
    }
    let absent = absent_names();
    let lacking: Vec<_> = unknown
        .iter()
        .filter(|(name, _)| !absent.contains_key(name))
        .collect();
    assert!(lacking.is_empty(), "neither found nor listed: {lacking:#?}");
    let stale: Vec<_> = absent
        .keys()
        .filter(|name| !unknown.contains_key(name))
        .collect();
    assert!(stale.is_empty(), "found, or not named any more: {stale:#?}");
}

#[test]
fn what_is_listed_as_absent_has_no_file() {
    let Ok(modules) = std::fs::read_dir(MODULES) else {
        return;
    };
    let modules: Vec<_> = modules.flatten().map(|module| module.path()).collect();
    let mut found = Vec::new();
    for (kind, name) in absent_names().into_keys() {
        // NameResolver of Ruby plugins without a module may be in any.
        let (module, rest) = name.split_once("::").unwrap_or((&name, "init"));
        let rest = rest.replace("::", "/");
        let plugin = name.replace("::", "/");
        for folder in kind.folders() {
            let is_of_module = !folder.starts_with("lib/");
            for path in &modules {
                let in_folder = path.join(folder);
                let file = match is_of_module {
                    true if path.ends_with(module) => in_folder.join(format!("{rest}.pp")),
                    true => continue,
                    false => in_folder.join(format!("{plugin}.rb")),
                };
                found.extend(defines(&file, kind, &name).then_some((kind, name.clone(), file)));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Whether the file is there, and is not that of something else (`init.pp` of a module without such a class).
fn defines(file: &Path, kind: Kind, name: &str) -> bool {
    std::fs::read_to_string(file).is_ok_and(|text| {
        let is_ruby = file.extension().is_some_and(|extension| extension == "rb");
        let words = match kind {
            Kind::Class => vec!["class"],
            Kind::Function => vec!["function"],
            Kind::Reference => vec!["define", "type"],
            Kind::Resource => vec!["define"],
        };
        let text = text.to_lowercase();
        let starts = |line: &str| {
            words.iter().any(|word| {
                line.strip_prefix(word).is_some_and(|rest| {
                    let rest = rest.trim_start().trim_start_matches("::");
                    rest.strip_prefix(name).is_some_and(|rest| {
                        !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
                    })
                })
            })
        };
        is_ruby || text.lines().any(starts)
    })
}

fn is_known(
    db: &RootDatabase,
    environment: Environment,
    names: &NameResolver<'_>,
    (kind, name): &Name,
) -> bool {
    match kind {
        Kind::Class => matches!(names.resolve(ItemKind::Class, name), Resolution::Found(_)),
        Kind::Function => match callee(db, environment, names.file(), name) {
            Callee::Known(_) | Callee::Opaque => true,
            Callee::Absent | Callee::Unknown => false,
        },
        Kind::Reference => data_type(names, name) == Presence::Present,
        Kind::Resource => name == "class" || resource_type(names, name) == Presence::Present,
    }
}

/// The names in a file, of whatever is not computed.
fn named(db: &RootDatabase, file: File) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    for (id, body) in program(db, file).bodies() {
        let declared = body_declarations(db, Item { file, body: id });
        let included = declared.inclusions().filter_map(|it| it.class.clone());
        let resources = declared.resources();
        let classes = resources
            .clone()
            .filter(|it| it.ty.as_deref() == Some("class"))
            .flat_map(|it| &it.titles)
            .filter_map(|title| match title {
                Title::Text(class) => Some(class.clone()),
                Title::Parts(_) | Title::Any(_) => None,
            });
        names.extend(
            included
                .chain(classes)
                .map(|class| (Kind::Class, key(&class))),
        );
        names.extend(resources.filter_map(|it| Some((Kind::Resource, key(it.ty.as_deref()?)))));
        for step in body.preorder_all() {
            if let Step::Enter(expr) = step {
                names.extend(named_by(body, expr));
            }
        }
        if let BodyOwner::Class {
            parent_class: Some(parent),
            ..
        } = body.definition()
        {
            names.insert((Kind::Class, key(parent)));
        }
    }
    names
}

fn named_by(body: &Body, expr: ExprId) -> Vec<Name> {
    match body.expr(expr) {
        Expr::QualifiedReference(name) => vec![(Kind::Reference, key(name))],
        Expr::CallNamedFunction { functor, .. } => function(body, *functor),
        Expr::CallMethod { functor, .. } => match body.expr(*functor) {
            Expr::NamedAccess { right, .. } => function(body, *right),
            _ => Vec::new(),
        },
        Expr::Access { left, keys } => match body.expr(*left) {
            Expr::QualifiedReference(name) if name.eq_ignore_ascii_case("class") => keys
                .iter()
                .filter_map(|class| match body.expr(*class) {
                    Expr::LiteralString(class) | Expr::QualifiedName(class) => {
                        Some((Kind::Class, key(class)))
                    }
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn function(body: &Body, functor: ExprId) -> Vec<Name> {
    match body.expr(functor) {
        Expr::QualifiedName(name) => vec![(Kind::Function, key(name))],
        // `String(x)`: a call of `new`; the type is found by itself.
        _ => Vec::new(),
    }
}

fn key(name: &str) -> String {
    canonical(name).to_string()
}
