/** Comptoir Vermelhaine: who it is, whom it works with, what it owns and what comes back every month. */
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

const SIREN = siren('99835617');

export const IDENTITY: FolderIdentity = {
  name: 'Comptoir Vermelhaine',
  siren: SIREN,
  siret: siret(SIREN, '0002'),
  legalForm: 'SARL',
  department: '44',
  naf: '46.44Z',
  taxRegime: 'CorporationTax',
  taxReturn: 'Normal',
  vatSystem: 'RealNormal',
  vatExigibility: 'OnDebits',
  address: { Street: '3 bis quai des Voiliers', PostCode: '44000', Town: 'Nantes' },
};

export const EXERCISE: Exercise = { start: day('2024-04-01'), end: day('2025-03-31') };

export const CURRENT: BankTerms = {
  account: '512100',
  journal: 'BQ',
  name: 'Compte courant',
  rib: { bank: '98762', branch: '01100', account: '04417730062' },
  bic: 'ZZCRFR2NXXX',
  bankName: 'Crédit des Rives Claires',
  opening: eur('72245.80'),
};

/** Cards and cash of the shop go to another bank. */
export const SHOP: BankTerms = {
  account: '512200',
  journal: 'BQ2',
  name: 'Compte de la boutique',
  rib: { bank: '98763', branch: '00077', account: '00930015148' },
  bic: 'ZZPSFR2NXXX',
  bankName: 'Banque du Phare Songeur',
  opening: eur('6820.15'),
};

/** Old loan for the shop, and the one drawn for the packing line. */
export const LOANS: readonly Loan[] = [
  {
    number: '2100873',
    left: eur('46500'),
    rate: 165n,
    instalment: eur('1480'),
    first: day('2024-04-05'),
    count: 12,
    accrued: '168840',
  },
  {
    number: '2409114',
    left: eur('36000'),
    rate: 340n,
    instalment: eur('653'),
    first: day('2024-10-20'),
    count: 6,
    accrued: '168840',
  },
];

export const CUSTOMERS = parties('C', [
  'Auberge du Pas Perdu',
  'Boutique Linotte Bleue',
  'Brasserie Quatrevents',
  'Cadeaux Fanfarelle',
  'Collectivité de Saint-Ormel',
  'Décors Ambrevigne',
  'Gîtes de la Vasière',
  'Grand Hôtel Rivosable',
  'Les Tables de Mirande',
  'Magasin Tournesol Gris',
  'Réceptions Belcastel',
  'Traiteur Morgeline',
  'Blumenhof Südwinkel GmbH',
  'Bazar Grisonde',
]);

export const GOODS = parties('F', [
  'Faïencerie Brocelune',
  'Verrerie du Marais Gris',
  'Coutellerie Aigrefin',
  'Tissages Hauterive',
  'Épicerie Fine Vertclair',
  'Importations Casquelune',
  'Ceramiche Luceforte Srl',
]);

export const SERVICES = parties('G', [
  'Foncière Estuvale',
  'Énergie Lumivolt',
  'Télécom Voxaria',
  'Assurances Prudentine',
  'Cabinet Hêtrevoye',
  'Transports Roucaline',
  'Régie Affichéa',
  'Location Bureaucopie',
  'Entretien Netteval',
  'Automobiles Carrefour Neuf',
  'Machines Roulefort',
  'Station du Rond Bleu',
  'Emballages Cartonel',
]);

export const service = (name: string): Party => named(SERVICES, name);

const monthly = { rate: 2000n, exigibility: 'OnReceipts' } as const;
const goods = { rate: 2000n, exigibility: 'OnDebits' } as const;

export const RECURRING: readonly Recurring[] = [
  {
    ...monthly,
    party: service('Foncière'),
    label: 'loyer boutique et réserve',
    account: '613200',
    ht: eur('3250'),
    day: 1,
    means: 'debit',
    delay: 6,
  },
  {
    ...goods,
    party: service('Énergie'),
    label: 'électricité',
    account: '606100',
    ht: [360, 720, 211],
    day: 14,
    means: 'debit',
    delay: 14,
  },
  {
    ...goods,
    party: service('Télécom'),
    label: 'abonnements',
    account: '626200',
    ht: eur('256.80'),
    day: 6,
    in: [1, 3, 5, 7, 9, 11],
    means: 'debit',
    delay: 9,
  },
  {
    party: service('Assurances'),
    label: 'multirisque, octobre à septembre',
    rate: 0n,
    exigibility: 'OnDebits',
    account: '616000',
    ht: eur('4380'),
    day: 1,
    in: [6],
    means: 'debit',
    delay: 10,
  },
  {
    party: service('Assurances'),
    label: 'véhicules, trimestre',
    rate: 0n,
    exigibility: 'OnDebits',
    account: '616000',
    ht: eur('486.50'),
    day: 3,
    in: [0, 3, 6, 9],
    means: 'debit',
    delay: 8,
  },
  {
    ...monthly,
    party: service('Cabinet'),
    label: 'tenue comptable',
    account: '622600',
    ht: eur('2100'),
    day: 18,
    in: [2, 5, 8, 11],
    means: 'transfer',
    delay: 24,
  },
  {
    ...monthly,
    party: service('Transports'),
    label: 'transports sur achats',
    account: '624100',
    ht: [420, 980, 1000],
    day: 27,
    means: 'transfer',
    delay: 30,
  },
  {
    ...monthly,
    party: service('Régie'),
    label: 'encarts',
    account: '623100',
    ht: [600, 1200, 5000],
    day: 11,
    in: [1, 4, 7, 8, 10],
    means: 'cheque',
    delay: 20,
  },
  {
    ...monthly,
    party: service('Location'),
    label: 'photocopieur, trimestre',
    account: '613500',
    ht: eur('438'),
    day: 2,
    in: [0, 3, 6, 9],
    means: 'debit',
    delay: 5,
  },
  {
    ...monthly,
    party: service('Entretien'),
    label: 'nettoyage, trimestre',
    account: '615000',
    ht: eur('930'),
    day: 25,
    in: [2, 5, 8, 11],
    means: 'debit',
    delay: 11,
  },
  {
    ...goods,
    party: service('Emballages'),
    label: 'cartons et papier',
    account: '602200',
    ht: [380, 940, 700],
    day: 8,
    in: [0, 2, 4, 6, 8, 10],
    means: 'bill',
    delay: 32,
  },
];

export const PAYROLL: PayrollTerms = {
  employees: [
    { name: 'Boutique 1', gross: eur('2350'), withholding: 160n },
    { name: 'Boutique 2', gross: eur('2120'), withholding: 110n },
    { name: 'Réserve', gross: eur('1980'), withholding: 90n },
    { name: 'Livraison', gross: eur('1850'), withholding: 50n },
  ],
  pension: { code: 'RETRAITE', name: 'Retraite Solvance' },
  health: { code: 'MUTUELLE', name: 'Mutuelle Bonaventin' },
  rates: USUAL_RATES,
  healthEach: eur('29'),
};

export const ASSETS: readonly Asset[] = [
  {
    number: 1,
    name: 'Agencement de la boutique',
    group: 'Boutique',
    account: '218100',
    value: eur('42000'),
    vat: eur('8400'),
    acquired: day('2019-09-01'),
    deployed: day('2019-09-01'),
    years: 10,
  },
  {
    number: 2,
    name: 'Rayonnages et convoyeur',
    group: 'Réserve',
    account: '215400',
    value: eur('16800'),
    vat: eur('3360'),
    acquired: day('2020-05-04'),
    deployed: day('2020-05-18'),
    years: 8,
  },
  {
    number: 3,
    name: 'Caisse enregistreuse et terminal',
    group: 'Boutique',
    account: '218300',
    value: eur('3900'),
    vat: eur('780'),
    acquired: day('2021-02-01'),
    deployed: day('2021-02-01'),
    years: 3,
    notes: 'Totalement amorti, toujours utilisé',
  },
  {
    number: 4,
    name: 'Fourgon de livraison',
    group: 'Véhicules',
    account: '218200',
    value: eur('21500'),
    vat: eur('4300'),
    acquired: day('2022-06-15'),
    deployed: day('2022-06-15'),
    years: 5,
    vehicle: {
      plate: 'ZZ-101-VH',
      firstCirculation: day('2022-06-10'),
      co2: 185,
      power: 7,
      energy: 'GO',
      taxType: 'NotConcerned',
    },
  },
  {
    number: 5,
    name: 'Chambre froide',
    group: 'Réserve',
    account: '215400',
    value: eur('18000'),
    vat: eur('3600'),
    acquired: day('2022-10-10'),
    deployed: day('2022-10-24'),
    years: 5,
    declining: 175n,
  },
  {
    number: 6,
    name: 'Logiciel de caisse',
    group: 'Boutique',
    account: '205000',
    value: eur('2400'),
    vat: eur('480'),
    acquired: day('2023-05-01'),
    deployed: day('2023-05-01'),
    years: 3,
  },
  {
    number: 7,
    name: 'Dépôt de garantie du bail',
    group: 'Boutique',
    account: '275000',
    value: eur('6200'),
    vat: 0n,
    acquired: day('2019-09-01'),
    deployed: day('2019-09-01'),
  },
  {
    number: 8,
    name: 'Berline de direction',
    group: 'Véhicules',
    account: '218200',
    value: eur('31680'),
    vat: 0n,
    acquired: day('2024-06-03'),
    deployed: day('2024-06-03'),
    years: 5,
    vehicle: {
      plate: 'ZZ-204-VH',
      firstCirculation: day('2024-05-30'),
      co2: 168,
      power: 9,
      energy: 'ES',
      taxType: 'Liable',
      limit: eur('9900'),
    },
    notes: 'Prix TTC: la TVA de 5 280,00 ne se déduit pas',
  },
  {
    number: 9,
    name: 'Ligne de conditionnement',
    group: 'Réserve',
    account: '215400',
    value: eur('48000'),
    vat: eur('9600'),
    acquired: day('2024-09-16'),
    deployed: day('2024-10-01'),
    years: 5,
    declining: 175n,
    grant: {
      name: 'Aide à la modernisation',
      amount: eur('12000'),
      date: day('2024-10-15'),
      funder: 'Région',
      account: '131200',
    },
  },
];
