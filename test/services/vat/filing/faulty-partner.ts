/** Faults of the partner on every call that VAT makes: what is stored agrees with what the partner took, nothing is lost. */
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { FILERS } from '../../../../src/jobs/doubts.ts';
import type { Database } from '../../../../src/services/db/database.ts';
import { resolveDoubts } from '../../../../src/services/filing/doubts.ts';
import { fetchNotice } from '../../../../src/services/filing/notices.ts';
import { noticesToTake } from '../../../../src/services/filing/poll.ts';
import { TaxopsError } from '../../../../src/services/kernel/errors.ts';
import { SIMULATED } from '../../../../src/services/simulators/channels/simulated.ts';
import type { Fault } from '../../../../src/services/simulators/stage/faults.ts';
import { defaultSettings, memoryChannels, portsOf } from '../../../support/context.ts';
import { partners } from '../../channels/partners.ts';
import { IBAN, world } from './world.ts';

/** After a 429 the host is left alone for a second at least: then it can be asked what it took. */
const SHORTEST_PAUSE_MS = 1_100;

const SCRIPT = {
  scenarios: [
    {
      channel: 'ChannelB',
      steps: [
        { afterMs: 0, notice: 'Ads' },
        { afterMs: 500, notice: 'Acs' },
        { afterMs: 1000, notice: 'Ars' },
      ],
    },
  ],
} as const;

export async function describeVatFaults(db: Database, faults: readonly Fault[]): Promise<void> {
  const { simulator, channelB, clock, timer } = await partners({ environment: 'prod', script: SCRIPT as never });
  const settings = {
    ...defaultSettings,
    channelQuestionSeconds: { value: '0', source: 'test' },
    channelEnvironment: { value: 'prod', source: 'test' },
  };
  const open = portsOf({ channels: memoryChannels({ channelB: () => channelB }) });
  const { ctx, newFolder, newReturn, send, status } = world(db, 'prod', { settings, clock, open } as never);

  const told: unknown[] = [];
  /** A failure that is none of ours is a crash. */
  const tell = (error: unknown): void => {
    if (!(error instanceof TaxopsError)) throw error;
    told.push(error);
  };
  const calmed = async (fault: Fault) => {
    simulator.setFaults([]);
    if (fault === 'too-many-requests') await timer.sleep(SHORTEST_PAUSE_MS);
  };
  afterEach(() => simulator.setFaults([]));

  async function draft() {
    const folderId = await newFolder();
    const id = await newReturn(folderId);
    const { siren } = await db.knex('folder').where({ id: folderId }).first('siren');
    return { folderId, id, deposits: () => simulator.ledger.of(siren).length };
  }

  const numberOf = async (folderId: number, id: number): Promise<string> =>
    (await db.knex('vat_procedure').where({ folder_id: folderId, id }).first('numero_piece')).numero_piece;

  /** As poll-notices does. */
  async function poll(folderId: number): Promise<void> {
    for (const { reference } of await noticesToTake(ctx, FILERS, { folderId }))
      await fetchNotice(ctx, FILERS, reference);
  }

  const CASES = faults.flatMap((fault) => [true, false].map((taken) => [fault, taken] as const));

  describe('a fault', () => {
    it.each(CASES)('%s on a deposit (taken: %s) leaves no wrong state', async (fault, taken) => {
      const { folderId, id, deposits } = await draft();
      simulator.setFaults([{ operation: 'deposit', fault, taken, forMs: 0, retryAfter: 0 }]);
      await send(folderId, id).catch(tell);
      await calmed(fault);
      for (let question = 0; question < 10; question++) await resolveDoubts(ctx, FILERS, { folderId });
      const expected = deposits() === 1 ? ['Sent', 1] : ['Draft', 0];
      expect([await status(folderId, id), deposits()]).toEqual(expected);
    });

    it.each(
      faults.flatMap((fault) => (['notices', 'notice'] as const).map((operation) => [fault, operation] as const)),
    )('%s on %s loses no notice', async (fault, operation) => {
      const { folderId, id, deposits } = await draft();
      await send(folderId, id);
      await simulator.advance(60_000);
      simulator.setFaults([{ operation, fault, forMs: 0, retryAfter: 0 }]);
      await poll(folderId).catch(tell);
      await calmed(fault);
      await poll(folderId);
      // A piece that is damaged is fetched once all the same: it is kept, for a person to read.
      const damaged = await db.knex('notice').where({ numero_ads: await numberOf(folderId, id), state: 'Unreadable' });
      expect([await status(folderId, id), deposits()]).toEqual([damaged.length > 0 ? 'Sent' : 'Accepted', 1]);
      expect(damaged.length > 0).toBe(fault === 'wrong-gzip' && operation === 'notice');
    });
  });

  it('a lost answer is asked for: the return is sent again only when it was lost', async () => {
    for (const taken of [true, false]) {
      const { folderId, id, deposits } = await draft();
      simulator.setFaults([{ operation: 'deposit', fault: 'timeout', nth: 1, taken }]);
      for (let attempt = 0; attempt < 4; attempt++) await send(folderId, id).catch(tell);
      expect([await status(folderId, id), deposits()]).toEqual(['Sent', 1]);
    }
  });

  it('tells no secret, no file, no account to debit', async () => {
    const stored = await db.knex('filing').select('message', 'numero_ads');
    const texts = told.flatMap((error) =>
      error instanceof TaxopsError ? [error.text('en'), error.text('fr'), error.hint('en') ?? ''] : [],
    );
    const all = [inspect(told, { depth: 12, showHidden: true, maxStringLength: null }), ...texts, inspect(stored)];
    for (const secret of [SIMULATED.password, SIMULATED.login, IBAN, 'PSSTFRPPXXX', '<XmlEdi', '<Valeur>']) {
      expect(all.join('\n').includes(secret), secret).toBe(false);
    }
    expect(told.length).toBeGreaterThan(2);
  });
}
