import * as z from 'zod';
import { addDeclarations, updateDeclarations } from '../../services/declarations/change.ts';
import { listDeclarations, listUpdated } from '../../services/declarations/list.ts';
import { stateOfPeriod } from '../../services/declarations/obligations.ts';
import { outcomesText, refreshFolder, refuseTotalFailure } from '../../services/declarations/refresh.ts';
import { SOURCE_TYPES, STATUSES } from '../../services/declarations/rules/enumerations.ts';
import type { PeriodState } from '../../services/declarations/rules/periods.ts';
import { channelsToAsk } from '../../services/declarations/rules/refresh.ts';
import { readWindow } from '../../services/declarations/rules/window.ts';
import { getFolder } from '../../services/folders/folders.ts';
import type { Context } from '../../services/operation/context.ts';
import { identifier } from '../operation/fields.ts';
import { invalidInput } from '../operation/invoke.ts';
import { defineOperation } from '../operation/operation.ts';
import { choice, flag, int, maybe } from '../operation/outputs.ts';
import { computed, fields, from } from '../operation/wire.ts';
import { declarationOperation } from './declaration-operation.ts';
import {
  DECLARATION_COLUMNS,
  Declaration,
  declarationType,
  declarationTypeName,
  instant,
  instantDay,
  member,
  midnight,
  UpdatedDeclaration,
} from './fields.ts';

const DECLARATIONS = '/declarations';

export const declarationList = declarationOperation({
  id: 'declaration.list',
  ref: 'A10',
  summary: { en: 'List the declarations of a folder', fr: 'Lister les déclarations d’un dossier' },
  description:
    'Latest period first. With a refresh flag the channels are asked first, ten seconds each at most; how each one did is in the header X-Refresh. A channel that fails does not fail the call.',
  http: { method: 'GET', path: DECLARATIONS },
  cli: { examples: ['taxops declaration list --folder 12', 'taxops declaration list --folder 12 --refresh-data'] },
  query: z.object({
    refreshData: z.boolean().nullish().describe('Ask every channel first'),
    refreshChannelAData: z.boolean().nullish().describe('Ask ChannelA first; refreshData goes before'),
  }),
  output: z.array(Declaration),
  columns: DECLARATION_COLUMNS,
  errors: ['ChannelsFailed'],
  run: async (ctx, { folderId, refreshData, refreshChannelAData }) => {
    const asked = channelsToAsk(refreshData, refreshChannelAData);
    const outcomes = asked.length > 0 ? await refreshFolder(ctx, folderId, asked) : [];
    if (outcomes.length > 0) ctx.headers.set('X-Refresh', outcomesText(outcomes));
    const declarations = await listDeclarations(ctx, folderId);
    refuseTotalFailure(folderId, outcomes, declarations.length);
    return declarations;
  },
});

/** States of the sending itself, which only the sending gives. */
const SENDING = ['Sending', 'SendUncertain'];

const status = (...refused: readonly string[]) =>
  member(STATUSES).refine((given) => ![...SENDING, ...refused].includes(given), { error: 'not a status to give here' });

/** Null says as little as nothing. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

const text = (max: number) => optional(z.string().max(max));

const inputOf = (statusField: ReturnType<typeof status>) =>
  fields({
    StartDate: from('start', optional(instant())),
    EndDate: from('end', optional(instant())),
    Type: optional(declarationType()),
    Status: optional(statusField),
    Name: text(1000),
    ChannelAId: optional(identifier()),
    ChannelACreationDate: from('channelACreatedAt', optional(instant())),
    Links: optional(
      fields({
        DeclarationPdfUrl: from('pdfUrl', text(4000)),
        DeclarationUrl: from('pageUrl', text(4000)),
        ReceiptPDFUrl: from('receiptUrl', text(4000)),
        EDIFileUrl: from('ediUrl', text(4000)),
      }),
    ),
    DeclarationSourceType: from('sourceType', optional(member(SOURCE_TYPES))),
    IsIgnoreWhenRejected: from('ignoreWhenRejected', optional(z.boolean())),
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

/** The declarations of the body. Throws FolderNotFound before it compares: the path comes first. */
async function declarationsOf(ctx: Context, folderId: number, body: Body) {
  await getFolder(ctx, folderId);
  if (body.AccountingFolderId.folderId === folderId) return body.Declarations ?? [];
  const message = `not the folder of the path, ${folderId}`;
  throw invalidInput([{ path: 'Body.AccountingFolderId', code: 'custom', message }]);
}

export const declarationAdd = declarationOperation({
  id: 'declaration.add',
  ref: 'A11',
  summary: { en: 'Add declarations to a folder', fr: 'Ajouter des déclarations à un dossier' },
  description: 'All of them or none; 500 at most. Answers with the declarations as stored.',
  of: { folder: ['body.AccountingFolderId'] },
  http: { method: 'POST', path: DECLARATIONS },
  cli: { examples: ['taxops declaration add --folder 12 --body declarations.json'] },
  body: NewDeclarations,
  output: z.array(Declaration),
  columns: DECLARATION_COLUMNS,
  errors: ['ChannelAIdTaken', 'PeriodReversed'],
  idempotent: true,
  run: async (ctx, { folderId, body }) => addDeclarations(ctx, folderId, await declarationsOf(ctx, folderId, body)),
});

export const declarationUpdate = declarationOperation({
  id: 'declaration.update',
  ref: 'A12',
  summary: { en: 'Update declarations of a folder', fr: 'Mettre à jour des déclarations d’un dossier' },
  description:
    'Each is found by ChannelAId, else by type and end, and added when it is not there. All of them or none; 500 at most. A status that does not rise is refused (409), unless the move is one that is decided here (a rejected declaration back to Draft).',
  of: { folder: ['body.AccountingFolderId'] },
  http: { method: 'PUT', path: DECLARATIONS },
  cli: { examples: ['taxops declaration update --folder 12 --body declarations.json'] },
  body: ChangedDeclarations,
  output: z.array(Declaration),
  columns: DECLARATION_COLUMNS,
  errors: ['DeclarationNotDeletable', 'StatusNotRising', 'PeriodReversed'],
  idempotent: true,
  run: async (ctx, { folderId, body }) => updateDeclarations(ctx, folderId, await declarationsOf(ctx, folderId, body)),
});

const PeriodStateFields = z.object({
  Type: declarationTypeName(),
  StartDate: computed(midnight('Début'), ({ period }: PeriodState) => period.start),
  EndDate: computed(midnight('Fin'), ({ period }: PeriodState) => period.end),
  Status: choice(STATUSES, 'État'),
  CanSend: flag('Envoi possible'),
  DeclarationId: maybe(int('Déclaration')),
});

export const declarationPeriod = declarationOperation({
  id: 'declaration.period',
  ref: 'A3',
  summary: { en: 'Show the state of a declaration period', fr: 'Montrer l’état d’une période de déclaration' },
  http: { method: 'GET', path: '/declaration-period' },
  cli: { examples: ['taxops declaration period --folder 12 --end-date 2025-12-31 --declaration-type IS2572'] },
  query: z.object({ endDate: instantDay(), declarationType: declarationType().prefault('Liasse') }),
  output: PeriodStateFields,
  errors: ['PeriodUnknown'],
  run: (ctx, { folderId, endDate, declarationType: type }) => stateOfPeriod(ctx, folderId, type, endDate),
});

export const declarationUpdated = defineOperation({
  id: 'declaration.updated',
  ref: 'A13',
  summary: { en: 'List what changed in a window', fr: 'Lister ce qui a changé dans une fenêtre' },
  description:
    'updatedAfter is included, updatedBefore is not; deleted declarations are given with their status. What is stored later than its time is in the next window. Without Z or offset they are Paris time. At most 10,000 records: with the header X-Truncated, go on from the UpdatedAt of the last one.',
  policy: { right: 'read', of: { company: 'companyId' } },
  http: { method: 'GET', path: '/api/tax-declarations/companies/{companyId}/declarations' },
  cli: {
    examples: [
      'taxops declaration updated --company 1 --updated-after 2026-07-15T10:00:00Z --updated-before 2026-07-16T10:00:00Z',
    ],
  },
  params: z.object({ companyId: identifier() }),
  query: z.object({
    updatedAfter: z.string().max(40).meta({ description: 'First moment', format: 'date-time' }),
    updatedBefore: z.string().max(40).meta({ description: 'Moment after the last one', format: 'date-time' }),
  }),
  output: z.array(UpdatedDeclaration),
  columns: ['Id', 'AccountingFolder.Name', 'DateFin', 'DeclarationType', 'Status', 'UpdatedAt'],
  errors: ['CompanyNotFound', 'WindowBoundInvalid', 'WindowEmpty'],
  run: async (ctx, { companyId, updatedAfter, updatedBefore }) => {
    const { updated, isTruncated } = await listUpdated(ctx, companyId, readWindow(updatedAfter, updatedBefore));
    if (isTruncated) ctx.headers.set('X-Truncated', 'true');
    return updated;
  },
});
