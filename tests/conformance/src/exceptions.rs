//! Differences that are wanted: each with the reason why a user is better off.

use std::{fs, path::Path};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{kinds::CaseAnswer, run::Verdict};

/// The list of accepted differences.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exceptions {
    #[serde(default, rename = "exception")]
    pub list: Vec<Exception>,
}

/// One accepted difference: a case by its id, or all failing cases that fit a rule.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// The one case meant.
    #[serde(default)]
    id: Option<String>,
    /// The rule: cases of this kind …
    #[serde(default)]
    kind: Option<String>,
    /// … with this text in one of their inputs …
    #[serde(default)]
    input_contains: Option<String>,
    /// … and this text in Puppet's answer …
    #[serde(default)]
    expect_contains: Option<String>,
    /// … and this text in ours …
    #[serde(default)]
    answer_contains: Option<String>,
    /// … that differ in nothing but this part of the answer.
    #[serde(default)]
    only_differs: Option<String>,
    /// Why a user is better off.
    pub reason: String,
}

impl Exceptions {
    /// Reads the list; a list that is not there is empty.
    pub fn load(path: &Path) -> Result<Exceptions> {
        if !path.exists() {
            return Ok(Exceptions::default());
        }
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let exceptions: Exceptions =
            toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        for exception in &exceptions.list {
            anyhow::ensure!(
                exception.says_which(),
                "an exception without id or kind: {}",
                exception.reason
            );
            anyhow::ensure!(
                !exception.reason.trim().is_empty(),
                "an exception without reason: {}",
                exception.name()
            );
        }
        Ok(exceptions)
    }

    /// The position in the list of the exception that covers a case.
    pub fn covering(&self, verdict: &Verdict) -> Option<usize> {
        self.list
            .iter()
            .position(|exception| exception.covers(verdict))
    }
}

impl Exception {
    fn says_which(&self) -> bool {
        self.id.is_some() || self.kind.is_some()
    }

    fn covers(&self, verdict: &Verdict) -> bool {
        let case = &verdict.case;
        if let Some(id) = &self.id {
            return *id == case.id;
        }
        let inputs = case
            .fields
            .iter()
            .filter(|(name, _)| !name.starts_with("expect"));
        let has = |text: &String| {
            inputs
                .clone()
                .any(|(_, value)| value.to_string().contains(text.as_str()))
        };
        self.kind.as_deref() == Some(case.kind.as_str())
            && self.input_contains.as_ref().is_none_or(has)
            && self
                .expect_contains
                .as_ref()
                .is_none_or(|text| case.expect.to_string().contains(text.as_str()))
            && self.answer_contains.as_ref().is_none_or(|text| {
                matches!(&verdict.answer, CaseAnswer::Json(answer) if answer.to_string().contains(text.as_str()))
            })
            && self.only_differs.as_ref().is_none_or(|part| {
                let is_there = |difference: &String| difference.starts_with(&format!("{part}: "));
                verdict.differences.iter().all(is_there)
            })
    }

    /// What the exception is called in reports.
    pub fn name(&self) -> String {
        let rule = [
            &self.kind,
            &self.input_contains,
            &self.expect_contains,
            &self.answer_contains,
            &self.only_differs,
        ];
        self.id.clone().unwrap_or_else(|| {
            rule.into_iter()
                .flatten()
                .cloned()
                .collect::<Vec<_>>()
                .join(" / ")
        })
    }
}
