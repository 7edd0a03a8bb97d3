//! The list as JSON.

use serde_json::{Value, json};

use super::{ListedNodes, ShownPlace};

/// One object with all.
pub(super) fn list_json(list: &ListedNodes) -> Value {
    let definitions = list
        .definitions
        .iter()
        .map(|(name, place)| with_place(json!({"match": name}), place));
    let facts = list.facts.iter().map(|facts| {
        let definition = facts.definition.as_ref().map(|(text, place)| match place {
            Some(place) => with_place(json!({"match": text}), place),
            None => json!({"reason": text}),
        });
        let node = json!({"name": facts.name, "system": facts.system, "definition": definition});
        with_place(node, &facts.place)
    });
    let systems = list.systems.iter().map(|(module, systems)| {
        let systems = systems
            .iter()
            .map(|system| json!({"id": system.id, "title": system.title}));
        json!({"module": module, "systems": systems.collect::<Vec<_>>()})
    });
    let problems = list.problems.iter().map(|(message, place)| {
        let mut problem = with_place(json!({"message": message}), place);
        problem["column"] = place.column.into();
        problem
    });
    json!({
        "definitions": definitions.collect::<Vec<_>>(),
        "fact_sets": facts.collect::<Vec<_>>(),
        "systems": systems.collect::<Vec<_>>(),
        "problems": problems.collect::<Vec<_>>(),
    })
}

fn with_place(mut object: Value, place: &ShownPlace) -> Value {
    object["file"] = place.path.as_str().into();
    object["line"] = place.line.into();
    object
}
