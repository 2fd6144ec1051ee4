import { describe, expect, it } from 'vitest';
import { showComplement } from '../../../../../src/services/banking/transactions/complementary/view.ts';
import { associationsOf } from '../../../../../src/services/banking/transactions/supporting-documents/associations.ts';
import { matchDocuments } from '../../../../../src/services/banking/transactions/supporting-documents/match.ts';
import {
  bestMatches,
  type Candidate,
} from '../../../../../src/services/banking/transactions/supporting-documents/match-rules.ts';
import { testDatabase } from '../../../../support/database.ts';
import fc from '../../../../support/property.ts';
import { complementWorld } from '../complementary/world.ts';

const candidate = (documentId: number, transactionId: number, change: Partial<Candidate> = {}): Candidate => ({
  documentId,
  transactionId,
  amount: 12_000n,
  counterParty: 'Énergie Imaginaire SARL',
  days: 3,
  foldedText: 'prlv sepa energie imaginaire',
  foldedCounterParty: 'energie imaginaire sarl',
  ...change,
});

const brief = (candidates: readonly Candidate[]) =>
  bestMatches(candidates).map(({ documentId, transactionId, score, isCertain }) => [
    documentId,
    transactionId,
    score,
    isCertain,
  ]);

describe('what speaks for a pair', () => {
  it.each<[string, Candidate[], unknown[]]>([
    ['counterparty and days', [candidate(1, 1)], [[1, 1, 100, true]]],
    ['paid late', [candidate(1, 1, { days: 60 })], [[1, 1, 95, true]]],
    ['no date', [candidate(1, 1, { days: null })], [[1, 1, 90, true]]],
    ['one word of the counterparty', [candidate(1, 1, { foldedText: 'prlv energie' })], [[1, 1, 80, true]]],
    ['a legal form proves nothing', [candidate(1, 1, { foldedText: 'autre sarl' })], [[1, 1, 60, false]]],
    ['no counterparty', [candidate(1, 1, { counterParty: null, foldedCounterParty: '' })], [[1, 1, 60, false]]],
    [
      'two payments alike: the nearer, not certain',
      [candidate(1, 1, { days: 9 }), candidate(1, 2)],
      [[1, 2, 100, false]],
    ],
    ['two documents alike', [candidate(1, 1), candidate(2, 1)], [[1, 1, 100, false]]],
    [
      'each its own',
      [candidate(1, 1), candidate(1, 2, { days: 60 }), candidate(2, 1, { days: 50 }), candidate(2, 2, { days: 40 })],
      [
        [1, 1, 100, true],
        [2, 2, 95, false],
      ],
    ],
  ])('%s', (_name, candidates, expected) => expect(brief(candidates)).toEqual(expected));

  it('is said in words', () => {
    expect(bestMatches([candidate(1, 1)])[0]?.reasons.map(({ en }) => en)).toEqual([
      'the amount is what is left of the document (120.00)',
      'the label names Énergie Imaginaire SARL',
      'paid 3 days after the document',
    ]);
  });

  it.each([
    [0, 'paid on the day of the document', 'payé le jour de la pièce'],
    [1, 'paid 1 day after the document', 'payé 1 jour après la pièce'],
    [-2, 'paid 2 days before the document', 'payé 2 jours avant la pièce'],
  ])('a payment %i days after is said as people say it', (days, en, fr) => {
    expect(bestMatches([candidate(1, 1, { days })])[0]?.reasons.at(-1)).toEqual({ en, fr });
  });

  it('gives each document and each transaction once, whatever the order of candidates', () => {
    const pair = fc.record({
      documentId: fc.nat(5),
      transactionId: fc.nat(5),
      days: fc.integer({ min: -10, max: 120 }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(pair, { selector: (one) => `${one.documentId} ${one.transactionId}` }), (pairs) => {
        const candidates = pairs.map((one) => candidate(one.documentId, one.transactionId, { days: one.days }));
        const matches = brief(candidates);
        expect(new Set(matches.map(([document]) => document)).size).toBe(matches.length);
        expect(new Set(matches.map(([, transaction]) => transaction)).size).toBe(matches.length);
        expect(brief(candidates.toReversed())).toEqual(matches);
      }),
    );
  });
});

const db = await testDatabase();
const world = complementWorld(db);
const { ctx } = world;

describe('documents of a folder', async () => {
  const { folderId, ids } = await world.folderWith([
    ['03-05', -12_000, 'PRLV SEPA ENERGIE IMAGINAIRE'],
    ['03-06', -12_000, 'CB LIBRAIRIE DU PARC'],
    ['03-07', -4590, 'CB PAPETERIE LUNE'],
    ['03-08', -7000, 'PRLV ASSURANCE'],
  ]);
  const [energy = 0, , stationery = 0, insurance = 0] = ids;
  const facts = (amount: bigint, counterParty: string | null, effectiveDate: string | null = '2026-03-01') => ({
    amount,
    counterParty,
    effectiveDate,
  });
  const bill = await world.document(folderId, facts(12_000n, 'Énergie Imaginaire'));
  const receipt = await world.document(folderId, facts(4590n, null));
  await world.document(folderId, facts(7000n, 'Assurance', '2025-01-01'));
  await world.document(folderId, { ...facts(7000n, 'Assurance'), currencyCode: 'USD' });
  await world.document(folderId);

  const shown = async (apply: boolean) =>
    (await matchDocuments(ctx, folderId, { apply })).map((one) => [
      one.documentId,
      one.transactionId,
      one.isCertain,
      one.isAssociated,
    ]);

  it('are proposed, nothing is stored', async () => {
    const before = await world.snapshot(folderId);
    expect(await shown(false)).toEqual([
      [bill, energy, true, false],
      [receipt, stationery, false, false],
    ]);
    expect(await world.snapshot(folderId)).toEqual(before);
  });

  it('are associated where it is certain, with the reason, once', async () => {
    expect(await shown(true)).toEqual([
      [bill, energy, true, true],
      [receipt, stationery, false, false],
    ]);
    expect(await showComplement(ctx, folderId, energy)).toMatchObject({
      status: 'Justified',
      documents: [{ documentId: bill, associated: 12_000n, isAutoAssociated: true }],
    });
    const [{ reasons } = { reasons: [] }] = await associationsOf(ctx, folderId, bill);
    expect(reasons.map(({ fr }) => fr)).toContain('le libellé nomme Énergie Imaginaire');
    expect(await shown(true)).toEqual([[receipt, stationery, false, false]]);
  });

  it('are left alone once nothing is to justify', async () => {
    const late = await world.document(folderId, facts(7000n, 'Assurance'));
    const seen = await matchDocuments(ctx, folderId, { apply: false, documentIds: [late] });
    expect(seen.map(({ transactionId }) => transactionId)).toEqual([insurance]);
    await db.knex('complementary_data').insert({
      folder_id: folderId,
      transaction_id: insurance,
      to_justify: false,
      created_at: ctx.clock.now(),
      updated_at: ctx.clock.now(),
    });
    expect(await matchDocuments(ctx, folderId, { apply: false, documentIds: [late] })).toEqual([]);
  });

  it('associated by two at once are associated once', async () => {
    const twice = await world.folderWith([['03-05', -100, 'CB LUNE']]);
    const documentId = await world.document(twice.folderId, facts(100n, 'Lune'));
    const both = [1, 2].map(() => matchDocuments(ctx, twice.folderId, { apply: true }));
    const done = (await Promise.all(both)).flat().filter(({ isAssociated }) => isAssociated);
    expect(done).toHaveLength(1);
    expect(await associationsOf(ctx, twice.folderId, documentId)).toMatchObject([{ associated: 100n }]);
  });
});
