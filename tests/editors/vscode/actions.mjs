// Quick fixes, chosen from the menu.
import { quickFixes, takeQuickFix } from './quick_fixes.mjs';
import { see } from './window.mjs';

/** Opens the menu and takes what is called `title`. */
async function fix(vs, where, title, screenshot) {
  await quickFixes(vs, where, title);
  await vs.screenshot(screenshot);
  await takeQuickFix(vs, title);
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
  await vs.screenshot('20-fixed');
  await vs.until('no error', async () => !(await vs.squiggles()).includes('error'));
  await vs.command('File: Revert File');
};
