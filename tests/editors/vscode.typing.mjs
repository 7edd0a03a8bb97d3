// Texts that are typed key by key come out as typed, with VS Code's own settings, and a chosen completion is inserted.
// By default, a quarter of them at an ordinary pace and a few faster and slower (Neovim and Emacs type all): ALL=1
// types all at each pace, and PACES (45,20,120), ONLY (names), FROM (a number) and TEXTS (a file) choose others.
import { readFileSync } from 'node:fs';
import accepting from './vscode/accepting.mjs';
import { steady } from './vscode/steady.mjs';
import { pause, typeText } from './vscode/typing.mjs';

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const TEXTS = process.env.TEXTS ? read(process.env.TEXTS) : [...read('typing.json'), ...read('editing.json')];
const PACES = (process.env.PACES ?? '45,20,120').split(',').map(Number);
const IS_CHOSEN = ['ALL', 'PACES', 'ONLY', 'FROM', 'TEXTS'].some((name) => process.env[name]);
/** By default, every so many texts are typed at each pace: all of them take twenty minutes. */
const SHARES = [4, 16, 32];

export default async (vs) => {
  steady(vs);
  const only = process.env.ONLY?.split(',');
  const from = Number(process.env.FROM ?? 0);
  const texts = TEXTS.slice(from).filter((text) => !only || only.includes(text.name));
  const wrong = [];
  await pause(2000);
  for (const [nth, pace] of PACES.entries()) {
    const chosen = texts.filter((_, index) => IS_CHOSEN || index % SHARES[nth] === nth);
    let right = 0;
    for (const text of chosen) {
      const difference = await typeText(vs, text, pace);
      if (difference) {
        wrong.push(`${text.name} at ${pace} ms`);
        console.log(`FAILED ${text.name} at ${pace} ms\n${difference}`);
      } else {
        console.log(`ok  ${text.name} at ${pace} ms`);
        right += 1;
      }
    }
    console.log(`typing at ${pace} ms: ${right}/${chosen.length}`);
  }
  if (!only || only.includes('accepting')) await accepting(vs);
  if (wrong.length) throw new Error(`not as typed: ${wrong.join(', ')}`);
};
