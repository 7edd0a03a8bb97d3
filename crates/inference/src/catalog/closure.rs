//! All that the manifests of a site evaluate, as far as their text shows: themselves, the classes that they include, the
//! defined types that they declare and the functions that they call, and so on.
//!
//! What a node classifier adds is not seen, and counts for nothing: a manifest that needs it cannot be understood alone.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, program};
use puppet_hir::model::{BodyOwner, DefinitionKind, Expr};
use puppet_library::Library;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::catalog::definite::title_key;
use crate::catalog::title_index::title_index;
use crate::catalog::title_search::Search;
use crate::infer::infer;
use puppet_semantic::index::declarations::{Title, body_declarations};
use puppet_semantic::index::declaring_functions::DeclaringCall;
use puppet_semantic::index::file_origin::{Role, owner};
use puppet_semantic::index::item_tree::{Item, ItemKind, body};
use puppet_semantic::resolve::module_items::{module_named, names_in_module, resolve};
use puppet_semantic::ruby::plugins::{PluginKind, plugin};

/// More ancestors of a class are not looked at.
const MOST_ANCESTORS: usize = 100;

/// What may be evaluated together with a file of a site, and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogClosure {
    /// The classes and defined types.
    pub items: Box<[Item]>,
    /// Nothing else can give values to these: what their parameters may be can be seen.
    pub is_whole: bool,
}

/// What a file of a site brings along; `None` if that cannot be known.
#[salsa::tracked(returns(clone))]
pub fn catalog_closure(
    db: &dyn Db,
    environment: Environment,
    site: File,
) -> Option<Arc<CatalogClosure>> {
    let mut waiting: Vec<Item> = Vec::new();
    let manifests = environment.manifests(db).iter().copied();
    for file in manifests.chain([site]) {
        waiting.extend(
            program(db, file)
                .bodies()
                .filter(|(_, body)| {
                    let kind = body.definition().kind();
                    matches!(kind, DefinitionKind::File | DefinitionKind::Node)
                })
                .map(|(body, _)| Item { file, body }),
        );
    }
    let mut seen: FxHashSet<Item> = waiting.iter().copied().collect();
    let mut items = Vec::new();
    while let Some(item) = waiting.pop() {
        items.push(item);
        for next in transitive_includes(db, environment, item)? {
            if seen.insert(next) {
                waiting.push(next);
            }
        }
    }
    Some(Arc::new(CatalogClosure {
        items: items.into(),
        is_whole: true,
    }))
}

/// What may declare the resources that a body can override: itself, the classes that its class inherits from, and for
/// statements outside of definitions those of all manifests of the site. `None` if it cannot be known.
///
/// Source: `Puppet::Parser::Resource#merge`.
pub fn overridable(db: &dyn Db, environment: Environment, item: Item) -> Option<CatalogClosure> {
    let mut items = vec![item];
    match body(db, item).definition().kind() {
        DefinitionKind::File => {
            if owner(db, item.file)?.role != Role::Site {
                return None;
            }
            let others = environment.manifests(db).iter();
            items.extend(
                others
                    .map(|file| Item::outside_definitions(*file))
                    .filter(|it| *it != item),
            );
        }
        DefinitionKind::Class => {
            while let Some(class) = items.last().copied()
                && let BodyOwner::Class {
                    parent_class: Some(parent),
                    ..
                } = body(db, class).definition()
            {
                let parent = resolve(db, environment, class.file, ItemKind::Class, parent);
                let parent = parent.item()?;
                if items.len() > MOST_ANCESTORS || items.contains(&parent) {
                    return None;
                }
                items.push(parent);
            }
        }
        DefinitionKind::Node | DefinitionKind::DefinedType => {}
        _ => return None,
    }
    // Functions declare resources for the code that calls them.
    let mut index = 0;
    while let Some(item) = items.get(index).copied() {
        index += 1;
        for function in called_functions(db, environment, item)? {
            if !items.contains(&function) {
                items.push(function);
            }
        }
    }
    Some(CatalogClosure {
        items: items.into(),
        is_whole: false,
    })
}

/// What a body brings along; `None` if that cannot be known.
fn transitive_includes(db: &dyn Db, environment: Environment, item: Item) -> Option<Vec<Item>> {
    let declared = body_declarations(db, item);
    let mut items = called_functions(db, environment, item)?;
    for inclusion in declared.inclusions() {
        items.extend(classes(db, environment, item, &inclusion.title)?);
    }
    for resource in declared.resources() {
        let ty = resource.ty.as_deref()?;
        if ty != "class" {
            items.extend(define(db, environment, item, ty)?);
            continue;
        }
        for title in &resource.titles {
            items.extend(classes(db, environment, item, title)?);
        }
    }
    for call in declared.declaring_calls() {
        let ty = call.ty.as_deref()?;
        if ty != "class" {
            items.extend(define(db, environment, item, ty)?);
            continue;
        }
        for class in literal_titles(db, item, call)? {
            items.extend(classes(db, environment, item, &Title::Text(class))?);
        }
    }
    Some(items)
}

/// The functions in Puppet's language that a body calls; `None` if one may declare what cannot be seen.
fn called_functions(db: &dyn Db, environment: Environment, item: Item) -> Option<Vec<Item>> {
    let mut items = Vec::new();
    for function in body_declarations(db, item).calls() {
        if Library.function(function).is_some() {
            if function == "hiera_include" {
                return None;
            }
            continue;
        }
        match resolve(db, environment, item.file, ItemKind::Function, function).item() {
            Some(function) => items.push(function),
            None if is_harmless(db, environment, function) => {}
            None => return None,
        }
    }
    Some(items)
}

/// The defined type of a name, if it is one; `None` for a name that means nothing that is here.
fn define(db: &dyn Db, environment: Environment, item: Item, ty: &str) -> Option<Option<Item>> {
    match resolve(db, environment, item.file, ItemKind::DefinedType, ty).item() {
        Some(define) => Some(Some(define)),
        // A type in Ruby declares nothing; a defined type that is not here may declare anything.
        None => (!ty.contains("::") && is_ruby_type(db, environment, ty)).then_some(None),
    }
}

/// The classes that a name may mean; `None` if that cannot be known.
fn classes(db: &dyn Db, environment: Environment, item: Item, title: &Title) -> Option<Vec<Item>> {
    let find = |name: &str| resolve(db, environment, item.file, ItemKind::Class, name).item();
    match title {
        Title::Text(name) => Some(vec![find(name)?]),
        // `"web::${os}"` is a class of the module `web`.
        Title::Parts(parts) => {
            let parts = parts.iter().enumerate().map(|(index, part)| {
                let part = part.as_ref().map(|part| part.to_ascii_lowercase())?;
                let is_first = index == 0;
                let rooted = part.strip_prefix("::").filter(|_| is_first);
                Some(SmolStr::from(rooted.unwrap_or(&part)))
            });
            let parts: Box<[Option<SmolStr>]> = parts.collect();
            let (module, _) = parts.first()?.as_deref()?.split_once("::")?;
            let module = module_named(db, environment, module)?;
            let names = names_in_module(db, module, ItemKind::Class);
            let title = Title::Parts(parts);
            let names = names.iter().filter(|name| title.may_be(name));
            Some(names.filter_map(|name| find(name)).collect())
        }
        Title::Any(expr) => {
            let value = infer(db, environment, item).result(*expr).value()?;
            value.flattened().map(|name| find(name.as_str()?)).collect()
        }
    }
}

/// The titles in the hash that is given to `create_resources`, if it is written there.
fn literal_titles(db: &dyn Db, item: Item, call: &DeclaringCall) -> Option<Vec<SmolStr>> {
    let body = body(db, item);
    let Expr::LiteralHash(entries) = body.expr(call.titles?) else {
        return None;
    };
    let keys = entries.iter().map(|entry| match body.expr(entry.key) {
        Expr::LiteralString(title) | Expr::QualifiedName(title) => Some(title.clone()),
        _ => None,
    });
    keys.collect()
}

fn is_ruby_type(db: &dyn Db, environment: Environment, ty: &str) -> bool {
    Library.resource_type(ty).is_some()
        || plugin(db, environment, PluginKind::ResourceType, ty).is_some()
}

/// Whether a function in Ruby declares nothing: it names nothing that does.
fn is_harmless(db: &dyn Db, environment: Environment, function: &str) -> bool {
    let of_kind = |kind| plugin(db, environment, kind, function);
    let file = of_kind(PluginKind::Function).or_else(|| of_kind(PluginKind::LegacyFunction));
    file.is_some_and(|file| !puppet_ruby::may_declare(file.text(db)))
}

impl CatalogClosure {
    /// Whether a body may be evaluated.
    #[must_use]
    pub fn has(&self, item: Item) -> bool {
        self.items.contains(&item)
    }

    /// Whether a class (in lower case) may be declared like a resource, with parameters.
    #[must_use]
    pub fn may_give_parameters(&self, db: &dyn Db, class: &str) -> bool {
        let is_of_classes = |ty: &Option<SmolStr>| ty.as_deref().is_none_or(|ty| ty == "class");
        self.items.iter().any(|item| {
            let declared = body_declarations(db, *item);
            let mut resources = declared.resources();
            resources.any(|resource| {
                is_of_classes(&resource.ty)
                    && resource.titles.iter().any(|title| match title {
                        Title::Text(title) => title_key("class", title) == class,
                        Title::Parts(_) | Title::Any(_) => true,
                    })
            }) || declared
                .declaring_calls()
                .any(|call| is_of_classes(&call.ty))
        })
    }

    /// Whether there may be a resource of a type (in lower case) with this title or this name.
    #[must_use]
    pub fn may_have(&self, db: &dyn Db, environment: Environment, ty: &str, title: &str) -> bool {
        // A slash at the end of a path says nothing.
        if ty == "file" {
            let path = title.trim_end_matches('/');
            return self.may_have_exactly(db, environment, ty, path)
                || self.may_have_exactly(db, environment, ty, &format!("{path}/"));
        }
        self.may_have_exactly(db, environment, ty, title)
    }

    fn may_have_exactly(
        &self,
        db: &dyn Db,
        environment: Environment,
        ty: &str,
        title: &str,
    ) -> bool {
        let search = Search::new(db, environment, self, title);
        self.items.iter().any(|item| {
            let declared = body_declarations(db, *item);
            let of_type = |it: &&DeclaringCall| it.ty.as_deref().is_none_or(|it| it == ty);
            declared.imported().any(|imported| imported == ty)
                || title_index(db, *item)
                    .possible_resources(ty)
                    .any(|names| search.is_one_named(*item, names))
                || declared
                    .declaring_calls()
                    .filter(of_type)
                    .any(|call| search.is_named_by_call(*item, call))
        })
    }
}
