import * as z from 'zod';
import { NOTICE_GROUPS } from '../../../services/edi/notice.ts';
import { FILE_TYPES, noticesOfProcedure, procedureFile } from '../../../services/vat/filing/files.ts';
import { reopenProcedure } from '../../../services/vat/filing/reopen.ts';
import { sendProcedure } from '../../../services/vat/filing/send.ts';
import { identifier } from '../../operation/fields.ts';
import { choice, maybe, moment, sentence, text } from '../../operation/outputs.ts';
import { from } from '../../operation/wire.ts';
import { ediFile } from '../edi-file.ts';
import { procedureOperation } from '../procedure-operation.ts';
import { vatOperation } from '../vat-operation.ts';
import { sentView } from './sent-view.ts';
import { ProcedureItemShape } from './wire.ts';

const ROUTE = '/procedures/{procedureId}';
const ProcedurePath = { procedureId: identifier().describe('VAT return') };

export const vatProcedureSend = procedureOperation({
  id: 'vat.procedure.send',
  ref: 'D69',
  summary: { en: 'Send a VAT return', fr: 'Envoyer une déclaration de TVA' },
  description:
    'A draft without blocking control, whose payments (T_IDENTIF: GA account, HA amount) sum to the total to pay; the draft of its refund (3519) leaves in the same deposit. The file is kept, then deposited once: when the answer is lost, the channel is asked before anything is sent again. A test, which is the default, is never filed: the return stays a draft. The closing entry is written with the deposit, unless the books forbid it: CanGenerateOd then stays true. A real deposit needs channels in production.',
  right: 'send',
  http: { method: 'POST', path: `${ROUTE}/deposits` },
  cli: {
    args: ['procedureId'],
    examples: [
      'taxops vat procedure send 4 --folder 1',
      'taxops vat procedure send 4 --folder 1 --no-activate-test-mode --yes',
    ],
    confirm: { unless: 'activateTestMode' },
  },
  params: ProcedurePath,
  query: z.object({
    activateTestMode: z.boolean().default(true).describe('Deposit for test'),
    shouldGenerateODAutomaticaly: z.boolean().default(true).describe('Write the closing entry once it is sent'),
    channel: z.enum(['ChannelB', 'Internal']).default('ChannelB').describe('Internal: files to hand over'),
  }),
  output: ProcedureItemShape,
  view: sentView,
  errors: [
    ...(['ProcedureNotFound', 'ProcedureNotInDraftStatus', 'ValidationFailed', 'ControlsFailed'] as const),
    ...(['PaymentsInvalid', 'BoxUnknown', 'EdiInvalid', 'ChannelModeMismatch', 'ChannelNotConfigured'] as const),
    ...(['PeriodNotBegun', 'FiledElsewhere', 'AlreadyFiled', 'SendUnderWay', 'SendInDoubt', 'FilingRefused'] as const),
  ],
  idempotent: true,
  run: (ctx, { folderId, procedureId, activateTestMode, shouldGenerateODAutomaticaly, channel }) =>
    sendProcedure(ctx, folderId, {
      procedureId,
      channel,
      isTest: activateTestMode,
      wantsClosingEntry: shouldGenerateODAutomaticaly,
    }),
});

export const vatProcedureReopen = procedureOperation({
  id: 'vat.procedure.reopen',
  summary: { en: 'Open a rejected VAT return again', fr: 'Rouvrir une déclaration de TVA rejetée' },
  description: 'It is a draft again, to be corrected and sent anew. Refused once another return has taken its place.',
  http: { method: 'POST', path: `${ROUTE}/reopening`, status: 200 },
  cli: { args: ['procedureId'], examples: ['taxops vat procedure reopen 4 --folder 1'] },
  params: ProcedurePath,
  output: ProcedureItemShape,
  errors: ['ProcedureNotFound', 'ProcedureNotRejected', 'PeriodAlreadyDeclared'],
  run: (ctx, { folderId, procedureId }) => reopenProcedure(ctx, folderId, procedureId),
});

export const vatProcedureEdi = vatOperation({
  id: 'vat.procedure.edi',
  ref: 'D76',
  summary: { en: 'Get the EDI file of a VAT return', fr: 'Obtenir le fichier EDI d’une déclaration de TVA' },
  description:
    'Sent: the file of the last deposit, as it left. Received: the notices on the return, in the order they came. With --output, the bytes that left. Sensitive: neither logged nor cached.',
  http: { method: 'GET', path: `${ROUTE}/edi` },
  cli: {
    args: ['procedureId'],
    examples: [
      'taxops vat procedure edi 4 --folder 1 --file-type Received',
      'taxops vat procedure edi 4 --folder 1 --output ca3.xml',
    ],
  },
  params: ProcedurePath,
  query: z.object({ fileType: z.enum(FILE_TYPES).default('Sent') }),
  output: z.string(),
  toFile: ediFile,
  errors: ['ProcedureNotFound', 'VatEdiNotThere', 'VatFileElsewhere', 'VatNoticeNotThere'],
  audited: true,
  run: (ctx, { folderId, procedureId, fileType }) => procedureFile(ctx, folderId, procedureId, fileType),
});

const NoticeSaid = z
  .object({
    ReceivedAt: moment('Reçu le'),
    Kind: maybe(choice(['Ads', 'Acs', 'Ars'], 'Accusé')).describe('Null: it cannot be read'),
    NumeroAds: maybe(text('Numéro ADS')),
    Declaration: text('Déclaration').describe('Blank: the file as a whole'),
    Verdict: from('group', maybe(choice(NOTICE_GROUPS, 'Réponse'))).describe('Null: the notice decides nothing'),
    Message: sentence('Motif'),
  })
  .meta({ id: 'VatNoticeSaid' });

export const vatProcedureNotices = vatOperation({
  id: 'vat.procedure.notices',
  summary: {
    en: 'Say what the notices on a VAT return say',
    fr: 'Dire ce que disent les accusés d’une déclaration de TVA',
  },
  description:
    'A line for each declaration that a notice names, in the order they came. The notices themselves: taxops vat procedure edi --file-type Received.',
  http: { method: 'GET', path: `${ROUTE}/notices` },
  cli: { args: ['procedureId'], examples: ['taxops vat procedure notices 4 --folder 1'] },
  params: ProcedurePath,
  output: z.array(NoticeSaid),
  columns: ['ReceivedAt', 'Kind', 'Declaration', 'Verdict', 'Message'],
  errors: ['ProcedureNotFound'],
  audited: true,
  run: (ctx, { folderId, procedureId }) => noticesOfProcedure(ctx, folderId, procedureId),
});
