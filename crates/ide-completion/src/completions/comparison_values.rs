//! Values that facts and parameters are compared with: in `case`, in selectors, after `==` and `in`.

use puppet_library::Library;
use puppet_text::TextSize;

use crate::completions::literal_values;
use crate::context::compared_value::ComparedValue;
use crate::item::{CompletionItem, CompletionKind};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::syntax_ext::{self, enclosing_definition};

/// The values of a subject that are known; what it is compared with stands at an offset.
pub fn values(
    context: FileContext<'_>,
    subject: &ComparedValue,
    (offset, quoted): (TextSize, bool),
) -> Vec<CompletionItem> {
    match subject {
        ComparedValue::Fact(path) => {
            let items = Library.fact_values(path).iter().map(|value| {
                let label = if quoted {
                    value.clone()
                } else {
                    format!("'{value}'")
                };
                CompletionItem::new(label, CompletionKind::Value).rank(10)
            });
            items.collect()
        }
        ComparedValue::Variable(name) => {
            let root = syntax_ext::root(context.db, context.file);
            let node = syntax_ext::node_before(&root, offset);
            let Some(definition) = node.and_then(|node| enclosing_definition(&node)) else {
                return Vec::new();
            };
            let ty = definition.parameter(name).and_then(|it| it.ty());
            ty.map_or_else(Vec::new, |ty| {
                literal_values::values_of_written_type(context, &ty, quoted)
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::first_labels;

    #[test]
    fn facts_have_known_values() {
        for code in [
            "case $facts['os']['family'] { 'De$0': { } }",
            "case $facts['os']['family'] {\n  'RedHat': { }\n  'De$0",
            "case $facts['os']['family'] {\n  'RedHat', 'De$0': { }\n}",
            "$x = $facts['os']['family'] ? { 'De$0' => 1 }",
            "$x = $facts['os']['family'] ? {\n  'RedHat' => 1,\n  'De$0",
            "if $facts['os']['family'] == 'De$0' { }",
            "if $facts['os']['family'] != \"De$0",
            "if $facts['os']['family'] in ['RedHat', 'De$0'] { }",
            "case $::osfamily { 'De$0': { } }",
            "case $facts['osfamily'] { 'De$0': { } }",
        ] {
            assert_eq!(first_labels(code, 2), "Debian", "{code}");
        }
        for code in [
            "case $facts['os']['family'] { De$0: { } }",
            "$x = $facts['os']['family'] ? { De$0 => 1 }",
            "if $facts['os']['family'] == De$0 { }",
        ] {
            assert!(first_labels(code, 2).contains("'Debian'"), "{code}");
        }
        assert_eq!(first_labels("case $facts['x'] { 'De$0': { } }", 2), "");
        assert_eq!(first_labels("case $x { 1: { notice('De$0') } }", 2), "");
    }

    #[test]
    fn parameters_far_away_are_found() {
        let far = "  notice('x')\n".repeat(500);
        let code = format!("class a(Enum['b', 'c'] $p) {{\n{far}  if $p == $0\n{far}}}\n");
        assert_eq!(first_labels(&code, 2), "'b' 'c'");
    }

    #[test]
    fn parameters_have_the_values_of_their_types() {
        let of = |body: &str| {
            let code = format!("class x(Enum['fast', 'slow'] $mode, Boolean $on) {{\n{body}\n}}\n");
            first_labels(&code, 3)
        };
        assert_eq!(of("case $mode { '$0': { } }"), "fast slow");
        assert_eq!(of("case $mode { $0: { } }"), "'fast' 'slow' default");
        assert_eq!(of("if $mode == '$0' { }"), "fast slow");
        assert_eq!(of("$y = $on ? { $0 => 1 }"), "false true default");
        assert_eq!(of("case $other { $0: { } }"), "default $mode $on");
    }
}
