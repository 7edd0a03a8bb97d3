//! Random programs: a parameter with a declared type, values of that type, and code that tests and uses it.

/// A source of random numbers that is the same for a seed (SplitMix64).
pub struct Random(u64);

impl Random {
    /// The numbers of a seed. They start far from those of its neighbours, which are numbers of one sequence.
    pub fn new(seed: u64) -> Self {
        Self(Self(seed).next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number below a limit.
    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap_or_default()
    }

    fn choose<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// A type as it is written, with some of its values.
#[derive(Debug, Clone)]
struct Sampled {
    ty: String,
    values: Vec<String>,
}

/// A program with parameters of declared types, `$p` and `$q`, and a Boolean, `$b`.
#[derive(Debug)]
pub struct Program {
    parameters: [Sampled; 2],
    /// Its statements.
    pub body: String,
    /// The definition that it uses, if it uses one.
    pub callee: Option<String>,
}

/// The name of what a program uses, in its text.
pub const CALLEE: &str = "s::callee";

impl Program {
    /// The parameters of its class.
    pub fn parameters(&self) -> String {
        let [p, q] = &self.parameters;
        format!("Boolean $b, {} $p, {} $q", p.ty, q.ty)
    }

    /// What Puppet evaluates: the program with so many values of `$p`, and with as many of `$q`.
    pub fn sources(&self, values: usize) -> Vec<String> {
        let [p, q] = self
            .parameters
            .each_ref()
            .map(|it| spread(&it.values, values));
        let count = match self.body.contains("$q") {
            true => p.len().max(q.len()),
            false => p.len(),
        };
        let pairs = p.iter().cycle().zip(q.iter().cycle());
        let callee = self.callee.as_deref().unwrap_or_default();
        pairs
            .take(count)
            .flat_map(|(p, q)| {
                let of_b: &[&str] = match self.body.contains("$b") {
                    true => &["true", "false"],
                    false => &["true"],
                };
                of_b.iter().map(move |b| {
                    format!("{callee}\n$b = {b}\n$p = {p}\n$q = {q}\n{}\n", self.body)
                })
            })
            .collect()
    }
}

/// So many of some values, from all over them.
fn spread(values: &[String], count: usize) -> Vec<&String> {
    let step = values.len().div_ceil(count).max(1);
    let starts = 0..step;
    let all = starts.flat_map(|start| values.iter().skip(start).step_by(step));
    all.take(count).collect()
}

/// Types without parts.
const PLAIN: [(&str, &[&str]); 9] = [
    ("String", &["''", "'a'", "'10'"]),
    ("String[1]", &["'a'", "'/x'"]),
    ("Integer", &["-5", "0", "7", "70"]),
    ("Integer[1, 10]", &["1", "10"]),
    ("Float", &["1.5"]),
    ("Boolean", &["true", "false"]),
    ("Enum['a', 'b', 'c']", &["'a'", "'b'", "'c'"]),
    ("Undef", &["undef"]),
    ("Regexp", &["/a/"]),
];

/// What a type is nested in at most.
const MAX_DEPTH: usize = 3;

/// So many values of a type there are.
const MAX_VALUES: usize = 64;

fn sampled(random: &mut Random, depth: usize) -> Sampled {
    let kind = if depth == 0 { 0 } else { random.below(9) };
    let mut inner = || sampled(random, depth.saturating_sub(1));
    let (ty, mut values) = match kind {
        3 => {
            let one = inner();
            let values = ["undef".to_owned()].into_iter().chain(one.values);
            (format!("Optional[{}]", one.ty), values.collect())
        }
        4 => {
            let (one, other) = (inner(), inner());
            let values = one.values.into_iter().rev().chain(other.values);
            (
                format!("Variant[{}, {}]", one.ty, other.ty),
                values.collect(),
            )
        }
        5 => array(&inner()),
        6 => hash(&inner()),
        7 => structure(&inner(), &inner()),
        8 => tuple(&inner(), &inner()),
        _ => {
            let (ty, values) = random.choose(&PLAIN);
            let values = values.iter().map(|it| (*it).to_owned());
            ((*ty).to_owned(), values.collect())
        }
    };
    values.truncate(MAX_VALUES);
    Sampled { ty, values }
}

fn array(element: &Sampled) -> (String, Vec<String>) {
    let values = element.values.iter().map(|value| format!("[{value}]"));
    let all = format!("[{}]", element.values.join(", "));
    let values = ["[]".to_owned(), all].into_iter().chain(values);
    (format!("Array[{}]", element.ty), values.collect())
}

fn hash(value: &Sampled) -> (String, Vec<String>) {
    let others = value.values.iter().rev();
    let pairs = value.values.iter().zip(others);
    let values = pairs.flat_map(|(k, j)| {
        [
            format!("{{ 'k' => {k} }}"),
            format!("{{ 'k' => {k}, 'j' => {j} }}"),
        ]
    });
    let values = ["{}".to_owned()].into_iter().chain(values);
    (format!("Hash[String, {}]", value.ty), values.collect())
}

fn structure(one: &Sampled, other: &Sampled) -> (String, Vec<String>) {
    let ty = format!("Struct[{{ k => {}, Optional[j] => {} }}]", one.ty, other.ty);
    let first = one.values.iter().map(|it| format!("{{ 'k' => {it} }}"));
    let pairs = one.values.iter().cycle().zip(other.values.iter());
    let both = pairs.map(|(k, j)| format!("{{ 'k' => {k}, 'j' => {j} }}"));
    // What may be undef need not be there.
    let is_optional = one.values.iter().any(|it| it == "undef");
    let none = is_optional.then(|| "{}".to_owned());
    (ty, both.chain(none).chain(first).collect())
}

fn tuple(one: &Sampled, other: &Sampled) -> (String, Vec<String>) {
    let last = other.values.last().cloned().unwrap_or_default();
    let pairs = one.values.iter().zip(other.values.iter().cycle());
    let values = pairs.map(|(one, other)| format!("[{one}, {other}]"));
    let first = one.values.first().cloned().unwrap_or_default();
    let values = values.chain([format!("[{first}, {last}]")]);
    (format!("Tuple[{}, {}]", one.ty, other.ty), values.collect())
}

/// Uses of `@`, some with a type for `#`.
const USES: &[&str] = &[
    "with(@) |# $y| { notice($y) }",
    "with(@) |# $y| { notice($y) }",
    "[@].each |# $y| { notice($y) }",
    "with({ 'k' => @ }) |Hash[String, #] $y| { notice($y) }",
    "notice(@ + 1)",
    "notice(@ * 2)",
    "notice(@ > 1)",
    "notice(@ =~ /a/)",
    "notice(-@)",
    "notice(@['k'])",
    "@.each |$i| { notice($i) }",
    "$v = @.map |$i| { $i }",
    "notice(@.length)",
    "$v = @.keys",
    "[$v, $w] = @",
    "notice(@ + ['a'])",
    "notice(@ << 1)",
    "notice(@.upcase)",
    "@.each |$i| { with($i) |# $y| { notice($y) } }",
    "@.filter |$i| { $i =~ # }.each |$i| { with($i) |# $y| { notice($y) } }",
    "$v = @.reduce(0) |$m, $i| { $m + 1 }",
    "notify { @: }",
    "include @",
    "$v = File[@]",
    "$x = { 'k' => @, 'j' => $q } with($x) |Struct[{ k => #, j => Any }] $y| { notice($y) }",
    "$x = [@, $q] with($x[0]) |# $y| { notice($y) }",
    "with(@.dig('k')) |# $y| { notice($y) }",
    "with(@.get('k')) |# $y| { notice($y) }",
    "with(@['k']) |# $y| { notice($y) }",
    "@.then |$t| { with($t) |# $y| { notice($y) } }",
    "with(@.lest || { 1 }) |# $y| { notice($y) }",
    "with(@.flatten) |Array[#] $y| { notice($y) }",
    "with(@.keys) |Array[#] $y| { notice($y) }",
    "with(@.values) |Array[#] $y| { notice($y) }",
    "with(@.map |$i| { $i }) |Array[#] $y| { notice($y) }",
    "with(@.map |$k, $v| { $v }) |Array[#] $y| { notice($y) }",
    "with(@.filter |$i| { $i =~ # }) |# $y| { notice($y) }",
    "with(@.reduce(1) |$m, $i| { $i }) |# $y| { notice($y) }",
    "with(@.all |$i| { $i =~ # }) |# $y| { notice($y) }",
    "@.each |$k, $v| { with($v) |# $y| { notice($y) } }",
    "$x = @ ? { # => 1, default => 'a' } with($x) |# $y| { notice($y) }",
    "$x = if @ =~ # { @ } else { 1 } with($x) |# $y| { notice($y) }",
    "$x = case @ { #: { @ } default: { $q } } with($x) |# $y| { notice($y) }",
    "with(assert_type(#, @)) |# $y| { notice($y) }",
    "notice(split(@, ','))",
    "notice(join(@, ','))",
    "notice(@.empty)",
];

/// Definitions with a type for `#`, and their uses of `@`.
const CALLEES: &[(&str, &str)] = &[
    (
        "define s::callee(# $x) { notice($x) }",
        "s::callee { 't': x => @ }",
    ),
    (
        "class s::callee(# $x) { notice($x) }",
        "class { 's::callee': x => @ }",
    ),
    ("function s::callee(# $x) { notice($x) }", "s::callee(@)"),
    (
        "define s::callee(# $x) { notice($x) }",
        "create_resources('s::callee', { 't' => { 'x' => @ } })",
    ),
    (
        "define s::callee(Optional[#] $k = undef, Any $j = 1) { notice($k, $j) }",
        "s::callee { 't': * => @ }",
    ),
    (
        "function s::callee(# $x) >> # { $x }",
        "with(s::callee(@)) |# $y| { notice($y) }",
    ),
];

/// What stands around a use, `%`, of `@`.
const GUARDS: &[&str] = &[
    "%",
    "%",
    "%",
    "if @ { % }",
    "unless @ { % }",
    "if @ =~ # { % }",
    "if @ !~ # { % }",
    "unless @ =~ # { % }",
    "if @ == undef { notice(1) } else { % }",
    "if @ != undef { % }",
    "if $b and @ =~ # { % }",
    "if $b or @ =~ # { % }",
    "case @ { #: { % } default: { } }",
    "case @ { #: { } default: { % } }",
    "$ok = @ =~ # if $ok { % }",
    "$ok = @ =~ # unless $ok { % }",
    "if $b { if @ =~ # { $z = 1 } else { $z = undef } if $z { % } }",
    "if @ =~ # { $o = true } else { $o = $b } if $o { % }",
    "if @ == 'a' { % }",
    "if @ in ['a', 'b'] { % }",
    "if $q =~ # and @ =~ # { % }",
    "if type(@) <= # { % }",
    "if $b and @ == undef { $n = 1 } elsif $b { % }",
    "[1].each |$one| { if @ =~ # { % } }",
    "[1].each |$one| { if @ =~ # { next() } % }",
    "[1].each |$one| { unless @ =~ # { next() } % }",
    "if !(@ =~ #) { % }",
    "if @ =~ # and @ !~ Undef { % }",
    "unless @ == undef or @ !~ # { % }",
    "if @ == 'a' or @ == 'b' { % }",
    "$c = @ ? { # => true, default => false } if $c { % }",
    "case @ { 'a', 'b': { % } default: { } }",
    "case @ { 'a', #: { } default: { % } }",
    "if @ and $b { % }",
    "if $q == undef or @ =~ # { % }",
    "if 'k' in @ { % }",
    "if @.dig('k') { % }",
    "if @.get('k') =~ # { % }",
    "if @['k'] { % }",
    "if @.empty { } else { % }",
    "if @ =~ # { $z = @ } else { $z = undef } if $z { % }",
    "if assert_type(#, @) |$e, $a| { undef } { % }",
];

/// What is used: a parameter, or a part of one.
const SUBJECTS: [&str; 6] = ["$p", "$p", "$p", "$p['k']", "$p['j']", "$p['k']['k']"];

/// A random program.
pub fn program(random: &mut Random) -> Program {
    let parameters = [sampled(random, MAX_DEPTH), sampled(random, 2)];
    let ty = &parameters[0].ty;
    let subject = match ty.starts_with("Struct") || ty.starts_with("Hash") {
        true => *random.choose(&SUBJECTS),
        false => "$p",
    };
    let filled = |pattern: &str, random: &mut Random| {
        let ty = sampled(random, 1).ty;
        pattern.replace('#', &ty).replace('@', subject)
    };
    let (callee, usage) = match random.below(3) {
        0 => {
            let (definition, usage) = *random.choose(CALLEES);
            // Which keys other hashes have is not declared.
            let is_struct = ty.starts_with("Struct") && subject == "$p";
            let (definition, usage) = match usage.contains("* =>") && !is_struct {
                true => CALLEES[0],
                false => (definition, usage),
            };
            (Some(filled(definition, random)), filled(usage, random))
        }
        _ => (None, filled(USES[random.below(USES.len())], random)),
    };
    let mut body = usage;
    for _ in 0..=random.below(2) {
        let guard = GUARDS[random.below(GUARDS.len())];
        // A variable is assigned once.
        let names = ["$ok", "$z", "$o ", "$n ", "$one", "$c "];
        if names
            .iter()
            .any(|it| guard.contains(it) && body.contains(it))
        {
            continue;
        }
        body = filled(guard, random).replace('%', &body);
    }
    Program {
        parameters,
        body,
        callee,
    }
}
