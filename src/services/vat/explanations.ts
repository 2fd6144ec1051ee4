/** How the figures of a return come about, in words. */
import type { Labels } from '../kernel/errors.ts';

const rounded: Labels = {
  en: 'Sum of the exact shares of these lines, rounded half up to the euro.',
  fr: 'Somme des parts exactes de ces lignes, arrondie à l’euro le plus proche, 0,50 au-dessus.',
};

/** By what makes the figure, else by kind of box. */
export const RULES = {
  fed: rounded,
  typed: { en: 'Typed: it replaces what was computed.', fr: 'Saisie : elle remplace ce qui était calculé.' },
  adjusted: {
    en: 'Rounded half up, then the gap between operations and bases, which rounding alone makes, is added to the largest operation line (control 224).',
    fr: 'Arrondie à l’euro, puis l’écart entre opérations et bases, dû aux seuls arrondis, est porté à la plus grande ligne d’opérations (contrôle 224).',
  },
  formula: { en: 'Computed from the boxes below.', fr: 'Calculée à partir des zones ci-dessous.' },
  carried: {
    en: 'No line feeds this box: it is carried from the last return, from the folder or from the request for a refund, or it is empty.',
    fr: 'Aucune ligne n’alimente cette zone : elle vient de la dernière déclaration, du dossier ou de la demande de remboursement, ou elle est vide.',
  },
  operationTaxed: {
    en: 'Taxed operations due in the period, by category (CGI art. 269), at their exact amount, rounded half up to the euro.',
    fr: 'Opérations imposables exigibles dans la période, par catégorie (CGI art. 269), à leur montant exact, arrondies à l’euro.',
  },
  operationUntaxed: {
    en: 'Operations without tax, by category, rounded half up to the euro.',
    fr: 'Opérations non imposables, par catégorie, arrondies à l’euro.',
  },
  base: {
    en: 'Bases due in the period at this rate, rounded half up to the euro.',
    fr: 'Bases exigibles dans la période à ce taux, arrondies à l’euro.',
  },
  tax: {
    en: 'Tax of the entries due in the period at this rate, exact, then rounded half up to the euro; never the rounded base times the rate.',
    fr: 'Taxe des écritures exigible dans la période à ce taux, exacte puis arrondie à l’euro ; jamais la base arrondie multipliée par le taux.',
  },
  deductible: {
    en: 'Tax deductible in the period (CGI art. 271), after the deduction coefficient, rounded half up to the euro.',
    fr: 'Taxe déductible dans la période (CGI art. 271), après le coefficient de déduction, arrondie à l’euro.',
  },
} as const satisfies Readonly<Record<string, Labels>>;
