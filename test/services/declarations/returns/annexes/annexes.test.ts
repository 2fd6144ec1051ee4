/** What fills the annexes, put together; what a cell says of its origin; what is asked for. */
import { describe, expect, it } from 'vitest';
import {
  annexParameters,
  assetRows,
  fillAnnexes,
} from '../../../../../src/services/declarations/returns/annexes/annexes.ts';
import { askedOf } from '../../../../../src/services/declarations/returns/annexes/asks.ts';
import { explainCell } from '../../../../../src/services/declarations/returns/annexes/explain.ts';
import { buildLiasse } from '../../../../../src/services/declarations/returns/liasse.ts';
import type { PlainDate } from '../../../../../src/services/kernel/dates.ts';
import { formatRatio } from '../../../../../src/services/kernel/ratio.ts';
import { eachOf } from '../../../../support/length.ts';
import { ledger, year } from '../ledgers.ts';
import { cellsOf, moved } from './fixtures.ts';

const NOTHING = { cells: new Map(), lines: new Map() };
const BOOKS = '101300 C 4000, 164000 C 6000, 512000 D 30000, 706000 C 50000, 606000 D 30000';

describe('annexes', () => {
  const input = {
    cells: cellsOf('2057', '2058B', '2059E', '2065'),
    ledger: moved('153000 -100 0 80'),
    exercise: year(2024),
    regime: 'normal',
    tax: 'IS',
    typed: NOTHING,
  } as const;

  it('write the period of the value added, and the lines that the books give', () => {
    const { declared, found } = fillAnnexes(input);
    expect([declared.cells.get('2059E.KB'), declared.cells.get('2059E.KC')]).toEqual(['20240101', '20241231']);
    expect(declared.lines.get('2058B')?.map((one) => one.get('2058B.CL'))).toEqual([80n]);
    expect(found.size).toBe(0);
  });

  it('let a typed cell win over a carried one, and say which are carried', () => {
    const [carried] = input.cells.filter(({ form, lastOf, type }) => form === '2065' && lastOf && type === 'FTX');
    const key = `2065.${carried?.cell}`;
    const last = { cells: new Map((carried?.lastOf ?? []).map((code) => [`2065.${code}`, 'avant'])), lines: new Map() };
    expect(fillAnnexes({ ...input, last }).declared.cells.get(key)).toBe('avant');
    expect(fillAnnexes({ ...input, last }).carried.has(key)).toBe(true);
    const typed = { cells: new Map([[key, 'maintenant']]), lines: new Map() };
    const retyped = fillAnnexes({ ...input, last, typed });
    expect([retyped.declared.cells.get(key), retyped.carried.has(key)]).toEqual(['maintenant', false]);
  });

  it('give formulas their twelve months and their tax', () => {
    const half = { start: '2024-01-01' as PlainDate, end: '2024-06-30' as PlainDate };
    const { perTwelveMonths, incomeTax, some } = annexParameters(
      { some: { value: 5n, parts: [] } },
      { exercise: half, tax: 'IR' },
    );
    expect([perTwelveMonths, incomeTax, some].map((one) => one && formatRatio(one))).toEqual(['2', '1', '5']);
  });

  it('ask the register for the rows of the forms of fixed assets', () => {
    const rows = assetRows(cellsOf('2054', '2055'));
    expect(rows.gross('215400')).toBe('2054 Plant, machinery, tools');
    expect(rows.amortized('215400')).toBe('2055 Plant, machinery, tools');
    expect([rows.gross('411000'), rows.gross('280500')]).toEqual([undefined, undefined]);
  });
});

const filled = (more = {}) => buildLiasse({ regime: 'normal', exercise: year(2024), balances: ledger(BOOKS), ...more });

describe('the origin of a cell', () => {
  const origin = (cell: string, more = {}) => {
    const [form = '', code = ''] = cell.split('.');
    return explainCell(filled(more).explained, form, code);
  };

  it('is the ledger, with its accounts', () => {
    expect(origin('2051.DU')).toMatchObject({
      value: 6000n,
      origin: 'Ledger',
      parts: [{ kind: 'account', name: '164000', amount: 6000_00n }],
    });
  });

  it('is a formula, with its operands', () => {
    expect(origin('2057.XP')).toMatchObject({
      origin: 'Computed',
      formula: 'VH-YH-ZD',
      operands: [
        { cell: '2057.VH', value: 6000n },
        { cell: '2057.YH', value: undefined },
        { cell: '2057.ZD', value: undefined },
      ],
    });
  });

  it('is what was typed, or carried, or a loan', () => {
    expect(origin('2057.YH', { declared: { '2057': { cells: { YH: 10 } } } })).toMatchObject({
      origin: 'Typed',
      value: 10n,
    });
    const loan = {
      account: '164000',
      lender: 'Banque',
      firstDay: '2024-01-01' as PlainDate,
      months: 120,
      amount: 6000,
    };
    expect(origin('2057.YH', { loans: [loan] })).toMatchObject({ origin: 'Loans', value: 2400n });
  });

  it('is nothing for a cell that the return does not have', () => {
    expect(origin('2054.QQQ')).toBeUndefined();
  });
});

describe('what only a person knows', () => {
  const asked = (more = {}, reducedRate = true, lossesBefore = 0n) =>
    askedOf(filled(more), year(2024), 7, { reducedRate, lossesBefore });

  it('is asked for by form, with a command that can be typed', () => {
    expect(asked().map(({ code, about }) => `${code} ${about}`)).toEqual(['L27 2059F', 'A09 2057']);
    const [holders] = asked();
    const body = /echo '(.*)' \| taxops declaration value add --folder 7 --body -/.exec(holders?.message.en ?? '')?.[1];
    expect(JSON.parse(body ?? '')).toMatchObject({ DeclarationType: 'Liasse', EndDate: '2024-12-31' });
    expect(holders?.message.fr).toContain(body);
  });

  it('names the loans of the books', () => {
    const BANKS = '101300 C 4000, 164100 C 5000, 164200 C 1000, 512000 D 30000, 706000 C 50000, 606000 D 30000';
    for (const regime of ['normal', 'simplified']) {
      const message = asked({ regime, balances: ledger(BANKS) }).find(({ code }) => code === 'A09')?.message;
      for (const text of [message?.en, message?.fr]) {
        expect(text).toContain('"Account":"164100"');
        expect(text).toContain('"Account":"164200"');
        expect(text).not.toContain('164000');
      }
    }
  });

  it('is which establishments there are, from the turnover that a 1330-CVAE is due of', () => {
    const sales = (more = {}, amount = 152_501) =>
      asked({ balances: ledger(`512000 D ${amount}, 706000 C ${amount}`), ...more })
        .filter(({ code }) => code === 'A25')
        .map(({ about, message }) => `${about} ${/"Forms":.*}/.exec(message.fr)?.[0]}`);
    expect(sales()).toEqual(['2059E "Forms":{"2059E":{"Cells":{"KA":"X"}}}}']);
    expect(sales({ regime: 'simplified' })).toEqual(['2033E "Forms":{"2033E":{"Cells":{"KA":"X"}}}}']);
    expect(sales({}, 152_500)).toEqual([]);
    expect(sales({ declared: { '2059E': { cells: { KA: 'X' } } } })).toEqual([]);
    expect(sales({ declared: { '1330CVAE': { lines: [{ BA: '00017 LYON', EA: '3' }] } } })).toEqual([]);
  });

  it.each([
    ['normal', '2058B', 'DQ'],
    ['simplified', '2033D', 'PG'],
  ])('is which losses are left, when the books hold earlier ones: %s regime', (regime, form, cell) => {
    const lost = (more = {}, account = '119000') =>
      asked({ regime, balances: ledger(`${account} D 700, 512000 D 300, 706000 C 1000`), ...more })
        .filter(({ code }) => code === 'L12')
        .map(({ about }) => about);
    expect(lost()).toEqual([form]);
    expect(lost({}, '129000')).toEqual([form]);
    expect(lost({}, '110000')).toEqual([]);
    expect(lost({ lossesLeft: 0n })).toEqual([]);
    expect(lost({ declared: { [form]: { cells: { [cell]: 700 } } } })).toEqual([]);
    expect(lost({ tax: 'IR' })).toEqual([]);
  });

  it.each([
    ['normal', '2058B', 'DQ'],
    ['simplified', '2033D', 'PG'],
  ])('is which losses are left, when the year before would leave some: %s regime', (regime, form, cell) => {
    const lost = (more = {}, left = 4501n) =>
      asked({ regime, balances: ledger('512000 D 1000, 706000 C 1000'), ...more }, true, left)
        .filter(({ code }) => code === 'L12')
        .map(({ about, message }) => `${about} ${/"LossesLeft":\d+/.exec(message.fr)?.[0]}`);
    expect(lost()).toEqual([`${form} "LossesLeft":4501`]);
    expect(lost({}, 0n)).toEqual([]);
    expect(lost({ lossesLeft: 0n })).toEqual([]);
    expect(lost({ declared: { [form]: { cells: { [cell]: 700 } } } })).toEqual([]);
    expect(lost({ tax: 'IR' })).toEqual([]);
    // Earlier losses in the books: those of the year before may not be all.
    expect(lost({ balances: ledger('119000 D 700, 512000 D 300, 706000 C 1000') })).toEqual([`${form} "LossesLeft":0`]);
  });

  it('is asked for of the simplified regime and of the reduced rate, too', () => {
    const simplified = (declared = {}) =>
      asked({ regime: 'simplified', declared }).map(({ code, about }) => `${code} ${about}`);
    expect(simplified()).toEqual(['L27 2033F', 'A09 2033A']);
    expect(simplified({ '2033A': { cells: { JA: 0 } }, '2033F': { cells: { GS: 'X' } } })).toEqual([]);
    expect(asked({}, false).map(({ code }) => code)).toEqual(['L29', 'L27', 'A09']);
  });

  eachOf(
    [
      ['normal', '2059G'],
      ['simplified', '2033G'],
    ],
    1,
  )('is which companies are held, where the books hold shares: %s regime', (regime, form) => {
    const of = (declared = {}) =>
      asked({ regime, declared, balances: ledger(`${BOOKS}, 261000 D 500, 101300 C 500`) })
        .filter(({ about }) => about === form)
        .map(({ message }) => message.en);
    expect(of()).toEqual([expect.stringContaining('the companies held at 10 % or more are not known')]);
    const body = /echo '(.*)' \| taxops/.exec(of()[0] ?? '')?.[1] ?? '';
    const { [form]: typed } = JSON.parse(body).Forms;
    expect(of({ [form]: { lines: typed.Lines, cells: typed.Cells } })).toEqual([]);
    expect(of({ [form]: { cells: { GS: 'X' } } })).toEqual([]);
    expect(asked({ regime }).filter(({ about }) => about === form)).toEqual([]);
  });

  it('is no longer asked for once it was answered, or says that there is nothing', () => {
    const none = { '2059F': { cells: { GS: 'X' } }, '2057': { cells: { YH: 0 } } };
    expect(asked({ declared: none })).toEqual([]);
  });
});
