//! Rules for the members of an object type that inherits others.
//!
//! Source: `PObjectType#_pcore_init_from_hash`, `PAnnotatedMember#assert_override`.

use std::fmt;
use std::sync::Arc;

use smol_str::SmolStr;

use crate::relation::relate::Relate;
use crate::ty::{Attribute, ObjectAttributeKind, ObjectFunction, ObjectType, Type};

/// How many object types may inherit from each other.
const MAX_PARENTS: usize = 50;

/// The object types that one inherits from, the nearest first.
pub(super) struct Parents {
    all: Vec<Arc<ObjectType>>,
    /// Are all of them known?
    is_whole: bool,
}

/// An attribute or a function.
struct ObjectMember<'a> {
    owner: &'a str,
    feature: &'static str,
    name: &'a SmolStr,
    ty: &'a Type,
    is_constant: bool,
    is_final: bool,
    is_override: bool,
}

impl Parents {
    /// Those of the object type with a name.
    pub(super) fn resolve(
        relate: &Relate<'_>,
        name: &str,
        parent: Option<&Type>,
    ) -> Result<Self, String> {
        let (mut all, mut parent) = (Vec::<Arc<ObjectType>>::new(), parent.cloned());
        while let Some(ty) = parent.take() {
            let Type::Object(Some(object)) = relate.resolve_alias(&ty) else {
                return Ok(Self {
                    all,
                    is_whole: false,
                });
            };
            if object.name.as_deref() == Some(name) {
                return Err(format!("The Object type '{name}' inherits from itself"));
            }
            let object = relate.object(&object);
            let is_known = !object.is_reference() && all.len() < MAX_PARENTS;
            parent = object.parent.clone();
            all.push(object);
            if !is_known {
                return Ok(Self {
                    all,
                    is_whole: false,
                });
            }
        }
        Ok(Self {
            all,
            is_whole: true,
        })
    }

    /// Whether one of them has a member.
    pub(super) fn have(&self, name: &str) -> bool {
        self.member(name).is_some()
    }

    fn member(&self, name: &str) -> Option<ObjectMember<'_>> {
        self.all.iter().find_map(|object| member(object, name))
    }

    /// The one whose equality includes an attribute.
    fn with_equality(&self, attribute: &str) -> Option<&str> {
        let includes = |object: &&Arc<ObjectType>| match &object.equality {
            Some(names) => names.iter().any(|name| name == attribute),
            None => member(object, attribute)
                .is_some_and(|it| it.feature == "attribute" && !it.is_constant),
        };
        let definer = self.all.iter().find(includes)?;
        Some(definer.name.as_deref().unwrap_or("Object"))
    }
}

/// Checks the members of an object type against those of its parents, and its equality.
pub(super) fn check(
    relate: &Relate<'_>,
    object: &ObjectType,
    parents: &Parents,
) -> Result<(), String> {
    for attribute in &object.attributes {
        check_override(relate, &ObjectMember::attribute(object, attribute), parents)?;
    }
    for function in &object.functions {
        let function = ObjectMember::function(object, function);
        let mut attributes = object.attributes.iter();
        if attributes.any(|it| it.name == *function.name) {
            return Err(format!(
                "{function} conflicts with attribute with the same name"
            ));
        }
        check_override(relate, &function, parents)?;
    }
    for name in object.equality.iter().flatten() {
        check_equality(object, name, parents)?;
    }
    Ok(())
}

fn check_override(
    relate: &Relate<'_>,
    member: &ObjectMember<'_>,
    parents: &Parents,
) -> Result<(), String> {
    let feature = member.feature;
    let Some(inherited) = parents.member(member.name) else {
        if member.is_override && parents.is_whole {
            return Err(format!(
                "expected {member} to override an inherited {feature}, but no such {feature} was found"
            ));
        }
        return Ok(());
    };
    if inherited.feature != feature {
        return Err(format!("{member} attempts to override {inherited}"));
    }
    if inherited.is_final && !(inherited.is_constant && member.is_constant) {
        return Err(format!("{member} attempts to override final {inherited}"));
    }
    if !member.is_override {
        return Err(format!(
            "{member} attempts to override {inherited} without having override => true"
        ));
    }
    if !relate.assignable(inherited.ty, member.ty) {
        return Err(format!(
            "{member} attempts to override {inherited} with a type that does not match"
        ));
    }
    Ok(())
}

fn check_equality(object: &ObjectType, name: &SmolStr, parents: &Parents) -> Result<(), String> {
    let label = label(object);
    let start = format!("{label} equality is referencing");
    let inherited = parents.member(name);
    let is_attribute = |it: &ObjectMember<'_>| it.feature == "attribute";
    if let Some(inherited) = inherited.as_ref().filter(|it| is_attribute(it))
        && let Some(definer) = parents.with_equality(name)
    {
        return Err(format!(
            "{start} {inherited} which is included in equality of {definer}"
        ));
    }
    match inherited.or_else(|| member(object, name)) {
        None if !parents.is_whole => Ok(()),
        None => Err(format!("{start} non existent attribute '{name}'")),
        Some(member) if !is_attribute(&member) => Err(format!(
            "{start} {member}. Only attribute references are allowed"
        )),
        Some(member) if member.is_constant => Err(format!(
            "{start} constant {member}. Reference to constant is not allowed in equality"
        )),
        Some(_) => Ok(()),
    }
}

fn member<'a>(object: &'a ObjectType, name: &str) -> Option<ObjectMember<'a>> {
    let mut attributes = object.attributes.iter();
    let mut functions = object.functions.iter();
    let attribute = attributes.find(|it| it.name == name);
    attribute
        .map(|it| ObjectMember::attribute(object, it))
        .or_else(|| {
            Some(ObjectMember::function(
                object,
                functions.find(|it| it.name == name)?,
            ))
        })
}

fn label(object: &ObjectType) -> &str {
    object.name.as_deref().unwrap_or("Object")
}

impl<'a> ObjectMember<'a> {
    fn attribute(object: &'a ObjectType, attribute: &'a Attribute) -> Self {
        Self {
            owner: label(object),
            feature: "attribute",
            name: &attribute.name,
            ty: &attribute.ty,
            is_constant: attribute.kind == ObjectAttributeKind::Constant,
            is_final: attribute.is_final,
            is_override: attribute.is_override,
        }
    }

    fn function(object: &'a ObjectType, function: &'a ObjectFunction) -> Self {
        Self {
            owner: label(object),
            feature: "function",
            name: &function.name,
            ty: &function.ty,
            is_constant: false,
            is_final: function.is_final,
            is_override: function.is_override,
        }
    }
}

impl fmt::Display for ObjectMember<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}[{}]", self.feature, self.owner, self.name)
    }
}
