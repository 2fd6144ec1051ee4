/** The legal columns of a FEC, in legal order (LPF art. A. 47 A-1, VII and VIII), and the four forms. */

export const COLUMN_NAMES = [
  'JournalCode',
  'JournalLib',
  'EcritureNum',
  'EcritureDate',
  'CompteNum',
  'CompteLib',
  'CompAuxNum',
  'CompAuxLib',
  'PieceRef',
  'PieceDate',
  'EcritureLib',
  'Debit',
  'Credit',
  'EcritureLet',
  'DateLet',
  'ValidDate',
  'Montantdevise',
  'Idevise',
  'DateRglt',
  'ModeRglt',
  'NatOp',
  'IdClient',
  'Montant',
  'Sens',
] as const;

export type ColumnName = (typeof COLUMN_NAMES)[number];

/** Position of each column in `COLUMN_NAMES`: the number by which code names a column. */
export const COLUMN = Object.fromEntries(COLUMN_NAMES.map((name, index) => [name, index])) as Readonly<
  Record<ColumnName, number>
>;

export const columnName = (column: number): string => COLUMN_NAMES[column] ?? '';

export const FEC_FORMS = ['general', 'commercial', 'BA-cash', 'BNC-cash'] as const;
export type FecForm = (typeof FEC_FORMS)[number];

const GENERAL = COLUMN_NAMES.slice(0, 18);
const FORM_COLUMNS: Readonly<Record<FecForm, readonly ColumnName[]>> = {
  general: GENERAL,
  commercial: GENERAL,
  'BA-cash': COLUMN_NAMES.slice(0, 21),
  'BNC-cash': COLUMN_NAMES.slice(0, 22),
};

/** The columns a form requires; Montant and Sens may stand for Debit and Credit (VII-2). */
export const columnsOfForm = (form: FecForm, sided: boolean): readonly ColumnName[] =>
  sided
    ? FORM_COLUMNS[form].map((name) => (name === 'Debit' ? 'Montant' : name === 'Credit' ? 'Sens' : name))
    : FORM_COLUMNS[form];
