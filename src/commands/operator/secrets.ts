import * as z from 'zod';
import { CLIENT_COLUMNS } from '../../services/banking/feeds/clients/sealed-columns.ts';
import { SOURCE_SEALED } from '../../services/banking/feeds/sources/store.ts';
import { DOCUMENT_COLUMN } from '../../services/banking/transactions/supporting-documents/sealed-content.ts';
import { DECLARATION_SEALED } from '../../services/declarations/sealed-columns.ts';
import { FILING_COLUMNS } from '../../services/filing/sealed-columns.ts';
import { type Resealed, reseal } from '../../services/secrets/reseal.ts';
import { VAT_COLUMNS } from '../../services/vat/filing/sealed-columns.ts';
import { defineCommand } from '../operation/operation.ts';
import { int, text } from '../operation/outputs.ts';
import { ANSWER_SEALED } from '../serve/idempotency.ts';

export const secretsRotate = defineCommand({
  id: 'operator.secrets.rotate',
  summary: { en: 'Encrypt everything under the newest key', fr: 'Tout chiffrer sous la clé la plus récente' },
  description:
    'Put the new key before the old one in TAXOPS_SECRET_KEY, run this, then take the old one out. May be stopped and run again; nothing else has to stop.',
  cli: { path: ['secrets', 'rotate'], examples: ['taxops secrets rotate'] },
  output: z.array(z.object({ Table: text(), Rows: int(), Changed: int('Modifiées') })),
  errors: ['SecretUnreadable'],
  run: async (ctx) => {
    const { knex } = await ctx.db();
    const box = await ctx.secrets();
    const done: Resealed[] = [];
    const columns = [
      ...FILING_COLUMNS,
      ...VAT_COLUMNS,
      ...DECLARATION_SEALED,
      ANSWER_SEALED,
      SOURCE_SEALED,
      DOCUMENT_COLUMN,
      ...CLIENT_COLUMNS,
    ];
    for (const column of columns) {
      done.push(await reseal(knex, box, column));
      ctx.progress.step({ label: column.table, done: done.length, total: columns.length });
    }
    return done;
  },
});
