/** Asks for the next element of a source while the one before is at work. */
export async function* ahead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const elements = source[Symbol.asyncIterator]();
  const ask = () => {
    const next = elements.next();
    next.catch(() => {}); // told when its turn comes; nobody hears of it if the reader leaves before
    return next;
  };
  try {
    for (let next = ask(); ; ) {
      const { value, done } = await next;
      if (done) return;
      next = ask();
      yield value;
    }
  } finally {
    void elements.return?.().catch(() => {});
  }
}
