/** Names of columns and of fields, and texts inside patterns. */
import { expect, it } from 'vitest';
import { camelRow, escapeLike, snakeRow } from '../../../src/services/db/rows.ts';

it('a row has the names of the domain, and back', () => {
  const row = { source_id: 7, iban: null, line_2_label: 'x' };
  expect(camelRow(row)).toEqual({ sourceId: 7, iban: null, line2Label: 'x' });
  expect(snakeRow({ sourceId: 7, createdByUserId: null, name: undefined })).toEqual({
    source_id: 7,
    created_by_user_id: null,
  });
});

it('wildcards of LIKE are letters', () => expect(escapeLike('100%_\\')).toBe('100\\%\\_\\\\'));
