import { afterEach, describe, expect, it } from 'vitest';
import { loadJob } from '../../../../src/jobs/registry.ts';
import { addDeclarations } from '../../../../src/services/declarations/change.ts';
import { channelAIds, parkedDeclarations } from '../../../../src/services/declarations/inbox.ts';
import { adoptDeliveries, replayDeliveries } from '../../../../src/services/declarations/receive.ts';
import { readInstant } from '../../../../src/services/kernel/paris-time.ts';
import { boundJobs } from '../../../support/bound-work.ts';
import { sized } from '../../../support/length.ts';
import fc from '../../../support/property.ts';
import { OTHER_SIREN, SIREN, testFirm, UNKNOWN_SIREN } from './firm.ts';

const firm = await testFirm();
const { ctx, db, folderId, receive, list, state } = firm;
const runJob = boundJobs(db);
afterEach(firm.clear);

const at = (hour: number) => `2026-05-20T${String(hour).padStart(2, '0')}:00:00Z`;
const event = (declarationId: number, declarationStatus: string, hour: number, more: object = {}) => ({
  declarationId,
  declarationStatus,
  dateHeureModification: at(hour),
  ...more,
});
const known = { siren: SIREN, dateDebut: '2025-01-01', dateFin: '2025-12-31', declarationType: 'Liasse' };

describe('a delivery', () => {
  it('creates the declaration in the folder of its SIREN', async () => {
    const more = { ...known, declarationLibelle: '  Liasse 2025 ', dateEcheance: '2026-05-20' };
    expect(await receive(event(7, 'Sent', 1, more))).toBe('created');
    expect(await list()).toMatchObject([
      {
        folderId,
        status: 'Sent',
        type: 'Liasse',
        sourceType: 'Manual',
        channel: 'ChannelA',
        channelAId: 7,
        periodEnd: '2025-12-31',
        record: { values: { label: '  Liasse 2025 ', start: '2024-12-31T23:00:00Z', end: '2025-12-30T23:00:00Z' } },
      },
    ]);
  });

  it('that creates a declaration waits for no other of its folder, one of them that waits for its identifier apart', async () => {
    const [other] = await addDeclarations(ctx, folderId, [{ type: 'Liasse', end: readInstant('2024-12-31') }]);
    await db.transaction(async (trx) => {
      await trx('declaration').where({ id: other?.id }).forUpdate().first();
      expect(await receive(event(7, 'Sent', 1, known))).toBe('created');
    });
    const ofOther = { ...known, dateDebut: '2024-01-01', dateFin: '2024-12-31' };
    expect(await receive(event(8, 'Sent', 1, ofOther))).toBe('applied');
    expect((await list()).map(({ channelAId }) => channelAId)).toEqual([7, 8]);
  });

  it('of which several come at once makes one declaration', async () => {
    const results = await Promise.all([1, 2, 3, 4].map((hour) => receive(event(7, 'Sent', hour, known))));
    expect(results.filter((result) => result === 'created')).toHaveLength(1);
    expect(await list()).toHaveLength(1);
    expect((await firm.results()).length).toBe(4);
  });

  it('is applied once: the same again changes nothing and leaves no trace in the audit log', async () => {
    const body = event(7, 'Sent', 1, known);
    expect(await receive(body)).toBe('created');
    const before = [await state(), (await firm.audit()).length];
    expect(await receive(body)).toBe('duplicate');
    expect(await receive({ ...body, unknownField: 1 })).toBe('duplicate');
    expect([await state(), (await firm.audit()).length]).toEqual(before);
  });

  it('is stale when it is older, applied when it is newer even downwards, which the audit log says', async () => {
    await receive(event(7, 'Accepted', 5, known));
    expect(await receive(event(7, 'Sent', 4))).toBe('stale');
    expect((await list())[0]?.status).toBe('Accepted');
    expect(await receive(event(7, 'Rejected', 6, { declarationErreurs: [{ code: 'E7' }] }))).toBe('applied');
    expect((await firm.audit()).at(-1)).toMatchObject({
      operation: 'declaration.webhook.receive',
      outcome: 'applied',
      folder_id: folderId,
      details: { channelAId: 7, status: 'Rejected', warning: 'StatusLowered' },
    });
    expect((await list())[0]).toMatchObject({ status: 'Rejected', record: { values: { reasons: [{ Code: 'E7' }] } } });
  });

  it('of a deletion leaves a tombstone that only a newer one lifts', async () => {
    await receive(event(7, 'Sent', 1, known));
    expect(await receive(event(7, 'deleted', 5))).toBe('deleted');
    expect(await list()).toEqual([]);
    expect(await receive(event(7, 'Accepted', 4))).toBe('stale');
    expect(await list()).toEqual([]);
    expect(await receive(event(7, 'Accepted', 6))).toBe('applied');
    expect((await list())[0]?.status).toBe('Accepted');
  });

  it('of a deletion of what nobody knows counts too', async () => {
    expect(await receive(event(8, 'deleted', 5))).toBe('deleted');
    expect(await receive(event(8, 'Sent', 4, known))).toBe('stale');
    expect(await list()).toEqual([]);
    expect(await receive(event(8, 'Sent', 6))).toBe('applied');
    expect((await list())[0]).toMatchObject({ channelAId: 8, status: 'Sent', type: 'Liasse' });
  });

  it('completes a declaration filed from here whose channel gave no identifier', async () => {
    const [end, start] = [readInstant('2025-12-31'), readInstant('2025-01-01')];
    const [mine] = await addDeclarations(ctx, folderId, [{ type: 'Liasse', start, end, sourceType: 'Platform' }]);
    expect(await receive(event(7, 'Sent', 1, known))).toBe('applied');
    expect(await list()).toMatchObject([{ id: mine?.id, channelAId: 7, channel: 'ChannelA', sourceType: 'Platform' }]);
  });

  it('gives nothing to a record that another folder entered under its identifier', async () => {
    const other = await firm.addFolder('INTRUS', OTHER_SIREN);
    await addDeclarations(ctx, other, [{ channelAId: 7, name: 'Mine' }]);
    expect(await receive(event(7, 'Accepted', 1, { ...known, declarationLibelle: 'Secret' }))).toBe('created');
    expect((await list(other))[0]?.record.values.label).toBe('Mine');
    expect((await list())[0]?.record.values.label).toBe('Secret');
  });

  it('refuses what it cannot read and keeps nothing of it', async () => {
    await expect(receive({ declarationId: 7, paiementStatus: 'OK' })).rejects.toMatchObject({ code: 'WebhookInvalid' });
    expect(await db.knex('webhook_delivery').select()).toEqual([]);
  });

  it('keeps its body encrypted', async () => {
    await receive(event(7, 'Sent', 1, { ...known, declarationLibelle: 'Confidentiel' }));
    const [row] = await db.knex('webhook_delivery').select();
    expect(row.body.includes(Buffer.from('Confidentiel'))).toBe(false);
  });
});

describe('a delivery without folder', () => {
  it('is parked, and applied with the one that says where it belongs', async () => {
    expect(await receive(event(7, 'Accepted', 5, { declarationLibelle: 'Liasse 2025' }))).toBe('parked');
    expect(await receive(event(7, 'Sent', 4, { siren: UNKNOWN_SIREN }))).toBe('parked');
    expect(await parkedDeclarations(db.knex, 10)).toMatchObject([
      { channelAId: 7, siren: UNKNOWN_SIREN, deliveries: 2 },
    ]);
    await firm.clear();
    expect(await receive(event(7, 'Accepted', 5, { declarationLibelle: 'Liasse 2025' }))).toBe('parked');
    expect(await receive(event(7, 'Sent', 4, known))).toBe('stale');
    expect(await list()).toMatchObject([{ status: 'Accepted', record: { values: { label: 'Liasse 2025' } } }]);
    expect(await parkedDeclarations(db.knex, 10)).toEqual([]);
  });

  it('waits for the folder, which the job finds', async () => {
    const job = await loadJob('import-parked');
    const siren = '404833048';
    await receive(event(9, 'Sent', 1, { ...known, siren }));
    expect((await runJob(job, ctx, { scope: 'all' })).counts.done).toBe(0);
    const folder = await firm.addFolder('TARDIVE', siren);
    expect((await runJob(job, ctx, { scope: `folder:${folderId}` })).counts.planned).toBe(0);
    const shown = await runJob(job, ctx, { scope: 'all' }, { dryRun: true });
    expect(shown.items).toMatchObject([{ folderId: folder, key: '9', state: 'planned' }]);
    expect((await runJob(job, ctx, { scope: 'all' })).counts.done).toBe(1);
    expect(await list(folder)).toMatchObject([{ channelAId: 9, status: 'Sent' }]);
    expect(await adoptDeliveries(ctx, 9)).toBe(0);
  });

  it('goes to the folder whose exercise holds the end, when several have the SIREN', async () => {
    const { db: own, ...two } = await testFirm();
    const [company] = await own.knex('company').insert({ name: 'Autre' }).returning('id');
    const [second] = await own
      .knex('folder')
      .insert({ company_id: company.id, name: 'B', siren: SIREN })
      .returning('id');
    await two.exercise(two.folderId, 2024);
    await two.exercise(second.id, 2025);
    expect(await two.receive(event(7, 'Sent', 1, { siren: SIREN }))).toBe('parked');
    expect(await two.receive(event(7, 'Sent', 2, known))).toBe('created');
    expect(await two.list(second.id)).toMatchObject([{ channelAId: 7 }]);
  });
});

describe('histories', () => {
  const history = fc.array(
    fc.record({
      declarationId: fc.constantFrom(1, 2),
      declarationStatus: fc.constantFrom('Sent', 'Accepted', 'Rejected', 'deleted'),
      dateHeureModification: fc.integer({ min: 0, max: 6 }).map(at),
      siren: fc.constantFrom(SIREN, undefined),
      dateFin: fc.constantFrom('2025-12-31', undefined),
      declarationType: fc.constantFrom('Liasse', undefined),
      declarationLibelle: fc.constantFrom('Liasse 2025', 'Liasse corrigée', undefined),
      declarationErreurs: fc.constantFrom([{ code: 'E1' }], [], undefined),
    }),
    { minLength: 1, maxLength: 7 },
  );
  const shuffled = history.chain((deliveries) =>
    fc.tuple(
      fc.constant(deliveries),
      fc.shuffledSubarray([...deliveries, ...deliveries], { minLength: deliveries.length * 2 }),
    ),
  );
  const endOf = async (deliveries: readonly object[]) => {
    await firm.clear();
    for (const delivery of deliveries) await receive(delivery);
    return state();
  };

  it('in any order and with repetitions end in the same records', { tags: 'sized' }, async () => {
    await fc.assert(
      fc.asyncProperty(shuffled, async ([first, second]) => {
        expect(await endOf(second)).toEqual(await endOf(first));
      }),
      { numRuns: sized(8, 60, 2_000) },
    );
  });

  it('at the same moment end in the same records', { tags: 'sized' }, async () => {
    await fc.assert(
      fc.asyncProperty(shuffled, async ([first, second]) => {
        const inTurn = await endOf(first);
        await endOf(second.slice(0, second.length >> 1)); // most records are there by now
        await Promise.all(second.slice(second.length >> 1).map((delivery) => receive(delivery)));
        expect(await state()).toEqual(inTurn);
      }),
      { numRuns: sized(4, 30, 500) },
    );
  });

  it('at the same moment lose nothing of what each says of a record', async () => {
    const first = event(9, 'Sent', 1, known);
    const said = [
      { declarationLibelle: 'Liasse' },
      { declarationUrl: 'https://channel.example/9' },
      { declarationPdfUrl: 'https://channel.example/9.pdf' },
      { fichierEDIUrl: 'https://channel.example/9.edi' },
      { paiementStatus: 'Paid' },
    ].map((one, hour) => event(9, 'Sent', 2 + hour, { ...known, ...one }));
    const inTurn = await endOf([first, ...said]);
    await endOf([first]);
    await Promise.all(said.toReversed().map((delivery) => receive(delivery)));
    expect(await state()).toEqual(inTurn);
  });

  it('applied again to an empty store give the same records', { tags: 'sized' }, async () => {
    await fc.assert(
      fc.asyncProperty(history, async (deliveries) => {
        const before = await endOf(deliveries);
        const ids = await db.knex('declaration').orderBy('id').pluck('id');
        await db.knex('declaration').del();
        for await (const channelAId of channelAIds(db.knex)) await replayDeliveries(ctx, channelAId);
        expect(await state()).toEqual(before);
        expect(await db.knex('declaration').orderBy('id').pluck('id')).toEqual(ids);
        for await (const channelAId of channelAIds(db.knex)) await replayDeliveries(ctx, channelAId);
        expect(await state()).toEqual(before);
      }),
      { numRuns: sized(4, 30, 500) },
    );
  });

  it('that arrive at once twice are applied once', async () => {
    const body = event(7, 'Sent', 1, known);
    const results = await Promise.all(Array.from({ length: 6 }, () => receive(body)));
    expect(results.toSorted()).toEqual(['created', ...Array(5).fill('duplicate')]);
    const different = [1, 2, 3, 4, 5].map((hour) => receive(event(8, 'Sent', hour, known)));
    expect((await Promise.all(different)).filter((result) => result === 'created')).toHaveLength(1);
    expect((await list()).filter(({ channelAId }) => channelAId === 8)).toHaveLength(1);
  });
});
