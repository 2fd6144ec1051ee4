/**
 * Statements of camt.053 and advices of camt.054 (versions 2 to 8 and later), read by local names as a stream. A page of
 * a statement is a statement of its own: interim balances (ITBD) open and close it. An advice has no balances.
 */
import type { AccountRegister } from '../cfonb/account-register.ts';
import type { FindingLog } from '../cfonb/findings.ts';
import type { Balance } from '../cfonb/statement.ts';
import type { EventReader } from '../event-parser.ts';
import { StatementBuilder, type StatementEvent } from '../statement-builder.ts';
import { type Place, XmlEvents, type XmlHandler } from '../xml-events.ts';
import { entryUnits, isBooked, movementOf } from './movement.ts';
import { accountOf, dayOf, decimalsOf, pick, type Scope, unitsOf } from './values.ts';

const SCOPES = ['Stmt', 'Ntfctn', 'Bal', 'Ntry', 'TxDtls', 'TxsSummry'] as const;
type Open = Map<string, string>;

const BALANCE: Balance = { date: null, units: null };
/** In this order: the opening balance, the closing one of before, that of a page. */
const OPENING = ['OPBD', 'PRCD', 'ITBD'];
const CLOSING = ['CLBD', 'ITBD'];

export class CamtReader implements EventReader, XmlHandler {
  readonly scopes: ReadonlySet<string> = new Set(SCOPES);
  readonly #xml: XmlEvents;
  readonly #builder: StatementBuilder;
  readonly #log: FindingLog;
  /** Between its start and its end. */
  #isAdvice = false;
  /** The scopes that are open, outermost first. */
  #stack: Open[] = [];
  #balances: Scope[] = [];
  #details: Scope[] = [];

  constructor(log: FindingLog, register: AccountRegister, encoding: string) {
    this.#log = log;
    this.#builder = new StatementBuilder(log, register);
    this.#xml = new XmlEvents(this, encoding);
  }

  feed = (bytes: Uint8Array): boolean => this.#xml.feed(bytes);

  end(): void {
    this.#xml.end();
    const { refusal } = this.#xml;
    if (refusal !== undefined) this.#log.add(refusal);
    if (!this.#builder.isOpen) return;
    this.#builder.report('noClosingBalance');
    this.#builder.close(null);
  }

  takeEvents = (): StatementEvent[] => this.#builder.takeEvents();

  open({ name, path }: Place, attributes: Readonly<Record<string, string>>): void {
    if (path === '' && this.scopes.has(name)) {
      if (name === 'Ntfctn') this.#isAdvice = true;
      if (name === 'Ntry') this.#openStatement();
      this.#stack.push(new Map());
      return;
    }
    if (attributes.Ccy !== undefined) this.#stack.at(-1)?.set(`${path}@Ccy`, attributes.Ccy);
  }

  close({ name, path }: Place, text: string): void {
    if (path === '' && this.scopes.has(name)) this.#closeScope(name, this.#stack.pop() ?? new Map());
    else if (text !== '') this.#keep(path, text);
  }

  #keep(path: string, text: string): void {
    const scope = this.#stack.at(-1);
    if (!scope) return;
    const before = scope.get(path);
    scope.set(path, before === undefined ? text : `${before} ${text}`);
  }

  #closeScope(name: string, scope: Open): void {
    if (name === 'Bal') this.#balances.push(scope);
    if (name === 'TxDtls') this.#details.push(scope);
    if (name === 'Ntry') this.#entry(scope);
    if (name === 'Stmt' || name === 'Ntfctn') this.#closeStatement(scope);
  }

  /** With the first entry all of the balances have come; a statement without entries is opened as it closes. */
  #openStatement(own: Scope = this.#stack.at(-1) ?? new Map()): void {
    if (this.#builder.isOpen) return;
    const currency = pick(own, 'Acct/Ccy') ?? this.#balances[0]?.get('Amt@Ccy') ?? '';
    const account = accountOf(pick(own, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id'), currency);
    const opening = this.#balance(OPENING, 'first');
    this.#builder.open(account ?? NAMELESS, opening ?? BALANCE, null, !this.#isAdvice);
    if (!account) this.#builder.report('noStatementAccount');
    if (!opening && !this.#isAdvice) this.#builder.report('noOpeningBalance');
  }

  #closeStatement(own: Scope): void {
    this.#openStatement(own);
    const closing = this.#balance(CLOSING, 'last');
    if (!closing && !this.#isAdvice) this.#builder.report('noClosingBalance');
    this.#builder.close(this.#isAdvice ? BALANCE : closing);
    this.#balances = [];
    this.#isAdvice = false;
  }

  /** Of interim balances the first opens the page and the last closes it. */
  #balance(codes: readonly string[], which: 'first' | 'last'): Balance | null {
    const coded = (code: string) => this.#balances.filter((one) => pick(one, 'Tp/CdOrPrtry/Cd') === code);
    for (const code of codes) {
      const found = coded(code);
      const isOwn = code !== 'ITBD' || found.length > 1 || which === 'last' || coded('CLBD').length > 0;
      const balance = found.at(which === 'first' ? 0 : -1);
      if (balance && isOwn) return toBalance(balance);
    }
    return null;
  }

  #entry(own: Scope): void {
    const details = this.#details;
    this.#details = [];
    const builder = this.#builder;
    if (!isBooked(own) || !builder.isOpen) return;
    builder.record += 1;
    const { record, account } = builder;
    const units = entryUnits(own, account.decimals);
    const operationDate = dayOf(own, 'BookgDt') ?? dayOf(own, 'ValDt');
    const currency = own.get('Amt@Ccy') ?? account.currencyCode;
    if (units === null) builder.report('badEntryAmount', { params: { record } });
    if (operationDate === null) builder.report('badEntryDate', { params: { record } });
    if (currency !== account.currencyCode) {
      builder.report('otherEntryCurrency', { params: { record, found: currency, expected: account.currencyCode } });
    }
    builder.book({ operationDate, units, decode: () => movementOf({ record, own, details }, account) });
  }
}

/** Stands for the account of a statement that names none, which is an error in it. */
const NAMELESS = { bankCode: '', branchCode: '', accountNumber: '', currencyCode: 'EUR', decimals: 2, iban: null };

function toBalance(scope: Scope): Balance {
  const decimals = decimalsOf(scope.get('Amt@Ccy') ?? 'EUR');
  const units = unitsOf(pick(scope, 'Amt'), decimals, pick(scope, 'CdtDbtInd') === 'DBIT');
  return { date: dayOf(scope, 'Dt'), units };
}
