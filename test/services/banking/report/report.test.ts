import { describe, expect, it } from 'vitest';
import { setLink } from '../../../../src/services/banking/books/reconciliation/links.ts';
import { pdfCharts } from '../../../../src/services/banking/report/charts.ts';
import { bankFigures } from '../../../../src/services/banking/report/figures.ts';
import { largestLeft, leftByAccount } from '../../../../src/services/banking/report/left.ts';
import { bankReport } from '../../../../src/services/banking/report/report.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import { bookWorld } from '../books/reconciliation/books.ts';
import { account, day, statement } from '../statements/world.ts';

const db = await testDatabase();
const world = bookWorld(db);
const book = await world.booked([
  ['01-15', 50_000, 'VIR A'],
  ['02-03', -20_000, 'LOYER'],
  ['02-03', -1, 'FRAIS'],
  ['02-20', 10_000, 'VIR B'],
  ['04-01', -5000, 'PLUS TARD'],
]);
await world.give(book.folderId, [statement(['01-01', 0], '03-31', [['03-01', 1005, 'DINARS']], account(2, 'TND', 3))]);
const { folderId, accountId } = book;
const of = (from?: string, to?: string) =>
  bankFigures(world.ctx, folderId, {
    accountId,
    ...(from && { beginDate: day(from) }),
    ...(to && { endDate: day(to) }),
  });

describe('figures of bank accounts', () => {
  it('run from the opening to the closing balance', async () => {
    const { period, accounts } = await of('01-01', '02-28');
    expect(period).toEqual({ beginDate: '2026-01-01', endDate: '2026-02-28' });
    expect(accounts[0]).toMatchObject({ opening: 100_000n, closing: 139_999n, income: 60_000n, expense: -20_001n });
    expect(accounts[0]?.months).toMatchObject([
      { period: '2026-01', income: 50_000n, expense: 0n, balance: 150_000n },
      { period: '2026-02', income: 10_000n, expense: -20_001n, balance: 139_999n },
    ]);
    expect(accounts[0]?.days.map(({ period: date, balance }) => [date, balance])).toEqual([
      ['2026-01-15', 150_000n],
      ['2026-02-03', 129_999n],
      ['2026-02-20', 139_999n],
    ]);
  });

  it('begin inside, and go on after the last statement', async () => {
    expect((await of('02-04', '02-28')).accounts[0]).toMatchObject({ opening: 129_999n, closing: 139_999n });
    await db.knex('bank_transaction').insert({
      folder_id: folderId,
      account_id: accountId,
      operation_date: '2027-01-10',
      amount_units: -999n,
      decimals: 2,
      currency: 'EUR',
      label: 'APRES',
      source_id: 'x1',
      created_at: '2027-01-10',
      updated_at: '2027-01-10',
    });
    const { period, accounts } = await of();
    expect(period).toEqual({ beginDate: '2026-02-01', endDate: '2027-01-10' });
    expect(accounts[0]).toMatchObject({ opening: 150_000n, closing: 134_000n });
    await db.knex('bank_transaction').where({ label: 'APRES' }).delete();
  });

  it('hold what the statements tell on both sides of one that is missing, and say where it is', async () => {
    const gapped = await world.newFolder();
    await world.give(gapped, [
      statement(['01-01', 100_000], '01-31', [['01-10', -1250, 'FRAIS']]),
      statement(['06-30', 90_000], '07-31', [['07-10', -1250, 'FRAIS']]),
    ]);
    const { accounts } = await bankFigures(world.ctx, gapped, {});
    expect(accounts[0]).toMatchObject({
      opening: 100_000n,
      closing: 88_750n,
      months: [
        { balance: 98_750n, gaps: [] },
        { balance: 88_750n, gaps: [{ from: { date: '2026-01-31' }, difference: -8750n }] },
      ],
      gaps: [{ to: { date: '2026-06-30', balance: 90_000n }, difference: -8750n }],
    });
    const from = { beginDate: '2026-06-30' as PlainDate, endDate: '2026-07-31' as PlainDate };
    const since = await bankFigures(world.ctx, gapped, from);
    expect(since.accounts[0]).toMatchObject({ opening: 90_000n, closing: 88_750n, gaps: [] });
  });

  it('round other decimals half away from zero', async () => {
    const { accounts } = await bankFigures(world.ctx, folderId, {});
    expect(accounts.map(({ currencyCode, income }) => [currencyCode, income])).toEqual([
      ['EUR', 60_000n],
      ['TND', 101n],
    ]);
  });
});

describe('what is left to do', () => {
  const wanted = { accountId, beginDate: day('01-01'), endDate: day('12-31') };

  it('counts what no entry books and what no document makes up', async () => {
    const entry = await book.enter('02-03', 'Loyer', ['606000 200', '512000 -200']);
    await setLink(world.ctx, folderId, { transactionId: await book.transaction('LOYER'), entryId: entry.id });
    const left = (await leftByAccount(db.knex, folderId, wanted)).get(accountId);
    expect(left).toEqual({
      accountId,
      transactions: 5,
      unreconciled: 4,
      unreconciledAmount: 65_001n,
      toJustify: 5,
      toJustifyAmount: 85_001n,
    });
    const largest = await largestLeft(db.knex, folderId, wanted, 2);
    expect(largest.map(({ label, isReconciled, isToJustify }) => [label, isReconciled, isToJustify])).toEqual([
      ['VIR A', false, true],
      ['LOYER', true, true],
    ]);
  });
});

describe('the report', async () => {
  await db.knex('bank_account').where({ id: accountId }).update({ name: '<b onload="x">Banque & fils' });
  const bytes = async (form: 'html' | 'pdf') => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await bankReport(world.ctx, folderId, {}, form)).content) chunks.push(chunk);
    return Buffer.concat(chunks);
  };

  it('is a page that needs nothing but itself and shows what it was given as text', async () => {
    const html = (await bytes('html')).toString('utf8');
    expect(html.match(/<svg/g)?.length).toBe(4);
    expect(html).not.toMatch(/<script|<b onload|(src|href)="?http|url\((?!#)/i);
    expect(html).toContain('&lt;b onload');
    expect(html).toContain('1,399.99');
  });

  eachOf(['html', 'pdf'] as const, 1)('is the same %s for the same content', async (form) => {
    expect((await bytes(form)).equals(await bytes(form))).toBe(true);
  });

  it('has the days of its drawings as people of the language write them', async () => {
    const figures = await of('01-01', '02-28');
    const daysIn = (language: 'en' | 'fr') => pdfCharts(figures, language).map(({ first, last }) => [first, last]);
    expect(daysIn('fr')).toEqual([['01/01/2026', '28/02/2026']]);
    expect(daysIn('en')).toEqual([['2026-01-01', '2026-02-28']]);
  });

  it('is a PDF', async () => {
    const pdf = await bytes('pdf');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
