/** CFONB 240, operation 81: direct debits that came back (brochure of May 2004, records 31, 34, 39). */
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import type { Cents } from '../../../src/services/kernel/money.ts';
import { ddmmyy } from './calendar.ts';
import type { Rib } from './identity.ts';
import { bankText } from './parties.ts';

interface Reject {
  readonly date: PlainDate;
  readonly debtor: string;
  readonly debtorRib: Rib;
  readonly label: string;
  readonly originalDate: PlainDate;
  /** Six characters at most. */
  readonly originalReference: string;
  readonly reason: string;
  readonly amount: Cents;
}

export interface RejectFile {
  readonly rib: Rib;
  readonly holder: string;
  readonly date: PlainDate;
  readonly rejects: readonly Reject[];
}

const OPERATION = '81';

export function cfonb240(file: RejectFile): Buffer {
  const client = `${ribText(file.rib)}${bankText(file.holder).slice(0, 24).padEnd(24)}`;
  const total = file.rejects.reduce((acc, { amount }) => acc + amount, 0n);
  const sequence = (index: number): string => String(index).padStart(6, '0');
  const records = [
    `31${sequence(1)}${OPERATION}${ddmmyy(file.date)}E    ${client}`.padEnd(240),
    ...file.rejects.map((reject, index) => `34${sequence(index + 2)}${OPERATION}${detail(reject, client)}`),
    `39${sequence(file.rejects.length + 2)}${OPERATION}${ddmmyy(file.date)}     ${client}`.padEnd(228) + cents(total),
  ];
  const wrong = records.find((record) => record.length !== 240);
  if (wrong !== undefined) throw new Error(`record of ${wrong.length} characters: ${wrong}`);
  return Buffer.from([...records, ''].join('\r\n'), 'latin1');
}

/** Positions 11 to 240 of a detail record. */
function detail(reject: Reject, client: string): string {
  return [
    ddmmyy(reject.date),
    'E    ', // 17-21
    client, // 22-66
    '999999', // 67-72, issuer number
    ' '.repeat(5),
    ribText(reject.debtorRib), // 78-98
    bankText(reject.debtor).slice(0, 24).padEnd(24), // 99-122
    ' '.repeat(6),
    'AGENCE CENTRE'.padEnd(24), // 129-152
    bankText(reject.label).slice(0, 31).padEnd(31), // 153-183
    ' '.repeat(31), // 184-214
    ddmmyy(reject.originalDate), // 215-220
    reject.originalReference.padEnd(6), // 221-226
    reject.reason, // 227-228
    cents(reject.amount),
  ].join('');
}

const ribText = (rib: Rib): string => rib.bank + rib.branch + rib.account;
const cents = (amount: Cents): string => amount.toString().padStart(12, '0');
