//! Lines that convert a value, or write it in a format, and fail for some values of their parameters.

/// Parameters, and a line that fails for some of their values.
pub(crate) const FAILING_CONVERSIONS: &[(&str, &str)] = &[
    ("String $s", "notice(Integer($s))"),
    (
        "Variant[String, Integer] $n",
        "if Integer($n) > 1024 { notice(1) }",
    ),
    (
        "Variant[Integer, String[1]] $v",
        "notice($v.convert_to(Integer) + 1)",
    ),
    ("String[1] $s", "notice(Float.new($s))"),
    ("String[1] $s", "notice(Integer($s, 16))"),
    ("Pattern[/\\A\\h+\\z/] $p", "notice(Integer($p))"),
    ("Pattern[/\\Aa/] $p", "notice(sprintf('%d', $p))"),
    (
        "String[1] $s",
        "if $s in ['a', 'b'] { notice(sprintf('%d', $s)) }",
    ),
    ("String $s", "notice(sprintf('%d', $s))"),
    ("Optional[Integer] $n", "notice(sprintf('%05d', $n))"),
    (
        "Variant[Integer, Enum['max']] $n",
        "notice(sprintf('%03d', $n))",
    ),
    ("Boolean $b", "notice(sprintf('%d', $b))"),
    ("Optional[Integer] $n", "m::i(Integer($n))"),
    ("Enum['1', 'x'] $n", "m::i(Integer($n))"),
    ("Optional[String[1]] $s", "notice(Integer($s, 10))"),
    ("Struct[{ k => String }] $h", "m::i(Integer($h))"),
    (
        "Variant[Struct[{ from => Integer }], Struct[{ k => Integer }]] $h",
        "m::i(Integer($h))",
    ),
];
