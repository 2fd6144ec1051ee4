import * as z from 'zod';
import { type DeclarationSettings, readSettings, writeSettings } from '../../services/declarations/settings.ts';
import { parisMidnight } from '../../services/kernel/paris-time.ts';
import { identifier } from '../operation/fields.ts';
import { invalidInput } from '../operation/invoke.ts';
import { defineOperation } from '../operation/operation.ts';
import { FolderPath, instantDay, refuseReversed } from './fields.ts';

/** Resource A4. */
const Settings = z
  .object({
    AccountingFolderId: z.int(),
    StartDate: z.string().meta({ format: 'date-time' }),
    EndDate: z.string().meta({ format: 'date-time' }),
    DisableReadOnlyForms: z.boolean(),
    AllowSendingDeclarationWithFscpError: z.boolean(),
    DisableReadOnlyPayloadFields: z.boolean(),
  })
  .meta({ id: 'DeclarationSettings' });

const PATH = '/api/tax-declarations/accounting-folders/{accountingFolderId}/settings';

const toWire = (folderId: number, settings: DeclarationSettings): z.output<typeof Settings> => ({
  AccountingFolderId: folderId,
  StartDate: parisMidnight(settings.start),
  EndDate: parisMidnight(settings.end),
  DisableReadOnlyForms: settings.disableReadOnlyForms,
  AllowSendingDeclarationWithFscpError: settings.allowSendingWithFscpError,
  DisableReadOnlyPayloadFields: settings.disableReadOnlyPayloadFields,
});

export const settingsShow = defineOperation({
  id: 'declaration.settings.show',
  ref: 'A5',
  summary: { en: 'Show the declaration settings of a period', fr: 'Montrer les réglages de déclaration d’une période' },
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: PATH },
  cli: { examples: ['taxops declaration settings show --folder 12 --start-date 2025-01-01 --end-date 2025-12-31'] },
  params: FolderPath,
  query: z.object({ startDate: instantDay(), endDate: instantDay() }),
  output: Settings,
  errors: ['FolderNotFound'],
  run: async (ctx, { accountingFolderId, startDate: start, endDate: end }) => {
    refuseReversed(start, end);
    return toWire(accountingFolderId, await readSettings(ctx, accountingFolderId, { start, end }));
  },
});

export const settingsUpdate = defineOperation({
  id: 'declaration.settings.update',
  summary: { en: 'Set the declaration settings of a period', fr: 'Régler les déclarations d’une période' },
  description: 'Fields that are left out are false.',
  policy: { right: 'write', of: { folder: ['accountingFolderId', 'body.AccountingFolderId'] } },
  http: { method: 'PUT', path: PATH },
  cli: {
    examples: [
      'taxops declaration settings update --folder 12 --start-date 2025-01-01 --end-date 2025-12-31 --disable-read-only-forms true',
    ],
  },
  params: FolderPath,
  body: z.strictObject({
    AccountingFolderId: identifier()
      .transform((folderId) => ({ folderId }))
      .optional(),
    StartDate: instantDay(),
    EndDate: instantDay(),
    DisableReadOnlyForms: z.boolean().default(false),
    AllowSendingDeclarationWithFscpError: z.boolean().default(false),
    DisableReadOnlyPayloadFields: z.boolean().default(false),
  }),
  output: Settings,
  errors: ['FolderNotFound'],
  run: async (ctx, { accountingFolderId, body }) => {
    refuseReversed(body.StartDate, body.EndDate, 'Body.EndDate');
    if (body.AccountingFolderId && body.AccountingFolderId.folderId !== accountingFolderId)
      throw invalidInput([{ path: 'Body.AccountingFolderId', code: 'custom', message: 'not the folder of the path' }]);
    const settings: DeclarationSettings = {
      start: body.StartDate,
      end: body.EndDate,
      disableReadOnlyForms: body.DisableReadOnlyForms,
      allowSendingWithFscpError: body.AllowSendingDeclarationWithFscpError,
      disableReadOnlyPayloadFields: body.DisableReadOnlyPayloadFields,
    };
    await writeSettings(ctx, accountingFolderId, settings);
    return toWire(accountingFolderId, settings);
  },
});
