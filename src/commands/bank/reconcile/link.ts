import * as z from 'zod';
import { setGroup } from '../../../services/banking/books/reconciliation/groups.ts';
import {
  type LedgerSide,
  ledgerSideOf,
  setLedgerSide,
} from '../../../services/banking/books/reconciliation/ledger-side.ts';
import { setLink, unsetLink } from '../../../services/banking/books/reconciliation/links.ts';
import { LINK_STATES, listLinks } from '../../../services/banking/books/reconciliation/list.ts';
import { ORIGINS } from '../../../services/banking/transactions/entries/links.ts';
import { identifier, pageOf, paging } from '../../operation/fields.ts';
import { choice, date, eurosText, flag, int, maybe, moment, text } from '../../operation/outputs.ts';
import { computed, fields } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { ReasonShape, TransactionPath, transactionsWanted } from './wire.ts';

const LinkShape = z
  .object({
    TransactionId: int('Mouvement'),
    AccountId: int('N° compte'),
    Date: date('Date'),
    Label: text('Libellé'),
    Amount: eurosText('Montant'),
    EntryId: int('Écriture'),
    LineId: maybe(int()).describe('Null for a group'),
    GroupId: maybe(int('Groupe')).describe('Of a link to several lines, or of several transactions'),
    LineIds: z.array(int()).describe('The line, or all of the group'),
    LineDate: maybe(date()),
    LineLabel: maybe(text('Libellé comptable')),
    Origin: choice(ORIGINS, 'Origine').describe(
      'Proposed and accepted, set by hand, or the entry was written from the transaction',
    ),
    RuleId: maybe(int('Règle')),
    Score: maybe(int('Points')),
    Reasons: z.array(ReasonShape),
    State: choice(LINK_STATES, 'État').describe(
      'Missing: the entry, written again, has no such line. Differs: the amounts, since one of them changed',
    ),
    CreatedAt: moment('Créé le'),
  })
  .meta({ id: 'Reconciliation' });

export const bankReconcileList = bankOperation({
  id: 'bank.reconcile.list',
  summary: { en: 'List reconciled transactions', fr: 'Lister les mouvements rapprochés' },
  description:
    'What the bank says of a transaction is taken whatever books it, so State tells whether both still agree. Differs: the transaction was changed or deleted since, and the entry is to be corrected, or undone with the link; a deleted transaction leaves its line free for the one that replaces it. Missing: the entry was written again without a line of this amount.',
  http: { method: 'GET', path: '/reconciliations' },
  cli: {
    examples: [
      'taxops bank reconcile list --folder 1 --begin-date 2026-03-01 --origin Generated',
      'taxops bank reconcile list --folder 1 --changed true',
    ],
  },
  query: z.object({
    ...transactionsWanted,
    origin: z.enum(ORIGINS).optional(),
    changed: z.boolean().optional().describe('Only those whose transaction or entry changed since they were linked'),
    ...paging,
  }),
  output: pageOf(LinkShape),
  columns: ['TransactionId', 'AccountId', 'Date', 'Label', 'Amount', 'EntryId', 'Origin', 'Score', 'State'],
  run: (ctx, { folderId, page, limit, ...filter }) => listLinks(ctx, folderId, filter, { page, limit }),
});

export const bankReconcileSet = bankOperation({
  id: 'bank.reconcile.set',
  summary: { en: 'Link a transaction to its entry', fr: 'Lier un mouvement à son écriture' },
  description:
    'With EntryId, takes the line of the entry on a bank account (512 to 519) that has the amount of the transaction; with LineId too, several transactions of one sign may share a line, such as a remittance, as long as they do not exceed it. With LineIds, one group: the transaction, and those of TransactionIds with it, are all of these lines and make the same sum; with DifferenceAccount, what is left is booked in the same act, a draft in the journal of the bank that goes with the group: fees (627, at most 5 %), cents (658 and 758, at most 1.00), exchange (666 and 766, at most 10 %).',
  http: { method: 'PUT', path: '/transactions/{transactionId}/reconciliation', status: 204 },
  cli: {
    args: ['transactionId'],
    examples: [
      'taxops bank reconcile set 1042 --folder 1 --entry 57',
      'taxops bank reconcile set 1042 --folder 1 --line-ids 210 --line-ids 214',
      'taxops bank reconcile set 1042 --folder 1 --line-ids 210 --difference-account 627000',
    ],
  },
  params: TransactionPath,
  body: fields({
    EntryId: identifier().optional(),
    LineId: identifier().optional(),
    LineIds: z.array(identifier()).min(1).max(500).optional().describe('All lines of a group'),
    DifferenceAccount: z
      .string()
      .trim()
      .min(1)
      .max(50)
      .optional()
      .describe('Account that takes what a group leaves: 627, 658, 758, 666 or 766'),
    TransactionIds: z.array(identifier()).max(500).optional().describe('Other transactions of the group'),
  }).refine(({ entryId, lineIds }) => (entryId === undefined) !== (lineIds === undefined), {
    message: 'EntryId, or LineIds for a group',
  }),
  output: z.void(),
  errors: [
    'BankTransactionUnknown',
    'TransactionReconciled',
    'EntryNotFound',
    'EntryWithoutBankLine',
    'LedgerLineNotFound',
    'LineReconciled',
    'GroupMixed',
    'GroupNotBalanced',
    'DifferenceAccountUnknown',
    'DifferenceTooLarge',
    'LedgerSideUnknown',
    'LedgerFolderInactive',
    'DateOutsideExercises',
    'ExerciseClosed',
    'AccountNotFound',
    'AccountNotActive',
    'PeriodReconciled',
  ],
  run: (
    ctx,
    { folderId, transactionId, body: { entryId = 0, lineId, lineIds, transactionIds = [], differenceAccount } },
  ) =>
    lineIds
      ? setGroup(ctx, folderId, { transactionIds: [transactionId, ...transactionIds], lineIds, differenceAccount })
      : setLink(ctx, folderId, { transactionId, entryId, lineId }),
});

export const bankReconcileUnset = bankOperation({
  id: 'bank.reconcile.unset',
  summary: { en: 'Take a link away', fr: 'Défaire un lien' },
  description:
    'The entry stays; a link of a group takes the whole group with it. Refused when it was written from the transaction, which would then be booked a second time: a draft goes with its link by `bank rule undo` (TransactionGenerated), a definitive one stays, validated (PCG art. 921-3), of a closed exercise (art. 921-4), or its counterpart lettered (TransactionLocked).',
  http: { method: 'DELETE', path: '/transactions/{transactionId}/reconciliation', status: 204 },
  cli: { args: ['transactionId'], examples: ['taxops bank reconcile unset 1042 --folder 1'] },
  params: TransactionPath,
  output: z.void(),
  errors: [
    'BankTransactionUnknown',
    'TransactionNotReconciled',
    'TransactionGenerated',
    'TransactionLocked',
    'PeriodReconciled',
  ],
  run: (ctx, { folderId, transactionId }) => unsetLink(ctx, folderId, transactionId),
});

const LedgerSideShape = z
  .object({
    AccountId: int('N° compte'),
    LedgerAccountId: computed(int('Compte'), ({ ledgerAccount }: LedgerSide) => ledgerAccount.id),
    LedgerAccount: computed(text('Compte'), ({ ledgerAccount }: LedgerSide) => ledgerAccount.number),
    JournalId: computed(int('Journal'), ({ journal }: LedgerSide) => journal.id),
    JournalCode: computed(text('Journal'), ({ journal }: LedgerSide) => journal.code),
    IsGuess: flag('Deviné').describe('Read from the books: it was not set'),
  })
  .meta({ id: 'BankLedgerAccount' });

const SIDE_ROUTE = '/accounts/{bankAccountId}/ledger-account';
const AccountPath = { bankAccountId: identifier() };

export const bankReconcileAccountShow = bankOperation({
  id: 'bank.reconcile.account.show',
  summary: { en: 'Show what books a bank account', fr: 'Montrer ce qui comptabilise un compte bancaire' },
  description:
    'As set by a person; else the only account 512, or the one whose lines match most transactions in the latest exercise, and the bank journal with most of its lines.',
  http: { method: 'GET', path: SIDE_ROUTE },
  cli: { examples: ['taxops bank reconcile account show --folder 1 --bank-account 2'] },
  params: AccountPath,
  output: LedgerSideShape,
  errors: ['BankAccountNotFound', 'LedgerSideUnknown'],
  run: (ctx, { folderId, bankAccountId }) => ledgerSideOf(ctx, folderId, bankAccountId),
});

export const bankReconcileAccountSet = bankOperation({
  id: 'bank.reconcile.account.set',
  summary: { en: 'Say what books a bank account', fr: 'Dire ce qui comptabilise un compte bancaire' },
  http: { method: 'PUT', path: SIDE_ROUTE },
  cli: {
    examples: [
      'taxops bank reconcile account set --folder 1 --bank-account 2 --ledger-account 512100 --journal-code BQ',
    ],
  },
  params: AccountPath,
  body: fields({
    LedgerAccount: z.string().trim().min(1).max(50).describe('Number of the account, 512 to 519'),
    JournalCode: z.string().trim().min(1).max(50),
  }),
  output: LedgerSideShape,
  errors: ['BankAccountNotFound', 'AccountNotFound', 'NotABankAccount', 'JournalNotFound'],
  run: (ctx, { folderId, bankAccountId, body }) => setLedgerSide(ctx, folderId, bankAccountId, body),
});
