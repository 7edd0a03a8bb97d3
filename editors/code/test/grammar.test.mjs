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
  ['source.puppet', 'class a { # why}', '}', 'meta.closing-bracket.puppet'],
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

// Code as it stands in modules: for each text in it, all of its scopes that matter, the outermost first.
const snippets = [
  {
    name: 'the line after the start of a heredoc tag is code',
    source: "file { '/etc/motd':\n  content => @(\"EOT\"/L), mode => '0644', # why\n    Hi ${facts['fqdn']} \\\n    $who\n    | EOT\n  owner => root,\n}",
    expected: {
      '@("EOT"/L)': 'string.unquoted.heredoc.puppet',
      mode: 'variable.other.property.puppet',
      '0644': 'string.quoted.single.puppet',
      ' why': 'comment.line.number-sign.puppet',
      '    Hi ': 'string.unquoted.heredoc.puppet',
      facts: 'variable.language.puppet',
      owner: 'variable.other.property.puppet',
      root: 'string.unquoted.puppet',
    },
  },
  {
    name: 'a plain heredoc has no interpolation',
    source: "$x = epp(@(EOT:json/t), { 'a' => 1 })\n  ${no} $no\n  |- EOT\n$y = 2",
    expected: { '  ${no} $no': 'string.unquoted.heredoc.puppet', y: 'variable.other.puppet', 1: 'constant.numeric.puppet' },
  },
  {
    name: 'interpolations hold expressions',
    source: '$m = "a ${if $x { \'t\' } else { "f${y}" }} ${ {k => {l => 1}}[\'k\'] } $1 ${2} ${upcase($z)}-\\$q" + 3',
    expected: {
      if: 'keyword.control.puppet',
      else: 'keyword.control.puppet',
      f: 'string.quoted.double.puppet',
      y: 'variable.other.puppet',
      l: 'variable.other.property.puppet',
      2: 'variable.other.puppet',
      upcase: 'entity.name.function.puppet',
      '\\$': 'constant.character.escape.puppet',
      q: 'string.quoted.double.puppet',
      3: 'constant.numeric.puppet',
    },
  },
  {
    name: 'a slash after a value divides, any other starts a regular expression',
    source: "$a = $b/2/3 + $h['x'] / $c / (4)/5\n$r = $x ? { /^a\\/b/ => 1, default => regsubst($s, /;\\s*/, '/') }\ncase $x {\n  /one|two/, 'three': { }\n  default: { }\n}\nnode /^web\\d+$/ { }",
    expected: {
      '/': ['keyword.operator.arithmetic.puppet', 'string.regexp.puppet', 'string.quoted.single.puppet'],
      '^a': 'string.regexp.puppet',
      ';': 'string.regexp.puppet',
      'one|two': 'string.regexp.puppet',
      '^web': 'string.regexp.puppet',
      default: 'keyword.control.puppet',
      5: 'constant.numeric.puppet',
    },
  },
  {
    name: 'types',
    source: "class a(\n  Struct[{ 'k' => Integer[0, default], Optional[l] => Web::Port }] $h,\n  Pattern[/\\A[a-z]+\\z/] $p,\n) { Class['b'] -> File <| tag == 'x' |> }",
    expected: {
      Struct: 'support.type.puppet',
      default: 'keyword.control.puppet',
      'Web::Port': 'support.type.puppet',
      '[a-z]+': 'string.regexp.puppet',
      Class: 'support.type.puppet',
      '<|': 'keyword.operator.collector.puppet',
    },
  },
  {
    name: 'names that are keywords in other positions',
    source: "exec { 'x': unless => 'a', require => File['y'] }\ninclude web\nrequire ::web::base\n$x = $default ? { true => undef, default => fail('x') }",
    expected: {
      unless: 'variable.other.property.puppet',
      require: ['variable.other.property.puppet', 'keyword.other.puppet'],
      web: 'entity.name.type.class.puppet',
      '::web::base': 'entity.name.type.class.puppet',
      true: 'constant.language.puppet',
      undef: 'constant.language.puppet',
      fail: 'entity.name.function.puppet',
    },
  },
  {
    name: 'incomplete code',
    source: "class web {\n  $x = [1,\n  file { '/a': mode =>\n",
    expected: { file: 'support.type.resource.puppet', mode: 'variable.other.property.puppet', 1: 'constant.numeric.puppet' },
  },
  {
    scope: 'text.epp',
    name: 'blocks of a template continue after its tags',
    source: '<%- | String $host | -%>\n<% if $host { -%>\nListen { <%= $host %>\n<% } else { %>none<% } -%>\n<%% no $code %>\n<% $l.each |$x| { %><%= "${x}" -%><% } %>end',
    expected: {
      String: 'support.type.puppet',
      'Listen { ': 'text.epp',
      none: 'text.epp',
      else: 'keyword.control.puppet',
      ' no $code %>': 'text.epp',
      each: 'entity.name.function.puppet',
      end: 'text.epp',
    },
  },
];

for (const { scope = 'source.puppet', name, source, expected } of snippets) {
  test(name, async () => {
    const grammar = await registry.loadGrammar(scope);
    const found = new Map();
    let state = textmate.INITIAL;
    for (const line of source.split('\n')) {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
      state = ruleStack;
      for (const token of tokens) {
        const text = line.slice(token.startIndex, token.endIndex);
        const of = token.scopes.findLast((it) => !/^(meta|punctuation)\./.test(it));
        found.set(text, (found.get(text) ?? new Set()).add(of));
      }
    }
    for (const [text, scopes] of Object.entries(expected)) {
      assert.deepEqual([...(found.get(text) ?? [])].sort(), [scopes].flat().sort(), text);
    }
  });
}
