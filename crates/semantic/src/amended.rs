//! Which attributes resources may get from elsewhere: from defaults (`Type { … }`), overrides (`Type['x'] { … }`) and
//! collectors (`Type <| |> { … }`), all of which count wherever they are evaluated.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, FileKind, program};
use puppet_hir::model::{Body, Expr, ExprId, Note, Operation, Section};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::item::canonical;

/// An attribute of a type; either is `None` where it is not known.
type Attribute = (Option<SmolStr>, Option<SmolStr>);

/// Whether a resource of a type (in lower case) may get an attribute otherwise than in its own declaration.
pub fn may_be_amended(db: &dyn Db, environment: Environment, ty: &str, attribute: &str) -> bool {
    let amended = amended(db, environment);
    let (ty, attribute) = (Some(SmolStr::from(ty)), Some(SmolStr::from(attribute)));
    [
        (ty.clone(), attribute.clone()),
        (ty, None),
        (None, attribute),
        (None, None),
    ]
    .iter()
    .any(|key| amended.contains(key))
}

/// Reads what files say about that, before anything is asked.
pub(crate) fn read_ahead(db: &dyn Db, environment: Environment) {
    amended(db, environment);
}

#[salsa::tracked(returns(clone))]
fn amended(db: &dyn Db, environment: Environment) -> Arc<FxHashSet<Attribute>> {
    let mut found = FxHashSet::default();
    let of_modules = environment.modules(db).iter();
    let files = of_modules
        .flat_map(|module| module.files(db).iter())
        .chain(environment.manifests(db).iter())
        .chain(environment.loose(db).iter());
    for file in files {
        found.extend(amended_in(db, *file).iter().cloned());
    }
    Arc::new(found)
}

#[salsa::tracked(returns(clone))]
fn amended_in(db: &dyn Db, file: File) -> Arc<FxHashSet<Attribute>> {
    let mut found = FxHashSet::default();
    if file.kind(db) == FileKind::Manifest && !may_amend(file.text(db)) {
        return Arc::new(found);
    }
    for (_, body) in program(db, file).bodies() {
        for part in body.notes::<AmendedInSection>() {
            found.extend(part.0.iter().cloned());
        }
    }
    Arc::new(found)
}

/// The attributes that a section of a body gives to resources from elsewhere.
struct AmendedInSection(Box<[Attribute]>);

impl Note for AmendedInSection {
    fn read(section: &Section<'_>) -> Self {
        let mut found = FxHashSet::default();
        for (_, expr) in section.body.exprs() {
            let (ty, operations) = match expr {
                Expr::ResourceDefaults {
                    type_ref: Some(ty),
                    operations,
                    ..
                }
                | Expr::ResourceOverride {
                    resources: ty,
                    operations,
                    ..
                }
                | Expr::Collect {
                    type_expr: ty,
                    operations,
                    ..
                } => (type_of(section.body, *ty), operations),
                _ => continue,
            };
            for operation in operations {
                let attribute = match operation {
                    Operation::Attribute(attribute) => Some(attribute.name.clone()),
                    Operation::Attributes { .. } => None,
                };
                found.insert((ty.clone(), attribute));
            }
        }
        Self(found.into_iter().collect())
    }
}

/// Words with which attributes start where code is broken.
const KEYWORDS: [&str; 6] = ["and", "or", "in", "else", "elsif", "inherits"];

/// Whether a text may have defaults, overrides or collectors with attributes: most have none, and need not be parsed.
fn may_amend(text: &str) -> bool {
    text.match_indices('{').any(|(at, _)| {
        let (before, behind) = text.split_at(at);
        let behind = behind.strip_prefix('{').unwrap_or_default();
        let is_of_collector = before.trim_ascii_end().ends_with('>');
        !is_in_comment(before)
            && !is_of_hash(before)
            && (is_of_collector || starts_attributes(behind))
    })
}

fn is_in_comment(before: &str) -> bool {
    last_line(before).trim_ascii_start().starts_with('#')
}

/// Whether braces behind a text are those of a hash, or of a selector.
fn is_of_hash(before: &str) -> bool {
    let before = before.trim_ascii_end();
    // What stands before comments is not looked for.
    !last_line(before).contains('#')
        && ["=>", "+>", "=", "(", "[", ",", "?"]
            .iter()
            .any(|end| before.ends_with(end))
}

fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or(text)
}

/// Whether a text may start with attributes.
fn starts_attributes(text: &str) -> bool {
    let text = without_blanks(text);
    let text = without_blanks(text.strip_prefix(',').unwrap_or(text));
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let name = text.split(|c| !is_part(c)).next().unwrap_or_default();
    let behind = without_blanks(text.strip_prefix(name).unwrap_or_default());
    text.starts_with('*')
        || KEYWORDS.contains(&name)
        || !name.is_empty() && (behind.starts_with("=>") || behind.starts_with("+>"))
}

/// The text without the white space and comments that it starts with.
fn without_blanks(text: &str) -> &str {
    let mut text = text.trim_start();
    loop {
        let comment = match text.strip_prefix("/*") {
            Some(rest) => rest.split_once("*/"),
            None => text
                .strip_prefix('#')
                .and_then(|rest| rest.split_once('\n')),
        };
        match comment {
            Some((_, rest)) => text = rest.trim_start(),
            None => return text,
        }
    }
}

/// The type that is named: `File`, `File['x']`.
fn type_of(body: &Body, expr: ExprId) -> Option<SmolStr> {
    match body.expr(expr) {
        Expr::QualifiedReference(name) => Some(canonical(name)).filter(|name| name != "resource"),
        Expr::Access { left, .. } => match body.expr(*left) {
            Expr::QualifiedReference(_) => type_of(body, *left),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_without_amendments_need_not_be_parsed() {
        for (text, expected) in [
            ("File { mode => '0644' }", true),
            ("File {\n  # why\n  mode => '0644',\n}", true),
            ("File /* x */ {/* y */ mode/* z */=> 1 }", true),
            ("File # =>\n{ mode => '0644' }", true),
            ("# File\nFile { mode => '0644' }", true),
            ("  # File { mode => '0644' }\n", false),
            ("File['x'] { mode +> '0644' }", true),
            ("File[$x,\n  'y']\n{ * => $h }", true),
            ("File <| title == 'x' |> { mode => '0644' }", true),
            ("File <<| |>>{ 'broken'", true),
            ("File { , mode => 1 }", true),
            ("File { before => 1 }", true),
            ("File { and", true),
            ("file { 'x': mode => '0644' }", false),
            ("$x = { mode => '0644' }", false),
            (
                "$x = { 'a' => { mode => 1 }, b => [{ c => 1 }, { d => 2 }] }",
                false,
            ),
            ("f({ mode => 1 })", false),
            ("f([\n  { mode => 1 },\n\n  { mode => 2 },\n])", false),
            ("$x ? { a => 1 }", false),
            ("if $x { file { 'y': } } else { }", false),
            ("case $x { 'a': { } default: { } }", false),
            ("File <| |>", false),
        ] {
            assert_eq!(may_amend(text), expected, "{text}");
        }
    }
}
