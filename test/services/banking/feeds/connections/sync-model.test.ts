/** Whatever a provider does, and wherever he fails: after the next good synchronisation the books hold what he tells. */

import { it } from 'vitest';
import { channelErrors } from '../../../../../src/services/channels/errors.ts';
import { testDatabase } from '../../../../support/database.ts';
import { sized } from '../../../../support/length.ts';
import fc from '../../../../support/property.ts';
import { connectedFolder, moved } from './world.ts';

const db = await testDatabase();

const IDS = ['1', '2', '3', '4', '5', '6'] as const;

/** A change of the provider, or a synchronisation that fails after so many answers (or does not, beyond all of them). */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('change' as const),
    id: fc.constantFrom(...IDS),
    day: fc.integer({ min: 1, max: 28 }),
    cents: fc.integer({ min: -10_000, max: 10_000 }),
    isDeleted: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('sync' as const), answers: fc.integer({ min: 0, max: 8 }) }),
);

it('the books agree with the provider', { tags: 'sized' }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.integer({ min: 1, max: 4 }), async (steps, pageSize) => {
      const folder = await connectedFolder(db, undefined, pageSize);
      const known = new Set<string>();
      let clock = Date.parse('2026-01-01T00:00:00.000Z');
      for (const one of steps) {
        if (one.kind === 'change') {
          clock += 60_000;
          const change = { isDeleted: one.isDeleted, updatedAt: new Date(clock).toISOString() };
          folder.provider.give('A1', moved(one.id, one.day, one.cents, change));
          continue;
        }
        folder.provider.nextFailures.push(...Array(one.answers).fill(undefined), failure);
        await folder.sync().catch(() => {});
        folder.provider.nextFailures.length = 0;
        for (const move of await folder.moves()) known.add(move.split(' ')[1] ?? '');
      }
      await folder.sync();
      const held = [...(folder.provider.held.get('A1')?.values() ?? [])];
      // What was deleted before it was ever seen is not there.
      const expected = held
        .filter(({ id, isDeleted }) => !isDeleted || known.has(id))
        .map(({ id, date, units, label, isDeleted }) => {
          const amount = (Number(units) / 100).toFixed(2);
          return `${date.slice(8)} ${id} ${label} ${amount}${isDeleted ? ' deleted' : ''}`;
        });
      const found = await folder.moves();
      if (JSON.stringify(found) !== JSON.stringify(expected.sort())) {
        throw new Error(`found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
      }
    }),
    { numRuns: sized(4, 30) },
  );
});

const failure = channelErrors.ChannelTimeout({ channel: 'AggregatorA' });
