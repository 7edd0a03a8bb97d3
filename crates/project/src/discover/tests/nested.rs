//! Modules and environments below others.

use super::*;

#[test]
fn modules_nested_deep_below_what_is_opened() {
    let memory = memory(&[
        ("/r/environment.conf", "modulepath = modules\n"),
        ("/r/modules/web/manifests/init.pp", ""),
        (
            "/r/modules/web/acceptance/helper/manifests/init.pp",
            "# class\nclass helper($a) {}",
        ),
        ("/r/vendor-code/x/y/dns/manifests/init.pp", "define dns{}"),
        ("/r/vendor-code/x/y/ntp/manifests/server.pp", ""),
        ("/r/vendor-code/x/y/ntp/metadata.json", "{}"),
        ("/r/vendor-code/alone/metadata.json", "{}"),
        ("/r/vendor-code/alone/types/a.pp", ""),
        ("/r/examples/manifests/init.pp", "class web {}"),
    ]);
    check_in(
        &memory,
        &["/r"],
        &expect![[r#"
        environment /r
          loose /r/examples/manifests/init.pp
          Workspace module web: /r/modules/web/manifests/init.pp
        environment /r/modules/web/acceptance/helper
          Workspace module helper: /r/modules/web/acceptance/helper/manifests/init.pp
        environment /r/vendor-code/alone
          Workspace module alone: /r/vendor-code/alone/types/a.pp
        environment /r/vendor-code/x/y
          Workspace module dns: /r/vendor-code/x/y/dns/manifests/init.pp
          Workspace module ntp: /r/vendor-code/x/y/ntp/manifests/server.pp
    "#]],
    );
}

#[test]
fn environments_below_what_looks_like_one() {
    let memory = memory(&[
        ("/r/manifests/nodes.pp", ""),
        ("/r/modules/web/manifests/init.pp", "class web {}"),
        (
            "/r/environments/win/environment.conf",
            "modulepath = ./modules:/etc/x\n",
        ),
        ("/r/environments/win/manifests/site.pp", ""),
        (
            "/r/environments/win/modules/dl/manifests/init.pp",
            "class dl {}",
        ),
    ]);
    check_in(
        &memory,
        &["/r"],
        &expect![[r#"
            environment /r
              manifests /r/manifests/nodes.pp
              Workspace module web: /r/modules/web/manifests/init.pp
            environment /r/environments/win
              manifests /r/environments/win/manifests/site.pp
              Workspace module dl: /r/environments/win/modules/dl/manifests/init.pp
        "#]],
    );
}

#[test]
fn environments_by_their_folders_below_another_one() {
    let memory = memory(&[
        ("/r/environment.conf", "modulepath = site\n"),
        (
            "/r/site/profile/manifests/base.pp",
            "class profile::base {}",
        ),
        (
            "/r/old/manifests/site.pp",
            "node default { include profile }",
        ),
        (
            "/r/old/modules/profile/manifests/init.pp",
            "class profile {}",
        ),
        ("/r/old/notes/x.pp", ""),
        // Without manifests beside the modules, and in a module.
        ("/r/x/modules/a/manifests/init.pp", "class a {}"),
        ("/r/x/y.pp", ""),
        ("/r/ext/metadata.json", "{}"),
        ("/r/ext/box/manifests/site.pp", "node default {}"),
        ("/r/ext/box/modules/b/manifests/init.pp", ""),
    ]);
    check_in(
        &memory,
        &["/r"],
        &expect![[r#"
        environment /r
          loose /r/x/y.pp
          Workspace module profile: /r/site/profile/manifests/base.pp
        environment /r/ext
          Workspace module ext: /r/ext/box/manifests/site.pp /r/ext/box/modules/b/manifests/init.pp
        environment /r/old
          manifests /r/old/manifests/site.pp
          loose /r/old/notes/x.pp
          Workspace module profile: /r/old/modules/profile/manifests/init.pp
        environment /r/x/modules
          Workspace module a: /r/x/modules/a/manifests/init.pp
    "#]],
    );
}

#[test]
fn a_folder_of_modules_in_a_module_path() {
    let memory = memory(&[
        ("/r/environment.conf", "modulepath = local:modules\n"),
        ("/r/modules/local/dns/manifests/init.pp", "class dns {}"),
        ("/r/modules/local/ntp/manifests/init.pp", "class ntp {}"),
        ("/r/modules/local/ntp/metadata.json", "{}"),
    ]);
    check_in(
        &memory,
        &["/r"],
        &expect![[r#"
            environment /r
              Workspace module local: 
            environment /r/modules/local
              Workspace module dns: /r/modules/local/dns/manifests/init.pp
              Workspace module ntp: /r/modules/local/ntp/manifests/init.pp
        "#]],
    );
}

#[test]
fn environments_below_modules_and_data_for_all_of_them() {
    let memory = memory(&[
        ("/r/hiera.yaml", ""),
        ("/r/modules/web/manifests/init.pp", "class web {}"),
        ("/r/environments/production/hiera.yaml", ""),
        ("/r/environments/production/manifests/site.pp", ""),
    ]);
    check_in(
        &memory,
        &["/r"],
        &expect![[r#"
            environment /r
              Workspace module web: /r/modules/web/manifests/init.pp
            environment /r/environments/production
              manifests /r/environments/production/manifests/site.pp
              Workspace module web: /r/modules/web/manifests/init.pp
        "#]],
    );
}
