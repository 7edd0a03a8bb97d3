//! The places that can be narrowed: variables, and what keys access in them, by `[]`, `dig`, `get` or `getvar`.

use std::fmt::Write as _;

use puppet_hir::Call;
use puppet_hir::model::{Expr, ExprId};
use puppet_types::{Type, Value};
use smol_str::{SmolStr, format_smolstr};

use crate::infer::builder::InferenceBuilder;
use crate::infer::dig_call::{DigCall, DigRoot};
use crate::infer::narrow::conditions::NarrowTarget;
use crate::infer::subscript::any_element;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::set_theoretic::subtract;

/// Accesses with more keys are no places.
pub(crate) const MAX_KEYS: usize = 50;

/// How deep keys are places whose keys are places: `$a[$b[$c[0]]]`.
const MAX_NESTED_KEYS: usize = 3;

/// Texts with more parts are no keys of a place.
const MAX_TEXT_PARTS: usize = 10;

/// A variable, and the keys that access something in it.
struct AccessPath {
    variable: SmolStr,
    /// Each as a part of the key among the scopes, with what is known of it.
    keys: Vec<(SmolStr, Inferred)>,
}

impl InferenceBuilder<'_> {
    /// The place that an expression is: a variable, or an access to one.
    pub(crate) fn narrow_target(&self, id: ExprId) -> Option<NarrowTarget> {
        let path = self.access_path(id, false)?;
        if path.keys.is_empty() {
            return Some(NarrowTarget::Variable(path.variable));
        }
        let keys: Vec<SmolStr> = path.keys.into_iter().map(|(key, _)| key).collect();
        let text = keys.concat();
        Some(NarrowTarget::Path(self.scopes.path(&path.variable, &text)))
    }

    /// The key among the scopes of an access in a place with more keys.
    pub(crate) fn path_to(&self, id: ExprId, more: &[SmolStr]) -> Option<SmolStr> {
        let path = self.access_path(id, false)?;
        let mut text = String::new();
        for key in path.keys.iter().map(|(key, _)| key).chain(more) {
            text.push_str(key);
        }
        Some(self.scopes.path(&path.variable, &text))
    }

    /// A key as part of a path: a constant, a place, or a text with places.
    pub(crate) fn path_key(&self, key: ExprId) -> Option<SmolStr> {
        self.path_key_within(key, MAX_NESTED_KEYS)
    }

    /// The same, with keys that are places with keys, so deep.
    fn path_key_within(&self, key: ExprId, depth: usize) -> Option<SmolStr> {
        if let Inferred::Value(value) = self.result(key) {
            return text_of_key(value);
        }
        if let Some(name) = self.variable_at(self.body.without_parentheses(key)) {
            return Some(self.scopes.path(name, ""));
        }
        let depth = depth.checked_sub(1)?;
        match self.body.expr(self.body.without_parentheses(key)) {
            Expr::ConcatenatedString(parts) if parts.len() <= MAX_TEXT_PARTS => {
                let parts = parts.iter().map(|part| match self.body.expr(*part) {
                    Expr::Text(place) => self.path_key_within(*place, depth),
                    _ => self.path_key_within(*part, depth),
                });
                let parts: Vec<SmolStr> = parts.collect::<Option<_>>()?;
                Some(format_smolstr!("[text {}]", parts.concat()))
            }
            _ => {
                let path = self.access_path_within(key, false, depth)?;
                let keys: Vec<SmolStr> = path.keys.into_iter().map(|(key, _)| key).collect();
                let place = self.scopes.path(&path.variable, &keys.concat());
                Some(format_smolstr!("[{place}]"))
            }
        }
    }

    /// A key of a path, with what is known of it.
    fn key_within(&self, key: ExprId, depth: usize) -> Option<(SmolStr, Inferred)> {
        Some((self.path_key_within(key, depth)?, self.result(key).clone()))
    }

    /// The variable that an expression reads, without the class where that is the own one.
    fn variable_at(&self, id: ExprId) -> Option<&str> {
        let name = self.body.variable_name(id)?;
        Some(self.own_variable(name).unwrap_or(name))
    }

    /// The path of an access; of a call with a default, where that is not given, if it is asked for.
    fn access_path(&self, id: ExprId, ignores_default: bool) -> Option<AccessPath> {
        self.access_path_within(id, ignores_default, MAX_NESTED_KEYS)
    }

    fn access_path_within(
        &self,
        id: ExprId,
        ignores_default: bool,
        depth: usize,
    ) -> Option<AccessPath> {
        let mut keys = Vec::new();
        let mut root = self.body.without_parentheses(id);
        let mut variable = loop {
            match self.body.expr(root) {
                Expr::Access { left, keys: found } => {
                    let [key] = &**found else { return None };
                    keys.push(self.key_within(*key, depth)?);
                    root = self.body.without_parentheses(*left);
                    if keys.len() > MAX_KEYS {
                        return None;
                    }
                }
                Expr::CallMethod { .. } | Expr::CallNamedFunction { .. } => {
                    let call = Call::from_expr(self.body, root)?;
                    let takes_default = ignores_default && keys.is_empty();
                    let (receiver, found) = self.keys_of_call(&call, takes_default, depth)?;
                    keys.extend(found.into_iter().rev());
                    match receiver {
                        DigRoot::Expr(receiver) => root = self.body.without_parentheses(receiver),
                        DigRoot::Variable(name) => break name,
                    }
                }
                _ => break self.variable_at(root)?.into(),
            }
        };
        variable = self.scopes.original(&variable).into();
        // `$h['a']` is `$a`, where `$h` is `{ 'a' => $a }`.
        while let Some((key, _)) = keys.last()
            && let part = self.scopes.path(&variable, key)
            && let of = self.scopes.original(&part)
            && of != part
        {
            variable = of.into();
            keys.pop();
        }
        keys.reverse();
        Some(AccessPath { variable, keys })
    }

    /// The keys of `$x.dig('a', $b)`, `$x.get('a.b')` and `getvar('x.a.b')`.
    fn keys_of_call(
        &self,
        call: &Call<'_>,
        takes_default: bool,
        depth: usize,
    ) -> Option<(DigRoot, Vec<(SmolStr, Inferred)>)> {
        if call.lambda.is_some() || call.is_unfolded(self.body) {
            return None;
        }
        if let (Some("dig"), [root, keys @ ..]) = (call.name, &call.arguments[..]) {
            let keys = keys.iter();
            let keys = keys.map(|key| self.key_within(*key, depth));
            let keys: Vec<_> = keys.collect::<Option<_>>()?;
            return (!keys.is_empty()).then_some((DigRoot::Expr(*root), keys));
        }
        let lookup = DigCall::from_call(call, |id| self.result(id))?;
        if lookup.default.is_some() && !takes_default {
            return None;
        }
        let keys = lookup.keys.into_iter();
        let keys = keys.map(|key| Some((text_of_key(&key)?, Inferred::Value(key))));
        Some((lookup.root, keys.collect::<Option<_>>()?))
    }

    /// What tests told before of the part of something that keys find.
    pub(crate) fn tested_part(&self, root: &DigRoot, keys: &[SmolStr]) -> Option<Inferred> {
        if !self.scopes.has_paths() {
            return None;
        }
        let path = match root {
            DigRoot::Expr(root) => self.path_to(*root, keys)?,
            DigRoot::Variable(name) => self.scopes.path(name, &keys.concat()),
        };
        self.scopes.get(&path).cloned()
    }

    /// Where a part of something is there, so is the whole: it is not undef.
    pub(crate) fn narrow_wholes(&mut self, id: ExprId) {
        let Some(path) = self.access_path(id, true) else {
            return;
        };
        let context = self.names;
        let mut text = String::new();
        let Some(mut known) = self.scopes.get(&path.variable).cloned() else {
            return;
        };
        for (index, (key, known_key)) in path.keys.iter().enumerate() {
            let Some(whole) = subtract(context, &known, &Type::Undef) else {
                return;
            };
            if whole != known {
                let place = match index {
                    0 => NarrowTarget::Variable(path.variable.clone()),
                    _ => NarrowTarget::Path(self.scopes.path(&path.variable, &text)),
                };
                self.note(place, whole.clone());
            }
            text.push_str(key);
            let at = self.scopes.path(&path.variable, &text);
            known = match self.scopes.get(&at) {
                Some(known) => known.clone(),
                None => any_element(context, &whole, known_key),
            };
        }
    }
}

pub(crate) fn text_of_key(key: &Value) -> Option<SmolStr> {
    let mut text = String::new();
    match key {
        Value::String(key) => write!(text, "[{key:?}]").ok()?,
        Value::Integer(key) => write!(text, "[{key}]").ok()?,
        _ => return None,
    }
    Some(format_smolstr!("{text}"))
}
