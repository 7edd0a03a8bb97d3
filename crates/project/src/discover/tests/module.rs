//! The files of a module.

use super::*;

#[test]
fn directories_below_what_puppet_loads_may_have_any_name() {
    for path in [
        "manifests/files/x.pp",
        "manifests/vendor/x.pp",
        "manifests/pkg/a/x.pp",
        "manifests/node_modules/x.pp",
        "types/files/t.pp",
        "functions/vendor/f.pp",
        "plans/files/p.pp",
        "templates/vendor/t.epp",
        "lib/puppet/functions/m/files/g.rb",
    ] {
        let file = format!("/r/modules/m/{path}");
        let files = [
            (&*file, ""),
            ("/r/modules/m/files/no.pp", ""),
            ("/r/modules/m/spec/fixtures/modules/a/manifests/no.pp", ""),
            ("/r/modules/m/vendor/no.pp", ""),
            ("/r/manifests/files/site.pp", ""),
            ("/r/vendor/no.pp", ""),
        ];
        assert_eq!(
            render_of(&files, "/r"),
            format!(
                "environment /r\n  manifests /r/manifests/files/site.pp\n  Workspace module m: {file}\n"
            )
        );
    }
}

#[test]
fn an_empty_object_is_no_metadata() {
    for (text, expected) in [("{}", false), (r#"{"name": "x-m"}"#, true), ("{", true)] {
        let files = [("/m/manifests/init.pp", ""), ("/m/metadata.json", text)];
        let paths = [PathBuf::from("/m")];
        let found = discover(&memory(&files), &paths, &DiscoveryOptions::default());
        let metadata = &found.environments[0].modules[0].metadata;
        assert_eq!(metadata.is_some(), expected, "{text}");
    }
}
