import { randomBytes } from 'node:crypto';
import { type BankProviders, providersPort } from '../../services/banking/feeds/providers/provider.ts';
import { type Channels, channelsPort } from '../../services/channels/channel.ts';
import type { Database } from '../../services/db/database.ts';
import type { Clock, Ids } from '../../services/kernel/clock.ts';
import { packageVersion } from '../../services/kernel/package-file.ts';
import type { Closable, Port } from '../../services/kernel/port.ts';
import type { Settings } from '../../services/kernel/settings.ts';
import type { Context } from '../../services/operation/context.ts';
import type { SecretBox } from '../../services/secrets/secret-box.ts';

/** What a process shares between the calls it serves: one database, one clock, partners that are opened once. */
export interface Program
  extends Pick<Context, 'settings' | 'language' | 'clock' | 'ids' | 'random' | 'db' | 'secrets' | 'open'> {
  close(): Promise<void>;
}

export const systemClock: Clock = { now: () => new Date().toISOString() };

const MOST_A_MS = 0x1000;

/**
 * UUID version 7 (RFC 9562, 6.2 method 1): 48 bits of milliseconds, a counter of 12, then random bits, so that those of
 * one process sort in the order they were made.
 */
function orderedIds(): Ids {
  let tick = 0; // milliseconds and counter as one number
  return {
    uuid: () => {
      tick = Math.max(tick + 1, Date.now() * MOST_A_MS);
      const bytes = randomBytes(16);
      bytes.writeUIntBE(Math.floor(tick / MOST_A_MS), 0, 6);
      bytes.writeUInt16BE(0x7000 | (tick % MOST_A_MS), 6);
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
      return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}

export const systemIds: Ids = orderedIds();

type Surroundings = Pick<Context, 'clock' | 'ids' | 'random'>;

/** How each port is opened, by its name. */
const OPENERS: Readonly<Record<string, (settings: Settings, around: Surroundings) => Promise<Closable>>> = {
  [channelsPort.name]: openChannelsOf,
  [providersPort.name]: openProvidersOf,
};

/** `given`: the database instead of the one that the settings name. It stays open when the program is closed. */
export function openProgram(
  settings: Settings,
  clock: Clock = systemClock,
  ids: Ids = systemIds,
  given?: () => Promise<Database>,
): Program {
  const around = { clock, ids, random: Math.random };
  const opened: Promise<Closable>[] = [];
  /** Opens at the first call; after a failure the next call tries again: a database that comes back needs no restart. */
  const once = <T extends Closable>(open: () => Promise<T>): (() => Promise<T>) => {
    let known: Promise<T> | undefined;
    return () => {
      if (known) return known;
      const opening = open().catch((error) => {
        known = undefined;
        opened.splice(opened.indexOf(opening), 1);
        throw error;
      });
      opened.push(opening);
      known = opening;
      return opening;
    };
  };
  const ports = new Map(Object.entries(OPENERS).map(([name, open]) => [name, once(() => open(settings, around))]));
  const db = given ?? once(() => connect(settings));
  let box: Promise<SecretBox> | undefined;
  return {
    ...around,
    settings,
    language: settings.language.value === 'fr' ? 'fr' : 'en',
    db,
    secrets: () => {
      box ??= openSecrets(settings, db).catch((error) => {
        box = undefined;
        throw error;
      });
      return box;
    },
    open: async <T extends Closable>({ name }: Port<T>) => {
      const open = ports.get(name);
      if (!open) throw new Error(`nothing opens the port ${name}`);
      return (await open()) as T;
    },
    close: async () => {
      for (const opening of opened.toReversed()) await (await opening.catch(() => undefined))?.close();
    },
  };
}

async function connect(settings: Settings): Promise<Database> {
  const [{ openDatabase }, { databaseSettings }] = await Promise.all([
    import('../../services/db/database.ts'),
    import('./database-settings.ts'),
  ]);
  return openDatabase(databaseSettings(settings));
}

async function openChannelsOf(settings: Settings, around: Surroundings): Promise<Channels> {
  const [{ openChannels }, { channelSettings }] = await Promise.all([
    import('../../services/channels/channels.ts'),
    import('../channel/settings.ts'),
  ]);
  return openChannels(channelSettings(settings, packageVersion()), around);
}

async function openProvidersOf(settings: Settings, around: Surroundings): Promise<BankProviders> {
  const [{ openProviders }, { providerSettings }] = await Promise.all([
    import('../../services/banking/feeds/providers/providers.ts'),
    import('../bank/connection/provider-settings.ts'),
  ]);
  return openProviders(providerSettings(settings), around);
}

async function openSecrets(settings: Settings, db: () => Promise<Database>): Promise<SecretBox> {
  const [{ openSecretBox }, { keySource }] = await Promise.all([
    import('../../services/secrets/key-ring.ts'),
    import('./key-source.ts'),
  ]);
  const columns = async () => (await import('../operator/sealed-columns.ts')).SEALED_COLUMNS;
  return openSecretBox((await db()).knex, keySource(settings), columns);
}

type Call = Pick<Context, 'actor' | 'progress' | 'signal'> & Partial<Pick<Context, 'headers' | 'language'>>;

/** The context of one call. */
export function callContext({ close: _, ...shared }: Program, call: Call): Context {
  return { ...shared, headers: new Map(), ...call };
}
