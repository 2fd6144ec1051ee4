import * as z from 'zod';
import { acceptLettering, proposeLettering } from '../../services/ledger/letters/propose.ts';
import { LETTERING_REASONS } from '../../services/ledger/letters/rules.ts';
import { SUM_BOUNDS } from '../../services/ledger/letters/sums.ts';
import { pageOfList } from '../../services/ledger/page.ts';
import { accountPrefixes, ledgerOperation } from '../ledger/wire.ts';
import { identifier, pageOf, paging } from '../operation/fields.ts';
import { choice, date, eurosText, flag, int, maybe, text } from '../operation/outputs.ts';
import { fields, from, headed } from '../operation/wire.ts';
import { LetteringShape } from './lettering.ts';

const score = () => z.int().min(0).max(100);

/** One debit and one credit of the same amount and third party, or a reference in common. */
const SURE = 80;

const ProposalShape = z
  .object({
    Id: int('Id').describe('Identifier of its first line'),
    AccountNumber: text('Compte'),
    SubAccountCode: maybe(text('Sous-compte')),
    Reason: choice(LETTERING_REASONS, 'Motif'),
    Reference: text('Pièce').describe('What the lines have in common, when that is the reason'),
    Score: int('Points').describe('Of 100'),
    IsAmbiguous: flag('Ambigu').describe('Other groups fit as well, or several third parties share the account'),
    Amount: eurosText('Montant').describe('Sum of its debits'),
    EntryLineIds: from('lineIds', headed(z.array(z.int()), 'Lignes')),
    Lines: headed(
      z.array(
        z.object({
          Id: int('Id'),
          Date: date('Date'),
          DocRef: text('Pièce'),
          Label: text('Libellé'),
          Balance: from('net', eurosText('Solde').describe('Debit less credit')),
        }),
      ),
      'Lignes',
    ),
  })
  .meta({ id: 'LetteringProposal' });

const wanted = {
  exerciseId: identifier().optional().describe('The last exercise unless given'),
  account: accountPrefixes.describe('Beginnings of account numbers: suppliers and customers (40, 41) unless given'),
};

const PROPOSAL_ERRORS = ['ExerciseNotFound', 'FolderWithoutExercise'];

export const letteringPropose = ledgerOperation({
  id: 'lettering.propose',
  summary: { en: 'Propose letterings', fr: 'Proposer des lettrages' },
  description: `Balanced groups of lines without letter within one third party: the same reference (95 points of 100), a single debit and credit of one amount (80), all that is left when it cancels out (65), one line that others add up to (60). What fits in several ways, or stands on a collective account without third party, is ambiguous (40 points). Sums are tried over the ${SUM_BOUNDS.lines} oldest lines of a side, ${SUM_BOUNDS.members} at most together, ${SUM_BOUNDS.steps} steps for a third party; CutParties names those where more was possible. Same data, same proposals.`,
  http: { method: 'GET', path: '/lettering-proposals' },
  cli: {
    examples: [
      'taxops lettering propose --folder 12',
      'taxops lettering propose --folder 12 --account 411 --min-score 80',
    ],
  },
  query: z.object({ ...wanted, minScore: score().default(0).describe('Leave out what scores less'), ...paging }),
  output: pageOf(ProposalShape).extend({ CutParties: z.array(z.string()) }),
  errors: PROPOSAL_ERRORS,
  columns: ['Id', 'AccountNumber', 'SubAccountCode', 'Reason', 'Reference', 'Score', 'Amount', 'EntryLineIds'],
  run: async (ctx, { folderId, account, page, limit, ...rest }) => {
    const { proposals, cutParties } = await proposeLettering(ctx, folderId, { ...rest, accounts: account });
    return { ...pageOfList(proposals, { page, limit }), cutParties };
  },
});

export const letteringAccept = ledgerOperation({
  id: 'lettering.accept',
  summary: { en: 'Letter what is proposed', fr: 'Lettrer ce qui est proposé' },
  description: `Letters every sure proposal of at least MinScore (${SURE} unless given), or those named by identifier: an ambiguous one is lettered only by name. All or none, as one lettering that can be undone.`,
  http: { method: 'POST', path: '/lettering-proposals/accept' },
  cli: {
    examples: [
      'taxops lettering accept --folder 12 --min-score 60',
      'taxops lettering accept --folder 12 --proposal-ids 101 230',
    ],
  },
  body: fields({
    ExerciseId: identifier().optional(),
    Accounts: z.array(z.string().min(1).max(50)).optional(),
    MinScore: score().default(SURE),
    ProposalIds: z.array(identifier()).min(1).max(1000).optional(),
  }),
  output: z.object({ Groups: int('Groupes'), Lettering: headed(maybe(LetteringShape), 'Lettrage') }),
  errors: ['LedgerFolderInactive', 'ExerciseClosed', ...PROPOSAL_ERRORS, 'LetterProposalNotFound'],
  run: (ctx, { folderId, body }) => acceptLettering(ctx, folderId, body),
});
