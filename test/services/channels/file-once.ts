/** A caller who does as the outcomes tell him, among faults that a seed decides: he must file everything exactly once. */
import { expect } from 'vitest';
import type { Channel, Filing, PayloadKind } from '../../../src/services/channels/channel.ts';
import type { FaultInput } from '../../../src/services/simulators/channels/script.ts';
import type { Fault } from '../../../src/services/simulators/stage/faults.ts';
import { ediFiling, formsFiling, NOW, type Partners } from './partners.ts';

/** A refusal of what was taken: whoever sends must ask, which these callers do not. */
const NO_LIES: readonly Fault[] = ['error-body'];

export function faultsFor(faults: readonly Fault[], probability: number): FaultInput[] {
  const operations = ['token', 'publish', 'status', 'deposit', 'notices'] as const;
  return operations.flatMap((operation) =>
    faults.flatMap((fault) =>
      [true, false]
        .filter((taken) => !(taken && NO_LIES.includes(fault)))
        .map((taken) => ({
          operation,
          fault,
          taken,
          forMs: 0,
          retryAfter: 0,
          probability: probability / faults.length,
        })),
    ),
  );
}

/** Lets pass whatever a partner asked for. */
type Wait = () => Promise<void>;

/** Returns how often it was sent; throws when doubt does not end. */
async function fileOnce<K extends PayloadKind>(channel: Channel<K>, filing: Filing<K>, wait: Wait): Promise<number> {
  for (let attempt = 1; attempt <= 200; attempt++) {
    await wait();
    const { outcome } = await channel.send(filing);
    if (outcome === 'sent') return attempt;
    if (outcome === 'uncertain' && (await wasTaken(channel, filing, wait))) return attempt;
  }
  throw new Error('never filed');
}

async function wasTaken<K extends PayloadKind>(channel: Channel<K>, filing: Filing<K>, wait: Wait): Promise<boolean> {
  for (let question = 0; question < 200; question++) {
    await wait();
    const { outcome } = await channel.find({ ...filing, attemptedAt: NOW });
    if (outcome !== 'uncertain') return outcome === 'found';
  }
  throw new Error('doubt without end');
}

/** Files on both channels, each declaration for a company of its own. Returns how many sends it took. */
export async function fileAll({ channelA, channelB, simulator, timer }: Partners, count: number): Promise<number> {
  let sends = 0;
  const wait = () => timer.sleep(60_000);
  for (let index = 0; index < count; index++) {
    const isA = index % 2 === 0;
    const a = formsFiling('2572', false, String(100_000_000 + index));
    const b = ediFiling();
    sends += isA ? await fileOnce(channelA, a, wait) : await fileOnce(channelB, b, wait);
    const own = simulator.ledger.deposits.filter(({ reference }) =>
      reference.includes(isA ? a.reference : b.reference),
    );
    expect(own.length, `filing ${index} of ${isA ? 'ChannelA' : 'ChannelB'}`).toBe(1);
  }
  expect(simulator.ledger.deposits.length).toBe(count);
  return sends;
}
