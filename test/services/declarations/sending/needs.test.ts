/** What a filing needs, and how to give it. */
import { expect, it } from 'vitest';
import {
  CAPITAL,
  CATEGORY,
  CREDITS,
  GROUP_CELLS,
  INSTALMENT,
  LEDGER,
  type Need,
  PARTIES,
  REGIME,
  SIRET_OF_LIASSE,
} from '../../../../src/services/declarations/sending/needs.ts';

const nothing = { folder: {}, company: {}, books: [], values: { forms: {}, facts: {} } };
const having = (change: object) => ({ ...nothing, ...change });
const facts = (change: object) => having({ values: { forms: {}, facts: change } });
const forms = (change: object) => having({ values: { forms: change, facts: {} } });

it.each([
  [SIRET_OF_LIASSE, having({ folder: { siret: '73282932000074' } })],
  [CATEGORY, having({ category: 'IS' })],
  [REGIME, having({ regime: 'Normal' })],
  [LEDGER, having({ books: [{ balances: [{}] }] })],
  [CAPITAL, facts({ capitalPaidAndHeldByPersons: false })],
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
