//! The values of the texts of templates: the output between two tags of code.

use crate::SyntaxKind;

/// What ends a text of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextEnd {
    /// The end of the template.
    Template,
    /// `<%` or `<%=`
    Open,
    /// `<%-`
    OpenTrim,
}

/// The text that a run of [`SyntaxKind::EPP_TEXT`] and [`SyntaxKind::EPP_COMMENT`] renders. `after_trim` tells whether
/// `-%>` stands before it.
///
/// `None` if it renders nothing at all: it is empty, or Puppet loses it, as it does where a template ends with `<%%`
/// or with a comment.
pub fn rendered_text<'t>(
    parts: impl IntoIterator<Item = (SyntaxKind, &'t str)>,
    after_trim: bool,
    end: TextEnd,
) -> Option<String> {
    let mut value = String::new();
    let mut trim_start = after_trim;
    let mut lost = true;
    for (kind, part) in parts {
        if kind == SyntaxKind::EPP_COMMENT {
            if part[2..].starts_with("#-") {
                value.truncate(value.trim_end_matches([' ', '\t']).len());
            }
            trim_start = part.ends_with("-%>");
            lost = true;
        } else {
            for fragment in fragments(part) {
                let fragment = if trim_start {
                    trim_leading(fragment)
                } else {
                    fragment
                };
                trim_start = false;
                value.push_str(&fragment.replace("%%>", "%>"));
            }
            lost = part.ends_with("<%%");
        }
    }
    match end {
        TextEnd::Template => (!lost).then_some(value),
        TextEnd::OpenTrim => {
            value.truncate(value.trim_end_matches([' ', '\t']).len());
            Some(value).filter(|value| !value.is_empty())
        }
        TextEnd::Open => Some(value).filter(|value| !value.is_empty()),
    }
}

/// The text between `<%%`, each with the `<%` that stays of it.
fn fragments(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest.find("<%%").map(|at| at + 2);
        let fragment = &rest[..end.unwrap_or(rest.len())];
        rest = end.map_or("", |end| &rest[end + 1..]);
        (!fragment.is_empty()).then_some(fragment)
    })
}

/// Removes spaces and one line break from the start.
fn trim_leading(text: &str) -> &str {
    let text = text.trim_start_matches([' ', '\t']);
    let text = text.strip_prefix('\r').unwrap_or(text);
    text.strip_prefix('\n').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use SyntaxKind::{EPP_COMMENT, EPP_TEXT};

    fn text(text: &str, after_trim: bool, end: TextEnd) -> Option<String> {
        rendered_text([(EPP_TEXT, text)], after_trim, end)
    }

    #[test]
    fn marks_stand_for_themselves() {
        assert_eq!(
            text("a<%%b%%>c", false, TextEnd::Open).as_deref(),
            Some("a<%b%>c")
        );
        assert_eq!(text("a<%%", false, TextEnd::Open).as_deref(), Some("a<%"));
        assert_eq!(text("a<%%", false, TextEnd::Template), None);
    }

    #[test]
    fn trimming() {
        assert_eq!(
            text(" \t\r\n  a \t", true, TextEnd::OpenTrim).as_deref(),
            Some("  a")
        );
        assert_eq!(text("\n", true, TextEnd::Open), None);
        assert_eq!(text("\n", true, TextEnd::Template).as_deref(), Some(""));
    }

    #[test]
    fn comments_are_not_rendered() {
        let parts = [
            (EPP_TEXT, "a  "),
            (EPP_COMMENT, "<%#- c -%>"),
            (EPP_TEXT, " \nb\n"),
        ];
        assert_eq!(
            rendered_text(parts, false, TextEnd::Template).as_deref(),
            Some("ab\n")
        );
        assert_eq!(
            rendered_text(parts.into_iter().take(2), false, TextEnd::Template),
            None
        );
    }
}
