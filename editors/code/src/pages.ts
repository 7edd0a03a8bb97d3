import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

const METHOD = 'puppetAnalyzer/page';
/** The scheme of the pages that the server has: `puppet-analyzer:/function/split.md`, `puppet-analyzer:/rule/R309.md`. */
const SCHEME = 'puppet-analyzer';

/** Shows the pages of the server as read-only documents. `client` gives the client that runs at the moment. */
export function registerPages(context: vscode.ExtensionContext, client: () => LanguageClient | undefined): void {
  const provider: vscode.TextDocumentContentProvider = {
    provideTextDocumentContent: async (uri) =>
      (await client()?.sendRequest<string | null>(METHOD, { uri: uri.toString() })) ?? '',
  };
  context.subscriptions.push(vscode.workspace.registerTextDocumentContentProvider(SCHEME, provider));
}

/** Opens a page: rendered, or as text where VS Code's Markdown extension is switched off. */
export async function openPage(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  } catch {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }
}
