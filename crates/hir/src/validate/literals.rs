//! Values that are known without evaluation, and what can be wrong with them.

use std::collections::HashSet;

use puppet_scalars::Regexp;
use smol_str::SmolStr;

use crate::model::{Body, Expr, ExprId, FloatLiteral, IntegerLiteral, KeyedEntry};

use super::{BodyScope, Checker, IssueAnchor, IssueCode, PuppetVersion};

/// How deep literals are looked at; deeper ones count as not known.
const MAX_DEPTH: usize = 100;

/// A value that is written down (`Puppet::Pops::Evaluator::LiteralEvaluator`), equal as Ruby's hash keys are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LiteralValue {
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true`, `false`
    Boolean(bool),
    /// An integer.
    Integer(IntegerLiteral),
    /// A float, by its bits.
    Float(u64),
    /// A string, a bare word, or (for Puppet 8) the name of a type in lower case.
    String(SmolStr),
    /// The pattern of a regular expression.
    Regexp(SmolStr),
    /// An array, or (for Puppet 8) the parameters of a type.
    List(Vec<LiteralValue>),
    /// A hash, in its order.
    Hash(Vec<(LiteralValue, LiteralValue)>),
}

impl LiteralValue {
    /// The value of an expression; none if it has to be evaluated.
    pub fn from_expr(body: &Body, id: ExprId, puppet: PuppetVersion) -> Option<LiteralValue> {
        LiteralValue::nested(body, id, puppet, MAX_DEPTH)
    }

    /// Whether an expression is a value that is written down, other than `undef`.
    pub(super) fn is_literal(body: &Body, id: ExprId, puppet: PuppetVersion) -> bool {
        matches!(body.expr(id), Expr::Missing)
            || LiteralValue::from_expr(body, id, puppet).is_some_and(|it| it != LiteralValue::Undef)
    }

    fn nested(
        body: &Body,
        id: ExprId,
        puppet: PuppetVersion,
        depth: usize,
    ) -> Option<LiteralValue> {
        let depth = depth.checked_sub(1)?;
        let of = |id: &ExprId| LiteralValue::nested(body, *id, puppet, depth);
        let list = |ids: &[ExprId]| {
            ids.iter()
                .map(of)
                .collect::<Option<Vec<_>>>()
                .map(LiteralValue::List)
        };
        Some(match body.expr(id) {
            Expr::LiteralUndef => LiteralValue::Undef,
            Expr::LiteralDefault => LiteralValue::Default,
            Expr::LiteralBoolean(value) => LiteralValue::Boolean(*value),
            Expr::LiteralInteger { value, .. } => LiteralValue::Integer(value.clone()),
            Expr::LiteralFloat(value) => LiteralValue::Float(value.get().to_bits()),
            Expr::LiteralString(text) | Expr::QualifiedName(text) => {
                LiteralValue::String(text.clone())
            }
            Expr::LiteralRegularExpression(pattern) => LiteralValue::Regexp(pattern.clone()),
            Expr::ConcatenatedString(segments) => match **segments {
                [only] if matches!(body.expr(only), Expr::LiteralString(_)) => of(&only)?,
                _ => return None,
            },
            Expr::LiteralList(values) => list(values)?,
            Expr::LiteralHash(entries) => {
                let pair = |entry: &KeyedEntry| Some((of(&entry.key)?, of(&entry.value)?));
                LiteralValue::hash(entries.iter().map(pair).collect::<Option<Vec<_>>>()?)
            }
            _ if puppet < PuppetVersion::V8 => return None,
            Expr::QualifiedReference(name) => LiteralValue::String(name.to_lowercase().into()),
            // The type is not looked at, only its parameters: so `A[1]` and `B[1]` are the same key.
            Expr::Access { keys, .. } => match **keys {
                [only] if matches!(body.expr(only), Expr::LiteralList(_)) => return None,
                _ => list(keys)?,
            },
            Expr::UnaryMinus(inner) => of(inner)?.negated()?,
            _ => return None,
        })
    }

    /// A hash in which the last value of a key counts.
    fn hash(pairs: Vec<(LiteralValue, LiteralValue)>) -> LiteralValue {
        let mut places = std::collections::HashMap::new();
        let mut unique: Vec<(LiteralValue, LiteralValue)> = Vec::new();
        for (key, value) in pairs {
            match places.get(&key).and_then(|at: &usize| unique.get_mut(*at)) {
                Some(place) => place.1 = value,
                None => {
                    places.insert(key.clone(), unique.len());
                    unique.push((key, value));
                }
            }
        }
        LiteralValue::Hash(unique)
    }

    /// The value as Puppet's messages show it; none where that is longer than a message should be.
    fn label(&self) -> Option<String> {
        Some(match self {
            LiteralValue::String(text) => text.to_string(),
            LiteralValue::List(_) => self.element_label()?,
            LiteralValue::Undef => "undef".to_owned(),
            LiteralValue::Default => "default".to_owned(),
            LiteralValue::Boolean(value) => value.to_string(),
            LiteralValue::Integer(IntegerLiteral::Small(value)) => value.to_string(),
            LiteralValue::Integer(IntegerLiteral::Big(digits)) => digits.to_string(),
            LiteralValue::Float(bits) => format!("{:?}", f64::from_bits(*bits)),
            LiteralValue::Regexp(pattern) => format!("/{pattern}/"),
            LiteralValue::Hash(_) => return None,
        })
    }

    /// The value within a list, where strings have quotes.
    fn element_label(&self) -> Option<String> {
        match self {
            LiteralValue::String(text) => Some(format!("{text:?}")),
            LiteralValue::List(elements) => {
                let labels: Option<Vec<String>> =
                    elements.iter().map(LiteralValue::element_label).collect();
                Some(format!("[{}]", labels?.join(", ")))
            }
            other => other.label(),
        }
    }

    fn negated(self) -> Option<LiteralValue> {
        match self {
            LiteralValue::Integer(IntegerLiteral::Small(value)) => {
                let negative = value.checked_neg().map(IntegerLiteral::Small);
                Some(LiteralValue::Integer(negative.unwrap_or_else(|| {
                    IntegerLiteral::Big("9223372036854775808".into())
                })))
            }
            LiteralValue::Integer(IntegerLiteral::Big(digits)) => {
                let text = digits
                    .strip_prefix('-')
                    .map_or_else(|| format!("-{digits}"), str::to_owned);
                Some(LiteralValue::Integer(IntegerLiteral::Big(text.into())))
            }
            LiteralValue::Float(bits) => {
                Some(LiteralValue::Float((-f64::from_bits(bits)).to_bits()))
            }
            _ => None,
        }
    }
}

impl<'a> Checker<'a> {
    /// A hash: no key twice, as far as keys are known.
    pub(super) fn hash(&mut self, scope: &BodyScope<'a>, entries: &[KeyedEntry]) {
        let mut seen = HashSet::new();
        for entry in entries {
            let Some(key) = LiteralValue::from_expr(scope.body, entry.key, self.options.puppet)
            else {
                continue;
            };
            let label = key.label();
            if !seen.insert(key) {
                let at = IssueAnchor::Part(entry.part);
                self.report(scope, at, IssueCode::DuplicateKey, |_| match label {
                    Some(label) => format!("The key '{label}' is declared more than once"),
                    None => "The same key is declared more than once".to_owned(),
                });
            }
        }
    }

    /// An integer fits into 64 bits.
    pub(super) fn integer(&mut self, scope: &BodyScope<'a>, id: ExprId, value: &IntegerLiteral) {
        if let IntegerLiteral::Big(digits) = value {
            self.report(scope, IssueAnchor::Expr(id), IssueCode::NumericOverflow, |_| {
                // Puppet shows it in hexadecimal digits, which takes long for a long number.
                let value = digits.parse::<u128>();
                let value = value.map_or_else(|_| format!("+{digits}"), |it| format!("+{it:#x}"));
                format!("A Literal Integer resulted in a value outside of Puppet Integer max range, got '{value}'")
            });
        }
    }

    /// A float has a value.
    pub(super) fn float(&mut self, scope: &BodyScope<'a>, id: ExprId, value: FloatLiteral) {
        if value.get().is_infinite() {
            self.report(
                scope,
                IssueAnchor::Expr(id),
                IssueCode::InfiniteFloat,
                |_| "Number is too large for a Float".to_owned(),
            );
        }
    }

    /// A regular expression is one.
    pub(super) fn regexp(&mut self, scope: &BodyScope<'a>, id: ExprId, pattern: &str) {
        if let Err(error) = Regexp::new(pattern) {
            self.report(
                scope,
                IssueAnchor::Expr(id),
                IssueCode::InvalidRegexp,
                |_| format!("Invalid regular expression: {error}"),
            );
        }
    }
}
