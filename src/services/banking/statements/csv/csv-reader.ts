/**
 * Movements of a bank's CSV, under a mapping of its columns. Its bytes are held and passed over twice: once for its
 * columns, days, order and balances, which are controlled as those of a statement; once for its rows, a block at a time.
 * Newest-first files are turned round.
 */
import { addDays, type PlainDate } from '../../../kernel/dates.ts';
import type { AccountRegister } from '../cfonb/account-register.ts';
import type { FindingLog } from '../cfonb/findings.ts';
import type { Account } from '../cfonb/statement.ts';
import type { EventReader } from '../event-parser.ts';
import { StatementBuilder, type StatementEvent } from '../statement-builder.ts';
import { CsvBody } from './body.ts';
import { dayOf } from './cells.ts';
import { CsvText } from './csv-text.ts';
import type { CsvMapping } from './mapping.ts';
import { type CsvRow, movementOf } from './movement.ts';
import { guessOf } from './rows.ts';

/** What is known of a CSV before it is read. */
export interface CsvPlan {
  /** The account that the file does not name. */
  readonly account?: Account | undefined;
  /** Else guessed. */
  readonly mapping?: CsvMapping | undefined;
}

const MOST_BYTES = 64 * 1024 * 1024;

export class CsvReader implements EventReader {
  readonly #log: FindingLog;
  readonly #builder: StatementBuilder;
  readonly #plan: CsvPlan;
  readonly #text = new CsvText();
  /** The second pass, a block at a time. */
  #rows: Generator<void> | undefined;
  /** As read; undefined before the end, and when none fits. */
  mapping: CsvMapping | undefined;

  constructor(log: FindingLog, register: AccountRegister, plan: CsvPlan) {
    this.#log = log;
    this.#builder = new StatementBuilder(log, register);
    this.#plan = plan;
  }

  feed(bytes: Uint8Array): boolean {
    this.#text.add(bytes);
    return this.#text.size <= MOST_BYTES;
  }

  end(): void {
    if (this.#text.size > MOST_BYTES) {
      this.#log.add('csvBounds');
      return;
    }
    this.#text.settle();
    const guess = this.#plan.mapping ? undefined : guessOf(this.#text);
    const mapping = this.#plan.mapping ?? guess?.mapping;
    if (mapping) this.#read(mapping, guess?.doubtfulDay);
    else this.#log.add('csvUnclear');
  }

  takeEvents(): StatementEvent[] {
    for (;;) {
      const isEnd = this.#rows?.next().done ?? true;
      const events = this.#builder.takeEvents();
      if (isEnd || events.length > 0) return events;
    }
  }

  #read(mapping: CsvMapping, doubtfulDay: string | undefined): void {
    const body = this.#survey(mapping);
    if (!body) this.#log.add('csvBroken');
    else if (!body.account) this.#log.add('csvOther', { params: { columns: body.missing } });
    else {
      this.mapping = mapping;
      const day = doubtfulDay && dayOf(doubtfulDay, mapping.dateForm);
      if (doubtfulDay && day) this.#log.add('csvDayOrder', { params: { text: doubtfulDay, day } });
      this.#rows = this.#statement(body, body.account);
    }
  }

  #survey(mapping: CsvMapping): CsvBody | undefined {
    try {
      return new CsvBody(this.#text, mapping, this.#plan.account);
    } catch {
      return undefined;
    }
  }

  *#statement(body: CsvBody, account: Account): Generator<void> {
    const builder = this.#builder;
    const { from, to, balances } = body.extent;
    builder.open(account, { date: dayBefore(from), units: balances?.start ?? null }, null, balances !== undefined);
    if (body.otherAccount !== undefined) builder.report('csvNames', { params: { found: body.otherAccount } });
    for (const rows of body.movements()) {
      for (const row of rows) this.#row(row, account);
      yield;
    }
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

const dayBefore = (day: PlainDate | undefined): PlainDate | null => (day === undefined ? null : addDays(day, -1));
