//! Modules of the Forge, in all files that say which modules are needed.

use crate::test_fixture::cursor_with;
use crate::{Analysis, HintKinds, TextRange, TextSize};
use puppet_ide_db::forge::{Forge, ForgeModule, ForgeRequest};
use puppet_ide_db::position::FilePosition;

fn module(name: &str, downloads: u64, versions: &[&str]) -> ForgeModule {
    ForgeModule {
        name: name.to_owned(),
        summary: format!("About {name}."),
        newest: versions
            .first()
            .map(|it| (*it).to_owned())
            .unwrap_or_default(),
        versions: Some(versions.iter().map(|it| (*it).to_owned()).collect()),
        downloads,
        ..ForgeModule::default()
    }
}

fn forge() -> Forge {
    let mut forge = Forge::default();
    forge.add(module("puppetlabs-apt", 9, &["10.2.0", "10.0.0", "9.1.0"]));
    forge.add(module("puppetlabs-apache", 5, &["12.1.0", "13.0.0-rc1"]));
    forge.add(module("puppetlabs-mysql", 7, &["16.0.0"]));
    forge.add(module("me-web", 1, &["1.0.0"]));
    forge.add(ForgeModule {
        deprecated: Some("Of\n![old](https://x) times.".to_owned()),
        successor: Some("puppetlabs-apache".to_owned()),
        ..module("puppetlabs-apaches", 99, &["0.1.0"])
    });
    forge.add_missing("puppetlabs-apfel".to_owned());
    forge.add_search("puppetlabs-".to_owned(), false);
    forge.add_search("puppetlabs-ap".to_owned(), true);
    forge
}

/// A file beside the module apt.
fn ask(path: &str, text: &str, forge: Option<Forge>) -> (Analysis, FilePosition) {
    let conf = match path {
        "/modules/web/.fixtures.yml" => "/modules/web/metadata.json\n{\"name\": \"me-web\"}",
        _ => "/environment.conf",
    };
    let fixture = format!(
        "#- {conf}\n\
         #- /modules/apt/metadata.json\n{{\"name\": \"puppetlabs-apt\", \"version\": \"9.1.0\", \"summary\": \"Packages.\"}}\n\
         #- /modules/apt/manifests/init.pp\nclass apt {{ }}\n\
         #- /modules/web/manifests/init.pp\nclass web {{ }}\n\
         #- {path}\n{text}\n"
    );
    cursor_with(&fixture, forge)
}

/// The completion items at a cursor; `*` stands after those that are deprecated, `…` after those that are not all.
fn labels(path: &str, text: &str) -> String {
    let (analysis, position) = ask(path, text, Some(forge()));
    let completion = analysis.completion(position).expect("not cancelled");
    let items = completion.items.iter();
    let labels = items.map(|it| format!("{}{}", it.label, if it.is_deprecated { "*" } else { "" }));
    let rest = completion.is_incomplete.then(|| "…".to_owned());
    labels.chain(rest).collect::<Vec<_>>().join(" ")
}

fn questions(path: &str, text: &str) -> Vec<ForgeRequest> {
    let (analysis, position) = ask(path, text, Some(forge()));
    analysis.completion(position).expect("not cancelled");
    analysis.take_forge_questions()
}

#[test]
fn names_in_a_puppetfile() {
    for (text, expected) in [
        (
            "mod 'puppetlabs-ap$0'",
            "puppetlabs-apt puppetlabs-apache puppetlabs-apaches*",
        ),
        (
            "mod 'puppetlabs/apa$0",
            "puppetlabs/apache puppetlabs/apaches*",
        ),
        (
            "mod 'puppetlabs-apache', '1.0.0'\nmod 'puppetlabs-apa$0'",
            "puppetlabs-apaches*",
        ),
        (
            "mod 'puppetlabs-$0'",
            "puppetlabs-apt puppetlabs-mysql puppetlabs-apache puppetlabs-apaches*",
        ),
        ("mod 'puppetlabs-my$0'", "puppetlabs-mysql …"),
        ("mod 'mys$0'", "puppetlabs-mysql …"),
        ("mod 'puppetlabs-apx$0'", ""),
        // Whole already.
        ("mod 'puppetlabs/mysql$0'", "puppetlabs/mysql …"),
        // Nothing is asked for a single letter.
        ("mod 'w$0'", ""),
    ] {
        assert_eq!(labels("/Puppetfile", text), expected, "{text}");
    }
}

#[test]
fn versions_in_a_puppetfile() {
    for (text, expected) in [
        ("mod 'puppetlabs-apt', '$0'", "10.2.0 10.0.0 9.1.0"),
        ("mod 'puppetlabs/apt', '9$0", "9.1.0"),
        ("mod 'puppetlabs/apache',\n  '$0'", "12.1.0 13.0.0-rc1"),
        ("mod 'puppetlabs-apfel', '$0'", ""),
        ("mod 'me-unknown', '$0'", "…"),
        ("mod 'apt', '$0'", "9.1.0"),
    ] {
        assert_eq!(labels("/Puppetfile", text), expected, "{text}");
    }
}

#[test]
fn there_may_be_hundreds() {
    let versions: Vec<String> = (0..300).map(|it| format!("1.{it}.0")).collect();
    let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
    let mut forge = forge();
    for number in 0..600 {
        forge.add(module(&format!("many-m{number}"), number, &versions));
    }
    // Names are asked of the Forge again as more letters are typed; the versions of a module are all there.
    for (text, first, count, is_incomplete) in [
        ("mod 'many-m$0'", "many-m599", 600, true),
        ("mod 'many-m7', '1.$0'", "1.299.0", 300, false),
    ] {
        let (analysis, position) = ask("/Puppetfile", text, Some(forge.clone()));
        let completion = analysis.completion(position).expect("not cancelled");
        assert_eq!(
            (completion.items.len(), completion.is_incomplete),
            (count, is_incomplete)
        );
        assert_eq!(completion.items[0].label, first);
    }
}

#[test]
fn names_and_ranges_in_metadata() {
    let of = |dependency: &str| {
        let text = format!("{{\"name\": \"me-web\", \"dependencies\": [{{{dependency}");
        labels("/modules/web/metadata.json", &text)
    };
    for (dependency, expected) in [
        (
            "\"name\": \"puppetlabs/ap$0\"}]}",
            "puppetlabs/apt puppetlabs/apache puppetlabs/apaches*",
        ),
        ("\"name\": \"puppetlabs/my$0", "puppetlabs/mysql …"),
        // Not the module itself.
        ("\"name\": \"w$0\"}]}", ""),
        (
            "\"name\": \"puppetlabs/apt\", \"version_requirement\": \"$0\"}]}",
            ">= 9.1.0 < 10.0.0 >= 10.0.0 < 11.0.0 >= 10.2.0 < 11.0.0",
        ),
        (
            "\"name\": \"puppetlabs/apache\", \"version_requirement\": \">= 4.13.1 < $0",
            ">= 4.13.1 < 13.0.0",
        ),
        (
            "\"name\": \"puppetlabs/apfel\", \"version_requirement\": \"$0\"}]}",
            "",
        ),
    ] {
        assert_eq!(of(dependency), expected, "{dependency}");
    }
}

#[test]
fn names_and_versions_in_fixtures() {
    let of = |text: &str| labels("/modules/web/.fixtures.yml", text);
    for (text, expected) in [
        ("    apa$0", "apache apaches* …"),
        (
            "    apache: $0",
            "puppetlabs/apache puppetlabs/apt puppetlabs/apaches* …",
        ),
        (
            "    apache: 'puppetlabs/ap$0'",
            "puppetlabs/apache puppetlabs/apt puppetlabs/apaches*",
        ),
        (
            "    apache:\n      repo: puppetlabs/apache\n      ref: $0",
            "12.1.0 13.0.0-rc1",
        ),
        (
            "    apache:\n      repo: puppetlabs/apache\n      ref: '12$0'",
            "12.1.0",
        ),
    ] {
        let text = format!("fixtures:\n  forge_modules:\n{text}");
        assert_eq!(of(&text), expected, "{text}");
    }
    assert_eq!(of("fixtures:\n  repositories:\n    apa$0"), "");
}

#[test]
fn what_is_asked() {
    let search = |letters: &str| vec![ForgeRequest::Search(letters.to_owned())];
    let module = |name: &str| vec![ForgeRequest::Module(name.to_owned())];
    for (text, expected) in [
        ("mod 'puppetlabs/ap$0'", search("puppetlabs-ap")),
        ("mod 'stdl$0'", search("stdl")),
        ("mod 's$0'", Vec::new()),
        ("mod '$0'", Vec::new()),
        ("mod 'x', '$0'", Vec::new()),
        ("mod 'me/x', '1.$0'", module("me-x")),
        ("mod 'me/x', :git => '$0'", Vec::new()),
        ("# mod 'stdl$0'", Vec::new()),
    ] {
        assert_eq!(questions("/Puppetfile", text), expected, "{text}");
    }
    // Who does not want that it is asked has no questions.
    let (analysis, position) = ask("/Puppetfile", "mod 'puppetlabs-ap$0'", None);
    let completion = analysis.completion(position).expect("not cancelled");
    assert_eq!(completion.items.len(), 1);
    assert!(!completion.is_incomplete);
    assert_eq!(analysis.take_forge_questions(), []);
}

#[test]
fn hovers_tell_of_the_forge() {
    let hover = |text: &str| {
        let (analysis, position) = ask("/Puppetfile", text, Some(forge()));
        let hover = analysis.hover(position).expect("not cancelled");
        hover.map(|it| it.plain_text()).unwrap_or_default()
    };
    assert_eq!(
        hover("mod 'puppetlabs-apt$0'"),
        "**puppetlabs-apt** 9.1.0\n\nPackages.\n\nin `/modules/apt`\n\nNewest on the Forge: 10.2.0\n\n\
         [On the Forge](https://forge.puppet.com/modules/puppetlabs/apt)"
    );
    let old = hover("mod 'puppetlabs/apaches$0'");
    assert!(
        old.contains("**puppetlabs-apaches** 0.1.0\n\nAbout puppetlabs-apaches."),
        "{old}"
    );
    assert!(
        old.contains("**Deprecated**, use `puppetlabs-apache`: Of !\\[old\\](https://x) times."),
        "{old}"
    );
    assert!(hover("mod 'me-new$0'").ends_with("the Forge has not answered yet."));
    assert!(hover("mod 'puppetlabs-apfel$0'").ends_with("nothing is known of it."));
}

#[test]
fn versions_tell_of_newer_ones() {
    let hints = |path: &str, text: &str, kinds: HintKinds| {
        let (analysis, position) = ask(path, &format!("$0{text}"), Some(forge()));
        let whole = TextRange::up_to(TextSize::of(text));
        let hints = analysis.inlay_hints(position.file, whole, kinds);
        let hints = hints.expect("not cancelled");
        let shown = hints.iter().rev().fold(text.to_owned(), |mut shown, hint| {
            shown.insert_str(hint.at.into(), &hint.label);
            shown
        });
        (shown, analysis.take_forge_questions().len())
    };
    let all = HintKinds::default();
    for (path, text, expected, questions) in [
        (
            "/Puppetfile",
            "mod 'puppetlabs-apt', '9.1.0'\nmod 'puppetlabs/mysql', '16.0.0'\nmod 'puppetlabs/apaches', '0.1.0'\n\
             mod 'puppetlabs-apache', :git => 'x'\nmod 'puppetlabs-apache', :latest\nmod 'me-new', '1.0.0'\nmod 'x",
            "mod 'puppetlabs-apt', '9.1.0' 10.2.0 is newer\nmod 'puppetlabs/mysql', '16.0.0'\n\
             mod 'puppetlabs/apaches', '0.1.0' deprecated, use puppetlabs-apache\n\
             mod 'puppetlabs-apache', :git => 'x'\nmod 'puppetlabs-apache', :latest\nmod 'me-new', '1.0.0'\nmod 'x",
            4,
        ),
        (
            "/modules/web/metadata.json",
            "{\"dependencies\": [{\"name\": \"puppetlabs/apt\", \"version_requirement\": \">= 1.0.0 < 10.0.0\"}, \
             {\"name\": \"puppetlabs/mysql\", \"version_requirement\": \">= 1.0.0 < 17.0.0\"}, {\"name\": \"a/b\"}]}",
            "{\"dependencies\": [{\"name\": \"puppetlabs/apt\", \"version_requirement\": \">= 1.0.0 < 10.0.0\" 10.2.0 is newer}, \
             {\"name\": \"puppetlabs/mysql\", \"version_requirement\": \">= 1.0.0 < 17.0.0\"}, {\"name\": \"a/b\"}]}",
            2,
        ),
        (
            "/modules/web/.fixtures.yml",
            "fixtures:\n  forge_modules:\n    apt:\n      repo: puppetlabs/apt\n      ref: 9.0.0\n  repositories:\n    x:\n      \
             repo: https://example.org/x\n      ref: 1.0.0\n",
            "fixtures:\n  forge_modules:\n    apt:\n      repo: puppetlabs/apt\n      ref: 9.0.0 10.2.0 is newer\n  \
             repositories:\n    x:\n      repo: https://example.org/x\n      ref: 1.0.0\n",
            1,
        ),
    ] {
        assert_eq!(hints(path, text, all), (expected.to_owned(), questions));
        let none = HintKinds {
            newer_versions: false,
            ..all
        };
        assert_eq!(hints(path, text, none), (text.to_owned(), 0));
    }
}
