//! Resource types from the Ruby files of modules.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, FileKind, Module};
use puppet_library::AttributeKind;
use puppet_ruby::{Mixin, ResourceType, TypeAttribute};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use super::{AttributeInfo, ResourceTypeInfo};
use crate::index::file_origin::{owner, path_in_module};

/// Puppet's own classes of attributes: what they accept is known to the reader.
const BASES: [&str; 3] = [
    "Puppet::Parameter",
    "Puppet::Property",
    "Puppet::Type::File",
];

/// Puppet's own modules, which add no attributes.
const HELPERS: [&str; 2] = ["Puppet::Util", "Puppet::ResourceApi"];

/// The resource type of a name that a Ruby file defines.
#[salsa::tracked(returns(clone))]
pub(super) fn resource_type_of(
    db: &dyn Db,
    _environment: Environment,
    file: File,
    name: SmolStr,
) -> Option<Arc<ResourceTypeInfo>> {
    let facts = puppet_ruby::read(file.text(db));
    let ty = facts.resource_types.iter().find(|ty| ty.name == *name)?;
    let mixins = match owner(db, file).and_then(|owner| owner.module) {
        Some(module) if needs_mixins(ty) => mixins_of(db, module),
        _ => Arc::default(),
    };
    let mut info = of_type(ty, &mixins);
    info.is_open |= !facts.errors.is_empty();
    info.file = Some(file);
    Some(Arc::new(info))
}

fn needs_mixins(ty: &ResourceType) -> bool {
    !ty.mixins.is_empty()
        || ty
            .attributes
            .iter()
            .any(|it| it.parent.is_some() || !it.mixins.is_empty())
}

fn of_type(ty: &ResourceType, mixins: &[Mixin]) -> ResourceTypeInfo {
    let mut info = ResourceTypeInfo {
        name: ty.name.as_str().into(),
        is_open: ty.opaque,
        has_title_patterns: ty.title_patterns,
        summary: first_sentence(ty.docs.as_deref()),
        ..ResourceTypeInfo::default()
    };
    for name in &ty.mixins {
        match find(mixins, name) {
            Some(mixin) => {
                info.add_attributes(mixin.attributes.iter().map(|it| of_attribute(it, mixins)));
            }
            None => info.is_open |= !HELPERS.iter().any(|helper| name.starts_with(helper)),
        }
    }
    info.add_attributes(ty.attributes.iter().map(|it| of_attribute(it, mixins)));
    info
}

fn of_attribute(attribute: &TypeAttribute, mixins: &[Mixin]) -> AttributeInfo {
    let mut info = AttributeInfo {
        name: attribute.name.as_str().into(),
        is_property: attribute.kind == AttributeKind::Property,
        is_namevar: attribute.namevar,
        features: attribute.features.iter().map(SmolStr::from).collect(),
        is_open: attribute.validates || attribute.values_computed || attribute.conditional,
        ty: attribute
            .ty
            .as_ref()
            .and_then(|ty| ty.text.as_deref())
            .map(SmolStr::from),
        range: Some(attribute.range),
        summary: first_sentence(attribute.docs.as_deref()),
        ..AttributeInfo::default()
    };
    add_values(attribute, &mut info);
    let parents = attribute.parent.iter().filter(|parent| {
        !BASES.iter().any(|base| {
            parent.starts_with(base) || parent.trim_start_matches("::").starts_with(base)
        })
    });
    for name in parents.chain(&attribute.mixins) {
        match find(mixins, name) {
            Some(mixin) => {
                let behaviour = &mixin.behaviour;
                info.is_property |= behaviour.kind == AttributeKind::Property
                    || mixin
                        .superclass
                        .as_deref()
                        .is_some_and(|it| it.contains("Property"));
                info.is_open |= behaviour.validates
                    || behaviour.values_computed
                    || has_unread_superclass(mixin);
                add_values(behaviour, &mut info);
            }
            None => info.is_open = true,
        }
    }
    info
}

fn add_values(attribute: &TypeAttribute, info: &mut AttributeInfo) {
    let values = attribute.values.iter().map(|it| SmolStr::from(&it.text));
    info.values.extend(values);
    let aliases = attribute.aliases.iter().map(|(other, _)| other.into());
    info.aliases.extend(aliases);
    info.add_patterns(&attribute.value_regexes);
}

/// A class of attributes that derives from one that is not Puppet's.
fn has_unread_superclass(mixin: &Mixin) -> bool {
    mixin.superclass.as_deref().is_some_and(|superclass| {
        let superclass = superclass.trim_start_matches("::");
        superclass != "Puppet::Parameter" && superclass != "Puppet::Property"
    })
}

/// A class or module by the path of its constant, of which the outer parts may be left out.
fn find<'m>(mixins: &'m [Mixin], name: &str) -> Option<&'m Mixin> {
    let name = name.trim_start_matches("::");
    if name.is_empty() {
        return None;
    }
    let is_same = |mixin: &&Mixin| mixin.name == name || mixin.name.ends_with(&format!("::{name}"));
    mixins.iter().find(is_same)
}

fn first_sentence(docs: Option<&str>) -> SmolStr {
    let text = docs.unwrap_or_default().trim();
    let end = text.find("\n\n").unwrap_or(text.len());
    let paragraph = text.get(..end).unwrap_or(text);
    paragraph
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .into()
}

/// The classes and modules of a module's Ruby code that give something to types and attributes.
#[salsa::tracked(returns(clone))]
fn mixins_of(db: &dyn Db, module: Module) -> Arc<Vec<Mixin>> {
    let mut mixins = Vec::new();
    for file in module.files(db).iter().copied() {
        let is_library = file.kind(db) == FileKind::Ruby
            && path_in_module(db, module, file).is_some_and(|path| path.starts_with("lib/"));
        if is_library {
            mixins.extend(mixins_in(db, file).iter().cloned());
        }
    }
    Arc::new(mixins)
}

#[salsa::tracked(returns(clone))]
fn mixins_in(db: &dyn Db, file: File) -> Arc<Vec<Mixin>> {
    let text = file.text(db);
    // Reading costs more than looking.
    let may_have = [
        "newp",
        "ensurable",
        "Puppet::Par",
        "Puppet::Prop",
        "validate",
        "newvalue",
    ]
    .iter()
    .any(|word| text.contains(word));
    if !may_have || !may_open_class(text) {
        return Arc::default();
    }
    Arc::new(puppet_ruby::read(text).mixins)
}

/// Whether a statement in a text may open a class or module: most files of types and providers have none.
fn may_open_class(text: &str) -> bool {
    ["class", "module"].iter().any(|word| {
        text.match_indices(word).any(|(at, _)| {
            let before = text.get(..at).unwrap_or_default();
            let before = before.trim_end_matches([' ', '\t', '\r']);
            before.is_empty()
                || before.ends_with(|c: char| matches!(c, '\n' | ';') || !c.is_ascii())
        })
    })
}

/// Attributes that Ruby files add to types of other files, and to all types.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct MixedInAttributes {
    to_types: FxHashMap<SmolStr, FxHashSet<SmolStr>>,
    to_all: FxHashSet<SmolStr>,
    /// Some file that adds attributes cannot be read.
    is_open: bool,
}

impl MixedInAttributes {
    pub(super) fn has(&self, ty: &str, attribute: &str) -> bool {
        self.is_open
            || self.to_all.contains(attribute)
            || self
                .to_types
                .get(ty)
                .is_some_and(|names| names.contains(attribute))
    }
}

/// All such attributes of the modules of an environment. Asked for only when an attribute is not found.
#[salsa::tracked(returns(clone))]
pub(super) fn additions(db: &dyn Db, environment: Environment) -> Arc<MixedInAttributes> {
    let mut all = MixedInAttributes::default();
    for module in environment.modules(db).iter().copied() {
        for file in module.files(db).iter().copied() {
            let is_library = file.kind(db) == FileKind::Ruby
                && path_in_module(db, module, file).is_some_and(|path| path.starts_with("lib/"));
            if !is_library {
                continue;
            }
            let of_file = additions_in(db, file);
            for (ty, names) in &of_file.to_types {
                let known = all.to_types.entry(ty.clone()).or_default();
                known.extend(names.iter().cloned());
            }
            all.to_all.extend(of_file.to_all.iter().cloned());
            all.is_open |= of_file.is_open;
        }
    }
    Arc::new(all)
}

#[salsa::tracked(returns(clone))]
fn additions_in(db: &dyn Db, file: File) -> Arc<MixedInAttributes> {
    let text = file.text(db);
    let adds = text.contains("Puppet::Type.type(")
        && ["newproperty", "newparam", "ensurable"]
            .iter()
            .any(|word| text.contains(word));
    let mut additions = MixedInAttributes::default();
    if !adds && !text.contains("newmetaparam") {
        return Arc::new(additions);
    }
    let facts = puppet_ruby::read(text);
    additions.is_open = !facts.errors.is_empty();
    for extension in facts.type_extensions {
        let names = additions.to_types.entry(extension.type_name.into());
        names.or_default().insert(extension.attribute.name.into());
    }
    let names = facts.metaparameters.into_iter().map(|it| it.name.into());
    additions.to_all.extend(names);
    Arc::new(additions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_without_classes_have_no_mixins() {
        let body = "def add\n newproperty(:x)\nend";
        for (text, expected) in [
            (format!("module A\n{body}\nend"), true),
            (format!("# why\n\tclass A::B < C; {body}\nend"), true),
            (format!("x = 1; module A; {body}; end"), true),
            (
                format!("# a class of\nthe_class.module_eval do\n{body}\nend"),
                false,
            ),
            (format!("Puppet::Type.newtype(:a) do\n{body}\nend"), false),
        ] {
            assert_eq!(may_open_class(&text), expected, "{text}");
            assert_eq!(
                !puppet_ruby::read(&text).mixins.is_empty(),
                expected,
                "{text}"
            );
        }
    }
}
