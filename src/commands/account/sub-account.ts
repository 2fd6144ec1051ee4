import * as z from 'zod';
import { createSubAccount, listSubAccounts, updateSubAccount } from '../../services/ledger/sub-accounts.ts';
import { ledgerOperation, typed } from '../ledger/wire.ts';
import { day, identifier, pageOf, paging } from '../operation/fields.ts';
import { date, int, maybe, text } from '../operation/outputs.ts';
import { fields } from '../operation/wire.ts';

const SubAccountShape = z
  .object({
    Id: int('Id'),
    AccountId: int('N° compte'),
    Code: text('Code'),
    Label: text('Libellé'),
    ValidFrom: maybe(date('Valable du')),
    ValidTo: maybe(date('Valable au')),
  })
  .meta({ id: 'SubAccount' });

const OfAccount = { accountId: identifier() };
const OF_ACCOUNT = '/accounts/{accountId}/sub-accounts';

export const subAccountList = ledgerOperation({
  id: 'account.sub-account.list',
  summary: { en: 'List the sub-accounts of a folder', fr: 'Lister les sous-comptes d’un dossier' },
  http: { method: 'GET', path: '/sub-accounts' },
  cli: { examples: ['taxops account sub-account list --folder 12 --search morel'] },
  query: z.object({
    accountId: identifier().optional(),
    search: z.string().min(1).max(100).optional().describe('Part of the label, or beginning of the code'),
    on: day().optional().describe('Sub-accounts open on that day'),
    ...paging,
  }),
  output: pageOf(SubAccountShape),
  run: (ctx, { folderId, page, limit, ...filter }) => listSubAccounts(ctx, folderId, filter, { page, limit }),
});

const Label = typed('Name', 200);
const bounds = { ValidFrom: day().nullish(), ValidTo: day().nullish() };

export const subAccountCreate = ledgerOperation({
  id: 'account.sub-account.create',
  summary: { en: 'Create a sub-account', fr: 'Créer un sous-compte' },
  http: { method: 'POST', path: OF_ACCOUNT, status: 201 },
  cli: {
    args: ['accountId'],
    examples: ['taxops account sub-account create 31 --folder 12 --code C0007 --label "Atelier Morel"'],
  },
  params: OfAccount,
  body: fields({ Code: typed('CompAuxNum of the FEC', 50), Label, ...bounds }),
  output: SubAccountShape,
  errors: ['AccountNotFound', 'SubAccountCodeTaken', 'AccountPeriodInvalid'],
  run: (ctx, { folderId, accountId, body }) => createSubAccount(ctx, folderId, accountId, body),
});

export const subAccountUpdate = ledgerOperation({
  id: 'account.sub-account.update',
  summary: { en: 'Rename a sub-account, or bound its period', fr: 'Renommer un sous-compte, ou borner sa période' },
  http: { method: 'PATCH', path: `${OF_ACCOUNT}/{subAccountId}` },
  cli: {
    args: ['accountId', 'subAccountId'],
    examples: ['taxops account sub-account update 31 7 --folder 12 --label "Atelier Morel et fils"'],
  },
  params: { ...OfAccount, subAccountId: identifier() },
  body: fields({ Label: Label.optional(), ...bounds }),
  output: SubAccountShape,
  errors: ['SubAccountNotFound', 'AccountPeriodInvalid'],
  run: (ctx, { folderId, accountId, subAccountId, body }) =>
    updateSubAccount(ctx, folderId, { accountId, subAccountId }, body),
});
