/** Changes of the VAT settings of some lines, checked against the ledger and against what is stored. */
import type { Knex } from 'knex';
import { type Camel, snakeRow } from '../../db/rows.ts';
import { ledgerErrors } from '../../ledger/errors.ts';
import { type EntryLine, readLines } from '../../ledger/lines.ts';
import { refuseCombination } from '../combination.ts';
import { refuseOperation } from '../configuration/possible.ts';
import type { VatCategory } from '../engine/model.ts';
import { vatErrors } from '../errors.ts';
import { guessAccount } from '../guess.ts';
import { type LineConfigurationRow, lineConfigurations } from './store.ts';

/** What is set of one line: undefined keeps what it has, null clears. */
export type LineChange = { readonly entryId: number; readonly lineId: number } & {
  readonly [K in keyof Omit<Camel<LineConfigurationRow>, 'folderId' | 'entryId' | 'lineId' | 'updatedAt'>]?:
    | Camel<LineConfigurationRow>[K]
    | undefined;
} & {
  /** Those of the line, when they are given: another account is refused. */
  readonly accountId?: number | undefined;
  readonly subAccountId?: number | null | undefined;
};

/** What a declared line no longer changes. */
const DECLARED = ['vat_category', 'vat_rate', 'exigibility', 'status'] as const;

/** The category of the account of a line, which a line without one of its own has. */
export type CategoryOf = (line: Pick<EntryLine, 'accountId' | 'subAccountId'>) => VatCategory | null;

/** What a change is checked against, beside the ledger and what is stored. */
export interface LineAround {
  readonly categoryOf?: CategoryOf | undefined;
  /** Lines that a return which counts declares. */
  readonly declared?: ReadonlySet<number> | undefined;
}

interface Place extends LineAround {
  readonly folderId: number;
}

/** The lines that some changes are about: each change is made on what the one before left. */
export class LineBook {
  readonly #folderId: number;
  readonly #lines: ReadonlyMap<number, EntryLine>;
  readonly #entryIds: ReadonlySet<number>;
  readonly #rows: Map<number, LineConfigurationRow>;
  readonly #changed = new Map<number, LineConfigurationRow>();
  readonly #categoryOf: CategoryOf;
  readonly #declared: ReadonlySet<number>;

  private constructor(
    { folderId, categoryOf = () => null, declared = new Set() }: Place,
    lines: readonly EntryLine[],
    others: readonly EntryLine[],
    rows: readonly LineConfigurationRow[],
  ) {
    this.#folderId = folderId;
    this.#categoryOf = categoryOf;
    this.#declared = declared;
    this.#lines = new Map(lines.map((line) => [line.id, line]));
    this.#entryIds = new Set([...lines, ...others].map(({ entryId }) => entryId));
    this.#rows = new Map(rows.map((row) => [row.line_id, row]));
  }

  /** Locks the settings of the lines until the transaction ends. */
  static async open(
    trx: Knex.Transaction,
    folderId: number,
    changes: readonly LineChange[],
    around: LineAround = {},
  ): Promise<LineBook> {
    const ids = [...new Set(changes.map(({ lineId }) => lineId))].sort((a, b) => a - b);
    const lines = await readLines(trx, folderId, { ids });
    const known = new Map(lines.map(({ id, entryId }) => [id, entryId]));
    const missed = changes.filter(({ lineId, entryId }) => known.get(lineId) !== entryId);
    const others = await readLines(trx, folderId, { entryIds: missed.map(({ entryId }) => entryId) });
    const rows = await lineConfigurations(trx)
      .where({ folder_id: folderId })
      .whereIn('line_id', ids)
      .orderBy('line_id')
      .forUpdate();
    return new LineBook({ folderId, ...around }, lines, others, rows);
  }

  /**
   * Says whether the line had a setting before. Throws EntryNotFound, EntryLineNotFound, LineAccountDiffers,
   * VatCategoryUnknown, VatCombinationInvalid, VatCategoryNotPossible, LineAlreadyDeclared.
   */
  change({ accountId, subAccountId, ...change }: LineChange, now: string): boolean {
    this.check({ accountId, subAccountId, ...change });
    const before = this.#rows.get(change.lineId);
    const known = before ?? { ...EMPTY, folder_id: this.#folderId, entry_id: change.entryId, line_id: change.lineId };
    const row: LineConfigurationRow = { ...known, ...freed(known, change), ...snakeRow(change), updated_at: now };
    const line = this.#lines.get(change.lineId);
    refuseCombination(row.vat_category ?? (line && this.#categoryOf(line)), row.vat_rate);
    if (line)
      refuseOperation(
        this.#folderId,
        { ...line, guess: guessAccount(line.accountNumber, line.accountLabel, ANYWHERE) },
        change.vatCategory,
      );
    const isDeclared = before?.status === 'Declared' || this.#declared.has(change.lineId);
    // What the lists say of it comes back as it was given.
    if (isDeclared && row.status === 'Declared') row.status = known.status;
    if (isDeclared && DECLARED.some((name) => row[name] !== known[name])) {
      throw vatErrors.LineAlreadyDeclared({ entryId: change.entryId, lineId: change.lineId });
    }
    this.#rows.set(change.lineId, row);
    this.#changed.set(change.lineId, row);
    return before !== undefined;
  }

  /** What is to be written, in the order in which everybody locks. */
  changed(): LineConfigurationRow[] {
    return [...this.#changed.values()].sort((a, b) => a.line_id - b.line_id);
  }

  /** Throws EntryNotFound, EntryLineNotFound, LineAccountDiffers. */
  check({ entryId, lineId, accountId, subAccountId }: LineChange): void {
    const line = this.#lines.get(lineId);
    if (line?.entryId !== entryId) {
      if (!this.#entryIds.has(entryId)) throw ledgerErrors.EntryNotFound({ folderId: this.#folderId, entryId });
      throw vatErrors.EntryLineNotFound({ folderId: this.#folderId, entryId, lineId });
    }
    const given = { accountId: accountId ?? line.accountId, subAccountId: subAccountId ?? line.subAccountId };
    if (given.accountId === line.accountId && given.subAccountId === line.subAccountId) return;
    throw vatErrors.LineAccountDiffers({ entryId, lineId, expected: placeOf(line), given: placeOf(given) });
  }
}

/** What is a third party or a bank is so in every folder. */
const ANYWHERE = { territory: 'Mainland', vatSystem: 'RealNormal' } as const;

/** A changed rate or category changes the VAT: what a person said of its amount no longer holds. */
const FREE = { imposed_vat_cents: null, imposed_procedure_id: null } as const;

const EMPTY = {
  vat_rate: null,
  vat_category: null,
  exigibility: null,
  source: 'Manual',
  status: 'Draft',
  tax_excluded_cents: null,
  tax_excluded_remaining_cents: null,
  vat_to_declare_cents: null,
  ...FREE,
  custom_vat_rate: null,
} as const;

const freed = (
  known: Pick<LineConfigurationRow, 'vat_rate' | 'vat_category'>,
  { vatRate, vatCategory }: LineChange,
) => {
  const isChanged =
    (vatRate !== undefined && vatRate !== known.vat_rate) ||
    (vatCategory !== undefined && vatCategory !== known.vat_category);
  return isChanged ? FREE : {};
};

/** Account and sub-account by their identifiers: `12`, `12/3`. */
const placeOf = ({ accountId, subAccountId }: Pick<EntryLine, 'accountId' | 'subAccountId'>): string =>
  subAccountId === null ? `${accountId}` : `${accountId}/${subAccountId}`;
