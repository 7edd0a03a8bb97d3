//! Documentation as Markdown, from the comments above definitions.

use puppet_syntax::ast::Documentation;

/// The whole comment: summary, text, parameters, the rest of the tags.
pub(crate) fn markdown(documentation: &Documentation) -> Option<String> {
    let mut sections = Vec::new();
    if let Some(summary) = documentation.tag("summary") {
        sections.push(summary.text.trim().to_owned());
    }
    sections.push(documentation.text.trim().to_owned());
    if let Some(tag) = documentation.tag("deprecated") {
        sections.push(format!("**Deprecated.** {}", tag.text.trim()));
    }
    let parameters: Vec<String> = documentation
        .tags
        .iter()
        .filter(|tag| tag.name == "param")
        .filter_map(|tag| {
            Some(format!(
                "- `{}`: {}",
                tag.subject.as_deref()?,
                in_list(&tag.text)
            ))
        })
        .collect();
    sections.push(parameters.join("\n"));
    for tag in &documentation.tags {
        match tag.name.as_str() {
            "return" => sections.push(format!(
                "*Returns* {}{}",
                types(tag.types.as_deref()),
                tag.text.trim()
            )),
            "raise" => sections.push(format!("*Fails* {}", tag.text.trim())),
            "note" => sections.push(format!("*Note:* {}", tag.text.trim())),
            "see" => sections.push(format!("*See* {}", tag.text.trim())),
            "example" => sections.push(example(&tag.text)),
            _ => {}
        }
    }
    sections.retain(|section| !section.is_empty());
    (!sections.is_empty()).then(|| sections.join("\n\n"))
}

/// What the comment says about one parameter.
pub(crate) fn parameter(documentation: &Documentation, name: &str) -> Option<String> {
    let text = documentation.param(name)?.text.trim().to_owned();
    (!text.is_empty()).then_some(text)
}

fn types(types: Option<&str>) -> String {
    types.map_or_else(String::new, |types| format!("`{types}` "))
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
