//! Hover of tasks: their names and parameters in plans, and their metadata.

use puppet_data::{DataEntry, DataValue, json};
use puppet_text::TextSize;

use crate::hover::Hover;
use crate::hover::markup::Markup;
use puppet_ide_db::context::FileContext;
use puppet_semantic::tasks::{Task, TaskParameter, keys};

/// A task that has metadata: how it is run.
pub(super) fn describe(context: FileContext<'_>, name: &str) -> Option<Markup> {
    let (_, task) = puppet_semantic::tasks::task(context.db, context.file, name)?;
    Some(Markup::new(call(name, &task), task.description.clone()))
}

/// A parameter of a task.
pub(super) fn describe_parameter(parameter: &TaskParameter) -> Markup {
    Markup::new(parameter.code(), parameter.description.clone())
}

/// A call of a task with all that it takes, a parameter on each line.
fn call(name: &str, task: &Task) -> String {
    let parameters = task.parameters.iter();
    let lines: String = parameters.map(|it| format!("\n  {},", it.code())).collect();
    match lines.is_empty() {
        true => format!("run_task('{name}', $targets)"),
        false => format!("run_task('{name}', $targets, {{{lines}\n}})"),
    }
}

/// A key of a description.
pub(super) fn key(context: FileContext<'_>, offset: TextSize) -> Option<Hover> {
    let root = json::parse(context.file.text(context.db)).ok()?;
    let mut path = Vec::new();
    let entry = entry_at(&root, offset, &mut path)?;
    let mut known = keys(&path).iter();
    let (_, about) = known.find(|(key, _)| *key == *entry.key)?;
    Some(Hover {
        range: entry.key_range,
        code: Vec::new(),
        documentation: Some(about.clone()),
    })
}

/// The entry whose key is at an offset, with the keys around it.
fn entry_at<'v>(
    value: &'v DataValue,
    offset: TextSize,
    path: &mut Vec<&'v str>,
) -> Option<&'v DataEntry> {
    let entries = value.as_mapping().unwrap_or_default();
    for entry in entries {
        if entry.key_range.contains_inclusive(offset) {
            return Some(entry);
        }
        if entry.value.range.contains_inclusive(offset) {
            path.push(&entry.key);
            return entry_at(&entry.value, offset, path);
        }
    }
    let elements = value.as_sequence().unwrap_or_default().iter();
    let mut around = elements.filter(|it| it.range.contains_inclusive(offset));
    entry_at(around.next()?, offset, path)
}

#[cfg(test)]
mod tests {
    use crate::test_fixture::cursor;

    const TASK: &str = "{\"description\": \"Restarts.\", \"parameters\": {\"name\": {\"type\": \"String[1]\", \"description\": \"Of the service.\"}}}";

    fn of(file: &str) -> String {
        let (analysis, position) = cursor(&format!("#- /environment.conf\n{file}\n"));
        let hover = analysis.hover(position).expect("not cancelled");
        hover.map(|it| it.plain_text()).unwrap_or_default()
    }

    #[test]
    fn names_and_parameters_in_plans() {
        let in_plan = |code: &str| {
            of(&format!(
                "#- /modules/web/tasks/restart.json\n{TASK}\n#- /modules/web/plans/x.pp\nplan web::x($t) {{\n{code}\n}}\n"
            ))
        };
        let name = in_plan("run_task('web::re$0start', $t)");
        assert!(
            name.contains("name => String[1]") && name.contains("Restarts."),
            "{name}"
        );
        for code in [
            "run_task('web::restart', $t, 'na$0me' => 1)",
            "run_task('web::restart', $t, { na$0me => 1",
        ] {
            let key = in_plan(code);
            assert!(
                key.contains("name => String[1]\n") && key.contains("Of the service."),
                "{key}"
            );
        }
        assert!(!in_plan("run_task('web::other$0', $t)").contains("run_task"));
    }

    #[test]
    fn keys_of_descriptions() {
        let in_task = |text: &str| of(&format!("#- /modules/web/tasks/x.json\n{text}"));
        assert!(in_task("{\"input_$0method\": \"stdin\"}").contains("How it gets"));
        assert!(
            in_task("{\"parameters\": {\"a\": {\"sensi$0tive\": true}}}").contains("out of logs")
        );
        let parameter = in_task(&TASK.replace("\"name\"", "\"na$0me\""));
        assert!(parameter.contains("name => String[1]"), "{parameter}");
        assert_eq!(in_task("{\"nothing$0\": 1}"), "");
    }
}
