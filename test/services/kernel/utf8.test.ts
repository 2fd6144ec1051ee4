import { expect, it } from 'vitest';
import { bytesOf, textOf } from '../../../src/services/kernel/utf8.ts';

it.each(['', 'plain', 'é', 'œuvre – 12 €', '\u{1f4c4}', 'a\u0000b', `${'x'.repeat(70_000)}é`])(
  'writes and reads %j as UTF-8',
  (text) => {
    expect(bytesOf(text)).toEqual(Buffer.from(text, 'utf8'));
    expect(textOf(Buffer.from(text, 'utf8'))).toBe(text);
  },
);

it('reads what is no UTF-8 as Node reads it', () => {
  expect(textOf(Buffer.from([0x61, 0xe9, 0x62]))).toBe('a\ufffdb');
});
