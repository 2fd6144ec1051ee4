/** What fills the annexes of the return of an exercise besides its balances: register, entries, last return. */
import { returnFigures } from '../../assets/edition/return-figures.ts';
import { filingPiece } from '../../filing/pieces.ts';
import { type Cell, cellKey } from '../../forms/cell-table.ts';
import type { FormContent } from '../../forms/content.ts';
import { type CellValue, type DeclaredForm, readCell, type Values } from '../../forms/declared.ts';
import { type AccountBalance, movementOf } from '../../forms/ledger-rule.ts';
import { type EntrySearch, entrySums } from '../../ledger/entry-readings.ts';
import type { Exercise } from '../../ledger/exercises.ts';
import type { Context } from '../../operation/context.ts';
import { type AnnexSources, assetRows } from '../returns/annexes/annexes.ts';
import { type LastReturn, withCarried, withDefaults } from '../returns/annexes/carried.ts';
import { accountPart, type Part } from '../returns/annexes/origin.ts';
import type { Books } from './books.ts';
import { type CarriedFacts, type DeclaredValues, readDeclaredValues } from './declared-values.ts';
import { filingOfPeriod } from './filing-of-period.ts';
import { declaredVat } from './vat-declared.ts';

export interface AnnexRequest {
  readonly folderId: number;
  readonly books: Books;
  readonly cells: readonly Cell[];
  /** What was said for this liasse or, where it says nothing, carried to it. */
  readonly facts: CarriedFacts;
  /** The exercises before, the latest first, and the books of that one when they were read. */
  readonly earlier: readonly Exercise[];
  readonly booksBefore: Books | undefined;
}

/** Throws FolderNotFound. */
export async function annexSources(ctx: Context, request: AnnexRequest): Promise<AnnexSources> {
  const { folderId, books, cells, earlier, booksBefore, facts } = request;
  const { exercise } = books;
  const last = await lastReturn(ctx, folderId, earlier, cells);
  const read = await entryReadings(ctx, folderId, books);
  return {
    ...read,
    assets: await returnFigures(ctx, folderId, { start: exercise.start, end: exercise.end }, assetRows(cells)),
    declaredVat: await declaredVat(ctx, folderId, exercise),
    loans: facts.loans,
    notDeductible: facts.notDeductible,
    exportAccounts: facts.exportAccounts,
    lastProfitSharing: booksBefore && sumOf(booksBefore.balances, '691', ({ balance }) => balance),
    last,
  };
}

const sumOf = (rows: readonly AccountBalance[], prefix: string, read: (row: AccountBalance) => bigint): bigint =>
  rows.filter(({ account }) => account.startsWith(prefix)).reduce((sum, row) => sum + read(row), 0n);

/** What an entry that clears the VAT of a return ends on: its line of rounding (658, 758) does not make it a credit note. */
const CLEARED_ONTO = ['4455', '44567', '44581', '44583'];

/** Only what moved is looked for among the entries: most ledgers answer without. */
async function entryReadings(ctx: Context, folderId: number, { exercise, balances }: Books): Promise<AnnexSources> {
  const { knex } = await ctx.db();
  const debits = (prefix: string) => sumOf(balances, prefix, (row) => movementOf(row).debit);
  const credits = (prefix: string) => sumOf(balances, prefix, (row) => movementOf(row).credit);
  const sums = (moved: bigint, search: EntrySearch) =>
    moved === 0n ? Promise.resolve([]) : entrySums(knex, folderId, exercise, search);
  const builtSearch: EntrySearch = { accounts: ['23'], side: 'credit', beside: ['20', '21'], besideSide: 'debit' };
  const inService = await sums(credits('23'), builtSearch);
  const distributed = await sums(debits('12') + credits('12'), { beside: ['12'] });
  const notesGiven = await sums(debits('4457'), {
    without: CLEARED_ONTO,
    accounts: ['4457'],
    side: 'debit',
    beside: ['7', '41'],
  });
  const notesReceived = await sums(credits('44566'), {
    without: CLEARED_ONTO,
    accounts: ['44566'],
    side: 'credit',
    beside: ['6', '40'],
  });
  return {
    putInService: new Map(inService.map(({ account, credit }) => [account, credit])),
    distributed: distributed.map(({ account, label, debit, credit }) => ({ account, label, net: debit - credit })),
    vat: {
      collected: [
        ...partsOf(balances, '4457', (row) => movementOf(row).credit),
        ...notesGiven.map(({ account, label, debit }) => accountPart({ account, label, balance: 0n }, -debit)),
      ],
      deductible: [
        ...partsOf(balances, '44566', (row) => movementOf(row).debit),
        ...notesReceived.map(({ account, label, credit }) => accountPart({ account, label, balance: 0n }, -credit)),
      ],
    },
  };
}

const partsOf = (rows: readonly AccountBalance[], prefix: string, read: (row: AccountBalance) => bigint): Part[] =>
  rows.filter((row) => row.account.startsWith(prefix) && read(row) !== 0n).map((row) => accountPart(row, read(row)));

/**
 * The last return kept of the exercise before, with what was declared for it: the return wins. Where none is kept, what was
 * declared, with what was carried to that year. Undefined without an exercise before.
 */
async function lastReturn(
  ctx: Context,
  folderId: number,
  [before, ...earlier]: readonly Exercise[],
  cells: readonly Cell[],
): Promise<LastReturn | undefined> {
  if (!before) return undefined;
  const { end } = before;
  const declared = await readDeclaredValues(ctx, { folderId, type: 'Liasse', end });
  const filing = await filingOfPeriod(ctx, { folderId, type: 'Liasse', end });
  const piece = filing && (await filingPiece(ctx, filing, 'Forms'));
  const kept = piece ? (JSON.parse(piece.content.toString('utf8')) as FormContent[]) : [];
  const last = readLast(cells, declared, kept);
  if (kept.length > 0) return last;
  const older = await lastReturn(ctx, folderId, earlier, cells);
  return withDefaults(cells, older ? withCarried(cells, last, older) : last);
}

function readLast(cells: readonly Cell[], declared: DeclaredValues, kept: readonly FormContent[]): LastReturn {
  const known = new Map(cells.map((cell) => [cellKey(cell.form, cell.cell), cell]));
  const forms = [
    ...Object.entries(declared.forms).map(([form, given]) => ({ form, ...given })),
    ...kept.map(({ form, cells: single, repeated }) => ({ form, cells: single, lines: repeated })),
  ];
  const values = forms.flatMap(({ form, cells: given = {} }) => [...valuesOf(form, given, known)]);
  const lines = forms.map(
    ({ form, lines: given = [] }) => [form, given.map((line) => valuesOf(form, line, known))] as const,
  );
  return { cells: new Map(values), lines: new Map(lines.filter(([, own]) => own.length > 0)) };
}

type Given = NonNullable<DeclaredForm['cells']>;

/** What this year's forms no longer have, or no longer take, is not carried. */
const valuesOf = (form: string, given: Given, known: ReadonlyMap<string, Cell>): Values =>
  new Map(
    Object.entries(given).flatMap(([code, value]): [string, CellValue][] => {
      const key = cellKey(form, code);
      const cell = known.get(key);
      const read = cell && readCell(cell.type, value);
      return read === undefined ? [] : [[key, read]];
    }),
  );
