//! Attributes set outside of a resource's own declaration: by defaults (`Type { … }`), overrides (`Type['x'] { … }`)
//! and collectors (`Type <| |> { … }`), all of which count wherever they are evaluated.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, FileKind, Module, program};
use puppet_hir::model::{
    Body, BodyOwner, ChunkRef, ComparisonOperator, Expr, ExprId, Operation, Summary,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::canonical;

/// An attribute that is set on resources otherwise than in their declarations.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct OverriddenAttribute {
    /// The type, in lower case; `None` where it is not known.
    pub(super) ty: Option<SmolStr>,
    /// The attribute; `None` where it is not known.
    name: Option<SmolStr>,
    /// What sets it.
    setter: Setter,
    /// Whether it is set in a class or a defined type.
    in_definition: bool,
}

/// What sets an attribute on resources.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Setter {
    /// Resource defaults or an override.
    DefaultsOrOverride,
    /// A collector.
    Collector(CollectedTitle),
}

/// The title without which a query selects nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum CollectedTitle {
    /// The query may select resources of any title.
    Any,
    /// This one.
    Known(SmolStr),
    /// One that is computed.
    Computed,
}

/// Whether a resource of a type (in lower case) may get an attribute otherwise than in its own declaration, which is in
/// such a body, or anywhere. Resource defaults of classes and defined types do not reach the top scope
/// (`Puppet::Parser::Scope#lookupdefaults`).
pub fn may_be_overridden(
    db: &dyn Db,
    (environment, declared_in): (Environment, Option<&BodyOwner>),
    ty: &str,
    attribute: &str,
) -> bool {
    let overridden = overridden(db, environment, ty.into());
    let of_attribute = overridden.get(&Some(attribute.into()));
    let is_at_top = matches!(declared_in, Some(BodyOwner::File | BodyOwner::Node { .. }));
    let mut setters = overridden.get(&None).into_iter().chain(of_attribute);
    setters.any(|it| it.reach_top_scope || !is_at_top)
}

/// Whether a collector may put another value in the place of one that a resource of a type (in lower case) is declared
/// with (`Puppet::Pops::Evaluator::Collectors::AbstractCollector`) in a file. Without `titles` it may have any title.
pub fn may_be_collected(
    db: &dyn Db,
    (environment, file): (Environment, File),
    ty: &str,
    titles: &[SmolStr],
    attribute: &str,
) -> bool {
    let overridden = overridden(db, environment, ty.into());
    let of_attribute = overridden.get(&Some(attribute.into()));
    let mut setters = overridden.get(&None).into_iter().chain(of_attribute);
    setters.any(|setters| {
        setters.collect_any
            || titles.is_empty() && !setters.titles.is_empty()
            || titles.iter().any(|it| setters.titles.contains(&*it.to_ascii_lowercase()))
            // It names resources that its module knows.
            || !setters.modules.is_empty() && setters.modules.contains(&module_of(db, file))
    })
}

fn module_of(db: &dyn Db, file: File) -> Option<Module> {
    owner(db, file)?.module
}

/// Reads what files say about that, before anything is asked.
pub fn prefetch(db: &dyn Db, environment: Environment) {
    amending(db, environment);
}

/// What sets attributes of a type's resources, by attribute.
type SettersByAttribute = FxHashMap<Option<SmolStr>, Setters>;

/// What sets an attribute.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Setters {
    /// A collector of resources of any title does.
    collect_any: bool,
    /// Those that collectors with such a title in their query set, in lower case.
    titles: FxHashSet<String>,
    /// The modules with collectors whose query has a computed title.
    modules: FxHashSet<Option<Module>>,
    /// Some set it on resources that are declared in no class or defined type.
    reach_top_scope: bool,
}

impl Setters {
    fn add(&mut self, attribute: &OverriddenAttribute, module: Option<Module>) {
        let is_collector = matches!(attribute.setter, Setter::Collector(_));
        self.reach_top_scope |= is_collector || !attribute.in_definition;
        match &attribute.setter {
            Setter::DefaultsOrOverride => {}
            Setter::Collector(CollectedTitle::Any) => self.collect_any = true,
            Setter::Collector(CollectedTitle::Known(title)) => {
                self.titles.insert(title.to_ascii_lowercase());
            }
            Setter::Collector(CollectedTitle::Computed) => {
                self.modules.insert(module);
            }
        }
    }
}

#[salsa::tracked(returns(clone))]
fn overridden(db: &dyn Db, environment: Environment, ty: SmolStr) -> Arc<SettersByAttribute> {
    let mut found = SettersByAttribute::default();
    let mut add = |it: &OverriddenAttribute, module| {
        let setters = found.entry(it.name.clone()).or_default();
        setters.add(it, module);
    };
    let untold = in_untold_files(db, environment);
    let ty = Some(ty);
    for (it, module) in [&ty, &None]
        .into_iter()
        .filter_map(|ty| untold.get(ty))
        .flatten()
    {
        add(it, *module);
    }
    for file in amending(db, environment).get(&ty).into_iter().flatten() {
        let (overridden, module) = (overrides_in(db, *file), module_of(db, *file));
        for it in overridden.iter().filter(|it| it.ty == ty) {
            add(it, module);
        }
    }
    Arc::new(found)
}

/// What is overridden by the types of the resources, with the module whose code does it.
type OverridesByType = FxHashMap<Option<SmolStr>, FxHashSet<(OverriddenAttribute, Option<Module>)>>;

/// What the files override whose text does not tell the types: they are read once for all types.
#[salsa::tracked(returns(clone))]
fn in_untold_files(db: &dyn Db, environment: Environment) -> Arc<OverridesByType> {
    let mut found = OverridesByType::default();
    for file in amending(db, environment).get(&None).into_iter().flatten() {
        let module = module_of(db, *file);
        for it in overrides_in(db, *file).iter() {
            let of_type = found.entry(it.ty.clone()).or_default();
            of_type.insert((it.clone(), module));
        }
    }
    Arc::new(found)
}

/// Files by the types for whose resources they may have something; `None` for those that their text does not tell.
type FilesByType = FxHashMap<Option<SmolStr>, Vec<File>>;

#[salsa::tracked(returns(clone))]
fn amending(db: &dyn Db, environment: Environment) -> Arc<FilesByType> {
    let mut all = FilesByType::default();
    for module in environment.modules(db).iter() {
        for (ty, files) in amending_in_module(db, *module).iter() {
            all.entry(ty.clone()).or_default().extend(files);
        }
    }
    let others = environment.manifests(db).iter();
    add_files(db, others.chain(environment.loose(db).iter()), &mut all);
    Arc::new(all)
}

/// A query for each module: an edit concerns only the one that it is in.
#[salsa::tracked(returns(clone))]
fn amending_in_module(db: &dyn Db, module: Module) -> Arc<FilesByType> {
    let mut all = FilesByType::default();
    add_files(db, module.files(db).iter(), &mut all);
    Arc::new(all)
}

fn add_files<'a>(db: &dyn Db, files: impl Iterator<Item = &'a File>, all: &mut FilesByType) {
    for file in files.filter(|file| file.kind(db).is_puppet()) {
        for ty in types_in(db, *file).iter() {
            all.entry(ty.clone()).or_default().push(*file);
        }
    }
}

/// The types for whose resources a file may have something, as far as its text shows.
#[salsa::tracked(returns(clone))]
fn types_in(db: &dyn Db, file: File) -> Arc<FxHashSet<Option<SmolStr>>> {
    // What is edited is read in any case, and then only where it changed.
    if file.is_edited(db) {
        let overridden = overrides_in(db, file);
        return Arc::new(overridden.iter().map(|it| it.ty.clone()).collect());
    }
    Arc::new(match file.kind(db) {
        FileKind::Manifest => super::override_prefilter::overridden_types(file.text(db)),
        _ => FxHashSet::from_iter([None]),
    })
}

#[salsa::tracked(returns(clone))]
fn overrides_in(db: &dyn Db, file: File) -> Arc<FxHashSet<OverriddenAttribute>> {
    let mut found = FxHashSet::default();
    for (_, body) in program(db, file).bodies() {
        let in_definition = matches!(
            body.definition(),
            BodyOwner::Class { .. } | BodyOwner::DefinedType { .. }
        );
        for part in body.summaries::<ChunkOverrides>() {
            let overridden = part.0.iter().cloned();
            found.extend(overridden.map(|it| OverriddenAttribute {
                in_definition,
                ..it
            }));
        }
    }
    Arc::new(found)
}

/// The attributes that a chunk of a body sets on resources that are declared in other code.
pub struct ChunkOverrides(pub(super) Box<[OverriddenAttribute]>);

impl Summary for ChunkOverrides {
    fn read(chunk: &ChunkRef<'_>) -> Self {
        let mut found = FxHashSet::default();
        for (_, expr) in chunk.body.exprs() {
            let (ty, operations, setter) = match expr {
                Expr::ResourceDefaults {
                    type_ref: Some(ty),
                    operations,
                    ..
                }
                | Expr::ResourceOverride {
                    resources: ty,
                    operations,
                    ..
                } => (ty, operations, Setter::DefaultsOrOverride),
                Expr::Collect {
                    type_expr,
                    query,
                    operations,
                } => {
                    let title = query.expr.and_then(|it| title_of_query(chunk.body, it));
                    let title = title.unwrap_or(CollectedTitle::Any);
                    (type_expr, operations, Setter::Collector(title))
                }
                _ => continue,
            };
            let ty = type_of(chunk.body, *ty);
            for operation in operations {
                found.insert(OverriddenAttribute {
                    ty: ty.clone(),
                    name: match operation {
                        Operation::Attribute(attribute) => Some(attribute.name.clone()),
                        Operation::Attributes { .. } => None,
                    },
                    setter: setter.clone(),
                    in_definition: false,
                });
            }
        }
        Self(found.into_iter().collect())
    }
}

/// The title without which a query selects nothing.
fn title_of_query(body: &Body, query: ExprId) -> Option<CollectedTitle> {
    match body.expr(query) {
        Expr::Parenthesized(inner) => title_of_query(body, *inner),
        Expr::And { left, right } => {
            title_of_query(body, *left).or_else(|| title_of_query(body, *right))
        }
        Expr::Comparison {
            operator: ComparisonOperator::Equal,
            left,
            right,
        } if matches!(body.expr(*left), Expr::QualifiedName(name) if name == "title") => {
            Some(match body.expr(*right) {
                Expr::LiteralString(title) => CollectedTitle::Known(title.clone()),
                _ => CollectedTitle::Computed,
            })
        }
        _ => None,
    }
}

/// The type that is named: `File`, `File['x']`.
fn type_of(body: &Body, expr: ExprId) -> Option<SmolStr> {
    match body.expr(expr) {
        Expr::QualifiedReference(name) => Some(canonical(name)).filter(|name| name != "resource"),
        Expr::Access { left, .. } => match body.expr(*left) {
            Expr::QualifiedReference(_) => type_of(body, *left),
            _ => None,
        },
        _ => None,
    }
}
