//! Names in texts that are no part of the analysis: specs of modules, and their pages (`README.md`, `REFERENCE.md`).
//!
//! They are read only when somebody asks who uses something, or renames it, and only what can mean nothing else counts.
//! Parameters are keys of hashes in specs as much else is, and are left out.

use std::collections::BTreeSet;

use puppet_db::File;
use puppet_semantic::item::canonical;
use puppet_semantic::owner::owner;
use puppet_syntax::ast::Definition;
use puppet_text::{TextRange, TextSize};

use crate::analysis::Context;
use crate::references::{Reference, thing_at};
use crate::rename::is_ours;
use crate::resolve::Found;
use crate::source_change::TextEdit;
use crate::symbols::{SymbolKind, capitalized, named};
use crate::words::{places, whole_names};

/// Where to look for the names of a thing, and what becomes of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamesElsewhere {
    /// The directories of the modules whose texts may name it (`/` between the parts).
    pub modules: Vec<String>,
    /// What is looked for, and what it becomes.
    names: Vec<(Spelling, String)>,
}

/// What kind of text it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outside {
    /// A spec, in Ruby.
    Spec,
    /// A page in Markdown.
    Page,
}

/// A way to write a name.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Spelling {
    /// A name with `::`, anywhere.
    Whole(String),
    /// The same, between quotes or in front of a `[`: in Ruby it may be a constant.
    Reference(String),
    /// A name without `::`, where a class is described.
    Described(String),
    /// `contain_web__site`
    Matcher(String),
    /// `web--site`, as links within `REFERENCE.md` have it.
    Anchor(String),
}

impl NamesElsewhere {
    /// The names that change with a class, defined type, function, plan or alias, in all modules that can see it.
    pub(crate) fn to_rename(
        context: Context<'_>,
        file: File,
        (kind, old): (SymbolKind, &str),
        new_name: &str,
    ) -> Self {
        Self {
            modules: own_modules(context, file),
            names: names(kind, old, new_name),
        }
    }

    /// The names of what stands at a place, in the module that defines it and in those that use it.
    pub(crate) fn to_find(
        context: Context<'_>,
        file: File,
        offset: TextSize,
        references: &[Reference],
    ) -> Option<Self> {
        let (_, found) = thing_at(context, file, offset)?;
        let Found::Item(declared_in, definition) = found.first()? else {
            return None;
        };
        let (kind, name) = item(definition)?;
        let users = references
            .iter()
            .filter_map(|it| context.files.input(it.at.file));
        let roots = users.chain([*declared_in]).filter_map(|file| {
            let module = owner(context.db, file)?.module?;
            Some(module.root(context.db).to_string())
        });
        let modules: BTreeSet<String> = roots.collect();
        Some(Self {
            modules: modules.into_iter().collect(),
            names: names(kind, &name, ""),
        })
    }

    /// Where a text names it.
    #[must_use]
    pub fn places(&self, text: &str, outside: Outside) -> Vec<TextRange> {
        let edits = self.edits(text, outside).into_iter();
        edits.map(|edit| edit.range).collect()
    }

    /// The edits of a text.
    #[must_use]
    pub fn edits(&self, text: &str, outside: Outside) -> Vec<TextEdit> {
        let mut edits = Vec::new();
        for (spelling, new) in &self.names {
            let old = spelling.text();
            let fitting = |at: &usize| match outside {
                Outside::Spec => spelling.fits(text, *at),
                Outside::Page => spelling.fits_page(text, *at),
            };
            let places: Vec<usize> = match spelling {
                Spelling::Anchor(_) if outside == Outside::Spec => continue,
                Spelling::Anchor(_) => places(text, old).collect(),
                _ => whole_names(text, old).collect(),
            };
            for at in places.into_iter().filter(fitting) {
                if let Ok(at) = TextSize::try_from(at) {
                    let range = TextRange::at(at, TextSize::of(old));
                    edits.push(TextEdit::replace(range, new));
                }
            }
        }
        edits.sort_by_key(|edit| edit.range.start());
        edits
    }
}

fn item(definition: &Definition) -> Option<(SymbolKind, String)> {
    let (kind, name, _) = named(definition)?;
    (kind != SymbolKind::Node).then_some((kind, name))
}

/// The ways to write a name, with the new name in each.
fn names(kind: SymbolKind, old: &str, new_name: &str) -> Vec<(Spelling, String)> {
    let mut names = Vec::new();
    let mut add = |spelling: Spelling, new: String| names.push((spelling, new));
    let anchor = |name: &str| name.replace("::", "--");
    if old.contains("::") {
        add(Spelling::Anchor(anchor(old)), anchor(new_name));
    }
    if kind == SymbolKind::TypeAlias {
        add(Spelling::Reference(old.to_owned()), new_name.to_owned());
        return names;
    }
    let (old, new) = (canonical(old).to_string(), canonical(new_name).to_string());
    if matches!(kind, SymbolKind::Class | SymbolKind::DefinedType) {
        let matcher = |name: &str| format!("contain_{}", name.replace("::", "__"));
        add(Spelling::Reference(capitalized(&old)), capitalized(&new));
        add(Spelling::Matcher(matcher(&old)), matcher(&new));
    }
    match old.contains("::") {
        true => add(Spelling::Whole(old), new),
        false => add(Spelling::Described(old), new),
    }
    names
}

impl Spelling {
    fn text(&self) -> &str {
        let (Self::Whole(text)
        | Self::Reference(text)
        | Self::Described(text)
        | Self::Matcher(text)
        | Self::Anchor(text)) = self;
        text
    }

    /// Whether the name at a place of a page can mean nothing else.
    fn fits_page(&self, page: &str, at: usize) -> bool {
        match self {
            Self::Whole(_) => true,
            Self::Reference(old) => old.contains("::"),
            Self::Described(_) | Self::Matcher(_) => false,
            // `(#web--site)`, `"web--site"`, `"-web--site--port"`
            Self::Anchor(old) => {
                let before = page.get(..at).unwrap_or_default();
                let before = before.strip_suffix('-').unwrap_or(before);
                let after = page.get(at + old.len()..).unwrap_or_default();
                before.ends_with(['#', '"'])
                    && (after.starts_with([')', '"']) || after.starts_with("--"))
            }
        }
    }

    /// Whether the name at a place of a spec can mean nothing else.
    fn fits(&self, ruby: &str, at: usize) -> bool {
        let around = |old: &str| {
            let before = ruby.get(..at).unwrap_or_default();
            (before, ruby.get(at + old.len()..).unwrap_or_default())
        };
        match self {
            Self::Anchor(_) => false,
            Self::Whole(_) | Self::Matcher(_) => true,
            Self::Reference(old) => {
                let (before, after) = around(old);
                let is_quoted = before.ends_with(['\'', '"']) && after.starts_with(['\'', '"']);
                let is_reference = after.starts_with('[') || before.ends_with("Class[");
                is_quoted || (old.contains("::") && is_reference)
            }
            Self::Described(old) => {
                let (before, after) = around(old);
                let Some(before) = before.strip_suffix(['\'', '"']) else {
                    return false;
                };
                let before = before.trim_end_matches([' ', '(']);
                let is_named = ["describe", "contain_class", "create_class"]
                    .iter()
                    .any(|word| before.ends_with(word));
                after.starts_with(['\'', '"']) && is_named
            }
        }
    }
}

/// The directories of the modules of the workspace that can see a file.
fn own_modules(context: Context<'_>, file: File) -> Vec<String> {
    let db = context.db;
    let Some(owner) = owner(db, file) else {
        return Vec::new();
    };
    let modules = owner.environment.modules(db).iter();
    modules
        .filter(|module| is_ours(db, **module))
        .map(|module| module.root(db).to_string())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::Outside;
    use crate::testing::cursor;

    const FIXTURE: &str = "#- /environment.conf\n#- /modules/web/manifests/server.pp\nclass web::ser$0ver {\n\
        #- /modules/role/manifests/init.pp\nclass role { include web::server }\n#- /modules/other/manifests/init.pp\nclass other { }\n";

    fn places(text: &str, outside: Outside) -> usize {
        let (analysis, position) = cursor(FIXTURE);
        let references = analysis.references(position).expect("not cancelled");
        let names = analysis
            .elsewhere(position, &references)
            .expect("not cancelled");
        let names = names.expect("a class");
        assert_eq!(names.modules, ["/modules/role", "/modules/web"]);
        names.places(text, outside).len()
    }

    #[test]
    fn places_in_specs_and_pages() {
        assert_eq!(
            places(
                "describe 'web::server' do\n  contain_class('web::server')\n  contain_web__server\n  web::servers\n",
                Outside::Spec
            ),
            3
        );
        assert_eq!(
            places(
                "* [`web::server`](#web--server)\n<a name=\"web--server\"></a>`web::server`\n\
                 <a name=\"-web--server--port\"></a> web--server, web::server::port\n",
                Outside::Page
            ),
            5
        );
    }
}
