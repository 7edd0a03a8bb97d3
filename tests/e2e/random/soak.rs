//! A long session in all modules at once, of which memory and latency are measured.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::time::{Duration, Instant};

use serde_json::json;

use super::compare::compare;
use super::corpus::all_modules;
use super::number;
use super::numbers::Numbers;
use super::session::{CHANGED, CREATED, EditorStyle, RandomSession, is_puppet};
use crate::client::position;
use crate::memory::memory;

/// After so many steps, another branch is checked out.
const SWITCHES_AFTER: usize = 400;
/// After so many steps, all documents are closed, and the files are those of the beginning: else the workspace would grow
/// for ever, and the memory with it.
const RESTORED_AFTER: usize = 2_000;
/// So many files differ between two branches.
const FILES_OF_BRANCH: usize = 1_000;
/// What the other branch has at the end of its files.
const OF_BRANCH: &str = "# of another branch\n";

/// Makes random steps for so many seconds, and compares all answers with those of fresh servers.
pub(super) fn run(seconds: u64) {
    let seed = number("PUPPET_SEED", 0);
    let compared = number("PUPPET_COMPARED", 500).max(1);
    let samples = std::env::var_os("PUPPET_SAMPLES").expect("PUPPET_SAMPLES");
    let mut samples = File::create(samples).expect("a file");
    let mut numbers = Numbers::new(seed as u64);
    let mut session = RandomSession::new(&all_modules(), EditorStyle::number(seed));
    let restored = session.disk.clone();
    let mut path = session.any(&mut numbers);
    let (start, mut latencies) = (Instant::now(), Vec::new());
    let mut step = 0;
    while start.elapsed() < Duration::from_secs(seconds) {
        session.step(&mut path, step, &mut numbers);
        latencies.push(session.latency(&path));
        step += 1;
        if step % SWITCHES_AFTER == 0 {
            session.switch_branch();
        }
        if step % RESTORED_AFTER == 0 {
            session.restore(&restored);
            path = session.any(&mut numbers);
        }
        if step % compared == 0 {
            compare(&mut session, &path, &mut numbers);
            let sample = sample(&session, start, step, &mut latencies);
            samples.write_all(sample.as_bytes()).expect("a file");
        }
    }
    let sample = sample(&session, start, step, &mut latencies);
    samples.write_all(sample.as_bytes()).expect("a file");
    session.finish();
}

/// Seconds, steps, megabytes, and the latency in milliseconds of half and of 95 % of the requests since the last line.
fn sample(
    session: &RandomSession,
    start: Instant,
    step: usize,
    latencies: &mut Vec<Duration>,
) -> String {
    latencies.sort_unstable();
    let percentile = |percent: usize| {
        let latency = latencies.get(latencies.len() * percent / 100);
        latency.map_or(0.0, |it| it.as_secs_f64() * 1000.0)
    };
    let line = format!(
        "{} {step} {} {:.2} {:.2}\n",
        start.elapsed().as_secs(),
        memory(session.client.pid(), "VmRSS:").unwrap_or(0) / 1024,
        percentile(50),
        percentile(95)
    );
    latencies.clear();
    line
}

impl RandomSession {
    /// How long a hover takes.
    fn latency(&mut self, path: &str) -> Duration {
        let params =
            json!({ "textDocument": { "uri": self.uri(path) }, "position": position((0, 0)) });
        let start = Instant::now();
        let _ = self.ask("textDocument/hover", params);
        start.elapsed()
    }

    /// Many files change at once, and change back the next time.
    fn switch_branch(&mut self) {
        let puppet = |(path, _): &(&String, &String)| is_puppet(path);
        let files = self.disk.iter().filter(puppet).take(FILES_OF_BRANCH);
        let files: Vec<(String, String)> = files
            .map(|(path, text)| {
                let text = match text.strip_suffix(OF_BRANCH) {
                    Some(text) => text.to_owned(),
                    None => format!("{text}{OF_BRANCH}"),
                };
                (path.clone(), text)
            })
            .collect();
        self.write_all(&files);
    }

    /// Closes all documents, and makes the files what they were.
    fn restore(&mut self, disk: &BTreeMap<String, String>) {
        let open: Vec<String> = self.open.keys().cloned().collect();
        for path in open {
            self.close(&path);
        }
        let other = disk
            .iter()
            .filter(|(path, text)| self.disk.get(*path) != Some(*text));
        let other: Vec<(String, String)> = other.map(|(a, b)| (a.clone(), b.clone())).collect();
        let new = self.disk.keys().filter(|path| !disk.contains_key(*path));
        let new: Vec<String> = new.cloned().collect();
        for path in new {
            self.delete(&path);
        }
        self.write_all(&other);
    }

    /// Writes files at once, and then tells the server of all.
    fn write_all(&mut self, files: &[(String, String)]) {
        let changes: Vec<(&str, u8)> = files
            .iter()
            .map(|(path, _)| match self.disk.contains_key(path) {
                true => (&**path, CHANGED),
                false => (&**path, CREATED),
            })
            .collect();
        for (path, text) in files {
            self.workspace.write(path, text);
        }
        self.watched(&changes);
        self.disk.extend(files.iter().cloned());
    }
}
