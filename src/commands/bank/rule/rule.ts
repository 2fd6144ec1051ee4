import * as z from 'zod';
import { addRule, getRule, listRules, removeRule, updateRule } from '../../../services/banking/books/rules/rules.ts';
import { bankOperation } from '../bank-operation.ts';
import { RuleBody, RuleChange, RulePath, RuleShape } from './wire.ts';

const ROUTE = '/rules';
const CHECKED = [
  'BankAccountNotFound',
  'RuleWithoutCriterion',
  'RuleAmountsInverted',
  'AccountNotFound',
  'SubAccountNotFound',
  'VatAccountMissing',
];

export const bankRuleList = bankOperation({
  id: 'bank.rule.list',
  summary: { en: 'List the assignment rules of a folder', fr: 'Lister les règles d’affectation d’un dossier' },
  description: 'In the order they are tried: by priority, the oldest first among equals.',
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops bank rule list --folder 1'] },
  output: z.array(RuleShape),
  columns: [
    'Id',
    'Priority',
    'Name',
    'LabelPattern',
    'OperationCode',
    'Direction',
    'LedgerAccount',
    'VatRate',
    'IsActive',
  ],
  run: (ctx, { folderId }) => listRules(ctx, folderId),
});

export const bankRuleShow = bankOperation({
  id: 'bank.rule.show',
  summary: { en: 'Show an assignment rule', fr: 'Montrer une règle d’affectation' },
  http: { method: 'GET', path: `${ROUTE}/{ruleId}` },
  cli: { args: ['ruleId'], examples: ['taxops bank rule show 3 --folder 1'] },
  params: RulePath,
  output: RuleShape,
  errors: ['RuleNotFound'],
  run: (ctx, { folderId, ruleId }) => getRule(ctx, folderId, ruleId),
});

export const bankRuleAdd = bankOperation({
  id: 'bank.rule.add',
  summary: { en: 'Add an assignment rule', fr: 'Ajouter une règle d’affectation' },
  description:
    'A rule takes the transactions that meet all of its criteria, and says which account they are booked on. LabelPattern is looked for anywhere in the label, case and accents aside, as whole words unless it begins or ends with *; it is no regular expression. With VatRate, the amount includes VAT, which is rounded half away from zero to the cent; the counterpart takes the rest.',
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: {
    examples: [
      'taxops bank rule add --folder 1 --name Energie --label-pattern "ENERGIE*" --direction Out --ledger-account 606100 --vat-rate 20',
    ],
  },
  body: RuleBody,
  output: RuleShape,
  errors: CHECKED,
  run: (ctx, { folderId, body }) => addRule(ctx, folderId, body),
});

export const bankRuleUpdate = bankOperation({
  id: 'bank.rule.update',
  summary: { en: 'Change an assignment rule', fr: 'Modifier une règle d’affectation' },
  description: 'What is absent stays, null clears. Entries that it wrote do not change.',
  http: { method: 'PATCH', path: `${ROUTE}/{ruleId}` },
  cli: { args: ['ruleId'], examples: ['taxops bank rule update 3 --folder 1 --is-active false'] },
  params: RulePath,
  body: RuleChange,
  output: RuleShape,
  errors: [...CHECKED, 'RuleNotFound'],
  run: (ctx, { folderId, ruleId, body }) => updateRule(ctx, folderId, ruleId, body),
});

export const bankRuleRemove = bankOperation({
  id: 'bank.rule.remove',
  summary: { en: 'Remove an assignment rule', fr: 'Supprimer une règle d’affectation' },
  description: 'The entries that it wrote stay.',
  http: { method: 'DELETE', path: `${ROUTE}/{ruleId}`, status: 204 },
  cli: { args: ['ruleId'], examples: ['taxops bank rule remove 3 --folder 1 --yes'], confirm: true },
  params: RulePath,
  output: z.void(),
  errors: ['RuleNotFound'],
  run: (ctx, { folderId, ruleId }) => removeRule(ctx, folderId, ruleId),
});
