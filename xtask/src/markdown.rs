//! Markdown pages: their titles, the anchors of their headings, and their links.

use std::collections::BTreeSet;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// What other pages need to know of a page.
#[derive(Debug, Default)]
pub struct MarkdownPage {
    /// The text of the first heading.
    pub title: Option<String>,
    /// The texts of all headings.
    pub headings: Vec<String>,
    /// The anchors of all headings, as GitHub and mdBook name them.
    pub anchors: BTreeSet<String>,
    /// The targets of all links and images.
    pub links: Vec<String>,
}

impl MarkdownPage {
    /// Parses the source text of a page.
    pub fn parse(text: &str) -> MarkdownPage {
        let mut page = MarkdownPage::default();
        let mut heading: Option<String> = None;
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    page.add_heading(&heading.take().unwrap_or_default());
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                Event::Text(part) | Event::Code(part) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&part);
                    }
                }
                _ => {}
            }
        }
        page
    }

    /// The links to files of the project, relative to the page, with their anchors.
    pub fn relative_links(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let is_relative = |link: &&String| !link.contains("://") && !link.starts_with("mailto:");
        self.links
            .iter()
            .filter(is_relative)
            .map(|link| match link.split_once('#') {
                Some((path, anchor)) => (path, Some(anchor)),
                None => (link.as_str(), None),
            })
    }

    fn add_heading(&mut self, heading: &str) {
        let anchor = anchor(heading);
        let mut unique = anchor.clone();
        let mut count = 0;
        while !self.anchors.insert(unique.clone()) {
            count += 1;
            unique = format!("{anchor}-{count}");
        }
        self.title.get_or_insert_with(|| heading.to_owned());
        self.headings.push(heading.to_owned());
    }
}

/// The anchor of a heading.
fn anchor(heading: &str) -> String {
    let lower = heading.trim().to_lowercase();
    let letters = lower.chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter.is_alphanumeric().then_some(letter),
    });
    letters.collect()
}

/// The path of a link of a page, relative to the root as the page itself is; none if it leads out of the project.
pub fn resolve(page: &str, link: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    if !link.is_empty() {
        parts.pop();
    }
    for part in link.split('/').filter(|part| !part.is_empty()) {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_titles_anchors_and_links() {
        let page = MarkdownPage::parse(
            "# A `b`: c_d\n\n## A `b`: c_d\n\n[x](y.md#z), ![](p.png), `[no](link)`\n\n| a |\n| --- |\n| [t](https://t) |\n",
        );
        assert_eq!(page.title.as_deref(), Some("A b: c_d"));
        assert_eq!(
            page.anchors,
            ["a-b-c_d", "a-b-c_d-1"].map(str::to_owned).into()
        );
        assert_eq!(
            page.relative_links().collect::<Vec<_>>(),
            [("y.md", Some("z")), ("p.png", None)]
        );
    }

    #[test]
    fn links_are_relative_to_their_page() {
        let from = |link| resolve("docs/rules/a.md", link);
        assert_eq!(from("b.md").as_deref(), Some("docs/rules/b.md"));
        assert_eq!(from("../../README.md").as_deref(), Some("README.md"));
        assert_eq!(from("").as_deref(), Some("docs/rules/a.md"));
        assert_eq!(from("../../../x"), None);
    }
}
