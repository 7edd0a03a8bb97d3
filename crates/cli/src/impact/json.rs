//! The report as JSON.

use puppet_impact::{Affected, Change, EntityKey};
use serde_json::{Value, json};

use super::{ImpactReport, Places};

/// One object with all.
pub(super) fn report_json(report: &ImpactReport, places: &Places<'_>) -> Value {
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

fn affected(affected: &Affected, places: &Places<'_>) -> Value {
    let mut json = key(&affected.key);
    let place = affected.place.as_ref();
    json["file"] = place.map(|place| places.path(place)).into();
    json["line"] = place.map(|place| place.line).into();
    json["change"] = match affected.change {
        Some(Change::Added) => "added".into(),
        Some(Change::Removed) => "removed".into(),
        Some(Change::Changed) => "changed".into(),
        None => Value::Null,
    };
    json["path"] = affected.path.iter().map(key).collect();
    json
}

fn key(key: &EntityKey) -> Value {
    json!({"kind": key.kind.describe(), "name": key.name.as_str()})
}
