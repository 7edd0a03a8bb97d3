//! Title search: traces an expression back to the values that its title can have.

use puppet_db::{Db, Environment};
use puppet_hir::model::{Expr, ExprId};
use puppet_types::{Relate, Type, Value};
use smol_str::SmolStr;

use crate::catalog::closure::CatalogClosure;
use crate::catalog::definite::title_key;
use crate::catalog::title_index::{NAMES, ResourceNames, title_index};
use crate::infer::infer;
use puppet_semantic::hiera::lookup::lookup_key;
use puppet_semantic::index::declarations::{Declaration, Title, body_declarations};
use puppet_semantic::index::declaring_functions::DeclaringCall;
use puppet_semantic::index::item_tree::{Item, ItemKind, body, canonical};
use puppet_semantic::resolve::module_items::resolve;
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_types::inferred::Inferred;

/// How many steps values are followed back.
const MAX_STEPS: usize = 6;

/// A search for places where a text may come from.
#[derive(Clone, Copy)]
pub(crate) struct Search<'a> {
    db: &'a dyn Db,
    environment: Environment,
    catalog: &'a CatalogClosure,
    text: &'a str,
    /// The values are titles, or hashes from titles to attributes.
    is_for_hashes: bool,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        db: &'a dyn Db,
        environment: Environment,
        catalog: &'a CatalogClosure,
        text: &'a str,
    ) -> Self {
        Self {
            db,
            environment,
            catalog,
            text,
            is_for_hashes: false,
        }
    }

    /// Whether one of the resources of a type may have the text as its title, or as another name.
    pub(crate) fn is_one_named(&self, item: Item, names: &ResourceNames) -> bool {
        let declared = body_declarations(self.db, item);
        names.titles.contains(self.text)
            || names.names.contains(self.text)
            || names.is_computed(declared, |it| self.is_named(item, it))
    }

    fn is_named(&self, item: Item, resource: &Declaration) -> bool {
        // A name that is no title can be referred to as well.
        let mut names = resource
            .attributes
            .iter()
            .filter(|(name, _)| NAMES.contains(&name.as_str()));
        let mut splats = resource.splats.iter();
        self.is_one_of(item, &resource.titles, MAX_STEPS)
            || names.any(|(_, value)| self.may_be(item, *value, MAX_STEPS))
            || splats.any(|hash| self.may_attributes_name(item, *hash, MAX_STEPS))
    }

    /// The same of a call that declares resources.
    pub(crate) fn is_named_by_call(&self, item: Item, call: &DeclaringCall) -> bool {
        let search = Self {
            is_for_hashes: true,
            ..*self
        };
        let Some(titles) = call.titles else {
            return true;
        };
        search.may_be(item, titles, MAX_STEPS)
            || call
                .attributes
                .is_some_and(|it| search.may_attributes_name(item, it, MAX_STEPS))
    }

    /// Whether attributes that a hash gives may have the text among a resource's names.
    fn may_attributes_name(&self, item: Item, hash: ExprId, steps: usize) -> bool {
        let contents = body(self.db, item);
        let search = Self {
            is_for_hashes: false,
            ..*self
        };
        match contents.expr(contents.without_parentheses(hash)) {
            Expr::LiteralHash(entries) => entries.iter().any(|entry| {
                let name = match contents.expr(entry.key) {
                    Expr::LiteralString(name) | Expr::QualifiedName(name) => Some(name.as_str()),
                    _ => None,
                };
                name.is_none_or(|name| NAMES.contains(&name))
                    && search.may_be(item, entry.value, steps)
            }),
            _ => match infer(self.db, self.environment, item).result(hash) {
                Inferred::Value(Value::Hash(hash)) => hash.iter().any(|(name, value)| {
                    name.as_str().is_none_or(|name| NAMES.contains(&name))
                        && has_text(value, self.text)
                }),
                Inferred::Value(_) => false,
                Inferred::Type(_) => true,
            },
        }
    }

    /// Whether a value is the text, or an array that has it, or a hash of resources one of which has it as a name.
    fn is_in(&self, value: &Value) -> bool {
        match value {
            Value::Hash(hash) if self.is_for_hashes => hash.iter().any(|(title, attributes)| {
                title.as_str().is_none_or(|title| title == self.text)
                    || has_text_within(attributes, self.text)
            }),
            value => has_text(value, self.text),
        }
    }

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
        let names = NameResolver::new(self.db, self.environment, item.file);
        match infer(self.db, self.environment, item).result(expr) {
            Inferred::Value(value) => return self.is_in(value),
            Inferred::Type(_) if self.is_for_hashes => {}
            Inferred::Type(ty) => {
                let relate = Relate::new(&names);
                let is_text = relate.is_instance(ty, &Value::string(self.text));
                let is_array = matches!(ty, Type::Array(_) | Type::Tuple(_));
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
            Expr::LiteralHash(entries) if self.is_for_hashes => entries.iter().any(|entry| {
                self.may_be(item, entry.key, steps)
                    || self.may_attributes_name(item, entry.value, steps)
            }),
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
                .item()
                .is_none_or(|class| self.is_own(class, variable, steps) != Some(false));
        }
        self.is_own(item, name, steps) != Some(false)
    }

    /// Whether a variable that a body itself sets may be the text; `None` if it does not set it.
    fn is_own(&self, item: Item, name: &str, steps: usize) -> Option<bool> {
        let contents = body(self.db, item);
        let definition = contents.definition();
        let kind = ItemKind::from_definition(definition);
        let own_name = contents.name().map(|name| canonical(name));
        if (name == "title" || name == "name")
            && let (Some(kind), Some(own_name)) = (kind, &own_name)
        {
            return Some(match kind {
                ItemKind::Class => own_name == self.text,
                _ => !self.catalog.is_whole || self.is_title_of(own_name, steps),
            });
        }
        if let Some(parameter) = contents.parameters().iter().find(|it| it.name == name) {
            let (Some(kind), Some(own_name), true) = (kind, &own_name, self.catalog.is_whole)
            else {
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
        self.catalog.items.iter().any(|item| {
            let index = title_index(self.db, *item);
            index.resources(define).is_some_and(|names| {
                let declared = body_declarations(self.db, *item);
                let is_it = |it: &Declaration| self.is_one_of(*item, &it.titles, steps);
                names.has_more
                    || names.titles.contains(self.text)
                    || names.is_computed(declared, is_it)
            })
        }) || self.calls(define).any(|(item, call)| {
            let search = Self {
                is_for_hashes: true,
                ..*self
            };
            let is_it = |titles| search.may_be(item, titles, steps);
            call.titles.is_none_or(is_it)
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
            let data = lookup_key(self.db, self.environment, key);
            let is_open = data.is_open && !data.is_open_only_globally;
            let mut values = data.values.iter();
            if is_open || values.any(|it| it.value.as_ref().is_none_or(|it| self.is_in(it))) {
                return true;
            }
        } else if crate::catalog::overrides::may_be_overridden(
            self.db,
            (self.environment, None),
            name,
            parameter,
        ) {
            return true;
        }
        if self.calls(ty).next().is_some() {
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

    /// The calls that declare resources of a type.
    fn calls(&self, ty: &str) -> impl Iterator<Item = (Item, &DeclaringCall)> {
        self.catalog.items.iter().flat_map(move |item| {
            let calls = body_declarations(self.db, *item).declaring_calls();
            calls
                .filter(move |call| call.ty.as_deref().is_none_or(|it| it == ty))
                .map(move |call| (*item, call))
        })
    }

    fn declarations(&self, ty: &str) -> impl Iterator<Item = (Item, &Declaration)> {
        self.catalog.items.iter().flat_map(move |item| {
            let resources = body_declarations(self.db, *item).resources();
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

/// Whether a value is the text, or has it somewhere.
fn has_text_within(value: &Value, text: &str) -> bool {
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        match value {
            Value::String(string) if string == text => return true,
            Value::Array(values) => waiting.extend(values.iter()),
            Value::Hash(hash) => waiting.extend(hash.values()),
            Value::Sensitive(_) => return true,
            _ => {}
        }
    }
    false
}
