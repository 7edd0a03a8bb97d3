//! A case: one question, and what Puppet answered.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};

use crate::kinds;
use crate::options::{CaseTarget, ConformanceOptions};

/// One question with Puppet's answer.
#[derive(Debug)]
pub struct Case {
    /// Names the case for good: the kind and a hash of its inputs, or the place of a file of the corpus.
    pub id: String,
    /// The kind it is counted under. Differs from [`Case::asks`] for the examples of the seed documents.
    pub kind: String,
    /// All fields of the line: the inputs, and `expect`.
    pub fields: Map<String, Value>,
    /// The answer of the Puppet that we compare with.
    pub expect: Value,
    /// The folder of the modules that the kind `corpus` reads.
    pub corpus: Arc<PathBuf>,
    /// The folders that the kinds about lookups read.
    pub lookups: Arc<LookupFolders>,
    /// The Puppet that gave the answer.
    pub target: CaseTarget,
}

/// Where lookups find their environments and facts.
#[derive(Debug, Default)]
pub struct LookupFolders {
    /// Made environments.
    pub environments: PathBuf,
    /// The facts of made questions.
    pub facts: PathBuf,
    /// Clones of repositories.
    pub repositories: Option<PathBuf>,
    /// The facts of questions about repositories.
    pub facts_of_repositories: PathBuf,
}

impl LookupFolders {
    fn of(options: &ConformanceOptions, folder: &Path) -> Self {
        Self {
            environments: folder.join("environments"),
            facts: options.facts("facts.json"),
            repositories: options.repositories.clone(),
            facts_of_repositories: options.facts("facts-repositories.json"),
        }
    }
}

impl Case {
    /// The kind that answers the question: examples of the seed documents are questions of other kinds.
    pub fn asks(&self) -> &str {
        let inner = self.text("kind").filter(|_| self.kind == "seed");
        inner.unwrap_or(&self.kind)
    }

    /// The same question to the whole checker, for the kinds of which it can be asked.
    fn for_checker(&self) -> Option<Case> {
        const KINDS: [&str; 3] = ["eval", "mismatch", "validate"];
        KINDS.contains(&self.kind.as_str()).then(|| Case {
            id: format!("checker-{}", self.id),
            kind: format!("checker-{}", self.kind),
            fields: self.fields.clone(),
            expect: self.expect.clone(),
            corpus: Arc::clone(&self.corpus),
            lookups: Arc::clone(&self.lookups),
            target: self.target,
        })
    }

    /// Whether what a file of the corpus defines is found under its name.
    fn for_names(&self) -> Option<Case> {
        let expect = kinds::expected_names(&self.fields).filter(|_| self.kind == "corpus")?;
        Some(Case {
            id: self.id.replacen("corpus", "names", 1),
            kind: "names".to_owned(),
            fields: self.fields.clone(),
            expect,
            corpus: Arc::clone(&self.corpus),
            lookups: Arc::clone(&self.lookups),
            target: self.target,
        })
    }

    /// The text of an input; none if it is missing or not a text.
    pub fn text(&self, field: &str) -> Option<&str> {
        self.fields.get(field).and_then(Value::as_str)
    }

    /// Whether an input is there and true, for example `epp`, `tasks`, `positions`, `catalog`.
    pub fn flag(&self, field: &str) -> bool {
        self.fields
            .get(field)
            .and_then(Value::as_bool)
            .unwrap_or(false)
    }

    /// The texts of an input that is a list, for example `definitions`; empty if it is missing.
    pub fn list(&self, field: &str) -> Vec<&str> {
        let items = self.fields.get(field).and_then(Value::as_array);
        items
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect()
    }

    /// The level of strictness that the case was asked with ("off", "warning", "error").
    pub fn strict(&self) -> &str {
        self.text("strict").unwrap_or("warning")
    }
}

/// Reads the cases of every `*.jsonl` below a folder that the options ask for, in the order of file names.
pub fn read_folder(folder: &Path, options: &ConformanceOptions) -> Result<Vec<Case>> {
    let mut files = Vec::new();
    collect_files(folder, &mut files)?;
    files.sort();
    let corpus = Arc::new(options.corpus.clone());
    let lookups = Arc::new(LookupFolders::of(options, folder));
    let mut cases = Vec::new();
    for file in &files {
        let text =
            fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        for (index, line) in text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
        {
            let place = || format!("{}:{}", file.display(), index + 1);
            let fields: Map<String, Value> = serde_json::from_str(line).with_context(place)?;
            let case = CaseShape::of(file, folder, &fields)
                .map(|shape| shape.case(fields, options, &corpus, &lookups));
            let all = case
                .into_iter()
                .flat_map(|case| [case.for_checker(), case.for_names(), Some(case)]);
            cases.extend(
                all.flatten()
                    .filter(|case| options.wants_kind(&case.kind) && options.wants_id(&case.id)),
            );
        }
    }
    if cases.is_empty() {
        bail!("no cases of that kind or id below {}", folder.display());
    }
    Ok(cases)
}

fn collect_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries = fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            collect_files(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "jsonl") {
            files.push(path);
        }
    }
    Ok(())
}

/// The forms of lines that there are.
enum CaseShape {
    /// `{"id", "kind", inputs…, "expect"}`
    Question,
    /// An example of a seed document: Puppet's answer is the text `puppet_says`.
    Seed,
    /// Puppet's verdict on a file of a module of Debian.
    Corpus,
    /// What Ruby code of a module defines; the name of the file of cases says what kind of thing.
    Plugin(String),
}

impl CaseShape {
    /// None for lines that are no cases, such as the list of modules.
    fn of(file: &Path, folder: &Path, fields: &Map<String, Value>) -> Option<CaseShape> {
        if fields.contains_key("puppet_says") {
            return Some(CaseShape::Seed);
        }
        if fields.contains_key("expect") {
            return Some(CaseShape::Question);
        }
        if fields.contains_key("sha256") {
            return Some(CaseShape::Corpus);
        }
        let described = fields.contains_key("module")
            && fields.contains_key("name")
            && !fields.contains_key("package")
            || fields.contains_key("attributes")
            || fields.contains_key("record");
        let relative = file.strip_prefix(folder).unwrap_or(file).with_extension("");
        described.then(|| CaseShape::Plugin(relative.display().to_string()))
    }

    fn case(
        self,
        fields: Map<String, Value>,
        options: &ConformanceOptions,
        corpus: &Arc<PathBuf>,
        lookups: &Arc<LookupFolders>,
    ) -> Case {
        let text = |field: &str| {
            fields
                .get(field)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        let (id, kind, expect) = match self {
            CaseShape::Question => {
                let kind = if fields.contains_key("repository") {
                    "lookup-repositories".to_owned()
                } else {
                    text("kind")
                };
                (text("id"), kind, expected(&fields, options.target))
            }
            CaseShape::Seed => (
                text("id"),
                "seed".to_owned(),
                fields.get("puppet_says").cloned().unwrap_or_default(),
            ),
            CaseShape::Corpus => {
                let id = format!("corpus/{}/{}", text("module"), text("file"));
                (
                    id,
                    "corpus".to_owned(),
                    corpus_answer(&fields, options.target),
                )
            }
            CaseShape::Plugin(file) => {
                let id = format!("{file}/{}/{}", text("module"), text("name"));
                let kind = file.rsplit(['/', '-']).next().unwrap_or_default();
                (id, format!("plugin-{kind}"), Value::Object(fields.clone()))
            }
        };
        Case {
            id,
            kind,
            fields,
            expect,
            corpus: Arc::clone(corpus),
            lookups: Arc::clone(lookups),
            target: options.target,
        }
    }
}

fn expected(fields: &Map<String, Value>, target: CaseTarget) -> Value {
    let other = fields
        .get("expect_other")
        .filter(|_| target == CaseTarget::Puppet8);
    other
        .or_else(|| fields.get("expect"))
        .cloned()
        .unwrap_or_default()
}

/// The verdict and the definitions of a file, with the verdict of Puppet 8 put over that of 7 where it differs.
fn corpus_answer(fields: &Map<String, Value>, target: CaseTarget) -> Value {
    let mut answer = Map::new();
    let newer = fields
        .get("puppet8")
        .and_then(Value::as_object)
        .filter(|_| target == CaseTarget::Puppet8);
    for field in ["ok", "ok_elsewhere", "errors", "warnings", "definitions"] {
        let value = newer
            .and_then(|n| n.get(field))
            .or_else(|| fields.get(field));
        if let Some(value) = value {
            answer.insert(field.to_owned(), value.clone());
        }
    }
    Value::Object(answer)
}
