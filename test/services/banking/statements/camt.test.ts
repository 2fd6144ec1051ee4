import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setLink } from '../../../../src/services/banking/books/reconciliation/links.ts';
import { listLinks } from '../../../../src/services/banking/books/reconciliation/list.ts';
import { undoBookedImport } from '../../../../src/services/banking/books/undo-import.ts';
import { openBankFile } from '../../../../src/services/banking/statements/cfonb/bank-file.ts';
import { importStatementFile } from '../../../../src/services/banking/statements/import.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { createAccount } from '../../../../src/services/ledger/accounts.ts';
import { createExercise } from '../../../../src/services/ledger/exercises.ts';
import { createJournal } from '../../../../src/services/ledger/journals.ts';
import { createEntry } from '../../../../src/services/ledger/write-entries.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import type { StatementDraft } from '../../../support/write-120.ts';
import { type CamtOptions, writeCamt053 } from '../../../support/write-camt.ts';
import { account, bankWorld, ibanOf, statement } from './world.ts';

const db = await testDatabase();
const world = bankWorld(db);
const { ctx, folder, give, newFolder } = world;

let files = 0;
function giveText(folderId: number, text: string) {
  const path = join(folder, `${files++}.xml`);
  writeFileSync(path, text);
  return importStatementFile(ctx, { name: 'releve.xml', path }, { folderId, createsAccounts: true });
}
const giveCamt = (folderId: number, drafts: readonly StatementDraft[], options?: CamtOptions) =>
  giveText(folderId, writeCamt053(drafts, ibanOf, options));

/** Live transactions as `date amount`, and how many there are of each label when asked. */
async function live(folderId: number): Promise<string[]> {
  const rows = await db
    .knex('bank_transaction')
    .where({ folder_id: folderId, is_deleted: false })
    .orderBy(['operation_date', 'amount', 'id']);
  return rows.map(({ operation_date, amount }) => `${operation_date.slice(5)} ${amount}`);
}

const FOURTH = statement(['03-03', 100000], '03-04', [
  ['03-04', -250, 'TICKET METRO'],
  ['03-04', -250, 'TICKET METRO'],
  ['03-04', -250, 'CAFE'],
]);
const FIFTH = statement(['03-04', 99250], '03-05', [
  ['03-05', -80000, 'LOYER MARS'],
  ['03-05', 120000, 'VIR CLIENT BETA'],
]);
const MONTH = statement(['02-28', 100000], '03-31', [
  ['03-04', -250, 'CAFE'],
  ['03-04', -250, 'TICKET METRO'],
  ['03-04', -250, 'TICKET METRO'],
  ['03-05', -80000, 'LOYER MARS'],
  ['03-05', 120000, 'VIR CLIENT BETA'],
]);
const ALL = ['03-04 -2.50', '03-04 -2.50', '03-04 -2.50', '03-05 -800.00', '03-05 1200.00'];

it('a link outlives the statement that its transaction came by, when another format gives it too', {
  tags: 'long',
}, async () => {
  const own = await newFolder();
  await createExercise(ctx, own, { start: '2026-01-01' as PlainDate, end: '2026-12-31' as PlainDate });
  await createJournal(ctx, own, { code: 'BQ', label: 'Banque', type: 'Bank' });
  for (const number of ['512000', '606000']) await createAccount(ctx, own, { number, label: number });
  const first = await give(own, [FIFTH]);
  await giveCamt(own, [FIFTH]);
  const lines = [
    { account: '606000', debit: 80_000n, credit: 0n },
    { account: '512000', debit: 0n, credit: 80_000n },
  ];
  const entry = await createEntry(ctx, own, { journal: 'BQ', date: '2026-03-05' as PlainDate, label: 'Loyer', lines });
  const rent = await db
    .knex('bank_transaction')
    .where({ folder_id: own, is_deleted: false, amount_units: -80_000 })
    .first();
  await setLink(ctx, own, { transactionId: rent.id, entryId: entry.id });
  await undoBookedImport(ctx, first.importId ?? 0);
  expect(await live(own)).toEqual(['03-05 -800.00', '03-05 1200.00']);
  const [link] = (await listLinks(ctx, own, {}, { page: 1, limit: 5 })).items;
  expect(link).toMatchObject({ entryId: entry.id, state: 'Linked', amount: -80_000n });
  expect(link?.transactionId).not.toBe(rent.id);
});

it('the month of the tour comes by CFONB and camt, and is one', async () => {
  const own = await newFolder();
  const files = [
    'fixtures/demo/bank-998519730/512100-2025-03.cfonb120.txt',
    'fixtures/camt/998519730-512100-2025-03.xml',
  ];
  const made = [];
  for (const path of files)
    made.push(
      (await importStatementFile(ctx, { name: path, path }, { folderId: own, createsAccounts: true })).accounts,
    );
  expect(made).toMatchObject([[{ transactionsCreated: 26 }], [{ transactionsCreated: 0, transactionsKnown: 26 }]]);
  expect(await live(own)).toHaveLength(26);
});

describe('camt.053', () => {
  it.each(['02', '08'] as const)('version %s gives movements with their parties', async (version) => {
    const own = await newFolder();
    const report = await giveCamt(own, [FOURTH, FIFTH], { version });
    expect(report.accounts).toMatchObject([{ statementsCreated: 2, transactionsCreated: 5, gaps: [] }]);
    expect(await live(own)).toEqual(ALL);
    const row = await db.knex('bank_transaction').where({ folder_id: own, amount: '1200' }).first();
    expect(row).toMatchObject({
      label: 'OPERATION VIR CLIENT BETA',
      counterparty_name: 'VIR CLIENT BETA',
      operation_code: '05',
    });
  });

  it('refuses balances that disagree, with both of them', async () => {
    const own = await newFolder();
    const wrong = statement(['03-03', 100], ['03-04', 200], [['03-04', 50, 'A']]);
    const report = await giveCamt(own, [wrong]);
    expect(report.accounts).toMatchObject([{ outcome: 'InError' }]);
    expect(report.findings).toMatchObject([
      { kind: 'BALANCE_MISMATCH', disagreement: { computed: '1.50', stated: '2.00' } },
    ]);
  });

  it('leaves out what is not booked', async () => {
    const own = await newFolder();
    const text = writeCamt053([FIFTH], ibanOf).replace(
      '</Stmt>',
      '<Ntry><Amt Ccy="EUR">7.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2026-03-05</Dt></BookgDt></Ntry></Stmt>',
    );
    await giveText(own, text);
    expect(await live(own)).toEqual(['03-05 -800.00', '03-05 1200.00']);
  });

  it('takes pages of a statement, opened and closed by interim balances', async () => {
    const own = await newFolder();
    const pages = writeCamt053([FOURTH, FIFTH], ibanOf)
      .replace('<Cd>CLBD</Cd>', '<Cd>ITBD</Cd>')
      .replace(/(<\/Stmt>[\s\S]*?)<Cd>OPBD<\/Cd>/, '$1<Cd>ITBD</Cd>');
    const report = await giveText(own, pages);
    expect(report.accounts).toMatchObject([{ outcome: 'Imported', statementsCreated: 2, gaps: [] }]);
  });

  it('takes an account abroad by its IBAN', async () => {
    const own = await newFolder();
    const text = writeCamt053([FIFTH], () => 'DE89370400440532013000');
    expect((await giveText(own, text)).accounts).toMatchObject([
      { account: 'DE89370400440532013000', outcome: 'Imported' },
    ]);
    expect((await giveText(own, text)).accounts).toMatchObject([{ outcome: 'Skipped' }]);
  });
});

describe('hostile or broken XML', () => {
  const sound = writeCamt053([FIFTH], ibanOf);
  it.each([
    ['a document type', sound.replace('<Document', '<!DOCTYPE d [<!ENTITY a "b">]><Document'), 'xmlDtd'],
    ['deep nesting', sound.replace('<GrpHdr>', `<GrpHdr>${'<a>'.repeat(60)}${'</a>'.repeat(60)}`), 'xmlBounds'],
    ['an endless text', sound.replace('LOYER', 'L'.repeat(200_000)), 'xmlBounds'],
    ['an endless name', sound.replace('<GrpHdr>', `<${'a'.repeat(2_000_000)}`), 'xmlBounds'],
    ['a cut', sound.slice(0, -200), 'xmlCut'],
    ['crossed elements', sound.replace('</Stmt></BkToCstmrStmt>', '</BkToCstmrStmt></Stmt>'), 'xmlCut'],
  ])('%s refuses the file', async (_, text, message) => {
    const file = await openBankFile([Buffer.from(text)]);
    if (!('statements' in file)) throw new Error('not read');
    for await (const reading of file.statements) await reading.finish();
    expect(file.log.findings.filter(({ group }) => group === null)).toMatchObject([{ kind: 'BAD_XML', message }]);
    const own = await newFolder();
    await expect(giveText(own, text)).rejects.toMatchObject({ code: 'StatementFileRefused' });
  });
});

describe('several formats of one account', () => {
  const inCfonb = (own: number, drafts: readonly StatementDraft[]) => give(own, drafts);
  const v2 = (own: number, drafts: readonly StatementDraft[]) => giveCamt(own, drafts);
  const v8 = (own: number, drafts: readonly StatementDraft[]) =>
    giveCamt(own, drafts, { version: '08', label: (text) => `AUTRE ${text}` });
  const gifts = [
    (own: number) => inCfonb(own, [FOURTH, FIFTH]),
    (own: number) => v2(own, [FOURTH]),
    (own: number) => v2(own, [MONTH]),
    (own: number) => v8(own, [FOURTH, FIFTH]),
  ];

  eachOf(
    [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [1, 0, 3, 2],
      [2, 3, 0, 1],
    ],
    1,
  )('give each movement once, in the order %d %d %d %d', async (...order) => {
    const own = await newFolder();
    const imports: number[] = [];
    for (const at of order) imports.push((await gifts[at]?.(own))?.importId ?? 0);
    expect(await live(own)).toEqual(ALL);
    for (const [at, id] of imports.entries()) {
      await undoBookedImport(ctx, id);
      const left = order.slice(at + 1);
      expect(await live(own)).toEqual(left.some((gift) => gift !== 1) ? ALL : left.length > 0 ? ALL.slice(0, 3) : []);
    }
  });

  it('counts in the report what another format had brought', async () => {
    const own = await newFolder();
    await inCfonb(own, [FOURTH, FIFTH]);
    const report = await v2(own, [FOURTH, FIFTH]);
    expect(report.accounts).toMatchObject([
      { statementsCreated: 2, transactionsCreated: 0, transactionsKnown: 5, gaps: [] },
    ]);
  });

  it('keep both when one continues the day of the other', async () => {
    const own = await newFolder();
    await inCfonb(own, [statement(['03-04', 0], '03-05', [['03-05', 500, 'MATIN']])]);
    await v2(own, [statement(['03-05', 500], '03-05', [['03-05', 500, 'SOIR']])]);
    expect(await live(own)).toEqual(['03-05 5.00', '03-05 5.00']);
  });

  it('keep the words of each when only some are shared', async () => {
    const own = await newFolder();
    await inCfonb(own, [statement(['03-04', 0], '03-05', [['03-05', 500, 'BETA']])]);
    await v2(own, [
      statement(['03-04', -500], '03-05', [
        ['03-05', 500, 'GAMMA'],
        ['03-05', 500, 'BETA'],
      ]),
    ]);
    const rows = await db.knex('bank_transaction').where({ folder_id: own, is_deleted: false }).orderBy('id');
    expect(rows.map(({ label }) => label)).toEqual(['BETA', 'OPERATION GAMMA']);
  });

  it('leave another account alone', async () => {
    const own = await newFolder();
    await inCfonb(own, [FIFTH]);
    await v2(own, [{ ...FIFTH, account: account(2) }]);
    expect((await live(own)).length).toBe(4);
  });
});
