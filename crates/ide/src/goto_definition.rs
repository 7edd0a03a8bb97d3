//! Go to definition.

use puppet_text::TextSize;

use crate::hover::missing_module;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::classify;
use puppet_ide_db::position::GotoTarget;
use puppet_ide_db::syntax_ext;

pub(crate) fn definition(context: FileContext<'_>, offset: TextSize) -> Option<GotoTarget> {
    let classified = classify(context, offset)?;
    let root = syntax_ext::root(context.db, context.file);
    let origin = syntax_ext::token_range_with_sigil(&root, classified.range, offset);
    let mut targets = classified.nav_targets(*context);
    if targets.is_empty()
        && let Some(name) = &classified.name
    {
        targets.extend(missing_module::declaration(context, name));
    }
    GotoTarget::from_targets(origin, targets)
}

pub(crate) mod builtin;
#[cfg(test)]
mod embedded_tests;

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::test_fixture::definitions;

    fn check(fixture: &str, expected: &Expect) {
        expected.assert_eq(&definitions(fixture));
    }

    const MODULES: &str = r"
#- /environment.conf
#- /modules/web/manifests/init.pp
class web(Web::Port $port, String $host = 'h') inherits web::params {
  $root = '/srv'
}
#- /modules/web/manifests/params.pp
class web::params {
  $user = 'www'
}
#- /modules/web/manifests/site.pp
define web::site(Integer[0] $weight) { }
#- /modules/web/types/port.pp
type Web::Port = Integer[1, 65535]
#- /modules/web/functions/join.pp
function web::join(String $a) { $a }
";

    /// The same with `code` in the site manifest.
    fn check_in_site(code: &str, expected: &Expect) {
        check(
            &format!("{MODULES}#- /manifests/site.pp\n{code}\n"),
            expected,
        );
    }

    #[test]
    fn a_class_is_found_from_every_form_of_its_name() {
        let class = expect!["/modules/web/manifests/init.pp:1: web"];
        for code in [
            "include w$0eb",
            "include 'web$0'",
            "include ['x', 'w$0eb']",
            "include ::w$0eb",
            "include(web$0)",
            "contain w$0eb",
            "require x, w$0eb",
            "Class['w$0eb'] -> Class[x]",
            "Class[w$0eb] -> Class[x]",
            "class { 'w$0eb': }",
            "class { ['w$0eb']: }",
            "class other inherits w$0eb { }",
            "$x = 'w$0eb'",
            "notice(\"${include('w$0eb')}\")",
        ] {
            check_in_site(code, &class);
        }
    }

    #[test]
    fn other_items_are_found_too() {
        let site = expect!["/modules/web/manifests/site.pp:1: web::site"];
        let join = expect!["/modules/web/functions/join.pp:1: web::join"];
        let port = expect!["/modules/web/types/port.pp:1: Web::Port"];
        for (code, expected) in [
            ("web::s$0ite { 'x': }", &site),
            ("Web::S$0ite['x'] -> X['y']", &site),
            ("Web::S$0ite { weight => 1 }", &site),
            ("create_resources('web::s$0ite', {})", &site),
            ("web::jo$0in('x')", &join),
            ("'x'.web::jo$0in", &join),
            ("$x = Array[Web::P$0ort]", &port),
            ("notice(\"${1 =~ Web::P$0ort}\")", &port),
        ] {
            check_in_site(code, expected);
        }
    }

    #[test]
    fn names_of_missing_modules_lead_to_the_declaration() {
        const CONTROL: &str = "#- /environment.conf\n#- /Puppetfile\nmod 'puppet/keepalived', '1.0.0'\n\
             mod 'puppetlabs/stdlib'\nmod 'puppetlabs/firewall', '4.1.0'\n#- /manifests/site.pp\n";
        for (code, line) in [
            ("include keep$0alived", 1),
            ("keepalived::vrrp::scr$0ipt { 'x': }", 1),
            ("$x = 1 =~ Stdlib::Po$0rt", 2),
            ("file_l$0ine { 'x': }", 2),
            ("fire$0wall { '1 x': }", 3),
        ] {
            let found = definitions(&format!("{CONTROL}{code}\n"));
            assert!(
                found.starts_with(&format!("/Puppetfile:{line}:")),
                "{code}: {found}"
            );
        }
        assert_eq!(definitions(&format!("{CONTROL}include no$0thing\n")), "");
    }

    #[test]
    fn plans_are_found_where_they_are_run() {
        const PLANS: &str =
            "#- /environment.conf\n#- /modules/web/plans/deploy.pp\nplan web::deploy() { }\n";
        for code in [
            "run_plan('web::dep$0loy')",
            "run_plan('web::dep$0loy', 'x', ",
        ] {
            let fixture =
                format!("{PLANS}#- /modules/web/plans/all.pp\nplan web::all() {{\n{code}\n}}\n");
            assert_eq!(
                definitions(&fixture),
                "/modules/web/plans/deploy.pp:1: web::deploy",
                "{code}"
            );
        }
    }

    #[test]
    fn attributes_lead_to_parameters() {
        for (code, expected) in [
            (
                "web::site { 'x': w$0eight => 1 }",
                expect!["/modules/web/manifests/site.pp:1: $weight"],
            ),
            (
                "Web::Site { w$0eight => 1 }",
                expect!["/modules/web/manifests/site.pp:1: $weight"],
            ),
            (
                "Web::Site['x'] { w$0eight => 1 }",
                expect!["/modules/web/manifests/site.pp:1: $weight"],
            ),
            (
                "Web::Site <| |> { w$0eight => 1 }",
                expect!["/modules/web/manifests/site.pp:1: $weight"],
            ),
            (
                "class { 'web': po$0rt => 1 }",
                expect!["/modules/web/manifests/init.pp:1: $port"],
            ),
            ("file { 'x': mo$0de => 1 }", expect![""]),
        ] {
            check_in_site(code, &expected);
        }
    }

    #[test]
    fn variables_are_found_where_they_get_their_value() {
        for (code, expected) in [
            ("$a = 1\nnotice($a$0)", expect!["/manifests/site.pp:1: $a"]),
            (
                "$a = 1\nnotice(\"x ${a$0} y\")",
                expect!["/manifests/site.pp:1: $a"],
            ),
            (
                "$a = 1\nnotice(\"x $a$0 y\")",
                expect!["/manifests/site.pp:1: $a"],
            ),
            (
                "if x { $a = 1 } else { $a = 2 }\nnotice($a$0)",
                expect![[r"
                /manifests/site.pp:1: $a
                /manifests/site.pp:1: $a"]],
            ),
            (
                "[$a, $b] = [1, 2]\nnotice($b$0)",
                expect!["/manifests/site.pp:1: $b"],
            ),
            (
                "$a = 1\n[1].each |$a| { notice($a$0) }",
                expect!["/manifests/site.pp:2: $a"],
            ),
            (
                "$a = 1\n[1].each |$b| { notice($a$0) }",
                expect!["/manifests/site.pp:1: $a"],
            ),
            (
                "$a = 1\nclass x { notice($a$0) }",
                expect!["/manifests/site.pp:1: $a"],
            ),
            (
                "$a = 1\nclass x($a) { notice($::a$0) }",
                expect!["/manifests/site.pp:1: $a"],
            ),
            (
                "notice($web::ro$0ot)",
                expect!["/modules/web/manifests/init.pp:2: $root"],
            ),
            (
                "notice($::web::ho$0st)",
                expect!["/modules/web/manifests/init.pp:1: $host"],
            ),
            (
                "notice($web::us$0er)",
                expect!["/modules/web/manifests/params.pp:2: $user"],
            ),
            (
                "class x inherits web::params { notice($us$0er) }",
                expect!["/modules/web/manifests/params.pp:2: $user"],
            ),
            ("define d($p = $t$0itle) { }", expect![""]),
            (
                "class x($p) { $q = $p$0 }",
                expect!["/manifests/site.pp:1: $p"],
            ),
            ("class x($p$0) { }", expect!["/manifests/site.pp:1: $p"]),
        ] {
            check_in_site(code, &expected);
        }
    }

    #[test]
    fn ruby_code_is_found_too() {
        const FIXTURE: &str = "#- /manifests/site.pp
CODE
#- /environment.conf
#- /modules/web/lib/puppet/functions/web/two.rb
Puppet::Functions.create_function(:'web::two') do
  dispatch(:two) { param 'String', :a }
end
#- /modules/web/lib/puppet/type/webtree.rb
Puppet::Type.newtype(:webtree) do
  newparam(:path, namevar: true) { desc 'Where.' }
end
#- /modules/web/lib/facter/webroot.rb
Facter.add(:webroot) { setcode { '/srv' } }
#- /modules/web/lib/puppet/datatypes/web/point.rb
Puppet::DataTypes.create_type('Web::Point') do
  interface 'attributes => { x => Integer }'
end
#- /modules/web/templates/a.epp
x
";
        for (code, expected) in [
            (
                "web::tw$0o('a')",
                expect!["/modules/web/lib/puppet/functions/web/two.rb:1: web::two"],
            ),
            (
                "webt$0ree { 'x': }",
                expect!["/modules/web/lib/puppet/type/webtree.rb:1: webtree"],
            ),
            (
                "webtree { 'x': pa$0th => '/x' }",
                expect!["/modules/web/lib/puppet/type/webtree.rb:2: :path"],
            ),
            (
                "Webtr$0ee['x'] -> Y['z']",
                expect!["/modules/web/lib/puppet/type/webtree.rb:1: webtree"],
            ),
            (
                "notice($facts['webr$0oot'])",
                expect!["/modules/web/lib/facter/webroot.rb:1: :webroot"],
            ),
            (
                "notice($webr$0oot)",
                expect!["/modules/web/lib/facter/webroot.rb:1: :webroot"],
            ),
            (
                "notice($facts['webroot']['a$0'])",
                expect!["/modules/web/lib/facter/webroot.rb:1: :webroot"],
            ),
            (
                "$x = Web::Po$0int(1)",
                expect!["/modules/web/lib/puppet/datatypes/web/point.rb:1: Web::Point"],
            ),
            (
                "notice(epp('web/a$0.epp'))",
                expect!["/modules/web/templates/a.epp:1: "],
            ),
        ] {
            check(&FIXTURE.replace("CODE", code), &expected);
        }
    }

    #[test]
    fn from_heredocs_templates_and_data() {
        let params = "/modules/web/manifests/params.pp:2: $user";
        for file in [
            "/manifests/site.pp\n$x = @(\"END\")\n  a ${web::params::us$0er}\n  | END",
            "/manifests/site.pp\n$x = @(\"END\")\n  a $web::params::us$0er",
            "/modules/web/templates/a.epp\n<% if true { -%>\n<%= $web::params::us$0er %>",
            "/modules/web/templates/a.epp\n<%= $web::params::us$0er",
        ] {
            assert_eq!(
                definitions(&format!("{MODULES}#- {file}\n")),
                params,
                "{file}"
            );
        }
        let data = format!(
            "{MODULES}#- /hiera.yaml\nversion: 5\nhierarchy:\n  - name: all\n    path: all.yaml\n\
             #- /data/all.yaml\nweb::port: 80\nx: \"%{{lookup('web::host')}} %{{web::params::user}}\"\n"
        );
        for (from, to, expected) in [
            (
                "web::port: 80",
                "web::po$0rt: 80",
                "/modules/web/manifests/init.pp:1: $port",
            ),
            (
                "'web::host'",
                "'web::ho$0st'",
                "/modules/web/manifests/init.pp:1: $host",
            ),
            ("params::user}", "params::us$0er}", params),
            ("x: ", "x$0: ", "/data/all.yaml:2: x"),
        ] {
            assert_eq!(definitions(&data.replace(from, to)), expected, "{to}");
        }
    }

    #[test]
    fn incomplete_code_is_no_obstacle() {
        for (code, expected) in [
            (
                "include web$0\n}",
                expect!["/modules/web/manifests/init.pp:1: web"],
            ),
            (
                "class { 'web': po$0rt => ",
                expect!["/modules/web/manifests/init.pp:1: $port"],
            ),
            ("$a = 1\nnotice($a$0", expect!["/manifests/site.pp:1: $a"]),
            (
                "$x = Array[Web::Por$0t",
                expect!["/modules/web/types/port.pp:1: Web::Port"],
            ),
            ("$0", expect![""]),
        ] {
            check_in_site(code, &expected);
        }
    }
}
