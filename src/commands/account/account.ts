import * as z from 'zod';
import type { PlainDate } from '../../services/kernel/dates.ts';
import { type Instant, parisDay } from '../../services/kernel/paris-time.ts';
import {
  type Account,
  accountNumber,
  createAccount,
  getAccount,
  listAccounts,
  updateAccount,
} from '../../services/ledger/accounts.ts';
import { chartAccountOf, classOf } from '../../services/ledger/chart.ts';
import { openingFor } from '../../services/ledger/exercises.ts';
import type { Context } from '../../services/operation/context.ts';
import { accountPrefixes, FOLDER_ROUTE, FolderPath, text, toWirePage } from '../ledger/wire.ts';
import { day, dayText, identifier, pageOf, paging } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';

const AccountShape = z
  .object({
    Id: z.int(),
    Number: z.string(),
    Label: z.string(),
    Class: z.string().nullable(),
    ChartNumber: z.string().nullable().describe('Account of the general chart that it extends'),
    ChartLabel: z.string().nullable(),
    AccountNumber: z.int().describe('The number as int32; below zero when its digits do not make one'),
    ValidFrom: dayText().nullable(),
    ValidTo: dayText().nullable(),
  })
  .meta({ id: 'Account' });

const AccountPath = FolderPath.extend({ accountId: identifier() });
const ROUTE = `${FOLDER_ROUTE}/accounts`;

/** The account with its place in the general chart of exercises opened on `opening`. */
const toWire =
  (opening: PlainDate) =>
  (account: Account): z.input<typeof AccountShape> => {
    const chart = chartAccountOf(account.number, opening);
    return {
      Id: account.id,
      Number: account.number,
      Label: account.label,
      Class: classOf(account.number) ?? null,
      ChartNumber: chart?.number ?? null,
      ChartLabel: chart?.label ?? null,
      AccountNumber: accountNumber(account),
      ValidFrom: account.validFrom,
      ValidTo: account.validTo,
    };
  };

/** How accounts of a folder are written out today. */
const writer = async (ctx: Context, folderId: number) =>
  toWire(await openingFor(await ctx.db(), folderId, parisDay(ctx.clock.now() as Instant)));

export const accountList = defineOperation({
  id: 'account.list',
  summary: { en: 'List the accounts of a folder', fr: 'Lister les comptes d’un dossier' },
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: ROUTE },
  cli: {
    examples: ['taxops account list --folder 12 --account 411', 'taxops account list --folder 12 --search banque'],
  },
  params: FolderPath,
  query: z.object({
    account: accountPrefixes,
    search: z.string().min(1).max(100).optional().describe('Part of the label, or beginning of the number'),
    on: day().optional().describe('Accounts open on that day'),
    ...paging,
  }),
  output: pageOf(AccountShape),
  errors: ['FolderNotFound'],
  columns: ['Id', 'Number', 'Label', 'ChartLabel', 'ValidFrom', 'ValidTo'],
  run: async (ctx, { accountingFolderId, account, search, on, ...page }) => {
    const filter = { prefixes: account, search, on };
    const found = await listAccounts(await ctx.db(), accountingFolderId, filter, page);
    return toWirePage(found, on ? toWire(on) : await writer(ctx, accountingFolderId));
  },
});

export const accountShow = defineOperation({
  id: 'account.show',
  summary: { en: 'Show an account', fr: 'Montrer un compte' },
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${ROUTE}/{accountId}` },
  cli: { args: ['accountId'], examples: ['taxops account show 31 --folder 12'] },
  params: AccountPath,
  output: AccountShape,
  errors: ['FolderNotFound', 'AccountNotFound'],
  run: async (ctx, { accountingFolderId, accountId }) => {
    const account = await getAccount(await ctx.db(), accountingFolderId, accountId);
    return (await writer(ctx, accountingFolderId))(account);
  },
});

const bounds = {
  ValidFrom: day().nullish().describe('First day it is open'),
  ValidTo: day().nullish().describe('Last day it is open'),
};

export const accountCreate = defineOperation({
  id: 'account.create',
  summary: { en: 'Create an account', fr: 'Créer un compte' },
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: { examples: ['taxops account create --folder 12 --number 627100 --label "Frais bancaires"'] },
  params: FolderPath,
  body: z.strictObject({ Number: text('CompteNum of the FEC', 50), Label: text('Name', 200), ...bounds }),
  output: AccountShape,
  errors: ['FolderNotFound', 'AccountNumberTaken', 'AccountPeriodInvalid'],
  run: async (ctx, { accountingFolderId, body }) => {
    const account = { number: body.Number, label: body.Label, validFrom: body.ValidFrom, validTo: body.ValidTo };
    const made = await createAccount(await ctx.db(), accountingFolderId, account);
    return (await writer(ctx, accountingFolderId))(made);
  },
});

export const accountUpdate = defineOperation({
  id: 'account.update',
  summary: { en: 'Rename an account, or bound its period', fr: 'Renommer un compte, ou borner sa période' },
  description: 'Fields that are left out keep their value; null removes a bound. A number never changes.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'PATCH', path: `${ROUTE}/{accountId}` },
  cli: { args: ['accountId'], examples: ['taxops account update 31 --folder 12 --valid-to 2025-12-31'] },
  params: AccountPath,
  body: z.strictObject({ Label: text('Name', 200).optional(), ...bounds }),
  output: AccountShape,
  errors: ['FolderNotFound', 'AccountNotFound', 'AccountPeriodInvalid'],
  run: async (ctx, { accountingFolderId, accountId, body }) => {
    const change = { label: body.Label, validFrom: body.ValidFrom, validTo: body.ValidTo };
    const account = await updateAccount(await ctx.db(), accountingFolderId, accountId, change);
    return (await writer(ctx, accountingFolderId))(account);
  },
});
