/** The simulator and a listening taxops, as a newcomer runs them: real tokens on both ways, real sockets. */
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/commands/program/context.ts';
import { resolveSettings } from '../../../src/commands/program/settings.ts';
import { configuredAuthentication } from '../../../src/commands/serve/authenticate.ts';
import { listen } from '../../../src/commands/serve/listener.ts';
import { channelsPort } from '../../../src/services/channels/channel.ts';
import { newSigningKey, tokenSigner } from '../../../src/services/simulators/channels/signing-key.ts';
import { startSimulator } from '../../../src/services/simulators/channels/simulator.ts';
import { formsFiling, SIREN } from '../../services/channels/partners.ts';
import { testDatabase } from '../../support/database.ts';
import { testApp } from '../../support/http.ts';

const db = await testDatabase();
const signingKey = await newSigningKey();
const simulator = await startSimulator({ clock: systemClock, signingKey });
const env = { ...simulator.settings, TAXOPS_DATABASE_URL: db.settings.url ?? '' };
const authenticate = configuredAuthentication(await resolveSettings({}, env, '/'), systemClock, () => {});
const { app, program, failures } = await testApp(env, authenticate);
const listener = await listen(app, {
  host: '127.0.0.1',
  port: 0,
  tls: undefined,
  allowRemote: false,
  noAuth: false,
});
afterAll(async () => {
  await Promise.all([listener.close(1000), simulator.close()]);
  await program.close();
});

describe('a filing at the simulator', async () => {
  const signer = await tokenSigner(signingKey, simulator.url, systemClock);
  const claims = { sub: 'anne', client_id: 'curl', aud: 'taxops', company: 1, folders: [1], access: 'Write' };
  const authorization = `Bearer ${await signer.sign(claims, 3600)}`;
  const ask = async (path: string, body?: object) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${listener.url}${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Record<string, unknown>[];
  };
  const declarations = '/api/tax-declarations/accounting-folders/1/declarations';

  it('is called back into the records of its folder, with the reasons of the rejection', async () => {
    await db.knex('company').insert({ name: 'CABINET' });
    await db.knex('folder').insert({ company_id: 1, name: 'ALPHA', siren: SIREN });
    const callback = `${listener.url}/api/tax-declarations/webhook/channela`;
    const channels = await program.open(channelsPort);
    expect(await channels.channelA().send(formsFiling('2572', false, SIREN, callback))).toMatchObject({
      outcome: 'sent',
    });
    await simulator.advance(5000);
    expect(simulator.deliveries.map(({ status }) => status)).toEqual([200, 200]);
    expect(await ask(declarations)).toMatchObject([
      {
        ChannelAId: 1001,
        Status: 'Rejected',
        DeclarationType: 'IS2572',
        RejectionReasons: [{ Code: '156' }, { Code: '179' }],
      },
    ]);
  });

  it('is accepted when it is corrected', async () => {
    const callback = `${listener.url}/api/tax-declarations/webhook/channela`;
    await (await program.open(channelsPort)).channelA().send(formsFiling('2572', false, SIREN, callback));
    await simulator.advance(5000);
    expect((await ask(declarations)).map(({ Status }) => Status).sort()).toEqual(['Accepted', 'Rejected']);
    expect(failures).toEqual([]);
  });

  it('is not for who has no right to the folder', async () => {
    const other = await signer.sign({ ...claims, folders: [2] }, 3600);
    const answer = await fetch(`${listener.url}${declarations}`, { headers: { authorization: `Bearer ${other}` } });
    expect(answer.status).toBe(404);
    const service = await fetch(`${listener.url}${declarations}`, {
      headers: { authorization: `Bearer ${await simulator.webhookToken()}` },
    });
    expect(service.status).toBe(403);
  });
});
