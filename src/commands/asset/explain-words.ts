/** The inputs of an explanation as people read them in French; names of grants are their own. */
import type { Language } from '../../services/kernel/errors.ts';

const NAMES: Readonly<Record<string, string>> = {
  acquired: 'acquis le',
  alreadyReintegrated: 'déjà réintégré',
  amortizationDeducted: 'amortissements déduits',
  amortizedOfAsset: 'amorti de l’immobilisation',
  amount: 'montant',
  annuity: 'dotation',
  balanceAfter: 'solde après',
  balanceBefore: 'solde avant',
  base: 'base',
  books: 'comptable',
  co2: 'CO2',
  cumulated: 'cumul',
  cumulatedAtOpening: 'cumul à l’ouverture',
  date: 'date',
  daysOfUse: 'jours d’utilisation',
  deductibleBefore: 'déductible avant',
  energy: 'énergie',
  equalParts: 'parts égales',
  excessAfter: 'excédent après',
  excessBefore: 'excédent avant',
  exit: 'sortie',
  grossOfAsset: 'brut de l’immobilisation',
  impaired: 'déprécié',
  limit: 'plafond',
  mode: 'mode',
  netAcquisitionValue: 'valeur d’acquisition nette',
  netValue: 'valeur nette',
  nonDeductible: 'non déductible',
  opening: 'ouverture',
  parts: 'parties',
  past: 'antérieur',
  price: 'prix',
  privateShare: 'part privée',
  qualification: 'qualification',
  regime: 'régime',
  retired: 'sorti le',
  saleAmount: 'prix de cession',
  start: 'début',
  tariff: 'tarif',
  tax: 'fiscal',
  unit: 'unité',
  until: 'jusqu’au',
  value: 'valeur',
  vatToPay: 'TVA à reverser',
  vatToReceive: 'TVA à récupérer',
};

const RULES: Readonly<Record<string, string>> = {
  linear: 'linéaire',
  declining: 'dégressif',
  remaining: 'sur la durée restante',
  complement: 'complément',
  reversal: 'reprise',
  months: 'mois',
  'days of 360 a year': 'jours de 360 par an',
  'parts of 267180 a civil year': 'parts de 267180 par année civile',
  'millionths of a unit produced': 'millionièmes d’unité produite',
  'taken over': 'reprise',
  'not granted yet': 'pas encore accordée',
  retired: 'immobilisation sortie',
};

/** How far a grant is. */
const PACES: readonly (readonly [pattern: RegExp, french: string])[] = [
  [/^(\S+) of (\S+) amortized$/, '$1 sur $2 amortis'],
  [/^(\d+) of (\d+) equal parts$/, '$1 parts égales sur $2'],
];

const PART = /\b(linear|declining|remaining|complement|reversal) to (\d{4}-\d{2}-\d{2})/g;

export function explainedInput(name: string, value: string, language: Language): string {
  if (language === 'en') return `${name} = ${value}`;
  const parts = value.replace(PART, (_, rule: string, day: string) => `${RULES[rule]} jusqu’au ${day}`);
  const said = PACES.reduce((text, [pattern, french]) => text.replace(pattern, french), parts);
  return `${NAMES[name] ?? name} = ${RULES[value] ?? said}`;
}
