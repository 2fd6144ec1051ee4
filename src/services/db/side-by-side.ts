/** A query that has not begun: it does once it is awaited. */
type Waiting<T> = PromiseLike<T> & { readonly client: object };

/** What knex sets on the client of a transaction, and leaves out of its types. */
const isInTransaction = ({ client }: { readonly client: { readonly transacting?: boolean } & object }): boolean =>
  client.transacting === true;

/** Two queries at once; one after the other in a transaction, whose connection takes one at a time. */
export async function sideBySide<A, B>(first: Waiting<A>, second: Waiting<B>): Promise<[A, B]> {
  if (isInTransaction(first)) return [await first, await second];
  return Promise.all([first, second]);
}
