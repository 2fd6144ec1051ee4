import * as z from 'zod';
import { type Draft, tryRules } from '../../../services/banking/books/rules/drafts.ts';
import { undoWritten } from '../../../services/banking/books/rules/undo.ts';
import { type Unwritten, writeByRules } from '../../../services/banking/books/rules/write.ts';
import { TaxopsError } from '../../../services/kernel/errors.ts';
import { parseRatio } from '../../../services/kernel/ratio.ts';
import type { NewLine } from '../../../services/ledger/place-entry.ts';
import { day, identifier, numeral } from '../../operation/fields.ts';
import { date, eurosText, flag, int, maybe, text } from '../../operation/outputs.ts';
import { coded, computed, fields, headed } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { RuleBody } from './wire.ts';

/** Euros a unit: a number or a decimal string. */
export const rate = () =>
  numeral((text) => {
    const read = parseRatio(text);
    return read && read.numerator > 0n ? read : undefined;
  }, 'not a rate: write 0.9231');

export const force = () => z.boolean().default(false).describe('Book even what the ledger probably holds already');

const WANTED = {
  AccountId: identifier().optional().describe('One bank account; all of the folder otherwise'),
  BeginDate: day().optional(),
  EndDate: day().optional(),
  TransactionIds: z.array(identifier()).min(1).max(10_000).optional().describe('These transactions alone'),
  Rate: rate().optional().describe('Euros for one unit of the currency of transactions that are not in euros'),
  Force: force(),
};
/** What is said of a failure. */
const message = (fr?: string) => coded(text(fr), (error: TaxopsError, language) => error.text(language));

const Written = headed(
  z.array(
    z.object({ TransactionId: int('Mouvement'), EntryId: int('Écriture'), RuleId: maybe(int('Règle')), IsNew: flag() }),
  ),
  'Passées',
);

const Failed = headed(
  z.array(
    z.object({
      TransactionId: int('Mouvement'),
      RuleId: int('Règle'),
      Code: computed(text('Code'), ({ error }: Unwritten) => error.code),
      Message: computed(message('Message'), ({ error }: Unwritten) => error),
    }),
  ),
  'Échecs',
);

export const bankRuleApply = bankOperation({
  id: 'bank.rule.apply',
  summary: {
    en: 'Write the entries of transactions by rules',
    fr: 'Passer les écritures des mouvements selon les règles',
  },
  description:
    'For each transaction that no entry books, the first rule that takes it writes a balanced draft in the journal of the bank: the bank account on one side, the account of the rule and VAT on the other. The two are linked at once, so a second call writes nothing. Named transactions that were written before are given back with IsNew false; one that is linked otherwise is refused. A transaction is not booked again when the ledger holds a line of its amount on the account of the bank, at most 45 days away and linked to nothing: it is listed in Failed with the code TransactionProbablyBooked, which names the entry, unless Force is set; each line holds back one transaction. An entry that cannot be written (account closed, exercise closed, rate unknown) is listed in Failed and the others go on: exit code 3.',
  http: { method: 'POST', path: '/rules/apply' },
  cli: { examples: ['taxops bank rule apply --folder 1 --begin-date 2026-03-01 --end-date 2026-03-31'] },
  body: fields(WANTED),
  output: z.object({
    Written,
    Failed,
    WithoutRule: headed(z.array(int()), 'Sans règle').describe('Transactions that no rule takes'),
  }),
  errors: ['BankTransactionUnknown', 'TransactionReconciled'],
  outcome: ({ Failed: failed }) => (failed.length > 0 ? 'partial' : 'done'),
  view: function* ({ Written: done, Failed: failed, WithoutRule }) {
    yield {
      kind: 'table',
      columns: [
        { name: 'Written', type: 'number' },
        { name: 'Failed', type: 'number' },
        { name: 'WithoutRule', type: 'number' },
      ],
      rows: [[done.length, failed.length, WithoutRule.length]],
    };
    if (failed.length === 0) return;
    yield {
      kind: 'table',
      columns: [{ name: 'TransactionId', type: 'number' }, { name: 'RuleId', type: 'number' }, { name: 'Message' }],
      rows: failed.map(({ TransactionId, RuleId, Message }) => [TransactionId, RuleId, Message]),
    };
  },
  run: (ctx, { folderId, body }) => writeByRules(ctx, folderId, body),
});

const Problem = z.object({
  Code: text('Code'),
  Message: computed(message('Message'), (error: TaxopsError) => error),
});

const Tested = z.object({
  TransactionId: int('Mouvement'),
  Date: date('Date'),
  Label: text('Libellé'),
  Amount: eurosText('Montant'),
  RuleId: int('Règle').describe('0 for the rule given in the body'),
  RuleName: text('Règle'),
  Lines: headed(
    z.array(
      z.object({
        Account: computed(text('Compte'), ({ account }: NewLine) =>
          typeof account === 'number' ? '' : account,
        ).describe('Number, empty for the line of the bank'),
        SubAccount: computed(maybe(text('Sous-compte')), ({ subAccount }: NewLine) => subAccount?.toString()),
        Debit: eurosText('Débit'),
        Credit: eurosText('Crédit'),
      }),
    ),
    'Lignes',
  ),
  Problem: maybe(Problem),
});

const toTested = ({ transaction, rule, entry }: Draft) => ({
  ...transaction,
  transactionId: transaction.id,
  ruleId: rule.id,
  ruleName: rule.name,
  ...(entry instanceof TaxopsError ? { lines: [], problem: entry } : { lines: entry.lines, problem: null }),
});

/** Examples shown; the counts tell the rest. */
const SHOWN = 100;

export const bankRuleTest = bankOperation({
  id: 'bank.rule.test',
  summary: { en: 'Try rules without writing anything', fr: 'Essayer des règles sans rien écrire' },
  description: `What \`bank rule apply\` would write: the first ${SHOWN} entries, and how many transactions are taken or not. With Rule, that rule alone is tried as if it were stored.`,
  right: 'read',
  http: { method: 'POST', path: '/rules/test' },
  cli: { examples: ['taxops bank rule test --folder 1', 'taxops bank rule test --folder 1 --body rule.json'] },
  body: fields({ ...WANTED, Rule: RuleBody.optional().describe('A rule to try instead of those stored') }),
  output: z.object({ Taken: int(), NotTaken: int(), Items: z.array(Tested) }),
  errors: [
    'BankAccountNotFound',
    'RuleWithoutCriterion',
    'RuleAmountsInverted',
    'AccountNotFound',
    'SubAccountNotFound',
    'VatAccountMissing',
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
        { name: 'Accounts', fr: 'Comptes' },
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
  run: async (ctx, { folderId, body }) => {
    const { drafts, withoutRule } = await tryRules(ctx, folderId, body);
    return { taken: drafts.length, notTaken: withoutRule.length, items: drafts.slice(0, SHOWN).map(toTested) };
  },
});

export const bankRuleUndo = bankOperation({
  id: 'bank.rule.undo',
  summary: {
    en: 'Delete entries written from transactions',
    fr: 'Supprimer les écritures passées depuis des mouvements',
  },
  description:
    'By rules or by hand: the drafts are deleted and the transactions free again, all or none. A definitive entry is refused: validated, of a closed exercise, or its counterpart lettered.',
  http: { method: 'POST', path: '/rules/undo', status: 204 },
  cli: { examples: ['taxops bank rule undo --folder 1 --transaction-ids 1042 1043 --yes'], confirm: true },
  body: fields({ TransactionIds: z.array(identifier()).min(1).max(1000) }),
  output: z.void(),
  errors: [
    'LedgerFolderInactive',
    'BankTransactionUnknown',
    'TransactionNotReconciled',
    'TransactionNotGenerated',
    'TransactionLocked',
    'PeriodReconciled',
  ],
  run: (ctx, { folderId, body }) => undoWritten(ctx, folderId, body.transactionIds),
});
