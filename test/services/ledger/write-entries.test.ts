import { beforeAll, describe, expect, it } from 'vitest';
import { duringCall } from '../../../src/services/db/call.ts';
import { createAccount, updateAccount } from '../../../src/services/ledger/accounts.ts';
import { getEntry } from '../../../src/services/ledger/entries.ts';
import { createJournal } from '../../../src/services/ledger/journals.ts';
import { letterLines } from '../../../src/services/ledger/letters/change.ts';
import { findLines } from '../../../src/services/ledger/lines.ts';
import type { NewEntry } from '../../../src/services/ledger/place-entry.ts';
import { createSubAccount, findSubAccounts, updateSubAccount } from '../../../src/services/ledger/sub-accounts.ts';
import {
  createEntries,
  createEntry,
  deleteEntry,
  updateEntry,
  validateEntries,
} from '../../../src/services/ledger/write-entries.ts';
import type { Reader } from '../../../src/services/operation/context.ts';
import { within } from '../../../src/services/operation/within.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { everything, importer, SALES } from './books.ts';

const db = await testDatabase();
const take = importer(db);
const day = (text: string) => text as never;
let folderId = 0;
beforeAll(async () => {
  folderId = (await take(SALES)).applied?.folderId ?? 0;
});

const payment = (change: Partial<NewEntry> = {}): NewEntry => ({
  journal: 'BQ',
  date: day('2024-06-01'),
  label: 'VIR Morel',
  docRef: 'REL06',
  lines: [
    { account: '512000', debit: 60000n, credit: 0n },
    { account: '411000', subAccount: 'C2', debit: 0n, credit: 60000n, letter: 'B', letterDate: day('2024-06-01') },
  ],
  ...change,
});

describe('entries written in one transaction', () => {
  it('have the numbers and ranks they would have one by one, and refused ones take none', async () => {
    await createJournal(db, folderId, { code: 'NV', label: 'Nouveau' });
    const wanted = [
      payment(),
      payment({ journal: 'NV' }),
      payment({ journal: 'NO' }),
      payment({ lines: [{ account: 'NO', debit: 1n, credit: 0n }] }),
      payment({ lines: payment().lines.map((line) => ({ ...line, account: '999' })) }),
      payment(),
      payment({ number: '40' }),
      payment({ journal: 'NV' }),
      payment({ number: '40' }),
      payment(),
    ];
    type Create = (entry: NewEntry) => Promise<{ readonly number: string }>;
    const tried = async (create: Create) => {
      const results: string[] = [];
      for (const entry of wanted) {
        const told = create(entry).then(
          ({ number }) => number,
          ({ code }) => code,
        );
        results.push(await told);
      }
      return results;
    };
    const undone = async (work: (inside: Reader) => Promise<readonly string[]>) => {
      const seen: unknown[] = [];
      const run = db.transaction(async (trx) => {
        seen.push(await work(within(db, trx)), await trx('entry').where({ folder_id: folderId }).orderBy('id'));
        throw new Error('undone');
      });
      await expect(run).rejects.toThrow('undone');
      return seen;
    };
    const together = await undone((inside) => createEntries(inside, folderId, tried));
    expect(together).toEqual(await undone((inside) => tried((entry) => createEntry(inside, folderId, entry))));
    expect(together[0]).toEqual([
      ...['6', '7', 'JournalNotFound', 'EntryNotBalanced', 'AccountNotFound', '8'],
      ...['40', '41', 'EntryNumberTaken', '42'],
    ]);
  });
});

describe('an entry written here', () => {
  it('is a draft with the next number, and reads back as it was written', async () => {
    const entry = await createEntry(db, folderId, payment());
    expect(entry).toMatchObject({
      number: '6',
      journalCode: 'BQ',
      date: '2024-06-01',
      label: 'VIR Morel',
      docRef: 'REL06',
      validationDate: null,
      isManual: true,
    });
    expect(
      entry.lines.map(({ accountNumber, subAccountCode, debit, credit, letter }) => [
        accountNumber,
        subAccountCode,
        debit,
        credit,
        letter,
      ]),
    ).toEqual([
      ['512000', null, 60000n, 0n, null],
      ['411000', 'C2', 0n, 60000n, 'B'],
    ]);
    expect(await getEntry(db, folderId, entry.id)).toEqual(entry);
    const [customer] = await findSubAccounts(db, folderId, { search: 'tiers c2' });
    const byIds = await createEntry(
      db,
      folderId,
      payment({
        lines: [
          { account: entry.lines[0]?.accountId ?? 0, debit: 1n, credit: 0n },
          { account: entry.lines[1]?.accountId ?? 0, subAccount: customer?.id, debit: 0n, credit: 1n },
        ],
      }),
    );
    expect([byIds.number, byIds.lines[1]?.subAccountCode]).toEqual(['7', 'C2']);
  });

  it('changes while it is a draft, and no more once validated', async () => {
    const { id, number } = await createEntry(db, folderId, payment());
    const changed = await updateEntry(testContext(db), folderId, id, payment({ label: 'VIR Morel solde' }));
    expect([changed.id, changed.number, changed.label]).toEqual([id, number, 'VIR Morel solde']);
    const [validated] = await validateEntries(db, folderId, [id], day('2024-06-30'));
    expect(validated?.validationDate).toBe('2024-06-30');
    expect(await validateEntries(db, folderId, [id], day('2024-07-31'))).toEqual([validated]);
    await expect(updateEntry(testContext(db), folderId, id, payment())).rejects.toMatchObject({
      code: 'EntryValidated',
    });
    await expect(deleteEntry(testContext(db), folderId, id)).rejects.toMatchObject({ code: 'EntryValidated' });
  });

  it('keeps the identifiers of its lines by account, then by place, when it changes', async () => {
    const [bank, customer, sales] = ['512000', '411000', '706000'];
    const line = (account = '', cents = 0n) => ({
      account,
      debit: cents > 0n ? cents : 0n,
      credit: cents < 0n ? -cents : 0n,
    });
    const idsOf = ({ lines }: { readonly lines: readonly { readonly id: number }[] }) => lines.map(({ id }) => id);
    const created = await createEntry(db, folderId, payment({ lines: [line(bank, 5n), line(customer, -5n)] }));
    const [first = 0, second = 0] = idsOf(created);
    const turned = { lines: [line(customer, -9n), line(sales, 2n), line(bank, 7n)] };
    const [one, added, three] = idsOf(await updateEntry(testContext(db), folderId, created.id, payment(turned)));
    expect([one, three]).toEqual([second, first]);
    expect([first, second]).not.toContain(added);
    const less = { lines: [line(sales, -9n), line('445710', 9n)] };
    expect(idsOf(await updateEntry(testContext(db), folderId, created.id, payment(less)))).toEqual([added, second]);
  });

  it('goes without a trace when it is deleted', async () => {
    const { id } = await createEntry(db, folderId, payment());
    await deleteEntry(testContext(db), folderId, id);
    await expect(getEntry(db, folderId, id)).rejects.toMatchObject({ code: 'EntryNotFound' });
    expect(await db.knex('entry_line').where({ folder_id: folderId, entry_id: id })).toEqual([]);
  });

  it('leaves no letter alone when it goes', async () => {
    const own = { ...payment(), lines: payment().lines.map(({ letter: _, letterDate: __, ...line }) => line) };
    const { id, lines } = await createEntry(db, folderId, own);
    const [invoice] = await findLines(db, folderId, { entryIds: [4], accounts: ['411'] });
    await letterLines(testContext(db), folderId, { lineIds: [invoice?.id ?? 0, lines[1]?.id ?? 0], isPartial: false });
    const { broken } = await deleteEntry(testContext(db), folderId, id);
    expect(await findLines(db, folderId, { entryIds: [4], isLettered: true })).toEqual([]);
    expect(broken).toMatchObject([{ account: '411000 C2', lineId: invoice?.id, isTakenOff: true }]);
    expect(broken[0]?.difference).toBe((invoice?.debit ?? 0n) - (invoice?.credit ?? 0n));
  });

  it('says which letterings a change of it broke', async () => {
    const own = { ...payment(), lines: payment().lines.map(({ letter: _, letterDate: __, ...line }) => line) };
    const { id, lines } = await createEntry(db, folderId, own);
    const [invoice] = await findLines(db, folderId, { entryIds: [4], accounts: ['411'] });
    const { letters } = await letterLines(testContext(db), folderId, {
      lineIds: [invoice?.id ?? 0, lines[1]?.id ?? 0],
      isPartial: false,
    });
    const { broken } = await updateEntry(testContext(db), folderId, id, own);
    expect(broken).toMatchObject([{ letter: letters[0], lineId: invoice?.id, isTakenOff: true }]);
    expect((await updateEntry(testContext(db), folderId, id, own)).broken).toEqual([]);
    await deleteEntry(testContext(db), folderId, id);
  });

  it('leaves the entries of files alone', async () => {
    const before = await everything(db);
    await expect(updateEntry(testContext(db), folderId, 1, payment())).rejects.toMatchObject({ code: 'EntryFromFile' });
    await expect(deleteEntry(testContext(db), folderId, 1)).rejects.toMatchObject({ code: 'EntryFromFile' });
    await expect(validateEntries(db, folderId, [1], day('2024-06-30'))).rejects.toMatchObject({
      code: 'EntryFromFile',
    });
    expect(await everything(db)).toEqual(before);
  });

  it.each([
    [
      {
        lines: [
          { account: '512000', debit: 5n, credit: 0n },
          { account: '706000', debit: 0n, credit: 4n },
        ],
      },
      'EntryNotBalanced',
    ],
    [{ lines: [{ account: '512000', debit: 5n, credit: 5n }] }, 'EntryLineEmpty'],
    [
      {
        lines: [
          { account: '512000', debit: -5n, credit: 0n },
          { account: '706000', debit: 5n, credit: 0n },
        ],
      },
      'EntryLineEmpty',
    ],
    [{ number: '3' }, 'EntryNumberTaken'],
    [{ date: day('2019-01-01') }, 'DateOutsideExercises'],
    [{ journal: 'XX' }, 'JournalNotFound'],
    [
      {
        lines: [
          { account: '999', debit: 5n, credit: 0n },
          { account: '706000', debit: 0n, credit: 5n },
        ],
      },
      'AccountNotFound',
    ],
    [
      {
        lines: [
          { account: '411000', subAccount: 'ZZ', debit: 5n, credit: 0n },
          { account: '706000', debit: 0n, credit: 5n },
        ],
      },
      'SubAccountNotFound',
    ],
  ] as [Partial<NewEntry>, string][])('is refused whole: %o', async (change, code) => {
    const before = await everything(db);
    await expect(createEntry(db, folderId, payment(change))).rejects.toMatchObject({ code });
    expect(await everything(db)).toEqual(before);
  });

  it.each([
    [{ debit: -5_00n, credit: 0n }, 'Line 1: debit -5.00, credit 0.00:'],
    [{ debit: 5_00n, credit: 5_00n }, 'Line 1: debit 5.00, credit 5.00:'],
    [{ debit: 0n, credit: 0n }, 'Line 1: debit 0.00, credit 0.00:'],
  ])('is refused with the amounts of the line that is wrong: %o', async (sides, said) => {
    const lines = [
      { account: '512000', ...sides },
      { account: '706000', debit: 5_00n, credit: 0n },
    ];
    await expect(createEntry(db, folderId, payment({ lines }))).rejects.toThrow(said);
  });

  it('takes the shape of the numbers of its journal', async () => {
    await createJournal(db, folderId, { code: 'NF', label: 'Notes de frais' });
    const first = await createEntry(db, folderId, payment({ journal: 'NF', number: 'NF-2024-0099' }));
    const second = await createEntry(db, folderId, payment({ journal: 'NF' }));
    const third = await createEntry(db, folderId, payment({ journal: 'NF' }));
    expect([first.number, second.number, third.number]).toEqual(['NF-2024-0099', 'NF-2024-0100', 'NF-2024-0101']);
  });

  it('names accounts and sub-accounts that are open that day', async () => {
    const account = await createAccount(db, folderId, {
      number: '467000',
      label: 'Débiteurs',
      validTo: day('2024-03-31'),
    });
    const sub = await createSubAccount(db, folderId, account.id, { code: 'D1', label: 'Débiteur' });
    const lines = [
      { account: '467000', subAccount: 'D1', debit: 5n, credit: 0n },
      { account: '512000', debit: 0n, credit: 5n },
    ];
    const closed = { code: 'AccountNotActive' };
    await expect(createEntry(db, folderId, payment({ lines }))).rejects.toMatchObject(closed);
    const onDay = (date: string) => createEntry(db, folderId, payment({ lines, date: day(date) }));
    await expect(onDay('2024-04-01')).rejects.toMatchObject(closed);
    expect(await onDay('2024-03-31')).toMatchObject({ date: '2024-03-31' });
    await updateAccount(db, folderId, account.id, { validTo: null });
    await updateSubAccount(
      db,
      folderId,
      { accountId: account.id, subAccountId: sub.id },
      { validFrom: day('2024-06-02') },
    );
    await expect(createEntry(db, folderId, payment({ lines }))).rejects.toMatchObject(closed);
    await updateSubAccount(
      db,
      folderId,
      { accountId: account.id, subAccountId: sub.id },
      { validFrom: day('2024-06-01') },
    );
    expect((await createEntry(db, folderId, payment({ lines }))).lines[0]).toMatchObject({ subAccountCode: 'D1' });
  });
});

describe('the audit log of a call', () => {
  const logged = async (operation: string) =>
    (await db.knex('audit_entry').where({ operation, outcome: 'changed' }).orderBy('id')).flatMap(
      ({ folder_id, details: { table, action, changes } }) =>
        table === 'entry' ? [{ folder_id, action, changes }] : [],
    );
  const during = <T>(operation: string, work: () => Promise<T>) =>
    duringCall({ at: '2026-03-01T10:00:00Z', actor: 'user:c:anne', operation, folderId }, work);
  const line = (debit: string, account = '512000') => expect.objectContaining({ account, debit });

  it('tells an entry before and after whoever changed it, in the transaction of the change', async () => {
    const { id } = await during('test.create', () => createEntry(db, folderId, payment()));
    const dearer = payment().lines.map((each) => ({ ...each, debit: each.debit * 2n, credit: each.credit * 2n }));
    await during('test.update', () => updateEntry(testContext(db), folderId, id, payment({ lines: dearer })));
    const refused = during('test.undone', () =>
      db.transaction(async (trx) => {
        await updateEntry(within(testContext(db), trx), folderId, id, payment());
        throw new Error('given up');
      }),
    );
    await expect(refused).rejects.toThrow('given up');
    const kept = (debit: string) => expect.objectContaining({ id, lines: [line(debit), line('0.00', '411000')] });
    expect(await logged('test.create')).toEqual([
      { folder_id: folderId, action: 'insert', changes: [{ after: kept('600.00') }] },
    ]);
    expect(await logged('test.update')).toEqual([
      { folder_id: folderId, action: 'update', changes: [{ before: kept('600.00'), after: kept('1200.00') }] },
    ]);
    expect(await logged('test.undone')).toEqual([]);
    await during('test.delete', () => deleteEntry(testContext(db), folderId, id));
    expect(await logged('test.delete')).toEqual([
      { folder_id: folderId, action: 'delete', changes: [{ before: kept('1200.00') }] },
    ]);
  });

  it('tells which drafts became final, and nothing of those that were', async () => {
    const [first, second] = [await createEntry(db, folderId, payment()), await createEntry(db, folderId, payment())];
    const date = day('2024-06-30');
    await validateEntries(db, folderId, [first.id], date);
    await during('test.validate', () => validateEntries(db, folderId, [first.id, second.id], date));
    await during('test.again', () => validateEntries(db, folderId, [second.id], date));
    const validated = {
      before: { id: second.id, validationDate: null },
      after: { id: second.id, validationDate: date },
    };
    expect((await logged('test.validate')).map(({ changes }) => changes)).toEqual([[validated]]);
    expect(await logged('test.again')).toEqual([]);
  });
});
