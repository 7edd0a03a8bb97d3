import * as vscode from 'vscode';
import type { CompletionMiddleware } from 'vscode-languageclient';

/** The editor's command that opens the list of completions: items of attributes run it to offer their values. */
export const TRIGGER_SUGGEST = 'editor.action.triggerSuggest';
/** The context key that is set while the word at the cursor may be a name that nothing defines yet. */
const KEEPS_TYPED_NAME = 'puppet-analyzer.keepsTypedName';
/** The context key that is set while a word is typed, so that the list under it has not been read yet. */
const IS_TYPING = 'puppet-analyzer.isTyping';
/** The time in milliseconds from the last typed letter after which Down and Up are meant for the list. */
const READING_TIME = 250;

/**
 * Whether Enter accepts an item, for the key bindings: the server says so of each list. In other lists, Enter is a new
 * line until the user has moved the selection. The key is set before the list is shown.
 */
export const completionMiddleware: CompletionMiddleware = {
  provideCompletionItem: async (document, position, context, token, next) => {
    const list = await next(document, position, context, token);
    const items = Array.isArray(list) ? list : (list?.items ?? []);
    if (items.length > 0) {
      const commits = items.some((item) => item.commitCharacters?.includes('\n'));
      for (const item of items) item.commitCharacters = undefined;
      void vscode.commands.executeCommand('setContext', KEEPS_TYPED_NAME, !commits);
    }
    return list;
  },
};

/**
 * Offers the attributes after Tab has gone from the title to the body of a resource. The editor itself goes there: an
 * extension would be asked later, and keys that are typed meanwhile would come out before.
 */
export async function offerAttributes(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor?.selection.isEmpty) return;
  const { line } = editor.selection.active;
  const isBody = line > 0 && editor.document.lineAt(line - 1).text.trimEnd().endsWith(':');
  if (isBody && editor.document.lineAt(line).isEmptyOrWhitespace) {
    await vscode.commands.executeCommand(TRIGGER_SUGGEST);
  }
}

/**
 * Whether the user is typing, for the key bindings: Down right after the last letter of a new name leaves the line, as
 * if there were no list. Who has stopped to read the list chooses from it.
 */
export function followTyping(): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const set = (isTyping: boolean) => vscode.commands.executeCommand('setContext', IS_TYPING, isTyping);
  const subscription = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (document !== vscode.window.activeTextEditor?.document) return;
    if (timer === undefined) void set(true);
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      void set(false);
    }, READING_TIME);
  });
  return vscode.Disposable.from(subscription, { dispose: () => clearTimeout(timer) });
}
