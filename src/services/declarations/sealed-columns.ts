/** The encrypted columns of declarations, for a change of keys. */
import type { SealedColumn } from '../secrets/reseal.ts';
import { declaredPlace } from './sending/declared-values.ts';

export const DECLARATION_SEALED: readonly SealedColumn[] = [
  {
    table: 'declared_value',
    column: 'sealed',
    key: ['folder_id', 'type', 'period_end'],
    place: (row) => declaredPlace(row as never),
  },
  {
    table: 'webhook_delivery',
    column: 'body',
    key: ['identity'],
    place: ({ identity }) => `webhook_delivery ${identity}`,
  },
];
