/** The encrypted columns of filings, for a change of keys. */
import type { SealedColumn } from '../secrets/reseal.ts';
import { noticePlace } from './notice-store.ts';
import { piecePlace } from './pieces.ts';

export const FILING_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'piece',
    column: 'sealed',
    key: ['folder_id', 'id'],
    bound: ['owner_kind', 'owner_id', 'kind', 'form', 'sha256'],
    place: (row) => piecePlace(row as never),
  },
  {
    table: 'notice',
    column: 'sealed',
    key: ['account', 'number', 'kind'],
    place: (row) => noticePlace(row as never),
  },
];
