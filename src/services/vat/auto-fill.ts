/**
 * Rates that the books themselves tell: those of the entries with exactly one line of class 2, 6 or 7 and one line of
 * collected or deductible tax. An account bears the rate of at least nine tenths of the amounts that have one, or several
 * rates when two at least have a tenth each.
 */
import { type Cents, magnitude } from '../kernel/money.ts';
import { AccountRules, type Role } from './account-rule.ts';
import type { Territory, VatEntry, VatLedger, VatLine, VatRate } from './engine/model.ts';
import { sum } from './engine/sharing.ts';
import { legalRates, RATES, singleRate } from './rates.ts';

export const AUTO_FILL_SKIPS = ['AlreadyConfigured', 'NoEntries', 'NoVatLine', 'AmbiguousRates'] as const;
export type AutoFillSkip = (typeof AUTO_FILL_SKIPS)[number];

export interface AutoFilledRate {
  readonly accountNumber: string;
  readonly isFilled: boolean;
  readonly detectedRate: VatRate | undefined;
  readonly skipReason: AutoFillSkip | undefined;
}

/** What the entries of an account say. */
interface Seen {
  hasTax: boolean;
  /** Tax-excluded amounts by rate. */
  readonly byRate: Map<VatRate, Cents>;
}

/** Accounts of class 2, 6 and 7 that the ledger lists or moves, by number. */
export function autoFilledRates(ledger: VatLedger): AutoFilledRate[] {
  const rules = new AccountRules(ledger.folder, ledger.accounts);
  const seen = new Map<string, Seen>();
  for (const entry of ledger.entries)
    if (entry.journalType !== 'Opening' && entry.journalType !== 'Closing') look(entry, seen, { rules, ledger });
  const configured = new Map(ledger.accounts.map(({ accountNumber, rate }) => [accountNumber, rate]));
  const numbers = new Set([...configured.keys(), ...seen.keys()].filter(isBaseAccount));
  return [...numbers].sort().map((accountNumber) => {
    const isConfigured = (configured.get(accountNumber) ?? 'Unknown') !== 'Unknown';
    return filled(accountNumber, isConfigured ? 'AlreadyConfigured' : detectedRate(seen.get(accountNumber)));
  });
}

const isBaseAccount = (accountNumber: string): boolean => /^[267]/.test(accountNumber);
const TAXES: ReadonlySet<Role> = new Set(['collected', 'deductible']);
const amountOf = ({ debit, credit }: VatLine): Cents => magnitude(debit - credit);

function look(entry: VatEntry, seen: Map<string, Seen>, { rules, ledger }: { rules: AccountRules; ledger: VatLedger }) {
  const bases = entry.lines.filter(({ accountNumber }) => isBaseAccount(accountNumber));
  if (bases.length === 0) return;
  const taxes = entry.lines.filter((line) => TAXES.has(rules.of(line.accountNumber).role));
  const [base, tax] = [bases[0], taxes[0]];
  for (const { accountNumber } of bases) {
    const known = seen.get(accountNumber) ?? { hasTax: false, byRate: new Map() };
    known.hasTax ||= taxes.length > 0;
    seen.set(accountNumber, known);
  }
  if (!base || !tax || bases.length > 1 || taxes.length > 1) return;
  const rate = snappedRate(amountOf(base), amountOf(tax), ledger.folder.territory);
  const byRate = seen.get(base.accountNumber)?.byRate;
  if (rate !== undefined) byRate?.set(rate, (byRate.get(rate) ?? 0n) + amountOf(base));
}

/** The legal rate nearest to tax ÷ base, within two cents or a thousandth of the tax. */
export function snappedRate(base: Cents, tax: Cents, territory: Territory): VatRate | undefined {
  const tolerance = tax > 2000n ? tax : 2000n; // thousandths of a cent
  let [nearest, gap]: [VatRate | undefined, bigint] = [undefined, tolerance * SCALE];
  for (const rate of legalRates(territory)) {
    const { numerator = 0n, denominator = 1n } = RATES.get(rate) ?? {};
    const distance = (magnitude(base * numerator - tax * denominator) * SCALE * 1000n) / denominator;
    if (distance === 0n) return rate;
    if (distance < gap || (nearest === undefined && distance === gap)) [nearest, gap] = [rate, distance];
  }
  return nearest;
}

/** Every denominator of a rate divides it. */
const SCALE = 10_000n;

export function detectedRate(seen: Seen | undefined): VatRate | AutoFillSkip {
  if (!seen) return 'NoEntries';
  if (!seen.hasTax) return 'NoVatLine';
  const total = sum([...seen.byRate.values()]);
  const rates = [...seen.byRate].filter(([, amount]) => total > 0n && amount * 10n >= total);
  const most = rates.find(([, amount]) => amount * 10n >= total * 9n);
  return most?.[0] ?? (rates.length > 1 ? 'MultipleRates' : 'AmbiguousRates');
}

const filled = (accountNumber: string, found: VatRate | AutoFillSkip): AutoFilledRate =>
  singleRate(found) === undefined && found !== 'MultipleRates'
    ? { accountNumber, isFilled: false, detectedRate: undefined, skipReason: found as AutoFillSkip }
    : { accountNumber, isFilled: true, detectedRate: found, skipReason: undefined };
