/** Rules of banking that need no database: accounts of statements, links, assignment rules, what came of files. */
import { describe, expect, it } from 'vitest';
import { amountIn, bestSide } from '../../../src/services/banking/books/comparison/sides.ts';
import { rateMissing } from '../../../src/services/banking/books/rules/drafts.ts';
import { type Rule, ruleFinder, ruleTest } from '../../../src/services/banking/books/rules/rule.ts';
import { bankingErrors } from '../../../src/services/banking/errors.ts';
import { providersPort } from '../../../src/services/banking/feeds/providers/provider.ts';
import { openProviders } from '../../../src/services/banking/feeds/providers/providers.ts';
import {
  complaint,
  outcomeOf,
  refusedOutcome,
  reportText,
} from '../../../src/services/banking/feeds/sources/outcome.ts';
import { accountKey, makeAccount } from '../../../src/services/banking/statements/cfonb/statement.ts';
import { isSynchronised, PROVIDERS } from '../../../src/services/banking/store.ts';
import { holds, isBankLine, lockOf } from '../../../src/services/banking/transactions/entries/modification.ts';
import { REASONS, reasonText } from '../../../src/services/banking/transactions/entries/reason.ts';
import { groupBy } from '../../../src/services/kernel/group-by.ts';

describe('accounts', () => {
  const rib = {
    bankCode: '98765',
    branchCode: '00042',
    accountNumber: '00012345678',
    currencyCode: 'EUR',
    decimals: 2,
  };
  it('of a statement have the IBAN that their codes make', () => {
    expect(makeAccount(rib).iban).toBe('FR7698765000420001234567895');
    expect(makeAccount({ ...rib, bankCode: '??' }).iban).toBeNull();
    expect(accountKey(rib)).toBe('98765|00042|00012345678|EUR');
  });

  it('are synchronised unless people or files feed them', () => {
    expect(PROVIDERS.filter((provider) => !isSynchronised(provider))).toEqual([
      'None',
      'ManualEbics',
      'ManualTransaction',
    ]);
  });

  it('are grouped in order of first appearance', () => {
    expect([...groupBy(['b1', 'a1', 'b2'], (text) => text[0])]).toEqual([
      ['b', ['b1', 'b2']],
      ['a', ['a1']],
    ]);
  });
});

describe('a provider', () => {
  it('that is not configured is refused by name', async () => {
    const providers = openProviders({ apis: new Map(), access: {} } as never, {} as never);
    expect(providers.isConfigured('AggregatorA')).toBe(false);
    expect(() => providers.of('AggregatorA')).toThrow(expect.objectContaining({ code: 'ProviderNotConfigured' }));
    await providers.close();
    expect(providersPort.name).toBe('providers');
  });
});

describe('a link', () => {
  it('says why in both languages', () => {
    for (const kind of REASONS) {
      const { en, fr } = reasonText({ kind, points: 1, detail: 'FAC-17' });
      expect([en, fr].join()).not.toContain('{');
      expect(en).not.toBe(fr);
    }
    expect(reasonText({ kind: 'Reference', points: 40, detail: 'FAC-17' }).en).toBe('same reference, FAC-17');
  });

  it.each([
    ['512000', true],
    ['519', true],
    ['511', false],
    ['530', false],
    ['580', false],
  ])('%s is an account of a bank: %s', (accountNumber, expected) =>
    expect(isBankLine({ accountNumber })).toBe(expected),
  );

  it.each([
    [10n, 10n, true],
    [10n, 11n, false],
    [10n, -1n, false],
    [-10n, -10n, true],
    [-10n, -11n, false],
  ])('a line of %s holds %s: %s', (left, amount, expected) => expect(holds(left, amount)).toBe(expected));

  const line = (accountNumber: string, letter: string | null) => ({ accountNumber, letter });
  it.each([
    ['Validated', { validationDate: '2024-01-01' }],
    ['ExerciseClosed', { exerciseId: 9 }],
    ['Lettered', { lines: [line('411000', 'AA')] }],
    [undefined, { lines: [line('512000', 'AA'), line('411000', null)] }],
  ])('is locked by its entry: %s', (lock, more) => {
    const entry = { validationDate: null, exerciseId: 1, lines: [], ...more };
    expect(lockOf(entry as never, new Set([9]))).toBe(lock);
  });
});

describe('an assignment rule', () => {
  const subject = { accountId: 3, label: 'CB LIBRAIRIE DU PARC', operationCode: '11', amount: -45_90n };
  it.each([
    [{}, true],
    [{ accountId: 4 }, false],
    [{ labelPattern: 'librairie' }, true],
    [{ operationCode: 'B1' }, false],
    [{ direction: 'Out' }, true],
    [{ direction: 'In' }, false],
    [{ minCents: 45_90n, maxCents: 45_90n }, true],
    [{ minCents: 45_91n }, false],
    [{ maxCents: 45_89n }, false],
  ] as const)('%o takes the transaction: %s', (criteria, expected) =>
    expect(ruleTest(criteria)(subject)).toBe(expected),
  );

  it('is tried by priority, then by age, when it is active', () => {
    const rule = (id: number, priority: number, isActive = true) => ({ id, priority, isActive }) as Rule;
    const find = (...rules: Rule[]) => ruleFinder(rules)(subject)?.id;
    expect(find(rule(1, 20), rule(2, 10))).toBe(2);
    expect(find(rule(2, 10), rule(1, 10))).toBe(1);
    expect(find(rule(2, 10, false), rule(1, 20))).toBe(1);
    expect(find()).toBeUndefined();
  });

  it('needs a rate for another currency', () => {
    expect(rateMissing({ id: 7, currency: 'USD' } as never)).toMatchObject({ code: 'RateMissing' });
  });
});

describe('the two sides of a comparison', () => {
  const dollars = { debit: 0n, credit: 90n, currency: 'USD', currencyAmount: 100n };
  it('are in the currency of the bank, whatever the sign that the books give', () => {
    expect(amountIn(dollars, 'EUR')).toBe(-90n);
    expect(amountIn(dollars, 'USD')).toBe(-100n);
    expect(amountIn({ ...dollars, currencyAmount: -100n }, 'USD')).toBe(-100n);
    expect(amountIn(dollars, 'GBP')).toBeUndefined();
  });

  it('belong together when they share most movements', () => {
    const movement = (id: number, amount: bigint) => ({ id, amount, date: '2024-03-01', label: '' }) as never;
    const [one, two] = [{ movements: [movement(1, 5n)] }, { movements: [movement(2, 7n), movement(3, 9n)] }];
    expect(bestSide([movement(4, 7n), movement(5, 9n)], [one, two])).toEqual({ side: two, pairs: 2 });
    expect(bestSide([], [])).toBeUndefined();
  });
});

describe('what came of a file', () => {
  const account = (outcome: string) => ({
    account: 'FR76',
    currencyCode: 'EUR',
    folderId: 2,
    outcome,
    reason: 'nobody has it',
    statementsCreated: 1,
    transactionsCreated: 3,
  });
  const report = (...outcomes: string[]) =>
    outcomeOf('a.txt', [{ fileName: 'a.txt', importId: 5, findings: [], accounts: outcomes.map(account) } as never]);

  it.each([
    ['Imported', ['Imported', 'Skipped', 'InactiveEnterprise']],
    ['Partial', ['Imported', 'NotMatched']],
    ['Partial', ['InError']],
  ])('is %s: %j', (state, outcomes) => expect(report(...outcomes).state).toBe(state));

  it('is complained of in a line, and reported beside the file', () => {
    expect(complaint(report('Imported'), 'en')).toBeUndefined();
    expect(complaint(report('NotMatched'), 'en')).toBe('FR76: nobody has it');
    const refused = refusedOutcome('a.txt', bankingErrors.PeriodInverted({ beginDate: 'b', endDate: 'a' }));
    expect(complaint(refused, 'fr')).toBe(refused.refusal?.text('fr'));
    expect(JSON.parse(reportText(refused, 'en'))).toMatchObject({
      State: 'Refused',
      Refusal: { Code: 'PeriodInverted' },
    });
    expect(JSON.parse(reportText(report('Imported'), 'en')).Accounts[0]).toMatchObject({
      StatementsCreated: 1,
      TransactionsCreated: 3,
    });
  });
});
