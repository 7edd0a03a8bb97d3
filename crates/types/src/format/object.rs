//! Object types and type sets as text.

use super::{Form, Formatter};
use crate::{
    quote::puppet_quote,
    ty::{Attribute, ObjectAttributeKind, ObjectExtensionType, ObjectType, Type, TypeSetType},
};

impl Formatter<'_, '_> {
    pub(super) fn object_type(&mut self, ty: &Type) {
        match ty {
            Type::Object(None) if self.form == Form::Expanded => self.out.push_str("Object[{}]"),
            Type::Object(Some(object)) if self.form == Form::Expanded => {
                let object = self.relate.object(object);
                self.form = Form::Plain;
                self.object_definition(&object);
                self.form = Form::Expanded;
            }
            Type::Object(Some(object)) => self
                .out
                .push_str(object.name.as_deref().unwrap_or("Object")),
            Type::ObjectExtension(extension) => self.extension(extension),
            Type::TypeSet(set) => self.type_set(set.as_deref()),
            _ => self.out.push_str("Object"),
        }
    }

    fn object_definition(&mut self, object: &ObjectType) {
        let mut entries: Vec<(&str, String)> = Vec::new();
        if let Some(name) = &object.name {
            entries.push(("name", puppet_quote(name)));
        }
        if let Some(parent) = &object.parent {
            entries.push(("parent", self.aside(|this| this.ty(parent))));
        }
        if !object.type_parameters.is_empty() {
            let text = self.aside(|this| this.members(&object.type_parameters, true));
            entries.push(("type_parameters", text));
        }
        let (constants, attributes): (Vec<Attribute>, Vec<Attribute>) = object
            .attributes
            .iter()
            .cloned()
            .partition(|attribute| self.is_plain_constant(attribute));
        if !attributes.is_empty() {
            entries.push((
                "attributes",
                self.aside(|this| this.members(&attributes, false)),
            ));
        }
        if !constants.is_empty() {
            entries.push(("constants", self.aside(|this| this.constants(&constants))));
        }
        if !object.functions.is_empty() {
            let text = self.aside(|this| {
                this.out.push('{');
                this.separated(&object.functions, |this, function| {
                    this.push(format_args!("{} => ", puppet_quote(&function.name)));
                    this.ty(&function.ty);
                });
                this.out.push('}');
            });
            entries.push(("functions", text));
        }
        if let Some(equality) = &object.equality {
            let names: Vec<String> = equality.iter().map(|name| puppet_quote(name)).collect();
            entries.push(("equality", format!("[{}]", names.join(", "))));
        }
        self.out.push_str("Object[{");
        self.separated(&entries, |this, (key, text)| {
            this.push(format_args!("{key} => {text}"))
        });
        self.out.push_str("}]");
    }

    /// Runs `write` on an empty text, and returns what it wrote.
    fn aside(&mut self, write: impl FnOnce(&mut Self)) -> String {
        let before = std::mem::take(&mut self.out);
        write(self);
        std::mem::replace(&mut self.out, before)
    }

    fn is_plain_constant(&self, attribute: &Attribute) -> bool {
        attribute.kind == ObjectAttributeKind::Constant
            && attribute.default.as_ref().is_some_and(|value| {
                let inferred = self.relate.infer(value);
                self.relate.generalize(&inferred) == attribute.ty
            })
    }

    fn constants(&mut self, constants: &[Attribute]) {
        self.out.push('{');
        self.separated(constants, |this, constant| {
            this.push(format_args!("{} => ", puppet_quote(&constant.name)));
            if let Some(value) = &constant.default {
                this.value(value);
            }
        });
        self.out.push('}');
    }

    /// Attributes, or type parameters (whose types are always optional, and print without that).
    fn members(&mut self, members: &[Attribute], are_parameters: bool) {
        self.out.push('{');
        self.separated(members, |this, member| {
            this.push(format_args!("{} => ", puppet_quote(&member.name)));
            let inner = member
                .ty
                .contained()
                .filter(|_| are_parameters)
                .unwrap_or(&member.ty);
            let ty = this.aside(|this| this.ty(inner));
            let entries = this.member_entries(member);
            if entries.is_empty() {
                this.out.push_str(&ty);
            } else {
                this.push(format_args!("{{type => {ty}, {}}}", entries.join(", ")));
            }
        });
        self.out.push('}');
    }

    fn member_entries(&mut self, member: &Attribute) -> Vec<String> {
        let kind = match member.kind {
            ObjectAttributeKind::Given => None,
            ObjectAttributeKind::Constant => Some("constant"),
            ObjectAttributeKind::Derived => Some("derived"),
            ObjectAttributeKind::GivenOrDerived => Some("given_or_derived"),
            ObjectAttributeKind::Reference => Some("reference"),
        };
        let mut entries = Vec::new();
        entries.extend(
            (member.is_final && member.kind != ObjectAttributeKind::Constant)
                .then(|| "final => true".to_owned()),
        );
        entries.extend(member.is_override.then(|| "override => true".to_owned()));
        entries.extend(kind.map(|kind| format!("kind => {kind}")));
        if let Some(value) = &member.default {
            let value = self.aside(|this| this.value(value));
            entries.push(format!("value => {value}"));
        }
        entries
    }

    fn extension(&mut self, extension: &ObjectExtensionType) {
        let name = extension.base.name.clone().unwrap_or_default();
        self.bracketed(&name, |this| {
            if extension.names.len() > 2 {
                this.out.push('{');
                this.separated(&extension.parameters, |this, (name, value)| {
                    this.push(format_args!("{} => ", puppet_quote(name)));
                    this.value(value);
                });
                this.out.push('}');
                return;
            }
            let given = |name: &smol_str::SmolStr| {
                extension
                    .parameters
                    .iter()
                    .find(|(other, _)| other == name)
                    .map(|(_, value)| value)
            };
            let last = extension
                .names
                .iter()
                .rposition(|name| given(name).is_some())
                .map_or(0, |last| last + 1);
            let names = extension.names.get(..last).unwrap_or_default();
            this.separated(names, |this, name| match given(name) {
                Some(value) => this.value(value),
                None => this.out.push_str("default"),
            });
        });
    }

    fn type_set(&mut self, set: Option<&TypeSetType>) {
        let Some(set) = set else {
            let default = "TypeSet[{pcore_uri => 'http://puppet.com/2016.1/pcore', pcore_version => '1.0.0', \
                name_authority => 'http://puppet.com/2016.1/runtime', name => 'DefaultTypeSet', version => '0.0.0'}]";
            return self.out.push_str(default);
        };
        let mut entries = vec![format!(
            "pcore_version => {}",
            puppet_quote(set.pcore_version.as_deref().unwrap_or_default())
        )];
        entries.extend(
            set.name
                .as_ref()
                .map(|name| format!("name => {}", puppet_quote(name))),
        );
        entries.extend(
            set.version
                .as_ref()
                .map(|version| format!("version => {}", puppet_quote(version))),
        );
        if !set.types.is_empty() {
            let types = set
                .types
                .iter()
                .map(|(name, ty)| format!("{name} => {}", self.aside(|this| this.ty(ty))));
            entries.push(format!(
                "types => {{{}}}",
                types.collect::<Vec<_>>().join(", ")
            ));
        }
        self.push(format_args!("TypeSet[{{{}}}]", entries.join(", ")));
    }
}
