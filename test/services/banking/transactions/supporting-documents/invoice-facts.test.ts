import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { invoiceFacts } from '../../../../../src/services/banking/transactions/supporting-documents/invoice-facts.ts';

const facturX = readFileSync('fixtures/invoices/factur-x.xml');
const ubl = readFileSync('fixtures/invoices/ubl.xml');
const facts = (text: string, siren: string | null = null) => invoiceFacts(Buffer.from(text), siren);

describe('an invoice says', () => {
  it.each([
    ['factur-x', facturX, null, 'Énergie Imaginaire', 32_010n, 'EUR', '2026-03-02'],
    ['factur-x, bought', facturX, '999999998', 'Énergie Imaginaire', 32_010n, 'EUR', '2026-03-02'],
    ['factur-x, sold', facturX, '732829320', 'ALPHA', 32_010n, 'EUR', '2026-03-02'],
    ['ubl, sold', ubl, '999999998', 'Client Fictif', 125_000n, 'USD', '2026-02-28'],
    ['ubl, bought', ubl, '732829320', 'ALPHA', 125_000n, 'USD', '2026-02-28'],
  ])('%s', async (_name, content, siren, counterParty, amount, currencyCode, effectiveDate) => {
    expect(await invoiceFacts(content, siren)).toEqual({ counterParty, amount, currencyCode, effectiveDate });
  });

  it.each([
    ['nothing', '<Invoice/>'],
    [
      'an amount that is none',
      '<Invoice><LegalMonetaryTotal><TaxInclusiveAmount>12,5x</TaxInclusiveAmount></LegalMonetaryTotal></Invoice>',
    ],
    [
      'an amount of fractions of cents',
      '<Invoice><LegalMonetaryTotal><TaxInclusiveAmount>1.005</TaxInclusiveAmount></LegalMonetaryTotal></Invoice>',
    ],
    [
      'a negative amount',
      '<Invoice><LegalMonetaryTotal><TaxInclusiveAmount>-1</TaxInclusiveAmount></LegalMonetaryTotal></Invoice>',
    ],
    ['a day that does not exist', '<Invoice><IssueDate>2026-02-30</IssueDate></Invoice>'],
    ['a currency that is none', '<Invoice><DocumentCurrencyCode>euro</DocumentCurrencyCode></Invoice>'],
    ['another document', '<Order><IssueDate>2026-02-28</IssueDate></Order>'],
  ])('%s: left open', async (_name, text) => {
    const found = Object.values(await facts(text)).filter((fact) => fact !== undefined);
    expect(found).toEqual([]);
  });

  it.each([
    ['a document type', '<!DOCTYPE Invoice [<!ENTITY a "b">]><Invoice>&a;</Invoice>'],
    ['an open element', '<Invoice><ID></Invoice>'],
    ['too deep', `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`],
    ['too many elements', `<Invoice>${'<a/>'.repeat(50_001)}</Invoice>`],
  ])('%s: refused', (_name, text) => expect(facts(text)).rejects.toMatchObject({ code: 'XmlRefused' }));
});
