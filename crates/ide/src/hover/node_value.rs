//! Hover with a chosen node: the value on that node, and why.

use puppet_catalog::ObservedKind;
use puppet_db::FileKind;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::classify;
use puppet_ide_db::hiera::data_keys;
use puppet_ide_db::node_values::{self, observed};
use puppet_text::{TextRange, TextSize};

use crate::hover::{Hover, hiera};

/// The value at a place, with the place; none without a chosen node.
pub(super) fn describe(context: FileContext<'_>, offset: TextSize) -> Option<(TextRange, String)> {
    if context.file.kind(context.db) == FileKind::Data {
        let found = classify(context, offset)?;
        let key = hiera::key_at(context, found.range)?;
        let text = data_keys::describe(context, &key)?;
        return Some((found.range, text));
    }
    let observed = observed(context)?;
    let value = observed.value_at(offset)?;
    let parameter = match &value.kind {
        // The parameters of other classes may be set where they are declared.
        ObservedKind::Variable(name) if !name.contains("::") => {
            classify(context, offset).and_then(|found| found.definitions.first()?.hiera_key())
        }
        _ => None,
    };
    let text = node_values::describe(context, value, parameter.as_deref())?;
    Some((value.range, text))
}

/// Puts the value before what is known for any node.
pub(super) fn add(hover: Option<Hover>, range: TextRange, value: String) -> Hover {
    let Some(hover) = hover else {
        return Hover {
            range,
            code: Vec::new(),
            documentation: Some(value),
        };
    };
    let documentation = std::iter::once(value).chain(hover.documentation);
    Hover {
        documentation: Some(documentation.collect::<Vec<_>>().join("\n\n")),
        ..hover
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use puppet_nodes::ChosenNode;

    use crate::test_fixture::cursor_on;

    const FILES: &str = "#- /environment.conf\n#- /hiera.yaml\nversion: 5\nhierarchy:\n- {name: System, path: '%{facts.os.name}.yaml'}\n\
        - {name: Common, path: common.yaml}\n\
        #- /data/Debian.yaml\nweb::port: 8080\n#- /data/common.yaml\nweb::port: 80\nmotd: hello\nweb::names: '%{facts.networking.fqdn}'\n\
        #- /facts/web01.yaml\nclientcert: web01\nos: {name: Debian, family: Debian}\nnetworking: {fqdn: web01.example.com}\n";

    fn web01() -> ChosenNode {
        ChosenNode::FactSet {
            path: "/facts/web01.yaml".into(),
            name: "web01".to_owned(),
        }
    }

    fn check(node: Option<ChosenNode>, code: &str, expected: &Expect) {
        let fixture = format!("{FILES}#- /modules/web/manifests/init.pp\n{code}\n");
        check_files(node, &fixture, expected);
    }

    fn check_files(node: Option<ChosenNode>, fixture: &str, expected: &Expect) {
        let (analysis, position) = cursor_on(fixture, node);
        let hover = analysis.hover(position).expect("not cancelled");
        let text = hover.map(|it| it.plain_text()).unwrap_or_default();
        // Only the part about the node.
        let part = text.split("\n\n").find(|part| part.starts_with("*On "));
        expected.assert_eq(part.unwrap_or_default());
    }

    const CLASS: &str = "class web(Integer $port, String $names, $other = 1) {\n\
        $family = $facts['os']['family']\n$fqdn = $facts['networking']['fqdn']\n\
        $text = \"on ${fqdn}:${port}\"\n$motd = lookup('motd')\n$secret = Sensitive('x')\nnotice($text, $secret, $nope)\n}";

    fn at(word: &str) -> String {
        assert_eq!(CLASS.matches(word).count(), 1, "{word}");
        CLASS.replace(word, &format!("{}$0{}", &word[..1], &word[1..]))
    }

    #[test]
    fn values_tell_where_they_are_from() {
        for (word, expected) in [
            (
                "port, String",
                expect!["*On web01*: `8080` (from line 1 of data/Debian.yaml, level “System”)"],
            ),
            (
                "names,",
                expect![
                    "*On web01*: `'web01.example.com'` (from line 3 of data/common.yaml, level “Common”)"
                ],
            ),
            ("other", expect!["*On web01*: `1` (by default)"]),
            (
                "family']",
                expect!["*On web01*: `'Debian'` (from facts/web01.yaml)"],
            ),
            (
                "fqdn']",
                expect!["*On web01*: `'web01.example.com'` (from facts/web01.yaml)"],
            ),
            (
                "text =",
                expect!["*On web01*: `'on web01.example.com:8080'`"],
            ),
            (
                "lookup",
                expect!["*On web01*: `'hello'` (from line 2 of data/common.yaml, level “Common”)"],
            ),
            (
                "secret,",
                expect!["*On web01*: `Sensitive [value redacted]`"],
            ),
            (
                "port}",
                expect!["*On web01*: `8080` (from line 1 of data/Debian.yaml, level “System”)"],
            ),
            ("nope", expect!["*On web01*: not known"]),
        ] {
            check(Some(web01()), &at(word), &expected);
        }
    }

    #[test]
    fn a_system_knows_what_follows_from_it() {
        let system = || Some(ChosenNode::System("rocky-9".to_owned()));
        check(
            system(),
            &at("family']"),
            &expect!["*On Rocky 9*: `'RedHat'` (as on every such system)"],
        );
        check(
            system(),
            &at("fqdn']"),
            &expect!["*On Rocky 9*: not known (no fact set tells this fact)"],
        );
        check(
            system(),
            &at("port, String"),
            &expect!["*On Rocky 9*: `80` (from line 1 of data/common.yaml, level “Common”)"],
        );
        check(
            system(),
            &at("names,"),
            &expect!["*On Rocky 9*: not known (the fact facts.networking.fqdn is not known)"],
        );
    }

    #[test]
    fn keys_of_data_tell_what_the_node_gets_from_them() {
        for (from, to, expected) in [
            (
                "web::port: 8080",
                "web::po$0rt: 8080",
                expect!["*On web01*: `8080`"],
            ),
            (
                "web::port: 80\n",
                "web::po$0rt: 80\n",
                expect!["*On web01*: overridden by data/Debian.yaml"],
            ),
            (
                "motd: hello",
                "mo$0td: hello",
                expect!["*On web01*: `'hello'`"],
            ),
        ] {
            assert_eq!(FILES.matches(from).count(), 1, "{from}");
            check_files(Some(web01()), &FILES.replace(from, to), &expected);
        }
    }

    #[test]
    fn incomplete_code_has_no_values() {
        let code = at("family']").replace("notice(", "if {");
        check(Some(web01()), &code, &expect![[""]]);
        // The node is gone with its file.
        let gone = ChosenNode::FactSet {
            path: "/facts/other.yaml".into(),
            name: "web01".to_owned(),
        };
        check(Some(gone), &at("family']"), &expect![[""]]);
    }

    #[test]
    fn nothing_is_told_without_a_node() {
        check(None, &at("family']"), &expect![[r#""#]]);
    }
}
