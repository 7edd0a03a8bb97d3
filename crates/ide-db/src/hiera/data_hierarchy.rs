//! The hierarchies of data as a tree, with the files that the chosen node reads.

use puppet_db::{Environment, Workspace};
use puppet_semantic::target_versions::oldest_target;
use puppet_vfs::FileId;

use crate::context::IdeContext;
use crate::hiera::hierarchy_tree::{HierarchyLayer, hierarchy_layers};
use crate::hiera::node_files::keep_files_of_node;

/// The hierarchies of all environments and of their modules.
#[must_use]
pub fn data_hierarchy(context: IdeContext<'_>) -> Vec<HierarchyLayer<FileId>> {
    let Some(workspace) = Workspace::try_get(context.db) else {
        return Vec::new();
    };
    let environments = workspace.environments(context.db).iter();
    let layers = environments.flat_map(|environment| layers_of(context, *environment));
    let id = |file| context.files.id(context.db, file);
    layers.map(|layer| layer.with_files(id)).collect()
}

fn layers_of(context: IdeContext<'_>, environment: Environment) -> Vec<HierarchyLayer> {
    let db = context.db;
    let mut layers = hierarchy_layers(db, environment);
    if let (Some(node), Some(first)) = (context.node, layers.first()) {
        let target = oldest_target(db, first.config);
        let look_up = |key: &str| node.look_up(db, (environment, target), key, false);
        keep_files_of_node(db, &mut layers, &look_up);
    }
    layers
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use puppet_ide::test_fixture::cursor_on;
    use puppet_ide::{Analysis, DataKey};
    use puppet_nodes::ChosenNode;

    const SITE: &str = r#"
#- /environment.conf
#- /hiera.yaml
version: 5
hierarchy:
- {name: Node, path: "nodes/%{trusted.certname}.yaml"}
- {name: System, path: "os/%{facts.os.name}.yaml"}
- {name: Common, path: common.yaml}
#- /data/nodes/db01.yaml
web::port: 1
#- /data/os/Debian.yaml
web::port: 2
web::list: [a]
'a.b': 3
#- /data/common.yaml
$0web::port: 4
web::list: [b]
lookup_options: {web::list: {merge: unique}}
#- /modules/web/manifests/init.pp
class web(Integer $port, Array $list) {}
#- /modules/web/hiera.yaml
version: 5
hierarchy:
- {name: Module, paths: ["%{facts.os.name}.yaml", none.yaml]}
#- /modules/web/data/Debian.yaml
web::port: 5
web::own: 6
"#;

    fn tree(analysis: &Analysis) -> String {
        let mut lines = Vec::new();
        for layer in analysis.data_hierarchy().expect("not cancelled") {
            let unknown = layer.unknown.unwrap_or_default();
            lines.push(format!("{} {unknown}", analysis.path(layer.config)));
            for level in layer.levels {
                lines.push(format!("  {} {:?}", level.name, level.locations));
                for file in level.files.iter().flatten() {
                    lines.push(format!("    {} {}", analysis.path(file.file), file.keys));
                }
                lines.extend(
                    level
                        .missing
                        .iter()
                        .map(|path| format!("    {path} missing")),
                );
            }
        }
        lines.join("\n")
    }

    fn check(fixture: &str, node: Option<ChosenNode>, expected: &Expect) {
        let (analysis, _) = cursor_on(fixture, node);
        expected.assert_eq(&tree(&analysis));
    }

    fn system() -> Option<ChosenNode> {
        Some(ChosenNode::System("debian-12".to_owned()))
    }

    fn keys(fixture: &str, node: Option<ChosenNode>) -> Vec<DataKey> {
        let (analysis, position) = cursor_on(fixture, node);
        analysis.data_keys(position.file).expect("not cancelled")
    }

    #[test]
    fn the_tree_has_all_files_of_each_level() {
        check(
            SITE,
            None,
            &expect![[r#"
                /hiera.yaml 
                  Node ["nodes/%{trusted.certname}.yaml"]
                    /data/nodes/db01.yaml 1
                  System ["os/%{facts.os.name}.yaml"]
                    /data/os/Debian.yaml 3
                  Common ["common.yaml"]
                    /data/common.yaml 3
                /modules/web/hiera.yaml 
                  Module ["%{facts.os.name}.yaml", "none.yaml"]
                    /modules/web/data/Debian.yaml 2"#]],
        );
        assert!(keys(SITE, None).iter().all(|key| key.on_node.is_none()));
    }

    #[test]
    fn a_node_keeps_the_files_that_it_reads() {
        let node = Some(ChosenNode::Name("db01".to_owned()));
        check(
            SITE,
            node,
            &expect![[r#"
                /hiera.yaml the fact facts.os.name is not known
                  Node ["nodes/%{trusted.certname}.yaml"]
                    /data/nodes/db01.yaml 1
                  System ["os/%{facts.os.name}.yaml"]
                    /data/os/Debian.yaml 3
                  Common ["common.yaml"]
                    /data/common.yaml 3
                /modules/web/hiera.yaml the fact facts.os.name is not known
                  Module ["%{facts.os.name}.yaml", "none.yaml"]
                    /modules/web/data/Debian.yaml 2"#]],
        );
        let with_facts = SITE.replace(
            "#- /hiera.yaml",
            "#- /facts/web01.yaml\nclientcert: web01\nos: {name: Debian}\n#- /hiera.yaml",
        );
        let node = || {
            Some(ChosenNode::FactSet {
                path: "/facts/web01.yaml".into(),
                name: "web01".to_owned(),
            })
        };
        check(
            &with_facts,
            node(),
            &expect![[r#"
                /hiera.yaml 
                  Node ["nodes/%{trusted.certname}.yaml"]
                    /data/nodes/web01.yaml missing
                  System ["os/%{facts.os.name}.yaml"]
                    /data/os/Debian.yaml 3
                  Common ["common.yaml"]
                    /data/common.yaml 3
                /modules/web/hiera.yaml 
                  Module ["%{facts.os.name}.yaml", "none.yaml"]
                    /modules/web/data/Debian.yaml 2
                    /modules/web/data/none.yaml missing"#]],
        );
        let mut shown = String::new();
        for file in [
            "/data/os/Debian.yaml",
            "/data/common.yaml",
            "/data/nodes/db01.yaml",
            "/modules/web/data/Debian.yaml",
        ] {
            let fixture = with_facts
                .replace("$0", "")
                .replace(&format!("#- {file}\n"), &format!("#- {file}\n$0"));
            for key in keys(&fixture, node()) {
                shown += &format!("{file} {}: {:?}\n", key.key, key.on_node);
            }
        }
        expect![[r#"
            /data/os/Debian.yaml web::port: Some(Used("2"))
            /data/os/Debian.yaml web::list: Some(Merged("['a']"))
            /data/os/Debian.yaml a.b: Some(Used("3"))
            /data/common.yaml web::port: Some(Overridden("data/os/Debian.yaml"))
            /data/common.yaml web::list: Some(Merged("['b']"))
            /data/common.yaml lookup_options: None
            /data/nodes/db01.yaml web::port: Some(Overridden("data/os/Debian.yaml"))
            /modules/web/data/Debian.yaml web::port: Some(Overridden("data/os/Debian.yaml"))
            /modules/web/data/Debian.yaml web::own: Some(Used("6"))
        "#]]
        .assert_eq(&shown);
    }

    #[test]
    fn broken_data_are_told() {
        let broken = SITE.replace("web::list: [b]", "web::list: [b");
        check(
            &broken,
            system(),
            &expect![[r#"
            /hiera.yaml Unable to parse (/data/common.yaml): Illegal placement of ':' indicator at line 3
              Node ["nodes/%{trusted.certname}.yaml"]
                /data/nodes/db01.yaml 1
              System ["os/%{facts.os.name}.yaml"]
                /data/os/Debian.yaml 3
              Common ["common.yaml"]
                /data/common.yaml 3
            /modules/web/hiera.yaml Unable to parse (/data/common.yaml): Illegal placement of ':' indicator at line 3
              Module ["%{facts.os.name}.yaml", "none.yaml"]
                /modules/web/data/Debian.yaml 2"#]],
        );
        let shown: Vec<_> = keys(&broken, system())
            .into_iter()
            .map(|it| it.on_node)
            .collect();
        expect![[r#"
            [
                Some(
                    Unknown(
                        "Unable to parse (/data/common.yaml): Illegal placement of ':' indicator at line 3",
                    ),
                ),
                Some(
                    Unknown(
                        "Unable to parse (/data/common.yaml): Illegal placement of ':' indicator at line 3",
                    ),
                ),
                None,
            ]
        "#]]
        .assert_debug_eq(&shown);
    }
}
