/** One process that synchronises a connection: `<database url> <provider url> <folder> <connection>`. */
import { syncConnection } from '../../src/services/banking/feeds/connections/sync.ts';
import { openItemsApi } from '../../src/services/banking/feeds/providers/items-api.ts';
import { CALL_LIMITS } from '../../src/services/channels/settings.ts';
import { openDatabase } from '../../src/services/db/database.ts';
import { SIMULATED_PROVIDER } from '../../src/services/simulators/provider/simulator.ts';
import { memoryProviders, portsOf, testContext } from '../support/context.ts';

const [, , url = '', providerUrl = '', folder = '', connection = ''] = process.argv;
const db = await openDatabase({ home: '/nonexistent', url, migrations: '', schema: 'ignore' });
const around = {
  clock: { now: () => '2026-03-01T10:00:10.000Z' },
  ids: { uuid: () => crypto.randomUUID() },
  random: () => 0.5,
};
const { clientId, clientSecret } = SIMULATED_PROVIDER;
const own = { url: providerUrl, clientId, clientSecret, headers: { 'bridge-version': '2025-01-15' }, rate: 100_000 };
const access = { environment: 'stage', allowPrivate: true, limits: CALL_LIMITS } as const;
const provider = openItemsApi('AggregatorA', own, access, around);
const ctx = testContext(db, { ...around, open: portsOf({ providers: memoryProviders(provider) }) });
await syncConnection(ctx, Number(folder), Number(connection));
await provider.close();
await db.close();
