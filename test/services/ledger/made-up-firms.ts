/**
 * Books of made-up firms, of which it is known what opens them: openings as programs of several makers write them where
 * they have no journal for it, and first days on which nothing is opened.
 */
import type { Entry } from './books.ts';

export interface MadeUpFirm {
  readonly about: string;
  readonly entries: readonly Entry[];
  /** Those of the year before, when its file is there too. */
  readonly before: readonly Entry[] | undefined;
  /** Numbers of the entries that open the exercise. */
  readonly openings: readonly string[];
  /** Fixed assets bought on the first day, by account and amount. */
  readonly bought: readonly string[];
}

type Random = () => number;

/** The same firms at every run: a small generator of Lehmer's kind. */
export function randomOf(seed: number): Random {
  let state = (seed * 48271 + 11) % 2147483647 || 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

const between = (random: Random, least: number, most: number): number => least + Math.floor(random() * (most - least));
const oneOf = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;

/** Balances by account, and what they sum up to stands on the last one. */
type Balances = readonly (readonly [string, number])[];

function balanced(parts: Balances, last: string): Balances {
  const sum = parts.reduce((total, [, amount]) => total + amount, 0);
  return [...parts, [last, -Math.round(sum * 100) / 100]];
}

type FirmKind = (random: Random) => Balances;

const money = (random: Random): number => between(random, 100, 90_000) + between(random, 0, 100) / 100;

/** What a closing leaves, by kind of firm. */
const KINDS: Readonly<Record<string, FirmKind>> = {
  company: (random) =>
    balanced(
      [
        ['101300', -money(random)],
        ['106100', -money(random)],
        ['215400', money(random)],
        ['281540', -between(random, 10, 90)],
        ['401000/F1', -money(random)],
        ['411000/C1', money(random)],
        ['411000/C2', money(random)],
        ['445660', between(random, 20, 900)],
        ['512000', money(random)],
      ],
      '120000',
    ),
  landlord: (random) =>
    balanced(
      [
        ['101000', -1000],
        ['213100', 180_000 + money(random)],
        ['281310', -money(random)],
        ['164000', -money(random)],
        ['455100', -money(random)],
        ['512000', money(random)],
      ],
      '119000',
    ),
  trader: (random) =>
    balanced(
      [
        ['218200', money(random)],
        ['281820', -between(random, 10, 90)],
        ['370000', money(random)],
        ['401FOURNI', -money(random)],
        ['431000', -between(random, 100, 900)],
        ['512100', money(random)],
      ],
      '101000',
    ),
  holding: (random) =>
    balanced(
      [
        ['101300', -money(random)],
        ['261000', money(random)],
        ['512000', money(random)],
      ],
      '110000',
    ),
  association: (random) =>
    balanced(
      [
        ['102000', -money(random)],
        ['218300', money(random)],
        ['281830', -between(random, 10, 90)],
        ['441000', money(random)],
        ['512000', money(random)],
        ['531000', between(random, 5, 300)],
      ],
      '120000',
    ),
};

interface Style {
  readonly journal: string;
  /** What a line says, given its account. */
  readonly text: (account: string) => string;
  readonly piece?: string;
  /** Each account in an entry of its own, across from this one. */
  readonly across?: string;
}

const says = (journal: string, text: string, more: Partial<Style> = {}): Style => ({
  journal,
  text: () => text,
  ...more,
});
const nameOf = (account: string): string => `Compte ${account}`;

const STYLES: readonly Style[] = [
  says('OD', 'Soldes au 01/01/2024'),
  says('OD', 'Solde au 31/12/2023'),
  says('JG', 'OUVERTURE'),
  says('JG', 'Report'),
  says('OD', 'Reprise soldes'),
  says('OD', 'REPRISE DES SOLDES N-1'),
  says('OD', 'Reprise comptabilité précédente'),
  says('OD', 'Reprise balance 12/2023'),
  says('OD', 'Bilan d’ouverture'),
  says('OD', "Bilan d'ouverture", { across: '890000' }),
  says('JG', 'Soldes initiaux', { across: '471000' }),
  says('OD', 'SOLDES INITIAUX'),
  says('OD', 'Solde d’ouverture'),
  says('OD', 'Écriture d’ouverture'),
  says('GEN', 'Opening balance'),
  says('OD', 'Balance d’entrée'),
  says('OD', 'A.N. 2024', { piece: 'AN' }),
  says('OD', 'AN 01/01/24'),
  says('OD', 'RAN 2024'),
  says('OD', 'Reports à-nouveaux'),
  says('OD', 'A NOUVEAU AU 01/01'),
  says('JG', 'Réouverture des comptes'),
  says('OD', 'Situation au 31/12/2023'),
  says('OD', 'Exercice précédent'),
  { journal: 'OD', text: nameOf, piece: 'AN2024' },
  { journal: 'OD', text: nameOf },
  { journal: 'JG', text: (account) => `Report ${nameOf(account)}` },
  { journal: 'OD', text: (account) => (/^4/.test(account) ? `Facture ${account.length}17` : 'Report des soldes') },
  { journal: 'JG', text: (account) => `Solde ${account}`, across: '471000' },
];

const lineOf = (account: string, amount: number, text: string): string => `${account} ${amount.toFixed(2)} ${text}`;

function openedIn({ journal, text, piece, across }: Style, balances: Balances): Entry[] {
  const head = { journal, date: '01-01', ...(piece !== undefined && { piece }) };
  const lines = balances.map(([account, amount]) => lineOf(account, amount, text(account)));
  if (across === undefined) return [{ ...head, number: 'O1', lines }];
  return balances.map(([account, amount], index) => ({
    ...head,
    number: `O${index + 1}`,
    lines: [lineOf(account, amount, text(account)), lineOf(across, -amount, text(account))],
  }));
}

interface FirstDay {
  readonly entry: Entry;
  readonly bought?: string;
}

const day = (number: string, journal: string, label: string, ...lines: string[]): Entry => ({
  number,
  journal,
  label,
  lines,
  date: '01-01',
});

/** What happens on a first day and opens nothing. */
const HAPPENINGS: readonly ((random: Random, journal: string) => FirstDay)[] = [
  (random, journal) => bought('H1', journal, 'Achat camion', '218200', money(random)),
  (random, journal) => bought('H1', journal, 'Nouveau véhicule', '218200', money(random)),
  (random, journal) => bought('H1', journal, 'Ouverture magasin : agencements', '218100', money(random)),
  (random, journal) => bought('H1', journal, 'Achat à nouveau machine', '215400', money(random)),
  (random, journal) => bought('H1', journal, 'Solde facture matériel', '215400', money(random)),
  (_, journal) => ({ entry: day('H1', journal, 'Solde facture 2023-118', '401000/F1 500', '512000 -500') }),
  (_, journal) => ({ entry: day('H1', journal, 'Report échéance prêt', '164000 900', '512000 -900') }),
  (_, journal) => ({
    entry: day('H1', journal, 'Affectation du résultat', '120000 800', '106100 -300', '110000 -500'),
  }),
  (_, journal) => ({ entry: day('H1', journal, 'Report à nouveau', '120000 800', '110000 -500', '457000 -300') }),
  (_, journal) => ({ entry: day('H1', journal, 'Ouverture compte épargne', '512200 700', '512000 -700') }),
];

function bought(number: string, journal: string, label: string, account: string, amount: number): FirstDay {
  const [vat, total] = [amount / 5, amount + Math.round(amount * 20) / 100];
  const lines = [`${account} ${amount.toFixed(2)}`, `445620 ${vat.toFixed(2)}`, `404000 ${(-total).toFixed(2)}`];
  return { entry: day(number, journal, label, ...lines), bought: `${account} ${amount.toFixed(2)}` };
}

/** The rest of a year, so that the first day is one of many. */
const usual = (journal: (code: string) => string): Entry[] => [
  { journal: journal('VE'), number: 'V1', date: '02-10', lines: ['411000/C1 1200', '706000 -1000', '445710 -200'] },
  { journal: journal('HA'), number: 'A1', date: '03-11', lines: ['606100 100', '445660 20', '401000/F1 -120'] },
  { journal: journal('BQ'), number: 'B1', date: '03-30', lines: ['512000 1200', '411000/C1 -1200'] },
];

/** A firm that has gone on for years, whose books say so in one of the styles. */
export function oldFirm(seed: number): MadeUpFirm {
  const random = randomOf(seed);
  const style = STYLES[seed % STYLES.length] as Style;
  const kind = Object.keys(KINDS)[seed % Object.keys(KINDS).length] as string;
  const balances = (KINDS[kind] as FirmKind)(random);
  const opened = openedIn(style, balances);
  const isSingle = style.journal !== 'OD';
  const { entry, bought: asset } = oneOf(random, HAPPENINGS)(random, isSingle ? style.journal : 'OD');
  const isKnown = random() < 0.4;
  return {
    about: `${seed}: ${kind}, ${style.journal} "${style.text('215400')}" ${style.across ?? ''}, beside ${entry.label}`,
    entries: [...opened, entry, ...usual((code) => (isSingle ? style.journal : code))],
    before: isKnown ? [closedWith(balances)] : undefined,
    openings: opened.map(({ number }) => String(number)),
    bought: asset ? [asset] : [],
  };
}

const closedWith = (balances: Balances): Entry => ({
  journal: 'OD',
  number: '1',
  date: '2023-06-30',
  lines: balances.map(([account, amount]) => `${account} ${amount.toFixed(2)}`),
});

/** First days of new companies, and of books whose opening was left out. */
const FOUNDED: readonly ((random: Random) => FirstDay)[] = [
  () => ({ entry: day('H2', 'BQ', 'Apport en capital', '512000 10000', '101300 -10000') }),
  () => ({ entry: day('H2', 'ZZ', 'Dépôt capital', '512000 10000', '101300 -10000') }),
  () => ({ entry: day('H2', 'OD', 'Ouverture compte bancaire', '512000 9000', '455100 -4000', '101300 -5000') }),
  () => ({ entry: day('H2', 'OD', 'Souscription du capital', '456100 5000', '109000 5000', '101300 -10000') }),
  (random) => {
    const amount = money(random);
    const lines = [`215400 ${amount.toFixed(2)}`, '370000 500', `101300 ${(-amount - 500).toFixed(2)}`];
    return {
      entry: day('H2', 'OD', 'Constitution de la société', ...lines),
      bought: `215400 ${amount.toFixed(2)}`,
    };
  },
];

/** A firm that nothing opens. */
export function newFirm(seed: number): MadeUpFirm {
  const random = randomOf(seed);
  const founded = (FOUNDED[seed % FOUNDED.length] as (random: Random) => FirstDay)(random);
  const happened = oneOf(random, HAPPENINGS)(random, 'OD');
  return {
    about: `${seed}: ${founded.entry.label}, beside ${happened.entry.label}`,
    entries: [founded.entry, happened.entry, ...usual((code) => code)],
    before: undefined,
    openings: [],
    bought: [founded.bought, happened.bought].filter((one) => one !== undefined),
  };
}
