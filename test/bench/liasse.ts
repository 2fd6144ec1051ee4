/**
 * The whole liasse of a folder of a million lines, against a bare sum by account of the same lines; and the PDF of its
 * forms.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { callContext, openProgram } from '../../src/commands/program/context.ts';
import { resolveSettings } from '../../src/commands/program/settings.ts';
import { stopPrivateServer } from '../../src/services/db/embedded/control.ts';
import { liasse } from '../../src/services/declarations/sending/contents.ts';
import { formDocument, formsOnPaper } from '../../src/services/declarations/sending/forms-on-paper.ts';
import { subjectOf } from '../../src/services/declarations/sending/subject.ts';
import { formFile } from '../../src/services/documents/form-document.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import type { PlainDate } from '../../src/services/kernel/dates.ts';
import type { FileResult } from '../../src/services/kernel/stream.ts';
import { createAccount } from '../../src/services/ledger/accounts.ts';
import { createExercise } from '../../src/services/ledger/exercises.ts';
import { createJournal } from '../../src/services/ledger/journals.ts';
import { silent } from '../../src/services/operation/context.ts';
import { asReader } from '../support/context.ts';
import { median, report } from './child.ts';
import { benchHome } from './home.ts';
import { roundsOf, sized } from './size.ts';

const [LINES, ROUNDS] = [sized(1_000_000), roundsOf(5)];
const END = '2024-12-31' as PlainDate;
/** Debited, then credited by the same entry: sales, purchases, their payments, pay. */
const PAIRS = [
  ['411', '706'],
  ['607', '401'],
  ['512', '411'],
  ['401', '512'],
  ['641', '421'],
] as const;
const PER_KIND = 40;

const home = benchHome();
const program = openProgram(await resolveSettings({}, { LANG: 'C', TAXOPS_HOME: home }, '/'));
const { signal } = new AbortController();
const ctx = callContext(program, { actor: { kind: 'local', name: 'bench' }, progress: silent, signal });
const db = await program.db();
const { knex } = db;

const { id: folderId } = await createFolder(asReader(db), undefined, {
  name: 'Folder',
  siren: '732829320',
  siret: '73282932000074',
  taxRegime: 'CorporationTax',
  vatSystem: 'RealNormal',
});
const exercise = await createExercise(asReader(db), folderId, { start: '2024-01-01' as PlainDate, end: END });
await createJournal(asReader(db), folderId, { code: 'OD', label: 'Operations' });
for (const kind of new Set(PAIRS.flat()))
  for (let n = 0; n < PER_KIND; n++)
    await createAccount(asReader(db), folderId, {
      number: `${kind}${String(n).padStart(3, '0')}`,
      label: `Account ${kind} ${n}`,
    });

const numbers = `lpad((n / ${PAIRS.length} % ${PER_KIND})::text, 3, '0')`;
const kinds = (side: 0 | 1) => `(array[${PAIRS.map((pair) => `'${pair[side]}'`).join(', ')}])[n % ${PAIRS.length} + 1]`;
await knex.raw(
  `with made as (
     insert into entry (folder_id, id, exercise_id, journal_id, rank, entry_date, number)
     select :folderId, n, :exerciseId, (select id from journal where folder_id = :folderId), n,
       date '2024-01-01' + n % 366, n::text
     from generate_series(1, ${LINES / 2}) n returning id as n, journal_id, entry_date)
   insert into entry_line (folder_id, id, entry_id, rank, exercise_id, journal_id, account_id, entry_date, debit_cents,
     credit_cents, label, doc_ref)
   select :folderId, n * 2 + side, n, side + 1, :exerciseId, journal_id, a.id, entry_date,
     case side when 0 then 1000 + n % 90000 else 0 end, case side when 1 then 1000 + n % 90000 else 0 end, 'Line', ''
   from made, generate_series(0, 1) side, account a
   where a.folder_id = :folderId and a.number = case side when 0 then ${kinds(0)} else ${kinds(1)} end || ${numbers}`,
  { folderId, exerciseId: exercise.id },
);
await knex.raw('analyze');

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
async function written({ content }: FileResult): Promise<void> {
  for await (const _ of content); // thrown away
}
const [filled, bare, papers]: [number[], number[], number[]] = [[], [], []];
for (let round = 0; round < ROUNDS; round++) {
  filled.push(await timed(async () => liasse(await subjectOf(ctx, { folderId, type: 'Liasse', end: END }))));
  bare.push(
    await timed(() =>
      knex.raw(
        `select a.number, sum(l.debit_cents), sum(l.credit_cents) from entry_line l
           join account a on a.folder_id = l.folder_id and a.id = l.account_id
         where l.folder_id = ? and l.exercise_id = ? group by a.number`,
        [folderId, exercise.id],
      ),
    ),
  );
  const paper = formDocument(ctx, await formsOnPaper(ctx, { folderId, type: 'Liasse', end: END }));
  papers.push(await timed(() => written(formFile(paper, 'pdf', 'liasse'))));
}
const [whole, sums, pdf] = [median(filled), median(bare), median(papers)];
report(`liasse of ${LINES} lines`, `${whole.toFixed(0)} ms`, '3,000 ms', whole <= 3_000);
report('the same against a bare sum by account', `${(whole / sums).toFixed(2)} ×`, '3 ×', whole <= 3 * sums);
report('PDF of all its forms', `${pdf.toFixed(0)} ms`, '2,000 ms', pdf <= 2_000);

await program.close();
await stopPrivateServer({ home, migrations: resolve('migrations') });
rmSync(home, { recursive: true, force: true });
