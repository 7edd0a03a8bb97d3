//! Lines as people write them that fail for no value of their parameters' types, most of them thanks to a test. Puppet was
//! asked with values of the declared types.

use crate::possible::strict_warnings;

/// Parameters, and a line that fails for none of their values.
pub(crate) const FINE: &[(&str, &str)] = &[
    (
        "Optional[String] $c, Optional[String] $k",
        "if ($c =~ NotUndef) != ($k =~ NotUndef) { fail('both') } if $c { m::s($k) }",
    ),
    (
        "Optional[String] $c, Boolean $b",
        "if $b == ($c == undef) { fail('one') } if $b { m::s($c) }",
    ),
    (
        "Array[Variant[Integer, Enum['all', 'none']]] $c",
        "$n = ($c - ['all', 'none']).map |$i| { $i + 1 }",
    ),
    ("Array[Optional[String]] $c", "($c - undef).each |$s| { m::s($s) }"),
    ("Array[Integer, 1] $a", "notice($a.max)"),
    ("Array[Integer] $a, Integer $i", "notice(max(*$a, $i), max($i), max($i, 1))"),
    ("Array[Integer] $a", "unless $a.empty { notice(min(*$a), $a.max) }"),
    (
        "Optional[Hash[String, Integer]] $h",
        "$c = $h.lest || { 'none' } $r = $c ? { 'none' => 1, default => $c['a'] }",
    ),
    (
        "Optional[Enum['a', 'b']] $e",
        "$k = $e.lest || { 'c' } $r = $k ? { 'a' => 1, 'b' => 2, 'c' => 3 }",
    ),
    (
        "M::Port $p",
        "$q = if $p >= 65535 { $p - 1 } else { $p + 1 } m::p($q)",
    ),
    ("String[1] $s", "if $s =~ /\\A\\d+\\z/ { notice(Integer($s, 10)) }"),
    (
        "M::Names $n",
        "unless $n.length == 0 { with(*$n) |String $first, String *$more| { notice($first) } }",
    ),
    (
        "Array[Tuple[Integer, Integer]] $a",
        "$i = $a.index |$x| { $x[0] == 3 } if $i != undef { notice($a[$i][1] + 1) }",
    ),
    ("M::Tree $t, String[1] $k", "$s = $t[$k] if $s =~ Hash { notice($s[$k]) }"),
    (
        "Variant[Hash[String, Integer], Hash[Integer, Integer]] $h, String $k",
        "$v = $h[$k] if $v { m::i($v) }",
    ),
    ("String $s", "if $s =~ /\\A\\d+\\z/ { notice(Integer($s, 10)) }"),
    ("Pattern[/\\A[1-9][0-9]*\\z/] $p", "notice($p.convert_to(Integer) + 1)"),
    (
        "Variant[String, Integer] $v",
        "case $v { Integer: { notice($v) } /\\A([1-9]\\d*)(k|m)?\\z/: { notice(Integer($1) * 1024) } default: { fail($v) } }",
    ),
    (
        "String $s",
        "$m = $s.match(/v([1-9]\\d{0,3})\\./) if $m { notice(Integer($m[1]) + 1) }",
    ),
    (
        "Hash[String, Integer] $h",
        "with($h.convert_to(Array)) |Array[Tuple[String, Integer]] $y| { notice($y) }",
    ),
    ("Pattern[/\\A\\d+\\z/] $p", "notice(sprintf('%d', $p))"),
    (
        "Regexp $r",
        "with([$r] + $r) |Array[Regexp] $y| { notice($y) }",
    ),
    (
        "Optional[String] $o, String $v",
        "if $o == undef and versioncmp($v, '5') >= 0 { $r = '5' }
elsif $o == undef and versioncmp($v, '5') < 0 { $r = '1' }
else { $r = $o }
m::s($r)",
    ),
    (
        "Optional[String] $o, String[1] $i",
        "if $i != 'x' and $o == undef { $r = 'a' } elsif $i == 'x' and $o == undef { fail('b') } else { $r = $o }
m::s($r)",
    ),
    (
        "Optional[String] $o, String $i",
        "if $o == undef and $i =~ /a/ { fail('a') }
if $i =~ /a/ { m::s($o) }",
    ),
    (
        "Optional[Hash] $h",
        "if empty($h) == false { $h.each |$k, $v| { notice($v) } }",
    ),
    (
        "Optional[Hash] $h",
        "if true != empty($h) { $h.each |$k, $v| { notice($v) } }",
    ),
    (
        "Variant[Hash, Array[Hash]] $o",
        "if 'k' in $o { notice($o['k']) }",
    ),
    ("", "m::s($m::f::fact) m::s($m::f::s)"),
    (
        "",
        "with(delete_undef_values([$facts['networking']['ip']])) |Array[Pattern[/1/]] $y| { notice($y) }",
    ),
    (
        "Array[Struct[{ port => Integer }]] $a",
        "$a.each |Hash $h| { m::h($h) }",
    ),
    (
        "Array[Integer] $a, Hash[String, Integer] $h",
        "with($a + $h) |Array[Variant[Integer, Tuple[String, Integer]]] $y| { notice($y) }",
    ),
    (
        "Array[Integer] $a, Variant[Integer, Array[Integer]] $v",
        "with($a + $v) |Array[Integer] $y| { notice($y) }",
    ),
    (
        "Hash[String, Integer, 1, 1] $h",
        "with(*$h) |$first, Optional[Integer] $other = undef| { notice($other) }",
    ),
    (
        "Array[Integer, 1, 2] $a",
        "with(*$a) |$first, Optional[Integer] $other = undef| { notice($other) }",
    ),
    (
        "Variant[String, Integer] $a",
        "with(*$a) |$first, Optional[Integer] $other = undef| { notice($other) }",
    ),
    (
        "Integer $i, Optional[String] $o",
        "$x = { 'port' => $i, 'host' => $o }.filter |$k, $v| { $v != undef }
m::h($x)",
    ),
    (
        "Integer $i, Optional[String] $o",
        "$x = { 'port' => $i, 'host' => $o, 'other' => 1 }.filter |$k, $v| { $k in ['port', 'host'] and $v =~ NotUndef }
notice($x['host'])",
    ),
    (
        "Optional[String] $o",
        "$x = { 's' => 'a', 'n' => $o.then |$t| { 1 } }.filter |$k, $v| { $v =~ NotUndef }
m::d { 'x': * => $x }",
    ),
    (
        "Optional[String] $o",
        "$x = $o ? { undef => {}, default => { 'host' => $o } }
m::h($x + { 'port' => 1 })",
    ),
    (
        "Struct[{ Optional[host] => String }] $h, Integer $i, Optional[String] $o",
        "$x = { 'port' => $i, 'host' => $o }.filter |$k, $v| { $v =~ NotUndef }
m::h($x + $h)",
    ),
    (
        "Array[String] $a, Optional[String] $o",
        "if $o { m::a($a + $o) }",
    ),
    (
        "Hash[String[1], Integer] $h",
        "$r = $h.reduce({}) |$m, $kv| { $m + { $kv[0] => $kv[1] } }
with($r) |Hash[String[1], Integer] $x| { notice($x) }",
    ),
    (
        "Array[String] $a, Optional[String] $o",
        "if $o == undef and $a.empty { fail('none') }
if $a.empty { m::s($o) }",
    ),
    (
        "String $s",
        "unless $s.empty { return() }
with($s) |String[0, 0] $x| { notice($x) }",
    ),
    (
        "Array[String] $a",
        "with($a + ['x']) |Array[String, 1] $x| { notice($x) }",
    ),
    (
        "Array[String, 1] $a",
        "with($a + $a) |Array[String, 2] $x| { notice($x) }",
    ),
    (
        "Array[String] $a",
        "with($a << 'x') |Array[String, 1] $x| { notice($x) }",
    ),
    (
        "Array[String, 0, 2] $a",
        "with($a - ['x']) |Array[String, 0, 2] $x| { notice($x) }",
    ),
    (
        "Array[Variant[String, Array[String]]] $a",
        "m::a($a.flatten)",
    ),
    (
        "Hash[Enum['k', 'j'], Integer] $h",
        "with($h + $h) |Hash[String, Integer] $x| { notice($x) }",
    ),
    (
        "Variant[Struct[{ k => Integer }], Struct[{ j => Integer }]] $h",
        "with($h + { 'i' => 1 }) |Hash[String, Integer] $x| { notice($x) }",
    ),
    (
        "Array[String] $a",
        "if $a != [] { with($a) |Array[String, 1] $x| { notice($x) } }",
    ),
    (
        "Array[String] $a",
        "unless $a == [] { with($a) |Array[String, 1] $x| { notice($x) } }",
    ),
    (
        "Array[String] $a",
        "case $a { []: { } default: { with($a) |Array[String, 1] $x| { notice($x) } } }",
    ),
    (
        "Hash[String, String] $h",
        "if $h != {} { with($h) |Hash[String, String, 1] $x| { notice($x) } }",
    ),
    (
        "Optional[String] $s, Optional[Integer] $i",
        "case [$s, $i] { [String, Integer]: { m::s($s) m::i($i) } default: { } }",
    ),
    (
        "Optional[String] $s, Boolean $b",
        "case [$s, $b] { [NotUndef, true]: { m::s($s) } default: { } }",
    ),
    (
        "Struct[{ Optional[a] => Struct[{ b => String }] }] $c",
        "$has = 'a' in $c
if $has { m::s($c['a']['b']) }",
    ),
    (
        "Struct[{ Optional[a] => String }] $c, Boolean $b",
        "$has = ($b and 'a' in $c)
if $has { m::s($c['a']) }",
    ),
    (
        "Array[Struct[{ Optional[a] => Struct[{ Optional[b] => String }] }]] $l",
        "$l.filter |$i| { $i.dig('a', 'b') }.each |$i| { m::s($i['a']['b']) }",
    ),
    (
        "Array[Struct[{ e => Enum['a', 'c'] }]] $l",
        "$l.filter |$i| { $i['e'] == 'a' }.each |$i| { m::e($i['e']) }",
    ),
    ("Tuple[String] $a", "m::s(*$a)"),
    ("Array[String] $a", "if $a.length == 1 { m::s(*$a) }"),
    (
        "Array[String, 1] $a",
        "with(*$a) |String $first, *$others| { notice($first) }",
    ),
    (
        "Tuple[String, Integer, 1, 2] $t",
        "if $t.length == 2 { m::i($t[1]) }",
    ),
    (
        "Optional[String] $s",
        "if $s { notice(inline_epp('<%- | String $v | -%><%= $v %>', { 'v' => $s })) }",
    ),
    (
        "Optional[String] $s",
        "notice(inline_epp('<%- | String $v = \"d\" | -%><%= $v %>', { 'v' => $s }))",
    ),
    (
        "Variant[Integer, Enum['max']] $n",
        "notice(sprintf('%s', $n))",
    ),
    (
        "Variant[Integer, Enum['max']] $n",
        "if $n != 'max' { notice(sprintf('%03d', $n)) }",
    ),
    ("String $s, Float $f", "notice(sprintf('%s %.2f', $s, $f))"),
    ("Pattern[/\\A\\d+\\z/] $s", "m::i(Integer($s))"),
    ("Variant[Integer, Boolean] $n", "m::i(Integer($n))"),
    (
        "Optional[String] $s",
        "$x = lookup('m::x', Optional[String], 'first', $s) if $x { m::s($x) }",
    ),
    (
        "Hash[String, String] $h",
        "$x = { 'k' => 'd' } + $h m::s($x['k'])",
    ),
    (
        "Hash[String, Integer] $h",
        "$x = $h + { 'k' => 'd' } m::s($x['k'])",
    ),
    (
        "Enum['a', 'b'] $e",
        "$x = { 'a' => 1, 'b' => 2 } m::i($x[$e])",
    ),
    (
        "String $s",
        "$x = { 'a' => 1, 'b' => 2 } if $s in $x { m::i($x[$s]) }",
    ),
    (
        "Array[Integer] $a",
        "$x = Hash($a.map |$i| { [\"k${i}\", $i] }) with($x) |Hash[String, Integer] $h| { notice($h) }",
    ),
    ("String $s", "$x = $s.match(/(\\w):/) if $x { m::s($x[1]) }"),
    (
        "Array[String] $a",
        "if $a.length < 3 { with($a) |Array[String, 0, 2] $x| { notice($x) } }",
    ),
    (
        "Hash[String, Integer] $h",
        "if 1 >= $h.size { with($h) |Hash[String, Integer, 0, 1] $x| { notice($x) } }",
    ),
    (
        "String $s",
        "unless $s.length > 3 { with($s) |String[0, 3] $x| { notice($x) } }",
    ),
    (
        "Array[String] $a",
        "case $a.length { 0: { } 1: { with($a) |Array[String, 1, 1] $x| { notice($x) } } default: { } }",
    ),
    (
        "Integer[0, 10] $n",
        "unless $n == 0 { with($n) |Integer[1] $x| { notice($x) } }",
    ),
    (
        "Struct[{ a => Optional[String] }] $h",
        "$x = $h.get('a', 'd') m::s($x)",
    ),
    (
        "Array[Integer] $a",
        "$x = $a.reduce({}) |$memo, $i| { $memo + { \"k${i}\" => $i } } $x.each |$k, $v| { m::i($v) }",
    ),
    ("Variant[Integer, String] $s", "notice($s.capitalize)"),
    ("Variant[Integer, String] $s", "notice($s.upcase)"),
    ("Optional[String] $s", "if $s { notice($s.upcase) }"),
    ("Optional[String] $s", "$x = $s.then |$t| { $t.upcase }"),
    ("Optional[String] $s", "$x = $s.lest || { 'a' }.upcase"),
    ("Optional[String] $s", "$x = pick($s, 'a').upcase"),
    (
        "Variant[String, Array[String]] $a",
        "notice([$a].flatten.join(','))",
    ),
    (
        "Variant[String, Array[String]] $a",
        "$l = $a ? { Array => $a, default => [$a] } notice($l.join(','))",
    ),
    (
        "Optional[Array[String]] $a",
        "unless $a.empty { notice($a.size) }",
    ),
    (
        "Optional[Hash[String, String]] $h",
        "pick($h, {}).each |$k, $v| { notice($k) }",
    ),
    (
        "Variant[Integer[1], Array] $n",
        "$n.each |$i| { notice($i) }",
    ),
    (
        "Variant[String, Hash] $x",
        "if $x =~ Hash { notice($x.keys) }",
    ),
    ("Optional[String] $c", "if $c { notice($c) }"),
    ("Optional[String] $f", "notify { 'n': require => File[$f] }"),
    ("Optional[String[1]] $f", "if $f { $x = File[$f] }"),
    ("String[1] $f", "$x = File[$f]"),
    ("Array[String[1], 1] $f", "$x = File[$f]"),
    ("Optional[String[1]] $c", "$x = Class[$c]"),
    (
        "Optional[String[1]] $t",
        "if $t { file { $t: ensure => file } }",
    ),
    ("String $t", "unless $t.empty { notify { $t: } }"),
    (
        "Hash[String, Variant[Integer, String]] $h",
        "$h.each |$k, $v| { if $v =~ Integer { m::i($v) } }",
    ),
    (
        "Hash[String, Variant[Integer, String]] $h",
        "$h.filter |$k, $v| { $v =~ Integer }.each |$k, $v| { m::i($v) }",
    ),
    (
        "Array[Integer] $a",
        "$x = $a.reduce(0) |$memo, $x| { $memo + $x } m::i($x)",
    ),
    (
        "Array[Integer, 1] $a",
        "$x = $a.reduce |$memo, $x| { $memo + $x } m::i($x)",
    ),
    (
        "Array[String] $a",
        "m::s($a.reduce('') |$memo, $x| { \"${memo}${x}\" })",
    ),
    (
        "Hash[String, Struct[{ s => String, Optional[n] => Integer }]] $h",
        "create_resources(m::d, $h)",
    ),
    ("Optional[Integer] $n", "m::d { 'a': s => 'a', n => $n }"),
    (
        "Hash[String, Optional[String]] $h",
        "$h.each |$k, $v| { if $v { m::d { \"x${k}\": s => $v } } }",
    ),
    (
        "Enum['running', 'stopped'] $e",
        "service { 'a': ensure => $e }",
    ),
    (
        "String $e",
        "if $e in ['running', 'stopped'] { service { 'a': ensure => $e } }",
    ),
    ("Boolean $e", "service { 'a': ensure => $e }"),
    ("String $e", "package { 'a': ensure => $e }"),
    (
        "Variant[Pattern[/\\A\\d+\\z/], Integer] $n",
        "if Integer($n) > 1024 { notice(1) }",
    ),
    ("Optional[Integer] $n", "if $n and $n > 1 { notice(1) }"),
    ("Optional[String] $s", "if $s and $s =~ /a/ { notice(1) }"),
    (
        "Optional[String] $s",
        "case $s { /a/: { notice(1) } default: { } }",
    ),
    ("Optional[String] $s", "if $s in ['a'] { notice(1) }"),
    ("Array[String] $a, Optional[String] $o", "$x = $a + $o"),
    ("Optional[Array[String]] $a", "$x = ['a'] - $a"),
    (
        "Hash[String, Hash[String, String]] $h",
        "if 'a' in $h { $x = $h['a']['b'] }",
    ),
    (
        "Hash[String, Hash[String, String]] $h",
        "$x = $h.dig('a', 'b')",
    ),
    (
        "Struct[{ tls => Optional[Struct[{ port => Integer }]] }] $c",
        "if $c['tls'] { m::i($c['tls']['port']) }",
    ),
    (
        "Variant[Integer, String] $v",
        "if type($v) <= Integer { m::i($v) }",
    ),
    (
        "Optional[String] $v",
        "if type($v) < Undef { notice(1) } elsif type($v) <= String { m::s($v) }",
    ),
    (
        "Variant[Integer, String] $v",
        "case type($v) { Type[Integer]: { m::i($v) } default: { } }",
    ),
    (
        "Variant[Integer, String] $v",
        "if type($v) <= String { notice($v) } else { m::i($v) }",
    ),
    ("Optional[String] $v", "m::s(String($v))"),
    (
        "Variant[String, Sensitive[String]] $p",
        "$x = $p ? { Sensitive => $p.unwrap, default => $p } m::s($x)",
    ),
    ("Variant[String, Sensitive[String]] $p", "m::s($p.unwrap)"),
    (
        "Struct[{ Optional[a] => String }] $h",
        "m::s($h.get('a', 'x'))",
    ),
    (
        "Struct[{ a => Struct[{ b => Integer }] }] $h",
        "m::i($h.dig('a', 'b'))",
    ),
    (
        "Array[Optional[String]] $a",
        "$a.filter |$x| { $x =~ NotUndef }.each |$x| { m::s($x) }",
    ),
    (
        "Array[Optional[String]] $a",
        "delete_undef_values($a).each |$x| { m::s($x) }",
    ),
    ("String $s", "m::a($s.split(','))"),
    ("Hash[String, Integer] $h", "m::a($h.keys)"),
    ("Hash[String, String] $h", "m::a($h.values)"),
    (
        "Hash[String, String] $h",
        "m::a($h.map |$k, $v| { \"${k}=${v}\" })",
    ),
    ("Array[String] $a", "m::a($a.sort.unique)"),
    (
        "Array[Variant[String, Integer]] $a",
        "m::a($a.map |$x| { String($x) })",
    ),
    ("Tuple[String, Integer] $t", "m::s($t[0]) m::i($t[1])"),
    ("Optional[String] $s", "$l = ['a', $s] m::s($l[0])"),
    (
        "Optional[String] $s",
        "$l = { 'x' => $s, 'y' => 'a' } m::s($l['y'])",
    ),
    ("Boolean $b", "$x = if $b { 'a' } else { 'b' } m::s($x)"),
    ("Enum['a', 'b'] $e", "$x = $e ? { 'a' => 1, 'b' => 2 }"),
    (
        "Enum['a', 'b'] $e, Optional[String] $s",
        "if $e == 'b' { notice($s) }",
    ),
    ("Integer[1, 5] $i", "m::r($i)"),
    ("Optional[String] $f", "$x = File[$f]"),
    ("Array[Hash] $a", "$x = $a.dig(0, 'k')"),
    ("Hash[String, Optional[Hash]] $h", "$x = $h.get('a.b')"),
    ("String $s", "m::a($s.flatten)"),
    (
        "Hash[String, Struct[{ a => Integer }]] $h",
        "$h.keys.sort.each |$k| { $v = $h[$k] m::i($v['a']) }",
    ),
    ("String $s", "m::s(\"a${s}\".strip)"),
    ("Any $s", "$x = downcase($s) m::s($x)"),
    (
        "Enum['http://a:1'] $u",
        "$x = Integer(split($u, ':')[-1]) m::r($x)",
    ),
    ("Array[Array[String[1]]] $f", "$x = File[$f]"),
    ("Array[Array[String[1]]] $t", "notify { $t: }"),
    ("Integer[0] $n", "$n.each |$i| { notice($i) }"),
    (
        "Regexp $r",
        "if $r in ['a', 'b'] { notice(\"${r}\".length) }",
    ),
    ("Struct[{ a => Integer, b => Integer }] $h", "[$a, $b] = $h"),
    (
        "Variant[Struct[{ k => Integer }], Array[Integer]] $p",
        "$p.each |$k, $i| { m::i($i) }",
    ),
    (
        "Struct[{ s => String, Optional[n] => Integer }] $h",
        "m::d { 'a': * => $h }",
    ),
    (
        "Struct[{ Optional[n] => Integer }] $h",
        "m::d { 'a': s => 'a', * => $h }",
    ),
    ("String $s, Optional[String] $t = $s", "m::s($t)"),
    ("Optional[String] $t = \"a${facts['x']}\"", "m::s($t)"),
    ("String $s", "$x = $s ? { 'a' => 1, /./ => 2, '' => 3 }"),
    ("Optional[String] $s", "m::l(pick($s, 'a'))"),
    (
        "Array[Optional[Hash[String, String]]] $l",
        "$x = $l.filter |$h| { $h }.reduce({}) |$m, $h| { $m + $h } $x.each |$k, $v| { m::s($v) }",
    ),
    (
        "String $s",
        "if $s =~ /-/ { $p = split($s, '-') $x = $p[1] } else { $x = $s } m::s($x)",
    ),
    (
        "Array[String] $a, Array[Integer] $b",
        "zip($a, $b).each |$p| { m::s($p[0]) }",
    ),
    ("Scalar $p", "if $p =~ Numeric { notice($p > 1) }"),
    ("Numeric $n", "if $n =~ Integer { m::i($n) }"),
    ("Numeric $n", "unless $n =~ Float { m::i($n) }"),
    ("Tuple[String, Integer, Boolean] $t", "m::s($t[-3])"),
    ("Tuple[Integer, String, 2, 3] $t", "m::s($t[-1])"),
    (
        "Array[String] $a",
        "$x = $a.reduce([]) |$m, $i| { $m + [$i] } $x.each |$i| { m::s($i) }",
    ),
    ("Optional[String] $s", "m::s(pick_default($s, 'a'))"),
    ("Optional[String] $s", "m::s(pick_default($s, undef))"),
    (
        "Optional[String[1]] $s, Optional[String[1]] $t",
        "$x = $s ? { undef => $t, default => $s } m::s(pick($x, 'a')) m::s($x.lest || { 'b' })",
    ),
    (
        "Variant[Optional[String], Enum['a']] $s",
        "m::s($s.lest || { 'b' })",
    ),
    (
        "String $s",
        "$x = { 'a' => $s, 'b' => 'c' } ['a', 'b'].each |$k| { m::s($x[$k]) }",
    ),
    ("Numeric $n", "notice(Integer($n, 10))"),
    (
        "Integer $i, Optional[Integer] $o",
        "m::i(max($i, pick($o, 1)))",
    ),
    ("Integer $i", "m::i(min($i, 3, 4))"),
    ("Array[Integer, 1] $a", "m::i(max($a))"),
    (
        "Hash[String, String] $h, Optional[Hash[String, String]] $g",
        "deep_merge($h, $g).each |$k, $v| { m::s($v) }",
    ),
    (
        "Hash[String, Hash[String, String]] $h",
        "deep_merge($h, { 'a' => { 'b' => 'c' } }).each |$k, $v| { $v.each |$i, $j| { m::s($j) } }",
    ),
    (
        "Optional[String] $s",
        "notice(lookup('none', Optional[String], 'first', $s))",
    ),
    (
        "Variant[Struct[{t => Enum['a'], v => String}], Struct[{t => Enum['b'], v => Integer}]] $c",
        "if $c['t'] == 'a' { m::s($c['v']) } else { m::i($c['v']) }",
    ),
    (
        "Variant[Struct[{t => Enum['a'], v => String}], Struct[{t => Enum['b'], w => Integer}]] $c",
        "case $c['t'] { 'a': { m::s($c['v']) } default: { m::i($c['w']) } }",
    ),
    (
        "Variant[Struct[{v => String}], Struct[{w => Integer}]] $c",
        "if 'v' in $c { m::s($c['v']) } else { m::i($c['w']) }",
    ),
    (
        "Variant[Struct[{v => String, Optional[u] => String}], Struct[{w => Integer}]] $c",
        "if $c['w'] { m::i($c['w']) } elsif $c['u'] { m::s($c['v']) }",
    ),
    ("Array[Tuple[String, String]] $a", "$x = { 'k' => 1 } + $a"),
    ("Array[Array[String, 1, 2]] $a", "$x = { 'k' => 1 } + $a"),
    ("Tuple[String, String] $t", "$x = { 'k' => 1 } + $t"),
    ("Tuple[Hash] $t", "$x = { 'k' => 1 } + $t"),
    ("Hash[String, Integer] $h, Array[Tuple[String, Integer]] $a", "$x = $h + $a $x.each |$k, $v| { m::i($v) }"),
    ("Hash[String, String] $h", "$x = { 'k' => 'a' } + $h.map |$k, $v| { [$k, $v] } m::s($x['k'])"),
    ("Struct[{ from => String, Optional[radix] => Integer[10, 10] }] $h", "m::i(Integer($h))"),
    ("Struct[{ from => Integer, abs => Boolean }] $h", "notice(Numeric($h))"),
    ("Variant[Boolean, Integer, String] $s", "notice(Boolean($s))"),
    ("Hash[String, String] $h", "notice(getvar('h.k'))"),
    ("Optional[Hash[String, String]] $h", "notice(getvar('h.k', 1))"),
    ("Array[String] $a", "notice(getvar('a.0'))"),
    ("Variant[String, Hash] $v", "if $v =~ Hash { notice(getvar('v.k')) }"),
    ("Variant[String, Hash[String, String]] $v", "unless $v =~ String { notice(getvar('v.k')) }"),
    ("Hash[String, Variant[String, Hash]] $h", "if $h['k'] =~ Hash { notice($h.dig('k', 'j')) }"),
    ("Variant[Array, Hash] $v", "$x = $v.get('k') |$e| { undef }"),
    ("Array[String] $a", "notice($a.match(/a/))"),
    ("Array[String] $a", "$a.match(/a/).each |$m| { $m.then |$x| { m::a($x) } }"),
    ("Hash[String, Hash] $h", "$x = $h.reduce({}) |$m, $p| { $m + [$p[0], $p[1]] } $x.each |$k, $v| { m::s($k) }"),
    ("Tuple[String, Integer, String, Integer] $t", "$x = { 'a' => 1 } + $t $x.each |$k, $v| { m::i($v) }"),
    ("Tuple[Tuple[String, Integer], Tuple[String, Integer]] $t", "$x = { 'a' => 1 } + $t $x.each |$k, $v| { m::i($v) }"),
    ("String $s", "m::a($s.split(',').strip)"),
    ("Array[Enum['a', 'b']] $a", "m::a($a.upcase)"),
    ("Array[String, 1, 1] $a", "m::s(*$a.downcase)"),
    ("Optional[String] $s, Optional[String] $o, Optional[String] $t", "unless $s or $o or $t { return() } unless $s or $o { m::s($t) }"),
    ("Optional[String] $s, Optional[String] $o, Optional[String] $t", "if !$s and !$o and !$t { return() } if $s == undef and $o == undef { m::s($t) }"),
    ("Boolean $b, Boolean $c", "if $b { $n = 1 } elsif $c { $n = 2 } else { $n = undef } if $b or $c { m::i($n) }"),
    ("Enum['a', 'b', 'c'] $e", "case $e { 'a': { $n = 1 } 'b': { $n = 2 } default: { $n = undef } } if $e in ['a', 'b'] { m::i($n) }"),
    ("Enum['a', 'b', 'c'] $e", "if $e == 'a' { $n = 1 } else { if $e == 'b' { $n = 2 } else { $n = undef } } if $e in ['a', 'b'] { m::i($n) }"),
    ("Enum['a', 'b', 'c'] $e", "$n = if $e == 'a' { 1 } elsif $e == 'b' { 2 } else { undef } if $n { m::e($e) }"),
    ("Array[String] $a", "if $a.any |$i| { $i == 'x' } { with($a) |Array[String, 1] $x| { notice($x) } }"),
    ("Array[String] $a", "unless $a.all |$i| { $i == 'x' } { with($a) |Array[String, 1] $x| { notice($x) } }"),
    ("Hash[String, Integer] $h", "if $h.any |$k, $v| { $v == 1 } { with($h) |Hash[String, Integer, 1] $x| { notice($x) } }"),
    ("Struct[{ a => Integer, b => String }] $h", "$x = $h - ['b'] m::i($x['a'])"),
    ("Variant[String, Array[String]] $v", "m::a(Array($v, true))"),
    ("Variant[Hash[String, Integer], Array[Hash[String, Integer]]] $v", "with(Array($v, true)) |Array[Hash[String, Integer]] $x| { notice($x) }"),
    ("Struct[{ a => Integer, b => Integer }] $h", "with(*$h) |Tuple[String, Integer] $x, Tuple[String, Integer] $y| { notice($x, $y) }"),
    ("Array[String[1], 1] $a", "@file { '/a': } unless $a.length > 1 { realize(File[$a]) }"),
    ("Struct[{ Optional[s] => String }] $h", "m::d { default: * => { 's' => 'a' }; 'x': * => $h }"),
    ("Struct[{ Optional[s] => String }] $h", "m::d { default: s => 'a'; 'x': * => $h }"),
    ("Variant[String, Array[String]] $l", "$u = $l if $l =~ String { m::s($u) }"),
    ("Variant[String, Array[String]] $l", "$u = $l if $u !~ String { fail('a') } m::s($l)"),
    ("Optional[Hash[String, Integer]] $h", "$u = $h $t = $u if $h and $h['a'] { m::i($t['a']) }"),
    ("Optional[String[1]] $d = $facts['os']['name']", "m::s($d)"),
    ("String $k, String[1] $d", "$u = $k ? { 'a' => undef, default => $d } if $k != 'a' { m::s($u) }"),
    ("String $k, String[1] $d", "case $k { 'a': { $u = undef } 'b': { $u = $d } default: { $u = 1 } } if $k == 'b' { m::s($u) }"),
    ("Array[String] $a", "m::a(regsubst($a, 'x', 'y', 'G'))"),
    ("Variant[String[1], Hash] $k", "if $k =~ Hash { unless $k['a'] or $k['b'] { fail('x') } if $k['a'] { $l = 1 } elsif $k['b'] { $l = 2 } } else { $l = 3 } notice($l)"),
    ("Hash $k", "if $k['c'] { unless $k['a'] or $k['b'] { fail('x') } if $k['a'] { $l = 1 } elsif $k['b'] { $l = 2 } notice($l) }"),
    ("Enum['15m', '1h'] $e", "m::r(m::t($e) / 15)"),
    ("String $s", "m::s(m::n($s))"),
    ("Array[Tuple[Integer, String]] $p", "$p.reverse_each.each |$i, $x| { m::i($i) m::s($x[1]) }"),
    ("Hash[String, Integer] $h", "$h.reverse_each.each |$x| { m::s($x[0]) m::i($x[1]) }"),
    ("Array[String] $a", "$l = ['x', 1, 2] with(*$l) |String $s, Integer *$r| { notice($s, $r) }"),
    ("String $s", "$l = ['a', 'b'].map |$i| { \"${s}-${i}\" } with($l) |Array[Pattern[/-/]] $x| { notice($x) }"),
    ("Optional[Variant[String, Array[String]]] $s", "if is_array($s) { m::a($s) } elsif $s and is_string($s) { m::s($s) }"),
    ("$s = undef", "unless is_string($s) or is_array($s) { fail('a') } notice($s)"),
    ("Optional[String] $s", "if $m::x::s { m::s($m::x::s) } if $s { m::s($::m::x::s) }"),
    ("Hash[String, Integer] $h, Hash[String, String] $k", "if $h[$k['a']] { m::i($h[$k['a']]) }"),
    ("Hash[String, Integer] $h, String $s", "if \"a-${s}\" in $h { m::i($h[\"a-${s}\"]) }"),
    ("Hash[String, Integer] $h", "$h.filter |$k, $v| { $v > 3 }.keys.each |$k| { m::i($h[$k]) }"),
    ("Hash[String, Integer] $h, String $s", "if $s in $h.delete('a').keys { m::i($h[$s]) }"),
];

#[test]
fn what_cannot_fail_is_not_reported() {
    let found = FINE.iter().map(|(parameters, line)| {
        let found = strict_warnings(parameters, line);
        (
            parameters,
            line,
            found
                .iter()
                .map(|it| it.message.clone())
                .collect::<Vec<_>>(),
        )
    });
    let wrong: Vec<_> = found
        .filter(|(.., messages)| !messages.is_empty())
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
