//! The way in for old code: `init`, `config`, `--add-ignores`, profiles, and the page that describes them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::Sandbox;

fn read(sandbox: &Sandbox, path: &str) -> String {
    std::fs::read_to_string(sandbox.path().join(path)).expect("a file")
}

#[test]
fn init_writes_settings_that_are_valid_and_change_nothing() {
    let sandbox = Sandbox::new(&[("x.pp", "notice($x)\n")]);
    let check = ["check", "--quiet"];
    let before = sandbox.run(&check).stdout;
    let answer = sandbox.run(&["init"]);
    assert_eq!((answer.status, &*answer.stderr), (0, ""));
    assert!(answer.stdout.starts_with("puppet-analyzer.toml written\n"));
    assert_eq!(sandbox.run(&check).stdout, before);
    let text = read(&sandbox, "puppet-analyzer.toml");
    let keys = ["target", "exclude", "module-path", "stubs", "[[overrides]]"];
    assert!(
        keys.iter().all(|key| text.contains(&format!("\n# {key}"))),
        "{text}"
    );
    // With all comments taken away, the examples are valid, too.
    let is_code = |line: &&str| line.contains([']', '=']) && !line.ends_with('.');
    let lines = text.lines().map(|line| line.trim_start_matches("# "));
    let examples: Vec<&str> = lines.filter(is_code).collect();
    sandbox.write("all.toml", examples.join("\n").as_bytes());
    let answer = sandbox.run(&["config", "--config", "all.toml"]);
    assert_eq!((answer.status, &*answer.stderr), (0, ""), "{examples:#?}");
    let again = sandbox.run(&["init"]);
    assert_eq!(again.status, 2);
    assert_eq!(
        again.stderr,
        "error: puppet-analyzer.toml exists already, and stays as it is\n"
    );
    assert_eq!(read(&sandbox, "puppet-analyzer.toml"), text);
}

#[test]
fn init_takes_over_what_puppet_lint_has() {
    let sandbox = Sandbox::new(&[
        (
            "m/.puppet-lint.rc",
            "--no-variable_scope-check\n--no-a_house_rule-check\n--ignore-paths=old/\n\
             --only-checks=hard_tabs,variable_scope\n",
        ),
        (
            "m/.sync.yml",
            "Rakefile:\n  extra_disabled_lint_checks: ['legacy_facts']\n",
        ),
        (
            "m/Rakefile",
            "PuppetLint.configuration.send('disable_file_mode')\n",
        ),
        ("m/x.pp", "notice($x)\n"),
    ]);
    let answer = sandbox.run(&["init", "m"]);
    assert_eq!((answer.status, &*answer.stderr), (0, ""));
    let text = read(&sandbox, "m/puppet-analyzer.toml");
    for line in [
        "unknown-variable = \"off\" # variable_scope in .puppet-lint.rc",
        "legacy-fact = \"off\" # legacy_facts in .sync.yml",
        "file-mode = \"off\" # file_mode in Rakefile",
        "# Other disabled checks of puppet-lint have no rule here: a_house_rule",
        "hard-tabs = \"warning\" # hard_tabs in .puppet-lint.rc",
        "exclude = [\"old/\"]",
    ] {
        assert!(text.lines().any(|it| it == line), "{line}: {text}");
    }
    let answer = sandbox.run(&["check", "m"]);
    assert_eq!(
        (answer.status, &*answer.stdout),
        (0, "no errors in 2 files\n")
    );
}

#[test]
fn files_of_puppet_lint_that_cannot_be_read_are_refused() {
    for (file, text, problem) in [
        (
            ".puppet-lint.rc",
            "--relative\noops\n",
            ".puppet-lint.rc:2: expected an option",
        ),
        (".sync.yml", "a: [\n", ".sync.yml:"),
    ] {
        let sandbox = Sandbox::new(&[(file, text)]);
        let answer = sandbox.run(&["init"]);
        assert_eq!(answer.status, 2);
        let problem = format!("error: {problem}");
        assert!(answer.stderr.starts_with(&problem), "{}", answer.stderr);
        assert!(!sandbox.path().join("puppet-analyzer.toml").exists());
    }
    let answer = Sandbox::new(&[]).run(&["init", "gone"]);
    assert_eq!(answer.status, 2);
    assert!(
        answer
            .stderr
            .starts_with("error: cannot write gone/puppet-analyzer.toml: ")
    );
}

#[test]
fn profiles_are_how_much_is_reported() {
    let code = "class web($untyped) {\n  $a = \"${b}\"\n}\n";
    for (profile, option) in [
        ("minimal", "--lenient"),
        ("recommended", "--no-gitignore"),
        ("strict", "--strict"),
    ] {
        let sandbox = Sandbox::new(&[("web/manifests/init.pp", code)]);
        let check = ["check", "--quiet", "--format", "json"];
        let expected = sandbox
            .run(&[&check[..3], &["json", option]].concat())
            .stdout;
        let found = sandbox.run(&[&check[..], &["--profile", profile]].concat());
        assert_eq!(found.stdout, expected, "{profile}");
        assert_eq!(sandbox.run(&["init", "--profile", profile]).status, 0);
        let hints: &[&str] = if profile == "strict" {
            &["--hints"]
        } else {
            &[]
        };
        let found = sandbox.run(&[&check[..], hints].concat());
        assert_eq!(found.stdout, expected, "{profile}");
    }
}

#[test]
fn the_profile_puppet_lint_has_the_checks_of_puppet_lint() {
    let code = "class web ($untyped) {\n  $a = \"${b}\"\n  # lint:ignore:double_quoted_strings\n  \
                notify { \"a\": enable => 'true' }\n  # lint:endignore\n}\n";
    let rc = "--no-documentation-check\n--no-parameter_documentation-check\n";
    let sandbox = Sandbox::new(&[("web/manifests/init.pp", code), (".puppet-lint.rc", rc)]);
    let codes = |options: &[&str]| {
        let options = [&["check", "--format", "concise", "--quiet"], options].concat();
        let answer = sandbox.run(&options);
        let codes = answer
            .stdout
            .lines()
            .filter_map(|line| Some(line.split_once('[')?.1[..4].to_owned()));
        codes.collect::<Vec<_>>().join(" ")
    };
    let all = codes(&["--profile", "puppet-lint"]);
    assert_eq!(all, "L107 L108 T217 L302 N101 R301");
    assert_eq!(
        codes(&["--only-checks", "documentation,only_variable_string"]),
        "L107 L302"
    );
    assert_eq!(codes(&["--only-checks", "80chars,quoted_booleans"]), "L304");
    assert_eq!(sandbox.run(&["init", "--profile", "puppet-lint"]).status, 0);
    // Without the two checks that the file of puppet-lint disables.
    assert_eq!(codes(&[]), "T217 L302 N101 R301");
}

#[test]
fn config_shows_each_setting_with_its_origin() {
    let toml = "strictness = 'strict'\nexclude = ['a/', \"b\\\"\"]\n\n[rules]\nN101 = 'off'\n";
    let sandbox = Sandbox::new(&[("m/puppet-analyzer.toml", toml), ("m/site/x.pp", "")]);
    let answer = sandbox.run(&["config", "m/site"]);
    assert_eq!((answer.status, &*answer.stderr), (0, ""));
    expect_test::expect![[r#"
        target = []               # default: the requirements of metadata.json
        strictness = "strict"     # m/puppet-analyzer.toml:1
        rules.N101 = "off"        # m/puppet-analyzer.toml:5
        overrides = []            # default
        house-rules = []          # default
        exclude = ["a/", "b\""]   # m/puppet-analyzer.toml:2
        module-path = []          # default
        installed-modules = true  # default
        environments = []         # default
        stubs = []                # default
    "#]]
    .assert_eq(&answer.stdout);
    // It can be used as a settings file itself.
    sandbox.write("all.toml", answer.stdout.as_bytes());
    let again = sandbox.run(&["config", "--config", "all.toml"]);
    assert!(
        again
            .stdout
            .contains("rules.N101 = \"off\"        # all.toml:3\n")
    );
    let isolated = sandbox.run(&["config", "--isolated", "m"]);
    assert!(isolated.stdout.contains("strictness = \"standard\""));
    assert_eq!(sandbox.run(&["config", "gone"]).status, 2);
    sandbox.write("m/puppet-analyzer.toml", b"oops = 1\n");
    let broken = sandbox.run(&["config", "m"]);
    assert_eq!(broken.status, 2);
    assert!(
        broken
            .stderr
            .starts_with("error: m/puppet-analyzer.toml:1:1: Unknown setting 'oops'")
    );
}

#[test]
fn ignores_are_added_to_all_lines() {
    let code = "notice($a, $b)\nnotice(\"\\d\", $c)\n$x = @(END)\n  ${d}\n  | END\n";
    let sandbox = Sandbox::new(&[("x.pp", code), ("broken.pp", "notice($a\n")]);
    let preview = sandbox.run(&["check", "--add-ignores", "--diff"]);
    assert!(
        preview
            .stdout
            .contains("+notice($a, $b) # puppet-analyzer: ignore[N101]")
    );
    assert_eq!(read(&sandbox, "x.pp"), code);
    let answer = sandbox.run(&["check", "--format", "concise", "--add-ignores"]);
    let remaining = answer.stdout.lines().filter(|line| line.contains(".pp:"));
    assert!(
        remaining.clone().all(|line| line.starts_with("broken.pp")),
        "{}",
        answer.stdout
    );
    let summary = format!("ignored, {} remain\n", remaining.count());
    assert!(answer.stderr.ends_with(&summary), "{}", answer.stderr);
    assert_eq!(read(&sandbox, "broken.pp"), "notice($a\n");
    let text = read(&sandbox, "x.pp");
    assert!(
        text.starts_with("notice($a, $b) # puppet-analyzer: ignore[N101]\n"),
        "{text}"
    );
    let again = sandbox.run(&["check", "--add-ignores", "x.pp"]);
    assert_eq!((again.status, &*again.stderr), (0, "0 ignored, 0 remain\n"));
    assert_eq!(read(&sandbox, "x.pp"), text);
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The code blocks of a page with their languages.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut blocks: Vec<(String, String)> = Vec::new();
    let mut is_open = false;
    for line in page.lines() {
        match (line.strip_prefix("```"), is_open) {
            (Some(language), false) => blocks.push((language.to_owned(), String::new())),
            (Some(_), true) => {}
            (None, true) => blocks.last_mut().expect("a block").1 += &format!("{line}\n"),
            (None, false) => continue,
        }
        is_open = !line.starts_with("```") || !is_open;
    }
    blocks
}

/// Runs a shell in a sandbox, with the binary on its path.
fn shell(sandbox: &Sandbox, script: &str) -> i32 {
    let binary = Path::new(env!("CARGO_BIN_EXE_puppet-analyzer"));
    let directory = binary.parent().expect("a directory").display();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("sh");
    command.args(["-ec", script]).current_dir(sandbox.path());
    command.env("PATH", format!("{directory}:{path}"));
    let output = command.output().expect("a shell");
    output.status.code().unwrap_or(-1)
}

#[cfg(unix)]
#[test]
fn the_page_can_be_followed() {
    let sandbox = Sandbox::new(&[]);
    let examples = root().join("examples");
    let copy = format!("cp -r '{}'/. . && git init --quiet", examples.display());
    assert_eq!(shell(&sandbox, &copy), 0);
    let page = std::fs::read_to_string(root().join("docs/adopting.md")).expect("the page");
    let blocks = blocks(&page);
    for (_, script) in blocks.iter().filter(|(language, _)| language == "sh") {
        assert_eq!(shell(&sandbox, script), 0, "{script}");
    }
    // The commands of the files for CI and of the hooks accept what is there, and find what is new.
    let commands = blocks.iter().filter(|(language, _)| language == "yaml");
    let commands = commands
        .flat_map(|(_, text)| text.lines())
        .filter_map(|line| {
            let (_, command) = line.split_once("puppet-analyzer check")?;
            Some(format!("puppet-analyzer check{command}"))
        });
    let hook = ".git/hooks/pre-commit".to_owned();
    let commands: Vec<String> = commands.chain([hook]).collect();
    assert_eq!(commands.len(), 4);
    let statuses = || {
        commands
            .iter()
            .map(|it| shell(&sandbox, it))
            .collect::<Vec<_>>()
    };
    assert_eq!(statuses(), [0; 4]);
    sandbox.write("manifests/new.pp", b"$sum = 1 + 'a'\n");
    assert_eq!(shell(&sandbox, "git add manifests/new.pp"), 0);
    assert_eq!(statuses(), [1; 4]);
}
