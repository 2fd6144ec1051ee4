/** Connections that bring nothing: they give way, and do not lock out those who have work to do. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { recognise } from '../../src/commands/serve/connection.ts';
import { type CrowdLimits, DEFAULT_CROWD, openCrowd } from '../../src/commands/serve/crowd.ts';

/** A crowd of its own clock. */
function crowded(limits: Partial<CrowdLimits>) {
  let now = 0;
  const crowd = openCrowd(() => now, { ...DEFAULT_CROWD, ...limits });
  const come = (address = '10.0.0.1'): Socket => {
    const socket = new Socket();
    Object.defineProperties(socket, { remoteAddress: { value: address }, bytesRead: { value: 0, writable: true } });
    crowd.arrive(socket);
    return socket;
  };
  const ask = (socket: Socket): ServerResponse => {
    const request = new IncomingMessage(socket);
    const response = new ServerResponse(request);
    crowd.ask(request, response);
    return response;
  };
  const wait = (ms: number) => {
    now += ms;
  };
  return { crowd, come, ask, wait };
}

const gone = (...sockets: readonly Socket[]) => sockets.map(({ destroyed }) => destroyed);

it('the oldest without a token gives way to one that comes from its address', () => {
  const { come, wait } = crowded({ mostOfAddress: 2 });
  const trusted = come();
  recognise({ incoming: { socket: trusted } });
  const elsewhere = come('10.0.0.2');
  const idle = [come(), come()];
  wait(1_000);
  const fresh = come();
  expect(gone(trusted, elsewhere, ...idle, fresh)).toEqual([false, false, true, false, false]);
});

it('any without a token gives way when there are too many, and the newcomer when none may go', () => {
  const { come, ask, wait } = crowded({ most: 3 });
  const asking = come();
  const answer = ask(asking);
  const trusted = come();
  recognise({ incoming: { socket: trusted } });
  const idle = come();
  expect(gone(come(), idle)).toEqual([true, false]); // it has just come
  wait(1_000);
  expect(gone(come(), asking, trusted, idle)).toEqual([false, false, false, true]);
  expect(gone(come())).toEqual([true]);
  answer.emit('close');
  wait(1_000);
  expect(gone(come(), asking)).toEqual([false, true]);
});

it('a body that hardly comes is closed, one that comes is not', () => {
  const { crowd, come, ask, wait } = crowded({ bodyMs: 30_000, bodyBytes: 1_000 });
  const [slow, steady] = [come(), come()];
  ask(slow);
  ask(steady);
  for (let turn = 0; turn < 3; turn++) {
    expect(gone(slow, steady)).toEqual([turn > 1, false]);
    wait(20_000);
    Object.assign(slow, { bytesRead: slow.bytesRead + 400 });
    Object.assign(steady, { bytesRead: steady.bytesRead + 1_000 });
    crowd.sweep();
  }
});

it('a connection that is gone is not counted', () => {
  const { come } = crowded({ most: 1 });
  const first = come();
  first.destroy();
  first.emit('close');
  expect(gone(come())).toEqual([false]);
});
