// The commands of the extension in VS Code: what the user sees of them.
import assert from 'node:assert';
import { commandAndChoose, steady } from './vscode/steady.mjs';

export default async (vs) => {
  steady(vs);
  const { page } = vs;
  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

  /** Waits until `read` gives something that is true. */
  async function until(what, read) {
    for (const end = Date.now() + 20_000; Date.now() < end; await pause(100)) {
      const value = await read();
      if (value) return value;
    }
    assert.fail(`never seen: ${what}`);
  }

  // The syntax tree stands beside the manifest.
  await vs.open('manifests/init.pp');
  await until('an error', async () => (await vs.squiggles()).includes('error'));
  await vs.command('puppet-analyzer: Show Syntax Tree');
  await until('the tree', async () => (await page.content()).includes('SOURCE_FILE@0'));
  await vs.screenshot('6-syntax-tree');
  await vs.command('View: Close All Editors');

  // The inferred type is a message, and what it is about is selected.
  await vs.open('manifests/init.pp');
  await vs.goto({ text: '10' });
  await vs.command('puppet-analyzer: Show Inferred Type');
  await until('the type', async () => (await vs.notifications()).some((text) => text.includes('Integer[10, 10]')));
  await vs.screenshot('7-inferred-type');
  await vs.command('Notifications: Clear All Notifications');

  // The log is an output channel, and says at first which server there is.
  await vs.command('puppet-analyzer: Show Log');
  const log = async () => (await page.textContent('.part.panel .view-lines'))?.replaceAll('\u00a0', ' ');
  await until('the version', async () => /puppet-analyzer \d+\.\d+\.\d+ \(.+\)/.test((await log()) ?? ''));
  await vs.screenshot('8-log');
  await vs.command('View: Toggle Panel Visibility');

  // The graph is drawn in a webview.
  await vs.open('manifests/service.pp');
  await vs.command('puppet-analyzer: Show Resource Graph');
  const labels = async () => {
    for (const frame of page.frames()) {
      const texts = await frame.$$eval('svg .node text', (all) => all.map((it) => it.textContent)).catch(() => []);
      if (texts.length > 0) return { frame, texts };
    }
    return undefined;
  };
  const { frame, texts } = await until('the graph', labels);
  for (const label of ['class web::service', "Package['nginx']", "File['/etc/nginx/nginx.conf']", "Service['nginx']", "User['www-data']", "Class['web']", "Web::Vhost['extra']"]) {
    assert.ok(texts.includes(label), `${label} in ${texts}`);
  }
  const edges = await frame.$$eval('svg .edge title', (all) => all.map((it) => it.textContent));
  assert.ok(edges.includes("File['/etc/nginx/nginx.conf'] refreshes Service['nginx']: ~>"), edges.join('\n'));
  assert.ok(edges.includes("User['www-data'] comes before Service['nginx']: require"), edges.join('\n'));
  await vs.screenshot('9-graph');

  // It has the width of its window, and buttons and keys for its size.
  const width = () => frame.$eval('svg', (it) => it.getBoundingClientRect().width);
  const fitted = await width();
  assert.ok(fitted <= (await frame.evaluate('document.documentElement.clientWidth')), `${fitted} is too wide`);
  await frame.click('button[data-zoom="1"]');
  assert.ok((await width()) > fitted);
  await page.keyboard.press('0');
  assert.equal(await width(), fitted);

  // It can be saved, beside the manifest if nothing else is chosen.
  await frame.click('button[data-save="svg"]');
  await until('the name of the file', async () => /service\.svg$/.test((await page.inputValue('.quick-input-widget input[type=text]').catch(() => '')) ?? ''));
  await vs.press('Enter');
  await until('the file', async () => (await page.textContent('.explorer-folders-view'))?.includes('service.svg'));
  await vs.screenshot('9-graph-saved');

  // A click leads to the source, with Ctrl to the definition.
  await frame.click('.node:has(title:text-is("Service[\'nginx\']"))');
  await until('the service', async () => /Ln 8, Col/.test(await page.textContent('.part.statusbar') ?? ''));
  await vs.screenshot('10-graph-source');
  await frame.click('.node:has(title:text-is("Web::Vhost[\'extra\']"))', { modifiers: ['Control'] });
  await until('the defined type', async () => (await page.textContent('.part.editor'))?.replaceAll('\u00a0', ' ').includes('define web::vhost'));

  // The picture follows what is typed.
  await vs.open('manifests/service.pp');
  await vs.goto({ text: "  web::vhost { 'extra'" });
  await vs.type("notify { 'typed': }\n");
  await until('the new resource', async () => (await labels())?.texts.includes("Notify['typed']"));
  await vs.screenshot('11-graph-follows');
  await vs.press('Control+S');
  await until('the saved file', async () => !(await page.title()).startsWith('●'));

  // A new puppet-analyzer.toml is created and opened.
  await vs.command('puppet-analyzer: Create puppet-analyzer.toml');
  await until('the settings', async () => (await vs.lines()).some((line) => line.includes('#strictness = "strict"')));
  await vs.screenshot('12-configuration');

  // The walkthrough can be opened, and names its steps.
  await vs.command('View: Close All Editors');
  const isOurs = (label) => label.includes('Puppet with puppet-analyzer');
  await commandAndChoose(vs, 'Welcome: Open Walkthrough...', 'Puppet with puppet-analyzer', isOurs);
  await until('the walkthrough', async () => (await page.content()).includes('See the order of resources'));
  await vs.screenshot('13-walkthrough');
};
