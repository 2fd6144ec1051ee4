import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hostGate } from '../../../src/services/channels/outbound/host-gate.ts';
import { partnerText } from '../../../src/services/channels/outbound/partner-text.ts';

describe('the gate of a host', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const never = () => new AbortController().signal;
  const timer = {
    now: () => Date.now(),
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    after: () => () => {},
  };

  it.each([
    [10, 1000, 8],
    [10, 2000, 16],
    [5, 1000, 4],
    [1, 1000, 1],
    [1, 1250, 2],
    [0.5, 2500, 2],
  ])('lets four fifths of %d calls per second through: after %d ms, %d', async (rate, ms, expected) => {
    const gate = hostGate(rate, timer);
    let begun = 0;
    const task = async () => {
      begun += 1;
    };
    for (let index = 0; index < 50; index++) void gate.run(task, never());
    await vi.advanceTimersByTimeAsync(ms - 10);
    const before = begun;
    await vi.advanceTimersByTimeAsync(20);
    expect([before, begun].includes(expected)).toBe(true);
    expect(before).toBeLessThanOrEqual(expected);
  });

  it('starts nothing while the host wants silence', async () => {
    const gate = hostGate(100, timer);
    gate.pause(5000);
    gate.pause(2000); // a shorter wish does not shorten a longer one
    let begun = false;
    void gate.run(async () => {
      begun = true;
    }, never());
    await vi.advanceTimersByTimeAsync(4900);
    expect(begun).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(begun).toBe(true);
  });

  it('lets a waiting caller go, and keeps one that has begun', async () => {
    const gate = hostGate(1, timer);
    const leaving = new AbortController();
    let finish = (_: string) => {};
    const whole = new Promise<string>((resolve) => {
      finish = resolve;
    });
    const first = gate.run(() => whole, leaving.signal);
    await vi.advanceTimersByTimeAsync(0);
    const second = gate.run(async () => 'ran', leaving.signal);
    leaving.abort();
    await expect(second).rejects.toBe(leaving.signal.reason);
    finish('whole');
    expect(await first).toBe('whole');
  });
});

describe('words of a partner', () => {
  it.each([
    ['Total faux : 1200 € attendus', 'Total faux : 1200 € attendus'],
    ['Erreur <html><body>secret', 'Erreur …'],
    ['Refus {"auth":{"account":"x"}}', 'Refus …'],
    ['Ligne 1\nLigne 2', 'Ligne 1…'],
    ['Compte FR14 2004 1010 0505 0001 3M02 606 clos', 'Compte … clos'],
    ['Compte FR1420041010050500013M02606 clos', 'Compte … clos'],
    ['Jeton eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiIxIn0.abc refusé', 'Jeton … refusé'],
    ['mot de passe s3cr3t!! refusé', 'mot de passe … refusé'],
    ['a\u0000b\u001b[31mc', 'a b [31mc'],
    ['x '.repeat(10_000), 'x '.repeat(150)],
  ])('%j are shown as %j', (text, shown) => {
    expect(partnerText(text, ['s3cr3t!!', 'ab'])).toBe(shown);
  });
});
