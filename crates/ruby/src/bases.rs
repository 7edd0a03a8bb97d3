//! The base classes of attributes that Puppet itself ships, and what they give to an attribute.

use puppet_library::AttributeKind;

use crate::definitions::{AttributeValue, TypeAttribute};

/// Puppet's classes below `Puppet::Parameter`, `Puppet::Property` and `Puppet::Type::File`; whether they validate, and
/// whether they munge.
const BASES: [(&str, bool, bool); 10] = [
    ("Puppet::Parameter::Boolean", false, true),
    ("Puppet::Parameter::Path", true, true),
    ("Puppet::Parameter::PackageOptions", false, true),
    ("Puppet::Property::Boolean", false, true),
    ("Puppet::Property::List", false, false),
    ("Puppet::Property::OrderedList", false, false),
    ("Puppet::Property::KeyValue", false, false),
    ("Puppet::Type::File::Owner", false, false),
    ("Puppet::Type::File::Group", true, false),
    ("Puppet::Type::File::Mode", true, true),
];

/// Adds what the base class of an attribute gives it, where the class is one of Puppet's own.
pub(crate) fn inherit(attribute: &mut TypeAttribute) {
    let parent = attribute.parent.as_deref();
    let Some((class, validates, munges)) = BASES.iter().find(|base| parent == Some(base.0)) else {
        return;
    };
    attribute.validates |= validates;
    attribute.munges |= munges;
    if !class.starts_with("Puppet::Parameter") {
        attribute.kind = AttributeKind::Property;
    }
    if *class == "Puppet::Parameter::Boolean" {
        let inherited = ["true", "false", "yes", "no"].map(|text| AttributeValue {
            text: text.to_owned(),
            features: Vec::new(),
        });
        attribute.values.splice(0..0, inherited);
    }
}
