//! `puppet-analyzer scip`: an index of code in the format of SCIP (<https://github.com/scip-code/scip>).

mod protobuf;
mod symbol;

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use puppet_ide::{
    Analysis, AnalysisHost, Cancelled, ClientSettings, Column, FileId, FilePosition, IndexedName,
    IndexedSymbol, LineIndex, LoadMode, LoadedProject, SymbolKind, SymbolName, TextRange,
    for_each_in_parallel,
};
use puppet_vfs::{PathInterner, atomic_write};

use crate::exit_status::{self, ExitOutcome};
use crate::paths::{WorkingDirectory, uri};
use protobuf::MessageWriter;
use symbol::{display_name, enclosing_symbol};

/// The number of UTF-8, in `Metadata.text_document_encoding` and in `Document.position_encoding`.
const UTF_8: u32 = 1;

/// The bits of `Occurrence.symbol_roles`.
mod role {
    pub const DEFINITION: u32 = 1;
    pub const WRITE_ACCESS: u32 = 4;
    pub const READ_ACCESS: u32 = 8;
}

/// The options of `scip`.
#[derive(Debug, clap::Args)]
pub struct ScipOptions {
    /// The directory whose code is indexed.
    #[arg(default_value = ".")]
    root: PathBuf,
    /// The file to write.
    #[arg(long, value_name = "FILE", default_value = "index.scip")]
    output: PathBuf,
}

/// Writes the index.
pub fn run(options: &ScipOptions) -> ExitCode {
    let outcome = exit_status::report(write(options).map(|()| ExitOutcome::Success));
    outcome.unwrap_or(ExitOutcome::Success).into()
}

fn write(options: &ScipOptions) -> io::Result<()> {
    let directory = WorkingDirectory::current()?;
    let root = directory.directory(&options.root)?;
    let mut contents = Vec::new();
    let index = index_directory(&root, &mut contents)?;
    let path = directory.absolute(&options.output);
    atomic_write::save(&path, &contents).map_err(|error| {
        let path = options.output.display();
        io::Error::new(error.kind(), format!("cannot write {path}: {error}"))
    })?;
    let Totals {
        files,
        definitions,
        references,
    } = index;
    let output = options.output.display();
    writeln!(
        io::stderr(),
        "{output}: {definitions} definitions and {references} references in {files} files"
    )
}

/// What an index has.
#[derive(Debug, Clone, Copy, Default)]
struct Totals {
    files: usize,
    definitions: usize,
    references: usize,
}

fn index_directory(root: &Path, out: &mut impl Write) -> io::Result<Totals> {
    let mut host = AnalysisHost::new(Arc::<PathInterner>::default());
    let settings = ClientSettings::default();
    let project = LoadedProject::read(&[root.to_owned()], &[], &[], &settings, LoadMode::Now);
    host.set_project(&project, &|_| false);
    host.expect_all(true);
    let analysis = host.analysis();
    let mut files = analysis.files();
    files.retain(|file| Path::new(&*analysis.path(*file)).starts_with(root));
    out.write_all(field(1, &metadata(root)).as_bytes())?;
    let mut totals = Totals::default();
    let mut known: HashSet<String> = HashSet::new();
    let mut external: BTreeMap<String, MessageWriter> = BTreeMap::new();
    for_each_in_parallel(
        &files,
        || (host.analysis(), HashSet::new()),
        |(analysis, described), file| document(analysis, root, *file, described),
        |document| {
            let document = document.map_err(|_| io::Error::other("the index was cancelled"))?;
            let Some(document) = document else {
                return Ok(());
            };
            totals.files += 1;
            totals.definitions += document.symbols.len();
            totals.references += document.references;
            known.extend(document.symbols);
            external.extend(document.external);
            out.write_all(field(2, &document.message).as_bytes())
        },
    )?;
    for (symbol, information) in &external {
        if !known.contains(symbol) {
            out.write_all(field(3, information).as_bytes())?;
        }
    }
    Ok(totals)
}

/// A field of the index.
fn field(number: u8, message: &MessageWriter) -> MessageWriter {
    let mut index = MessageWriter::default();
    index.message(number, message);
    index
}

fn metadata(root: &Path) -> MessageWriter {
    let mut tool = MessageWriter::default();
    tool.text(1, "puppet-analyzer");
    tool.text(2, env!("CARGO_PKG_VERSION"));
    let mut metadata = MessageWriter::default();
    metadata.message(2, &tool);
    metadata.text(3, &format!("file://{}", uri(&root.to_string_lossy())));
    metadata.number(4, UTF_8);
    metadata
}

/// What is known of a file.
struct IndexedDocument {
    message: MessageWriter,
    /// The symbols that it defines.
    symbols: Vec<String>,
    references: usize,
    /// What it names that other files define, or Puppet.
    external: Vec<(String, MessageWriter)>,
}

/// The document of a file; `None` where it names nothing. Symbols that were `described` on this thread are left out.
fn document(
    analysis: &Analysis,
    root: &Path,
    file: FileId,
    described: &mut HashSet<String>,
) -> Result<Option<IndexedDocument>, Cancelled> {
    let names = analysis.index(file)?;
    if names.is_empty() {
        return Ok(None);
    }
    let text = analysis.text(file)?;
    let lines = LineIndex::new(&text);
    let path = analysis.path(file);
    let relative = Path::new(&*path).strip_prefix(root);
    let relative = relative.unwrap_or(Path::new(&*path)).display().to_string();
    let mut document = IndexedDocument {
        message: MessageWriter::default(),
        symbols: Vec::new(),
        references: 0,
        external: Vec::new(),
    };
    document.message.text(1, &relative.replace('\\', "/"));
    document.message.text(4, language(&path));
    document.message.number(6, UTF_8);
    let mut own = HashSet::new();
    for named in &names {
        let range = range(&lines, named.range);
        for symbol in distinct(named) {
            let name = symbol::symbol(symbol);
            let is_here = symbol.declared_at.is_some_and(|at| at.file == file);
            let is_definition = is_here
                && symbol
                    .declared_at
                    .is_some_and(|at| at.range.contains_range(named.range));
            document
                .message
                .message(2, &occurrence(&range, &name, is_definition, named));
            if !is_definition {
                document.references += 1;
            }
            let position = FilePosition {
                file,
                offset: named.range.start(),
            };
            if is_definition && own.insert(name.clone()) {
                let information = information(analysis, symbol, &name, position)?;
                document.message.message(3, &information);
                document.symbols.push(name);
            } else if !is_here && described.insert(name.clone()) {
                let information = information(analysis, symbol, &name, position)?;
                document.external.push((name, information));
            }
        }
    }
    Ok(Some(document))
}

/// The symbols of a name, each once: a variable that is set in several branches is one.
fn distinct(named: &IndexedName) -> impl Iterator<Item = &IndexedSymbol> {
    let symbols = named.symbols.iter().enumerate();
    let is_new = |(index, symbol): &(usize, &IndexedSymbol)| {
        let before = named.symbols.get(..*index).unwrap_or_default();
        let is_local = symbol.name == SymbolName::Local;
        is_local || !before.iter().any(|it| it.name == symbol.name)
    };
    symbols.filter(is_new).map(|(_, symbol)| symbol)
}

/// The first line and column, the last line if it is another one, and the last column.
fn range(lines: &LineIndex, range: TextRange) -> Vec<u32> {
    let start = lines.line_col(range.start(), Column::Bytes);
    let end = lines.line_col(range.end(), Column::Bytes);
    match start.line == end.line {
        true => vec![start.line, start.col, end.col],
        false => vec![start.line, start.col, end.line, end.col],
    }
}

fn occurrence(
    range: &[u32],
    symbol: &str,
    is_definition: bool,
    named: &IndexedName,
) -> MessageWriter {
    let definition = if is_definition { role::DEFINITION } else { 0 };
    let access = match named.is_write {
        true => role::WRITE_ACCESS,
        false if is_definition => 0,
        false => role::READ_ACCESS,
    };
    let mut occurrence = MessageWriter::default();
    occurrence.numbers(1, range);
    occurrence.text(2, symbol);
    occurrence.number(3, definition | access);
    occurrence
}

/// What is known of a symbol: its hover at a place that names it.
fn information(
    analysis: &Analysis,
    symbol: &IndexedSymbol,
    name: &str,
    at: FilePosition,
) -> Result<MessageWriter, Cancelled> {
    let mut information = MessageWriter::default();
    information.text(1, name);
    let hover = analysis.hover(at)?;
    information.text(3, &hover.map(|it| it.markdown()).unwrap_or_default());
    information.number(5, kind(symbol.kind));
    information.text(6, display_name(symbol).unwrap_or_default());
    information.text(8, &enclosing_symbol(symbol));
    Ok(information)
}

/// The number of a kind in `SymbolInformation.Kind`.
fn kind(kind: SymbolKind) -> u32 {
    match kind {
        SymbolKind::Class => 7,
        SymbolKind::Function | SymbolKind::Plan => 17,
        SymbolKind::Node | SymbolKind::Resource => 33,
        SymbolKind::Parameter => 37,
        SymbolKind::Key => 22,
        SymbolKind::DefinedType => 54,
        SymbolKind::TypeAlias => 55,
        SymbolKind::Variable | SymbolKind::Lambda => 61,
        SymbolKind::Fact => 8,
    }
}

fn language(path: &str) -> &'static str {
    match Path::new(path).extension().and_then(|it| it.to_str()) {
        Some("rb") => "Ruby",
        Some("yaml" | "yml" | "eyaml") => "YAML",
        Some("json") => "JSON",
        _ => "Puppet",
    }
}
