//! Facts from before facts were structured, in `%{…}` of data and of paths in `hiera.yaml`.

use puppet_db::{Db, Environment, File, FilePlace};
use puppet_diagnostics::{Diagnostic, Fix, Place, Safety};
use puppet_library::FactStub;

use crate::rules;
use crate::versions::legacy_fact::{message, replacement_in, severity};
use puppet_semantic::hiera::data_origin;
use puppet_semantic::hiera::file_interpolations::for_each_interpolation;
use puppet_semantic::hiera::interpolation_syntax::HieraInterpolation;

/// Checks a `hiera.yaml` or a data file of its hierarchy.
pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    let (Some(origin), Some(severity)) = (data_origin(db, file), severity(db, file)) else {
        return;
    };
    for_each_interpolation(db, file, |found, range| {
        let diagnostic = range.and_then(|range| {
            let place = Place::new(file, range);
            legacy_fact_diagnostic(db, origin.environment, found, place)
        });
        out.extend(diagnostic.map(|it| it.with_severity(severity)));
    });
}

fn legacy_fact_diagnostic(
    db: &dyn Db,
    environment: Environment,
    found: &HieraInterpolation<'_>,
    place: FilePlace,
) -> Option<Diagnostic<FilePlace>> {
    let path = found.expression.trim_start_matches("::");
    let path = path.strip_prefix("facts.").unwrap_or(path);
    let fact = path.split('.').next().filter(|_| found.call.is_none())?;
    let replacement = replacement_in(db, environment, fact)?;
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
