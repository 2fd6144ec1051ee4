import * as z from 'zod';
import { listNotices } from '../../../services/vat/filing/files.ts';
import { NOTICE_TYPES, registerVatNotice } from '../../../services/vat/filing/notices.ts';
import { PROCEDURE_STATUSES } from '../../../services/vat/procedures/store.ts';
import { choice, flag, int, maybe } from '../../operation/outputs.ts';
import { fields } from '../../operation/wire.ts';
import { vatOperation } from '../vat-operation.ts';

const ROUTE = '/notices';

const noticeType = () => z.enum(NOTICE_TYPES).describe('Code98: both kinds; the notice itself says which it is');

export const vatNoticeList = vatOperation({
  id: 'vat.notice.list',
  ref: 'D77',
  summary: { en: 'List the notices on VAT returns', fr: 'Lister les avis sur les déclarations de TVA' },
  description: 'The XML of each notice of the folder, polled or registered, oldest first: of one type, or all.',
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops vat notice list --folder 1 --type-accuse Ars'] },
  query: z.object({ typeAccuse: noticeType().optional() }),
  output: z.array(z.string()),
  errors: [],
  audited: true,
  run: (ctx, { folderId, typeAccuse }) => listNotices(ctx, folderId, typeAccuse),
});

export const vatNoticeRegister = vatOperation({
  id: 'vat.notice.register',
  ref: 'D78',
  summary: { en: 'Register a notice on a VAT return', fr: 'Enregistrer un avis sur une déclaration de TVA' },
  description:
    'Kept first, then followed by the return of the folder that has the deposit number. CodeRetour 00 of an Acs: transmitted; of an Ars: accepted; another: rejected. A notice without a return is kept, and followed when a return gets its number; the same notice again changes nothing.',
  http: { method: 'POST', path: ROUTE, status: 200 },
  cli: {
    examples: [
      'taxops vat notice register --folder 1 --numero-ads 0000004201 --type-accuse Ars --code-retour 00 --raw-xml "<avis/>"',
    ],
  },
  bodyBytes: 32 * 1024 ** 2,
  body: fields({
    NumeroAds: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
    TypeAccuse: noticeType(),
    CodeRetour: z.string().regex(/^\w{1,10}$/),
    RawXml: z.string().min(1).describe('Well-formed, without a document type'),
    Contenu: z.string().nullish().describe('The piece as it came, in base64'),
    MimeType: z.enum(['Zip', 'Gzip', 'Autre']).nullish(),
    CodeRejetApplicatif: z.string().max(20).nullish(),
    LibelleRejetApplicatif: z.string().max(1000).nullish(),
  }),
  output: z.object({
    Matched: flag('Rattaché'),
    ProcedureId: maybe(int('Déclaration')),
    Status: maybe(choice(PROCEDURE_STATUSES, 'État')),
    ArchiveId: int('Archive'),
  }),
  errors: ['NoticeInvalid'],
  run: (ctx, { folderId, body }) => registerVatNotice(ctx, folderId, body),
});
