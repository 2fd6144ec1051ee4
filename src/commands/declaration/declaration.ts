import * as z from 'zod';
import { addDeclarations, type DeclarationInput, updateDeclarations } from '../../services/declarations/change.ts';
import { listDeclarations, listUpdated, type UpdatedDeclaration } from '../../services/declarations/list.ts';
import { stateOfPeriod } from '../../services/declarations/obligations.ts';
import { outcomesText, refreshFolder, refuseTotalFailure } from '../../services/declarations/refresh.ts';
import { SOURCE_TYPES, STATUSES, TRANSMISSION_CHANNELS } from '../../services/declarations/rules/enumerations.ts';
import { channelsToAsk } from '../../services/declarations/rules/refresh.ts';
import { readWindow } from '../../services/declarations/rules/window.ts';
import { getFolder } from '../../services/folders/folders.ts';
import { parisMidnight } from '../../services/kernel/paris-time.ts';
import type { Context } from '../../services/operation/context.ts';
import { identifier } from '../operation/fields.ts';
import { invalidInput } from '../operation/invoke.ts';
import { defineOperation } from '../operation/operation.ts';
import {
  DECLARATION_COLUMNS,
  DECLARATION_TYPES,
  Declaration,
  declarationToWire,
  declarationType,
  FolderPath,
  instant,
  instantDay,
  member,
  RejectionReasonWire,
  reasonsToWire,
} from './fields.ts';

const DECLARATIONS = '/api/tax-declarations/accounting-folders/{accountingFolderId}/declarations';

export const declarationList = defineOperation({
  id: 'declaration.list',
  ref: 'A10',
  summary: { en: 'List the declarations of a folder', fr: 'Lister les déclarations d’un dossier' },
  description:
    'Latest period first. With a refresh flag the channels are asked first, ten seconds each at most; how each one did is in the header X-Refresh. A channel that fails does not fail the call.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: DECLARATIONS },
  cli: { examples: ['taxops declaration list --folder 12', 'taxops declaration list --folder 12 --refresh-data'] },
  params: FolderPath,
  query: z.object({
    refreshData: z.boolean().nullish().describe('Ask every channel first'),
    refreshChannelAData: z.boolean().nullish().describe('Ask ChannelA first; refreshData goes before'),
  }),
  output: z.array(Declaration),
  columns: DECLARATION_COLUMNS,
  errors: ['FolderNotFound', 'ChannelsFailed'],
  run: async (ctx, { accountingFolderId, refreshData, refreshChannelAData }) => {
    const asked = channelsToAsk(refreshData, refreshChannelAData);
    const outcomes = asked.length > 0 ? await refreshFolder(ctx, accountingFolderId, asked) : [];
    if (outcomes.length > 0) ctx.headers.set('X-Refresh', outcomesText(outcomes));
    const declarations = await listDeclarations(ctx, accountingFolderId);
    refuseTotalFailure(accountingFolderId, outcomes, declarations.length);
    return declarations.map(declarationToWire);
  },
});

/** States of the sending itself, which only the sending gives. */
const SENDING = ['Sending', 'SendUncertain'];

const status = (...refused: readonly string[]) =>
  member(STATUSES).refine((given) => ![...SENDING, ...refused].includes(given), { error: 'not a status to give here' });

const text = (max: number) => z.string().max(max).nullish();

const inputOf = (statusField: ReturnType<typeof status>) =>
  z.strictObject({
    StartDate: instant().nullish(),
    EndDate: instant().nullish(),
    Type: declarationType().nullish(),
    Status: statusField.nullish(),
    Name: text(1000),
    ChannelAId: identifier().nullish(),
    ChannelACreationDate: instant().nullish(),
    Links: z
      .strictObject({
        DeclarationPdfUrl: text(4000),
        DeclarationUrl: text(4000),
        ReceiptPDFUrl: text(4000),
        EDIFileUrl: text(4000),
      })
      .nullish(),
    DeclarationSourceType: member(SOURCE_TYPES).nullish(),
    IsIgnoreWhenRejected: z.boolean().nullish(),
    RejectionReason: text(4000),
  });

const MAX_DECLARATIONS = 500;

const bodyOf = (item: ReturnType<typeof inputOf>) =>
  z.strictObject({
    // Not a plain number: a folder that contradicts the path is bad input, whoever may see it.
    AccountingFolderId: identifier().transform((folderId) => ({ folderId })),
    Declarations: z.array(item).max(MAX_DECLARATIONS).nullish(),
  });

const NewDeclarations = bodyOf(inputOf(status('Deleted')));
const ChangedDeclarations = bodyOf(inputOf(status()));

type Body = z.output<typeof NewDeclarations>;

/** Throws FolderNotFound before it compares: the path comes first. */
async function fromWire(ctx: Context, accountingFolderId: number, body: Body): Promise<DeclarationInput[]> {
  await getFolder(await ctx.db(), accountingFolderId);
  if (body.AccountingFolderId.folderId !== accountingFolderId) {
    const message = `not the folder of the path, ${accountingFolderId}`;
    throw invalidInput([{ path: 'Body.AccountingFolderId', code: 'custom', message }]);
  }
  return (body.Declarations ?? []).map((one) => ({
    start: one.StartDate ?? undefined,
    end: one.EndDate ?? undefined,
    type: one.Type ?? undefined,
    status: one.Status ?? undefined,
    name: one.Name ?? undefined,
    channelAId: one.ChannelAId ?? undefined,
    channelACreatedAt: one.ChannelACreationDate ?? undefined,
    links: {
      pdfUrl: one.Links?.DeclarationPdfUrl ?? undefined,
      pageUrl: one.Links?.DeclarationUrl ?? undefined,
      receiptUrl: one.Links?.ReceiptPDFUrl ?? undefined,
      ediUrl: one.Links?.EDIFileUrl ?? undefined,
    },
    sourceType: one.DeclarationSourceType ?? undefined,
    ignoreWhenRejected: one.IsIgnoreWhenRejected ?? undefined,
    rejectionReason: one.RejectionReason ?? undefined,
  }));
}

export const declarationAdd = defineOperation({
  id: 'declaration.add',
  ref: 'A11',
  summary: { en: 'Add declarations to a folder', fr: 'Ajouter des déclarations à un dossier' },
  description: 'All of them or none; 500 at most. Answers with the declarations as stored.',
  policy: { right: 'write', of: { folder: ['accountingFolderId', 'body.AccountingFolderId'] } },
  http: { method: 'POST', path: DECLARATIONS },
  cli: { examples: ['taxops declaration add --folder 12 --body declarations.json'] },
  params: FolderPath,
  body: NewDeclarations,
  output: z.array(Declaration),
  columns: DECLARATION_COLUMNS,
  errors: ['FolderNotFound', 'ChannelAIdTaken', 'PeriodReversed'],
  idempotent: true,
  run: async (ctx, { accountingFolderId, body }) => {
    const inputs = await fromWire(ctx, accountingFolderId, body);
    return (await addDeclarations(ctx, accountingFolderId, inputs)).map(declarationToWire);
  },
});

export const declarationUpdate = defineOperation({
  id: 'declaration.update',
  ref: 'A12',
  summary: { en: 'Update declarations of a folder', fr: 'Mettre à jour des déclarations d’un dossier' },
  description:
    'Each is found by ChannelAId, else by type and end, and added when it is not there. All of them or none; 500 at most. A status only rises, unless the move is one that is decided here (a rejected declaration back to Draft).',
  policy: { right: 'write', of: { folder: ['accountingFolderId', 'body.AccountingFolderId'] } },
  http: { method: 'PUT', path: DECLARATIONS },
  cli: { examples: ['taxops declaration update --folder 12 --body declarations.json'] },
  params: FolderPath,
  body: ChangedDeclarations,
  output: z.array(Declaration),
  columns: DECLARATION_COLUMNS,
  errors: ['FolderNotFound', 'DeclarationNotDeletable', 'PeriodReversed'],
  idempotent: true,
  run: async (ctx, { accountingFolderId, body }) => {
    const inputs = await fromWire(ctx, accountingFolderId, body);
    return (await updateDeclarations(ctx, accountingFolderId, inputs)).map(declarationToWire);
  },
});

const PeriodState = z.object({
  Type: z.enum(DECLARATION_TYPES),
  StartDate: z.string().meta({ format: 'date-time' }),
  EndDate: z.string().meta({ format: 'date-time' }),
  Status: z.enum(STATUSES),
  CanSend: z.boolean(),
  DeclarationId: z.int().nullable(),
});

export const declarationPeriod = defineOperation({
  id: 'declaration.period',
  ref: 'A3',
  summary: { en: 'Show the state of a declaration period', fr: 'Montrer l’état d’une période de déclaration' },
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: '/api/tax-declarations/accounting-folders/{accountingFolderId}/declaration-period' },
  cli: { examples: ['taxops declaration period --folder 12 --end-date 2025-12-31 --declaration-type IS2572'] },
  params: FolderPath,
  query: z.object({ endDate: instantDay(), declarationType: declarationType().default('Liasse') }),
  output: PeriodState,
  errors: ['FolderNotFound', 'PeriodUnknown'],
  run: async (ctx, { accountingFolderId, endDate, declarationType: type }) => {
    const {
      period,
      status: state,
      canSend,
      declarationId,
    } = await stateOfPeriod(ctx, accountingFolderId, type, endDate);
    return {
      Type: type,
      StartDate: parisMidnight(period.start),
      EndDate: parisMidnight(period.end),
      Status: state,
      CanSend: canSend,
      DeclarationId: declarationId ?? null,
    };
  },
});

/** Resource A2. */
const Updated = z
  .object({
    Id: z.int(),
    AccountingFolder: z.object({ Id: z.int(), Name: z.string(), Siren: z.string().nullable() }),
    Label: z.string().nullable(),
    DateDebut: z.string().nullable(),
    DateFin: z.string().nullable(),
    DateEnvoiDGFIP: z.string().nullable(),
    DateRetourDGFIP: z.string().nullable(),
    Status: z.enum(STATUSES),
    DeclarationType: z.enum(DECLARATION_TYPES),
    DeclarationSourceType: z.enum(SOURCE_TYPES),
    ChannelAId: z.int().nullable(),
    TransmissionChannel: z.enum(TRANSMISSION_CHANNELS),
    RejectionReasons: z.array(RejectionReasonWire),
    UpdatedAt: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'UpdatedDeclaration' });

const updatedToWire = ({ declaration, folder }: UpdatedDeclaration): z.output<typeof Updated> => ({
  Id: declaration.id,
  AccountingFolder: { Id: folder.id, Name: folder.name, Siren: folder.siren },
  Label: declaration.record.values.label ?? null,
  DateDebut: declaration.record.values.start ?? null,
  DateFin: declaration.record.values.end ?? null,
  DateEnvoiDGFIP: declaration.record.values.sentAt ?? null,
  DateRetourDGFIP: declaration.record.values.answeredAt ?? null,
  Status: declaration.status,
  DeclarationType: declaration.type,
  DeclarationSourceType: declaration.sourceType,
  ChannelAId: declaration.channelAId ?? null,
  TransmissionChannel: declaration.channel,
  RejectionReasons: reasonsToWire(declaration.record.values.reasons),
  UpdatedAt: declaration.updatedAt,
});

export const declarationUpdated = defineOperation({
  id: 'declaration.updated',
  ref: 'A13',
  summary: { en: 'List what changed in a window', fr: 'Lister ce qui a changé dans une fenêtre' },
  description:
    'updatedAfter is included, updatedBefore is not. Without Z or offset they are Paris time. At most 10,000 records: with the header X-Truncated, go on from the UpdatedAt of the last one.',
  policy: { right: 'read', of: { company: 'companyId' } },
  http: { method: 'GET', path: '/api/tax-declarations/companies/{companyId}/declarations' },
  cli: {
    examples: [
      'taxops declaration updated --company 1 --updated-after 2026-07-15T10:00:00Z --updated-before 2026-07-16T10:00:00Z',
    ],
  },
  params: z.object({ companyId: identifier() }),
  query: z.object({
    updatedAfter: z.string().max(40).optional().describe('First moment (required)'),
    updatedBefore: z.string().max(40).optional().describe('Moment after the last one (required)'),
  }),
  output: z.array(Updated),
  columns: ['Id', 'AccountingFolder.Name', 'DateFin', 'DeclarationType', 'Status', 'UpdatedAt'],
  errors: ['CompanyNotFound', 'WindowBoundInvalid', 'WindowEmpty'],
  run: async (ctx, { companyId, updatedAfter, updatedBefore }) => {
    const { updated, isTruncated } = await listUpdated(ctx, companyId, readWindow(updatedAfter, updatedBefore));
    if (isTruncated) ctx.headers.set('X-Truncated', 'true');
    return updated.map(updatedToWire);
  },
});
