//! The settings in the manifest of the VS Code extension, in groups.

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value, json};

use super::{MANIFEST, SettingRow, SettingTable, SettingsGroup, TABLE, without_links};
use crate::codegen_rules;

/// What `null` stands for in a setting that `puppet-analyzer.toml` may have, too.
const UNSET: &str = "The value in `puppet-analyzer.toml`, or else the default.";

/// The same in a list of values, which shows the word `null` otherwise.
const UNSET_LABEL: &str = "not set";

/// The manifest with another configuration; everything else stays as it is written.
pub(super) fn with_configuration(manifest: &str, table: &SettingTable) -> Result<String> {
    const START: &str = "\n    \"configuration\": [\n";
    const END: &str = "\n    ]\n";
    let start = manifest
        .find(START)
        .with_context(|| format!("no configuration in {MANIFEST}"))?
        + START.len();
    let end = start
        + manifest[start..]
            .find(END)
            .with_context(|| format!("a configuration without end in {MANIFEST}"))?;
    every_key_has_one_group(table)?;
    let rules = codegen_rules::summaries()?;
    let mut groups = Vec::new();
    for (index, group) in table.group.iter().enumerate() {
        groups.push(category(group, index + 1, table, &rules)?);
    }
    Ok(format!(
        "{}{}{}",
        &manifest[..start],
        groups.join(",\n"),
        &manifest[end..]
    ))
}

fn every_key_has_one_group(table: &SettingTable) -> Result<()> {
    for row in table.setting.iter().chain(&table.editor) {
        let keys = table.group.iter().flat_map(|group| &group.keys);
        let count = keys.filter(|key| **key == row.key).count();
        ensure!(count == 1, "{TABLE}: {} is in {count} groups", row.key);
    }
    Ok(())
}

fn category(
    group: &SettingsGroup,
    order: usize,
    table: &SettingTable,
    rules: &[RuleSummary],
) -> Result<String> {
    let mut properties = Vec::new();
    for (index, key) in group.keys.iter().enumerate() {
        let is_key = |row: &&SettingRow| row.key == *key;
        let shared = table.setting.iter().find(is_key);
        let Some(row) = shared.or_else(|| table.editor.iter().find(is_key)) else {
            bail!(
                "{TABLE}: there is no setting {key} for the group {}",
                group.title
            );
        };
        let mut property = property(row, shared.is_some(), rules)?;
        property.insert("order".to_owned(), Value::from(index + 1));
        let lines: Vec<String> = property
            .iter()
            .map(|(key, value)| format!("            {}: {value}", Value::from(key.as_str())))
            .collect();
        let name = Value::from(format!("puppet-analyzer.{key}"));
        properties.push(format!(
            "          {name}: {{\n{}\n          }}",
            lines.join(",\n")
        ));
    }
    Ok(format!(
        "      {{\n        \"title\": {},\n        \"order\": {order},\n        \"properties\": {{\n{}\n        }}\n      }}",
        Value::from(group.title.as_str()),
        properties.join(",\n")
    ))
}

/// The name of a rule and what it reports.
type RuleSummary = (String, String);

fn property(
    row: &SettingRow,
    is_shared: bool,
    rules: &[RuleSummary],
) -> Result<Map<String, Value>> {
    let mut property = row.schema.clone();
    with_rules(&mut property, rules);
    let default = serde_json::from_str(&row.default)
        .with_context(|| format!("{TABLE}: the default of {} is no JSON", row.key))?;
    property.insert("default".to_owned(), default);
    let count = property
        .get("enum")
        .and_then(Value::as_array)
        .map_or(0, Vec::len);
    ensure!(
        count == row.values.len(),
        "{TABLE}: {} has {count} values, and descriptions of {}",
        row.key,
        row.values.len()
    );
    if count > 0 {
        property.insert("markdownEnumDescriptions".to_owned(), json!(row.values));
    }
    if is_shared {
        make_optional(&mut property);
    }
    if let Some(scope) = &row.scope {
        property.insert("scope".to_owned(), Value::from(scope.as_str()));
    }
    let description = format!("{} {}", row.summary, row.details);
    property.insert(
        "markdownDescription".to_owned(),
        Value::from(without_links(description.trim())),
    );
    Ok(property)
}

/// Wherever a schema has levels by rules (any names), the names of the rules are proposed, with what they report.
fn with_rules(schema: &mut Map<String, Value>, rules: &[RuleSummary]) {
    if let Some(level) = schema
        .get("additionalProperties")
        .filter(|it| it.is_object())
    {
        let named = |(name, summary): &RuleSummary| {
            let mut level = level.clone();
            level["description"] = Value::from(summary.as_str());
            (name.clone(), level)
        };
        let properties: Map<String, Value> = rules.iter().map(named).collect();
        schema.insert("properties".to_owned(), Value::Object(properties));
        return;
    }
    for (_, inner) in schema.iter_mut() {
        if let Value::Object(inner) = inner {
            with_rules(inner, rules);
        }
    }
}

/// Editors send defaults as if the user had set them. What also stands in `puppet-analyzer.toml` must not be hidden by
/// them: there, the default says nothing. It is an empty text where values are chosen from a list, because VS Code shows
/// it beside its label.
fn make_optional(property: &mut Map<String, Value>) {
    if !property
        .get("default")
        .is_some_and(|value| value.is_string() || value.is_boolean())
    {
        return;
    }
    if let Some(Value::Array(values)) = property.get_mut("enum") {
        // Without a label, a value is shown as it is.
        let mut labels = vec![Value::from(""); values.len()];
        labels.push(Value::from(UNSET_LABEL));
        values.push(Value::from(""));
        property.insert("enumItemLabels".to_owned(), Value::Array(labels));
        if let Some(Value::Array(texts)) = property.get_mut("markdownEnumDescriptions") {
            texts.push(Value::from(UNSET));
        }
        property.insert("default".to_owned(), Value::from(""));
    } else if let Some(kind) = property.get("type").cloned() {
        property.insert("type".to_owned(), json!([kind, "null"]));
        property.insert("default".to_owned(), Value::Null);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{make_optional, with_rules};

    #[test]
    fn an_unset_choice_is_shown_as_words() {
        let property = json!({ "type": "string", "enum": ["a", "b"], "default": "a" });
        let mut property = property.as_object().cloned().unwrap();
        make_optional(&mut property);
        assert_eq!(property["enum"], json!(["a", "b", ""]));
        assert_eq!(property["default"], json!(""));
        assert_eq!(property["enumItemLabels"], json!(["", "", "not set"]));
    }

    #[test]
    fn names_of_rules_are_proposed_wherever_levels_stand() {
        let rules = [("one".to_owned(), "What is wrong.".to_owned())];
        let levels = json!({ "type": "object", "additionalProperties": { "enum": ["off"] } });
        let proposed = json!({ "one": { "enum": ["off"], "description": "What is wrong." } });
        let mut flat = levels.as_object().cloned().unwrap();
        with_rules(&mut flat, &rules);
        assert_eq!(flat["properties"], proposed);
        let deep = json!({ "items": { "additionalProperties": false, "properties": { "rules": levels } } });
        let mut deep = deep.as_object().cloned().unwrap();
        with_rules(&mut deep, &rules);
        assert_eq!(deep["items"]["properties"]["rules"]["properties"], proposed);
    }
}
