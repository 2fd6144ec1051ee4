import * as z from 'zod';
import { failingJobs } from '../../jobs/failing.ts';
import { TODAY_KINDS, type TodayItem, todayPage } from '../../services/dues/today.ts';
import { holds } from '../../services/operation/actor.ts';
import { identifier, pageOf, paging } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { choice, date, int, maybe, text } from '../operation/outputs.ts';
import { computed } from '../operation/wire.ts';

const Item = z.object({
  Kind: choice(TODAY_KINDS, 'Quoi'),
  FolderId: computed(maybe(int('Dossier')), ({ folder }: TodayItem) => folder?.id),
  Folder: computed(maybe(text('Dossier')), ({ folder }: TodayItem) => folder?.name).describe(
    'Null: of the installation, or of several folders',
  ),
  Subject: text('Objet').describe('Declaration type, VAT form, bank account, or job; blank for assets'),
  StartDate: maybe(date('Début')).describe('Of the exercise over which assets are looked at'),
  EndDate: maybe(date('Fin')),
  Due: maybe(date('Échéance')),
  ProcedureId: maybe(int('Déclaration de TVA')),
  AccountId: maybe(int('Compte bancaire')),
  RunId: maybe(int('Exécution')).describe('The run to go on with; null when workers gave the items up'),
  Count: maybe(int('Nombre')).describe(
    'Transactions without an entry; days since the last statement; gaps between statements; assets; failed items',
  ),
});

export const todayList = defineOperation({
  id: 'today.list',
  summary: { en: 'List what needs a person today', fr: 'Lister ce qui attend quelqu’un aujourd’hui' },
  description:
    'Over the folders that the caller sees: declarations and VAT returns that are late, rejected, due within 15 days or without an answer; bank accounts with transactions to reconcile, without a statement for 40 days, or with a gap between two statements; assets with alerts. Who operates the installation sees the jobs that failed too.',
  policy: { right: 'read', of: { folder: 'accountingFolderId', company: 'companyId' } },
  http: { method: 'GET', path: '/api/today' },
  cli: { examples: ['taxops today list', 'taxops today list --folder 12'] },
  query: z.object({
    accountingFolderId: identifier().optional().describe('Only this folder'),
    companyId: identifier().optional().describe('Only the folders of this firm'),
    kind: z.enum(TODAY_KINDS).optional().describe('Only these lines'),
    ...paging,
  }),
  output: pageOf(Item).extend({
    Counts: z.array(z.object({ Kind: choice(TODAY_KINDS, 'Quoi'), Count: int('Nombre') })),
  }),
  columns: ['Kind', 'Folder', 'Subject', 'EndDate', 'Due', 'Count'],
  errors: ['FolderNotFound'],
  run: (ctx, { page, limit, accountingFolderId: folderId, companyId, kind }) =>
    todayPage(ctx, { folderId, companyId, kind }, { page, limit }, async (folderIds) =>
      holds(ctx.actor, 'operate') ? failingJobs((await ctx.db()).knex, folderIds) : [],
    ),
});
