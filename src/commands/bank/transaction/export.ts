import { createReadStream } from 'node:fs';
import * as z from 'zod';
import {
  EXPORT_FORMATS,
  type ExportRequest,
  exportTransactions,
} from '../../../services/banking/transactions/export/export.ts';
import { sendExport } from '../../../services/banking/transactions/export/send.ts';
import { isMailAddress } from '../../../services/mail/settings.ts';
import { identifier } from '../../operation/fields.ts';
import { invalidInput } from '../../operation/invoke.ts';
import { fields, from } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { SORT_FIELDS } from '../complement/complement.ts';
import { freeText } from '../complement/wire.ts';
import { optional, SEARCH_BODY, SortDirection } from './wire.ts';

const ROUTE = '/complementary-data/transactions/export';

const FormatQuery = z.object({ format: z.enum(EXPORT_FORMATS).default('csv') });

const ExportQuery = fields({
  ...SEARCH_BODY,
  SortFields: from(
    'sortField',
    z
      .enum(SORT_FIELDS)
      .nullable()
      .default('None')
      .transform((name) => name ?? 'None'),
  ),
  SortDirection: SortDirection.nullable()
    .default('Ascending')
    .transform((direction) => direction ?? 'Ascending'),
  ToJustify: optional(z.boolean()),
  EnterpriseId: optional(identifier()).describe('Repeats the folder'),
});

/** Throws InvalidInput when the body, at `place`, names another folder than the path. */
function requestOf(folderId: number, query: z.output<typeof ExportQuery>, place: string): ExportRequest {
  const { enterpriseId = folderId, ...request } = query;
  if (enterpriseId === folderId) return { ...request, folderId };
  const message = `not the folder of the path, ${folderId}`;
  throw invalidInput([{ path: `${place}.EnterpriseId`, code: 'custom', message }]);
}

const FILE =
  'CSV has semicolons, a byte-order mark and, in French, decimal commas; text that a spreadsheet would run as a formula is written behind an apostrophe. A worksheet holds 1,048,575 transactions.';

export const bankExport = bankOperation({
  id: 'bank.export',
  ref: 'C22',
  summary: {
    en: 'Export transactions with their complementary data',
    fr: 'Exporter des mouvements avec leurs données complémentaires',
  },
  description: `Answers the address of the file: over HTTP /api/files/{fileId}, kept for a day for those who may see the folder; on the command line its path under the data folder, kept for a day too. ${FILE}`,
  right: 'read',
  of: { folder: ['body.enterpriseId'] },
  http: { method: 'POST', path: ROUTE },
  cli: {
    examples: [
      'taxops bank export --folder 1 --begin-date 2026-01-01 --to-justify true',
      'taxops bank export --folder 1 --file-format xlsx --sort-fields Label --sort-direction Ascending',
    ],
  },
  query: FormatQuery,
  body: ExportQuery,
  output: z.string().describe('Address of the file'),
  toFile: (path) => createReadStream(path),
  errors: ['BankAccountNotFound', 'PeriodInverted', 'ExportTooLong', 'FileUnwritable'],
  audited: true,
  run: async (ctx, { folderId, format, body }) =>
    (await exportTransactions(ctx, requestOf(folderId, body, 'Body'), format)).address,
});

const MOST_RECIPIENTS = 50;

const addresses = () =>
  z.array(z.string().trim().max(254).refine(isMailAddress, { error: 'not an address: write name@example.org' }));

const copies = () =>
  addresses()
    .nullish()
    .transform((list) => list ?? []);

const MailBody = fields({
  Subject: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine((text) => !/\p{Cc}/u.test(text), { error: 'a subject is one line' }),
  Body: freeText(20_000),
  To: addresses().min(1),
  Cc: copies(),
  Bcc: copies(),
  ExportQuery: ExportQuery.prefault({}).describe('What to export; everything when it is left out'),
}).refine(({ to, cc, bcc }) => to.length + cc.length + bcc.length <= MOST_RECIPIENTS, {
  error: `at most ${MOST_RECIPIENTS} recipients`,
  path: ['To'],
});

export const bankExportSend = bankOperation({
  id: 'bank.export.send',
  ref: 'C23',
  summary: {
    en: 'Export transactions and send them by mail',
    fr: 'Exporter des mouvements et les envoyer par courriel',
  },
  description: `Answers the identifier of the message once the mail server has taken it; recipients that the server alone refused are listed in the header Refused-Recipients. At most ${MOST_RECIPIENTS} bare addresses; the file is attached, 18 MiB at most. The server is that of TAXOPS_SMTP_HOST. ${FILE}`,
  of: { folder: ['body.exportQuery.enterpriseId'] },
  http: { method: 'POST', path: `${ROUTE}/send` },
  cli: {
    path: ['bank', 'export-send'],
    examples: [
      'taxops bank export-send --folder 1 --subject Mouvements --to compta@example.org --message Bonjour --set ExportQuery.ToJustify=true',
      'taxops bank export-send --folder 1 --body message.json --file-format xlsx',
    ],
  },
  query: FormatQuery,
  body: MailBody,
  output: z.string().describe('Identifier of the message'),
  errors: [
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
  run: (ctx, { folderId, format, body: { exportQuery, ...mail } }) =>
    sendExport(ctx, requestOf(folderId, exportQuery, 'Body.ExportQuery'), format, mail),
});
