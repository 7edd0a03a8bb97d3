//! Giving things other names, in all places at once.
//!
//! What is ours can be renamed: variables, parameters with all who give them a value (also in Hiera's data), classes,
//! defined types, functions and type aliases with the file in which Puppet looks for them. What cannot be renamed says
//! why.

mod capture_conflicts;
pub(crate) mod comments;
mod conflicts;
mod hiera;
mod move_file;
mod ruby;
mod target;
mod templates;
#[cfg(test)]
mod tests;
mod text_edits;
mod validate_name;
mod will_rename_files;

use std::fmt;

use puppet_text::{TextRange, TextSize};

use crate::rename::hiera::DataNames;
use puppet_ide_db::context::{FileContext, IdeContext};
use puppet_ide_db::search::text_files::TextFileSearch;
use puppet_ide_db::source_change::SourceChange;
use target::{ResolvedTarget, TargetKind};

pub(crate) use will_rename_files::will_rename_files;

/// What the user is asked: the old name, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenameTarget {
    /// The part of the text that will change.
    pub range: TextRange,
    /// The name to start from.
    pub placeholder: String,
}

/// Why something cannot be renamed, or not like this.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenameError(pub String);

impl fmt::Display for RenameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RenameError {}

fn refuse<T>(why: impl Into<String>) -> Result<T, RenameError> {
    Err(RenameError(why.into()))
}

pub(crate) fn prepare(
    context: FileContext<'_>,
    offset: TextSize,
) -> Result<RenameTarget, RenameError> {
    let (target, named) = target::target_at(context, offset)?;
    let placeholder = target.old_name();
    // Of a variable or parameter, only the last part changes.
    let range = match target.kind {
        TargetKind::Variable | TargetKind::Parameter => {
            let length = TextSize::of(placeholder.as_str()).min(named.len());
            TextRange::new(named.end() - length, named.end())
        }
        TargetKind::Item(..) => named,
    };
    Ok(RenameTarget { range, placeholder })
}

pub(crate) fn rename(
    context: FileContext<'_>,
    offset: TextSize,
    new_name: &str,
) -> Result<SourceChange, RenameError> {
    let (target, _) = target::target_at(context, offset)?;
    let new_name = validate_name::check(*context, &target, new_name)?;
    change(*context, &target, &new_name, true)
}

/// All edits of a renaming; `moves` says whether the file moves too, or has been moved by the user.
fn change(
    context: IdeContext<'_>,
    target: &ResolvedTarget,
    new_name: &str,
    moves: bool,
) -> Result<SourceChange, RenameError> {
    let file = target.file;
    if new_name == target.old_name() {
        return Ok(SourceChange::default());
    }
    let in_data = DataNames::for_target(target, new_name);
    conflicts::check(context.file_context(file), target, new_name)?;
    hiera::conflicts(context, &in_data)?;
    let mut change = text_edits::edits(context.file_context(file), target, new_name);
    hiera::add_edits(context, target, &in_data, &mut change);
    templates::add_edits(context, target, new_name, &mut change)?;
    ruby::add_edits(context, target, new_name, &mut change);
    change
        .text_files
        .extend(text_file_changes(context, target, new_name));
    if moves {
        change
            .moves
            .extend(move_file::file_move(context, target, new_name)?);
    }
    Ok(change)
}

/// The names in specs and pages that change, too.
fn text_file_changes(
    context: IdeContext<'_>,
    target: &ResolvedTarget,
    new_name: &str,
) -> Option<TextFileSearch> {
    match &target.kind {
        TargetKind::Variable => None,
        TargetKind::Parameter => {
            TextFileSearch::for_parameter(context, target.found.first()?, target.word(), new_name)
        }
        TargetKind::Item(kind, old) => {
            let (declared_in, _) = target.definition()?;
            Some(TextFileSearch::to_rename(
                context.file_context(declared_in),
                (*kind, old),
                new_name,
            ))
        }
    }
}

#[cfg(test)]
mod text_file_tests {
    use crate::test_fixture::cursor;

    const FIXTURE: &str = "\
#- /environment.conf
#- /hiera.yaml
version: 5
hierarchy: [{name: all, path: all.yaml}]
#- /data/all.yaml
web::port: 80
classes: [web::server]
#- /modules/web/manifests/init.pp
# @param port Where.
class web($port) { $x = template('web/a.erb') }
#- /modules/web/manifests/server.pp
# See web::server.
class web::server { }
#- /modules/web/templates/a.erb
<%= @port %>
";

    /// What is proposed, and how many files change.
    fn renamed(from: &str, to: &str, new_name: &str) -> (String, usize) {
        let (analysis, position) = cursor(&FIXTURE.replacen(from, to, 1));
        let text = analysis.text(position.file).expect("not cancelled");
        let target = analysis.prepare_rename(position).expect("not cancelled");
        let target = target.expect("a file").expect("a name");
        assert_eq!(target.placeholder, text[target.range]);
        let change = analysis.rename(position, new_name).expect("not cancelled");
        let change = change.expect("a file").expect("a change");
        (target.placeholder, change.edits.len())
    }

    #[test]
    fn members_of_structures_keep_their_names() {
        let types = "#- /modules/web/types/o.pp\ntype Web::O = Struct[{ size => Integer }]\n\
            #- /modules/web/manifests/o.pp\nclass web::o(Web::O $o) { notice($o['size']) }\n\
            #- /manifests/site.pp\nclass { 'web::o': o => { 'size' => 1 } }\n";
        for (from, to) in [
            ("{ size =>", "{ si$0ze =>"),
            ("$o['size']", "$o['si$0ze']"),
            ("'size' =>", "'si$0ze' =>"),
            ("'size' => 1 } }", "'si$0ze' => 1"),
        ] {
            let fixture = format!("{FIXTURE}{}", types.replacen(from, to, 1));
            let (analysis, position) = cursor(&fixture);
            let asked = analysis.prepare_rename(position).expect("not cancelled");
            let refused = asked.expect("a file").expect_err("a member");
            assert!(
                refused.0.starts_with("`size` is a member"),
                "{to}: {refused}"
            );
            let change = analysis.rename(position, "x").expect("not cancelled");
            assert_eq!(change.expect("a file").expect_err("a member"), refused);
        }
    }

    #[test]
    fn names_in_data_comments_and_ruby() {
        for (from, to) in [
            ("web::port: 80", "web::po$0rt: 80"),
            ("web::port: 80", "w$0eb::port: "),
            ("@param port", "@param po$0rt"),
            ("@port", "@po$0rt"),
        ] {
            assert_eq!(renamed(from, to, "number"), ("port".to_owned(), 3), "{to}");
        }
        for (from, to) in [
            ("See web::server", "See web::ser$0ver"),
            ("[web::server]", "[web::ser$0ver]"),
        ] {
            let expected = ("web::server".to_owned(), 2);
            assert_eq!(renamed(from, to, "web::daemon"), expected, "{to}");
        }
    }
}
