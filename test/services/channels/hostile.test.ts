/** Answers made to harm: refused within bounds, in memory and in time. */
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { openChannelA } from '../../../src/services/channels/channel-a/channel-a.ts';
import { openChannelB } from '../../../src/services/channels/channel-b/channel-b.ts';
import type { ResolvedAddress } from '../../../src/services/channels/outbound/address-rules.ts';
import { partnerClient } from '../../../src/services/channels/outbound/partner-client.ts';
import { PIECE_ANSWER, writeMessage } from '../../../src/services/edi/channel-b.ts';
import { openPiece } from '../../../src/services/edi/notice.ts';
import { writeEnvelope } from '../../../src/services/edi/soap.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { TaxopsError } from '../../../src/services/kernel/errors.ts';
import {
  channelAccess,
  channelASettings,
  channelBSettings,
  ediFiling,
  formsFiling,
  patientTimer,
  SIREN,
  surroundings,
} from './partners.ts';

type Handler = (response: ServerResponse, path: string) => void;

/** A partner that gives tokens, and to everything else what the test wants. */
async function hostile(handler: Handler, limits = {}) {
  const seen: string[] = [];
  const listener: RequestListener = (request, response) => {
    request.resume();
    seen.push(request.url ?? '');
    if (request.url === '/connect/token') response.end('{"access_token":"t","expires_in":3600}');
    else handler(response, request.url ?? '');
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access = channelAccess({}, { totalMs: 5000, ...limits });
  const channelA = openChannelA(channelASettings(url), access, surroundings());
  const channelB = openChannelB(channelBSettings(url), access, surroundings());
  afterAll(async () => {
    await Promise.all([channelA.close(), channelB.close()]);
    server.closeAllConnections();
    server.close();
  });
  return { url, channelA, channelB, seen };
}

const failure = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'nothing failed',
    (error: unknown) => (error instanceof TaxopsError ? error.code : error),
  );

const search = {
  from: '2026-05-01' as PlainDate,
  to: '2026-05-31' as PlainDate,
  kind: 'Ads',
  procedure: 'PAYE',
} as const;
const reference = { account: 'x', number: '1', kind: 'Ars' } as const;

describe('a body without end', async () => {
  const chunk = Buffer.alloc(64 * 1024, 'a');
  let sent = 0;
  const pour = (response: ServerResponse): void => {
    if (response.destroyed) return;
    sent += chunk.length;
    response.write(chunk, () => pour(response));
  };
  const { channelA, channelB, url } = await hostile(pour, { maxBytes: 4 * 1024 * 1024 });

  it.each([
    ['a filing', async () => (await channelA.send(formsFiling())).outcome, 'uncertain'],
    ['a list', () => failure(channelA.list(SIREN)), 'ChannelAnswerTooLarge'],
    ['a document', () => failure(channelA.document(`${url}/a/x`)), 'ChannelAnswerTooLarge'],
    ['a deposit', async () => (await channelB.send(ediFiling())).outcome, 'uncertain'],
    ['notices', () => failure(channelB.notices(search)), 'ChannelAnswerTooLarge'],
  ])('is cut off for %s', async (_what, call, wanted) => {
    sent = 0;
    expect(await call()).toBe(wanted);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('a body announced as huge', async () => {
  const { channelA } = await hostile((response) => {
    response.setHeader('content-length', '99999999999');
    response.write('{');
  });

  it('is refused', async () => {
    expect(await failure(channelA.list(SIREN))).toBe('ChannelAnswerTooLarge');
  });
});

describe('a head without end', async () => {
  const { channelA } = await hostile((response) => {
    response.setHeader('x-long', 'a'.repeat(100_000));
    response.end('[]');
  });

  it('is refused', async () => {
    expect(await failure(channelA.list(SIREN))).toBe('ChannelInterrupted');
  });
});

describe('XML made to harm', () => {
  const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
  it.each([
    ['a document type', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><Envelope><Body><x/></Body></Envelope>'],
    ['entities in entities', `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]><Envelope><Body>&l9;</Body></Envelope>`],
    ['an unknown entity', '<Envelope><Body><x>&secret;</x></Body></Envelope>'],
    ['great depth', `<Envelope><Body>${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}</Body></Envelope>`],
    ['many elements', `<Envelope><Body><x>${'<a/>'.repeat(200_000)}</x></Body></Envelope>`],
    ['another encoding than it says', Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a>\xe9</a>', 'latin1')],
    ['no XML', 'Internal Server Error'],
    ['nothing', ''],
  ])('%s is refused, and leaves a deposit in doubt', async (_what, body) => {
    const { channelB } = await hostile((response) => response.end(body));
    expect(await failure(channelB.notices(search))).toBe('ChannelAnswerUnreadable');
    expect(await failure(channelB.notice(reference))).toBe('ChannelAnswerUnreadable');
    expect(await channelB.send(ediFiling())).toMatchObject({
      outcome: 'uncertain',
      error: { code: 'ChannelAnswerUnreadable' },
    });
  });

  it('a packed piece that would fill the memory is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024)).toString('base64');
    const piece = writeEnvelope({ body: writeMessage(PIECE_ANSWER, { codeRetour: '00', contenu: bomb }) });
    const { channelB } = await hostile((response) => response.end(piece));
    const { content } = await channelB.notice(reference);
    expect(content).toBe(bomb); // kept as it came
    expect(() => openPiece(content)).toThrow(/inflates beyond the limit/);
  });
});

describe('JSON made to harm', () => {
  it.each([
    ['great depth', '['.repeat(200_000) + ']'.repeat(200_000)],
    ['no list', '{"declarations":{"length":1e9}}'],
    ['items that are none', '[1,null,"x"]'],
    ['too many', `[${'{},'.repeat(6_000)}{}]`],
    ['a broken end', '[{"id":1}'],
  ])('%s is refused', async (_what, body) => {
    const { channelA } = await hostile((response) => response.end(body));
    expect(await failure(channelA.list(SIREN))).toBe('ChannelAnswerUnreadable');
  });

  it('strange values are left out', async () => {
    const item = {
      id: '1e3',
      label: { a: 1 },
      status: ['x'],
      dateDebut: '2025-13-45',
      dateFin: 5,
      lienDeclaration: null,
      __proto__: { polluted: true },
      declarationErreurs: [null, 'x', { code: 12, libelle: 'a\0b\ud800' }],
    };
    const { channelA } = await hostile((response) => response.end(JSON.stringify([item])));
    const [declaration] = await channelA.list(SIREN);
    expect(declaration).toEqual({ links: {}, errors: [{ code: '12', libelle: 'ab' }] });
  });

  it('a token that would break a header is refused', async () => {
    const server = await hostile(() => {});
    const broken = await hostile((response) => response.end('{"access_token":"a\\r\\nX: y"}'));
    const tokenUrl = `${broken.url}/token`;
    const settings = { ...channelASettings(server.url), tokenUrl };
    const channelA = openChannelA(settings, channelAccess(), surroundings());
    expect(await channelA.send(formsFiling())).toMatchObject({ outcome: 'notSent' });
    expect(server.seen).toEqual([]);
    await channelA.close();
  });
});

describe('a redirection', () => {
  const redirecting = (location: (path: string) => string) =>
    hostile((response, path) => {
      response.writeHead(302, { location: location(path) });
      response.end();
    });

  it.each([
    ['to another host', 'https://evil.example/'],
    ['to the metadata of a cloud', 'http://169.254.169.254/latest/meta-data'],
    ['to this machine', 'http://127.0.0.1:1/'],
    ['to a file', 'file:///etc/passwd'],
    ['to nowhere', 'http://['],
  ])('%s is not followed', async (_what, location) => {
    const { channelA, url, seen } = await redirecting(() => location);
    expect(await failure(channelA.document(`${url}/a/x.pdf`))).toBe('ChannelRedirected');
    expect(seen).toEqual(['/a/x.pdf']);
  });

  it('on the same host is followed three times at most', async () => {
    const { channelA, url, seen } = await redirecting((path) => `${path}x`);
    expect(await failure(channelA.document(`${url}/a/`))).toBe('ChannelRedirected');
    expect(seen).toEqual(['/a/', '/a/x', '/a/xx', '/a/xxx']);
  });

  it('of a filing is never followed, and leaves doubt', async () => {
    const { channelA, seen } = await redirecting(() => '/elsewhere');
    expect(await channelA.send(formsFiling())).toMatchObject({ outcome: 'uncertain' });
    expect(seen).toEqual(['/connect/token', '/a/marque-blanche']);
  });
});

describe('a name', () => {
  const reached: string[] = [];
  const ask = async (addresses: readonly ResolvedAddress[] | Error, allowPrivate = false) => {
    const server = createServer((request, response) => {
      reached.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `partner.example:${(server.address() as AddressInfo).port}`;
    const access = channelAccess({ allowPrivate }, { attempts: 1 });
    const resolve = async () => {
      if (addresses instanceof Error) throw addresses;
      return addresses;
    };
    const rules = { channel: 'ChannelA', hosts: new Set([host]), rate: 100, access };
    const client = partnerClient(rules, surroundings({ resolve }));
    const url = new URL(`${allowPrivate ? 'http' : 'https'}://${host}/`);
    const request = { nature: 'send', url, body: Buffer.from('x') } as const;
    const result = await client.within({}, (call) => client.request(request, call));
    await client.close();
    server.close();
    return result;
  };

  it.each([
    ['this machine', [{ address: '127.0.0.1', family: 4 }]],
    ['a private network', [{ address: '10.0.0.7', family: 4 }]],
    [
      'a public and a private address',
      [
        { address: '8.8.8.8', family: 4 },
        { address: '::1', family: 6 },
      ],
    ],
    ['an IPv4 address in IPv6', [{ address: '::ffff:127.0.0.1', family: 6 }]],
  ])('that points to %s is not asked', async (_what, addresses) => {
    expect(await ask(addresses)).toMatchObject({
      failed: true,
      mayHaveLeft: false,
      error: { code: 'ChannelAddressRefused' },
    });
    expect(reached).toEqual([]);
  });

  it('without an address is not reached', async () => {
    for (const answer of [[], Object.assign(new Error('getaddrinfo ENOTFOUND x'), { code: 'ENOTFOUND' })]) {
      expect(await ask(answer)).toMatchObject({ mayHaveLeft: false, error: { code: 'ChannelUnreachable' } });
    }
  });

  it('is asked at the address that was checked', async () => {
    expect(await ask([{ address: '127.0.0.1', family: 4 }], true)).toMatchObject({ failed: false, status: 200 });
    expect(reached).toEqual(['/']);
  });
});

describe('a partner who asks for time', () => {
  const delayed = async (status: number, retryAfter: string) => {
    let calls = 0;
    const server = await hostile((response) => {
      calls += 1;
      if (calls === 1) response.writeHead(status, { 'retry-after': retryAfter });
      response.end('[]');
    });
    return { ...server, calls: () => calls };
  };

  it.each([
    [429, '7', 7000],
    [503, '2', 2000],
    [429, 'Mon, 04 May 2026 10:00:30 GMT', 30_000],
    [429, 'soon', 1000],
  ])('with %s and Retry-After %s gets it', async (status, retryAfter, pause) => {
    const { url, calls } = await delayed(status, retryAfter);
    const timer = patientTimer();
    const access = channelAccess({}, { totalMs: 60_000 });
    const channelA = openChannelA(channelASettings(url), access, surroundings({ timer }));
    expect(await channelA.list(SIREN)).toEqual([]);
    expect(calls()).toBe(2);
    expect(timer.pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(pause - 1000);
    await channelA.close();
  });

  it('longer than the call may last is not waited for, and is left alone meanwhile', async () => {
    const { channelA, calls } = await delayed(429, '3000');
    expect(await failure(channelA.list(SIREN))).toBe('ChannelBusy');
    expect(await channelA.send(formsFiling())).toMatchObject({ outcome: 'notSent', error: { code: 'ChannelBusy' } });
    expect(calls()).toBe(1);
  });
});

describe('a caller who leaves', () => {
  it('before the request does leaves nothing sent', async () => {
    const { channelA, seen } = await hostile((response) => response.end('{}'));
    const outcome = await channelA.send(formsFiling(), { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ outcome: 'notSent', error: { code: 'ChannelTimeout' } });
    expect(seen).toEqual([]);
  });

  it('while names are resolved leaves nothing sent', { tags: 'long' }, async () => {
    const leaving = new AbortController();
    const resolve = () => {
      leaving.abort();
      return new Promise<never>(() => {});
    };
    const settings = channelBSettings('https://partner.example');
    const channelB = openChannelB(settings, channelAccess({}, { connectMs: 300 }), surroundings({ resolve }));
    const outcome = await channelB.send(ediFiling(), { signal: leaving.signal });
    expect(outcome).toMatchObject({ outcome: 'notSent' });
    await channelB.close();
  });

  it('after the request has left leaves doubt', async () => {
    const leaving = new AbortController();
    const { channelA } = await hostile(() => leaving.abort());
    expect(await channelA.send(formsFiling(), { signal: leaving.signal })).toMatchObject({ outcome: 'uncertain' });
  });
});
