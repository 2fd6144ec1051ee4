/** The boxes of a draft and what is said beside them, from its shares; amounts in cents, boxes in whole euros. */
import type { VatFinding } from '../../forms/vat-controls.ts';
import type { Cents } from '../../kernel/money.ts';
import type { PeriodShare, VatFolder, VatIssue, VatRate } from '../engine/model.ts';
import { depositEnd } from '../procedures/period.ts';
import type { ProcedureRow, StoredBoxes } from '../procedures/store.ts';
import type { Adjustment } from '../return/balance.ts';
import { type CarriedOut, carriedOut } from '../return/carried-out.ts';
import { type ClosingEntry, closingEntry } from '../return/closing-entry.ts';
import { clampedNegatives, fillReturn } from '../return/fill-return.ts';
import type { PreviousProcedure, RefundRequest, ReturnPeriod } from '../return/inputs.ts';
import type { ClampedNegative, MovedNegative } from '../return/leaf-boxes.ts';
import { type RefundLimits, refundLimits } from '../return/refund.ts';
import type { Beside } from './beside.ts';
import { type BookSide, bookFindings } from './book-controls.ts';
import { type BookFacts, NO_FACTS } from './book-facts.ts';
import { type DeclaredElement, declaredElements } from './declared-elements.ts';
import { decodeExact } from './exact-json.ts';
import { sheetsOf, storedBoxes } from './previous.ts';
import { formOf, type OpenReturn } from './stored-return.ts';

/** What is stored of a computation. */
export interface Computed {
  /** By form, then zone, before rounding. */
  readonly exact: Readonly<Record<string, Readonly<Record<string, Cents>>>>;
  readonly adjustments: readonly Adjustment[];
  readonly moved: readonly MovedNegative[];
  readonly clamped: readonly ClampedNegative[];
  readonly findings: readonly VatFinding[];
  readonly issues: readonly VatIssue[];
  /** Elements that no line of the form takes. */
  readonly leftOut: readonly { readonly accountNumber: string; readonly rate: VatRate; readonly category: string }[];
  readonly closing: ClosingEntry | null;
  readonly refund: RefundLimits;
  readonly carried: CarriedOut;
  /** What is declared, by account, category and rate. */
  readonly elements: readonly DeclaredElement[];
  readonly facts: BookFacts;
}

interface Around {
  readonly opened: OpenReturn;
  readonly vatFolder: VatFolder;
  readonly previous: readonly PreviousProcedure[];
  readonly issues: readonly VatIssue[];
  /** Every account number of the folder. */
  readonly numbers: ReadonlySet<string>;
  readonly facts: BookFacts;
  readonly beside: Beside;
  readonly side: BookSide;
}

export function computedReturn(
  shares: readonly PeriodShare[],
  { opened, vatFolder, previous, issues, numbers, facts, beside, side }: Around,
): { readonly boxes: StoredBoxes; readonly computed: Computed; readonly taken: ReadonlySet<PeriodShare> } {
  const form = formOf(opened);
  const period = periodOf(opened, beside);
  const filled = fillReturn(shares, { form, folder: vatFolder, period, previous });
  const main = filled.forms.get(form) ?? new Map();
  const exact = Object.fromEntries(filled.exact.zones().map((zone) => [zone, filled.exact.amount(zone)]));
  return {
    boxes: storedBoxes(new Map([...filled.forms].filter(([name]) => name !== beside.form))),
    taken: new Set(filled.taken),
    computed: {
      exact: { [form]: exact },
      adjustments: filled.adjustments,
      moved: filled.moved,
      clamped: clampedNegatives(filled),
      findings: [
        ...filled.findings.filter((one) => one.form !== beside.form),
        ...beside.findings,
        ...bookFindings({ opened, filled, period, side }),
      ],
      issues,
      leftOut: filled.leftOut.map(({ accountNumber, rate, category }) => ({ accountNumber, rate, category })),
      closing: closingEntry(filled, period, numbers) ?? null,
      refund: refundLimits(form, period, main),
      carried: carriedOut(form, main),
      elements: declaredElements(filled.taken),
      facts,
    },
  };
}

const periodOf = ({ procedure, group }: OpenReturn, beside: Beside): ReturnPeriod => ({
  startDate: group.begin_date,
  endDate: depositEnd(group.form_snapshot.principal.form, datesOf(group)),
  userBoxes: sheetsOf({ ...beside.boxes, ...procedure.typed_boxes }),
  instalments: beside.instalments,
  refund: procedure.refund ? decodeExact<RefundRequest>(procedure.refund) : undefined,
  hasRefundApart: beside.hasRefund,
  payments: [],
});

const datesOf = ({ begin_date, end_date, deposit_number }: OpenReturn['group']) => ({
  beginDate: begin_date,
  endDate: end_date,
  depositNumber: deposit_number,
});

/** What was computed beside its boxes; undefined while nothing was. */
export const computedOf = ({ computed }: Pick<ProcedureRow, 'computed'>): Computed | undefined =>
  computed === null ? undefined : decodeExact<Computed>(computed);

/** What the books said when it was computed; nothing while it was not. */
export const factsOf = (procedure: Pick<ProcedureRow, 'computed'>): BookFacts =>
  computedOf(procedure)?.facts ?? NO_FACTS;

/** As it was called then. */
export const accountIn = ({ accounts }: BookFacts, accountNumber: string) =>
  accounts[accountNumber] ?? { accountId: null, subAccountId: null, accountName: accountNumber };
