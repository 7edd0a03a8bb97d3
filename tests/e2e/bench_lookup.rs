//! Time of lookups in a control repository of 3,000 manifests: `cargo xtask bench lookup`.
//!
//! Cold: a new process for each lookup, as it is typed in a terminal. Warm: one key after the other, when the data files
//! have been read, as `check --os` and editors look them up.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

#[expect(dead_code, reason = "shared with the tests")]
mod workspace;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use puppet_lookup::{LookupQuestion, LookupSettings, Node, OpenTypes, Session, Sources, fact_sets};
use puppet_project::fs::Disk;
use puppet_project::lookup::{LookupFiles, lookup_environment};
use workspace::Workspace;

const MODULES: usize = 300;
const CLASSES: usize = 10;
const NODES: usize = 200;
const COLD_ROUNDS: usize = 30;

/// What each may take on two cores.
const COLD_BAR: Duration = Duration::from_millis(60);
const WARM_BAR: Duration = Duration::from_millis(1);

const HIERARCHY: &str = "version: 5
hierarchy:
- {name: Node, path: 'nodes/%{trusted.certname}.yaml'}
- {name: Role, paths: ['roles/%{facts.role}-%{facts.os.name}.yaml', 'roles/%{facts.role}.yaml']}
- {name: System, mapped_paths: [facts.os.names, name, 'os/%{name}.yaml']}
- {name: All, glob: 'all/*.yaml'}
- {name: Common, path: common.yaml}
";

fn main() {
    let repository = repository();
    let root = repository.root();
    let mut cold: Vec<Duration> = (0..COLD_ROUNDS).map(|at| cold(root, at)).collect();
    report("cold", &mut cold, COLD_BAR);
    let mut warm = warm(root);
    report("warm", &mut warm, WARM_BAR);
}

fn report(what: &str, times: &mut [Duration], bar: Duration) {
    times.sort_unstable();
    let at = |share: usize| {
        times
            .get(times.len() * share / 100)
            .copied()
            .unwrap_or_default()
    };
    let verdict = if at(95) < bar { "ok" } else { "over" };
    println!(
        "  {what}: {} lookups, median {:.2?}, 95 % {:.2?} (bar {bar:?}: {verdict})",
        times.len(),
        at(50),
        at(95)
    );
}

fn repository() -> Workspace {
    let repository = Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        ("hiera.yaml", HIERARCHY),
        ("manifests/site.pp", "lookup('classes', Array).include\n"),
    ]);
    for module in 0..MODULES {
        for class in 0..CLASSES {
            let text = format!(
                "class m{module}::c{class} (\n  String $a,\n  Hash $b,\n) {{\n  notice($a, $b)\n}}\n"
            );
            repository.write(&format!("modules/m{module}/manifests/c{class}.pp"), &text);
        }
    }
    let keys = |every: usize| -> String {
        let classes = (0..MODULES * CLASSES).step_by(every);
        let lines = classes.map(|at| {
            let name = format!("m{}::c{}", at / CLASSES, at % CLASSES);
            format!("{name}::a: \"%{{facts.role}} and %{{lookup('domain')}}\"\n{name}::b: {{k{every}: [1, 2]}}\n")
        });
        lines.collect()
    };
    let options =
        "lookup_options:\n  '^m\\d+::.+::b$': {merge: {strategy: deep, knockout_prefix: '--'}}\n";
    repository.write(
        "data/common.yaml",
        &format!("domain: example.com\n{options}{}", keys(1)),
    );
    repository.write("data/os/Debian.yaml", &keys(7));
    repository.write("data/roles/web.yaml", &keys(11));
    for at in 0..20 {
        repository.write(&format!("data/all/{at}.yaml"), &keys(97 + at));
    }
    for node in 0..NODES {
        repository.write(&format!("data/nodes/node{node}.yaml"), &keys(301));
        let facts = format!(
            "clientcert: node{node}\nrole: web\nos: {{name: Debian, names: [Debian, Linux]}}\n"
        );
        repository.write(&format!("facts/node{node}.yaml"), &facts);
    }
    repository
}

/// The keys, in no order that the data have.
fn key(at: usize) -> String {
    let at = at * 1_009 % (MODULES * CLASSES * 2);
    let (class, parameter) = (at / 2, if at.is_multiple_of(2) { 'a' } else { 'b' });
    format!("m{}::c{}::{parameter}", class / CLASSES, class % CLASSES)
}

fn cold(root: &Path, at: usize) -> Duration {
    let start = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_puppet-analyzer"));
    command.args(["lookup", &key(at), "--facts"]);
    command
        .arg(root.join(format!("facts/node{at}.yaml")))
        .current_dir(root);
    let status = command.stdout(Stdio::null()).status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "the lookup has a value"
    );
    start.elapsed()
}

fn warm(root: &Path) -> Vec<Duration> {
    let environment = lookup_environment(&Disk, root, "production", &[]);
    let sources = Sources::new(Box::new(LookupFiles(Disk)));
    let settings = LookupSettings::default();
    let look_up = |node: &Node, at: usize| {
        let question = LookupQuestion {
            key: key(at),
            is_automatic: true,
            ..LookupQuestion::default()
        };
        let start = Instant::now();
        let session = Session::new(&sources, &environment, &settings, node, &OpenTypes);
        let answer = session.look_up(&question);
        assert!(
            answer.found.is_ok_and(|found| found.is_some()),
            "the lookup has a value"
        );
        start.elapsed()
    };
    let text = "clientcert: node7\nrole: web\nos: {name: Debian, names: [Debian, Linux]}\n";
    let node = fact_sets("node7.yaml", text).expect("facts").remove(0).node;
    look_up(&node, 0);
    (0..MODULES * CLASSES * 2)
        .map(|at| look_up(&node, at))
        .collect()
}
