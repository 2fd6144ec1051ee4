import { expect, it } from 'vitest';
import { bankingErrors } from '../../../../src/services/banking/errors.ts';
import type { Finding } from '../../../../src/services/banking/statements/cfonb/findings.ts';
import type { AccountPlan } from '../../../../src/services/banking/statements/plan.ts';
import { accountReport, importFindings, refusedReport } from '../../../../src/services/banking/statements/report.ts';

const account = {
  bankCode: '98765',
  branchCode: '00042',
  accountNumber: '00012345678',
  currencyCode: 'EUR',
  decimals: 2,
  iban: null,
};
const own = { account, key: 'A', errors: new Set<never>(), statements: 1, firstDay: null, lastDay: null };
const target = { folderId: 1, accountId: 7, isControlled: false };
const taken: AccountPlan = { survey: own, kind: 'import', target, mayDisagree: true };
const left: AccountPlan = { survey: own, kind: 'NotMatched', reason: { en: 'Nobody.', fr: 'Personne.' } };
const counts = { statementsCreated: 0, statementsKnown: 1, transactionsCreated: 0, transactionsKnown: 3 };

const finding = (kind: Finding['kind']): Finding => ({
  kind,
  severity: 'error',
  message: 'balanceMismatch',
  params: {},
  place: null,
  group: 1,
  field: null,
  position: null,
  disagreement: null,
});

it.each([
  [taken, { outcome: 'Skipped', accountId: 7, reason: null }],
  [left, { outcome: 'NotMatched', accountId: null, reason: 'Personne.' }],
])('names the account by its codes and says what came of it', (plan, expected) => {
  const report = accountReport(plan, counts, [], 'fr');
  expect(report).toMatchObject({ account: '98765 00042 00012345678', ...counts, ...expected });
});

it.each([
  ['warning', taken],
  ['error', left],
])('a mismatch is %s as the account lets it pass or not; gaps in the file are left out', (severity, plan) => {
  const findings = [finding('CONTINUITY_GAP'), finding('BALANCE_MISMATCH')];
  const survey = { sha256: '', bytes: 0, accounts: new Map(), findings, faulty: new Map([[1, 'A']]) };
  const found = importFindings(survey, [plan], 'en');
  expect(found.map(({ kind, severity: own }) => [kind, own])).toEqual([['BALANCE_MISMATCH', severity]]);
});

it('of a refused file gives the code and the sentence', () => {
  const refused = refusedReport('a.txt', bankingErrors.StatementFileChanged({ file: 'a.txt' }), 'fr');
  expect(refused).toMatchObject({ importId: null, accounts: [], refusal: { code: 'StatementFileChanged' } });
  expect(refused.refusal?.message).toContain('a changé pendant la lecture');
});
