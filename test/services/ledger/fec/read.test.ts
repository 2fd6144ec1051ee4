import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FecOptions } from '../../../../src/services/ledger/fec/check.ts';
import { type FecEntry, type FecLedger, readFec } from '../../../../src/services/ledger/fec/read.ts';
import { temporaryFolder } from '../../../support/scratch.ts';
import { entry, type Fields, fecText, HEADER, LEGAL_NAME, line, source } from './fec-text.ts';

const folder = temporaryFolder('fec');

async function ledgerOf(content: string | Uint8Array, options: FecOptions = {}): Promise<FecLedger> {
  const { check, ledger } = await readFec(source(content), options);
  if (ledger === null) throw new Error(JSON.stringify(check.findings));
  return ledger;
}

async function entriesOf(ledger: FecLedger): Promise<FecEntry[]> {
  const entries: FecEntry[] = [];
  for await (const batch of ledger.batches()) entries.push(...batch);
  return entries;
}

describe('a reading', () => {
  it('gives nothing to import when the file is refused', async () => {
    const { check, ledger } = await readFec(source(fecText(entry({}, { Credit: '1,00' }))));
    expect([check.verdict, ledger]).toEqual(['Refused', null]);
  });

  it('gives every field of a line', async () => {
    const fields: Fields = {
      CompteNum: '411000',
      CompteLib: 'Clients',
      CompAuxNum: 'C7',
      CompAuxLib: 'Atelier Morel',
      Debit: '12,50',
      Credit: '2,50',
      EcritureLet: 'AB',
      DateLet: '31/01/2024',
      Montantdevise: '-11,00',
      Idevise: 'USD',
      Site: 'Lyon',
    };
    const text = fecText([line(fields), line({ Credit: '10,00' })], { header: [...HEADER, 'Site', 'Vide'] });
    const [read] = await entriesOf(await ledgerOf(text));
    expect(read?.lines[0]).toEqual({
      journalCode: 'OD',
      journalLabel: 'Opérations diverses',
      entryNumber: '1',
      entryDate: '2024-01-15',
      account: '411000',
      accountLabel: 'Clients',
      auxiliary: 'C7',
      auxiliaryLabel: 'Atelier Morel',
      documentReference: 'P1',
      documentDate: '2024-01-15',
      label: 'Achat',
      debit: 1250n,
      credit: 250n,
      amount: 1000n,
      lettering: 'AB',
      letteringDate: '2024-01-31',
      validationDate: '2024-01-31',
      currencyAmount: -1100n,
      currency: 'USD',
      settlementDate: null,
      settlementMode: '',
      operationNature: '',
      clientId: '',
      extra: new Map([['Site', 'Lyon']]),
      line: 2,
      rank: 0,
      journalIndex: 0,
      accountIndex: 0,
      subAccountIndex: 0,
      letteringIndex: 0,
    });
    expect(read?.lines[1]).toMatchObject({
      amount: -1000n,
      subAccountIndex: null,
      letteringIndex: null,
      accountIndex: 1,
    });
    expect(read?.lines[1]?.currencyAmount).toBeNull();
  });

  it.each([
    ['latin-9.txt', 'Œuvre à 1 000 €'],
    ['windows-1252.txt', 'L’œuvre – 1 000 €'],
    ['utf-8-bom.txt', 'L’œuvre – 1 000 €'],
  ])('decodes %s', async (file, label) => {
    const path = new URL(`../../../../fixtures/fec/${file}`, import.meta.url).pathname;
    const { ledger } = await readFec(path, { fileName: LEGAL_NAME });
    const [read] = ledger ? await entriesOf(ledger) : [];
    expect([read?.label, read?.lines[2]?.accountLabel]).toEqual([label, 'TVA collectée 20 %']);
  });

  it('decodes a file that ends within a character of UTF-8 as ISO 8859-15', async () => {
    const bytes = Buffer.from(fecText(entry({ Montantdevise: '1,00', Idevise: 'é' })).trimEnd());
    const [read] = await entriesOf(await ledgerOf(bytes.subarray(0, -1)));
    expect(read?.lines.map(({ currency }) => currency)).toEqual(['Ã©', 'Ã']);
  });

  it('reads Montant and Sens as debit and credit', async () => {
    const header = HEADER.map((name) => (name === 'Debit' ? 'Montant' : name === 'Credit' ? 'Sens' : name));
    const sides = [
      ['5,00', '+1'],
      ['-5,00', 'D'],
      ['7,00', 'c'],
      ['-7,00', '-1'],
    ] as const;
    const lines = sides.map(([Montant, Sens]) => line({ Montant, Sens }));
    const [read] = await entriesOf(await ledgerOf(fecText(lines, { header })));
    expect(read?.lines.map(({ debit, credit }) => [debit, credit])).toEqual([
      [500n, 0n],
      [-500n, 0n],
      [0n, 700n],
      [0n, -700n],
    ]);
  });

  it('takes entry fields from the first line and the latest validation', async () => {
    const text = fecText([
      line({ Debit: '5,00', EcritureLib: 'Premier', PieceRef: 'A', ValidDate: '20240210' }),
      line({ Credit: '5,00', EcritureLib: 'Second', PieceRef: 'B', ValidDate: '20240301' }),
      ...entry({ EcritureNum: '2' }, { ValidDate: '' }),
    ]);
    const [first, second] = await entriesOf(await ledgerOf(text));
    expect(first).toMatchObject({
      label: 'Premier',
      documentReference: 'A',
      validationDate: '2024-03-01',
      lineCount: 2,
    });
    expect(second?.validationDate).toBeNull();
  });

  it('lists journals, accounts, sub-accounts and letterings; the last label wins', async () => {
    const bank = { JournalCode: 'X1', JournalLib: 'Crédit', CompteNum: '512000', CompteLib: 'Banque' };
    const ledger = await ledgerOf(
      fecText([
        ...entry({ EcritureNum: '2' }, { CompAuxNum: 'F1', CompAuxLib: 'Durand', EcritureLet: 'A' }),
        ...entry(
          { EcritureNum: '3', ...bank },
          { CompteNum: '401000', CompteLib: 'Nouveau nom', EcritureLet: 'A', DateLet: '20240120' },
        ),
        ...entry({ EcritureNum: '4', JournalCode: 'ach', JournalLib: 'Journal 3' }),
      ]),
    );
    expect(ledger.journals.map(({ code, type, label }) => [code, type, label])).toEqual([
      ['OD', 'miscellaneous', 'Opérations diverses'],
      ['X1', 'bank', 'Crédit'],
      ['ach', 'purchase', 'Journal 3'],
    ]);
    expect([...ledger.accounts()].map(({ number, label, class: kind }) => [number, label, kind])).toEqual([
      ['401000', 'Fournisseurs', 4],
      ['606000', 'Achats', 6],
      ['512000', 'Banque', 5],
    ]);
    expect([...ledger.subAccounts()]).toEqual([{ index: 0, accountIndex: 0, code: 'F1', label: 'Durand' }]);
    expect(
      [...ledger.letterings()].map(({ auxiliary, code, sum, isPartial, date }) => [
        auxiliary,
        code,
        sum,
        isPartial,
        date,
      ]),
    ).toEqual([
      ['F1', 'A', -10000n, true, null],
      ['', 'A', -10000n, true, '2024-01-20'],
    ]);
  });

  it('gives a key that a corrected date leaves, and tells two entries of one number', async () => {
    const keys = async (...dates: string[]) => {
      const lines = dates.flatMap((EcritureDate) => entry({ EcritureDate }));
      const entries = await entriesOf(await ledgerOf(fecText([...lines, ...entry({ EcritureNum: '2' })])));
      return entries.map(({ key }) => key.replaceAll('\t', ' '));
    };
    expect(await keys('20240115')).toEqual(['OD 1', 'OD 2']);
    expect(await keys('20240120')).toEqual(['OD 1', 'OD 2']);
    expect(await keys('20240115', '20240120')).toEqual(['OD 1', 'OD 1 2024-01-20', 'OD 2']);
  });
});

describe('scattered entries', () => {
  const COUNT = 3000;
  /** All first lines, then all second lines, with long labels so that the file spans several windows. */
  const pairs = Array.from({ length: COUNT }, (_, index) =>
    entry({ EcritureNum: String(index + 1), EcritureLib: `Achat ${'é'.repeat(60)} ${index}` }),
  );
  const text = fecText([0, 1].flatMap((rank) => pairs.map((lines) => lines[rank] ?? {})));

  const whole = async (ledger: FecLedger | null) => {
    const entries = ledger ? await entriesOf(ledger) : [];
    expect(entries).toHaveLength(COUNT);
    entries.forEach((read, index) => {
      expect(read.number).toBe(String(index + 1));
      expect(read.lines.map((one) => [one.line, one.rank, one.label])).toEqual([
        [index + 2, 0, `Achat ${'é'.repeat(60)} ${index}`],
        [index + 2 + COUNT, 1, `Achat ${'é'.repeat(60)} ${index}`],
      ]);
    });
  };

  it('come whole and in order, from memory', async () => whole(await ledgerOf(text)));

  it('come whole and in order, from a file', async () => {
    const path = join(folder, LEGAL_NAME);
    writeFileSync(path, text);
    const { ledger } = await readFec(path);
    await whole(ledger);
  });

  it('come in parts when they are very long', async () => {
    const long = Array.from({ length: 6001 }, (_, index) => [
      line({ Debit: `${index},00` }),
      line({ Credit: `${index},00` }),
    ]).flat();
    const entries = await entriesOf(await ledgerOf(fecText([...long, ...entry({ EcritureNum: '2' })])));
    expect(entries.map(({ index, lineCount, lines }) => [index, lineCount, lines[0]?.rank, lines.length])).toEqual([
      [0, 12_002, 0, 5000],
      [0, 12_002, 5000, 5000],
      [0, 12_002, 10_000, 2002],
      [1, 2, 0, 2],
    ]);
  });

  it('tell that the file changed since its check', async () => {
    const path = join(folder, 'changed.txt');
    writeFileSync(path, fecText(entry()));
    const { ledger } = await readFec(path, { fileName: LEGAL_NAME });
    writeFileSync(path, fecText([...entry(), ...entry()]));
    await expect(ledger ? entriesOf(ledger) : null).rejects.toMatchObject({ code: 'FecFileChanged' });
  });
});
