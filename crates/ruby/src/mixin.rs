//! Classes and modules that types of other files take attributes or behaviour from.

use crate::attribute;
use crate::definitions::{Mixin, ResourceType};
use crate::resource_type;
use crate::statement_calls;
use crate::tree::{Class, Kind, Node};

/// The classes and modules of a file that define attributes, or something for the attributes that use them.
pub(crate) fn read(statements: &[Node]) -> Vec<Mixin> {
    let mut mixins = Vec::new();
    read_classes(statements, "", &mut mixins);
    mixins
}

fn read_classes(statements: &[Node], outer: &str, mixins: &mut Vec<Mixin>) {
    for node in statements {
        if let Kind::Class(class) = &node.kind {
            let name = if outer.is_empty() {
                class.name.clone()
            } else {
                format!("{outer}::{}", class.name)
            };
            read_classes(&class.body, &name, mixins);
            mixins.extend(read_class(class, name));
        }
    }
}

fn read_class(class: &Class, name: String) -> Option<Mixin> {
    let mut mixin = Mixin {
        name,
        superclass: class.superclass.clone(),
        ..Mixin::default()
    };
    attribute::read_body(&class.body, &mut mixin.behaviour);
    for node in &class.body {
        if let Kind::Def(def) = &node.kind {
            read_method(&def.body, &mut mixin);
        }
    }
    let is_base = class
        .superclass
        .as_deref()
        .is_some_and(|base| base.contains("Parameter") || base.contains("Property"));
    let empty = mixin.attributes.is_empty()
        && mixin.auto_relations.is_empty()
        && mixin.behaviour == Default::default();
    (is_base || !empty).then_some(mixin)
}

/// A method may define attributes when a type calls it, or add to the class that includes the module.
fn read_method(body: &[Node], mixin: &mut Mixin) {
    let mut ty = ResourceType::default();
    resource_type::read_body(body, &mut ty);
    mixin.attributes.append(&mut ty.attributes);
    mixin.auto_relations.append(&mut ty.auto_relations);
    let mut calls = Vec::new();
    statement_calls(body, true, &mut calls);
    for (_, call, _) in calls {
        if matches!(
            call.name.as_str(),
            "class_eval" | "instance_eval" | "class_exec"
        ) {
            attribute::read_body(call.body(), &mut mixin.behaviour);
            read_method(call.body(), mixin);
        }
    }
}
