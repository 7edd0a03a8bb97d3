//! Deprecated symbols, according to their documentation or their own code.

use puppet_db::{Db, Environment, File};
use puppet_library::Library;
use puppet_syntax::ast::{AstNode, Definition, Documentation};
use puppet_text::occurrences;
use smol_str::SmolStr;

use crate::index::item_tree::{Item, ItemKind, body, canonical};
use crate::resolve::name_resolver::NameResolver;
use crate::ruby::plugins::{PluginKind, plugin};
use crate::ruby::user_stubs::user_stubs;
use crate::target_versions::targets;

/// How long advice may be, in characters.
const MAX_ADVICE: usize = 240;

/// What is said about something deprecated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deprecation {
    /// What to use instead, if that is said.
    pub advice: Option<SmolStr>,
    /// Where it is defined; `None` for what a stub describes.
    pub file: Option<File>,
}

/// What is deprecated in a file: its kind, its name and the advice.
#[derive(Debug, Clone, PartialEq, Eq)]
struct DeprecationEntry<K> {
    kind: K,
    name: SmolStr,
    advice: Option<SmolStr>,
}

/// Whether a definition in the Puppet language is deprecated.
pub fn item_deprecation(db: &dyn Db, item: Item) -> Option<Deprecation> {
    // Most files say nothing: their definitions need not be looked at.
    let entries = deprecated_in(db, item.file);
    if entries.is_empty() {
        return None;
    }
    let body = body(db, item);
    let kind = ItemKind::from_definition(body.definition())?;
    let name = canonical(body.name()?);
    let found = entries.iter().find(|it| it.kind == kind && it.name == name);
    found.map(|it| Deprecation {
        advice: it.advice.clone(),
        file: Some(item.file),
    })
}

/// Whether the function that a name means is deprecated.
pub fn function_deprecation(names: &NameResolver<'_>, name: &str) -> Option<Deprecation> {
    let (db, environment) = (names.db(), names.environment());
    let name = name.strip_prefix("::").unwrap_or(name);
    // Puppet's own functions hide all others of their names.
    if let Some(stub) = Library.function(name) {
        let advice = stub.deprecated.as_deref()?;
        // What some version lacks is told of already.
        let targets = targets(db, names.file());
        let is_gone = targets
            .iter()
            .any(|target| target.lack(&stub.versions).is_some());
        return (!is_gone).then(|| of_stub(advice));
    }
    if let Some(item) = names.resolve(ItemKind::Function, name).item() {
        return item_deprecation(db, item);
    }
    if let Some(stub) = user_stubs(db, environment).function(name) {
        return stub.deprecated.as_deref().map(of_stub);
    }
    of_plugin(db, environment, name)
}

fn of_stub(advice: &str) -> Deprecation {
    Deprecation {
        advice: worded(advice),
        file: None,
    }
}

fn of_plugin(db: &dyn Db, environment: Environment, name: &str) -> Option<Deprecation> {
    let kinds = [PluginKind::Function, PluginKind::LegacyFunction];
    let mut files = kinds
        .into_iter()
        .filter_map(|kind| plugin(db, environment, kind, name));
    // The newer API comes first; what is hidden is not asked.
    let file = files.next()?;
    let found = deprecated_functions(db, file)
        .iter()
        .find(|it| it.name == name)?;
    Some(Deprecation {
        advice: found.advice.clone(),
        file: Some(file),
    })
}

#[salsa::tracked(returns(deref))]
fn deprecated_in(db: &dyn Db, file: File) -> Box<[DeprecationEntry<ItemKind>]> {
    if !file.kind(db).is_puppet() || !may_say_it(file.text(db)) {
        return Box::default();
    }
    let parsed = puppet_db::parse(db, file);
    let definitions = parsed.syntax().children().filter_map(Definition::cast);
    let entries = definitions.filter_map(|definition| {
        let advice = said_in(&definition.documentation()?)?;
        Some(DeprecationEntry {
            kind: kind(&definition)?,
            name: canonical(definition.name_node()?.text().to_string().trim()),
            advice,
        })
    });
    entries.collect()
}

#[salsa::tracked(returns(deref))]
fn deprecated_functions(db: &dyn Db, file: File) -> Box<[DeprecationEntry<()>]> {
    if !may_say_it(file.text(db)) {
        return Box::default();
    }
    let functions = puppet_ruby::read(file.text(db)).functions.into_iter();
    let entries = functions.filter_map(|function| {
        let docs = function.docs.as_deref().unwrap_or_default();
        let of_tag = tag(docs, "deprecated").map(|text| worded(&text));
        let of_code = || function.deprecation.as_deref().map(worded);
        let of_summary = || said_in_summary(&tag(docs, "summary")?);
        Some(DeprecationEntry {
            kind: (),
            advice: of_tag.or_else(of_code).or_else(of_summary)?,
            name: function.name.into(),
        })
    });
    entries.collect()
}

/// Whether a text has the word at all.
fn may_say_it(text: &str) -> bool {
    occurrences(text, "deprecated").next().is_some() || text.contains("deprecation")
}

fn kind(definition: &Definition) -> Option<ItemKind> {
    Some(match definition {
        Definition::ClassDef(_) => ItemKind::Class,
        Definition::DefineDef(_) => ItemKind::DefinedType,
        Definition::FunctionDef(_) => ItemKind::Function,
        Definition::PlanDef(_) => ItemKind::Plan,
        Definition::TypeAlias(_) => ItemKind::TypeAlias,
        _ => return None,
    })
}

/// The advice of a comment that says that something is deprecated.
fn said_in(comment: &Documentation) -> Option<Option<SmolStr>> {
    match comment.tag("deprecated") {
        Some(tag) => Some(worded(&tag.text)),
        None => said_in_summary(&comment.tag("summary")?.text),
    }
}

/// `@summary **Deprecated:** Use …`, as modules of Puppet's makers have it. What follows may be the summary itself.
fn said_in_summary(summary: &str) -> Option<Option<SmolStr>> {
    const WORD: &str = "deprecated";
    let marks = ['*', '_', ' ', '\n'];
    let text = summary.trim_start_matches(marks);
    let (word, rest) = text.split_at_checked(WORD.len())?;
    let is_mark = |c: char| "*_:.!-".contains(c);
    if !word.eq_ignore_ascii_case(WORD) || !(rest.is_empty() || rest.starts_with(is_mark)) {
        return None;
    }
    let rest = rest.trim_start_matches(|c| is_mark(c) || c == ' ');
    let lower = rest.to_lowercase();
    let is_advice = ["use ", "instead", "replaced"]
        .into_iter()
        .any(|word| lower.contains(word));
    Some(worded(rest).filter(|_| is_advice))
}

/// The text of a tag, with the indented lines that follow it.
fn tag(docs: &str, name: &str) -> Option<String> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut lines = docs.lines().skip_while(|line| {
        let rest = line.trim_start().strip_prefix('@');
        let rest = rest.and_then(|rest| rest.strip_prefix(name));
        !rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
    });
    let first = lines.next()?;
    let text = first.trim_start().get(name.len() + 1..)?.trim();
    // The indentation of a whole text may have been that of what follows the tag.
    let belongs = |line: &str| indent(line) > indent(first) || text.is_empty();
    let is_text = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('@');
    let more = lines.take_while(|line| is_text(line) && belongs(line));
    Some(more.fold(text.to_owned(), |text, line| {
        format!("{text}\n{}", line.trim())
    }))
}

/// Advice as it stands in a message: without links, and without saying again that something is deprecated.
fn worded(text: &str) -> Option<SmolStr> {
    let text = without_links(text);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let clause = text.split_once([',', '.', ':', ';']);
    let rest = match clause {
        Some((first, rest)) if first.to_lowercase().contains("deprecated") => rest,
        Some(_) => &text,
        None if text.to_lowercase().ends_with("is deprecated") => "",
        None => &text,
    };
    let rest = rest.trim();
    let end = rest.char_indices().nth(MAX_ADVICE).map(|(at, _)| at);
    let advice = match end.and_then(|end| rest.get(..end)) {
        Some(start) => format!("{start}…"),
        None => rest.trim_end_matches('.').to_owned(),
    };
    (!advice.is_empty()).then(|| advice.into())
}

/// `[name](place)` is `name`, and `{name}` as YARD has it.
fn without_links(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        let link = after.split_once("](").and_then(|(name, after)| {
            let (_, after) = after.split_once(')')?;
            (!name.contains(['[', ']'])).then_some((name, after))
        });
        out.push_str(before);
        rest = match link {
            Some((name, tail)) => {
                out.push_str(name);
                tail
            }
            None => {
                out.push('[');
                after
            }
        };
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::{said_in_summary, tag, worded};

    fn advice(summary: &str) -> Option<String> {
        let advice = said_in_summary(summary)?;
        Some(advice.map_or_else(String::new, |it| it.to_string()))
    }

    #[test]
    fn summaries_say_it_first() {
        let said = "DEPRECATED.  Use the function [`web::new`](#webnew) instead.";
        assert_eq!(
            advice(said).as_deref(),
            Some("Use the function `web::new` instead")
        );
        let said = "**DEPRECATED:** this function is deprecated, please use dig() instead.";
        assert_eq!(advice(said).as_deref(), Some("please use dig() instead"));
        assert_eq!(advice("**Deprecated:** Returns true.").as_deref(), Some(""));
        assert_eq!(advice("Deprecated things are listed."), None);
        assert_eq!(advice("Prints what is deprecated."), None);
    }

    #[test]
    fn tags_have_lines_that_follow() {
        let docs = "Text.\n@deprecated Use\n  another\n@return [Any] x";
        assert_eq!(tag(docs, "deprecated").as_deref(), Some("Use\nanother"));
        assert_eq!(tag(docs, "deprecate"), None);
        assert_eq!(tag("  @deprecated", "deprecated").as_deref(), Some(""));
    }

    #[test]
    fn advice_is_not_said_twice() {
        let worded = |text: &str| worded(text).map_or_else(String::new, |it| it.to_string());
        assert_eq!(
            worded("This method is deprecated, please use\n   x."),
            "please use x"
        );
        assert_eq!(worded("This is deprecated"), "");
        assert_eq!(worded("use `lookup`"), "use `lookup`");
    }
}
