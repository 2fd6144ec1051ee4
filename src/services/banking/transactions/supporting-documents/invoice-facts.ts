/**
 * What an invoice in XML says of itself: Cross Industry Invoice (the XML of Factur-X, EN 16931 syntax of UN/CEFACT) and
 * UBL 2.1 invoices and credit notes. The amount is the total taxes included; the counterparty is the party that is not
 * the folder, known by its SIREN: the seller unless the folder sells. What is missing or unreadable is left open.
 */
import { readXml, type XmlElement, type XmlLimits } from '../../../edi/xml.ts';
import { isCalendarDay } from '../../../kernel/dates.ts';
import { parseAmount } from '../../../kernel/money.ts';
import type { DocumentFacts } from './documents.ts';

const LIMITS: XmlLimits = { maxBytes: 10 * 1024 * 1024, maxDepth: 32, maxElements: 50_000 };

interface Dialect {
  readonly amount: string;
  readonly currency: string;
  readonly date: string;
  /** Seller, then buyer: name and registration number, in the order of preference. */
  readonly parties: readonly { readonly names: readonly string[]; readonly numbers: readonly string[] }[];
}

const CII_TRADE = 'SupplyChainTradeTransaction';
const ciiParty = (party: string) => {
  const place = `${CII_TRADE}/ApplicableHeaderTradeAgreement/${party}`;
  return { names: [`${place}/Name`], numbers: [`${place}/SpecifiedLegalOrganization/ID`] };
};
const ublParty = (party: string) => ({
  names: [`${party}/Party/PartyLegalEntity/RegistrationName`, `${party}/Party/PartyName/Name`],
  numbers: [`${party}/Party/PartyLegalEntity/CompanyID`],
});

const UBL: Dialect = {
  amount: 'LegalMonetaryTotal/TaxInclusiveAmount',
  currency: 'DocumentCurrencyCode',
  date: 'IssueDate',
  parties: [ublParty('AccountingSupplierParty'), ublParty('AccountingCustomerParty')],
};

const DIALECTS: Readonly<Record<string, Dialect>> = {
  CrossIndustryInvoice: {
    amount: `${CII_TRADE}/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/GrandTotalAmount`,
    currency: `${CII_TRADE}/ApplicableHeaderTradeSettlement/InvoiceCurrencyCode`,
    date: 'ExchangedDocument/IssueDateTime/DateTimeString',
    parties: [ciiParty('SellerTradeParty'), ciiParty('BuyerTradeParty')],
  },
  Invoice: UBL,
  CreditNote: UBL,
};

/** Throws XmlRefused when it is not well-formed, has a document type, or goes beyond the bounds. */
export async function invoiceFacts(content: Uint8Array, ownSiren: string | null): Promise<DocumentFacts> {
  const root = await readXml(content, LIMITS);
  const dialect = DIALECTS[root.name];
  if (!dialect) return {};
  const currency = textAt(root, dialect.currency);
  return {
    amount: positive(textAt(root, dialect.amount)),
    currencyCode: currency !== undefined && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
    effectiveDate: dayOf(textAt(root, dialect.date)),
    counterParty: otherParty(root, dialect, ownSiren),
  };
}

function textAt(root: XmlElement, path: string): string | undefined {
  let element: XmlElement | undefined = root;
  for (const name of path.split('/')) element = element?.children.find((child) => child.name === name);
  return element?.text.trim() || undefined;
}

const firstOf = (root: XmlElement, paths: readonly string[]): string | undefined =>
  paths.map((path) => textAt(root, path)).find((text) => text !== undefined);

function otherParty(root: XmlElement, { parties }: Dialect, ownSiren: string | null): string | undefined {
  const siren = ({ numbers }: Dialect['parties'][number]) => firstOf(root, numbers)?.replace(/\s/g, '').slice(0, 9);
  const other = parties.find((party) => ownSiren === null || siren(party) !== ownSiren);
  const name = other && firstOf(root, other.names);
  return name?.replace(/\p{Cc}+/gu, ' ').slice(0, 200);
}

function positive(text: string | undefined): bigint | undefined {
  const cents = parseAmount(text ?? '');
  return cents !== undefined && cents > 0n ? cents : undefined;
}

/** `2026-03-02`, or `20260302` as format 102 writes it. */
function dayOf(text: string | undefined): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text ?? '') ?? [];
  return isCalendarDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : undefined;
}
