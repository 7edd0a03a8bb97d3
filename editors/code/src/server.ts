import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

const BINARY = process.platform === 'win32' ? 'puppet-analyzer.exe' : 'puppet-analyzer';

/**
 * The server to run: the one of the settings, else the one inside the extension, else the one on the PATH.
 * `~` at the start of the setting is the home folder.
 */
export function serverExecutable(extensionPath: string, configured: string | null): string {
  if (configured) {
    return configured.startsWith('~/') ? path.join(os.homedir(), configured.slice(2)) : configured;
  }
  const bundled = path.join(extensionPath, 'bin', BINARY);
  return fs.existsSync(bundled) ? bundled : BINARY;
}

/** Whether a program can be run: the file at its path, or one on the PATH. */
export function isExecutable(command: string): boolean {
  const folders = command.includes(path.sep) ? [''] : (process.env.PATH ?? '').split(path.delimiter);
  return folders.some((folder) => {
    try {
      const file = path.join(folder, command);
      fs.accessSync(file, fs.constants.X_OK);
      return fs.statSync(file).isFile();
    } catch {
      return false;
    }
  });
}
