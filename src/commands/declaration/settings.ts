import * as z from 'zod';
import { type DeclarationSettings, readSettings, writeSettings } from '../../services/declarations/settings.ts';
import { identifier } from '../operation/fields.ts';
import { invalidInput } from '../operation/invoke.ts';
import { flag, int } from '../operation/outputs.ts';
import { fields, from } from '../operation/wire.ts';
import { declarationOperation } from './declaration-operation.ts';
import { instantDay, midnight, refuseReversed } from './fields.ts';

/** Resource A4. */
const Settings = z
  .object({
    AccountingFolderId: from('folderId', int('Dossier')),
    StartDate: from('start', midnight('Début')),
    EndDate: from('end', midnight('Fin')),
    DisableReadOnlyForms: flag('Déclarer à nouveau ce qui est déposé'),
    AllowSendingDeclarationWithFscpError: from('allowSendingWithFscpError', flag('Envoyer malgré les contrôles')),
    DisableReadOnlyPayloadFields: flag('Saisir à la place du calcul'),
  })
  .meta({ id: 'DeclarationSettings' });

const PATH = '/settings';

export const settingsShow = declarationOperation({
  id: 'declaration.settings.show',
  ref: 'A5',
  summary: { en: 'Show the declaration settings of a period', fr: 'Montrer les réglages de déclaration d’une période' },
  http: { method: 'GET', path: PATH },
  cli: { examples: ['taxops declaration settings show --folder 12 --start-date 2025-01-01 --end-date 2025-12-31'] },
  query: z.object({ startDate: instantDay(), endDate: instantDay() }),
  output: Settings,
  run: async (ctx, { folderId, startDate: start, endDate: end }) => {
    refuseReversed(start, end);
    return readSettings(ctx, folderId, { start, end });
  },
});

export const settingsUpdate = declarationOperation({
  id: 'declaration.settings.update',
  summary: { en: 'Set the declaration settings of a period', fr: 'Régler les déclarations d’une période' },
  description:
    'Fields that are left out are false. DisableReadOnlyForms: the values of a declaration that was filed may be declared again, and its forms are shown as they would be sent now, to prepare a corrective return; a channel is still given one return per period. DisableReadOnlyPayloadFields: cells that the forms compute may be typed over (marked ** on paper, and named by warning L28), those of lines excepted. AllowSendingDeclarationWithFscpError: failed controls do not block.',
  of: { folder: ['body.AccountingFolderId'] },
  http: { method: 'PUT', path: PATH },
  cli: {
    examples: [
      'taxops declaration settings update --folder 12 --start-date 2025-01-01 --end-date 2025-12-31 --disable-read-only-forms true',
    ],
  },
  body: fields({
    AccountingFolderId: identifier()
      .transform((folderId) => ({ folderId }))
      .optional(),
    StartDate: from('start', instantDay()),
    EndDate: from('end', instantDay()),
    DisableReadOnlyForms: z.boolean().default(false),
    AllowSendingDeclarationWithFscpError: from('allowSendingWithFscpError', z.boolean().default(false)),
    DisableReadOnlyPayloadFields: z.boolean().default(false),
  }),
  output: Settings,
  run: async (ctx, { folderId, body: { accountingFolderId: named, ...given } }) => {
    refuseReversed(given.start, given.end, 'Body.EndDate');
    if (named && named.folderId !== folderId)
      throw invalidInput([{ path: 'Body.AccountingFolderId', code: 'custom', message: 'not the folder of the path' }]);
    const settings: DeclarationSettings = { folderId, ...given };
    await writeSettings(ctx, settings);
    return settings;
  },
});
