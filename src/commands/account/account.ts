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
import { type ChartAccount, chartAccountOf, classOf } from '../../services/ledger/chart.ts';
import { openingFor } from '../../services/ledger/exercises.ts';
import type { Context } from '../../services/operation/context.ts';
import { accountPrefixes, ledgerOperation, typed } from '../ledger/wire.ts';
import { day, identifier, pageOf, paging } from '../operation/fields.ts';
import { date, int, maybe, text } from '../operation/outputs.ts';
import { computed, fields } from '../operation/wire.ts';

/** An account with its place in the general chart. */
interface ChartedAccount extends Account {
  readonly chart: ChartAccount | undefined;
}

const AccountShape = z
  .object({
    Id: int('Id'),
    Number: text('Numéro'),
    Label: text('Libellé'),
    Class: computed(maybe(text('Classe')), ({ number }: Account) => classOf(number)),
    ChartNumber: computed(maybe(text('Compte PCG')), ({ chart }: ChartedAccount) => chart?.number).describe(
      'Account of the general chart that it extends',
    ),
    ChartLabel: computed(maybe(text('Intitulé PCG')), ({ chart }: ChartedAccount) => chart?.label),
    AccountNumber: computed(int('Compte'), accountNumber).describe(
      'The number as int32; below zero when its digits do not make one',
    ),
    ValidFrom: maybe(date('Valable du')),
    ValidTo: maybe(date('Valable au')),
  })
  .meta({ id: 'Account' });

const AccountPath = { accountId: identifier() };

/** Places accounts in the general chart of exercises opened on `opening`: unless given, that of the current exercise. */
async function charting(ctx: Context, folderId: number, opening?: PlainDate) {
  const day = opening ?? (await openingFor(ctx, folderId, parisDay(ctx.clock.now() as Instant)));
  return (account: Account): ChartedAccount => ({ ...account, chart: chartAccountOf(account.number, day) });
}

export const accountList = ledgerOperation({
  id: 'account.list',
  summary: { en: 'List the accounts of a folder', fr: 'Lister les comptes d’un dossier' },
  http: { method: 'GET', path: '/accounts' },
  cli: {
    examples: ['taxops account list --folder 12 --account 411', 'taxops account list --folder 12 --search banque'],
  },
  query: z.object({
    account: accountPrefixes,
    search: z.string().min(1).max(100).optional().describe('Part of the label, or beginning of the number'),
    on: day().optional().describe('Accounts open on that day'),
    ...paging,
  }),
  output: pageOf(AccountShape),
  columns: ['Id', 'Number', 'Label', 'ChartLabel', 'ValidFrom', 'ValidTo'],
  run: async (ctx, { folderId, account, search, on, page, limit }) => {
    const found = await listAccounts(ctx, folderId, { prefixes: account, search, on }, { page, limit });
    return { ...found, items: found.items.map(await charting(ctx, folderId, on)) };
  },
});

export const accountShow = ledgerOperation({
  id: 'account.show',
  summary: { en: 'Show an account', fr: 'Montrer un compte' },
  http: { method: 'GET', path: '/accounts/{accountId}' },
  cli: { args: ['accountId'], examples: ['taxops account show 31 --folder 12'] },
  params: AccountPath,
  output: AccountShape,
  errors: ['AccountNotFound'],
  run: async (ctx, { folderId, accountId }) => {
    const account = await getAccount(ctx, folderId, accountId);
    return (await charting(ctx, folderId))(account);
  },
});

const Label = typed('Name', 200);

const bounds = {
  ValidFrom: day().nullish().describe('First day it is open'),
  ValidTo: day().nullish().describe('Last day it is open'),
};

export const accountCreate = ledgerOperation({
  id: 'account.create',
  summary: { en: 'Create an account', fr: 'Créer un compte' },
  http: { method: 'POST', path: '/accounts', status: 201 },
  cli: { examples: ['taxops account create --folder 12 --number 627100 --label "Frais bancaires"'] },
  body: fields({ Number: typed('CompteNum of the FEC', 50), Label, ...bounds }),
  output: AccountShape,
  errors: ['AccountNumberTaken', 'AccountPeriodInvalid'],
  run: async (ctx, { folderId, body }) => {
    const account = await createAccount(ctx, folderId, body);
    return (await charting(ctx, folderId))(account);
  },
});

export const accountUpdate = ledgerOperation({
  id: 'account.update',
  summary: { en: 'Rename an account, or bound its period', fr: 'Renommer un compte, ou borner sa période' },
  description: 'Fields that are left out keep their value; null removes a bound. A number never changes.',
  http: { method: 'PATCH', path: '/accounts/{accountId}' },
  cli: { args: ['accountId'], examples: ['taxops account update 31 --folder 12 --valid-to 2025-12-31'] },
  params: AccountPath,
  body: fields({ Label: Label.optional(), ...bounds }),
  output: AccountShape,
  errors: ['AccountNotFound', 'AccountPeriodInvalid'],
  run: async (ctx, { folderId, accountId, body }) => {
    const account = await updateAccount(ctx, folderId, accountId, body);
    return (await charting(ctx, folderId))(account);
  },
});
