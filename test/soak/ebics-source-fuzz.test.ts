/** Answers of a bank damaged at random: a file comes whole or not at all, and every failure is one we know. */

import { afterAll, expect, it } from 'vitest';
import { confirmBank, sendKeys, takeBankKeys } from '../../src/services/banking/feeds/sources/ebics/enrolment.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { dayFile, sourcesWorld } from '../services/banking/feeds/sources/sources-world.ts';
import { testDatabase } from '../support/database.ts';
import { startEbicsBank } from '../support/ebics-bank.ts';
import fc from '../support/property.ts';

const RUNS = process.env.SOAK ? 2_000 : 30;
const MOVEMENTS = 40;

const db = await testDatabase();
const world = sourcesWorld(db);
const settings = { ...world.ctx.settings, channelAllowPrivate: { value: 'true', source: 'test' } };
const ctx = { ...world.ctx, settings };
const bank = await startEbicsBank();
afterAll(() => bank.close());

async function readySource() {
  const folder = await createFolder(db, undefined, { name: 'ALPHA' });
  const terms = { url: bank.url, hostId: 'BANK', partnerId: 'CABINET', userId: 'USER1', bankName: 'Banque B' };
  const how = { fileFormat: 'camt.xxx.cfonb120.stm', signatureVersion: 'A005', withCertificates: false } as const;
  const draft = { kind: 'Ebics', folderId: folder.id, createsAccounts: true } as const;
  const added = await world.add({ ...draft, settings: { ...terms, ...how, state: 'New' } });
  const sent = await sendKeys(ctx, added.name);
  bank.acceptLetters();
  return { folderId: folder.id, source: await confirmBank(ctx, await takeBankKeys(ctx, sent), bank.hashes) };
}

/** Where, as a share of the text, and what is done there. */
const damage = fc.record({
  at: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
  kind: fc.constantFrom('cut', 'drop', 'repeat', 'replace'),
  length: fc.integer({ min: 1, max: 200 }),
  text: fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('<', '&', '</header>', '<!--', ']]>', '<!DOCTYPE a>', '&#0;', '000000', '\u0000', '<ReturnCode/>'),
  ),
});
type Damage = (typeof damage extends fc.Arbitrary<infer T> ? T : never) & object;

function damaged(answer: string, { at, kind, length, text }: Damage): string {
  const from = Math.floor(answer.length * at);
  const piece = answer.slice(from, from + length);
  const into = { cut: '', drop: '', repeat: piece + piece, replace: text }[kind];
  return answer.slice(0, from) + into + (kind === 'cut' ? '' : answer.slice(from + length));
}

it('damaged answers', { timeout: 3_000_000 }, async () => {
  const { folderId, source } = await readySource();
  await fc.assert(
    fc.asyncProperty(damage, async (what) => {
      bank.reset();
      bank.give(dayFile(MOVEMENTS));
      bank.faults.altered = (answer) => damaged(answer, what);
      const { items } = await world.run(source, { settings });
      for (const { code } of items) expect(code).toMatch(/^(Ebics\w+|Source\w+|Channel\w+)$/);
      expect([0, MOVEMENTS]).toContain(await world.movements(folderId));
      bank.faults.altered = undefined;
      await world.run(source, { settings });
      expect(await world.movements(folderId)).toBe(MOVEMENTS);
      expect(bank.waiting()).toBe(0);
      await forget(folderId);
    }),
    { numRuns: RUNS },
  );
});

/** So that each damage meets an empty folder. */
async function forget(folderId: number): Promise<void> {
  for (const table of [
    'bank_sighting',
    'bank_transaction',
    'bank_statement_source',
    'bank_statement',
    'statement_file',
  ]) {
    await db.knex(table).where({ folder_id: folderId }).delete();
  }
}
