/**
 * Framing by account balance: each VAT account with what it held, what moved, what returns declare through it, and what
 * must be left of it: tax that is not due yet. Movements that no operation of the return explains are a gap; entries that
 * close the returns may be written or not.
 */
import type { Labels } from '../../kernel/errors.ts';
import { type Cents, formatAmount } from '../../kernel/money.ts';
import { type AccountBalance, accountBalances } from '../../ledger/balances.ts';
import type { Context } from '../../operation/context.ts';
import { declaredThrough, isDeducted } from '../return/held-tax.ts';
import { type FramedShare, type Framing, framedShares, openFraming } from './framed-shares.ts';
import { added, cellsOf, column, type Figures, type Grid, type GridRow } from './grid.ts';

const COLUMNS = [
  column('Opening', 'Solde initial', 'Opening balance'),
  column('Debit', 'Débit', 'Debit'),
  column('Credit', 'Crédit', 'Credit'),
  column('Closing', 'Solde final', 'Closing balance'),
  column('DeclaredVat', 'TVA déclarée', 'VAT declared'),
  column('ExpectedClosing', 'Solde attendu', 'Expected balance'),
  column('Gap', 'Écart', 'Gap'),
];

const SECTIONS: readonly { readonly prefix: string; readonly label: Labels; readonly isDeclared: boolean }[] = [
  { prefix: '4457', label: { fr: 'TVA collectée', en: 'Output VAT' }, isDeclared: true },
  { prefix: '4452', label: { fr: 'TVA due intracommunautaire', en: 'VAT due within the EU' }, isDeclared: true },
  { prefix: '4456', label: { fr: 'TVA déductible', en: 'Deductible VAT' }, isDeclared: true },
  { prefix: '4458', label: { fr: 'TVA à régulariser', en: 'VAT to regularise' }, isDeclared: false },
  { prefix: '4455', label: { fr: 'TVA à décaisser', en: 'VAT to pay' }, isDeclared: false },
];

/** One euro by account. */
const TOLERANCE = 100n;

/**
 * Balances are debit less credit. Throws FolderNotFound, ProcedureNotFound, PeriodInvalid, ExerciseNotFound,
 * FolderWithoutExercise, LedgerPeriodInvalid.
 */
export async function framingByAccount(ctx: Context, folderId: number, framing: Framing): Promise<Grid> {
  const opened = await openFraming(ctx, folderId, framing);
  const shares = await framedShares(ctx, opened);
  const flows: Flows = {
    declared: throughAccounts(shares),
    declaredBefore: throughAccounts(shares.filter(({ isOwn }) => !isOwn)),
    booked: bookedOn(shares.filter(({ isOfPeriod }) => isOfPeriod)),
  };
  const { accounts } = await accountBalances(ctx, folderId, {
    from: opened.startDate,
    to: opened.endDate,
    accounts: SECTIONS.map(({ prefix }) => prefix),
  });
  const sections = SECTIONS.map((section) => sectionRow(section, accounts, flows)).filter(
    ({ row }) => row.children.length > 0,
  );
  return {
    columns: COLUMNS,
    rows: sections.map(({ row }) => row),
    messages: sections.flatMap(({ messages }) => messages),
  };
}

type Through = ReadonlyMap<string, Cents>;

interface Flows {
  readonly declared: Through;
  /** By returns before the one that is framed. */
  readonly declaredBefore: Through;
  /** Tax of the operations of the period. */
  readonly booked: Through;
}

/** Debit less credit of the account: output tax is held in credit. */
const signed = ({ share }: FramedShare, amount: Cents): Cents => (isDeducted(share.element) ? amount : -amount);

const add = (sums: Map<string, Cents>, account: string, amount: Cents) =>
  sums.set(account, (sums.get(account) ?? 0n) + amount);

function throughAccounts(shares: readonly FramedShare[]): Through {
  const sums = new Map<string, Cents>();
  for (const one of shares)
    for (const [account, amount] of declaredThrough(one.share))
      if (account !== undefined) add(sums, account, signed(one, amount));
  return sums;
}

function bookedOn(shares: readonly FramedShare[]): Through {
  const sums = new Map<string, Cents>();
  for (const one of shares)
    for (const { accountNumber, amount } of one.share.element.held) add(sums, accountNumber, signed(one, amount));
  return sums;
}

function sectionRow(
  { prefix, label, isDeclared }: (typeof SECTIONS)[number],
  accounts: readonly AccountBalance[],
  flows: Flows,
) {
  const own = accounts
    .filter(({ accountNumber }) => accountNumber.startsWith(prefix))
    .map((balance) => ({ balance, figures: figuresOf(balance, isDeclared ? flows : undefined) }));
  const children = own.map(({ balance, figures }) => accountRow(balance, figures));
  const figures = added(own.map((one) => one.figures));
  const row: GridRow = { id: prefix, level: 'Section', label, account: null, cells: cellsOf(figures), children };
  return { row, messages: own.flatMap((one) => messagesOf(one.balance, one.figures.Gap ?? 0n)) };
}

function figuresOf({ opening, debit, credit, closing, accountNumber }: AccountBalance, flows?: Flows): Figures {
  const moves = { Opening: opening, Debit: debit, Credit: credit, Closing: closing };
  if (!flows) return moves;
  const [declared, before, booked] = [flows.declared, flows.declaredBefore, flows.booked].map(
    (through) => through.get(accountNumber) ?? 0n,
  ) as [Cents, Cents, Cents];
  const unexplained = closing - opening - booked;
  // Entries that closed all of the returns, those before, or none are written.
  const isClosed = [declared, before].some((cleared) => unexplained === -cleared);
  return {
    ...moves,
    DeclaredVat: declared,
    ExpectedClosing: opening + booked - declared,
    Gap: isClosed ? 0n : unexplained,
  };
}

const accountRow = ({ accountId, accountNumber, accountLabel: label }: AccountBalance, figures: Figures): GridRow => ({
  id: accountNumber,
  level: 'Account',
  label: { fr: `${accountNumber} ${label}`, en: `${accountNumber} ${label}` },
  account: { accountId, accountNumber, label },
  cells: cellsOf(figures),
  children: [],
});

const magnitude = (amount: Cents): Cents => (amount < 0n ? -amount : amount);

function messagesOf({ accountNumber }: AccountBalance, gap: Cents): Labels[] {
  if (magnitude(gap) <= TOLERANCE) return [];
  const amount = formatAmount(gap);
  return [
    {
      fr: `${accountNumber} : ${amount} de mouvements ne viennent d’aucune opération de la déclaration.`,
      en: `${accountNumber}: movements of ${amount} come from no operation of the return.`,
    },
  ];
}
