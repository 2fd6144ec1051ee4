import * as z from 'zod';
import {
  EXPORT_FORMATS,
  type ExportRequest,
  exportTransactions,
} from '../../../services/banking/transactions/export/export.ts';
import { sendExport } from '../../../services/banking/transactions/export/send.ts';
import { getFolder } from '../../../services/folders/folders.ts';
import { isMailAddress } from '../../../services/mail/settings.ts';
import type { Context } from '../../../services/operation/context.ts';
import { identifier } from '../../operation/fields.ts';
import { invalidInput } from '../../operation/invoke.ts';
import { defineOperation } from '../../operation/operation.ts';
import { EnterprisePath } from '../account/account.ts';
import { SORT_FIELDS } from '../complement/complement.ts';
import { freeText } from '../complement/wire.ts';
import { SEARCH_BODY, SortDirection, searchCriteria } from './wire.ts';

const ROUTE = '/api/banking/enterprises/{enterpriseId}/complementary-data/transactions/export';

const FormatQuery = z.object({ format: z.enum(EXPORT_FORMATS).default('csv') });

const EXPORT = {
  ...SEARCH_BODY,
  SortFields: z.enum(SORT_FIELDS).nullable().default('None'),
  SortDirection: SortDirection.nullable().default('Ascending'),
  ToJustify: z.boolean().nullish(),
  EnterpriseId: identifier().nullish().describe('Repeats the folder'),
};

const ExportQuery = z.strictObject(EXPORT);

/** Throws FolderNotFound, and InvalidInput when the body names another folder than the path. */
async function requestOf(
  ctx: Context,
  folderId: number,
  query: z.output<typeof ExportQuery>,
  place: string,
): Promise<ExportRequest> {
  await getFolder(await ctx.db(), folderId);
  if ((query.EnterpriseId ?? folderId) !== folderId) {
    const message = `not the folder of the path, ${folderId}`;
    throw invalidInput([{ path: `${place}.EnterpriseId`, code: 'custom', message }]);
  }
  return {
    folderId,
    ...searchCriteria(query),
    toJustify: query.ToJustify ?? undefined,
    sortField: query.SortFields ?? 'None',
    sortDirection: query.SortDirection ?? 'Ascending',
  };
}

const FILE =
  'CSV has semicolons, a byte-order mark and, in French, decimal commas; text that a spreadsheet would run as a formula is written behind an apostrophe. A worksheet holds 1,048,575 transactions.';

export const bankExport = defineOperation({
  id: 'bank.export',
  ref: 'C22',
  summary: {
    en: 'Export transactions with their complementary data',
    fr: 'Exporter des mouvements avec leurs données complémentaires',
  },
  description: `Answers the address of the file: over HTTP /api/files/{fileId}, kept for a day for those who may see the folder; on the command line its path under the data folder, kept for a day too. ${FILE}`,
  policy: { right: 'read', of: { folder: ['enterpriseId', 'body.EnterpriseId'] } },
  http: { method: 'POST', path: ROUTE },
  cli: {
    examples: [
      'taxops bank export --folder 1 --begin-date 2026-01-01 --to-justify true',
      'taxops bank export --folder 1 --file-format xlsx --sort-fields Label --sort-direction Ascending',
    ],
  },
  params: EnterprisePath,
  query: FormatQuery,
  body: ExportQuery,
  output: z.string().describe('Address of the file'),
  errors: ['FolderNotFound', 'BankAccountNotFound', 'PeriodInverted', 'ExportTooLong', 'FileUnwritable'],
  audited: true,
  run: async (ctx, { enterpriseId, format, body }) =>
    (await exportTransactions(ctx, await requestOf(ctx, enterpriseId, body, 'Body'), format)).address,
});

const MOST_RECIPIENTS = 50;

const addresses = () =>
  z.array(z.string().trim().max(254).refine(isMailAddress, { error: 'not an address: write name@example.org' }));

const MailBody = z
  .strictObject({
    Subject: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .refine((text) => !/\p{Cc}/u.test(text), { error: 'a subject is one line' }),
    Body: freeText(20_000),
    To: addresses().min(1),
    Cc: addresses().nullish(),
    Bcc: addresses().nullish(),
    ExportQuery: ExportQuery.prefault({}).describe('What to export; everything when it is left out'),
  })
  .refine(({ To, Cc, Bcc }) => To.length + (Cc?.length ?? 0) + (Bcc?.length ?? 0) <= MOST_RECIPIENTS, {
    error: `at most ${MOST_RECIPIENTS} recipients`,
    path: ['To'],
  });

export const bankExportSend = defineOperation({
  id: 'bank.export.send',
  ref: 'C23',
  summary: {
    en: 'Export transactions and send them by mail',
    fr: 'Exporter des mouvements et les envoyer par courriel',
  },
  description: `Answers the identifier of the message once the mail server has taken it; recipients that the server alone refused are told in the header Refused-Recipients. At most ${MOST_RECIPIENTS} bare addresses; the file is attached, 18 MiB at most. The server is that of TAXOPS_SMTP_HOST. ${FILE}`,
  policy: { right: 'write', of: { folder: ['enterpriseId', 'body.ExportQuery.EnterpriseId'] } },
  http: { method: 'POST', path: `${ROUTE}/send` },
  cli: {
    path: ['bank', 'export-send'],
    examples: [
      'taxops bank export-send --folder 1 --subject Mouvements --to compta@example.org --message Bonjour --set ExportQuery.ToJustify=true',
      'taxops bank export-send --folder 1 --body message.json --file-format xlsx',
    ],
  },
  params: EnterprisePath,
  query: FormatQuery,
  body: MailBody,
  output: z.string().describe('Identifier of the message'),
  errors: [
    'FolderNotFound',
    'BankAccountNotFound',
    'PeriodInverted',
    'ExportTooLong',
    'MailNotConfigured',
    'MailMisconfigured',
    'MailTooLarge',
    'MailServerUnreachable',
    'MailRefused',
  ],
  idempotent: true,
  run: async (ctx, { enterpriseId, format, body }) => {
    const request = await requestOf(ctx, enterpriseId, body.ExportQuery, 'Body.ExportQuery');
    const mail = { subject: body.Subject, body: body.Body, to: body.To, cc: body.Cc ?? [], bcc: body.Bcc ?? [] };
    return sendExport(ctx, request, format, mail);
  },
});
