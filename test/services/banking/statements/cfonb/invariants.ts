/** What holds of every input whatever, shared by the quick and the long fuzz test. */
import { expect } from 'vitest';
import { chunksOf } from './mutations.ts';
import { readAll, readChunks, readSkipping } from './support.ts';

/** Checks one input every way it can be read: whole, in chunks, skipped. */
export async function expectSound(bytes: Buffer, seed: number): Promise<void> {
  const whole = await readAll(bytes);
  expect(await readChunks(chunksOf(bytes, seed))).toEqual(whole);
  const skipped = await readSkipping([bytes]);
  expect(skipped.findings).toEqual(whole.findings);
  expect(skipped.groups).toBe(whole.statements.length + whole.sequences.length);
  for (const statement of whole.statements) expectBalanced(statement);
  for (const { tail, records } of whole.sequences) {
    expect(tail.records).toBe(records.length);
    if (tail.balanced) expect(tail.sum).toBe(BigInt(tail.total ?? -1));
  }
  expectErrorsTold(whole);
}

/** Balanced means that the movements read do lead from one balance to the other. */
function expectBalanced({ head, movements, tail }: Awaited<ReturnType<typeof readAll>>['statements'][number]): void {
  expect(tail.movements).toBe(movements.length);
  if (!tail.balanced) return;
  const units = movements.map((movement) => BigInt(movement.units ?? Number.NaN));
  const sum = units.reduce((total, amount) => total + amount, 0n);
  expect(BigInt(head.startBalance.units ?? 0) + sum).toBe(BigInt(tail.endBalance?.units ?? Number.NaN));
  expect(movements.every(({ operationDate }) => operationDate !== null)).toBe(true);
}

/** A group that is not balanced has an error among the findings (the first thousand of a kind are kept). */
function expectErrorsTold({ statements, sequences, findings }: Awaited<ReturnType<typeof readAll>>): void {
  const told = new Set(findings.filter(({ severity }) => severity === 'error').map(({ group }) => group));
  for (const { head, tail } of [...statements, ...sequences]) {
    expect(told.has(head.number)).toBe(!tail.balanced);
    expect(tail.errors.size > 0).toBe(!tail.balanced);
  }
}
