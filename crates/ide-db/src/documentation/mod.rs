//! Documentation as Markdown, from the comments above definitions.

pub mod builtin;
pub mod installed;
pub mod type_text;

use puppet_syntax::ast::{DocTag, Documentation};

/// Whether the types that a comment names are shown: those of most definitions stand in their code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Types {
    /// The code tells them.
    InCode,
    /// Only the comment tells them.
    InComment,
}

/// The whole comment: summary, text, parameters, the rest of the tags.
pub fn markdown(documentation: &Documentation) -> Option<String> {
    sections(documentation, Types::InCode)
}

/// The comment above something in Ruby, or the text that it has as its documentation.
pub fn ruby_documentation(text: &str, types: Types) -> Option<String> {
    sections(&Documentation::from_text(text), types)
}

fn sections(documentation: &Documentation, types: Types) -> Option<String> {
    let tags = &documentation.tags;
    let own = Documentation {
        tags: tags.iter().filter(|it| !it.is_nested).cloned().collect(),
        ..documentation.clone()
    };
    let mut sections = Vec::new();
    if let Some(summary) = own.tag("summary") {
        sections.push(summary.text.trim().to_owned());
    }
    sections.push(own.text.trim().to_owned());
    if let Some(tag) = own.tag("deprecated") {
        sections.push(format!("**Deprecated.** {}", tag.text.trim()));
    }
    sections.push(parameters(&own, types));
    sections.extend(own.tags.iter().filter_map(of_tag));
    sections.extend((0..tags.len()).filter_map(|index| overload(tags.get(index..)?)));
    sections.extend(own.tags.iter().filter_map(remark));
    sections.retain(|section| !section.is_empty());
    (!sections.is_empty()).then(|| sections.join("\n\n"))
}

/// The comment on one parameter.
pub fn parameter(documentation: &Documentation, name: &str) -> Option<String> {
    let text = documentation.param(name).map(|tag| tag.text.trim());
    let parts = [
        text.unwrap_or_default().to_owned(),
        parts(documentation, name),
    ];
    let said: Vec<String> = parts.into_iter().filter(|it| !it.is_empty()).collect();
    (!said.is_empty()).then(|| said.join("\n\n"))
}

/// More parameters than these are only counted.
const MOST_PARAMETERS: usize = 20;

/// A list of the parameters of which the comment says something.
fn parameters(documentation: &Documentation, types: Types) -> String {
    let mut names: Vec<&str> = Vec::new();
    for tag in &documentation.tags {
        let subject = tag.subject.as_deref().filter(|_| tag.name != "raise");
        names.extend(subject.filter(|it| !names.contains(it)));
    }
    let item = |name: &str| {
        let tag = documentation.param(name);
        let ty = tag.and_then(|it| it.types.as_deref());
        let ty = ty.filter(|_| types == Types::InComment);
        let text = tag.map(|it| in_list(&it.text)).unwrap_or_default();
        let parts = parts(documentation, name);
        if text.is_empty() && parts.is_empty() && ty.is_none() {
            return None;
        }
        let mut item = list_item(name, ty, &text);
        if !parts.is_empty() {
            item.push_str("\n  ");
            item.push_str(&in_list(&parts));
        }
        Some(item)
    };
    let mut items: Vec<String> = names.into_iter().filter_map(item).collect();
    let rest = items.len().saturating_sub(MOST_PARAMETERS);
    items.truncate(MOST_PARAMETERS);
    items.extend((rest > 0).then(|| format!("- and {rest} more")));
    items.join("\n")
}

/// A list of the keys and values of a parameter that are described: `@option` and `@enum`.
fn parts(documentation: &Documentation, parameter: &str) -> String {
    let is_part = |it: &&DocTag| {
        matches!(&*it.name, "option" | "enum") && it.subject.as_deref() == Some(parameter)
    };
    let tags = documentation.tags.iter().filter(is_part);
    let items: Vec<String> = tags
        .map(|tag| {
            let end = tag.text.find(char::is_whitespace);
            let (name, text) = tag.text.split_at(end.unwrap_or(tag.text.len()));
            let name = name.trim_start_matches(':');
            list_item(name, tag.types.as_deref(), &in_list(text))
        })
        .collect();
    items.join("\n")
}

/// "- `name` (`Type`): text"
fn list_item(name: &str, ty: Option<&str>, text: &str) -> String {
    let ty = ty.map_or_else(String::new, |ty| format!(" (`{ty}`)"));
    let colon = if text.is_empty() { "" } else { ": " };
    format!("- `{name}`{ty}{colon}{text}")
}

/// What a tag says of the whole.
fn of_tag(tag: &DocTag) -> Option<String> {
    let text = tag.text.trim();
    let types = tag.types.as_deref().or(tag.subject.as_deref());
    let types = types.map_or_else(String::new, |types| format!("`{types}` "));
    Some(match tag.name.as_str() {
        "return" => format!("*Returns* {types}{text}"),
        "raise" => format!("*Fails* {types}{text}"),
        "note" => format!("*Note:* {text}"),
        "see" => format!("*See* {text}"),
        "example" => example(&tag.text),
        _ => return None,
    })
}

/// What is said last, each on a line: for whom it is, since when, and by whom.
fn remark(tag: &DocTag) -> Option<String> {
    let what = match tag.name.as_str() {
        "api" => "API:",
        "since" => "Since",
        "author" => "Author:",
        _ => return None,
    };
    let text = tag.text.trim().trim_start_matches("- ");
    (!text.is_empty()).then(|| format!("*{what}* {text}"))
}

/// The `@overload` that tags begin with: how it is called, and what is said of that alone.
fn overload(tags: &[DocTag]) -> Option<String> {
    let (tag, others) = tags.split_first()?;
    if tag.name != "overload" {
        return None;
    }
    let (call, text) = tag.text.split_once('\n').unwrap_or((&tag.text, ""));
    let nested = others.iter().take_while(|it| it.is_nested);
    let own = |tag: &DocTag| DocTag {
        is_nested: false,
        ..tag.clone()
    };
    let documentation = Documentation {
        text: text.to_owned(),
        tags: nested.map(own).collect(),
        range: tag.range,
    };
    let said = sections(&documentation, Types::InComment);
    Some(way(call.trim(), said.as_deref()))
}

/// A way to call a function, and what is said of it.
pub fn way(call: &str, said: Option<&str>) -> String {
    let call = format!("```puppet\n{call}\n```");
    match said {
        Some(said) => format!("{call}\n\n{said}"),
        None => call,
    }
}

/// Lines after the first stay in the list item.
fn in_list(text: &str) -> String {
    text.trim().replace('\n', "\n  ")
}

/// The first line is the title, the rest is code.
fn example(text: &str) -> String {
    let (title, code) = text.split_once('\n').unwrap_or((text, ""));
    let title = match title.trim() {
        "" => "*Example*".to_owned(),
        title => format!("*Example: {title}*"),
    };
    match code.trim_matches('\n') {
        "" => title,
        code => format!("{title}\n\n```puppet\n{code}\n```"),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::{Types, ruby_documentation};
    use puppet_ide::test_fixture::cursor;

    fn check(comment: &str, expected: &Expect) {
        expected.assert_eq(&ruby_documentation(comment, Types::InComment).unwrap_or_default());
    }

    #[test]
    fn keys_and_values_stand_below_their_parameter() {
        check(
            "@param update How.\n  With two lines.\n@option update [Integer] :tries\n  How often,\n  at most.\n\
             @param mode [String]\n@enum mode :fast At once.\n@param silent\n@option extra [Boolean] :key",
            &expect![[r#"
                - `update`: How.
                  With two lines.
                  - `tries` (`Integer`): How often,
                    at most.
                - `mode` (`String`)
                  - `fast`: At once.
                - `extra`
                  - `key` (`Boolean`)"#]],
        );
    }

    #[test]
    fn remarks_come_last() {
        check(
            "@author - Jo\n@since 1.2.0\n@api private\n@api\nText.\n@raise [ArgumentError] if it is odd\n\
             @raise Puppet::Error if not\n@raise If nothing helps\n@return [String] it",
            &expect![[r#"
                Text.

                *Fails* `ArgumentError` if it is odd

                *Fails* `Puppet::Error` if not

                *Fails* If nothing helps

                *Returns* `String` it

                *Author:* Jo

                *Since* 1.2.0

                *API:* private"#]],
        );
    }

    #[test]
    fn overloads_have_texts_of_their_own() {
        check(
            "Splits.\n@overload split(text, by)\n  With a sign.\n  @param [String] text What.\n  @return [Array] parts\n\
             @overload split(text)\n@since 2.0.0",
            &expect![[r#"
                Splits.

                ```puppet
                split(text, by)
                ```

                With a sign.

                - `text` (`String`): What.

                *Returns* `Array` parts

                ```puppet
                split(text)
                ```

                *Since* 2.0.0"#]],
        );
    }

    #[test]
    fn many_parameters_are_counted() {
        let comment: String = (0..25)
            .map(|it| format!("# @param p{it} Text.\n"))
            .collect();
        let (analysis, position) = cursor(&format!("{comment}class a$0b($p0) {{ }}\n"));
        let hover = analysis.hover(position).expect("not cancelled");
        let said = hover.and_then(|it| it.documentation).unwrap_or_default();
        assert!(said.ends_with("- `p19`: Text.\n- and 5 more"), "{said}");
    }

    #[test]
    fn parameters_tell_their_keys_also_alone() {
        for (code, expected) in [
            (
                "class { 'a': opt$0s => {} }",
                "Known:\n\n- `b` (`Boolean`): Whether.",
            ),
            (
                "class { 'a': opt$0s",
                "Known:\n\n- `b` (`Boolean`): Whether.",
            ),
            ("class { 'a': mo$0de => x }", "- `fast`: At once."),
        ] {
            let (analysis, position) = cursor(&format!(
                "#- /environment.conf\n#- /modules/a/manifests/init.pp\n# @param opts Known:\n\
                 # @option opts [Boolean] :b Whether.\n# @enum mode :fast At once.\n\
                 class a($opts, $mode) {{ }}\n#- /manifests/site.pp\n{code}\n"
            ));
            let hover = analysis.hover(position).expect("not cancelled");
            let said = hover.and_then(|it| it.documentation);
            assert_eq!(said.as_deref(), Some(expected), "{code}");
        }
    }
}
