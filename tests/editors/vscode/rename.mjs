// F2 on a parameter, with call sites in other files, and on a class, whose file moves.
import assert from 'node:assert';
import { pressUntil } from './steady.mjs';
import { onDisk, saved, see, texts } from './window.mjs';

/** Opens the box, with the old name in it, and types the new one. */
async function rename(vs, placeholder, name) {
  await pressUntil(vs, 'F2', '.rename-box .rename-input');
  const box = await vs.page.waitForSelector('.rename-box .rename-input');
  await vs.until('the old name', async () => (await box.inputValue()) === placeholder);
  await vs.screenshot(`28-rename-${placeholder.replaceAll(':', '')}`);
  await vs.page.keyboard.press('Control+A');
  await vs.page.keyboard.insertText(name);
  await vs.press('Enter');
}

export default async (vs) => {
  await vs.open('manifests/vhost.pp');
  await vs.goto({ text: '$port', offset: 1 });
  await rename(vs, 'port', 'listen');
  await vs.until('the new name', async () => (await vs.lines()).some((line) => line.includes('Web::Port $listen')));
  await vs.screenshot('29-renamed');
  await vs.command('File: Save All Files');
  await saved(vs, 'manifests/vhost.pp', ['@param listen', 'Web::Port $listen,', 'on ${listen}"']);
  await saved(vs, 'manifests/init.pp', ['listen => ', 'Web::Port $port = 8080', 'notice($port']);
  await saved(vs, 'manifests/hosts.pp', 'listen => $ports');

  await vs.open('manifests/hosts.pp');
  await vs.goto({ text: 'web::service', offset: 6 });
  await rename(vs, 'web::service', 'web::daemon');
  await vs.until('the new name', async () => (await vs.lines()).some((line) => line.includes('include web::daemon')));
  await vs.screenshot('30-renamed-class');
  await vs.command('File: Save All Files');
  await saved(vs, 'manifests/hosts.pp', 'include web::daemon');
  await saved(vs, 'manifests/daemon.pp', 'class web::daemon {');
  assert.equal(onDisk(vs, 'manifests/service.pp'), undefined, 'the old file');

  // The other way round: the user moves the file, and the class takes its name.
  await vs.open('manifests/daemon.pp');
  await vs.command('File: Reveal Active File in Explorer View');
  await vs.page.waitForSelector('.explorer-folders-view .monaco-list-row.focused:has-text("daemon.pp")');
  await pressUntil(vs, 'F2', '.explorer-item-edited input');
  await vs.page.keyboard.press('Control+A');
  await vs.page.keyboard.insertText('server.pp');
  await vs.press('Enter');
  await see(vs, 'the question', 'wants to make refactoring changes', () => texts(vs, '.monaco-dialog-box'));
  await vs.screenshot('31-moving-a-file');
  await vs.press('Enter');
  await saved(vs, 'manifests/server.pp', '\n');
  await vs.page.click('.editor-group-container.active .view-lines');
  await vs.command('File: Save All Files');
  await saved(vs, 'manifests/server.pp', 'class web::server {');
  await saved(vs, 'manifests/hosts.pp', 'include web::server');
  await see(vs, 'no problem of a file that is gone', 'Errors: 3', () => texts(vs, '#status\\.problems a', 'aria-label'));
  await vs.screenshot('32-moved-file');
};
