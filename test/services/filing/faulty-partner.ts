/** Faults of a partner on every send: what is stored agrees with what the partner took, and nothing leaks. */
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { ChannelName } from '../../../src/services/channels/channel.ts';
import type { Database } from '../../../src/services/db/database.ts';
import type { DeclarationKind } from '../../../src/services/declarations/kinds.ts';
import { declarationFiler } from '../../../src/services/declarations/sending/filer.ts';
import { resolveDoubts } from '../../../src/services/filing/doubts.ts';
import { TaxopsError } from '../../../src/services/kernel/errors.ts';
import type { SimulatorOperation } from '../../../src/services/simulators/channels/operations.ts';
import { SIMULATED } from '../../../src/services/simulators/channels/simulated.ts';
import type { Fault } from '../../../src/services/simulators/stage/faults.ts';
import { defaultSettings, memoryChannels, portsOf } from '../../support/context.ts';
import { eachOf } from '../../support/length.ts';
import { partners } from '../channels/partners.ts';
import { END, IBAN, world } from './world.ts';

/** After a 429 the host is left alone for a second at least: then it can be asked what it took. */
const SHORTEST_PAUSE_MS = 1_100;

export async function describeFaults(db: Database, faults: readonly Fault[]): Promise<void> {
  const { simulator, channelA, channelB, clock, timer } = await partners({ a: { documentHosts: [] } });
  const settings = {
    ...defaultSettings,
    channelQuestionSeconds: { value: '0', source: 'test' },
    channelAAccount: { value: SIMULATED.account, source: 'test' },
  };
  const channels = memoryChannels({ channelA: () => channelA, channelB: () => channelB });
  const { ctx, newFolder, declare, send, status } = world(db, { settings, clock, open: portsOf({ channels }) });

  const SENDS: readonly [SimulatorOperation, ChannelName, DeclarationKind][] = [
    ['liasse', 'ChannelA', 'Liasse'],
    ['publish', 'ChannelA', 'IS2572'],
    ['deposit', 'ChannelB', 'IS2572'],
  ];

  const told: unknown[] = [];
  /** A failure that is none of ours is a crash. */
  const tell = (error: unknown): void => {
    if (!(error instanceof TaxopsError)) throw error;
    told.push(error);
  };
  const payments = [{ iban: IBAN, bic: 'AGRIFRPPXXX', amount: 4_500, holder: 'TITULAIRE CONFIDENTIEL' }];

  afterEach(() => simulator.setFaults([]));

  async function folderFor(type: DeclarationKind): Promise<{ folder: number; siren: string }> {
    const folder = await newFolder();
    if (type === 'IS2572') await declare(folder, type, END, { facts: { capitalPaidAndHeldByPersons: true, payments } });
    const { siren } = await db.knex('folder').where({ id: folder }).first('siren');
    return { folder, siren };
  }

  const deposits = (siren: string): number => simulator.ledger.of(siren).length;

  const CASES = SENDS.flatMap(([operation, channel, type]) =>
    faults.flatMap((fault) => [true, false].map((taken) => [fault, operation, taken, channel, type] as const)),
  );

  describe('a fault', () => {
    const isShort = ([fault, operation]: (typeof CASES)[number]) => fault === 'timeout' && operation !== 'publish';
    eachOf(CASES, isShort)(
      '%s on %s (taken: %s) leaves no wrong state',
      async (fault, operation, taken, channel, type) => {
        const { folder, siren } = await folderFor(type);
        simulator.setFaults([{ operation, fault, taken, forMs: 0, retryAfter: 0 }]);
        await send(folder, { type, channel }).catch(tell);
        simulator.setFaults([]);
        if (fault === 'too-many-requests') await timer.sleep(SHORTEST_PAUSE_MS);
        for (let question = 0; question < 10; question++)
          await resolveDoubts(ctx, [declarationFiler], { folderId: folder });
        const { status: end } = await status(folder);
        const wanted = deposits(siren) === 1 ? ['SentToChannel', 1] : ['Draft', 0];
        expect([end, deposits(siren)]).toEqual(wanted);
      },
    );
  });

  describe('after a fault', () => {
    const AGAIN = SENDS.flatMap(([operation, channel, type]) =>
      (['timeout', 'too-many-requests'] as const).map((fault) => [operation, fault, channel, type] as const),
    );

    // A partner may answer 429 and have taken the file all the same: RFC 6585 does not say that nothing was done.
    eachOf(AGAIN, ([operation, fault]) =>
      operation === 'deposit' ? fault === 'timeout' : operation === 'liasse' && fault !== 'timeout',
    )('%s after %s is sent again only when it was lost', async (operation, fault, channel, type) => {
      for (const taken of [true, false]) {
        const { folder, siren } = await folderFor(type);
        simulator.setFaults([{ operation, fault, nth: 1, taken, retryAfter: 0 }]);
        for (let attempt = 0; attempt < 4; attempt++) {
          await send(folder, { type, channel }).catch(tell);
          if (fault === 'too-many-requests') await timer.sleep(SHORTEST_PAUSE_MS);
        }
        expect([(await status(folder)).status, deposits(siren)]).toEqual(['SentToChannel', 1]);
      }
    });
  });

  it('tells no secret, no file, no account to debit', async () => {
    const stored = await db.knex('filing').select('message', 'numero_ads');
    const texts = told.flatMap((error) =>
      error instanceof TaxopsError ? [error.text('en'), error.text('fr'), error.hint('en') ?? ''] : [],
    );
    const all = [inspect(told, { depth: 12, showHidden: true, maxStringLength: null }), ...texts, inspect(stored)].join(
      '\n',
    );
    const { clientSecret, password, login, account } = SIMULATED;
    for (const secret of [
      clientSecret,
      password,
      login,
      account,
      IBAN,
      'TITULAIRE',
      '<XmlEdi',
      'Bearer ey',
      '#SIRET',
    ]) {
      expect(all.includes(secret), secret).toBe(false);
    }
    expect(told.length).toBeGreaterThan(5);
  });
}
