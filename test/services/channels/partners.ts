/** A simulator, and the adapters that talk to it, for one test file. */
import { readFileSync } from 'node:fs';
import { generate } from 'selfsigned';
import { afterAll } from 'vitest';
import type { Filing } from '../../../src/services/channels/channel.ts';
import { type ChannelA, openChannelA } from '../../../src/services/channels/channel-a/channel-a.ts';
import { type ChannelB, openChannelB } from '../../../src/services/channels/channel-b/channel-b.ts';
import {
  CALL_LIMITS,
  type CallLimits,
  type ChannelAccess,
  type ChannelASettings,
  type ChannelBSettings,
} from '../../../src/services/channels/settings.ts';
import type { ChannelSurroundings } from '../../../src/services/channels/surroundings.ts';
import { channelAPayload } from '../../../src/services/edi/channel-a.ts';
import { writeLiasseText } from '../../../src/services/edi/liasse-text.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import type { Instant } from '../../../src/services/kernel/paris-time.ts';
import { readScript, type ScriptInput } from '../../../src/services/simulators/channels/script.ts';
import { SIMULATED } from '../../../src/services/simulators/channels/simulated.ts';
import { type Simulator, startSimulator } from '../../../src/services/simulators/channels/simulator.ts';

export const SIREN = '732829320';
export const END = '2025-12-31' as PlainDate;
export const NOW = '2026-05-04T10:00:00.000Z' as Instant;
export const DUE = '2026-05-15' as PlainDate;

export interface Partners {
  readonly simulator: Simulator;
  readonly channelA: ChannelA;
  readonly channelB: ChannelB;
  readonly clock: { now(): string; set(moment: string): void };
  readonly timer: ReturnType<typeof patientTimer>;
}

export interface PartnerOptions {
  readonly script?: ScriptInput;
  readonly tls?: { readonly certificate: string; readonly key: string };
  readonly limits?: Partial<CallLimits>;
  readonly a?: Partial<ChannelASettings>;
  readonly b?: Partial<ChannelBSettings>;
  readonly access?: Partial<ChannelAccess>;
  readonly tokenLifeSeconds?: number;
  readonly environment?: 'stage' | 'prod';
  /** The clock of the adapters stands still: `clock` moves the partner's alone. */
  readonly apart?: boolean;
}

/** A clock that stands still: a pause jumps over its time, a deadline passes only when `silence` says so. */
export function patientTimer() {
  let now = 0;
  const pauses: number[] = [];
  const deadlines = new Map<() => void, number>();
  return {
    pauses,
    now: () => now,
    sleep: async (ms: number) => {
      pauses.push(ms);
      now += ms;
    },
    after: (ms: number, action: () => void) => {
      deadlines.set(action, now + ms);
      return () => void deadlines.delete(action);
    },
    /** Nobody says anything until the last deadline is over. */
    silence: () => {
      now = Math.max(now, ...deadlines.values());
      for (const action of deadlines.keys()) action();
    },
  };
}

/** Faults after which a partner says nothing more, or too little to wait for. */
const SILENT: ReadonlySet<string | undefined> = new Set(['timeout', 'slow']);

/** Lets time pass while a simulated partner is silent, and then only. */
export const silenceOf =
  (timer: ReturnType<typeof patientTimer>) =>
  ({ fault }: { readonly fault: string | undefined }): void => {
    if (SILENT.has(fault)) timer.silence();
  };

export function surroundings(change: Partial<ChannelSurroundings> = {}): ChannelSurroundings {
  let ids = 0;
  const uuid = () => `00000000-0000-7000-8000-${String(ids++).padStart(12, '0')}`;
  return { clock: { now: () => NOW }, ids: { uuid }, random: () => 0.5, timer: patientTimer(), ...change };
}

export async function partners(options: PartnerOptions = {}): Promise<Partners> {
  let moment: string = NOW;
  const clock = {
    now: () => moment,
    set: (next: string) => {
      moment = next;
    },
  };
  const { tls } = options;
  const timer = patientTimer();
  const simulator = await startSimulator({
    clock,
    log: silenceOf(timer),
    ...(options.script && { script: readScript(options.script) }),
    ...(tls && { listen: { tls } }),
    ...(options.environment && { environment: options.environment }),
    ...(options.tokenLifeSeconds && { tokenLifeSeconds: options.tokenLifeSeconds }),
  });
  const { environment = 'stage' } = options;
  const access = channelAccess({ environment, authorities: tls?.certificate, ...options.access }, options.limits);
  const around = surroundings({ timer, ...(options.apart ? {} : { clock }) });
  const channelA = openChannelA({ ...channelASettings(simulator.url), ...options.a }, access, around);
  const channelB = openChannelB({ ...channelBSettings(simulator.url), ...options.b }, access, around);
  afterAll(async () => {
    await Promise.all([channelA.close(), channelB.close(), simulator.close()]);
  });
  return { simulator, channelA, channelB, clock, timer };
}

export const channelAccess = (
  change: Partial<ChannelAccess> = {},
  limits: Partial<CallLimits> = {},
): ChannelAccess => ({
  environment: 'stage',
  allowPrivate: true,
  limits: { ...CALL_LIMITS, ...limits },
  ...change,
});

export const channelASettings = (url: string): ChannelASettings => ({
  url: `${url}/a`,
  tokenUrl: `${url}/connect/token`,
  clientId: SIMULATED.clientId,
  clientSecret: SIMULATED.clientSecret,
  account: SIMULATED.account,
  documentHosts: [],
  rate: 10_000,
});

export const channelBSettings = (url: string): ChannelBSettings => ({
  depositUrl: `${url}/b/depot`,
  noticeUrl: `${url}/b/avis`,
  login: SIMULATED.login,
  password: SIMULATED.password,
  publisher: 'TAXOPS',
  software: 'taxops',
  version: '0.1.0',
  rate: 10_000,
});

/** A certificate of this machine, for this run. */
export async function certificate(): Promise<{ certificate: string; key: string }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { certificate: cert, key };
}

let references = 0;

const identity = (form: string, siren = SIREN) => ({
  reference: `REF-${++references}-`,
  siren,
  form,
  end: END,
  isTest: true,
});

/** The name of the company stands in for everything in a filing that must not leak. */
export const SECRET_NAME = 'SOCIETE CONFIDENTIELLE';

export function formsFiling(
  form = '2572',
  blockIfInconsistent = false,
  siren = SIREN,
  callback?: string,
): Filing<'forms'> {
  const filed = { ...identity(form, siren), due: DUE };
  const payload = channelAPayload({
    account: SIMULATED.account,
    at: NOW,
    callback,
    blockIfInconsistent,
    siren,
    name: SECRET_NAME,
    start: '2025-01-01' as PlainDate,
    end: END,
    reference: filed.reference,
    due: DUE,
    amount: 1200,
    forms: [{ form, millesime: '26', cells: { AA: 1200 }, repeated: [] }],
  });
  return { ...filed, payload: { kind: 'forms', content: Buffer.from(JSON.stringify(payload)) } };
}

export function liasseFiling(): Filing<'liasse'> {
  const filed = identity('Liasse');
  const text = writeLiasseText({
    source: 'taxops',
    account: SIMULATED.account,
    siret: `${SIREN}00019`,
    company: SECRET_NAME,
    category: 'IS',
    regime: 'RS',
    start: '2025-01-01' as PlainDate,
    end: END,
    reference: filed.reference,
    lines: [],
  });
  return { ...filed, payload: { kind: 'liasse', content: Buffer.from(text) } };
}

export const EDI_FILE = readFileSync('fixtures/edi/paye-2571.xml');

export const ediFiling = (content: Uint8Array = EDI_FILE): Filing<'edi'> => ({
  ...identity('2571'),
  payload: { kind: 'edi', content, subject: SECRET_NAME, procedure: 'PAYE' },
});
