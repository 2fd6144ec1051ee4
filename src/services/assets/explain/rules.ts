/** The rules that explanations name. */
import type { Labels } from '../../kernel/errors.ts';

interface Rule extends Labels {
  readonly reference: string;
}

const rule = (reference: string, fr: string, en: string): Rule => ({ reference, fr, en });

export const RULES = {
  annuity: rule(
    'PCG 214-13, CGI 39 A, ann. II art. 23',
    'Annuité : chaque part est arrondie seule, la dernière prend le complément',
    'Annuity: each part is rounded alone, the last takes the complement',
  ),
  cumulated: rule('PCG 214-13', "Cumul à l'ouverture + annuité", 'Cumulated at the opening + annuity'),
  netValue: rule(
    'PCG 214-4',
    "Valeur d'acquisition nette − amortissements cumulés − dépréciations",
    'Net acquisition value − cumulated amortization − impairments',
  ),
  absent: rule('PCG 211-1', "L'immobilisation n'est pas au bilan", 'The asset is not on the books'),
  derogatory: rule(
    'PCG 1211-14, 513-5',
    'Compte 145 = excédent du cumul fiscal sur le cumul économique, soldé à la sortie',
    'Account 145 = fiscal less economic cumulated amounts, never below zero, closed by the exit',
  ),
  addBack: rule(
    'CGI 39, 1-2°',
    'Amortissement comptable en avance sur le fiscal : réintégré, puis déduit',
    'Amortization of the books ahead of the tax plan: added back, then deducted',
  ),
  overAmortization: rule(
    'CGI 39 decies',
    'Suramortissement : valeur × taux, linéaire sur la durée économique, hors comptabilité',
    'Over-amortization: value × rate, linear over the economic duration, outside the books',
  ),
  grant: rule(
    'PCG 312-1, CGI 42 septies',
    "Subvention rapportée au rythme de l'amortissement, ou par parts égales",
    'Grant taken to income at the pace of the amortization, or in equal parts',
  ),
  carLimit: rule(
    'CGI 39-4',
    'Part non déductible = annuité × (prix TTC − plafond) / prix TTC',
    'Non-deductible part = annuity × (price including VAT − limit) / price including VAT',
  ),
  privatePortion: rule(
    'CGI 39, 1',
    "Part d'usage privé de l'annuité déductible",
    'Private share of the deductible annuity',
  ),
  octies151: rule(
    'CGI 151 octies',
    "Plus-value d'apport réintégrée par parts égales, le solde à la cession",
    'Gain of the contribution added back in equal parts, the rest when sold',
  ),
  window: rule(
    'PCG 214-13',
    'Cumul au dernier jour − cumul avant le premier',
    'Cumulated at the last day − before the first',
  ),
  co2Tax: rule(
    'CIBS L421-119 et suivants',
    "Tarif par tranches × jours d'affectation / jours de l'année",
    'Tariff by slices × days of use / days of the year',
  ),
  pollutantTax: rule(
    'CIBS L421-133 et suivants',
    "Tarif de la catégorie × jours d'affectation / jours de l'année",
    'Tariff of the category × days of use / days of the year',
  ),
  complementary: rule(
    'PCG 214-13',
    "Annuité complémentaire de l'ouverture à la date de sortie",
    'Complementary annuity from the opening to the exit',
  ),
  gain: rule(
    'CGI 39 duodecies, BOI-BIC-PVMV-20-10',
    'Prix − valeur nette − TVA à reverser + TVA à récupérer',
    'Price − net value − VAT to pay + VAT to receive',
  ),
  gainSplit: rule(
    'CGI 39 duodecies',
    "Court terme sous 2 ans ou jusqu'aux amortissements déduits, long terme au-delà",
    'Short term under 2 years or up to the amortization deducted, long term above',
  ),
  vat: rule(
    'CGI ann. II art. 207',
    'TVA × années restantes / années de la période de régularisation',
    'VAT × years left / years of the regularisation period',
  ),
  stated: rule('—', "Montant donné par l'utilisateur", 'Figure given by the user'),
  component: rule(
    'PCG 214-9, avis CU CNC 2003-E',
    "Valeur du composant × valeur nette / valeur brute de l'immobilisation",
    'Value of the component × net value / gross value of the asset',
  ),
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleName = keyof typeof RULES;
