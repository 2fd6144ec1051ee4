/** `bank statement check --format table` of a bank's CSV, the newest movement first: megabytes a second and memory. */
import { addDays, plainDate } from '../../src/services/kernel/dates.ts';
import { reportCheck } from './check-rate.ts';
import { sized } from './size.ts';

const [movements = sized(200_000), rounds] = process.argv.slice(2).map(Number);
const PER_DAY = 400;

const euros = (units: number): string => (units / 100).toFixed(2).replace('.', ',');

function* rows(): Generator<string> {
  yield 'Compte chèques;FR76 9876 5000 4200 0000 0000 192\n';
  yield 'Date opération;Date de valeur;Libellé;Débit;Crédit;Solde\n';
  for (let left = movements, balance = 1_000_000_000; left > 0; left--) {
    const day = addDays(plainDate(2024, 1, 1), Math.floor(left / PER_DAY))
      .split('-')
      .reverse()
      .join('/');
    const units = ((left * 7919) % 100_000) - 50_000;
    const sides = units < 0 ? `${euros(-units)};` : `;${euros(units)}`;
    yield `${day};${day};VIR SEPA DUPONT ET FILS FACTURE 2025-${left};${sides};${euros(balance)}\n`;
    balance -= units;
  }
}

await reportCheck({ what: `CSV check of ${movements} movements`, text: rows(), rate: 2, rounds });
