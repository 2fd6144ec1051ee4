/** A waiver that proves nothing is found: of a file, a title or a code that is not there. */
import { expect, it } from 'vitest';
import { faultOf } from './test-source.ts';

const FILE = 'test/services/mail/send.test.ts';
const TITLE = 'with a large attachment is not begun';

it.each([
  ['a file', ['test/nowhere.test.ts', TITLE], undefined, 'test/nowhere.test.ts does not exist'],
  ['a title', [FILE, 'is not there'], undefined, `no test of ${FILE} has the title "is not there"`],
  [
    'a part of a title',
    [FILE, 'with a large attachment'],
    undefined,
    `no test of ${FILE} has the title "with a large attachment"`,
  ],
  ['a code', [FILE, TITLE], 'MailRefused', `"${TITLE}" does not name MailRefused`],
  ['a part of a code', [FILE, TITLE], 'MailTooLar', `"${TITLE}" does not name MailTooLar`],
] as const)('%s that is not there is a fault', (_what, waiver, code, fault) => {
  expect(faultOf(waiver, code)).toBe(fault);
});

it('a waiver that holds has no fault, in a table of cases too', () => {
  expect(faultOf([FILE, TITLE], 'MailTooLarge')).toBeUndefined();
  expect(faultOf(['test/services/assets/import.test.ts', 'is refused: %s'], 'AssetColumnRepeated')).toBeUndefined();
});
