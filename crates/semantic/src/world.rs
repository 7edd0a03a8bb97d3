//! All that the manifests of a site evaluate, as far as their text says: themselves, the classes that they include, the
//! defined types that they declare and the functions that they call, and so on.
//!
//! What a node classifier adds is not seen, and counts for nothing: a manifest that needs it cannot be understood alone.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, program};
use puppet_hir::model::{DefinitionKind, Expr, ExprId};
use puppet_library::Library;
use puppet_types::{Relate, Value};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::certain::title_key;
use crate::declared::{Title, declared};
use crate::infer::{Known, infer};
use crate::item::{Item, ItemKind, body, canonical};
use crate::module_data::key_data;
use crate::names::Names;
use crate::plugins::{PluginKind, plugin};
use crate::resolve::resolve;

/// How many steps values are followed back.
const MAX_STEPS: usize = 6;

/// What may be evaluated together with a file of a site, and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct World {
    items: Box<[Item]>,
}

/// What a file of a site brings along; `None` if that cannot be known.
#[salsa::tracked(returns(clone))]
pub fn world(db: &dyn Db, environment: Environment, site: File) -> Option<Arc<World>> {
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
        for next in brought(db, environment, item)? {
            if seen.insert(next) {
                waiting.push(next);
            }
        }
    }
    Some(Arc::new(World {
        items: items.into(),
    }))
}

/// What a body brings along; `None` if that cannot be known.
fn brought(db: &dyn Db, environment: Environment, item: Item) -> Option<Vec<Item>> {
    let declared = declared(db, item);
    let find = |kind, name: &str| resolve(db, environment, item.file, kind, name);
    let mut items = Vec::new();
    for inclusion in &declared.inclusions {
        items.push(find(ItemKind::Class, inclusion.class.as_deref()?).found()?);
    }
    for resource in &declared.resources {
        let ty = resource.ty.as_deref()?;
        if ty != "class" {
            match find(ItemKind::DefinedType, ty).found() {
                Some(define) => items.push(define),
                // A type in Ruby declares nothing; a defined type that is not here may declare anything.
                None if !ty.contains("::") && is_ruby_type(db, environment, ty) => {}
                None => return None,
            }
            continue;
        }
        for title in &resource.titles {
            let Title::Text(class) = title else {
                return None;
            };
            items.push(find(ItemKind::Class, class).found()?);
        }
    }
    for function in &declared.calls {
        if Library.function(function).is_some() {
            if DECLARING.contains(&function.as_str()) {
                return None;
            }
            continue;
        }
        match find(ItemKind::Function, function).found() {
            Some(function) => items.push(function),
            None if is_harmless(db, environment, function) => {}
            None => return None,
        }
    }
    Some(items)
}

/// Functions of Puppet that declare what their arguments say.
const DECLARING: [&str; 2] = ["create_resources", "hiera_include"];

fn is_ruby_type(db: &dyn Db, environment: Environment, ty: &str) -> bool {
    Library.resource_type(ty).is_some()
        || plugin(db, environment, PluginKind::ResourceType, ty).is_some()
}

/// Whether a function in Ruby declares nothing: it names nothing that does.
fn is_harmless(db: &dyn Db, environment: Environment, function: &str) -> bool {
    let of_kind = |kind| plugin(db, environment, kind, function);
    let file = of_kind(PluginKind::Function).or_else(|| of_kind(PluginKind::LegacyFunction));
    file.is_some_and(|file| {
        let declaring = [
            "create_resources",
            "ensure_",
            "add_resource",
            "Resource.new",
            "evaluate_classes",
            "include_class",
            "compiler",
        ];
        !declaring.iter().any(|word| file.text(db).contains(word))
    })
}

impl World {
    /// Whether a class may be in a catalog.
    #[must_use]
    pub fn has_class(&self, class: Item) -> bool {
        self.items.contains(&class)
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
        let search = Search {
            db,
            environment,
            world: self,
            text: title,
        };
        self.items.iter().any(|item| {
            let declared = declared(db, *item);
            declared.imported.iter().any(|imported| imported == ty)
                || declared
                    .resources
                    .iter()
                    .filter(|resource| resource.ty.as_deref() == Some(ty))
                    .any(|resource| {
                        // A name that is no title can be referred to as well.
                        let names = resource.attributes.iter().filter(|(name, _)| {
                            ["alias", "name", "path", "command"].contains(&name.as_str())
                        });
                        resource.has_more
                            || search.is_one_of(*item, &resource.titles, MAX_STEPS)
                            || names
                                .into_iter()
                                .any(|(_, value)| search.may_be(*item, *value, MAX_STEPS))
                    })
        })
    }
}

/// A search for places where a text may come from.
struct Search<'a> {
    db: &'a dyn Db,
    environment: Environment,
    world: &'a World,
    text: &'a str,
}

impl Search<'_> {
    fn is_one_of(&self, item: Item, titles: &[Title], steps: usize) -> bool {
        titles.iter().any(|title| match title {
            Title::Any(expr) => self.may_be(item, *expr, steps),
            title => title.may_be(self.text),
        })
    }

    /// Whether an expression of a body may be the text, or an array that has it.
    fn may_be(&self, item: Item, expr: ExprId, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else {
            return true;
        };
        let names = Names::new(self.db, self.environment, item.file);
        match infer(self.db, self.environment, item).known(expr) {
            Known::Value(value) => return has_text(value, self.text),
            Known::Type(ty) => {
                let relate = Relate::new(&names);
                let is_text = relate.is_instance(ty, &Value::string(self.text));
                let is_array = matches!(
                    ty,
                    puppet_types::Type::Array(_) | puppet_types::Type::Tuple(_)
                );
                if !is_text && !is_array && relate.doubt().is_none() {
                    return false;
                }
            }
        }
        let contents = body(self.db, item);
        match contents.expr(expr) {
            Expr::LiteralString(text) | Expr::QualifiedName(text) => text == self.text,
            Expr::LiteralUndef | Expr::LiteralBoolean(_) | Expr::Nop => false,
            Expr::Parenthesized(inner) => self.may_be(item, *inner, steps),
            Expr::LiteralList(items) => items.iter().any(|it| self.may_be(item, *it, steps)),
            Expr::Block(statements) => statements
                .last()
                .is_some_and(|last| self.may_be(item, *last, steps)),
            Expr::ConcatenatedString(parts) => {
                let parts = parts.iter().map(|part| match contents.expr(*part) {
                    Expr::LiteralString(text) => Some(text.clone()),
                    _ => None,
                });
                Title::Parts(parts.collect()).may_be(self.text)
            }
            Expr::If {
                then, otherwise, ..
            }
            | Expr::Unless {
                then, otherwise, ..
            } => then
                .iter()
                .chain(otherwise)
                .any(|it| self.may_be(item, *it, steps)),
            Expr::Selector { selectors, .. } => selectors
                .iter()
                .any(|entry| self.may_be(item, entry.value, steps)),
            Expr::Case { options, .. } => options
                .iter()
                .filter_map(|option| option.then)
                .any(|it| self.may_be(item, it, steps)),
            Expr::Variable(_) => contents
                .variable_name(expr)
                .is_none_or(|name| self.may_variable_be(item, name, steps)),
            _ => true,
        }
    }

    /// Whether a variable that a body reads may be the text.
    fn may_variable_be(&self, item: Item, name: &str, steps: usize) -> bool {
        let name = name.strip_prefix("::").unwrap_or(name);
        if let Some((class, variable)) = name.rsplit_once("::") {
            let class = resolve(self.db, self.environment, item.file, ItemKind::Class, class);
            return class
                .found()
                .is_none_or(|class| self.is_own(class, variable, steps) != Some(false));
        }
        self.is_own(item, name, steps) != Some(false)
    }

    /// Whether a variable that a body itself sets may be the text; `None` if it does not set it.
    fn is_own(&self, item: Item, name: &str, steps: usize) -> Option<bool> {
        let contents = body(self.db, item);
        let definition = contents.definition();
        let kind = ItemKind::of(definition);
        let own_name = contents.name().map(|name| canonical(name));
        if (name == "title" || name == "name")
            && let (Some(kind), Some(own_name)) = (kind, &own_name)
        {
            return Some(match kind {
                ItemKind::Class => own_name == self.text,
                _ => self.is_title_of(own_name, steps),
            });
        }
        if let Some(parameter) = contents.parameters().iter().find(|it| it.name == name) {
            let (Some(kind), Some(own_name)) = (kind, &own_name) else {
                return Some(true);
            };
            let is_default = parameter
                .value
                .is_some_and(|value| self.may_be(item, value, steps));
            return Some(is_default || self.is_given(kind, own_name, name, steps));
        }
        let mut is_assigned = false;
        for (_, expr) in contents.exprs() {
            match expr {
                // The same name in a lambda is another variable: which one is meant is not looked at.
                Expr::Lambda { parameters, .. } if parameters.iter().any(|it| it.name == name) => {
                    return Some(true);
                }
                Expr::Assignment { left, right, .. } => match contents.expr(*left) {
                    Expr::Variable(_)
                        if contents.variable_name(*left).is_some_and(|it| it == name) =>
                    {
                        is_assigned = true;
                        if self.may_be(item, *right, steps) {
                            return Some(true);
                        }
                    }
                    Expr::Variable(_) => {}
                    _ => return Some(true),
                },
                _ => {}
            }
        }
        is_assigned.then_some(false)
    }

    /// Whether a defined type is declared with a title that may be the text.
    fn is_title_of(&self, define: &str, steps: usize) -> bool {
        self.declarations(define).any(|(item, resource)| {
            resource.has_more || self.is_one_of(item, &resource.titles, steps)
        })
    }

    /// Whether a class or defined type may be given the text for a parameter.
    fn is_given(&self, kind: ItemKind, name: &str, parameter: &str, steps: usize) -> bool {
        let ty = match kind {
            ItemKind::Class => "class",
            ItemKind::DefinedType => name,
            _ => return true,
        };
        if kind == ItemKind::Class {
            let key = SmolStr::from(format!("{name}::{parameter}"));
            let data = key_data(self.db, self.environment, key);
            let is_open = data.is_open && !data.is_open_only_globally;
            let mut values = data.values.iter();
            if is_open
                || values.any(|it| it.value.as_ref().is_none_or(|it| has_text(it, self.text)))
            {
                return true;
            }
        } else if crate::amended::may_be_amended(self.db, self.environment, name, parameter) {
            return true;
        }
        self.declarations(ty)
            .filter(|(_, resource)| {
                let is_it = |title: &Title| match title {
                    Title::Text(title) => title_key(ty, title) == name,
                    _ => true,
                };
                kind != ItemKind::Class || resource.titles.iter().any(is_it)
            })
            .any(|(item, resource)| {
                let given = resource.attributes.iter().filter(|(it, _)| it == parameter);
                resource.has_more
                    || given
                        .into_iter()
                        .any(|(_, value)| self.may_be(item, *value, steps))
            })
    }

    fn declarations(
        &self,
        ty: &str,
    ) -> impl Iterator<Item = (Item, &crate::declared::Declaration)> {
        self.world.items.iter().flat_map(move |item| {
            let resources = declared(self.db, *item).resources.iter();
            resources
                .filter(move |resource| resource.ty.as_deref() == Some(ty))
                .map(move |resource| (*item, resource))
        })
    }
}

/// Whether a value is the text, or an array that has it.
fn has_text(value: &Value, text: &str) -> bool {
    match value {
        Value::String(string) => string == text,
        Value::Array(values) => values.iter().any(|value| match value {
            Value::Array(_) => true,
            value => value.as_str() == Some(text),
        }),
        Value::Hash(_) => true,
        _ => false,
    }
}
