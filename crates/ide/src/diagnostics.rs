//! What is wrong in a file.

use puppet_db::{File, FileKind, FileProblem};
use puppet_diagnostics::Tag;
use puppet_semantic::index::file_origin::owner;
use puppet_text::TextRange;
use puppet_vfs::FileId;

use crate::FileRange;
use crate::analysis::Context;
use crate::rename::is_ours;

/// How bad a [`Diagnostic`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Puppet will fail.
    Error,
    /// Probably not meant.
    Warning,
    /// Good to know.
    Info,
    /// Hardly visible.
    Hint,
}

/// Something wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
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

/// Another place that explains a [`Diagnostic`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelatedPlace {
    /// Where.
    pub at: FileRange,
    /// What is there.
    pub message: String,
}

pub(crate) fn diagnostics(context: Context<'_>, file: File) -> Vec<Diagnostic> {
    let found = findings(context, file).iter();
    found.map(|finding| plain(context, finding)).collect()
}

/// The findings in a file.
pub(crate) fn findings(
    context: Context<'_>,
    file: File,
) -> &[puppet_diagnostics::Diagnostic<File>] {
    match file.problem(context.db) {
        // An editor may ask for what it has just moved away.
        Some(FileProblem::Missing) => &[],
        _ => puppet_checks::file_diagnostics(context.db, file),
    }
}

fn plain(context: Context<'_>, diagnostic: &puppet_diagnostics::Diagnostic<File>) -> Diagnostic {
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
    Diagnostic {
        range: diagnostic.place.range,
        severity: severity(diagnostic.severity),
        code: diagnostic.code(),
        message,
        is_unnecessary: diagnostic.tags.contains(&Tag::Unnecessary),
        is_deprecated: diagnostic.tags.contains(&Tag::Deprecated),
        related: related.collect(),
        page: diagnostic.rule.page_url(),
    }
}

/// The page of a rule at a path (`rule/N101.md`), in Markdown: what `explain` prints.
pub(crate) fn rule_page(path: &str) -> Option<String> {
    let code = path.strip_prefix("rule/")?.strip_suffix(".md")?;
    puppet_diagnostics::Rule::find(code).map(puppet_diagnostics::Rule::explanation)
}

/// The files that belong to no dependency and whose contents are checked.
pub(crate) fn own_files(context: Context<'_>) -> Vec<FileId> {
    let db = context.db;
    let mut files = context.files.all();
    files.retain(|file| {
        let module = owner(db, *file).map(|owner| owner.module);
        let is_checked = matches!(
            file.kind(db),
            FileKind::Manifest
                | FileKind::Epp
                | FileKind::Metadata
                | FileKind::EnvironmentConf
                | FileKind::HieraConfig
                | FileKind::Data
                | FileKind::Settings
                | FileKind::Puppetfile
                | FileKind::Fixtures
                | FileKind::Stub
                | FileKind::Ruby
        );
        let is_there = file.problem(db) != Some(&FileProblem::Missing);
        is_checked && is_there && module.is_some_and(|it| it.is_none_or(|it| is_ours(db, it)))
    });
    files.sort_unstable_by(|a, b| a.path(db).cmp(b.path(db)));
    let ids = files.into_iter().map(|file| context.files.id(db, file));
    ids.collect()
}

fn severity(severity: puppet_diagnostics::Severity) -> Severity {
    match severity {
        puppet_diagnostics::Severity::Error => Severity::Error,
        puppet_diagnostics::Severity::Warning => Severity::Warning,
        puppet_diagnostics::Severity::Info => Severity::Info,
        puppet_diagnostics::Severity::Hint => Severity::Hint,
    }
}
