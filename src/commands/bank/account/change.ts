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
import { clearable, identifier, line } from '../../operation/fields.ts';
import { fields } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { BankName, IbanText } from './account.ts';
import { AccountSummary } from './wire.ts';

const AccountPath = { accountId: identifier().describe('Bank account') };
const ROUTE = '/accounts/{accountId}';

const Description = line(1000);
const BicText = line(20).describe('BIC of 8 or 11 characters, case aside');

export const bankAccountSetDescription = bankOperation({
  id: 'bank.account.set-description',
  ref: 'C3',
  summary: { en: 'Set the description of an account', fr: 'Définir la description d’un compte' },
  description: 'Null or an empty text clears it.',
  http: { method: 'PATCH', path: `${ROUTE}/description`, status: 204 },
  cli: { examples: ['taxops bank account set-description --folder 1 --account 3 --description "Compte courant"'] },
  params: AccountPath,
  body: fields({ Description: clearable(Description) }),
  output: z.void(),
  errors: ['BankAccountNotFound'],
  run: (ctx, { folderId, accountId, body }) => setDescription(ctx, folderId, accountId, body.description),
});

export const bankAccountSetIban = bankOperation({
  id: 'bank.account.set-iban',
  ref: 'C4',
  summary: { en: 'Set the IBAN of an account', fr: 'Définir l’IBAN d’un compte' },
  description:
    'Check digits and the key of a French RIB are verified. Null or an empty text clears it: statements do not find the account any more.',
  http: { method: 'PATCH', path: `${ROUTE}/iban`, status: 204 },
  cli: { examples: ['taxops bank account set-iban --folder 1 --account 3 --iban "FR76 9876 5000 4200 0123 4567 895"'] },
  params: AccountPath,
  body: fields({ Iban: clearable(IbanText) }),
  output: z.void(),
  errors: ['BankAccountNotFound', 'IbanInvalid', 'BankAccountExists'],
  run: (ctx, { folderId, accountId, body }) => setIban(ctx, folderId, accountId, body.iban),
});

export const bankAccountSetBic = bankOperation({
  id: 'bank.account.set-bic',
  ref: 'C5',
  summary: { en: 'Set the BIC of an account', fr: 'Définir le BIC d’un compte' },
  description: 'Stored in upper case. Null or an empty text clears it.',
  http: { method: 'PATCH', path: `${ROUTE}/bic`, status: 204 },
  cli: { examples: ['taxops bank account set-bic --folder 1 --account 3 --bic GAMMFRPP'] },
  params: AccountPath,
  body: fields({ Bic: clearable(BicText) }),
  output: z.void(),
  errors: ['BankAccountNotFound', 'BicInvalid'],
  run: (ctx, { folderId, accountId, body }) => setBic(ctx, folderId, accountId, body.bic),
});

export const bankAccountLink = bankOperation({
  id: 'bank.account.link',
  ref: 'C6',
  summary: { en: 'Feed an account from a source account', fr: 'Alimenter un compte par un compte source' },
  description: [
    'The specification gives the inputs alone. Here the account takes Provider and SourceId of that account of the provider, and the transactions of the next synchronisations; it answers with the account.',
    'When the account holds statements or transactions, only transactions after the last day of them are taken, so that nothing comes twice. An account that was made for the same source goes if it is still unused, and is a conflict if it is not. From then on statement files of days that the provider gives are left out, in AccountsInError; provider ManualEbics lets files feed it again.',
  ].join('\n'),
  http: { method: 'PUT', path: `${ROUTE}/source-accounts/{sourceAccountId}` },
  cli: {
    examples: ['taxops bank account link --folder 1 --account 3 --source-account 2341488 --provider AggregatorA'],
  },
  params: { ...AccountPath, sourceAccountId: identifier().describe('What the provider calls the account') },
  query: z.object({ provider: z.enum(PROVIDERS) }),
  output: AccountSummary,
  errors: ['BankAccountNotFound', 'SourceAccountTaken'],
  run: async (ctx, { folderId, accountId, sourceAccountId, provider }) => {
    await linkSource(ctx, folderId, accountId, { provider, sourceId: String(sourceAccountId) });
    return getAccount(ctx, folderId, accountId);
  },
});

export const bankAccountSave = bankOperation({
  id: 'bank.account.save',
  ref: 'C40',
  summary: { en: 'Create or update an account with its details', fr: 'Créer ou modifier un compte avec ses détails' },
  description:
    'accountId 0 makes a new account, kept by hand; any other must be one of the folder. Returns the identifier of the account made or changed. Without Description it stays, with null it is cleared.',
  http: { method: 'PUT', path: ROUTE },
  cli: {
    examples: [
      'taxops bank account save --folder 1 --account 0 --iban FR7698765000420001234567895 --bic GAMMFRPP --name "Compte courant" --bank-name "Banque Gamma"',
    ],
  },
  params: { accountId: z.int().min(0).max(2_147_483_647).describe('Bank account; 0 makes a new one') },
  body: fields({
    Iban: IbanText,
    Bic: BicText,
    Name: line(200).describe('Name of the account'),
    BankName,
    Description: Description.nullish(),
  }),
  output: z.int().describe('Identifier of the account'),
  errors: ['BankAccountNotFound', 'IbanInvalid', 'BicInvalid', 'BankAccountExists'],
  run: (ctx, { folderId, accountId, body }) => saveDetails(ctx, folderId, accountId, body),
});
