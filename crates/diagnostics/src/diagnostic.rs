//! One diagnostic.

use puppet_text::TextRange;
use smol_str::SmolStr;

use crate::rule::{Certainty, Rule, Severity};
use crate::subject::Subject;

/// One diagnostic in a file. `F` names a file (a file id, or nothing where there is only one).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Diagnostic<F = ()> {
    /// The rule that is broken.
    pub rule: &'static Rule,
    /// How serious it is.
    pub severity: Severity,
    /// How certain it is.
    pub certainty: Certainty,
    /// The range that a person would change.
    pub place: Place<F>,
    /// What is wrong: one sentence without a full stop, which can be read without the source.
    pub message: String,
    /// Puppet's own code of the issue ("ILLEGAL_VAR_NAME"), for diagnostics of Puppet's parser and validator.
    pub issue: Option<SmolStr>,
    /// What it is about, where fixes need to know more than the text at the place tells.
    pub subject: Option<Box<Subject>>,
    /// Other places that explain the diagnostic.
    pub related: Vec<Related<F>>,
    /// Remarks for editors.
    pub tags: Vec<Tag>,
    /// A hint to the reader: what to do about it.
    pub help: Option<String>,
    /// Changes that fix it, each by itself; the best first.
    pub fixes: Vec<Fix<F>>,
}

/// A range of bytes in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place<F = ()> {
    /// The file.
    pub file: F,
    /// The range, in bytes from the start of the file.
    pub range: TextRange,
}

/// Another place that explains a diagnostic: "declared here".
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Related<F = ()> {
    /// The place.
    pub place: Place<F>,
    /// What is there.
    pub message: String,
}

/// How an editor may show a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tag {
    /// Nothing needs this code: it may be shown faded.
    Unnecessary,
    /// Old code: it may be shown struck out.
    Deprecated,
}

/// A change that fixes a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Fix<F = ()> {
    /// What the change does, as an order: "quote the title".
    pub title: String,
    /// Whether it can be made without a look at it.
    pub safety: Safety,
    /// The edits; their places do not overlap.
    pub edits: Vec<Edit<F>>,
}

/// Whether a change can be made without a look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Safety {
    /// The code means the same afterwards, or what it was certainly meant to mean.
    Safe,
    /// A guess at what was meant, or a change of what the code does: the user should look at it.
    Unsafe,
    /// It leaves something to fill in: only who writes the code can make it.
    Placeholder,
}

impl Safety {
    /// The word for it: "safe", "unsafe", "placeholder".
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Safety::Safe => "safe",
            Safety::Unsafe => "unsafe",
            Safety::Placeholder => "placeholder",
        }
    }
}

/// A replacement of some text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Edit<F = ()> {
    /// What is replaced; empty for an insertion.
    pub place: Place<F>,
    /// What stands there afterwards.
    pub text: String,
}

impl<F> Place<F> {
    /// A range of bytes in a file.
    pub fn new(file: F, range: TextRange) -> Self {
        Place { file, range }
    }
}

impl<F> Diagnostic<F> {
    /// A diagnostic with the severity that the rule has for the usual strictness (a rule that is off gives a hint).
    pub fn new(rule: &'static Rule, place: Place<F>, message: impl Into<String>) -> Self {
        let severity = rule.levels.standard.unwrap_or(Severity::Hint);
        Diagnostic {
            rule,
            severity,
            certainty: Certainty::Certain,
            place,
            message: message.into(),
            issue: None,
            subject: None,
            related: Vec::new(),
            tags: Vec::new(),
            help: None,
            fixes: Vec::new(),
        }
    }

    /// The code of the rule: "T201".
    pub fn code(&self) -> &'static str {
        self.rule.code
    }

    /// What is missing, if it is about that.
    pub fn missing_names(&self) -> &[SmolStr] {
        match self.subject.as_deref() {
            Some(Subject::Missing(missing)) => missing,
            _ => &[],
        }
    }

    /// With this severity.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// With Puppet's own code of the issue.
    #[must_use]
    pub fn with_issue(mut self, issue: impl Into<SmolStr>) -> Self {
        self.issue = Some(issue.into());
        self
    }

    /// With what it is about.
    #[must_use]
    pub fn with_subject(mut self, subject: Subject) -> Self {
        self.subject = Some(Box::new(subject));
        self
    }

    /// With one more place that explains it.
    #[must_use]
    pub fn with_related(mut self, place: Place<F>, message: impl Into<String>) -> Self {
        self.related.push(Related {
            place,
            message: message.into(),
        });
        self
    }

    /// With one more remark for editors.
    #[must_use]
    pub fn with_tag(mut self, tag: Tag) -> Self {
        self.tags.push(tag);
        self
    }

    /// With a hint to the reader.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With one more change that fixes it.
    #[must_use]
    pub fn with_fix(mut self, fix: Fix<F>) -> Self {
        self.fixes.push(fix);
        self
    }
}
