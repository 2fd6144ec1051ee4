/** The encrypted columns of VAT notices, for a change of keys. */
import type { SealedColumn } from '../../secrets/reseal.ts';
import { vatNoticePlace } from './notices.ts';

export const VAT_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'vat_notice',
    column: 'sealed',
    key: ['folder_id', 'id'],
    bound: ['numero_ads', 'type', 'sha256'],
    place: (row) => vatNoticePlace(row as never),
  },
];
