//! The diagnostics of a file in the form that editors show.

use puppet_checks::{fails_on_system, unused_on_node};
use puppet_db::FilePlace;
use puppet_diagnostics::{Rule, Tag};
use puppet_ide_db::node_values::{unused, value_text};
use puppet_ide_db::workspace_files::file_diagnostics;
use puppet_text::TextRange;

use puppet_ide_db::context::{FileContext, IdeContext};
use puppet_ide_db::position::FileRange;

pub use puppet_diagnostics::Severity;

/// Something wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditorDiagnostic {
    /// Where.
    pub range: TextRange,
    /// How bad.
    pub severity: Severity,
    /// The code of the rule: "T201".
    pub code: &'static str,
    /// What is wrong, and below it what to do about it.
    pub message: String,
    /// Nothing needs this code.
    pub is_unnecessary: bool,
    /// Old code.
    pub is_deprecated: bool,
    /// Other places that explain it.
    pub related: Vec<RelatedPlace>,
    /// Where the page of the rule can be read.
    pub page: String,
}

/// Another place that explains an [`EditorDiagnostic`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelatedPlace {
    /// Where.
    pub at: FileRange,
    /// What is there.
    pub message: String,
}

/// The diagnostics of a file in the form that editors show.
pub fn diagnostics(context: FileContext<'_>) -> Vec<EditorDiagnostic> {
    let found = file_diagnostics(context).iter();
    let unused = unused_on_node(context);
    let failing = failing_on_systems(context);
    let found = found.chain(&unused).chain(&failing);
    found
        .map(|diagnostic| plain(*context, diagnostic))
        .collect()
}

/// What fails on some of the operating systems that the module claims.
fn failing_on_systems(context: FileContext<'_>) -> Vec<puppet_diagnostics::Diagnostic<FilePlace>> {
    let Some(systems) = context.systems else {
        return Vec::new();
    };
    let failures =
        systems.file_failures(context.file.path(context.db), context.file.text(context.db));
    fails_on_system::diagnostics(context.db, context.file, &failures)
}

/// The code that the chosen node does not use.
fn unused_on_node(context: FileContext<'_>) -> Vec<puppet_diagnostics::Diagnostic<FilePlace>> {
    let Some(node) = context.node else {
        return Vec::new();
    };
    let title = node.chosen().title();
    let text = context.file.text(context.db);
    let branches = unused(context).into_iter().map(|branch| {
        let condition = branch.condition;
        let condition = text.get(condition.start().into()..condition.end().into());
        let words = condition.unwrap_or_default().split_whitespace();
        let condition = words.collect::<Vec<_>>().join(" ");
        let value = value_text(&branch.value);
        (
            branch.range,
            format!("{title} does not use this code: `{condition}` is {value}"),
        )
    });
    unused_on_node::diagnostics(context.db, context.file, branches)
}

fn plain(
    context: IdeContext<'_>,
    diagnostic: &puppet_diagnostics::Diagnostic<FilePlace>,
) -> EditorDiagnostic {
    let message = match &diagnostic.help {
        Some(help) => format!("{}\n{help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let related = diagnostic.related.iter().map(|related| RelatedPlace {
        at: FileRange {
            file: context.files.id(context.db, related.place.file),
            range: related.place.range,
        },
        message: related.message.clone(),
    });
    EditorDiagnostic {
        range: diagnostic.place.range,
        severity: diagnostic.severity,
        code: diagnostic.code(),
        message,
        is_unnecessary: diagnostic.tags.contains(&Tag::Unnecessary),
        is_deprecated: diagnostic.tags.contains(&Tag::Deprecated),
        related: related.collect(),
        page: diagnostic.rule.page_url(),
    }
}

/// The page of a rule at a path (`rule/N101.md`), in Markdown: what `explain` prints.
pub fn rule_page(path: &str) -> Option<String> {
    let code = path.strip_prefix("rule/")?.strip_suffix(".md")?;
    puppet_checks::rules::find(code).map(Rule::explanation)
}
