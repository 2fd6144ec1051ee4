import * as z from 'zod';
import { addRule, getRule, listRules, removeRule, updateRule } from '../../../services/banking/books/rules/rules.ts';
import { defineOperation } from '../../operation/operation.ts';
import { EnterprisePath } from '../account/account.ts';
import { BANK_ROUTE } from '../reconcile/wire.ts';
import { changeFromWire, RuleBody, RuleChange, RulePath, RuleShape, ruleFromWire, ruleToWire } from './wire.ts';

const ROUTE = `${BANK_ROUTE}/rules`;
const CHECKED = [
  ...['FolderNotFound', 'BankAccountNotFound', 'RuleWithoutCriterion', 'RuleAmountsInverted'],
  ...['AccountNotFound', 'SubAccountNotFound', 'VatAccountMissing'],
];

export const bankRuleList = defineOperation({
  id: 'bank.rule.list',
  summary: { en: 'List the assignment rules of a folder', fr: 'Lister les règles d’affectation d’un dossier' },
  description: 'In the order they are tried: by priority, the oldest first among equals.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops bank rule list --folder 1'] },
  params: EnterprisePath,
  output: z.array(RuleShape),
  errors: ['FolderNotFound'],
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
  run: async (ctx, { enterpriseId }) => (await listRules(await ctx.db(), enterpriseId)).map(ruleToWire),
});

export const bankRuleShow = defineOperation({
  id: 'bank.rule.show',
  summary: { en: 'Show an assignment rule', fr: 'Montrer une règle d’affectation' },
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: `${ROUTE}/{ruleId}` },
  cli: { args: ['ruleId'], examples: ['taxops bank rule show 3 --folder 1'] },
  params: RulePath,
  output: RuleShape,
  errors: ['FolderNotFound', 'RuleNotFound'],
  run: async (ctx, { enterpriseId, ruleId }) => ruleToWire(await getRule(await ctx.db(), enterpriseId, ruleId)),
});

export const bankRuleAdd = defineOperation({
  id: 'bank.rule.add',
  summary: { en: 'Add an assignment rule', fr: 'Ajouter une règle d’affectation' },
  description:
    'A rule takes the transactions that meet all of its criteria, and says which account they are booked on. LabelPattern is looked for anywhere in the label, case and accents aside, as whole words unless it begins or ends with *; it is no regular expression. With VatRate, the amount includes VAT, which is rounded half away from zero to the cent; the counterpart takes the rest.',
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: {
    examples: [
      'taxops bank rule add --folder 1 --name Energie --label-pattern "ENERGIE*" --direction Out --ledger-account 606100 --vat-rate 20',
    ],
  },
  params: EnterprisePath,
  body: RuleBody,
  output: RuleShape,
  errors: CHECKED,
  run: async (ctx, { enterpriseId, body }) => ruleToWire(await addRule(ctx, enterpriseId, ruleFromWire(body))),
});

export const bankRuleUpdate = defineOperation({
  id: 'bank.rule.update',
  summary: { en: 'Change an assignment rule', fr: 'Modifier une règle d’affectation' },
  description: 'What is absent stays, null clears. Entries that it wrote do not change.',
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'PATCH', path: `${ROUTE}/{ruleId}` },
  cli: { args: ['ruleId'], examples: ['taxops bank rule update 3 --folder 1 --is-active false'] },
  params: RulePath,
  body: RuleChange,
  output: RuleShape,
  errors: [...CHECKED, 'RuleNotFound'],
  run: async (ctx, { enterpriseId, ruleId, body }) =>
    ruleToWire(await updateRule(ctx, enterpriseId, ruleId, changeFromWire(body))),
});

export const bankRuleRemove = defineOperation({
  id: 'bank.rule.remove',
  summary: { en: 'Remove an assignment rule', fr: 'Supprimer une règle d’affectation' },
  description: 'The entries that it wrote stay.',
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'DELETE', path: `${ROUTE}/{ruleId}`, status: 204 },
  cli: { args: ['ruleId'], examples: ['taxops bank rule remove 3 --folder 1 --yes'], confirm: true },
  params: RulePath,
  output: z.void(),
  errors: ['FolderNotFound', 'RuleNotFound'],
  run: (ctx, { enterpriseId, ruleId }) => removeRule(ctx, enterpriseId, ruleId),
});
