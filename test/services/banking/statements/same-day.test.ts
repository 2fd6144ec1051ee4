/**
 * Statements that banks without hours in their files cut inside one day: what was taken at noon, and what comes after.
 * The account: 1,000.00 on the evening of 28 February, -100.00 on 4 March, -2.50 in the morning and -2.50 in the afternoon
 * of the 15th, +300.00 on the 20th. So 900.00 on the morning of the 15th, 897.50 at noon, 895.00 in the evening.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importStatementFile } from '../../../../src/services/banking/statements/import.ts';
import { testDatabase } from '../../../support/database.ts';
import { writeCamt053 } from '../../../support/write-camt.ts';
import { bankWorld, ibanOf, type Move, statement } from './world.ts';

const db = await testDatabase();
const { ctx, folder, newFolder } = bankWorld(db);

interface Taken {
  /** First day that it lists, and the day on which its old balance is dated where the format has one. */
  readonly from: string;
  readonly old: readonly [date: string, units: number];
  readonly to: string;
  readonly moves: readonly Move[];
}

const compact = (date: string) => `2026${date.replace('-', '')}`;
const endOf = ({ old, moves }: Taken) => moves.reduce((sum, [, units]) => sum + units, old[1]);

/** Its old balance is what the movements leave of the new one. */
const asOfx = (taken: Taken): string => {
  const rows = taken.moves.map(
    ([date, units, label]) =>
      `<STMTTRN><TRNTYPE>XFER\n<DTPOSTED>${compact(date)}\n<TRNAMT>${(units / 100).toFixed(2)}\n<FITID>${date}${label}\n<NAME>${label}\n</STMTTRN>`,
  );
  return (
    'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n<OFX><BANKMSGSRSV1><STMTTRNRS>' +
    '<STMTRS><CURDEF>EUR\n<BANKACCTFROM><BANKID>98765\n<BRANCHID>00042\n<ACCTID>00000000001\n<ACCTTYPE>CHECKING\n</BANKACCTFROM>' +
    `<BANKTRANLIST><DTSTART>${compact(taken.from)}\n<DTEND>${compact(taken.to)}\n${rows.join('')}</BANKTRANLIST>` +
    `<LEDGERBAL><BALAMT>${(endOf(taken) / 100).toFixed(2)}\n<DTASOF>${compact(taken.to)}\n</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
  );
};
const asCamt = ({ old, to, moves }: Taken): string => writeCamt053([statement(old, to, moves)], ibanOf);

let files = 0;
async function given(write: (taken: Taken) => string, all: readonly Taken[]) {
  const folderId = await newFolder();
  let gaps: readonly { readonly difference: string }[] = [];
  for (const taken of all) {
    const path = join(folder, `same-day-${files++}`);
    writeFileSync(path, write(taken), 'latin1');
    const { accounts, findings } = await importStatementFile(
      ctx,
      { name: 'releve', path },
      { folderId, createsAccounts: true },
    );
    gaps = accounts[0]?.gaps ?? [];
    expect(findings).toEqual([]);
  }
  const live = db.knex('bank_transaction').where({ folder_id: folderId, is_deleted: false });
  return [gaps.map(({ difference }) => difference), Number((await live.count())[0]?.count)];
}

const CAFE: Move = ['03-15', -250, 'CAFE'];
const RENT: Move = ['03-04', -10_000, 'LOYER'];
const CLIENT: Move = ['03-20', 30_000, 'VIR CLIENT'];
/** Taken at noon. */
const NOON: Taken = { from: '03-01', old: ['02-28', 100_000], to: '03-15', moves: [RENT, CAFE] };

interface Case {
  readonly what: string;
  readonly next: Taken;
  readonly gaps: readonly string[];
  readonly count: number;
  readonly formats?: readonly ('ofx' | 'camt')[];
}

/** Another than that of the morning: the bank's own references tell them apart in one format, not in the other. */
const LATE: Move = ['03-15', -250, 'CAFE LATE'];
const rest = (old: readonly [string, number]): Taken => ({ from: '03-15', old, to: '03-31', moves: [LATE, CLIENT] });
const wholeDay = (old: readonly [string, number]): Taken => ({ ...rest(old), moves: [CAFE, LATE, CLIENT] });
const after = (old: readonly [string, number]): Taken => ({ from: '03-16', old, to: '03-31', moves: [CLIENT] });

const CASES: readonly Case[] = [
  { what: 'the rest of the day follows', next: rest(['03-14', 89_750]), gaps: [], count: 4 },
  { what: 'the rest of the day, dated on it', next: rest(['03-15', 89_750]), gaps: [], count: 4, formats: ['camt'] },
  { what: 'the whole day again', next: wholeDay(['03-14', 90_000]), gaps: [], count: 4 },
  {
    what: 'the whole day again, dated on it',
    next: wholeDay(['03-15', 90_000]),
    gaps: [],
    count: 4,
    formats: ['camt'],
  },
  { what: 'the day after: the afternoon is missing', next: after(['03-15', 89_500]), gaps: ['-2.50'], count: 3 },
  {
    what: 'the day after, dated on it',
    next: after(['03-16', 89_500]),
    gaps: ['-2.50'],
    count: 3,
    formats: ['camt'],
  },
  { what: 'the rest of the day without -50.00 of it', next: rest(['03-14', 84_750]), gaps: ['-50.00'], count: 4 },
  { what: 'the same, dated on it', next: rest(['03-15', 84_750]), gaps: ['-50.00'], count: 4, formats: ['camt'] },
  {
    what: 'the whole day, -50.00 booked late before it',
    next: wholeDay(['03-14', 85_000]),
    gaps: ['-50.00'],
    count: 4,
  },
];

describe.each([
  ['ofx', asOfx],
  ['camt', asCamt],
] as const)('after an %s file of noon', (format, write) => {
  it.each(CASES.filter(({ formats }) => !formats || formats.includes(format)))(
    '$what',
    async ({ next, gaps, count }) => {
      expect(await given(write, [NOON, next])).toEqual([gaps, count]);
      expect(await given(write, [next, NOON])).toEqual([gaps, count]);
    },
  );
});
