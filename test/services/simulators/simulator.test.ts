import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { openChannelA } from '../../../src/services/channels/channel-a/channel-a.ts';
import { readWebhook } from '../../../src/services/declarations/rules/webhook-payload.ts';
import { fetchKeysFrom } from '../../../src/services/identity/fetch-keys.ts';
import { keyStore } from '../../../src/services/identity/key-store.ts';
import { DEFAULT_ALGORITHMS, DEFAULT_CLAIMS, tokenVerifier } from '../../../src/services/identity/token.ts';
import { readFaults, readScript } from '../../../src/services/simulators/channels/script.ts';
import { SIMULATED } from '../../../src/services/simulators/channels/simulated.ts';
import { startSimulator } from '../../../src/services/simulators/channels/simulator.ts';
import { faultPlan, parseFault } from '../../../src/services/simulators/stage/faults.ts';
import { seededRandom } from '../../../src/services/simulators/stage/seeded-random.ts';
import fc from '../../support/property.ts';
import {
  channelAccess,
  channelASettings,
  END,
  formsFiling,
  NOW,
  partners,
  SIREN,
  surroundings,
} from '../channels/partners.ts';

const clock = { now: () => NOW };

describe('scripts', () => {
  it('have defaults: the first filing is refused, the next accepted', () => {
    const { scenarios, faults, seed } = readScript();
    expect([seed, faults]).toEqual([1, []]);
    expect(scenarios.map(({ channel, form, filing }) => [channel, form, filing])).toEqual(
      ['ChannelA', 'ChannelB'].flatMap((channel) => [
        [channel, 'Liasse', 1],
        [channel, '2065', 1],
        [channel, undefined, 1],
        [channel, undefined, undefined],
      ]),
    );
  });

  it.each([
    [{ unknown: 1 }, /unknown/],
    [{ scenarios: [{ channel: 'ChannelC' }] }, /scenarios\.0\.channel/],
    [
      { scenarios: [{ channel: 'ChannelA', steps: [{ afterMs: -1, status: 'Sent' }] }] },
      /scenarios\.0\.steps\.0\.afterMs/,
    ],
    [{ faults: [{ fault: 'flood' }] }, /faults\.0\.fault/],
    ['text', /script/],
  ])('%j is refused with the place that is wrong', (script, message) => {
    expect(() => readScript(script)).toThrow(message);
  });
});

describe('faults', () => {
  it.each([
    ['publish=timeout', { operation: 'publish', fault: 'timeout', taken: false }],
    ['deposit=server-error#2+taken', { operation: 'deposit', fault: 'server-error', nth: 2, taken: true }],
    ['*=slow@0.1', { operation: '*', fault: 'slow', probability: 0.1, taken: false }],
  ])('are written %s', (text, rule) => {
    expect(readFaults([parseFault(text)])[0]).toMatchObject(rule);
  });

  it.each(['publish', 'publish:timeout', 'publish=timeout#x', ''])('are not written %j', (text) => {
    expect(parseFault(text)).toBeUndefined();
  });

  it('strike the call they name', () => {
    const plan = faultPlan(readFaults([{ operation: 'list', fault: 'slow', nth: 2 }]), () => 0);
    const struck = ['list', 'status', 'list', 'list'].map((call) => plan.next(call as 'list')?.fault);
    expect(struck).toEqual([undefined, undefined, 'slow', undefined]);
  });

  it('by chance strike the same calls for the same seed, and about as many as asked', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const strikes = () => {
          const plan = faultPlan(readFaults([{ fault: 'slow', probability: 0.3 }]), seededRandom(seed));
          return Array.from({ length: 300 }, () => plan.next('list') !== undefined);
        };
        const count = strikes().filter(Boolean).length;
        expect(strikes()).toEqual(strikes());
        expect(count).toBeGreaterThan(40);
        expect(count).toBeLessThan(150);
      }),
      { numRuns: 20 },
    );
  });
});

describe('the ledger', async () => {
  const { simulator, channelA } = await partners();

  it('counts filings of one declaration, tells doubles, and is served', async () => {
    const filing = formsFiling();
    await channelA.send(filing);
    await channelA.send(formsFiling());
    expect(simulator.ledger.of(SIREN, '2572', END).map(({ filing }) => filing)).toEqual([1, 2]);
    expect(simulator.ledger.doubles()).toEqual([]);
    await channelA.send(filing);
    expect(simulator.ledger.doubles().map((group) => group.map(({ number }) => number))).toEqual([[1, 3]]);
    const served = (await (await fetch(`${simulator.url}/ledger`)).json()) as { content: string }[];
    expect(served.length).toBe(3);
    expect(Buffer.from(served[0]?.content ?? '', 'base64').equals(filing.payload.content)).toBe(true);
  });
});

describe('callbacks', async () => {
  const received: { authorization: string; event: ReturnType<typeof readWebhook> }[] = [];
  const statuses: number[] = [];
  const webhook = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ authorization: request.headers.authorization ?? '', event: readWebhook(JSON.parse(body)) });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve));
  const webhookUrl = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/hook`;
  const simulator = await startSimulator({ clock, webhookUrl });
  const channelA = openChannelA(channelASettings(simulator.url), channelAccess(), surroundings());
  afterAll(async () => {
    webhook.close();
    await Promise.all([channelA.close(), simulator.close()]);
  });

  it('tell each status in the words of the webhook, with the token of the service account', async () => {
    await channelA.send(formsFiling());
    await simulator.advance(5000);
    expect(received.map(({ event }) => event)).toMatchObject([
      { declarationId: 1001, status: 'Sent', siren: SIREN, dateEnvoiDGFIP: '2026-05-04T10:00:00Z' },
      {
        status: 'Rejected',
        dateHeureDGFiP: '2026-05-04T10:00:00Z',
        declarationType: 'Paiement',
        declarationErreurs: [{ Formulaire: '2572', Code: '156' }, { Code: '179' }],
      },
    ]);
    const rules = {
      issuer: simulator.url,
      audience: SIMULATED.audience,
      algorithms: DEFAULT_ALGORITHMS,
      claims: DEFAULT_CLAIMS,
      service: { clientIds: new Set([SIMULATED.webhookClientId]), scope: 'taxdeclarationapi', extraScopes: false },
      user: { clientIds: undefined, scope: undefined },
      roles: new Map(),
    };
    const keys = keyStore(fetchKeysFrom(`${simulator.url}/.well-known/jwks.json`), clock);
    const verifier = tokenVerifier(rules, keys, clock, () => {});
    expect(await verifier.verify(received[0]?.authorization ?? '')).toEqual({
      kind: 'service',
      clientId: SIMULATED.webhookClientId,
      scopes: new Set(['taxdeclarationapi']),
      issuedAt: expect.any(Number),
    });
  });

  it('are tried again when they fail', async () => {
    received.length = 0;
    statuses.push(503, 500);
    await channelA.send(formsFiling('2571'));
    await simulator.advance(1000);
    expect(received.length).toBe(1);
    await simulator.advance(1000);
    expect(received.length).toBe(2);
    statuses.length = 0;
    await simulator.advance(5000);
    expect(received.filter(({ event }) => event.status === 'Sent').length).toBe(3);
  });

  it('may come twice', async () => {
    received.length = 0;
    simulator.setFaults([{ operation: 'callback', fault: 'duplicate' }]);
    await channelA.send(formsFiling('2573'));
    await simulator.advance(1000);
    simulator.setFaults([]);
    expect(received.map(({ event }) => event.status)).toEqual(['Sent', 'Sent']);
  });
});

describe('the identity provider', async () => {
  const { simulator } = await partners();
  const ask = (body: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${simulator.url}/connect/token`, { method: 'POST', body: new URLSearchParams(body), headers });
  const webhook = { client_id: SIMULATED.webhookClientId, client_secret: SIMULATED.webhookClientSecret };
  const basic = Buffer.from(`${webhook.client_id}:${webhook.client_secret}`).toString('base64');
  const grant = { grant_type: 'client_credentials', scope: 'taxdeclarationapi' };

  it('takes credentials in the form and in the header', async () => {
    for (const answer of [await ask({ ...grant, ...webhook }), await ask(grant, { authorization: `Basic ${basic}` })]) {
      expect(await answer.json()).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'taxdeclarationapi' });
    }
  });

  it.each([
    [{ ...webhook, client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ ...webhook, scope: 'stage/liasse' }, 400, 'invalid_scope'],
    [{ ...webhook, scope: '' }, 400, 'invalid_scope'],
    [{ ...webhook, grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('refuses %j', async (change, status, error) => {
    const answer = await ask({ ...grant, ...change });
    expect([answer.status, await answer.json()]).toEqual([status, { error }]);
  });
});
