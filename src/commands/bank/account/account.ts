import * as z from 'zod';
import { createAccount } from '../../../services/banking/accounts/account-creation.ts';
import { type BankAccount, getAccount, listAccounts } from '../../../services/banking/accounts/accounts.ts';
import { printedIban } from '../../../services/banking/accounts/iban.ts';
import { identifier, line } from '../../../services/operation/fields.ts';
import { defineOperation } from '../../../services/operation/operation.ts';
import { detailsOf, withDetails } from '../report/for-people.ts';
import { AccountDetailed, AccountSummary, detailedWire, summaryWire } from './wire.ts';

export const EnterprisePath = z.object({ enterpriseId: identifier().describe('Folder') });

export const BALANCE =
  'Balance is the new balance of the last statement, or what the provider says of a later day; 0 as long as there is neither. CurrencyCode is null until somebody tells it.';

const AccountPath = EnterprisePath.extend({ bankAccountId: identifier().describe('Bank account') });
const ROUTE = '/api/banking/enterprises/{enterpriseId}/accounts';

export const bankAccountShow = defineOperation({
  id: 'bank.account.show',
  ref: 'C1',
  summary: { en: 'Show a bank account', fr: 'Montrer un compte bancaire' },
  description: BALANCE,
  policy: { kind: 'user', access: 'read' },
  http: { method: 'GET', path: `${ROUTE}/{bankAccountId}` },
  cli: { path: ['bank', 'account', 'show'], examples: ['taxops bank account show --folder 1 --bank-account 3'] },
  params: AccountPath,
  output: AccountSummary,
  errors: ['FolderNotFound', 'BankAccountNotFound'],
  run: async (ctx, { enterpriseId, bankAccountId }) =>
    summaryWire(await getAccount(await ctx.db(), enterpriseId, bankAccountId)),
});

export const bankAccountDetails = defineOperation({
  id: 'bank.account.details',
  ref: 'C9',
  summary: {
    en: 'Show a bank account with its bank and its connection',
    fr: 'Montrer un compte bancaire avec sa banque et sa connexion',
  },
  description: `${BALANCE} IsConnected: the account belongs to a connection whose Status is Ok.`,
  policy: { kind: 'user', access: 'read' },
  http: { method: 'GET', path: `${ROUTE}/{bankAccountId}/details` },
  cli: { path: ['bank', 'account', 'details'], examples: ['taxops bank account details --folder 1 --bank-account 3'] },
  params: AccountPath,
  output: AccountDetailed,
  errors: ['FolderNotFound', 'BankAccountNotFound'],
  run: async (ctx, { enterpriseId, bankAccountId }) =>
    detailedWire(await getAccount(await ctx.db(), enterpriseId, bankAccountId)),
});

export const bankAccountList = defineOperation({
  id: 'bank.account.list',
  ref: 'C2',
  summary: { en: 'List the bank accounts of a folder', fr: 'Lister les comptes bancaires d’un dossier' },
  description: BALANCE,
  policy: { kind: 'user', access: 'read' },
  http: { method: 'GET', path: ROUTE },
  cli: { path: ['bank', 'account', 'list'], examples: ['taxops bank account list --folder 1'] },
  params: EnterprisePath,
  output: z.array(AccountSummary),
  errors: ['FolderNotFound'],
  view: (accounts) => [
    {
      kind: 'table',
      columns: [
        { name: 'Id', type: 'number' },
        { name: 'Name' },
        { name: 'Iban' },
        { name: 'Balance', type: 'amount' },
        { name: 'CurrencyCode' },
      ],
      rows: accounts.map((account, index) => [
        account.Id,
        account.Name.slice(0, 28),
        printedIban(account.Iban ?? ''),
        detailsOf<readonly BankAccount[]>(accounts)?.[index]?.balance,
        account.CurrencyCode,
      ]),
    },
  ],
  run: async (ctx, { enterpriseId }) => {
    const accounts = await listAccounts(await ctx.db(), enterpriseId);
    return withDetails(accounts.map(summaryWire), accounts);
  },
});

export const IbanText = line(50).describe('IBAN, spaces allowed');
export const BankName = line(200).describe('Name of the bank');
const ACCOUNT_ID = z.int().describe('Identifier of the account');
const RETURNS = 'Returns the identifier of the new account.';

export const bankAccountCreate = defineOperation({
  id: 'bank.account.create',
  ref: 'C37',
  summary: {
    en: 'Create an account fed by statement files',
    fr: 'Créer un compte alimenté par des relevés',
  },
  description: `${RETURNS} With IsCfonbControlActive, statements whose balances do not agree are refused; without, they are stored with a warning.`,
  policy: { kind: 'user', access: 'write' },
  http: { method: 'POST', path: '/api/banking/enterprises/{enterpriseId}/statement-accounts', status: 201 },
  cli: {
    path: ['bank', 'account', 'create'],
    examples: [
      'taxops bank account create --folder 1 --iban FR7698765000420001234567895 --bank-name "Banque Gamma" --is-cfonb-control-active true',
    ],
  },
  params: EnterprisePath,
  body: z.strictObject({
    Iban: IbanText,
    BankName,
    IsCfonbControlActive: z.boolean().describe('Refuse statements whose balances do not agree'),
  }),
  output: ACCOUNT_ID,
  errors: ['FolderNotFound', 'IbanInvalid', 'BankAccountExists'],
  run: (ctx, { enterpriseId, body }) =>
    createAccount(ctx, enterpriseId, {
      provider: 'ManualEbics',
      iban: body.Iban,
      bankName: body.BankName,
      isCfonbControlActive: body.IsCfonbControlActive,
    }),
});

export const bankAccountCreateManual = defineOperation({
  id: 'bank.account.create-manual',
  ref: 'C39',
  summary: { en: 'Create an account kept by hand', fr: 'Créer un compte tenu à la main' },
  description: RETURNS,
  policy: { kind: 'user', access: 'write' },
  http: { method: 'POST', path: '/api/banking/enterprises/{enterpriseId}/manual-accounts', status: 201 },
  cli: {
    path: ['bank', 'account', 'create-manual'],
    examples: ['taxops bank account create-manual --folder 1 --iban FR7698765000420001234567895 --bank-name Caisse'],
  },
  params: EnterprisePath,
  body: z.strictObject({ Iban: IbanText.nullish().describe('IBAN, if it has one'), BankName }),
  output: ACCOUNT_ID,
  errors: ['FolderNotFound', 'IbanInvalid', 'BankAccountExists'],
  run: (ctx, { enterpriseId, body }) =>
    createAccount(ctx, enterpriseId, {
      provider: 'ManualTransaction',
      iban: body.Iban ?? null,
      bankName: body.BankName,
    }),
});

export const bankAccountCreateChannelB = defineOperation({
  id: 'bank.account.create-channel-b',
  ref: 'C34',
  summary: { en: 'Create an account fed by ChannelB', fr: 'Créer un compte alimenté par ChannelB' },
  description: `${RETURNS} Bank is the name of the bank.`,
  policy: { kind: 'user', access: 'write' },
  http: { method: 'POST', path: '/api/banking/enterprises/{enterpriseId}/channel-b-accounts', status: 201 },
  cli: {
    path: ['bank', 'account', 'create-channel-b'],
    examples: [
      'taxops bank account create-channel-b --folder 1 --iban FR7698765000420001234567895 --bank "Banque Gamma"',
    ],
  },
  params: EnterprisePath,
  body: z.strictObject({ Iban: IbanText, Bank: BankName }),
  output: ACCOUNT_ID,
  errors: ['FolderNotFound', 'IbanInvalid', 'BankAccountExists'],
  run: (ctx, { enterpriseId, body }) =>
    createAccount(ctx, enterpriseId, { provider: 'ChannelB', iban: body.Iban, bankName: body.Bank }),
});
