/** Cases of the assistant of a VAT return: those of the allocation, with a reverse charge, an advance and an old invoice. */
import type { Area, BadCase, GoodCase } from '../requests.ts';
import { vatAllocation } from './vat-allocation.ts';

const folder = { accountingFolderId: 1 };
const missing = 999;
const on = (AccountNumber: string, amounts: object) => ({ AccountNumber, ...amounts });
const entry = (day: string, label: string, lines: readonly object[]): GoodCase => [
  'entry.create',
  { params: folder, body: { JournalCode: 'OD', Date: day, Label: label, Lines: lines } },
];
const account = (number: string, label: string): GoodCase => [
  'account.create',
  { params: folder, body: { Number: number, Label: label } },
];

/** Entries 6 to 8 after those of the allocation: entry 5 waits for its rates. */
const seed: readonly GoodCase[] = [
  ...(vatAllocation.seed ?? []),
  account('419100', 'Acomptes clients 20 %'),
  account('622600', 'Honoraires UE'),
  account('445200', 'TVA due intracommunautaire'),
  [
    'vat.configuration.pin-category',
    { params: { ...folder, accountId: 11 }, body: { VatCategory: 'AUTOLIQ_PREST_INTRACOM' } },
  ],
  entry('2024-03-23', 'Acompte Morel', [on('512000', { Debit: '60.00' }), on('419100', { Credit: '60.00' })]),
  entry('2024-03-24', 'Honoraires Eire', [
    on('622600', { Debit: '100.00' }),
    on('445660', { Debit: '20.00' }),
    on('445200', { Credit: '20.00' }),
    on('401000', { Credit: '100.00' }),
  ]),
  entry('2024-03-26', 'Avoir Morel', [
    on('706000', { Debit: '1000.00' }),
    on('445710', { Debit: '200.00' }),
    on('512000', { Credit: '1200.00' }),
  ]),
];

const returned = (more: object = {}) => ({ params: { ...folder, procedureId: 1, ...more } });
const list = (name: string, more: object = {}): GoodCase => [`vat.assistant.${name}`, returned(more)];
const LISTS = ['purchases', 'sales', 'regularisations', 'payments', 'result'] as const;

const CATEGORIES = 'vat.assistant.set-categories';
const RATES = 'vat.assistant.set-rates-and-categories';
const RATE = 'vat.assistant.set-rate';
const SEND = 'vat.assistant.send-entries';
const CATEGORISE = 'vat.assistant.categorise-entries';
const IGNORE = 'vat.assistant.ignore-entries';
const INVOICE = 'vat.assistant.update-invoice';
const EDITS = [CATEGORIES, RATES, RATE, SEND, CATEGORISE, IGNORE, INVOICE];

/** Known by its line, its side and its rate: the tax of entry 4, the sale of entry 2, those of entry 5. */
const [PURCHASE, SALE, WAITING, WAITING_TOO] = [621, 256, 812, 876];

const element = (Id: number, Category: string, more: object = {}) => ({ Id, Category, ...more });
const elements = (...body: object[]) => ({ ...returned(), body });
const rate = (vatElementId: number, vatRate = '_20') => returned({ vatElementId, vatRate });
const send = (EntryIds: readonly number[], ToSend: boolean, more: object = {}) => ({
  ...returned(),
  body: { EntryIds, ToSend, ...more },
});
const ignore = (vatEntryType: string, ...body: number[]) => ({ ...returned({ vatEntryType }), body });

const saleElement = element(SALE, 'VT_PREST', { VatRate: '_20' });
const given = {
  EntryId: 2,
  ToSend: true,
  Date: '2024-03-15',
  Account: { AccountId: 1, SubAccountId: 1 },
  Label: 'Facture F2',
  DeclarationRatio: 0.416667,
  Journal: 'OD',
  TaxExcludedAmount: 200,
  TaxIncludedAmount: '240.00',
  VatAmount: 40,
  IsCategorized: true,
  VatRatedEntryLines: [],
  VatElements: [saleElement],
  Reference: '',
};
/** As it was shown, amounts included. */
const whole = {
  IsIgnored: false,
  VatRatedEntryLines: [
    { Id: 4, CreditAmount: 200, DebitAmount: 0, VatRatesRepartition: [{ VatRate: '_20', Amount: 200 }] },
  ],
  VatElements: [
    {
      ...saleElement,
      TaxExcludedAmount: 200,
      VatAmount: 40,
      TaxIncludedAmount: 240,
      UserCategory: 'VT_PREST',
      AlreadyDeclared: false,
    },
  ],
};
const invoice = (change: object = {}) => ({ ...returned(), body: { ...given, ...change } });
const invoiceWith = (change: object) => invoice({ VatElements: [{ ...saleElement, ...change }] });

const good: readonly GoodCase[] = [
  ...LISTS.flatMap((name) => [list(name), list(name, { page: 2, size: 1 })]),
  [CATEGORIES, elements(element(PURCHASE, 'DED_IMMO'))],
  [RATE, rate(PURCHASE)],
  [RATE, rate(PURCHASE)],
  [
    RATES,
    elements(element(WAITING, 'VT_PREST', { VatRate: '_20' }), element(WAITING_TOO, 'VT_PREST', { VatRate: '_10' })),
  ],
  [INVOICE, invoice({ ...whole, ToSend: false })],
  [
    INVOICE,
    invoice({ ...invoiceWith({ Category: 'LIVR_SOI_MEME', VatRate: '_10' }).body, DeclarationRatio: 0.416667 }),
  ],
  [SEND, send([2, 4], false)],
  list('result'),
  [SEND, send([4, 2], true)],
  [CATEGORISE, send([4], true, { Category: 'DED_AUTRES' })],
  [IGNORE, ignore('Purchase', 4, 7)],
  list('purchases'),
  ...LISTS.slice(0, 3).map((name) => list(name, { withIgnored: true })),
  list('result', { withIgnored: true }),
  [SEND, send([4, 7], true)],
  ['vat.form.totals', returned()],
];

const unknown: readonly BadCase[] = [
  ...LISTS.map((name): BadCase => [`vat.assistant.${name}`, 'ProcedureNotFound', returned({ procedureId: missing })]),
  ...LISTS.flatMap((name) =>
    [{ page: 0 }, { size: 0 }, { size: 10_000 }].map(
      (bound): BadCase => [`vat.assistant.${name}`, 'InvalidInput', returned(bound)],
    ),
  ),
  ...EDITS.map((id): BadCase => {
    const [, input] = good.find(([one]) => one === id) ?? [];
    return [id, 'ProcedureNotFound', { ...input, params: { ...input?.params, procedureId: missing } }];
  }),
  [CATEGORIES, 'VatElementNotFound', elements(element(PURCHASE, 'DED_IMMO'), element(64 * missing, 'DED_IMMO'))],
  [RATES, 'VatElementNotFound', elements(element(63, 'DED_IMMO', { VatRate: '_20' }))],
  [RATE, 'VatElementNotFound', rate(64 * missing)],
  [INVOICE, 'VatElementNotFound', invoiceWith({ Id: PURCHASE })],
  [INVOICE, 'EntryNotFound', invoice({ EntryId: missing })],
  [INVOICE, 'EntryNotInReturn', invoice({ EntryId: 1 })],
  ...[send([2, missing], true), send([2, 3], true)].flatMap((input, index): BadCase[] => {
    const code = index === 0 ? 'EntryNotFound' : 'EntryNotInReturn';
    return [
      [SEND, code, input],
      [CATEGORISE, code, { ...input, body: { ...input.body, Category: 'VT_PREST' } }],
      [IGNORE, code, ignore('Sale', ...input.body.EntryIds)],
    ];
  }),
  [IGNORE, 'EntryNotInReturn', ignore('Purchase', 2)],
  [IGNORE, 'InvalidInput', ignore('Sale')],
];

/** The sale of entry 2 at the rate that a case gave it. */
const CHANGED_SALE = 264;
/** Entry 5, of which nothing is paid. */
const notDue = {
  EntryId: 5,
  Date: '2024-03-22',
  Account: { AccountId: 1 },
  Label: 'Facture F3',
  DeclarationRatio: 0,
  Journal: 'VE',
  TaxExcludedAmount: 400.01,
  TaxIncludedAmount: 450.01,
  VatAmount: 50,
  VatElements: [],
};

const refused: readonly BadCase[] = [
  [CATEGORIES, 'VatCategoryUnknown', elements(element(PURCHASE, 'DED_AUTRE'))],
  [CATEGORIES, 'VatCategoryNotPossible', elements(element(PURCHASE, 'DED_IMMO'), element(SALE, 'DED_IMMO'))],
  [CATEGORIES, 'VatCombinationInvalid', elements(element(577, 'DED_IMMO'), element(SALE, 'EXPORT_HORS_UE'))],
  [RATES, 'VatCategoryUnknown', elements(element(PURCHASE, 'X', { VatRate: '_20' }))],
  [RATES, 'VatCategoryNotPossible', elements(element(PURCHASE, 'VT_PREST', { VatRate: '_20' }))],
  [RATES, 'VatCombinationInvalid', elements(element(SALE, 'VT_PREST', { VatRate: '_085' }))],
  [RATE, 'VatCombinationInvalid', rate(SALE, '_0')],
  [RATES, 'InvalidInput', elements(element(SALE, 'VT_PREST', { VatRate: 'MultipleRates' }))],
  [CATEGORISE, 'VatCategoryUnknown', send([2], true, { Category: 'X' })],
  [CATEGORISE, 'VatCategoryNotPossible', send([4, 2], true, { Category: 'DED_IMMO' })],
  [CATEGORISE, 'VatCombinationInvalid', send([2], true, { Category: 'EXPORT_HORS_UE' })],
  [CATEGORISE, 'VatEntryNotDue', send([5], true, { Category: 'VT_PREST' })],
  [SEND, 'VatEntryNotDue', send([2, 5], true)],
  ...Object.entries({
    VatCategoryUnknown: { Category: 'X' },
    VatCategoryNotPossible: { Category: 'DED_IMMO' },
    VatCombinationInvalid: { VatRate: '_085' },
  }).map(([code, change]): BadCase => [INVOICE, code, invoiceWith({ Id: CHANGED_SALE, VatRate: '_10', ...change })]),
  [INVOICE, 'VatEntryNotDue', invoice(notDue)],
  [INVOICE, 'AssistantEntryDiffers', invoice({ TaxExcludedAmount: 201 })],
  [INVOICE, 'AssistantEntryDiffers', invoiceWith({ Id: CHANGED_SALE, VatAmount: 41 })],
];

const TESTED = 'test/services/vat/assistant/assistant.test.ts';

export const vatAssistant: Area = {
  operations: ['vat.assistant'],
  seed,
  good,
  bad: [...unknown, ...refused],
  provedElsewhere: Object.fromEntries([
    ...EDITS.map((id) => [`${id} ProcedureNotInDraftStatus`, [TESTED, '%s refuses %s, and is still shown']]),
    ...[CATEGORIES, RATES, RATE, CATEGORISE, INVOICE].map((id) => [
      `${id} LineAlreadyDeclared`,
      [TESTED, 'what a return that was sent declared no longer changes'],
    ]),
  ]),
};
