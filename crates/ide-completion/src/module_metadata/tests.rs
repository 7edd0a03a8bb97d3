use puppet_ide::test_fixture::cursor;

fn labels(path: &str, text: &str) -> String {
    let (analysis, position) = cursor(&format!(
        "#- /environment.conf\n\
         #- /modules/apt/metadata.json\n{{\"name\": \"puppetlabs-apt\", \"version\": \"9.1.0\", \"dependencies\": [{{\"name\": \"puppetlabs/stdlib\"}}]}}\n\
         #- /modules/apt/manifests/init.pp\nclass apt {{ }}\n\
         #- /modules/web/manifests/init.pp\nclass web {{ }}\n\
         #- {path}\n{text}\n"
    ));
    let completion = analysis.completion(position).expect("not cancelled");
    let labels: Vec<String> = completion.items.into_iter().map(|it| it.label).collect();
    labels.join(" ")
}

#[test]
fn puppetfiles() {
    for (text, expected) in [
        ("mod '$0'", "puppetlabs-apt puppetlabs-stdlib"),
        (
            "mod 'puppetlabs-apt', '1.0.0'\nmod 'pup$0",
            "puppetlabs-stdlib",
        ),
        ("mod \"std$0", "puppetlabs-stdlib"),
        ("$0", "forge mod moduledir"),
        ("mo$0", "mod moduledir"),
        ("mod 'a-b', :re$0", ":ref :source"),
        (
            "mod 'a-b',\n  :git => 'x',\n  :ta$0",
            ":tag :tarball :default_branch :install_path",
        ),
        (
            "mod 'a-b',\n  :tag => 'x',\n  ta$0",
            ":tarball :install_path :default_branch",
        ),
        ("mod 'puppetlabs/$0'", "puppetlabs/apt puppetlabs/stdlib"),
        ("mod 'puppetlabs-apt', '$0'", "9.1.0"),
        ("mod 'puppetlabs/apt',\n  '9.$0", "9.1.0"),
        ("mod 'puppetlabs-none', '$0'", ""),
        ("mod 'a-b', :git => '$0'", ""),
        ("# mod '$0", ""),
    ] {
        assert_eq!(labels("/Puppetfile", text), expected, "{text}");
    }
}

#[test]
fn metadata() {
    let of = |text: &str| labels("/modules/web/metadata.json", text);
    assert!(of("{$0}").contains("dependencies"));
    assert!(!of("{\"name\": \"a-b\", \"$0\"}").contains("name "));
    assert_eq!(
        of("{\"dependencies\": [{\"$0\"}]}"),
        "name version_requirement"
    );
    assert_eq!(
        of("{\"dependencies\": [{\"name\": \"puppetlabs/$0"),
        "puppetlabs/apt puppetlabs/stdlib"
    );
    assert_eq!(
        of("{\"dependencies\": [{\"name\": \"$0\"}]}"),
        "puppetlabs/apt puppetlabs/stdlib"
    );
    assert_eq!(
        of("{\"dependencies\": [{\"name\": \"puppetlabs/apt\", \"version_requirement\": \"$0\"}]}"),
        ">= 9.1.0 < 10.0.0"
    );
    assert_eq!(of("{\"license\": \"Apac$0\"}"), "Apache-2.0");
    assert_eq!(
        of("{\"requirements\": [{\"name\": \"$0\"}]}"),
        "openvox puppet"
    );
    assert_eq!(
        of("{\"operatingsystem_support\": [{\"operatingsystem\": \"De$0\"}]}"),
        "Debian"
    );
    assert_eq!(of("{\"version\": \"$0\"}"), "");
}

#[test]
fn fixtures() {
    let of = |text: &str| {
        let (analysis, position) = cursor(&format!(
            "#- /web/metadata.json\n{{\"name\": \"me-web\", \"dependencies\": [{{\"name\": \"puppetlabs/stdlib\"}}]}}\n\
             #- /web/manifests/init.pp\nclass web {{ }}\n\
             #- /apt/metadata.json\n{{\"name\": \"puppetlabs-apt\", \"version\": \"9.1.0\"}}\n\
             #- /apt/manifests/init.pp\nclass apt {{ }}\n\
             #- /web/.fixtures.yml\n{text}\n"
        ));
        let completion = analysis.completion(position).expect("not cancelled");
        let labels: Vec<String> = completion.items.into_iter().map(|it| it.label).collect();
        labels.join(" ")
    };
    for (text, expected) in [
        ("$0", "fixtures"),
        ("fixtures:\n  $0", "forge_modules repositories symlinks"),
        ("fixtures:\n  symlinks:\n    a: b\n  fo$0", "forge_modules"),
        ("fixtures:\n  forge_modules:\n    $0", "apt stdlib"),
        ("fixtures:\n  repositories:\n    $0", "apt stdlib"),
        ("fixtures:\n  repositories:\n    stdlib: 'x'\n    $0", "apt"),
        (
            "fixtures:\n  forge_modules:\n    apt: $0",
            "puppetlabs/apt puppetlabs/stdlib",
        ),
        (
            "fixtures:\n  forge_modules:\n    stdlib: 'puppetlabs/$0'",
            "puppetlabs/stdlib puppetlabs/apt",
        ),
        (
            "fixtures:\n  forge_modules:\n    stdlib:\n      $0",
            "flags ref repo",
        ),
        (
            "fixtures:\n  forge_modules:\n    stdlib:\n      repo: pup$0",
            "puppetlabs/stdlib puppetlabs/apt",
        ),
        (
            "fixtures:\n  repositories:\n    x:\n      repo: a\n      br$0",
            "branch",
        ),
        ("fixtures:\n  repositories:\n    x:\n      repo: $0", ""),
        ("other:\n  $0", ""),
    ] {
        assert_eq!(of(text), expected, "{text}");
    }
}
