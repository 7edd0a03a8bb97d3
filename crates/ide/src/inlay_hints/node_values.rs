//! Inlay hints with a chosen node: the values that assignments and parameters have on it.

use puppet_catalog::{ObservedKind, ObservedValue};
use puppet_eval::Traced;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::node_values::{observed, value_text};

use crate::inlay_hints::{HintKind, InlayHint, LONGEST};

/// A hint after each computed value of an assignment. Longer ones are left to hovers.
pub(super) fn hints(context: FileContext<'_>) -> Vec<InlayHint> {
    let Some(observed) = observed(context) else {
        return Vec::new();
    };
    let hint = |it: &ObservedValue| {
        let (ObservedKind::Assignment(Some(right)), Traced::Value(value)) = (&it.kind, &it.value)
        else {
            return None;
        };
        let text = value_text(value);
        let label = format!(" = {text}");
        (text.chars().count() <= LONGEST)
            .then(|| InlayHint::new(right.end(), label, HintKind::Data))
    };
    observed.values.iter().filter_map(hint).collect()
}

/// The value that data give to a parameter on the chosen node; none without a node, or if it is not known.
pub(super) fn parameter(context: FileContext<'_>, key: &str) -> Option<String> {
    let observed = observed(context)?;
    let is_it =
        |it: &&ObservedValue| matches!(&it.kind, ObservedKind::Parameter(name) if name == key);
    match &observed.values.iter().find(is_it)?.value {
        Traced::Value(value) => Some(value_text(value)),
        Traced::Several | Traced::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use puppet_nodes::ChosenNode;
    use puppet_text::{TextRange, TextSize};

    use super::*;
    use crate::HintKinds;
    use crate::test_fixture::cursor_on;

    const CODE: &str = "class web(Integer $port = 1, Integer $other = 2) {\n\
        $0  $name_of = $facts['os']['family'] ? { 'RedHat' => 'httpd', default => 'apache2' }\n  $same = 'x'\n\
          $list = [$facts['os']['name'], $nope]\n  $secret = Sensitive($name_of)\n}\n";

    fn shown(node: Option<&str>) -> String {
        let fixture = format!(
            "#- /environment.conf\n#- /hiera.yaml\nversion: 5\nhierarchy:\n- {{name: System, path: '%{{facts.os.name}}.yaml'}}\n\
             #- /data/Debian.yaml\nweb::port: 8080\n#- /data/Rocky.yaml\nweb::port: 9090\n\
             #- /modules/web/manifests/init.pp\n{CODE}"
        );
        let node = node.map(|id| ChosenNode::System(id.to_owned()));
        let (analysis, position) = cursor_on(&fixture, node);
        let whole = TextRange::new(TextSize::new(0), TextSize::of(CODE) - TextSize::of("$0"));
        let hints = analysis.inlay_hints(position.file, whole, HintKinds::default());
        let labels = hints.expect("not cancelled").into_iter();
        let labels = labels.filter(|hint| hint.kind == HintKind::Data);
        labels
            .map(|hint| format!("{}\n", hint.label.trim()))
            .collect()
    }

    #[test]
    fn values_follow_the_chosen_system() {
        expect![[r#"
             8080 on Debian 12
             = 'apache2'
             = Sensitive [value redacted]
        "#]]
        .assert_eq(&shown(Some("debian-12")));
        expect![[r#"
             9090 on Rocky 9
             = 'httpd'
             = Sensitive [value redacted]
        "#]]
        .assert_eq(&shown(Some("rocky-9")));
        expect![[r#"
             8080 from data/Debian.yaml or another
        "#]]
        .assert_eq(&shown(None));
    }
}
