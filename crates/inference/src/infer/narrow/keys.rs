//! Conditions about keys: `'k' in $h`, `$h.has_key('k')`, `'k' in keys($h)`, and lambdas that get the keys of a hash.

use puppet_hir::Call;
use puppet_hir::model::{ArithmeticOperator, Expr, ExprId};
use puppet_types::{Relate, StructElement, StructKey, Type, TypeContext, Value};
use smol_str::{SmolStr, format_smolstr};

use crate::infer::builder::InferenceBuilder;
use crate::infer::narrow::conditions::NarrowTarget;
use crate::infer::narrow::paths::text_of_key;
use crate::infer::path_marks::PRESENT;
use crate::infer::subscript::{element, present_element};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::function_results::{MAX_DEPTH, deep_value};
use puppet_types::inferred::iterated_elements::elements;
use puppet_types::inferred::known_parts::known_entries;
use puppet_types::inferred::paired::as_added;
use puppet_types::inferred::set_theoretic::{
    intersect, is_never_undef, may_have_key, members_where,
};

/// What is known of such a path.
pub(super) const IS_PRESENT: Inferred = Inferred::Value(Value::Boolean(true));

/// What tests told of the keys of a hash, and of those within, is looked up for so many of them.
const MAX_KEYS: usize = 300;

impl InferenceBuilder<'_> {
    /// A hash, or the list of its keys, has a key.
    pub(crate) fn narrow_has_key(&mut self, all: ExprId, key: ExprId, truth: bool) -> bool {
        let subject = self.hash_of_keys(all).unwrap_or(all);
        let context = self.names;
        if let Some(key) = self.result(key).value().cloned() {
            self.narrow_place(subject, |known| {
                Some(members_where(context, known, |member| {
                    may_have_key(context, member, &key, truth)
                }))
            });
        }
        let Some(key) = self.path_key(key).filter(|_| truth) else {
            return true;
        };
        self.note_parts_of(all, &key);
        let has_no_keys =
            Type::variant_of([Type::Undef, Type::BOOLEAN, Type::Numeric, Type::REGEXP]);
        let is_possible = self.narrow_type(subject, &has_no_keys, false);
        if is_possible {
            self.note_entry(subject, key);
        }
        is_possible
    }

    /// Where an entry of one of several types of hashes turns out to be of a type, the others are excluded:
    /// `$c['type'] == 'tcp'`.
    pub(crate) fn narrow_whole_of(&mut self, access: ExprId, narrower: &Inferred) {
        let Expr::Access { left, keys } = self.body.expr(access) else {
            return;
        };
        let ([key], false) = (&**keys, narrower.is_unknown()) else {
            return;
        };
        let Some(key) = self.result(*key).value().cloned() else {
            return;
        };
        let (context, narrower) = (self.names, narrower.ty(self.names));
        let may_be = |member: &Type| {
            let entry = element(context, &Inferred::Type(member.clone()), &key);
            intersect(context, &entry, &narrower).is_some()
        };
        self.narrow_place(*left, |known| Some(members_where(context, known, may_be)));
    }

    /// `$h` in `keys($h)`, and in functions that give some of its keys again: `sort(keys($h))`.
    fn hash_of_keys(&self, all: ExprId) -> Option<ExprId> {
        let mut list = all;
        loop {
            let call = Call::from_expr(self.body, self.body.without_parentheses(list))?;
            match (call.name?, &call.arguments[..]) {
                ("keys", [subject]) => return Some(self.whole_of(*subject)),
                ("sort" | "unique" | "reverse_each" | "filter", [inner]) => list = *inner,
                _ => return None,
            }
        }
    }

    /// The first of two parameters of a lambda that is called with each entry of a hash is a key that the hash has.
    pub(crate) fn note_keys_of_lambda(&mut self, lambda: ExprId) {
        let body = self.body;
        let call = self.call_of_lambda(lambda);
        let Some(call) = call.and_then(|call| Call::from_expr(body, call)) else {
            return;
        };
        let Expr::Lambda { parameters, .. } = body.expr(lambda) else {
            return;
        };
        if let ("each" | "map" | "filter" | "all" | "any", [hash, ..], [key, _]) = (
            call.name.unwrap_or_default(),
            &call.arguments[..],
            &parameters[..],
        ) {
            let key = self.scopes.path(&key.name, "");
            self.note_entry(*hash, key);
        }
    }

    /// What is known of a variable, where tests told which keys it has, and what their values are.
    pub(crate) fn with_present_keys(&self, name: &str, known: &Inferred) -> Inferred {
        if !self.scopes.has_paths() {
            return known.clone();
        }
        let path = self.scopes.path(name, "");
        let narrower = self.with_present_keys_at(&path, known, &mut { MAX_KEYS });
        narrower.unwrap_or_else(|| known.clone())
    }

    /// The same for what is at a path; `None` where tests told nothing.
    fn with_present_keys_at(
        &self,
        path: &str,
        known: &Inferred,
        left: &mut usize,
    ) -> Option<Inferred> {
        let Inferred::Type(ty) = known else {
            return None;
        };
        let Type::Struct(structure) = Relate::new(self.names).resolve_alias(ty) else {
            return None;
        };
        *left = left.checked_sub(structure.elements.len())?;
        let elements = structure.elements.iter();
        let elements: Vec<StructElement> = elements
            .map(|element| self.with_told_value(path, element, left))
            .collect();
        let has_changed = elements != *structure.elements;
        has_changed.then(|| Inferred::Type(Type::struct_of(elements)))
    }

    /// An element with what tests told of it.
    fn with_told_value(
        &self,
        path: &str,
        element: &StructElement,
        left: &mut usize,
    ) -> StructElement {
        let mut element = element.clone();
        let Some(key) = text_of_key(&Value::String(element.name.clone())) else {
            return element;
        };
        let at = format_smolstr!("{path}{key}");
        let told = self.scopes.get(&at);
        if let Some(told) = told.filter(|it| is_never_undef(self.names, it)) {
            element.key = StructKey::Required;
            element.value = told.ty(self.names);
        } else if self.scopes.get(&format!("{at}{PRESENT}")).is_some() {
            element.key = StructKey::Required;
        }
        let value = Inferred::from(element.value.clone());
        if let Some(narrower) = self.with_present_keys_at(&at, &value, left) {
            element.value = narrower.ty(self.names);
        }
        element
    }

    /// Notes that a hash has an entry.
    fn note_entry(&mut self, subject: ExprId, key: SmolStr) {
        if let Some(path) = self.path_to(subject, &[key, PRESENT.into()]) {
            self.note(NarrowTarget::Path(path), IS_PRESENT);
        }
    }

    /// `$m = $h + { 'k' => 1 }`: notes the entries that a hash has whatever the others are.
    pub(crate) fn note_written_entries(&mut self, name: &SmolStr, value: ExprId) {
        let Some((hashes, is_deep)) = self.joined_hashes(value) else {
            return;
        };
        let hashes = hashes.into_iter().map(|it| (self.result(it).clone(), true));
        let depth = if is_deep { MAX_DEPTH } else { 0 };
        for (keys, value) in written_entries(self.names, hashes.collect(), depth) {
            let path = self.scopes.path(name, &keys);
            self.note(NarrowTarget::Path(path), value);
        }
    }

    /// The hashes that an expression puts together, the strongest last, and whether it does the same with those within;
    /// none, if it does not, or of too many.
    fn joined_hashes(&self, value: ExprId) -> Option<(Vec<ExprId>, bool)> {
        let mut first = self.body.without_parentheses(value);
        if let Some(call) = Call::from_expr(self.body, first) {
            let is_deep = call.name == Some("deep_merge");
            let is_merge = (is_deep || call.name == Some("merge"))
                && call.lambda.is_none()
                && !call.is_unfolded(self.body)
                && call.arguments.len() <= MAX_JOINED;
            return is_merge.then_some((call.arguments, is_deep));
        }
        let mut hashes = Vec::new();
        while let Expr::Arithmetic {
            operator: ArithmeticOperator::Add,
            left,
            right,
        } = self.body.expr(first)
        {
            if hashes.len() >= MAX_JOINED {
                return None;
            }
            hashes.push(*right);
            first = self.body.without_parentheses(*left);
        }
        hashes.push(first);
        hashes.reverse();
        (hashes.len() > 1).then_some((hashes, false))
    }

    /// Marks an access as present if a test before it has proven that the key exists.
    pub(crate) fn note_present(&mut self, access: ExprId) {
        if self.scopes.has_paths()
            && let Some(path) = self.path_to(access, &[PRESENT.into()])
            && self.scopes.get(&path).is_some()
        {
            self.present.insert(access);
        }
    }
}

/// Of more hashes that are put together, nothing is noted.
const MAX_JOINED: usize = 8;

/// An entry of hashes that are put together.
struct WrittenEntry {
    key: Value,
    value: Inferred,
    /// The values for the key, the strongest last, and whether they are certainly there.
    values: Vec<(Inferred, bool)>,
}

/// The entries that hashes have which are put together, the strongest last, by the keys of their paths; with those of
/// hashes within, so deep. Of each hash, whether it is certainly there.
fn written_entries(
    context: &dyn TypeContext,
    hashes: Vec<(Inferred, bool)>,
    depth: usize,
) -> Vec<(SmolStr, Inferred)> {
    let mut entries: Vec<WrittenEntry> = Vec::new();
    for (hash, is_certain) in hashes {
        let known = as_added(context, &hash);
        let written = known_entries(context, &known);
        let own = written.iter().flatten();
        let own: Vec<StructElement> = own
            .filter(|it| is_certain && !it.is_optional())
            .cloned()
            .collect();
        for entry in &mut entries {
            let other = stronger_value(context, &known, written.as_deref(), &entry.key);
            let Some(other) = other else { continue };
            let value = match depth {
                0 => other.clone(),
                _ => deep_value(context, &entry.value, &other, depth),
            };
            let is_there = own
                .iter()
                .any(|it| Some(it.name.as_str()) == entry.key.as_str());
            entry.value = match is_there {
                true => value,
                false => Inferred::union(context, [&entry.value, &value]),
            };
            entry.values.push((other, is_there));
        }
        for written in own {
            let key = Value::String(written.name);
            if entries.iter().all(|it| it.key != key) {
                let value = Inferred::Type(written.value);
                let values = vec![(value.clone(), true)];
                entries.push(WrittenEntry { key, value, values });
            }
        }
    }
    let mut found = Vec::new();
    for entry in entries {
        let Some(key) = text_of_key(&entry.key) else {
            continue;
        };
        let is_hash = |(value, _): &(Inferred, bool)| {
            elements(context, value).is_some_and(|it| it.has_keys == Some(true))
        };
        if depth > 0 && entry.values.len() > 1 && entry.values.iter().all(is_hash) {
            let within = written_entries(context, entry.values, depth - 1).into_iter();
            found.extend(within.map(|(keys, value)| (format_smolstr!("{key}{keys}"), value)));
        }
        if !entry.value.is_unknown() {
            found.push((key, entry.value));
        }
    }
    found
}

/// The value that a hash may have for a key of another one; none, if it certainly has no such key.
fn stronger_value(
    context: &dyn TypeContext,
    known: &Inferred,
    written: Option<&[StructElement]>,
    key: &Value,
) -> Option<Inferred> {
    match written {
        Some(written) => {
            let entry = written
                .iter()
                .find(|it| Some(it.name.as_str()) == key.as_str())?;
            Some(Inferred::from(entry.value.clone()))
        }
        None => {
            let key = Inferred::Value(key.clone());
            Some(present_element(context, known, &key).unwrap_or(Inferred::UNKNOWN))
        }
    }
}
