/** What a journal is for, guessed from its code: a default that people may correct. */

export type JournalType = 'opening' | 'purchase' | 'sale' | 'bank' | 'cash' | 'miscellaneous';

const TYPES_BY_CODE: ReadonlyMap<string, JournalType> = new Map([
  ...typed('opening', 'AN', 'ANO', 'RAN', 'OUV', 'OU'),
  ...typed('purchase', 'AC', 'ACH', 'HA', 'FF'),
  ...typed('sale', 'VE', 'VT', 'VEN', 'FC'),
  ...typed('bank', 'BQ', 'BNP', 'CIC'),
  ...typed('cash', 'CA', 'CAI'),
  ...typed('miscellaneous', 'OD'),
]);

function typed(type: JournalType, ...codes: string[]): Array<[string, JournalType]> {
  return codes.map((code) => [code, type]);
}

/** The type that the code alone tells, case not significant. */
export function journalTypeOf(code: string): JournalType | undefined {
  const folded = code.toUpperCase();
  return TYPES_BY_CODE.get(folded) ?? (folded.startsWith('BQ') ? 'bank' : undefined);
}
