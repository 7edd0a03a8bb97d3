//! `puppet-analyzer lookup`: a key in Hiera for a node, without Ruby.

mod explanation;
mod json;
mod node;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use puppet_eval::{PuppetVersion, Strict};
use puppet_lookup::{
    Answer, LookupEnvironment, LookupQuestion, LookupSettings, LookupStop, OpenTypes, Session,
    Sources,
};
use puppet_project::fs::Disk;
use puppet_project::lookup::{LookupFiles, lookup_environment};
use puppet_types::{BuiltinContext, Value};

use crate::exit_status::{ExitOutcome, report};
use crate::language_version::LanguageVersion;
use crate::paths::WorkingDirectory;

pub(crate) use node::read_node;

/// The modules of a server that are not of an environment.
const BASE_MODULES: [&str; 2] = [
    "/etc/puppetlabs/code/modules",
    "/opt/puppetlabs/puppet/modules",
];

/// The options of `lookup`.
#[derive(Debug, clap::Args)]
pub struct LookupCommandOptions {
    /// The key, such as `ntp::servers` or `users.root.shell`.
    #[arg(value_name = "KEY")]
    key: String,
    /// A directory of the environment.
    #[arg(long, value_name = "DIR", default_value = ".")]
    path: PathBuf,
    /// The name of the node. Without --facts, its facts are looked for beside the code.
    #[arg(long, value_name = "NAME")]
    node: Option<String>,
    /// The facts of the node: what `facter` or `puppet facts` writes as JSON or YAML, or an export of PuppetDB.
    #[arg(long, value_name = "FILE")]
    facts: Option<PathBuf>,
    /// The name of the environment [default: that of its directory, if it is below `environments`, else production].
    #[arg(long, value_name = "NAME")]
    environment: Option<String>,
    /// The `hiera.yaml` of the global layer; without it there is no global data.
    #[arg(long, value_name = "FILE")]
    hiera_config: Option<PathBuf>,
    /// How values are merged: first, unique, hash, deep, or a hash with `strategy` and its options in JSON.
    #[arg(long, value_name = "STRATEGY")]
    merge: Option<String>,
    /// The type that the value must have.
    #[arg(long = "type", value_name = "TYPE")]
    value_type: Option<String>,
    /// The value if there is none, in JSON or as a plain string.
    #[arg(long, value_name = "VALUE")]
    default: Option<String>,
    /// Prints each level in order, and why it was used or not.
    #[arg(long)]
    explain: bool,
    /// How to print the answer.
    #[arg(long, value_enum, default_value_t = AnswerFormat::Text)]
    format: AnswerFormat,
    /// The version of Puppet whose rules apply.
    #[arg(long, value_enum, default_value_t = LanguageVersion::Puppet8)]
    target: LanguageVersion,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum AnswerFormat {
    /// The value as an expression of Puppet; a string as it is.
    Text,
    /// One object with the value and all levels.
    Json,
}

/// Looks the key up, and prints the answer.
pub fn run(options: &LookupCommandOptions) -> ExitCode {
    let outcome = report(answer(options));
    outcome.unwrap_or(ExitOutcome::Success).into()
}

fn answer(options: &LookupCommandOptions) -> io::Result<ExitOutcome> {
    let here = WorkingDirectory::current()?;
    let start = here.directory(&options.path)?;
    let root = environment_root(&start);
    let global = options.hiera_config.as_deref();
    let environment = environment_of(options.environment.as_deref(), global, &here, &root);
    let target = PuppetVersion::from(options.target);
    let settings = LookupSettings {
        target,
        strict: if target == PuppetVersion::V7 {
            Strict::Warning
        } else {
            Strict::Error
        },
        working_directory: here.path().to_string_lossy().into_owned(),
        ..LookupSettings::default()
    };
    if let Some(config) = &options.hiera_config
        && !here.absolute(config).is_file()
    {
        let problem = format!("--hiera-config {}: there is no such file", config.display());
        return Err(io::Error::other(problem));
    }
    let node = read_node(options.node.as_deref(), options.facts.as_deref(), &root)?;
    let question = LookupQuestion {
        key: options.key.clone(),
        merge: options.merge.as_deref().map(value_of_argument),
        value_type: options.value_type.clone(),
        default: options.default.as_deref().map(value_of_argument),
        is_automatic: false,
    };
    let sources = Sources::new(Box::new(LookupFiles(Disk)));
    let answer =
        Session::new(&sources, &environment, &settings, &node, &OpenTypes).look_up(&question);
    print(options, &environment, &answer)
}

fn print(
    options: &LookupCommandOptions,
    environment: &LookupEnvironment,
    answer: &Answer,
) -> io::Result<ExitOutcome> {
    let outcome = match answer.found {
        Ok(Some(_)) => ExitOutcome::Success,
        _ => ExitOutcome::Failure,
    };
    let mut out = io::stdout().lock();
    if options.format == AnswerFormat::Json {
        writeln!(
            out,
            "{}",
            json::answer_json(&options.key, environment, answer)
        )?;
        return Ok(outcome);
    }
    if options.explain {
        explanation::write(&mut out, environment, answer)?;
    }
    match &answer.found {
        Ok(Some(found)) => writeln!(out, "{}", text_of(&found.value))?,
        Ok(None) | Err(LookupStop::NotFound) => {
            writeln!(io::stderr(), "not found: {}", options.key)?
        }
        Err(LookupStop::Failed(error)) => writeln!(io::stderr(), "error: {}", error.message)?,
        Err(LookupStop::Unknown(reason)) => writeln!(io::stderr(), "unknown: {reason}")?,
    }
    for assumption in &answer.assumptions {
        writeln!(io::stderr(), "assumed: {assumption}")?;
    }
    Ok(outcome)
}

/// A value as people read it.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.to_string(),
        other => puppet_convert::literal_form(&BuiltinContext, other),
    }
}

/// An argument in JSON, or else a text.
fn value_of_argument(argument: &str) -> Value {
    let parsed = puppet_data::json::parse(argument).ok();
    let value = parsed.and_then(|data| puppet_lookup::value_of(&data).ok());
    value.unwrap_or_else(|| Value::from(argument))
}

/// The directory of the environment: the nearest one with an `environment.conf`, or else with a `hiera.yaml`.
fn environment_root(start: &Path) -> PathBuf {
    let with = |name: &str| start.ancestors().find(|folder| folder.join(name).is_file());
    let root = with("environment.conf").or_else(|| with("hiera.yaml"));
    root.unwrap_or(start).to_owned()
}

/// The environment in a directory, with a name and the `hiera.yaml` of the global layer, if they are given.
pub(crate) fn environment_of(
    name: Option<&str>,
    global: Option<&Path>,
    here: &WorkingDirectory,
    root: &Path,
) -> LookupEnvironment {
    let of_directory = || {
        let parent = root.parent()?.file_name()?;
        (parent == "environments")
            .then(|| Some(root.file_name()?.to_string_lossy().into_owned()))?
    };
    let name = name.map(str::to_owned).or_else(of_directory);
    let base = BASE_MODULES.map(str::to_owned);
    let mut environment =
        lookup_environment(&Disk, root, name.as_deref().unwrap_or("production"), &base);
    environment.global_config =
        global.map(|path| here.absolute(path).to_string_lossy().into_owned());
    environment
}
