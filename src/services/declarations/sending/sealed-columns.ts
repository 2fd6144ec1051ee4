/** The encrypted columns of the transmission, for a change of keys. */
import type { SealedColumn } from '../../secrets/reseal.ts';
import { declaredPlace } from './declared-values.ts';
import { noticePlace } from './notices.ts';
import { piecePlace } from './pieces.ts';

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'piece',
    column: 'sealed',
    key: ['folder_id', 'id'],
    bound: ['declaration_id', 'kind', 'form', 'sha256'],
    place: (row) => piecePlace(row as never),
  },
  {
    table: 'declared_value',
    column: 'sealed',
    key: ['folder_id', 'type', 'period_end'],
    place: (row) => declaredPlace(row as never),
  },
  {
    table: 'notice',
    column: 'sealed',
    key: ['account', 'number', 'kind'],
    place: (row) => noticePlace(row as never),
  },
  {
    table: 'webhook_delivery',
    column: 'body',
    key: ['identity'],
    place: ({ identity }) => `webhook_delivery ${identity}`,
  },
];
