//! Lines as people write them, with parameters of which some values fail there, or none does. Puppet was asked with values
//! of the declared types; what the resource types of Puppet refuse, it refuses when the catalog is applied.

use crate::possible::strict_warnings;
use crate::strict_conversions::FAILING_CONVERSIONS;
use crate::strict_fine_lines::FINE;

/// Parameters, and a line that fails for some of their values.
pub(crate) const FAILING: &[(&str, &str)] = &[
    (
        "Optional[String] $c, Optional[String] $k",
        "if ($c =~ NotUndef) == ($k =~ NotUndef) { fail('one') } if $c { m::s($k) }",
    ),
    ("Array[Integer] $a", "notice($a.max)"),
    ("Array[Integer] $a", "notice(min(*$a))"),
    (
        "M::Tree $t, String[1] $k",
        "$s = $t[$k] if $s { notice($s[$k]) }",
    ),
    (
        "Variant[Hash[String, Integer], Hash[Integer, Integer]] $h, String $k",
        "m::i($h[$k])",
    ),
    (
        "Optional[String] $o, String $v, String $w",
        "if $o == undef and versioncmp($v, '5') >= 0 { $r = '5' }
elsif $o == undef and versioncmp($w, '5') < 0 { $r = '1' }
else { $r = $o }
m::s($r)",
    ),
    (
        "Optional[String] $o, Array[String] $a",
        "$a.each |$i| { if $o == undef and $i =~ /a/ { fail('a') } }
$a.each |$i| { if $i =~ /a/ { m::s($o) } }",
    ),
    ("Optional[Hash] $h", "if empty($h) == true { m::h($h) }"),
    (
        "Hash[String, Array[Regexp]] $h",
        "with($h.convert_to(Array)) |Array[Array[Integer]] $y| { notice($y) }",
    ),
    (
        "Regexp $r",
        "with([$r] + $r) |Array[Hash[String, Regexp]] $y| { notice($y) }",
    ),
    (
        "Variant[Hash, Array[Variant[Hash, String]]] $o",
        "if 'k' in $o { notice($o['k']) }",
    ),
    (
        "Integer[0] $i",
        "with($i.index('a')) |Array[Integer] $y| { notice($y) }",
    ),
    (
        "Variant[Tuple[String], Tuple[Array[String], Undef]] $v",
        "with($v + $v) |Array[Boolean] $y| { notice($y) }",
    ),
    (
        "Array[Integer] $a, Hash[String, Integer] $h",
        "with($a + $h) |Array[Integer] $y| { notice($y) }",
    ),
    (
        "Array[Hash[String, Integer]] $a",
        "with(*$a) |Tuple[Data, Data] *$y| { notice($y) }",
    ),
    (
        "Pattern[/\\Aa/] $p",
        "with(pick_default($p, 1)) |String[2, 3] $y| { notice($y) }",
    ),
    (
        "String $s",
        "if $s.all |$i| { $i =~ Integer } { realize(File[$s]) }",
    ),
    (
        "String $s",
        "if $s.all |$i| { $i =~ Integer } { notify { $s: } }",
    ),
    (
        "Array[Variant[String, Undef]] $a",
        "with(delete_undef_values($a)) |Array[String[1]] $y| { notice($y) }",
    ),
    ("", "m::l($m::f::s)"),
    (
        "Hash[String, Variant[String, Array[String]]] $h",
        "$h.each |String[1] $k, Variant[Array, Hash] $v| { m::s($v[0]) m::h($v) }",
    ),
    // A string is found where an element is an option that matches all.
    (
        "Array[Default] $a, Optional[String] $o",
        "if 'k' in $a { m::s($o) }",
    ),
    (
        "Optional[Timespan] $t, Integer $i, Optional[String] $o",
        "if $t == $i { m::s($o) }",
    ),
    (
        "Hash[String, Integer, 1, 2] $h",
        "with(*$h) |$first, Optional[Integer] $other = undef| { notice($other) }",
    ),
    (
        "Array[Integer] $a",
        "with(*$a) |$first, Optional[Integer] $other = undef| { notice($other) }",
    ),
    (
        "Array[Variant[String, Integer], 2, 2] $a",
        "with(*$a) |$first, Optional[Integer] $other = undef| { notice($other) }",
    ),
    (
        "Optional[Integer] $i, String $s",
        "$x = { 'port' => $i, 'host' => $s }.filter |$k, $v| { $v =~ NotUndef }
m::h($x)",
    ),
    (
        "Integer $i, Optional[Integer] $o",
        "$x = { 'port' => $i, 'host' => $o }.filter |$k, $v| { $v =~ NotUndef }
m::h($x)",
    ),
    (
        "Optional[String] $o",
        "$x = { 's' => $o, 'n' => 1 }.filter |$k, $v| { $v =~ NotUndef }
m::d { 'x': * => $x }",
    ),
    ("Array[String] $a, Optional[String] $o", "m::a($a + $o)"),
    ("Array[String] $a, Optional[String] $o", "m::a($a << $o)"),
    (
        "Array[String] $a, Optional[Array[String]] $o",
        "m::a($a + $o)",
    ),
    (
        "Array[String] $a",
        "with($a - ['x']) |Array[String, 1] $x| { notice($x) }",
    ),
    (
        "Array[String, 1] $a",
        "with($a - ['x']) |Array[String, 1] $x| { notice($x) }",
    ),
    (
        "Array[String] $a",
        "with($a + $a) |Array[String, 1] $x| { notice($x) }",
    ),
    ("Array[Data] $a", "m::a($a.flatten)"),
    ("Data $d", "m::a($d.flatten)"),
    (
        "Hash[Enum['k', 'j'], Integer] $h",
        "with($h + $h) |Hash[String, String] $x| { notice($x) }",
    ),
    (
        "Hash[Enum['k', 'j'], Integer] $h",
        "with($h + { 'k' => 'a' }) |Hash[String, String] $x| { notice($x) }",
    ),
    (
        "Variant[Struct[{ k => String }], Struct[{ j => Integer }]] $h",
        "with($h + { 'i' => 1 }) |Hash[String, Integer] $x| { notice($x) }",
    ),
    ("Sensitive[String] $s", "$x = $s.get('k')"),
    (
        "Struct[{ Optional[a] => Sensitive[Hash] }] $h",
        "$x = $h.dig('a', 'b')",
    ),
    (
        "Array[String] $a",
        "if $a != {} { with($a) |Array[String, 1] $x| { notice($x) } }",
    ),
    (
        "Array[String] $a",
        "if $a == [] { with($a) |Array[String, 1] $x| { notice($x) } }",
    ),
    (
        "Optional[String] $s, Boolean $b",
        "case [$s, $b] { [default, true]: { m::s($s) } default: { } }",
    ),
    (
        "Optional[String] $s, Boolean $b",
        "case [$s, $b] { [String, true], [Undef, false]: { m::s($s) } default: { } }",
    ),
    (
        "Struct[{ Optional[a] => Struct[{ Optional[b] => String }] }] $c, Boolean $b",
        "$has = $b or 'a' in $c
if $has { m::s($c['a']['b']) }",
    ),
    (
        "Array[Struct[{ Optional[a] => Struct[{ Optional[b] => String }] }]] $l",
        "$l.filter |$i| { $i['a'] }.each |$i| { m::s($i['a']['b']) }",
    ),
    ("Array[String] $a", "m::s(*$a)"),
    ("Array[Optional[String], 1, 1] $a", "m::s(*$a)"),
    ("Optional[Tuple[String]] $a", "m::s(*$a)"),
    (
        "Tuple[String, Integer] $t",
        "with(*$t) |Integer $n, String $s| { notice($n) }",
    ),
    (
        "Array[String] $a",
        "with(*$a) |String $first, *$others| { notice($first) }",
    ),
    ("Tuple[String, Integer, 1, 2] $t", "m::i($t[1])"),
    (
        "Optional[String] $s",
        "notice(inline_epp('<%- | String $v | -%><%= $v %>', { 'v' => $s }))",
    ),
    (
        "Struct[{ v => String, Optional[w] => Integer }] $h",
        "notice(inline_epp('<%- | String $v, Optional[String] $w = undef | -%><%= $v %>', $h))",
    ),
    (
        "Optional[String] $s",
        "$x = lookup('m::x', Optional[String], 'first', $s) m::s($x)",
    ),
    (
        "Optional[String] $s",
        "$x = lookup('m::x', { 'value_type' => Optional[String], 'default_value' => $s }) m::s($x)",
    ),
    (
        "Hash[String, Optional[String]] $h",
        "$x = { 'k' => 'd' } + $h m::s($x['k'])",
    ),
    (
        "Hash[String, String] $h",
        "$x = { 'k' => 'd' } + $h m::s($x['j'])",
    ),
    ("Enum['a', 'b'] $e", "$x = { 'a' => 1 } m::i($x[$e])"),
    (
        "Array[String] $a",
        "$x = Hash($a.map |$i| { [$i, 'x'] }) with($x) |Hash[String, Integer] $h| { notice($h) }",
    ),
    ("String $s", "$x = $s.match(/(\\w):/) m::s($x[1])"),
    (
        "Array[String] $a",
        "if $a.length < 3 { with($a) |Array[String, 0, 1] $x| { notice($x) } }",
    ),
    (
        "Hash[String, Integer] $h",
        "if $h.size <= 1 { with($h) |Hash[String, Integer, 1] $x| { notice($x) } }",
    ),
    ("Variant[Integer, Array[Integer]] $n", "m::i($n + 1)"),
    ("Optional[String] $s", "notice($s.upcase)"),
    ("Optional[String] $s", "$x = $s.split(',')"),
    ("Optional[String] $s", "$x = split($s, ',')"),
    ("Optional[String] $s", "notice($s.lstrip)"),
    ("Optional[Array[String]] $a", "notice($a.join(','))"),
    ("Variant[String, Array[String]] $a", "notice($a.join(','))"),
    ("Optional[Hash[String, String]] $h", "notice($h.keys)"),
    ("Optional[Array[String]] $a", "notice($a.size)"),
    ("Optional[Array[String]] $a", "notice($a.unique)"),
    (
        "Optional[Hash[String, String]] $h",
        "$x = $h.map |$k, $v| { $k }",
    ),
    (
        "Optional[Hash[String, String]] $h",
        "$h.each |$k, $v| { notice($k) }",
    ),
    (
        "Optional[Hash[String, String]] $h",
        "$x = $h.filter |$k, $v| { $v }",
    ),
    (
        "Variant[Integer, Boolean] $n",
        "$n.each |$i| { notice($i) }",
    ),
    ("Optional[Integer] $n", "$x = $n.abs"),
    ("Variant[String, Hash] $x", "notice($x.keys)"),
    ("Optional[String] $c", "include $c"),
    ("Optional[String] $c", "contain $c"),
    ("Optional[String] $c", "require $c"),
    ("Variant[String, Integer] $c", "include $c"),
    ("Optional[String[1]] $f", "file { '/a': } -> File[$f]"),
    ("Variant[Integer, String[1]] $f", "$x = File[$f]"),
    ("Optional[String[1]] $t", "file { $t: ensure => file }"),
    ("String $t", "notify { $t: }"),
    ("Optional[String[1]] $t", "notify { [$t]: }"),
    ("Variant[Integer, String[1]] $t", "notify { $t: }"),
    ("Optional[String] $s", "m::s($s)"),
    ("Optional[String] $s", "$x = \"a ${m::s($s)}\""),
    ("Optional[String] $s", "if m::s($s) == 'a' { notice(1) }"),
    (
        "Array[Integer] $a",
        "$x = $a.map |$n| { m::s($n ? { 1 => 'a', default => undef }) }",
    ),
    (
        "Hash[String, Variant[Integer, String]] $h",
        "$h.each |$k, $v| { m::i($v) }",
    ),
    (
        "Array[Integer] $a",
        "$x = $a.reduce |$memo, $x| { $memo + $x } m::i($x)",
    ),
    (
        "Array[Optional[String]] $a",
        "$x = $a.reduce('') |$memo, $x| { m::s($x) }",
    ),
    (
        "Array[Optional[Integer]] $a",
        "$x = $a.reduce(0) |Integer $memo, Integer $x| { $memo + $x }",
    ),
    (
        "Array[String] $a",
        "$x = $a.reduce(undef) |$memo, $x| { m::s($memo) }",
    ),
    (
        "Array[Integer] $a",
        "m::s($a.reduce('') |$memo, $x| { $x })",
    ),
    (
        "Hash[String, Struct[{ Optional[s] => Integer }]] $h",
        "create_resources('m::d', $h)",
    ),
    (
        "Hash[String, Struct[{ n => String }]] $h",
        "create_resources(m::d, $h, { s => 'a' })",
    ),
    ("Optional[Hash] $h", "create_resources(m::d, $h)"),
    (
        "Hash[String, Hash[String, Integer]] $h",
        "$h.each |$k, $v| { m::d { $k: s => 'a', * => $v } }",
    ),
    (
        "Optional[Struct[{ n => Integer }]] $h",
        "m::d { 'a': s => 'a', * => $h }",
    ),
    (
        "Struct[{ n => String }] $h",
        "m::d { 'a': s => 'a', * => $h }",
    ),
    ("Optional[String] $s", "m::d { 'a': s => $s }"),
    ("Optional[String] $s", "class { 'm::c': s => $s }"),
    (
        "Hash[String, Optional[String]] $h",
        "$h.each |$k, $v| { m::d { \"x${k}\": s => $v } }",
    ),
    ("String $e", "service { 'a': ensure => $e }"),
    (
        "Variant[Boolean, String] $e",
        "service { 'a': ensure => 'running', hasstatus => $e }",
    ),
    (
        "Enum['running', 'stoped'] $e",
        "service { 'a': ensure => $e }",
    ),
    ("Optional[Integer] $n", "$x = $n + 1"),
    ("Optional[Integer] $n", "if $n > 1 { notice(1) }"),
    ("Optional[Integer] $n", "$x = 2 * ($n - 1)"),
    ("Variant[String, Integer] $n", "if $n > 1024 { notice(1) }"),
    ("Optional[String] $s", "if $s =~ /a/ { notice(1) }"),
    ("Variant[String, Integer] $s", "if $s =~ /a/ { notice(1) }"),
    (
        "Variant[String, Array[String]] $s",
        "unless $s !~ /a/ { notice(1) }",
    ),
    ("Optional[Array[String]] $a", "$x = $a + ['b']"),
    (
        "Optional[Hash[String, String]] $h",
        "$x = $h + { 'a' => 'b' }",
    ),
    (
        "Hash[String, String] $h, Optional[Hash[String, String]] $o",
        "$x = $h + $o",
    ),
    ("String $s", "$x = $s + 1"),
    ("Optional[Array[String]] $a", "$x = $a << 'b'"),
    ("Optional[String] $s", "$x = $s['a']"),
    ("Optional[Hash] $h", "$x = $h['a']"),
    ("Variant[Boolean, Hash] $h", "$x = $h['a']"),
    ("Optional[Array[Integer]] $a", "$x = $a[0]"),
    ("Hash[String, Hash[String, String]] $h", "$x = $h['a']['b']"),
    ("Array[String] $a, Optional[Integer] $i", "$x = $a[$i]"),
    (
        "Struct[{ Optional[tls] => Struct[{ port => Integer }] }] $c",
        "m::i($c['tls']['port'])",
    ),
    (
        "Struct[{ tls => Optional[Struct[{ port => Integer }]] }] $c",
        "m::i($c['tls']['port'])",
    ),
    (
        "Variant[Integer, String] $v",
        "case $v { Integer: { notice(1) } default: { m::i($v) } }",
    ),
    ("Optional[String] $v", "if type($v) <= Undef { m::s($v) }"),
    ("Variant[String, Sensitive[String]] $p", "m::s($p)"),
    ("Struct[{ Optional[a] => String }] $h", "m::s($h.dig('a'))"),
    ("Struct[{ Optional[a] => String }] $h", "m::s($h.get('a'))"),
    (
        "Struct[{ a => Struct[{ Optional[b] => Integer }] }] $h",
        "m::i($h.dig('a', 'b'))",
    ),
    ("Hash[String, String] $h", "m::s($h['a'])"),
    ("Hash[String, String] $h", "m::s($h.get('a'))"),
    ("Array[Optional[String]] $a", "$a.each |$x| { m::s($x) }"),
    ("Optional[String] $s", "$x = $s.then |$t| { $t } m::s($x)"),
    ("Optional[String] $s", "$x = [$s].map |$t| { m::s($t) }"),
    ("Optional[String] $s", "with($s) |String $t| { notice($t) }"),
    (
        "Optional[String] $s",
        "[$s].each |String $t| { notice($t) }",
    ),
    (
        "Array[String] $a",
        "$a.each |Integer $i, Integer $x| { notice($x) }",
    ),
    (
        "Hash[Variant[String, Integer], Integer] $h",
        "m::a($h.keys)",
    ),
    ("Hash[String, Integer] $h", "m::a($h.values)"),
    ("Hash[String, Integer] $h", "m::a($h.map |$k, $v| { $v })"),
    ("Array[Variant[String, Integer]] $a", "m::a($a.unique)"),
    ("Array[Optional[String]] $a", "m::a($a.flatten)"),
    ("Array[Optional[String]] $a", "m::a($a + ['b'])"),
    ("Array[Integer] $a", "m::a(['x'] + $a)"),
    (
        "Hash[String, Integer] $h",
        "$x = $h.values.map |$v| { m::s($v) }",
    ),
    ("Tuple[String, Integer] $t", "m::i($t[0])"),
    ("Tuple[String, Optional[Integer]] $t", "m::i($t[1])"),
    ("Optional[String] $s", "$l = ['a', $s] m::s($l[1])"),
    ("Optional[String] $s", "$l = { 'x' => $s } m::s($l['x'])"),
    ("Optional[String] $s", "m::h({ 'port' => 1, 'host' => $s })"),
    ("Optional[Integer] $p", "m::h({ 'port' => $p })"),
    ("Hash[String, Integer] $h", "m::h($h)"),
    (
        "Struct[{ port => Variant[Integer, String] }] $h",
        "m::h($h)",
    ),
    ("Optional[String] $s, Boolean $b", "if $b { m::s($s) }"),
    (
        "Optional[String] $s, Boolean $b",
        "if $b or $s { m::s($s) }",
    ),
    ("Optional[String] $s", "if !$s { m::s($s) }"),
    ("Optional[String] $s", "unless $s { notice(1) } m::s($s)"),
    (
        "Boolean $b",
        "if $b { $x = 'a' } else { $x = undef } m::s($x)",
    ),
    (
        "Boolean $b",
        "$x = $b ? { true => 'a', default => undef } m::s($x)",
    ),
    ("Boolean $b", "$x = if $b { 'a' } m::s($x)"),
    ("Enum['a', 'b', 'c'] $e", "$x = $e ? { 'a' => 1, 'b' => 2 }"),
    ("Enum['a', 'b', 'c'] $e", "m::e($e)"),
    ("Integer $i", "m::r($i)"),
    ("String $s", "m::l($s)"),
    (
        "Optional[Variant[String, Integer]] $v",
        "if $v { m::s($v) }",
    ),
    ("Numeric $n", "m::i($n)"),
    ("Integer $f", "$x = File[$f]"),
    ("Array[Integer] $f", "$x = File[$f]"),
    ("Tuple[Float, Boolean] $f", "$x = File[$f]"),
    ("String $c", "$x = Class[$c]"),
    ("String $c", "include $c"),
    ("Array[Array[Float]] $c", "include $c"),
    ("Tuple[Undef, String[1]] $t", "notify { $t: }"),
    ("Tuple[Array[Integer], String[1]] $t", "notify { $t: }"),
    ("String[1] $s", "notice(-$s)"),
    ("Integer $n", "$n.each |$i| { notice($i) }"),
    ("Hash[String, Integer] $h", "[$a, $b] = $h"),
    (
        "Struct[{ a => Integer, Optional[b] => Integer }] $h",
        "[$a, $b] = $h",
    ),
    ("Regexp $r", "[$a, $b] = $r"),
    ("Optional[String] $s", "[$a, $b] = $s"),
    ("Regexp $r", "if $r in ['a', 'b'] { notice($r.length) }"),
    (
        "Optional[Integer] $n",
        "if $n { $x = [$n, 'a'] m::r($x[0]) }",
    ),
    (
        "Optional[Integer] $n",
        "if $n { $x = { 'k' => $n } m::r($x['k']) }",
    ),
    (
        "Optional[Integer] $n",
        "unless $n { class { 'm::c': s => $n } }",
    ),
    (
        "Variant[Struct[{ k => Integer }], String[1]] $p",
        "$p.each |$i| { m::i($i) }",
    ),
    ("Array[Array[Array[Boolean]]] $a", "notice($a.upcase)"),
    (
        "Struct[{ s => String, Optional[n] => String }] $h",
        "m::d { 'a': * => $h }",
    ),
    (
        "Struct[{ s => String, Optional[m] => String }] $h",
        "m::d { 'a': * => $h }",
    ),
    (
        "Struct[{ Optional[s] => String }] $h",
        "m::d { 'a': * => $h }",
    ),
    (
        "Variant[Struct[{ s => String }], Struct[{ s => Integer }]] $h",
        "m::d { 'a': * => $h }",
    ),
    (
        "Struct[{ Optional[owne] => String }] $h",
        "file { '/a': * => $h }",
    ),
    ("Array[Integer] $a", "$x = $a.dig('k')"),
    ("Variant[Integer, Hash] $h", "$x = $h.get('k')"),
    (
        "Hash[String, Variant[String, Hash]] $h",
        "$x = $h.get('a.b')",
    ),
    ("Hash[String, Array[String]] $h", "$x = $h.dig('a', 'b')"),
    ("String $s", "[$s].each |String[1] $t| { notice($t) }"),
    ("String $s", "m::a({ 'k' => $s })"),
    ("Optional[String] $s", "m::a($s.flatten)"),
    ("Data $d", "m::s($d)"),
    (
        "Array[String] $a, Array[Integer] $b",
        "zip($a, $b).each |$p| { m::s($p[1]) }",
    ),
    ("Array[Integer] $a", "$a.slice(2).each |$x| { m::s($x[0]) }"),
    ("Array[String] $a", "$i = $a.index('x') m::s($a[$i])"),
    (
        "Array[Variant[Integer, String]] $a",
        "$x = $a.partition |$v| { $v =~ Integer } $x[1].each |$v| { m::i($v) }",
    ),
    (
        "Array[Optional[Hash[String, String]]] $l",
        "$x = $l.reduce({}) |$m, $h| { $m + $h }",
    ),
    (
        "Hash[String, Integer] $h, Hash[String, String] $o",
        "$x = $h + $o $x.each |$k, $v| { m::s($v) }",
    ),
    (
        "Array[Variant[Integer, String]] $a",
        "$x = $a.reduce(0) |$m, $i| { $m + $i }",
    ),
    ("Optional[Sensitive[String]] $p", "m::s($p.unwrap)"),
    ("Optional[String] $s", "$x = pick($s, '')"),
    (
        "Optional[String] $s, Optional[String] $t",
        "$x = pick($s, $t)",
    ),
    ("String $s", "$x = $s ? { 'a' => 1, 'b' => 2 }"),
    ("Struct[{ k => String[1] }] $h", "m::e($h.dig('k'))"),
    (
        "Variant[Hash[String, Integer], Struct[{ k => String }]] $h",
        "m::i($h.dig('k'))",
    ),
    ("String $s", "m::l($s.lest || { 'a' })"),
    ("Array[String] $a", "m::e($a.map |$x| { $x }[0])"),
    (
        "String $s, Boolean $b",
        "if $b { $x = $s } else { $x = 'a' } m::l($x)",
    ),
    ("Optional[String] $s, Optional[String] $t = $s", "m::s($t)"),
    ("String $s", "if $s =~ /a(b)/ { if $s =~ /c/ { m::s($1) } }"),
    ("Scalar $d", "m::s($d)"),
    ("Scalar $p", "notice($p > 1)"),
    ("ScalarData $p", "notice($p =~ /a/)"),
    ("Numeric $n", "m::i($n)"),
    ("Tuple[Integer, String, Boolean] $t", "m::s($t[-3])"),
    ("Array[Integer, 2, 3] $a", "m::s($a[-1])"),
    (
        "Array[Optional[String]] $a",
        "$x = $a.reduce([]) |$m, $i| { $m + [$i] } $x.each |$i| { m::s($i) }",
    ),
    (
        "Optional[Integer] $o, Optional[Integer] $p",
        "m::i(pick_default($o, $p))",
    ),
    (
        "Optional[String] $s",
        "$x = { 'a' => $s, 'b' => 'c' } ['a', 'b'].each |$k| { m::s($x[$k]) }",
    ),
    (
        "Struct[{a => Integer, b => String}] $x, Boolean $b",
        "$k = $b ? { true => 'a', default => 'b' } m::i($x[$k])",
    ),
    (
        "Variant[Integer, Boolean, Array] $s",
        "notice(Integer.new($s, 16))",
    ),
    ("Integer $i, Optional[Integer] $o", "m::i(min($i, $o))"),
    (
        "Variant[Integer, Array[Integer]] $a, Variant[Integer, Array[Integer]] $b",
        "notice($a - $b)",
    ),
    ("String $s, String $k", "notice($s[$k])"),
    (
        "Variant[String, Hash[String, String]] $s, String $k",
        "notice($s[$k])",
    ),
    ("Optional[String] $s", "m::s($s, *[])"),
    ("Integer[1, 10] $n", "m::r($n + 1)"),
    ("Integer[1, 10] $n", "$x = $n - 1 notice(10 / $x)"),
    (
        "String $s",
        "$m = $s.match(/(a)(b)?/) if $m { m::s($m[2]) }",
    ),
    ("String $s", "$x = $s ? { /^\\d+$/ => 3, 'a' => 4 }"),
    (
        "Struct[{ Optional[tls] => Struct[{ on => Boolean }] }] $c",
        "unless $c.get('tls.on', false) { notice($c['tls']['on']) }",
    ),
    ("Array[Optional[Integer], 1] $a", "m::i(min($a))"),
    (
        "Hash[String, Optional[String]] $h, Hash[String, String] $g",
        "deep_merge($h, $g).each |$k, $v| { m::s($v) }",
    ),
    (
        "Hash[String, Hash[String, Integer]] $h, Hash[String, Hash[String, String]] $g",
        "deep_merge($h, $g).each |$k, $v| { $v.each |$i, $j| { m::s($j) } }",
    ),
    ("Variant[Boolean, String] $s", "notice($s[0, 1])"),
    (
        "Optional[String] $s",
        "notice(lookup('none', String, 'first', $s))",
    ),
    (
        "Hash[String, Optional[String]] $h",
        "if 'k' in $h { m::s($h['k']) }",
    ),
    (
        "Variant[Struct[{t => Enum['a'], v => String}], Struct[{t => Enum['b'], v => Integer}]] $c",
        "if $c['t'] == 'a' { m::i($c['v']) }",
    ),
    (
        "Variant[Struct[{t => Enum['a'], v => String}], Struct[{t => Enum['b'], Optional[v] => String}]] $c",
        "case $c['t'] { 'a': { } default: { m::s($c['v']) } }",
    ),
    ("Hash[String, Integer] $h", "m::i(getvar('h.k'))"),
    ("Array[String] $a", "$x = { 'k' => 1 } + $a"),
    ("Array[Array[String]] $a", "$x = { 'k' => 1 } + $a"),
    ("Tuple[String, Hash, String] $t", "$x = { 'k' => 1 } + $t"),
    (
        "Tuple[String, String] $t",
        "$x = { 'k' => 1 } + $t m::s($x['k'])",
    ),
    (
        "Hash[String, Integer] $h, Array[Tuple[String, String]] $a",
        "$x = $h + $a $x.each |$k, $v| { m::i($v) }",
    ),
    ("Hash[String, Integer] $h", "notice(Numeric($h))"),
    ("Optional[String] $s", "notice(Boolean($s))"),
    ("Array[String] $a", "notice(getvar('a.k'))"),
    ("String $s", "notice(getvar('s.k', 1))"),
    ("Sensitive[Hash] $s", "notice(getvar('s.k'))"),
    (
        "Variant[Boolean, Hash] $v",
        "if $v { notice(getvar('v.k')) }",
    ),
    (
        "Optional[String] $s",
        "if $s =~ String[1] { notice(getvar('s.k')) }",
    ),
    (
        "Optional[String] $s",
        "$x = { 'k' => $s } m::s(getvar('x.k'))",
    ),
    (
        "Hash[String, Variant[String, Hash]] $h",
        "if $h['k'] =~ String { notice($h.dig('k', 'j')) }",
    ),
    ("Array[String] $a", "$x = $a.match(/a/) m::s($x)"),
    ("Array[String, 1] $a", "$x = $a.match(/a/) m::a($x[0])"),
    (
        "Variant[String, Array[String]] $a",
        "$a.match(/a/).then |$x| { m::a($x) }",
    ),
    (
        "Variant[String, Hash] $v",
        "$x = $v.get('k') |$e| { undef }",
    ),
    (
        "Tuple[String, Integer, 2] $t",
        "$x = { 'a' => 1 } + $t $x.each |$k, $v| { m::s($k) }",
    ),
    (
        "Tuple[Hash[String, String]] $t",
        "$x = { 'a' => 1 } + $t $x.each |$k, $v| { m::i($v) }",
    ),
    ("Array[Variant[String, Integer]] $a", "m::a($a.upcase)"),
    ("Array[Integer] $a", "$a.chomp.each |$x| { m::s($x) }"),
    // Of three, one is there.
    (
        "Optional[String] $s, Optional[String] $o, Optional[String] $t",
        "unless $s or $o or $t { return() } unless $s { m::s($t) }",
    ),
    (
        "Optional[String] $s, Optional[String] $o, Optional[String] $t",
        "if ($s or $o) or ($s or $t) { unless $s { m::s($o) } }",
    ),
    (
        "Enum['a', 'b', 'c'] $e",
        "if $e == 'a' { $n = 1 } elsif $e == 'b' { $n = 2 } else { $n = undef } if $e in ['a', 'c'] { m::i($n) }",
    ),
    (
        "Enum['a', 'b', 'c'] $e",
        "$n = if $e == 'a' { 1 } elsif $e == 'b' { 2 } else { undef } if $e != 'a' { m::i($n) }",
    ),
    (
        "Array[String] $a",
        "unless $a.any |$i| { $i == 'x' } { with($a) |Array[String, 1] $x| { notice($x) } }",
    ),
    (
        "Struct[{ a => Integer, b => String }] $h, Array[String] $a",
        "$x = $h - $a m::i($x['a'])",
    ),
    (
        "Struct[{ a => Integer, b => String }] $h",
        "$x = $h - { 'b' => 1 } m::s($x['b'])",
    ),
    (
        "Variant[Tuple[Integer, String], Struct[{ a => Integer }]] $v",
        "with($v - ['x']) |Hash[String, String] $x| { notice($x) }",
    ),
    ("Integer $i", "include m::c m::i(getvar('m::c::s'))"),
    (
        "Hash[String, Integer] $h, Hash[String, String] $k",
        "if $h[$k['a']] { m::i($h[$k['b']]) }",
    ),
    (
        "Hash[String, Integer] $h, String $s, String[1] $d",
        "if $h[\"a-${s}\"] { m::i($h[\"a-${d}\"]) }",
    ),
    (
        "Hash[String, Integer] $h, Hash[String, Integer] $k",
        "$h.filter |$k, $v| { $v > 3 }.keys.each |$x| { m::i($k[$x]) }",
    ),
    ("Timespan $t", "m::i($t + $t)"),
    ("Timestamp $t", "m::i($t - 1)"),
    (
        "Variant[Integer, Array[String]] $v",
        "m::a(Array($v, true))",
    ),
    ("Optional[Array[String]] $v", "m::a(Array($v))"),
    ("Hash[String, Integer] $h", "m::a(Array($h))"),
    (
        "Tuple[Struct[{ a => Integer, b => Integer }]] $t",
        "with(*$t[0]) |Integer $x, Integer $y| { notice($x, $y) }",
    ),
    (
        "Struct[{ a => Integer, Optional[b] => Integer }] $h",
        "with(*$h) |Tuple $x, Tuple $y| { notice($x, $y) }",
    ),
    (
        "Array[String] $a",
        "@file { '/a': } unless $a.length > 1 { realize(File[$a]) }",
    ),
    (
        "Struct[{ Optional[s] => String }] $h, Struct[{ Optional[s] => String }] $g",
        "m::d { default: * => $g; 'x': * => $h }",
    ),
    (
        "Variant[String, Array[String]] $l",
        "$u = $l [1, 'a'].each |$l| { if $l =~ String { m::s($u) } }",
    ),
    (
        "Optional[String] $l, Boolean $b",
        "if $b { $u = $l } else { $u = 'a' } if $l { notice(1) } m::s($u)",
    ),
    (
        "String $k, String[1] $d",
        "$u = $k ? { 'a' => undef, default => $d } if $k != 'b' { m::s($u) }",
    ),
    (
        "String $k, String[1] $d",
        "case $k { /a/, 'x': { $u = undef } 'b': { $u = $d } default: { $u = $d } } if $k != 'b' { m::s($u) }",
    ),
    (
        "Variant[String, Array[String]] $v",
        "m::s(regsubst($v, 'x', 'y'))",
    ),
    (
        "Variant[String[1], Hash] $k",
        "if $k =~ Hash { unless $k['a'] or $k['b'] { fail('x') } if $k['a'] { $l = 1 } elsif $k['c'] { $l = 2 } } else { $l = 3 } notice($l)",
    ),
    (
        "Array[Tuple[Integer, String]] $p",
        "with($p.reverse_each.map |$i| { $i }) |Array[Integer] $y| { notice($y) }",
    ),
    ("Enum['15m', '1h'] $e", "m::r(m::t($e))"),
    ("Optional[String] $s", "m::s(m::n($s))"),
];

#[test]
fn what_may_fail_is_reported() {
    let is_missed =
        |(parameters, line): &&(&str, &str)| strict_warnings(parameters, line).is_empty();
    let lines = FAILING.iter().chain(FAILING_CONVERSIONS);
    let missed: Vec<_> = lines.filter(is_missed).collect();
    assert!(missed.is_empty(), "{missed:#?}");
    assert!(FAILING.len() + FINE.len() >= 150);
}
