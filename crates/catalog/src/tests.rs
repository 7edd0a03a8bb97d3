//! Verdicts on small modules. Puppet 8 (strict) answers the same for all of them that have no Ruby code, but for the
//! recursion without end: it did not answer within 20 seconds, and the message is that of `Puppet::Parser::Compiler`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use expect_test::expect;
use puppet_eval::{PuppetVersion, Strict};
use puppet_lookup::{Files, FolderEntry, LookupSettings, PathKind};

use crate::{CompileVerdict, DataSources, ModuleSet, Request, STACK_SIZE, System, compile};

/// Files in memory.
pub(crate) struct Memory(BTreeMap<String, String>);

impl Files for Memory {
    fn kind(&self, path: &str) -> PathKind {
        let folder = format!("{path}/");
        match self.0.contains_key(path) {
            true => PathKind::File,
            false if self.0.keys().any(|file| file.starts_with(&folder)) => PathKind::Folder,
            false => PathKind::Missing,
        }
    }

    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        let text = self.0.get(path).map(|text| Arc::from(text.as_str()));
        text.ok_or_else(|| format!("{path}: no such file"))
    }

    fn list(&self, folder: &str) -> Vec<FolderEntry> {
        let folder = format!("{folder}/");
        let inside = self.0.keys().filter_map(|file| file.strip_prefix(&folder));
        let names: BTreeSet<(String, bool)> = inside
            .map(|rest| match rest.split_once('/') {
                Some((name, _)) => (name.to_owned(), true),
                None => (rest.to_owned(), false),
            })
            .collect();
        names
            .into_iter()
            .map(|(name, is_folder)| FolderEntry { name, is_folder })
            .collect()
    }
}

/// A text in which a line `# module/path` starts each file.
pub(crate) fn files_of(text: &str) -> Memory {
    let mut files = BTreeMap::new();
    for part in text.split("# /").skip(1) {
        let (path, text) = part.split_once('\n').unwrap_or((part, ""));
        files.insert(format!("/{}", path.trim()), text.to_owned());
    }
    Memory(files)
}

/// The modules of a fixture.
pub(crate) fn module_set(fixture: &str, is_complete: bool) -> Arc<ModuleSet> {
    let files = files_of(fixture);
    let names = files.0.keys().filter_map(|path| path.split('/').nth(1));
    let roots: BTreeMap<String, String> = names
        .map(|name| (name.to_owned(), format!("/{name}")))
        .collect();
    Arc::new(ModuleSet::new(Arc::new(files), roots, is_complete))
}

/// Runs something that needs a large stack.
pub(crate) fn run_on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_SIZE);
        thread.spawn_scoped(scope, work).unwrap().join().unwrap()
    })
}

/// The verdict on a manifest, in short.
fn verdict(fixture: &str, code: &str, system: &str, target: PuppetVersion) -> String {
    verdict_with(module_set(fixture, true), code, system, target)
}

fn verdict_with(
    modules: Arc<ModuleSet>,
    code: &str,
    system: &str,
    target: PuppetVersion,
) -> String {
    let data = Arc::new(DataSources::new(&modules, None, LookupSettings::default()));
    let node = System::find(system).unwrap().node(target);
    let request = Request {
        code,
        subjects: &[],
        node: &node,
        target,
        strict: Strict::Error,
    };
    let verdict = run_on_large_stack(|| compile(&modules, &data, &request));
    let place = |failure: &crate::CompileFailure| {
        let file = failure.file.as_deref().unwrap_or("main.pp");
        match failure.position {
            Some(position) => format!("{file}:{}: {}", position.line, failure.message),
            None => failure.message.clone(),
        }
    };
    match verdict {
        CompileVerdict::Compiles => "compiles".to_owned(),
        CompileVerdict::Fails(failure) => place(&failure),
        CompileVerdict::Unknown(reasons) => {
            let reasons: Vec<String> = reasons.iter().map(place).collect();
            format!("unknown: {}", reasons.join("; "))
        }
    }
}

#[track_caller]
fn check(fixture: &str, code: &str, expected: &str) {
    let actual = verdict(fixture, code, "debian-12", PuppetVersion::V8);
    assert_eq!(actual, expected, "{code}\n{fixture}");
}

#[test]
fn branches_depend_on_the_system() {
    let fixture = "# /a/manifests/init.pp
class a { $x = $facts['os']['name'] ? { 'Debian' => 1, 'RedHat' => 2 } }
";
    let on = |system: &str| verdict(fixture, "include a", system, PuppetVersion::V8);
    assert_eq!(on("debian-12"), "compiles");
    let message =
        "/a/manifests/init.pp:1: No matching entry for selector parameter with value 'Rocky'";
    assert_eq!(on("rocky-9"), message);
}

#[test]
fn legacy_facts_are_there_before_puppet_8() {
    let fixture = "# /a/manifests/init.pp\nclass a { notice($::osfamily) }\n";
    let on = |target| verdict(fixture, "include a", "debian-12", target);
    assert_eq!(on(PuppetVersion::V7), "compiles");
    let message = "/a/manifests/init.pp:1: Unknown variable: '::osfamily'.";
    assert_eq!(on(PuppetVersion::V8), message);
}

#[test]
fn legacy_facts_are_those_of_facter() {
    // Facter 4.3.0, `facter --show-legacy`, on a machine whose other facts are these.
    let facts = puppet_data::yaml::parse(
        "kernel: Linux
os: {name: Debian, release: {full: '12.11', major: '12', minor: '11'}, selinux: {enabled: false},
  distro: {id: Debian, description: Debian GNU/Linux 12 (bookworm), release: {full: '12.11', major: '12', minor: '11'}}}
memory: {system: {total: 23.54 GiB, total_bytes: 25276502016}}
processors: {count: 2, models: [AMD EPYC, AMD EPYC]}
networking: {primary: eth0, interfaces: {lo: {ip: 127.0.0.1, mtu: 65536}, eth0: {ip: 192.0.2.2, mtu: 1500, scope6: global}}}
",
    );
    let facts = puppet_lookup::value_of(&facts.expect("YAML")).expect("facts");
    let legacy = crate::legacy_facts(&facts);
    let shown: Vec<String> = legacy
        .iter()
        .map(|(name, value)| format!("{name:?} {value:?}"))
        .collect();
    expect![[r#"
        String("lsbdistdescription") String("Debian GNU/Linux 12 (bookworm)")
        String("lsbdistid") String("Debian")
        String("lsbdistrelease") String("12.11")
        String("lsbmajdistrelease") String("12")
        String("lsbminordistrelease") String("11")
        String("memorysize") String("23.54 GiB")
        String("memorysize_mb") Float(24105.55078125)
        String("operatingsystem") String("Debian")
        String("operatingsystemmajrelease") String("12")
        String("operatingsystemrelease") String("12.11")
        String("processorcount") Integer(2)
        String("selinux") Boolean(false)
        String("interfaces") String("eth0,lo")
        String("ipaddress_lo") String("127.0.0.1")
        String("mtu_lo") Integer(65536)
        String("ipaddress_eth0") String("192.0.2.2")
        String("mtu_eth0") Integer(1500)
        String("scope6_eth0") String("global")"#]]
    .assert_eq(&shown.join("\n"));
}

#[test]
fn a_variable_may_be_a_fact_that_the_table_does_not_have() {
    for (variable, is_known_on_7) in [
        ("::ipaddress_eth7", false),
        ("::uptime_days", false),
        ("::selinux_policyversion", true),
    ] {
        let fixture = format!("# /a/manifests/init.pp\nclass a {{ notice(${variable}) }}\n");
        let fails = |target| {
            let verdict = verdict_with(
                module_set(&fixture, false),
                "include a",
                "debian-12",
                target,
            );
            verdict.ends_with(&format!(".pp:1: Unknown variable: '{variable}'."))
        };
        assert_eq!(fails(PuppetVersion::V7), is_known_on_7, "{variable}");
        assert!(fails(PuppetVersion::V8), "{variable}");
    }
}

#[test]
fn classes_see_the_variables_of_the_class_that_they_inherit_from() {
    let fixture = "# /a/manifests/init.pp
class a(String $p = $a::params::p) inherits a::params {
  include a::b
  $later = 1
}
# /a/manifests/params.pp
class a::params { $p = 'x' }
# /a/manifests/b.pp
class a::b { notice($a::p) notice($a::params::p) notice($a::later) }
";
    let message = "/a/manifests/b.pp:1: Unknown variable: 'a::later'.";
    check(fixture, "include a", message);
}

#[test]
fn data_of_the_module_give_parameters() {
    let fixture = "# /a/manifests/init.pp
class a(Integer $n, Optional[String] $o) { notify { \"${n}\": } }
# /a/hiera.yaml
version: 5
hierarchy:
  - name: os
    path: '%{facts.os.name}.yaml'
# /a/data/Debian.yaml
a::n: 1
a::o: ~
# /a/data/Ubuntu.yaml
a::n: one
a::o: ~
";
    let on = |system: &str| verdict(fixture, "include a", system, PuppetVersion::V8);
    assert_eq!(on("debian-12"), "compiles");
    assert_eq!(
        on("ubuntu-24.04"),
        "main.pp:1: Error while evaluating a Function Call, Class[A]: parameter 'n' expects an Integer value, got String"
    );
    assert_eq!(
        on("rocky-9"),
        "main.pp:1: Error while evaluating a Function Call, Class[A]:\n  expects a value for parameter 'n'\n  expects a value for parameter 'o'"
    );
}

#[test]
fn defined_types_are_evaluated_after_all_else() {
    let fixture = "# /a/manifests/init.pp
class a {
  a::d { 'x': y => undef }
  $z = 1
}
# /a/manifests/d.pp
define a::d($y = $title, $missing = 'm') {
  file { \"/tmp/${y}${a::z}\": require => Package['p'] }
}
";
    check(
        fixture,
        "include a",
        "/a/manifests/d.pp:2: Could not find resource 'Package[p]' in parameter 'require'",
    );
    check(fixture, "include a\npackage { 'p': }", "compiles");
}

#[test]
fn every_file_of_a_module_comes_with_its_init() {
    let fixture = "# /a/manifests/init.pp
class a(A::Missing $p) { }
# /a/manifests/b.pp
class a::b { }
";
    let message = "/a/manifests/init.pp:1: Resource type not found: A::Missing";
    check(fixture, "include a::b", message);
}

#[test]
fn what_is_not_known_ends_nothing() {
    let fixture = "# /a/manifests/init.pp
class a {
  $secret = a::ruby()
  if $secret { $x = 1 include a::b } else { fail('no') }
  file { '/tmp/x': content => \"${secret}\" }
  notice($x, $a::b::v)
}
# /a/manifests/b.pp
class a::b { $v = 1 }
# /a/lib/puppet/functions/a/ruby.rb
Puppet::Functions.create_function(:'a::ruby') do
end
";
    let reason = "unknown: /a/manifests/init.pp:3: Error while evaluating a Function Call, no: it is in a branch that may not be taken";
    check(fixture, "include a", reason);
    let message = "/a/manifests/init.pp:3: Error while evaluating a Function Call, no: it is in a branch that may not be taken";
    assert!(verdict(fixture, "include a", "debian-12", PuppetVersion::V8).contains(message));
    // An error that no branch can prevent is one all the same.
    let code = "include a\nnotice($nope)";
    check(fixture, code, "main.pp:2: Unknown variable: 'nope'.");
}

#[test]
fn functions_of_stdlib_are_known() {
    let fixture = "# /stdlib/lib/puppet/functions/ensure_packages.rb
# /stdlib/lib/puppet/functions/stdlib/nested_values.rb
# /stdlib/lib/puppet/parser/functions/assert_private.rb
# /stdlib/lib/puppet/parser/functions/pick.rb
# /a/manifests/init.pp
class a {
  assert_private()
  ensure_packages(['p'])
  file { '/x': require => Package['p'], content => pick(undef, 'x') }
}
# /b/manifests/init.pp
class b { include b::c }
# /b/manifests/c.pp
class b::c { assert_private() }
# /b/manifests/d.pp
class b::d inherits b::c { assert_private() }
# /b/manifests/e.pp
class b::e { }
# /b/manifests/f.pp
class b::f inherits b::e { assert_private() }
# /c/manifests/init.pp
class c { fail(stdlib::nested_values({ a => 1, b => { c => { d => 2 }, e => [{ f => 3 }] }, g => {} }).join(' ')) }
";
    check(
        fixture,
        "include c",
        "/c/manifests/init.pp:1: Error while evaluating a Function Call, 1 2 {\"f\"=>3}",
    );
    check(fixture, "include b::f", "compiles");
    check(
        fixture,
        "include b::d",
        "/b/manifests/c.pp:1: Error while evaluating a Function Call, Class b::c is private",
    );
    check(
        fixture,
        "include a",
        "/a/manifests/init.pp:2: Error while evaluating a Function Call, Class a is private",
    );
    check(fixture, "include b", "compiles");
}

#[test]
fn a_recursion_without_end_ends() {
    let fixture = "# /a/manifests/d.pp
define a::d { a::d { \"${title}x\": } }
";
    let message = "Somehow looped more than 1000 times while evaluating host catalog";
    check(fixture, "a::d { 'x': }", message);
}

#[test]
fn errors_of_some_systems_are_reported_once() {
    let fixture = "# /a/manifests/init.pp
class a($required, $package = $facts['os']['family'] ? { 'Debian' => 'x', 'RedHat' => 'y' }) {
  include a::b
}
# /a/manifests/b.pp
class a::b {
  if $facts['os']['name'] == 'Debian' { $x = 1 }
  notice($x, $a::package)
}
# /a/manifests/c.pp
class a::c { notice($nowhere::x) }
";
    let modules = module_set(fixture, false);
    let all = ["debian-12", "rocky-9", "ubuntu-24.04", "freebsd-14"];
    let last = &all[3..];
    // Others show what depends on the system.
    let one = report_on(&modules, last, &all[..1]);
    assert_eq!((one.failures.len(), one.cells), (1, 2));
    assert_eq!(report_on(&modules, last, &[]).failures.len(), 0);
    let report = report_on(&modules, &all, &[]);
    expect_test::expect![[r#"
        /a/manifests/b.pp 71..73 Fails on Rocky 9, Ubuntu 24.04: Unknown variable: 'x' ["a"]
        /a/manifests/init.pp 30..52 The selector has no entry for FreeBSD 14 ["a"]"#]]
    .assert_eq(&failures_of(&report));
    assert_eq!((report.definitions, report.cells), (2, 8));
}

/// What is reported of the module `a`.
fn report_on(modules: &Arc<ModuleSet>, systems: &[&str], others: &[&str]) -> crate::MatrixReport {
    let data = Arc::new(DataSources::new(modules, None, LookupSettings::default()));
    let found = |ids: &[&str]| -> Vec<&'static System> {
        ids.iter().filter_map(|id| System::find(id)).collect()
    };
    crate::Matrix {
        modules,
        data: &data,
        module: "a",
        systems: &found(systems),
        others: &found(others),
        target: PuppetVersion::V8,
        strict: Strict::Error,
        threads: std::num::NonZeroUsize::MIN,
        stop: None,
    }
    .run()
}

fn failures_of(report: &crate::MatrixReport) -> String {
    let failures = report.failures.iter().map(|it| {
        format!(
            "{} {:?} {} {:?}",
            it.file, it.range, it.message, it.definitions
        )
    });
    failures.collect::<Vec<_>>().join("\n")
}

#[test]
fn definitions_are_added_to_the_main_class_where_they_need_it() {
    let fixture = "# /a/manifests/init.pp
class a {
  $port = 80
  $label = $facts['os']['name'] ? { 'Debian' => 'x', 'Rocky' => 'y', 'Ubuntu' => 'z' }
}
# /a/manifests/mod.pp
define a::mod {
  $next = $a::port + 1
  $family = $facts['os']['family'] ? { 'Debian' => 'x', 'FreeBSD' => 'y' }
}
# /a/manifests/other.pp
define a::other($needed) {
  notice($a::port + 1, $needed)
  $found = $facts['os']['family'] ? { 'RedHat' => 'x', 'FreeBSD' => 'y' }
}
# /a/manifests/alone.pp
class a::alone {
  $label = $facts['os']['name'] ? { 'Debian' => 'x', 'Rocky' => 'y', 'Ubuntu' => 'z' }
}
";
    let modules = module_set(fixture, true);
    let systems = ["debian-12", "rocky-9", "ubuntu-24.04", "freebsd-14"];
    let report = report_on(&modules, &systems, &[]);
    expect_test::expect![[r#"
        /a/manifests/init.pp 34..54 The selector has no entry for FreeBSD 14 ["a"]
        /a/manifests/mod.pp 51..73 The selector has no entry for Rocky 9 ["a::mod"]
        /a/manifests/other.pp 70..92 The selector has no entry for Debian 12, Ubuntu 24.04 ["a::other"]"#]]
    .assert_eq(&failures_of(&report));
    assert_eq!((report.definitions, report.failing_everywhere), (4, 0));
}

#[test]
fn data_that_one_system_lacks_are_reported() {
    let modules = module_set(
        "# /a/manifests/init.pp
class a(String $package, String $from_whom, Optional[String] $other = undef) { notice($package) }
# /a/hiera.yaml
version: 5
hierarchy: [{name: family, path: '%{facts.os.family}.yaml'}]
# /a/data/Debian.yaml
a::package: x
a::other: y
# /a/data/RedHat.yaml
a::package: z
",
        false,
    );
    let report = report_on(&modules, &["debian-12", "rocky-9", "freebsd-14"], &[]);
    expect_test::expect![[r#"/a/manifests/init.pp 8..23 No data for parameter 'package' on FreeBSD 14; other systems have a value ["a"]"#]].assert_eq(&failures_of(&report));
}

#[test]
fn defaults_of_many_parameters_take_linear_time() {
    let time = |count: usize| {
        let parameters = (0..count).map(|number| format!("Integer $p{number} = {number},\n"));
        let fixture = format!(
            "# /a/manifests/init.pp\nclass a({}) {{ }}\n",
            parameters.collect::<String>()
        );
        puppet_test_support::processor_time(|| check(&fixture, "include a", "compiles"))
    };
    let (few, many) = (time(200), time(800));
    assert!(many < few * 16, "{few:?} and {many:?}");
}
