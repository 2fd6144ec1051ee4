import { beforeAll, describe, expect, it } from 'vitest';
import { listAccounts } from '../../../src/services/ledger/accounts.ts';
import { accountBalances, totalOf } from '../../../src/services/ledger/balances.ts';
import { listEntries } from '../../../src/services/ledger/entries.ts';
import {
  type GeneralLedgerLine,
  type GeneralLedgerWanted,
  generalLedger,
} from '../../../src/services/ledger/general-ledger.ts';
import { journalTotals } from '../../../src/services/ledger/journal-totals.ts';
import { listJournals } from '../../../src/services/ledger/journals.ts';
import { listLetterGroups } from '../../../src/services/ledger/lettering.ts';
import { findLines, type LineFilter, listLines } from '../../../src/services/ledger/lines.ts';
import { testDatabase } from '../../support/database.ts';
import { type Entry, importer, SALES, siren } from './books.ts';

const db = await testDatabase();
const take = importer(db);
const PAGE = { page: 1, limit: 100 };
const day = (text: string) => text as never;
let folderId = 0;

beforeAll(async () => {
  folderId = (await take(SALES)).applied?.folderId ?? 0;
  const next: Entry[] = [
    { journal: 'AN', number: 1, date: '2025-01-01', lines: ['512000 6200', '101000 -6200'] },
    { journal: 'BQ', number: 2, date: '2025-02-01', lines: ['606000 5', '512000 -5'], valid: '' },
  ];
  await take(next, { name: '732829320FEC20251231.txt' });
});

const balancesOf = async (wanted: Parameters<typeof accountBalances>[2]) =>
  (await accountBalances(db, folderId, wanted)).accounts.map(
    ({ accountNumber, subAccountCode, opening, debit, credit, closing }) => [
      accountNumber,
      ...(wanted.bySubAccount ? [subAccountCode] : []),
      ...[opening, debit, credit, closing].map(Number),
    ],
  );

describe('balances', () => {
  it('set the opening apart from the movements', async () => {
    expect(await balancesOf({ to: day('2024-12-31') })).toEqual([
      ['101000', -530000, 0, 0, -530000],
      ['401000', 0, 0, 6000, -6000],
      ['411000', 30000, 180000, 120000, 90000],
      ['445660', 0, 1000, 0, 1000],
      ['445710', 0, 0, 30000, -30000],
      ['512000', 500000, 120000, 0, 620000],
      ['606000', 0, 5000, 0, 5000],
      ['706000', 0, 0, 150000, -150000],
    ]);
  });

  it('sum to zero and take the last exercise by default', async () => {
    const { period, accounts } = await accountBalances(db, folderId, {});
    expect([period.exercise.start, accounts.map(({ accountNumber }) => accountNumber)]).toEqual([
      '2025-01-01',
      ['101000', '512000', '606000'],
    ]);
    expect(totalOf(accounts)).toEqual({
      opening: 0n,
      debit: 500n,
      credit: 500n,
      closing: 0n,
      debitBalance: 620000n,
      creditBalance: 620000n,
    });
  });

  it('count what came before the first day as opening', async () => {
    expect(await balancesOf({ from: day('2024-02-01'), to: day('2024-02-29'), accounts: ['411', '512'] })).toEqual([
      ['411000', 150000, 60000, 120000, 90000],
      ['512000', 500000, 120000, 0, 620000],
    ]);
  });

  it('count the first day itself among the movements', async () => {
    const paid = async (from: string) =>
      (await balancesOf({ from: day(from), to: day('2024-02-29'), accounts: ['512'] }))[0];
    expect(await paid('2024-02-10')).toEqual(['512000', 500000, 120000, 0, 620000]);
    expect(await paid('2024-02-11')).toEqual(['512000', 620000, 0, 0, 620000]);
  });

  it('are those of sub-accounts when asked', async () => {
    expect(await balancesOf({ to: day('2024-12-31'), accounts: ['4'], bySubAccount: true })).toEqual([
      ['401000', 'F1', 0, 0, 6000, -6000],
      ['411000', 'C1', 30000, 120000, 120000, 30000],
      ['411000', 'C2', 0, 60000, 0, 60000],
      ['445660', null, 0, 1000, 0, 1000],
      ['445710', null, 0, 0, 30000, -30000],
    ]);
  });

  it('leave drafts out when asked', async () => {
    expect(await balancesOf({ validatedOnly: true })).toEqual([
      ['101000', -620000, 0, 0, -620000],
      ['512000', 620000, 0, 0, 620000],
    ]);
  });

  it('find the opening by its words when no journal is for it', async () => {
    const name = `${siren(1)}FEC20241231.txt`;
    const entries: Entry[] = [
      { number: 1, date: '01-01', label: 'Reports à Nouveaux', lines: ['512000 10', '101000 -10'] },
      { number: 2, date: '01-01', lines: ['512000 3', '706000 -3'] },
    ];
    const own = (await take(entries, { name })).applied?.folderId ?? 0;
    const { accounts } = await accountBalances(db, own, { accounts: ['512'] });
    expect(accounts).toMatchObject([{ opening: 1000n, debit: 300n, closing: 1300n }]);
  });

  it('take whole entries as opening, so that both sides balance', async () => {
    const name = `${siren(4)}FEC20241231.txt`;
    const entries: Entry[] = [
      { number: 1, date: '01-01', lines: ['512000 10 Solde à nouveau', '164000 -4 Emprunt', '101000 -6 Capital'] },
      { number: 2, date: '01-01', lines: ['512000 3', '706000 -3'] },
    ];
    const own = (await take(entries, { name })).applied?.folderId ?? 0;
    const { opening, debit, credit } = totalOf((await accountBalances(db, own, {})).accounts);
    expect([opening, debit, credit]).toEqual([0n, 300n, 300n]);
  });

  it('find the opening journal by the accounts it moves when its names tell nothing', async () => {
    const name = `${siren(5)}FEC20241231.txt`;
    const entries: Entry[] = [
      { journal: 'J0', number: 1, date: '01-01', lines: ['512000 10', '101000 -6', '106100 -4'] },
      { journal: 'J1', number: 2, date: '02-01', lines: ['512000 3', '706000 -3'] },
    ];
    const own = (await take(entries, { name })).applied?.folderId ?? 0;
    expect(await listJournals(db, own)).toMatchObject([
      { code: 'J0', type: 'Opening', typeSource: 'Accounts' },
      { code: 'J1', type: 'Bank', typeSource: 'Accounts' },
    ]);
    expect(totalOf((await accountBalances(db, own, {})).accounts)).toMatchObject({ opening: 0n, debit: 300n });
  });

  it.each([
    [{ from: day('2024-12-01'), to: day('2025-01-31') }, 'LedgerPeriodInvalid'],
    [{ from: day('2024-03-01'), to: day('2024-02-01') }, 'LedgerPeriodInvalid'],
    [{ from: day('2030-01-01') }, 'LedgerPeriodInvalid'],
    [{ exerciseId: 99 }, 'ExerciseNotFound'],
  ])('refuse %o', async (wanted, code) => {
    await expect(accountBalances(db, folderId, wanted)).rejects.toMatchObject({ code });
  });
});

describe('the general ledger', () => {
  async function linesOf(wanted: GeneralLedgerWanted) {
    const ledger = await generalLedger(db, folderId, wanted);
    const lines: GeneralLedgerLine[] = [];
    for await (const batch of ledger.lines()) lines.push(...batch);
    return lines.map(({ accountNumber, date, debit, credit, balance, letter }) => [
      accountNumber,
      date.slice(5),
      Number(debit - credit),
      Number(balance),
      letter,
    ]);
  }
  const to = day('2024-12-31');

  it('runs a balance through each account', async () => {
    expect(await linesOf({ to, accounts: ['411', '512'] })).toEqual([
      ['411000', '01-01', 30000, 30000, null],
      ['411000', '01-15', 120000, 150000, 'A'],
      ['411000', '02-10', -120000, 30000, 'A'],
      ['411000', '02-20', 60000, 90000, null],
      ['512000', '01-01', 500000, 500000, null],
      ['512000', '02-10', 120000, 620000, null],
    ]);
  });

  it('keeps the running balance of the lines that are left out', async () => {
    expect(await linesOf({ from: day('2024-02-15'), to, accounts: ['411'] })).toEqual([
      ['411000', '02-20', 60000, 90000, null],
    ]);
    expect(await linesOf({ to, accounts: ['411'], isLettered: false })).toEqual([
      ['411000', '01-01', 30000, 30000, null],
      ['411000', '02-20', 60000, 90000, null],
    ]);
    expect(await linesOf({ to, accounts: ['411'], paging: { page: 2, limit: 3 } })).toEqual([
      ['411000', '02-20', 60000, 90000, null],
    ]);
  });

  it('can be left in the middle', async () => {
    const ledger = await generalLedger(db, folderId, { to });
    for await (const batch of ledger.lines()) {
      expect(batch.length).toBeGreaterThan(0);
      break;
    }
    expect((await linesOf({ to })).length).toBe(14);
  });
});

describe('entries and lines', () => {
  const found = async (filter: LineFilter) =>
    (await findLines(db, folderId, { to: day('2024-12-31'), ...filter })).map(({ id }) => id);

  it.each([
    [{ accounts: ['411'] }, [2, 4, 8, 9]],
    [{ accounts: ['411'], isLettered: true }, [4, 8]],
    [{ journalCodes: ['HA', 'BQ'] }, [7, 8, 12, 13, 14]],
    [{ from: '2024-02-10', to: '2024-02-20', accounts: ['512', '706'] }, [7, 10]],
    [{ search: 'ECRITURE 5' }, [12, 13, 14]],
    [{ search: 'p5' }, [12, 13, 14]],
    [{ search: '%' }, []],
    [{ minAmount: 120000n, maxAmount: 500000n }, [1, 4, 7, 8]],
    [{ ids: [5, 6] }, [5, 6]],
    [{ entryIds: [3] }, [7, 8]],
    [{ letters: ['A'] }, [4, 8]],
  ] as [LineFilter, number[]][])('are found by %o', async (filter, ids) => {
    expect(await found(filter)).toEqual(ids);
  });

  it('come by pages that say what is left', async () => {
    const page = await listLines(db, folderId, { accounts: ['411'] }, { page: 2, limit: 3 });
    expect([page.total, page.items.map(({ id }) => id)]).toEqual([4, [9]]);
  });

  it('are entries when one of their lines fits', async () => {
    const numbers = async (filter: Parameters<typeof listEntries>[2]) =>
      (await listEntries(db, folderId, filter, PAGE)).items.map(({ number, date }) => `${date.slice(0, 4)} ${number}`);
    expect(await numbers({ accounts: ['401'] })).toEqual(['2024 5']);
    expect(await numbers({ isDraft: true })).toEqual(['2025 2']);
    expect(await numbers({ number: '2' })).toEqual(['2024 2', '2025 2']);
    expect(await numbers({ from: day('2024-02-15'), to: day('2024-03-31') })).toEqual(['2024 4', '2024 5']);
    const { items, total } = await listEntries(db, folderId, {}, { page: 2, limit: 3 });
    expect([total, items.map(({ label, docRef, lines }) => [label, docRef, lines.length])]).toEqual([
      7,
      [
        ['Écriture 4', 'P4', 3],
        ['Écriture 5', 'P5', 3],
        ['Écriture 1', 'P1', 2],
      ],
    ]);
  });
});

it('letterings are groups of one account, sub-account and exercise', async () => {
  const name = `${siren(2)}FEC20241231.txt`;
  const entries: Entry[] = [
    { number: 1, date: '01-05', letter: 'A', lines: ['411000/C1 100', '706000 -100'] },
    { number: 2, date: '01-06', letter: 'A', lines: ['512000 60', '411000/C1 -60'] },
    { number: 3, date: '01-07', letter: 'A', lines: ['411000/C2 40', '706000 -40'] },
    { number: 4, date: '01-08', letter: 'A', lines: ['512000 40', '411000/C2 -40'] },
  ];
  const own = (await take(entries, { name })).applied?.folderId ?? 0;
  const groups = async (isPartial?: boolean) =>
    (await listLetterGroups(db, own, { isPartial }, PAGE)).items.map(
      ({ id, subAccountCode, date, balance, isPartial, lineIds }) => [
        ...[id, subAccountCode, date, balance, isPartial],
        lineIds,
      ],
    );
  expect(await groups()).toEqual([
    [1, 'C1', '2024-01-06', 4000n, true, [1, 4]],
    [5, 'C2', '2024-01-08', 0n, false, [5, 8]],
  ]);
  expect((await groups(true)).length).toBe(1);
});

it('journals are totalled by month', async () => {
  const totals = await journalTotals(db, folderId, { to: day('2024-12-31') });
  expect(
    totals.map(({ journalCode, month, entryCount, debit, credit }) => [journalCode, month, entryCount, debit, credit]),
  ).toEqual([
    ['AN', '2024-01', 1, 530000n, 530000n],
    ['BQ', '2024-02', 1, 120000n, 120000n],
    ['HA', '2024-03', 1, 6000n, 6000n],
    ['VE', '2024-01', 1, 120000n, 120000n],
    ['VE', '2024-02', 1, 60000n, 60000n],
  ]);
});

it('accounts are found by number, words and day', async () => {
  const numbers = async (filter: Parameters<typeof listAccounts>[2]) =>
    (await listAccounts(db, folderId, filter, PAGE)).items.map(({ number }) => number);
  expect(await numbers({ prefixes: ['4', '51'] })).toEqual(['401000', '411000', '445660', '445710', '512000']);
  expect(await numbers({ search: 'COMPTE 44' })).toEqual(['445660', '445710']);
  expect(await numbers({ numbers: ['706000'], on: day('2024-01-01') })).toEqual(['706000']);
});
