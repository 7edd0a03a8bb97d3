// What package.json promises: problem matchers, settings, and the text of a new puppet-analyzer.toml.
import assert from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as esbuild from 'esbuild';

const folder = new URL('../', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
const { contributes } = manifest;
const settings = Object.assign({}, ...contributes.configuration.map((it) => it.properties));

test('the problem matcher reads what check prints', () => {
  const [first, second] = contributes.problemMatchers[0].pattern.map((it) => new RegExp(it.regexp));
  const printed = "error[N104]: Could not find the class 'a::b'\n  --> site/my dir/init.pp:94:11\n   |";
  const [message, position, frame] = printed.split('\n');
  assert.deepEqual(first.exec(message).slice(1), ['error', 'N104', "Could not find the class 'a::b'"]);
  assert.deepEqual(second.exec(position).slice(1), ['site/my dir/init.pp', '94', '11']);
  assert.ok(!first.test('1 error in 2 files') && !second.test(frame));
});

test('links of the readme lead into the folder of the extension', () => {
  const repository = manifest.repository.url.replace(/\.git$/, '');
  const { directory } = manifest.repository;
  for (const [option, kind] of [['baseContentUrl', 'blob'], ['baseImagesUrl', 'raw']]) {
    assert.ok(manifest.scripts.package.includes(`--${option} ${repository}/${kind}/HEAD/${directory} `), option);
  }
  const readme = readFileSync(new URL('README.md', folder), 'utf8');
  for (const [, target] of readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)) assert.ok(existsSync(new URL(target, folder)), target);
});

test('each setting has a group, an order and a description', () => {
  const titles = contributes.configuration.map((it) => it.title);
  assert.equal(new Set(titles).size, titles.length);
  for (const [name, setting] of Object.entries(settings)) {
    assert.ok(setting.order > 0 && setting.markdownDescription, name);
    if (setting.enum) assert.equal(setting.markdownEnumDescriptions.length, setting.enum.length, name);
  }
});

test('settings of a folder that is not trusted do not start programs', () => {
  const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
  // With any other value, VS Code does not look at the list.
  assert.equal(supported, 'limited');
  for (const name of restrictedConfigurations) assert.ok(settings[name], name);
  assert.ok(restrictedConfigurations.includes('puppet-analyzer.server.path'));
});

test('the grammars have the scopes that the manifest gives a meaning', () => {
  const code = readFileSync(new URL('syntaxes/puppet.tmLanguage.json', folder), 'utf8');
  const template = readFileSync(new URL('syntaxes/epp.tmLanguage.json', folder), 'utf8');
  for (const grammar of contributes.grammars) {
    const named = { ...grammar.embeddedLanguages, ...grammar.tokenTypes };
    for (const scope of [...Object.keys(named), ...grammar.unbalancedBracketScopes]) {
      assert.ok(`${code}${template}`.includes(scope), `${scope} of ${grammar.language}`);
    }
  }
});

test('rules are proposed by their names, with what they report', () => {
  const rules = settings['puppet-analyzer.rules'].properties;
  assert.ok(rules['unused-parameter'].description);
  assert.ok(rules['unused-parameter'].enum.includes('off'));
  const overrides = settings['puppet-analyzer.overrides'].items.properties.rules.properties;
  assert.deepEqual(Object.keys(overrides), Object.keys(rules));
});

test('a new puppet-analyzer.toml has only settings that exist', async () => {
  const entry = new URL('src/configurationText.ts', folder).pathname;
  const { outputFiles } = await esbuild.build({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
  const { CONFIGURATION_TEXT } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
  const keys = [...CONFIGURATION_TEXT.matchAll(/^#(?:\[+([\w-]+)\]+|([\w-]+) = )/gm)].map((it) => it[1] ?? it[2]);
  assert.ok(keys.length > 5);
  const rules = settings['puppet-analyzer.rules'].properties;
  for (const key of keys) {
    assert.ok(settings[`puppet-analyzer.${key}`] || rules[key] || key === 'paths', key);
  }
});

test('the icon of the marketplace is there', () => {
  assert.ok(existsSync(new URL(manifest.icon, folder)));
});
