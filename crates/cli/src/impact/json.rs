//! The report as JSON.

use puppet_impact::{Affected, EntityChange, EntityKey};
use serde_json::{Value, json};

use super::{ImpactReport, PlaceWriter};

/// One object with all.
pub(super) fn report_json(report: &ImpactReport, places: &PlaceWriter<'_>) -> Value {
    let interface = report.interface.iter().map(|change| {
        json!({
            "breaking": change.is_breaking,
            "subject": change.subject,
            "message": change.message,
        })
    });
    let affected = report.affected.iter().map(|it| affected(it, places));
    json!({
        "affected": affected.collect::<Vec<_>>(),
        "interface": interface.collect::<Vec<_>>(),
    })
}

fn affected(affected: &Affected, places: &PlaceWriter<'_>) -> Value {
    let mut json = key(&affected.key);
    let place = affected.place.as_ref();
    json["file"] = place.map(|place| places.path(place)).into();
    json["line"] = place.map(|place| place.line).into();
    json["change"] = match affected.change {
        Some(EntityChange::Added) => "added".into(),
        Some(EntityChange::Removed) => "removed".into(),
        Some(EntityChange::Changed) => "changed".into(),
        None => Value::Null,
    };
    json["path"] = affected.path.iter().map(key).collect();
    json
}

fn key(key: &EntityKey) -> Value {
    json!({"kind": key.kind.describe(), "name": key.name.as_str()})
}
