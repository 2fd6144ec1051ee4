/** The accounting entries of an asset, exercise by exercise (section 7.3), with the accounts right for each opening. */
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import { amortizationAccount, impairmentAccount } from './accounts.ts';
import { type AssetBook, askedExercises, exerciseOf } from './asset-book.ts';
import type { Exercise } from './calendar.ts';
import { type ComponentResult, componentResults } from './components.ts';
import { netVat } from './credit-notes.ts';
import { type DerogatoryRow, derogatoryRows } from './derogatory.ts';
import { retirementEntries } from './entries-retirement.ts';
import { type Entry, entry } from './entry.ts';
import { ledgerOf, type YearLedger } from './entry-accounts.ts';
import { type GrantRow, grantRows } from './grants.ts';
import { type RetirementResult, retirementResult } from './retirement.ts';

/** What the entries are made from. */
export interface AssetFigures {
  readonly book: AssetBook;
  readonly derogatory: readonly DerogatoryRow[];
  readonly grants: readonly GrantRow[];
  readonly components: readonly ComponentResult[];
  readonly retirement: RetirementResult | undefined;
}

export interface ExerciseEntries extends Exercise {
  readonly entries: readonly Entry[];
}

type Writer = (figures: AssetFigures, ledger: YearLedger, row: number) => Entry[];

/** In the order a day is written. */
const WRITERS: readonly Writer[] = [
  acquisition,
  creditNotes,
  grantAwarded,
  transfers,
  decomposition,
  impairments,
  amortization,
  derogatory,
  grantShares,
  (figures, ledger) => (figures.retirement ? retirementEntries(figures.retirement, figures.book, ledger) : []),
];

export const accountingEntries = (figures: AssetFigures): ExerciseEntries[] =>
  askedExercises(figures.book).map((index, row) => {
    const ledger = ledgerOf(figures.book, index);
    return {
      ...exerciseOf(figures.book, index),
      entries: WRITERS.flatMap((write) => write(figures, ledger, row)).sort((a, b) =>
        a.date < b.date ? -1 : a.date > b.date ? 1 : 0,
      ),
    };
  });

/** The same of an asset alone: what its book needs beside it is computed here. */
export const entriesOfBook = (book: AssetBook, exercises: readonly Exercise[]): ExerciseEntries[] =>
  accountingEntries({
    book,
    derogatory: derogatoryRows(book),
    grants: grantRows(book),
    components: componentResults(book, exercises),
    retirement: retirementResult(book),
  });

function acquisition({ book: { facts } }: AssetFigures, ledger: YearLedger): Entry[] {
  const { acquisitionDate: date, acquisitionValue: value, deductibleVat: vat, acquisitionMethod, account } = facts;
  if (!ledger.holds(date) || acquisitionMethod === 'TransferBetweenAccounts') return [];
  if (acquisitionMethod === 'SelfDelivery')
    return entry(date, 'Acquisition', [[account, value]], [[ledger.role('ownWork', date), value]]);
  const creditor = ledger.role(acquisitionMethod === 'Contribution' ? 'contribution' : 'supplier', date);
  const debits = [[account, value] as const, [ledger.role('deductibleVat', date), vat] as const];
  return entry(date, 'Acquisition', debits, [[creditor, value + vat]]);
}

function creditNotes({ book: { facts } }: AssetFigures, ledger: YearLedger): Entry[] {
  const deducted = (date: PlainDate) => netVat(facts, date).deductible;
  return facts.creditNotes
    .filter((note) => ledger.holds(note.date))
    .flatMap((note) => {
      const vat = deducted(addDays(note.date, -1)) - deducted(note.date);
      const credits = [
        [ledger.account(note.date), note.amount] as const,
        [ledger.role('deductibleVat', note.date), vat] as const,
      ];
      return entry(note.date, 'CreditNote', [[ledger.role('supplier', note.date), note.amount + vat]], credits);
    });
}

function grantAwarded({ book: { facts } }: AssetFigures, ledger: YearLedger): Entry[] {
  return facts.grants.flatMap(({ date, amount }) =>
    date && ledger.holds(date)
      ? entry(
          date,
          'GrantAwarded',
          [[ledger.role('grantReceivable', date), amount]],
          [[ledger.role('grant', date), amount]],
        )
      : [],
  );
}

/** The ledger holds, on the day, the cost and what closed exercises amortized. */
function transfers({ book }: AssetFigures, ledger: YearLedger): Entry[] {
  return book.facts.transfers
    .filter((transfer) => ledger.holds(transfer.date))
    .flatMap(({ date, account }) => {
      const before = ledger.account(addDays(date, -1));
      const gross = ledger.netValue(addDays(date, -1));
      const amortized = book.economic.opening(ledger.index, addDays(date, -1));
      const impaired = ledger.impaired(addDays(date, -1));
      const debits = [
        [account, gross],
        [amortizationAccount(before), amortized],
        [impairmentAccount(before), impaired],
      ] as const;
      const credits = [
        [before, gross],
        [amortizationAccount(account), amortized],
        [impairmentAccount(account), impaired],
      ] as const;
      return account === before ? [] : entry(date, 'Transfer', debits, credits);
    });
}

/** Components leave with their cost and the amortization that goes with it. */
function decomposition({ book: { facts }, components }: AssetFigures, ledger: YearLedger): Entry[] {
  const date = facts.decomposition?.date ?? facts.decomposition?.exerciseStart;
  if (!date || !ledger.holds(date)) return [];
  const parent = ledger.account(date);
  return components.flatMap(({ component, takenOver }) => {
    const account = component.account ?? parent;
    const debits = [
      [account, component.value],
      [amortizationAccount(parent), takenOver],
    ] as const;
    const credits = [
      [parent, component.value],
      [amortizationAccount(account), takenOver],
    ] as const;
    return account === parent ? [] : entry(date, 'Decomposition', debits, credits);
  });
}

function impairments({ book: { facts } }: AssetFigures, ledger: YearLedger): Entry[] {
  return facts.impairments
    .filter(({ date }) => ledger.holds(date))
    .flatMap(({ date, amount }) => {
      const contra = impairmentAccount(ledger.account(date));
      return amount >= 0n
        ? entry(date, 'Impairment', [[ledger.role('impairmentAllowance', date), amount]], [[contra, amount]])
        : entry(date, 'ImpairmentRecovery', [[contra, -amount]], [[ledger.role('impairmentReversal', date), -amount]]);
    });
}

function amortization({ book }: AssetFigures, ledger: YearLedger): Entry[] {
  const reversed = book.economic.reversed(ledger.index);
  const annuity = book.economic.annuity(ledger.index) + reversed;
  const date: PlainDate = ledger.closing;
  const contra = amortizationAccount(ledger.account(date));
  return [
    ...entry(date, 'Amortization', [[ledger.role('allowance', date), annuity]], [[contra, annuity]]),
    ...entry(date, 'AmortizationReversal', [[contra, reversed]], [[ledger.role('allowanceReversal', date), reversed]]),
  ];
}

function derogatory({ derogatory: rows }: AssetFigures, ledger: YearLedger, row: number): Entry[] {
  const { allowance = 0n, reversal = 0n } = rows[row] ?? {};
  const date = ledger.closing;
  const account = ledger.role('derogatory', date);
  return [
    ...entry(
      date,
      'DerogatoryAllowance',
      [[ledger.role('derogatoryAllowance', date), allowance]],
      [[account, allowance]],
    ),
    ...entry(date, 'DerogatoryReversal', [[account, reversal]], [[ledger.role('derogatoryReversal', date), reversal]]),
  ];
}

/** The share of the exercise; once a grant is all in income its accounts cancel out (PCG 1211-13). */
function grantShares({ book, grants }: AssetFigures, ledger: YearLedger, row: number): Entry[] {
  const { share = 0n, remaining = 0n } = grants[row] ?? {};
  const date = ledger.closing;
  const inIncome = ledger.role('grantInIncome', date);
  const total = book.facts.grants.reduce((sum, grant) => sum + grant.amount, 0n);
  const usedUp = remaining === 0n && share !== 0n ? total : 0n;
  return [
    ...entry(date, 'GrantShare', [[inIncome, share]], [[ledger.role('grantShare', date), share]]),
    ...entry(date, 'GrantUsedUp', [[ledger.role('grant', date), usedUp]], [[inIncome, usedUp]]),
  ];
}
