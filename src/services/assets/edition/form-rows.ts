/**
 * Rows of forms 2054 (fixed assets) and 2055 (amortization), with the cells of their first and last columns, and the
 * accounts that go there: the longest root that an account begins with applies.
 */
import type { Labels } from '../../kernel/errors.ts';

export type FormSection = 'intangible' | 'tangible' | 'financial';

export interface FormRow {
  readonly section: FormSection;
  readonly label: Labels;
  readonly roots: readonly string[];
  /** Start to end: `RT-RY`. */
  readonly cells2054: string;
  /** Undefined for what is never amortized. */
  readonly cells2055: string | undefined;
}

type Cells = readonly [cells2054: string, cells2055?: string];

const row = (
  section: FormSection,
  [fr, en]: readonly [fr: string, en: string],
  roots: readonly string[],
  [cells2054, cells2055]: Cells,
): FormRow => ({ section, label: { fr, en }, roots, cells2054, cells2055 });

const INTANGIBLE: FormSection = 'intangible';
const TANGIBLE: FormSection = 'tangible';
const FINANCIAL: FormSection = 'financial';

export const SECTION_LABELS: Readonly<Record<FormSection, Labels>> = {
  intangible: { fr: 'Immobilisations incorporelles', en: 'Intangible assets' },
  tangible: { fr: 'Immobilisations corporelles', en: 'Tangible assets' },
  financial: { fr: 'Immobilisations financières', en: 'Financial assets' },
};

export const FORM_ROWS: readonly FormRow[] = [
  row(
    INTANGIBLE,
    ['Frais d’établissement et de développement', 'Formation and development'],
    ['201', '203'],
    ['RT-RY', 'UR-UU'],
  ),
  row(INTANGIBLE, ['Autres incorporelles', 'Other intangible assets'], ['20', '232', '237'], ['KD-LW', 'PE-PH']),
  row(TANGIBLE, ['Terrains', 'Land'], ['211', '212'], ['KG-LY', 'PI-PL']),
  row(TANGIBLE, ['Constructions sur sol propre', 'Buildings on own land'], ['213'], ['KJ-MB', 'PM-PQ']),
  row(TANGIBLE, ['Constructions sur sol d’autrui', 'Buildings on other land'], ['214'], ['KM-ME', 'PR-PU']),
  row(TANGIBLE, ['Installations des constructions', 'Building installations'], ['2135'], ['KP-MH', 'PV-PY']),
  row(
    TANGIBLE,
    ['Installations techniques, matériel, outillage', 'Plant, machinery, tools'],
    ['215'],
    ['KS-MK', 'PZ-QC'],
  ),
  row(TANGIBLE, ['Installations générales diverses', 'General installations'], ['2181'], ['KV-MN', 'QD-QG']),
  row(TANGIBLE, ['Matériel de transport', 'Vehicles'], ['2182'], ['KY-MQ', 'QH-QK']),
  row(
    TANGIBLE,
    ['Matériel de bureau, informatique, mobilier', 'Office, computers, furniture'],
    ['2183', '2184'],
    ['LB-MT', 'QL-QO'],
  ),
  // Assets under concession have no row of their own.
  row(TANGIBLE, ['Emballages récupérables et divers', 'Packaging and others'], ['21', '22'], ['LE-MW', 'QP-QT']),
  row(TANGIBLE, ['Immobilisations corporelles en cours', 'Tangible assets in progress'], ['23'], ['LH-NA']),
  row(TANGIBLE, ['Avances et acomptes', 'Advances'], ['238'], ['LK-NE']),
  row(FINANCIAL, ['Participations mises en équivalence', 'Holdings at equity value'], ['262'], ['PA-QS']),
  row(FINANCIAL, ['Autres participations', 'Other holdings'], ['25', '26'], ['PD-QW']),
  row(
    FINANCIAL,
    ['Autres titres immobilisés', 'Other long-term securities'],
    ['271', '272', '273', '27682', '277', '278'],
    ['PG-RA'],
  ),
  row(FINANCIAL, ['Prêts et autres immobilisations financières', 'Loans and others'], ['27'], ['PK-RE']),
];

const BY_ROOT = new Map(FORM_ROWS.flatMap((one) => one.roots.map((root) => [root, one])));

/** The row of an account of class 2; what fits no root goes with the diverse. */
export function formRow(account: string): FormRow {
  for (let length = 5; length >= 2; length--) {
    const found = BY_ROOT.get(account.slice(0, length));
    if (found) return found;
  }
  return BY_ROOT.get('21') as FormRow;
}
