/** Menuiserie Brindefer: who it is, whom it works with, what it owns and what comes back every month. */
import { eur } from '../amounts.ts';
import type { Asset, Exercise } from '../assets.ts';
import type { BankTerms } from '../bank.ts';
import { day } from '../calendar.ts';
import type { Recurring } from '../desk.ts';
import type { FolderIdentity } from '../folder.ts';
import type { Loan } from '../habits.ts';
import { siren, siret } from '../identity.ts';
import { named, type Party, parties } from '../parties.ts';
import { type PayrollTerms, USUAL_RATES } from '../payroll.ts';

const SIREN = siren('99851973');

export const IDENTITY: FolderIdentity = {
  name: 'Menuiserie Brindefer',
  siren: SIREN,
  siret: siret(SIREN, '0001'),
  legalForm: 'EI',
  department: '38',
  naf: '43.32A',
  taxRegime: 'IncomeTax',
  taxReturn: 'Simplified',
  vatSystem: 'Simplified',
  vatExigibility: 'OnReceipts',
  advancePaymentMode: 'TaxExcluded',
  address: { Street: '21 chemin de la Scierie', PostCode: '38500', Town: 'Voiron' },
};

export const EXERCISE: Exercise = { start: day('2025-01-01'), end: day('2025-12-31') };

export const CURRENT: BankTerms = {
  account: '512100',
  journal: 'BQ',
  name: 'Compte professionnel',
  rib: { bank: '98764', branch: '03810', account: '00007612259' },
  bic: 'ZZVRFR2GXXX',
  bankName: 'Caisse du Vallon Rêveur',
  opening: eur('18940.62'),
};

export const LOAN: Loan = {
  number: '2506031',
  left: eur('25000'),
  rate: 315n,
  instalment: eur('555'),
  first: day('2025-07-15'),
  count: 6,
  accrued: '164800',
};

export const CUSTOMERS = parties('C', [
  'Café de la Halle Bleue',
  'Camping des Trois Ruisseaux',
  'Copropriété du Pré Vermeil',
  'École du Pont Tordu',
  'Ferme du Haut Taillis',
  "Gîte L'Écureuil Roux",
  'Hameau de Combefauve',
  'Mairie de Saint-Ormel',
  'Résidence Les Aubes Claires',
  'SCI Petit Faubourg',
  'SCI Verger Haut',
  'Bâtisseurs Ormelune',
]);

export const SUPPLIERS = parties('F', [
  'Bois et Panneaux Lavergnole',
  'Quincaillerie Ferrandelle',
  'Vitrages Clairval',
  'SCI des Copeaux',
  'Énergie Lumivolt',
  'Télécom Voxaria',
  'Assurances Prudentine',
  'Cabinet Hêtrevoye',
  'Bennes Ricochet',
  'Machines Roulefort',
  'Garage Montespine',
]);

export const supplier = (name: string): Party => named(SUPPLIERS, name);

const services = { rate: 2000n, exigibility: 'OnReceipts' } as const;
const goods = { rate: 2000n, exigibility: 'OnDebits' } as const;

export const RECURRING: readonly Recurring[] = [
  {
    ...services,
    party: supplier('SCI'),
    label: "loyer de l'atelier",
    account: '613200',
    ht: eur('780'),
    day: 1,
    means: 'transfer',
    delay: 4,
  },
  {
    ...goods,
    party: supplier('Énergie'),
    label: 'électricité',
    account: '606100',
    ht: [150, 330, 119],
    day: 13,
    in: [0, 2, 4, 6, 8, 10],
    means: 'debit',
    delay: 15,
  },
  {
    ...goods,
    party: supplier('Télécom'),
    label: 'abonnements',
    account: '626200',
    ht: eur('58.25'),
    day: 8,
    means: 'debit',
    delay: 6,
  },
  {
    party: supplier('Assurances'),
    label: 'décennale, avril à mars',
    rate: 0n,
    exigibility: 'OnDebits',
    account: '616000',
    ht: eur('3360'),
    day: 1,
    in: [3],
    means: 'debit',
    delay: 9,
  },
  {
    ...services,
    party: supplier('Cabinet'),
    label: 'tenue comptable',
    account: '622600',
    ht: eur('870'),
    day: 20,
    in: [2, 5, 8, 11],
    means: 'transfer',
    delay: 18,
  },
  {
    ...services,
    party: supplier('Bennes'),
    label: 'évacuation des chutes',
    account: '615000',
    ht: [140, 260, 500],
    day: 23,
    in: [1, 3, 5, 7, 9, 11],
    means: 'cheque',
    delay: 14,
  },
];

export const PAYROLL: PayrollTerms = {
  employees: [{ name: 'Compagnon', gross: eur('2180'), withholding: 120n }],
  pension: { code: 'RETRAITE', name: 'Retraite Solvance' },
  health: { code: 'MUTUELLE', name: 'Mutuelle Bonaventin' },
  rates: USUAL_RATES,
  healthEach: eur('27.50'),
};

export const ASSETS: readonly Asset[] = [
  {
    number: 1,
    name: "Agencement de l'atelier",
    group: 'Atelier',
    account: '218100',
    value: eur('16000'),
    vat: eur('3200'),
    acquired: day('2019-04-01'),
    deployed: day('2019-04-01'),
    years: 12,
  },
  {
    number: 2,
    name: 'Scie à format',
    group: 'Machines',
    account: '215400',
    value: eur('14500'),
    vat: eur('2900'),
    acquired: day('2020-10-05'),
    deployed: day('2020-10-12'),
    years: 7,
  },
  {
    number: 3,
    name: "Fourgon d'atelier",
    group: 'Véhicules',
    account: '218200',
    value: eur('22800'),
    vat: eur('4560'),
    acquired: day('2021-09-06'),
    deployed: day('2021-09-06'),
    years: 5,
    vehicle: {
      plate: 'ZZ-310-BR',
      firstCirculation: day('2021-09-01'),
      co2: 192,
      power: 8,
      energy: 'GO',
      taxType: 'NotConcerned',
    },
    retirement: { date: day('2025-06-18'), price: eur('7500') },
  },
  {
    number: 4,
    name: 'Ordinateur et traceur',
    group: 'Atelier',
    account: '218300',
    value: eur('2150'),
    vat: eur('430'),
    acquired: day('2023-01-16'),
    deployed: day('2023-01-16'),
    years: 3,
  },
  {
    number: 5,
    name: 'Aspiration des poussières',
    group: 'Machines',
    account: '215400',
    value: eur('9600'),
    vat: eur('1920'),
    acquired: day('2023-06-12'),
    deployed: day('2023-06-12'),
    years: 8,
    grant: {
      name: 'Aide aux poussières de bois',
      amount: eur('4000'),
      date: day('2023-09-01'),
      funder: 'Caisse de prévention',
      account: '131000',
    },
  },
  {
    number: 6,
    name: 'Outillage électroportatif',
    group: 'Machines',
    account: '215400',
    value: eur('3200'),
    vat: eur('640'),
    acquired: day('2024-03-04'),
    deployed: day('2024-03-04'),
    years: 4,
  },
  {
    number: 7,
    name: 'Plaqueuse de chants',
    group: 'Machines',
    account: '215400',
    value: eur('6500'),
    vat: eur('1300'),
    acquired: day('2025-03-17'),
    deployed: day('2025-03-24'),
    years: 5,
    used: true,
  },
  {
    number: 8,
    name: 'Fourgon neuf',
    group: 'Véhicules',
    account: '218200',
    value: eur('29400'),
    vat: eur('5880'),
    acquired: day('2025-06-10'),
    deployed: day('2025-06-16'),
    years: 5,
    vehicle: {
      plate: 'ZZ-415-BR',
      firstCirculation: day('2025-06-12'),
      co2: 190,
      power: 8,
      energy: 'GO',
      taxType: 'NotConcerned',
    },
  },
];
