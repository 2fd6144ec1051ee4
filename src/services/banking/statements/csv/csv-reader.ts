/**
 * Movements of a bank's CSV, under a mapping of its columns. Where it has balances they are controlled as those of a
 * statement; newest-first files are turned round. Rows wait in memory, since their order is known at the end alone.
 */
import { addDays, type PlainDate } from '../../../kernel/dates.ts';
import { accountOf } from '../camt/values.ts';
import type { AccountRegister } from '../cfonb/account-register.ts';
import type { FindingLog } from '../cfonb/findings.ts';
import type { Account } from '../cfonb/statement.ts';
import type { EventReader } from '../event-parser.ts';
import { StatementBuilder, type StatementEvent } from '../statement-builder.ts';
import { type CsvMapping, hasHeadings, namesOf, placesOf } from './mapping.ts';
import { type CsvRow, movementOf } from './movement.ts';
import { balancesOf, movementsOf } from './read-rows.ts';
import { decoderOf, guessOf, rowsOf } from './rows.ts';

/** What is known of a CSV before it is read. */
export interface CsvPlan {
  /** The account that the file does not name. */
  readonly account?: Account | undefined;
  /** Else guessed. */
  readonly mapping?: CsvMapping | undefined;
}

const MOST_BYTES = 64 * 1024 * 1024;
const NAMELESS = { bankCode: '', branchCode: '', accountNumber: '', currencyCode: 'EUR', decimals: 2, iban: null };

export class CsvReader implements EventReader {
  readonly #log: FindingLog;
  readonly #builder: StatementBuilder;
  readonly #plan: CsvPlan;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  /** As read; undefined before the end, and when none fits. */
  mapping: CsvMapping | undefined;

  constructor(log: FindingLog, register: AccountRegister, plan: CsvPlan) {
    this.#log = log;
    this.#builder = new StatementBuilder(log, register);
    this.#plan = plan;
  }

  feed(bytes: Uint8Array): boolean {
    this.#chunks.push(Buffer.from(bytes));
    this.#size += bytes.length;
    return this.#size <= MOST_BYTES;
  }

  end(): void {
    const bytes = Buffer.concat(this.#chunks.splice(0));
    const text = decoderOf(bytes).decode(bytes);
    const mapping = this.#plan.mapping ?? guessOf(text)?.mapping;
    if (this.#size > MOST_BYTES) this.#log.add('csvBounds');
    else if (mapping) this.#read(text, mapping);
    else this.#log.add('csvUnclear');
  }

  takeEvents = (): StatementEvent[] => this.#builder.takeEvents();

  #read(text: string, mapping: CsvMapping): void {
    const rows = rowsIn(text, mapping) ?? [];
    const at = rows.findIndex((row) => placesOf(mapping.columns, row) !== undefined);
    const places = placesOf(mapping.columns, rows[at] ?? []);
    if (!places) {
      this.#log.add('csvOther', { params: { columns: missing(mapping, rows) } });
      return;
    }
    this.mapping = mapping;
    const account = this.#plan.account ?? ibanIn(rows.slice(0, at)) ?? NAMELESS;
    const first = hasHeadings(mapping) ? at + 1 : at;
    this.#statement(account, movementsOf(rows.slice(first), { mapping, places, account }));
  }

  #statement(account: Account, rows: readonly CsvRow[]): void {
    const builder = this.#builder;
    const days = rows.flatMap(({ day }) => day ?? []).sort();
    const [from, to] = [days[0], days.at(-1)];
    const balances = balancesOf(rows);
    builder.open(account, { date: dayBefore(from), units: balances?.start ?? null }, null, balances !== undefined);
    for (const row of rows) this.#row(row, account);
    builder.close(to === undefined ? null : { date: to, units: balances?.end ?? null });
  }

  #row(row: CsvRow, account: Account): void {
    const builder = this.#builder;
    builder.record = row.record;
    const { record, units, day, currency } = row;
    if (units === null) builder.report('badEntryAmount', { params: { record } });
    if (day === null) builder.report('badEntryDate', { params: { record } });
    if (currency !== '' && currency !== account.currencyCode) {
      builder.report('otherEntryCurrency', { params: { record, found: currency, expected: account.currencyCode } });
    }
    builder.book({ operationDate: day, units, decode: () => movementOf(row, account) });
  }
}

function rowsIn(text: string, { delimiter }: CsvMapping): string[][] | undefined {
  try {
    return rowsOf(text, delimiter);
  } catch {
    return undefined;
  }
}

/** Columns of the mapping that no row has. */
function missing({ columns }: CsvMapping, rows: readonly (readonly string[])[]): string {
  const found = new Set(rows.flat());
  return namesOf(columns)
    .filter((name) => !found.has(name))
    .join(', ');
}

/** Lines before the headings name the account in many files. */
function ibanIn(rows: readonly (readonly string[])[]): Account | undefined {
  const found = /\b(?:FR|MC)\d{2}(?: ?[0-9A-Z]){23}\b/.exec(rows.map((row) => row.join(' ')).join('\n'))?.[0];
  return found === undefined ? undefined : (accountOf(found, 'EUR') ?? undefined);
}

const dayBefore = (day: PlainDate | undefined): PlainDate | null => (day === undefined ? null : addDays(day, -1));
