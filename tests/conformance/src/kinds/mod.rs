//! The kinds of cases: each file answers the questions of one kind, in the form in which Puppet's answer is recorded.

use serde_json::Value;

use crate::{
    case::Case,
    compare::{self, Texts},
    figures::{CaseOutcome, Part},
};

pub mod checker;
mod plugins;
pub mod seed;

pub use names::expected as expected_names;

/// Declares the files of the kinds and the table of all of them.
macro_rules! kinds {
    ($($module:ident $(= $path:literal)? => $kind:ident,)*) => {
        $($(#[path = $path])? mod $module;)*
        /// All kinds that there are.
        const ALL: &[&(dyn CaseKind + Sync)] = &[
            $(&$module::$kind,)*
            &plugins::PluginDataTypes,
            &plugins::PluginFacts,
            &plugins::PluginFunctions,
            &plugins::PluginMetaparams,
            &plugins::PluginTypes,
        ];
    };
}

kinds! {
    assignable => Assignable,
    callable => Callable,
    checker_eval => CheckerEval,
    checker_mismatch => CheckerMismatch,
    checker_validate => CheckerValidate,
    common => Common,
    compile => Compile,
    compare_types = "compare.rs" => Compare,
    corpus => Corpus,
    eval => Eval,
    format => FormatCases,
    generalize => Generalize,
    infer => Infer,
    instance => Instance,
    iterable => Iterable,
    lex => Lex,
    lookup => Lookup,
    lookup_repositories => LookupRepositories,
    mismatch => MismatchCases,
    names => Names,
    normalize => Normalize,
    parse => Parse,
    type_text = "type.rs" => Type,
    validate => Validate,
}

/// What a kind says to a case.
#[derive(Debug, Clone, PartialEq)]
pub enum CaseAnswer {
    /// An answer in the form of the recorded ones.
    Json(Value),
    /// Our crates cannot answer this yet: counts as a failure.
    NotImplemented,
}

/// A kind of questions.
pub trait CaseKind {
    /// The name in the field `kind` of a case.
    fn name(&self) -> &'static str;

    /// Our answer to a case.
    fn answer(&self, case: &Case) -> CaseAnswer;

    /// Whether the texts of errors have to be Puppet's.
    fn texts(&self) -> Texts {
        Texts::Puppets
    }

    /// Whether this machine has what the case is about (a file of a package, say).
    fn is_here(&self, _case: &Case) -> bool {
        true
    }

    /// The parts of the case that [figures](crate::figures) count, with how ours compare.
    fn parts(&self, _case: &Case, _ours: &Value) -> Vec<(Part, CaseOutcome)> {
        Vec::new()
    }

    /// How our answer differs from the one of the case; empty if the case passes.
    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        compare::answers(&case.expect, ours, self.texts())
    }
}

/// The kind with this name.
pub fn find(name: &str) -> Option<&'static (dyn CaseKind + Sync)> {
    ALL.iter().copied().find(|kind| kind.name() == name)
}
