//! Facts that nothing provides, in `%{…}` of data and of paths in `hiera.yaml`.

use puppet_db::{Db, Environment, File, FilePlace};
use puppet_diagnostics::{Diagnostic, Place};
use puppet_text::{TextRange, TextSize, typo_of};

use super::UNKNOWN_FACT;
use puppet_inference::variables::global_reads::is_shared;
use puppet_semantic::facts::{closest_fact, is_given, may_be_fact, schema};
use puppet_semantic::hiera::data_origin;
use puppet_semantic::hiera::file_interpolations::for_each_interpolation;
use puppet_semantic::similar_name::with_similar;

/// Checks a `hiera.yaml` or a data file of its hierarchy.
pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    let Some(origin) = data_origin(db, file) else {
        return;
    };
    for_each_interpolation(db, file, |found, range| {
        if let (None, Some(range)) = (found.call, range) {
            let place = Place::new(file, range);
            out.extend(unknown_fact(
                db,
                origin.environment,
                found.expression,
                place,
            ));
        }
    });
}

fn unknown_fact(
    db: &dyn Db,
    environment: Environment,
    expression: &str,
    place: FilePlace,
) -> Option<Diagnostic<FilePlace>> {
    let variable = expression.trim_start_matches("::");
    let path: Vec<&str> = match variable.strip_prefix("facts.") {
        Some(path) => path.split('.').collect(),
        None => vec![variable],
    };
    if let Some(unknown) = schema::unknown_part(db, environment, &path) {
        let (whole, name) = (path.get(..unknown.index)?, path.get(unknown.index)?);
        let message = format!("Fact '{}' has no '{name}'", whole.join("."));
        let place = part_of(expression, name, place)?;
        let diagnostic = Diagnostic::new(&UNKNOWN_FACT, place, message);
        return Some(match unknown.similar {
            Some(similar) => with_similar(db, diagnostic, similar),
            None => diagnostic,
        });
    }
    let name = *path.first()?;
    if may_be_fact(db, environment, name) || is_given(db, environment, name) {
        return None;
    }
    let similar = closest_fact(db, environment, name.into())?;
    // A node classifier may set other variables.
    typo_of(name, [similar]).filter(|_| !is_shared(db, environment, name.into()))?;
    let message = format!("Unknown fact '{name}'");
    let place = part_of(expression, name, place)?;
    Some(with_similar(
        db,
        Diagnostic::new(&UNKNOWN_FACT, place, message),
        similar,
    ))
}

/// The place of a part of an expression: the last one of this name.
fn part_of(expression: &str, part: &str, place: FilePlace) -> Option<FilePlace> {
    let at = TextSize::try_from(expression.rfind(part)?).ok()?;
    let range = TextRange::at(place.range.start() + at, TextSize::of(part));
    Some(Place::new(place.file, range))
}
