/** What a simulation refuses of its ledger: what is given twice, what does not sum, what its line cannot bear. */
import type { Labels } from '../kernel/errors.ts';
import { type Cents, formatAmount } from '../kernel/money.ts';
import { nearestWord } from '../kernel/nearest.ts';
import { ledgerErrors } from '../ledger/errors.ts';
import { AccountRules } from './account-rule.ts';
import { roleIn } from './engine/entry-lines.ts';
import type { AdvancePaymentMode, VatEntry, VatLedger, VatLine } from './engine/model.ts';
import { vatErrors } from './errors.ts';

/** Throws EntryIdTwice, AmountInvalid, EntryNotBalanced, DistributionsDoNotSum and ValueUnknown. */
export function checkLedger({ folder, accounts, thirdParties, entries }: VatLedger): void {
  refuseTwice(
    'Accounts',
    accounts.map(({ accountNumber }) => accountNumber),
  );
  refuseTwice(
    'ThirdParties',
    thirdParties.map(({ accountNumber, subAccount }) => [accountNumber, subAccount].filter(Boolean).join(' ')),
  );
  const twice = repeated(entries, idOfEntry);
  if (twice !== undefined) throw vatErrors.EntryIdTwice({ detail: `EntryId ${twice}` });
  const settings = { rules: new AccountRules(folder, accounts), mode: folder.advancePaymentMode };
  for (const entry of entries) checkEntry(entry, settings);
}

/** The last of two would take the place of the first. */
function refuseTwice(list: string, names: readonly string[]): void {
  const known = new Set<string>();
  const name = names.find((one) => known.size === known.add(one).size);
  if (name === undefined) return;
  throw vatErrors.ValueUnknown({
    detail: { en: `${list}: ${name} is given twice`, fr: `${list} : ${name} est donné deux fois` },
  });
}

/** A number that is there twice. Most lists go upwards, and need no set. */
function repeated<T>(all: readonly T[], numberOf: (one: T) => number): number | undefined {
  let last = Number.NEGATIVE_INFINITY;
  for (const one of all) {
    const number = numberOf(one);
    if (number <= last) return repeatedAnywhere(all.map(numberOf));
    last = number;
  }
  return undefined;
}

function repeatedAnywhere(numbers: readonly number[]): number | undefined {
  const known = new Set<number>();
  return numbers.find((number) => known.size === known.add(number).size);
}

const idOfEntry = ({ entryId }: VatEntry): number => entryId;
const idOfLine = ({ lineId }: VatLine): number => lineId;

const BOTH_SIDES: Labels = { en: ': both sides', fr: ' : les deux sens' };

const placeOf = (entryId: number, lineId: number, what: Labels = { en: '', fr: '' }): Labels => ({
  en: `entry ${entryId}, line ${lineId}${what.en}`,
  fr: `écriture ${entryId}, ligne ${lineId}${what.fr}`,
});

interface Settings {
  readonly rules: AccountRules;
  readonly mode: AdvancePaymentMode;
}

function checkEntry({ entryId, journalType, lines }: VatEntry, settings: Settings): void {
  if (journalType !== undefined) checkJournalType(entryId, journalType);
  const twice = repeated(lines, idOfLine);
  if (twice !== undefined) throw vatErrors.EntryIdTwice({ detail: placeOf(entryId, twice) });
  let [debit, credit] = [0n, 0n];
  for (const line of lines) {
    if (line.credit === 0n) debit += line.debit;
    else if (line.debit === 0n) credit += line.credit;
    else throw vatErrors.AmountInvalid({ detail: placeOf(entryId, line.lineId, BOTH_SIDES) });
    if (line.distributions !== undefined) checkDistributions(entryId, line, settings);
  }
  if (debit !== credit) {
    throw ledgerErrors.EntryNotBalanced({ debit: formatAmount(debit), credit: formatAmount(credit) }, [
      { path: `Entries[EntryId=${entryId}]`, code: 'custom', message: 'debit and credit differ' },
    ]);
  }
}

/** Kinds of journals that keep an entry out of a return. */
const LEFT_OUT: readonly string[] = ['Opening', 'Closing'];

/** Others are free; one that nearly is of these would be declared. */
function checkJournalType(entryId: number, journalType: string): void {
  const meant = LEFT_OUT.includes(journalType) ? undefined : nearestWord(journalType, LEFT_OUT);
  if (meant === undefined) return;
  throw vatErrors.ValueUnknown({
    detail: {
      en: `JournalType ${journalType} of entry ${entryId}: write ${meant}`,
      fr: `JournalType ${journalType} de l’écriture ${entryId} : écrivez ${meant}`,
    },
  });
}

/** Lines whose tax is shared over rates, in the sign of a sale. */
const SHARED: readonly string[] = ['sale', 'untaxed'];

function checkDistributions(entryId: number, line: VatLine, { rules, mode }: Settings): void {
  const { lineId, distributions = [], debit, credit } = line;
  if (distributions.length === 0) return;
  if (!SHARED.includes(roleIn(rules.ofLine(line), mode)))
    throw vatErrors.ValueUnknown({ detail: notShared(entryId, lineId) });
  const [expected, given] = [
    credit - debit,
    distributions.reduce<Cents>((sum, { taxExcluded }) => sum + taxExcluded, 0n),
  ];
  if (given === expected) return;
  throw vatErrors.DistributionsDoNotSum({ expected: formatAmount(expected), gap: formatAmount(expected - given) }, [
    {
      path: `Entries[EntryId=${entryId}].Lines[LineId=${lineId}].VatRateDistributions`,
      code: 'DistributionsDoNotSum',
      message: formatAmount(given),
    },
  ]);
}

const notShared = (entryId: number, lineId: number): Labels => {
  const { en, fr } = placeOf(entryId, lineId);
  return {
    en: `VatRateDistributions of ${en}: only the line of a sale has them`,
    fr: `VatRateDistributions, ${fr} : seule une ligne de vente en a`,
  };
};
