/** Notices changed on the way, in their e-mail or in their own text: each ends in a notice or in a refusal of ours. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { openPiece, readNotice } from '../../../src/services/edi/notice.ts';
import { TaxopsError } from '../../../src/services/kernel/errors.ts';
import fc from '../../support/property.ts';

const fixture = (name: string) => readFileSync(new URL(`../../../fixtures/notices/${name}`, import.meta.url));
const ORIGINALS = ['ars-rejected.eml', 'acs-quoted.eml', 'ads.xml', 'acs.xml', 'ars.xml'].map(fixture);

const change = fc.record({ at: fc.nat(20_000), byte: fc.nat(255), cut: fc.boolean() });
const changed = fc.record({
  original: fc.constantFrom(...ORIGINALS),
  changes: fc.array(change, { minLength: 1, maxLength: 4 }),
});

export const survivesChanges = (numRuns: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(changed, async ({ original, changes }) => {
      let bytes = Buffer.from(original);
      for (const { at, byte, cut } of changes) {
        const place = at % Math.max(1, bytes.length);
        if (cut) bytes = bytes.subarray(0, place);
        else if (place < bytes.length) bytes[place] = byte;
      }
      try {
        await readNotice(openPiece(bytes.toString('base64')).document);
      } catch (error) {
        expect(error).toBeInstanceOf(TaxopsError);
      }
    }),
    { numRuns },
  );
