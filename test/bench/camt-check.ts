/** `bank statement check --format table` of a camt.053: megabytes a second and memory. */
import { ibanFromRib } from '../../src/services/banking/accounts/iban.ts';
import { addDays, plainDate } from '../../src/services/kernel/dates.ts';
import type { StatementDraft } from '../support/write-120.ts';
import { camtClosing, camtOpening, camtStatement } from '../support/write-camt.ts';
import { reportCheck } from './check-rate.ts';
import { sized } from './size.ts';

const [movements = sized(200_000), rounds] = process.argv.slice(2).map(Number);
const PER_STATEMENT = 400;

const account = {
  bankCode: '98765',
  branchCode: '00042',
  accountNumber: '00012345678',
  currencyCode: 'EUR',
  decimals: 2,
};

/** One statement a day, of credits alone. */
function* message(): Generator<string> {
  yield camtOpening('08');
  for (let done = 0, units = 0; done < movements; done += PER_STATEMENT) {
    const date = addDays(plainDate(2020, 1, 1), done / PER_STATEMENT);
    const entries = Array.from({ length: Math.min(PER_STATEMENT, movements - done) }, (_, index) => ({
      operationDate: date,
      units: 100 + ((done + index) % 9000),
      label: `VIR SEPA DUPONT ET FILS FACTURE 2025-${done + index}`,
    }));
    const draft: StatementDraft = {
      account,
      start: { date: addDays(date, -1), units },
      end: { date },
      movements: entries,
    };
    yield camtStatement(
      draft,
      ({ bankCode, branchCode, accountNumber }) => ibanFromRib(bankCode, branchCode, accountNumber) ?? '',
      { version: '08' },
    );
    units += entries.reduce((sum, entry) => sum + entry.units, 0);
  }
  yield camtClosing;
}

await reportCheck({ what: `camt check of ${movements} movements`, text: message(), rate: 25, rounds });
