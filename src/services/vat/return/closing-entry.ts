/**
 * The entry that closes a period: every tax account is reversed by the exact amount that the return declares through it,
 * against the credit carried, the refund and the tax due in whole euros. A typed box posts what it differs from its
 * elements to 44588, so that only rounding is left for 658 or 758.
 */
import type { VatBox } from '../../forms/vat-boxes.ts';
import { vatEdition } from '../../forms/vat-boxes.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { PeriodShare } from '../engine/model.ts';
import type { FilledReturn } from './fill-return.ts';
import { declaredThrough, isDeducted } from './held-tax.ts';
import { euros, type ReturnPeriod } from './inputs.ts';
import { CA3, CA12 } from './layout.ts';

export interface ClosingLine {
  readonly accountNumber: string;
  readonly debit: Cents;
  readonly credit: Cents;
  readonly label: string;
}

export interface ClosingEntry {
  readonly date: PlainDate;
  readonly journalCode: string;
  readonly label: string;
  readonly lines: readonly ClosingLine[];
}

/** What the result of a form is posted to; a positive sign is a debit. */
interface Posting {
  readonly account: string;
  readonly zone: string;
  readonly sign: 1n | -1n;
  /** What the zone was called on editions that do not have it. */
  readonly formerly?: string;
  /** What is typed moves the result no further than this box (T08 says the rest). */
  readonly atMost?: string;
}

const debit = (account: string, zone: string): Posting => ({ account, zone, sign: 1n });
const credit = (account: string, zone: string): Posting => ({ account, zone, sign: -1n });

interface Rules {
  readonly title: string;
  readonly results: readonly Posting[];
  /** Totals whose parts add to the tax due, and to the tax deducted. */
  readonly due: readonly string[];
  readonly deducted: readonly string[];
  /** Typed results that no account of their own takes. */
  readonly others: readonly Posting[];
}

const TYPED = '44588';

const RULES: Readonly<Record<string, Rules>> = {
  [CA3]: {
    title: 'CA3',
    results: [
      debit('44583', 'JB'),
      debit('44567', 'JC'),
      credit('44567', 'HD'),
      { ...credit('44551', 'ND'), formerly: 'KA' },
      ...[debit('6358', 'KB'), credit('447', 'KB')],
    ],
    due: ['GH'],
    deducted: ['HG'],
    others: [debit(TYPED, 'KJ'), { ...credit(TYPED, 'MN'), atMost: 'KA' }],
  },
  [CA12]: {
    title: 'CA12',
    results: [
      debit('44583', 'RB'),
      debit('44567', 'RC'),
      credit('44567', 'KA'),
      credit('44581', 'MA'),
      credit('44551', 'SA'),
      ...[debit('6358', 'SB'), credit('447', 'SB')],
    ],
    due: ['FR', 'GC'],
    deducted: ['HC', 'KD'],
    others: [debit(TYPED, 'RE')],
  },
};

/** Undefined for a form that the elements do not feed. `numbers`: every account number that is known. */
export function closingEntry(
  filled: FilledReturn,
  period: ReturnPeriod,
  numbers: ReadonlySet<string>,
): ClosingEntry | undefined {
  const { form } = filled.layout;
  const rules = RULES[form];
  if (!rules) return undefined;
  const label = `TVA ${rules.title} du ${french(period.startDate)} au ${french(period.endDate)}`;
  const entry = new Entry(label, numbers);
  for (const [account, amount] of taxAccounts(filled.taken)) entry.post(account, amount);
  const boxes = filled.forms.get(form) ?? new Map();
  const known = vatEdition(period.endDate).get(form);
  for (const { account, zone, sign, formerly } of rules.results) {
    const named = known?.has(zone) ? zone : (formerly ?? zone);
    entry.post(entry.number(account), sign * euros(boxes, named) * 100n);
  }
  for (const { amount, label: printed } of typedGaps(filled, period, rules)) {
    entry.post(entry.number(TYPED), amount, printed);
  }
  entry.close();
  return { date: period.endDate, journalCode: 'OD', label, lines: entry.lines };
}

const french = (day: PlainDate): string => day.split('-').reverse().join('/');

/** Debits by account, due tax first; tax held by no account nets to 44587, under undefined. */
function taxAccounts(shares: readonly PeriodShare[]): ReadonlyMap<string | undefined, Cents> {
  const debits = new Map<string | undefined, Cents>();
  const take = (credits: boolean) => {
    for (const share of shares) {
      if (isDeducted(share.element) !== credits) continue;
      declaredThrough(share, (account, amount) => {
        debits.set(account, (debits.get(account) ?? 0n) + (credits ? -amount : amount));
      });
    }
  };
  take(false);
  take(true);
  const nobody = debits.get(undefined) ?? 0n;
  debits.delete(undefined);
  return debits.set(undefined, nobody);
}

/**
 * What typed boxes differ from their elements, as debits; what line 21 does too: tax that it dropped, and tax due that the
 * pair rule deducts.
 */
function typedGaps({ exact, clamped, reversedTax, layout, forms }: FilledReturn, period: ReturnPeriod, rules: Rules) {
  const boxes = vatEdition(period.endDate).get(layout.form) ?? new Map<string, VatBox>();
  const typed = period.userBoxes.get(layout.form) ?? new Map();
  const results = new Set([...rules.results.map(({ zone }) => zone), ...rules.due, ...rules.deducted]);
  const parts = (totals: readonly string[]) =>
    totals.flatMap((total) => (boxes.get(total)?.formula?.refs ?? []).map(({ cell }) => cell));
  const postings = [
    ...parts(rules.due).map((zone) => debit(TYPED, zone)),
    ...parts(rules.deducted).map((zone) => credit(TYPED, zone)),
  ].filter(({ zone }) => !results.has(zone));
  const filled = forms.get(layout.form) ?? new Map();
  const moved = ({ zone, atMost }: Posting) =>
    atMost !== undefined && euros(filled, atMost) < euros(typed, zone) ? euros(filled, atMost) : euros(typed, zone);
  const labelOf = (zone: string) => boxes.get(zone)?.printed || zone;
  const ofTyped = [...postings, ...rules.others]
    .filter(({ zone }) => typed.has(zone))
    .map((one) => ({
      amount: one.sign * (moved(one) * 100n - exact.amount(one.zone)),
      label: labelOf(one.zone),
    }));
  const other = layout.zone('HC') ?? '';
  const lost = clamped.filter(({ vatCell }) => vatCell === other).map(({ lostVat }) => -lostVat);
  const unlike = [...lost, -2n * reversedTax].map((amount) => ({ amount, label: labelOf(other) }));
  return [...ofTyped, ...unlike];
}

class Entry {
  readonly lines: ClosingLine[] = [];
  private readonly label: string;
  private readonly numbers: ReadonlySet<string>;
  private balance = 0n;

  constructor(label: string, numbers: ReadonlySet<string>) {
    this.label = label;
    this.numbers = numbers;
  }

  /** The lowest number known that begins so, else one as long as the longest known. */
  number(prefix: string): string {
    let [lowest, longest] = [undefined as string | undefined, prefix.length];
    for (const number of this.numbers) {
      longest = Math.max(longest, number.length);
      if (number.startsWith(prefix) && (lowest === undefined || number < lowest)) lowest = number;
    }
    return lowest ?? prefix.padEnd(longest, '0');
  }

  /** A negative amount is a credit; without an account, tax that none holds. */
  post(account: string | undefined, amount: Cents, label = this.label): void {
    if (amount === 0n) return;
    this.balance += amount;
    const accountNumber = account ?? this.number('44587');
    this.lines.push({ accountNumber, debit: amount > 0n ? amount : 0n, credit: amount < 0n ? -amount : 0n, label });
  }

  /** The rounding of the boxes. */
  close(): void {
    this.post(this.number(this.balance < 0n ? '658' : '758'), -this.balance);
  }
}
