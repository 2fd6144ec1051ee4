/** Statement files with a few bytes changed, lost or doubled: imported whole, in part or not at all, never by halves. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { importStatementFile } from '../../../../src/services/banking/statements/import.ts';
import type { Database } from '../../../../src/services/db/database.ts';
import { TaxopsError } from '../../../../src/services/kernel/errors.ts';
import fc from '../../../support/property.ts';
import type { World } from './world.ts';

const FIXTURES = ['good', 'deviation', 'error'].flatMap((kind) =>
  readdirSync(`fixtures/cfonb/${kind}`)
    .filter((name) => name.endsWith('.cfonb'))
    .map((name) => readFileSync(`fixtures/cfonb/${kind}/${name}`)),
);

const change = fc.record({
  at: fc.nat(),
  length: fc.integer({ min: 0, max: 3 }),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 3 }),
    fc.constantFrom('\\', '\t', '\0', '\n', '{', 'é', '0', ' ', '9').map((text) => Buffer.from(text, 'latin1')),
  ),
});

function mutate(file: Buffer, changes: readonly { at: number; length: number; bytes: Uint8Array }[]): Buffer {
  let bytes = file;
  for (const { at, length, bytes: instead } of changes) {
    const from = at % bytes.length;
    bytes = Buffer.concat([bytes.subarray(0, from), instead, bytes.subarray(from + length)]);
  }
  return bytes;
}

/** Statements without all of their movements, and movements that no statement shows. */
async function broken(db: Database, folderId: number): Promise<unknown[]> {
  const { rows } = await db.knex.raw(
    `select 'statement ' || s.id as what from bank_statement s
     left join bank_sighting g on g.folder_id = s.folder_id and g.statement_id = s.id
     left join bank_transaction t on t.folder_id = g.folder_id and t.id = g.transaction_id
     where s.folder_id = :folderId group by s.folder_id, s.id
     having count(t.id) <> s.movement_count
       or (s.is_balanced and coalesce(sum(t.amount_units), 0) <> s.end_units - s.start_units)
     union all
     select 'transaction ' || t.id from bank_transaction t where t.folder_id = :folderId
       and not exists (select from bank_sighting g where g.folder_id = t.folder_id and g.transaction_id = t.id)`,
    { folderId },
  );
  return rows;
}

/** The same right after a load: the server may not have counted the rows yet, and would join them one by one. */
export async function brokenAfterLoad(db: Database, folderId: number): Promise<unknown[]> {
  await db.knex.raw('analyze bank_statement, bank_sighting, bank_transaction');
  return broken(db, folderId);
}

export const importsAnything = (world: World, db: Database, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...FIXTURES),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      async (fixture, changes) => {
        const path = join(world.folder, 'mutated.cfonb');
        writeFileSync(path, mutate(fixture, changes));
        const folderId = await world.newFolder();
        const file = { name: 'mutated.cfonb', path };
        await importStatementFile(world.ctx, file, { folderId, createsAccounts: true }).catch((error) => {
          if (!(error instanceof TaxopsError)) throw error;
        });
        expect(await broken(db, folderId)).toEqual([]);
      },
    ),
    { numRuns },
  );
