import { join } from 'node:path';
import * as z from 'zod';
import { createAccount } from '../../services/banking/accounts/account-creation.ts';
import { compareWithLedger } from '../../services/banking/books/comparison/compare.ts';
import type { WordedFinding } from '../../services/banking/statements/cfonb/findings.ts';
import { importStatementFiles } from '../../services/banking/statements/import-files.ts';
import { createCompany } from '../../services/folders/companies.ts';
import { createFolder } from '../../services/folders/folders.ts';
import { formatAmount } from '../../services/kernel/money.ts';
import { accountBalances, totalOf } from '../../services/ledger/balances.ts';
import { classOf } from '../../services/ledger/chart.ts';
import { importLedgerFiles } from '../../services/ledger/import/import-files.ts';
import type { Context } from '../../services/operation/context.ts';
import { ComparisonShape, comparisonToWire } from '../bank/account/compare.ts';
import { amountText } from '../operation/fields.ts';

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
  readonly BankAccounts: readonly { readonly Iban: string; readonly BankName: string }[];
  readonly Files: { readonly Fec: string; readonly Cfonb120: readonly string[] };
}

const ClassTotal = z.object({ Class: z.string(), Debit: amountText(), Credit: amountText(), Closing: amountText() });

export const DemoFolderShape = z.object({
  FolderId: z.int(),
  Name: z.string(),
  Siren: z.string(),
  Entries: z.int(),
  LedgerFindings: z.record(z.string(), z.int()),
  StatementFiles: z.int(),
  Transactions: z.int(),
  StatementFindings: z.array(z.object({ FileName: z.string(), Kind: z.string(), Message: z.string() })),
  Balance: z.array(ClassTotal),
  TotalDebit: amountText(),
  TotalCredit: amountText(),
  Banks: z.array(ComparisonShape),
});
export type DemoFolder = z.output<typeof DemoFolderShape>;

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
  const accounts: number[] = [];
  for (const { Iban, BankName } of folder.BankAccounts) {
    accounts.push(await createAccount(ctx, folderId, { provider: 'ManualEbics', iban: Iban, bankName: BankName }));
  }
  const ledger = await loadLedger(ctx, folderId, join(fixtures, folder.Files.Fec));
  const statements = await loadStatements(ctx, folderId, fixtures, folder.Files.Cfonb120);
  const about = {
    FolderId: folderId,
    Name: folder.Name,
    Siren: folder.Siren,
    StatementFiles: folder.Files.Cfonb120.length,
  };
  return {
    ...about,
    ...ledger,
    ...statements,
    ...(await trialBalance(ctx, folderId)),
    Banks: await compareAll(ctx, folderId, accounts),
  };
}

async function loadLedger(ctx: Context, folderId: number, path: string) {
  const [outcome] = await importLedgerFiles(ctx, [{ name: path.split('/').at(-1) ?? '', path }], {
    folderId,
  });
  return { Entries: outcome?.applied?.entries.added ?? 0, LedgerFindings: { ...outcome?.check?.counts } };
}

async function loadStatements(ctx: Context, folderId: number, fixtures: string, names: readonly string[]) {
  const files = names.map((name) => ({ name: name.split('/').at(-1) ?? '', path: join(fixtures, name) }));
  const reports = await importStatementFiles(ctx, files, { folderId });
  const created = reports.flatMap(({ accounts }) => accounts.map(({ transactionsCreated }) => transactionsCreated));
  return {
    Transactions: created.reduce((sum, count) => sum + count, 0),
    StatementFindings: reports.flatMap(({ fileName, findings }) =>
      firstOfKind(findings).map(({ kind, message }) => ({ FileName: fileName, Kind: kind, Message: message })),
    ),
  };
}

/** A deviation that touches every record of a file is told once. */
const firstOfKind = (findings: readonly WordedFinding[]): WordedFinding[] =>
  findings.filter((finding, index) => findings.findIndex(({ kind }) => kind === finding.kind) === index);

async function trialBalance(ctx: Context, folderId: number) {
  const { accounts } = await accountBalances(await ctx.db(), folderId, {});
  const classes = [...new Set(accounts.map(({ accountNumber }) => classOf(accountNumber) ?? '?'))].sort();
  const totals = totalOf(accounts);
  return {
    Balance: classes.map((name) => {
      const own = totalOf(accounts.filter(({ accountNumber }) => (classOf(accountNumber) ?? '?') === name));
      return {
        Class: name,
        Debit: formatAmount(own.debit),
        Credit: formatAmount(own.credit),
        Closing: formatAmount(own.closing),
      };
    }),
    TotalDebit: formatAmount(totals.debit),
    TotalCredit: formatAmount(totals.credit),
  };
}

async function compareAll(ctx: Context, folderId: number, accountIds: readonly number[]) {
  const found: z.output<typeof ComparisonShape>[] = [];
  for (const accountId of accountIds)
    found.push(comparisonToWire(await compareWithLedger(ctx, { folderId, accountId })));
  return found;
}
