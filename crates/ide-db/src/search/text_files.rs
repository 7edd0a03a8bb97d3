//! Names in texts that are no part of the analysis: specs of modules, and their pages (`README.md`, `REFERENCE.md`).
//!
//! They are read only for find-references and rename, and only what can mean nothing else counts.

use std::collections::BTreeSet;

use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::canonical;
use puppet_syntax::ast;
use puppet_text::{TextRange, TextSize};

use crate::context::{FileContext, IdeContext};
use crate::defs::{Definition, classify};
use crate::ruby::rspec;
use crate::search::Reference;
use crate::source_change::TextEdit;
use crate::symbol_index::{SymbolKind, named_definition};
use crate::workspace_files::is_workspace_module;
use puppet_text::capitalized;
use puppet_text::{whole_names, word_offsets};

/// The texts to search for the names of a definition, and the edits of a rename.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFileSearch {
    /// The directories of the modules whose texts may name it (`/` between the parts).
    pub modules: Vec<String>,
    /// What is looked for, and what it becomes.
    names: Vec<(NamePattern, String)>,
}

/// What kind of text it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextFileKind {
    /// A spec, in Ruby.
    Spec,
    /// A page in Markdown.
    Page,
}

/// A way to write a name.
#[derive(Debug, Clone, PartialEq, Eq)]
enum NamePattern {
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
    /// A parameter, with the class or defined type that has it.
    Parameter { of: String, name: String },
}

impl TextFileSearch {
    /// The names that change with a class, defined type, function, plan or alias, in all modules that can see it.
    pub fn to_rename(
        context: FileContext<'_>,
        (kind, old): (SymbolKind, &str),
        new_name: &str,
    ) -> Self {
        Self {
            modules: own_modules(context),
            names: names(kind, old, new_name),
        }
    }

    /// The names that change with a parameter of a class or defined type, in all modules that can see it.
    pub fn for_parameter(
        context: IdeContext<'_>,
        found: &Definition,
        name: &str,
        new_name: &str,
    ) -> Option<Self> {
        let of = holder(found)?;
        let name = name.to_owned();
        Some(Self {
            modules: own_modules(context.file_context(found.file()?)),
            names: vec![(NamePattern::Parameter { of, name }, new_name.to_owned())],
        })
    }

    /// The names of the definition at an offset, in the module that defines it and in those that use it.
    pub fn to_find(
        context: FileContext<'_>,
        offset: TextSize,
        references: &[Reference],
    ) -> Option<Self> {
        let classified = classify(context, offset)?;
        let first = classified.definitions.first()?;
        let names = match first {
            Definition::Item(_, definition) => {
                let (kind, name) = item(definition)?;
                names(kind, &name, "")
            }
            _ => {
                let of = holder(first)?;
                vec![(
                    NamePattern::Parameter {
                        of,
                        name: first.word(),
                    },
                    String::new(),
                )]
            }
        };
        let users = references
            .iter()
            .filter_map(|it| context.files.input(it.at.file));
        let roots = users.chain(first.file()).filter_map(|file| {
            let module = owner(context.db, file)?.module?;
            Some(module.root(context.db).to_string())
        });
        let modules: BTreeSet<String> = roots.collect();
        Some(Self {
            modules: modules.into_iter().collect(),
            names,
        })
    }

    /// Where a text names it.
    #[must_use]
    pub fn name_ranges(&self, text: &str, outside: TextFileKind) -> Vec<TextRange> {
        let edits = self.edits(text, outside).into_iter();
        edits.map(|edit| edit.range).collect()
    }

    /// The edits of a text.
    #[must_use]
    pub fn edits(&self, text: &str, outside: TextFileKind) -> Vec<TextEdit> {
        let mut edits = Vec::new();
        for (spelling, new) in &self.names {
            let places = spelling.places(text, outside).into_iter();
            edits.extend(places.map(|range| TextEdit::replace(range, new)));
        }
        edits.sort_by_key(|edit| edit.range.start());
        edits
    }
}

/// The class or defined type that has a parameter, in small letters.
fn holder(found: &Definition) -> Option<String> {
    found.parameter()?;
    let (_, definition) = found.bound_in()?;
    let (kind, name) = item(&definition)?;
    matches!(kind, SymbolKind::Class | SymbolKind::DefinedType)
        .then(|| canonical(&name).to_string())
}

fn item(definition: &ast::Definition) -> Option<(SymbolKind, String)> {
    let (kind, name, _) = named_definition(definition)?;
    (kind != SymbolKind::Node).then_some((kind, name))
}

/// The ways to write a name, with the new name in each.
fn names(kind: SymbolKind, old: &str, new_name: &str) -> Vec<(NamePattern, String)> {
    let mut names = Vec::new();
    let mut add = |spelling: NamePattern, new: String| names.push((spelling, new));
    let anchor = |name: &str| name.replace("::", "--");
    if old.contains("::") {
        add(NamePattern::Anchor(anchor(old)), anchor(new_name));
    }
    if kind == SymbolKind::TypeAlias {
        add(NamePattern::Reference(old.to_owned()), new_name.to_owned());
        return names;
    }
    let (old, new) = (canonical(old).to_string(), canonical(new_name).to_string());
    if matches!(kind, SymbolKind::Class | SymbolKind::DefinedType) {
        add(NamePattern::Reference(capitalized(&old)), capitalized(&new));
        for (before, after) in [
            ("contain_", ""),
            ("create_", ""),
            ("have_", "_resource_count"),
        ] {
            let matcher = |name: &str| format!("{before}{}{after}", name.replace("::", "__"));
            add(NamePattern::Matcher(matcher(&old)), matcher(&new));
        }
    }
    match old.contains("::") {
        true => add(NamePattern::Whole(old), new),
        false => add(NamePattern::Described(old), new),
    }
    names
}

impl NamePattern {
    fn text(&self) -> &str {
        let (Self::Whole(text)
        | Self::Reference(text)
        | Self::Described(text)
        | Self::Matcher(text)
        | Self::Anchor(text)
        | Self::Parameter { name: text, .. }) = self;
        text
    }

    /// Where a text names it.
    fn places(&self, text: &str, outside: TextFileKind) -> Vec<TextRange> {
        let old = self.text();
        let found: Vec<usize> = match (self, outside) {
            (Self::Parameter { of, name }, TextFileKind::Spec) => {
                return rspec::parameters(text, of, name);
            }
            (Self::Parameter { of, name }, TextFileKind::Page) => return described(text, of, name),
            (Self::Anchor(_), TextFileKind::Spec) => Vec::new(),
            (Self::Anchor(_), TextFileKind::Page) => word_offsets(text, old).collect(),
            _ => whole_names(text, old).collect(),
        };
        let fits = |at: &usize| match outside {
            TextFileKind::Spec => self.fits(text, *at),
            TextFileKind::Page => self.fits_page(text, *at),
        };
        let found = found.into_iter().filter(fits);
        found.filter_map(|at| range_at(at, old)).collect()
    }

    /// Whether the name at an offset of a page is unambiguous.
    fn fits_page(&self, page: &str, at: usize) -> bool {
        match self {
            Self::Whole(_) => true,
            Self::Reference(old) => old.contains("::"),
            Self::Described(_) | Self::Matcher(_) | Self::Parameter { .. } => false,
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

    /// Whether the name at an offset of a spec is unambiguous.
    fn fits(&self, ruby: &str, at: usize) -> bool {
        let around = |old: &str| {
            let before = ruby.get(..at).unwrap_or_default();
            (before, ruby.get(at + old.len()..).unwrap_or_default())
        };
        match self {
            Self::Anchor(_) | Self::Parameter { .. } => false,
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

fn range_at(at: usize, word: &str) -> Option<TextRange> {
    let start = TextSize::try_from(at).ok()?;
    Some(TextRange::at(start, TextSize::of(word)))
}

/// Where a page describes a parameter: `[`port`](#-web--site--port)`, `<a name="-web--site--port"></a>`port``.
fn described(page: &str, of: &str, name: &str) -> Vec<TextRange> {
    let anchor = format!("-{}--{name}", of.replace("::", "--"));
    let label = format!("`{name}`");
    let mut ranges = Vec::new();
    for at in word_offsets(page, &anchor) {
        let end = at + anchor.len();
        let before = page.get(..at).unwrap_or_default();
        let after = page.get(end..).unwrap_or_default();
        let linked = before
            .strip_suffix("](#")
            .filter(|_| after.starts_with(')'));
        let heads = before.ends_with("<a name=\"") && after.starts_with("\"></a>");
        if linked.is_none() && !heads {
            continue;
        }
        ranges.extend(range_at(end - name.len(), name));
        let after = end + "\"></a>".len();
        if heads && page.get(after..).is_some_and(|it| it.starts_with(&label)) {
            ranges.extend(range_at(after + "`".len(), name));
        }
        if let Some(text) = linked.and_then(|it| it.strip_suffix(&*label)) {
            ranges.extend(range_at(text.len() + "`".len(), name));
        }
    }
    ranges
}

/// The directories of the modules of the workspace that can see a file.
fn own_modules(context: FileContext<'_>) -> Vec<String> {
    let db = context.db;
    let Some(owner) = owner(db, context.file) else {
        return Vec::new();
    };
    let modules = owner.environment.modules(db).iter();
    modules
        .filter(|module| is_workspace_module(db, **module))
        .map(|module| module.root(db).to_string())
        .collect()
}

#[cfg(test)]
mod tests {
    use puppet_ide::TextFileKind;
    use puppet_ide::apply_edits;
    use puppet_ide::test_fixture::cursor;

    const FIXTURE: &str = "#- /environment.conf\n#- /modules/web/manifests/server.pp\nclass web::ser$0ver {\n\
        #- /modules/role/manifests/init.pp\nclass role { include web::server }\n#- /modules/other/manifests/init.pp\nclass other { }\n";

    fn places(text: &str, outside: TextFileKind) -> usize {
        let (analysis, position) = cursor(FIXTURE);
        let references = analysis.references(position).expect("not cancelled");
        let names = analysis
            .text_file_references(position, &references)
            .expect("not cancelled");
        let names = names.expect("a class");
        assert_eq!(names.modules, ["/modules/role", "/modules/web"]);
        names.name_ranges(text, outside).len()
    }

    #[test]
    fn places_in_specs_and_pages() {
        assert_eq!(
            places(
                "describe 'web::server' do\n  contain_class('web::server')\n  contain_web__server\n  web::servers\n",
                TextFileKind::Spec
            ),
            3
        );
        assert_eq!(
            places(
                "* [`web::server`](#web--server)\n<a name=\"web--server\"></a>`web::server`\n\
                 <a name=\"-web--server--port\"></a> web--server, web::server::port\n",
                TextFileKind::Page
            ),
            5
        );
    }

    #[test]
    fn specs_follow() {
        let spec = |kind_of: &str, new_name: &str, ruby: &str| {
            let files = "#- /environment.conf\n#- /manifests/site.pp\n\n\
             #- /modules/web/manifests/init.pp\nclass web { }\n\
             #- /modules/web/manifests/params.pp\nclass web::params { }\n\
             #- /modules/web/manifests/site.pp\ndefine web::site { }\n\
             #- /modules/web/types/port.pp\ntype Web::Port = Integer\n";
            let fixture = files.replacen(kind_of, &format!("{kind_of}$0"), 1);
            let (analysis, position) = cursor(&fixture);
            let change = analysis.rename(position, new_name).expect("not cancelled");
            let change = change.expect("a file").expect("not refused");
            let [names] = &*change.text_files else {
                panic!("{:?}", change.text_files);
            };
            assert_eq!(names.modules, ["/modules/web"]);
            apply_edits(ruby, &names.edits(ruby, TextFileKind::Spec))
        };
        assert_eq!(
            spec(
                "class web::params",
                "web::defaults",
                "describe 'web::params' do\n  let(:pre_condition) { 'include ::web::params' }\n  \
                 it { is_expected.to contain_class('web::params').that_comes_before('Class[Web::Params]') }\n  \
                 it { contain_web__params; Web::Params.new; 'web::params::sub' }\n"
            ),
            "describe 'web::defaults' do\n  let(:pre_condition) { 'include ::web::defaults' }\n  \
             it { is_expected.to contain_class('web::defaults').that_comes_before('Class[Web::Defaults]') }\n  \
             it { contain_web__defaults; Web::Params.new; 'web::params::sub' }\n"
        );
        assert_eq!(
            spec(
                "class web",
                "web::server",
                "describe 'web' do\n  let(:web) { 'web' }\n  it { contain_class(\"web\"); is.to contain_class 'web' }"
            ),
            "describe 'web::server' do\n  let(:web) { 'web' }\n  it { contain_class(\"web::server\"); is.to contain_class 'web::server' }"
        );
        assert_eq!(
            spec(
                "define web::site",
                "web::vhost",
                "describe 'web::site' do\n  it { contain_web__site('x').that_requires('Web::Site[y]') }\n"
            ),
            "describe 'web::vhost' do\n  it { contain_web__vhost('x').that_requires('Web::Vhost[y]') }\n"
        );
        // Incomplete.
        assert_eq!(
            spec(
                "type Web::Port",
                "Web::Socket",
                "describe 'Web::Port' do\n  Web::Port.x\n  'Web::Port"
            ),
            "describe 'Web::Socket' do\n  Web::Port.x\n  'Web::Port"
        );
    }
}
