/** What waits to be imported: looked at without a trace in the books, kept a day for whoever gave it. */
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRows } from '../../../src/services/assets/import/rows.ts';
import {
  findIntake,
  keepIntake,
  listIntakes,
  sweepIntakes,
  withKeptFile,
} from '../../../src/services/intake/intakes.ts';
import { lookAtLedger, lookAtStatements } from '../../../src/services/intake/look.ts';
import { FILE_STATES, type LookedFile } from '../../../src/services/intake/looked-file.ts';
import { stillThere } from '../../../src/services/intake/still-there.ts';
import { knownFolderOfFile } from '../../../src/services/ledger/import/folder-of-file.ts';
import { LEDGER_FILE, STATEMENT_FILE, written } from '../../contract/seeds.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const db = await testDatabase();
const ctx = testContext(db);
const ledger = { name: '732829320FEC20241231.txt', path: LEDGER_FILE };

it('tells the folder that an import would make, and makes none', async () => {
  const looked = await lookAtLedger(ctx, ledger, {});
  expect(looked).toMatchObject({ state: 'ToImport', owners: [{ folderId: null, folder: '732829320 (a new folder)' }] });
  expect(FILE_STATES).toContain(looked.state);
  expect(await knownFolderOfFile(ctx, { fileName: 'x', siren: '732829320', folderId: undefined })).toBeUndefined();
  expect(await db.knex('folder').select('id')).toEqual([]);
});

it('tells of a statement whose account nobody has, and keeps nothing of it', async () => {
  const looked = await lookAtStatements(ctx, { name: 'releve.txt', path: STATEMENT_FILE }, {});
  expect(looked).toMatchObject({ state: 'Unplaced', owners: [{ count: 1, problem: 'No account has this number.' }] });
  expect(await db.knex('statement_file').select('id')).toEqual([]);
});

const found: LookedFile = {
  ...(await lookAtLedger(ctx, ledger, {})),
  rank: 1,
  file: ledger.name,
  kind: 'Ledger',
  format: 'FEC',
  made: [{ folderId: 1, importId: 1 }],
  place: null,
};

it('gives a file back byte for byte, to who gave it alone, for a day', async () => {
  const kept = await keepIntake(ctx, [[found, ledger]]);
  const bytes = await withKeptFile(ctx, kept, found, async ({ path }) => readFileSync(path));
  expect(bytes.equals(readFileSync(LEDGER_FILE))).toBe(true);
  const other = { ...ctx, actor: { kind: 'anonymous' as const } };
  await expect(findIntake(other, kept.id)).rejects.toMatchObject({ code: 'IntakeNotFound' });
  expect((await listIntakes(other, { page: 1, limit: 10 })).items).toEqual([]);
  expect((await listIntakes(ctx, { page: 1, limit: 10 })).items).toEqual([kept]);
  await sweepIntakes(db.knex, kept.createdAt);
  expect(await findIntake(ctx, kept.id)).toEqual(kept);
  await sweepIntakes(db.knex, '2999-01-01T00:00:00Z');
  await expect(findIntake(ctx, kept.id)).rejects.toMatchObject({ code: 'IntakeNotFound' });
  expect(await db.knex('intake_chunk').select('chunk_rank')).toEqual([]);
});

it('says that what was taken back is not there', async () => {
  const there = await stillThere(ctx, [found]);
  expect(there(found, { folderId: 1, importId: 1 })).toBe(false);
});

it('reads the rows of a list as they stand', async () => {
  const path = written('liste.csv', 'Nom;Compte\nPresse;215400\n');
  expect(await readRows({ name: 'liste.csv', path })).toEqual([
    { line: 1, cells: ['Nom', 'Compte'] },
    { line: 2, cells: ['Presse', '215400'] },
  ]);
});

it('goes when its day is over, on a machine where no listener runs too', async () => {
  const first = await keepIntake(ctx, [[found, ledger]]);
  const later = { ...ctx, clock: { now: () => '2999-01-01T00:00:00.000Z' } };
  const second = await keepIntake(later, [[found, ledger]]);
  expect(await db.knex('intake').pluck('id')).toEqual([second.id]);
  await expect(findIntake(ctx, first.id)).rejects.toMatchObject({ code: 'IntakeNotFound' });
});

it('keeps no more than so many of one person, and says until when', async () => {
  const many = { ...ctx, actor: { kind: 'anonymous' as const } };
  const kept = await keepIntake(many, [[found, ledger]]);
  await db.knex.raw(
    `insert into intake (id, owner, created_at, expires_at, files)
     select gen_random_uuid(), owner, created_at, expires_at, files from intake, generate_series(1, 99) where id = ?`,
    [kept.id],
  );
  await expect(keepIntake(many, [[found, ledger]])).rejects.toMatchObject({
    code: 'IntakesFull',
    params: { count: 100, until: kept.expiresAt },
  });
  expect((await keepIntake(ctx, [[found, ledger]])).files).toHaveLength(1);
});

it('keeps no more bytes of one person than a bound', async () => {
  const large = join(temporaryFolder('intakes'), 'file');
  const file = await open(large, 'w');
  await file.truncate(1024 ** 3 + 1); // sparse: nothing is written
  await file.close();
  await expect(keepIntake(ctx, [[found, { name: 'large', path: large }]])).rejects.toMatchObject({
    code: 'IntakesFull',
  });
});
