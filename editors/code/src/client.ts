import { LanguageClient } from 'vscode-languageclient/node';

/** A client that leaves it to the extension to say that the server cannot be started. */
export class QuietClient extends LanguageClient {
  private isStarting = false;

  override async start(): Promise<void> {
    this.isStarting = true;
    try {
      await super.start();
    } finally {
      this.isStarting = false;
    }
  }

  override error(message: string, data?: unknown, showNotification?: boolean | 'force'): void {
    super.error(message, data, this.isStarting ? false : showNotification);
  }
}
