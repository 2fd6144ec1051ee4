/** A partner that says nothing: every limit ends the call by itself, on the real clock. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { partnerExchange } from '../../../src/services/channels/outbound/exchange.ts';
import { partnerClient } from '../../../src/services/channels/outbound/partner-client.ts';
import { systemTimer } from '../../../src/services/channels/surroundings.ts';
import { eachOf } from '../../support/length.ts';
import { channelAccess, surroundings } from './partners.ts';

const server = createServer((request, response) => {
  if (request.url === '/begun') response.write('{');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('silence', () => {
  eachOf(
    [
      ['before the answer', '/silent', { headersMs: 50 }],
      ['in the middle of the answer', '/begun', { bodyMs: 50 }],
    ],
    1,
  )('%s ends the request, which may be asked again', async (_when, path, limits) => {
    const { exchange, close } = partnerExchange('ChannelA', channelAccess({}, limits));
    const request = { nature: 'read', url: new URL(path, origin) } as const;
    const answer = await exchange(request, 'c', new AbortController().signal);
    await close();
    expect(answer).toMatchObject({ failed: true, passing: true, error: { code: 'ChannelTimeout' } });
  });

  it('ends the whole call when its time is over', async () => {
    const rules = { channel: 'ChannelA', hosts: new Set([new URL(origin).host]), rate: 100, access: channelAccess() };
    const client = partnerClient(rules, surroundings({ timer: systemTimer }));
    const request = { nature: 'read', url: new URL('/silent', origin) } as const;
    const result = await client.within({ timeoutMs: 50 }, (call) => client.request(request, call));
    await client.close();
    expect(result).toMatchObject({ failed: true, passing: false, error: { code: 'ChannelTimeout' } });
  });
});
