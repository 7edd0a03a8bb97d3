//! The base classes of attributes that Puppet itself ships, and what they give to an attribute.

use crate::definitions::{AttributeKind, AttributeValue, TypeAttribute};

/// What a base class gives to the attributes that derive from it.
struct Base {
    class: &'static str,
    kind: Option<AttributeKind>,
    values: &'static [&'static str],
    validates: bool,
    munges: bool,
}

const PROPERTY: Option<AttributeKind> = Some(AttributeKind::Property);

/// Puppet's classes below `Puppet::Parameter`, `Puppet::Property` and `Puppet::Type::File`.
const BASES: &[Base] = &[
    Base {
        class: "Puppet::Parameter::Boolean",
        kind: None,
        values: &["true", "false", "yes", "no"],
        validates: false,
        munges: true,
    },
    Base {
        class: "Puppet::Parameter::Path",
        kind: None,
        values: &[],
        validates: true,
        munges: true,
    },
    Base {
        class: "Puppet::Parameter::PackageOptions",
        kind: None,
        values: &[],
        validates: false,
        munges: true,
    },
    Base {
        class: "Puppet::Property::Boolean",
        kind: PROPERTY,
        values: &[],
        validates: false,
        munges: true,
    },
    Base {
        class: "Puppet::Property::List",
        kind: PROPERTY,
        values: &[],
        validates: false,
        munges: false,
    },
    Base {
        class: "Puppet::Property::OrderedList",
        kind: PROPERTY,
        values: &[],
        validates: false,
        munges: false,
    },
    Base {
        class: "Puppet::Property::KeyValue",
        kind: PROPERTY,
        values: &[],
        validates: false,
        munges: false,
    },
    Base {
        class: "Puppet::Type::File::Owner",
        kind: PROPERTY,
        values: &[],
        validates: false,
        munges: false,
    },
    Base {
        class: "Puppet::Type::File::Group",
        kind: PROPERTY,
        values: &[],
        validates: true,
        munges: false,
    },
    Base {
        class: "Puppet::Type::File::Mode",
        kind: PROPERTY,
        values: &[],
        validates: true,
        munges: true,
    },
];

/// Adds what the base class of an attribute gives it, where the class is one of Puppet's own.
pub(crate) fn inherit(attribute: &mut TypeAttribute) {
    let Some(base) = BASES
        .iter()
        .find(|base| attribute.parent.as_deref() == Some(base.class))
    else {
        return;
    };
    attribute.kind = base.kind.unwrap_or(attribute.kind);
    attribute.validates |= base.validates;
    attribute.munges |= base.munges;
    let inherited = base.values.iter().map(|text| AttributeValue {
        text: (*text).to_owned(),
        features: Vec::new(),
    });
    attribute.values.splice(0..0, inherited);
}
