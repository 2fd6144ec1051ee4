import * as z from 'zod';
import {
  linkSource,
  saveDetails,
  setBic,
  setDescription,
  setIban,
} from '../../../services/banking/accounts/account-changes.ts';
import { getAccount } from '../../../services/banking/accounts/accounts.ts';
import { PROVIDERS } from '../../../services/banking/store.ts';
import { identifier, line } from '../../../services/operation/fields.ts';
import { defineOperation } from '../../../services/operation/operation.ts';
import { BankName, EnterprisePath, IbanText } from './account.ts';
import { AccountSummary, summaryWire } from './wire.ts';

const AccountPath = EnterprisePath.extend({ accountId: identifier().describe('Bank account') });
const ROUTE = '/api/banking/enterprises/{enterpriseId}/accounts/{accountId}';

const Description = line(1000);
const BicText = line(20).describe('BIC of 8 or 11 characters, case aside');

export const bankAccountSetDescription = defineOperation({
  id: 'bank.account.set-description',
  ref: 'C3',
  summary: { en: 'Set the description of an account', fr: 'Définir la description d’un compte' },
  description: 'Null clears it.',
  policy: { kind: 'user', access: 'write' },
  http: { method: 'PATCH', path: `${ROUTE}/description`, status: 204 },
  cli: {
    path: ['bank', 'account', 'set-description'],
    examples: ['taxops bank account set-description --folder 1 --account 3 --description "Compte courant"'],
  },
  params: AccountPath,
  body: z.strictObject({ Description: Description.nullable() }),
  output: z.void(),
  errors: ['FolderNotFound', 'BankAccountNotFound'],
  run: (ctx, { enterpriseId, accountId, body }) => setDescription(ctx, enterpriseId, accountId, body.Description),
});

export const bankAccountSetIban = defineOperation({
  id: 'bank.account.set-iban',
  ref: 'C4',
  summary: { en: 'Set the IBAN of an account', fr: 'Définir l’IBAN d’un compte' },
  description:
    'Check digits and the key of a French RIB are verified. Null clears it: statements do not find the account any more.',
  policy: { kind: 'user', access: 'write' },
  http: { method: 'PATCH', path: `${ROUTE}/iban`, status: 204 },
  cli: {
    path: ['bank', 'account', 'set-iban'],
    examples: ['taxops bank account set-iban --folder 1 --account 3 --iban "FR76 9876 5000 4200 0123 4567 895"'],
  },
  params: AccountPath,
  body: z.strictObject({ Iban: IbanText.nullable() }),
  output: z.void(),
  errors: ['FolderNotFound', 'BankAccountNotFound', 'IbanInvalid', 'BankAccountExists'],
  run: (ctx, { enterpriseId, accountId, body }) => setIban(ctx, enterpriseId, accountId, body.Iban),
});

export const bankAccountSetBic = defineOperation({
  id: 'bank.account.set-bic',
  ref: 'C5',
  summary: { en: 'Set the BIC of an account', fr: 'Définir le BIC d’un compte' },
  description: 'Stored in upper case. Null clears it.',
  policy: { kind: 'user', access: 'write' },
  http: { method: 'PATCH', path: `${ROUTE}/bic`, status: 204 },
  cli: {
    path: ['bank', 'account', 'set-bic'],
    examples: ['taxops bank account set-bic --folder 1 --account 3 --bic GAMMFRPP'],
  },
  params: AccountPath,
  body: z.strictObject({ Bic: BicText.nullable() }),
  output: z.void(),
  errors: ['FolderNotFound', 'BankAccountNotFound', 'BicInvalid'],
  run: (ctx, { enterpriseId, accountId, body }) => setBic(ctx, enterpriseId, accountId, body.Bic),
});

export const bankAccountLink = defineOperation({
  id: 'bank.account.link',
  ref: 'C6',
  summary: { en: 'Feed an account from a source account', fr: 'Alimenter un compte par un compte source' },
  description: [
    'The specification gives the inputs alone. Here the account takes Provider and SourceId of that account of the provider, and the transactions of the next synchronisations; it answers with the account.',
    'When the account holds statements or transactions, only transactions after the last day of them are taken, so that nothing comes twice. An account that was made for the same source goes if it is still unused, and is a conflict if it is not. From then on statement files of days that the provider gives are left out, in AccountsInError; provider ManualEbics lets files feed it again.',
  ].join('\n'),
  policy: { kind: 'user', access: 'write' },
  http: { method: 'PUT', path: `${ROUTE}/source-accounts/{sourceAccountId}` },
  cli: {
    path: ['bank', 'account', 'link'],
    examples: ['taxops bank account link --folder 1 --account 3 --source-account 2341488 --provider AggregatorA'],
  },
  params: AccountPath.extend({ sourceAccountId: identifier().describe('What the provider calls the account') }),
  query: z.object({ provider: z.enum(PROVIDERS) }),
  output: AccountSummary,
  errors: ['FolderNotFound', 'BankAccountNotFound', 'SourceAccountTaken'],
  run: async (ctx, { enterpriseId, accountId, sourceAccountId, provider }) => {
    await linkSource(ctx, enterpriseId, accountId, { provider, sourceId: String(sourceAccountId) });
    return summaryWire(await getAccount(await ctx.db(), enterpriseId, accountId));
  },
});

export const bankAccountSave = defineOperation({
  id: 'bank.account.save',
  ref: 'C40',
  summary: { en: 'Create or update an account with its details', fr: 'Créer ou modifier un compte avec ses détails' },
  description:
    'accountId 0 makes a new account, kept by hand; any other must be one of the folder. Returns the identifier of the account made or changed. Without Description it stays, with null it is cleared.',
  policy: { kind: 'user', access: 'write' },
  http: { method: 'PUT', path: ROUTE },
  cli: {
    path: ['bank', 'account', 'save'],
    examples: [
      'taxops bank account save --folder 1 --account 0 --iban FR7698765000420001234567895 --bic GAMMFRPP --name "Compte courant" --bank-name "Banque Gamma"',
    ],
  },
  params: EnterprisePath.extend({
    accountId: z.int().min(0).max(2_147_483_647).describe('Bank account; 0 makes a new one'),
  }),
  body: z.strictObject({
    Iban: IbanText,
    Bic: BicText,
    Name: line(200).describe('Name of the account'),
    BankName,
    Description: Description.nullish(),
  }),
  output: z.int().describe('Identifier of the account'),
  errors: ['FolderNotFound', 'BankAccountNotFound', 'IbanInvalid', 'BicInvalid', 'BankAccountExists'],
  run: (ctx, { enterpriseId, accountId, body }) =>
    saveDetails(ctx, enterpriseId, accountId, {
      iban: body.Iban,
      bic: body.Bic,
      name: body.Name,
      bankName: body.BankName,
      description: body.Description,
    }),
});
