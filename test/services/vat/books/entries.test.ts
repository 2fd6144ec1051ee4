/** What a return reads of the stored ledger: which entries, and each of them as the engine takes it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createFolder, getFolder } from '../../../../src/services/folders/folders.ts';
import { findAccounts } from '../../../../src/services/ledger/accounts.ts';
import { closingEntries } from '../../../../src/services/ledger/closings.ts';
import { readExercises } from '../../../../src/services/ledger/exercises.ts';
import { openVatEntries, readVatEntries } from '../../../../src/services/vat/books/entries.ts';
import { lineDistributions } from '../../../../src/services/vat/books/line-settings.ts';
import { bookAccounts } from '../../../../src/services/vat/books/vat-accounts.ts';
import { vatFolderOf } from '../../../../src/services/vat/books/vat-folder.ts';
import { readBasis } from '../../../../src/services/vat/configuration/basis.ts';
import { saveConfiguration } from '../../../../src/services/vat/configuration/save.ts';
import type { VatEntry } from '../../../../src/services/vat/engine/model.ts';
import { saveLineConfiguration } from '../../../../src/services/vat/lines/line-configurations.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { importer, siren } from '../../ledger/books.ts';

const db = await testDatabase();
const ctx = testContext(db);
const load = importer(db);
const day = (text: string) => text as never;
let folderId = 0;

beforeAll(async () => {
  folderId = (await createFolder(ctx, undefined, { name: 'ALPHA', siren: siren(1), department: '69' })).id;
  const entries = [
    { journal: 'AN', date: '01-01', lines: ['411000/C1 1000', '101000 -1000'] },
    { date: '01-10', letter: 'A', lines: ['411000/C1 120', '706000 -100', '445710 -20'] },
    { date: '01-11', lines: ['411000/C2 240', '706000 -200', '445710 -40'] },
    { date: '01-31', lines: ['445710 60', '445510 -60'] },
    { date: '02-20', letter: 'A', lines: ['512000 120', '411000/C1 -120'] },
    { date: '02-21', lines: ['512000 60', '706000 -50', '445710 -10'] },
    { date: '12-31', lines: ['706000 350', '120000 -350'] },
  ];
  const numbered = entries.map((entry, index) => ({ ...entry, number: index + 1 }));
  await load(numbered, { name: `${siren(1)}FEC20241231.txt` });
});

interface Change {
  readonly entryIds?: number[];
  readonly everything?: boolean;
}

const reading = <T>(
  by: (...asked: Parameters<typeof readVatEntries>) => Promise<T>,
  change: Change,
  of: number,
): Promise<T> =>
  db.transaction(async (trx) => {
    const folder = vatFolderOf(await getFolder(ctx, of), 'TaxIncluded');
    const accounts = bookAccounts(await readBasis(ctx, of), folder);
    const windows = [{ startDate: day('2024-02-01'), endDate: day('2024-02-29') }];
    return by(trx, of, accounts, {
      windows,
      endDate: day(change.everything ? '2024-12-31' : '2024-02-29'),
      hasAdvances: true,
      ...change,
    });
  });

const read = (change: Change = {}, of = folderId): Promise<VatEntry[]> => reading(readVatEntries, change, of);

const days = (entries: readonly VatEntry[]) => entries.map(({ date }) => date.slice(5));

describe('entries', () => {
  it('are those of the period and those whose letter moved in it', async () => {
    expect(days(await read())).toEqual(['01-10', '02-20', '02-21']);
  });

  it('are chosen ones with those that their letters go with', async () => {
    const [{ entryId = 0 } = {}] = await read();
    expect(days(await read({ entryIds: [entryId] }))).toEqual(['01-10', '02-20']);
  });

  it('come one after the other as they are read, each with all of its lines', async () => {
    const all: VatEntry[] = [];
    const gather = async (...asked: Parameters<typeof openVatEntries>) => {
      for await (const some of await openVatEntries(...asked)) all.push(...some);
    };
    await reading(gather, { everything: true }, folderId);
    expect(all).toEqual(await read({ everything: true }));
    expect(all.map(({ entryId }) => entryId)).toEqual(all.map(({ entryId }) => entryId).toSorted((a, b) => a - b));
    expect(all.map(({ lines }) => lines.length)).toEqual([2, 3, 3, 2, 2, 3, 2]);
  });

  it('that open, close an exercise or close a return are left out of everything', async () => {
    const leftOut = (await read({ everything: true })).filter(({ journalType }) => journalType === 'Closing');
    expect(days(leftOut)).toEqual(['01-01', '01-31', '12-31']);
    const [exercise] = await readExercises(db.knex, folderId);
    expect(await closingEntries(db.knex, folderId, exercise?.id ?? 0)).toEqual([leftOut.at(-1)?.entryId]);
  });

  it('of the first day that say what they take over are left out too, where no journal of openings is', async () => {
    const entries = [
      { number: 1, date: '01-01', label: 'Report à nouveau', lines: ['411000/C1 1000', '101000 -1000'] },
      { number: 2, date: '01-01', lines: ['411000/C1 120', '706000 -100', '445710 -20'] },
      { number: 3, date: '02-10', lines: ['411000/C1 120', '706000 -100', '445710 -20'] },
    ];
    const { applied } = await load(entries, { name: `${siren(2)}FEC20241231.txt` });
    const all = await read({ everything: true }, applied?.folderId);
    expect(all.map(({ date, journalType }) => [date.slice(5), journalType])).toEqual([
      ['01-01', 'Closing'],
      ['01-01', undefined],
      ['02-10', undefined],
    ]);
    expect((await read({ entryIds: [all[0]?.entryId ?? 0] }, applied?.folderId))[0]?.journalType).toBe('Closing');
  });

  it('those of a third party whose payments count without letter are all read', async () => {
    const account = (await findAccounts(ctx, folderId)).find(({ number }) => number === '411000');
    const change = { accountId: account?.id ?? 0, isSystemGenerated: false };
    await saveConfiguration(ctx, folderId, { ...change, includeUnletteredPayments: true });
    expect(days(await read())).toEqual(['01-01', '01-10', '01-11', '02-20', '02-21']);
    await saveConfiguration(ctx, folderId, { ...change, includeUnletteredPayments: false });
    expect(days(await read())).toEqual(['01-10', '02-20', '02-21']);
  });
});

it('a customer with the category of a sale, which a chart may give, is a customer all the same', async () => {
  const { id = 0 } = (await findAccounts(ctx, folderId)).find(({ number }) => number === '411000') ?? {};
  const change = { accountId: id, vatCategory: 'VT_PREST', isSystemGenerated: true };
  await expect(saveConfiguration(ctx, folderId, change)).rejects.toMatchObject({ code: 'VatCategoryNotPossible' });
  const own = { folder_id: folderId, account_id: id, sub_account_id: null };
  expect(await db.knex('vat_account_setting').where(own).update({ vat_category: 'VT_PREST' })).toBe(1);
  const { byId, accounts } = bookAccounts(
    await readBasis(ctx, folderId),
    vatFolderOf(await getFolder(ctx, folderId), 'TaxIncluded'),
  );
  expect(accounts.find(({ accountNumber }) => accountNumber === '411000')?.category).toBeUndefined();
  expect(byId.get(id)).toMatchObject({ isThirdParty: true, isBase: false });
  await db.knex('vat_account_setting').where(own).update({ vat_category: null });
});

it('lines bear letters of their exercise, sub-accounts by code, and what is set for them', async () => {
  const [invoice] = await read();
  const [party, base] = invoice?.lines ?? [];
  expect(party).toMatchObject({ accountNumber: '411000', subAccount: 'C1', debit: 12000n, credit: 0n });
  expect(party?.letter).toMatch(/^\d+ A$/);
  const place = { entryId: invoice?.entryId ?? 0, lineId: base?.lineId ?? 0 };
  await saveLineConfiguration(ctx, folderId, { ...place, vatRate: '_10', source: 'Manual' });
  await lineDistributions(db.knex).insert({
    folder_id: folderId,
    entry_id: place.entryId,
    line_id: place.lineId,
    vat_rate: '_10',
    tax_excluded_cents: 10000n,
    tax_cents: 1000n,
  });
  expect((await read())[0]?.lines[1]).toMatchObject({
    rate: '_10',
    credit: 10000n,
    distributions: [{ rate: '_10', taxExcluded: 10000n, tax: 1000n }],
  });
});
