//! The verdicts on errors in public repositories: true, with Puppet's words, or a bug of ours.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::checked::{PrimerDiagnostic, PrimerRun};
use super::repositories::PinnedRepository;

/// A verdict on an error, one a line of the list.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Verdict {
    repository: String,
    file: String,
    rule: String,
    message: String,
    verdict: Judgement,
    /// Puppet's words, or what is wrong with ours.
    why: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Judgement {
    /// Puppet fails.
    True,
    /// Puppet does not: a bug of ours.
    Bug,
    /// It is to be checked.
    Open,
}

/// The verdicts.
pub(super) struct Verdicts {
    path: PathBuf,
    all: Vec<Verdict>,
}

impl Verdicts {
    /// Reads the list.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).unwrap_or_default();
        let mut all = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let verdict: Verdict = serde_json::from_str(line)
                .with_context(|| format!("{}:{}", path.display(), number + 1))?;
            if verdict.verdict != Judgement::Open && verdict.why.is_empty() {
                bail!(
                    "{}:{}: a verdict needs a reason",
                    path.display(),
                    number + 1
                );
            }
            all.push(verdict);
        }
        Ok(Self {
            path: path.to_owned(),
            all,
        })
    }

    fn of(&self, repository: &PinnedRepository, diagnostic: &PrimerDiagnostic) -> Option<&Verdict> {
        self.all.iter().find(|it| {
            it.repository == repository.name
                && it.file == diagnostic.file
                && it.rule == diagnostic.rule
                && it.message == diagnostic.message
        })
    }

    /// The errors that are not in the list.
    pub(super) fn unchecked(
        &self,
        all: &[(PinnedRepository, usize, PrimerRun)],
    ) -> Vec<(PinnedRepository, PrimerDiagnostic)> {
        let errors = errors(all).filter(|(repository, error)| self.of(repository, error).is_none());
        errors
            .map(|(repository, error)| (repository.clone(), error.clone()))
            .collect()
    }

    /// How many errors are what.
    pub(super) fn summary(&self, all: &[(PinnedRepository, usize, PrimerRun)]) -> String {
        let verdicts: Vec<Option<Judgement>> = errors(all)
            .map(|(repository, error)| self.of(repository, error).map(|it| it.verdict))
            .collect();
        let count = |what: Option<Judgement>| verdicts.iter().filter(|it| **it == what).count();
        format!(
            "{} errors: {} true, {} bugs, {} open, {} new",
            verdicts.len(),
            count(Some(Judgement::True)),
            count(Some(Judgement::Bug)),
            count(Some(Judgement::Open)),
            count(None)
        )
    }

    /// Adds errors that are to be checked.
    pub(super) fn add(&mut self, errors: &[(PinnedRepository, PrimerDiagnostic)]) {
        self.all
            .extend(errors.iter().map(|(repository, error)| Verdict {
                repository: repository.name.clone(),
                file: error.file.clone(),
                rule: error.rule.clone(),
                message: error.message.clone(),
                verdict: Judgement::Open,
                why: String::new(),
            }));
    }

    /// Writes the list.
    pub(super) fn write(&self) -> Result<()> {
        let lines: Result<Vec<String>, _> = self.all.iter().map(serde_json::to_string).collect();
        Ok(fs::write(&self.path, lines?.join("\n") + "\n")?)
    }
}

fn errors(
    all: &[(PinnedRepository, usize, PrimerRun)],
) -> impl Iterator<Item = (&PinnedRepository, &PrimerDiagnostic)> {
    all.iter().flat_map(|(repository, _, checked)| {
        let errors = checked
            .diagnostics
            .iter()
            .filter(|it| it.severity == "error");
        errors.map(move |error| (repository, error))
    })
}
