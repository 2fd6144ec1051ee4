import * as z from 'zod';
import { pollNotices, redeposit, regenerate } from '../../../services/vat/filing/diagnostics.ts';
import { identifier } from '../../operation/fields.ts';
import { flag, int, maybe, text } from '../../operation/outputs.ts';
import { from } from '../../operation/wire.ts';
import { ediFile } from '../edi-file.ts';
import { procedureOperation } from '../procedure-operation.ts';

const ROUTE = '/diagnostics';
const ProcedurePath = { procedureId: identifier().describe('VAT return') };

export const vatDiagnosticRedeposit = procedureOperation({
  id: 'vat.diagnostic.redeposit',
  ref: 'D94a',
  summary: { en: 'Deposit the file of a VAT return again', fr: 'Redéposer le fichier d’une déclaration de TVA' },
  description:
    'In test and acceptance only. The bytes that were sent leave once more, once; the return code of the channel is given as it is, and kept with the deposit number when it is 00.',
  right: 'send',
  http: { method: 'POST', path: `${ROUTE}/procedures/{procedureId}/deposits`, status: 200 },
  cli: { args: ['procedureId'], examples: ['taxops vat diagnostic redeposit 4 --folder 1'] },
  params: ProcedurePath,
  output: z.object({
    CompanyId: int('Cabinet'),
    FileName: text('Fichier'),
    CodeRetour: text('Code retour'),
    NumeroADS: from('numeroAds', maybe(text('Numéro ADS'))),
  }),
  errors: ['ProcedureNotFound', 'DiagnosticsNotAllowed', 'NeverSent', 'SendUnderWay', 'SendInDoubt'],
  idempotent: true,
  run: (ctx, { folderId, procedureId }) => redeposit(ctx, folderId, procedureId),
});

export const vatDiagnosticPoll = procedureOperation({
  id: 'vat.diagnostic.poll',
  ref: 'D94b',
  summary: { en: 'Take the notices on VAT returns now', fr: 'Prendre les avis de TVA maintenant' },
  description: 'In test and acceptance only. The notices of the folder that wait, taken as the job poll-notices does.',
  http: { method: 'POST', path: `${ROUTE}/polls`, status: 200 },
  cli: { examples: ['taxops vat diagnostic poll --folder 1 --type-accuse Ars'] },
  query: z.object({ typeAccuse: z.enum(['Acs', 'Ars']) }),
  output: z.object({
    AccountingFolderId: from('folderId', int('Dossier')),
    CompanyId: int('Cabinet'),
    TypeAccuse: z.enum(['Acs', 'Ars']),
    ListeCodeRetour: text('Code retour'),
    ItemsFound: int('Avis'),
    Items: z.array(
      z.object({
        Numero: text('Numéro'),
        NumeroADS: from('numeroAds', maybe(text('Numéro ADS'))),
        AccuseCodeRetour: maybe(text('Code retour')),
        CodeRejetApplicatif: maybe(text('Rejet')),
        LibelleRejetApplicatif: maybe(text('Libellé du rejet')),
        ProcessedSuccessfully: flag('Traité'),
        ProcessError: maybe(text('Erreur')),
      }),
    ),
  }),
  errors: ['DiagnosticsNotAllowed'],
  run: (ctx, { folderId, typeAccuse }) => pollNotices(ctx, folderId, typeAccuse),
});

export const vatDiagnosticRegenerate = procedureOperation({
  id: 'vat.diagnostic.regenerate',
  ref: 'D94c',
  summary: { en: 'Make the EDI file of a VAT return anew', fr: 'Refaire le fichier EDI d’une déclaration de TVA' },
  description:
    'In test and acceptance only. From what the boxes hold now; nothing is kept or sent. Sensitive: neither logged nor cached.',
  http: { method: 'GET', path: `${ROUTE}/procedures/{procedureId}/edi` },
  cli: { args: ['procedureId'], examples: ['taxops vat diagnostic regenerate 4 --folder 1'] },
  params: ProcedurePath,
  output: z.string(),
  toFile: ediFile,
  errors: ['ProcedureNotFound', 'DiagnosticsNotAllowed', 'PaymentsInvalid', 'BoxUnknown', 'EdiInvalid'],
  audited: true,
  run: (ctx, { folderId, procedureId }) => regenerate(ctx, folderId, procedureId),
});
