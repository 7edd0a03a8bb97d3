//! `$1`, `$2`: types of the groups of the last match.

use puppet_scalars::Regexp;
use puppet_types::{Type, Value};
use smol_str::format_smolstr;

use crate::infer::builder::InferenceBuilder;
use puppet_types::inferred::Inferred;

/// The groups that a single digit names.
const GROUPS: std::ops::Range<usize> = 0..10;

impl InferenceBuilder<'_> {
    /// Notes what the groups of an expression are that matched; none of them is certain, if it is not known.
    pub(crate) fn note_groups(&mut self, pattern: Option<&Value>) {
        let certain = match pattern {
            Some(Value::Regexp(regexp)) => regexp.certain_groups(),
            Some(Value::String(source)) => Regexp::new(source.as_str())
                .map(|regexp| regexp.certain_groups())
                .unwrap_or_default(),
            Some(_) => return,
            None => Vec::new(),
        };
        let group_type = |is_certain| match is_certain {
            true => Type::STRING,
            false => Type::optional(Type::STRING),
        };
        for group in GROUPS {
            let name = format_smolstr!("{group}");
            let known = Inferred::Type(group_type(certain.contains(&group)));
            let default = Inferred::Type(group_type(false));
            if *self.scopes.get(&name).unwrap_or(&default) != known {
                self.scopes.refine(name, known);
            }
        }
    }
}
