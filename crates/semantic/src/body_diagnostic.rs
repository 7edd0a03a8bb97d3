//! A diagnostic within a body, without positions in the text.
//!
//! It stays valid when the text around its definition moves; the source map adds the positions. It is a type beside
//! [`Diagnostic`] because queries compare it: with ranges in it, each edit would change the diagnostics of all bodies after.

use puppet_db::{Db, File, line_index, source_map};
use puppet_diagnostics::{Certainty, Diagnostic, Place, Rule, Severity, Subject, Tag};
use puppet_hir::model::{ExprId, PartId};
use puppet_text::{TextRange, TextSize};
use smol_str::SmolStr;

pub use crate::body_fix::{BodyEdit, BodyFix, EditAnchor};
use crate::index::file_origin::{owner, path_in_module};
use crate::index::item_tree::Item;

/// Something in a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// The whole of an expression.
    Expr(ExprId),
    /// The whole of a part.
    Part(PartId),
    /// The name of a part: a parameter's variable, the name of an attribute.
    PartName(PartId),
    /// The name of the definition.
    Name,
    /// A range of the text that a string stands for; the whole string where that is not written as it is.
    Within(ExprId, TextRange),
    /// A range of a file that has no expressions: of a template in Embedded Ruby.
    Text(TextRange),
}

impl Anchor {
    /// Where it is in the text.
    #[must_use]
    pub fn place(self, db: &dyn Db, item: Item) -> Place<File> {
        let map = source_map(db, item.file);
        let range = match self {
            Self::Expr(id) => map.expr(item.body, id).map(|span| span.full),
            Self::Part(id) => map.part(item.body, id).map(|part| part.span.full),
            Self::PartName(id) => map
                .part(item.body, id)
                .map(|part| part.name.unwrap_or(part.span.full)),
            Self::Name => map
                .definition(item.body)
                .map(|part| part.name.unwrap_or(part.span.full)),
            Self::Within(id, range) => map.expr(item.body, id).map(|span| {
                let text = item.file.text(db);
                within(text, span.full, range).unwrap_or(span.full)
            }),
            Self::Text(range) => Some(range),
        };
        Place::new(item.file, range.unwrap_or(TextRange::default()))
    }
}

/// The place of a range of a string's text, if the text stands as it is between its quotes.
fn within(source: &str, string: TextRange, range: TextRange) -> Option<TextRange> {
    let written = source.get(std::ops::Range::<usize>::from(string))?;
    let quote = written.chars().next().filter(|c| ['\'', '"'].contains(c))?;
    let text = written.get(1..)?.strip_suffix(quote)?;
    let start = string.start() + TextSize::of(quote);
    let is_there = !text.contains('\\') && range.end() <= TextSize::of(text);
    is_there.then(|| range + start)
}

/// Stands in a message for the file and line of a place, which may move.
pub const MESSAGE_PLACE: &str = "\u{fffc}";

/// A diagnostic of a body.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BodyDiagnostic {
    /// The rule that is broken.
    pub rule: &'static Rule,
    /// How serious it is.
    pub severity: Severity,
    /// How certain it is.
    pub certainty: Certainty,
    /// The expression to fix.
    pub anchor: Anchor,
    /// What is wrong.
    pub message: String,
    /// What [`MESSAGE_PLACE`] stands for in the message.
    pub message_place: Option<(Item, Anchor)>,
    /// Puppet's own code of the issue.
    pub issue: Option<SmolStr>,
    /// What it is about, where fixes need to know more than the text at the place tells.
    pub subject: Option<Box<Subject>>,
    /// Other places that explain it.
    pub related: Vec<(Item, Anchor, String)>,
    /// What to do about it.
    pub help: Option<String>,
    /// Remarks for editors.
    pub tags: Vec<Tag>,
    /// Fixes, the best first.
    pub fixes: Vec<BodyFix>,
}

impl BodyDiagnostic {
    /// A diagnostic with its message alone.
    pub fn new(rule: &'static Rule, anchor: Anchor, message: impl Into<String>) -> Self {
        Self {
            rule,
            severity: rule.levels.standard.unwrap_or(Severity::Hint),
            certainty: Certainty::Certain,
            anchor,
            message: message.into(),
            message_place: None,
            issue: None,
            subject: None,
            related: Vec::new(),
            help: None,
            tags: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// With another severity than the rule has.
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

    /// With another place that explains it.
    #[must_use]
    pub fn with_related(mut self, item: Item, anchor: Anchor, message: impl Into<String>) -> Self {
        self.related.push((item, anchor, message.into()));
        self
    }

    /// With the place that its message names.
    #[must_use]
    pub fn with_message_place(mut self, item: Item, anchor: Anchor) -> Self {
        self.message_place = Some((item, anchor));
        self
    }

    /// With advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With one more remark for editors.
    #[must_use]
    pub fn with_tag(mut self, tag: Tag) -> Self {
        self.tags.push(tag);
        self
    }

    /// With one more fix.
    #[must_use]
    pub fn with_fix(mut self, fix: BodyFix) -> Self {
        self.fixes.push(fix);
        self
    }

    /// With more fixes, if there are any.
    #[must_use]
    pub fn with_fixes(mut self, fixes: impl IntoIterator<Item = BodyFix>) -> Self {
        self.fixes.extend(fixes);
        self
    }

    /// The message, with the file and line of the place that it names.
    fn located_message(&self, db: &dyn Db) -> String {
        let Some((item, anchor)) = self.message_place else {
            return self.message.clone();
        };
        let line = line_index(db, item.file).line(anchor.place(db, item).range.start()) + 1;
        let module = owner(db, item.file).and_then(|owner| owner.module);
        let path = module.and_then(|module| path_in_module(db, module, item.file));
        let path = path.unwrap_or_else(|| {
            let path = item.file.path(db);
            path.rsplit('/').next().unwrap_or(path)
        });
        self.message
            .replace(MESSAGE_PLACE, &format!("{path}:{line}"))
    }

    /// The diagnostic, with the positions of now.
    #[must_use]
    pub fn to_diagnostic(&self, db: &dyn Db, item: Item) -> Diagnostic<File> {
        let mut diagnostic = Diagnostic::new(
            self.rule,
            self.anchor.place(db, item),
            self.located_message(db),
        );
        for (item, anchor, message) in &self.related {
            diagnostic = diagnostic.with_related(anchor.place(db, *item), message.clone());
        }
        diagnostic.severity = self.severity;
        diagnostic.certainty = self.certainty;
        diagnostic.issue.clone_from(&self.issue);
        diagnostic.subject.clone_from(&self.subject);
        diagnostic.help.clone_from(&self.help);
        diagnostic.tags.clone_from(&self.tags);
        let fixes = self.fixes.iter();
        diagnostic.fixes = fixes.filter_map(|fix| fix.to_fix(db, item)).collect();
        diagnostic
    }
}
