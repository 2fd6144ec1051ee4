import { join } from 'node:path';
import * as z from 'zod';
import { createAccount } from '../../services/banking/accounts/account-creation.ts';
import { type Comparison, compareWithLedger } from '../../services/banking/books/comparison/compare.ts';
import type { WordedFinding } from '../../services/banking/statements/cfonb/findings.ts';
import { importStatementFiles } from '../../services/banking/statements/import-files.ts';
import { createCompany } from '../../services/folders/companies.ts';
import { createFolder } from '../../services/folders/folders.ts';
import { accountBalances, totalOf } from '../../services/ledger/balances.ts';
import { classOf } from '../../services/ledger/chart.ts';
import { importLedgerFiles } from '../../services/ledger/import/import-files.ts';
import type { Context } from '../../services/operation/context.ts';
import { setAdvanceMode } from '../../services/vat/configuration/advance-mode.ts';
import type { AdvancePaymentMode } from '../../services/vat/engine/model.ts';
import { ComparisonShape } from '../bank/account/compare.ts';
import { eurosText, int, sentence, text } from '../operation/outputs.ts';
import { type Domain, headed } from '../operation/wire.ts';

/** A firm or a folder as the fixture gives it. */
interface Named {
  readonly Name: string;
  readonly Siren: string;
  readonly Siret: string;
  readonly Street: string;
  readonly PostCode: string;
  readonly Town: string;
}

/** The invented firm. */
export interface FirmFile extends Named {
  readonly Folders: readonly FirmFolder[];
}

export interface FirmFolder extends Named {
  readonly LegalForm: string;
  readonly Department: string;
  readonly Naf: string;
  readonly TaxRegime: string;
  readonly TaxReturn: 'Normal' | 'Simplified';
  readonly VatSystem: string;
  readonly AdvancePaymentMode?: AdvancePaymentMode;
  /** Those that the ledger file holds. */
  readonly Exercises: readonly [{ readonly StartDate: string; readonly EndDate: string }];
  readonly BankAccounts: readonly { readonly Iban: string; readonly BankName: string }[];
  readonly Files: { readonly Fec: string; readonly Cfonb120: readonly string[] };
}

const ClassTotal = z.object({
  Class: text('Classe'),
  Debit: eurosText('Débit'),
  Credit: eurosText('Crédit'),
  Closing: eurosText('Clôture'),
});

export const DemoFolderShape = z.object({
  FolderId: int('Dossier'),
  Name: text('Nom'),
  Siren: text('SIREN'),
  Entries: int('Écritures'),
  LedgerFindings: z.record(z.string(), z.int()),
  StatementFiles: int(),
  Transactions: int('Mouvements'),
  StatementFindings: z.array(
    z.object({ FileName: text('Fichier'), Kind: text('Genre'), Message: sentence('Message') }),
  ),
  Balance: headed(z.array(ClassTotal), 'Solde'),
  TotalDebit: eurosText('Total débit'),
  TotalCredit: eurosText('Total crédit'),
  Banks: headed(z.array(ComparisonShape), 'Banques'),
});
export type DemoFolder = Domain<typeof DemoFolderShape>;
/** The same as views and documents read it. */
export type DemoFolderRead = z.output<typeof DemoFolderShape>;

const identityOf = ({ Name, Siren, Siret, Street, PostCode, Town }: Named) => ({
  name: Name,
  siren: Siren,
  siret: Siret,
  street: Street,
  postCode: PostCode,
  town: Town,
});

export const buildFirm = async (ctx: Context, firm: FirmFile): Promise<number> =>
  (await createCompany(ctx, identityOf(firm))).id;

/** Creates one folder of the firm, imports its files and reads back what a reader of the demo should see. */
export async function buildFolder(
  ctx: Context,
  companyId: number,
  folder: FirmFolder,
  fixtures: string,
): Promise<DemoFolder> {
  const { id: folderId } = await createFolder(ctx, companyId, {
    ...identityOf(folder),
    legalForm: folder.LegalForm,
    department: folder.Department,
    naf: folder.Naf,
    taxRegime: folder.TaxRegime,
    vatSystem: folder.VatSystem,
    resultRegime: folder.TaxReturn,
  });
  if (folder.AdvancePaymentMode) await setAdvanceMode(ctx, folderId, folder.AdvancePaymentMode);
  const accounts: number[] = [];
  for (const { Iban, BankName } of folder.BankAccounts) {
    accounts.push(await createAccount(ctx, folderId, { provider: 'ManualEbics', iban: Iban, bankName: BankName }));
  }
  const ledger = await loadLedger(ctx, folderId, join(fixtures, folder.Files.Fec));
  const statements = await loadStatements(ctx, folderId, fixtures, folder.Files.Cfonb120);
  return {
    folderId,
    name: folder.Name,
    siren: folder.Siren,
    statementFiles: folder.Files.Cfonb120.length,
    ...ledger,
    ...statements,
    ...(await trialBalance(ctx, folderId)),
    banks: await compareAll(ctx, folderId, accounts),
  };
}

async function loadLedger(ctx: Context, folderId: number, path: string) {
  const [outcome] = await importLedgerFiles(ctx, [{ name: path.split('/').at(-1) ?? '', path }], {
    folderId,
  });
  return { entries: outcome?.applied?.entries.added ?? 0, ledgerFindings: { ...outcome?.check?.counts } };
}

async function loadStatements(ctx: Context, folderId: number, fixtures: string, names: readonly string[]) {
  const files = names.map((name) => ({ name: name.split('/').at(-1) ?? '', path: join(fixtures, name) }));
  const reports = await importStatementFiles(ctx, files, { folderId });
  const created = reports.flatMap(({ accounts }) => accounts.map(({ transactionsCreated }) => transactionsCreated));
  return {
    transactions: created.reduce((sum, count) => sum + count, 0),
    statementFindings: reports.flatMap(({ fileName, findings }) =>
      firstOfKind(findings).map(({ kind, message }) => ({ fileName, kind, message })),
    ),
  };
}

/** A deviation that touches every record of a file is reported once. */
const firstOfKind = (findings: readonly WordedFinding[]): WordedFinding[] =>
  findings.filter((finding, index) => findings.findIndex(({ kind }) => kind === finding.kind) === index);

async function trialBalance(ctx: Context, folderId: number) {
  const { accounts } = await accountBalances(ctx, folderId, {});
  const classes = [...new Set(accounts.map(({ accountNumber }) => classOf(accountNumber) ?? '?'))].sort();
  const totals = totalOf(accounts);
  const balance = classes.map((name) => ({
    class: name,
    ...totalOf(accounts.filter(({ accountNumber }) => (classOf(accountNumber) ?? '?') === name)),
  }));
  return { balance, totalDebit: totals.debit, totalCredit: totals.credit };
}

async function compareAll(ctx: Context, folderId: number, accountIds: readonly number[]) {
  const found: Comparison[] = [];
  for (const accountId of accountIds) found.push(await compareWithLedger(ctx, { folderId, accountId }));
  return found;
}
