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
    Object.defineProperties(socket, {
      remoteAddress: { value: address },
      bytesRead: { value: 0, writable: true },
      end: { value: () => socket.destroy() },
    });
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
  /** So many seconds, with a sweep in each. */
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      wait(1_000);
      crowd.sweep();
    }
  };
  return { crowd, come, ask, wait, pass };
}

const send = (socket: Socket, bytes: number) => Object.assign(socket, { bytesRead: socket.bytesRead + bytes });

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
  const { come, ask, pass } = crowded({ bodyMs: 30_000, bodyBytes: 1_000 });
  const [slow, steady] = [come(), come()];
  ask(slow);
  ask(steady);
  for (let turn = 0; turn < 3; turn++) {
    expect(gone(slow, steady)).toEqual([turn > 1, false]);
    send(slow, 400);
    send(steady, 1_000);
    pass(20);
  }
});

it('headers that are not whole in time are not waited for, the first ones or later ones', () => {
  const { come, ask, pass } = crowded({ headMs: 10_000 });
  const [mute, slow, resting, trickling] = [come(), come(), come(), come()];
  for (const socket of [resting, trickling]) {
    send(socket, 100);
    ask(socket).emit('close');
  }
  send(trickling, 1);
  for (let second = 0; second < 11; second++) {
    expect(gone(mute, slow, resting, trickling)).toEqual([second >= 10, second >= 10, false, false]);
    send(slow, 1);
    pass(1);
  }
  expect(gone(trickling)).toEqual([true]);
});

it('time in which the process stood still is nobody else’s', () => {
  const { crowd, come, ask, wait, pass } = crowded({ headMs: 10_000, bodyMs: 30_000, bodyBytes: 1_000 });
  const [head, body] = [come(), come()];
  ask(body);
  wait(60_000);
  crowd.sweep(); // before what came meanwhile is read
  expect(gone(head, body)).toEqual([false, false]);
  pass(30);
  expect(gone(head, body)).toEqual([true, true]);
});

it('a connection that is gone is not counted', () => {
  const { come } = crowded({ most: 1 });
  const first = come();
  first.destroy();
  first.emit('close');
  expect(gone(come())).toEqual([false]);
});
