//! Tests that people write before they use a value: each makes a line silent that is reported without it.

use crate::possible::warnings;

/// Parameters, a line that may fail for some of their values, and the forms in which it cannot, with `@` for the line.
type Group = (&'static str, &'static str, &'static [&'static str]);

const GROUPS: &[Group] = &[
    (
        "Optional[String] $s, Boolean $b",
        "m::s($s)",
        &[
            "if $s { @ }",
            "if ($s) { @ }",
            "if !(!$s) { @ }",
            "if $b and $s { @ }",
            "if $s and $b { @ }",
            "unless !$s { @ }",
            "unless $s { notice(1) } else { @ }",
            "if !$s { notice(1) } else { @ }",
            "if $s == undef { notice(1) } else { @ }",
            "if $s != undef { @ }",
            "if undef != $s { @ }",
            "if $s =~ String { @ }",
            "if $s =~ NotUndef { @ }",
            "if $s !~ Undef { @ }",
            "if $s !~ String { notice(1) } else { @ }",
            "if $s in ['a', 'b'] { @ }",
            "if $s == 'a' { @ }",
            "if $s.is_a(String) { @ }",
            "if is_a($s, String) { @ }",
            "if $s =~ Undef { fail('no') } @",
            "if !$s { fail('no') } @",
            "unless $s { fail('no') } @",
            "if $s == undef { fail('no') } elsif $b { notice(1) } @",
            "case $s { undef: { notice(1) } default: { @ } }",
            "case $s { String: { @ } default: { notice(1) } }",
            "case $s { 'a', 'b': { @ } default: { notice(1) } }",
            "case $s { /a/: { @ } default: { notice(1) } }",
            "case $s { Undef: { fail('no') } default: { notice(1) } } @",
            "$x = $s ? { undef => 1, default => @ }",
            "$x = $s ? { String => @, default => 1 }",
            "$s.then |$it| { m::s($it) }",
            "[$s].filter |$it| { $it =~ NotUndef }.each |$it| { m::s($it) }",
            "if type($s) =~ Type[String] { @ }",
            "if defined('$s') and $s { @ }",
            "if $s and length($s) > 1 { @ }",
            "if $s =~ String[1] { @ }",
            "if $s =~ NotUndef and $b { @ }",
            "if !($s == undef or $b) { @ }",
            "if !($s == undef) and !$b { @ }",
            "if $s == undef or $b { notice(1) } else { @ }",
            "assert_type(String, $s) @",
            "assert_type(NotUndef, $s) @",
            "if $s { $t = 1 @ }",
            "if $s { [1].each |$i| { @ } }",
            "$t = $s ? { undef => 'a', default => $s } m::s($t)",
            "if $s { $t = $s } else { $t = 'b' } m::s($t)",
            "$t = pick($s, 'a') m::s($t)",
            "$t = pick_default($s, 'a') m::s($t)",
            "$t = $s.lest || { 'a' } m::s($t)",
            "$t = $s =~ String ? { true => $s, default => 'a' } m::s($t)",
            "$t = assert_type(String, $s) m::s($t)",
            "$t = \"${s}\" m::s($t)",
            "$t = String($s) m::s($t)",
        ],
    ),
    (
        "Optional[Hash[String, String]] $h",
        "notice($h['a'])",
        &[
            "if $h { @ }",
            "if $h =~ Hash { @ }",
            "unless $h =~ Undef { @ }",
            "if $h and 'a' in $h { @ }",
            "if 'a' in $h { @ }",
            "notice($h.dig('a'))",
            "notice($h.get('a'))",
            "$x = pick($h, {}) notice($x['a'])",
            "if $h != undef and $h['a'] { @ }",
            "if !$h.empty { @ }",
            "unless empty($h) { @ }",
            "if $h =~ Undef { fail('x') } @",
        ],
    ),
    (
        "Hash[String, String] $h, String $k",
        "m::s($h['a'])",
        &[
            "if $h['a'] { @ }",
            "if $h['a'] != undef { @ }",
            "if $h['a'] =~ String { @ }",
            "if 'a' in $h { @ }",
            "if $h.has_key('a') { @ }",
            "if has_key($h, 'a') { @ }",
            "if 'a' in keys($h) { @ }",
            "if 'a' in $h.keys { @ }",
            "if member(keys($h), 'a') { @ }",
            "if $h.dig('a') { @ }",
            "if $h.get('a') { @ }",
            "if $h.dig('a') =~ NotUndef { @ }",
            "unless 'a' in $h { fail('x') } @",
            "if !('a' in $h) { fail('x') } @",
            "unless $h['a'] { fail('x') } @",
            "if $h['a'] == 'x' { @ }",
            "case $h['a'] { 'x': { @ } default: { } }",
            "m::s(pick($h['a'], 'x'))",
            "$x = $h['a'] if $x { m::s($x) }",
            "if 'a' in $h and $h['a'] { @ }",
        ],
    ),
    (
        "Hash[String, String] $h",
        "m::s($h['x'])",
        &[
            "$h.each |$k, $v| { m::s($h[$k]) }",
            "$h.keys.each |$k| { m::s($h[$k]) }",
            "keys($h).each |$k| { m::s($h[$k]) }",
            "$h.each |$k, $v| { m::s($v) }",
            "$h.values.each |$v| { m::s($v) }",
            "$h.map |$k, $v| { m::s($v) }",
            "$h.filter |$k, $v| { $v != '' }.each |$k, $v| { m::s($v) }",
        ],
    ),
    (
        "Struct[{ Optional[tls] => Struct[{ port => Integer }] }] $c",
        "m::i($c['tls']['port'])",
        &[
            "if $c['tls'] { @ }",
            "if $c['tls'] =~ NotUndef { @ }",
            "if 'tls' in $c { @ }",
            "if $c['tls'] != undef { @ }",
            "if $c.dig('tls', 'port') { @ }",
            "if $c.dig('tls') { @ }",
            "if $c.get('tls.port') { @ }",
            "if $c['tls'] and $c['tls']['port'] { @ }",
            "unless $c['tls'] { fail('x') } @",
            "$x = $c['tls'] if $x { m::i($x['port']) }",
        ],
    ),
    (
        "Array[Optional[String]] $a",
        "$a.each |$it| { m::s($it) }",
        &[
            "$a.each |$it| { if $it { m::s($it) } }",
            "$a.filter |$it| { $it }.each |$it| { m::s($it) }",
            "$a.filter |$it| { $it != undef }.each |$it| { m::s($it) }",
            "$a.filter |$it| { $it =~ String }.each |$it| { m::s($it) }",
            "delete_undef_values($a).each |$it| { m::s($it) }",
            "$a.delete_undef_values.each |$it| { m::s($it) }",
            "$a.each |$it| { unless $it { next() } m::s($it) }",
            "$a.each |$it| { if $it == undef { break() } m::s($it) }",
            "$a.each |$it| { if $it =~ Undef { return() } m::s($it) }",
            "if $a.all |$it| { $it =~ String } { $a.each |$it| { m::s($it) } }",
            "$a.filter_map |$it| { $it }.each |$it| { m::s($it) }",
        ],
    ),
    (
        "Variant[Integer, String] $v, Boolean $b",
        "m::i($v)",
        &[
            "if $v =~ Integer { @ }",
            "if $v !~ String { @ }",
            "if $v =~ String { notice(1) } else { @ }",
            "if $v.is_a(Integer) { @ }",
            "case $v { Integer: { @ } default: { } }",
            "case $v { String: { } default: { @ } }",
            "$x = $v ? { Integer => $v, default => 1 } m::i($x)",
            "if $v =~ String { fail('x') } @",
            "if $v == 5 { @ }",
            "if $v in [1, 2] { @ }",
            "if $b { $y = 1 } if $v =~ Integer { @ }",
            "m::i(Integer($v))",
        ],
    ),
    (
        "Enum['a', 'b', 'c'] $e",
        "m::e($e)",
        &[
            "unless $e == 'c' { @ }",
            "if $e != 'c' { @ }",
            "if $e == 'a' { @ }",
            "if $e in ['a', 'b'] { @ }",
            "unless $e in ['c'] { @ }",
            "case $e { 'c': { } default: { @ } }",
            "case $e { 'a', 'b': { @ } default: { } }",
            "if $e =~ Enum['a', 'b'] { @ }",
            "if $e =~ /[ab]/ { @ }",
            "if $e == 'c' { fail('x') } @",
        ],
    ),
    (
        "Boolean $manage, Optional[String] $s",
        "m::s($s)",
        &[
            "if $manage and $s { $x = $s } if $manage and $s { m::s($x) }",
            "$x = $s ? { undef => undef, default => $s } if $x { m::s($x) }",
        ],
    ),
    (
        "String $s",
        "m::l($s)",
        &[
            "if $s != '' { @ }",
            "if !$s.empty { @ }",
            "unless empty($s) { @ }",
            "unless $s.empty { @ }",
            "if $s =~ String[1] { @ }",
            "if length($s) > 0 { @ }",
            "if $s.length >= 1 { @ }",
            "if $s.size > 2 { @ }",
            "if $s == 'abc' { @ }",
            "if $s in ['a', 'b'] { @ }",
            "if $s == '' { fail('x') } @",
            "if $s.length == 0 { fail('x') } @",
            "case $s { '': { } default: { @ } }",
        ],
    ),
];

#[test]
fn tests_narrow() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (parameters, line, forms) in GROUPS {
        if warnings(parameters, line).is_empty() {
            wrong.push(format!(
                "not reported without a test: ({parameters}) {line}"
            ));
        }
        for form in *forms {
            count += 1;
            let found = warnings(parameters, &form.replace('@', line));
            if !found.is_empty() {
                wrong.push(format!("({parameters}) {form}\n    {}", found.trim_end()));
            }
        }
    }
    assert!(count >= 100, "{count}");
    assert!(
        wrong.is_empty(),
        "{} of {count}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
