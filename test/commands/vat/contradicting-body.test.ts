/** Bodies that contradict themselves, or say what their form cannot hold: refused by name, each with the place of it. */
import { expect, it } from 'vitest';
import { FRENCH } from '../../../src/commands/operation/french-messages.ts';
import { parseInput } from '../../../src/commands/operation/invoke.ts';
import { vatSimulate } from '../../../src/commands/vat/simulate.ts';
import { TaxopsError } from '../../../src/services/kernel/errors.ts';
import { testContext } from '../../support/context.ts';
import { type Answer, answerOf, lines, MAY, posted, simulate } from './simulation.ts';

const SALE = 'D 411000 1200.00, C 706000 1000.00, C 445710 200.00';
const TAXED = { AccountNumber: '706000', VatCategory: 'VT_PREST', VatRate: '_20', Exigibility: 'OnDebits' };
const DEDUCTED = { AccountNumber: '606300', VatCategory: 'DED_AUTRES', Exigibility: 'OnDebits' };
const entry = (EntryId: number, text: string, more: object = {}) => ({
  EntryId,
  Date: '2026-05-04',
  Lines: lines(text),
  ...more,
});

/** A sale of 1,000 at 20 %, which owes 200, and what changes of it. */
const body = (change: object = {}) => ({
  Periods: [MAY],
  Accounts: [TAXED, DEDUCTED],
  Entries: [entry(1, SALE)],
  ...change,
});

/** The second line of the sale at these rates. */
const spread = (distributions: readonly Answer[], text = SALE) => {
  const Lines = lines(text);
  Lines[1].VatRateDistributions = distributions;
  return body({ Entries: [{ EntryId: 1, Date: '2026-05-04', Lines }] });
};
const at = (VatRate: string, TaxExcludedAmount: string, VatAmount: string) => ({
  VatRate,
  TaxExcludedAmount,
  VatAmount,
});

const paying = (...Payments: object[]) => body({ Periods: [{ ...MAY, Payments }] });
const [IBAN, BIC] = ['FR1420041010050500013M02606', 'PSSTFRPPXXX'];

const before = (StartDate: string, JC: number) => ({ StartDate, EndDate: '2026-04-30', Boxes: { JC } });

const YEAR = { StartDate: '2026-01-01', EndDate: '2026-12-31' };
const JULY = { StartDate: '2026-07-01', EndDate: '2026-07-31' };
const Instalments = [{ Month: '2026-07', PaidAmount: 100 }];

const BOXES = { _3310CA3: { CA: 100, FP: 90 } };
const checking = (change: object = {}) => body({ Mode: 'Check', Boxes: BOXES, ...change });

async function saidOf(given: object): Promise<string> {
  const answer = await simulate(given).catch((error: unknown) => error);
  return answer instanceof TaxopsError ? `${answer.code} ${answer.text('en')}` : 'computed';
}

it.each<[string, object, RegExp]>([
  [
    'distributions below their line',
    spread([at('_20', '600.00', '120.00')]),
    /^DistributionsDoNotSum .*1000\.00.*400\.00/,
  ],
  [
    'distributions of a credit note in the sign of a sale',
    spread([at('_20', '1000.00', '200.00')], 'C 411000 1200.00, D 706000 1000.00, D 445710 200.00'),
    /^DistributionsDoNotSum .*-1000\.00/,
  ],
  [
    'distributions of a line that sells nothing',
    spread([at('_20', '1000.00', '200.00')], 'C 401000 1200.00, D 606300 1000.00, D 445660 200.00'),
    /^ValueUnknown .*VatRateDistributions.*entry 1, line 2/,
  ],
  [
    'an account twice',
    body({ Accounts: [TAXED, { ...TAXED, VatRate: '_10' }] }),
    /^ValueUnknown .*Accounts.*706000.*twice/,
  ],
  [
    'a third party twice',
    body({
      ThirdParties: ['OnDebits', 'OnReceipts'].map((ExigibilityMode) => ({ AccountNumber: '411000', ExigibilityMode })),
    }),
    /^ValueUnknown .*ThirdParties.*411000.*twice/,
  ],
  [
    'instalments on a CA3',
    body({ Periods: [{ ...MAY, Instalments }] }),
    /^ValueUnknown .*Instalments.*_3310CA3.*_3517SCA12/,
  ],
  [
    'the amount of a refund on a form that asks for none',
    body({ Form: '_3514', Periods: [{ ...JULY, Refund: { Amount: 800 } }] }),
    /^ValueUnknown .*Refund.*_3514/,
  ],
  ['an IBAN whose key is wrong', paying({ Amount: '200', Iban: 'FR1520041010050500013M02606', Bic: BIC }), /IBAN/],
  ['an account abroad', paying({ Amount: '200', Iban: 'DE89370400440532013000', Bic: BIC }), /France or Monaco/],
  ['a BIC of four characters', paying({ Amount: '200', Iban: IBAN, Bic: 'PSST' }), /^PaymentsInvalid .*BIC/],
  ['payments with cents', paying({ Amount: '199.50' }, { Amount: '0.50' }), /^PaymentsInvalid .*payment 1.*199\.50/],
  [
    'a return that is prepared before its period begins',
    body({ Periods: [{ ...MAY, PreparedOn: '2026-04-30' }] }),
    /^PeriodInvalid .*PreparedOn 2026-04-30.*2026-05-01/,
  ],
  [
    'two returns of one form and time, of which each leaves a credit',
    body({ PreviousProcedures: [before('2026-04-01', 5), before('2026-03-15', 7)] }),
    /^PeriodsOverlap .*2026-04-01.*2026-04-30/,
  ],
  ['an account without a number', body({ Entries: [entry(1, 'D  1.00, C 706000 1.00')] }), /^InvalidInput/],
  [
    'a kind of journal in the wrong case',
    body({ Entries: [entry(1, SALE, { JournalType: 'closing' })] }),
    /^ValueUnknown .*JournalType.*entry 1.*Closing/,
  ],
  ['boxes to check without their mode', body({ Boxes: BOXES }), /^ValueUnknown .*Boxes:.*Mode: Check.*UserBoxes/],
])('refuses %s', async (_, given, said) => expect(await saidOf(given)).toMatch(said));

it.each([{ explain: '08' }, { compare: true }, { as: 'pdf' }])('a check answers nothing of %o', async (query) => {
  const [name = ''] = Object.keys(query);
  await expect(answerOf(checking(), query)).rejects.toThrow(`${name}: Mode Check answers controls alone`);
});

const checked = async (given: object) => {
  const headers = new Map<string, string>();
  const input = parseInput(vatSimulate, { body: given, query: {} });
  const { Controls } = (await vatSimulate.run({ ...testContext({} as never), headers }, input)) as Answer;
  return { headers: [...headers], codes: Controls.map(({ Code }: Answer) => Code) };
};

it('a check says what it does not read, and computes the controls all the same', async () => {
  const later = { StartDate: '2026-06-01', EndDate: '2026-06-30', UserBoxes: BOXES, Refund: { Amount: 800 } };
  const more = { Instalments, Payments: [{ Amount: 1 }] };
  const asked = { ThirdParties: [{ AccountNumber: '411000' }], AutoFillRates: true, Edi: {} };
  const names =
    'Accounts, ThirdParties, Entries, Periods[1], UserBoxes, Instalments, Refund, Payments, AutoFillRates, Edi';
  expect(await checked(checking({ ...asked, Periods: [{ ...MAY, ...more }, later] }))).toEqual({
    headers: [['X-Vat-Unread', names]],
    codes: ['111', '224'],
  });
});

it.each([undefined, {}, { _3310CA3: {} }])('a check of no box says that it checked none: %o', async (Boxes) => {
  const { headers } = await checked({ Mode: 'Check', Periods: [MAY], ...(Boxes && { Boxes }) });
  expect(headers).toEqual([['X-Vat-Checked', '0']]);
});

it.each<[string, object]>([
  ['an account to debit that is to come', paying({ Amount: '150' }, { Amount: '50' })],
  [
    'an account to debit with blanks',
    paying({ Amount: '200.00', Iban: 'FR14 2004 1010 0505 0001 3M02 606', Bic: BIC }),
  ],
  ['distributions that sum to their line', spread([at('_20', '600.00', '120.00'), at('_20', '400.00', '80.00')])],
  [
    'distributions of a credit note',
    spread([at('_20', '-1000.00', '-200.00')], 'C 411000 1200.00, D 706000 1000.00, D 445710 200.00'),
  ],
  [
    'a third party and its sub-account',
    body({
      ThirdParties: [{ AccountNumber: '411000' }, { AccountNumber: '411000', SubAccount: 'ALFA' }],
    }),
  ],
  ['instalments on a CA12', body({ Form: '_3517SCA12', Periods: [{ ...YEAR, Instalments }] })],
  [
    'a return beside one that was rejected',
    body({ PreviousProcedures: [before('2026-04-01', 5), { ...before('2026-04-01', 7), Status: 'Rejected' }] }),
  ],
  ['boxes to check that hold none', body({ Boxes: { _3310CA3: {} } })],
  ['boxes to check', checking({ Folder: { Siren: '732829320' }, PreviousProcedures: [before('2026-04-01', 5)] })],
  [
    'a check that fills no rates',
    checking({ AutoFillRates: false, Periods: [{ ...MAY, UserBoxes: {}, Payments: [] }] }),
  ],
  ['another kind of journal', body({ Entries: [entry(1, SALE, { JournalType: 'Sales' })] })],
])('takes %s', async (_, given) => expect(await saidOf(given)).toBe('computed'));

it('a period of more than twelve months violates control 178', async () => {
  const codes = async (StartDate: string) => {
    const { Periods } = await simulate(body({ Periods: [{ ...MAY, StartDate }] }));
    return Periods[0].Controls.map(({ Code, Severity }: Answer) => `${Code} ${Severity}`);
  };
  expect([await codes('2025-06-01'), await codes('2025-05-31')]).toEqual([[], ['178 blocking']]);
});

/** The whole text of a refusal. */
function textOf(given: object, language: 'en' | 'fr'): string {
  try {
    parseInput(vatSimulate, { body: given }, language === 'fr' ? FRENCH : undefined);
  } catch (error) {
    return (error as TaxopsError).text(language);
  }
  return '';
}

it.each<[string, object, string, string]>([
  [
    'with the code that is near',
    body({ Accounts: [{ ...TAXED, VatRate: '13' }] }),
    'A value is not known: Body.Accounts.0.VatRate: no 13 here (did you mean _13?).',
    'Une valeur est inconnue : Body.Accounts.0.VatRate: pas de 13 ici (vouliez-vous dire _13 ?).',
  ],
  [
    'where no code is near',
    body({ Accounts: [{ ...TAXED, VatRate: 'normal' }] }),
    'A value is not known: Body.Accounts.0.VatRate: no normal here.',
    'Une valeur est inconnue : Body.Accounts.0.VatRate: pas de normal ici.',
  ],
  [
    'of an amount',
    body({ Entries: [entry(1, 'D 512000 1.001')] }),
    'An amount cannot be used: Body.Entries.0.Lines.0.Debit: 1.001 is not an amount of two decimals at most.',
    'Un montant est inutilisable : Body.Entries.0.Lines.0.Debit: 1.001 n’est pas un montant à deux décimales au plus.',
  ],
  [
    'of an amount below nought',
    body({ Entries: [entry(1, 'D 512000 -1.00')] }),
    'An amount cannot be used: Body.Entries.0.Lines.0.Debit: negative.',
    'Un montant est inutilisable : Body.Entries.0.Lines.0.Debit: négatif.',
  ],
])('says a refusal in both languages, in one sentence: %s', (_, given, english, french) => {
  expect([textOf(given, 'en'), textOf(given, 'fr')]).toEqual([english, french]);
});

/** Purchases of 600 at 20 %, and the entry that closed April in the same body: D 445710, C 445660, C 445510. */
const CLOSED = [
  entry(1, SALE),
  entry(2, 'D 606300 500.00, D 445660 100.00, C 401000 600.00'),
  entry(3, 'D 445710 300.00, C 445660 120.00, C 445510 180.00'),
];

it.each([
  ['VAT to pay', CLOSED],
  ['a credit', [...CLOSED.slice(0, 2), entry(3, 'D 445710 300.00, D 445670 60.00, C 445660 360.00')]],
  ['rounding', [...CLOSED.slice(0, 2), entry(3, 'D 445710 300.20, C 445660 120.00, C 445510 180.00, C 758000 0.20')]],
])('leaves out an entry that closes a return, without its JournalType: %s', async (_, Entries) => {
  const { Periods, Issues } = await simulate(body({ Entries }));
  expect(Periods[0].Boxes._3310CA3).toMatchObject({ GP: 200, HB: 100, KE: 100 });
  expect(Periods[0].Boxes._3310CA3).not.toHaveProperty('GG');
  expect(posted(Periods[0])).toEqual(['D 445710 200.00', 'C 445660 100.00', 'C 445510 100.00']);
  expect(Issues).toEqual([]);
});
