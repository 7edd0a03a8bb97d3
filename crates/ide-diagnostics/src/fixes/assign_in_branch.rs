//! Variables that only some branches set.

use puppet_inference::infer::flow::assignment_gaps::bindings_before;
use puppet_syntax::SyntaxNode;
use puppet_syntax::ast::{AssignExpr, AstNode, Block};
use puppet_text::{TextRange, TextSize};

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::{AssistContext, gives_value, statement};
use puppet_ide_db::branches::BranchAt;
use puppet_ide_db::local_scopes::bindings_of_assignment;
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::{self, enclosing_body, trimmed_range};

/// `$kind = undef` in each branch that does not set it: `else { $kind = undef }` where there is no branch.
pub fn set(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let (db, read) = (site.context.db, diagnostic.place.range);
    let name = site.slice(read).trim_matches(['$', '{', '}']);
    let variable = format!("${name}");
    let places = bindings_before(db, site.context.file, read)?;
    let root = syntax_ext::root(db, site.context.file);
    if is_assigned_after(&root, read, name) {
        return None;
    }
    let edits = places.gaps.iter().map(|gap| {
        let branch = BranchAt::from_gap(&root, *gap)?;
        let conditional = branch.conditional()?;
        // What gives a value would give another one.
        let is_statement = statement(&conditional).as_ref() == Some(&conditional);
        let is_free = is_statement && !gives_value(&conditional);
        is_free.then(|| edit(site, &branch, &variable)).flatten()
    });
    let edits = edits.collect::<Option<Vec<TextEdit>>>()?;
    (!edits.is_empty()).then(|| {
        crate::fixes::proposed_fix::ProposedFix::unsafe_(
            format!("set {variable} to undef otherwise"),
            edits,
        )
    })
}

/// Whether an assignment stands after a place: one more before it would make it fail.
fn is_assigned_after(root: &SyntaxNode, place: TextRange, name: &str) -> bool {
    let element = root.covering_element(place);
    let Some(node) = element.ancestors().next() else {
        return false;
    };
    let body = enclosing_body(&node);
    let nodes = body.descendants();
    let after = nodes.filter(|it| it.text_range().start() >= place.end());
    let mut bindings = after
        .filter_map(AssignExpr::cast)
        .flat_map(|it| bindings_of_assignment(&it));
    bindings.any(|it| it.name == name)
}

/// Sets a variable to undef in a branch.
fn edit(site: &AssistContext<'_>, branch: &BranchAt, variable: &str) -> Option<TextEdit> {
    let start = branch.conditional().map(|it| trimmed_range(&it).start())?;
    let (indent, step) = (site.indentation(start), site.step());
    match branch {
        BranchAt::Then(_, block) | BranchAt::Else(_, block) => {
            within(site, block, indent, variable)
        }
        BranchAt::Option(option, block) => {
            let indent = site.indentation(trimmed_range(option.syntax()).start());
            within(site, block, indent, variable)
        }
        BranchAt::NoElse(_, then) => {
            let text = format!(" else {{\n{indent}{step}{variable} = undef\n{indent}}}");
            Some(TextEdit::insert(trimmed_range(then.syntax()).end(), text))
        }
        BranchAt::NoDefault(case) => {
            let last = case.options().last()?;
            let inner = site.indentation(trimmed_range(last.syntax()).start());
            let text = format!("\n{inner}default: {{\n{inner}{step}{variable} = undef\n{inner}}}");
            Some(TextEdit::insert(trimmed_range(last.syntax()).end(), text))
        }
    }
}

/// Sets a variable at the start of a block whose holder has this indentation.
fn within(
    site: &AssistContext<'_>,
    block: &Block,
    indent: &str,
    variable: &str,
) -> Option<TextEdit> {
    let whole = trimmed_range(block.syntax());
    let inside = inside(block.syntax())?;
    let step = site.step();
    let assignment = format!("\n{indent}{step}{variable} = undef");
    let text = site.slice(inside);
    if text.trim().is_empty() {
        return Some(TextEdit::replace(inside, format!("{assignment}\n{indent}")));
    }
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    if rest.is_empty() {
        let text = text.trim();
        let text = format!("{assignment}\n{indent}{step}{text}\n{indent}");
        return Some(TextEdit::replace(inside, text));
    }
    let first = first.trim_end_matches('\r');
    let is_bare = first.trim().is_empty() || first.trim_start().starts_with('#');
    if is_bare {
        let at = inside.start() + TextSize::of(first);
        return Some(TextEdit::insert(at, assignment));
    }
    let blank = first.len() - first.trim_start().len();
    let gap = TextRange::at(
        whole.start() + TextSize::of('{'),
        TextSize::try_from(blank).ok()?,
    );
    Some(TextEdit::replace(
        gap,
        format!("{assignment}\n{indent}{step}"),
    ))
}

/// What stands between the braces of a block.
fn inside(block: &SyntaxNode) -> Option<TextRange> {
    let range = trimmed_range(block);
    let is_closed = block.last_token().is_some_and(|it| it.text() == "}");
    let brace = TextSize::of('{');
    is_closed.then(|| TextRange::new(range.start() + brace, range.end() - brace))
}
