/**
 * Transfers of a few people who pay the same three amounts again and again, as the bank and the books write them: names in
 * full or in short, first or last, beside words that say what for; families; some that one side alone has.
 */
import { Builder, Dice, type ReconciliationSet } from './reconciliation-sets.ts';

const SURNAMES =
  `Martel Gauvin Perrot Lemoux Chabrol Vidal Roussin Bastide Fournet Giroux Lambel Mercadier Noblet Ollivon
  Pasquet Quintal Ravaud Sabatin Tessier Urbain Valois Wendel Ybert Zeller Aubrac Belmas Corvin Daumas Esnault Fabrol Garnon
  Hervieu Imbrat Jolivet Kervella Lacombe Marsal Navarrin Orsel Peyrac Rigaud Sorbier Thuret Vasseur Delcour Dumarin Dubosc
  Dubois Dupuis Dupin Moreau Morel Moret Martinet Bernardin`.split(/\s+/);
const FIRST_NAMES = `Agnes Bruno Cecile Denis Elise Fabien Gilles Helene Igor Julie Karim Laure Marc Nadia Odile Pierre
  Quentin Remi Sonia Thomas Ursule Victor Yann Zoe`.split(/\s+/);
const PURPOSES = ['', '', ' COTISATION', ' ADHESION 2026', ' STAGE', ' LOYER', ' DON'];
const [BANK_ALONE, BOOKS_ALONE, UNNAMED] = [0.08, 0.08, 0.05];

export interface Transfers {
  readonly transfers: number;
  readonly names: number;
}

export function transferSet(seed: number, { transfers, names }: Transfers): ReconciliationSet {
  const dice = new Dice(seed * 7919 + names * 13 + transfers);
  const set = new Builder(dice);
  const surnames = dice.shuffle(SURNAMES).slice(0, Math.ceil(names * 0.7));
  const people = new Set<string>();
  while (people.size < names) people.add(`${dice.pick(surnames)} ${dice.pick(FIRST_NAMES)}`);
  for (let n = 0; n < transfers; n++) transfer(set, dice.pick([...people]));
  return set.done();
}

function transfer(set: Builder, person: string): void {
  const { dice } = set;
  const [day, amount] = [dice.int(0, 300), dice.pick([5000, 8000, 12_000])];
  const movement = dice.is(BOOKS_ALONE) ? undefined : set.move(day, amount, written(dice, person));
  if (movement !== undefined && dice.is(BANK_ALONE)) return;
  const line = set.line(day + dice.int(-3, 8), amount, entered(dice, person));
  if (movement !== undefined) set.link([movement], [line]);
}

function written(dice: Dice, person: string): string {
  const [surname = '', first = ''] = person.toUpperCase().split(' ');
  const [letter] = first;
  const who = dice.pick([
    `${surname} ${first}`,
    `${first} ${surname}`,
    `M ${surname} ${first}`,
    `MME ${surname}`,
    surname,
    `${surname} ${letter}`,
    `${letter} ${surname}`,
    `M OU MME ${surname} ${first}`,
  ]);
  const kind = dice.pick(['VIR SEPA RECU', 'VIR DE', 'VIREMENT', 'VIR INST']);
  return `${kind} ${dice.is(UNNAMED) ? '' : who}${dice.pick(PURPOSES)}`;
}

function entered(dice: Dice, person: string): string {
  const [surname = '', first = ''] = person.split(' ');
  const who = dice.pick([person, person, `${first} ${surname}`, surname, `${surname} ${first[0]}.`]);
  return `${dice.pick(['Règlement ', '', 'Cotisation ', 'Virement ', 'Encaissement '])}${who}`;
}
