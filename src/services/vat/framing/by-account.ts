/**
 * Framing by account balance: each VAT account with what it held, what moved, what returns declare through it, and what
 * must be left of it: tax that is not due yet, or that is never deducted. Movements that no operation of the return explains
 * are a gap; entries that close the returns may be written or not.
 */
import type { Labels } from '../../kernel/errors.ts';
import { groupBy } from '../../kernel/group-by.ts';
import { type Cents, formatAmount, magnitude } from '../../kernel/money.ts';
import type { AccountBalance } from '../../ledger/balances.ts';
import type { Context } from '../../operation/context.ts';
import { type Category, categoryOf } from '../categories.ts';
import { declaredThrough, isDeducted } from '../return/held-tax.ts';
import { type FramedShare, framedShares, type OpenFraming } from './framed-shares.ts';
import {
  added,
  type CategoryPart,
  cellsOf,
  column,
  type Edits,
  type Figures,
  type Grid,
  type GridRow,
} from './grid.ts';
import { isResult, type ResultPosting, resultOf, resultPostings } from './result-accounts.ts';
import { typedRow, withTypedCells } from './typed-rows.ts';
import { type VAT_ACCOUNTS, vatBalances } from './vat-balances.ts';

const COLUMNS = [
  column('Opening', 'Solde initial', 'Opening balance'),
  column('Debit', 'Débit', 'Debit'),
  column('Credit', 'Crédit', 'Credit'),
  column('Closing', 'Solde final', 'Closing balance'),
  column('DeclaredVat', 'TVA déclarée', 'VAT declared'),
  column('ExpectedClosing', 'Solde attendu', 'Expected balance'),
  column('Gap', 'Écart', 'Gap'),
];

const SECTIONS: readonly {
  readonly prefix: (typeof VAT_ACCOUNTS)[number];
  readonly label: Labels;
  readonly isDeclared: boolean;
}[] = [
  { prefix: '4457', label: { fr: 'TVA collectée', en: 'Output VAT' }, isDeclared: true },
  { prefix: '4452', label: { fr: 'TVA due intracommunautaire', en: 'VAT due within the EU' }, isDeclared: true },
  { prefix: '4456', label: { fr: 'TVA déductible', en: 'Deductible VAT' }, isDeclared: true },
  { prefix: '4458', label: { fr: 'TVA à régulariser', en: 'VAT to regularise' }, isDeclared: false },
  { prefix: '4455', label: { fr: 'TVA à décaisser', en: 'VAT to pay' }, isDeclared: false },
];

/** One euro by account. */
const TOLERANCE = 100n;

/** Of an account: what moved, and what it held before. */
const TYPEABLE = ['Opening', 'Debit', 'Credit'];

/** Balances are debit less credit. Throws ExerciseNotFound, FolderWithoutExercise, LedgerPeriodInvalid. */
export async function gridByAccount(ctx: Context, opened: OpenFraming): Promise<Grid> {
  const shares = await framedShares(ctx, opened);
  const results = await resultPostings((await ctx.db()).knex, opened);
  const flows: Flows = {
    declared: throughAccounts(shares),
    categories: [...groupBy(shares, ({ share }) => share.element.category)].map(([category, own]) => ({
      category: categoryOf(category),
      declared: throughAccounts(own),
    })),
    declaredBefore: throughAccounts(shares.filter(({ isOwn }) => !isOwn)),
    booked: bookedOn(shares.filter(({ isOfPeriod }) => isOfPeriod)),
    results,
  };
  const accounts = withResults(await vatBalances(ctx, opened), [...results.keys()], opened);
  const added = addedBalances(accounts, opened);
  const typed = [
    ...accounts.map((balance) => ({ ...typedBalance(opened, balance), isAdded: false })),
    ...added.map((balance) => ({ ...typedBalance(opened, balance), isAdded: true })),
  ].sort((a, b) => (a.balance.accountNumber < b.balance.accountNumber ? -1 : 1));
  const sections = SECTIONS.map((section) => sectionRow(section, typed, flows)).filter(
    ({ row }) => row.children.length > 0,
  );
  const messages = sections.flatMap((one) => one.messages);
  return withTypedCells({ columns: COLUMNS, rows: sections.map(({ row }) => row), messages }, opened);
}

interface TypedBalance {
  readonly balance: AccountBalance;
  readonly edits: Edits;
  readonly isAdded: boolean;
}

/** Of accounts that nothing moved, and that a person wants in the grid. */
const addedBalances = (books: readonly AccountBalance[], opened: OpenFraming): AccountBalance[] =>
  unmoved(books, opened.addedRows, opened);

/** The books, and accounts that returns will post to. */
const withResults = (books: readonly AccountBalance[], numbers: readonly string[], opened: OpenFraming) => [
  ...books,
  ...unmoved(books, numbers, opened),
];

const unmoved = (
  books: readonly AccountBalance[],
  numbers: readonly string[],
  { accounts }: OpenFraming,
): AccountBalance[] =>
  numbers
    .filter((number, index) => numbers.indexOf(number) === index)
    .filter((number) => books.every(({ accountNumber }) => accountNumber !== number))
    .map((accountNumber) => {
      const { accountId, label } = accounts.get(accountNumber) ?? { accountId: null, label: '' };
      return { ...UNMOVED, accountId: accountId ?? 0, accountNumber, accountLabel: label };
    });

const UNMOVED = {
  debitBalance: 0n,
  creditBalance: 0n,
  subAccountId: null,
  subAccountCode: null,
  subAccountLabel: null,
  opening: 0n,
  debit: 0n,
  credit: 0n,
  closing: 0n,
};

function typedBalance(opened: OpenFraming, balance: AccountBalance): Omit<TypedBalance, 'isAdded'> {
  const computed = { Opening: balance.opening, Debit: balance.debit, Credit: balance.credit };
  const { figures, edits } = typedRow(opened, balance.accountNumber, computed, TYPEABLE);
  const { Opening: opening = 0n, Debit: debit = 0n, Credit: credit = 0n } = figures;
  return { balance: { ...balance, opening, debit, credit, closing: opening + debit - credit }, edits };
}

type Through = ReadonlyMap<string, Cents>;

interface Flows {
  readonly declared: Through;
  readonly categories: readonly { readonly category: Category; readonly declared: Through }[];
  /** By returns before the one that is framed. */
  readonly declaredBefore: Through;
  /** Tax of the operations of the period. */
  readonly booked: Through;
  readonly results: ReadonlyMap<string, ResultPosting>;
}

/** Debit less credit of the account: output tax is held in credit. */
const signed = ({ share }: FramedShare, amount: Cents): Cents => (isDeducted(share.element) ? amount : -amount);

const add = (sums: Map<string, Cents>, account: string, amount: Cents) =>
  sums.set(account, (sums.get(account) ?? 0n) + amount);

function throughAccounts(shares: readonly FramedShare[]): Through {
  const sums = new Map<string, Cents>();
  for (const one of shares)
    declaredThrough(one.share, (account, amount) => {
      if (account !== undefined) add(sums, account, signed(one, amount));
    });
  return sums;
}

function bookedOn(shares: readonly FramedShare[]): Through {
  const sums = new Map<string, Cents>();
  for (const one of shares)
    for (const { accountNumber, amount, whole = amount } of one.share.element.held)
      add(sums, accountNumber, signed(one, whole));
  return sums;
}

function sectionRow(
  { prefix, label, isDeclared }: (typeof SECTIONS)[number],
  accounts: readonly TypedBalance[],
  flows: Flows,
) {
  const own = accounts
    .filter(({ balance }) => balance.accountNumber.startsWith(prefix))
    .map((one) => ({ ...one, figures: figuresOf(one.balance, flows, isDeclared) }));
  const children = own.map(({ balance, figures, edits, isAdded }) => ({
    ...accountRow(balance, figures),
    edits,
    isAdded,
    breakdown: isDeclared ? breakdownOf(balance.accountNumber, flows) : [],
  }));
  const figures = added(own.map((one) => one.figures));
  const row: GridRow = { id: prefix, level: 'Section', label, account: null, cells: cellsOf(figures), children };
  return { row, messages: own.flatMap((one) => messagesOf(one.balance, one.figures.Gap ?? 0n)) };
}

const breakdownOf = (account: string, { categories }: Flows): CategoryPart[] =>
  categories.flatMap(({ category, declared }) => {
    const amount = declared.get(account) ?? 0n;
    return amount === 0n
      ? []
      : [{ id: `${account} ${category.code}`, category, cells: cellsOf({ DeclaredVat: amount }) }];
  });

function figuresOf(balance: AccountBalance, flows: Flows, isDeclared: boolean): Figures {
  const { opening, debit, credit, closing, accountNumber } = balance;
  const moves = { Opening: opening, Debit: debit, Credit: credit, Closing: closing };
  const result = resultOf(balance, flows.results.get(accountNumber));
  if (result) return { ...moves, ExpectedClosing: result.expected, Gap: result.gap };
  if (!isDeclared) return moves;
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

function messagesOf({ accountNumber }: AccountBalance, gap: Cents): Labels[] {
  if (magnitude(gap) <= TOLERANCE) return [];
  const amount = formatAmount(gap);
  if (isResult(accountNumber))
    return [
      {
        fr: `${accountNumber} : ${amount} d’écart avec ce que les déclarations reportent et passent.`,
        en: `${accountNumber}: a gap of ${amount} with what returns carry and post.`,
      },
    ];
  return [
    {
      fr: `${accountNumber} : ${amount} de mouvements ne viennent d’aucune opération de la déclaration.`,
      en: `${accountNumber}: movements of ${amount} come from no operation of the return.`,
    },
  ];
}
