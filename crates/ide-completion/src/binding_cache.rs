//! The names that statements assign, kept from one keystroke to the next: of a long text, nearly all statements are
//! those that there were before.

use std::sync::{Mutex, MutexGuard, PoisonError};

use puppet_db::File;
use puppet_syntax::ast::{AssignExpr, AstNode as _, Definition};
use puppet_syntax::{Child, GreenNode, GreenNodeData, SyntaxKind, SyntaxNode, children_at};
use puppet_text::{TextRange, TextSize};
use rustc_hash::FxHashMap;

use puppet_ide_db::local_scopes::bindings_of_assignment;

/// Of how many files statements are remembered.
const MOST_FILES: usize = 4;

/// So many statements may be remembered that are there no more, beside as many as there are.
const FEW: usize = 256;

/// What the statements of those files assign that were asked about last.
///
/// This is no input of any query: what a statement assigns is the same whether it was known before or not.
#[derive(Debug, Default)]
pub struct BindingCache(Mutex<Vec<(File, Statements)>>);

impl BindingCache {
    /// Lends what is known of a file. Who asks meanwhile about the same file starts from scratch.
    pub fn lend<T>(&self, file: File, ask: impl FnOnce(&mut Statements) -> T) -> T {
        let known = {
            let mut files = self.files();
            let at = files.iter().position(|it| it.0 == file);
            at.map(|at| files.swap_remove(at).1)
        };
        let mut statements = known.unwrap_or_default();
        let answer = ask(&mut statements);
        statements.forget_unmet();
        let mut files = self.files();
        files.retain(|it| it.0 != file);
        files.insert(0, (file, statements));
        files.truncate(MOST_FILES);
        answer
    }

    fn files(&self) -> MutexGuard<'_, Vec<(File, Statements)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Statements with the names that they assign in the scope in which they stand, by their addresses.
#[derive(Debug, Default)]
pub struct Statements {
    known: FxHashMap<usize, Statement>,
    /// How often was asked about all of them.
    round: u64,
    /// How many were met since.
    met: usize,
}

#[derive(Debug)]
struct Statement {
    /// Holding it keeps its address from being used again.
    _tree: GreenNode,
    names: Box<[Box<str>]>,
    /// When it was met last.
    round: u64,
}

impl Statements {
    /// Finds out what a statement assigns, if that is not known; gives the address by which it is known.
    pub fn meet(&mut self, kind: SyntaxKind, tree: &GreenNodeData, text: &str) -> usize {
        let address = std::ptr::from_ref(tree).addr();
        self.met += 1;
        let round = self.round;
        self.known
            .entry(address)
            .or_insert_with(|| Statement::new(kind, tree, text))
            .round = round;
        address
    }

    /// The names, in the order of the text, that the statement assigns that was met at an address.
    pub fn names(&self, address: usize) -> &[Box<str>] {
        let known = self.known.get(&address);
        known.map(|it| &*it.names).unwrap_or_default()
    }

    /// Forgets what is there no more, once it is much.
    fn forget_unmet(&mut self) {
        if self.known.len() > 2 * self.met + FEW {
            let round = self.round;
            self.known.retain(|_, it| it.round == round);
        }
        self.round += 1;
        self.met = 0;
    }
}

impl Statement {
    fn new(kind: SyntaxKind, tree: &GreenNodeData, text: &str) -> Self {
        let tree = tree.to_owned();
        let names = Reader::names(kind, &tree, text).into();
        Self {
            _tree: tree,
            names,
            round: 0,
        }
    }
}

/// A walk over those parts of a statement that hold operators.
struct Reader<'a> {
    tree: &'a GreenNode,
    text: &'a str,
    names: Vec<Box<str>>,
}

impl<'a> Reader<'a> {
    /// What a statement with a text assigns in the scope in which it stands.
    fn names(kind: SyntaxKind, tree: &'a GreenNode, text: &'a str) -> Vec<Box<str>> {
        let operators = operators(text);
        let mut reader = Reader {
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
        let root = SyntaxNode::new_root(self.tree.clone());
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

#[cfg(test)]
mod tests {
    use puppet_syntax::{Entry, parse};

    use super::*;

    #[test]
    fn what_is_there_no_more_is_forgotten() {
        let trees = |name: &str| {
            let numbers = 0..2 * FEW;
            let text: String = numbers.map(|it| format!("${name}{it} = 1\n")).collect();
            parse(&text, Entry::Manifest).syntax()
        };
        let mut statements = Statements::default();
        let mut meet = |root: &SyntaxNode| {
            for statement in root.children() {
                statements.meet(statement.kind(), statement.green(), "");
            }
            statements.forget_unmet();
            statements.known.len()
        };
        let (first, second) = (trees("a"), trees("b"));
        assert_eq!(meet(&first), 2 * FEW);
        assert_eq!(meet(&second), 4 * FEW);
        assert_eq!(meet(&second), 4 * FEW);
        assert_eq!(meet(&parse("$c = 1", Entry::Manifest).syntax()), 1);
    }
}
