//! Every kind of name in every kind of document is known to go to definition, hover, references and highlights alike.

use crate::test_fixture::cursor;

const FIXTURE: &str = r#"
#- /environment.conf
#- /Puppetfile
mod 'me-web', '1.0.0'
mod 'me-absent', '1.0.0'
#- /hiera.yaml
version: 5
hierarchy: [{name: all, path: all.yaml}]
#- /data/all.yaml
web::port: 80
plain: "%{lookup('other')} %{facts.os.family} %{web::root} %{facts.webroot}"
other: 1
classes: [web]
web::options: {size: 1}
#- /manifests/site.pp
class { 'web': port => 1, options => { 'size' => 2 } }
web::site { 'one': weight => 1, notify => Service['two'] }
service { 'two': ensure => running, provider => systemd }
$top = lookup('plain')
notice($top, $facts['os']['family'], $facts['webroot'], $web::root, $trusted['certname'])
notice(web::join('a'), split('a', 'b'), web::two(1))
webtree { 'x': path => '/x' }
$typed = Web::Port
$number = Integer
include absent::one
#- /modules/web/metadata.json
{"name": "me-web", "version": "1.0.0", "dependencies": [{"name": "me/absent", "version_requirement": ">= 1.0.0"}]}
#- /modules/web/.fixtures.yml
fixtures:
  forge_modules:
    absent: "me/absent"
#- /modules/web/manifests/init.pp
# See web::site.
# @param port Where.
class web(Web::Port $port = 1, Web::Options $options = {}) {
  $root = '/srv'
  file { '/motd': content => epp('web/a.epp', { 'own' => 1 }), source => 'puppet:///modules/web/b.txt' }
  $erb = template('web/c.erb')
  [1].each |$each| { notice($each) }
}
#- /modules/web/manifests/site.pp
define web::site(Integer $weight) { }
#- /modules/web/functions/join.pp
function web::join($a) { $a }
#- /modules/web/types/port.pp
type Web::Port = Integer
#- /modules/web/types/options.pp
type Web::Options = Struct[{ size => Integer }]
#- /modules/web/plans/all.pp
plan web::all(TargetSpec $targets) {
  run_task('web::restart', $targets, 'force' => true)
  run_plan('web::all')
}
#- /modules/web/tasks/restart.json
{"description": "Restarts it.", "parameters": {"force": {"type": "Boolean", "description": "At once."}}}
#- /modules/web/templates/a.epp
<%- | Integer $own | -%>
<%= $own %>
#- /modules/web/templates/c.erb
<%= @root %> <%= scope['web::port'] %>
#- /modules/web/files/b.txt
b
#- /modules/web/lib/puppet/functions/web/two.rb
Puppet::Functions.create_function(:'web::two') do
  dispatch(:two) { param 'Integer', :a }
  def two(a)
    call_function('web::join', a)
  end
end
#- /modules/web/lib/puppet/type/webtree.rb
Puppet::Type.newtype(:webtree) do
  desc 'A tree.'
  newparam(:path, namevar: true) { desc 'Where.' }
end
#- /modules/web/lib/puppet/provider/service/systemd.rb
Puppet::Type.type(:service).provide(:systemd) { }
#- /modules/web/lib/facter/webroot.rb
Facter.add(:webroot) { setcode { '/srv' } }
#- /modules/web/spec/classes/web_spec.rb
describe 'web' do
  it { is_expected.to contain_web__site('x').with_weight(1) }
end
"#;

/// Each kind of name, the text around one, and the features that do not know it, with the reason in front of the row.
const NAMES: &[(&str, &str, &str, &[&str])] = &[
    // Code.
    ("class", "class { 'web'", "class { 'w$0eb'", &[]),
    ("parameter of a class", "port => 1", "po$0rt => 1", &[]),
    ("key of a structure", "'size' => 2", "'si$0ze' => 2", &[]),
    ("defined type", "web::site {", "web::si$0te {", &[]),
    ("parameter", "weight => 1,", "wei$0ght => 1,", &[]),
    ("title", "{ 'one'", "{ 'o$0ne'", &[]),
    ("reference", "Service['two']", "Service['tw$0o']", &[]),
    ("resource type", "service {", "serv$0ice {", &[]),
    ("attribute", "ensure => running", "ens$0ure => running", &[]),
    ("provider", "systemd }", "syst$0emd }", &[]),
    ("variable", "notice($top", "notice($to$0p", &[]),
    ("variable of a class", "$web::root,", "$web::ro$0ot,", &[]),
    ("lambda parameter", "notice($each)", "notice($ea$0ch)", &[]),
    ("key in code", "lookup('plain')", "lookup('pla$0in')", &[]),
    (
        "fact of Puppet",
        "['os']['family']",
        "['os']['fam$0ily']",
        &[],
    ),
    ("custom fact", "['webroot']", "['web$0root']", &[]),
    ("trusted fact", "['certname']", "['cert$0name']", &[]),
    ("function", "web::join('a')", "web::jo$0in('a')", &[]),
    ("function of Puppet", "split('a'", "spl$0it('a'", &[]),
    ("function in Ruby", "web::two(1)", "web::tw$0o(1)", &[]),
    ("type in Ruby", "webtree {", "web$0tree {", &[]),
    ("attribute in Ruby", "path => '/x'", "pa$0th => '/x'", &[]),
    ("type alias", "= Web::Port\n", "= Web::Po$0rt\n", &[]),
    ("data type", "$number = Integer", "$number = Inte$0ger", &[]),
    ("missing class", "absent::one", "absent::o$0ne", &[]),
    ("comment", "See web::site", "See web::si$0te", &[]),
    ("tag of a comment", "@param port", "@param po$0rt", &[]),
    ("template", "web/a.epp'", "web/a$0.epp'", &[]),
    ("parameter of a template", "'own' => 1", "'o$0wn' => 1", &[]),
    ("Ruby template", "web/c.erb", "web/c$0.erb", &[]),
    ("file", "web/b.txt", "web/b$0.txt", &[]),
    ("member of a type", "{ size =>", "{ si$0ze =>", &[]),
    ("task", "'web::restart'", "'web::res$0tart'", &[]),
    ("parameter of a task", "'force' =>", "'for$0ce' =>", &[]),
    (
        "plan",
        "run_plan('web::all')",
        "run_plan('web::a$0ll')",
        &[],
    ),
    ("EPP", "<%= $own", "<%= $o$0wn", &[]),
    // Data.
    (
        "key of a parameter",
        "web::port: 80",
        "web::po$0rt: 80",
        &[],
    ),
    ("another key", "other: 1", "oth$0er: 1", &[]),
    (
        "lookup in data",
        "lookup('other')",
        "lookup('oth$0er')",
        &[],
    ),
    ("fact in data", "facts.os.family", "facts.os.fam$0ily", &[]),
    (
        "custom fact in data",
        "facts.webroot",
        "facts.web$0root",
        &[],
    ),
    ("variable in data", "%{web::root}", "%{web::ro$0ot}", &[]),
    ("class in data", "[web]", "[w$0eb]", &[]),
    ("member in data", "{size: 1}", "{si$0ze: 1}", &[]),
    ("path of a level", "path: all.yaml", "path: all$0.yaml", &[]),
    // Files about modules.
    ("Puppetfile", "mod 'me-web'", "mod 'me-w$0eb'", &[]),
    // It is not on disk.
    (
        "metadata.json",
        "me/absent\", \"v",
        "me/abs$0ent\", \"v",
        &["definition"],
    ),
    (
        ".fixtures.yml",
        "    absent:",
        "    abs$0ent:",
        &["definition"],
    ),
    ("task metadata", "{\"force\"", "{\"for$0ce\"", &[]),
    // Ruby.
    ("variable in a template", "@root", "@ro$0ot", &[]),
    (
        "scope in a template",
        "['web::port']",
        "['web::po$0rt']",
        &[],
    ),
    ("call in Ruby", "'web::join', a", "'web::jo$0in', a", &[]),
    ("definition in Ruby", ":'web::two'", ":'web::tw$0o'", &[]),
    (
        "type that Ruby defines",
        "newtype(:webtree",
        "newtype(:web$0tree",
        &[],
    ),
    ("class in a spec", "describe 'web'", "describe 'w$0eb'", &[]),
    (
        "matcher in a spec",
        "contain_web__site",
        "contain_web__si$0te",
        &[],
    ),
    ("parameter in a spec", "with_weight", "with_wei$0ght", &[]),
];

/// The features that know nothing of the name at the cursor.
fn unknowing(fixture: &str) -> Vec<&'static str> {
    let (analysis, position) = cursor(fixture);
    let asked = "not cancelled";
    let is_defined = analysis.goto_definition(position).expect(asked).is_some()
        || analysis
            .shipped_definition(position)
            .expect(asked)
            .is_some();
    let has_references = !analysis.references(position).expect(asked).is_empty();
    [
        ("definition", is_defined),
        ("hover", analysis.hover(position).expect(asked).is_some()),
        ("references", has_references),
        (
            "highlight",
            !analysis.highlight(position).expect(asked).is_empty(),
        ),
    ]
    .into_iter()
    .filter_map(|(feature, knows)| (!knows).then_some(feature))
    .collect()
}

#[test]
fn every_feature_knows_every_name() {
    let mut wrong = Vec::new();
    for (kind, from, to, missing) in NAMES {
        assert!(FIXTURE.contains(from), "{kind}: {from}");
        let found = unknowing(&FIXTURE.replacen(from, to, 1));
        if found != *missing {
            wrong.push(format!("{kind}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
