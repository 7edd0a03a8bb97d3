// A folder that is not trusted: its own settings start no program. When the user trusts it, they do.
import assert from 'node:assert';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { steady } from './vscode/steady.mjs';
import { see } from './vscode/window.mjs';

const PROBLEM = "parameter 'port' expects an Integer value, got String";

/** Lets this VS Code ask whether folders are trusted, which its command line turned off. */
async function withTrust(vs) {
  await vs.page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const settings = document.getElementById('vscode-workbench-web-configuration');
      if (settings) {
        observer.disconnect();
        const name = 'data-settings';
        const on = { ...JSON.parse(settings.getAttribute(name)), enableWorkspaceTrust: true };
        settings.setAttribute(name, JSON.stringify(on));
      }
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}

export default async (vs) => {
  steady(vs);
  const { href } = new URL(vs.page.url());
  // This window is from before it could ask.
  await vs.page.goto('about:blank');
  const canary = join(vs.ws, 'canary');
  const program = join(vs.ws, 'server.sh');
  writeFileSync(program, `#!/bin/sh\ntouch '${canary}'\n`);
  chmodSync(program, 0o755);
  mkdirSync(join(vs.ws, '.vscode'), { recursive: true });
  writeFileSync(join(vs.ws, '.vscode/settings.json'), JSON.stringify({ 'puppet-analyzer.server.path': program }));
  await withTrust(vs);
  await vs.page.goto(href, { waitUntil: 'domcontentloaded' });

  await vs.page.waitForSelector('.statusbar-item:has-text("Restricted Mode")');
  await vs.open('manifests/init.pp');
  await see(vs, 'the problem', [PROBLEM], () => vs.problems());
  assert.ok(!existsSync(canary), 'the program of the settings ran');
  await vs.screenshot('untrusted-1-restricted');

  await vs.command('Workspaces: Manage Workspace Trust');
  await vs.page.click('.workspace-trust-editor .monaco-button:has-text("Trust")');
  await vs.until('a trusted folder', async () => (await vs.page.$$('.statusbar-item:has-text("Restricted Mode")')).length === 0);
  await vs.until('the program of the settings', async () => existsSync(canary));
  await vs.screenshot('untrusted-2-trusted');
};
