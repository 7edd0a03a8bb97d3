//! Fixtures of modules' tests.

use super::*;

#[test]
fn a_module_alone_with_fixtures() {
    let mut memory: Memory = [
        ("/src/puppet-ntp/manifests/init.pp", ""),
        ("/src/puppet-ntp/examples/init.pp", ""),
        (
            "/src/puppet-ntp/spec/fixtures/modules/stdlib/types/port.pp",
            "",
        ),
        ("/src/puppet-ntp/spec/fixtures/modules/stdlib/spec/x.pp", ""),
        ("/src/puppet-apache/manifests/init.pp", ""),
    ]
    .into_iter()
    .collect();
    memory.insert(
        "/src/puppet-ntp/metadata.json",
        r#"{"name": "puppetlabs-ntp"}"#,
    );
    check_in(
        &memory,
        &["/src/puppet-ntp/manifests"],
        &expect![[r#"
            environment /src/puppet-ntp
              Workspace module ntp: /src/puppet-ntp/examples/init.pp /src/puppet-ntp/manifests/init.pp
              Dependency module stdlib: /src/puppet-ntp/spec/fixtures/modules/stdlib/types/port.pp
        "#]],
    );
}

#[test]
fn test_fixtures_with_metadata_are_no_module() {
    let metadata = r#"{"name": "me-web"}"#;
    let files = [
        ("/web/metadata.json", metadata),
        ("/web/manifests/init.pp", "class web { }"),
        ("/web/test/fixtures/metadata.json", metadata),
        ("/web/test/fixtures/manifests/site.pp", "include web"),
    ];
    check_in(
        &files.into_iter().collect(),
        &["/web"],
        &expect![[r#"
            environment /web
              Workspace module web: /web/manifests/init.pp /web/test/fixtures/manifests/site.pp
        "#]],
    );
}
