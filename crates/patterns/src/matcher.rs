//! The comparison of a tree with a pattern.

use puppet_scalars::regexp::Regexp;
use puppet_syntax::{
    NodeOrToken, SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize,
};

use crate::pattern::{Part, Pattern};

/// So many steps are made for one node at most: `` `...` `` may be tried at many places.
const MAX_STEPS: usize = 20_000;

/// What the text of a metavariable must be, or must not be.
#[derive(Debug, Clone)]
pub(crate) struct MetavariableCondition {
    pub variable: String,
    pub regexp: Regexp,
    /// Whether the regular expression must match.
    pub must_match: bool,
}

/// What a metavariable is.
#[derive(Debug, Clone)]
pub(crate) struct Bound {
    pub name: String,
    /// Its code.
    pub source: TextRange,
    /// The same; of a string, what is between the quotes.
    pub value: TextRange,
}

/// The comparison of nodes with patterns, with the metavariables that are known so far.
pub(crate) struct Matcher<'c> {
    /// The text that the nodes are of.
    text: &'c str,
    conditions: &'c [MetavariableCondition],
    /// Of a resource expression with several resources, the one that is meant.
    resource: Option<&'c SyntaxNode>,
    pub bound: Vec<Bound>,
    /// Whether an attribute that may be there fits, too.
    pub allows_unknown: bool,
    steps: usize,
}

impl<'c> Matcher<'c> {
    pub(crate) fn new(
        text: &'c str,
        conditions: &'c [MetavariableCondition],
        resource: Option<&'c SyntaxNode>,
    ) -> Self {
        Self {
            text,
            conditions,
            resource,
            bound: Vec::new(),
            allows_unknown: false,
            steps: 0,
        }
    }

    /// Whether a node fits a pattern. If not, no metavariable becomes known.
    pub(crate) fn fits(&mut self, pattern: &Pattern, node: &SyntaxNode) -> bool {
        self.attempt(|it| it.node(pattern, &pattern.root(), node))
    }

    /// Whether a node fits; if not, what it made known is forgotten.
    fn attempt(&mut self, fits: impl FnOnce(&mut Self) -> bool) -> bool {
        let known = self.bound.len();
        let does = fits(self);
        if !does {
            self.bound.truncate(known);
        }
        does
    }

    fn node(&mut self, pattern: &Pattern, wanted: &SyntaxNode, node: &SyntaxNode) -> bool {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return false;
        }
        let is_name = matches!(wanted.kind(), SyntaxKind::NAME_EXPR | SyntaxKind::TYPE_REF);
        if is_name && let Part::Variable(name) = pattern.part(&wanted.text().to_string()) {
            let may_be =
                wanted.kind() == SyntaxKind::NAME_EXPR || node.kind() == SyntaxKind::TYPE_REF;
            return may_be && self.bind(name, node.text_range(), value(node));
        }
        if let (Some(wanted), Some(call)) = (CallNode::of(wanted), CallNode::of(node)) {
            return self.node(pattern, &wanted.function, &call.function)
                && self.sequence(pattern, &wanted.arguments, &call.arguments);
        }
        if wanted.kind() != node.kind() {
            return false;
        }
        let (these, mut those) = (elements(wanted), elements(node));
        if node.kind() == SyntaxKind::RESOURCE_BODY {
            those.extend(defaults(node));
        }
        match wanted.kind() {
            SyntaxKind::RESOURCE_BODY
            | SyntaxKind::RESOURCE_OVERRIDE
            | SyntaxKind::RESOURCE_DEFAULTS
            | SyntaxKind::COLLECT_EXPR
            | SyntaxKind::RESOURCE_EXPR
            | SyntaxKind::HASH_EXPR => self.at_least(pattern, &these, &those),
            SyntaxKind::CLASS_DEF
            | SyntaxKind::DEFINE_DEF
            | SyntaxKind::FUNCTION_DEF
            | SyntaxKind::PLAN_DEF => these.iter().all(|wanted| self.any(pattern, wanted, &those)),
            _ => self.sequence(pattern, &these, &those),
        }
    }

    /// Whether the first elements fit in order, and each attribute, entry or body fits one of the others.
    fn at_least(
        &mut self,
        pattern: &Pattern,
        wanted: &[SyntaxElement],
        elements: &[SyntaxElement],
    ) -> bool {
        let is_part = |it: &&SyntaxElement| {
            matches!(
                it.kind(),
                SyntaxKind::ATTRIBUTE
                    | SyntaxKind::ATTRIBUTE_SPLAT
                    | SyntaxKind::HASH_ENTRY
                    | SyntaxKind::RESOURCE_BODY
            )
        };
        let heads = |list: &[SyntaxElement]| {
            list.iter()
                .filter(|it| !is_part(it))
                .cloned()
                .collect::<Vec<_>>()
        };
        let is_meant = |it: &&SyntaxElement| {
            let mut chosen = self
                .resource
                .iter()
                .filter(|chosen| chosen.parent() == it.parent());
            chosen
                .next()
                .is_none_or(|chosen| it.as_node() == Some(chosen))
        };
        let parts = elements.iter().filter(is_part).filter(is_meant);
        let parts: Vec<SyntaxElement> = parts.cloned().collect();
        self.sequence(pattern, &heads(wanted), &heads(elements))
            && wanted.iter().filter(is_part).all(|wanted| {
                let may_be_there = self.allows_unknown
                    && wanted.kind() == SyntaxKind::ATTRIBUTE
                    && parts
                        .iter()
                        .any(|it| it.kind() == SyntaxKind::ATTRIBUTE_SPLAT);
                may_be_there || self.any(pattern, wanted, &parts)
            })
    }

    /// Whether one of the elements fits.
    fn any(
        &mut self,
        pattern: &Pattern,
        wanted: &SyntaxElement,
        elements: &[SyntaxElement],
    ) -> bool {
        elements
            .iter()
            .any(|element| self.attempt(|it| it.element(pattern, wanted, element)))
    }

    /// Whether elements fit in order.
    fn sequence(
        &mut self,
        pattern: &Pattern,
        wanted: &[SyntaxElement],
        elements: &[SyntaxElement],
    ) -> bool {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return false;
        }
        let Some((first, others)) = wanted.split_first() else {
            return elements.is_empty();
        };
        if pattern.part(&first.to_string()) == Part::Rest {
            return (0..=elements.len()).any(|skipped| {
                self.attempt(|it| it.sequence(pattern, others, &elements[skipped..]))
            });
        }
        elements.split_first().is_some_and(|(element, rest)| {
            self.attempt(|it| {
                it.element(pattern, first, element) && it.sequence(pattern, others, rest)
            })
        })
    }

    fn element(
        &mut self,
        pattern: &Pattern,
        wanted: &SyntaxElement,
        element: &SyntaxElement,
    ) -> bool {
        match (wanted, element) {
            (NodeOrToken::Node(wanted), NodeOrToken::Node(node)) => {
                self.node(pattern, wanted, node)
            }
            (NodeOrToken::Token(wanted), NodeOrToken::Token(token)) => {
                self.token(pattern, wanted, token)
            }
            _ => false,
        }
    }

    fn token(&mut self, pattern: &Pattern, wanted: &SyntaxToken, token: &SyntaxToken) -> bool {
        let is_string =
            |it: &SyntaxToken| matches!(it.kind(), SyntaxKind::SQ_STRING | SyntaxKind::DQ_STRING);
        let both_strings = is_string(wanted) && is_string(token);
        if wanted.kind() != token.kind() && !both_strings {
            return false;
        }
        let (text, own) = match both_strings {
            true => (unquoted(wanted.text()), unquoted(token.text())),
            false => (wanted.text(), token.text()),
        };
        let Some((before, name, after)) = pattern.split(text) else {
            return text == own;
        };
        let rest = own.strip_prefix(before);
        let Some(inner) = rest.and_then(|rest| rest.strip_suffix(after)) else {
            return false;
        };
        let quote = TextSize::of(token.text()) - TextSize::of(own);
        let start =
            token.text_range().start() + TextSize::new(u32::from(quote) / 2) + TextSize::of(before);
        let range = TextRange::at(start, TextSize::of(inner));
        !inner.is_empty() && self.bind(name, range, range)
    }

    /// Whether a metavariable can have a value: the one that it has already, and one that its conditions allow.
    fn bind(&mut self, name: &str, source: TextRange, value: TextRange) -> bool {
        let text = |range: TextRange| {
            self.text
                .get(std::ops::Range::<usize>::from(range))
                .unwrap_or_default()
        };
        if let Some(bound) = self.bound.iter().find(|bound| bound.name == name) {
            return text(bound.value) == text(value);
        }
        let mut conditions = self.conditions.iter().filter(|it| it.variable == name);
        // What cannot be decided fits nothing.
        let is_allowed = conditions.all(|it| {
            let matches = it.regexp.is_match(text(value));
            matches.is_ok_and(|matches| matches == it.must_match)
        });
        if is_allowed {
            self.bound.push(Bound {
                name: name.to_owned(),
                source,
                value,
            });
        }
        is_allowed
    }
}

/// A call, with parentheses or without.
struct CallNode {
    function: SyntaxNode,
    arguments: Vec<SyntaxElement>,
}

impl CallNode {
    fn of(node: &SyntaxNode) -> Option<Self> {
        let mut children = node.children();
        let function = children.next()?;
        let arguments = match node.kind() {
            SyntaxKind::STATEMENT_CALL => children.map(SyntaxElement::Node).collect(),
            SyntaxKind::CALL_EXPR => {
                let list = children.find(|it| it.kind() == SyntaxKind::ARG_LIST)?;
                list.children().map(SyntaxElement::Node).collect()
            }
            _ => return None,
        };
        Some(Self {
            function,
            arguments,
        })
    }
}

/// The nodes and tokens of a node that have a meaning by themselves.
fn elements(node: &SyntaxNode) -> Vec<SyntaxElement> {
    let is_mark = |kind: SyntaxKind| {
        use SyntaxKind as K;
        matches!(
            kind,
            K::WHITESPACE
                | K::COMMENT
                | K::BLOCK_COMMENT
                | K::COMMA
                | K::SEMICOLON
                | K::COLON
                | K::L_BRACE
                | K::R_BRACE
                | K::L_BRACK
                | K::R_BRACK
                | K::L_PAREN
                | K::R_PAREN
        )
    };
    node.children_with_tokens()
        .filter(|it| !is_mark(it.kind()))
        .collect()
}

/// The attributes that a resource has from `default:` in its expression.
fn defaults(body: &SyntaxNode) -> Vec<SyntaxElement> {
    let name = |attribute: &SyntaxNode| attribute.first_child().map(|it| it.text().to_string());
    let own: Vec<_> = body.children().map(|it| name(&it)).collect();
    let bodies = body.parent().into_iter().flat_map(|it| it.children());
    let default = bodies.filter(|it| is_default(it) && it != body);
    let attributes = default.flat_map(|it| it.children().skip(1));
    let inherited = attributes.filter(|it| !own.contains(&name(it)));
    inherited.map(SyntaxElement::Node).collect()
}

/// Whether a body of a resource expression gives the defaults of the others.
pub(crate) fn is_default(body: &SyntaxNode) -> bool {
    let is_body = body.kind() == SyntaxKind::RESOURCE_BODY;
    is_body
        && body
            .first_child()
            .is_some_and(|it| it.kind() == SyntaxKind::DEFAULT_EXPR)
}

/// The range of a node; of a string, of what is between the quotes.
fn value(node: &SyntaxNode) -> TextRange {
    let range = node.text_range();
    let token = node
        .first_token()
        .filter(|it| is_string(it) && it.text_range() == range);
    let quote = TextSize::new(1);
    match token {
        Some(_) if range.len() >= quote + quote => {
            TextRange::new(range.start() + quote, range.end() - quote)
        }
        _ => range,
    }
}

fn is_string(token: &SyntaxToken) -> bool {
    matches!(token.kind(), SyntaxKind::SQ_STRING | SyntaxKind::DQ_STRING)
}

fn unquoted(text: &str) -> &str {
    let inner = |quote| text.strip_prefix(quote)?.strip_suffix(quote);
    inner('\'').or_else(|| inner('"')).unwrap_or(text)
}
