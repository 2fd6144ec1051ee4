/**
 * What a mode cannot answer is refused, for it would change nothing in silence: Boxes, which a check alone reads, and outputs
 * of a computation. All other fields may stand in a body that is checked, since all are optional: what its controls do not
 * read is named beside them.
 */
import type { Labels } from '../../services/kernel/errors.ts';
import { vatErrors } from '../../services/vat/errors.ts';
import type { SimulationBody } from './simulation-input.ts';

interface Asked {
  readonly body: SimulationBody;
  /** What is asked of the answer beside the body, by the name that a person types. */
  readonly explain?: string | undefined;
  readonly compare?: boolean | undefined;
  readonly as?: string | undefined;
}

type Field = readonly [name: string, isGiven: (asked: Asked) => boolean];

const isThere = (list: readonly unknown[] | undefined): boolean => list !== undefined && list.length > 0;
const holdsSome = (record: object | undefined): boolean => record !== undefined && Object.keys(record).length > 0;
const inPeriods =
  (isGiven: (period: SimulationBody['periods'][number]) => boolean): Field[1] =>
  ({ body }) =>
    body.periods.some(isGiven);

const COMPUTED: Labels = {
  en: 'Mode Check answers controls alone; write Mode: Compute, or leave it out',
  fr: 'Mode Check ne donne que des contrôles ; écrivez Mode: Compute, ou omettez-le',
};

/** What asks for an answer that a check does not give. */
const OF_COMPUTE: readonly Field[] = [
  ['explain', ({ explain }) => explain !== undefined],
  ['compare', ({ compare }) => compare === true],
  ['as', ({ as }) => as !== undefined],
];

/** What the controls of the boxes given do not read. */
const UNREAD: readonly Field[] = [
  ['Accounts', ({ body }) => isThere(body.accounts)],
  ['ThirdParties', ({ body }) => isThere(body.thirdParties)],
  ['Entries', ({ body }) => isThere(body.entries)],
  ['Periods[1]', ({ body }) => body.periods.length > 1],
  ['UserBoxes', inPeriods(({ userBoxes }) => Object.values(userBoxes ?? {}).some(holdsSome))],
  ['Instalments', inPeriods(({ instalments }) => isThere(instalments))],
  ['Refund', inPeriods(({ refund }) => holdsSome(refund))],
  ['Payments', inPeriods(({ payments }) => isThere(payments))],
  ['AutoFillRates', ({ body }) => body.autoFillRates === true],
  ['Edi', ({ body }) => body.edi !== undefined],
];

const FOR_CHECK: Labels = {
  en: 'only Mode Check reads them; write Mode: Check to control them, or UserBoxes of the period to type them on the return',
  fr: 'seul Mode Check les lit ; écrivez Mode: Check pour les contrôler, ou UserBoxes de la période pour les saisir sur la déclaration',
};

const refusal = (field: string, { en, fr }: Labels) =>
  vatErrors.ValueUnknown({ detail: { en: `${field}: ${en}`, fr: `${field} : ${fr}` } });

/** Throws ValueUnknown. */
export function requireOfCompute(body: SimulationBody): void {
  if (hasBoxes(body)) throw refusal('Boxes', FOR_CHECK);
}

export const hasBoxes = ({ boxes = {} }: SimulationBody): boolean => Object.values(boxes).some(holdsSome);

/** Names of what is there and changes no control. Throws ValueUnknown. */
export function requireOfCheck(asked: Asked): string[] {
  const other = OF_COMPUTE.find(([, isGiven]) => isGiven(asked));
  if (other) throw refusal(other[0], COMPUTED);
  return UNREAD.filter(([, isGiven]) => isGiven(asked)).map(([name]) => name);
}
