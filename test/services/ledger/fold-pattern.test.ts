import { expect, it } from 'vitest';
import { escapeLike } from '../../../src/services/db/rows.ts';
import { foldPattern } from '../../../src/services/ledger/fold-pattern.ts';
import { testDatabase } from '../../support/database.ts';
import fc from '../../support/property.ts';

const db = await testDatabase();

it('finds what a comparison of folded texts finds', async () => {
  const letters = fc.constantFrom(...'aàeéEoœŒæcÇn %_.*[(\\|$^1-');
  const text = fc.array(letters, { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
  const cases = fc.sample(
    fc.tuple(
      fc.array(letters, { maxLength: 12 }).map((all) => all.join('')),
      text,
    ),
    500,
  );
  const { rows } = await db.knex.raw(
    `select hay, needle, hay ~ pattern as matched, fold_text(hay) like '%' || fold_text(escaped) || '%' as expected
     from jsonb_to_recordset(?) as c(hay text, needle text, pattern text, escaped text)`,
    [
      JSON.stringify(
        [...cases, ['Prélèvement SŒUR', 'soeur'], ['SOEUR', 'sœur'], ['N° 12 (bis)', '12 (']].map(
          ([hay = '', needle = '']) => ({
            hay,
            needle,
            pattern: foldPattern(needle),
            escaped: escapeLike(needle),
          }),
        ),
      ),
    ],
  );
  const wrong = rows.filter(({ matched, expected }: { matched: boolean; expected: boolean }) => matched !== expected);
  expect(wrong).toEqual([]);
  expect(rows.filter(({ matched }: { matched: boolean }) => matched).length).toBeGreaterThan(9);
});
