//! Definitions from code within texts: heredocs and templates; and of functions of the older API.

use crate::test_fixture::definitions;

const MODULE: &str = "#- /environment.conf
#- /modules/web/manifests/init.pp
class web { }
#- /modules/web/manifests/site.pp
define web::site($weight) { }
#- /modules/web/manifests/params.pp
class web::params { $user = 'www' }
#- /modules/web/functions/join.pp
function web::join($x) { $x }
#- /modules/web/types/port.pp
type Web::Port = Integer[1]
#- /modules/web/lib/puppet/functions/web/two.rb
Puppet::Functions.create_function(:'web::two') do
  dispatch(:two) { param 'String', :a }
end
#- /modules/web/lib/puppet/parser/functions/older.rb
module Puppet::Parser::Functions
  newfunction(:older, type: :rvalue) { |args| args }
end
#- /modules/web/lib/puppet/parser/functions/oldest.rb
Puppet::Parser::Functions.newfunction(:oldest, :type => :statement, :doc => 'x') do |args|
end
#- /modules/web/manifests/vhost.pp
class web::vhost { file { '/srv': } web::site { 'own': weight => 1 } }
";

const CLASS: &str = "/modules/web/manifests/init.pp:1: web";
const DEFINE: &str = "/modules/web/manifests/site.pp:1: web::site";
const WEIGHT: &str = "/modules/web/manifests/site.pp:1: $weight";
const USER: &str = "/modules/web/manifests/params.pp:1: $user";
const JOIN: &str = "/modules/web/functions/join.pp:1: web::join";
const ALIAS: &str = "/modules/web/types/port.pp:1: Web::Port";
const TWO: &str = "/modules/web/lib/puppet/functions/web/two.rb:1: web::two";
const OLDER: &str = "/modules/web/lib/puppet/parser/functions/older.rb:2: older";
const OLDEST: &str = "/modules/web/lib/puppet/parser/functions/oldest.rb:1: oldest";
const TITLE: &str = "/modules/web/manifests/vhost.pp:1: own";

/// Expressions, and what they lead to.
const EXPRESSIONS: [(&str, &str); 14] = [
    ("include('w$0eb')", CLASS),
    ("include(w$0eb)", CLASS),
    ("Class['w$0eb']", CLASS),
    ("Web::S$0ite['own']", DEFINE),
    ("Web::Site['ow$0n']", TITLE),
    ("Web::Site['own']['wei$0ght']", WEIGHT),
    ("$web::params::us$0er", USER),
    ("web::jo$0in('x')", JOIN),
    ("'x'.web::jo$0in", JOIN),
    ("1 =~ Web::Po$0rt", ALIAS),
    ("[1].map |Web::Po$0rt $x| { $x }", ALIAS),
    ("web::tw$0o('x')", TWO),
    ("old$0er('x')", OLDER),
    ("'x'.old$0er", OLDER),
];

/// Incomplete expressions, and what they lead to.
const INCOMPLETE: [(&str, &str); 8] = [
    ("include('w$0eb'", CLASS),
    ("Class['w$0eb'", CLASS),
    ("Web::S$0ite['own'", DEFINE),
    ("Web::Site['ow$0n'", TITLE),
    ("web::jo$0in('x'", JOIN),
    ("1 =~ Web::Po$0rt[", ALIAS),
    ("web::tw$0o('x', ", TWO),
    ("old$0er(", OLDER),
];

#[track_caller]
fn check(file: &str, expected: &str) {
    assert_eq!(
        definitions(&format!("{MODULE}#- {file}\n")),
        expected,
        "{file}"
    );
}

#[test]
fn heredocs() {
    for (code, expected) in EXPRESSIONS {
        check(
            &format!("/manifests/site.pp\n$y = @(\"END\")\n  a ${{{code}}} b\n  | END\nnotice($y)"),
            expected,
        );
    }
    for (code, expected) in INCOMPLETE {
        check(
            &format!("/manifests/site.pp\n$y = @(\"END\")\n  a ${{{code}}} b\n  | END\nnotice($y)"),
            expected,
        );
        // Also where the heredoc does not end.
        check(
            &format!("/manifests/site.pp\n$y = @(\"END\")\n  a ${{{code}\n"),
            expected,
        );
    }
}

#[test]
fn templates() {
    const FILE: &str = "/modules/web/templates/a.epp";
    for (code, expected) in EXPRESSIONS {
        check(&format!("{FILE}\na <%= {code} %> b"), expected);
        check(
            &format!("{FILE}\n<%- | $x | -%>\n<% if {code} {{ -%>\nb\n<% }} -%>"),
            expected,
        );
    }
    for (code, expected) in INCOMPLETE {
        check(&format!("{FILE}\na <%= {code} %> b"), expected);
        check(&format!("{FILE}\na <%= {code}"), expected);
    }
    for (code, expected) in [
        ("<% include w$0eb %>", CLASS),
        ("<% include w$0eb, web::params %>", CLASS),
        ("<% contain 'w$0eb' -%>", CLASS),
        ("<% web::s$0ite { 'x': weight => 1 } %>", DEFINE),
        ("<% web::site { 'x': wei$0ght => 1 } %>", WEIGHT),
        ("<% create_resources('web::s$0ite', {}) %>", DEFINE),
        ("<%- | Web::Po$0rt $x | -%>", ALIAS),
        ("<% old$0est('x') %>", OLDEST),
        // Incomplete.
        ("<% include w$0eb", CLASS),
        ("<% web::s$0ite { 'x':", DEFINE),
        ("<% web::site { 'x': wei$0ght", WEIGHT),
        ("<%- | Web::Po$0rt", ALIAS),
    ] {
        check(&format!("{FILE}\n{code}\n"), expected);
    }
}

#[test]
fn functions_of_the_older_api() {
    for (code, expected) in [
        ("$x = old$0er('a')", OLDER),
        ("$x = 'a'.old$0er", OLDER),
        ("$x = 'a'.old$0er()", OLDER),
        ("notice(\"${old$0er('a')}\")", OLDER),
        ("old$0est('a')", OLDEST),
        ("::old$0est('a')", OLDEST),
        // Incomplete.
        ("$x = old$0er(", OLDER),
        ("$x = 'a'.old$0er(", OLDER),
        ("class a {\n  old$0est('a', \n}", OLDEST),
    ] {
        check(&format!("/manifests/site.pp\n{code}"), expected);
    }
    check("/manifests/site.pp\n$x = web::old$0er('a')", "");
}
