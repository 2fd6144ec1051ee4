/** What a return leaves to the next ones, to the bank and to instalments. */
import type { FormBoxes } from '../../forms/vat-sheets.ts';
import { euros } from './inputs.ts';
import { CA3, CA12 } from './layout.ts';

/** Whole euros. */
export interface CarriedOut {
  readonly credit: bigint;
  readonly refundAsked: bigint;
  readonly toPay: bigint;
  /** On a yearly return alone. */
  readonly instalmentBase: bigint | undefined;
}

interface Zones {
  readonly credit?: string;
  readonly refundAsked?: string;
  readonly toPay?: string;
  readonly instalmentBase?: string;
}

const ZONES: Readonly<Record<string, Zones>> = {
  [CA3]: { credit: 'JC', refundAsked: 'JB', toPay: 'KE' },
  [CA12]: { credit: 'RC', refundAsked: 'RB', toPay: 'SC', instalmentBase: 'VA' },
  '3517AGRSD': { credit: 'MC', refundAsked: 'MB', toPay: 'NC' },
  '3514': { refundAsked: 'ID', toPay: 'HC' },
  '3515SD': { toPay: 'CB' },
  '3525BIS': { toPay: 'BD' },
};

export function carriedOut(form: string, boxes: FormBoxes): CarriedOut {
  const { credit = '', refundAsked = '', toPay = '', instalmentBase } = ZONES[form] ?? {};
  return {
    credit: euros(boxes, credit),
    refundAsked: euros(boxes, refundAsked),
    toPay: euros(boxes, toPay),
    instalmentBase: instalmentBase === undefined ? undefined : euros(boxes, instalmentBase),
  };
}
