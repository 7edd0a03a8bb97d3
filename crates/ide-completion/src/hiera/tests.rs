use puppet_ide::test_fixture::cursor;

const MODULES: &str = r"
#- /environment.conf
#- /hiera.yaml
version: 5
#- /modules/web/manifests/init.pp
# A web server.
#
# @param port Where it listens.
class web(
  Integer[1, 65535] $port,
  Web::State $state = 'running',
  Optional[Array[Enum['http', 'h2', 'yes']]] $protocols = undef,
  Struct[{ root => String, Optional[index] => Boolean }] $site = { root => '/' },
  Hash[Enum['a', 'b'], Boolean] $flags = {},
) { }
#- /modules/web/types/state.pp
type Web::State = Enum['running', 'stopped']
#- /data/common.yaml
";

/// The labels that are proposed, with what is inserted where that is something else.
fn labels_of(fixture: &str) -> String {
    let (analysis, position) = cursor(fixture);
    let completion = analysis.completion(position).expect("not cancelled");
    let mut items = completion.items;
    items.sort_by(|one, other| (one.rank, &one.label).cmp(&(other.rank, &other.label)));
    let shown = items.into_iter().map(|item| match item.insert {
        Some(insert) if insert != format!("{}: ", item.label) => {
            format!("{}={insert}", item.label)
        }
        _ => item.label,
    });
    shown.collect::<Vec<_>>().join(" ")
}

fn labels(data: &str) -> String {
    labels_of(&format!("{MODULES}{data}\n"))
}

#[test]
fn keys_are_parameters_of_classes() {
    assert_eq!(
        labels("web::state: running\n$0"),
        "web::port web::flags web::protocols web::site lookup_options"
    );
    assert_eq!(labels("web::po$0: 1"), "web::port web::protocols");
    // Incomplete, and with broken lines around.
    assert_eq!(
        labels("web::state: [\nweb:$0\nweb::site: '"),
        "web::port web::flags web::protocols"
    );
    assert_eq!(labels("a: |\n  $0"), "");
}

#[test]
fn values_follow_the_types() {
    for (data, expected) in [
        ("web::state: $0", "running stopped"),
        ("web::state:$0", "running= running stopped= stopped"),
        ("web::state: 'r$0'", "running"),
        ("web::protocols: $0", "~"),
        ("web::protocols:\n  - $0", "h2 http yes='yes'"),
        ("web::protocols: [http, $0", "h2 http yes='yes'"),
        ("web::site:\n  $0", "root index"),
        ("web::site:\n  root: /\n  $0", "index"),
        ("web::site:\n  index: $0\n", "false true"),
        ("web::site: {root: /, $0", "index"),
        ("web::flags:\n  a: tr$0", "true"),
        ("web::flags:\n  $0", "a b"),
        ("web::port: $0", ""),
        ("other::port: $0", ""),
    ] {
        assert_eq!(labels(data), expected, "{data}");
    }
}

#[test]
fn json_has_quotes_everywhere() {
    let json = |data: &str| {
        labels_of(&format!(
            "{}#- /data/x.json\n{data}\n",
            MODULES.replace(
                "version: 5",
                "version: 5\nhierarchy: [{name: x, path: x.json, data_hash: json_data}]"
            )
        ))
    };
    assert_eq!(
        json("{\"web::state\": $0"),
        "running=\"running\" stopped=\"stopped\""
    );
    assert_eq!(json("{\"web::site\": {\"$0"), "root index");
    assert_eq!(
        json("{\"web::site\": {\"root\": \"/\", $0}}"),
        "index=\"index\": "
    );
}

#[test]
fn interpolations_and_options() {
    assert_eq!(
        labels("x: '%{$0}'"),
        "environment facts server_facts trusted alias hiera literal lookup scope"
    );
    assert!(labels("x: '%{facts.os.$0}'").contains("family"));
    assert!(labels("x: '%{trusted.$0'").contains("certname"));
    assert_eq!(labels("x: 1\ny: \"%{lookup('$0')}\""), "x y");
    assert_eq!(
        labels("lookup_options:\n  web::port:\n    $0"),
        "convert_to merge"
    );
    assert_eq!(
        labels("lookup_options:\n  web::port:\n    merge: $0"),
        "deep default first hash reverse_deep unconstrained_deep unique"
    );
    assert_eq!(
        labels("lookup_options:\n  web::po$0"),
        "web::port web::protocols"
    );
}

#[test]
fn the_data_of_a_module_has_its_own_keys() {
    let fixture = MODULES.replace(
        "#- /data/common.yaml",
        "#- /modules/other/manifests/init.pp\nclass other($x) { }\n#- /modules/other/hiera.yaml\nversion: 5\n\
         #- /modules/other/data/common.yaml",
    );
    assert_eq!(
        labels_of(&format!("{fixture}$0\n")),
        "other::x lookup_options"
    );
}

#[test]
fn the_configuration_is_proposed_too() {
    let config = |text: &str| labels_of(&format!("#- /environment.conf\n#- /hiera.yaml\n{text}\n"));
    assert_eq!(
        config("version: 5\n$0"),
        "default_hierarchy defaults hierarchy plan_hierarchy"
    );
    assert_eq!(config("version: $0"), "5");
    assert!(
        config("hierarchy:\n  - name: x\n    $0").starts_with("data_dig data_hash datadir glob")
    );
    assert_eq!(
        config("hierarchy:\n  - name: x\n    data_hash: $0"),
        "hocon_data json_data yaml_data"
    );
    assert!(config("hierarchy:\n  - name: x\n    path: '%{facts.os.$0").contains("family"));
}

#[test]
fn other_files_get_nothing() {
    let fixture = MODULES.replace("/data/common.yaml", "/other/common.yaml");
    assert_eq!(labels_of(&format!("{fixture}$0\n")), "");
}

#[test]
fn lists_of_classes() {
    for (data, expected) in [
        ("classes:\n  - $0", "web"),
        ("classes:\n  - we$0", "web"),
        ("classes:\n  - other\n  - 'we$0'", "web"),
        ("site::roles: [other, $0]", "web"),
        ("role: $0", "web"),
        ("classes:\n  - web::$0", ""),
        ("classes:\n  - we$0b::x", "web"),
        ("classes:\n  a: $0", ""),
        ("others:\n  - $0", ""),
    ] {
        assert_eq!(labels(data), expected, "{data}");
    }
}
