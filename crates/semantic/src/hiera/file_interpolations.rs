//! The interpolations (`%{…}`) of a `hiera.yaml` or a data file.

use puppet_data::{DataValue, Scalar, ValueKind, yaml};
use puppet_db::{Db, File, FileKind};
use puppet_text::{TextRange, TextSize};

use crate::hiera::document::document_of;
use crate::hiera::interpolation_syntax::{HieraInterpolation, interpolations};

/// Calls `found` with each interpolation of a file, and with the place of the expression between its braces if that is
/// written as it is.
pub fn for_each_interpolation(
    db: &dyn Db,
    file: File,
    mut found: impl FnMut(&HieraInterpolation<'_>, Option<TextRange>),
) {
    let source = file.text(db);
    match file.kind(db) {
        FileKind::HieraConfig => visit(&yaml::parse_tolerantly(source).0, source, &mut found),
        _ => visit(&document_of(db, file).root, source, &mut found),
    }
}

fn visit(
    root: &DataValue,
    source: &str,
    found: &mut dyn FnMut(&HieraInterpolation<'_>, Option<TextRange>),
) {
    let mut open = vec![root];
    while let Some(value) = open.pop() {
        match &value.kind {
            ValueKind::Scalar(Scalar::String(text)) => {
                for it in interpolations(text) {
                    found(&it, place_in(source, value.range, it.expression));
                }
            }
            ValueKind::Scalar(_) => {}
            ValueKind::Sequence(elements) => open.extend(elements),
            ValueKind::Mapping(entries) => open.extend(entries.iter().map(|it| &it.value)),
        }
    }
}

/// Where a part of a text is written.
fn place_in(source: &str, within: TextRange, part: &str) -> Option<TextRange> {
    let start = usize::from(within.start());
    let written = source.get(start..usize::from(within.end()))?;
    let at = TextSize::try_from(start + written.find(part)?).ok()?;
    Some(TextRange::at(at, TextSize::of(part)))
}
