import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BankProviders } from '../../services/banking/feeds/providers/providers.ts';
import type { Channels } from '../../services/channels/channels.ts';
import type { ChannelSurroundings } from '../../services/channels/surroundings.ts';
import type { Database } from '../../services/db/database.ts';
import type { Clock, Ids } from '../../services/kernel/clock.ts';
import type { Language } from '../../services/kernel/errors.ts';
import { packageFile } from '../../services/kernel/package-file.ts';
import type { Settings } from '../../services/kernel/settings.ts';
import type { Actor } from '../../services/operation/actor.ts';
import type { Context, Progress } from '../../services/operation/context.ts';
import type { SecretBox } from '../../services/secrets/secret-box.ts';

/** What a process shares between the calls it serves: one database, one clock. */
export interface Program {
  readonly settings: Settings;
  readonly language: Language;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: () => number;
  readonly db: () => Promise<Database>;
  readonly secrets: () => Promise<SecretBox>;
  readonly channels: () => Promise<Channels>;
  readonly providers: () => Promise<BankProviders>;
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

export function openProgram(settings: Settings, clock: Clock = systemClock, ids: Ids = systemIds): Program {
  let opened: Promise<Database> | undefined;
  let box: Promise<SecretBox> | undefined;
  let partners: Promise<Channels> | undefined;
  let aggregators: Promise<BankProviders> | undefined;
  const outside = { clock, ids, random: Math.random };
  return {
    settings,
    language: settings.language.value === 'fr' ? 'fr' : 'en',
    ...outside,
    db: () => {
      opened ??= connect(settings).catch((error) => {
        opened = undefined; // the next call tries again: a database that comes back needs no restart
        throw error;
      });
      return opened;
    },
    secrets: () => {
      box ??= openSecrets(settings);
      return box;
    },
    channels: () => {
      partners ??= connectChannels(settings, outside);
      return partners;
    },
    providers: () => {
      aggregators ??= connectProviders(settings, outside);
      return aggregators;
    },
    close: async () => {
      await (await aggregators?.catch(() => undefined))?.close();
      await (await partners?.catch(() => undefined))?.close();
      await (await opened?.catch(() => undefined))?.close();
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

async function connectChannels(settings: Settings, outside: ChannelSurroundings): Promise<Channels> {
  const [{ openChannels }, { channelSettings }] = await Promise.all([
    import('../../services/channels/channels.ts'),
    import('../channel/settings.ts'),
  ]);
  const { version } = JSON.parse(await readFile(packageFile('package.json'), 'utf8')) as { version: string };
  return openChannels(channelSettings(settings, version), outside);
}

async function connectProviders(settings: Settings, outside: ChannelSurroundings): Promise<BankProviders> {
  const [{ openProviders }, { providerSettings }] = await Promise.all([
    import('../../services/banking/feeds/providers/providers.ts'),
    import('../bank/connection/provider-settings.ts'),
  ]);
  return openProviders(providerSettings(settings), outside);
}

async function openSecrets({ secretKey, home }: Settings): Promise<SecretBox> {
  const [{ secretBox }, { keyOfInstallation }] = await Promise.all([
    import('../../services/secrets/secret-box.ts'),
    import('../../services/secrets/key-file.ts'),
  ]);
  return secretBox(secretKey.value ?? (await keyOfInstallation(home.value ?? '')));
}

/** The context of one call. */
export const callContext = (
  program: Program,
  actor: Actor,
  progress: Progress,
  signal: AbortSignal,
  headers = new Map<string, string>(),
  language = program.language,
): Context => ({
  actor,
  settings: program.settings,
  channels: program.channels,
  providers: program.providers,
  headers,
  language,
  clock: program.clock,
  ids: program.ids,
  random: program.random,
  db: program.db,
  secrets: program.secrets,
  progress,
  signal,
});
