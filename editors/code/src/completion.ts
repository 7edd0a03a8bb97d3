import * as vscode from 'vscode';
import type { CompletionMiddleware } from 'vscode-languageclient';

/** The context key that is set while the word at the cursor may be a name that nothing defines yet. */
const KEEPS_TYPED_NAME = 'puppet-analyzer.keepsTypedName';

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
