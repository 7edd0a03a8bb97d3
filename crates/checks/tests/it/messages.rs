//! The form of all messages that the pages of the rules and the literate tests show, and of the summaries of the rules.

use std::path::Path;

use puppet_checks::file_diagnostics;
use puppet_checks::rules;
use puppet_db::FilePlace;
use puppet_diagnostics::Diagnostic;
use puppet_test_support::literate::cases;

use crate::support::Project;

const SETTINGS: &str = "/puppet-analyzer.toml";

/// Longest message, without the parameters of the types in it.
const MAX_LENGTH: usize = 120;

/// Words that say nothing in a message. Words that have a standard term are counted in all sources by `cargo xtask tidy`.
const BANNED: [&str; 7] = [
    "anyway", "thing", "things", "tells", "told", "stands", "not here",
];

/// Starts of Puppet's and Ruby's own messages that have no capital letter.
const OWN_STARTS: [&str; 28] = [
    "all lookup_options ",
    "attribute ",
    "block expects ",
    "block parameter ",
    "can't convert ",
    "comparison of ",
    "end pattern with ",
    "entry ",
    "equality_include_type = ",
    "expected attribute ",
    "expected function ",
    "file does not contain a valid yaml hash",
    "function ",
    "hiera.yaml version ",
    "initializer for ",
    "invalid value for ",
    "malformed format string ",
    "no implicit conversion ",
    "no parameter named ",
    "object initializer ",
    "parameter ",
    "too few arguments",
    "type_parameter ",
    "undefined method ",
    "unknown field ",
    // Deprecations in the words of their authors.
    "please use ",
    "use ",
    "value ",
];

/// Ends of Puppet's own messages that have a full stop.
const OWN_ENDS: [&str; 9] = [
    " is not applicable to an Undef Value.",
    " cannot be converted to Numeric.",
    " A Catalog type is required.",
    " is not a valid type specification.",
    " defined more than once.",
    " specify a path.",
    " greater than zero.",
    " is not supported.",
    " non decimal string",
];

/// What is wrong with the form of a message, a help or a title.
fn fault(text: &str) -> Option<String> {
    let is_function = text
        .split_once("()")
        .is_some_and(|(name, _)| !name.contains(' '));
    let is_own = OWN_STARTS.iter().any(|it| text.starts_with(it)) || is_function;
    if text.starts_with(|c: char| c.is_lowercase()) && !is_own {
        return Some("starts without a capital letter".to_owned());
    }
    let inside = [
        ". Caused by ",
        ". Got ",
        "Valid values ",
        " can not be used as the name of ",
    ];
    let has_own_end =
        OWN_ENDS.iter().any(|it| text.ends_with(it)) || inside.iter().any(|it| text.contains(it));
    if text.ends_with('.') && !has_own_end && !text.contains("Operator '") {
        return Some("ends with a full stop".to_owned());
    }
    let words: String = unquoted(text)
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .flat_map(|word| [word, " "])
        .collect();
    let words = format!(" {words}");
    let banned = BANNED.iter().find(|it| words.contains(&format!(" {it} ")));
    banned.map(|word| format!("has the word \"{word}\""))
}

/// A text without the code in it: what is between backticks or quotes.
fn unquoted(text: &str) -> String {
    let parts = text.split(['`', '\'']).enumerate();
    let outside = parts.filter(|(index, _)| index % 2 == 0);
    outside.map(|(_, part)| part).collect()
}

/// The number of characters, without what is in brackets.
fn length(message: &str) -> usize {
    let mut depth = 0_usize;
    let mut length = 0;
    for c in message.chars() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ if depth == 0 => length += 1,
            _ => {}
        }
    }
    length
}

fn faults(diagnostic: &Diagnostic<FilePlace>) -> Vec<String> {
    let help = diagnostic.help.iter().map(String::as_str);
    let related = diagnostic.related.iter().map(|it| it.message.as_str());
    let titles = diagnostic.fixes.iter().map(|it| it.title.as_str());
    let texts = std::iter::once(diagnostic.message.as_str())
        .chain(help)
        .chain(related)
        .chain(titles);
    let mut faults: Vec<String> = texts
        .filter_map(|text| Some(format!("{}: {text}: {}", diagnostic.code(), fault(text)?)))
        .collect();
    // What is longer quotes Puppet, or lists what does not fit a type.
    let own = [
        "expects",
        "expected",
        "accept",
        "Puppet",
        "Could not",
        " failed on ",
        "Comparison of",
        "discontinued",
        "must be declared",
        "has no effect. A value was produced",
    ];
    if length(&diagnostic.message) > MAX_LENGTH
        && !own.iter().any(|it| diagnostic.message.contains(it))
    {
        faults.push(format!(
            "{}: {}: is too long",
            diagnostic.code(),
            diagnostic.message
        ));
    }
    faults
}

#[test]
fn messages_have_the_form_of_messages() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut report, mut count) = (Vec::new(), 0);
    for folder in ["docs/rules", "tests/literate"] {
        for page in std::fs::read_dir(root.join(folder)).expect("the pages") {
            let path = page.expect("a page").path();
            if path.extension().is_none_or(|it| it != "md") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a page");
            let rule = rules::ALL.iter().find(|it| path.ends_with(it.page_name()));
            let off = rule.filter(|it| it.levels.strict.is_none());
            let settings = off.map(|it| format!("[rules]\n{} = 'warning'\n", it.code));
            for case in cases(&text) {
                let files = case.files.iter();
                let files = files.map(|it| (it.path.as_str(), it.text.as_str()));
                let project =
                    Project::new(files.chain(settings.as_deref().map(|it| (SETTINGS, it))));
                let is_read = |path: &str| !project.diagnostics(path).is_empty();
                for file in case.files.iter().filter(|it| is_read(&it.path)) {
                    let found = file_diagnostics(&project.db, project.file(&file.path));
                    count += found.len();
                    report.extend(found.iter().flat_map(faults));
                }
            }
        }
    }
    report.sort();
    report.dedup();
    assert!(report.is_empty(), "\n{}", report.join("\n"));
    assert!(count > 500, "there are only {count} messages");
}

#[test]
fn summaries_are_one_sentence() {
    for rule in rules::ALL {
        let summary = rule.summary;
        let text = summary
            .strip_suffix('.')
            .unwrap_or_else(|| panic!("{}: {summary}", rule.code));
        assert_eq!(fault(text), None, "{}: {summary}", rule.code);
        assert!(!text.contains(". "), "{}: {summary}", rule.code);
    }
}
