/** What must hold whatever statements come and in whatever order; run a little by the tests, at length by the soak. */

import { expect } from 'vitest';
import { createAccount } from '../../../../src/services/banking/accounts/account-creation.ts';
import { undoBookedImport } from '../../../../src/services/banking/books/undo-import.ts';
import fc from '../../../support/property.ts';
import type { StatementDraft } from '../../../support/write-120.ts';
import { aLife, type Life } from './life.ts';
import { account, ibanOf, type World } from './world.ts';

type Files = readonly (readonly StatementDraft[])[];

/** Amounts that only grow make every balance tell the moment; amounts that cancel out make balances come back. */
const GROWING = [5, 7];
const RETURNING = [5, -5, 10];

/** A life and two orders of its files. */
const inTwoOrders = (life: fc.Arbitrary<Life>) =>
  life
    .filter(({ files }) => files.length > 0)
    .chain(({ files, truth }) => {
      const shuffled = () => fc.shuffledSubarray([...files], { minLength: files.length });
      return fc.record({ truth: fc.constant(truth), first: shuffled(), second: shuffled() });
    });

async function accountWith(world: World, files: Files): Promise<{ folder: number; imports: number[] }> {
  const folder = await world.newFolder();
  await createAccount(world.ctx, folder, { provider: 'ManualEbics', iban: ibanOf(account(1)), bankName: 'Gamma' });
  const imports: number[] = [];
  for (const file of files) imports.push((await world.give(folder, file)).importId ?? 0);
  return { folder, imports };
}

const give = async (world: World, files: Files) => world.moves((await accountWith(world, files)).folder);

/** Every movement once, twins included, when the statements show the whole life. */
export const keepsEveryMovement = (world: World, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(inTwoOrders(aLife(GROWING, true)), async ({ truth, first }) => {
      expect(await give(world, first)).toEqual(truth);
    }),
    { numRuns },
  );

/** The same transactions for any order, also where statements are missing and balances come back. */
export const ordersAgree = (world: World, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(inTwoOrders(aLife(RETURNING, false)), async ({ first, second }) => {
      expect(await give(world, second)).toEqual(await give(world, first));
    }),
    { numRuns },
  );

/** An import undone at once leaves no trace; undone later, it is as if it had never come. */
export const undoForgets = (world: World, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(inTwoOrders(aLife(RETURNING, false)), fc.nat(), async ({ first }, chosen) => {
      const { folder, imports } = await accountWith(world, first.slice(0, -1));
      const before = await world.snapshot(folder);
      const last = (await world.give(folder, first.at(-1) ?? [])).importId ?? 0;
      if (!imports.includes(last)) await undoBookedImport(world.ctx, last);
      expect(await world.snapshot(folder)).toEqual(before);
      const gone = chosen % Math.max(1, imports.length);
      if (imports.length > 0) await undoBookedImport(world.ctx, imports[gone] ?? 0);
      const kept = first.slice(0, -1).filter((_, index) => imports[index] !== imports[gone]);
      expect(await world.moves(folder)).toEqual(await give(world, kept));
    }),
    { numRuns },
  );
