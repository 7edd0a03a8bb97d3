//! Variables that nothing declares.

use puppet_checks::rules;
use puppet_db::source_map;
use puppet_inference::variables::bindings::item_bindings;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::Item;
use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AssignExpr, AstNode, Definition, ParamList};
use puppet_text::TextRange;

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::{AssistContext, continues_line, statement};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// `class web { notice($port) }` to `class web($port = undef) { … }`
pub fn parameter(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let name = unknown(site, diagnostic)?;
    let node = site.token.as_ref()?.parent()?;
    let definition = node.ancestors().filter_map(Definition::cast).find(|it| {
        matches!(
            it.syntax().kind(),
            SyntaxKind::CLASS_DEF | SyntaxKind::DEFINE_DEF
        )
    })?;
    let parameter = format!("${name} = undef");
    let edit = match definition.param_list() {
        Some(list) => after_last(site, &list, &parameter)?,
        None => {
            let end = trimmed_range(&definition.name_node()?).end();
            TextEdit::insert(end, format!("({parameter})"))
        }
    };
    Some(crate::fixes::proposed_fix::ProposedFix::placeholder(
        format!("Add the parameter `${name}`"),
        vec![edit],
    ))
}

/// One more parameter; none where a comment may stand in its way.
fn after_last(site: &AssistContext<'_>, list: &ParamList, parameter: &str) -> Option<TextEdit> {
    let mut tokens = list.syntax().children_with_tokens();
    let mut bracket = |kind| Some(tokens.find(|it| it.kind() == kind)?.text_range());
    let open = bracket(SyntaxKind::L_PAREN)?;
    let close = bracket(SyntaxKind::R_PAREN)?;
    let Some(last) = list.parameters().last() else {
        return Some(TextEdit::insert(open.end(), parameter));
    };
    let last = trimmed_range(last.syntax());
    let gap = site.slice(TextRange::new(last.end(), close.start()));
    let is_spread = site
        .slice(TextRange::new(open.end(), last.start()))
        .contains('\n');
    let indent = site.indentation(last.start());
    let text = match (is_spread, gap.trim()) {
        (true, "") => format!(",\n{indent}{parameter},"),
        (true, ",") => format!("\n{indent}{parameter},"),
        (false, "") => format!(", {parameter}"),
        (false, ",") => format!(" {parameter}"),
        _ => return None,
    };
    let at = match gap.find(',') {
        Some(comma) => last.end() + puppet_text::TextSize::try_from(comma + 1).ok()?,
        None => last.end(),
    };
    Some(TextEdit::insert(at, text))
}

/// `$port = undef` in front of what reads it.
pub fn set(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let name = unknown(site, diagnostic)?;
    let inner = statement(&site.token.as_ref()?.parent()?)?;
    // What is set in a block of a lambda is not seen after it.
    let outer = inner
        .ancestors()
        .filter_map(|it| statement(&it))
        .find(|it| {
            let holder = it.parent().and_then(|block| block.parent());
            holder
                .is_none_or(|it| it.kind() != SyntaxKind::LAMBDA && Definition::can_cast(it.kind()))
        })?;
    let start = trimmed_range(&outer).start();
    let is_output = outer.kind() == SyntaxKind::RENDER_EXPR;
    if is_output || continues_line(site.source(&outer)) {
        return None;
    }
    let text = format!("${name} = undef\n{}", site.indentation(start));
    Some(crate::fixes::proposed_fix::ProposedFix::placeholder(
        format!("Assign `${name}` before this statement"),
        vec![TextEdit::insert(start, text)],
    ))
}

/// The name of the variable, unless it is that of another scope, is set later, or is written where nothing can be
/// declared before it.
fn unknown(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<String> {
    let node = site.token.as_ref()?.parent()?;
    let is_head = node.ancestors().any(|it| ParamList::can_cast(it.kind()));
    let assigned = node.ancestors().find_map(AssignExpr::cast);
    let is_target = assigned.and_then(|it| it.lhs()).is_some_and(|it| {
        let left = trimmed_range(it.syntax());
        left.contains_range(diagnostic.place.range)
    });
    if is_head || is_target {
        return None;
    }
    let is_in_template = *diagnostic.rule == rules::ERB_UNKNOWN_VARIABLE;
    let (place, sigil) = match is_in_template {
        true => (diagnostic.related.first()?.place, '@'),
        false => (diagnostic.place, '$'),
    };
    let text = place.file.text(site.context.db);
    let written = text.get(std::ops::Range::<usize>::from(place.range))?;
    let name = written.strip_prefix(sigil).unwrap_or(written);
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_part);
    (is_name && !is_assigned(site, diagnostic, name)).then(|| name.to_owned())
}

/// Whether the body around a diagnostic assigns a value to a variable, but for those of lambdas.
fn is_assigned(site: &AssistContext<'_>, diagnostic: &FileDiagnostic, name: &str) -> bool {
    let (db, file) = (site.context.db, site.context.file);
    let names = source_map(db, file)
        .expr_at(diagnostic.place.range)
        .zip(owner(db, file))
        .and_then(|((body, _), owner)| item_bindings(db, owner.environment, Item { file, body }));
    names.is_some_and(|names| names.contains(name))
}
