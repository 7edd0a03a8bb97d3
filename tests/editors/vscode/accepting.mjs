// A completion that a person chooses is inserted; after an attribute, its values are offered.
import { openNew, pause, typeKeys } from './typing.mjs';
import { see, texts } from './window.mjs';

const LABELS = '.suggest-widget.visible .monaco-list-row .label-name';

export default async (vs) => {
  await openNew(vs, 'manifests/snippet.pp');
  await typeKeys(vs, 'packag', 60);
  await vs.suggest();
  await see(vs, 'the type is offered', 'package', () => texts(vs, LABELS));
  await vs.press('Tab');
  await see(vs, 'its title is asked for', "package { 'title':", () => vs.lines());
  await typeKeys(vs, 'nginx⇥', 60);
  await see(vs, 'the attributes are offered after the title', 'ensure', () => texts(vs, LABELS));
  await vs.screenshot('typing-attributes-after-title');
  await vs.press('Tab');
  await see(vs, 'its values are offered', 'installed', () => texts(vs, LABELS));
  await saveAndClose(vs);

  await openNew(vs, 'manifests/accepted.pp');
  await typeKeys(vs, "file { '/tmp/x':\nens", 60);
  await see(vs, 'the attribute is offered', 'ensure', () => texts(vs, LABELS));
  await vs.press('Tab');
  await see(vs, 'its values are offered', 'directory', () => texts(vs, LABELS));
  await vs.screenshot('typing-values-after-tab');
  await typeKeys(vs, 'dir', 60);
  await pause(500);
  await vs.press('Enter');
  await see(vs, 'the value is inserted', 'ensure => directory,', () => vs.lines());
  await vs.press('Tab');
  await typeKeys(vs, '\nrecurse => ', 60);
  await see(vs, 'values are offered after a typed arrow', 'true', () => texts(vs, LABELS));
  await vs.screenshot('typing-values-after-arrow');
  await typeKeys(vs, 'tr', 60);
  await pause(500);
  await vs.press('Tab');
  await see(vs, 'the value is inserted', 'recurse => true', () => vs.lines());
  await typeKeys(vs, ',↓\ninclude we', 60);
  // On a busy machine the answer to the space is still on its way when letters come, and the editor asks no more.
  await vs.suggest();
  await see(vs, 'classes are offered', 'web', () => texts(vs, LABELS));
  // Down right after a letter would leave the line: the list is read first.
  await pause(500);
  await vs.press('ArrowDown', 'ArrowUp', 'Enter');
  await see(vs, 'a class is inserted', 'include web', () => vs.lines());
  await saveAndClose(vs);
};

async function saveAndClose(vs) {
  await vs.press('Escape', 'Control+S');
  await vs.until('the saved file', async () => !(await vs.page.$('.tabs-container .tab.dirty')));
  await vs.press('Control+K', 'w');
}
