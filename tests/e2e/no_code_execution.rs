//! Nothing of the opened folder is executed, in no feature: whatever would run as Ruby, as a script or as a setting
//! creates a file, and no such file appears; and no process is started.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Client, position};
use crate::workspace::Workspace;

/// Where files are that Puppet, Bolt, Ruby tools or the system would run.
const RUBY: [&str; 44] = [
    "Rakefile",
    "Gemfile",
    "Puppetfile",
    "trap.gemspec",
    ".puppet-lint.rc.rb",
    "modules/trap/Rakefile",
    "modules/trap/Gemfile",
    "modules/trap/lib/puppet/functions/trap/f.rb",
    "modules/trap/lib/puppet/functions/g.rb",
    "modules/trap/lib/puppet/parser/functions/old.rb",
    "modules/trap/lib/puppet/type/trap_type.rb",
    "modules/trap/lib/puppet/provider/trap_type/ruby.rb",
    "modules/trap/lib/puppet/datatypes/trapdata.rb",
    "modules/trap/lib/puppet/indirector/hiera/trap.rb",
    "modules/trap/lib/puppet/reports/trap.rb",
    "modules/trap/lib/puppet/face/trap.rb",
    "modules/trap/lib/hiera/backend/trap_backend.rb",
    "modules/trap/lib/facter/trap.rb",
    "modules/trap/lib/trap.rb",
    "modules/trap/spec/spec_helper.rb",
    "modules/trap/spec/classes/trap_spec.rb",
    "modules/trap/tasks/task.rb",
    "config.ru",
    "Guardfile",
    "Vagrantfile",
    "Capfile",
    ".irbrc",
    ".pryrc",
    ".rspec.rb",
    ".sync.rb",
    "ext/puppet.rb",
    "hiera.rb",
    "facts/custom.rb",
    "site-modules/trap2/lib/facter/site.rb",
    "site-modules/trap2/lib/puppet/functions/site.rb",
    "modules/trap/.puppet-lint.rc.rb",
    "modules/trap/lib/puppet/util/trap.rb",
    "modules/trap/lib/puppet/feature/trap.rb",
    "modules/trap/lib/puppet/application/trap.rb",
    "modules/trap/lib/puppet_x/trap.rb",
    "modules/trap/lib/augeas/trap.rb",
    "modules/trap/lib/bolt/plugin/trap.rb",
    "modules/trap/rakelib/trap.rake",
    "modules/trap/types/trap.rb",
];

const SCRIPTS: [&str; 8] = [
    "bin/version",
    "modules/trap/bin/tool",
    "modules/trap/facts.d/fact.sh",
    "modules/trap/tasks/script.sh",
    // Hooks and helpers that Git would run.
    ".git/hooks/pre-commit",
    ".git/hooks/post-checkout",
    "scripts/config_version.sh",
    "modules/trap/files/fact",
];

const MANIFEST: &str = "class trap(Trapdata $d, String $p = trap::f('x')) {\n  $v = g(1)\n  old('a')\n  \
    $w = generate('/bin/touch', 'TRACE')\n  trap_type { 'x': ensure => present }\n  \
    $t = template('trap/t.erb')\n  $i = inline_template('<%= File.write(\"TRACE\", 1) %>')\n  \
    $e = epp('trap/t.epp')\n  notice($facts['trap'], $v, $w, $t, $i, $e, $d, $p)\n}\n";

/// Everything that leaves a trace when it runs. `TRACE` stands for the path of a trace.
fn trapped() -> Workspace {
    let workspace = Workspace::new(&[]);
    let trace = workspace.root().join("TRACE").display().to_string();
    for (number, path) in RUBY.iter().enumerate() {
        let stem = Path::new(path)
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or("x");
        let define = match *path {
            path if path.contains("functions/trap/") => {
                "Puppet::Functions.create_function(:'trap::f') do\n  dispatch(:f) { param 'String', :a }\nend\n".to_owned()
            }
            path if path.contains("type/trap_type") => {
                "Puppet::Type.newtype(:trap_type) { ensurable; newparam(:name) }\n".to_owned()
            }
            _ => format!("Facter.add(:{}) {{ setcode {{ 1 }} }}\n", stem.replace(['-', '.'], "_")),
        };
        let trap = format!(
            "File.write('{trace}-{number}', __FILE__)\nsystem('touch {trace}-{number}-system')\n`touch {trace}-{number}-shell`\n\
             BEGIN {{ File.write('{trace}-{number}-begin', '') }}\nat_exit {{ File.write('{trace}-{number}-end', '') }}\n{define}"
        );
        workspace.write(path, &trap);
    }
    for path in SCRIPTS {
        workspace.write(path, &format!("#!/bin/sh\ntouch {trace}-script\n"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let path = workspace.root().join(path);
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("permissions");
        }
    }
    for (path, text) in [
        (
            "environment.conf",
            "modulepath = modules\nconfig_version = bin/version\nmanifest = manifests\n",
        ),
        (
            "hiera.yaml",
            "version: 5\nhierarchy:\n- {name: t, lookup_key: trap::f}\n- {name: d, path: common.yaml}\n",
        ),
        (
            "data/common.yaml",
            "trap::p: !ruby/object:Kernel {a: 1}\ntrap::q: \"%{lookup('trap::r')}\"\n",
        ),
        (
            "manifests/site.pp",
            "include trap\nnode default { trap_type { 'y': } }\n",
        ),
        ("modules/trap/manifests/init.pp", MANIFEST),
        ("modules/trap/metadata.json", "{\"name\": \"me-trap\"}"),
        (
            "modules/trap/templates/t.erb",
            "<% File.write('TRACE-erb', '') %>",
        ),
        (
            "modules/trap/templates/t.epp",
            "<% generate('/bin/touch', 'TRACE-epp') %>",
        ),
        (
            "modules/trap/plans/init.pp",
            "plan trap() { run_command('touch TRACE-plan', 'localhost') }",
        ),
        ("puppet-analyzer.toml", "stubs = ['modules/trap/lib']\n"),
        (
            ".git/config",
            "[core]\n\tfsmonitor = touch TRACE-fsmonitor\n\tpager = touch TRACE-pager\n\tsshCommand = touch TRACE-ssh\n\
             [filter \"t\"]\n\tclean = touch TRACE-clean\n\tsmudge = touch TRACE-smudge\n",
        ),
        (".git/HEAD", "ref: refs/heads/main\n"),
        (".gitattributes", "* filter=t\n"),
        (
            "modules/trap/templates/inline.epp",
            "<%= inline_epp('<% generate(\"/bin/touch\", \"TRACE-inline\") %>') %>",
        ),
        (
            "modules/trap/files/data.yaml",
            "--- !ruby/object:Gem::Installer\ni: x\n--- !ruby/hash:Kernel {system: 'touch TRACE-yaml'}\n",
        ),
        (
            "inventory.yaml",
            "config: {_plugin: task, task: trap::script}\nvars: \"<%= `touch TRACE-inventory` %>\"\n",
        ),
        (
            "bolt-project.yaml",
            "name: other\nplugin-hooks: {puppet_library: {plugin: task, task: trap::script}}\n",
        ),
        (".rspec", "--require ./TRACE.rb\n"),
        (".puppet-lint.rc", "--load=TRACE.rb\n--relative\n"),
        (".yardopts", "-e TRACE.rb\n"),
        (
            ".sync.yml",
            "Rakefile: {extras: [\"<%= `touch TRACE-sync` %>\"]}\n",
        ),
        (
            ".fixtures.yml",
            "fixtures: {repositories: {x: \"ext::sh -c 'touch TRACE-fixtures'\"}}\n",
        ),
    ] {
        workspace.write(path, &text.replace("TRACE", &trace));
    }
    workspace
}

fn assert_no_traces(workspace: &Workspace) {
    let names = fs::read_dir(workspace.root()).expect("the folder");
    let traces: Vec<_> = names
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.starts_with("TRACE"))
        .collect();
    assert!(traces.is_empty(), "executed: {traces:?}");
}

/// Looks for processes that `parent` has started, until its result is requested.
struct Children {
    stop: Arc<AtomicBool>,
    seen: thread::JoinHandle<Vec<String>>,
}

impl Children {
    fn of(parent: u32) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let seen = thread::spawn(move || {
            let mut seen = Vec::new();
            while !stopped.load(Ordering::Relaxed) {
                seen.extend(children(parent));
                thread::sleep(Duration::from_millis(2));
            }
            seen
        });
        Self { stop, seen }
    }

    fn seen(self) -> Vec<String> {
        self.stop.store(true, Ordering::Relaxed);
        self.seen.join().expect("the watching thread")
    }
}

/// The command lines of the processes whose parent this is; none where there is no `/proc`.
fn children(parent: u32) -> Vec<String> {
    let Ok(processes) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let is_child = |stat: &str| {
        // The name, in parentheses, may hold anything.
        let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        after_name.split_whitespace().nth(1) == Some(&*parent.to_string())
    };
    processes
        .filter_map(|entry| {
            let process = entry.ok()?.path();
            let stat = fs::read_to_string(process.join("stat")).ok()?;
            is_child(&stat).then(|| fs::read_to_string(process.join("cmdline")).unwrap_or(stat))
        })
        .collect()
}

#[test]
fn children_are_seen() {
    let mut child = Command::new("sleep").arg("5").spawn().expect("a process");
    // Just after its start, a process has no command line yet.
    let patience = Instant::now() + Duration::from_secs(4);
    let is_sleep = |seen: &[String]| seen.iter().any(|it| it.starts_with("sleep"));
    let mut seen = children(std::process::id());
    while !is_sleep(&seen) && Instant::now() < patience {
        seen = children(std::process::id());
    }
    child.kill().expect("a process of ours");
    child.wait().expect("its end");
    let has_proc = Path::new("/proc/self/stat").exists();
    assert_eq!(is_sleep(&seen), has_proc, "{seen:?}");
}

#[test]
fn check_executes_nothing() {
    let workspace = trapped();
    for arguments in [
        &["check", "."][..],
        &["check", "--strict", "--format", "json", "modules/trap"],
        &["check", "--reveal", "--hints", "--color", "always", "."],
        &[
            "check",
            "--target",
            "puppet>=7",
            "modules/trap/templates/t.epp",
        ],
        &[
            "check",
            "modules/trap/templates/t.erb",
            "modules/trap/lib/trap.rb",
            "Rakefile",
        ],
        &["eval", "generate('/bin/touch', 'TRACE-eval')"],
        &["eval", "inline_template('<%= `touch TRACE-eval` %>')"],
        &["check", "--fix", "--unsafe-fixes", "--diff", "."],
        &["check", "--affected", "--since", "HEAD", "."],
        &["check", "--os", "all", "modules/trap"],
        &["format", "--diff", "."],
        &["init", "--help"],
        &["config", "."],
        &["lookup", "trap::p", "--node", "trap.example"],
        &["explain", "M716"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_puppet-analyzer"))
            .args(arguments)
            .current_dir(workspace.root())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary");
        let children = Children::of(child.id());
        let status = child.wait().expect("its end");
        assert!(
            status.code().is_some_and(|code| code <= 2),
            "{arguments:?}: {status}"
        );
        // Git itself is what `--since` asks for.
        let mut seen = children.seen();
        seen.retain(|it| !(arguments.contains(&"--since") && is_git(it)));
        assert_eq!(seen, Vec::<String>::new(), "{arguments:?}");
        assert_no_traces(&workspace);
    }
}

/// Whether a process is Git, or has not begun to be: by its command line, or by its status if it has ended before the
/// command line was read.
fn is_git(command: &str) -> bool {
    if command.contains(" (git) ") {
        return true;
    }
    let program = command.split('\0').next().unwrap_or_default();
    program.ends_with("git") || program.ends_with("puppet-analyzer") || program.is_empty()
}

#[test]
fn no_request_executes_anything() {
    let workspace = trapped();
    let mut client = Client::start(&workspace);
    let children = Children::of(client.pid());
    for path in [
        "modules/trap/manifests/init.pp",
        "manifests/site.pp",
        "modules/trap/templates/t.epp",
    ] {
        let uri = workspace.uri(path);
        let text = fs::read_to_string(workspace.root().join(path)).expect("a file");
        client.open(&uri, &text);
        let lines: Vec<&str> = text.lines().collect();
        for (line, text) in lines.iter().enumerate() {
            for column in (0..text.len()).step_by(5) {
                ask_everything(&mut client, &uri, (line as u32, column as u32));
            }
        }
    }
    // What may hold code in other languages is opened too.
    for path in [
        "modules/trap/lib/puppet/functions/trap/f.rb",
        "modules/trap/lib/facter/trap.rb",
        "modules/trap/templates/t.erb",
        "Puppetfile",
        "Rakefile",
        "hiera.yaml",
        "data/common.yaml",
        "puppet-analyzer.toml",
    ] {
        let uri = workspace.uri(path);
        let text = fs::read_to_string(workspace.root().join(path)).expect("a file");
        client.open(&uri, &text);
        ask_everything(&mut client, &uri, (0, 1));
    }
    ask_of_ruby(&mut client, &workspace);
    let uri = workspace.uri("manifests/site.pp");
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [{ "uri": workspace.uri("modules/trap/lib/facter/trap.rb"), "type": 1 }] }),
    );
    client.wait_until_loaded();
    client.last_diagnostics(&uri);
    assert_eq!(children.seen(), Vec::<String>::new());
    assert_no_traces(&workspace);
}

/// Hovers and definitions that come from Ruby code are there: they were read.
fn ask_of_ruby(client: &mut Client, workspace: &Workspace) {
    let uri = workspace.uri("modules/trap/manifests/init.pp");
    for (word, target) in [
        ("trap::f", "lib/puppet/functions/trap/f.rb"),
        ("trap_type", "lib/puppet/type/trap_type.rb"),
    ] {
        let lines = MANIFEST.lines().enumerate();
        let mut found = lines.filter_map(|(line, text)| Some((line as u32, text.find(word)?)));
        let (line, column) = found.next().expect("the word");
        let place = json!({ "textDocument": { "uri": uri }, "position": position((line, column as u32 + 1)) });
        let hover = client.ask("textDocument/hover", place.clone());
        assert!(hover.to_string().contains(word), "{hover}");
        let definition = client.ask("textDocument/definition", place);
        assert!(definition.to_string().contains(target), "{definition}");
    }
}

/// Each request of the protocol about a place; that some of them are refused is no matter.
fn ask_everything(client: &mut Client, uri: &str, place: (u32, u32)) {
    const METHODS: [&str; 34] = [
        "textDocument/hover",
        "textDocument/definition",
        "textDocument/declaration",
        "textDocument/typeDefinition",
        "textDocument/implementation",
        "textDocument/references",
        "textDocument/documentHighlight",
        "textDocument/completion",
        "textDocument/signatureHelp",
        "textDocument/documentSymbol",
        "textDocument/foldingRange",
        "textDocument/selectionRange",
        "textDocument/documentLink",
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/range",
        "textDocument/inlayHint",
        "textDocument/codeLens",
        "textDocument/codeAction",
        "textDocument/formatting",
        "textDocument/rangeFormatting",
        "textDocument/prepareRename",
        "textDocument/rename",
        "textDocument/prepareCallHierarchy",
        "workspace/symbol",
        "workspace/diagnostic",
        "workspace/willRenameFiles",
        "workspace/executeCommand",
        "textDocument/diagnostic",
        "textDocument/onTypeFormatting",
        "textDocument/prepareTypeHierarchy",
        "textDocument/semanticTokens/full/delta",
        "puppetAnalyzer/syntaxTree",
        "puppetAnalyzer/inferredType",
        "puppetAnalyzer/resourceGraph",
    ];
    /// What the first element of an answer is handed on to.
    const FOLLOWING: [(&str, &str); 9] = [
        ("textDocument/completion", "completionItem/resolve"),
        ("textDocument/codeAction", "codeAction/resolve"),
        ("textDocument/codeLens", "codeLens/resolve"),
        ("textDocument/inlayHint", "inlayHint/resolve"),
        ("textDocument/documentLink", "documentLink/resolve"),
        (
            "textDocument/prepareCallHierarchy",
            "callHierarchy/incomingCalls",
        ),
        (
            "textDocument/prepareCallHierarchy",
            "callHierarchy/outgoingCalls",
        ),
        (
            "textDocument/prepareTypeHierarchy",
            "typeHierarchy/supertypes",
        ),
        (
            "textDocument/prepareTypeHierarchy",
            "typeHierarchy/subtypes",
        ),
    ];
    let at = position(place);
    let params = json!({
        "textDocument": { "uri": uri },
        "position": at,
        "positions": [at],
        "range": { "start": at, "end": at },
        "context": { "includeDeclaration": true, "diagnostics": [], "triggerKind": 1 },
        "options": { "tabSize": 2, "insertSpaces": true },
        "newName": "other",
        "query": "trap",
        "ch": "\n",
        "previousResultId": "0",
        "previousResultIds": [],
        "files": [{ "oldUri": uri, "newUri": format!("{uri}x") }],
        "command": "puppet-analyzer.showReferences",
        "arguments": [],
    });
    let ids: Vec<i64> = METHODS
        .iter()
        .map(|method| client.request(method, params.clone()))
        .collect();
    for (method, id) in METHODS.iter().zip(ids) {
        // That a request is refused is no matter.
        let result = client.answer(id).unwrap_or_default();
        let items = result.get("items").unwrap_or(&result);
        let Some(item) = items.get(0).cloned() else {
            continue;
        };
        for (_, next) in FOLLOWING.iter().filter(|(of, _)| of == method) {
            let params = match next.ends_with("/resolve") {
                true => item.clone(),
                false => json!({ "item": item }),
            };
            let id = client.request(next, params);
            let _ = client.answer(id);
        }
    }
}
