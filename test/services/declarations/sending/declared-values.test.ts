/** What a person says for a period: added without loss, and carried until a person says otherwise. */
import { expect, it } from 'vitest';
import { liasse } from '../../../../src/services/declarations/sending/contents.ts';
import {
  addDeclaredValues,
  carriedFacts,
  type DeclaredValues,
  readDeclaredValues,
} from '../../../../src/services/declarations/sending/declared-values.ts';
import { subjectOf } from '../../../../src/services/declarations/sending/subject.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { createExercise } from '../../../../src/services/ledger/exercises.ts';
import { testDatabase } from '../../../support/database.ts';
import { END, world } from '../../filing/world.ts';

const db = await testDatabase();
const { ctx, declare, newFolder } = world(db);

const LOAN = {
  account: '164000',
  lender: 'Banque',
  firstDay: '2024-01-01' as PlainDate,
  months: 60,
  amount: 36_000,
};

const liasseOf = (folderId: number, end: PlainDate) => ({ folderId, type: 'Liasse', end }) as const;
const add = (folderId: number, more: Partial<DeclaredValues>) =>
  addDeclaredValues(ctx, liasseOf(folderId, END), { forms: {}, facts: {}, ...more });

it('adds cells, lines and facts to what was declared', async () => {
  const folder = await newFolder();
  await add(folder, { forms: { '2059F': { lines: [{ BA: 'MME MERLAN Anne' }], cells: { GV: '1' } } } });
  await add(folder, { facts: { loans: [LOAN], turnover: undefined } });
  await add(folder, { forms: { '2059F': { cells: { GW: '100' } } } });
  const declared = await add(folder, { forms: { '2058A': { cells: { WE: 12 } } }, facts: { rof: 'IS1' } });
  expect(declared).toEqual({
    forms: {
      '2059F': { lines: [{ BA: 'MME MERLAN Anne' }], cells: { GV: '1', GW: '100' } },
      '2058A': { cells: { WE: 12 } },
    },
    facts: { loans: [LOAN], rof: 'IS1' },
  });
  expect(await readDeclaredValues(ctx, liasseOf(folder, END))).toEqual(declared);
});

it('loses nothing when several people add at once', async () => {
  const folder = await newFolder();
  const cells = ['WB', 'WD', 'WE', 'WF', 'WG'];
  await Promise.all(cells.map((cell) => add(folder, { forms: { '2058A': { cells: { [cell]: 1 } } } })));
  const { forms } = await readDeclaredValues(ctx, liasseOf(folder, END));
  expect(Object.keys(forms['2058A']?.cells ?? {}).toSorted()).toEqual(cells);
});

it('carries what stays true over years in which nobody says it again', async () => {
  const folder = await newFolder();
  const after = '2025-12-31' as PlainDate;
  await createExercise(ctx, folder, { start: '2025-01-01' as PlainDate, end: after });
  await declare(folder, 'Liasse', END, { facts: { loans: [LOAN], capitalPaidAndHeldByPersons: true, rof: 'IS1' } });
  await declare(folder, 'Liasse', after, { facts: { exportAccounts: ['7062'] } });
  expect(await carriedFacts(ctx, folder, '2026-12-31' as PlainDate)).toEqual({
    loans: [LOAN],
    capitalPaidAndHeldByPersons: true,
    exportAccounts: ['7062'],
  });
  expect(await carriedFacts(ctx, folder, END)).toEqual({});
  const { capital, books } = await subjectOf(ctx, liasseOf(folder, after));
  expect([capital, books[0]?.liasse.facts.loans]).toEqual([true, [LOAN]]);
});

it('asks whether the reduced rate may be used, and takes the answer from a liasse for the balance of the tax', async () => {
  const folder = await newFolder();
  const asked = async () => {
    const { findings, sheets } = await liasse(await subjectOf(ctx, liasseOf(folder, END)));
    return [findings.filter(({ code }) => code === 'L29').map(({ about }) => about), sheets.amount('2065', 'LC')];
  };
  expect(await asked()).toEqual([['2065'], 0n]);
  await add(folder, { facts: { capitalPaidAndHeldByPersons: false } });
  expect(await asked()).toEqual([[], 0n]);
  await add(folder, { facts: { capitalPaidAndHeldByPersons: true } });
  expect(await asked()).toEqual([[], 30_000n]);
  const { capital } = await subjectOf(ctx, { folderId: folder, type: 'IS2572', end: END });
  expect(capital).toBe(true);
});

it.each([
  [42_500, undefined],
  [42_501, 'Facts.ReferenceProfit.Reduced'],
])('takes a reference profit of %i at the reduced rate, which has a ceiling: %s', async (reduced, refused) => {
  const referenceProfit = { normal: 100_000, reduced };
  const said = declare(await newFolder(), 'IS2571', END, { facts: { referenceProfit } });
  const found = await said.then(
    () => undefined,
    ({ issues }) => issues.map(({ path }: { path: string }) => path),
  );
  expect(found).toEqual(refused && [refused]);
});
