/**
 * Statements of OFX, versions 1 and 2. OFX tells the closing balance alone, after the movements: the opening one is what
 * they leave of it, so that a missing movement shows as a gap to the statement before. Movements wait in memory for it.
 */
import { addDays, type PlainDate } from '../../../kernel/dates.ts';
import { accountOf, decimalsOf } from '../camt/values.ts';
import type { AccountRegister } from '../cfonb/account-register.ts';
import type { FindingLog } from '../cfonb/findings.ts';
import type { EventReader } from '../event-parser.ts';
import { StatementBuilder, type StatementEvent } from '../statement-builder.ts';
import { dayOf, movementOf, unitsOf, type Values } from './movement.ts';
import { SgmlEvents, type SgmlHandler } from './sgml-events.ts';

const STATEMENTS: ReadonlySet<string> = new Set(['STMTRS', 'CCSTMTRS']);
const ACCOUNTS: ReadonlySet<string> = new Set(['BANKACCTFROM', 'CCACCTFROM']);
const OTHERS = ['STMTTRN', 'LEDGERBAL', 'AVAILBAL', 'BANKACCTTO', 'CCACCTTO', 'PAYEE', 'CURRENCY', 'ORIGCURRENCY'];
/** Movements of one statement that are held. */
const MOST_HELD = 200_000;

export class OfxReader implements EventReader, SgmlHandler {
  readonly aggregates: ReadonlySet<string> = new Set([...STATEMENTS, ...ACCOUNTS, ...OTHERS]);
  readonly #sgml: SgmlEvents;
  readonly #builder: StatementBuilder;
  readonly #log: FindingLog;
  #stack: { readonly name: string; readonly values: Map<string, string> }[] = [];
  #account: Values = new Map();
  #balance: Values | undefined;
  #movements: Values[] = [];

  constructor(log: FindingLog, register: AccountRegister, encoding: string) {
    this.#log = log;
    this.#builder = new StatementBuilder(log, register);
    this.#sgml = new SgmlEvents(this, encoding);
  }

  feed = (bytes: Uint8Array): boolean => this.#sgml.feed(bytes);

  end(): void {
    this.#sgml.end();
    const { refusal } = this.#sgml;
    if (refusal !== undefined) this.#log.add(refusal);
  }

  takeEvents = (): StatementEvent[] => this.#builder.takeEvents();

  open(name: string): void {
    this.#stack.push({ name, values: new Map() });
  }

  value(name: string, text: string): void {
    this.#stack.at(-1)?.values.set(name, text);
  }

  close(name: string): void {
    const closed = this.#stack.pop();
    if (closed?.name !== name) return;
    const { values } = closed;
    if (ACCOUNTS.has(name)) this.#account = values;
    if (name === 'LEDGERBAL') this.#balance = values;
    if (name === 'STMTTRN') this.#movements.push(values);
    if (this.#movements.length > MOST_HELD) this.#sgml.refusal ??= 'xmlBounds';
    if (STATEMENTS.has(name)) this.#statement(values);
  }

  #statement(own: Values): void {
    const currency = own.get('CURDEF') ?? 'EUR';
    const account = accountOf(numberOf(this.#account), currency);
    const decimals = decimalsOf(currency);
    const movements = this.#movements.map((values) => ({
      values,
      units: unitsOf(values.get('TRNAMT'), decimals),
      day: dayOf(values.get('DTPOSTED')),
    }));
    const end = { date: dayOf(this.#balance?.get('DTASOF')), units: unitsOf(this.#balance?.get('BALAMT'), decimals) };
    const sum = movements.reduce((total, { units }) => total + (units ?? 0), 0);
    const first = movements.flatMap(({ day }) => day ?? []).sort()[0];
    const start = {
      date: dayBefore(dayOf(own.get('DTSTART')), first),
      units: end.units === null ? null : end.units - sum,
    };
    const builder = this.#builder;
    builder.open(account ?? { ...NAMELESS, currencyCode: currency, decimals }, {
      ...start,
      date: start.date ?? end.date,
    });
    if (!account) builder.report('noStatementAccount');
    const shown = builder.account;
    for (const { values, units, day } of movements) {
      builder.record += 1;
      const { record } = builder;
      if (units === null) builder.report('badEntryAmount', { params: { record } });
      if (day === null) builder.report('badEntryDate', { params: { record } });
      builder.book({ operationDate: day, units, decode: () => movementOf({ record, values }, shown) });
    }
    if (!this.#balance) builder.report('noClosingBalance');
    builder.close(this.#balance ? end : null);
    [this.#account, this.#balance, this.#movements] = [new Map(), undefined, []];
  }
}

const NAMELESS = { bankCode: '', branchCode: '', accountNumber: '', iban: null };

/** Bank, branch and account make a RIB; else the account number says it all. */
function numberOf(values: Values): string | null {
  const [bank = '', branch = '', account = ''] = ['BANKID', 'BRANCHID', 'ACCTID'].map((name) => values.get(name));
  const isRib = /^\d{5}$/.test(bank) && /^\d{5}$/.test(branch) && /^[0-9A-Z]{11}$/i.test(account);
  return isRib ? `${bank}${branch}${account}` : account || null;
}

/** The old balance is that of the evening before the first day. */
function dayBefore(start: PlainDate | null, first: PlainDate | undefined): PlainDate | null {
  const day = [start, first].flatMap((each) => each ?? []).sort()[0];
  return day === undefined ? null : addDays(day, -1);
}
