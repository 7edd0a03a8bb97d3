import * as vscode from 'vscode';
import type { DiagnosticProviderMiddleware, ProvideWorkspaceDiagnosticSignature } from 'vscode-languageclient';

/**
 * The documents that were closed. Of these the client shows what it heard last, even where they moved or were not saved:
 * it asks again, but drops the answer, and then waits to hear of them among all files of the workspace. There, only
 * files are told of that have problems, or of which the client says that it knows some.
 */
export class ClosedDocuments implements vscode.Disposable, DiagnosticProviderMiddleware {
  private readonly uris = new Map<string, vscode.Uri>();
  private readonly listeners: vscode.Disposable[];

  constructor(selector: vscode.DocumentSelector) {
    this.listeners = [
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (vscode.languages.match(selector, document)) this.uris.set(document.uri.toString(), document.uri);
      }),
      vscode.workspace.onDidOpenTextDocument((document) => this.uris.delete(document.uri.toString())),
    ];
  }

  /** Asks about all files of the workspace, and names the closed ones, too. */
  provideWorkspaceDiagnostics = (
    ...[known, token, report, next]: [
      ...Parameters<ProvideWorkspaceDiagnosticSignature>,
      ProvideWorkspaceDiagnosticSignature,
    ]
  ) => {
    const named = new Set(known.map((it) => it.uri.toString()));
    const others = [...this.uris].filter(([name]) => !named.has(name));
    return next([...known, ...others.map(([, uri]) => ({ uri, value: '' }))], token, report);
  };

  dispose(): void {
    for (const listener of this.listeners) listener.dispose();
  }
}
