//! The names that a statement assigns in the scope in which it stands. They are read from its text where that is
//! enough: a walk over all tokens of a long text takes longer than the rest of a completion.

use puppet_syntax::ast::{AssignExpr, AstNode as _, Definition};
use puppet_syntax::{Child, GreenNodeData, SyntaxKind, SyntaxNode, children_at};
use puppet_text::{TextRange, TextSize};

use puppet_ide_db::local_scopes::bindings_of_assignment;

/// The names, in the order of the text, that a statement assigns in the scope in which it stands.
pub fn assigned_names(kind: SyntaxKind, tree: &GreenNodeData, text: &str) -> Vec<Box<str>> {
    let operators = operators(text);
    let mut reader = AssignmentReader {
        tree,
        text,
        names: Vec::new(),
    };
    if !operators.is_empty() {
        let whole = TextRange::up_to(tree.text_len());
        reader.enter(kind, tree, whole, &operators);
    }
    reader.names
}

/// A walk over those parts of a statement that hold operators.
struct AssignmentReader<'a> {
    tree: &'a GreenNodeData,
    text: &'a str,
    names: Vec<Box<str>>,
}

impl AssignmentReader<'_> {
    /// Looks at the children that hold operators. There are many: none gets a cursor.
    fn visit(&mut self, node: &GreenNodeData, start: TextSize, operators: &[usize]) {
        let mut rest = operators;
        for Child { kind, range, node } in children_at(node, start) {
            let Some(first) = rest.first() else { return };
            let end = usize::from(range.end());
            if *first >= end {
                continue;
            }
            let (inner, after) = rest.split_at(rest.partition_point(|at| *at < end));
            if let Some(node) = node {
                self.enter(kind, node, range, inner);
            }
            rest = after;
        }
    }

    fn enter(
        &mut self,
        kind: SyntaxKind,
        node: &GreenNodeData,
        range: TextRange,
        operators: &[usize],
    ) {
        let is_scope = kind == SyntaxKind::LAMBDA || Definition::can_cast(kind);
        // The operator of a parameter is that of its default.
        if is_scope || kind == SyntaxKind::PARAM && operators.len() == 1 {
            return;
        }
        if kind == SyntaxKind::ASSIGN_EXPR {
            match variable_before(self.text, range.start().into(), operators) {
                Some(name) => self.names.push(name.into()),
                None => self.assignment(range),
            }
        }
        self.visit(node, range.start(), operators);
    }

    /// Takes what an assignment binds that the text alone does not tell.
    fn assignment(&mut self, range: TextRange) {
        let root = SyntaxNode::new_root(self.tree.to_owned());
        let bindings = assignment_at(&root, range);
        let bindings = bindings.iter().flat_map(bindings_of_assignment);
        self.names.extend(bindings.map(|it| it.name.into()));
    }
}

/// The assignment with a range.
pub fn assignment_at(root: &SyntaxNode, range: TextRange) -> Option<AssignExpr> {
    let node = root.covering_element(range).into_node()?;
    let mut nodes = node.ancestors();
    let node = nodes.find(|it| it.text_range() == range && AssignExpr::can_cast(it.kind()));
    node.and_then(AssignExpr::cast)
}

/// Where operators may stand that give variables their values.
fn operators(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let is_operator = |at: &usize| {
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        !matches!(bytes.get(at + 1), Some(b'=' | b'>' | b'~'))
            && !matches!(before, Some(b'=' | b'!' | b'<' | b'>'))
    };
    let found = memchr::memchr_iter(b'=', bytes);
    found.filter(is_operator).collect()
}

/// The variable at a place where nothing but spaces stands before the first of some operators.
fn variable_before<'a>(text: &'a str, start: usize, operators: &[usize]) -> Option<&'a str> {
    let before = text.get(start..*operators.first()?)?.strip_prefix('$')?;
    let before = before.strip_suffix(['+', '-']).unwrap_or(before).trim_end();
    let is_part = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    (!before.is_empty() && before.bytes().all(is_part)).then_some(before)
}
