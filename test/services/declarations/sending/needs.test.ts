/** What a filing needs, and how to give it. */
import { describe, expect, it } from 'vitest';
import { valueSet } from '../../../../src/commands/declaration/value.ts';
import { parseInput } from '../../../../src/commands/operation/invoke.ts';
import { DECLARATION_KINDS, type DeclarationKind, kindEntry } from '../../../../src/services/declarations/kinds.ts';
import { refuseMissing } from '../../../../src/services/declarations/sending/missing.ts';
import {
  accountFor,
  CAPITAL,
  CATEGORY,
  COMPANY_TAX,
  CREDITS,
  GROUP_CELLS,
  INSTALMENT,
  LEDGER,
  type Need,
  PARTIES,
  REGIME,
  SIRET_OF_LIASSE,
} from '../../../../src/services/declarations/sending/needs.ts';
import { TaxopsError } from '../../../../src/services/kernel/errors.ts';
import { missingFrom, taxopsWords, typedBy } from '../../../support/typed-command.ts';

const nothing = { folder: {}, company: {}, books: [], values: { forms: {}, facts: {} } };
const having = (change: object) => ({ ...nothing, ...change });
const forms = (change: object) => having({ values: { forms: change, facts: {} } });

it.each([
  [SIRET_OF_LIASSE, having({ folder: { siret: '73282932000074' } })],
  [CATEGORY, having({ category: 'IS' })],
  [REGIME, having({ regime: 'Normal' })],
  [LEDGER, having({ books: [{ balances: [{}] }] })],
  [CAPITAL, having({ capital: false })],
  [INSTALMENT, forms({ '2571': { cells: { CA: 1000 } } })],
  [CREDITS, forms({ '2573': { lines: [{ AB: 'CIR' }] } })],
  [GROUP_CELLS, forms({ '2065': { cells: { C1: 1 } } })],
] as const)('%o is missing until it is given', ({ isThere }: Need, given) => {
  expect([isThere(nothing as never), isThere(given as never)]).toEqual([false, true]);
});

it('names each thing once, in both languages', () => {
  const needs = [...PARTIES, SIRET_OF_LIASSE, CATEGORY, REGIME, LEDGER, CAPITAL, INSTALMENT, CREDITS, GROUP_CELLS];
  expect(new Set(needs.map(({ path }) => path)).size).toBe(needs.length);
  expect(needs.filter(({ message }) => message.en === message.fr)).toEqual([]);
  expect(PARTIES.filter(({ channels }) => !channels).map(({ path }) => path)).toEqual(['Folder.Siren']);
});

const EVERY: readonly (readonly [DeclarationKind, Need])[] = DECLARATION_KINDS.flatMap((kind) =>
  [...PARTIES, ...kindEntry(kind).needs, accountFor(700)].map((need) => [kind, need] as const),
);

describe('whatever is missing is asked for with what to type', () => {
  it.each(EVERY.map(([kind, need]) => [kind, need.path, need] as const))('%s without %s', async (type, path, need) => {
    const said = need === COMPANY_TAX ? { category: 'BIC' } : {}; // it is not missing while nothing is said
    const subject = { ...nothing, ...said, folder: { id: 4 }, company: { id: 2 }, type, period: { end: '2024-12-31' } };
    const [channel = 'Internal'] = need.channels ?? [];
    const error = thrownBy(() => refuseMissing([need], subject as never, channel, 'en'));
    expect([error.code, error.issues.map((issue) => issue.path)]).toEqual(['ValuesMissing', [path]]);
    const command = error.hint('en')?.replace(/^.*\): /, '') ?? '';
    const typed = await typedBy(taxopsWords(command));
    expect(missingFrom(typed), command).toEqual([]);
    if (!command.startsWith('echo')) return;
    const body = JSON.parse(/'(.*)'/.exec(command)?.[1] ?? '');
    expect(body).toMatchObject({ DeclarationType: type, EndDate: '2024-12-31' });
    expect(() => parseInput(valueSet, { params: { accountingFolderId: 4 }, body })).not.toThrow();
  });

  const thrownBy = (refuse: () => void): TaxopsError => {
    try {
      refuse();
    } catch (error) {
      if (error instanceof TaxopsError) return error;
    }
    throw new Error('nothing was refused');
  };
});
