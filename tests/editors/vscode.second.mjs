// Another extension for Puppet in the same VS Code is noticed and named, with a way to it.
import { steady } from './vscode/steady.mjs';
import { see, texts } from './vscode/window.mjs';

export default async (vs) => {
  steady(vs);
  await vs.open('manifests/init.pp');
  await vs.command('Notifications: Show Notifications');
  const messages = () => texts(vs, '.notifications-center .notification-list-item-message');
  await see(vs, 'the other extension', ['Another Puppet', 'puppet.puppet-vscode', 'Disable one of the two'], messages);
  await vs.screenshot('second-1-message');
  await vs.page.click('.notifications-center .monaco-button:has-text("Show Extension")');
  await see(vs, 'the extension in the list', 'Another Puppet', () => texts(vs, '.extensions-list .monaco-list-row', 'aria-label'));
  await vs.screenshot('second-2-extension');
};
