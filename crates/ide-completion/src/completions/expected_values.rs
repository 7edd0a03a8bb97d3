//! The values that fit what is expected at the cursor.

use puppet_syntax::ast::{AstNode as _, Expr};
use puppet_text::TextSize;

use crate::completions::{
    attribute_values, comparison_values, frequent_values, hash_keys, literal_values, resource_tags,
    resource_titles,
};
use crate::context::expected_type::ExpectedValue;
use crate::item::{CompletionItem, CompletionKind};
use crate::relevance::NameMatcher;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::dataflow::sink_types;
use puppet_ide_db::dataflow::type_path::PathSegment;
use puppet_ide_db::dataflow::value_sink::{SinkKind, ValueSink};

impl ExpectedValue {
    /// The values that are known to fit at an offset.
    pub fn values(
        &self,
        context: FileContext<'_>,
        (offset, quoted): (TextSize, bool),
    ) -> Vec<CompletionItem> {
        match self {
            Self::Attribute { name, .. } if name == "tag" => {
                resource_tags::tags(context, (offset, quoted))
            }
            Self::Attribute { of, name, item } => {
                let mut items = attribute_values::values(context, of, name, (quoted, *item));
                let at = (offset, quoted);
                for item in frequent_values::values(context, (of, name), at) {
                    let value = item.label.trim_matches('\'');
                    if items.iter().all(|it| it.label.trim_matches('\'') != value) {
                        items.push(item);
                    }
                }
                items
            }
            Self::Argument { function, .. } if matches!(&**function, "tag" | "tagged") => {
                resource_tags::tags(context, (offset, quoted))
            }
            Self::Default(ty) => {
                let ty = Expr::cast(ty.clone());
                ty.map_or_else(Vec::new, |ty| {
                    literal_values::values_of_written_type(context, &ty, quoted)
                })
            }
            Self::Compared { with, at, taken } => {
                let mut items = with.as_ref().map_or_else(Vec::new, |with| {
                    comparison_values::values(context, with, (offset, quoted))
                });
                if items.is_empty() {
                    items = literal_values::values_of_expression(context, *at, quoted);
                }
                if taken.is_some() && !quoted {
                    items.push(CompletionItem::new("default", CompletionKind::Keyword).rank(8));
                }
                let taken = taken.as_deref().unwrap_or_default();
                let is_it = |item: &CompletionItem, other: &str| match quoted {
                    true => other.trim_matches(['\'', '"']) == item.label,
                    false => other == item.label,
                };
                items.retain(|item| !taken.iter().any(|other| is_it(item, other)));
                items
            }
            Self::Part(part) => {
                let parts = part.sinks_at(context, offset).into_iter();
                let mut values = parts.map(|part| values_of_part(context, &part, quoted));
                values.find(|it| !it.is_empty()).unwrap_or_default()
            }
            Self::Argument { function, index } => {
                let types = sink_types::argument_types(context, function, *index);
                literal_values::values_of_arguments(context, &types, quoted)
            }
            Self::Title(of) => {
                let mut items = resource_titles::titles(context, of, &NameMatcher::new(""));
                if !quoted {
                    hash_keys::add_quotes(&mut items);
                }
                items
            }
            Self::Condition => Vec::new(),
        }
    }

    /// Whether it is an attribute of which the values are known.
    pub fn is_fixed(&self, context: FileContext<'_>) -> bool {
        match self {
            Self::Attribute { of, name, item } => {
                !attribute_values::values(context, of, name, (false, *item)).is_empty()
            }
            _ => false,
        }
    }
}

fn values_of_part(context: FileContext<'_>, part: &ValueSink, quoted: bool) -> Vec<CompletionItem> {
    match (&part.of, &*part.path) {
        (SinkKind::Attributes(of), [PathSegment::Key(name)]) => {
            attribute_values::values(context, of, name, (quoted, None))
        }
        _ => literal_values::values_of_types(&part.types(context), quoted),
    }
}
