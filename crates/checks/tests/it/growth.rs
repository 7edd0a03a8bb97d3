//! Checking takes time in proportion to what is checked.

use std::fmt::Write as _;
use std::time::Duration;

use puppet_test_support::processor_time;
use puppet_text::capitalized;

use crate::support::Project;

/// Ten times as much takes ten times as long, and up to a fifth more. With time that grows with the square it would take
/// a hundred times as long.
const MOST: f64 = 1.2;
/// What other processes do to the caches makes a measurement longer, never shorter.
const MEASUREMENTS: usize = 3;

/// The paths and texts of a project.
type Files = Vec<(&'static str, String)>;

fn assert_linear(what: &str, text_of: impl Fn(usize) -> String) {
    assert_linear_file("/manifests/site.pp", what, text_of);
}

/// What no longer fits into the processor's caches takes longer once, at a size that depends on the machine. So a second
/// comparison decides, of sizes over that one: time that grows with the square is over the bound in both.
fn assert_linear_file(path: &'static str, what: &str, text_of: impl Fn(usize) -> String) {
    assert_linear_project(what, |count| vec![(path, text_of(count))]);
}

fn assert_linear_project(what: &str, files_of: impl Fn(usize) -> Files) {
    let growth = |few, many| superlinear_growth(&files_of, few, many);
    if let Some(first) = growth(1_000, 10_000)
        && let Some(second) = growth(10_000, 20_000)
    {
        panic!("{what}: {first}; {second}");
    }
}

/// The times for files of two sizes, if they do not grow as the sizes do.
fn superlinear_growth(
    files_of: impl Fn(usize) -> Files,
    few: usize,
    many: usize,
) -> Option<String> {
    let time = |files: &Files| {
        let files = || files.iter().map(|(path, text)| (*path, text.as_str()));
        processor_time(|| drop(Project::new(files()).check()))
    };
    let (short, long) = (files_of(few), files_of(many));
    let most = MOST * many as f64 / few as f64;
    let (mut least_short, mut least_long) = (Duration::MAX, Duration::MAX);
    for _ in 0..MEASUREMENTS {
        least_short = least_short.min(time(&short));
        least_long = least_long.min(time(&long));
        if least_long < least_short.mul_f64(most) {
            return None;
        }
    }
    Some(format!(
        "{least_short:?} for {few}, {least_long:?} for {many}"
    ))
}

#[test]
fn the_same_resources_in_different_branches() {
    assert_linear("two branches", |count| {
        let mut text = String::from("if $facts['is_virtual'] {\n");
        for branch in ["", "} else {\n"] {
            text.push_str(branch);
            for number in 0..count {
                let _ = writeln!(text, "  notify {{ 'n{number}': message => 'a' }}");
            }
        }
        text.push_str("}\n");
        text
    });
}

#[test]
fn syntax_errors() {
    for part in [
        "}",
        ";",
        "[,",
        "'a' =>\n",
        "notify{} ->",
        "$",
        "if true {\n",
        "$x = @(\"E\")\n",
    ] {
        assert_linear(part, |count| part.repeat(count));
    }
    let template = "/modules/m/templates/a.epp";
    for part in ["<%", "<% } %>\n", "<% if true { %>"] {
        assert_linear_file(template, part, |count| part.repeat(count));
    }
}

#[test]
fn levels_and_modules() {
    assert_linear_file("/hiera.yaml", "levels", |count| {
        let level = |number| format!("- {{name: a{number}, path: c{number}.yaml}}\n");
        let levels: String = (0..count).map(level).collect();
        format!("version: 5\nhierarchy:\n{levels}")
    });
    assert_linear_file("/Puppetfile", "modules", |count| {
        let module = |number| format!("mod 'a/b{number}', '1.0.0'\n");
        (0..count).map(module).collect()
    });
}

/// Whatever a generator may write a thousand times.
#[test]
fn repeated_parts_of_a_file() {
    assert_linear("duplicates", |count| "notify { 'a': }\n".repeat(count));
    assert_linear("duplicates in branches", |count| {
        let branch = |number| format!("  {number}: {{ notify {{ 'a': }} }}\n");
        let branches: String = (0..count).map(branch).collect();
        format!("case $facts['a'] {{\n{branches}}}\n")
    });
    assert_linear("variables in a list", |count| {
        format!("$a = 1\n$x = [{}]\n", "$a, ".repeat(count))
    });
    assert_linear("variables in a string", |count| {
        format!("$a = 1\n$x = \"{}\"\n", "${a}\n".repeat(count))
    });
    assert_linear("unknown variables", |count| {
        format!("$x = \"{}\"\n", "${a}".repeat(count))
    });
    assert_linear("different unknown variables", |count| {
        (0..count).map(|it| format!("$x{it} = $y{it}\n")).collect()
    });
    assert_linear("legacy facts", |count| {
        format!("$x = \"{}\"\n", "${osfamily}".repeat(count))
    });
    assert_linear("duplicate keys", |count| {
        format!("$x = {{{}}}\n", "a => 1,\n".repeat(count))
    });
    assert_linear("realized resources", |count| {
        let resource = |it| format!("@notify {{ 'n{it}': }}\nrealize(Notify['n{it}'])\n");
        (0..count / 2).map(resource).collect()
    });
    assert_linear("references to resources of a defined type", |count| {
        let resource = |it| format!("d {{ 'n{it}': }}\nNotify['n{it}'] -> Notify['n0']\n");
        let resources: String = (0..count / 2).map(resource).collect();
        format!("define d() {{ notify {{ $title: }} }}\n{resources}")
    });
    assert_linear("attributes", |count| {
        let attributes: String = (0..count).map(|it| format!("a{it} => 1, ")).collect();
        format!("file {{ '/a': {attributes}}}\n")
    });
}

/// As many times a text, each with its number in place of `N`.
fn numbered(text: &str) -> impl Fn(usize) -> String {
    move |count| {
        (0..count)
            .map(|it| text.replace('N', &it.to_string()))
            .collect()
    }
}

#[test]
fn misspelled_titles() {
    for (ty, title, misspelled) in [
        ("exec", "run N here", "run N her"),
        ("file", "/files/N/abc", "/files/N/abd"),
        ("notify", "titleN", "tiltleN"),
        ("notify", "titleN ${x}", "tilteN ${x}"),
    ] {
        assert_linear(title, |count| {
            let reference = format!("{}[\"{misspelled}\"]", capitalized(ty));
            let resource = format!("{ty} {{ \"{title}\": require => {reference} }}\n");
            format!("define d($x) {{\n{}}}\n", numbered(&resource)(count / 4))
        });
    }
}

#[test]
fn statements_of_a_class() {
    for (parameters, statement) in [
        ("", "$xN = Integer('aN')\n"),
        ("$x", "$x.each |$it| { notify { 'aN': } }\n"),
        ("", "[1, 2].each |$it| { notify { 'aN': } }\n"),
        ("", "File { mode => '0N' }\nfile { '/N': }\n"),
        ("", "@file { '/N': tag => 'tN' }\nFile <| tag == 'tN' |>\n"),
        ("", "@file { '/N': }\nFile <| title == '/aN' |>\n"),
        (
            "",
            "@file { '/N': mode => 'x' }\nFile <| title == '/aN' |> { mode => '0644' }\n",
        ),
        ("", "create_resources(file, { '/N' => { mode => 1 } }) "),
    ] {
        assert_linear(statement, |count| {
            let statements = numbered(statement)(count / 4);
            format!("class m({parameters}) {{\n{statements}}}\n")
        });
    }
}

#[test]
fn parameters_and_what_is_passed_for_them() {
    assert_linear_project("of a template in Embedded Puppet", |count| {
        let template = format!("<%- | {} | -%>\n", numbered("$vN, ")(count / 4));
        let keys = numbered("vN => 1, ")(count / 4);
        vec![
            ("/modules/m/templates/a.epp", template),
            (
                "/manifests/site.pp",
                format!("$x = epp('m/a.epp', {{{keys}}})\n"),
            ),
        ]
    });
    assert_linear_project("of a template in Embedded Ruby", |count| {
        let assigned = numbered("$vN = 1\n")(count / 4);
        vec![
            (
                "/modules/m/templates/a.erb",
                numbered("<%= @vN %>\n")(count / 4),
            ),
            (
                "/modules/m/manifests/init.pp",
                format!("class m {{\n{assigned}$x = template('m/a.erb')\n}}\n"),
            ),
        ]
    });
    assert_linear_project("of a class, in Hiera", |count| {
        vec![
            (
                "/hiera.yaml",
                "version: 5\nhierarchy: [{name: a, path: a.yaml}]\n".to_owned(),
            ),
            ("/data/a.yaml", numbered("m::pN: 1\n")(count / 4)),
            (
                "/modules/m/manifests/init.pp",
                format!("class m({}) {{}}\n", numbered("String $pN, ")(count / 4)),
            ),
        ]
    });
}

/// Each line puts something to what the line before made.
fn growing(first: &str, next: impl Fn(usize) -> String) -> impl Fn(usize) -> String {
    move |count| {
        let next = |it| {
            format!(
                "$v{} = {}\n",
                it + 1,
                next(it).replace("$v", &format!("$v{it}"))
            )
        };
        let lines: String = (0..count).map(next).collect();
        format!("$v0 = {first}\n{lines}")
    }
}

#[test]
fn values_that_grow() {
    assert_linear(
        "a hash",
        growing("{}", |it| format!("$v + {{ k{it} => 1 }}")),
    );
    assert_linear("an array", growing("[]", |it| format!("$v + [{it}]")));
    assert_linear("a list", growing("[]", |it| format!("[*$v, {it}]")));
    assert_linear("arrays in arrays", growing("1", |_| "[$v]".to_owned()));
    assert_linear(
        "a choice",
        growing("'a'", |it| {
            format!("$facts['f{it}'] ? {{ 'x' => 'v{it}', default => $v }}")
        }),
    );
}

/// A value has two parts that are the same one: walked part by part, there is no end to it.
#[test]
fn values_that_share_their_parts() {
    for first in ["1", "$facts['a']"] {
        for next in ["[$v, $v]", "{ a => $v, b => $v }"] {
            assert_linear("doubled", |count| {
                let text = growing(first, |_| next.to_owned())(count);
                format!(
                    "{text}notice(\"${{v{count}}}\", $v{count} + $v{count}, flatten($v{count}))\n"
                )
            });
        }
    }
}

#[test]
fn large_values_that_are_used() {
    let keys = |count: usize, value: &str| -> String {
        (0..count)
            .map(|it| format!("k{it} => {value},\n"))
            .collect()
    };
    for value in ["1", "$facts['a']"] {
        assert_linear("accesses", |count| {
            let count = count / 4;
            let uses: String = (0..count)
                .map(|it| format!("$x{it} = $h['k{it}']\n"))
                .collect();
            format!("$h = {{{}}}\n{uses}", keys(count, value))
        });
        assert_linear("sums", |count| {
            let count = count / 4;
            let uses: String = (0..count)
                .map(|it| format!("$x{it} = $h + {{ z => 1 }}\n"))
                .collect();
            format!("$h = {{{}}}\n{uses}", keys(count, value))
        });
    }
    assert_linear("facts", |count| {
        (0..count)
            .map(|it| format!("$x{it} = $facts['k{it}']['a']\n"))
            .collect()
    });
}

#[test]
fn a_parameter_with_many_values() {
    let values = |count: usize| -> String { (0..count).map(|it| format!("'v{it}',\n")).collect() };
    assert_linear("branches of a case", |count| {
        let branches: String = (0..count)
            .map(|it| format!("'v{it}': {{ notice({it}) }}\n"))
            .collect();
        format!(
            "class c(Enum[{}] $x) {{\ncase $x {{\n{branches}}}\n}}\n",
            values(count)
        )
    });
    assert_linear("conditions", |count| {
        let conditions: String = (0..count)
            .map(|it| format!("if $x == 'v{it}' {{ notice({it}) }}\n"))
            .collect();
        format!("class c(Enum[{}] $x) {{\n{conditions}}}\n", values(count))
    });
    assert_linear("values in a list", |count| {
        let conditions: String = (0..count)
            .map(|it| format!("if $x in $all {{ notice({it}) }}\n"))
            .collect();
        format!(
            "class c($x) {{\n$all = [{}]\n{conditions}}}\n",
            values(count)
        )
    });
}

#[test]
fn statements_and_options_of_many_kinds() {
    let cases = |count: usize| {
        let case = |it| format!("'k{it}': {{ $x{it} = 1 }}\n");
        let cases: String = (0..count / 2).map(case).collect();
        format!("class c($x) {{ case $x {{ {cases} default: {{ }} }} }}\n")
    };
    assert_linear("branches that assign a variable each", cases);
    assert_linear("equal options", |count| {
        format!(
            "$a = $facts['a'] ? {{ {} }}\n",
            "'k' => 'v', ".repeat(count)
        )
    });
    assert_linear("patterns", |count| {
        let patterns: Vec<String> = (0..count).map(|it| format!("/a{it}/")).collect();
        format!("class c(Pattern[{}] $x = 'b') {{ }}\n", patterns.join(", "))
    });
    assert_linear("sites", |count| "site { }\n".repeat(count));
}

/// The parts of two types of many members are compared up to a bound.
#[test]
fn aliases_of_choices_that_are_compared() {
    let taken = processor_time(|| {
        for count in [16, 40] {
            let alias = |it| {
                let before = it - 1;
                format!("type T{it} = Variant[T{before}, Array[T{before}]]\n")
            };
            let aliases: String = (1..count).map(alias).collect();
            let (last, other) = (count - 1, count - 2);
            let class = format!("class m(T{last} $x, T{other} $y = $x) {{}}\n");
            let types = format!("type T0 = Integer\n{aliases}{class}");
            let settings = "strictness = 'strict'\n";
            let files = [("/types.pp", &*types), ("/puppet-analyzer.toml", settings)];
            Project::new(files).check();
        }
    });
    assert!(taken < Duration::from_secs(30), "{taken:?}");
}

#[test]
fn chains_of_aliases_that_are_used() {
    for next in ["T", "Array[T]", "Optional[T]"] {
        assert_linear(next, |count| {
            // The first are resolved to their ends, so that each costs more than the one before.
            let count = count / 20;
            let alias = |it| {
                let next = next.replace('T', &format!("T{}", it + 1));
                format!("type T{it} = {next}\nclass c{it}(T{it} $x) {{ $y = $x }}\n")
            };
            (0..count).map(alias).collect()
        });
    }
}

#[test]
fn chains_and_circles_of_definitions() {
    assert_linear("inheritance", |count| {
        let class = |it| format!("class c{it} inherits c{} {{}}\n", it + 1);
        (0..count).map(class).collect()
    });
    assert_linear("a circle", |count| {
        let count = count / 3;
        let class = |it| {
            let (parent, other) = ((it + 1) % count, (it + 3) % count);
            format!("class c{it} inherits c{parent} {{ include c{other} }}\n")
        };
        (0..count).map(class).collect()
    });
    assert_linear("aliases", |count| {
        let alias = |it| format!("type T{it} = Array[T{}]\n", it + 1);
        (0..count / 4).map(alias).collect()
    });
    assert_linear("overrides in a chain of classes", |count| {
        let class = |it| {
            let parent = it + 1;
            format!("class c{it} inherits c{parent} {{ Notify['n{it}'] {{ message => 'a' }} }}\n")
        };
        (0..count / 4).map(class).collect()
    });
}
