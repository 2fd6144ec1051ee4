/** Names of FEC files: `<SIREN>FEC<AAAAMMJJ>`, any extension, `_1` and so on when the file is split (IX, XIII). */
import { type PlainDate, parsePlainDate } from '../../kernel/dates.ts';
import { fecDay } from './day.ts';

export interface FecName {
  readonly siren: string;
  readonly closing: PlainDate;
}

/** Undefined when the name has another form. */
export function parseFecName(name: string): FecName | undefined {
  const match = /^(\d{9})FEC((?:19|20)\d{2})(\d{2})(\d{2})(?:_\d+)?(?:\..*)?$/i.exec(name);
  const closing = match && parsePlainDate(`${match[2]}-${match[3]}-${match[4]}`);
  return match?.[1] !== undefined && closing ? { siren: match[1], closing } : undefined;
}

/** The legal name of the file of one exercise. */
export const fecFileName = (siren: string, closing: PlainDate): string => `${siren}FEC${fecDay(closing)}.txt`;
