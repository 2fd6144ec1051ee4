/**
 * Framing by rate: base of the books, tax that it gives, tax that the books hold, gap between the two, tax declared. A gap
 * of more than one euro at a rate is an error, and the lines behind it are named.
 */
import type { Labels } from '../../kernel/errors.ts';
import { groupBy } from '../../kernel/group-by.ts';
import { type Cents, formatAmount, magnitude } from '../../kernel/money.ts';
import { formatRatio } from '../../kernel/ratio.ts';
import type { Context } from '../../operation/context.ts';
import { type Category, categoryOf } from '../categories.ts';
import type { VatElement } from '../engine/model.ts';
import { labelledRate } from '../rate-labels.ts';
import { RATES, taxOf } from '../rates.ts';
import { isDeducted } from '../return/held-tax.ts';
import { categoriesAt } from './added-row.ts';
import { type FramedShare, framedShares, type OpenFraming } from './framed-shares.ts';
import { added, cellsOf, column, type Figures, type Grid, type GridRow } from './grid.ts';
import { typedRow, withTypedCells } from './typed-rows.ts';

const COLUMNS = [
  column('Base', 'Base HT', 'Base'),
  column('Rate', 'Taux', 'Rate'),
  column('TheoreticalVat', 'TVA théorique', 'Theoretical VAT'),
  column('AccountedVat', 'TVA comptabilisée', 'VAT in the books'),
  column('Gap', 'Écart', 'Gap'),
  column('DeclaredVat', 'TVA déclarée', 'VAT declared'),
];

/** Of an account: what the books hold at its rate. */
const TYPEABLE = ['Base', 'AccountedVat'];

export async function gridByRate(ctx: Context, opened: OpenFraming): Promise<Grid> {
  const shares = (await framedShares(ctx, opened)).filter(({ share }) => isTaxed(share.element.category));
  const accounts = [...withAddedRows(groupBy(shares, accountRowOf), opened.addedRows)];
  const sections = [...groupBy(accounts, ([id]) => firstWords(id, 2))].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = sections.map(([key, all]) => sectionRow(key, all, opened));
  const messages = rows.flatMap((one) => one.messages);
  return withTypedCells({ columns: COLUMNS, rows: rows.map(({ row }) => row), messages }, opened);
}

const isTaxed = (category: string): boolean => !['untaxed', 'none', 'result'].includes(categoryOf(category).side);

/** Due before deductible; the rate goes with the side. */
const sectionOf = ({ share: { element } }: FramedShare): string =>
  `${isDeducted(element) ? 'Deductible' : 'Due'} ${element.rate}`;

/** Row of an account: side, rate, category, number. */
const accountRowOf = (one: FramedShare): string => {
  const { category, accountNumber } = one.share.element;
  return `${sectionOf(one)} ${category} ${accountNumber}`;
};

type AccountShares = readonly [id: string, shares: readonly FramedShare[]];

function withAddedRows(books: ReadonlyMap<string, FramedShare[]>, added: readonly string[]) {
  const rows = new Map(books);
  for (const id of added) if (!rows.has(id)) rows.set(id, []);
  return rows;
}

const firstWords = (id: string, count: number): string => id.split(' ').slice(0, count).join(' ');

const SIDES: Readonly<Record<string, Labels>> = {
  Due: { fr: 'TVA collectée', en: 'Output VAT' },
  Deductible: { fr: 'TVA déductible', en: 'Deductible VAT' },
};

/** One euro by rate. */
const TOLERANCE = 100n;
/** Of a line, from which it is named. */
const LINE_TOLERANCE = 2n;

function sectionRow(key: string, accounts: readonly AccountShares[], opened: OpenFraming) {
  const [side = '', rate = ''] = key.split(' ');
  const labelled = labelledRate(rate).label;
  const name = SIDES[side] ?? { fr: side, en: side };
  const label = { fr: `${name.fr}, ${labelled.fr}`, en: `${name.en}, ${labelled.en}` };
  const children = [...groupBy(accounts, ([id]) => firstWords(id, 3))].map(([id, all]) => categoryRow(id, all, opened));
  const figures = added(children.map((child) => child.figures));
  const row: GridRow = {
    id: key,
    level: 'Section',
    label,
    account: null,
    cells: withRate(figures, rate),
    children: children.map((child) => child.row),
  };
  return { row, messages: messagesOf(label, figures.Gap ?? 0n) };
}

function messagesOf({ fr, en }: Labels, gap: Cents): Labels[] {
  if (magnitude(gap) <= TOLERANCE) return [];
  const amount = formatAmount(gap);
  return [
    {
      fr: `${fr} : la TVA comptabilisée diffère de ${amount} de la TVA théorique.`,
      en: `${en}: the VAT in the books differs by ${amount} from the theoretical VAT.`,
    },
  ];
}

interface Framed {
  readonly row: GridRow;
  readonly figures: Figures;
}

function categoryRow(id: string, accounts: readonly AccountShares[], opened: OpenFraming): Framed {
  const [, rate = '', category = ''] = id.split(' ');
  const children = accounts.map(([row, shares]) => accountRow(row, shares, opened));
  const figures = added(children.map((child) => child.figures));
  const { label } = categoryOf(category);
  const cells = withRate(figures, rate);
  return {
    figures,
    row: {
      id,
      level: 'Category',
      label,
      account: null,
      cells,
      children: children.map(({ row }) => row),
      takesAccounts: opened.isDraft,
    },
  };
}

function accountRow(id: string, shares: readonly FramedShare[], opened: OpenFraming): Framed {
  const [side = '', rate = '', category = '', number = ''] = id.split(' ');
  const { figures: kept, edits } = typedRow(opened, id, added([NOTHING, ...shares.map(figuresOf)]), TYPEABLE);
  const figures = framed(kept, rate);
  const account = opened.accounts.get(number) ?? { accountId: null, accountNumber: number, label: '' };
  const label = { fr: `${number} ${account.label}`.trim(), en: `${number} ${account.label}`.trim() };
  const children = shares.map((one) => lineRow(id, one)).filter((row) => row !== undefined);
  const cells = withRate(figures, rate);
  return {
    figures,
    row: {
      id,
      level: 'Account',
      label,
      account,
      cells,
      children,
      edits,
      isAdded: shares.length === 0,
      typedAs: { rate, category, available: withOwn(categoryOf(category), categoriesAt(side, rate)) },
    },
  };
}

/** Books may bring a category to a rate that it does not usually bear. */
const withOwn = (own: Category, beside: readonly Category[]) => (beside.includes(own) ? beside : [own, ...beside]);

const NOTHING: Figures = { Base: 0n, AccountedVat: 0n, DeclaredVat: 0n };

/** Base and tax of the books are those of elements of the period; declared tax is that of its returns. */
const figuresOf = ({ share: { element, toDeclare }, isOfPeriod }: FramedShare): Figures => ({
  Base: isOfPeriod ? element.taxExcluded : 0n,
  AccountedVat: isOfPeriod ? bookedTax(element) : 0n,
  DeclaredVat: toDeclare.tax,
});

/** Of the books, before the deduction coefficient; what no account holds is that of its base. */
function bookedTax({ side, held, tax, taxExcluded, rate }: VatElement): Cents {
  if (held.length === 0) return side === 'Deductible' && RATES.has(rate) ? taxOf(taxExcluded, rate) : tax;
  return held.reduce((booked, { amount, whole = amount }) => booked + whole - amount, tax);
}

/** With the tax that the base gives at its rate; without a rate there is no theory, hence no gap. */
function framed(figures: Figures, rate: string): Figures {
  const accounted = figures.AccountedVat ?? 0n;
  const theory = RATES.has(rate) && figures.Base !== 0n ? taxOf(figures.Base ?? 0n, rate) : accounted;
  return { ...figures, TheoreticalVat: theory, Gap: accounted - theory };
}

/** A line whose tax is not that of its base. */
function lineRow(accountRowId: string, one: FramedShare): GridRow | undefined {
  const { entryId, lineId, rate, date } = one.share.element;
  const figures = framed(figuresOf(one), rate);
  if (magnitude(figures.Gap ?? 0n) <= LINE_TOLERANCE) return undefined;
  const label = {
    fr: `${date}, écriture ${entryId}, ligne ${lineId}`,
    en: `${date}, entry ${entryId}, line ${lineId}`,
  };
  const id = `${accountRowId} ${entryId} ${lineId}`;
  return { id, level: 'Line', label, account: null, cells: withRate(figures, rate), children: [] };
}

function withRate(figures: Figures, rate: string): Record<string, string> {
  const found = RATES.get(rate);
  return { ...cellsOf(figures), ...(found && { Rate: formatRatio(found, 100n) }) };
}
