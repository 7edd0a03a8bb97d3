//! References in the specs of modules (rspec-puppet): the class or defined type under test, those expected in the
//! catalog, and the parameters that are passed or expected. A spec is Ruby, and is not run.

use std::collections::BTreeSet;

use puppet_text::{TextRange, TextSize};

use crate::lower;
use crate::tree::{Descend, Kind, Node, RubyCall, walk};

/// A name in a spec.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpecName {
    /// What has the name, or whose parameter it is: `web::site`.
    pub holder: String,
    /// The parameter, if it is the name of one.
    pub parameter: Option<String>,
    /// Where it is written, without quotes and what else belongs to Ruby.
    pub range: TextRange,
}

/// Reads a spec, in the order of its text. Names that are computed are left out.
pub(crate) fn read(source: &str) -> Vec<SpecName> {
    let file = lower::lower(source);
    let mut names = Vec::new();
    walk(&file.statements, &mut |node| {
        let Some(call) = node
            .as_call()
            .filter(|call| call.is_call_of("RSpec", "describe"))
        else {
            return Descend::Yes;
        };
        described(source, call, &mut names);
        Descend::No
    });
    names.sort_by_key(|name| name.range.start());
    names.dedup();
    names
}

/// The names in the outermost `describe`: what it describes is what gets the parameters of all examples in it.
fn described(source: &str, call: &RubyCall, names: &mut Vec<SpecName>) {
    let holder = call.args.first().and_then(|name| {
        let (holder, range) = text_of(source, name)?;
        names.extend(thing(holder, range));
        Some(holder.trim_start_matches("::"))
    });
    if let Some(holder) = holder {
        let named = |(name, range)| of_parameter(holder, name, range);
        names.extend(given(source, call.body()).into_iter().map(named));
    }
    walk(call.body(), &mut |node| {
        if let Some(call) = node.as_call() {
            names.extend(matcher(source, node, call));
            expected(source, node, call, names);
        }
        Descend::Yes
    });
}

fn thing(name: &str, range: TextRange) -> Option<SpecName> {
    let holder = name.trim_start_matches("::");
    let lead = TextSize::of(name) - TextSize::of(holder);
    (!holder.is_empty()).then(|| SpecName {
        holder: holder.to_owned(),
        parameter: None,
        range: TextRange::new(range.start() + lead, range.end()),
    })
}

fn of_parameter(holder: &str, name: &str, range: TextRange) -> SpecName {
    SpecName {
        holder: holder.to_owned(),
        parameter: Some(name.to_owned()),
        range,
    }
}

/// A name and where it is written.
type Written<'t> = (&'t str, TextRange);

/// The text of a string or symbol, and where it is written without its quotes and colons.
fn text_of<'t>(source: &str, node: &'t Node) -> Option<Written<'t>> {
    let (Kind::String(text) | Kind::Symbol(text)) = &node.kind else {
        return None;
    };
    Some((text, find(source, node.range, text)?))
}

/// Where a text stands in a part of the source first.
fn find(source: &str, within: TextRange, text: &str) -> Option<TextRange> {
    let at = source
        .get(std::ops::Range::<usize>::from(within))?
        .find(text)?;
    let start = within.start() + TextSize::try_from(at).ok()?;
    Some(TextRange::at(start, TextSize::of(text)))
}

/// The parameters that `let(:params)` gives, also by the way of other `let`s: `let(:params) { common.merge(port: 80) }`.
fn given<'t>(source: &str, body: &'t [Node]) -> Vec<Written<'t>> {
    let mut lets: Vec<(&str, &Node)> = Vec::new();
    walk(body, &mut |node| {
        let call = node
            .as_call()
            .filter(|it| it.is_bare("let") || it.is_bare("let!"));
        let value =
            call.and_then(|call| Some((call.args.first()?.as_text()?, call.body().last()?)));
        lets.extend(value);
        Descend::Yes
    });
    let mut keys = Vec::new();
    let mut seen = BTreeSet::new();
    let mut wanted = vec!["params"];
    while let Some(name) = wanted.pop() {
        if seen.insert(name) {
            for (_, value) in lets.iter().filter(|(of, _)| *of == name) {
                merged(source, value, &mut keys, &mut wanted);
            }
        }
    }
    keys
}

/// The keys of a hash, and of those that are merged into it; `others` are the methods that give more of them.
fn merged<'t>(
    source: &str,
    value: &'t Node,
    keys: &mut Vec<Written<'t>>,
    others: &mut Vec<&'t str>,
) {
    match &value.kind {
        Kind::Hash(pairs) => {
            keys.extend(pairs.iter().filter_map(|(key, _)| text_of(source, key)));
            // `**common`
            let splats = pairs
                .iter()
                .filter(|(key, _)| matches!(key.kind, Kind::Other(_)));
            for (_, splat) in splats {
                for inner in splat.children() {
                    merged(source, inner, keys, others);
                }
            }
        }
        Kind::Call(call) if call.receiver.is_none() && call.args.is_empty() => {
            others.push(&call.name);
        }
        Kind::Call(call) if call.name.contains("merge") => {
            for part in call.receiver.iter().chain(&call.args) {
                merged(source, part, keys, others);
            }
        }
        Kind::Statements(statements) => {
            if let Some(last) = statements.last() {
                merged(source, last, keys, others);
            }
        }
        _ => {}
    }
}

/// `contain_web__site`, `contain_class('web')`, `have_web__site_resource_count`
fn matcher(source: &str, node: &Node, call: &RubyCall) -> Option<SpecName> {
    if call.receiver.is_some() {
        return None;
    }
    if let Some(written) = matched(&call.name) {
        if written == "class" {
            let (name, range) = text_of(source, call.args.first()?)?;
            return thing(name, range);
        }
        let range = find(source, node.range, written)?;
        return thing(&written.replace("__", "::"), range);
    }
    let counted = call
        .name
        .strip_prefix("have_")?
        .strip_suffix("_resource_count")?;
    thing(
        &counted.replace("__", "::"),
        find(source, node.range, counted)?,
    )
}

/// The part of a matcher that names a type.
fn matched(matcher: &str) -> Option<&str> {
    let name = matcher
        .strip_prefix("contain_")
        .or_else(|| matcher.strip_prefix("create_"))?;
    Some(name).filter(|name| !name.is_empty())
}

/// The parameters that a matcher expects: `.with('port' => 80)`, `.with_port(80)`, `.without(['port'])`.
fn expected(source: &str, node: &Node, call: &RubyCall, names: &mut Vec<SpecName>) {
    let Some(receiver) = &call.receiver else {
        return;
    };
    let links = ["only_with", "without", "with"];
    let Some(link) = links.into_iter().find_map(|it| call.name.strip_prefix(it)) else {
        return;
    };
    let Some(holder) = holder_of(receiver) else {
        return;
    };
    if let Some(name) = link.strip_prefix('_') {
        let after = TextRange::new(receiver.range.end(), node.range.end());
        let written = find(source, after, &format!(".{}", call.name));
        names.extend(written.map(|range| {
            let start = range.end() - TextSize::of(name);
            of_parameter(&holder, name, TextRange::new(start, range.end()))
        }));
    } else if link.is_empty() {
        let pairs = call.options().map(|options| match &options.kind {
            Kind::Hash(pairs) => pairs.as_slice(),
            _ => &[],
        });
        let keys = pairs.unwrap_or_default().iter().map(|(key, _)| key);
        let listed = call.positional().iter().flat_map(Node::elements);
        let written = keys.chain(listed).filter_map(|key| text_of(source, key));
        names.extend(written.map(|(name, range)| of_parameter(&holder, name, range)));
    }
}

/// The class or type that a chain of calls starts with.
fn holder_of(chain: &Node) -> Option<String> {
    let mut call = chain.as_call()?;
    while let Some(receiver) = &call.receiver {
        call = receiver.as_call()?;
    }
    match matched(&call.name)? {
        "class" => {
            let name = call.args.first()?.as_text()?;
            Some(name.trim_start_matches("::").to_owned())
        }
        name => Some(name.replace("__", "::")),
    }
}

#[cfg(test)]
mod tests {
    fn names(source: &str) -> Vec<String> {
        let names = crate::spec_names(source).into_iter();
        let name = |it: crate::SpecName| {
            let written = &source[std::ops::Range::<usize>::from(it.range)];
            match it.parameter {
                Some(parameter) if parameter == written => format!("{}.{parameter}", it.holder),
                None if written.replace("__", "::") == it.holder => it.holder,
                other => panic!("{written} is not {other:?} of {}", it.holder),
            }
        };
        names.map(name).collect()
    }

    #[test]
    fn parameters_that_are_given() {
        let source = "require 'spec_helper'\ndescribe 'web::site', type: :define do\n  let(:common) { { 'a' => { 'x' => 1 } } }\n  \
            let(:title) { 'b' }\n  on_supported_os.each do |os, facts|\n    context \"on #{os}\" do\n      \
            let(:facts) { { 'c' => 1 } }\n      let :params do\n        common.merge(d: 1, **more, :e => 2)\n      end\n\
            let(:more) do\n {\"f\": 1}\n end\n    end\n  end\nend\n";
        assert_eq!(
            names(source),
            [
                "web::site",
                "web::site.a",
                "web::site.d",
                "web::site.e",
                "web::site.f"
            ]
        );
        let source = "RSpec.describe('::web') do\n  describe 'inner' do\n let(:params) { super().merge('a' => 1)\n } end end";
        assert_eq!(names(source), ["web", "web.a"]);
    }

    #[test]
    fn parameters_that_are_expected() {
        let source = "describe 'web' do\n  it do\n    is_expected.to contain_class('a').with_b(1).without_c\n    \
            is_expected.not_to contain_d__e('x').that_requires('F[g]').with(\n      'h' => { i: 1 }, j: 2,\n    )\n  end\n  \
            it { should create_class('k').only_with(:l => 1) }\n  it { is_expected.to contain_m('x')\n    # with_n\n    \
            .only_with_n(1).without(['o', :p]) }\n  it { is_expected.to have_d__e_resource_count(1) }\nend\n";
        assert_eq!(
            names(source),
            [
                "web", "a", "a.b", "a.c", "d::e", "d::e.h", "d::e.j", "k", "k.l", "m", "m.n",
                "m.o", "m.p", "d::e"
            ]
        );
    }

    #[test]
    fn what_is_computed_or_incomplete() {
        assert_eq!(
            names("describe name do\n  let(:params) { { a: 1 } }\nend\n"),
            [""; 0]
        );
        assert_eq!(
            names(
                "describe 'web' do\n  let(:params) { { a: 1, \"#{b}\" => 1 } }\n  it { is_expected.to contain_class('x')."
            ),
            ["web", "web.a", "x"]
        );
    }
}
