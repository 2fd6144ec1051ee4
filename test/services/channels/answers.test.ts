/** What partners answer, and what goes wrong on the way to them. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { PrivateAddress } from '../../../src/services/channels/outbound/address-rules.ts';
import { ConnectFailure } from '../../../src/services/channels/outbound/connector.ts';
import { failure, failureOf } from '../../../src/services/channels/outbound/failures.ts';
import { asObject, readJson, textOf } from '../../../src/services/channels/outbound/json-answer.ts';
import { json, type Question } from '../../../src/services/simulators/stage/answer.ts';
import { HIDING } from '../../../src/services/simulators/stage/deliver.ts';
import { openDoor } from '../../../src/services/simulators/stage/door.ts';
import { faultPlan } from '../../../src/services/simulators/stage/faults.ts';
import { readSchema } from '../../../src/services/simulators/stage/script.ts';
import { openStage, plainRefusal } from '../../../src/services/simulators/stage/stage.ts';

const place = { channel: 'ChannelA', host: 'a.example' };
const thrown = (code: string) => Object.assign(new Error('secret of the partner'), { code });

describe('a failure on the way', () => {
  it.each([
    [new ConnectFailure(thrown('ECONNREFUSED')), true, false, 'ChannelUnreachable', false, true],
    [new ConnectFailure(new PrivateAddress()), true, false, 'ChannelAddressRefused', false, false],
    [thrown('UND_ERR_HEADERS_TIMEOUT'), true, false, 'ChannelTimeout', true, true],
    [thrown('ECONNRESET'), false, true, 'ChannelTimeout', false, false],
    [thrown('ECONNRESET'), true, false, 'ChannelInterrupted', true, true],
    ['not an error', true, false, 'ChannelInterrupted', true, true],
  ])('%s (left: %s, aborted: %s) is %s', (error, left, aborted, code, mayHaveLeft, passing) => {
    const found = failureOf(error, place, left, aborted);
    expect(found).toMatchObject({ failed: true, error: { code }, mayHaveLeft, passing });
    expect(found.error.text('en')).not.toContain('secret');
    expect(failure(found.error, true)).toMatchObject({ mayHaveLeft: true, passing: false });
  });
});

describe('an answer', () => {
  it('is JSON in UTF-8, and an object where one is expected', () => {
    expect(asObject(readJson(Buffer.from('{"a":1}')))).toEqual({ a: 1 });
    for (const body of [Buffer.from('{'), Buffer.from([0x22, 0xff, 0x22])])
      expect(() => readJson(body)).toThrow(expect.objectContaining({ code: 'ChannelAnswerUnreadable' }));
    for (const value of [null, [], 'text'])
      expect(() => asObject(value)).toThrow(expect.objectContaining({ code: 'ChannelAnswerUnreadable' }));
  });

  it.each([
    [12, '12'],
    ['  a ', 'a'],
    ['a\0b\ud800', 'ab'],
    ['', undefined],
    [{}, undefined],
    ['x'.repeat(3_000), 'x'.repeat(2_000)],
  ])('%j is the text %s', (value, expected) => expect(textOf(value)).toBe(expected));
});

describe('a simulated partner', () => {
  it('answers JSON, damaged where a fault says so', () => {
    expect(json({ a: 1 })).toEqual({ status: 200, contentType: 'application/json; charset=utf-8', body: '{"a":1}' });
    expect(json([], 201, { cut: '[' } as never)).toMatchObject({ status: 201, damaged: { cut: '[' } });
  });

  it('refuses a script by what is wrong with it', () => {
    const schema = z.object({ steps: z.array(z.string()) });
    expect(readSchema('channel.simulate', schema, { steps: ['a'] })).toEqual({ steps: ['a'] });
    expect(() => readSchema('channel.simulate', schema, { steps: [1] })).toThrow(
      expect.objectContaining({ code: 'SimulatorScriptInvalid', message: expect.stringContaining('steps.0') }),
    );
  });

  it('opens and shuts its door', async () => {
    const door = await openDoor({ host: '127.0.0.1', port: 0 }, (_request, response) => response.end('in'));
    const ask = async () => (await fetch(`http://127.0.0.1:${door.port}`)).text();
    expect(await ask()).toBe('in');
    await door.set('refused');
    await expect(ask()).rejects.toThrow();
    await door.set('open');
    expect(await ask()).toBe('in');
    await door.close();
  });

  it('serves its routes, and a fault instead of an answer where its plan says so', async () => {
    const rule = { operation: 'list', fault: 'server-error', nth: 2, taken: false, forMs: 0, retryAfter: 1 } as const;
    const stage = await openStage<'list'>({ faults: faultPlan([rule], () => 0) });
    const route = { method: 'GET', operation: 'list', fits: ({ url }: Question) => url.pathname === '/list' } as const;
    stage.play([{ ...route, serve: async () => json(['a']) }]);
    const ask = async (path: string) => fetch(`${stage.url}${path}`);
    expect(await (await ask('/list')).json()).toEqual(['a']);
    expect([(await ask('/list')).status, (await ask('/list')).status, (await ask('/other')).status]).toEqual([
      503, 200, 404,
    ]);
    expect(stage.calls.map(({ path, fault }) => [path, fault])).toEqual([
      ['/list', undefined],
      ['/list', 'server-error'],
      ['/list', undefined],
      ['/other', undefined],
    ]);
    await stage.close();
  });

  it('hides what it did behind faults that show nothing of the answer', () => {
    expect([HIDING.has('timeout'), HIDING.has('truncated')]).toEqual([true, false]);
    expect(plainRefusal('/x', 'secret')).toMatchObject({ status: 200, body: expect.stringContaining('secret') });
  });
});
