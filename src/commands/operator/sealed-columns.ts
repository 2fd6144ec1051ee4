import { CLIENT_COLUMNS } from '../../services/banking/feeds/clients/sealed-columns.ts';
import { SOURCE_SEALED } from '../../services/banking/feeds/sources/store.ts';
import { DOCUMENT_COLUMN } from '../../services/banking/transactions/supporting-documents/sealed-content.ts';
import { DECLARATION_SEALED } from '../../services/declarations/sealed-columns.ts';
import { FILING_COLUMNS } from '../../services/filing/sealed-columns.ts';
import { SESSION_SEALED } from '../../services/identity/web-sessions.ts';
import type { SealedColumn } from '../../services/secrets/reseal.ts';
import { VAT_COLUMNS } from '../../services/vat/filing/sealed-columns.ts';
import { ANSWER_SEALED } from '../serve/idempotency.ts';

/** Everything that the database keeps encrypted. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ...FILING_COLUMNS,
  ...VAT_COLUMNS,
  ...DECLARATION_SEALED,
  ANSWER_SEALED,
  SOURCE_SEALED,
  DOCUMENT_COLUMN,
  SESSION_SEALED,
  ...CLIENT_COLUMNS,
];
