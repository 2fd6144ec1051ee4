/** What a run came to, as it is answered and shown. */
import * as z from 'zod';
import type { ItemReport, RunReport } from '../../jobs/runner.ts';
import type { Labels } from '../../services/kernel/errors.ts';
import type { Block, Column, Outcome } from '../operation/operation.ts';
import { choice, int, maybe, text, words } from '../operation/outputs.ts';
import { computed, from, headed } from '../operation/wire.ts';
import { loadCatalogue } from '../program/catalogue.ts';

const Item = z.object({
  FolderId: int('Dossier'),
  Key: text('Clé'),
  State: text('État'),
  Code: computed(maybe(text('Code')), ({ code }: ItemReport) => code),
  Note: computed(maybe(text('Note')), ({ note }: ItemReport) => note),
});

export const STATES = ['running', 'done', 'partial', 'failed', 'interrupted'] as const;

/** What to do about a failure, by its code: what a command takes is named; what says more of that failure is left out. */
export function adviceOf(code: string): Labels | undefined {
  const hint = loadCatalogue()[code]?.hint;
  const isOfOne = hint?.en.replace(/taxops.*/s, '').includes('{');
  return hint && !isOfOne ? { en: inGeneral(hint.en), fr: inGeneral(hint.fr) } : undefined;
}

/** `{folderId}` is FOLDER. */
const inGeneral = (hint: string): string =>
  hint.replaceAll(/\{(\w+?)(?:Id)?\}/g, (_, name: string) => name.toUpperCase());

const count = (name: keyof RunReport['counts'], fr: string) =>
  computed(int(fr), ({ counts }: Pick<RunReport, 'counts'>) => counts[name]);

export const Report = z.object({
  Run: from('runId', maybe(int('Exécution'))),
  State: choice(STATES, 'État'),
  Done: count('done', 'Faits'),
  Skipped: count('skipped', 'Passés'),
  Failed: count('failed', 'Échecs'),
  Planned: count('planned', 'Prévus'),
  Items: z.array(Item),
  Tallies: z
    .array(
      z.object({
        Title: words(),
        Rows: headed(z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))), 'Lignes'),
      }),
    )
    .describe('What the job itself counts'),
});

/** The run in a line, what failed or would be done, then what the job counts: only columns that say something. */
export function* view({ Items, Tallies, ...counts }: z.output<typeof Report>): Generator<Block> {
  yield { kind: 'table', columns: Object.keys(counts).map(column), rows: [Object.values(counts)] };
  if (Items.length > 0) {
    const columns = ['Key', 'State', 'Code', 'Note'].map(column);
    yield { kind: 'table', columns, rows: Items.map(({ Key, State, Code, Note }) => [Key, State, Code, Note]) };
  }
  for (const { Title, Rows } of Tallies) {
    const names = Object.keys(Rows[0] ?? {}).filter((name) => Rows.some((row) => row[name] !== 0));
    const rows = Rows.map((row) => names.map((name) => row[name]));
    if (rows.length > 0) yield { kind: 'table', title: Title, columns: names.map(column), rows };
  }
}

const column = (name: string): Column => ({ name });

export function outcome({ State }: z.output<typeof Report>): Outcome {
  if (State === 'running') return 'pending';
  return State === 'partial' || State === 'failed' ? 'partial' : 'done';
}
