//! Rules of users: patterns, conditions, a message and a rewrite.

use std::sync::Arc;

use puppet_diagnostics::Severity;
use puppet_scalars::regexp::Regexp;
use puppet_syntax::{SyntaxKind, SyntaxNode, nodes_of};
use puppet_text::TextRange;

use crate::matcher::{Bound, Matcher, MetavariableCondition, is_default};
use crate::pattern::{Pattern, expand};

/// What a rule says, as its author writes it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HouseRuleSource {
    /// Its name.
    pub name: String,
    /// The code that it reports: what fits one of these patterns.
    pub patterns: Vec<String>,
    /// What the code must be inside of.
    pub inside: Option<String>,
    /// What the code must not be inside of.
    pub not_inside: Option<String>,
    /// Patterns that the code must not fit, too.
    pub without: Vec<String>,
    /// Regular expressions that the metavariables must match.
    pub matching: Vec<(String, String)>,
    /// Regular expressions that the metavariables must not match.
    pub not_matching: Vec<(String, String)>,
    /// What is wrong; with metavariables.
    pub message: String,
    /// How serious it is.
    pub severity: Severity,
    /// The code that should be there; with metavariables.
    pub rewrite: Option<String>,
}

/// A rule of a user. Two rules are equal if their authors say the same.
#[derive(Debug, Clone)]
pub struct HouseRule {
    source: HouseRuleSource,
    compiled: Arc<CompiledRule>,
}

#[derive(Debug)]
struct CompiledRule {
    patterns: Vec<Pattern>,
    inside: Option<Pattern>,
    not_inside: Option<Pattern>,
    without: Vec<Pattern>,
    conditions: Vec<MetavariableCondition>,
}

/// What is wrong in a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseRuleProblem {
    /// The key with the problem: `pattern`.
    pub key: &'static str,
    /// What is wrong.
    pub message: String,
}

/// Code that a rule reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// Where it is; of resources and definitions, up to the title or name.
    pub range: TextRange,
    /// All of it.
    pub whole: TextRange,
    /// What is wrong.
    pub message: String,
    /// The code that should be there.
    pub rewrite: Option<String>,
}

impl PartialEq for HouseRule {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl Eq for HouseRule {}

impl HouseRule {
    /// A rule.
    ///
    /// # Errors
    /// What is wrong in it.
    pub fn new(source: HouseRuleSource) -> Result<Self, HouseRuleProblem> {
        let problem = |key: &'static str| move |message| HouseRuleProblem { key, message };
        let list = |key, texts: &[String]| {
            let patterns = texts.iter().map(|text| Pattern::parse(text));
            patterns
                .collect::<Result<Vec<_>, _>>()
                .map_err(problem(key))
        };
        let one = |key, text: &Option<String>| {
            let pattern = text.as_deref().map(Pattern::parse);
            pattern.transpose().map_err(problem(key))
        };
        let mut conditions = Vec::new();
        for (key, pairs, must_match) in [
            ("where", &source.matching, true),
            ("where-not", &source.not_matching, false),
        ] {
            for (variable, regexp) in pairs {
                let regexp = Regexp::new(regexp.as_str()).map_err(|error| HouseRuleProblem {
                    key,
                    message: format!("Invalid regular expression: {error}"),
                })?;
                conditions.push(MetavariableCondition {
                    variable: variable.clone(),
                    regexp,
                    must_match,
                });
            }
        }
        let compiled = CompiledRule {
            patterns: list("pattern", &source.patterns)?,
            inside: one("inside", &source.inside)?,
            not_inside: one("not-inside", &source.not_inside)?,
            without: list("without", &source.without)?,
            conditions,
        };
        compiled.check_names(&source)?;
        Ok(Self {
            source,
            compiled: Arc::new(compiled),
        })
    }

    /// What the rule says.
    #[must_use]
    pub fn source(&self) -> &HouseRuleSource {
        &self.source
    }

    /// What the rule reports in a file, in the order of the code.
    #[must_use]
    pub fn check(&self, text: &str, root: &SyntaxNode) -> Vec<Match> {
        let patterns = &self.compiled.patterns;
        let may_fit = |kind| patterns.iter().any(|pattern| pattern.may_fit(kind));
        let nodes = nodes_of(root, may_fit).into_iter();
        nodes
            .flat_map(|node| self.check_node(text, &node))
            .collect()
    }

    fn check_node(&self, text: &str, node: &SyntaxNode) -> Vec<Match> {
        let patterns = self.compiled.patterns.iter();
        let mut found = patterns.map(|pattern| self.compiled.find(pattern, text, node));
        let found = found.find(|found| !found.is_empty()).unwrap_or_default();
        let matches = found.into_iter().map(|found| {
            let part = |range: TextRange| text.get(std::ops::Range::<usize>::from(range));
            let value = |name: &str| part(bound(&found.bound, name)?.value);
            let code = |name: &str| part(bound(&found.bound, name)?.source);
            let rewrite = self.source.rewrite.as_deref().filter(|_| found.is_whole);
            Match {
                range: head(&found.node),
                whole: found.node.text_range(),
                message: expand(&self.source.message, value)
                    .unwrap_or_else(|| self.source.message.clone()),
                rewrite: rewrite.and_then(|text| expand(text, code)),
            }
        });
        matches.collect()
    }
}

/// A node that fits.
struct MatchedNode {
    node: SyntaxNode,
    bound: Vec<Bound>,
    /// Whether it is all that the pattern is about: not one resource of several.
    is_whole: bool,
}

/// What a person looks at first: of resources and definitions, what is before the braces or the attributes.
fn head(node: &SyntaxNode) -> TextRange {
    let range = node.text_range();
    let last = match node.kind() {
        SyntaxKind::RESOURCE_EXPR => bodies(node).next().and_then(|body| body.first_child()),
        SyntaxKind::RESOURCE_BODY => node.first_child(),
        SyntaxKind::CLASS_DEF
        | SyntaxKind::DEFINE_DEF
        | SyntaxKind::FUNCTION_DEF
        | SyntaxKind::PLAN_DEF => node.children().find(|it| it.kind() == SyntaxKind::DEF_NAME),
        _ => None,
    };
    last.map_or(range, |last| {
        TextRange::new(range.start(), last.text_range().end())
    })
}

fn bound<'b>(all: &'b [Bound], name: &str) -> Option<&'b Bound> {
    all.iter().find(|bound| bound.name == name)
}

impl CompiledRule {
    /// Whether each metavariable that is used is one of the patterns.
    fn check_names(&self, source: &HouseRuleSource) -> Result<(), HouseRuleProblem> {
        let around = self.inside.iter().flat_map(Pattern::names);
        let known: Vec<&str> = around
            .chain(self.patterns.iter().flat_map(Pattern::names))
            .collect();
        let names = |text: &str| {
            text.split('`')
                .skip(1)
                .step_by(2)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let of = |pairs: &[(String, String)]| pairs.iter().map(|(name, _)| name.clone()).collect();
        let used: [(&'static str, Vec<String>); 4] = [
            ("message", names(&source.message)),
            (
                "rewrite",
                source.rewrite.as_deref().map(names).unwrap_or_default(),
            ),
            ("where", of(&source.matching)),
            ("where-not", of(&source.not_matching)),
        ];
        for (key, names) in used {
            if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
                let message = format!(
                    "Unknown metavariable '{name}': the pattern has {}",
                    listed(&known)
                );
                return Err(HouseRuleProblem { key, message });
            }
        }
        Ok(())
    }

    /// The parts of a node that fit: the node itself, or the resources in it.
    fn find(&self, pattern: &Pattern, text: &str, node: &SyntaxNode) -> Vec<MatchedNode> {
        let wanted = pattern.root();
        let bodies: Vec<SyntaxNode> = bodies(node).collect();
        if wanted.kind() == SyntaxKind::RESOURCE_EXPR
            && bodies.len() > 1
            && self::bodies(&wanted).count() == 1
        {
            // Each of them is a resource of its own.
            let resources = bodies.into_iter().filter(|body| !is_default(body));
            let found = resources.filter_map(|body| {
                let bound = self.fits(pattern, (text, node), Some(&body))?;
                Some(MatchedNode {
                    node: body,
                    bound,
                    is_whole: false,
                })
            });
            return found.collect();
        }
        let found = self
            .fits(pattern, (text, node), None)
            .map(|bound| MatchedNode {
                node: node.clone(),
                bound,
                is_whole: true,
            });
        found.into_iter().collect()
    }

    /// The metavariables, if a node fits; of a resource expression, one resource only may be meant.
    fn fits(
        &self,
        pattern: &Pattern,
        (text, node): (&str, &SyntaxNode),
        resource: Option<&SyntaxNode>,
    ) -> Option<Vec<Bound>> {
        let mut matcher = Matcher::new(text, &self.conditions, resource);
        if !matcher.fits(pattern, node) {
            return None;
        }
        matcher.allows_unknown = true;
        if self.without.iter().any(|other| matcher.fits(other, node)) {
            return None;
        }
        matcher.allows_unknown = false;
        let mut is_inside = |pattern: &Pattern| {
            let mut around = node.ancestors().skip(1);
            around.any(|it| matcher.fits(pattern, &it))
        };
        let is_excluded = self.not_inside.as_ref().is_some_and(&mut is_inside);
        let is_meant = self.inside.as_ref().is_none_or(&mut is_inside);
        (!is_excluded && is_meant).then_some(matcher.bound)
    }
}

/// The resources of a resource expression.
fn bodies(node: &SyntaxNode) -> impl Iterator<Item = SyntaxNode> {
    node.children()
        .filter(|it| it.kind() == SyntaxKind::RESOURCE_BODY)
}

fn listed(names: &[&str]) -> String {
    match names {
        [] => "none".to_owned(),
        names => names.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use puppet_syntax::{Entry, parse};

    use super::*;

    fn source(pattern: &str) -> HouseRuleSource {
        HouseRuleSource {
            name: "r".to_owned(),
            patterns: vec![pattern.to_owned()],
            inside: None,
            not_inside: None,
            without: Vec::new(),
            matching: Vec::new(),
            not_matching: Vec::new(),
            message: "m".to_owned(),
            severity: Severity::Warning,
            rewrite: None,
        }
    }

    fn check(source: HouseRuleSource, code: &str) -> Vec<Match> {
        let rule = HouseRule::new(source).expect("a rule");
        rule.check(code, &parse(code, Entry::Manifest).syntax())
    }

    /// The code that fits a pattern.
    fn found<'c>(pattern: &str, code: &'c str) -> Vec<&'c str> {
        let found = check(source(pattern), code);
        found.iter().map(|it| &code[it.whole]).collect()
    }

    #[test]
    fn patterns_fit_what_means_the_same() {
        let rows: &[(&str, &str, &[&str])] = &[
            (
                "include `c`",
                "include a\ninclude(b)\ncontain c",
                &["include a", "include(b)"],
            ),
            (
                "f(`x`, `x`)",
                "f(1, 1)\nf(1, 2)\nf('a', \"a\")",
                &["f(1, 1)", "f('a', \"a\")"],
            ),
            ("f(`...`, 2)", "f(2) f(1, 2) f(2, 1)", &["f(2)", "f(1, 2)"]),
            (
                "file { '/a': mode => `m` }",
                "file { \"/a\": ensure => file, mode => '1' }",
                &["file { \"/a\": ensure => file, mode => '1' }"],
            ),
            (
                "file { '/a': mode => `m` }",
                "file { '/a': ensure => file }\nfile { '/b': mode => 1 }",
                &[],
            ),
            (
                "file { `t`: }",
                "file { 'a':; default: mode => 1; 'b': }",
                &["'a':", "'b':"],
            ),
            (
                "{ a => `v` }",
                "$x = { b => 1, a => 2 }",
                &["{ b => 1, a => 2 }"],
            ),
            (
                "[`...`, 'x', `...`]",
                "$x = [1, 'x']\n$y = [1]",
                &["[1, 'x']"],
            ),
            ("`Type`['a']", "File['a'] -> $x['a']", &["File['a']"]),
            ("$`name`_old", "f($a_old, $b, $_old)", &["$a_old"]),
            (
                "class `c` { `...` }",
                "class a($x) inherits b { f() }",
                &["class a($x) inherits b { f() }"],
            ),
            ("`a` == `b`", "if 1 == 2 and 1 != 2 {}", &["1 == 2"]),
            ("\"${`v`}\"", "$a = \"${b}\"", &["\"${b}\""]),
            (
                "if `c` { `...` }",
                "if $a { f() }\nif $b { } else { }",
                &["if $a { f() }"],
            ),
        ];
        for (pattern, code, expected) in rows {
            assert_eq!(found(pattern, code), *expected, "{pattern} in {code}");
        }
    }

    #[test]
    fn messages_and_rewrites_have_the_code_of_metavariables() {
        let rule = HouseRuleSource {
            message: "no '`k`'".to_owned(),
            rewrite: Some("lookup(`k`)".to_owned()),
            not_matching: vec![("k".to_owned(), "^b".to_owned())],
            ..source("hiera(`k`)")
        };
        let found = check(rule, "hiera('a') hiera('b') hiera( \"${x}\" )");
        let found: Vec<_> = found
            .iter()
            .map(|it| (&*it.message, it.rewrite.as_deref()))
            .collect();
        assert_eq!(
            found,
            [
                ("no 'a'", Some("lookup('a')")),
                ("no '\"${x}\"'", Some("lookup(\"${x}\")"))
            ]
        );
    }

    type Change = fn(&mut HouseRuleSource);

    #[test]
    fn mistakes_are_refused() {
        let with = |change: Change| {
            let mut rule = source("f(`x`)");
            change(&mut rule);
            HouseRule::new(rule).map(|_| ()).expect_err("a mistake")
        };
        let rows: [(Change, &str, &str); 8] = [
            (
                |it| it.patterns = vec!["f(".to_owned()],
                "pattern",
                "Pattern is not Puppet code: ",
            ),
            (
                |it| it.patterns = vec!["f(`x)".to_owned()],
                "pattern",
                "Pattern has a '`' without a second one",
            ),
            (
                |it| it.patterns = vec!["f(`x y`)".to_owned()],
                "pattern",
                "'`x y`' is no metavariable",
            ),
            (
                |it| it.patterns = vec!["`x`".to_owned()],
                "pattern",
                "Pattern matches everything",
            ),
            (
                |it| it.patterns = vec!["f() g()".to_owned()],
                "pattern",
                "Pattern must be one expression",
            ),
            (
                |it| it.inside = Some(String::new()),
                "inside",
                "Pattern must be one expression",
            ),
            (
                |it| it.message = "`y`".to_owned(),
                "message",
                "Unknown metavariable 'y': the pattern has x",
            ),
            (
                |it| it.matching = vec![("x".to_owned(), "(".to_owned())],
                "where",
                "Invalid regular expression",
            ),
        ];
        for (change, key, message) in rows {
            let problem = with(change);
            assert_eq!(problem.key, key);
            assert!(problem.message.starts_with(message), "{}", problem.message);
        }
    }

    #[test]
    fn the_cost_is_bounded() {
        let pattern = format!("f({})", "`...`, 1, ".repeat(40) + "2");
        let code = format!("f({})", "1, ".repeat(400) + "3");
        assert_eq!(found(&pattern, &code), Vec::<&str>::new());
        let sum = vec!["$a"; 400].join(" + ");
        assert_eq!(found("`a` + `b`", &format!("$x = {sum}")).len(), 399);
    }
}
