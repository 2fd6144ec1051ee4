import * as z from 'zod';
import { loadJob } from '../../../jobs/registry.ts';
import { runJob } from '../../../jobs/runner.ts';
import { SURE } from '../../../services/banking/books/matching/match-open.ts';
import { acceptProposals } from '../../../services/banking/books/reconciliation/links.ts';
import { countDisagreeing } from '../../../services/banking/books/reconciliation/list.ts';
import type { Proposal } from '../../../services/banking/books/reconciliation/propose.ts';
import { writeByRules } from '../../../services/banking/books/rules/write.ts';
import { takenSince } from '../../../services/banking/feeds/sources/summary.ts';
import { heldDocuments } from '../../../services/banking/report/held-documents.ts';
import { largestLeft, leftByAccount } from '../../../services/banking/report/left.ts';
import { reasonText } from '../../../services/banking/transactions/entries/reason.ts';
import { exportTransactions } from '../../../services/banking/transactions/export/export.ts';
import { getFolder } from '../../../services/folders/folders.ts';
import type { PlainDate } from '../../../services/kernel/dates.ts';
import type { Labels } from '../../../services/kernel/errors.ts';
import type { Cents } from '../../../services/kernel/money.ts';
import type { Context } from '../../../services/operation/context.ts';
import { identifier } from '../../operation/fields.ts';
import { defineCommand } from '../../operation/operation.ts';
import { date, eurosText, flag, int, text, words } from '../../operation/outputs.ts';
import { computed, type Domain, headed } from '../../operation/wire.ts';
import { amountWidth, widthLeft } from './for-people.ts';

/** Its reasons in one line. */
function whyOf({ reasons }: Proposal): Labels {
  const texts = reasons.filter(({ points }) => points > 0).map(reasonText);
  return { en: texts.map(({ en }) => en).join(', '), fr: texts.map(({ fr }) => fr).join(', ') };
}

const FolderDay = z.object({
  FolderId: int('Dossier'),
  Name: text('Nom'),
  Linked: int('Liés').describe('Transactions linked to entries that were in the ledger'),
  Links: z
    .array(
      z.object({
        AccountId: int('N° compte'),
        Date: date('Date'),
        Label: text('Libellé'),
        Amount: eurosText('Montant'),
        EntryIds: computed(z.array(int()), ({ lines }: Proposal) => [...new Set(lines.map(({ entryId }) => entryId))]),
        Score: int('Points'),
        Why: computed(words('Pourquoi'), whyOf),
      }),
    )
    .describe('What was linked, and why'),
  Written: int('Passées').describe('Transactions whose entry the rules wrote'),
  Unreconciled: int('Non rapprochés'),
  Disagreeing: int().describe('Links that no longer agree: taxops bank reconcile list --changed true'),
  ToJustify: int('À justifier'),
  ToJustifyAmount: eurosText('Montant'),
  Largest: z.array(
    z.object({
      AccountId: int('N° compte'),
      Date: date('Date'),
      Label: text('Libellé'),
      Amount: eurosText('Montant'),
      IsReconciled: flag(),
    }),
  ),
  Held: z
    .array(
      z.object({
        TransactionId: int('Mouvement'),
        Date: date('Date'),
        Label: text('Libellé'),
        DocumentIds: z.array(int()),
      }),
    )
    .describe('Deleted transactions that keep their documents'),
  Export: text().describe('File of the transactions to justify'),
});

const Day = z.object({
  Files: int('Fichiers').describe('Files taken from the sources'),
  FailedFiles: int('Fichiers en échec'),
  Transactions: int('Mouvements').describe('Transactions that they brought'),
  Folders: headed(z.array(FolderDay), 'Dossiers'),
});

const COUNTS = ['Linked', 'Written', 'Unreconciled', 'Disagreeing', 'ToJustify', 'ToJustifyAmount'] as const;

/** Characters of a day, and of the label of what was linked. */
const [ACCOUNT, DATE, LINKED_LABEL] = [9, 10, 30];

const TITLES = {
  en: { links: 'Linked, and why', left: 'Left to do, the largest first' },
  fr: { links: 'Liés, et pourquoi', left: 'Reste à faire, du plus grand au plus petit' },
} as const;

type Held = z.output<typeof FolderDay>['Held'][number];

const release = (folderId: number, transactionId: number): string =>
  `echo '{"ToJustify":false,"Documents":[]}' | taxops bank complement update ${transactionId} --folder ${folderId} --body -`;

/** What keeps a document from another transaction, and how to free it. */
const HELD = {
  en: (folderId: number, { TransactionId, Date: day, DocumentIds }: Held) =>
    `Transaction ${TransactionId} of ${day} was deleted and keeps documents ${DocumentIds.join(', ')}. To free them:\n  ${release(folderId, TransactionId)}`,
  fr: (folderId: number, { TransactionId, Date: day, DocumentIds }: Held) =>
    `Le mouvement ${TransactionId} du ${day} a été supprimé et garde les pièces ${DocumentIds.join(', ')}. Pour les libérer :\n  ${release(folderId, TransactionId)}`,
} as const;

/** Transactions shown of each folder; the file holds all of them. */
const SHOWN = 10;
const EVER = { beginDate: '0001-01-01' as PlainDate, endDate: '9999-12-31' as PlainDate };

interface DayWanted {
  readonly minScore: number;
  readonly rules: boolean;
}

export const bankDay = defineCommand({
  id: 'bank.day',
  summary: {
    en: 'Take the statements of the day and see what is left to do',
    fr: 'Prendre les relevés du jour et voir ce qui reste à faire',
  },
  description:
    'One after the other: the job import-statements over all sources, or the one named; for each folder that received transactions (and the one given) links to the ledger of at least min-score, each with its reasons, entries by rules with --rules; then what no longer agrees, deleted transactions that keep documents, and what is left to justify, shown and exported as CSV. A second call changes nothing.',
  cli: { examples: ['taxops bank day', 'taxops bank day --source bank-a --folder 1 --rules'] },
  query: z.object({
    source: z.string().max(40).optional().describe('One source; all of them otherwise'),
    enterpriseId: identifier().optional().describe('A folder to go through even when nothing came'),
    minScore: z.int().min(0).max(100).default(SURE).describe('Links that score less wait for a person'),
    rules: z.boolean().default(false).describe('Write the entries of what the rules take'),
  }),
  output: Day,
  errors: ['FolderNotFound', 'LockHeld'],
  outcome: ({ FailedFiles }) => (FailedFiles > 0 ? 'partial' : 'done'),
  view: function* ({ Folders, ...counts }, language) {
    const columns = ['Files', 'FailedFiles', 'Transactions'].map((name) => ({ name, type: 'number' as const }));
    yield { kind: 'table', columns, rows: [Object.values(counts)] };
    for (const folder of Folders) {
      yield {
        kind: 'table',
        title: folder.Name,
        columns: [
          ...COUNTS.slice(0, -1).map((name) => ({ name, type: 'number' as const })),
          { name: 'ToJustifyAmount', type: 'amount' },
        ],
        rows: [COUNTS.map((name) => folder[name])],
      };
      const whyWidth = widthLeft(ACCOUNT, DATE, LINKED_LABEL, amountWidth(folder.Links.map(({ Amount }) => Amount)));
      yield {
        kind: 'table',
        title: TITLES[language].links,
        columns: [
          { name: 'AccountId', fr: 'N° compte', type: 'number' },
          { name: 'Date', type: 'day' },
          { name: 'Label' },
          { name: 'Amount', type: 'amount' },
          { name: 'Why', fr: 'Pourquoi' },
        ],
        rows: folder.Links.map((link) => [
          link.AccountId,
          link.Date,
          link.Label.slice(0, LINKED_LABEL),
          link.Amount,
          link.Why.slice(0, whyWidth),
        ]),
      };
      yield {
        kind: 'table',
        title: TITLES[language].left,
        columns: [
          { name: 'AccountId', fr: 'N° compte', type: 'number' },
          { name: 'Date', type: 'day' },
          { name: 'Label' },
          { name: 'Amount', type: 'amount' },
          { name: 'IsReconciled' },
        ],
        rows: folder.Largest.map((item) => [
          item.AccountId,
          item.Date,
          item.Label.slice(0, 50),
          item.Amount,
          item.IsReconciled,
        ]),
      };
      for (const held of folder.Held) yield { kind: 'text', text: HELD[language](folder.FolderId, held) };
      yield { kind: 'text', text: folder.Export };
    }
  },
  audited: true,
  run: async (ctx, { source, enterpriseId, ...wanted }) => {
    if (enterpriseId !== undefined) await getFolder(ctx, enterpriseId);
    const since = ctx.clock.now();
    const input = { scope: 'all', ...(source !== undefined && { source }) };
    const { counts } = await runJob(await loadJob('import-statements'), ctx, input);
    const accounts = (await takenSince(ctx, { name: source }, since)).flatMap((file) => file.accounts);
    const received = accounts.flatMap(({ folderId, transactions }) => (transactions > 0 ? (folderId ?? []) : []));
    const folders: Domain<typeof FolderDay>[] = [];
    for (const folderId of new Set([...received, ...(enterpriseId === undefined ? [] : [enterpriseId])])) {
      folders.push(await dayOf(ctx, folderId, wanted));
    }
    const transactions = accounts.reduce((sum, account) => sum + account.transactions, 0);
    return { files: counts.done, failedFiles: counts.failed, transactions, folders };
  },
});

async function dayOf(
  ctx: Context,
  folderId: number,
  { minScore, rules }: DayWanted,
): Promise<Domain<typeof FolderDay>> {
  const db = await ctx.db();
  const { accepted } = await acceptProposals(ctx, folderId, { minScore });
  const written = rules ? (await writeByRules(ctx, folderId, {})).written.length : 0;
  const left = [...(await leftByAccount(db.knex, folderId, EVER)).values()];
  const largest = await largestLeft(db.knex, folderId, EVER, SHOWN);
  const file = await exportTransactions(
    ctx,
    { folderId, toJustify: true, withRemainingAmount: true, sortField: 'Date', sortDirection: 'Ascending' },
    'csv',
  );
  const count = (value: 'unreconciled' | 'toJustify') => left.reduce((sum, account) => sum + account[value], 0);
  return {
    folderId,
    name: (await getFolder(ctx, folderId)).name,
    linked: accepted.reduce((sum, { transactions }) => sum + transactions.length, 0),
    links: accepted,
    written,
    unreconciled: count('unreconciled'),
    disagreeing: await countDisagreeing(ctx, folderId),
    toJustify: count('toJustify'),
    toJustifyAmount: left.reduce((sum: Cents, { toJustifyAmount }) => sum + toJustifyAmount, 0n),
    held: await heldDocuments(db.knex, folderId),
    largest: largest.filter(({ isToJustify }) => isToJustify),
    export: file.address,
  };
}
