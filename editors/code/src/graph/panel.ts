import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { FORMATS } from './files';
import type { Format } from './files';
import type { Graph } from './model';
import { page } from './page';

const METHOD = 'puppetAnalyzer/resourceGraph';
/** How long the text must stay as it is before it is drawn again, in milliseconds. */
const PAUSE = 300;

/** The message of the page when something is clicked: the number of a node or an edge, or a format to save in. */
interface Clicked {
  node?: string;
  edge?: string;
  toDefinition: boolean;
  save?: Format;
}

async function requestGraph(client: LanguageClient, uri: vscode.Uri): Promise<Graph | null> {
  const textDocument = { uri: client.code2ProtocolConverter.asUri(uri) };
  return await client.sendRequest<Graph | null>(METHOD, { textDocument });
}

/** The pictures of files; one for each file. */
export class GraphPanels implements vscode.Disposable {
  private readonly panels = new Map<string, GraphPanel>();

  /** `client` gives the client that runs at the moment. */
  constructor(private readonly client: () => LanguageClient | undefined) {}

  /** Opens the picture of a file beside it. */
  async show(document: vscode.TextDocument): Promise<void> {
    const key = document.uri.toString();
    const known = this.panels.get(key);
    if (known) {
      known.reveal();
      return;
    }
    const panel = new GraphPanel(document.uri, this.client, () => this.panels.delete(key));
    this.panels.set(key, panel);
    await panel.draw();
  }

  /** Saves the graph of the panel that has the focus, or else of `document`. */
  async save(format: Format, document: vscode.TextDocument | undefined): Promise<void> {
    const active = [...this.panels.values()].find((it) => it.isActive);
    const client = this.client();
    if (active) {
      await active.save(format);
    } else if (document && client) {
      await saveGraph(await requestGraph(client, document.uri), document.uri, format);
    }
  }

  dispose(): void {
    for (const panel of [...this.panels.values()]) {
      panel.dispose();
    }
  }
}

class GraphPanel implements vscode.Disposable {
  private readonly panel: vscode.WebviewPanel;
  private readonly listeners: vscode.Disposable[];
  private graph: Graph | null = null;
  private timer: NodeJS.Timeout | undefined;
  private isGone = false;

  constructor(
    private readonly uri: vscode.Uri,
    private readonly client: () => LanguageClient | undefined,
    private readonly onGone: () => void,
  ) {
    this.panel = vscode.window.createWebviewPanel(
      'puppet-analyzer.resourceGraph',
      `Graph: ${path.posix.basename(uri.path)}`,
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [] },
    );
    this.listeners = [
      this.panel.onDidDispose(() => this.gone()),
      this.panel.webview.onDidReceiveMessage((clicked: Clicked) => (clicked.save ? this.save(clicked.save) : this.open(clicked))),
      vscode.workspace.onDidChangeTextDocument((change) => {
        if (change.document.uri.toString() === uri.toString()) {
          clearTimeout(this.timer);
          this.timer = setTimeout(() => void this.draw(), PAUSE);
        }
      }),
    ];
  }

  get isActive(): boolean {
    return this.panel.active;
  }

  /** Saves the graph as it is drawn. */
  async save(format: Format): Promise<void> {
    await saveGraph(this.graph, this.uri, format);
  }

  reveal(): void {
    this.panel.reveal(undefined, true);
  }

  /** Asks for the graph, and draws it. */
  async draw(): Promise<void> {
    const client = this.client();
    if (!client) return;
    const graph = await requestGraph(client, this.uri);
    if (this.isGone) return;
    this.graph = graph;
    this.panel.webview.html = page(graph ?? { nodes: [], edges: [] }, randomBytes(16).toString('hex'));
  }

  /** Goes to the source of what was clicked, or to what it is an instance of. */
  private async open({ node, edge, toDefinition }: Clicked): Promise<void> {
    const converter = this.client()?.protocol2CodeConverter;
    const clicked = node === undefined ? undefined : this.graph?.nodes[Number(node)];
    const range = clicked?.range ?? (edge === undefined ? undefined : this.graph?.edges[Number(edge)]?.range);
    if (!converter || !range) return;
    const definition = toDefinition ? clicked?.definition : undefined;
    const target = definition ? converter.asLocation(definition) : new vscode.Location(this.uri, converter.asRange(range));
    const shown = vscode.window.visibleTextEditors.find((it) => it.document.uri.toString() === target.uri.toString());
    await vscode.window.showTextDocument(target.uri, {
      selection: target.range,
      viewColumn: shown?.viewColumn ?? vscode.ViewColumn.One,
    });
  }

  dispose(): void {
    this.panel.dispose();
  }

  private gone(): void {
    this.isGone = true;
    clearTimeout(this.timer);
    this.listeners.forEach((it) => it.dispose());
    this.onGone();
  }
}

/** Writes a file with a name of the user's choice; beside the manifest at first. */
async function saveGraph(graph: Graph | null, manifest: vscode.Uri, format: Format): Promise<void> {
  if (!graph || graph.nodes.length === 0) {
    await vscode.window.showInformationMessage('This file declares no classes and no resources.');
    return;
  }
  const { name, text } = FORMATS[format];
  const stem = path.posix.basename(manifest.path).replace(/\.pp$/, '');
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(manifest, '..', `${stem}.${format}`),
    filters: { [name]: [format] },
    title: `Save Resource Graph as ${name}`,
  });
  if (target) {
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text(graph)));
  }
}
