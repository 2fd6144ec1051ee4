import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { undoBookedImport } from '../../../../src/services/banking/books/undo-import.ts';
import { bankFigures } from '../../../../src/services/banking/report/figures.ts';
import { decimalsOf } from '../../../../src/services/banking/statements/camt/values.ts';
import { AccountRegister } from '../../../../src/services/banking/statements/cfonb/account-register.ts';
import { openBankFile } from '../../../../src/services/banking/statements/cfonb/bank-file.ts';
import { FindingLog } from '../../../../src/services/banking/statements/cfonb/findings.ts';
import { accountsWithGaps } from '../../../../src/services/banking/statements/gaps-of-folders.ts';
import { importStatementFile } from '../../../../src/services/banking/statements/import.ts';
import { OfxReader } from '../../../../src/services/banking/statements/ofx/ofx-reader.ts';
import { testDatabase } from '../../../support/database.ts';
import { bankWorld, type Move, statement } from './world.ts';

const db = await testDatabase();
const { ctx, folder, give, newFolder } = bankWorld(db);

interface Draft {
  readonly from: string;
  readonly to: string;
  readonly balance: string;
  readonly moves: readonly Move[];
}

const compact = (date: string) => `2026${date.replace('-', '')}`;
const HEADER = 'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n';

/** Version 1 closes aggregates alone. */
function ofx({ from, to, balance, moves }: Draft, isXml = false): Buffer {
  const value = (name: string, text: string) => `<${name}>${text}${isXml ? `</${name}>` : '\r\n'}`;
  const rows = moves.map(
    ([date, units, label], at) =>
      `<STMTTRN>${value('TRNTYPE', units < 0 ? 'FEE' : 'XFER')}${value('DTPOSTED', `${compact(date)}120000[+1:CET]`)}` +
      `${value('TRNAMT', (units / 100).toFixed(2))}${value('FITID', `${date}${at}`)}${value('NAME', label)}</STMTTRN>`,
  );
  const account = `<BANKACCTFROM>${value('BANKID', '98765')}${value('BRANCHID', '00042')}${value('ACCTID', '00000000001')}${value('ACCTTYPE', 'CHECKING')}</BANKACCTFROM>`;
  const text =
    `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>${value('CURDEF', 'EUR')}${account}<BANKTRANLIST>` +
    `${value('DTSTART', compact(from))}${value('DTEND', compact(to))}${rows.join('')}</BANKTRANLIST>` +
    `<LEDGERBAL>${value('BALAMT', balance)}${value('DTASOF', compact(to))}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  return Buffer.from(
    isXml ? `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200"?>${text}` : HEADER + text,
    isXml ? 'utf8' : 'latin1',
  );
}

let files = 0;
function giveOfx(folderId: number, bytes: Buffer) {
  const path = join(folder, `${files++}.ofx`);
  writeFileSync(path, bytes);
  return importStatementFile(ctx, { name: 'releve.ofx', path }, { folderId, createsAccounts: true });
}
const live = async (folderId: number): Promise<string[]> =>
  (
    await db
      .knex('bank_transaction')
      .where({ folder_id: folderId, is_deleted: false })
      .orderBy(['operation_date', 'id'])
  ).map(({ operation_date, amount, label }) => `${operation_date.slice(5)} ${amount} ${label}`);

const MOVES: readonly Move[] = [
  ['03-04', -250, 'CAFÉ'],
  ['03-04', -250, 'CAFÉ'],
  ['03-05', 120_000, 'VIR CLIENT BETA'],
];
const MARCH: Draft = { from: '03-01', to: '03-31', balance: '2195.00', moves: MOVES };
const APRIL: Draft = { from: '04-01', to: '04-30', balance: '2095.00', moves: [['04-02', -10_000, 'LOYER']] };
const ALL = ['03-04 -2.50 CAFÉ', '03-04 -2.50 CAFÉ', '03-05 1200.00 VIR CLIENT BETA'];

describe('OFX', () => {
  it.each([
    ['1', false],
    ['2', true],
  ])('version %s is read with its accents, twice without doubles, and undone', async (_, isXml) => {
    const own = await newFolder();
    const made = await giveOfx(own, ofx(MARCH, isXml));
    expect(made.accounts).toMatchObject([{ outcome: 'Imported', statementsCreated: 1, transactionsCreated: 3 }]);
    expect(await live(own)).toEqual(ALL);
    expect(await db.knex('bank_statement').where({ folder_id: own }).first()).toMatchObject({
      format: 'ofx',
      start_date: '2026-02-28',
      end_date: '2026-03-31',
    });
    const row = await db.knex('bank_transaction').where({ folder_id: own, amount_units: 120_000 }).first();
    expect(row).toMatchObject({ operation_code: '05', reference: '03-052' });
    expect((await giveOfx(own, ofx(MARCH, isXml))).accounts).toMatchObject([{ statementsCreated: 0 }]);
    expect(await live(own)).toEqual(ALL);
    await undoBookedImport(ctx, made.importId ?? 0);
    expect(await live(own)).toEqual([]);
  });

  it('is one with CFONB of the same days, whichever comes first', async () => {
    const cfonb = [
      statement(
        ['02-28', 100_000],
        '03-31',
        MOVES.map(([date, units, label]) => [date, units, label.replace('É', 'E')]),
      ),
    ];
    const [first, second] = [await newFolder(), await newFolder()];
    await giveOfx(first, ofx(MARCH));
    await give(first, cfonb);
    await give(second, cfonb);
    await giveOfx(second, ofx(MARCH));
    expect([(await live(first)).length, (await live(second)).length]).toEqual([3, 3]);
  });

  it('that another format gives too takes nothing away when it is undone, and says so', async () => {
    const own = await newFolder();
    await give(own, [statement(['02-28', 100_000], '03-31', MOVES)]);
    const again = await giveOfx(own, ofx(MARCH));
    expect(again.accounts).toMatchObject([{ transactionsCreated: 0 }]);
    expect(await undoBookedImport(ctx, again.importId ?? 0)).toMatchObject({ transactionsRemoved: 0 });
    const { importId } = await giveOfx(own, ofx(MARCH));
    const first = await db.knex('statement_file').where({ folder_id: own }).min('id as id').first();
    expect(await undoBookedImport(ctx, first?.id ?? 0)).toMatchObject({ transactionsRemoved: 0 });
    expect(await live(own)).toEqual(ALL);
    expect(await undoBookedImport(ctx, importId ?? 0)).toMatchObject({ transactionsRemoved: 3 });
  });

  it('whose bank numbers its movements anew in every file says what may count twice', async () => {
    const own = await newFolder();
    const anew = (draft: Draft) =>
      Buffer.from(ofx(draft).toString('latin1').replaceAll('<FITID>', '<FITID>X'), 'latin1');
    const kinds = ({ findings }: Awaited<ReturnType<typeof giveOfx>>) => findings.map(({ kind }) => kind);
    expect(kinds(await giveOfx(own, ofx(MARCH)))).toEqual([]);
    const again = await giveOfx(own, anew(MARCH));
    expect(again.findings).toMatchObject([
      { kind: 'DOUBLED_MOVEMENT', severity: 'warning', params: { count: 3, first: '2026-03-04', last: '2026-03-05' } },
    ]);
    expect(again.findings[0]?.message).toMatch(/3 movements from 2026-03-04 to 2026-03-05 .* bank statement undo ID$/);
    const longer = { ...MARCH, to: '04-30', balance: '2095.00', moves: [...MOVES, ...APRIL.moves] };
    const [other, third] = [await newFolder(), await newFolder()];
    expect([kinds(await giveOfx(other, ofx(MARCH))), kinds(await giveOfx(other, anew(longer)))]).toEqual([
      [],
      ['DOUBLED_MOVEMENT'],
    ]);
    expect([kinds(await giveOfx(third, ofx(MARCH))), kinds(await giveOfx(third, ofx(longer)))]).toEqual([[], []]);
  });

  it('follows the statement before, or says the gap', async () => {
    const own = await newFolder();
    expect((await giveOfx(own, ofx(APRIL))).accounts).toMatchObject([{ gaps: [] }]);
    expect((await giveOfx(own, ofx(MARCH))).accounts).toMatchObject([{ gaps: [] }]);
    const other = await newFolder();
    await giveOfx(other, ofx(MARCH));
    const lost = { ...APRIL, balance: '2045.00' };
    expect((await giveOfx(other, ofx(lost))).accounts[0]?.gaps).toHaveLength(1);
  });

  it('refuses what is cut, without balance, or with an amount that is none', async () => {
    const own = await newFolder();
    const text = ofx(MARCH);
    await expect(giveOfx(own, text.subarray(0, text.length - 60))).rejects.toMatchObject({
      code: 'StatementFileRefused',
    });
    const changed = (from: RegExp, to: string) => Buffer.from(text.toString('latin1').replace(from, to), 'latin1');
    for (const [from, to] of [
      [/<LEDGERBAL>.*<\/LEDGERBAL>/s, ''],
      [/-2\.50/, 'abc'],
      [/20260304/, '20260231'],
    ] as const)
      expect((await giveOfx(own, changed(from, to))).accounts).toMatchObject([{ outcome: 'InError' }]);
    expect(await live(own)).toEqual([]);
  });

  it('is read the same however the bytes are cut', () => {
    const events = (size: number) => {
      const reader = new OfxReader(new FindingLog(), new AccountRegister(9), 'windows-1252');
      const bytes = ofx(MARCH);
      for (let at = 0; at < bytes.length; at += size) expect(reader.feed(bytes.subarray(at, at + size))).toBe(true);
      reader.end();
      return reader.takeEvents().map((event) => (event.kind === 'movement' ? event.decode() : event));
    };
    expect(events(1)).toEqual(events(10_000));
    expect(events(7)).toHaveLength(5);
  });

  it('has amounts with the decimals of their currency', () => {
    expect([decimalsOf('EUR'), decimalsOf('XPF'), decimalsOf('TND')]).toEqual([2, 0, 3]);
  });

  it('is recognised by its content', async () => {
    expect((await openBankFile([ofx(MARCH)])).format).toBe('ofx');
    expect((await openBankFile([Buffer.from('\r\n\r\n'), ofx(MARCH, true)])).format).toBe('ofx');
  });
});

describe('a closing balance', () => {
  const closingMoves: readonly Move[] = [
    ['03-10', -1250, 'FRAIS'],
    ['03-31', 7_000, 'REMISE'],
  ];
  const given = async (balance: string, moves: readonly Move[]) => {
    const folderId = await newFolder();
    await give(folderId, [statement(['03-01', 50_000], '03-31', closingMoves)]);
    const { accounts } = await giveOfx(folderId, ofx({ from: '03-01', to: '03-31', balance, moves }));
    return { folderId, gaps: accounts[0]?.gaps };
  };

  it('that another format contradicts is a gap, which moves no balance', async () => {
    const { folderId, gaps } = await given('600.00', closingMoves);
    const closing = { date: '2026-03-31', value: '557.50' };
    expect(gaps).toMatchObject([
      { from: closing, to: { value: '600.00' }, difference: '42.50', isContradiction: true },
    ]);
    expect(await accountsWithGaps(db.knex, [folderId])).toMatchObject([{ count: 1 }]);
    expect((await bankFigures(ctx, folderId, {})).accounts[0]?.gaps).toEqual([]);
  });

  it('taken in the middle of its day is no contradiction', async () => {
    expect((await given('487.50', closingMoves.slice(0, 1))).gaps).toEqual([]);
  });
});
