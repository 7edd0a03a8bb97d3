//! The places that change.

use puppet_semantic::index::item_tree::canonical;
use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::DocTag;
use puppet_text::{TextRange, TextSize};

use crate::rename::comments;
use crate::rename::target::{ResolvedTarget, TargetKind, last_segment_range, ours};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::definition::declarations;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::{NameRef, NameRefKind, name_of};
use puppet_ide_db::search::occurrences;
use puppet_ide_db::source_change::{SourceChange, TextEdit};
use puppet_ide_db::symbol_index::SymbolKind;
use puppet_ide_db::syntax_ext::{self, mentions};
use puppet_ide_db::workspace_files::puppet_files;
use puppet_text::capitalized;

pub(super) fn edits(
    context: FileContext<'_>,
    target: &ResolvedTarget,
    new_name: &str,
) -> SourceChange {
    let files = match target.found.iter().all(Definition::is_local) {
        true => vec![context.file],
        false => puppet_files(*context),
    };
    let wanted = declarations(&target.found);
    let word = target.word();
    let mut change = SourceChange::default();
    for file in files {
        let context = context.file_context(file);
        salsa::Database::unwind_if_revision_cancelled(context.db);
        if !mentions(file.text(context.db), word) || ours(context).is_err() {
            continue;
        }
        let mut edits: Vec<TextEdit> = occurrences(context, word, &wanted)
            .iter()
            .filter(|at| !matches!(at.name, NameRefKind::MaybeClass(_)))
            .map(|at| edit(target, at, new_name))
            .collect();
        if let TargetKind::Item(_, old) = &target.kind {
            edits.extend(comments::edits(context, old, new_name));
        }
        if let TargetKind::Item(SymbolKind::Class, old) = &target.kind {
            edits.extend(variables_of_class(context, old, new_name));
            edits.extend(keys_of_class(context, target, new_name));
        }
        if target.kind == TargetKind::Parameter {
            edits.extend(documentation(context, target, new_name));
        }
        change.add(context.files.id(context.db, file), edits);
    }
    change
}

fn edit(target: &ResolvedTarget, at: &NameRef, new_name: &str) -> TextEdit {
    match &target.kind {
        TargetKind::Variable | TargetKind::Parameter => {
            TextEdit::replace(last_segment_range(at), new_name)
        }
        TargetKind::Item(kind, _) => TextEdit::replace(at.range, spelled(*kind, at, new_name)),
    }
}

/// The name as this place writes it: in capitals for references, with the `::` that was there.
fn spelled(kind: SymbolKind, at: &NameRef, new_name: &str) -> String {
    let text = at.token.text().trim_start_matches(['\'', '"']);
    let lead = if text.starts_with("::") { "::" } else { "" };
    let in_capitals = kind != SymbolKind::TypeAlias
        && text.trim_start_matches(':').starts_with(char::is_uppercase);
    match in_capitals {
        true => format!("{lead}{}", capitalized(new_name)),
        false => format!("{lead}{new_name}"),
    }
}

/// `$class::variable`
fn variables_of_class(context: FileContext<'_>, old: &str, new_name: &str) -> Vec<TextEdit> {
    let root = syntax_ext::root(context.db, context.file);
    let names = root
        .descendants_with_tokens()
        .filter_map(|it| it.into_token())
        .filter(|token| {
            matches!(
                token.kind(),
                SyntaxKind::VARIABLE | SyntaxKind::IMPLICIT_VARIABLE
            ) && token.text().contains("::")
        })
        .filter_map(|token| name_of(&token));
    let old = canonical(old);
    let edits = names.filter_map(|at| {
        let NameRefKind::Variable(name) = &at.name else {
            return None;
        };
        let (class, variable) = name.rsplit_once("::")?;
        if canonical(class) != old {
            return None;
        }
        let end = at.range.end() - TextSize::of(variable) - TextSize::of("::");
        let start = end - TextSize::of(class);
        Some(TextEdit::replace(TextRange::new(start, end), new_name))
    });
    edits.collect()
}

/// `lookup('class::parameter')`
fn keys_of_class(
    context: FileContext<'_>,
    target: &ResolvedTarget,
    new_name: &str,
) -> Vec<TextEdit> {
    let Some((declared_in, definition)) = target.definition() else {
        return Vec::new();
    };
    let root = syntax_ext::root(context.db, context.file);
    let tokens = syntax_ext::tokens_with(context.file.text(context.db), &root, target.word());
    let mut edits = Vec::new();
    for at in tokens.iter().filter_map(name_of) {
        let NameRefKind::Key(key) = &at.name else {
            continue;
        };
        let is_of_class = resolve::find(context, &at).iter().any(|found| {
            matches!(found, Definition::Parameter(file, class, _) if *file == declared_in && class == definition)
        });
        if let Some((class, _)) = key.rsplit_once("::")
            && is_of_class
        {
            let range = TextRange::at(at.range.start(), TextSize::of(class));
            edits.push(TextEdit::replace(range, new_name));
        }
    }
    edits
}

/// `@param name` and `@option name` above the definition, each as often as it is there.
fn documentation(
    context: FileContext<'_>,
    target: &ResolvedTarget,
    new_name: &str,
) -> Vec<TextEdit> {
    let text = context.file.text(context.db);
    let own = target
        .found
        .iter()
        .filter(|found| found.file() == Some(context.file));
    let comments = own.filter_map(|found| found.bound_in()?.1.documentation());
    let tags = comments.flat_map(|comment| comment.tags);
    let places = tags.filter_map(|tag| subject_of(text, &tag, target.word()));
    let edits = places.map(|range| TextEdit::replace(range, new_name));
    edits.collect()
}

/// Where the tag of a parameter names it.
fn subject_of(text: &str, tag: &DocTag, parameter: &str) -> Option<TextRange> {
    let is_of_parameter = matches!(tag.name.as_str(), "param" | "option")
        && tag.subject.as_deref()?.trim_start_matches(['*', '&', '$']) == parameter;
    let line = text
        .get(std::ops::Range::<usize>::from(tag.range))
        .filter(|_| is_of_parameter)?;
    let lead = "@".len() + tag.name.len();
    let at = lead + word_in(line.get(lead..)?, parameter)?;
    let start = tag.range.start() + TextSize::try_from(at).ok()?;
    Some(TextRange::at(start, TextSize::of(parameter)))
}

/// Where a word stands in a text, outside of brackets.
fn word_in(text: &str, word: &str) -> Option<usize> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut depth = 0_usize;
    for (index, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let before = text.get(..index)?.chars().next_back();
        if depth == 0
            && !before.is_some_and(is_part)
            && let Some(after) = text.get(index..)?.strip_prefix(word)
            && !after.starts_with(is_part)
        {
            return Some(index);
        }
    }
    None
}
