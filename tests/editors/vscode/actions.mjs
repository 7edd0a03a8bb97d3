// Quick fixes, chosen from the menu.
import { see, texts } from './window.mjs';

/** What has just changed the text may close the menu again: then it is opened once more, as users do. */
const PATIENCE = 3000;

/** Opens the menu and takes what is called `title`. */
async function fix(vs, where, title, screenshot) {
  await vs.goto(where);
  let pressed = 0;
  const rows = async () => {
    const shown = await texts(vs, '.action-widget .monaco-list-row');
    if (shown.length === 0 && Date.now() - pressed > PATIENCE) {
      pressed = Date.now();
      await vs.press('Control+.');
    }
    return shown;
  };
  await see(vs, 'the menu', title, rows);
  await vs.screenshot(screenshot);
  await vs.page.click(`.action-widget .monaco-list-row:has-text("${title}")`);
}

export default async (vs) => {
  await vs.open('manifests/faults.pp');
  await vs.until('errors', async () => (await vs.squiggles()).filter((kind) => kind === 'error').length >= 2);
  await fix(vs, { text: 'web::servise', offset: 6 }, "Replace with `web::service`", '18-did-you-mean');
  await see(vs, 'the class', 'include web::service', () => vs.lines());
  await fix(vs, { text: "'first'", offset: 2 }, 'port', '19-missing-parameter');
  await see(vs, 'the parameter', 'port => 1,', () => vs.lines());
  // What it should be, the user knows.
  await vs.goto({ line: 5, col: 13 });
  await vs.press('Control+Shift+ArrowRight');
  await vs.type('80');
  await see(vs, 'the value', 'port => 80,', () => vs.lines());
  await vs.screenshot('20-mended');
  await vs.until('no error', async () => !(await vs.squiggles()).includes('error'));
  await vs.command('File: Revert File');
};
