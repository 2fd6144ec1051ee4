import * as z from 'zod';
import type { Language } from '../../../services/kernel/errors.ts';
import { type Cents, formatAmount } from '../../../services/kernel/money.ts';
import type { Context } from '../../../services/operation/context.ts';
import { categoryOf } from '../../../services/vat/categories.ts';
import { framingByAccount, framingByRate } from '../../../services/vat/framing/framing.ts';
import {
  type CategoryPart,
  GRID_LEVELS,
  type Grid,
  type GridRow,
  type TypedAs,
} from '../../../services/vat/framing/grid.ts';
import { GRID_FORMATS, gridFile } from '../../../services/vat/framing/grid-xlsx.ts';
import { saveLinks } from '../../../services/vat/framing/links.ts';
import { type Labelled, labelledRate } from '../../../services/vat/rate-labels.ts';
import { day, identifier } from '../../operation/fields.ts';
import type { Block, Cell } from '../../operation/operation.ts';
import { choice, decimal, file, flag, int, maybe, text, words } from '../../operation/outputs.ts';
import { computed, constant, fields, from, headed } from '../../operation/wire.ts';
import { vatOperation } from '../vat-operation.ts';
import { LabelPair } from '../wire.ts';

const EDIT_MODES = ['ReadOnly', 'Amount', 'Category', 'Full'] as const;

interface GridCell {
  readonly column: string;
  readonly value: string;
  readonly canBeModifiedByUser: boolean;
  /** What the books give, where something else is typed. */
  readonly original: Cents | undefined;
  readonly adjustment: Adjustment | null;
}

interface Adjustment {
  readonly defaultRate: Labelled;
  readonly availableCategories: readonly Labelled[];
  readonly defaultCategory: Labelled;
}

const CellShape = z.object({
  ColumnIdentifier: from('column', text()),
  Amount: computed(
    z.object({ OriginalAmount: decimal(), ModifiedByUser: flag(), UserAmount: maybe(decimal()) }),
    ({ value, original }: GridCell) =>
      original === undefined
        ? { originalAmount: value, modifiedByUser: false, userAmount: null }
        : { originalAmount: formatAmount(original), modifiedByUser: true, userAmount: value },
  ),
  CanBeModifiedByUser: flag(),
  Adjustment: maybe(
    z.object({ DefaultRate: LabelPair, AvailableCategories: z.array(LabelPair), DefaultCategory: LabelPair }),
  ).describe('What an amount typed here counts as: rate and category of its row, categories of other rows beside it'),
});

const Cells = computed(z.array(CellShape), ({ cells, edits, typedAs }: Pick<GridRow, 'cells' | 'edits' | 'typedAs'>) =>
  Object.entries(cells).map(([column, value]): GridCell => {
    const canBeModifiedByUser = edits?.columns.includes(column) ?? false;
    const adjustment = canBeModifiedByUser && typedAs ? adjustmentOf(typedAs) : null;
    return { column, value, canBeModifiedByUser, original: originalOf(edits, column), adjustment };
  }),
);

const adjustmentOf = ({ rate, category, available }: TypedAs): Adjustment => ({
  defaultRate: labelledRate(rate),
  availableCategories: available,
  defaultCategory: categoryOf(category),
});

const Part = z.object({
  RowIdentifier: from('id', text()),
  Label: computed(words('Catégorie'), ({ category }: CategoryPart) => category.label),
  Category: LabelPair,
  Cells,
});

const originalOf = (edits: GridRow['edits'], column: string): Cents | undefined =>
  edits?.typed[column] === undefined ? undefined : edits.computed[column];

const AccountShape = z.object({
  AccountNumber: text('Compte'),
  Label: text('Libellé'),
  AccountId: maybe(int('N° compte')),
  SubAccountId: constant(maybe(int()), null),
});

/** A row with the rows under it; a line has none. */
const rowShape = <C extends z.ZodType>(children: C) =>
  z.object({
    Cells,
    RowIdentifier: from('id', text()),
    Label: words('Ligne'),
    Level: choice(GRID_LEVELS, 'Niveau'),
    Account: from('account', headed(maybe(AccountShape), 'Compte')),
    Children: from('children', z.array(children)),
    IsCustomRow: computed(flag(), ({ isAdded }: GridRow) => isAdded === true),
    CanAddChildrenAccounts: computed(flag(), ({ takesAccounts }: GridRow) => takesAccounts === true),
    Description: computed(maybe(text('Description')), ({ edits }: GridRow) => edits?.comment ?? null),
    EditMode: computed(choice(EDIT_MODES), ({ edits }: GridRow) => (edits?.columns.length ? 'Amount' : 'ReadOnly')),
    IsAdvancePaymentAccount: computed(flag(), ({ account }: GridRow) => /^4[01]91/.test(account?.accountNumber ?? '')),
    CategoryBreakdown: computed(z.array(Part), ({ breakdown }: GridRow) => breakdown ?? []),
  });

const GridShape = z
  .object({
    Rows: from('rows', headed(z.array(rowShape(rowShape(rowShape(rowShape(z.unknown()))))), 'Lignes')),
    Columns: from('columns', headed(z.array(z.object({ Identifier: text(), Label: words('Libellé') })), 'Colonnes')),
    ErrorMessages: from('messages', z.array(words())),
  })
  .meta({ id: 'VatFramingGrid' });

type Shown = Pick<GridRow, 'level' | 'label' | 'cells' | 'edits'>;

const INDENT: Readonly<Record<GridRow['level'], string>> = {
  Section: '',
  Category: '  ',
  Account: '    ',
  Line: '      ',
};

/** The grid as a table, then what is wrong with it. */
function* gridView(language: Language, grid: Grid): Generator<Block> {
  const columns = grid.columns.map(({ identifier, label }) => ({
    name: identifier,
    fr: label.fr,
    align: 'right' as const,
  }));
  const rows = [...flattened(grid.rows)]
    .flatMap(shownParts)
    .map(({ level, label, cells, edits }): Cell[] => [
      INDENT[level] + label[language],
      ...grid.columns.map(({ identifier }) => shownCell(cells[identifier] ?? '', originalOf(edits, identifier))),
    ]);
  yield { kind: 'table', columns: [{ name: 'Row', fr: 'Ligne' }, ...columns], rows };
  if (grid.cells.length > 0) yield { kind: 'text', text: TYPED[language] };
  for (const message of grid.messages) yield { kind: 'text', text: `! ${message[language]}` };
}

const TYPED: Readonly<Record<Language, string>> = {
  en: 'In brackets: what the books give, where an amount was typed over it.',
  fr: 'Entre parenthèses : ce que donne la comptabilité, là où un montant est saisi.',
};

const shownCell = (value: string, original: Cents | undefined): string =>
  original === undefined ? value : `${value} (${formatAmount(original)})`;

/** A row, and what its categories have of it where there are several. */
const shownParts = (row: GridRow): Shown[] =>
  (row.breakdown?.length ?? 0) < 2
    ? [row]
    : [row, ...(row.breakdown ?? []).map(({ category: { label }, cells }): Shown => ({ level: 'Line', label, cells }))];

function* flattened(rows: readonly GridRow[]): Generator<GridRow> {
  for (const row of rows) {
    yield row;
    yield* flattened(row.children);
  }
}

const query = z.object({
  procedureId: identifier().describe('VAT return'),
  startDate: day().optional().describe('First day; that of the return unless given'),
  as: z.enum(GRID_FORMATS).optional().describe('A workbook with formulas; the name of --output tells it too'),
});
const ERRORS = ['ProcedureNotFound', 'PeriodInvalid'];
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const written = (
  { language }: Context,
  grid: Grid,
  { as, name }: { readonly as: string | undefined; readonly name: string },
) => (as === undefined ? grid : gridFile(grid, name, language));

export const vatFormFramingByRate = vatOperation({
  id: 'vat.form.framing.by-rate',
  ref: 'D52a',
  summary: { en: 'Frame a VAT return by rate', fr: 'Cadrer une déclaration de TVA par taux' },
  description:
    'For each rate: base of the books, theoretical tax, tax in the books, gap, tax declared; by category and account, with the lines behind a gap. A gap of more than one euro at a rate is in ErrorMessages. From an earlier StartDate the returns that count since then are framed together.',
  http: { method: 'GET', path: '/framing/by-rate' },
  cli: {
    examples: [
      'taxops vat form framing by-rate --folder 1 --procedure 4',
      'taxops vat form framing by-rate --folder 1 --procedure 4 --output cadrage.xlsx',
    ],
  },
  query,
  output: z.union([GridShape, file(XLSX)]),
  errors: ERRORS,
  view: (_, language, grid) => gridView(language, grid as Grid),
  audited: true,
  run: async (ctx, { folderId, as, ...framing }) =>
    written(ctx, await framingByRate(ctx, folderId, framing), { as, name: `taxops-rates-${framing.procedureId}` }),
});

export const vatFormFramingByAccount = vatOperation({
  id: 'vat.form.framing.by-account',
  ref: 'D52b',
  summary: { en: 'Frame a VAT return by account balance', fr: 'Cadrer une déclaration de TVA par solde des comptes' },
  description:
    'For each VAT account: opening balance, movements, closing balance, tax declared through it, the balance that must be left (tax not due yet), and the movements that no operation of the return explains. Entries that close returns may be written or not.',
  http: { method: 'GET', path: '/framing/by-account' },
  cli: { examples: ['taxops vat form framing by-account --folder 1 --procedure 4 --start-date 2026-01-01'] },
  query,
  output: z.union([GridShape, file(XLSX)]),
  errors: [...ERRORS, 'LedgerPeriodInvalid'],
  view: (_, language, grid) => gridView(language, grid as Grid),
  audited: true,
  run: async (ctx, { folderId, as, ...framing }) =>
    written(ctx, await framingByAccount(ctx, folderId, framing), {
      as,
      name: `taxops-accounts-${framing.procedureId}`,
    }),
});

/** Others would be opened as what they are: javascript: as a programme, file: on the disk of who reads it. */
const isLink = (text: string): boolean => /^[\w-]*$/.test(text) || (/^https?:\/\//i.test(text) && URL.canParse(text));

const link = () =>
  z
    .string()
    .trim()
    .max(2000)
    .refine(isLink, { error: 'not a link: write https://example.org/control, or the identifier of a file' })
    .describe('Address, or identifier of a file');
const params = { procedureId: identifier().describe('VAT return') };

export const vatFormLinksControls = vatOperation({
  id: 'vat.form.links.controls',
  ref: 'D45',
  summary: {
    en: 'Keep the links to the controls of a return by rate and by amount',
    fr: 'Garder les liens vers les cadrages par taux et par montant d’une déclaration',
  },
  http: { method: 'PUT', path: '/procedures/{procedureId}/control-links', status: 204 },
  cli: {
    args: ['procedureId'],
    examples: [
      'taxops vat form links controls 4 --folder 1 --vat-control-by-rates-link https://docs.example/rates --vat-control-by-amounts-link 12',
    ],
  },
  params,
  body: fields({ VatControlByRatesLink: link(), VatControlByAmountsLink: link() }),
  output: z.void(),
  errors: ['ProcedureNotFound'],
  run: (ctx, { folderId, procedureId, body }) => saveLinks(ctx, folderId, procedureId, body),
});

export const vatFormLinksBalance = vatOperation({
  id: 'vat.form.links.balance',
  ref: 'D46',
  summary: {
    en: 'Keep the link to the control of a return by account balance',
    fr: 'Garder le lien vers le cadrage par solde d’une déclaration',
  },
  http: { method: 'PUT', path: '/procedures/{procedureId}/balance-control-link', status: 204 },
  cli: {
    args: ['procedureId'],
    examples: ['taxops vat form links balance 4 --folder 1 --vat-control-by-account-balance-link 13'],
  },
  params,
  body: fields({ VatControlByAccountBalanceLink: link() }),
  output: z.void(),
  errors: ['ProcedureNotFound'],
  run: (ctx, { folderId, procedureId, body }) => saveLinks(ctx, folderId, procedureId, body),
});
