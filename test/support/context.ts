import type { BankProvider, BankProviders } from '../../src/services/banking/feeds/providers/provider.ts';
import type { Channels, ListingChannel, NoticeChannel } from '../../src/services/channels/channel.ts';
import type { Database } from '../../src/services/db/database.ts';
import type { Closable, OpenPort, Port } from '../../src/services/kernel/port.ts';
import { SETTINGS, type Setting, type Settings } from '../../src/services/kernel/settings.ts';
import { type Context, type Reader, silent } from '../../src/services/operation/context.ts';
import { secretBox } from '../../src/services/secrets/secret-box.ts';
import { memoryChannel } from './memory-channel.ts';
import { memoryProvider } from './memory-provider.ts';

/** A context whose clock, identifiers and chance are known: the local operator on this database. */
export function testContext(db: Database, change: Partial<Context> = {}): Context {
  let ids = 0;
  return {
    actor: { kind: 'local', name: 'test' },
    language: 'en',
    clock: { now: () => '2026-03-01T10:00:00.000Z' },
    ids: { uuid: () => `00000000-0000-7000-8000-${String(ids++).padStart(12, '0')}` },
    random: () => 0.5,
    db: async () => db,
    secrets: async () => secretBox('00'.repeat(32)),
    open: portsOf(),
    settings: defaultSettings,
    headers: new Map(),
    progress: silent,
    signal: new AbortController().signal,
    ...change,
  };
}

/** A database that stands for a context, where a use case takes nothing else of it. */
export type TestDatabase = Database & Reader;

export const asReader = (db: Database): TestDatabase => ({ ...db, db: async () => db });

/** Opens the partners of a test: its own, and quiet ones for the rest. */
export const portsOf =
  (own: { readonly channels?: Channels; readonly providers?: BankProviders } = {}): OpenPort =>
  async <T extends Closable>({ name }: Port<T>) => {
    const all = { channels: memoryChannels(), providers: memoryProviders(), ...own };
    return all[name as keyof typeof all] as Closable as T;
  };

/** Every setting as it is when nobody sets it. */
export const defaultSettings = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, spec]): [string, Setting] => [name, { value: spec.default, source: 'default' }]),
) as Settings;

/** One provider of bank data for all of them: the test's own, or a quiet one. */
export const memoryProviders = (own: BankProvider = memoryProvider()): BankProviders => ({
  of: () => own,
  isConfigured: () => true,
  close: async () => {},
});

/** Channels of a test: its own, and quiet ones for the rest. */
export function memoryChannels(own: Partial<Channels> = {}): Channels {
  const quiet = { a: memoryChannel('ChannelA'), b: memoryChannel('ChannelB'), internal: memoryChannel('Internal') };
  return {
    channelA: () => quiet.a as unknown as ListingChannel<'liasse' | 'forms'>,
    channelB: () => quiet.b as unknown as NoticeChannel<'edi'>,
    internal: () => quiet.internal,
    isConfigured: () => true,
    close: async () => {},
    ...own,
  };
}
