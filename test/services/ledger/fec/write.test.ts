import { describe, expect, it } from 'vitest';
import { parsePlainDate } from '../../../../src/services/kernel/dates.ts';
import type { FecRow } from '../../../../src/services/ledger/fec/fec-row.ts';
import { fecFileName, parseFecName } from '../../../../src/services/ledger/fec/file-name.ts';
import { readFec } from '../../../../src/services/ledger/fec/read.ts';
import { type FecWriteOptions, writeFec } from '../../../../src/services/ledger/fec/write.ts';
import { check, LEGAL_NAME, source } from './fec-text.ts';

const date = (text: string) => {
  const parsed = parsePlainDate(text);
  if (parsed === undefined) throw new Error(text);
  return parsed;
};

const row = (fields: Partial<FecRow>): FecRow => ({
  journalCode: 'VE',
  journalLabel: 'Ventes',
  entryNumber: '12',
  entryDate: date('2024-02-15'),
  account: '411000',
  accountLabel: 'Clients',
  auxiliary: 'C0007',
  auxiliaryLabel: 'Atelier Morel',
  documentReference: 'F41',
  documentDate: date('2024-02-15'),
  label: 'Facture',
  debit: 0n,
  credit: 0n,
  lettering: '',
  letteringDate: null,
  validationDate: date('2024-02-29'),
  currencyAmount: null,
  currency: '',
  ...fields,
});

async function bytesOf(rows: readonly FecRow[], options?: FecWriteOptions): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeFec(rows, options)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const pair = (fields: Partial<FecRow>) => [row({ debit: 5n, ...fields }), row({ credit: 5n, ...fields })];

describe('writing', () => {
  it('gives the legal form', async () => {
    const text = (await bytesOf([row({ debit: 123_456n, currencyAmount: -5n, currency: 'USD' })])).toString();
    expect(text.split('\r\n')[1]).toBe(
      'VE\tVentes\t12\t20240215\t411000\tClients\tC0007\tAtelier Morel\tF41\t20240215\tFacture\t1234,56\t0,00\t\t\t20240229\t-0,05\tUSD',
    );
    expect(text.startsWith('JournalCode\tJournalLib\t')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
  });

  it('cleans texts and fills the blanks that the law refuses', async () => {
    const bytes = await bytesOf(pair({ label: ' ', accountLabel: '', journalLabel: 'a\tb\r\nc\0\u00a0d ' }));
    const { check: result, ledger } = await readFec(source(bytes));
    expect(result.findings).toEqual([]);
    for await (const [entry] of ledger?.batches() ?? []) {
      expect(entry?.lines[0]).toMatchObject({ label: '/', accountLabel: '411000', journalLabel: 'a b  c  d' });
    }
  });

  it('writes ISO 8859-15, the characters it lacks in a plain form', async () => {
    const bytes = await bytesOf(pair({ label: 'Œuvre à 5 € ¤ – “x” ā 漢' }), { encoding: 'iso-8859-15' });
    expect(bytes.toString('latin1')).toContain('\xbcuvre \xe0 5 \xa4 ? - "x" a ?');
    const { ledger } = await readFec(source(bytes));
    for await (const [entry] of ledger?.batches() ?? []) expect(entry?.label).toBe('Œuvre à 5 € ? - "x" a ?');
  });

  it.each(['BA-cash', 'BNC-cash'] as const)('writes the form %s', async (form) => {
    const fields = {
      settlementDate: date('2024-03-01'),
      settlementMode: 'CB',
      operationNature: 'Vente',
      clientId: 'D1',
    };
    const bytes = await bytesOf(pair({ ...fields, account: '', accountLabel: 'Ventes' }), { form });
    const { check: result, ledger } = await readFec(source(bytes), { form });
    expect(result.counts).toEqual({});
    for await (const [entry] of ledger?.batches() ?? []) {
      expect(entry?.lines[0]).toMatchObject(form === 'BA-cash' ? { ...fields, clientId: '' } : fields);
    }
  });

  it('writes extra columns', async () => {
    const bytes = await bytesOf(pair({ extra: new Map([['Site', 'Lyon']]) }), { extraColumns: ['Site', 'Lot'] });
    expect((await check(bytes)).counts).toEqual({ FEC004: 2 });
    expect(bytes.toString().split('\r\n')[1]?.endsWith('\t\tLyon\t')).toBe(true);
  });

  it.each([
    ['FecRowBlank', { entryNumber: '\t' }],
    ['FecRowBlank', { account: '' }],
    ['FecRowTooLarge', { debit: 10n ** 15n }],
    ['FecRowTooLarge', { currencyAmount: -(10n ** 15n) }],
    ['FecRowTooLarge', { label: 'é'.repeat(40_000) }],
  ])('refuses what could not be read back: %s', async (code, fields) => {
    await expect(bytesOf([row({}), row(fields)])).rejects.toMatchObject({ code, params: { row: 2 } });
  });
});

describe('the name of the file', () => {
  it('is SIREN, FEC, closing day', () => {
    expect(fecFileName('732829320', date('2024-12-31'))).toBe(LEGAL_NAME);
    expect(parseFecName(LEGAL_NAME)).toEqual({ siren: '732829320', closing: '2024-12-31' });
  });
});
