/** Customers, suppliers and public bodies of the folders. Every private name is invented. */
import { iban } from './identity.ts';

export interface Party {
  /** Auxiliary account, `C0007` or `F0012`. */
  readonly code: string;
  readonly name: string;
}

/** `parties('C', ['Atelier Morel', …])` numbers a list from 1. */
export const parties = (prefix: string, names: readonly string[]): Party[] =>
  names.map((name, index) => ({ code: `${prefix}${String(index + 1).padStart(4, '0')}`, name }));

/** The party whose name begins so. */
export function named(list: readonly Party[], start: string): Party {
  const party = list.find(({ name }) => name.startsWith(start));
  if (party === undefined) throw new Error(`no party ${start}`);
  return party;
}

/** A stable number for a party, from which its bank details and mandates are made. */
const hash = (text: string): number => [...text].reduce((acc, char) => (acc * 31 + char.charCodeAt(0)) % 99_999_989, 7);

/** Account of a party at an invented bank, key right. */
export const partyIban = (party: Party): string =>
  iban({ bank: '98768', branch: '00010', account: String(hash(party.name)).padStart(11, '0') });

/** SEPA creditor identifier in its French shape, on the placeholder number 999 999. */
export const creditorId = (party: Party): string => `FR99ZZZ${String(hash(party.name) % 1000).padStart(3, '0')}999`;

export const mandate = (party: Party): string => `RUM${String(hash(party.name)).padStart(8, '0')}`;

/** Upper-case ASCII, as banks write labels. */
export const bankText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").replace(/[œŒ]/g, 'OE').toUpperCase();
