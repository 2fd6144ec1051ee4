/**
 * What a body says that its mode does not read. What asks for a figure or for an output of the other mode is refused: it
 * would change nothing, in silence. What only describes a folder and its books is said beside the controls: the body of a
 * computation may be checked as it is.
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

const TYPED: Labels = {
  en: 'only Mode Compute fills forms with it; write its boxes in Boxes',
  fr: 'seul Mode Compute en remplit les formulaires ; écrivez ses zones dans Boxes',
};
const COMPUTED: Labels = {
  en: 'Mode Check answers controls alone; write Mode: Compute, or leave it out',
  fr: 'Mode Check ne donne que des contrôles ; écrivez Mode: Compute, ou omettez-le',
};

/** Of mode Check: what asks for more than the controls of the boxes given. */
const OF_COMPUTE: readonly (readonly [...Field, Labels])[] = [
  ['UserBoxes', inPeriods(({ userBoxes }) => Object.values(userBoxes ?? {}).some(holdsSome)), TYPED],
  ['Instalments', inPeriods(({ instalments }) => isThere(instalments)), TYPED],
  ['Refund', inPeriods(({ refund }) => holdsSome(refund)), TYPED],
  ['Payments', inPeriods(({ payments }) => isThere(payments)), TYPED],
  ['AutoFillRates', ({ body }) => body.autoFillRates === true, COMPUTED],
  ['Edi', ({ body }) => body.edi !== undefined, COMPUTED],
  ['explain', ({ explain }) => explain !== undefined, COMPUTED],
  ['compare', ({ compare }) => compare === true, COMPUTED],
  ['as', ({ as }) => as !== undefined, COMPUTED],
];

/** Of mode Check: what the controls of forms do not need. */
const UNREAD: readonly Field[] = [
  ['Accounts', ({ body }) => isThere(body.accounts)],
  ['ThirdParties', ({ body }) => isThere(body.thirdParties)],
  ['Entries', ({ body }) => isThere(body.entries)],
  ['Periods[1]', ({ body }) => body.periods.length > 1],
];

const NO_BOX: Labels = {
  en: 'Mode Check controls the boxes given, and none is; write them by form, such as {"_3310CA3": {"CA": 100}}, or Mode: Compute',
  fr: 'Mode Check contrôle les zones données, et aucune ne l’est ; écrivez-les par formulaire, telles que {"_3310CA3": {"CA": 100}}, ou Mode: Compute',
};
const FOR_CHECK: Labels = {
  en: 'only Mode Check reads them; write Mode: Check to control them, or UserBoxes of the period to type them on the return',
  fr: 'seul Mode Check les lit ; écrivez Mode: Check pour les contrôler, ou UserBoxes de la période pour les saisir sur la déclaration',
};

const refusal = (field: string, { en, fr }: Labels) =>
  vatErrors.ValueUnknown({ detail: { en: `${field}: ${en}`, fr: `${field} : ${fr}` } });

/** Throws ValueUnknown. */
export function requireOfCompute({ boxes = {} }: SimulationBody): void {
  if (Object.values(boxes).some(holdsSome)) throw refusal('Boxes', FOR_CHECK);
}

/** Names of what is there and changes no control. Throws ValueUnknown. */
export function requireOfCheck(asked: Asked): string[] {
  const other = OF_COMPUTE.find(([, isGiven]) => isGiven(asked));
  if (other) throw refusal(other[0], other[2]);
  if (!holdsSome(asked.body.boxes)) throw refusal('Boxes', NO_BOX);
  return UNREAD.filter(([, isGiven]) => isGiven(asked)).map(([name]) => name);
}
