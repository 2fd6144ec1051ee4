/** Proposals of lettering over the third parties of an exercise, and their acceptance. */
import type { Knex } from 'knex';
import type { Cents } from '../../kernel/money.ts';
import type { Context } from '../../operation/context.ts';
import { wherePrefix } from '../accounts.ts';
import { ledgerErrors } from '../errors.ts';
import { exerciseOrLast } from '../exercises.ts';
import { codesOfGroups, giveLetters, inLetters } from './change.ts';
import { type LetterProposal, type OpenLine, proposeForParty } from './rules.ts';
import { keyOf, type Lettering } from './store.ts';

export interface ProposalsWanted {
  readonly exerciseId?: number | undefined;
  /** Beginnings of account numbers: suppliers and customers unless given. */
  readonly accounts?: readonly string[] | undefined;
  readonly minScore?: number | undefined;
}

export interface PartyProposal extends LetterProposal {
  /** Identifier of its first line: another proposal never has it. */
  readonly id: number;
  readonly accountNumber: string;
  readonly subAccountCode: string | null;
  /** Sum of its debits. */
  readonly amount: Cents;
  readonly lineIds: readonly number[];
}

export interface Proposals {
  readonly exerciseId: number;
  /** By account, third party and rule. */
  readonly proposals: readonly PartyProposal[];
  /** Third parties of which not every sum was tried. */
  readonly cutParties: readonly string[];
}

/** Suppliers and customers. */
const THIRD_PARTIES = ['40', '41'];

/** Throws FolderNotFound, ExerciseNotFound, FolderWithoutExercise. */
export async function proposeLettering(ctx: Context, folderId: number, wanted: ProposalsWanted): Promise<Proposals> {
  const { id } = await exerciseOrLast(ctx, folderId, wanted.exerciseId);
  return findProposals((await ctx.db()).knex, folderId, { ...wanted, exerciseId: id });
}

export interface Acceptance extends ProposalsWanted {
  /** By identifier, ambiguous ones too; all sure ones of at least `minScore` otherwise. */
  readonly proposalIds?: readonly number[] | undefined;
}

export interface Accepted {
  readonly groups: number;
  /** Null: there was nothing to letter. */
  readonly lettering: Lettering | null;
}

/**
 * Letters proposals, all or none, as they are found under the lock of the ledger. Throws as `proposeLettering`, and
 * LedgerFolderInactive, ExerciseClosed, LetterProposalNotFound.
 */
export async function acceptLettering(
  ctx: Context,
  folderId: number,
  { proposalIds, ...wanted }: Acceptance,
): Promise<Accepted> {
  const { id: exerciseId } = await exerciseOrLast(ctx, folderId, wanted.exerciseId);
  const minScore = proposalIds ? 0 : wanted.minScore;
  return inLetters(ctx, folderId, async (trx) => {
    const { proposals } = await findProposals(trx, folderId, { ...wanted, exerciseId, minScore });
    const missing = proposalIds?.find((wantedId) => !proposals.some(({ id }) => id === wantedId));
    if (missing !== undefined) throw ledgerErrors.LetterProposalNotFound({ proposalId: missing });
    const chosen = proposals.filter(({ id, isAmbiguous }) => proposalIds?.includes(id) ?? !isAmbiguous);
    if (chosen.length === 0) return { groups: 0, lettering: null };
    const groups = chosen.map(({ lineIds }) => lineIds);
    const letters = await codesOfGroups(trx, folderId, groups);
    return { groups: groups.length, lettering: await giveLetters(ctx, trx, { folderId, kind: 'Accepted', letters }) };
  });
}

async function findProposals(
  knex: Knex,
  folderId: number,
  { exerciseId, accounts = THIRD_PARTIES, minScore = 0 }: ProposalsWanted & { readonly exerciseId: number },
): Promise<Proposals> {
  const proposals: PartyProposal[] = [];
  const cutParties: string[] = [];
  for (const party of await openParties(knex, folderId, exerciseId, accounts)) {
    const found = proposeForParty(party.lines, party.isShared);
    if (found.isCut) cutParties.push([party.accountNumber, party.subAccountCode].filter(Boolean).join('/'));
    proposals.push(...found.proposals.map((proposal) => ofParty(party, proposal)));
  }
  return { exerciseId, proposals: proposals.filter(({ score }) => score >= minScore), cutParties };
}

const ofParty = ({ accountNumber, subAccountCode }: Party, proposal: LetterProposal): PartyProposal => ({
  ...proposal,
  id: Math.min(...proposal.lines.map(({ id }) => id)),
  accountNumber,
  subAccountCode,
  amount: proposal.lines.reduce((sum, { net }) => (net > 0n ? sum + net : sum), 0n),
  lineIds: proposal.lines.map(({ id }) => id),
});

interface Party {
  readonly accountNumber: string;
  readonly subAccountCode: string | null;
  readonly isShared: boolean;
  readonly lines: OpenLine[];
}

interface PartyRow extends OpenLine {
  readonly accountId: number;
  readonly accountNumber: string;
  readonly subAccountId: number | null;
  readonly subAccountCode: string | null;
}

/** The lines without letter by third party, in the order of accounts, codes, days and identifiers. */
async function openParties(
  knex: Knex,
  folderId: number,
  exerciseId: number,
  accounts: readonly string[],
): Promise<Iterable<Party>> {
  const rows: PartyRow[] = await knex({ l: 'entry_line' })
    .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
    .joinRaw('left join sub_account s on s.folder_id = l.folder_id and s.id = l.sub_account_id')
    .where({ 'l.folder_id': folderId, 'l.exercise_id': exerciseId })
    .whereNull('l.letter')
    .whereRaw('l.debit_cents <> l.credit_cents')
    .modify((query) => wherePrefix(query, 'a.number', accounts))
    .orderByRaw('a.number collate "C", s.code collate "C" nulls first, l.entry_date, l.id')
    .select({ id: 'l.id', date: 'l.entry_date', docRef: 'l.doc_ref', label: 'l.label', accountId: 'a.id' })
    .select({ accountNumber: 'a.number', subAccountId: 's.id', subAccountCode: 's.code' })
    .select(knex.raw('l.debit_cents - l.credit_cents as net'));
  const parties = new Map<string, Party>();
  for (const { accountId, subAccountId, accountNumber, subAccountCode, ...line } of rows) {
    const key = keyOf({ accountId, subAccountId });
    const isShared = subAccountId === null && isCollective(accountNumber);
    const party = parties.get(key) ?? { accountNumber, subAccountCode, isShared, lines: [] };
    parties.set(key, party);
    party.lines.push(line);
  }
  return parties.values();
}

/** A root of the chart with nothing but zeros after it: 411, 4010, 41100000. An account of one third party says more. */
const isCollective = (number: string): boolean => /^\d{3}0*$/.test(number);
