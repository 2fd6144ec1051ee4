/** Every code that a control prints is explained, and none besides. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { controlCodes } from '../../../../src/services/declarations/returns/control-codes.ts';
import { RETURN_CONTROLS } from '../../../../src/services/declarations/returns/controls.ts';

/** Codes of findings that stand in the text of a module. */
const codesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/(?<=')[LA]\d\d(?=')/g) ?? []);

const printed = [
  ...RETURN_CONTROLS.map(({ code }) => code),
  ...['src/services/declarations', 'src/services/forms'].flatMap(codesIn),
];

it('every code that a control of returns prints is explained, and no other', () =>
  expect(controlCodes().map(({ code }) => code)).toEqual([...new Set(printed)].toSorted(byCode)));

/** Those of returns and payments before those of annexes. */
const byCode = (a: string, b: string): number => {
  const [first, second] = [a, b].map((code) => (code.startsWith('L') ? `0${code}` : `1${code}`)) as [string, string];
  return first < second ? -1 : 1;
};

it('a code is an error when one of its controls is', () => {
  const levels = new Map(controlCodes().map(({ code, level }) => [code, level]));
  const blocking = RETURN_CONTROLS.filter(({ level }) => level === 'error').map(({ code }) => code);
  expect(blocking.filter((code) => levels.get(code) !== 'error')).toEqual([]);
});

it('codes of controls are explained in two languages', () => {
  const labels = controlCodes().flatMap(({ rule, next }) => [rule, next]);
  expect(labels.filter(({ en, fr }) => en === '' || fr === '' || en === fr)).toEqual([]);
});
