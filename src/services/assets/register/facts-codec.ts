/**
 * The facts of an asset as JSON: exact integers become texts that end in `n` (`"1250n"`), whatever holds them, so that
 * amounts and fractions come back as they were. A text of the user's that looks like one is marked with one `n` more.
 * What happened to an asset is left out when nothing did, as to most; what assets of a folder share comes last, so that
 * the same text is read once for them all.
 */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { AssetFacts, PlanTerms } from '../engine/asset-facts.ts';

const LETTER_N = 110;
const INTEGER = /^-?\d+n$/;
const MARKED = /^-?\d+nn+$/;

const HISTORY: ReadonlySet<string> = new Set(['creditNotes', 'revisions', 'impairments', 'transfers', 'grants']);

/** What an asset has of its own, and what others of its folder were bought and are amortized like. */
type Shared = Pick<
  AssetFacts,
  'acquisitionMethod' | 'nature' | 'isAmortizable' | 'account' | 'taxRegime' | 'method' | 'economic' | 'fiscal'
>;
type Own = Omit<AssetFacts, keyof Shared>;
/** What every asset has of its own; most have nothing else. */
type Bought = Pick<
  AssetFacts,
  | 'acquisitionValue'
  | 'residualValue'
  | 'deductibleVat'
  | 'nonDeductibleVat'
  | 'amountIncludingTax'
  | 'acquisitionDate'
  | 'deploymentDate'
>;

export function encodeFacts(facts: AssetFacts): string {
  const { acquisitionMethod, nature, isAmortizable, account, taxRegime, method, economic, fiscal, ...own } = facts;
  const shared: Shared = { acquisitionMethod, nature, isAmortizable, account, taxRegime, method, economic, fiscal };
  return JSON.stringify({ ...own, ...shared }, (key, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    if (HISTORY.has(key) && (value as readonly unknown[]).length === 0) return undefined;
    return typeof value === 'string' && (INTEGER.test(value) || MARKED.test(value)) ? `${value}n` : value;
  });
}

/** Reads what `encodeFacts` wrote, already parsed by the driver. */
export const decodeFacts = (stored: unknown): AssetFacts =>
  together(decodeBought(stored as Own), stored as Own, decodeShared(stored as Shared));

/** No text of a user's holds it: its quotation marks would be escaped. */
const FIRST_SHARED = ',"acquisitionMethod":"';
const MOST_KNOWN = 10_000;
const known = new Map<string, Shared>();

/** What was bought, as `encodeFacts` begins with it: JSON would take as long as the figures made of it. */
const BOUGHT =
  /^\{"acquisitionValue":"(-?\d+)n","residualValue":"(-?\d+)n","deductibleVat":"(-?\d+)n","nonDeductibleVat":"(-?\d+)n","amountIncludingTax":"(-?\d+)n","acquisitionDate":"([\d-]{10})","deploymentDate":"([\d-]{10})"/;
const NOTHING_ELSE = {} as Own;

/** Reads the text that `encodeFacts` wrote; one that the database has written anew, spaced and in another order, as a whole. */
export function readFacts(text: string): AssetFacts {
  const bought = BOUGHT.exec(text);
  const end = bought?.[0].length ?? 0;
  const at = text.indexOf(FIRST_SHARED, end);
  if (!bought || at < 0) return decodeFacts(JSON.parse(text));
  const own = end === at ? NOTHING_ELSE : JSON.parse(`{${text.slice(end + 1, at)}}`);
  return together(readBought(bought), own, readShared(text.slice(at + 1)));
}

const readBought = ([
  ,
  value,
  residual,
  deductible,
  nonDeductible,
  including,
  acquired,
  deployed,
]: readonly string[]) => ({
  acquisitionValue: readCents(value),
  residualValue: readCents(residual),
  deductibleVat: readCents(deductible),
  nonDeductibleVat: readCents(nonDeductible),
  amountIncludingTax: readCents(including),
  acquisitionDate: acquired as PlainDate,
  deploymentDate: deployed as PlainDate,
});

const readCents = (digits = ''): Cents => (digits === '0' ? 0n : BigInt(digits));

const decodeBought = (held: Bought): Bought => ({
  acquisitionValue: decode(held.acquisitionValue),
  residualValue: decode(held.residualValue),
  deductibleVat: decode(held.deductibleVat),
  nonDeductibleVat: decode(held.nonDeductibleVat),
  amountIncludingTax: decode(held.amountIncludingTax),
  acquisitionDate: held.acquisitionDate,
  deploymentDate: held.deploymentDate,
});

function readShared(text: string): Shared {
  const read = known.get(text);
  if (read) return read;
  const shared = frozen(decodeShared(JSON.parse(`{${text}`)));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, shared);
  return shared;
}

/** Whoever changed what assets share would change it for all of them, of other folders too. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const held of Object.values(value)) frozen(held);
  return Object.freeze(value);
}

const NOTHING: readonly never[] = Object.freeze([]);

/**
 * Written out so that the facts of all assets are objects of one shape, whichever of them each asset has: V8 reads those
 * several times faster, and registers hold a hundred thousand.
 */
const together = (bought: Bought, own: Own, shared: Shared): AssetFacts => ({
  acquisitionValue: bought.acquisitionValue,
  residualValue: bought.residualValue,
  deductibleVat: bought.deductibleVat,
  nonDeductibleVat: bought.nonDeductibleVat,
  amountIncludingTax: bought.amountIncludingTax,
  acquisitionDate: bought.acquisitionDate,
  deploymentDate: bought.deploymentDate,
  acquisitionMethod: shared.acquisitionMethod,
  nature: shared.nature,
  isAmortizable: shared.isAmortizable,
  account: shared.account,
  taxRegime: shared.taxRegime,
  method: shared.method,
  economic: shared.economic,
  fiscal: shared.fiscal,
  creditNotes: decode(own.creditNotes ?? NOTHING),
  revisions: decode(own.revisions ?? NOTHING),
  impairments: decode(own.impairments ?? NOTHING),
  transfers: decode(own.transfers ?? NOTHING),
  grants: decode(own.grants ?? NOTHING),
  decomposition: decode(own.decomposition),
  vehicle: decode(own.vehicle),
  retirement: decode(own.retirement),
  overAmortization: decode(own.overAmortization),
  deductibilityLimit: decode(own.deductibilityLimit),
  privatePortion: decode(own.privatePortion),
  octies151: decode(own.octies151),
});

const decodeShared = (held: Shared): Shared => ({
  acquisitionMethod: held.acquisitionMethod,
  nature: held.nature,
  isAmortizable: held.isAmortizable,
  account: decode(held.account),
  taxRegime: held.taxRegime,
  method: held.method,
  economic: held.economic && decodeTerms(held.economic),
  fiscal: held.fiscal && decodeTerms(held.fiscal),
});

const decodeTerms = (held: PlanTerms): PlanTerms => ({
  mode: held.mode,
  prorata: held.prorata,
  months: held.months,
  dateType: held.dateType,
  effectiveDate: held.effectiveDate,
  coefficient: decode(held.coefficient),
  base: decode(held.base),
  past: decode(held.past),
  production: decode(held.production),
});

/** The facts as they come back from the store: what is undefined is not there. */
export const canonicalFacts = (facts: AssetFacts): AssetFacts => decodeFacts(JSON.parse(encodeFacts(facts)));

/** In place: what the driver parsed is nobody else's. */
function decode<T>(value: T): T {
  if (typeof value === 'string') return decodeText(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  const held = value as Record<string, unknown>;
  for (const key in held) held[key] = decode(held[key]);
  return value;
}

function decodeText(text: string): unknown {
  if (text.charCodeAt(text.length - 1) !== LETTER_N) return text;
  if (text === '0n') return 0n;
  if (INTEGER.test(text)) return BigInt(text.slice(0, -1));
  return MARKED.test(text) ? text.slice(0, -1) : text;
}
