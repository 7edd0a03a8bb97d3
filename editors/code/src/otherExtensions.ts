import * as vscode from 'vscode';

/** Extensions that also report problems in manifests, so that each problem is listed twice. */
const OTHERS = ['puppet.puppet-vscode', 'jpogran.puppet-vscode'];
const HIDDEN = 'otherExtensions.hidden';

/** Names another Puppet extension that is enabled, if there is one, until the user has seen enough of it. */
export async function noticeOtherExtensions(context: vscode.ExtensionContext): Promise<void> {
  const other = OTHERS.map((id) => vscode.extensions.getExtension(id)).find((it) => it !== undefined);
  if (!other || context.globalState.get(HIDDEN, false)) return;
  const { displayName } = other.packageJSON as { displayName?: string };
  const choice = await vscode.window.showWarningMessage(
    `The extension ${displayName ?? other.id} (${other.id}) is enabled, too: problems and completions of manifests are shown twice. Disable one of the two.`,
    'Show Extension',
    "Don't Show Again",
  );
  if (choice === 'Show Extension') {
    await vscode.commands.executeCommand('workbench.extensions.search', `@installed ${displayName ?? other.id}`);
  } else if (choice === "Don't Show Again") {
    await context.globalState.update(HIDDEN, true);
  }
}
