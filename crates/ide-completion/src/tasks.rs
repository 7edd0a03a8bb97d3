//! Completion in the metadata of tasks, and of the parameters of a task.

use puppet_library::Library;
use puppet_project::hiera::Format;
use puppet_text::{TextRange, TextSize};

use crate::item::{Completion, CompletionItem, CompletionKind};
use crate::{NameMatcher, data_types};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::hiera::incomplete::{PathSegment, YamlContext, YamlPosition, cursor_at};
use puppet_semantic::tasks::keys;

/// What every task can be given.
const OF_ALL: [(&str, &str); 4] = [
    ("_catch_errors", "Boolean"),
    ("_description", "String"),
    ("_noop", "Boolean"),
    ("_run_as", "String"),
];

/// The parameters of a task, those first that must be given.
pub fn parameters(context: FileContext<'_>, task: &str) -> Vec<CompletionItem> {
    let task = puppet_semantic::tasks::task(context.db, context.file, task);
    let known = task.iter().flat_map(|(_, task)| &task.parameters);
    let own = known.map(|it| (&*it.name, &*it.ty, if it.is_required() { 5 } else { 10 }));
    let of_all = OF_ALL.map(|(name, ty)| (name, ty, 30));
    let item = |(name, ty, rank): (&str, &str, u8)| {
        CompletionItem::new(name, CompletionKind::Parameter)
            .detail(ty)
            .rank(rank)
    };
    own.chain(of_all).map(item).collect()
}

/// The completion context at a cursor in a description.
pub fn completion(context: FileContext<'_>, offset: TextSize) -> Completion {
    let text = &**context.file.text(context.db);
    let Some(cursor) = cursor_at(text, offset, Format::Json) else {
        return Completion::default();
    };
    let (replace, items) = items(context, &cursor, offset);
    let range = usize::from(replace.start())..usize::from(offset);
    let typed = NameMatcher::new(text.get(range).unwrap_or_default());
    let items = typed.choose(items);
    Completion {
        replace,
        items,
        is_incomplete: typed.has_left_out(),
        ..Completion::default()
    }
}

fn items(
    context: FileContext<'_>,
    cursor: &YamlContext,
    offset: TextSize,
) -> (TextRange, Vec<CompletionItem>) {
    let is_quoted = cursor.quote.is_some();
    let path: Vec<&str> = cursor.path.iter().filter_map(key).collect();
    let quoted = |item: CompletionItem| match is_quoted {
        true => item,
        false => {
            let text = format!("\"{}\"", item.label);
            item.insert(text)
        }
    };
    let items: Vec<CompletionItem> = match &cursor.slot {
        YamlPosition::Key { taken, has_colon } => {
            let free = keys(&path).iter().filter(|(word, _)| !taken.contains(word));
            let items = free.map(|(word, about)| {
                let item = CompletionItem::new(word, CompletionKind::Parameter).rank(10);
                let item = item.detail(about.replace('`', "'"));
                match is_quoted || *has_colon {
                    true => quoted(item),
                    false => item.insert(format!("\"{word}\": ")),
                }
            });
            items.collect()
        }
        YamlPosition::Value { .. } => match *path {
            ["parameters", _, "type"] if is_quoted => {
                let range = word_before(context.file.text(context.db), offset);
                let text = std::ops::Range::<usize>::from(range);
                let typed =
                    NameMatcher::new(context.file.text(context.db).get(text).unwrap_or_default());
                return (range, data_types(context, &typed));
            }
            ["parameters", _, "sensitive"] | ["supports_noop" | "private" | "remote"] => {
                ["false", "true"].map(value).into()
            }
            [.., "input_method"] => {
                let methods = Library.document_values("task input_method").iter();
                methods.map(|it| quoted(value(it))).collect()
            }
            _ => Vec::new(),
        },
        YamlPosition::Interpolation(_) => Vec::new(),
    };
    (cursor.replace, items)
}

fn value(text: &str) -> CompletionItem {
    CompletionItem::new(text, CompletionKind::Value).rank(10)
}

/// The keys around; elements of lists have none.
fn key(step: &PathSegment) -> Option<&str> {
    match step {
        PathSegment::Key(key) => Some(key),
        PathSegment::Item(_) => None,
    }
}

/// The incomplete name of a type.
fn word_before(text: &str, offset: TextSize) -> TextRange {
    let before = text.get(..usize::from(offset)).unwrap_or_default();
    let word = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "_:".contains(c));
    TextRange::new(TextSize::of(word), offset)
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::cursor;

    const MODULE: &str = "#- /environment.conf\n#- /modules/web/types/mode.pp\ntype Web::Mode = Enum['a']\n\
        #- /modules/web/plans/x.pp\nplan web::x() { }\n";

    fn labels(file: &str, count: usize) -> String {
        let (analysis, position) = cursor(&format!("{MODULE}{file}\n"));
        let items = analysis.completion(position).expect("not cancelled").items;
        let labels = items.into_iter().map(|item| item.label).take(count);
        labels.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn descriptions() {
        for (text, expected) in [
            ("{ \"$0\": 1 }", "description extensions"),
            ("{ \"in$0\": 1 }", "input_method"),
            ("{ $0 }", "description extensions"),
            (
                "{ \"parameters\": { \"a\": { \"$0\": 1 } } }",
                "default description",
            ),
            (
                "{ \"parameters\": { \"a\": { \"type\": \"Bool$0\" } } }",
                "Boolean",
            ),
            (
                "{ \"parameters\": { \"a\": { \"type\": \"Optional[Web::$0]\" } } }",
                "Web::Mode",
            ),
            ("{ \"input_method\": \"$0\" }", "both environment"),
            ("{ \"implementations\": [ { \"$0", "files input_method"),
            ("{ \"private\": t$0 }", "true"),
            // Incomplete.
            ("{ \"parameters\": { \"a\": { \"ty$0", "type"),
            ("{ \"parameters\": { \"$0\": { } } }", ""),
        ] {
            let file = format!("#- /modules/web/tasks/x.json\n{text}");
            let count = expected.split(' ').count();
            assert_eq!(labels(&file, count), expected, "{text}");
        }
    }

    #[test]
    fn parameters_of_tasks() {
        for (code, expected) in [
            (
                "run_task('web::restart', $t, '$0' => 1)",
                "name force level",
            ),
            (
                "run_task('web::restart', $t, 'name' => 'x', '$0')",
                "force level",
            ),
            ("run_task('web::restart', $t, { $0 })", "name force level"),
            (
                "run_task('web::restart', $t, 'Why', 'level' => '$0')",
                "hard soft",
            ),
            ("run_task('web::restart', $t, 'force' => $0)", "false true"),
            ("run_task('web', $t, '$0')", "_catch_errors"),
            ("run_task('web::restart', $t,\n  $0)", "name force level"),
            ("run_task('web::restart', $t, 'name' => 1, fo$0)", "force"),
            ("run_task('web::restart', $0)", "$t"),
            (
                "run_task_with('web::restart', $t) |$x| { { '$0' => 1 } }",
                "name force level",
            ),
            (
                "run_task_with('web::restart', $t) |$x| {\n  { 'name' => 'a', 'level' => '$0' }\n}",
                "hard soft",
            ),
            // Incomplete.
            ("run_task('web::restart', $t, 'na$0", "name"),
            ("run_task('web::restart', $t, 'level' => 'h$0", "hard"),
            ("run_task('web::restart', $t,\n  n$0", "name"),
            (
                "run_task_with('web::restart', $t) |$x| { { 'n$0' } }",
                "name",
            ),
        ] {
            let file = format!(
                "#- /modules/web/tasks/restart.json\n\
                 {{\"parameters\": {{\"force\": {{\"type\": \"Optional[Boolean]\"}}, \"name\": {{\"type\": \"String[1]\"}},\n\
                 \"level\": {{\"type\": \"Enum['soft', 'hard']\", \"default\": \"soft\"}}}}}}\n\
                 #- /modules/web/plans/y.pp\nplan web::y($t) {{\n{code}\n}}\n"
            );
            let count = expected.split(' ').count();
            assert_eq!(labels(&file, count), expected, "{code}");
        }
    }
}
