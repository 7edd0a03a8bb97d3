//! Rules: the kinds of diagnostics.

use std::{
    fmt,
    hash::{Hash, Hasher},
};

use crate::Safety;

/// How serious a diagnostic is. The order is that of seriousness: `Severity::Error > Severity::Warning`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something that could be better; shown without emphasis.
    Hint,
    /// Something to know.
    Info,
    /// Puppet accepts this, but it is hardly ever meant.
    Warning,
    /// Puppet would fail.
    Error,
}

impl Severity {
    /// The word for it: "error", "warning", "info", "hint".
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Hint => "hint",
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How much the user wants to hear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Strictness {
    /// Only what is wrong, or very likely so.
    Lenient,
    /// The default.
    #[default]
    Standard,
    /// For code that is typed throughout.
    Strict,
}

/// How certain it is that what a diagnostic reports fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Certainty {
    /// Some value that the declarations allow fails.
    Possible,
    /// So does one that is likely to come: a default, or what the callee was written to refuse.
    Likely,
    /// It fails whatever the values are.
    #[default]
    Certain,
}

/// How serious the diagnostics of a rule are, for each [`Strictness`]; none is off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Levels {
    /// With [`Strictness::Lenient`].
    pub lenient: Option<Severity>,
    /// With [`Strictness::Standard`].
    pub standard: Option<Severity>,
    /// With [`Strictness::Strict`].
    pub strict: Option<Severity>,
}

/// What can be reported, as [`declare_rule!`](crate::declare_rule) declares it. Two rules are equal if their codes are.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// A letter and three digits that never change their meaning: "T201".
    pub code: &'static str,
    /// The name for people and settings: "incompatible-default".
    pub name: &'static str,
    /// How serious its diagnostics are.
    pub levels: Levels,
    /// The checks of puppet-lint and its plugins that find the same.
    pub puppet_lint: &'static [&'static str],
    /// The first version of the analyzer that has it.
    pub since: &'static str,
    /// What is wrong, in one sentence.
    pub summary: &'static str,
    /// Whether a fix is offered, and whether it is safe.
    pub fix: Option<Safety>,
    /// Why no change of the source text fixes its diagnostics.
    pub no_fix: Option<&'static str>,
    /// What to do about its diagnostics, where one does not say it itself.
    pub help: Option<&'static str>,
    /// Its page in the documentation, in Markdown. Blocks with a `path` are files of its test:
    /// [`explanation`](Rule::explanation) is what people read.
    pub page: &'static str,
}

/// A level in a declaration: a severity, or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "named as the severities")]
pub enum Level {
    Error,
    Warning,
    Info,
    Hint,
    Off,
}

impl Level {
    const fn severity(self) -> Option<Severity> {
        match self {
            Level::Error => Some(Severity::Error),
            Level::Warning => Some(Severity::Warning),
            Level::Info => Some(Severity::Info),
            Level::Hint => Some(Severity::Hint),
            Level::Off => None,
        }
    }
}

impl Rule {
    /// A rule without a fix, from the first version on. For [`declare_rule!`](crate::declare_rule).
    #[must_use]
    pub const fn new(
        code: &'static str,
        name: &'static str,
        summary: &'static str,
        levels: &[Level; 3],
        page: &'static str,
    ) -> Self {
        let [lenient, standard, strict] = *levels;
        Rule {
            code,
            name,
            levels: Levels {
                lenient: lenient.severity(),
                standard: standard.severity(),
                strict: strict.severity(),
            },
            puppet_lint: &[],
            since: "0.1.0",
            summary: summary.trim_ascii(),
            fix: None,
            no_fix: None,
            help: None,
            page,
        }
    }

    /// Whether its errors are reported whatever comments, settings and options say: Puppet refuses a file for them, or
    /// the settings themselves are wrong.
    pub fn is_fatal(&self) -> bool {
        let is_refused =
            self.code.starts_with('S') && self.levels.standard == Some(Severity::Error);
        is_refused || self.name == "invalid-setting"
    }

    /// How serious its diagnostics are; none if it is off.
    pub fn severity(&self, strictness: Strictness) -> Option<Severity> {
        match strictness {
            Strictness::Lenient => self.levels.lenient,
            Strictness::Standard => self.levels.standard,
            Strictness::Strict => self.levels.strict,
        }
    }

    /// The file name of its page in the documentation: `T201-incompatible-default.md`.
    #[must_use]
    pub fn page_name(&self) -> String {
        format!("{}-{}.md", self.code, self.name)
    }

    /// Its page as `explain` and editors show it: the path of an example stands above it.
    #[must_use]
    pub fn explanation(&self) -> String {
        let mut out = String::with_capacity(self.page.len());
        for line in self.page.lines() {
            let block = line
                .strip_prefix("```")
                .and_then(|it| it.split_once(" path="));
            match block {
                Some((language, path)) => {
                    out.extend(["`", path, "`:\n\n```", language]);
                }
                None => out.push_str(line),
            }
            out.push('\n');
        }
        out
    }

    /// Where its page can be read in a browser.
    #[must_use]
    pub fn page_url(&self) -> String {
        let repository = env!("CARGO_PKG_REPOSITORY");
        format!("{repository}/blob/main/docs/rules/{}", self.page_name())
    }

    /// Whether a text is its code ("T201") or name ("incompatible-default").
    #[must_use]
    pub fn is_named(&self, code_or_name: &str) -> bool {
        self.code == code_or_name || self.name == code_or_name
    }

    /// Whether settings that name rules mean it: by its code or name, by the name of a check of puppet-lint, or by the
    /// start of its code ("L", "N1").
    #[must_use]
    pub fn is_selected(&self, selector: &str) -> bool {
        self.is_named(selector)
            || self.puppet_lint.contains(&selector)
            || (is_start_of_code(selector) && self.code.starts_with(selector))
    }
}

/// Whether a text is a letter with at most two digits.
fn is_start_of_code(text: &str) -> bool {
    let mut bytes = text.bytes();
    let is_letter = bytes.next().is_some_and(|byte| byte.is_ascii_uppercase());
    is_letter && bytes.len() < 3 && bytes.all(|byte| byte.is_ascii_digit())
}

/// Declares a rule beside its check:
///
/// ```text
/// declare_rule! {
///     /// A variable does not exist in this scope.
///     pub UNKNOWN_VARIABLE = { code: "N101", name: "unknown-variable", level: Error, fix: Unsafe }
/// }
/// ```
///
/// The doc comment is the summary. `level` counts for each strictness; `levels: [Off, Warning, Error]` are those of
/// lenient, standard and strict. `puppet_lint` lists the checks of puppet-lint and its plugins that report the same,
/// `since` is the first version with the rule, `fix` is `Safe` or `Unsafe`, and `no_fix` says why there can be none.
/// `help` says what to do, for diagnostics without a help of their own.
/// `docs/rules/CODE-name.md` is its page. `cargo xtask codegen` reads the declarations, so the order of the fields is fixed.
#[macro_export]
macro_rules! declare_rule {
    (
        $(#[doc = $summary:literal])+
        $vis:vis $rule:ident = {
            code: $code:literal,
            name: $name:literal,
            $(level: $level:ident)?
            $(levels: [$lenient:ident, $standard:ident, $strict:ident])?
            $(, fix: $fix:ident)?
            $(, no_fix: $reason:literal)?
            $(, help: $help:literal)?
            $(, puppet_lint: [$($lint:literal),+])?
            $(, since: $since:literal)?
            $(,)?
        }
    ) => {
        $(#[doc = $summary])+
        $vis static $rule: $crate::Rule = $crate::Rule {
            $(fix: Some($crate::Safety::$fix),)?
            $(no_fix: Some($reason),)?
            $(help: Some($help),)?
            $(puppet_lint: &[$($lint),+],)?
            $(since: $since,)?
            ..$crate::Rule::new(
                $code,
                $name,
                concat!($($summary),+),
                $(&[$crate::Level::$level; 3],)?
                $(&[$crate::Level::$lenient, $crate::Level::$standard, $crate::Level::$strict],)?
                include_str!(concat!(
                    env!("CARGO_MANIFEST_DIR"), "/../../docs/rules/", $code, "-", $name, ".md"
                )),
            )
        };
    };
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}

impl Hash for Rule {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.code.hash(state);
    }
}
