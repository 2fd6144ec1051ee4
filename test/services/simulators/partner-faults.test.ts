/** Every fault of a partner on every call we make to one: no crash, bounded time, the right outcome, nothing shown. */
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { NoticeReference } from '../../../src/services/channels/channel.ts';
import { openChannelA } from '../../../src/services/channels/channel-a/channel-a.ts';
import { openPiece } from '../../../src/services/edi/notice.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { TaxopsError } from '../../../src/services/kernel/errors.ts';
import type { SimulatorOperation } from '../../../src/services/simulators/channels/operations.ts';
import { SIMULATED } from '../../../src/services/simulators/channels/simulated.ts';
import { FAULTS, type Fault } from '../../../src/services/simulators/stage/faults.ts';
import {
  certificate,
  channelAccess,
  channelASettings,
  DUE,
  END,
  ediFiling,
  formsFiling,
  liasseFiling,
  NOW,
  partners,
  SECRET_NAME,
  SIREN,
  surroundings,
} from '../channels/partners.ts';

const tls = await certificate();
const { simulator, channelA, channelB, timer } = await partners({ tls });

const month = { from: '2026-05-01' as PlainDate, to: '2026-05-31' as PlainDate };
const question = { reference: 'R', siren: SIREN, form: '2572', end: END, due: DUE, attemptedAt: NOW };

await channelA.send(formsFiling());
await channelB.send(ediFiling());
const link = (await channelA.list(SIREN))[0]?.links.pdf ?? '';
const [reference] = (await channelB.notices({ ...month, kind: 'Ads', procedure: 'PAYE' })) as [NoticeReference];

/** What each call gives, in a word or two: an outcome, or what it read. */
const CALLS = {
  liasse: async () => word(await channelA.send(liasseFiling())),
  publish: async () => word(await channelA.send(formsFiling())),
  deposit: async () => word(await channelB.send(ediFiling())),
  status: async () => word(await channelA.find(question)),
  list: async () => `${(await channelA.list(SIREN)).length} declarations`,
  document: async () => (await channelA.document(link)).contentType,
  notices: async () => `${(await channelB.notices({ ...month, kind: 'Ads', procedure: 'PAYE' })).length} notices`,
  notice: async () => `${openPiece((await channelB.notice(reference)).content).document.length} bytes`,
};
type Call = keyof typeof CALLS;
const NAMES = Object.keys(CALLS) as Call[];
const SENDS: readonly Call[] = ['liasse', 'publish', 'deposit'];

const told: unknown[] = [];

function word(answer: { readonly outcome: string; readonly error?: TaxopsError }): string {
  told.push(answer);
  return answer.error ? `${answer.outcome} ${answer.error.code}` : answer.outcome;
}

const tried = (call: Call): Promise<string> =>
  CALLS[call]().catch((error: unknown) => {
    told.push(error);
    if (error instanceof TaxopsError) return error.code;
    throw error; // a crash
  });

/** Reads are asked again, and meet a closed door. */
const CLOSED_DOOR = {
  list: 'ChannelUnreachable',
  document: 'ChannelUnreachable',
  notices: 'ChannelUnreachable',
  status: 'uncertain ChannelUnreachable',
};

/** What a fault leads to: the code of a failure that leaves a filing in doubt, and where that is not so. */
const EXPECTED: Readonly<Record<Fault, readonly [code: string, but?: Partial<Readonly<Record<Call, string>>>]>> = {
  refused: ['ChannelInterrupted', CLOSED_DOOR],
  timeout: ['ChannelTimeout'],
  'server-error': ['ChannelFailed'],
  'too-many-requests': ['ChannelBusy'],
  'error-body': [
    'ChannelRefused',
    {
      liasse: 'refused', // with ChannelA that is an answer
      publish: 'refused',
      status: 'uncertain ChannelAnswerUnreadable',
      list: 'ChannelAnswerUnreadable',
      document: 'application/json', // whoever wants a PDF must see that it is none
    },
  ],
  truncated: ['ChannelAnswerUnreadable'],
  'wrong-gzip': ['ChannelAnswerUnreadable', { notice: 'ContentRefused' }],
  slow: ['ChannelTimeout'],
  'wrong-charset': ['ChannelAnswerUnreadable'],
  'redirect-loop': ['ChannelRedirected'],
  tls: ['ChannelInterrupted', CLOSED_DOOR],
  duplicate: [''],
};

async function expected(fault: Fault, call: Call): Promise<string> {
  const [code, but] = EXPECTED[fault];
  if (fault === 'duplicate') return tried(call);
  return but?.[call] ?? (SENDS.includes(call) || call === 'status' ? `uncertain ${code}` : code);
}

const closeForGood = { forMs: 600_000 };

/** One call with its fault, then everything as it was. */
async function triedUnder(fault: Fault, operation: SimulatorOperation & Call): Promise<string> {
  simulator.setFaults([{ operation, fault, ...closeForGood }]);
  const result = await tried(operation);
  simulator.setFaults([]);
  await simulator.setDoor('open');
  return result;
}

afterEach(async () => {
  await timer.sleep(60_000); // whatever a partner asked for is over
  simulator.setFaults([]);
  await simulator.setDoor('open');
});

const ALONE: readonly Fault[] = ['refused', 'tls', 'duplicate'];

describe('every call', () => {
  it.each(FAULTS.filter((fault) => !ALONE.includes(fault)))('ends well under %s', async (fault) => {
    simulator.setFaults([{ operation: '*', fault }]);
    const results = await Promise.all(NAMES.map(async (call) => [call, await tried(call)] as const));
    const wanted = await Promise.all(NAMES.map(async (call) => [call, await expected(fault, call)] as const));
    expect(Object.fromEntries(results)).toEqual(Object.fromEntries(wanted));
  });

  it.each(ALONE.flatMap((fault) => NAMES.map((call) => [fault, call] as const)))('%s: %s', async (fault, call) => {
    expect(await triedUnder(fault, call)).toBe(await expected(fault, call));
  });
});

describe('a filing behind a fault', () => {
  const hiding: readonly Fault[] = ['timeout', 'server-error', 'too-many-requests', 'refused', 'redirect-loop', 'tls'];

  it.each(hiding)('%s is in the ledger once when it was taken, and not when it was not', async (fault) => {
    const before = simulator.ledger.deposits.length;
    simulator.setFaults([{ operation: 'publish', fault, taken: true, ...closeForGood }]);
    expect(await tried('publish')).toMatch(/^uncertain/);
    expect(simulator.ledger.deposits.length).toBe(before + 1);
    await simulator.setDoor('open');
    simulator.setFaults([{ operation: 'publish', fault, ...closeForGood }]);
    expect(await tried('publish')).toMatch(/^uncertain/);
    expect(simulator.ledger.deposits.length).toBe(before + 1);
  });
});

describe.each(['refused', 'tls'] as const)('a door that is closed (%s)', (state) => {
  it.each(NAMES)('keeps %s from leaving', async (call) => {
    const before = simulator.ledger.deposits.length;
    await simulator.setDoor(state);
    const prefix = SENDS.includes(call) ? 'notSent ' : call === 'status' ? 'uncertain ' : '';
    expect(await tried(call)).toBe(`${prefix}ChannelUnreachable`);
    expect(simulator.ledger.deposits.length).toBe(before);
  });
});

describe('a fault on the token', () => {
  it.each(FAULTS)('%s leaves the filing unsent', async (fault) => {
    const access = channelAccess({ authorities: tls.certificate });
    const fresh = openChannelA(channelASettings(simulator.url), access, surroundings({ timer }));
    const before = simulator.ledger.deposits.length;
    const operation: SimulatorOperation = 'token';
    simulator.setFaults([{ operation, fault, ...closeForGood }]);
    const outcome = word(await fresh.send(formsFiling()));
    await fresh.close();
    expect(outcome.split(' ')[0]).toBe(fault === 'duplicate' ? 'sent' : 'notSent');
    expect(simulator.ledger.deposits.length).toBe(before + (fault === 'duplicate' ? 1 : 0));
  });
});

describe('what is said of failures', () => {
  it('holds no secret, no token, no word of a filing', () => {
    const errors = told.map((one) => (one as { error?: unknown }).error ?? one);
    const texts = errors.flatMap((error) =>
      error instanceof TaxopsError ? [error.text('en'), error.text('fr'), error.hint('fr') ?? ''] : [],
    );
    const everything = [
      ...texts,
      inspect(told, { depth: 12, showHidden: true, maxStringLength: null, maxArrayLength: null }),
    ].join('\n');
    const basic = Buffer.from(`${SIMULATED.clientId}:${SIMULATED.clientSecret}`).toString('base64');
    const secrets = [SIMULATED.clientSecret, SIMULATED.password, SIMULATED.login, SIMULATED.account, basic];
    for (const secret of [
      ...secrets,
      SECRET_NAME,
      'FR1420041010050500013M02606',
      'Bearer ey',
      '<XmlEdi',
      '"AA":1200',
    ]) {
      expect(everything.includes(secret), secret).toBe(false);
    }
    expect(told.length).toBeGreaterThan(100);
  });
});
