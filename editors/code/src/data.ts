import * as path from 'node:path';
import * as vscode from 'vscode';

/** A document that concerns the server although its language is not Puppet. */
export interface DataDocument {
  scheme: 'file';
  pattern: string;
}

/** Where Hiera's data usually is, the files that say what modules need, templates that read variables, and the descriptions of tasks. */
const USUAL = [
  '**/{data,hieradata,hiera}/**/*.{yaml,yml,eyaml,json}',
  '**/hiera.yaml',
  '**/metadata.json',
  '**/Puppetfile',
  '**/.fixtures.{yml,yaml}',
  '**/templates/**/*.erb',
  '**/tasks/*.json',
];

/** More files than a workspace has of this name. */
const MOST = 500;

/** The documents of data, also those in folders that a hiera.yaml names. */
export async function dataDocuments(): Promise<DataDocument[]> {
  const patterns = new Set(USUAL);
  for (const file of await vscode.workspace.findFiles('**/hiera.yaml', '**/{node_modules,.git}/**', MOST)) {
    try {
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      for (const folder of dataFolders(path.dirname(file.fsPath), text)) {
        patterns.add(`${folder}/**/*.{yaml,yml,eyaml,json}`);
      }
    } catch {
      // The server says what is wrong with a file that cannot be read.
    }
  }
  return [...patterns].map((pattern) => ({ scheme: 'file', pattern }));
}

/** The folders that a hiera.yaml in a folder names, with `/` between their parts. */
export function dataFolders(folder: string, text: string): string[] {
  const named = [...text.matchAll(/\bdatadir:\s*["']?([^"'\s,}#]+)/g)].map((match) => match[1] ?? '');
  const known = named.map((name) => name.split('%{')[0] ?? '').filter((name) => name !== '');
  return known.map((name) => path.resolve(folder, name).split(path.sep).join('/'));
}
