/** Any bytes in any chunks: never a throw, a hang or a different result; what is called balanced is. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachOf, sized } from '../../../../support/length.ts';
import fc from '../../../../support/property.ts';
import { expectSound } from './invariants.ts';
import { mutate } from './mutations.ts';
import { FIXTURES, lines, readAll, readChunks, statement } from './support.ts';

const files = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.cfonb'))
  .sort();
const SEEDS_PER_FILE = 2;

describe('any input', () => {
  eachOf(files, (_, at) => at % 6 === 0)('%s, whole and damaged', async (name) => {
    const bytes = readFileSync(join(FIXTURES, name));
    await expectSound(bytes, 1);
    for (let seed = 1; seed <= SEEDS_PER_FILE; seed++) {
      await expectSound(mutate(bytes, seed), seed).catch((error: unknown) => {
        throw new Error(`seed ${seed} of ${name}`, { cause: error });
      });
    }
  });

  eachOf(
    ['deviation/no-line-break.cfonb', 'deviation/padded-beyond.cfonb', 'deviation/cr.cfonb', 'returned/cheques.cfonb'],
    1,
  )('%s cut in two anywhere', async (name) => {
    const bytes = readFileSync(join(FIXTURES, name));
    const whole = await readAll(bytes);
    for (let at = 1; at < bytes.length; at++) {
      expect(await readChunks([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
    }
  });

  it('one byte at a time', async () => {
    for (const name of [
      'good/qualifiers.cfonb',
      'deviation/utf8-accents-no-line-break.cfonb',
      'deviation/extra-cr.cfonb',
    ]) {
      const bytes = readFileSync(join(FIXTURES, name));
      expect(await readChunks(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(await readAll(bytes));
    }
  });

  it('arbitrary bytes', { tags: 'sized' }, () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 600 }), fc.nat(1000), (bytes, seed) =>
        expectSound(Buffer.from(bytes), seed),
      ),
      { numRuns: sized(30, 300) },
    ),
  );

  it('arbitrary bytes after a sound beginning', { tags: 'sized' }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom('\r\n', '\n', '\r', ''),
        fc.nat(1000),
        (bytes, lineBreak, seed) =>
          expectSound(Buffer.concat([Buffer.from(lines(statement([{}]), lineBreak), 'latin1'), bytes]), seed),
      ),
      { numRuns: sized(30, 300) },
    ),
  );

  it('arbitrary records', { tags: 'sized' }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...statement([{ details: [{ qualifier: 'LIB', text: 'X' }] }]), '', 'JUNK', '31'), {
          maxLength: 12,
        }),
        fc.constantFrom('\r\n', '\n', '\r', ''),
        fc.nat(1000),
        (records, lineBreak, seed) => expectSound(Buffer.from(lines(records, lineBreak), 'latin1'), seed),
      ),
      { numRuns: sized(50, 400) },
    ),
  );
});
