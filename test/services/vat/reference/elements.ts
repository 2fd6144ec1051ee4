/** From the lines of an entry to the amounts that a return declares: sales, reverse charge, deductible tax, advances. */
import { type Body, CATEGORIES, cents, type Entry, exigibilityOf, type Line, partyOf } from './books.ts';
import { largest, legalRates, magnitude, PARTS, type Rate, rounded, shared, sum, taxOf } from './rates.ts';

export interface Element {
  readonly entry: Entry;
  readonly line: Line;
  readonly side: 'Due' | 'Deductible' | 'Advance';
  readonly category: string;
  readonly rate: Rate | undefined;
  readonly base: bigint;
  readonly tax: bigint;
  /** Due with the settlement of its entry; else on its date. */
  readonly onReceipts: boolean;
  /** Of the deductible side of an import. */
  readonly ofImport?: boolean;
}

interface Rules {
  readonly body: Body;
  readonly entry: Entry;
  readonly coefficient: bigint;
  /** Advances whose tax is apart are sales and purchases. */
  readonly taxExcluded: boolean;
}

export function elementsOf(body: Body, entries: readonly Entry[]): Element[] {
  const coefficient = cents(body.Folder.DeductionCoefficient);
  const taxExcluded = body.Folder.AdvancePaymentMode === 'TaxExcluded';
  const found = entries.flatMap((entry) => ofEntry({ body, entry, coefficient, taxExcluded }));
  const advances = taxExcluded ? [] : advancesOf(body, entries, coefficient);
  return [...found, ...advances].filter(({ line }) => !line.sent.IsDeclared);
}

function ofEntry(rules: Rules): Element[] {
  const reversed = reverseOf(rules);
  return [...salesOf(rules), ...untaxedOf(rules), ...reversed.elements, ...deductibleOf(rules, reversed.consumed)];
}

const isAdvance = (line: Line, prefix: string, { taxExcluded }: Rules): boolean =>
  taxExcluded && line.role === 'advance' && line.number.startsWith(prefix);

export const isLiable = (line: Line): boolean => line.said !== 'NotLiable';

const linesOf = ({ entry }: Rules, role: Line['role']): Line[] => entry.lines.filter((line) => line.role === role);

const salesIn = (rules: Rules): Line[] =>
  rules.entry.lines.filter((line) => (line.role === 'sale' && isLiable(line)) || isAdvance(line, '4191', rules));

const purchasesIn = (rules: Rules): Line[] =>
  rules.entry.lines.filter((line) => line.role === 'purchase' || isAdvance(line, '4091', rules));

/** Mixed: as the third party of the entry says, else on receipts. */
function isOnReceipts(exigibility: string, { body, entry }: Rules): boolean {
  if (exigibility !== 'Mixed') return exigibility === 'OnReceipts';
  const party = entry.lines.find(({ role }) => role === 'party');
  return (party && partyOf(body, party)?.ExigibilityMode) !== 'OnDebits';
}

/** An advance follows the other sales of its entry. */
function waits(line: Line, sales: readonly Line[], rules: Rules): boolean {
  if (line.role !== 'advance') return isOnReceipts(exigibilityOf(line), rules);
  const other = largest(
    sales.filter(({ role }) => role === 'sale'),
    ({ credit }) => credit,
  );
  return other !== undefined && isOnReceipts(exigibilityOf(other), rules);
}

const ordinary = ({ body }: Rules): string => (body.Folder.Territory === 'Overseas' ? 'VT_PREST_DOM' : 'VT_PREST');

interface Group {
  readonly rate: Rate;
  readonly lines: Line[];
}

const baseOf = ({ lines }: Group): bigint => sum(lines.map(({ credit }) => credit));

function salesOf(rules: Rules): Element[] {
  const sales = salesIn(rules);
  const said = sales.filter(({ sent }) => sent.VatRateDistributions !== undefined);
  const groups = groupsOf(
    sales.filter((line) => !said.includes(line)),
    said,
    rules,
  );
  if (sales.length === 0) return taxesAlone(rules);
  const taxes = taxesOf(groups, said, linesOf(rules, 'collected'));
  const due = (line: Line, rate: Rate, base: bigint, tax: bigint): Element => {
    const category = line.role === 'advance' ? ordinary(rules) : line.category;
    return { entry: rules.entry, line, side: 'Due', category, rate, base, tax, onReceipts: waits(line, sales, rules) };
  };
  return [
    ...groups.flatMap((group) => {
      const parts = shared(taxes.get(group) ?? 0n, group.lines, ({ credit }) => credit);
      return group.lines.map((line) => due(line, group.rate, line.credit, parts.get(line) ?? 0n));
    }),
    ...said.flatMap((line) =>
      (line.sent.VatRateDistributions ?? []).map((one) =>
        due(line, one.VatRate, cents(one.TaxExcludedAmount), cents(one.VatAmount)),
      ),
    ),
  ];
}

/** Tax without a sale: its base is what its rate says. */
const taxesAlone = (rules: Rules): Element[] =>
  linesOf(rules, 'collected').flatMap((line) => {
    const { rate, credit: tax } = line;
    if (rate === undefined) return [];
    const base = rounded(tax * 10_000n, PARTS[rate]);
    const onReceipts = isOnReceipts(exigibilityOf(line), rules);
    return [{ entry: rules.entry, line, side: 'Due', category: ordinary(rules), rate, base, tax, onReceipts }];
  });

function groupsOf(sales: readonly Line[], said: readonly Line[], rules: Rules): Group[] {
  const groups = new Map<Rate, Group>();
  const join = (rate: Rate, lines: readonly Line[]) => {
    const group = groups.get(rate) ?? { rate, lines: [] };
    groups.set(rate, { rate, lines: [...group.lines, ...lines].sort((a, b) => a.id - b.id) });
  };
  for (const line of sales) if (line.rate !== undefined) join(line.rate, [line]);
  const unknown = sales.filter(({ rate }) => rate === undefined);
  const rate = unknown.length > 0 ? rateOfRest(unknown, [...groups.values()], said, rules) : undefined;
  if (rate !== undefined) join(rate, unknown);
  return [...groups.values()].sort((a, b) => (a.lines[0]?.id ?? 0) - (b.lines[0]?.id ?? 0));
}

/** That of the only tax line, else the one legal rate that gives the tax that nothing else explains. */
function rateOfRest(
  unknown: readonly Line[],
  groups: readonly Group[],
  said: readonly Line[],
  rules: Rules,
): Rate | undefined {
  const taxes = linesOf(rules, 'collected');
  if (taxes.length === 1 && taxes[0]?.rate !== undefined) return taxes[0].rate;
  const rates = new Set([...groups.map(({ rate }) => rate), ...ratesSaid(said)]);
  const explained = sum([...rates].map((rate) => ownTax(rate, taxes) ?? expected(rate, groups, said)));
  const left = sum(taxes.map(({ credit }) => credit)) - explained;
  const base = sum(unknown.map(({ credit }) => credit));
  const fits = legalRates(rules.body.Folder.Territory).filter(
    (rate) => magnitude(base * PARTS[rate] - left * 10_000n) <= 2n * 10_000n,
  );
  return fits.length === 1 ? fits[0] : undefined;
}

const ratesSaid = (said: readonly Line[]): Rate[] =>
  said.flatMap(({ sent }) => (sent.VatRateDistributions ?? []).map(({ VatRate }) => VatRate));

const taxSaid = (rate: Rate, said: readonly Line[]): bigint =>
  sum(
    said
      .flatMap(({ sent }) => (sent.VatRateDistributions ?? []).filter(({ VatRate }) => VatRate === rate))
      .map(({ VatAmount }) => cents(VatAmount)),
  );

function ownTax(rate: Rate, taxes: readonly Line[]): bigint | undefined {
  const own = taxes.filter((line) => line.rate === rate);
  return own.length > 0 ? sum(own.map(({ credit }) => credit)) : undefined;
}

function expected(rate: Rate, groups: readonly Group[], said: readonly Line[]): bigint {
  const group = groups.find((one) => one.rate === rate);
  return taxSaid(rate, said) + (group ? taxOf(baseOf(group), rate) : 0n);
}

/** Tax lines go to the group of their rate; the others to the groups without, each what it bears, the largest the rest. */
function taxesOf(groups: readonly Group[], said: readonly Line[], taxes: readonly Line[]): Map<Group, bigint> {
  const found = new Map(groups.map((group) => [group, 0n]));
  const give = (group: Group | undefined, tax: bigint) => group && found.set(group, (found.get(group) ?? 0n) + tax);
  const rates = new Set<Rate | undefined>([...groups.map(({ rate }) => rate), ...ratesSaid(said)]);
  const waiting = groups.filter(({ rate }) => ownTax(rate, taxes) === undefined);
  for (const group of groups)
    if (!waiting.includes(group)) give(group, (ownTax(group.rate, taxes) ?? 0n) - taxSaid(group.rate, said));
  const pool = taxes.filter(({ rate }) => !rates.has(rate));
  if (pool.length === 0) return found;
  const most = largest(waiting.length > 0 ? waiting : groups, baseOf);
  const bears = waiting.filter((group) => group !== most);
  for (const group of bears) give(group, taxOf(baseOf(group), group.rate));
  const elsewhere = new Set(ratesSaid(said).filter((rate) => ownTax(rate, taxes) === undefined));
  const others =
    sum([...elsewhere].map((rate) => taxSaid(rate, said))) + sum(bears.map((group) => found.get(group) ?? 0n));
  give(most, sum(pool.map(({ credit }) => credit)) - others);
  return found;
}

const untaxedOf = (rules: Rules): Element[] =>
  linesOf(rules, 'untaxed')
    .filter(isLiable)
    .map((line) => {
      const onReceipts = isOnReceipts(exigibilityOf(line), rules);
      const { category, credit: base } = line;
      return { entry: rules.entry, line, side: 'Due', category, rate: '_0', base, tax: 0n, onReceipts };
    });

/** Both sides of what the buyer owes, and how much of the deductible tax lines that was. */
function reverseOf(rules: Rules): { readonly elements: Element[]; readonly consumed: bigint } {
  const lines = linesOf(rules, 'reverse');
  const usual: Rate = rules.body.Folder.Territory === 'Overseas' ? '_085' : '_20';
  const rateOf = ({ rate }: Line): Rate => rate ?? usual;
  const dues = linesOf(rules, 'due');
  if (lines.length === 0) return { elements: dues.map((line) => dueAlone(line, rateOf(line), rules)), consumed: 0n };
  const due =
    dues.length > 0
      ? shared(sum(dues.map(({ credit }) => credit)), lines, (line) => -line.credit * PARTS[rateOf(line)])
      : borne(lines, rateOf);
  const taxes = linesOf(rules, 'deductible');
  const consumed = upTo(-sum(taxes.map(({ credit }) => credit)), sum([...due.values()]));
  const isBooked = taxes.length > 0 || dues.length > 0;
  const back = isBooked ? shared(consumed, lines, (line) => due.get(line) ?? 0n) : due;
  const elements = lines.flatMap((line): Element[] => {
    const { category, credit } = line;
    const onReceipts = isOnReceipts(exigibilityOf(line), rules);
    const own = { entry: rules.entry, line, category, rate: rateOf(line), base: -credit, onReceipts };
    const tax = rounded((back.get(line) ?? 0n) * rules.coefficient, 100n);
    return [
      { ...own, side: 'Due', tax: due.get(line) ?? 0n },
      { ...own, side: 'Deductible', tax, ofImport: CATEGORIES[category]?.family === 'imports' },
    ];
  });
  return { elements, consumed: taxes.length > 0 ? consumed : 0n };
}

const borne = (lines: readonly Line[], rateOf: (line: Line) => Rate): Map<Line, bigint> =>
  new Map(lines.map((line) => [line, taxOf(-line.credit, rateOf(line))]));

/** Of an amount, at most another of the same sign. */
function upTo(amount: bigint, most: bigint): bigint {
  if (amount > 0n !== most > 0n || amount === 0n) return 0n;
  return magnitude(amount) < magnitude(most) ? amount : most;
}

const dueAlone = (line: Line, rate: Rate, rules: Rules): Element => ({
  entry: rules.entry,
  line,
  side: 'Due',
  category: line.category,
  rate,
  base: rounded(line.credit * 10_000n, PARTS[rate]),
  tax: line.credit,
  onReceipts: isOnReceipts(exigibilityOf(line), rules),
});

/** One for each deductible line, less what reverse charge took of it: of the lines of its own box first. */
function deductibleOf(rules: Rules, consumed: bigint): Element[] {
  const lines = linesOf(rules, 'deductible');
  const purchases = purchasesIn(rules);
  const reversed = linesOf(rules, 'reverse');
  const left = leftOf(lines, reversed, consumed);
  const base = lines.length === 1 ? -sum(purchases.map(({ credit }) => credit)) : 0n;
  return lines.flatMap((line): Element[] => {
    const { category, rate } = line;
    const tax = left.get(line) ?? 0n;
    if (tax === 0n && reversed.length > 0) return [];
    const onReceipts = isDeductedOnReceipts(line, purchases, rules);
    return [
      {
        entry: rules.entry,
        line,
        side: 'Deductible',
        category,
        rate,
        base,
        tax: rounded(tax * rules.coefficient, 100n),
        onReceipts,
      },
    ];
  });
}

function isDeductedOnReceipts(line: Line, purchases: readonly Line[], rules: Rules): boolean {
  if (line.said !== undefined) return isOnReceipts(line.said, rules);
  const most = largest(purchases, ({ credit }) => credit);
  return most !== undefined && most.role !== 'advance' && isOnReceipts(exigibilityOf(most), rules);
}

function leftOf(lines: readonly Line[], reversed: readonly Line[], consumed: bigint): Map<Line, bigint> {
  const boxOf = ({ category }: Line) => CATEGORIES[category]?.deductible;
  const isFirst = (line: Line) => reversed.some((one) => boxOf(one) === boxOf(line));
  const left = new Map<Line, bigint>();
  let rest = consumed;
  for (const line of [...lines.filter(isFirst), ...lines.filter((one) => !isFirst(one))]) {
    const taken = upTo(-line.credit, rest);
    left.set(line, -line.credit - taken);
    rest -= taken;
  }
  return left;
}

/** Tax inside: of each line what its balance holds more than the one before. */
function advancesOf(body: Body, entries: readonly Entry[], coefficient: bigint): Element[] {
  const balances = new Map<string, bigint>();
  const ordered = entries.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.id - b.id));
  return ordered.flatMap((entry) =>
    entry.lines.flatMap((line): Element[] => {
      const { rate, role, number, sent } = line;
      if (role !== 'advance' || rate === undefined) return [];
      const isReceived = number.startsWith('4191');
      const key = `${number} ${sent.SubAccount} ${rate}`;
      const amount = isReceived ? line.credit : -line.credit;
      const before = balances.get(key) ?? 0n;
      balances.set(key, before + amount);
      const held = (balance: bigint) => rounded(balance * PARTS[rate], 10_000n + PARTS[rate]);
      const tax = held(before + amount) - held(before);
      const own = { entry, line, rate, base: amount - tax, onReceipts: false };
      if (!isReceived)
        return [{ ...own, side: 'Deductible', category: line.category, tax: rounded(tax * coefficient, 100n) }];
      const category = body.Folder.Territory === 'Overseas' ? 'VT_PREST_DOM' : line.category;
      return [{ ...own, side: 'Advance', category, tax }];
    }),
  );
}
