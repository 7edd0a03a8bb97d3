// What uses a name: highlighted in the file, as a code lens, listed beside it, and as a tree of callers.
import { pressUntil } from './steady.mjs';
import { see, texts } from './window.mjs';

export default async (vs) => {
  const lenses = () => texts(vs, '.codelens-decoration');
  await vs.open('manifests/hosts.pp');
  await see(vs, 'code lenses', '0 references', lenses); // The server is ready.
  await vs.goto({ text: '$names', offset: 1 });
  const marks = (kind) => vs.page.$$eval(`.cdr.${kind}`, (all) => all.length);
  await vs.until('a place that writes and three that read', async () =>
    (await marks('wordHighlightStrong')) === 1 && (await marks('wordHighlight')) === 3);
  await vs.screenshot('13-highlights');

  await vs.open('manifests/vhost.pp');
  await see(vs, 'code lenses', '4 references, by web::faults, web::hosts and 2 more', lenses);
  await vs.goto({ text: 'web::vhost', offset: 6 });
  const references = '.reference-zone-widget .ref-tree .monaco-list-row';
  await pressUntil(vs, 'Shift+F12', references);
  const rows = () => texts(vs, references);
  await see(vs, 'references', ['faults.pp', 'hosts.pp', 'init.pp', 'service.pp', 'define web::vhost ('], rows);
  await vs.screenshot('14-references');
  await vs.press('Escape');

  await vs.press('Shift+Alt+H');
  const callers = () => texts(vs, '.sidebar .monaco-list-row');
  await see(vs, 'callers', ['web::vhost', 'web::faults', 'web::hosts', 'web::service'], callers);
  await vs.screenshot('15-callers');
  await vs.command('View: Show Explorer');
};
