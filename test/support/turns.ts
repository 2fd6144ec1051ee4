/** How often the loop serves others while some work is done: no clock tells. */
export async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false];
  const other = () => {
    turns += 1;
    if (!isDone) setImmediate(other);
  };
  setImmediate(other);
  await work;
  isDone = true;
  return turns;
}
