import * as path from 'node:path';
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as lsp from 'vscode-languageclient/node';
import type { ChosenNode } from './chosenNode';
import { count } from './status';

/** The server's requests: see docs/protocol.md. */
const HIERARCHY = 'puppetAnalyzer/dataHierarchy';
const KEYS = 'puppetAnalyzer/dataKeys';
const VIEW = 'puppet-analyzer.dataHierarchy';
/** Set where there is a hierarchy that the view can show. */
const HAS_HIERARCHY = 'puppet-analyzer.hasHierarchy';
const DATA_FILES = '**/*.{yaml,yml,eyaml,json}';
const IS_DATA = /\.(ya?ml|eyaml|json)$/;
/** Time without a change after which the tree is read again. */
const QUIET = 400;

interface Layer {
  module: string | null;
  uri: string | null;
  unknown: string | null;
  levels: Level[];
}

interface Level {
  name: string;
  range: lsp.Range;
  locations: string[];
  files: DataFile[] | null;
  missing: string[];
}

interface DataFile {
  uri: string | null;
  keys: number;
  unused: number | null;
}

interface DataKey {
  key: string;
  range: lsp.Range;
  unused: boolean;
  onNode: { state: 'used' | 'merged' | 'overridden' | 'notRead' | 'unknown'; detail: string } | null;
}

/** One line of the tree. */
interface Row {
  item: vscode.TreeItem;
  children?: () => Row[] | Promise<Row[]>;
}

/** The hierarchies of data in the side bar: layers, levels, files and keys, for the chosen node if there is one. */
export class DataHierarchyView implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly view: vscode.TreeView<Row>;
  private readonly listeners: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;

  readonly onDidChangeTreeData = this.changed.event;

  /** `client` gives the client that runs at the moment. */
  constructor(
    private readonly client: () => LanguageClient | undefined,
    chosenNode: ChosenNode,
  ) {
    this.view = vscode.window.createTreeView(VIEW, { treeDataProvider: this, showCollapseAll: true });
    const watcher = vscode.workspace.createFileSystemWatcher(DATA_FILES);
    const onFile = (uri: vscode.Uri) => {
      if (path.posix.basename(uri.path) === 'hiera.yaml') void announce();
      this.refreshSoon();
    };
    this.listeners = [
      this.changed,
      this.view,
      watcher,
      watcher.onDidCreate(onFile),
      watcher.onDidDelete(onFile),
      watcher.onDidChange(onFile),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (IS_DATA.test(document.uri.path)) this.refreshSoon();
      }),
      chosenNode.onDidChoose((title) => {
        this.view.description = title ? `for ${title}` : undefined;
        this.refresh();
      }),
    ];
    void announce();
  }

  /** Reads the tree again. */
  refresh(): void {
    clearTimeout(this.timer);
    this.changed.fire();
  }

  getTreeItem(row: Row): vscode.TreeItem {
    return row.item;
  }

  async getChildren(row?: Row): Promise<Row[]> {
    if (row) return (await row.children?.()) ?? [];
    const layers = (await this.client()?.sendRequest<Layer[]>(HIERARCHY, {})) ?? [];
    return layers.map((layer) => this.layer(layer));
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.listeners.forEach((it) => it.dispose());
  }

  private refreshSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), QUIET);
  }

  private layer(layer: Layer): Row {
    const id = layer.uri ?? layer.module ?? '';
    const title = layer.module === null ? 'Environment' : `Module ${layer.module}`;
    const icon = layer.module === null ? 'database' : 'package';
    const item = rowItem(id, title, icon, vscode.TreeItemCollapsibleState.Expanded);
    if (layer.uri !== null) item.description = vscode.workspace.asRelativePath(this.uri(layer.uri));
    const unknown = () => {
      const note = rowItem(`${id} unknown`, 'Not known which files the node reads', 'question');
      note.description = note.tooltip = layer.unknown ?? '';
      return { item: note };
    };
    const children = () => [
      ...(layer.unknown === null ? [] : [unknown()]),
      ...layer.levels.map((level, index) => this.level(layer, level, `${id} ${index}`)),
    ];
    return { item, children };
  }

  private level(layer: Layer, level: Level, id: string): Row {
    const { files } = level;
    const isEmpty = (files ?? []).length + level.missing.length === 0;
    const state = isEmpty ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Expanded;
    const item = rowItem(id, level.name, 'layers', state);
    const keys = (files ?? []).reduce((sum, file) => sum + file.keys, 0);
    const counts = files ? `${count(files.length, 'file')}, ${count(keys, 'key')}` : 'a backend in Ruby decides';
    item.description = `${level.locations.join(', ')} (${counts})`;
    item.command = this.opens(layer.uri, level.range);
    const base = layer.uri === null ? '' : path.posix.dirname(this.uri(layer.uri).path);
    const missing = (file: string) => {
      const row = rowItem(`${id} ${file}`, path.posix.relative(base, file), 'circle-slash');
      row.description = 'is not there';
      return { item: row };
    };
    const children = () => [
      ...(files ?? []).map((file) => this.file(file, base, id)),
      ...level.missing.map(missing),
    ];
    return { item, children };
  }

  private file(file: DataFile, base: string, level: string): Row {
    const uri = file.uri === null ? undefined : this.uri(file.uri);
    const id = `${level} ${file.uri}`;
    const name = uri ? path.posix.relative(base, uri.path) : '';
    const state = file.keys === 0 ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Collapsed;
    const item = rowItem(id, name, 'file', state);
    const unused = file.unused ? `, ${file.unused} not looked up` : '';
    item.description = `${count(file.keys, 'key')}${unused}`;
    item.command = this.opens(file.uri);
    const children = async () => {
      const params = { textDocument: { uri: file.uri } };
      const keys = (await this.client()?.sendRequest<DataKey[] | null>(KEYS, params)) ?? [];
      return keys.map((key) => this.key(key, file, id));
    };
    return { item, children };
  }

  private key(key: DataKey, file: DataFile, id: string): Row {
    const item = rowItem(`${id} ${key.range.start.line} ${key.key}`, key.key, keyIcon(key));
    const unused = key.unused ? ['nothing looks it up'] : [];
    item.description = [onNode(key), ...unused].filter((it) => it !== '').join(', ');
    item.tooltip = `${key.key} ${item.description}`;
    item.command = this.opens(file.uri, key.range);
    return { item };
  }

  /** The command that shows a place. */
  private opens(uri: string | null, range?: lsp.Range): vscode.Command | undefined {
    const converter = this.client()?.protocol2CodeConverter;
    if (uri === null || !converter) return undefined;
    const start = range && converter.asRange(range).start;
    const options: vscode.TextDocumentShowOptions = start ? { selection: new vscode.Range(start, start) } : {};
    return { command: 'vscode.open', title: 'Open', arguments: [this.uri(uri), options] };
  }

  private uri(uri: string): vscode.Uri {
    return this.client()?.protocol2CodeConverter.asUri(uri) ?? vscode.Uri.parse(uri);
  }
}

function rowItem(
  id: string,
  label: string,
  icon: string,
  state = vscode.TreeItemCollapsibleState.None,
): vscode.TreeItem {
  const item = new vscode.TreeItem(label, state);
  item.id = id;
  item.iconPath = new vscode.ThemeIcon(icon);
  return item;
}

function keyIcon(key: DataKey): string {
  switch (key.onNode?.state) {
    case 'used':
      return 'check';
    case 'merged':
      return 'add';
    case 'overridden':
    case 'notRead':
      return 'circle-slash';
    case 'unknown':
      return 'question';
    case undefined:
      return 'symbol-key';
  }
}

/** What a key gives to the chosen node, in words. */
function onNode({ onNode }: DataKey): string {
  switch (onNode?.state) {
    case 'used':
      return onNode.detail;
    case 'merged':
      return `merged: ${onNode.detail}`;
    case 'overridden':
      return `overridden by ${onNode.detail}`;
    case 'notRead':
      return 'the node does not read it';
    case 'unknown':
      return `not known: ${onNode.detail}`;
    case undefined:
      return '';
  }
}

/** Shows the view where a folder has a hierarchy. */
async function announce(): Promise<void> {
  const found = await vscode.workspace.findFiles('**/hiera.yaml', undefined, 1);
  await vscode.commands.executeCommand('setContext', HAS_HIERARCHY, found.length > 0);
}
