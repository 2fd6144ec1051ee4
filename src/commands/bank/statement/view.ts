import type * as z from 'zod';
import type { Language } from '../../../services/kernel/errors.ts';
import type { Block } from '../../operation/operation.ts';
import type { CsvMappingSchema } from './mapping-wire.ts';
import type { FindingWire } from './wire.ts';

const WORDS = {
  none: { en: 'No finding.', fr: 'Aucune anomalie.' },
  error: { en: 'error', fr: 'erreur' },
  warning: { en: 'warning', fr: 'avertissement' },
  record: { en: 'record', fr: 'enregistrement' },
  more: { en: 'further findings: see --json', fr: 'autres anomalies : voir --json' },
} as const;

/** As many findings as people read. */
const SHOWN = 50;

/** Findings as sentences: a table of sentences would not fit a screen. */
export function* findingBlocks(findings: readonly FindingWire[], language: Language): Generator<Block> {
  if (findings.length === 0) yield { kind: 'text', text: WORDS.none[language] };
  for (const finding of findings.slice(0, SHOWN)) yield { kind: 'text', text: sentence(finding, language) };
  if (findings.length > SHOWN) yield { kind: 'text', text: `${findings.length - SHOWN} ${WORDS.more[language]}` };
}

function sentence({ Severity, Kind, Record, Field, Message }: FindingWire, language: Language): string {
  const place = [Record !== null && `${WORDS.record[language]} ${Record}`, Field].filter(Boolean).join(', ');
  return `${WORDS[Severity][language]} ${Kind}${place ? ` (${place})` : ''}: ${Message}`;
}

const CONTRADICTION = {
  en: (account: string, date: string, one: string, other: string) =>
    `${account}: statements end on ${date} with ${one} and with ${other}, which cannot both be right. Take back the file that is wrong: taxops bank statement imports, then taxops bank statement undo`,
  fr: (account: string, date: string, one: string, other: string) =>
    `${account} : des relevés finissent le ${date} à ${one} et à ${other}, qui ne peuvent être justes tous deux. Annulez le fichier faux : taxops bank statement imports, puis taxops bank statement undo`,
} as const;

/** Two closing balances of one day that contradict each other. */
export const contradictionBlock = (
  account: string,
  closing: readonly [date: string, one: string, other: string],
  language: Language,
): Block => ({ kind: 'text', text: CONTRADICTION[language](account, ...closing) });

/** Which column is what, a row each. */
export const mappingTable = ({ Columns, ...forms }: z.output<typeof CsvMappingSchema>): Block => ({
  kind: 'table',
  title: 'Mapping',
  columns: [
    { name: 'Field', fr: 'Champ' },
    { name: 'Column', fr: 'Colonne' },
  ],
  rows: Object.entries({ ...Columns, ...forms }).flatMap(([field, column]) =>
    [column].flat().map((one) => [field, one === '\t' ? 'tab' : one]),
  ),
});
