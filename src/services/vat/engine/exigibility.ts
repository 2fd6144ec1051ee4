/** When elements are due: the third party settles what an account leaves open, and cash is due on its date. */
import type { Cents } from '../../kernel/money.ts';
import { divideRounded } from '../../kernel/ratio.ts';
import type { Draft, IssueList } from './draft.ts';
import type { EntryLines, RoleLine } from './entry-lines.ts';
import type { Exigibility, HeldTax, VatElement, VatThirdParty } from './model.ts';
import { largestOf, share } from './sharing.ts';

const keyOf = (accountNumber: string, subAccount: string | undefined): string =>
  `${accountNumber}\n${subAccount ?? ''}`;

/** The settings of third parties: a sub-account without a row of its own has that of its account. */
export class ThirdPartySettings {
  readonly #rows: ReadonlyMap<string, VatThirdParty>;

  constructor(rows: readonly VatThirdParty[]) {
    this.#rows = new Map(rows.map((row) => [keyOf(row.accountNumber, row.subAccount), row]));
  }

  of({ line }: RoleLine): VatThirdParty | undefined {
    return (
      this.#rows.get(keyOf(line.accountNumber, line.subAccount)) ?? this.#rows.get(keyOf(line.accountNumber, undefined))
    );
  }
}

export interface Dating {
  readonly entry: EntryLines;
  readonly settings: ThirdPartySettings;
  readonly issues: IssueList;
  /** Whether the entry has third-party lines that can be settled. */
  readonly isSettled: boolean;
  /** Hundredths. */
  readonly deductionCoefficient: bigint;
}

/** Undefined when nothing of the draft is to declare: not liable, or taken out by the user. */
export function dated(draft: Draft, dating: Dating): VatElement | undefined {
  const { line } = draft.source;
  const exigibility = line.isDeclared ? 'NotLiable' : resolved(draft, dating);
  if (exigibility === 'NotLiable') return undefined;
  const { entryId, date } = dating.entry.entry;
  const { tax, held } = deductible(draft, dating.deductionCoefficient);
  return {
    entryId,
    lineId: line.lineId,
    accountNumber: line.accountNumber,
    date,
    side: draft.side,
    category: draft.category,
    rate: draft.rate,
    exigibility,
    bySettlement: exigibility === 'OnReceipts' && draft.onDate !== true && dating.isSettled,
    taxExcluded: draft.taxExcluded,
    tax,
    held,
    deductibleZones: draft.deductibleZones,
  };
}

function resolved(draft: Draft, { entry, settings, issues }: Dating): Exigibility {
  const { exigibility } = draft;
  if (exigibility !== 'Mixed' && exigibility !== 'Unknown') return exigibility;
  const thirdParties = entry.of('thirdParty');
  const largest = thirdParties[largestOf(thirdParties.map(({ net }) => net))];
  const mode = largest && settings.of(largest)?.exigibilityMode;
  if (mode !== undefined && mode !== 'Mixed' && mode !== 'Unknown') return mode;
  if (exigibility === 'Mixed') return 'OnReceipts';
  issues.add('MissingConfiguration', entry.entry.entryId, draft.decidedBy ?? draft.source);
  return 'OnDebits';
}

/** The part of the tax that may be deducted, half up to the cent. Output tax that is regularised (HH) is deducted whole. */
function deductible(draft: Draft, coefficient: bigint): { tax: Cents; held: readonly HeldTax[] } {
  const { tax, held, side, deductibleZones } = draft;
  if (side !== 'Deductible' || coefficient === 100n || deductibleZones?.includes('HH')) return draft;
  const reduced = divideRounded(tax * coefficient, 100n, 'halfUp');
  const parts =
    held.length === 0
      ? []
      : share(
          reduced,
          held.map(({ amount }) => amount),
        );
  return { tax: reduced, held: held.map((one, place) => ({ ...one, amount: parts[place] ?? 0n, whole: one.amount })) };
}
