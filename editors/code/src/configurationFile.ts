import * as vscode from 'vscode';
import { CONFIGURATION_TEXT } from './configurationText';

/** Opens the `puppet-analyzer.toml` of a folder, which is created if there is none. */
export async function createConfigurationFile(): Promise<void> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    await vscode.window.showInformationMessage('Open a folder first: puppet-analyzer.toml stands in it.');
    return;
  }
  const folder = folders.length === 1 ? folders[0] : await vscode.window.showWorkspaceFolderPick();
  if (!folder) return;
  const uri = vscode.Uri.joinPath(folder.uri, 'puppet-analyzer.toml');
  if (!(await exists(uri))) {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(CONFIGURATION_TEXT));
  }
  await vscode.window.showTextDocument(uri);
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
