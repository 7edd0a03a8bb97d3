//! One diagnostic.

use puppet_text::{TextRange, floor_char_boundary};
use smol_str::SmolStr;

use crate::rule::{Certainty, Rule, Severity};
use crate::subject::Subject;

/// One diagnostic. `P` says where things are: a [`Place`] in a file, or something that stays valid when the text moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Diagnostic<P> {
    /// The rule that is broken.
    pub rule: &'static Rule,
    /// How serious it is.
    pub severity: Severity,
    /// How certain it is.
    pub certainty: Certainty,
    /// The range that a person would change.
    pub place: P,
    /// What is wrong: one sentence without a full stop, which can be read without the source.
    pub message: String,
    /// Puppet's own code of the issue ("ILLEGAL_VAR_NAME"), for diagnostics of Puppet's parser and validator.
    pub issue: Option<SmolStr>,
    /// What it is about, where fixes need to know more than the text at the place tells.
    pub subject: Option<Box<Subject>>,
    /// Other places that explain the diagnostic.
    pub related: Vec<Related<P>>,
    /// Remarks for editors.
    pub tags: Vec<Tag>,
    /// A hint to the reader: what to do about it.
    pub help: Option<String>,
    /// Changes that fix it, each by itself; the best first.
    pub fixes: Vec<Fix<P>>,
}

/// A range of bytes in a file. `F` names the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place<F> {
    /// The file.
    pub file: F,
    /// The range, in bytes from the start of the file.
    pub range: TextRange,
}

/// Another place that explains a diagnostic: "declared here".
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Related<P> {
    /// The place.
    pub place: P,
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
pub struct Fix<P> {
    /// What the change does, as an order: "quote the title".
    pub title: String,
    /// Whether it can be made without a look at it.
    pub safety: Safety,
    /// The edits; their places do not overlap.
    pub edits: Vec<Edit<P>>,
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
pub struct Edit<P> {
    /// What is replaced; empty for an insertion.
    pub place: P,
    /// What stands there afterwards.
    pub text: String,
}

impl<F> Place<F> {
    /// A range of bytes in a file.
    pub fn new(file: F, range: TextRange) -> Self {
        Place { file, range }
    }
}

impl<P> Diagnostic<P> {
    /// A diagnostic with the severity that the rule has for the usual strictness (a rule that is off gives a hint).
    pub fn new(rule: &'static Rule, place: impl Into<P>, message: impl Into<String>) -> Self {
        let severity = rule.levels.standard.unwrap_or(Severity::Hint);
        Diagnostic {
            rule,
            severity,
            certainty: Certainty::Certain,
            place: place.into(),
            message: bounded(message.into()),
            issue: None,
            subject: None,
            related: Vec::new(),
            tags: Vec::new(),
            help: rule.help.map(str::to_owned),
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

    /// As a warning of something that fails for some values only.
    #[must_use]
    pub fn with_certainty(mut self, certainty: Certainty) -> Self {
        self.certainty = certainty;
        self.severity = Severity::Warning;
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
    pub fn with_related(mut self, place: impl Into<P>, message: impl Into<String>) -> Self {
        self.related.push(Related {
            place: place.into(),
            message: bounded(message.into()),
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
        self.help = Some(bounded(help.into()));
        self
    }

    /// With a hint of its own, if there is one: else that of the rule remains.
    #[must_use]
    pub fn with_own_help(self, help: Option<impl Into<String>>) -> Self {
        match help {
            Some(help) => self.with_help(help),
            None => self,
        }
    }

    /// Whether it has a hint of its own, and not only that of its rule.
    #[must_use]
    pub fn has_own_help(&self) -> bool {
        self.help.as_deref() != self.rule.help
    }

    /// With one more change that fixes it.
    #[must_use]
    pub fn with_fix(self, fix: Fix<P>) -> Self {
        self.with_fixes([fix])
    }

    /// With more changes that fix it, if there are any.
    #[must_use]
    pub fn with_fixes(mut self, fixes: impl IntoIterator<Item = Fix<P>>) -> Self {
        self.fixes.extend(fixes);
        self
    }

    /// The diagnostic with other places; without the fixes that have an edit that cannot be made.
    #[must_use]
    pub fn relocate<Q>(
        &self,
        place: impl Fn(&P) -> Q,
        edit: impl Fn(&Edit<P>) -> Option<Edit<Q>>,
    ) -> Diagnostic<Q> {
        let related = self.related.iter().map(|related| Related {
            place: place(&related.place),
            message: related.message.clone(),
        });
        let fix = |fix: &Fix<P>| {
            let edits = fix.edits.iter().map(&edit).collect::<Option<_>>()?;
            Some(Fix {
                title: fix.title.clone(),
                safety: fix.safety,
                edits,
            })
        };
        Diagnostic {
            rule: self.rule,
            severity: self.severity,
            certainty: self.certainty,
            place: place(&self.place),
            message: self.message.clone(),
            issue: self.issue.clone(),
            subject: self.subject.clone(),
            related: related.collect(),
            tags: self.tags.clone(),
            help: self.help.clone(),
            fixes: self.fixes.iter().filter_map(fix).collect(),
        }
    }
}

/// Longer texts, in bytes, are cut: messages quote values of the source, which can have any length.
const LONGEST_TEXT: usize = 2000;

/// A text without its middle, if it is too long to be read.
fn bounded(text: String) -> String {
    if text.len() <= LONGEST_TEXT {
        return text;
    }
    let end = floor_char_boundary(&text, LONGEST_TEXT * 3 / 4);
    let is_boundary = |at: &usize| text.is_char_boundary(*at);
    let start = (text.len() - LONGEST_TEXT / 4..text.len()).find(is_boundary);
    let start = start.unwrap_or(text.len());
    let left_out = text[end..start].chars().count();
    format!(
        "{} … ({left_out} characters are left out) … {}",
        &text[..end],
        &text[start..]
    )
}

/// A place whose name an edit can replace.
pub trait NamePlace: Copy {
    /// The place of the name.
    #[must_use]
    fn of_name(self) -> Self;
}

impl<P: NamePlace> Diagnostic<P> {
    /// With "did you mean": the advice, and the change that writes the similar name in the place of the name.
    #[must_use]
    pub fn with_similar(self, similar: impl std::fmt::Display) -> Self {
        let similar = similar.to_string();
        let name = similar.trim_start_matches('$').trim_start_matches("::");
        let title = format!("Replace with `{similar}`");
        let fix = Fix::replace(title, Safety::Unsafe, self.place.of_name(), name);
        self.with_help(format!("Did you mean '{similar}'?"))
            .with_fix(fix)
    }

    /// The same, if anything is similar.
    #[must_use]
    pub fn with_closest(self, similar: Option<impl std::fmt::Display>) -> Self {
        match similar {
            Some(similar) => self.with_similar(similar),
            None => self,
        }
    }
}

impl<P> Fix<P> {
    /// A change without edits yet.
    pub fn new(title: impl Into<String>, safety: Safety) -> Self {
        Fix {
            title: title.into(),
            safety,
            edits: Vec::new(),
        }
    }

    /// With one more edit.
    #[must_use]
    pub fn with_edit(mut self, place: impl Into<P>, text: impl Into<String>) -> Self {
        self.edits.push(Edit {
            place: place.into(),
            text: text.into(),
        });
        self
    }

    /// A change that replaces one text.
    pub fn replace(
        title: impl Into<String>,
        safety: Safety,
        place: impl Into<P>,
        text: impl Into<String>,
    ) -> Self {
        Self::new(title, safety).with_edit(place, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_lose_their_middle() {
        assert_eq!(bounded("é".repeat(1000)), "é".repeat(1000));
        let long = bounded("€".repeat(1_000_000));
        let (end, start) = ("€".repeat(500), "€".repeat(166));
        assert_eq!(
            long,
            format!("{end} … (999334 characters are left out) … {start}")
        );
    }
}
