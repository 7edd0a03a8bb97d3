//! `cargo xtask impact-referee`: compares the sets of `puppet-analyzer impact` with what real Puppet compiles differently after
//! a commit.
//!
//! The classes and defined types of a module, or of the modules of a control repository, are compiled before and after each
//! commit with the facts of a few systems. One that differs and is not in the set is a miss. One that is in the set and the
//! same is counted: the set is larger than it must be.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use serde_json::{Value, json};

use crate::shell;

/// What is compared.
#[derive(Debug, Args)]
pub struct ImpactRefereeOptions {
    /// A clone with its history.
    #[arg(long)]
    repository: PathBuf,
    /// The module that the repository is; without it, the modules of the folders of `--module-path`.
    #[arg(long)]
    module: Option<String>,
    /// Folders of a control repository that hold modules.
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "modules,site,site-modules,dist"
    )]
    module_path: Vec<String>,
    /// The commit from which on older ones are taken: installed modules may not go with later ones.
    #[arg(long, default_value = "HEAD")]
    revision: String,
    /// How many commits, of those that change code or data, the newest first.
    #[arg(long, default_value_t = 20)]
    commits: usize,
    /// So many definitions of each commit are compiled, half of them from the set.
    #[arg(long, default_value_t = 24)]
    definitions: usize,
    /// The systems whose facts are taken.
    #[arg(long, value_delimiter = ',', default_value = "debian-12,rocky-9")]
    facts: Vec<String>,
    /// The folder of installed modules.
    #[arg(long, default_value = "/usr/share/puppet/modules")]
    installed: PathBuf,
    /// Real Puppet: a program that compiles catalogs.
    #[arg(long, default_value = "../shared/oracle/puppet-compile")]
    oracle: PathBuf,
    /// The program whose sets are checked.
    #[arg(long, default_value = "target/debug/puppet-analyzer")]
    analyzer: PathBuf,
}

/// What code and data are made of: commits that touch nothing else are left out.
const CODE: [&str; 11] = [
    "*.pp",
    "*.epp",
    "*.erb",
    "*.yaml",
    "*.yml",
    "*.eyaml",
    "*.json",
    "*.rb",
    "Puppetfile",
    ":!spec",
    ":!.*",
];

/// A definition that can be compiled.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct CompiledDeclaration {
    is_class: bool,
    name: String,
    /// The code that declares it.
    code: String,
}

impl CompiledDeclaration {
    fn key(&self) -> (bool, String) {
        (self.is_class, self.name.clone())
    }
}

/// One version of the repository on disk.
struct CompiledVersion {
    folder: PathBuf,
    /// Where Puppet finds the modules.
    module_path: Vec<PathBuf>,
    has_hierarchy: bool,
    definitions: Vec<CompiledDeclaration>,
    /// What was compiled: by facts and code.
    catalogs: BTreeMap<(String, String), Value>,
}

/// What was counted.
#[derive(Default)]
struct RefereeCounts {
    commits: usize,
    definitions: usize,
    affected: usize,
    compared: usize,
    compiled: usize,
    differing: usize,
    missed: usize,
    unchanged: usize,
}

impl fmt::Display for RefereeCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} commits, {} of {} definitions in the sets; {} compared, {} of them compile, {} differ, {} missed; {} in a \
             set and the same",
            self.commits,
            self.affected,
            self.definitions,
            self.compared,
            self.compiled,
            self.differing,
            self.missed,
            self.unchanged,
        )
    }
}

/// Compares the commits; an error if one makes a difference that is not in its set.
pub fn run(options: &ImpactRefereeOptions) -> Result<()> {
    let mut referee = Referee {
        options,
        oracle: Oracle::start(&options.oracle)?,
    };
    let mut commits = referee.commits()?;
    commits.reverse();
    let mut counts = RefereeCounts::default();
    let mut before: Option<(String, CompiledVersion)> = None;
    for commit in commits {
        let mut after = referee.check_out(&commit)?;
        if let Some((older, before)) = &mut before {
            referee.compare((older, before), (&commit, &mut after), &mut counts)?;
            fs::remove_dir_all(&before.folder)?;
        }
        before = Some((commit, after));
    }
    if let Some((_, last)) = before {
        fs::remove_dir_all(&last.folder)?;
    }
    shell::say(&format!("{}: {counts}", options.repository.display()));
    match counts.missed {
        0 => Ok(()),
        missed => bail!("{missed} differences are not in the set"),
    }
}

struct Referee<'a> {
    options: &'a ImpactRefereeOptions,
    oracle: Oracle,
}

/// Real Puppet, which answers one question after the other.
struct Oracle {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Oracle {
    fn start(program: &Path) -> Result<Self> {
        let mut process = Command::new(program)
            .arg("--facts")
            .arg(program.with_file_name("facts"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start the program that compiles catalogs")?;
        Ok(Self {
            questions: process.stdin.take().context("it has no input")?,
            answers: BufReader::new(process.stdout.take().context("it has no output")?),
            process,
        })
    }

    fn ask(&mut self, question: &Value) -> Result<Value> {
        writeln!(self.questions, "{question}")?;
        self.questions.flush()?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        serde_json::from_str(&answer).with_context(|| format!("no answer to {question}"))
    }

    /// What a version gives for code and facts.
    fn compile(
        &mut self,
        checkout: &mut CompiledVersion,
        code: &str,
        facts: &str,
    ) -> Result<Value> {
        let key = (facts.to_owned(), code.to_owned());
        if let Some(known) = checkout.catalogs.get(&key) {
            return Ok(known.clone());
        }
        let question = json!({"facts": facts, "code": code, "catalog": true});
        let answer = self.ask(&checkout.question(&question))?;
        let result = result(&answer, &checkout.folder.to_string_lossy());
        checkout.catalogs.insert(key, result.clone());
        Ok(result)
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Referee<'_> {
    fn git(&self) -> Command {
        let mut git = Command::new("git");
        git.arg("-C").arg(&self.options.repository);
        git
    }

    /// The newest commits that change code or data, and the one before them.
    fn commits(&self) -> Result<Vec<String>> {
        let mut git = self.git();
        git.args(["log", "--first-parent", "--format=%H", "-n"]);
        git.arg((self.options.commits + 1).to_string());
        git.arg(&self.options.revision).arg("--").args(CODE);
        Ok(shell::output(&mut git)?
            .lines()
            .map(str::to_owned)
            .collect())
    }

    /// The files of a commit, and the definitions in them.
    fn check_out(&mut self, commit: &str) -> Result<CompiledVersion> {
        let folder = shell::root().join("target/impact-referee").join(commit);
        let root = match &self.options.module {
            Some(module) => folder.join(module),
            None => folder.clone(),
        };
        shell::unpack_commit(self.git(), commit, &[".", ":!spec"], &root)?;
        let own = match &self.options.module {
            Some(_) => vec![folder.clone()],
            None => self
                .options
                .module_path
                .iter()
                .map(|it| folder.join(it))
                .collect(),
        };
        let mut module_path: Vec<PathBuf> = own.into_iter().filter(|it| it.is_dir()).collect();
        let modules = match &self.options.module {
            Some(module) => vec![module.clone()],
            None => module_path.iter().flat_map(|it| folders(it)).collect(),
        };
        module_path.push(self.options.installed.clone());
        let mut checkout = CompiledVersion {
            has_hierarchy: self.options.module.is_none() && folder.join("hiera.yaml").exists(),
            folder,
            module_path,
            definitions: Vec::new(),
            catalogs: BTreeMap::new(),
        };
        for module in modules {
            let question = checkout.question(&json!({"describe": module}));
            let answer = self.oracle.ask(&question)?;
            checkout.definitions.extend(definitions(&answer));
        }
        checkout.definitions.sort();
        Ok(checkout)
    }

    /// Compares the definitions that are in both versions.
    fn compare(
        &mut self,
        (older, before): (&str, &mut CompiledVersion),
        (newer, after): (&str, &mut CompiledVersion),
        counts: &mut RefereeCounts,
    ) -> Result<()> {
        let range = format!("{older}..{newer}");
        let set = self.affected(&range)?;
        let is_in_both = |it: &&CompiledDeclaration| {
            let mut all = after.definitions.iter();
            all.any(|other| other.key() == it.key())
        };
        let both = before.definitions.iter().filter(is_in_both).cloned();
        let (inside, outside): (Vec<_>, Vec<_>) = both.partition(|it| set.contains(&it.key()));
        counts.commits += 1;
        counts.definitions += inside.len() + outside.len();
        counts.affected += inside.len();
        let half = self.options.definitions / 2;
        for definition in chosen(outside, newer, half) {
            if let Some(difference) = self.difference(before, after, &definition, counts)? {
                counts.missed += 1;
                shell::say(&format!(
                    "missed: {range} {}: {difference}",
                    definition.name
                ));
            }
        }
        for definition in chosen(inside, newer, half) {
            let difference = self.difference(before, after, &definition, counts)?;
            counts.unchanged += usize::from(difference.is_none());
        }
        Ok(())
    }

    /// What the first system gets differently.
    fn difference(
        &mut self,
        before: &mut CompiledVersion,
        after: &mut CompiledVersion,
        definition: &CompiledDeclaration,
        counts: &mut RefereeCounts,
    ) -> Result<Option<String>> {
        for facts in &self.options.facts {
            let old = self.oracle.compile(before, &definition.code, facts)?;
            let new = self.oracle.compile(after, &definition.code, facts)?;
            if old.is_null() || new.is_null() {
                continue;
            }
            counts.compared += 1;
            counts.compiled += usize::from(old["ok"] == true && new["ok"] == true);
            if old != new {
                counts.differing += 1;
                return Ok(Some(format!("{facts}: {}", difference(&old, &new))));
            }
        }
        Ok(None)
    }

    /// The classes and defined types whose result can differ.
    fn affected(&self, range: &str) -> Result<BTreeSet<(bool, String)>> {
        let mut analyzer = Command::new(&self.options.analyzer);
        analyzer
            .args(["impact", range, "--format", "json", "--path"])
            .arg(&self.options.repository);
        let answer: Value = serde_json::from_str(&shell::output(&mut analyzer)?)?;
        let affected = answer["affected"].as_array().context("no list")?.iter();
        let names = affected.filter_map(|it| {
            let is_class = match it["kind"].as_str()? {
                "class" => true,
                "defined type" => false,
                _ => return None,
            };
            Some((is_class, it["name"].as_str()?.to_owned()))
        });
        Ok(names.collect())
    }
}

impl CompiledVersion {
    /// A question about this version.
    fn question(&self, about: &Value) -> Value {
        let mut question = about.clone();
        question["modulepath"] = json!(self.module_path);
        if self.has_hierarchy {
            question["environment"] = json!(self.folder);
        }
        question
    }
}

/// The names of the folders in a folder.
fn folders(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort_unstable();
    names
}

/// The definitions of a module, as Puppet describes them.
fn definitions(answer: &Value) -> Vec<CompiledDeclaration> {
    let all = answer["definitions"].as_array().into_iter().flatten();
    all.filter(|it| it["skip"].is_null())
        .filter_map(definition)
        .collect()
}

fn definition(description: &Value) -> Option<CompiledDeclaration> {
    let name = description["name"].as_str()?.to_owned();
    let parameters = description["parameters"].as_object()?.iter();
    let values: Vec<String> = parameters
        .map(|(name, value)| format!("{name} => {}", value.as_str().unwrap_or_default()))
        .collect();
    let is_class = description["kind"] == "class";
    let code = match (is_class, description["title"].as_str()) {
        (true, _) if values.is_empty() => format!("include {name}"),
        (true, _) => format!("class {{ '{name}': {} }}", values.join(", ")),
        (false, title) => format!("{name} {{ {}: {} }}", title?, values.join(", ")),
    };
    Some(CompiledDeclaration {
        is_class,
        name,
        code,
    })
}

/// Some of the definitions: others for each commit.
fn chosen(
    mut definitions: Vec<CompiledDeclaration>,
    commit: &str,
    count: usize,
) -> Vec<CompiledDeclaration> {
    let seed = commit.bytes().fold(7_usize, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(byte.into())
    });
    let at = seed % definitions.len().max(1);
    definitions.rotate_left(at);
    definitions.truncate(count);
    definitions
}

/// What a catalog or an error says, without the places in the code; null where it depends on what was loaded before.
fn result(answer: &Value, folder: &str) -> Value {
    let text = answer.to_string().replace(folder, "");
    if answer["ok"].is_null() || text.contains("Could not autoload") {
        return Value::Null;
    }
    let mut answer: Value = serde_json::from_str(&text).unwrap_or_default();
    for resource in answer["catalog"]["resources"]
        .as_array_mut()
        .into_iter()
        .flatten()
    {
        if let Some(resource) = resource.as_object_mut() {
            resource.remove("file");
            resource.remove("line");
        }
    }
    json!({"ok": answer["ok"], "catalog": answer["catalog"], "error": answer["error"]["message"]})
}

/// The first difference of two results.
fn difference(old: &Value, new: &Value) -> String {
    let resources = |result: &Value| -> Vec<String> {
        let all = result["catalog"]["resources"]
            .as_array()
            .into_iter()
            .flatten();
        all.map(Value::to_string).collect()
    };
    let (before, after) = (resources(old), resources(new));
    let gone = before.iter().find(|it| !after.contains(it));
    let new_one = after.iter().find(|it| !before.contains(it));
    let (old, new) = (&old["error"], &new["error"]);
    let shown = format!("{old} -> {new}, {gone:?} -> {new_one:?}");
    shown.chars().take(400).collect()
}
