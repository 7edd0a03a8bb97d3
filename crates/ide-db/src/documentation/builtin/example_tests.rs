//! The examples of the built-in documentation are correct code: the parser reads them, and no check reports an error.

use puppet_library::{AttributeStub, Library};

use puppet_ide::Severity;
use puppet_ide::test_fixture::single;

/// Where an example can be: at top level, in a class, as a plan, in a plan; each with the text before and after it.
const SITES: [(&str, &str, &str); 4] = [
    ("/manifests/site.pp", "", ""),
    (
        "/modules/example/manifests/init.pp",
        "class example {\n",
        "}\n",
    ),
    ("/modules/example/plans/init.pp", "", ""),
    (
        "/modules/example/plans/init.pp",
        "plan example(TargetSpec $targets, Target $target) {\n",
        "}\n",
    ),
];

/// The errors of an example at one of the sites.
fn errors(example: &str, (path, before, after): (&str, &str, &str)) -> Vec<String> {
    let (analysis, file) = single(&format!(
        "#- {path}\n{before}{example}\n{after}#- /environment.conf\n#- /modules/example/metadata.json\n{{}}\n\
         #- /puppet-analyzer.toml\nstrictness = 'strict'\n"
    ));
    let found = analysis.diagnostics(file).expect("not cancelled");
    let errors = found.iter().filter(|it| it.severity == Severity::Error);
    errors.map(|it| it.message.to_string()).collect()
}

/// The names of wrong examples with the errors at the first site.
fn wrong(examples: impl Iterator<Item = (String, Option<&'static String>)>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, example) in examples {
        let Some(example) = example else { continue };
        let of_sites: Vec<Vec<String>> = SITES.map(|site| errors(example, site)).into();
        if of_sites.iter().all(|errors| !errors.is_empty()) {
            wrong.push(format!("{name}: {}", of_sites.concat().join(" / ")));
        }
    }
    wrong
}

fn of_attributes(
    of: &str,
    all: &'static [AttributeStub],
) -> Vec<(String, Option<&'static String>)> {
    let named = |it: &'static AttributeStub| (format!("{of}.{}", it.name), it.example.as_ref());
    all.iter().map(named).collect()
}

#[test]
fn examples_of_resource_types_are_correct() {
    let types = Library.resource_type_names();
    let types = types.filter_map(|name| Library.resource_type(name));
    let examples = types.flat_map(|ty| {
        let mut examples = of_attributes(&ty.name, &ty.attributes);
        examples.push((ty.name.clone(), ty.example.as_ref()));
        examples
    });
    let examples = examples.chain(of_attributes("*", Library.metaparameters()));
    assert_eq!(wrong(examples), [""; 0]);
}

#[test]
fn examples_of_functions_are_correct() {
    let functions = Library.function_names();
    let functions = functions.filter_map(|name| Library.function(name));
    let functions = functions.chain(Library.plan_functions());
    let examples = functions.map(|it| (it.name.clone(), it.example.as_ref()));
    assert_eq!(wrong(examples), [""; 0]);
}

#[test]
fn examples_of_types_facts_and_variables_are_correct() {
    let types = Library.language_types().iter();
    let types = types.map(|it| (it.name.clone(), it.example.as_ref()));
    let facts = Library.facts().iter();
    let facts = facts.map(|it| (it.name.clone(), it.example.as_ref()));
    let variables = Library.variables().iter();
    let variables = variables.map(|it| (it.name.clone(), it.example.as_ref()));
    let of_plans = Library.plan_types().iter();
    let of_plans = of_plans.map(|it| (it.name.clone(), it.example.as_ref()));
    let all = types.chain(of_plans).chain(facts).chain(variables);
    assert_eq!(wrong(all), [""; 0]);
}

#[test]
fn examples_of_keywords_are_correct() {
    let keywords = Library.keywords().iter();
    let examples = keywords.map(|it| (it.words.join(" "), Some(&it.example)));
    assert_eq!(wrong(examples), [""; 0]);
}

#[test]
fn wrong_examples_are_found() {
    let broken = "file { '/x': ensure => }".to_owned();
    let site = SITES[0];
    assert!(!errors(&broken, site).is_empty());
    assert!(!errors("$x = split('a')", site).is_empty());
    assert_eq!(errors("$x = split('a b', ' ')", site), [""; 0]);
}
