// A file of a module that is opened, closed and opened again at once, and never saved, stays in its module.
import { openNew, pause, typeKeys } from './typing.mjs';
import { see, texts } from './window.mjs';

const FILE = 'manifests/reopened.pp';
const LABELS = '.suggest-widget.visible .monaco-list-row .label-name';

/** Types the head of a class up to a type of the module, which is offered. */
async function typeHead(vs) {
  await typeKeys(vs, 'class web::reopened (\nWeb::P', 30);
  await see(vs, 'the alias of the module', 'Web::Port', () => texts(vs, LABELS));
}

/** Closes the file without saving it. */
async function close(vs) {
  await vs.press('Escape');
  await vs.command('View: Revert and Close Editor');
  await vs.until('no tab', async () => !(await vs.page.$('.tabs-container .tab')));
}

export default async (vs) => {
  await openNew(vs, FILE);
  for (let times = 0; times < 3; times += 1) {
    await typeHead(vs);
    await close(vs);
    await pause(times * 200);
    await vs.open(FILE);
  }
  await typeHead(vs);
  await vs.press('Tab');
  await typeKeys(vs, ' $port = 0,↓ {\nweb::vhost { $missing:\nport => 443,', 30);
  await vs.screenshot('36-reopened');
  const problems = async () => (await vs.problems()).map((row) => row.replace(/\s+/g, ' '));
  // Rows below those of other files may be scrolled out of view: of the module, the type of the first one has to be known.
  const wanted = ['problems in file reopened.pp', 'Web::Port = Integer[1, 65535] value, got Integer[0, 0]'];
  await see(vs, 'the diagnostics', wanted, problems);
  await vs.screenshot('37-reopened-problems');
  await vs.press('Control+Shift+M');
  await close(vs);
};
