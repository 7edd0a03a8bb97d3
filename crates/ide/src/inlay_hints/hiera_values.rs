//! Inlay hints for parameters of classes: the values that Hiera gives them.

use puppet_db::{Db, Environment};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::hiera::hierarchy_levels::{LevelUse, levels};
use puppet_ide_db::symbol_index::named_definition;
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_semantic::hiera::secret_names::is_secret_name;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::canonical;
use puppet_syntax::SyntaxNode;
use puppet_syntax::ast::{AstNode, Definition, Param};

use crate::inlay_hints::{HintKind, InlayHint, node_values};

/// The hints of a class, one for each parameter that the data has.
pub(super) fn hints(context: FileContext<'_>, node: &SyntaxNode) -> Vec<InlayHint> {
    let definition = Definition::cast(node.clone());
    let environment = owner(context.db, context.file).map(|owner| owner.environment);
    let Some((definition, environment)) = definition.zip(environment) else {
        return Vec::new();
    };
    let Some((_, name, _)) = named_definition(&definition) else {
        return Vec::new();
    };
    let class = canonical(&name);
    let hint = |parameter: Param| {
        let key = format!("{class}::{}", parameter.name()?);
        let any = summary(context.db, environment, &key)?;
        let value = match context.node {
            Some(node) if !is_secret_name(&key) => {
                let value = node_values::parameter(context, &key)?;
                format!("{value} on {}", node.chosen().title())
            }
            _ => any,
        };
        Some(InlayHint::new(
            trimmed_range(parameter.syntax()).end(),
            format!(" {value}"),
            HintKind::Data,
        ))
    };
    definition.parameters().filter_map(hint).collect()
}

/// The value that every node gets for a key, or how many values there are. A secret is not written into the code, which
/// others may see.
fn summary(db: &dyn Db, environment: Environment, key: &str) -> Option<String> {
    let (_, levels) = levels(db, environment, key);
    let mut used = levels.iter().filter(|it| it.standing != LevelUse::Never);
    let first = used.next()?;
    let others = used.count();
    if is_secret_name(key) {
        return Some(format!("set in {}", first.path));
    }
    Some(match (first.standing, others) {
        (LevelUse::Merged, 1..) => {
            format!("merged from {} files of data", others + 1)
        }
        (_, 0) => format!("{} from {}", first.label(), first.path),
        (_, 1) => format!("{} from {} or another", first.label(), first.path),
        (_, others) => format!("{} from {} or {others} others", first.label(), first.path),
    })
}
