//! The context of an assist: the file, its tree and the selection.

use puppet_syntax::ast::{AstNode, BinExpr, CallExpr, Expr, MethodCallExpr};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};
use puppet_text::{TextRange, TextSize};

use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::source_change::{SourceChange, TextEdit};
use puppet_ide_db::syntax_ext::{self, trimmed_range, word_at};

/// A selection in a file.
pub struct AssistContext<'a> {
    /// The snapshot.
    pub context: FileContext<'a>,
    /// Without spaces at its ends.
    pub selection: TextRange,
    /// The token at the start of the selection.
    pub token: Option<SyntaxToken>,
}

impl<'a> AssistContext<'a> {
    /// The context of a selection.
    pub fn new(context: FileContext<'a>, selection: TextRange) -> Self {
        let root = syntax_ext::root(context.db, context.file);
        let selection = trimmed(context.file.text(context.db), selection);
        let token = match selection.is_empty() {
            true => word_at(&root, selection.start()),
            false => puppet_syntax::tokens_at(&root, selection.start()).right_biased(),
        };
        Self {
            context,
            selection,
            token,
        }
    }

    /// The text of the file.
    pub fn text(&self) -> &'a str {
        self.context.file.text(self.context.db)
    }

    /// A part of the text.
    pub fn slice(&self, range: TextRange) -> &'a str {
        self.text()
            .get(std::ops::Range::<usize>::from(range))
            .unwrap_or_default()
    }

    /// The text of a node without spaces at its ends.
    pub fn source(&self, node: &SyntaxNode) -> &'a str {
        self.slice(trimmed_range(node))
    }

    /// The innermost node of a kind around the selection.
    pub fn node<N: AstNode>(&self) -> Option<N> {
        self.token
            .as_ref()?
            .parent_ancestors()
            .filter(|node| node.text_range().contains_range(self.selection))
            .find_map(N::cast)
    }

    /// The spaces at the start of the line of a place.
    pub fn indentation(&self, at: TextSize) -> &'a str {
        let line = self.line_start(at);
        puppet_text::indentation(self.text().get(usize::from(line)..).unwrap_or_default())
    }

    /// One level of indentation, as the file writes it.
    pub fn step(&self) -> &'static str {
        let mut lines = self.text().lines();
        let first = lines.find(|it| it.starts_with([' ', '\t']));
        match first.is_some_and(|it| it.starts_with('\t')) {
            true => "\t",
            false => "  ",
        }
    }

    /// The start of the line at an offset.
    pub fn line_start(&self, at: TextSize) -> TextSize {
        let before = self.text().get(..usize::from(at)).unwrap_or_default();
        TextSize::of(
            before
                .rfind('\n')
                .map_or("", |end| before.get(..=end).unwrap_or_default()),
        )
    }

    /// A statement with its line, if it has the line for itself.
    pub fn with_line(&self, range: TextRange) -> TextRange {
        let start = self.line_start(range.start());
        let before = self.slice(TextRange::new(start, range.start()));
        let after = self
            .text()
            .get(usize::from(range.end())..)
            .unwrap_or_default();
        let rest = after
            .find('\n')
            .map_or(after, |end| after.get(..=end).unwrap_or_default());
        match before.trim().is_empty() && rest.trim().is_empty() {
            true => TextRange::new(start, range.end() + TextSize::of(rest)),
            false => range,
        }
    }

    /// The same with the empty line after it, where one in front of it or the start of a block divides as well.
    pub fn with_gap(&self, range: TextRange) -> TextRange {
        let lines = self.with_line(range);
        let rest = self.slice(TextRange::new(lines.end(), TextSize::of(self.text())));
        let next = rest.find('\n').and_then(|end| rest.get(..=end));
        let before = self.slice(TextRange::up_to(lines.start()));
        let mut before = before.lines().rev().map(str::trim_end);
        let is_divided = before
            .next()
            .is_none_or(|it| it.is_empty() || it.ends_with('{'));
        match next.filter(|it| it.trim().is_empty() && is_divided && lines != range) {
            Some(next) => TextRange::new(lines.start(), lines.end() + TextSize::of(next)),
            None => lines,
        }
    }

    /// Edits of this file under a title.
    pub fn action(
        &self,
        title: impl Into<String>,
        kind: ActionKind,
        edits: Vec<TextEdit>,
    ) -> Option<CodeAction> {
        let file = self.context.files.id(self.context.db, self.context.file);
        let changes = edits.iter().any(|edit| self.slice(edit.range) != edit.text);
        changes.then(|| {
            CodeAction::new(
                title.into(),
                kind,
                SourceChange::from_text_edits(file, edits),
            )
        })
    }
}

fn trimmed(text: &str, selection: TextRange) -> TextRange {
    let Some(selected) = text.get(std::ops::Range::<usize>::from(selection)) else {
        return TextRange::empty(selection.start().min(TextSize::of(text)));
    };
    let start = selected.len() - selected.trim_start().len();
    let kept = selected.trim();
    match kept.is_empty() {
        true => TextRange::empty(selection.start()),
        false => TextRange::at(
            selection.start() + TextSize::try_from(start).unwrap_or_default(),
            TextSize::of(kept),
        ),
    }
}

/// Whether a node holds comments or the text of a heredoc: moving it would lose them.
pub fn is_tied_down(node: &SyntaxNode) -> bool {
    node.descendants_with_tokens()
        .filter_map(|it| it.into_token())
        .any(|it| {
            matches!(
                it.kind(),
                SyntaxKind::COMMENT | SyntaxKind::BLOCK_COMMENT | SyntaxKind::HEREDOC_TAG
            )
        })
}

/// Whether the texts of all heredocs of a node stand in it, and no other ones.
pub fn holds_its_heredocs(node: &SyntaxNode) -> bool {
    let count = |kind| {
        let all = node.descendants_with_tokens();
        all.filter(|it| it.kind() == kind).count()
    };
    count(SyntaxKind::HEREDOC_TAG) == count(SyntaxKind::HEREDOC_BODY)
}

/// Whether a node calls a function: two calls may give two values.
pub fn calls(node: &SyntaxNode) -> bool {
    node.descendants().any(|it| {
        matches!(
            it.kind(),
            SyntaxKind::CALL_EXPR | SyntaxKind::METHOD_CALL_EXPR
        )
    })
}

/// Whether an expression can stand as an operand without parentheses.
pub fn is_operand(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::NameExpr(_)
            | Expr::TypeRef(_)
            | Expr::VariableExpr(_)
            | Expr::StringExpr(_)
            | Expr::InterpolatedString(_)
            | Expr::NumberExpr(_)
            | Expr::BooleanExpr(_)
            | Expr::UndefExpr(_)
            | Expr::DefaultExpr(_)
            | Expr::RegexExpr(_)
            | Expr::ListExpr(_)
            | Expr::HashExpr(_)
            | Expr::ParenExpr(_)
            | Expr::AccessExpr(_)
            | Expr::CallExpr(_)
            | Expr::MethodCallExpr(_)
    )
}

/// The statement around a node: what stands directly in a block, a file or a template.
pub fn statement(node: &SyntaxNode) -> Option<SyntaxNode> {
    use SyntaxKind::*;
    let is_body = |kind| matches!(kind, BLOCK | SOURCE_FILE | EPP_TEMPLATE);
    node.ancestors()
        .find(|node| node.parent().is_some_and(|parent| is_body(parent.kind())))
}

/// Whether a text starts like an operator: it would continue a statement that is put before it.
pub fn continues_line(text: &str) -> bool {
    text.starts_with(['-', '(', '*', '[', '?', '.'])
}

/// Whether the value of a statement may be asked for: the last one of a function or lambda gives its value, and that of
/// a branch the value of what chooses it.
pub fn gives_value(statement: &SyntaxNode) -> bool {
    use SyntaxKind::*;
    let holder = statement.parent().and_then(|block| block.parent());
    let Some(holder) = holder.filter(|_| statement.next_sibling().is_none()) else {
        return false;
    };
    if holder.kind() == LAMBDA {
        return !holder.parent().is_some_and(|call| is_call_of_each(&call));
    }
    let is_branch = |kind| {
        matches!(
            kind,
            IF_EXPR | UNLESS_EXPR | ELSE_CLAUSE | CASE_OPTION | CASE_EXPR
        )
    };
    let around = holder.ancestors();
    match around.take_while(|it| is_branch(it.kind())).last() {
        Some(choice) => self::statement(&choice).as_ref() != Some(&choice) || gives_value(&choice),
        None => matches!(holder.kind(), FUNCTION_DEF | PLAN_DEF),
    }
}

/// Whether a call only walks over elements, and its lambda gives nothing.
fn is_call_of_each(call: &SyntaxNode) -> bool {
    let function = CallExpr::cast(call.clone()).and_then(|it| it.function_name());
    let method = MethodCallExpr::cast(call.clone()).and_then(|it| it.method_name());
    function.is_some_and(|it| it == "each") || method.is_some_and(|it| it.syntax().text() == "each")
}

/// Whether something is only evaluated when something else is true.
pub fn is_lazy(node: &SyntaxNode, around: &SyntaxNode) -> bool {
    use SyntaxKind::*;
    let is_choice = |kind| matches!(kind, SELECTOR_ENTRY | CASE_OPTION | ELSE_CLAUSE);
    node.ancestors()
        .take_while(|it| it != around)
        .any(|it| is_choice(it.kind()) || is_second_condition(&it))
}

/// The right side of `and` or `or`.
fn is_second_condition(node: &SyntaxNode) -> bool {
    let around = node.parent().and_then(BinExpr::cast);
    around.is_some_and(|it| {
        let op = it.op_token().map(|op| op.kind());
        matches!(op, Some(SyntaxKind::AND_KW | SyntaxKind::OR_KW))
            && it.rhs().is_some_and(|rhs| rhs.syntax() == node)
    })
}

/// The `$1` in a node.
pub fn match_variables(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> + use<> {
    let tokens = node.descendants_with_tokens();
    let tokens = tokens.filter_map(|it| it.into_token());
    tokens.filter(is_match_variable)
}

/// Whether a regular expression in a node may set `$1` for what follows.
pub fn sets_match_variables(node: &SyntaxNode) -> bool {
    let tokens = node.descendants_with_tokens();
    tokens
        .map(|it| it.kind())
        .any(|it| matches!(it, SyntaxKind::EQ_TILDE | SyntaxKind::BANG_TILDE))
}

/// Whether a token is `$1`: what the last regular expression matched.
pub fn is_match_variable(token: &SyntaxToken) -> bool {
    let is_variable = matches!(
        token.kind(),
        SyntaxKind::VARIABLE | SyntaxKind::IMPLICIT_VARIABLE
    );
    let name = token.text().trim_start_matches('$');
    is_variable && name.chars().all(|c| c.is_ascii_digit())
}
