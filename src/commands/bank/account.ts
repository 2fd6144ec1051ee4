import * as z from 'zod';
import { type BankAccount, createAccount, listAccounts } from '../../services/banking/accounts.ts';
import { printedIban } from '../../services/banking/iban.ts';
import { PROVIDERS } from '../../services/banking/store.ts';
import { identifier } from '../../services/operation/fields.ts';
import { defineOperation } from '../../services/operation/operation.ts';
import { detailsOf, withDetails } from './for-people.ts';

export const EnterprisePath = z.object({ enterpriseId: identifier().describe('Folder') });

const BankAccountSummary = z
  .object({
    SourceId: z.string(),
    Id: z.int(),
    EnterpriseId: z.int(),
    BankId: z.int(),
    Name: z.string(),
    CurrencyCode: z.string().nullable(),
    Description: z.string().nullable(),
    Iban: z.string().nullable(),
    Bic: z.string().nullable(),
    Balance: z.number(),
    Type: z.string(),
    State: z.string(),
    Provider: z.enum(PROVIDERS),
    IsVisible: z.boolean(),
    UpdatedAt: z.string().meta({ format: 'date-time' }),
    IsValidIban: z.boolean(),
  })
  .meta({ id: 'BankAccount' });

type Summary = z.output<typeof BankAccountSummary>;

const toWire = (account: BankAccount): Summary => ({
  SourceId: account.sourceId,
  Id: account.id,
  EnterpriseId: account.folderId,
  BankId: account.bankId,
  Name: account.name,
  CurrencyCode: account.currencyCode,
  Description: account.description,
  Iban: account.iban,
  Bic: account.bic,
  Balance: Number(account.balance ?? 0),
  Type: account.type,
  State: account.state,
  Provider: account.provider,
  IsVisible: account.isVisible,
  UpdatedAt: account.updatedAt,
  IsValidIban: account.isValidIban,
});

export const bankAccountList = defineOperation({
  id: 'bank.account.list',
  ref: 'C2',
  summary: { en: 'List the bank accounts of a folder', fr: 'Lister les comptes bancaires d’un dossier' },
  description:
    'Balance is the new balance of the last statement, 0 as long as there is none. CurrencyCode is null until a statement tells it.',
  policy: { kind: 'user', access: 'read' },
  http: { method: 'GET', path: '/api/banking/enterprises/{enterpriseId}/accounts' },
  cli: { path: ['bank', 'account', 'list'], examples: ['taxops bank account list --folder 1'] },
  params: EnterprisePath,
  output: z.array(BankAccountSummary),
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
    return withDetails(accounts.map(toWire), accounts);
  },
});

const BankName = z.string().trim().min(1).max(200).describe('Name of the bank');
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
    Iban: z.string().trim().min(1).max(50).describe('IBAN, spaces allowed'),
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
  body: z.strictObject({ Iban: z.string().trim().min(1).max(50).nullish().describe('IBAN, if it has one'), BankName }),
  output: ACCOUNT_ID,
  errors: ['FolderNotFound', 'IbanInvalid', 'BankAccountExists'],
  run: (ctx, { enterpriseId, body }) =>
    createAccount(ctx, enterpriseId, {
      provider: 'ManualTransaction',
      iban: body.Iban ?? null,
      bankName: body.BankName,
    }),
});
