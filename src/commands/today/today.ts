import * as z from 'zod';
import { TODAY_KINDS, type TodayItem, todayPage } from '../../services/dues/today.ts';
import { identifier, pageOf, paging } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { choice, date, int, maybe, text } from '../operation/outputs.ts';
import { computed } from '../operation/wire.ts';

const Item = z.object({
  Kind: choice(TODAY_KINDS, 'Quoi'),
  FolderId: computed(int('Dossier'), ({ folder }: TodayItem) => folder.id),
  Folder: computed(text('Dossier'), ({ folder }: TodayItem) => folder.name),
  Subject: text('Objet').describe('Declaration type, VAT form, or bank account'),
  EndDate: maybe(date('Fin')),
  Due: maybe(date('Échéance')),
  ProcedureId: maybe(int('Déclaration de TVA')),
  AccountId: maybe(int('Compte bancaire')),
  Count: maybe(int('Nombre')).describe('Transactions without an entry; days since the last statement'),
});

export const todayList = defineOperation({
  id: 'today.list',
  summary: { en: 'List what needs somebody today', fr: 'Lister ce qui attend quelqu’un aujourd’hui' },
  description:
    'Over the folders that the caller sees: declarations and VAT returns that are late, rejected, due within 15 days or without an answer; bank accounts with transactions to reconcile, or without a statement for 40 days.',
  policy: { right: 'read', of: { folder: 'accountingFolderId', company: 'companyId' } },
  http: { method: 'GET', path: '/api/today' },
  cli: { examples: ['taxops today list', 'taxops today list --folder 12'] },
  query: z.object({
    accountingFolderId: identifier().optional().describe('Only this folder'),
    companyId: identifier().optional().describe('Only the folders of this firm'),
    ...paging,
  }),
  output: pageOf(Item),
  columns: ['Kind', 'Folder', 'Subject', 'EndDate', 'Due', 'Count'],
  errors: ['FolderNotFound'],
  run: (ctx, { page, limit, accountingFolderId: folderId, companyId }) =>
    todayPage(ctx, { folderId, companyId }, { page, limit }),
});
