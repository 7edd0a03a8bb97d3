// What the TextMate grammars make of Puppet code: for each marked text its innermost scope.
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';

const require = createRequire(import.meta.url);
const wasm = readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));

const files = { 'source.puppet': 'puppet', 'text.epp': 'epp' };
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => {
    const file = new URL(`../syntaxes/${files[scope]}.tmLanguage.json`, import.meta.url).pathname;
    return textmate.parseRawGrammar(readFileSync(file, 'utf8'), file);
  },
});

async function scopes(scopeName, source) {
  const grammar = await registry.loadGrammar(scopeName);
  const found = [];
  let state = textmate.INITIAL;
  for (const line of source.split('\n')) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    for (const token of tokens) {
      found.push([line.slice(token.startIndex, token.endIndex), token.scopes.at(-1)]);
    }
  }
  return found;
}

const cases = [
  ['source.puppet', 'class a::b inherits a {', 'a::b', 'entity.name.type.class.puppet'],
  ['source.puppet', 'type A::Port = Integer[1, 65535]', 'A::Port', 'entity.name.type.alias.puppet'],
  ['source.puppet', '  Optional[String[1]] $name = undef,', 'Optional', 'support.type.puppet'],
  ['source.puppet', '  file { "/tmp/${x}": ensure => file }', 'file', 'support.type.resource.puppet'],
  ['source.puppet', '  file { "/tmp/${x}": ensure => file }', 'ensure', 'variable.other.property.puppet'],
  ['source.puppet', '  file { "/tmp/${x}": ensure => file }', 'x', 'variable.other.puppet'],
  ['source.puppet', '$a = $b ? { default => 1 }', '1', 'constant.numeric.puppet'],
  ['source.puppet', 'if $x =~ /a\\/b/ { }', 'a', 'string.regexp.puppet'],
  ['source.puppet', '$y = $a / $b / 2', ' ', 'source.puppet'],
  ['source.puppet', '$x.map |$i| { $i }', 'map', 'entity.name.function.puppet'],
  ['source.puppet', '$t = @("END"/L)\n  a ${b}\n  | END\n$after', '  a ', 'string.unquoted.heredoc.puppet'],
  ['source.puppet', '$t = @(END)\n  text\n  | END\n$after', 'after', 'variable.other.puppet'],
  ['text.epp', 'Listen <%= $port %>', 'port', 'variable.other.puppet'],
  ['text.epp', '<%# no $code %>', ' no $code ', 'comment.block.epp'],
];

for (const [scopeName, source, text, expected] of cases) {
  test(`${text} in ${source.split('\n')[0]}`, async () => {
    const all = await scopes(scopeName, source);
    const found = all.filter(([token]) => token === text).map(([, scope]) => scope);
    assert.ok(found.includes(expected), JSON.stringify(all));
  });
}
