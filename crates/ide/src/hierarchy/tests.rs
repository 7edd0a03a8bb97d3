use expect_test::{Expect, expect};

use super::HierarchyItem;
use crate::Analysis;
use crate::test_fixture::cursor;
use puppet_ide_db::position::FilePosition;

const MODULES: &str = r"
#- /environment.conf
#- /modules/role/manifests/init.pp
class role { include profile }
#- /modules/profile/manifests/init.pp
class profile inherits profile::base {
  contain web
  web::site { ['a', 'b']: weight => web::mass(1) }
  Class['web'] -> Class['role']
}
#- /modules/profile/manifests/base.pp
class profile::base { }
#- /modules/web/manifests/init.pp
class web(Web::Port $port = 80) { }
#- /modules/web/manifests/site.pp
define web::site($weight) { notice(web::mass($weight)) }
#- /modules/web/functions/mass.pp
function web::mass($x) { $x }
#- /modules/web/types/port.pp
type Web::Port = Variant[Web::Low, Integer[1024, 65535]]
#- /modules/web/types/low.pp
type Web::Low = Integer[1, 1023]
#- /manifests/site.pp
include role
class { 'web': }
";

fn name(item: &HierarchyItem) -> String {
    match item.kind {
        Some(kind) => format!("{kind:?} {}", item.name),
        None => item.name.clone(),
    }
}

/// The callees and callers of the definition at the cursor.
fn calls(fixture: &str) -> String {
    let (analysis, position) = cursor(fixture);
    let Some(position) = start(&analysis, position) else {
        return String::new();
    };
    let lines = |arrow: &str, calls: Vec<crate::HierarchyCall>| -> Vec<String> {
        calls
            .iter()
            .map(|call| format!("{arrow} {} ({})", name(&call.item), call.ranges.len()))
            .collect()
    };
    let incoming = analysis.incoming_calls(position).expect("not cancelled");
    let outgoing = analysis.outgoing_calls(position).expect("not cancelled");
    let mut all = lines("<-", incoming);
    all.extend(lines("->", outgoing));
    all.join("\n")
}

/// The position of the hierarchy item at a cursor, as an editor sends it back.
fn start(analysis: &Analysis, position: FilePosition) -> Option<FilePosition> {
    let item = analysis.hierarchy_item(position).expect("not cancelled")?;
    Some(of(&item))
}

fn of(item: &HierarchyItem) -> FilePosition {
    FilePosition {
        file: item.file,
        offset: item.focus_range.start(),
    }
}

fn types(analysis: &Analysis, position: FilePosition) -> String {
    let Some(position) = start(analysis, position) else {
        return String::new();
    };
    let above = analysis.supertypes(position).expect("not cancelled");
    let below = analysis.subtypes(position).expect("not cancelled");
    let above = above.iter().map(|it| format!("above {}", name(it)));
    let below = below.iter().map(|it| format!("below {}", name(it)));
    above.chain(below).collect::<Vec<_>>().join("\n")
}

fn at(before: &str, after: &str) -> String {
    MODULES.replacen(
        &format!("{before}{after}"),
        &format!("{before}$0{after}"),
        1,
    )
}

fn check_calls((before, after): (&str, &str), expected: &Expect) {
    expected.assert_eq(&calls(&at(before, after)));
}

fn check_types((before, after): (&str, &str), expected: &Expect) {
    let (analysis, position) = cursor(&at(before, after));
    expected.assert_eq(&types(&analysis, position));
}

#[test]
fn from_roles_to_modules() {
    check_calls(
        ("class ", "role {"),
        &expect![[r#"
        <- /manifests/site.pp (1)
        -> Class profile (1)"#]],
    );
    check_calls(
        ("include ", "profile"),
        &expect![[r#"
        <- Class role (1)
        -> Class profile::base (1)
        -> Class web (1)
        -> DefinedType web::site (1)
        -> Function web::mass (1)"#]],
    );
    check_calls(
        ("contain ", "web"),
        &expect![[r#"
        <- /manifests/site.pp (1)
        <- Class profile (1)"#]],
    );
    check_calls(
        ("function ", "web::mass"),
        &expect![[r#"
        <- Class profile (1)
        <- DefinedType web::site (1)"#]],
    );
    check_calls(
        ("  ", "web::site {"),
        &expect![[r#"
        <- Class profile (1)
        -> Function web::mass (1)"#]],
    );
}

#[test]
fn aliases_and_inheritance() {
    check_types(("type ", "Web::Port"), &expect!["above TypeAlias Web::Low"]);
    check_types(("type ", "Web::Low"), &expect!["below TypeAlias Web::Port"]);
    check_types(
        ("class ", "profile inherits"),
        &expect!["above Class profile::base"],
    );
    check_types(
        ("inherits ", "profile::base"),
        &expect!["below Class profile"],
    );
}

#[test]
fn incomplete_users_and_definitions() {
    let calls_of = |user: &str, used: &str| {
        calls(&format!(
            "#- /environment.conf\n#- /modules/a/manifests/init.pp\n{used}\n\
             #- /modules/b/manifests/init.pp\n{user}\n"
        ))
    };
    expect!["<- Class b (1)"].assert_eq(&calls_of(
        "class b {\n  include a\n  file { 'x': ",
        "class a$0 {",
    ));
    expect!["-> Class b (1)"].assert_eq(&calls_of(
        "class b { }",
        "class a$0 {\n  contain b\n  notify { ",
    ));
    let types_of = |fixture: &str| {
        let (analysis, position) = cursor(fixture);
        types(&analysis, position)
    };
    const PORT: &str = "#- /environment.conf\n#- /modules/a/types/low.pp\ntype A::Low = Integer\n";
    expect!["above TypeAlias A::Low"].assert_eq(&types_of(&format!(
        "{PORT}#- /modules/a/types/port.pp\ntype A::Por$0t = Variant[A::Low, "
    )));
    expect!["below Class b"].assert_eq(&types_of(
        "#- /environment.conf\n#- /modules/a/manifests/init.pp\nclass a$0 { }\n\
         #- /modules/b/manifests/init.pp\nclass b inherits a {\n  file {",
    ));
}

#[test]
fn incomplete_code_and_other_names() {
    expect![[r#"
        <- Class a (1)
        -> Class a (1)"#]]
    .assert_eq(&calls("class a { include a$0\nb("));
    let (analysis, position) = cursor("$x$0 = 1\nnotice(1)\n");
    assert_eq!(
        analysis.hierarchy_item(position).expect("not cancelled"),
        None
    );
}

#[test]
fn what_uses_a_definition_can_be_asked_for_what_it_uses() {
    // Files, also those that start with a name, and nodes.
    for (site, users) in [
        ("web { 'x': }\n", "/manifests/site.pp"),
        ("include web\nweb { 'x': }", "/manifests/site.pp"),
        ("node 'web' { web { 'x': } }\n", "Node 'web'"),
        ("node web, /b/ {\n  web { 'x': }\n  file {", "Node web, /b/"),
        ("node default { web { 'x': } }\n", "Node default"),
        ("class other {\n  web { 'x': ", "Class other"),
    ] {
        let (analysis, position) = cursor(&format!(
            "#- /environment.conf\n#- /modules/web/manifests/init.pp\ndefine w$0eb() {{ }}\n\
             #- /manifests/site.pp\n{site}"
        ));
        let position = start(&analysis, position).expect("a definition");
        let incoming = analysis.incoming_calls(position).expect("not cancelled");
        let names: Vec<String> = incoming.iter().map(|call| name(&call.item)).collect();
        assert_eq!(names, [users], "{site}");
        let user = &incoming[0];
        let outgoing = analysis
            .outgoing_calls(of(&user.item))
            .expect("not cancelled");
        let used: Vec<_> = outgoing
            .iter()
            .map(|it| (&*it.item.name, &it.ranges))
            .collect();
        assert_eq!(used, [("web", &user.ranges)], "{site}");
        let above = analysis
            .incoming_calls(of(&user.item))
            .expect("not cancelled");
        assert!(above.is_empty(), "{site}: {above:?}");
    }
}

#[test]
fn functions_and_types_in_ruby_and_templates() {
    const FIXTURE: &str = "
#- /environment.conf
#- /modules/web/manifests/init.pp
class web {
  $a = web::two(1)
  webtree { 'x': }
  $b = epp('web/a.epp')
}
#- /modules/web/templates/a.epp
<%= web::two(1) %> <%= top( %>
#- /modules/web/lib/puppet/functions/web/two.rb
Puppet::Functions.create_function(:'web::two') do
end
#- /modules/web/lib/puppet/functions/top.rb
Puppet::Functions.create_function(:top) do
  call_function('web::two')
end
#- /modules/web/lib/puppet/type/webtree.rb
Puppet::Type.newtype(:webtree) do
end
#- /manifests/site.pp
include web
";
    let at = |from: &str, to: &str| calls(&FIXTURE.replacen(from, to, 1));
    expect![[r#"
        <- /manifests/site.pp (1)
        -> Function web::two (1)
        -> DefinedType webtree (1)
        -> /modules/web/templates/a.epp (1)"#]]
    .assert_eq(&at("class web", "class w$0eb"));
    expect![[r#"
        <- Class web (1)
        <- /modules/web/templates/a.epp (1)
        <- /modules/web/lib/puppet/functions/top.rb (1)"#]]
    .assert_eq(&at("web::two", "web::t$0wo"));
    expect!["<- Class web (1)"].assert_eq(&at("webtree", "web$0tree"));
    expect!["<- /modules/web/templates/a.epp (1)"].assert_eq(&at(":top", ":to$0p"));
    // A template as an editor sends it back.
    let (analysis, position) = cursor(&FIXTURE.replacen("<%= web", "$0<%= web", 1));
    let users = analysis.incoming_calls(position).expect("not cancelled");
    assert_eq!(
        users.iter().map(|it| name(&it.item)).collect::<Vec<_>>(),
        ["Class web"]
    );
}

#[test]
fn calls_in_ruby_have_two_ends() {
    let (analysis, position) = cursor(
        "#- /environment.conf\n#- /modules/web/functions/join.pp\nfunction web::jo$0in() { }\n\
         #- /modules/web/lib/puppet/functions/web/two.rb\n# As web::join.\ncall_function('web::join', 1)\n\
         #- /modules/web/templates/a.erb\n<%= scope.call_function('web::join', [1]) %><%= call_function(name",
    );
    let users = analysis.incoming_calls(position).expect("not cancelled");
    assert_eq!(users.len(), 2);
    for user in &users {
        let used = analysis
            .outgoing_calls(of(&user.item))
            .expect("not cancelled");
        let used: Vec<_> = used.iter().map(|it| (&*it.item.name, &it.ranges)).collect();
        assert_eq!(used, [("web::join", &user.ranges)], "{}", user.item.name);
    }
}

#[test]
fn lists_of_classes_that_are_included() {
    let of = |code: &str| {
        calls(&format!(
            "#- /environment.conf\n#- /modules/a/manifests/init.pp\nclass a {{ }}\n#- /manifests/site.pp\nclass x$0 {{\n{code}\n}}\n"
        ))
    };
    for code in [
        "['a', 'b'].each |$c| { include $c }",
        "$c = ['a']\ncontain $c",
        "$c = 'a'\nrequire($c)",
        // Incomplete.
        "include $c\n$c = ['a'",
    ] {
        assert_eq!(of(code), "-> Class a (1)", "{code}");
    }
    for code in [
        "$c = ['a']",
        "notice(['a'])\ninclude $c",
        "['a'].each |$c| { include b }",
    ] {
        assert_eq!(of(code), "", "{code}");
    }
}
