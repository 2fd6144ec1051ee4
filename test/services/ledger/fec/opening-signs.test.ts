import { expect, it } from 'vitest';
import { type OpeningVerdict, openingVerdict } from '../../../../src/services/ledger/fec/opening-signs.ts';

/** `215400 10, 101000 -10`, each line under the same text. */
const verdictOf = (lines: string, text: string): OpeningVerdict => {
  const accounts = lines.split(', ').map((line) => {
    const [number = '', amount = '0'] = line.split(' ');
    return { number, balance: BigInt(amount) };
  });
  return openingVerdict({ accounts, texts: [text] });
};

const WHOLE = '101000 -8, 215400 9, 281540 -2, 411000 3, 120000 -2';
const SMALL = '512000 5, 108000 -5';
const PURCHASE = '218200 10, 445620 2, 404000 -12';

it.each<[string, string, OpeningVerdict]>([
  [WHOLE, 'Intégration balance', 'Words'],
  [WHOLE, 'Migration', 'Accounts'],
  [WHOLE, 'Transmission universelle de patrimoine', 'None'],
  [`${WHOLE}, 606000 1, 408000 -1`, 'Report', 'Words'],
  [SMALL, 'À-NOUVEAUX', 'Words'],
  [SMALL, 'Rep. à nouv.', 'Words'],
  [SMALL, 'Soldes de début d’exercice', 'Words'],
  [SMALL, 'Report', 'Unsure'],
  [SMALL, 'Prélèvement', 'None'],
  ['512000 5, 890000 -5', 'Banque', 'OpeningAccount'],
  ['512000 5, 101300 -5', 'Dépôt du capital', 'None'],
  ['512000 5, 455100 -2, 101300 -3', 'Versement', 'Unsure'],
  [PURCHASE, 'Nouveau véhicule', 'None'],
  [PURCHASE, 'À nouveau un véhicule', 'None'],
  ['120000 5, 110000 -5', 'Report à nouveau', 'None'],
  ['606000 5, 401000 -5', 'Report à nouveau', 'None'],
  ['401000 5, 512000 -5', 'Solde facture', 'None'],
])('%s "%s": %s', (lines, text, verdict) => {
  expect(verdictOf(lines, text)).toBe(verdict);
});
