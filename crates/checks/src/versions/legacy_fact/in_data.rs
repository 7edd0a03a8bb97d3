//! Facts from before facts were structured, in `%{…}` of data and of paths in `hiera.yaml`.

use puppet_data::{DataValue, Scalar, ValueKind, yaml};
use puppet_db::{Db, Environment, File, FileKind, FilePlace};
use puppet_diagnostics::{Diagnostic, Fix, Place, Safety};
use puppet_library::FactStub;
use puppet_text::{TextRange, TextSize};

use crate::rules;
use crate::versions::legacy_fact::{message, replacement_in, severity};
use puppet_semantic::hiera::data_origin;
use puppet_semantic::hiera::document::document_of;
use puppet_semantic::hiera::interpolation_syntax::{HieraInterpolation, interpolations};

/// Checks a `hiera.yaml` or a data file of its hierarchy.
pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    let Some(origin) = data_origin(db, file) else {
        return;
    };
    if file.kind(db) == FileKind::HieraConfig {
        let root = yaml::parse_tolerantly(file.text(db)).0;
        check_values(db, file, origin.environment, &root, out);
    } else {
        let document = document_of(db, file);
        check_values(db, file, origin.environment, &document.root, out);
    }
}

fn check_values(
    db: &dyn Db,
    file: File,
    environment: Environment,
    root: &DataValue,
    out: &mut Vec<Diagnostic<FilePlace>>,
) {
    let Some(severity) = severity(db, file) else {
        return;
    };
    let start = out.len();
    let mut open = vec![root];
    while let Some(value) = open.pop() {
        match &value.kind {
            ValueKind::Scalar(Scalar::String(text)) => {
                for found in interpolations(text) {
                    out.extend(legacy_fact_diagnostic(
                        db,
                        file,
                        environment,
                        value.range,
                        &found,
                    ));
                }
            }
            ValueKind::Scalar(_) => {}
            ValueKind::Sequence(elements) => open.extend(elements),
            ValueKind::Mapping(entries) => open.extend(entries.iter().map(|it| &it.value)),
        }
    }
    for diagnostic in out.iter_mut().skip(start) {
        diagnostic.severity = severity;
    }
}

fn legacy_fact_diagnostic(
    db: &dyn Db,
    file: File,
    environment: Environment,
    within: TextRange,
    found: &HieraInterpolation<'_>,
) -> Option<Diagnostic<FilePlace>> {
    let path = found.expression.trim_start_matches("::");
    let path = path.strip_prefix("facts.").unwrap_or(path);
    let fact = path.split('.').next().filter(|_| found.call.is_none())?;
    let replacement = replacement_in(db, environment, fact)?;
    let start = usize::from(within.start());
    let source = file.text(db).get(start..usize::from(within.end()))?;
    let at = TextSize::try_from(start + source.find(found.expression)?).ok()?;
    let place = Place::new(file, TextRange::at(at, TextSize::of(found.expression)));
    let diagnostic = Diagnostic::new(&rules::LEGACY_FACT, place, message(fact));
    let is_same = |stub: &&FactStub| !path.contains('.') && !stub.legacy_values.contains_key(fact);
    let Some(stub) = replacement.filter(is_same) else {
        return Some(diagnostic);
    };
    let new = format!("facts.{}", stub.name);
    let title = format!("Replace with `%{{{new}}}`");
    let fix = Fix::replace(title.clone(), Safety::Unsafe, place, new);
    Some(diagnostic.with_help(title).with_fix(fix))
}
