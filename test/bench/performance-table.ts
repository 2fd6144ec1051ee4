/** The table of docs/performance.md: what benches measured, one row for each figure, kept until its bench runs again. */

export interface Figure {
  readonly what: string;
  readonly figure: string;
  readonly target: string;
  readonly verdict: string;
}

/** How one bench ended. */
export interface Outcome {
  readonly bench: string;
  readonly status: number | null;
  readonly figures: readonly Figure[];
}

/** A bench crashed that ended with an error but missed no target, or gave no figure at all. */
export const hasCrashed = ({ status, figures }: Outcome): boolean =>
  figures.length === 0 || (status !== 0 && !figures.some(({ verdict }) => verdict === 'MISSED'));

export const hasFailed = (outcome: Outcome): boolean => outcome.status !== 0 || hasCrashed(outcome);

const CRASHED: Figure = { what: 'the bench itself', figure: 'crashed', target: 'runs to its end', verdict: 'CRASHED' };

const HEAD = ['Bench', 'What', 'Figure', 'Target', 'Verdict', 'Measured'];

const rowsOf = (outcome: Outcome, measured: string): string[][] =>
  [...outcome.figures, ...(hasCrashed(outcome) ? [CRASHED] : [])].map(({ what, figure, target, verdict }) => [
    outcome.bench,
    ...[what, figure, target, verdict].map((text) => text.replaceAll('|', '/').trim()),
    measured,
  ]);

/** `measured` says when and on what. Benches that did not run keep their rows; `order` is that of the benches. */
export function mergedTable(
  before: string,
  outcomes: readonly Outcome[],
  { measured, order }: { readonly measured: string; readonly order: readonly string[] },
): string {
  const known = before.split('\n').flatMap((line) => cellsOf(line) ?? []);
  const kept = known.filter(([bench]) => !outcomes.some((outcome) => outcome.bench === bench));
  const rows = [...kept, ...outcomes.flatMap((outcome) => rowsOf(outcome, measured))].toSorted(
    ([a = ''], [b = '']) => order.indexOf(a) - order.indexOf(b),
  );
  return [INTRODUCTION, ...[HEAD, HEAD.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`), ''].join(
    '\n',
  );
}

const INTRODUCTION = `# Performance

Written by \`npm run bench\`: each figure beside its target, of the last run of its bench at full size. \`MISSED\` fails the run,
as a crash does. Another machine gives other figures; compare those of one.
`;

/** The cells of a row of figures; undefined for any other line. */
function cellsOf(line: string): string[][] | undefined {
  const cells = line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
  return cells.length === HEAD.length && cells[0] !== HEAD[0] && !cells[0]?.startsWith('---') ? [cells] : undefined;
}
