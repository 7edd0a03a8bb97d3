//! Hiera in hovers: the values of a key at each level, keys in data, and the paths of levels.

use puppet_db::File;
use puppet_semantic::index::file_origin::owner;
use puppet_text::TextRange;

use crate::hover::markup::Markup;
use puppet_ide_db::context::{FileContext, IdeContext};
use puppet_ide_db::hiera::hierarchy_levels::{LevelUse, levels};
use puppet_ide_db::hiera::keys::{HieraName, place_at};

/// More levels than this are only counted.
const MAX_SHOWN: usize = 12;

/// The key that stands at a range.
pub(super) fn key_at(context: FileContext<'_>, range: TextRange) -> Option<String> {
    match place_at(context.db, context.file, range.start())?.name {
        HieraName::Key(key) => Some(key),
        _ => None,
    }
}

/// The files that a path of a `hiera.yaml` means.
pub(super) fn data_files(context: IdeContext<'_>, files: &[File]) -> Markup {
    let paths = files
        .iter()
        .map(|file| format!("- `{}`", file.path(context.db)));
    let paths: Vec<String> = paths.collect();
    Markup::new(String::new(), Some(paths.join("\n")))
}

/// The values that Hiera gives to a parameter, as a file sees them; nothing if there are none.
pub(super) fn values(context: FileContext<'_>, key: &str) -> Option<String> {
    let environment = owner(context.db, context.file)?.environment;
    let (data, levels) = levels(context.db, environment, key);
    if levels.is_empty() {
        return None;
    }
    let mut lines = vec![match (&data.options.merge, &data.options.convert_to) {
        (None, None) => "*From Hiera*".to_owned(),
        (merge, convert) => {
            let merge = merge.as_ref().map(|merge| format!("merge: {merge}"));
            let convert = convert.as_ref().map(|to| format!("convert_to: {to}"));
            let options: Vec<String> = merge.into_iter().chain(convert).collect();
            format!("*From Hiera* ({})", options.join(", "))
        }
    }];
    lines.push(String::new());
    for level in levels.iter().take(MAX_SHOWN) {
        let value = in_code(level.label());
        let source = match level.resolved {
            Some(_) => format!(" ({} in the file)", in_code(&level.value)),
            None => String::new(),
        };
        let remark = match level.standing {
            LevelUse::Never => ", never used",
            LevelUse::Some => ", for some nodes",
            LevelUse::All | LevelUse::Merged => "",
        };
        let name = match level.name.is_empty() {
            true => String::new(),
            false => format!(" ({})", level.name),
        };
        lines.push(format!(
            "- {value}{source} from {}{name}{remark}",
            level.path
        ));
    }
    if levels.len() > MAX_SHOWN {
        lines.push(format!("- and {} more", levels.len() - MAX_SHOWN));
    }
    Some(lines.join("\n"))
}

fn in_code(text: &str) -> String {
    format!("`{}`", text.replace('`', "'"))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::test_fixture::{cursor, definitions, describe};

    const FIXTURE: &str = r#"
#- /environment.conf
#- /hiera.yaml
version: 5
hierarchy:
  - name: node
    path: "nodes/%{trusted.certname}.yaml"
  - name: first
    path: first.yaml
  - name: common
    path: common.yaml
#- /modules/web/manifests/init.pp
# A web server.
#
# @param port Where it listens.
class web(Integer $port = 80, Array $names = []) { notice($port) }
#- /data/nodes/a.yaml
web::port: 82
#- /data/first.yaml
web::port: 81
other: "%{lookup('web::port')} %{facts.os.family} %{trusted.certname}"
#- /data/common.yaml
lookup_options:
  web::names: {merge: unique}
web::port:
  83
web::names: [a]
#- /modules/web/hiera.yaml
version: 5
#- /modules/web/data/common.yaml
web::names: [b]
"#;

    fn check(from: &str, to: &str, expected: &Expect) {
        let (analysis, position) = cursor(&FIXTURE.replacen(from, to, 1));
        let hover = analysis.hover(position).expect("not cancelled");
        expected.assert_eq(&hover.map(|it| it.plain_text()).unwrap_or_default());
    }

    #[test]
    fn keys_tell_of_the_parameter_and_of_all_levels() {
        check(
            "web::port: 81",
            "web::po$0rt: 81",
            &expect![[r#"
            class web

            Integer $port = 80

            Where it listens.

            *From Hiera*

            - `82` from data/nodes/a.yaml (node), for some nodes
            - `81` from data/first.yaml (first)
            - `83` from data/common.yaml (common), never used"#]],
        );
        check(
            "('web::port')",
            "('web::po$0rt')",
            &expect![[r#"
            class web

            Integer $port = 80

            Where it listens.

            *From Hiera*

            - `82` from data/nodes/a.yaml (node), for some nodes
            - `81` from data/first.yaml (first)
            - `83` from data/common.yaml (common), never used"#]],
        );
        check(
            "web::names: [a]",
            "web::na$0mes: [a]",
            &expect![[r#"
                class web

                Array $names = []

                *From Hiera* (merge: unique)

                - `['a']` from data/common.yaml (common)
                - `['b']` from modules/web/data/common.yaml (Common)"#]],
        );
        // Incomplete.
        check(
            "web::port: 81",
            "web::po$0rt: [",
            &expect![[r#"
            class web

            Integer $port = 80

            Where it listens.

            *From Hiera*

            - `82` from data/nodes/a.yaml (node), for some nodes
            - `83` from data/common.yaml (common)"#]],
        );
        check(
            "other:",
            "ot$0her:",
            &expect![[r#"
            *From Hiera*

            - `"%{lookup('web::port')} %{facts.os.family} %{trusted.certnam…` from data/first.yaml (first)"#]],
        );
    }

    #[test]
    fn interpolations_tell_of_facts() {
        // The texts about what Puppet ships are not written down here.
        for (from, to, code) in [
            ("facts.os", "facts.o$0s", "String $facts['os']['family']"),
            (
                "{trusted.cert",
                "{trusted.cert$0",
                "Optional[String] $trusted['certname']",
            ),
        ] {
            let (analysis, position) = cursor(&FIXTURE.replacen(from, to, 1));
            let hover = analysis.hover(position).expect("not cancelled");
            assert_eq!(hover.map(|it| it.code.concat()).as_deref(), Some(code));
        }
    }

    #[test]
    fn parameters_tell_of_data() {
        check(
            "Integer $port",
            "Integer $po$0rt",
            &expect![[r#"
            Integer $port = 80

            Where it listens.

            *From Hiera*

            - `82` from data/nodes/a.yaml (node), for some nodes
            - `81` from data/first.yaml (first)
            - `83` from data/common.yaml (common), never used"#]],
        );
        check(
            "notice($port)",
            "notice($po$0rt)",
            &expect![[r#"
            $port: Integer

            Integer $port = 80

            Where it listens.

            *From Hiera*

            - `82` from data/nodes/a.yaml (node), for some nodes
            - `81` from data/first.yaml (first)
            - `83` from data/common.yaml (common), never used"#]],
        );
    }

    #[test]
    fn levels_are_the_implementations_in_their_order() {
        for (from, to) in [
            ("Integer $port", "Integer $po$0rt"),
            ("web::port: 81", "web::po$0rt: 81"),
        ] {
            let (analysis, position) = cursor(&FIXTURE.replacen(from, to, 1));
            let found = analysis
                .goto_implementation(position)
                .expect("not cancelled");
            let values = found.expect("levels").values;
            let places: Vec<String> = values
                .iter()
                .map(|it| describe(&analysis, it.file, it.focus_range))
                .collect();
            expect![[r#"
                /data/nodes/a.yaml:1: web::port
                /data/first.yaml:1: web::port
                /data/common.yaml:3: web::port"#]]
            .assert_eq(&places.join("\n"));
        }
    }

    #[test]
    fn keys_lead_to_parameters_also_in_broken_data() {
        for (from, to) in [
            ("web::port: 81", "web::po$0rt: 81"),
            ("web::port: 81", "web::po$0rt: [\nx: '"),
        ] {
            let found = definitions(&FIXTURE.replacen(from, to, 1));
            assert_eq!(found, "/modules/web/manifests/init.pp:4: $port");
        }
    }

    const LEVELS: &str = r#"
#- /environment.conf
#- /hiera.yaml
version: 5
hierarchy:
  - name: Environment based settings
    path: "%{environment}.yaml"
  - name: node
    path: "nodes/%{trusted.certname}.yaml"
  - name: common
    path: common.yaml
#- /data/nodes/a.yaml
nested_key: 10.0.1
#- /data/common.yaml
base: 10.0.0
hosts: {db: 7}
address: "%{lookup('base')}.20"
also: "%{lookup('address')}/24 %{facts.os.family}"
alias: "%{alias('hosts')}"
member: "%{lookup('hosts.db')}"
list: ["%{lookup('base')}.1", b]
some: "%{lookup('nested_key')}.1"
circle: "%{lookup('round')}"
round: "%{lookup('circle')}"
"#;

    fn shown(key: &str) -> String {
        let (start, rest) = key.split_at(1);
        let fixture = LEVELS.replacen(&format!("\n{key}:"), &format!("\n{start}$0{rest}:"), 1);
        let (analysis, position) = cursor(&fixture);
        let hover = analysis.hover(position).expect("not cancelled");
        let shown = hover.map(|it| it.plain_text()).unwrap_or_default();
        shown.trim_start_matches("*From Hiera*\n\n").to_owned()
    }

    #[test]
    fn a_level_that_names_a_file_comes_before_a_pattern_that_fits() {
        assert_eq!(shown("base"), "- `10.0.0` from data/common.yaml (common)");
    }

    #[test]
    fn values_of_other_keys_are_put_in() {
        for (key, expected) in [
            (
                "address",
                "- `10.0.0.20` (`\"%{lookup('base')}.20\"` in the file) from data/common.yaml (common)",
            ),
            (
                "also",
                "- `10.0.0.20/24 %{facts.os.family}` (`\"%{lookup('address')}/24 %{facts.os.family}\"` in the file) from data/common.yaml (common)",
            ),
            (
                "alias",
                "- `{db: 7}` (`\"%{alias('hosts')}\"` in the file) from data/common.yaml (common)",
            ),
            (
                "member",
                "- `7` (`\"%{lookup('hosts.db')}\"` in the file) from data/common.yaml (common)",
            ),
            (
                "list",
                "- `[\"10.0.0.1\", b]` (`[\"%{lookup('base')}.1\", b]` in the file) from data/common.yaml (common)",
            ),
            (
                "some",
                "- `\"%{lookup('nested_key')}.1\"` from data/common.yaml (common)",
            ),
            (
                "circle",
                "- `\"%{lookup('round')}\"` from data/common.yaml (common)",
            ),
        ] {
            assert_eq!(shown(key), expected);
        }
    }
}
