//! Control repositories, modules, and folders that are neither.

use super::*;

#[test]
fn a_site_with_data_and_nothing_else() {
    let site = "node default { include a }\n";
    for data in ["/repo/hiera.yaml", "/repo/hieradata/common.yaml"] {
        for path in ["/repo", "/repo/manifests/site.pp"] {
            let found = render_of(&[("/repo/manifests/site.pp", site), (data, "")], path);
            assert!(
                found.starts_with("environment /repo\n  manifests /repo/manifests/site.pp\n"),
                "{found}"
            );
        }
    }
    // Modules have classes in such a manifest, or other manifests too.
    for (manifest, text) in [
        ("/repo/manifests/site.pp", "class repo::site {\n}\n"),
        ("/repo/manifests/init.pp", ""),
    ] {
        let files = [
            ("/repo/manifests/site.pp", ""),
            ("/repo/hiera.yaml", ""),
            (manifest, text),
        ];
        let found = render_of(&files, "/repo");
        assert!(found.contains("Workspace module repo: "), "{found}");
    }
}

#[test]
fn a_control_repository_with_metadata() {
    let site = (
        "/r/manifests/site.pp",
        "node default {\n  include profile\n}\n",
    );
    let metadata = ("/r/metadata.json", r#"{"name": "acme-control_repo"}"#);
    let profile = ("/r/site/profile/manifests/init.pp", "class profile {\n}\n");
    let found = render_of(&[site, metadata, profile, ("/r/Puppetfile", "")], "/r");
    assert!(
        found.starts_with("environment /r\n  manifests /r/manifests/site.pp\n"),
        "{found}"
    );
    // Without nodes, declared modules say it.
    let site = ("/s/manifests/site.pp", "include stdlib\n");
    let metadata_of_site = ("/s/metadata.json", metadata.1);
    let declared = ("/s/Puppetfile", "mod 'puppetlabs/stdlib', '9.4.1'\n");
    let found = render_of(&[site, metadata_of_site, declared], "/s");
    assert!(
        found.starts_with("environment /s\n  manifests /s/manifests/site.pp\n"),
        "{found}"
    );
    let class = ("/s/manifests/site.pp", "class control_repo::site {\n}\n");
    let found = render_of(&[class, metadata_of_site, declared], "/s");
    assert!(found.contains("Workspace module control_repo: "), "{found}");
    // A module may have a Puppetfile, too.
    let init = ("/r/manifests/init.pp", "class control_repo {\n}\n");
    let found = render_of(&[init, metadata, profile, ("/r/Puppetfile", "")], "/r");
    assert!(found.contains("Workspace module control_repo: "), "{found}");
}

#[test]
fn a_puppetfile_beside_modules_in_a_folder_of_another_name() {
    let files = [
        ("/r/Puppetfile", ""),
        ("/r/dist/profile/manifests/init.pp", "class profile {\n}\n"),
    ];
    for path in ["/r", "/r/dist", "/r/dist/profile/manifests/init.pp"] {
        let found = render_of(&files, path);
        assert!(found.starts_with("environment /r\n"), "{found}");
        assert!(found.contains("Workspace module profile: "), "{found}");
    }
}

#[test]
fn folders_of_lessons_are_no_module() {
    let lesson = |text| [("/b6/manifests/lesson1/hello.pp", text)];
    for text in ["notice('hello')\n", "class tools {\n}\n"] {
        let found = render_of(&lesson(text), "/b6");
        assert_eq!(
            found,
            "environment /b6\n  loose /b6/manifests/lesson1/hello.pp\n"
        );
    }
    let applied = |text| render_of(&[("/b6/manifests/peek.pp", text)], "/b6");
    let found = applied("class other {\n}\ninclude other\n");
    assert!(found.starts_with("environment /b6\n"), "{found}");
    for text in ["class b6 {\n}\n", "class b6::tools {\n}\n"] {
        let found = applied(text);
        assert!(found.contains("Workspace module b6: "), "{found}");
    }
    let found = render_of(&lesson("class b6::lesson1::hello {\n}\n"), "/b6");
    assert!(found.contains("Workspace module b6: "), "{found}");
}

#[test]
fn manifests_for_puppet_apply_are_no_module() {
    let nodes = "node default {\n  notify { 'a': }\n}\n";
    let site = [
        ("/r/manifests/init.pp", nodes),
        ("/r/manifests/rpm/suse.pp", nodes),
    ];
    let class = ("/r/manifests/web.pp", "class web {\n}\n");
    let mark = |name, text| [site[0], site[1], class, (name, text)];
    for (name, text) in [
        ("/r/Puppetfile", "mod 'puppetlabs/stdlib', '9.4.1'\n"),
        ("/r/hiera.yaml", "---\nversion: 5\n"),
        ("/r/environment.conf", ""),
    ] {
        let found = render_of(&mark(name, text), "/r");
        assert!(
            found.starts_with("environment /r\n  manifests /r/manifests/init.pp"),
            "{name}: {found}"
        );
        assert!(!found.contains("Workspace module"), "{name}: {found}");
    }
    // Without such a file, nothing says what the manifests belong to.
    let found = render_of(&site, "/r");
    assert!(found.starts_with("environment /r\n  loose "), "{found}");
    // Modules have the same files.
    for (name, text) in [
        ("/r/Puppetfile", "mod 'puppetlabs/stdlib', '9.4.1'\n"),
        ("/r/hiera.yaml", "---\nversion: 5\n"),
    ] {
        for manifest in ["/r/manifests/init.pp", "/r/manifests/web.pp"] {
            let class = if manifest.ends_with("init.pp") {
                "class r {\n}\n"
            } else {
                "class r::web {\n}\n"
            };
            let found = render_of(&[(manifest, class), (name, text)], "/r");
            assert!(found.contains("Workspace module r: "), "{name}: {found}");
        }
    }
}

#[test]
fn manifests_name_a_module_whose_folder_and_metadata_do_not() {
    let below = "/src/puppet-cis-centos6/manifests/common/x.pp";
    let define = (below, "define ciscentos6::common::x() {\n}\n");
    for init in [
        "",
        "class ciscentos6 {\n}\n",
        "class ciscentos6::old {\n}\n",
    ] {
        let main = ("/src/puppet-cis-centos6/manifests/init.pp", init);
        for metadata in ["{}", "{"] {
            let metadata = ("/src/puppet-cis-centos6/metadata.json", metadata);
            for files in [&[main, define][..], &[main, define, metadata]] {
                let found = render_of(files, "/src/puppet-cis-centos6");
                assert!(found.contains("Workspace module ciscentos6: "), "{found}");
            }
        }
    }
}

#[test]
fn folders_of_modules_with_other_names_belong_to_the_environment() {
    let site = ("/r/manifests/a.pp", "node default {\n  include x\n}\n");
    let puppetfile = ("/r/Puppetfile", "mod 'puppetlabs/ntp', '9.0.0'\n");
    let own = ("/r/local-modules/x/manifests/init.pp", "class x {\n}\n");
    let data = ("/r/local-modules/x/metadata.json", r#"{"name": "me-x"}"#);
    for marks in [&[own][..], &[own, data]] {
        for path in [
            "/r",
            "/r/local-modules/x",
            "/r/local-modules/x/manifests/init.pp",
        ] {
            let files = [&[site, puppetfile], marks].concat();
            let found = render_of(&files, path);
            assert!(
                found.starts_with(
                    "environment /r\n  manifests /r/manifests/a.pp\n  Workspace module x: "
                ),
                "{path}: {found}"
            );
        }
    }
    // A copy of what is in use, and folders without a Puppetfile.
    let used = ("/r/modules/x/manifests/init.pp", "class x {\n}\n");
    for files in [&[site, puppetfile, own, used][..], &[site, own]] {
        let found = render_of(files, "/r");
        assert!(found.contains("environment /r/local-modules"), "{found}");
    }
    let vendored = ("/r/vendor_modules/y/manifests/init.pp", "class y {\n}\n");
    let found = render_of(&[site, used, vendored], "/r");
    assert!(
        found.ends_with("Workspace module y: /r/vendor_modules/y/manifests/init.pp\n"),
        "{found}"
    );
}

#[test]
fn a_module_beside_modules() {
    let init = "/shop/manifests/init.pp";
    let files = [
        ("/shop/templates/a.epp", ""),
        ("/shop/modules/web/manifests/init.pp", "class web {\n}\n"),
    ];
    for (text, is_module) in [
        ("# A shop\nclass shop (\n  $a,\n) {\n}\n", true),
        ("class shop {\n}\ninclude shop\n", false),
        ("node default {\n}\n", false),
    ] {
        let found = render_of(&[&files[..], &[(init, text)]].concat(), "/shop");
        let module = format!("Workspace module shop: {init}");
        assert_eq!(found.contains(&module), is_module, "{found}");
    }
}
