import * as z from 'zod';
import { type Draft, draftsOf } from '../../../services/banking/books/rules/drafts.ts';
import { checkedRule, listRules } from '../../../services/banking/books/rules/rules.ts';
import { undoWritten } from '../../../services/banking/books/rules/undo.ts';
import { writeByRules } from '../../../services/banking/books/rules/write.ts';
import { type Language, TaxopsError } from '../../../services/kernel/errors.ts';
import { formatAmount } from '../../../services/kernel/money.ts';
import { parseRatio } from '../../../services/kernel/ratio.ts';
import type { Context } from '../../../services/operation/context.ts';
import { amountText, day, dayText, identifier, numeral } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { EnterprisePath } from '../account/account.ts';
import { BANK_ROUTE } from '../reconcile/wire.ts';
import { RuleBody, ruleFromWire } from './wire.ts';

/** Euros a unit: a number or a decimal string. */
export const rate = () =>
  numeral((text) => {
    const read = parseRatio(text);
    return read && read.numerator > 0n ? read : undefined;
  }, 'not a rate: write 0.9231');

export const force = () => z.boolean().default(false).describe('Book even what the ledger probably holds already');

const wanted = {
  AccountId: identifier().optional().describe('One bank account; all of the folder otherwise'),
  BeginDate: day().optional(),
  EndDate: day().optional(),
  TransactionIds: z.array(identifier()).min(1).max(10_000).optional().describe('These transactions alone'),
  Rate: rate().optional().describe('Euros for one unit of the currency of transactions that are not in euros'),
  Force: force(),
};
const Wanted = z.strictObject(wanted);

const toWanted = (body: z.output<typeof Wanted>) => ({
  accountId: body.AccountId,
  from: body.BeginDate,
  to: body.EndDate,
  ids: body.TransactionIds,
  rate: body.Rate,
  force: body.Force,
});

const Problem = z.object({ Code: z.string(), Message: z.string() });
const toProblem = (error: TaxopsError, language: Language) => ({ Code: error.code, Message: error.text(language) });

export const bankRuleApply = defineOperation({
  id: 'bank.rule.apply',
  summary: {
    en: 'Write the entries of transactions by rules',
    fr: 'Passer les écritures des mouvements selon les règles',
  },
  description:
    'For each transaction that no entry books, the first rule that takes it writes a balanced draft in the journal of the bank: the bank account on one side, the account of the rule and VAT on the other. The two are linked at once, so a second call writes nothing. Named transactions that were written before are given back with IsNew false; one that is linked otherwise is refused. A transaction is not booked again when the ledger holds a line of its amount on the account of the bank, at most 45 days away and linked to nothing: it is listed in Failed with the code TransactionProbablyBooked, which names the entry, unless Force is set; each line holds back one transaction. An entry that cannot be written (account closed, exercise closed, rate unknown) is listed in Failed and the others go on: exit code 3.',
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: `${BANK_ROUTE}/rules/apply` },
  cli: { examples: ['taxops bank rule apply --folder 1 --begin-date 2026-03-01 --end-date 2026-03-31'] },
  params: EnterprisePath,
  body: Wanted,
  output: z.object({
    Written: z.array(
      z.object({ TransactionId: z.int(), EntryId: z.int(), RuleId: z.int().nullable(), IsNew: z.boolean() }),
    ),
    Failed: z.array(z.object({ TransactionId: z.int(), RuleId: z.int(), ...Problem.shape })),
    WithoutRule: z.array(z.int()).describe('Transactions that no rule takes'),
  }),
  errors: ['FolderNotFound', 'BankTransactionUnknown', 'TransactionReconciled'],
  outcome: ({ Failed }) => (Failed.length > 0 ? 'partial' : 'done'),
  view: function* ({ Written, Failed, WithoutRule }) {
    yield {
      kind: 'table',
      columns: [
        { name: 'Written', type: 'number' },
        { name: 'Failed', type: 'number' },
        { name: 'WithoutRule', type: 'number' },
      ],
      rows: [[Written.length, Failed.length, WithoutRule.length]],
    };
    if (Failed.length === 0) return;
    yield {
      kind: 'table',
      columns: [{ name: 'TransactionId', type: 'number' }, { name: 'RuleId', type: 'number' }, { name: 'Message' }],
      rows: Failed.map(({ TransactionId, RuleId, Message }) => [TransactionId, RuleId, Message]),
    };
  },
  run: async (ctx, { enterpriseId, body }) => {
    const { written, failed, withoutRule } = await writeByRules(ctx, enterpriseId, toWanted(body));
    return {
      Written: written.map(({ transactionId, entryId, ruleId, isNew }) => ({
        TransactionId: transactionId,
        EntryId: entryId,
        RuleId: ruleId,
        IsNew: isNew,
      })),
      Failed: failed.map(({ transactionId, ruleId, error }) => ({
        TransactionId: transactionId,
        RuleId: ruleId,
        ...toProblem(error, ctx.language),
      })),
      WithoutRule: [...withoutRule],
    };
  },
});

const Tested = z.object({
  TransactionId: z.int(),
  Date: dayText(),
  Label: z.string(),
  Amount: amountText(),
  RuleId: z.int().describe('0 for the rule given in the body'),
  RuleName: z.string(),
  Lines: z.array(
    z.object({
      Account: z.string().describe('Number, empty for the line of the bank'),
      SubAccount: z.string().nullable(),
      Debit: amountText(),
      Credit: amountText(),
    }),
  ),
  Problem: Problem.nullable(),
});

const draftToWire =
  (language: Language) =>
  ({ transaction, rule, entry }: Draft): z.output<typeof Tested> => ({
    TransactionId: transaction.id,
    Date: transaction.date,
    Label: transaction.label,
    Amount: formatAmount(transaction.amount),
    RuleId: rule.id,
    RuleName: rule.name,
    Lines: (entry instanceof TaxopsError ? [] : entry.lines).map(({ account, subAccount, debit, credit }) => ({
      Account: typeof account === 'number' ? '' : account,
      SubAccount: subAccount === undefined ? null : String(subAccount),
      Debit: formatAmount(debit),
      Credit: formatAmount(credit),
    })),
    Problem: entry instanceof TaxopsError ? toProblem(entry, language) : null,
  });

const TestBody = z.strictObject({
  ...wanted,
  Rule: RuleBody.optional().describe('A rule to try instead of those stored'),
});

/** The rules stored, or the one given, checked and tried alone. */
async function rulesToTry(ctx: Context, folderId: number, { Rule }: z.output<typeof TestBody>) {
  const db = await ctx.db();
  return Rule ? [{ ...(await checkedRule(db, folderId, ruleFromWire(Rule))), id: 0 }] : listRules(db, folderId);
}

/** Examples shown; the counts tell the rest. */
const SHOWN = 100;

export const bankRuleTest = defineOperation({
  id: 'bank.rule.test',
  summary: { en: 'Try rules without writing anything', fr: 'Essayer des règles sans rien écrire' },
  description: `What \`bank rule apply\` would write: the first ${SHOWN} entries, and how many transactions are taken or not. With Rule, that rule alone is tried as if it were stored.`,
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: `${BANK_ROUTE}/rules/test` },
  cli: { examples: ['taxops bank rule test --folder 1', 'taxops bank rule test --folder 1 --body rule.json'] },
  params: EnterprisePath,
  body: TestBody,
  output: z.object({ Taken: z.int(), NotTaken: z.int(), Items: z.array(Tested) }),
  errors: [
    ...['FolderNotFound', 'BankAccountNotFound', 'RuleWithoutCriterion', 'RuleAmountsInverted'],
    ...['AccountNotFound', 'SubAccountNotFound', 'VatAccountMissing'],
  ],
  view: ({ Taken, NotTaken, Items }) => [
    {
      kind: 'table',
      columns: [
        { name: 'TransactionId', type: 'number' },
        { name: 'Date', type: 'day' },
        { name: 'Label' },
        { name: 'Amount', type: 'amount' },
        { name: 'RuleName' },
        { name: 'Accounts' },
      ],
      rows: Items.map((item) => [
        item.TransactionId,
        item.Date,
        item.Label.slice(0, 24),
        item.Amount,
        item.RuleName.slice(0, 16),
        item.Problem?.Code ??
          item.Lines.map(({ Account }) => Account)
            .join(' ')
            .trim(),
      ]),
      note: `${Taken} / ${Taken + NotTaken}`,
    },
  ],
  run: async (ctx, { enterpriseId, body }) => {
    const rules = await rulesToTry(ctx, enterpriseId, body);
    const { drafts, withoutRule } = await draftsOf(await ctx.db(), enterpriseId, rules, toWanted(body));
    const items = drafts.slice(0, SHOWN).map(draftToWire(ctx.language));
    return { Taken: drafts.length, NotTaken: withoutRule.length, Items: items };
  },
});

export const bankRuleUndo = defineOperation({
  id: 'bank.rule.undo',
  summary: {
    en: 'Delete entries written from transactions',
    fr: 'Supprimer les écritures passées depuis des mouvements',
  },
  description:
    'By rules or by hand: the drafts are deleted and the transactions free again, all or none. A definitive entry is refused: validated, of a closed exercise, or its counterpart lettered.',
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: `${BANK_ROUTE}/rules/undo`, status: 204 },
  cli: { examples: ['taxops bank rule undo --folder 1 --transaction-ids 1042 1043 --yes'], confirm: true },
  params: EnterprisePath,
  body: z.strictObject({ TransactionIds: z.array(identifier()).min(1).max(1000) }),
  output: z.void(),
  errors: [
    ...['FolderNotFound', 'LedgerFolderInactive', 'BankTransactionUnknown', 'TransactionNotReconciled'],
    ...['TransactionNotGenerated', 'TransactionLocked'],
  ],
  run: (ctx, { enterpriseId, body }) => undoWritten(ctx, enterpriseId, body.TransactionIds),
});
