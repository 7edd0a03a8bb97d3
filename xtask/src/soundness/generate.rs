//! Random programs: a parameter with a declared type, values of that type, and code that tests and uses it.

use super::patterns::PATTERNS;

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
pub struct GeneratedProgram {
    parameters: [Sampled; 2],
    /// Its statements.
    pub body: String,
    /// The definition that it uses, if it uses one.
    pub callee: Option<GeneratedCallee>,
}

/// A definition that a program uses, in a file of its own.
#[derive(Debug)]
pub struct GeneratedCallee {
    /// The file.
    pub code: String,
    /// The same in the Puppet language, which can be evaluated without files.
    puppet: String,
}

impl GeneratedCallee {
    /// A definition in the Puppet language.
    fn of_puppet(code: String) -> Self {
        Self {
            puppet: code.clone(),
            code,
        }
    }

    /// A function in Ruby.
    fn of_ruby(dispatches: &str, puppet: String) -> Self {
        let code = format!(
            "Puppet::Functions.create_function(:'{CALLEE}') do\n{dispatches}\ndef run(*)\nend\nend"
        );
        Self { code, puppet }
    }

    /// A template.
    fn of_template(code: String) -> Self {
        Self {
            code,
            puppet: String::new(),
        }
    }

    /// The file that a definition is in, below its module.
    pub fn file(&self, name: &str) -> String {
        match &self.code {
            code if code.starts_with("function") => format!("functions/{name}.pp"),
            code if code.starts_with("Puppet::Functions") => {
                format!("lib/puppet/functions/s/{name}.rb")
            }
            code if code.starts_with("<%") => format!("templates/{name}.epp"),
            _ => format!("manifests/{name}.pp"),
        }
    }
}

/// The name of what a program uses, in its text.
pub const CALLEE: &str = "s::callee";

/// How a program uses a template.
pub const TEMPLATE: &str = "epp('s/callee.epp'";

impl GeneratedProgram {
    /// The parameters of its class.
    pub fn parameters(&self) -> String {
        let [p, q] = &self.parameters;
        format!("Boolean $b, {} $p, {} $q", p.ty, q.ty)
    }

    /// What Puppet evaluates: the program with so many values of `$p`, and with as many of `$q`. The body starts on line 2.
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
        let (callee, inline) = match &self.callee {
            Some(callee) => (callee.puppet.as_str(), inline(&callee.code)),
            None => ("", String::new()),
        };
        let is_used = |name: &str| self.body.contains(&format!("{name}("));
        let is_used = |name: &str| is_used(name) || self.body.contains(&format!(".{name}"));
        let stdlib = PATTERNS.stdlib.iter().filter(|[name, _]| is_used(name));
        let stdlib: Vec<&str> = stdlib.map(|[_, code]| code.as_str()).collect();
        let before = format!("{} {callee}", stdlib.join(" "));
        let (before, inline) = (&before, &inline);
        pairs
            .take(count)
            .flat_map(|(p, q)| {
                let of_b: &[&str] = match self.body.contains("$b") {
                    true => &["true", "false"],
                    false => &["true"],
                };
                of_b.iter().map(move |b| {
                    let values = format!("$b = {b} $p = {p} $q = {q}");
                    let body = self.body.replace(TEMPLATE, inline);
                    format!("{before} class s::p {{ {values}\n{body}\n}} include s::p\n")
                })
            })
            .collect()
    }
}

/// A template in the call that evaluates it.
fn inline(template: &str) -> String {
    format!("inline_epp('{}'", template.replace('\'', "\\'"))
}

/// So many of some values, from all over them.
fn spread(values: &[String], count: usize) -> Vec<&String> {
    let step = values.len().div_ceil(count).max(1);
    let starts = 0..step;
    let all = starts.flat_map(|start| values.iter().skip(start).step_by(step));
    all.take(count).collect()
}

/// Types without parts.
const PLAIN: &[(&str, &[&str])] = &[
    ("String", &["''", "'a'", "'10'"]),
    ("String", &["''", "'a'", "'10'"]),
    ("String[1]", &["'a'", "'/x'"]),
    ("String[2, 3]", &["'ab'", "'abc'"]),
    ("Integer", &["-5", "0", "7", "70"]),
    ("Integer", &["-5", "0", "7", "70"]),
    ("Integer[1, 10]", &["1", "10"]),
    ("Integer[0]", &["0", "3", "70"]),
    ("Float", &["1.5"]),
    ("Boolean", &["true", "false"]),
    ("Boolean", &["true", "false"]),
    ("Boolean[true]", &["true"]),
    ("Enum['a', 'b', 'c']", &["'a'", "'b'", "'c'"]),
    ("Enum['a', 'b']", &["'a'", "'b'"]),
    ("Pattern[/\\Aa/]", &["'a'", "'ab'"]),
    ("Undef", &["undef"]),
    ("Regexp", &["/a/"]),
    ("Numeric", &["0", "-2", "2.5"]),
    ("Scalar", &["'a'", "1", "true", "/a/", "2.5"]),
    ("Sensitive[String]", &["Sensitive('a')"]),
    ("Timestamp", &["Timestamp('2020-01-01T00:00:00 UTC')"]),
    ("Timespan", &["Timespan(5)"]),
    ("SemVer", &["SemVer('1.2.3')"]),
    ("Default", &["default"]),
    (
        "Data",
        &[
            "1",
            "'a'",
            "undef",
            "[1]",
            "{ 'k' => 'a' }",
            "true",
            "2.5",
            "[]",
        ],
    ),
];

/// What a type is nested in at most.
const MAX_DEPTH: usize = 3;

/// So many values of a type there are.
const MAX_VALUES: usize = 64;

fn sampled(random: &mut Random, depth: usize) -> Sampled {
    let kind = if depth == 0 { 0 } else { random.below(13) };
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
        9 => sized_array(&inner()),
        10 => record(&inner()),
        11 => tagged(&inner(), &inner()),
        12 => repeated(&inner(), &inner()),
        _ => {
            let (ty, values) = random.choose(PLAIN);
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

/// One or two elements.
fn sized_array(element: &Sampled) -> (String, Vec<String>) {
    let others = element.values.iter().rev();
    let pairs = element.values.iter().zip(others);
    let values = pairs.flat_map(|(one, other)| [format!("[{one}]"), format!("[{one}, {other}]")]);
    (format!("Array[{}, 1, 2]", element.ty), values.collect())
}

/// A hash of which the keys are known.
fn record(value: &Sampled) -> (String, Vec<String>) {
    let others = value.values.iter().rev();
    let pairs = value.values.iter().zip(others);
    let values = pairs.flat_map(|(k, j)| {
        [
            format!("{{ 'k' => {k}, 'j' => {j} }}"),
            format!("{{ 'j' => {j} }}"),
        ]
    });
    (
        format!("Hash[Enum['k', 'j'], {}, 1]", value.ty),
        values.collect(),
    )
}

/// One of two structures, with an entry that says which.
fn tagged(one: &Sampled, other: &Sampled) -> (String, Vec<String>) {
    let ty = format!(
        "Variant[Struct[{{ k => Enum['a'], j => {} }}], Struct[{{ k => Enum['b'], Optional[j] => {} }}]]",
        one.ty, other.ty
    );
    let pairs = one.values.iter().cycle().zip(other.values.iter().cycle());
    let values = pairs.take(one.values.len().max(other.values.len()));
    let values = values.flat_map(|(one, other)| {
        [
            format!("{{ 'k' => 'a', 'j' => {one} }}"),
            format!("{{ 'k' => 'b', 'j' => {other} }}"),
        ]
    });
    let without = ["{ 'k' => 'b' }".to_owned()];
    (ty, without.into_iter().chain(values).collect())
}

/// One element, and up to two of another type.
fn repeated(one: &Sampled, other: &Sampled) -> (String, Vec<String>) {
    let pairs = one.values.iter().cycle().zip(other.values.iter().cycle());
    let values = pairs.take(one.values.len().max(other.values.len()));
    let values = values.flat_map(|(one, other)| {
        [
            format!("[{one}]"),
            format!("[{one}, {other}]"),
            format!("[{one}, {other}, {other}]"),
        ]
    });
    let ty = format!("Tuple[{}, {}, 1, 3]", one.ty, other.ty);
    (ty, values.collect())
}

/// What is used of a hash: itself, or a part of it.
const HASH_SUBJECTS: &[&str] = &["$p", "$p", "$p", "$p['k']", "$p['j']", "$p['k']['k']"];

/// What is used of an array whose length is known.
const TUPLE_SUBJECTS: &[&str] = &["$p", "$p", "$p[0]", "$p[1]", "$p[-1]"];

/// Whether code assigns a variable that is in other code: a variable is assigned once.
fn assigns_again(code: &str, other: &str) -> bool {
    code.split('$').skip(1).any(|rest| {
        let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let name = rest.split(|it| !is_name(it)).next().unwrap_or_default();
        rest[name.len()..].starts_with(" = ") && other.contains(&format!("${name}"))
    })
}

/// A random program.
pub fn program(random: &mut Random) -> GeneratedProgram {
    let parameters = [sampled(random, MAX_DEPTH), sampled(random, 2)];
    let ty = &parameters[0].ty;
    let starts = |names: &[&str]| names.iter().any(|name| ty.starts_with(name));
    let subjects = match ty {
        _ if starts(&["Struct", "Hash", "Variant[Struct"]) => HASH_SUBJECTS,
        // Whether there is a second element is not asked.
        _ if ty.ends_with(", 1, 3]") => &["$p", "$p[0]"],
        _ if starts(&["Tuple"]) => TUPLE_SUBJECTS,
        _ => &["$p"],
    };
    let subject = *random.choose(subjects);
    let filled = |pattern: &str, random: &mut Random| {
        let ty = sampled(random, 1).ty;
        pattern.replace('#', &ty).replace('@', subject)
    };
    let (callee, usage) = match random.below(9) {
        0..3 => {
            let callee = random.choose(&PATTERNS.callees);
            // Which keys other hashes have is not declared.
            let is_struct = ty.starts_with("Struct") && subject == "$p";
            let [definition, usage] = match callee[1].contains("* => @") && !is_struct {
                true => &PATTERNS.callees[0],
                false => callee,
            };
            let callee = GeneratedCallee::of_puppet(filled(definition, random));
            (Some(callee), filled(usage, random))
        }
        3 => {
            let [dispatches, puppet, usage] = random.choose(&PATTERNS.ruby);
            let ty = sampled(random, 1).ty;
            let dispatches = dispatches.replace('#', &ty.replace('\'', "\\'"));
            let callee = GeneratedCallee::of_ruby(&dispatches, puppet.replace('#', &ty));
            (Some(callee), filled(usage, random))
        }
        4 => {
            let [template, usage] = random.choose(&PATTERNS.templates);
            let callee = GeneratedCallee::of_template(filled(template, random));
            (Some(callee), filled(usage, random))
        }
        _ => {
            let usage = random.choose(&PATTERNS.uses);
            (None, filled(usage, random))
        }
    };
    let mut body = usage;
    for _ in 0..=random.below(2) {
        let guard = random.choose(&PATTERNS.guards);
        if !assigns_again(guard, &body) {
            body = filled(guard, random).replace('%', &body);
        }
    }
    GeneratedProgram {
        parameters,
        body,
        callee,
    }
}
