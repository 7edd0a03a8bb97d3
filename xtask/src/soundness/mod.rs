//! `cargo xtask soundness`: compares strict with real Puppet, in generated programs whose parameters have declared types.
//!
//! Puppet evaluates each program with many values that the declarations allow. Where it fails for one of them and strict
//! reports nothing on that line, strict is not sound: a miss. Where strict reports and no value fails, it is imprecise.

mod generate;
mod patterns;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use serde_json::{Value, json};

use crate::shell;
use generate::{CALLEE, GeneratedProgram, Random, TEMPLATE, program};
use patterns::PATTERNS;

/// What is compared.
#[derive(Debug, Args)]
pub struct SoundnessOptions {
    /// The first program.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many programs.
    #[arg(long, default_value_t = 500)]
    count: u64,
    /// Real Puppet: a program that answers questions as the conformance cases ask them.
    #[arg(long)]
    oracle: PathBuf,
    /// The checker; it is built if none is given.
    #[arg(long)]
    analyzer: Option<PathBuf>,
    /// So many misses and imprecise reports are printed of each thousand.
    #[arg(long, default_value_t = 20)]
    show: usize,
    /// A file to which the programs are added, with whether they fail, for the tests of the checks.
    #[arg(long)]
    record: Option<PathBuf>,
}

/// Compares the programs; an error if strict misses a failure.
pub fn run(options: &SoundnessOptions) -> Result<()> {
    let analyzer = match &options.analyzer {
        Some(analyzer) => analyzer.clone(),
        None => shell::debug_binary("puppet-analyzer")?,
    };
    let mut total = ProgramCounts::default();
    let end = options.seed + options.count;
    for first in (options.seed..end).step_by(BATCH) {
        let seeds = first..end.min(first + BATCH as u64);
        total.add(&compare(&analyzer, options, seeds)?);
        shell::say(&total.to_string());
    }
    match total.missed {
        0 => Ok(()),
        _ => bail!("strict is not sound"),
    }
}

/// So many programs are compared at a time.
const BATCH: usize = 1_000;

/// How many programs there are of each kind.
#[derive(Default)]
struct ProgramCounts {
    programs: usize,
    failing: usize,
    missed: usize,
    reported: usize,
    imprecise: usize,
}

impl ProgramCounts {
    fn add(&mut self, other: &Self) {
        self.programs += other.programs;
        self.failing += other.failing;
        self.missed += other.missed;
        self.reported += other.reported;
        self.imprecise += other.imprecise;
    }
}

impl fmt::Display for ProgramCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            programs,
            failing,
            missed,
            reported,
            imprecise,
        } = self;
        let proven = 100 * (reported - imprecise) / (*reported).max(1);
        write!(
            f,
            "{programs} programs, {failing} fail, {missed} missed; {reported} reported, {imprecise} of them imprecise \
             ({proven} % proven)"
        )
    }
}

fn compare(
    analyzer: &Path,
    options: &SoundnessOptions,
    seeds: Range<u64>,
) -> Result<ProgramCounts> {
    let programs: Vec<(u64, GeneratedProgram)> = seeds
        .map(|seed| (seed, program(&mut Random::new(seed))))
        .collect();
    let reported = reported(analyzer, &programs)?;
    let all = programs.iter().enumerate();
    let mut failing = failing(&options.oracle, all, VALUES)?;
    // Where something is reported, a value that fails is searched for among more of them.
    let unproven = programs.iter().enumerate();
    let unproven =
        unproven.filter(|(index, _)| reported.contains_key(index) && !failing.contains_key(index));
    let unproven: Vec<_> = unproven.collect();
    failing.extend(self::failing(
        &options.oracle,
        unproven.into_iter(),
        usize::MAX,
    )?);
    let (mut misses, mut imprecise) = (Vec::new(), Vec::new());
    for (index, program) in programs.iter().enumerate() {
        match (reported.get(&index), failing.get(&index)) {
            (reported, Some(lines)) if !all_reported(lines, reported) => misses.push(program),
            (Some(_), None) => imprecise.push(program),
            _ => {}
        }
    }
    if let Some(file) = &options.record {
        record(file, &programs, &failing)?;
    }
    show("missed", &misses, options.show);
    show("reported, and no value fails", &imprecise, options.show);
    Ok(ProgramCounts {
        programs: programs.len(),
        failing: failing.len(),
        missed: misses.len(),
        reported: reported.len(),
        imprecise: imprecise.len(),
    })
}

/// LinesByProgram by the number of a program.
type LinesByProgram = HashMap<usize, HashSet<BodyLine>>;

/// Where something is reported or fails: a line of the body, or `None` for the definition that it uses.
type BodyLine = Option<u64>;

/// Whether each place that fails is one of those that are reported. Puppet names either side of a call.
fn all_reported(failing: &HashSet<BodyLine>, reported: Option<&HashSet<BodyLine>>) -> bool {
    reported.is_some_and(|reported| {
        let is_reported = |place: &BodyLine| {
            place.is_none() || reported.contains(&None) || reported.contains(place)
        };
        failing.iter().all(is_reported)
    })
}

/// Adds programs to a file, a line each: the verdict, the parameters, what is called and the body, with tabs between them.
fn record(
    file: &Path,
    programs: &[(u64, GeneratedProgram)],
    failing: &LinesByProgram,
) -> Result<()> {
    let mut file = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(file)?;
    for (index, (_, program)) in programs.iter().enumerate() {
        let verdict = match failing.contains_key(&index) {
            true => "fails",
            false => "fine",
        };
        let callee = callee_on_one_line(program);
        let (parameters, body) = (program.parameters(), on_one_line(program));
        writeln!(file, "{verdict}\t{parameters}\t{callee}\t{body}")?;
    }
    Ok(())
}

fn callee_on_one_line(program: &GeneratedProgram) -> String {
    let code = program.callee.as_ref().map(|callee| &*callee.code);
    code.unwrap_or_default().replace('\n', ";")
}

fn on_one_line(program: &GeneratedProgram) -> String {
    program.body.replace('\n', " ")
}

fn show(title: &str, programs: &[&(u64, GeneratedProgram)], shown: usize) {
    for (seed, program) in programs.iter().take(shown) {
        let (parameters, body) = (program.parameters(), on_one_line(program));
        let callee = callee_on_one_line(program);
        shell::say(&format!(
            "{title} (seed {seed}): ({parameters}) {callee} {body}"
        ));
    }
}

/// The programs in which strict reports something, with the places.
fn reported(analyzer: &Path, programs: &[(u64, GeneratedProgram)]) -> Result<LinesByProgram> {
    let root = std::env::temp_dir().join(format!("soundness-{}", std::process::id()));
    let manifests = root.join("modules/s/manifests");
    std::fs::create_dir_all(&manifests)?;
    std::fs::write(root.join("environment.conf"), "modulepath = modules\n")?;
    let module = root.join("modules/s");
    for folder in ["functions", "lib/puppet/functions/s", "templates"] {
        std::fs::create_dir_all(module.join(folder))?;
    }
    let stdlib = root.join("modules/stdlib/lib/puppet/parser/functions");
    std::fs::create_dir_all(&stdlib)?;
    for [name, _] in &PATTERNS.stdlib {
        let code =
            format!("Puppet::Parser::Functions.newfunction(:{name}, :type => :rvalue) {{ |_| }}\n");
        std::fs::write(stdlib.join(format!("{name}.rb")), code)?;
    }
    for (index, (_, program)) in programs.iter().enumerate() {
        let named = |text: &str| {
            let template = format!("epp('s/d{index}.epp'");
            let text = text.replace(TEMPLATE, &template);
            text.replace(CALLEE, &format!("s::d{index}"))
        };
        let class = format!(
            "class s::p{index}({}) {{\n{}\n}}\n",
            program.parameters(),
            named(&program.body)
        );
        std::fs::write(manifests.join(format!("p{index}.pp")), class)?;
        if let Some(callee) = &program.callee {
            let file = module.join(callee.file(&format!("d{index}")));
            std::fs::write(file, named(&callee.code) + "\n")?;
        }
    }
    let output = Command::new(analyzer)
        .args(["check", "--strict", "--format", "json", "--exit-zero"])
        .args([
            "--select",
            "T201,T202,T203,T204,T205,T206,T211,T216,T219,T222,T223,R301,R302,R305,R312,R315",
        ])
        .arg(&root)
        .output()?;
    std::fs::remove_dir_all(&root)?;
    let mut reported = LinesByProgram::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let diagnostic: Value = serde_json::from_str(line)?;
        let file = diagnostic["file"].as_str().unwrap_or_default();
        let name = Path::new(file).file_stem().and_then(|name| name.to_str());
        let Some((kind, number)) = name.and_then(|name| name.split_at_checked(1)) else {
            continue;
        };
        let line_of = |key: &str| diagnostic[key].as_u64().unwrap_or_default();
        let lines = (line_of("line")..=line_of("end_line")).map(|line| line.checked_sub(BODY_LINE));
        let places = reported.entry(number.parse()?).or_default();
        match kind {
            "p" => places.extend(lines),
            _ => places.extend([None]),
        }
    }
    Ok(reported)
}

/// Failures that are no mistakes of types: which classes and resources there are is not declared, `assert_type` and `fail`
/// are written to fail, and who converts a text says that it is a number.
const MEANT: [&str; 6] = [
    "Could not find class",
    "Failed to realize virtual resources",
    "was given non decimal string",
    "assert_type",
    "meant",
    "The string '",
];

/// The line on which the body of a program starts, in its class and in what Puppet evaluates.
const BODY_LINE: u64 = 2;

/// So many values of a parameter are tried at first.
const VALUES: usize = 8;

/// The programs that fail in Puppet for some of so many values of their parameters, with the places.
fn failing<'p>(
    oracle: &Path,
    programs: impl Iterator<Item = (usize, &'p (u64, GeneratedProgram))>,
    values: usize,
) -> Result<LinesByProgram> {
    let mut child = Command::new(oracle)
        .args(["any", "--strict", "error"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("the oracle does not start")?;
    let questions: Vec<(usize, String)> = programs
        .flat_map(|(index, (_, program))| {
            let sources = program.sources(values).into_iter();
            sources
                .map(move |source| (index, json!({"kind": "eval", "source": source}).to_string()))
        })
        .collect();
    let mut stdin = child.stdin.take().context("no input")?;
    let lines: Vec<String> = questions.iter().map(|(_, line)| line.clone()).collect();
    let writer = std::thread::spawn(move || -> std::io::Result<()> {
        lines.iter().try_for_each(|line| writeln!(stdin, "{line}"))
    });
    let output = child.wait_with_output()?;
    writer
        .join()
        .ok()
        .context("the questions were not written")??;
    let answers = String::from_utf8_lossy(&output.stdout);
    let mut failing = LinesByProgram::new();
    for ((index, _), line) in questions.iter().zip(answers.lines()) {
        let answer: Value = serde_json::from_str(line)?;
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        let is_meant = MEANT.iter().any(|text| message.contains(text));
        if answer["ok"] == Value::Bool(false) && !is_meant {
            let line = answer["error"]["line"].as_u64().unwrap_or_default();
            let place = line.checked_sub(BODY_LINE);
            failing.entry(*index).or_default().insert(place);
        }
    }
    Ok(failing)
}
