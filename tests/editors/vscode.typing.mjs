// Texts that are typed key by key come out as typed, with VS Code's own settings, and a chosen completion is inserted.
// All at an ordinary pace, some faster and slower: PACES (45,20,120), ONLY (names) and FROM (a number)
// choose others.
import { readFileSync } from 'node:fs';
import accepting from './vscode/accepting.mjs';
import { pause, typeText } from './vscode/typing.mjs';

const TEXTS = JSON.parse(readFileSync(new URL('typing.json', import.meta.url), 'utf8'));
const PACES = (process.env.PACES ?? '45,20,120').split(',').map(Number);
/** Of the second and third pace, every so many texts. */
const SOME = 6;

export default async (vs) => {
  const only = process.env.ONLY?.split(',');
  const from = Number(process.env.FROM ?? 0);
  const texts = TEXTS.slice(from).filter((text) => !only || only.includes(text.name));
  const wrong = [];
  await pause(2000);
  for (const [nth, pace] of PACES.entries()) {
    const chosen = texts.filter((_, index) => nth === 0 || only || index % SOME === nth);
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
