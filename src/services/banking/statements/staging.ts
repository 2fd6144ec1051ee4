/** Statements on their way in: their movements go by COPY to a table of the session, to be merged set by set. */
import type { Knex } from 'knex';
import type { Database } from '../../db/database.ts';
import type { StatementFormat, StatementReading } from './cfonb/bank-file.ts';
import type { Detail } from './cfonb/complements.ts';
import type { Movement } from './cfonb/movement.ts';
import type { Balance } from './cfonb/statement.ts';
import { fingerprint, StatementDigest } from './fingerprint.ts';

/** A statement whose movements are in `bank_staged`, under its place in the batch. */
export interface StagedStatement {
  readonly place: number;
  readonly accountId: number;
  readonly format: StatementFormat;
  readonly currency: string;
  readonly decimals: number;
  readonly start: { readonly date: string; readonly units: number };
  readonly end: { readonly date: string; readonly units: number };
  readonly movements: number;
  /** Else `start` and `end` are days alone. */
  readonly hasBalances: boolean;
  readonly isBalanced: boolean;
  /** Hexadecimal. */
  readonly digest: string;
}

/** Columns of bank_transaction that a movement fills; `bank_staged` has them under the same names. */
export const MOVEMENT_COLUMNS = [
  'fingerprint',
  'operation_date',
  'value_date',
  'amount_units',
  'decimals',
  'currency',
  'label',
  'operation_code',
  'internal_code',
  'reject_code',
  'entry_number',
  'reference',
  'is_commission_exempt',
  'is_unavailable',
  'fx_currency',
  'fx_amount',
  'fx_rate',
  'counterparty_name',
  'counterparty_iban',
  'details',
] as const;

const STAGED_COLUMNS = ['place', 'account_id', 'rank', ...MOVEMENT_COLUMNS];

/** Temporary tables live as long as the session and are empty between transactions. */
export async function prepareStaging(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    set local client_min_messages = warning;
    set local statement_timeout = 0; -- one statement may hold millions of movements
    create temporary table if not exists bank_staged (
      place integer not null, account_id integer not null, rank integer not null, fingerprint uuid not null,
      operation_date date not null,
      value_date date, amount_units bigint not null, decimals smallint not null, currency text not null,
      label text not null, operation_code text, internal_code text, reject_code text, entry_number text, reference text,
      is_commission_exempt boolean not null, is_unavailable boolean not null, fx_currency text, fx_amount numeric,
      fx_rate numeric, counterparty_name text, counterparty_iban text, details jsonb
    ) on commit delete rows;
    create temporary table if not exists bank_unsettled (fingerprint uuid primary key) on commit delete rows;
  `);
}

/** Where a statement goes. */
export interface Addressee {
  readonly accountId: number;
  readonly format: StatementFormat;
  /** Its balances may be at fault. */
  readonly mayDisagree: boolean;
  /** Whether a provider gives the movements of a day: they are left out. */
  readonly isFed?: (day: string) => boolean;
}

/** The statement no longer is what the first reading of its file found. */
export class ChangedStatement extends Error {}

/** Stages statements one after the other through one COPY. */
export class StagingWriter {
  statements: StagedStatement[] = [];
  /** Movements staged so far. */
  rows = 0;
  readonly #writer: Awaited<ReturnType<Database['openCopy']>>;

  private constructor(writer: Awaited<ReturnType<Database['openCopy']>>) {
    this.#writer = writer;
  }

  static async open(db: Database, trx: Knex.Transaction): Promise<StagingWriter> {
    await prepareStaging(trx);
    return new StagingWriter(await db.openCopy('bank_staged', STAGED_COLUMNS, trx));
  }

  /** Takes a whole statement of an account. Throws ChangedStatement. */
  async add(reading: StatementReading, addressee: Addressee): Promise<void> {
    const { accountId, mayDisagree, format } = addressee;
    const place = this.statements.length;
    const digest = new StatementDigest();
    for await (const movements of reading.items()) {
      for (const movement of movements) this.#write(place, addressee, movement, digest);
      if (this.#writer.full) await this.#writer.drained();
    }
    const { account, hasBalances } = reading.head;
    const { balanced, errors, movements, ...tail } = await reading.finish();
    const [start, end] = [reading.head.startBalance, tail.endBalance].map((balance) => bound(balance, hasBalances));
    const faults = [...errors].filter((kind) => !(mayDisagree && kind === 'BALANCE_MISMATCH'));
    if (faults.length > 0 || !start || !end) throw new ChangedStatement();
    this.statements.push({
      place,
      accountId,
      format,
      currency: account.currencyCode,
      decimals: account.decimals,
      start,
      end,
      movements,
      hasBalances,
      isBalanced: balanced,
      digest: digest.finish(account.currencyCode, start, end),
    });
  }

  #write(place: number, { accountId, isFed }: Addressee, movement: Movement, digest: StatementDigest): void {
    const { operationDate, units, complements } = movement;
    if (operationDate === null || units === null) throw new ChangedStatement();
    const hash = fingerprint(movement);
    digest.add(hash);
    if (isFed?.(operationDate)) return;
    this.rows += 1;
    this.#writer.write([
      place,
      accountId,
      this.rows,
      hash,
      operationDate,
      movement.valueDate,
      units,
      movement.decimals,
      movement.currencyCode,
      movement.label,
      movement.operationCode,
      movement.internalCode,
      movement.rejectCode,
      movement.entryNumber,
      movement.reference,
      movement.isCommissionExempt,
      movement.isUnavailable,
      complements.fxCurrencyCode,
      complements.fxAmount,
      complements.fxRate,
      movement.counterpartyName,
      movement.counterpartyIban,
      detailsJson(movement.details),
    ]);
  }

  async end(): Promise<void> {
    await this.#writer.end();
  }

  async abort(): Promise<void> {
    await this.#writer.abort('import given up');
  }
}

/** Undefined for a balance that is not there, or not whole. */
function bound(balance: Balance | null, hasBalances: boolean): { date: string; units: number } | undefined {
  const units = hasBalances ? balance?.units : 0;
  return balance?.date == null || units == null ? undefined : { date: balance.date, units };
}

const detailsJson = (details: readonly Detail[]): string | null =>
  details.length === 0
    ? null
    : JSON.stringify(details.map(({ qualifier, text }) => ({ Qualifier: qualifier, Text: text })));
