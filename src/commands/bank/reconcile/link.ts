import * as z from 'zod';
import {
  type LedgerSide,
  ledgerSideOf,
  setLedgerSide,
} from '../../../services/banking/books/reconciliation/ledger-side.ts';
import { setLink, unsetLink } from '../../../services/banking/books/reconciliation/links.ts';
import { LINK_STATES, type Link, listLinks } from '../../../services/banking/books/reconciliation/list.ts';
import { ORIGINS } from '../../../services/banking/books/reconciliation/store.ts';
import type { Language } from '../../../services/kernel/errors.ts';
import { formatAmount } from '../../../services/kernel/money.ts';
import { toWirePage } from '../../ledger/wire.ts';
import { amountText, dayText, identifier, pageOf, paging } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { EnterprisePath } from '../account/account.ts';
import { BANK_ROUTE, ReasonShape, reasonsToWire, TransactionPath, transactionsWanted } from './wire.ts';

const LinkShape = z
  .object({
    TransactionId: z.int(),
    AccountId: z.int(),
    Date: dayText(),
    Label: z.string(),
    Amount: amountText(),
    EntryId: z.int(),
    LineId: z.int().nullable(),
    LineDate: dayText().nullable(),
    LineLabel: z.string().nullable(),
    Origin: z
      .enum(ORIGINS)
      .describe('Proposed and accepted, set by hand, or the entry was written from the transaction'),
    RuleId: z.int().nullable(),
    Score: z.int().nullable(),
    Reasons: z.array(ReasonShape),
    State: z
      .enum(LINK_STATES)
      .describe('Missing: the entry, written again, has no such line. Differs: the amounts, since one of them changed'),
    CreatedAt: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'Reconciliation' });

const linkToWire =
  (language: Language) =>
  (link: Link): z.output<typeof LinkShape> => ({
    TransactionId: link.transactionId,
    AccountId: link.accountId,
    Date: link.date,
    Label: link.label,
    Amount: formatAmount(link.amount),
    EntryId: link.entryId,
    LineId: link.lineId,
    LineDate: link.lineDate,
    LineLabel: link.lineLabel,
    Origin: link.origin,
    RuleId: link.ruleId,
    Score: link.score,
    Reasons: reasonsToWire(link.reasons, language),
    State: link.state,
    CreatedAt: link.createdAt,
  });

export const bankReconcileList = defineOperation({
  id: 'bank.reconcile.list',
  summary: { en: 'List reconciled transactions', fr: 'Lister les mouvements rapprochés' },
  description:
    'What the bank says of a transaction is taken whatever books it, so State tells whether both still agree. Differs: the transaction was changed or deleted since, and the entry is to be corrected, or undone with the link; a deleted transaction leaves its line free for the one that replaces it. Missing: the entry was written again without a line of this amount.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: `${BANK_ROUTE}/reconciliations` },
  cli: {
    examples: [
      'taxops bank reconcile list --folder 1 --begin-date 2026-03-01 --origin Generated',
      'taxops bank reconcile list --folder 1 --changed true',
    ],
  },
  params: EnterprisePath,
  query: z.object({
    ...transactionsWanted,
    origin: z.enum(ORIGINS).optional(),
    changed: z.boolean().optional().describe('Only those whose transaction or entry changed since they were linked'),
    ...paging,
  }),
  output: pageOf(LinkShape),
  errors: ['FolderNotFound'],
  columns: ['TransactionId', 'Date', 'Label', 'Amount', 'EntryId', 'Origin', 'Score', 'State'],
  run: async (ctx, { enterpriseId, page, limit, accountId, beginDate, endDate, ...rest }) => {
    const filter = { accountId, from: beginDate, to: endDate, ...rest };
    const found = await listLinks(await ctx.db(), enterpriseId, filter, { page, limit });
    return toWirePage(found, linkToWire(ctx.language));
  },
});

export const bankReconcileSet = defineOperation({
  id: 'bank.reconcile.set',
  summary: { en: 'Link a transaction to its entry', fr: 'Lier un mouvement à son écriture' },
  description:
    'Takes the line of the entry on a bank account (512 to 519) that has the amount of the transaction. With LineId, several transactions of one sign may share a line, such as a remittance, as long as they do not exceed it.',
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'PUT', path: `${BANK_ROUTE}/transactions/{transactionId}/reconciliation`, status: 204 },
  cli: { args: ['transactionId'], examples: ['taxops bank reconcile set 1042 --folder 1 --entry 57'] },
  params: TransactionPath,
  body: z.strictObject({ EntryId: identifier(), LineId: identifier().optional() }),
  output: z.void(),
  errors: [
    'FolderNotFound',
    'BankTransactionUnknown',
    'TransactionReconciled',
    'EntryNotFound',
    'EntryWithoutBankLine',
  ],
  run: (ctx, { enterpriseId, transactionId, body }) =>
    setLink(ctx, enterpriseId, { transactionId, entryId: body.EntryId, lineId: body.LineId }),
});

export const bankReconcileUnset = defineOperation({
  id: 'bank.reconcile.unset',
  summary: { en: 'Take a link away', fr: 'Défaire un lien' },
  description:
    'The entry stays. Refused when it was written from the transaction, which would then be booked a second time: a draft goes with its link by `bank rule undo` (TransactionGenerated), a definitive one stays, validated (PCG art. 921-3), of a closed exercise (art. 921-4), or its counterpart lettered (TransactionLocked).',
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'DELETE', path: `${BANK_ROUTE}/transactions/{transactionId}/reconciliation`, status: 204 },
  cli: { args: ['transactionId'], examples: ['taxops bank reconcile unset 1042 --folder 1'] },
  params: TransactionPath,
  output: z.void(),
  errors: [
    ...['FolderNotFound', 'BankTransactionUnknown', 'TransactionNotReconciled'],
    ...['TransactionGenerated', 'TransactionLocked'],
  ],
  run: (ctx, { enterpriseId, transactionId }) => unsetLink(ctx, enterpriseId, transactionId),
});

const LedgerSideShape = z
  .object({
    AccountId: z.int(),
    LedgerAccountId: z.int(),
    LedgerAccount: z.string(),
    JournalId: z.int(),
    JournalCode: z.string(),
    IsGuess: z.boolean().describe('Nobody said it: read from the books'),
  })
  .meta({ id: 'BankLedgerAccount' });

const sideToWire = ({ accountId, ledgerAccount, journal, isGuess }: LedgerSide): z.output<typeof LedgerSideShape> => ({
  AccountId: accountId,
  LedgerAccountId: ledgerAccount.id,
  LedgerAccount: ledgerAccount.number,
  JournalId: journal.id,
  JournalCode: journal.code,
  IsGuess: isGuess,
});

const SIDE_ROUTE = `${BANK_ROUTE}/accounts/{bankAccountId}/ledger-account`;
const AccountPath = EnterprisePath.extend({ bankAccountId: identifier() });

export const bankReconcileAccountShow = defineOperation({
  id: 'bank.reconcile.account.show',
  summary: { en: 'Show what books a bank account', fr: 'Montrer ce qui comptabilise un compte bancaire' },
  description:
    'As somebody said; else the only account 512, or the one whose lines match most transactions in the latest exercise, and the bank journal with most of its lines.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: SIDE_ROUTE },
  cli: { examples: ['taxops bank reconcile account show --folder 1 --bank-account 2'] },
  params: AccountPath,
  output: LedgerSideShape,
  errors: ['FolderNotFound', 'BankAccountNotFound', 'LedgerSideUnknown'],
  run: async (ctx, { enterpriseId, bankAccountId }) =>
    sideToWire(await ledgerSideOf(await ctx.db(), enterpriseId, bankAccountId)),
});

export const bankReconcileAccountSet = defineOperation({
  id: 'bank.reconcile.account.set',
  summary: { en: 'Say what books a bank account', fr: 'Dire ce qui comptabilise un compte bancaire' },
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'PUT', path: SIDE_ROUTE },
  cli: {
    examples: [
      'taxops bank reconcile account set --folder 1 --bank-account 2 --ledger-account 512100 --journal-code BQ',
    ],
  },
  params: AccountPath,
  body: z.strictObject({
    LedgerAccount: z.string().trim().min(1).max(50).describe('Number of the account, 512 to 519'),
    JournalCode: z.string().trim().min(1).max(50),
  }),
  output: LedgerSideShape,
  errors: ['FolderNotFound', 'BankAccountNotFound', 'AccountNotFound', 'NotABankAccount', 'JournalNotFound'],
  run: async (ctx, { enterpriseId, bankAccountId, body }) =>
    sideToWire(
      await setLedgerSide(ctx, enterpriseId, bankAccountId, {
        ledgerAccount: body.LedgerAccount,
        journal: body.JournalCode,
      }),
    ),
});
