//! The documentation of an installed Puppet or OpenVox, in the version that is on this computer.

use puppet_library::Documented;
use puppet_project::installed_puppet::InstalledPuppet;
use puppet_semantic::index::file_origin::owner;

use crate::context::FileContext;
use crate::documentation::{self, Types};

/// No more bytes of it are shown, so that what we say ourselves is not lost before it.
const MOST: usize = 1_200;

/// The documentation of a name in the installed Puppet, below a heading that tells its version.
pub fn documentation(context: FileContext<'_>, subject: Documented<'_>) -> Option<String> {
    let installed = context.installed?;
    let owner = owner(context.db, context.file)?;
    if owner.environment.settings(context.db).installed_modules == Some(false) {
        return None;
    }
    let text = said(installed, subject)?;
    let name = installed.name()?;
    Some(format!("---\n\n**From {name}**\n\n{}", bounded(&text)))
}

fn said(installed: &InstalledPuppet, subject: Documented<'_>) -> Option<String> {
    let name = subject.name();
    let text = match subject {
        Documented::Type(_) => installed.resource_type(name)?,
        Documented::Attribute(ty, _) => installed.attribute(&ty.name, name)?,
        Documented::Metaparameter(_) => installed.metaparameter(name)?,
        Documented::Function(_) => {
            documentation::ruby_documentation(&installed.function(name)?, Types::InCode)?
        }
        _ => return None,
    };
    let text = tidied(&text);
    (!text.is_empty()).then_some(text)
}

/// Markdown that fits below a heading: no headings of its own, and no more than one empty line.
fn tidied(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut is_fenced = false;
    for line in text.lines() {
        let line = line.trim_end();
        is_fenced ^= line.trim_start().starts_with("```");
        let title = line.trim_start_matches('#');
        let is_heading = !is_fenced && title.len() < line.len() && title.starts_with(' ');
        if line.is_empty() && lines.last().is_none_or(String::is_empty) {
            continue;
        }
        lines.push(match is_heading {
            true => format!("**{}**", title.trim()),
            false => line.to_owned(),
        });
    }
    // The title of an example whose code stands outside of its tag.
    let is_left_over = |line: &String| line.is_empty() || line.starts_with("*Example");
    while lines.last().is_some_and(is_left_over) {
        lines.pop();
    }
    lines.join("\n").trim().to_owned()
}

/// The first paragraphs of a text; a block of code is not cut.
fn bounded(text: &str) -> String {
    if text.len() <= MOST {
        return text.to_owned();
    }
    let mut end = 0;
    let mut is_fenced = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        is_fenced ^= line.trim_start().starts_with("```");
        if at > MOST && end > 0 {
            break;
        }
        if line.trim().is_empty() && !is_fenced && at <= MOST {
            end = at;
        }
        at += line.len();
    }
    let head = text.get(..end).unwrap_or_default().trim_end();
    format!("{head}\n\n…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_and_empty_lines_are_tidied() {
        let text = "Manages it.\n\n\n## Notes\n\n```puppet\n# a comment\n```\n";
        assert_eq!(
            tidied(text),
            "Manages it.\n\n**Notes**\n\n```puppet\n# a comment\n```"
        );
        assert_eq!(tidied("Splits it.\n\n*Example: A text*\n"), "Splits it.");
    }

    #[test]
    fn long_texts_end_after_a_paragraph() {
        let paragraph = "word ".repeat(100);
        let text = [paragraph.trim(); 8].join("\n\n");
        let cut = bounded(&text);
        assert!(cut.len() <= MOST + 5 && cut.ends_with("word\n\n…"), "{cut}");
        assert_eq!(bounded("short"), "short");
        let code = format!(
            "{}\n\n```\n{}\n```\n\nend",
            "a".repeat(900),
            "b\n\n".repeat(900)
        );
        assert_eq!(bounded(&code), format!("{}\n\n…", "a".repeat(900)));
    }
}
