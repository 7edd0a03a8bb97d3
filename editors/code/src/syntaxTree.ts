import * as path from 'node:path';
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

const METHOD = 'puppetAnalyzer/syntaxTree';
/** The scheme of the documents that are trees; the rest of a tree's URI is that of the manifest, as its query. */
const SCHEME = 'puppet-syntax-tree';

/** Syntax trees of manifests, as documents that cannot be saved. They are updated when the manifests change. */
export class SyntaxTrees implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly listeners: vscode.Disposable[];

  readonly onDidChange = this.changed.event;

  /** `client` gives the client that runs at the moment. */
  constructor(private readonly client: () => LanguageClient | undefined) {
    this.listeners = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        const tree = treeOf(document.uri);
        if (vscode.workspace.textDocuments.some((it) => it.uri.toString() === tree.toString())) {
          this.changed.fire(tree);
        }
      }),
    ];
  }

  /** Opens the tree of a manifest beside it. */
  async show(document: vscode.TextDocument): Promise<void> {
    const tree = await vscode.workspace.openTextDocument(treeOf(document.uri));
    await vscode.window.showTextDocument(tree, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  }

  async provideTextDocumentContent(tree: vscode.Uri): Promise<string> {
    const client = this.client();
    if (!client) return '';
    const uri = client.code2ProtocolConverter.asUri(vscode.Uri.parse(tree.query));
    return (await client.sendRequest<string | null>(METHOD, { textDocument: { uri } })) ?? '';
  }

  dispose(): void {
    this.listeners.forEach((it) => it.dispose());
  }
}

function treeOf(manifest: vscode.Uri): vscode.Uri {
  const name = `${path.posix.basename(manifest.path)}.tree`;
  return vscode.Uri.from({ scheme: SCHEME, path: name, query: manifest.toString() });
}
