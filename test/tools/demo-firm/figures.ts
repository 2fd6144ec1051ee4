/** What one should find in the files of a folder: `expected.json`, and the tables of the README. */
import { type Cents, formatAmount } from '../../../src/services/kernel/money.ts';
import { total } from './amounts.ts';
import { figures } from './assets.ts';
import type { Bank } from './bank.ts';
import type { LetterGroup } from './book.ts';
import type { BankFile, Folder } from './folder.ts';
import { assetFile, bankFolder, fecName } from './names.ts';

export type FolderFigures = ReturnType<typeof folderFigures>;

export const folderFigures = (folder: Folder) => ({
  Siren: folder.identity.siren,
  Fec: fecFigures(folder),
  BankAccounts: folder.banks.map((bank) => bankFigures(folder, bank)),
  BankFiles: folder.files.map((file) => fileFigures(folder, file)),
  Assets: assetFigures(folder),
  VatReturns: folder.returns.map(({ form, start, end, boxes }) => ({
    Form: form,
    Start: start,
    End: end,
    Boxes: Object.fromEntries(Object.entries(boxes).map(([zone, amount]) => [zone, Number(amount)])),
  })),
  Tax: amounts(folder.taxFigures),
});

const amounts = (table: Readonly<Record<string, Cents>>): Record<string, string> =>
  Object.fromEntries(Object.entries(table).map(([key, amount]) => [key, formatAmount(amount)]));

function fecFigures(folder: Folder) {
  const { book, exercise, identity } = folder;
  const lines = book.lines();
  const groups = [...new Set(lines.flatMap(({ group }) => (group === undefined ? [] : [group])))];
  const debits = total(lines.map(({ amount }) => (amount > 0n ? amount : 0n)));
  const credits = total(lines.map(({ amount }) => (amount < 0n ? -amount : 0n)));
  const partial = groups.filter(isPartial).length;
  return {
    File: fecName(folder),
    Verdict: 'Accepted',
    Figures: {
      Entries: book.entries.length,
      Lines: lines.length,
      Accounts: new Set(lines.map(({ account }) => account)).size,
      SubAccounts: new Set(lines.flatMap(({ account, party }) => (party ? [`${account} ${party.code}`] : []))).size,
      Journals: new Set(book.entries.map(({ journal }) => journal)).size,
      TotalDebit: formatAmount(debits),
      TotalCredit: formatAmount(credits),
      LetterGroups: groups.length,
      PartialLetterGroups: partial,
      Siren: identity.siren,
      ExerciseStart: exercise.start,
      ExerciseEnd: exercise.end,
    },
    Counts: fecCounts(folder, partial),
    Drafts: book.entries.filter(({ stage }) => stage === 'draft').length,
  };
}

const isPartial = ({ lines }: LetterGroup): boolean => total([...lines].map(({ amount }) => amount)) !== 0n;

/** Findings of the checks, by code. */
function fecCounts({ book, sequence }: Folder, partial: number): Record<string, number> {
  const drafts = book.entries.filter(({ stage }) => stage === 'draft').flatMap(({ lines }) => lines).length;
  const counts = { FEC021: drafts, FEC064: sequence === 'journal' ? 1 : 0, FEC072: partial };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

function bankFigures({ book, exercise }: Folder, bank: Bank) {
  const { account, name, bankName, bic } = bank.terms;
  const [ledger, stated] = [book.balance(account), bank.balance(exercise.end)];
  const differences = bank.differences.map((each) => ({
    Kind: each.kind,
    Date: each.date,
    Amount: formatAmount(each.amount),
    Text: each.text,
  }));
  const explained = total(bank.differences.map(({ amount }) => amount));
  if (ledger - stated !== explained) throw new Error(`${account}: difference not explained`);
  return {
    Account: account,
    Name: name,
    Iban: bank.iban,
    Bic: bic,
    BankName: bankName,
    OpeningBalance: formatAmount(bank.terms.opening),
    BankBalance: formatAmount(stated),
    LedgerBalance: formatAmount(ledger),
    Movements: bank.movements.length,
    Differences: differences,
  };
}

function fileFigures(folder: Folder, { name, format, content, shows, findings }: BankFile) {
  const records = content.toString('latin1').split(/\r?\n/);
  const count = (code: string): number => records.filter((record) => record.startsWith(code)).length;
  const figure120 = { Statements: count('07'), Transactions: count('04') };
  const figure240 = { Sequences: count('39'), Records: count('34') };
  return {
    File: `${bankFolder(folder)}/${name}`,
    Format: format,
    ...(format === 'CFONB120' ? figure120 : figure240),
    Findings: findings,
    Shows: shows,
  };
}

function assetFigures(folder: Folder) {
  const { assets, exercise } = folder;
  return {
    File: assetFile(folder),
    Items: assets.map((asset) => {
      const now = figures(asset, exercise);
      const opening = asset.acquired < exercise.start;
      return {
        Number: asset.number,
        Account: asset.account,
        ...amounts({
          OpeningGross: opening ? asset.value : 0n,
          OpeningAmortization: now.opening,
          Annuity: now.annuity,
          FiscalAnnuity: now.fiscalAnnuity,
          ClosingAmortization: asset.retirement === undefined ? now.closing : 0n,
          Derogatory: now.derogatory,
          GrantShare: now.grantShare,
        }),
      };
    }),
  };
}
