// What a user learns of Puppet itself: hovers with documentation, in words instead of regular expressions.
import assert from 'node:assert';
import { rendered, see, texts } from './window.mjs';

const contents = (vs) => texts(vs, '.monaco-hover:not(.hidden) .hover-contents');

/** Waits until the hover at a text says all of `wanted`. */
async function teaches(vs, text, wanted) {
  await vs.hover({ text, offset: 2 });
  const shown = await see(vs, `the hover at ${text}`, [...wanted, 'Puppet documentation'], () => contents(vs));
  assert.doesNotMatch(shown.join('\n'), /\/\.\/|Callable\[/, text);
}

export default async (vs) => {
  await vs.open('manifests/packages.pp');
  const lines = await see(vs, 'the type of a variable', '$limits: Hash = lookup(', () => vs.lines());
  assert.ok(!lines.join('\n').includes("b: '2.4'"), 'a hint for a name of one letter');
  await see(vs, 'the lens', 'reference', () => texts(vs, '.codelens-decoration'));
  await teaches(vs, 'package {', ['A software package', 'installed never upgrades', 'ensure: Whether the package is installed']);
  await vs.screenshot('36-resource-type');
  await teaches(vs, 'ensure =>', ['or a version', 'purged: Removes the package and its configuration files']);
  await teaches(vs, 'refreshonly', ['only when another resource changes', 'true: Runs only on a refresh']);
  await teaches(vs, 'lookup(', ['Looks up a key in Hiera', 'the merge behavior', "$port = lookup('app::port', Integer"]);
  await vs.screenshot('37-function');
  await teaches(vs, 'filter |', ['filter(Iterable $enumerable) |$value| { … } >> Array\n', 'Returns the elements']);
  await teaches(vs, 'Hash,', ['A hash: keys with values', 'Struct']);
  await teaches(vs, "'family'", ["String $facts['os']['family']", 'Debian covers Ubuntu']);
  // The page is no file to edit, and has all forms of a function.
  await vs.goto({ text: 'lookup(', offset: 2 });
  await vs.press('F12');
  const page = await see(vs, 'the page of a function', ['Looks up a key in Hiera', 'Puppet documentation'], () => rendered(vs, 'p, code'));
  assert.doesNotMatch(page.join('\n'), /# and \d+ more/);
  await vs.screenshot('38-page-of-function');

  await vs.open('data/common.yaml');
  await vs.hover({ text: 'web::service::port', offset: 3 });
  await see(vs, 'the value of an alias', '8631', () => contents(vs));
  await vs.screenshot('39-alias');

  await vs.open('manifests/faults.pp');
  await see(vs, 'messages', [
    "Could not find the class 'web::servise' in module 'web'\nDid you mean 'web::service'?",
    "Web::Vhost[first]: expects a value for parameter 'port'",
  ], () => vs.problems());
  await vs.screenshot('40-messages');
};
