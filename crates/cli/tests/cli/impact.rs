//! `impact`: the effects of a change, each with its path, and differences of interfaces.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::Sandbox;

const FILES: [(&str, &str); 14] = [
    ("environment.conf", ""),
    (
        "hiera.yaml",
        "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
    ),
    (
        "data/common.yaml",
        "web::port: 80\nmotd: hello\ngreeting: \"%{lookup('motd')} you\"\nclasses: [web]\n",
    ),
    (
        "manifests/site.pp",
        "node 'a' {\n  include role::web\n}\nnode 'b' {\n  include other\n}\n",
    ),
    (
        "modules/role/manifests/web.pp",
        "class role::web {\n  include web\n}\n",
    ),
    (
        "modules/web/manifests/init.pp",
        "class web (Integer $port, String $name2 = 'x') {\n  web::site { 'main': }\n  $text = web::text($port)\n}\n",
    ),
    (
        "modules/web/manifests/site.pp",
        "define web::site (Integer $size = 1) {\n  file { '/x':\n    content => template('web/site.erb'),\n  }\n}\n",
    ),
    (
        "modules/web/functions/text.pp",
        "function web::text(Integer $x) >> String {\n  web::ruby($x)\n}\n",
    ),
    (
        "modules/web/lib/puppet/functions/web/ruby.rb",
        "Puppet::Functions.create_function(:'web::ruby') do\n  def ruby(x)\n    x.to_s\n  end\nend\n",
    ),
    ("modules/web/templates/site.erb", "<%= @size %>\n"),
    (
        "modules/other/manifests/init.pp",
        "class other {\n  $greeting = lookup('greeting')\n}\n",
    ),
    (
        "modules/all/manifests/init.pp",
        "class all {\n  lookup('classes').include\n}\n",
    ),
    (
        "modules/part/manifests/init.pp",
        "class part (String $kind) {\n  include \"role::${kind}\"\n}\n",
    ),
    (
        "modules/alone/manifests/init.pp",
        "class alone {\n  package { 'web': }\n}\n",
    ),
];

fn git(directory: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=me", "-c", "user.email=me@example.com"]);
    command.args(arguments).current_dir(directory);
    let status = command.stdout(Stdio::null()).status();
    assert!(status.expect("git runs").success(), "{arguments:?}");
}

/// A repository with one commit.
fn repository() -> Sandbox {
    let sandbox = Sandbox::new(&FILES);
    git(sandbox.path(), &["init", "--quiet"]);
    git(sandbox.path(), &["add", "."]);
    git(sandbox.path(), &["commit", "--quiet", "-m", "first"]);
    sandbox
}

/// The names in the answer, each with its group, after a file of the repository has changed.
fn names_after(path: &str, text: &str) -> Vec<String> {
    names_in(&repository(), path, text)
}

fn names_in(sandbox: &Sandbox, path: &str, text: &str) -> Vec<String> {
    sandbox.write(path, text.as_bytes());
    let answer = sandbox.run(&["impact"]);
    assert_eq!((answer.status, &*answer.stderr), (0, ""));
    let mut group = String::new();
    let mut names = Vec::new();
    for line in answer.stdout.lines() {
        match line.strip_prefix("  ") {
            None => line
                .split(" (")
                .next()
                .unwrap_or_default()
                .clone_into(&mut group),
            Some(line) if group.contains("interfaces") => names.push(line.to_owned()),
            Some(line) => {
                let name = line.split_whitespace().next().unwrap_or_default();
                names.push(format!("{group} {name}"));
            }
        }
    }
    names
}

#[test]
fn ways_on_which_a_change_gets_to_results() {
    for (path, text, expected) in [
        (
            "modules/web/templates/site.erb",
            "<%= @size %> more\n",
            &[
                "Nodes a",
                "Classes all",
                "Classes part",
                "Classes role::web",
                "Classes web",
                "Defined types web::site",
                "Data keys classes",
                "Templates web/site.erb",
            ][..],
        ),
        (
            "modules/web/lib/puppet/functions/web/ruby.rb",
            "Puppet::Functions.create_function(:'web::ruby') do\n  def ruby(x)\n    x\n  end\nend\n",
            &[
                "Nodes a",
                "Classes all",
                "Classes part",
                "Classes role::web",
                "Classes web",
                "Functions web::ruby",
                "Functions web::text",
                "Data keys classes",
            ],
        ),
        (
            "data/common.yaml",
            "web::port: 80\nmotd: good day\ngreeting: \"%{lookup('motd')} you\"\nclasses: [web]\n",
            &[
                "Nodes b",
                "Classes other",
                "Data keys greeting",
                "Data keys motd",
            ],
        ),
        // The same in another form is no change.
        (
            "data/common.yaml",
            "# text\nweb::port:   80\n'motd': hello\ngreeting: \"%{lookup('motd')} you\"\nclasses:\n- web\n",
            &[],
        ),
        (
            "modules/web/manifests/site.pp",
            "# A site.\ndefine web::site (Integer $size = 1) {\n  file { '/x': content => template('web/site.erb') }\n}\n",
            &[],
        ),
        (
            "modules/alone/manifests/init.pp",
            "class alone {\n  package { 'other': }\n}\n",
            &["Classes alone"],
        ),
    ] {
        assert_eq!(names_after(path, text), expected, "{path}");
    }
}

#[test]
fn each_result_has_its_place_and_its_path() {
    let sandbox = repository();
    sandbox.write("data/common.yaml", b"web::port: 81\nmotd: hello\n");
    git(sandbox.path(), &["commit", "--quiet", "-a", "-m", "second"]);
    let text = sandbox.run(&["impact", "HEAD~1..HEAD"]).stdout;
    let line = "  a  manifests/site.pp:1: uses class role::web, which uses class web, which uses data key web::port\n";
    assert!(text.contains(line), "{text}");
    let line = "  classes  data/common.yaml:4: removed\n";
    assert!(text.contains(line), "{text}");
    let json = sandbox
        .run(&["impact", "HEAD~1..", "--format", "json"])
        .stdout;
    let part = "{\"kind\":\"class\",\"name\":\"role::web\",\"file\":\"modules/role/manifests/web.pp\",\"line\":1,\
                \"change\":null,\"path\":[{\"kind\":\"class\",\"name\":\"web\"},{\"kind\":\"data key\",\"name\":\"web::port\"}]}";
    assert!(json.contains(part), "{json}");
    let markdown = sandbox
        .run(&["impact", "HEAD~1..HEAD", "--format", "markdown"])
        .stdout;
    let part = "<details><summary>Nodes (2)</summary>\n\n- `a` (manifests/site.pp:1): uses class role::web, ";
    assert!(markdown.contains(part), "{markdown}");
    let nothing = sandbox.run(&["impact", "HEAD..HEAD"]).stdout;
    assert_eq!(nothing, "Nothing that Puppet evaluates differs\n");
}

#[test]
fn interfaces_are_compared_by_their_types() {
    let sandbox = repository();
    sandbox.write(
        "modules/web/manifests/init.pp",
        b"class web (Integer[1, 65535] $port, Optional[String] $name2 = 'x', String $new) {\n}\n",
    );
    sandbox.write(
        "modules/web/manifests/site.pp",
        b"define web::site (Integer $size, Boolean $more = true) {\n}\n",
    );
    sandbox.write(
        "modules/web/functions/text.pp",
        b"function web::text(Numeric $y, String $z = '') >> String {\n  ''\n}\n",
    );
    let answer = sandbox.run(&["impact", "--interface"]);
    assert_eq!(
        (answer.status, &*answer.stdout),
        (
            0,
            "Breaking changes of interfaces (3)\n  \
             class web: parameter 'port' takes less: Integer[1, 65535], before: Integer\n  \
             class web: required parameter 'new' is added\n  \
             defined type web::site: parameter 'size' is required now\n\
             Compatible changes of interfaces (4)\n  \
             class web: parameter 'name2' takes more: Optional[String], before: String\n  \
             defined type web::site: parameter 'more' is added\n  \
             function web::text: parameter 'y' takes more: Numeric, before: Integer\n  \
             function web::text: parameter 'z' is added\n"
        )
    );
}

#[test]
fn parameters_that_data_gives_are_optional() {
    let class = "class own (Integer $size) {\n}\n";
    let config = "version: 5\nhierarchy: [{name: all, path: common.yaml}]\n";
    let sandbox = Sandbox::new(&[
        (
            "own/metadata.json",
            "{\"name\": \"me-own\", \"version\": \"1.0.0\"}",
        ),
        ("own/manifests/init.pp", class),
        ("own/hiera.yaml", config),
        ("own/data/common.yaml", "own::size: 1\n"),
    ]);
    git(sandbox.path(), &["init", "--quiet"]);
    git(sandbox.path(), &["add", "."]);
    git(sandbox.path(), &["commit", "--quiet", "-m", "first"]);
    for (data, parameters, expected) in [
        (
            "own::other: 1\n",
            "Integer $size",
            "  class own: parameter 'size' is required now",
        ),
        (
            "own::size: 1\nown::new: 2\n",
            "Integer $size, Integer $new",
            "  class own: parameter 'new' is added",
        ),
        (
            "own::size: 1\n",
            "Integer $size, Integer $new",
            "  class own: required parameter 'new' is added",
        ),
    ] {
        sandbox.write("own/data/common.yaml", data.as_bytes());
        let class = format!("class own ({parameters}) {{\n}}\n");
        sandbox.write("own/manifests/init.pp", class.as_bytes());
        let answer = sandbox
            .run(&["impact", "--interface", "--path", "own"])
            .stdout;
        assert_eq!(answer.lines().nth(1), Some(expected), "{answer}");
    }
}

#[test]
fn interfaces_of_ruby_code_are_compared() {
    let function = |name: &str, dispatches: &[&[&str]]| {
        let mut text = format!("Puppet::Functions.create_function(:'web::{name}') do\n");
        for (at, types) in dispatches.iter().enumerate() {
            text += &format!("  dispatch :d{at} do\n");
            for (at, ty) in types.iter().enumerate() {
                text += &format!("    param '{ty}', :p{at}\n");
            }
            text += "  end\n";
        }
        text + "end\n"
    };
    let resource_type = |properties: &[&str]| {
        let properties = properties
            .iter()
            .map(|it| format!("  newproperty(:{it})\n"));
        let properties: String = properties.collect();
        format!(
            "Puppet::Type.newtype(:web_thing) do\n  newparam(:name, namevar: true)\n{properties}end\n"
        )
    };
    let sandbox = repository();
    let write = |path: &str, text: String| {
        sandbox.write(
            &format!("modules/web/lib/puppet/{path}.rb"),
            text.as_bytes(),
        );
    };
    let either: &[&str] = &["Variant[String, Integer]"];
    write("functions/web/gone", function("gone", &[&["String"]]));
    write("functions/web/less", function("less", &[&["Numeric"]]));
    write("functions/web/more", function("more", &[&["Integer"]]));
    write("functions/web/split", function("split", &[either]));
    write("type/web_thing", resource_type(&["size", "mode"]));
    git(sandbox.path(), &["add", "."]);
    git(sandbox.path(), &["commit", "--quiet", "-m", "second"]);
    let gone = sandbox
        .path()
        .join("modules/web/lib/puppet/functions/web/gone.rb");
    std::fs::remove_file(gone).expect("it is there");
    write("functions/web/less", function("less", &[&["Integer"]]));
    write(
        "functions/web/more",
        function("more", &[&["Integer"], &["String"]]),
    );
    // Both together take the calls of before.
    write(
        "functions/web/split",
        function("split", &[&["String"], &["Integer"]]),
    );
    write("type/web_thing", resource_type(&["mode", "owner"]));
    let answer = sandbox.run(&["impact", "--interface"]);
    let expected = "Breaking changes of interfaces (3)\n  \
        function web::gone: is removed\n  \
        function web::less: takes less: Callable[Integer, 1, 1], before: Callable[Numeric, 1, 1]\n  \
        resource type web_thing: attribute 'size' is removed\n\
        Compatible changes of interfaces (2)\n  \
        function web::more: takes more: Callable[String, 1, 1]\n  \
        resource type web_thing: attribute 'owner' is added\n";
    assert_eq!((answer.status, &*answer.stdout), (0, expected));
}

#[test]
fn data_that_are_not_read_may_have_any_key() {
    let large = format!("web::port: 80\nx: {}\n", "y".repeat(17 << 20));
    let names = names_after("data/large.yaml", &large);
    assert_eq!(
        names,
        [
            "Nodes a",
            "Nodes b",
            "Classes all",
            "Classes other",
            "Classes part",
            "Classes role::web",
            "Classes web",
            "Data keys classes",
            "Data keys greeting",
            "Data keys motd",
            "Data keys web::port",
        ]
    );
}

#[test]
fn data_reach_what_uses_a_module_that_is_not_here() {
    let sandbox = repository();
    for (module, text) in [
        ("one", "include squid"),
        ("two", "squid::acl { 'x': }"),
        ("three", "include squids"),
    ] {
        let text = format!("class {module} {{\n  {text}\n}}\n");
        let path = format!("modules/{module}/manifests/init.pp");
        sandbox.write(&path, text.as_bytes());
    }
    git(sandbox.path(), &["add", "."]);
    git(sandbox.path(), &["commit", "--quiet", "-m", "second"]);
    let data = format!("{}squid::a: 1\n", FILES[2].1);
    assert_eq!(
        names_in(&sandbox, "data/common.yaml", &data),
        ["Classes one", "Classes two", "Data keys squid::a"]
    );
    git(sandbox.path(), &["commit", "--quiet", "-am", "third"]);
    let names = names_in(&sandbox, "hiera.yaml", "version: 5\n");
    assert!(names.contains(&"Classes one".to_owned()), "{names:?}");
    assert!(!names.contains(&"Classes three".to_owned()), "{names:?}");
}

#[test]
fn what_puppet_has_itself_comes_from_no_module() {
    let sandbox = repository();
    for (module, text) in [
        (
            "core",
            "file { '/x': content => String(flatten(1)) }\n  File['/x'] -> Class['core']",
        ),
        ("custom", "thing { 'x': }"),
        ("job", "cron { 'x': }"),
        ("called", "notice(shuffled([1]))"),
    ] {
        let text = format!("class {module} (Hash[String, Integer] $x = {{}}) {{\n  {text}\n}}\n");
        let path = format!("modules/{module}/manifests/init.pp");
        sandbox.write(&path, text.as_bytes());
    }
    sandbox.write("Puppetfile", b"mod 'me-squid', '1.0.0'\n");
    git(sandbox.path(), &["add", "."]);
    git(sandbox.path(), &["commit", "--quiet", "-m", "second"]);
    assert_eq!(
        names_in(&sandbox, "Puppetfile", "mod 'me-squid', '2.0.0'\n"),
        [
            "Classes called",
            "Classes custom",
            "Classes job",
            "Modules of the Puppetfile squid"
        ]
    );
}

#[test]
fn what_is_no_revision_is_refused() {
    let sandbox = repository();
    for revision in ["--output=x..HEAD", "nothing..HEAD"] {
        let answer = sandbox.run(&["impact", "--", revision]);
        assert_eq!((answer.status, &*answer.stdout), (2, ""), "{revision}");
        let from = revision.trim_end_matches("..HEAD");
        let named = format!("error: '{from}' is no revision of ");
        assert!(answer.stderr.starts_with(&named), "{}", answer.stderr);
    }
}
