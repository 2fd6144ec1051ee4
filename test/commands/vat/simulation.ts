/** Bodies of `vat simulate`, sent through its schemas without a transport. */
import { readFileSync } from 'node:fs';
import { parseInput } from '../../../src/commands/operation/invoke.ts';
import type { Block } from '../../../src/commands/operation/operation.ts';
import { originOf } from '../../../src/commands/operation/wire.ts';
import { vatSimulate } from '../../../src/commands/vat/simulate.ts';
import type { Language } from '../../../src/services/kernel/errors.ts';
import { testContext } from '../../support/context.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are read as clients read them
export type Answer = any;

/** The database is refused: nothing here may open one. */
const context = testContext({} as never, { db: () => Promise.reject(new Error('no database here')) });

export const answerOf = async (body: unknown, query: object): Promise<Answer> =>
  vatSimulate.run(context, parseInput(vatSimulate, { body, query: { ...query } }));

export const simulate = (body: unknown): Promise<Answer> => answerOf(body, {});

export const workedExample = (): Answer => JSON.parse(readFileSync('fixtures/vat/worked-example.json', 'utf8'));

export const MAY = { StartDate: '2026-05-01', EndDate: '2026-05-31' };

/** Lines of an entry from `D 411000 1200.00`, with more fields after: `C 706000 1000.00 VatRate=_20`. */
export const lines = (text: string): Answer[] =>
  text.split(', ').map((one) => {
    const [side, AccountNumber, amount, ...more] = one.split(' ');
    const fields = Object.fromEntries(more.map((field) => field.split('=')));
    return { AccountNumber, [side === 'D' ? 'Debit' : 'Credit']: amount, ...fields };
  });

/** A closing entry as `D 445710 99.83`. */
export const posted = ({ ClosingEntry }: Answer): string[] =>
  ClosingEntry.Lines.map(({ AccountNumber, Debit, Credit }: Answer) =>
    Debit === '0.00' ? `C ${AccountNumber} ${Credit}` : `D ${AccountNumber} ${Debit}`,
  );

/** What a person sees of a body. */
export async function blocksOf(body: unknown, query: object, language: Language): Promise<Block[]> {
  const input = parseInput(vatSimulate, { body, query: { ...query } });
  const answer = await vatSimulate.run({ ...context, language }, input);
  const blocks: Block[] = [];
  for await (const block of vatSimulate.view?.(answer, language, originOf(answer)) ?? []) blocks.push(block);
  return blocks;
}
