import * as z from 'zod';
import { createAccount } from '../../../services/banking/accounts/account-creation.ts';
import { getAccount, listAccounts } from '../../../services/banking/accounts/accounts.ts';
import { printedIban } from '../../../services/banking/accounts/iban.ts';
import { identifier, line } from '../../operation/fields.ts';
import { fields, from } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { AccountDetailed, AccountSummary } from './wire.ts';

export const EnterprisePath = z.object({ enterpriseId: identifier().describe('Folder') });

export const BALANCE =
  'Balance is the new balance of the last statement, or what the provider says of a later day; 0 as long as there is neither. CurrencyCode is null until it is known.';

const AccountPath = { bankAccountId: identifier().describe('Bank account') };

export const bankAccountShow = bankOperation({
  id: 'bank.account.show',
  ref: 'C1',
  summary: { en: 'Show a bank account', fr: 'Montrer un compte bancaire' },
  description: BALANCE,
  http: { method: 'GET', path: '/accounts/{bankAccountId}' },
  cli: { examples: ['taxops bank account show --folder 1 --bank-account 3'] },
  params: AccountPath,
  output: AccountSummary,
  errors: ['BankAccountNotFound'],
  run: (ctx, { folderId, bankAccountId }) => getAccount(ctx, folderId, bankAccountId),
});

export const bankAccountDetails = bankOperation({
  id: 'bank.account.details',
  ref: 'C9',
  summary: {
    en: 'Show a bank account with its bank and its connection',
    fr: 'Montrer un compte bancaire avec sa banque et sa connexion',
  },
  description: `${BALANCE} IsConnected: the account belongs to a connection whose Status is Ok.`,
  http: { method: 'GET', path: '/accounts/{bankAccountId}/details' },
  cli: { examples: ['taxops bank account details --folder 1 --bank-account 3'] },
  params: AccountPath,
  output: AccountDetailed,
  errors: ['BankAccountNotFound'],
  run: (ctx, { folderId, bankAccountId }) => getAccount(ctx, folderId, bankAccountId),
});

export const bankAccountList = bankOperation({
  id: 'bank.account.list',
  ref: 'C2',
  summary: { en: 'List the bank accounts of a folder', fr: 'Lister les comptes bancaires d’un dossier' },
  description: BALANCE,
  http: { method: 'GET', path: '/accounts' },
  cli: { examples: ['taxops bank account list --folder 1'] },
  output: z.array(AccountSummary),
  view: (accounts, _language, exact) => [
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
        exact[index]?.balance,
        account.CurrencyCode,
      ]),
    },
  ],
  run: (ctx, { folderId }) => listAccounts(ctx, folderId),
});

export const IbanText = line(50).describe('IBAN, spaces allowed');
export const BankName = line(200).describe('Name of the bank');
const ACCOUNT_ID = z.int().describe('Identifier of the account');
const RETURNS = 'Returns the identifier of the new account.';

export const bankAccountCreate = bankOperation({
  id: 'bank.account.create',
  ref: 'C37',
  summary: {
    en: 'Create an account fed by statement files',
    fr: 'Créer un compte alimenté par des relevés',
  },
  description: `${RETURNS} With IsCfonbControlActive, statements whose balances do not agree are refused; without, they are stored with a warning.`,
  http: { method: 'POST', path: '/statement-accounts', status: 201 },
  cli: {
    examples: [
      'taxops bank account create --folder 1 --iban FR7698765000420001234567895 --bank-name "Banque Gamma" --is-cfonb-control-active true',
    ],
  },
  body: fields({
    Iban: IbanText,
    BankName,
    IsCfonbControlActive: z.boolean().describe('Refuse statements whose balances do not agree'),
  }),
  output: ACCOUNT_ID,
  errors: ['IbanInvalid', 'BankAccountExists'],
  run: (ctx, { folderId, body }) => createAccount(ctx, folderId, { provider: 'ManualEbics', ...body }),
});

export const bankAccountCreateManual = bankOperation({
  id: 'bank.account.create-manual',
  ref: 'C39',
  summary: { en: 'Create an account kept by hand', fr: 'Créer un compte tenu à la main' },
  description: RETURNS,
  http: { method: 'POST', path: '/manual-accounts', status: 201 },
  cli: {
    examples: ['taxops bank account create-manual --folder 1 --iban FR7698765000420001234567895 --bank-name Caisse'],
  },
  body: fields({ Iban: IbanText.nullish().describe('IBAN, if it has one'), BankName }),
  output: ACCOUNT_ID,
  errors: ['IbanInvalid', 'BankAccountExists'],
  run: (ctx, { folderId, body }) =>
    createAccount(ctx, folderId, { provider: 'ManualTransaction', ...body, iban: body.iban ?? null }),
});

export const bankAccountCreateChannelB = bankOperation({
  id: 'bank.account.create-channel-b',
  ref: 'C34',
  summary: { en: 'Create an account fed by ChannelB', fr: 'Créer un compte alimenté par ChannelB' },
  description: `${RETURNS} Bank is the name of the bank.`,
  http: { method: 'POST', path: '/channel-b-accounts', status: 201 },
  cli: {
    examples: [
      'taxops bank account create-channel-b --folder 1 --iban FR7698765000420001234567895 --bank "Banque Gamma"',
    ],
  },
  body: fields({ Iban: IbanText, Bank: from('bankName', BankName) }),
  output: ACCOUNT_ID,
  errors: ['IbanInvalid', 'BankAccountExists'],
  run: (ctx, { folderId, body }) => createAccount(ctx, folderId, { provider: 'ChannelB', ...body }),
});
