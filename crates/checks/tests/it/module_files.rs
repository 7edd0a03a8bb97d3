//! Files of modules other than manifests: templates, static files, data.

use expect_test::expect;
use puppet_semantic::hiera::lookup::lookup_key;
use puppet_semantic::resolve::assets::{Asset, AssetKind, asset};

use crate::support::Project;

#[test]
fn templates_and_files_are_known_by_name() {
    let project = Project::new([
        ("/modules/web/templates/a/b.epp", "<%= 1 %>"),
        ("/modules/web/templates/c.erb", "<%= boom %>"),
        ("/modules/web/files/.profile", ""),
        ("/modules/web/files/dir/x.conf", ""),
    ]);
    let environment = project.db.environments()[0];
    let epp = project.file("/modules/web/templates/a/b.epp");
    let erb = project.file("/modules/web/templates/c.erb");
    let module = environment.modules(&project.db)[0];
    for (kind, reference, expected) in [
        (AssetKind::Template, "web/a/b.epp", Asset::Found(Some(epp))),
        (AssetKind::Template, "web/c.erb", Asset::Found(Some(erb))),
        (AssetKind::Template, "web/x.conf", Asset::Absent(module)),
        (AssetKind::Template, "other/c.erb", Asset::Unknown),
        (AssetKind::Template, "/etc/c.erb", Asset::Unknown),
        (AssetKind::Template, "web/../c.erb", Asset::Unknown),
        (AssetKind::File, "web/.profile", Asset::Found(None)),
        (AssetKind::File, "web/dir", Asset::Found(None)),
        (AssetKind::File, "web/di", Asset::Absent(module)),
        (AssetKind::File, "web/dir/x.conf", Asset::Found(None)),
    ] {
        let found = asset(&project.db, environment, kind, reference);
        assert_eq!(found, expected, "{reference}");
    }
}

#[test]
fn data_answers_for_keys() {
    let hiera = "version: 5\nhierarchy:\n- {name: n, path: 'nodes/%{certname}.yaml'}\n- {name: c, path: common.yaml}\n";
    let project = Project::new([
        ("/hiera.yaml", hiera),
        ("/data/nodes/a.yaml", "web::port: 81\n"),
        ("/data/nodes/broken.yml", "a: ["),
        (
            "/data/common.yaml",
            "web::port: 80\nweb::name: '%{facts.fqdn}'\nweb::list: [a, 1.5, ~]\n",
        ),
        ("/modules/web/hiera.yaml", "version: 5\n"),
        (
            "/modules/web/data/common.yaml",
            "web::name: x\nweb::own: ENC[abc]\n",
        ),
        (
            "/modules/vault/hiera.yaml",
            "version: 5\nhierarchy: [{name: v, lookup_key: vault}]\n",
        ),
        ("/modules/plain/manifests/init.pp", "class plain($x) {}"),
    ]);
    let environment = project.db.environments()[0];
    let mut out = String::new();
    for key in [
        "web::port",
        "web::name",
        "web::list",
        "web::own",
        "web::no",
        "vault::x",
        "absent::x",
        "plain::x",
    ] {
        let data = lookup_key(&project.db, environment, key.into());
        out.push_str(&format!(
            "{key}: open {}, constant {:?}\n",
            data.is_open,
            data.constant()
        ));
        for value in &data.values {
            let path = value.file.path(&project.db);
            out.push_str(&format!(
                "  {path}: {:?} {}\n",
                value.value, value.is_for_all
            ));
        }
    }
    expect![[r#"
        web::port: open false, constant None
          /data/nodes/a.yaml: Some(Integer(81)) false
          /data/common.yaml: Some(Integer(80)) true
        web::name: open false, constant None
          /data/common.yaml: None true
          /modules/web/data/common.yaml: Some(String("x")) true
        web::list: open false, constant Some(Array([String("a"), Float(1.5), Undef]))
          /data/common.yaml: Some(Array([String("a"), Float(1.5), Undef])) true
        web::own: open false, constant None
          /modules/web/data/common.yaml: None true
        web::no: open false, constant None
        vault::x: open true, constant None
        absent::x: open true, constant None
        plain::x: open false, constant None
    "#]]
    .assert_eq(&out);
}

#[test]
fn an_edit_of_another_key_changes_nothing() {
    let mut project = Project::new([
        ("/hiera.yaml", "version: 5\n"),
        ("/data/common.yaml", "web::port: 80\n"),
    ]);
    let environment = project.db.environments()[0];
    let ask = |project: &Project| {
        lookup_key(&project.db, environment, "web::port".into()).may_have_value()
    };
    assert!(ask(&project));
    project.set_text("/data/common.yaml", "web::port: 80\n\n");
    assert!(ask(&project));
    let _ = project.executed();
    project.set_text(
        "/data/common.yaml",
        "# moved\nweb::port: 80\nweb::name: x\n",
    );
    assert!(ask(&project));
    expect![[r#"
        all_options_in x1
        document x1
        entries x1
        value_in x1"#]]
    .assert_eq(&project.executed());
}
