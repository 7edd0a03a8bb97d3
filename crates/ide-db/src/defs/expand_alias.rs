//! Expansion of type aliases.

use puppet_db::File;
use puppet_semantic::index::item_tree::canonical;
use puppet_syntax::ast::{self, AstNode as _};
use puppet_syntax::{SyntaxKind, SyntaxNode};

use crate::context::{FileContext, IdeContext};
use crate::defs::Definition;
use crate::defs::resolve;
use crate::symbol_index::SymbolKind;

/// Longer texts are not shown.
const LONGEST: usize = 500;

/// The type that an alias stands for; `None` for other definitions, and where nothing is to be replaced.
pub fn expanded_alias(context: FileContext<'_>, definition: &ast::Definition) -> Option<String> {
    let ast::Definition::TypeAlias(alias) = definition else {
        return None;
    };
    let mut expansion = Expansion {
        context: *context,
        text: String::new(),
        within: Vec::new(),
        replaced: false,
    };
    expansion
        .within
        .extend(definition.name().map(|name| canonical(&name).to_string()));
    expansion.append(context.file, alias.rhs()?.syntax());
    let text = expansion.text.trim().to_owned();
    (expansion.replaced && text.len() <= LONGEST).then_some(text)
}

struct Expansion<'a> {
    context: IdeContext<'a>,
    text: String,
    /// The aliases in whose bodies we are: a recursive one keeps its name.
    within: Vec<String>,
    replaced: bool,
}

impl Expansion<'_> {
    fn append(&mut self, file: File, node: &SyntaxNode) {
        for token in node
            .descendants_with_tokens()
            .filter_map(|it| it.into_token())
        {
            if self.text.len() > LONGEST {
                return;
            }
            match token.kind() {
                SyntaxKind::COMMENT | SyntaxKind::BLOCK_COMMENT => {}
                SyntaxKind::WHITESPACE if token.text().contains('\n') => {}
                SyntaxKind::CLASS_REF => self.append_name(file, token.text()),
                SyntaxKind::COMMA => self.text.push_str(", "),
                SyntaxKind::WHITESPACE if self.text.ends_with(' ') => {}
                _ => self.text.push_str(token.text()),
            }
        }
    }

    fn append_name(&mut self, file: File, name: &str) {
        let key = canonical(name).to_string();
        let body = match resolve::item(self.context.file_context(file), SymbolKind::TypeAlias, name)
        {
            Some(Definition::Item(file, ast::Definition::TypeAlias(alias)))
                if !self.within.contains(&key) =>
            {
                alias.rhs().map(|rhs| (file, rhs))
            }
            _ => None,
        };
        let Some((file, rhs)) = body else {
            self.text.push_str(name);
            return;
        };
        self.replaced = true;
        self.within.push(key);
        self.append(file, rhs.syntax());
        self.within.pop();
    }
}
