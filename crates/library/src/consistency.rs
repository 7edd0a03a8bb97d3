//! Contradictions within a stub file, as far as its text shows them. (The crates above check its types.)

use crate::entry_ranges::StubEntry;
use crate::model::{AttributeKind, AttributeStub, Stub, TypeStub};
use std::collections::HashSet;

/// A contradiction: where, and what to do about it.
pub(crate) type Contradiction = (StubEntry, String);

/// All contradictions of a stub file.
pub(crate) fn contradictions(stub: &Stub) -> Vec<Contradiction> {
    let mut out = Vec::new();
    let functions = stub.functions.iter().map(|it| it.name.as_str());
    unique("function", functions, StubEntry::Function, &mut out);
    let types = stub.types.iter().map(|it| it.name.as_str());
    unique("type", types, StubEntry::Type, &mut out);
    let metaparameters = stub.metaparameters.iter().map(|it| it.name.as_str());
    unique(
        "metaparameter",
        metaparameters,
        StubEntry::Metaparameter,
        &mut out,
    );
    let facts = stub.facts.iter().map(|it| it.name.as_str());
    unique("fact", facts, StubEntry::Fact, &mut out);
    let variables = stub.variables.iter().map(|it| it.name.as_str());
    unique("variable", variables, StubEntry::Variable, &mut out);
    let data_types = stub.data_types.iter().map(|it| it.name.as_str());
    unique("data type", data_types, StubEntry::DataType, &mut out);
    for (n, function) in stub.functions.iter().enumerate() {
        if function.signatures.is_empty() && !function.opaque {
            let name = &function.name;
            let message =
                format!("Function '{name}' has no signature: add one, or 'opaque = true'");
            out.push((StubEntry::Function(n), message));
        }
    }
    for (n, ty) in stub.types.iter().enumerate() {
        check_type(n, ty, &mut out);
    }
    out
}

fn check_type(n: usize, ty: &TypeStub, out: &mut Vec<Contradiction>) {
    let names = ty.attributes.iter().map(|it| it.name.as_str());
    let what = format!("attribute of type '{}'", ty.name);
    unique(&what, names, |m| StubEntry::Attribute(n, m), out);
    let namevars: Vec<(usize, &AttributeStub)> = ty
        .attributes
        .iter()
        .enumerate()
        .filter(|(_, it)| it.namevar)
        .collect();
    if let [_, (m, second), ..] = namevars[..]
        && !ty.title_patterns
    {
        let message = format!(
            "Type '{}' has a second namevar '{}': set 'title_patterns = true', or remove one",
            ty.name, second.name
        );
        out.push((StubEntry::Attribute(n, m), message));
    }
    for (m, attribute) in ty.attributes.iter().enumerate() {
        check_attribute(ty, attribute, (n, m), out);
    }
}

fn check_attribute(
    ty: &TypeStub,
    attribute: &AttributeStub,
    (n, m): (usize, usize),
    out: &mut Vec<Contradiction>,
) {
    let (type_name, name) = (&ty.name, &attribute.name);
    let mut report = |entry, message| out.push((entry, message));
    let mut features = attribute.features.iter();
    if let Some(feature) = features.find(|it| !ty.features.contains(it)) {
        let message = format!(
            "Attribute '{name}' of type '{type_name}' needs the feature '{feature}', which the type does not have"
        );
        report(StubEntry::Attribute(n, m), message);
    }
    for (key, refusal) in [
        ("refusal", &attribute.refusal),
        ("kind_refusal", &attribute.kind_refusal),
    ] {
        if attribute.accepts.is_empty() && refusal.is_some() {
            let message =
                format!("Attribute '{name}' of type '{type_name}' has '{key}' without 'accepts'");
            report(StubEntry::Attribute(n, m), message);
        }
    }
    let is_empty = |min: Option<i64>, max: Option<i64>| matches!((min, max), (Some(min), Some(max)) if min > max);
    if attribute.accepts.iter().any(|it| is_empty(it.min, it.max)) {
        let message = format!(
            "Attribute '{name}' of type '{type_name}' has a range with its larger bound first"
        );
        report(StubEntry::Attribute(n, m), message);
    }
    if attribute.kind == AttributeKind::Meta {
        let message = format!(
            "Attribute '{name}' of type '{type_name}' is a metaparameter, which belongs to no type"
        );
        report(StubEntry::Attribute(n, m), message);
    }
    if let Some(default) = &attribute.default
        && !may_be_default(attribute, default)
    {
        let message = format!(
            "Default {default} of attribute '{name}' of type '{type_name}' is none of its values: {}",
            attribute.values.join(", ")
        );
        report(StubEntry::Default(n, m), message);
    }
}

/// Whether a default, a literal of the Puppet language, is one of the values of an attribute that lists all of them.
fn may_be_default(attribute: &AttributeStub, default: &str) -> bool {
    let lists_all = !attribute.values.is_empty()
        && attribute.patterns.is_empty()
        && !attribute.validates
        && !attribute.open_values;
    let text = default.trim();
    let text = text
        .strip_prefix(['\'', '"'])
        .and_then(|text| text.strip_suffix(['\'', '"']))
        .unwrap_or(text);
    !lists_all
        || attribute.values.iter().any(|it| it == text)
        || attribute.aliases.iter().any(|it| it == text)
}

fn unique<'n>(
    what: &str,
    names: impl Iterator<Item = &'n str>,
    entry: impl Fn(usize) -> StubEntry,
    out: &mut Vec<Contradiction>,
) {
    let mut seen = HashSet::new();
    for (n, name) in names.enumerate() {
        if !seen.insert(name) {
            let message = format!("Duplicate {what} '{name}': remove one of the two");
            out.push((entry(n), message));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::Stub;

    /// The text at each contradiction, and what is said of it.
    fn check(text: &str) -> Vec<(String, String)> {
        let (_, errors) = Stub::read(text);
        errors
            .into_iter()
            .map(|error| {
                let place = error.range.and_then(|range| text.get(range));
                (place.unwrap_or_default().to_owned(), error.message)
            })
            .collect()
    }

    #[test]
    fn contradictions_are_told_at_their_places() {
        let cases: [(&str, &str, &str); 7] = [
            (
                "[[function]]\nname = 'f'\nopaque = true\n[[function]]\nname = 'f'\nopaque = true\n",
                "'f'",
                "Duplicate function 'f'",
            ),
            (
                "[[function]]\nname = 'f'\n",
                "'f'",
                "Function 'f' has no signature",
            ),
            (
                "[[function]]\nname = 'f'\nsignatures = ['String $x)']\n",
                "['String $x)']",
                "must start with '('",
            ),
            (
                "[[type]]\nname = 't'\n[[type.attribute]]\nname = 'a'\nnamevar = true\nkind = 'param'\n[[type.attribute]]\nname = 'b'\nnamevar = true\nkind = 'param'\n",
                "'b'",
                "Type 't' has a second namevar 'b'",
            ),
            (
                "[[type]]\nname = 't'\n[[type.attribute]]\nname = 'a'\nkind = 'param'\nvalues = ['x']\ndefault = \"'y'\"\n",
                "\"'y'\"",
                "Default 'y' of attribute 'a' of type 't' is none of its values: x",
            ),
            (
                "[[type]]\nname = 't'\n[[type.attribute]]\nname = 'a'\nkind = 'param'\nfeatures = ['x']\n",
                "'a'",
                "needs the feature 'x'",
            ),
            ("[[fnction]]\nname = 'f'\n", "fnction", "unknown field"),
        ];
        for (text, place, message) in cases {
            let found = check(text);
            assert!(
                matches!(&found[..], [(at, said)] if at == place && said.contains(message)),
                "{text}\n{found:?}"
            );
        }
        assert_eq!(check("[[fact]]\nname = 'a'\ntype = 'String'\n"), []);
    }
}
