import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bankMovements } from '../../../../src/services/banking/books/comparison/sides.ts';
import { undoBookedImport } from '../../../../src/services/banking/books/undo-import.ts';
import { adviceFingerprint } from '../../../../src/services/banking/statements/advices/advice.ts';
import { isAdvices } from '../../../../src/services/banking/statements/advices/groups.ts';
import { holdsAdvices } from '../../../../src/services/banking/statements/advices/import.ts';
import { listAdvices, type StoredAdvice } from '../../../../src/services/banking/statements/advices/list.ts';
import { AdviceStaging } from '../../../../src/services/banking/statements/advices/store.ts';
import { openBankFile } from '../../../../src/services/banking/statements/cfonb/bank-file.ts';
import { importStatementFile } from '../../../../src/services/banking/statements/import.ts';
import { testDatabase } from '../../../support/database.ts';
import { account, bankWorld, day, ibanOf, type Move, statement } from './world.ts';

const db = await testDatabase();
const { ctx, folder, give, newFolder } = bankWorld(db);

let files = 0;
function giveText(folderId: number, text: string) {
  const path = join(folder, `avis-${files++}`);
  writeFileSync(path, text);
  return importStatementFile(ctx, { name: 'avis', path }, { folderId });
}

/** A transfer received, one of a cent, and a direct debit of 2 March rejected on the 4th; a sequence of none. */
const RETURNED = readFileSync('fixtures/cfonb/returned/transfers-and-rejects.cfonb', 'latin1').replaceAll(
  '00012345678',
  '00000000001',
);
const MOVES: readonly Move[] = [
  ['03-02', 300_000, 'REMISE PRLV INI001'],
  ['03-02', 500_000, 'VIR AUTRE'],
  ['03-04', 125_000, 'VIR SEPA RECU'],
  ['03-04', 1, 'VIR SEPA RECU'],
  ['03-05', -12_000, 'PRLV SEPA IMPAYE'],
];

const entry = (cents: number, reference: string, detail: string, date = '2026-03-04') =>
  `<Ntry><Amt Ccy="EUR">${(Math.abs(cents) / 100).toFixed(2)}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${date}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls>${detail}</TxDtls></NtryDtls></Ntry>`;
const camt054 = (entries: readonly string[], version = '02') =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.${version}"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>1</MsgId></GrpHdr><Ntfctn><Id>1</Id><Acct><Id><IBAN>${ibanOf(account(1))}</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries.join('')}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;
const PAYER = {
  '02': '<RltdPties><Dbtr><Nm>ZÉNITH</Nm></Dbtr></RltdPties><RmtInf><Ustrd>FACTURE F2026-77</Ustrd></RmtInf>',
  '08': '<RltdPties><Dbtr><Pty><Nm>ZÉNITH</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>FACTURE F2026-77</Ustrd></RmtInf>',
};

const advices = async (folderId: number): Promise<readonly StoredAdvice[]> =>
  (await listAdvices(ctx, folderId, { page: 1, limit: 50 })).items;
const live = (folderId: number) =>
  db.knex('bank_transaction').where({ folder_id: folderId, is_deleted: false }).orderBy(['operation_date', 'id']);
const known = async () => {
  const own = await newFolder();
  await give(own, [statement(['03-01', 0], '03-31', MOVES)]);
  return own;
};

describe('returned operations', () => {
  it('are kept beside what books them and the credit that they were part of, and book nothing', async () => {
    const own = await known();
    const made = await giveText(own, RETURNED);
    expect(made.accounts).toMatchObject([
      { outcome: 'Imported', statementsCreated: 0, advices: { created: 3, known: 0 } },
    ]);
    const ids = (await live(own)).map(({ id }) => id);
    expect(ids).toHaveLength(MOVES.length);
    const found = await advices(own);
    expect(found.map(({ transactionId }) => ids.indexOf(transactionId ?? 0))).toEqual([2, 3, 4]);
    expect(found.map(({ creditId }) => creditId && ids.indexOf(creditId))).toEqual([null, null, 0]);
    expect(found[2]).toMatchObject({
      operationCode: '81',
      amount: '-120.00',
      party: 'DEBITEUR INVENTE',
      rejectCode: '20',
      rejectLabel: 'Insufficient funds',
      originalDate: '2026-03-02',
    });
  });

  it('are undone under the lock of their account, though the file brought no statement', async () => {
    const own = await known();
    const { importId } = await giveText(own, RETURNED);
    const locked: unknown[] = [];
    const note = ({ rows }: { rows: unknown[] }, { sql }: { sql: string }) => {
      if (/from bank_account a\b[\s\S]*for no key update/.test(sql)) locked.push(...rows);
    };
    db.knex.on('query-response', note);
    await undoBookedImport(ctx, importId ?? 0);
    db.knex.removeListener('query-response', note);
    expect(locked).toEqual(await db.knex('bank_account').where({ folder_id: own }).select('id'));
  });

  it('come in any order, once, and go with the last file that gave them', async () => {
    const own = await known();
    const first = await giveText(own, RETURNED);
    const again = await giveText(own, RETURNED);
    expect(again.accounts).toMatchObject([{ outcome: 'Skipped', advices: { created: 0, known: 3 } }]);
    const more = await giveText(own, `${RETURNED}\n\n`);
    expect(more.accounts).toMatchObject([{ advices: { created: 0, known: 3 } }]);
    await undoBookedImport(ctx, first.importId ?? 0);
    expect(await advices(own)).toHaveLength(3);
    await undoBookedImport(ctx, more.importId ?? 0);
    expect(await advices(own)).toEqual([]);
    expect(await live(own)).toHaveLength(MOVES.length);
  });

  it('of a total that does not agree, or of an account that nobody has, are left out', async () => {
    const own = await known();
    const wrong = await giveText(own, RETURNED.replace('000000125001', '000000125002'));
    expect(wrong.accounts).toMatchObject([{ outcome: 'InError', reason: expect.stringContaining('TOTAL_MISMATCH') }]);
    const strange = await giveText(own, RETURNED.replaceAll('00000000001', '00000000009'));
    expect(strange.accounts).toMatchObject([{ outcome: 'NotMatched' }]);
    expect(await advices(own)).toEqual([]);
  });
});

describe('camt.054', () => {
  it.each(['02', '08'] as const)(
    'version %s tells the name and the invoice of what CFONB books, not a second time',
    async (version) => {
      const own = await newFolder();
      await give(own, [statement(['03-01', 0], '03-31', [['03-04', 125_000, 'VIR SEPA RECU']])]);
      const made = await giveText(own, camt054([entry(125_000, 'R1', PAYER[version])], version));
      expect(made.accounts).toMatchObject([{ outcome: 'Imported', transactionsCreated: 0, advices: { created: 1 } }]);
      const [one] = await live(own);
      expect(await advices(own)).toMatchObject([{ party: 'ZÉNITH', reference: 'R1', transactionId: one.id }]);
      const period = { from: day('03-01'), to: day('03-31') };
      const [movement] = await bankMovements(db.knex, own, one.account_id, period);
      expect(movement?.details).toContain('FACTURE F2026-77');
    },
  );

  it('before its statement waits, and twins take one transaction each', async () => {
    const own = await known();
    const twins = [entry(5000, 'R1', ''), entry(5000, 'R1', ''), entry(9900, 'R2', '')];
    await giveText(own, camt054(twins));
    expect((await advices(own)).map(({ transactionId }) => transactionId)).toEqual([null, null, null]);
    await give(own, [
      statement(['03-31', 913_001], '04-02', [['04-01', 1, 'X']]),
      statement(['03-02', 7], '03-04', [
        ['03-04', 5000, 'A'],
        ['03-04', 5000, 'A'],
      ]),
    ]);
    const told = (await advices(own)).map(({ transactionId }) => transactionId);
    expect(new Set(told.slice(0, 2)).size).toBe(2);
    expect(told[0]).not.toBeNull();
    expect(told[2]).toBeNull();
  });
});

it('an advice is itself whatever the total of its file', async () => {
  const one = {
    operationCode: '81',
    day: day('03-04'),
    units: -1,
    totalUnits: -2,
    decimals: 2,
    currency: 'EUR',
    party: null,
    partyIban: null,
    text: 'a',
    reference: null,
    rejectCode: null,
    originDay: null,
    originReference: null,
  };
  expect(adviceFingerprint({ ...one, totalUnits: -9 })).toBe(adviceFingerprint(one));
  expect(adviceFingerprint({ ...one, units: -3 })).not.toBe(adviceFingerprint(one));
  const own = 'fixtures/cfonb/returned/transfers-and-rejects.cfonb';
  expect(await holdsAdvices({ name: 'a', path: own }, ctx.signal)).toBe(true);
  const statements = await openBankFile('fixtures/camt/998519730-512100-2025-03.xml');
  expect(isAdvices(statements)).toBe(false);
  await statements.close();
});

it('nothing said is nothing stored', async () => {
  const taken = await db.transaction(async (trx) => (await AdviceStaging.open(db, trx)).merge(1, ctx.clock.now()));
  expect([...taken]).toEqual([]);
});
