/** Every fault of a provider on every call of a synchronisation: stored rows stay, the next one brings the rest. */
import { inspect } from 'node:util';
import { expect } from 'vitest';
import { saveConnection } from '../../../../../src/services/banking/feeds/connections/connections.ts';
import { syncConnection } from '../../../../../src/services/banking/feeds/connections/sync.ts';
import { ensureUser } from '../../../../../src/services/banking/feeds/providers/users.ts';
import { createFolder } from '../../../../../src/services/folders/folders.ts';
import { TaxopsError } from '../../../../../src/services/kernel/errors.ts';
import { SIMULATED_PROVIDER } from '../../../../../src/services/simulators/provider/simulator.ts';
import { FAULTS, type Fault } from '../../../../../src/services/simulators/stage/faults.ts';
import { memoryProviders, portsOf, testContext } from '../../../../support/context.ts';
import { testDatabase } from '../../../../support/database.ts';
import { eachOf } from '../../../../support/length.ts';
import { certificate } from '../../../channels/partners.ts';
import { simulatedProvider } from './simulated.ts';

const db = await testDatabase();
const script = { accounts: [{ name: 'Compte courant', transactions: 60 }], changes: [{ afterMs: 1000, add: 30 }] };
const { simulator, provider, timer, clock } = await simulatedProvider(script, {}, await certificate());
const ids = { uuid: () => crypto.randomUUID() };
const ctx = testContext(db, { ids, open: portsOf({ providers: memoryProviders(provider) }) });

const CALLS = ['token', 'item', 'accounts', 'transactions'] as const;

/** What each fault comes to; `undefined`: the synchronisation gets by. */
const EXPECTED: Readonly<Record<Fault, string | undefined>> = {
  refused: 'ChannelUnreachable',
  timeout: 'ChannelTimeout',
  'server-error': 'ChannelFailed',
  'too-many-requests': 'ChannelBusy',
  'error-body': 'ChannelAnswerUnreadable',
  truncated: 'ChannelAnswerUnreadable',
  'wrong-gzip': 'ChannelAnswerUnreadable',
  slow: 'ChannelTimeout',
  'wrong-charset': 'ChannelAnswerUnreadable',
  'redirect-loop': 'ChannelRedirected',
  tls: 'ChannelUnreachable',
  duplicate: undefined,
};

async function newConnection() {
  clock.set('2026-03-01T10:00:00.000Z');
  const { id: folderId } = await createFolder(db, undefined, { name: 'ALPHA' });
  const user = await ensureUser(ctx, folderId, provider);
  const item = simulator.held.connect(user);
  const { now } = ctx.clock;
  const [bank] = await db
    .knex('bank')
    .insert({ provider: 'AggregatorA', source_id: `408-${folderId}`, name: 'G', created_at: now(), updated_at: now() })
    .returning('id');
  const draft = { provider: 'AggregatorA', sourceId: String(item.id), status: 'Wait', bankId: bank.id } as const;
  const { id } = await saveConnection(ctx, folderId, draft);
  const state = async () => {
    const rows = await db.knex('bank_transaction').where({ folder_id: folderId }).orderBy('id');
    return rows.map(({ source_id, amount }) => `${source_id} ${amount}`);
  };
  return { folderId, connectionId: id, item, state };
}

const openAgain = async () => {
  await timer.sleep(3_600_000); // whatever the provider asked for is over
  simulator.setFaults([]);
  await simulator.setDoor('open');
};

const CASES = FAULTS.flatMap((fault) => CALLS.map((operation) => [fault, operation] as const));

eachOf(CASES, ([fault, operation]) => fault === (operation === 'transactions' ? 'truncated' : 'timeout'))(
  '%s on %s loses nothing',
  async (fault, operation) => {
    const { folderId, connectionId, item, state } = await newConnection();
    // A token is asked for once and kept: its fault comes before anything was read.
    if (operation !== 'token') await syncConnection(ctx, folderId, connectionId);
    const before = await state();
    expect(before).toHaveLength(operation === 'token' ? 0 : 60);
    clock.set('2026-03-01T10:00:01.000Z');
    await openAgain();
    simulator.setFaults([{ operation, fault, forMs: 600_000, retryAfter: 1 }]);
    const failed = await syncConnection(ctx, folderId, connectionId).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect((failed as TaxopsError | undefined)?.code).toBe(EXPECTED[fault]);
    if (failed) expect(failed).toBeInstanceOf(TaxopsError);
    expect(inspect(failed, { depth: 9 })).not.toContain(SIMULATED_PROVIDER.clientSecret);
    expect((await state()).slice(0, before.length)).toEqual(before);
    await openAgain();
    await syncConnection(ctx, folderId, connectionId);
    const held = item.accounts[0]?.transactions ?? [];
    expect(held).toHaveLength(90);
    expect(await state()).toEqual(held.map(({ id, cents }) => `${id} ${(cents / 100).toFixed(2)}`));
  },
);
