/** Rules on accounts, and the content that filled sheets make. */
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../src/services/forms/cell-table.ts';
import { formContents, kindsOf, millesimeOf } from '../../../src/services/forms/content.ts';
import { fillReturn } from '../../../src/services/forms/fill-return.ts';
import { amountIn, grip, ledgerSum, movementOf, parseLedgerRules } from '../../../src/services/forms/ledger-rule.ts';
import type { Sheets } from '../../../src/services/forms/sheets.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';

const balance = (account: string, cents: bigint) => ({ account, balance: cents });

describe('a rule on accounts', () => {
  it.each([
    ['D:41', '411000', 5n, 2],
    ['D:41,4117', '411700', 5n, 4],
    ['D:41 except 419', '419100', 5n, 0],
    ['D+:41', '411000', -5n, 0],
    ['C+:41', '411000', -5n, 2],
    ['C:70', '411000', -5n, 0],
  ])('%s takes %s of %s by %s digits', (text, account, cents, expected) => {
    const [rule] = parseLedgerRules(text);
    expect(rule && grip(rule, balance(account, cents))).toBe(expected);
  });

  it('adds each account once, on its side', () => {
    const rules = parseLedgerRules('D:41 ; C:40,41');
    expect(ledgerSum(rules, [balance('411', 7n), balance('401', -3n), balance('512', 9n)])).toBe(10n);
    expect(() => parseLedgerRules('X:41')).toThrow(SyntaxError);
  });

  it.each([
    ['D', 40n],
    ['C', -40n],
    ['opening D', 30n],
    ['opening C', -30n],
    ['debits', 25n],
    ['credits', 15n],
    ['rises', 10n],
  ])('reads %s of an account', (side, expected) => {
    const [rule] = parseLedgerRules(`${side}:45`);
    const row = { account: '455', balance: 40n, opening: 30n, debit: 25n, credit: 15n };
    expect(rule && amountIn(rule, row)).toBe(expected);
  });

  it('takes the whole balance for one movement when nothing else is known', () => {
    expect(movementOf(balance('455', -7n))).toEqual({ opening: 0n, debit: 0n, credit: 7n });
  });
});

const exercise = (start: string, end: string) => ({ start: start as PlainDate, end: end as PlainDate });

describe('the content of a return', () => {
  it.each([
    ['2024-01-01', '2024-12-31', '25'],
    ['2024-07-01', '2025-06-30', '25'],
    ['2023-07-01', '2024-06-30', '24'],
  ])('of an exercise from %s to %s has the forms of %s', (start, end, expected) => {
    expect(millesimeOf(exercise(start, end))).toBe(expected);
  });

  const cell = (name: string, more: object = {}) =>
    ({ form: '2050', cell: name, type: 'MOA', column: '', ...more }) as Cell;
  const cells = [cell('AA'), cell('AB'), cell('ZZ', { column: 'tick', type: 'CCI' }), cell('NM', { type: 'NAD' })];
  const contents = (values: ReadonlyMap<string, bigint | string>, message = 'too low') =>
    formContents({
      cells,
      sheets: { values, lines: new Map() } as Pick<Sheets, 'values' | 'lines'> as Sheets,
      period: exercise('2024-01-01', '2024-12-31'),
      millesime: '25',
      findings: [{ code: 'X1', level: 'warning', about: '2050', message: { en: message, fr: message } }],
    });

  it('leaves zeros out, and ticks a form without any', () => {
    const [form] = contents(
      new Map<string, bigint | string>([
        ['2050.AA', 12n],
        ['2050.AB', 0n],
        ['2050.NM', 'ALPHA'],
      ]),
    );
    expect(form).toMatchObject({
      form: '2050',
      millesime: '25',
      cells: { AA: 12, NM: 'ALPHA' },
      warnings: ['X1 too low'],
    });
    expect(form?.cells).not.toHaveProperty('AB');
    expect(contents(new Map())[0]?.cells).toEqual({ ZZ: 'X' });
  });

  it('sends free texts and names apart from values', () => {
    const kindOf = kindsOf([...cells, cell('TX', { type: 'FTX' })]);
    expect(['AA', 'TX', 'NM', 'none'].map((name) => kindOf('2050', name))).toEqual(['value', 'text', 'name', 'value']);
  });

  it('refuses forms of a year that is not known', () => {
    const input = { forms: ['2050'], millesime: '85', controls: [], period: exercise('1984-01-01', '1984-12-31') };
    expect(() => fillReturn({ ...input, occasion: { millesime: 1985 } as never })).toThrow();
  });
});
