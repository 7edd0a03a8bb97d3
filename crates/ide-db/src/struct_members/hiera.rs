//! Members of structures in Hiera's data: `web::options: { port: 80 }`.

use puppet_data::{DataValue, ValueKind};
use puppet_db::FileKind;
use puppet_semantic::hiera::document::document_of;
use puppet_text::{TextRange, TextSize};

use crate::context::FileContext;
use crate::dataflow::type_path::PathSegment;
use crate::defs::Definition;
use crate::defs::resolve;
use crate::hiera::keys::HieraName;
use crate::struct_members::declaration::TypeSource;
use crate::struct_members::{MemberRef, is_class, of_parameter};

/// A key within the value of a key of the data.
struct NestedMember<'v> {
    path: Vec<PathSegment>,
    name: &'v str,
    range: TextRange,
}

/// The member at an offset.
pub fn hiera_member_at(context: FileContext<'_>, offset: TextSize) -> Option<MemberRef> {
    if context.file.kind(context.db) != FileKind::Data {
        return None;
    }
    let document = document_of(context.db, context.file);
    let mut entries = document.entries().iter();
    let entry = entries.find(|it| it.value.range.contains_inclusive(offset))?;
    let mut keys = Vec::new();
    inner(&entry.value, &mut Vec::new(), &mut keys);
    let key = keys
        .into_iter()
        .find(|it| it.range.contains_inclusive(offset))?;
    named(context, &type_of(context, &entry.key)?, &key)
}

fn named(context: FileContext<'_>, ty: &TypeSource, key: &NestedMember<'_>) -> Option<MemberRef> {
    let members = ty.members(*context, &key.path, key.name);
    let text = context.file.text(context.db);
    let written = text.get(std::ops::Range::<usize>::from(key.range))?;
    let start = key.range.start() + TextSize::try_from(written.find(key.name)?).ok()?;
    let range = TextRange::at(start, TextSize::of(key.name));
    MemberRef::new((key.name.to_owned(), range), true, members)
}

/// The type of the parameter that gets its value from a key.
fn type_of(context: FileContext<'_>, key: &str) -> Option<TypeSource> {
    let found = resolve::resolve_hiera_name(context, &HieraName::Key(key.to_owned()));
    let parameter = found.first()?;
    match parameter {
        Definition::Parameter(_, definition, _) if is_class(definition) => of_parameter(parameter),
        _ => None,
    }
}

/// All keys in a value.
fn inner<'v>(value: &'v DataValue, path: &mut Vec<PathSegment>, keys: &mut Vec<NestedMember<'v>>) {
    match &value.kind {
        ValueKind::Mapping(entries) => {
            for entry in entries {
                keys.push(NestedMember {
                    path: path.clone(),
                    name: &entry.key,
                    range: entry.key_range,
                });
                path.push(PathSegment::Key(entry.key.clone()));
                inner(&entry.value, path, keys);
                path.pop();
            }
        }
        ValueKind::Sequence(elements) => {
            for (index, element) in elements.iter().enumerate() {
                path.push(PathSegment::Item(index));
                inner(element, path, keys);
                path.pop();
            }
        }
        ValueKind::Scalar(_) => {}
    }
}

/// The names of members in the data of a file, of those with one name.
pub fn names_in(context: FileContext<'_>, name: &str) -> Vec<MemberRef> {
    let document = document_of(context.db, context.file);
    let mut names = Vec::new();
    for entry in document.entries() {
        let mut keys = Vec::new();
        inner(&entry.value, &mut Vec::new(), &mut keys);
        keys.retain(|key| key.name == name);
        let ty = (!keys.is_empty()).then(|| type_of(context, &entry.key));
        if let Some(ty) = ty.flatten() {
            names.extend(keys.iter().filter_map(|key| named(context, &ty, key)));
        }
    }
    names
}
