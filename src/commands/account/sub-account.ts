import * as z from 'zod';
import {
  createSubAccount,
  listSubAccounts,
  type SubAccount,
  updateSubAccount,
} from '../../services/ledger/sub-accounts.ts';
import { FOLDER_ROUTE, FolderPath, text, toWirePage } from '../ledger/wire.ts';
import { day, dayText, identifier, pageOf, paging } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';

const SubAccountShape = z
  .object({
    Id: z.int(),
    AccountId: z.int(),
    Code: z.string(),
    Label: z.string(),
    ValidFrom: dayText().nullable(),
    ValidTo: dayText().nullable(),
  })
  .meta({ id: 'SubAccount' });

const OfAccount = FolderPath.extend({ accountId: identifier() });
const SubAccountPath = OfAccount.extend({ subAccountId: identifier() });
const OF_ACCOUNT = `${FOLDER_ROUTE}/accounts/{accountId}/sub-accounts`;

const toWire = ({ id, accountId, code, label, validFrom, validTo }: SubAccount) => ({
  Id: id,
  AccountId: accountId,
  Code: code,
  Label: label,
  ValidFrom: validFrom,
  ValidTo: validTo,
});

export const subAccountList = defineOperation({
  id: 'account.sub-account.list',
  summary: { en: 'List the sub-accounts of a folder', fr: 'Lister les sous-comptes d’un dossier' },
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${FOLDER_ROUTE}/sub-accounts` },
  cli: { examples: ['taxops account sub-account list --folder 12 --search morel'] },
  params: FolderPath,
  query: z.object({
    accountId: identifier().optional(),
    search: z.string().min(1).max(100).optional().describe('Part of the label, or beginning of the code'),
    on: day().optional().describe('Sub-accounts open on that day'),
    ...paging,
  }),
  output: pageOf(SubAccountShape),
  errors: ['FolderNotFound'],
  run: async (ctx, { accountingFolderId, accountId, search, on, ...page }) =>
    toWirePage(await listSubAccounts(await ctx.db(), accountingFolderId, { accountId, search, on }, page), toWire),
});

const bounds = { ValidFrom: day().nullish(), ValidTo: day().nullish() };

export const subAccountCreate = defineOperation({
  id: 'account.sub-account.create',
  summary: { en: 'Create a sub-account', fr: 'Créer un sous-compte' },
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: OF_ACCOUNT, status: 201 },
  cli: {
    args: ['accountId'],
    examples: ['taxops account sub-account create 31 --folder 12 --code C0007 --label "Atelier Morel"'],
  },
  params: OfAccount,
  body: z.strictObject({ Code: text('CompAuxNum of the FEC', 50), Label: text('Name', 200), ...bounds }),
  output: SubAccountShape,
  errors: ['FolderNotFound', 'AccountNotFound', 'SubAccountCodeTaken', 'AccountPeriodInvalid'],
  run: async (ctx, { accountingFolderId, accountId, body }) => {
    const made = { code: body.Code, label: body.Label, validFrom: body.ValidFrom, validTo: body.ValidTo };
    return toWire(await createSubAccount(await ctx.db(), accountingFolderId, accountId, made));
  },
});

export const subAccountUpdate = defineOperation({
  id: 'account.sub-account.update',
  summary: { en: 'Rename a sub-account, or bound its period', fr: 'Renommer un sous-compte, ou borner sa période' },
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'PATCH', path: `${OF_ACCOUNT}/{subAccountId}` },
  cli: {
    args: ['accountId', 'subAccountId'],
    examples: ['taxops account sub-account update 31 7 --folder 12 --label "Atelier Morel et fils"'],
  },
  params: SubAccountPath,
  body: z.strictObject({ Label: text('Name', 200).optional(), ...bounds }),
  output: SubAccountShape,
  errors: ['FolderNotFound', 'SubAccountNotFound', 'AccountPeriodInvalid'],
  run: async (ctx, { accountingFolderId, accountId, subAccountId, body }) => {
    const change = { label: body.Label, validFrom: body.ValidFrom, validTo: body.ValidTo };
    return toWire(await updateSubAccount(await ctx.db(), accountingFolderId, accountId, subAccountId, change));
  },
});
