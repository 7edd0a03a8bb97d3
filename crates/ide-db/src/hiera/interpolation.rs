//! Values of data in which other values stand: `%{lookup('key')}`, `%{hiera('key')}` and `%{alias('key')}`.

use puppet_data::{DataValue, Scalar, ValueKind};
use puppet_db::{Db, Environment, File};
use puppet_semantic::hiera::document::document_of;
use puppet_semantic::hiera::interpolation_syntax::{HieraInterpolation, interpolations};
use puppet_semantic::hiera::lookup::lookup_key;
use puppet_semantic::hiera::value_type::is_encrypted;

/// Keys that lead to keys are not followed further than this.
const MAX_DEPTH: usize = 8;

/// No longer texts come out.
const MAX_LENGTH: usize = 2000;

/// The methods that put the value of a key in.
const METHODS: [&str; 3] = ["lookup", "hiera", "alias"];

/// The value of a key in a file with those of other keys put in, as far as they are known for every node that reads the
/// file; `None` if there is nothing to put in, or nothing is known of it.
pub fn value(
    db: &dyn Db,
    environment: Environment,
    file: File,
    key: &str,
    value: &DataValue,
) -> Option<String> {
    let mut resolver = InterpolationResolver {
        db,
        environment,
        open: vec![key.to_owned()],
    };
    resolver.of_value(file, value)
}

struct InterpolationResolver<'db> {
    db: &'db dyn Db,
    environment: Environment,
    /// The keys on the way, to notice circles.
    open: Vec<String>,
}

impl InterpolationResolver<'_> {
    /// A value with what can be put in; `None` if nothing can.
    fn of_value(&mut self, file: File, value: &DataValue) -> Option<String> {
        match &value.kind {
            ValueKind::Scalar(Scalar::String(text)) => self.of_text(file, text),
            ValueKind::Scalar(_) => None,
            // Of collections, the source with its quotes.
            ValueKind::Sequence(_) | ValueKind::Mapping(_) => {
                self.of_text(file, source(self.db, file, value)?)
            }
        }
    }

    fn of_text(&mut self, file: File, text: &str) -> Option<String> {
        let mut resolved = String::new();
        let (mut end, mut is_other) = (0, false);
        for found in interpolations(text) {
            if let Some(put_in) = self.of_interpolation(file, &found) {
                resolved.push_str(text.get(end..found.start)?);
                resolved.push_str(&put_in);
                (end, is_other) = (found.end, true);
            }
            if resolved.len() > MAX_LENGTH {
                return None;
            }
        }
        resolved.push_str(text.get(end..)?);
        is_other.then_some(resolved)
    }

    fn of_interpolation(&mut self, file: File, found: &HieraInterpolation<'_>) -> Option<String> {
        let call = found.call.filter(|call| METHODS.contains(&call.method))?;
        let key = call.key;
        if self.open.len() > MAX_DEPTH || self.open.iter().any(|it| it == key) {
            return None;
        }
        let (root, path) = key.split_once('.').unwrap_or((key, ""));
        let data = lookup_key(self.db, self.environment, root.into());
        // A value of the same file is there for those that read it; else one that every node has.
        let first = data.values.first()?;
        let is_known = (first.is_for_all || first.file == file)
            && data.options.is_plain()
            && (!data.is_open || data.is_open_only_globally);
        let document = document_of(self.db, first.file);
        let mut entries = document.entries().iter().rev();
        let entry = entries.find(|entry| entry.key == root && is_known)?;
        let mut value = &entry.value;
        for part in path.split('.').filter(|part| !part.is_empty()) {
            value = member(value, part)?;
        }
        self.open.push(key.to_owned());
        let resolved = self.of_value(first.file, value);
        self.open.pop();
        resolved.or_else(|| plain(self.db, first.file, value))
    }
}

/// What a key or an index leads to.
fn member<'v>(value: &'v DataValue, part: &str) -> Option<&'v DataValue> {
    match &value.kind {
        ValueKind::Sequence(items) => items.get(part.parse::<usize>().ok()?),
        _ => value.get(part),
    }
}

/// A value as a text: a string without its quotes, all others as in the source; `None` if it is encrypted, or made of
/// values that are not known.
fn plain(db: &dyn Db, file: File, value: &DataValue) -> Option<String> {
    let text = match &value.kind {
        ValueKind::Scalar(Scalar::Null) => "",
        ValueKind::Scalar(Scalar::String(text)) => text,
        _ => source(db, file, value)?,
    };
    let is_call =
        |it: &HieraInterpolation<'_>| it.call.is_some_and(|call| METHODS.contains(&call.method));
    let is_known = !is_encrypted(text) && !interpolations(text).iter().any(is_call);
    is_known.then(|| text.to_owned())
}

fn source<'db>(db: &'db dyn Db, file: File, value: &DataValue) -> Option<&'db str> {
    let range = std::ops::Range::<usize>::from(value.range);
    Some(file.text(db).get(range)?.trim())
}
