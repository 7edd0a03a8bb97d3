//! Parameters in the brackets of a data type.

use puppet_library::{Library, ParameterKind};

use crate::completions::classes_and_types;
use crate::item::{CompletionItem, CompletionKind};
use crate::relevance::NameMatcher;
use puppet_ide_db::context::FileContext;

/// The completion items for argument `index` of `of[…]`.
pub fn parameters(
    context: FileContext<'_>,
    of: &str,
    index: usize,
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    let Some(data_type) = Library.language_type(of.trim_start_matches("::")) else {
        return Vec::new();
    };
    let Some(parameter) = data_type.parameter(index) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for kind in &parameter.kinds {
        found.extend(of_kind(context, *kind, (&data_type.name, index), typed));
    }
    for item in &mut found {
        if item.detail.is_none() {
            item.detail = Some(parameter.label.clone());
        }
    }
    found
}

fn of_kind(
    context: FileContext<'_>,
    kind: ParameterKind,
    (of, index): (&str, usize),
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    let value = |label: &str| CompletionItem::new(label, CompletionKind::Value).rank(5);
    match kind {
        ParameterKind::Type => classes_and_types::types(context, typed),
        ParameterKind::Integer => usual_bounds(of, index)
            .iter()
            .map(|bound| value(bound))
            .collect(),
        ParameterKind::Float => vec![value("0.0")],
        ParameterKind::Default => vec![value("default")],
        ParameterKind::Text => vec![value("''").snippet("'$1'")],
        ParameterKind::Regexp => vec![value("/…/").snippet("/\\A$1\\z/")],
        ParameterKind::Boolean => vec![value("true"), value("false")],
        ParameterKind::Members => vec![value("{ … }").snippet("{\n  $1 => $2,\n}")],
        ParameterKind::ClassName => classes_and_types::classes(context, typed),
        ParameterKind::ResourceTypeName => {
            let types = classes_and_types::references(context, typed, 10).into_iter();
            let plain = |item| CompletionItem {
                snippet: None,
                ..item
            };
            types.map(plain).collect()
        }
    }
}

/// Numbers that people often write there.
fn usual_bounds(of: &str, index: usize) -> &'static [&'static str] {
    match (of, index) {
        ("Integer", 0) => &["0", "1"],
        ("Integer", 1) => &["65535"],
        _ => &["0", "1"],
    }
}

/// The completion items for a key of a `Struct`.
pub fn struct_keys(has_brackets: bool) -> Vec<CompletionItem> {
    if has_brackets {
        let types = ["NotUndef", "Optional"].into_iter();
        return types
            .map(|it| CompletionItem::new(it, CompletionKind::DataType).rank(10))
            .collect();
    }
    let key = |label: &str, snippet: &str| {
        CompletionItem::new(label, CompletionKind::Value)
            .snippet(snippet)
            .rank(10)
    };
    vec![
        key("'key' => Type", "'${1:key}' => ${2:Any},").detail("must be there"),
        key(
            "Optional['key'] => Type",
            "Optional['${1:key}'] => ${2:Any},",
        )
        .detail("may be missing"),
        key(
            "NotUndef['key'] => Type",
            "NotUndef['${1:key}'] => ${2:Any},",
        )
        .detail("must be there, even if its value may be undef"),
    ]
}
