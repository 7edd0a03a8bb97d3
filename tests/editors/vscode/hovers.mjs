// What hovers say of values that depend on branches, and of data.
import { see, texts } from './window.mjs';

/** Waits until the hover at a place says all of `wanted`: the problems at the place come first. */
async function hover(vs, where, wanted) {
  await vs.hover(where);
  await see(vs, `the hover at ${where.text}`, wanted, () => texts(vs, '.monaco-hover:not(.hidden) .hover-contents'));
}

export default async (vs) => {
  await vs.open('manifests/cups.pp');
  // Lenses move the lines below them: first all of them are there.
  await see(vs, 'the hint', '10.0.0.20 from data/common.yaml', () => vs.lines());
  await see(vs, 'the lens', 'reference', () => texts(vs, '.codelens-decoration'));
  await hover(vs, { text: '$version, ', offset: 2 }, [
    'This branch does not assign it',
    'Assigned in 2 branches',
    "line 9: '1.0-28'",
    "line 12: '1.0-29'",
    'Not assigned in the default branch (line 14)',
  ]);
  await vs.screenshot('30-branches');
  await hover(vs, { text: '$address)', offset: 2 }, ['10.0.0.20', 'data/common.yaml (Common)']);
  await vs.screenshot('31-data-of-parameter');
  await vs.open('data/common.yaml');
  await hover(vs, { text: 'web::cups::address', offset: 14 }, ['10.0.0.20', 'data/common.yaml (Common)']);
  await vs.screenshot('32-data');
};
