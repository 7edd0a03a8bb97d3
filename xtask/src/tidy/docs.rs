//! Relative links of pages lead to files and headings that exist, and links between pages of the documentation to pages
//! of its table of contents, whose headings are the nouns that people search for. Each crate has a README.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::{
    codegen_summary,
    markdown::{self, MarkdownPage},
    shell,
    tidy::{vocabulary, workspace::CargoWorkspace},
};

/// Pages of rules all have the heading "How to fix".
const RULE_PAGES: &str = "docs/rules/";

/// Crates without a README, headings that are questions, and links that lead nowhere.
pub fn check(workspace: &CargoWorkspace) -> Result<Vec<String>> {
    let files = workspace.files.iter().filter(|file| file.ends_with(".md"));
    let pages: BTreeMap<&str, MarkdownPage> = files
        .filter_map(|file| Some((file.as_str(), MarkdownPage::parse(&workspace.text(file)?))))
        .collect();
    let published = codegen_summary::pages()?;
    let crates = workspace.packages.values().map(|it| &it.folder);
    let mut broken: Vec<String> = crates
        .filter(|folder| folder.starts_with("crates/"))
        .map(|folder| format!("{folder}/README.md"))
        .filter(|readme| !pages.contains_key(readme.as_str()))
        .map(|readme| format!("there is no {readme}"))
        .collect();
    for (path, page) in &pages {
        if published.iter().any(|it| it == path) && !path.starts_with(RULE_PAGES) {
            let questions = page.headings.iter().filter(|it| is_question(it));
            broken.extend(questions.map(|it| {
                format!("{path}: the heading \"{it}\" is a question: use the noun that people search for")
            }));
        }
        for (link, anchor) in page.relative_links() {
            let problem = match markdown::resolve(path, link) {
                Some(target) => problem(&target, anchor, &pages).or_else(|| {
                    let leaves = published.iter().any(|it| it == path)
                        && target.ends_with(".md")
                        && !published.contains(&target);
                    leaves.then(|| "a page that is not in docs/SUMMARY.md".to_owned())
                }),
                None => Some("a file outside of the project".to_owned()),
            };
            if let Some(problem) = problem {
                broken.push(format!("{path}: the link \"{link}\" leads to {problem}"));
            }
        }
    }
    Ok(broken)
}

fn is_question(heading: &str) -> bool {
    let first = heading.split_whitespace().next().unwrap_or_default();
    heading.ends_with('?') || vocabulary::begins_question(first)
}

/// What is wrong with the target of a link.
fn problem(
    target: &str,
    anchor: Option<&str>,
    pages: &BTreeMap<&str, MarkdownPage>,
) -> Option<String> {
    if !shell::root().join(target).exists() {
        return Some(format!("{target}, which does not exist"));
    }
    let anchor = anchor?;
    let page = pages.get(target)?;
    let is_missing = !page.anchors.contains(anchor);
    is_missing.then(|| format!("a heading \"{anchor}\" that {target} does not have"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_no_questions() {
        assert!(is_question("What is checked"));
        assert!(is_question("On every system?"));
        assert!(!is_question("Operating systems"));
    }

    #[test]
    fn targets_and_their_headings_exist() {
        let pages = BTreeMap::from([("README.md", MarkdownPage::parse("# The title\n"))]);
        assert_eq!(problem("README.md", Some("the-title"), &pages), None);
        assert_eq!(
            problem("README.md", Some("title"), &pages).as_deref(),
            Some("a heading \"title\" that README.md does not have")
        );
        assert_eq!(
            problem("nowhere.md", None, &pages).as_deref(),
            Some("nowhere.md, which does not exist")
        );
    }
}
