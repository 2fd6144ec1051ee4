import { definePage } from './page.ts';
import { Fold } from './parts/fold.tsx';
import { Form } from './parts/form.tsx';
import { Hint } from './parts/hint.tsx';
import { State } from './parts/state.tsx';
import { Listing, listIn, one, type Row, rows } from './parts/table.tsx';
import { wordsOf } from './texts.ts';

const RUN = '/jobs/runs/:Run';

export const jobs = definePage({
  path: '/jobs',
  title: 'jobs',
  operations: ['job.list', 'job.runs', 'job.failed', 'job.run', 'job.retry'],
  render: async ({ call, language }) => {
    const [list, runs, failed] = await Promise.all([call('job.list'), call('job.runs'), call('job.failed')]);
    const word = (name: keyof typeof wordsOf) => wordsOf[name][language];
    return {
      body: (
        <>
          <Listing
            of={list}
            columns={['Job', 'Summary', 'Schedule', 'Waiting', 'Held', 'HeldBy']}
            actions={({ Job }) => (
              <Form run="job.run" fixed={{ job: Job, detach: 'true' }} button={word('runIt')} after={RUN} />
            )}
          />
          <Fold run="job.run" title={word('runWith')}>
            <Form
              run="job.run"
              fixed={{ detach: 'true' }}
              ask={['job', 'scope', 'limit', 'dryRun']}
              button={word('runIt')}
              after={RUN}
            />
          </Fold>
          <h2>{word('runs')}</h2>
          <Listing
            of={runs}
            cells={{ State: (row) => <State of={row.State} /> }}
            links={{ Run: ({ Run }) => `/jobs/runs/${Run}` }}
          />
          <h2>{word('givenUp')}</h2>
          <p class="note">{word('givenUpAbout')}</p>
          {groupsOf(rows(failed)).map(([error, advice]) => (
            <section>
              <h3>{error}</h3>
              {advice && <Hint text={advice} />}
              <Form run="job.retry" fixed={{ error }} button={word('retry')} />
            </section>
          ))}
          <Listing
            of={failed}
            columns={['Job', 'FolderId', 'Key', 'Attempts', 'Error']}
            actions={({ Id }) => <Form run="job.retry" fixed={{ id: Id }} button={word('retry')} />}
          />
          {rows(failed).length > 0 && <Form run="job.retry" button={word('retryAll')} />}
        </>
      ),
    };
  },
});

/** Each failure once, with what to do about it. */
const groupsOf = (failed: readonly Row[]): readonly (readonly [error: string, advice: string])[] => [
  ...new Map(failed.map(({ Error: error, Advice }) => [String(error), String(Advice ?? '')])),
];

const ITEM = [
  { name: 'FolderId', fr: 'Dossier' },
  { name: 'Key', fr: 'Clé' },
  { name: 'Note', fr: 'Note' },
];

const COUNTS = ['Pending', 'Done', 'Skipped', 'Failed'] as const;

export const jobRun = definePage({
  path: '/jobs/runs/:run',
  title: 'run',
  operations: ['job.run.show', 'job.resume', 'job.stop'],
  render: async ({ call, params, language }) => {
    const shown = await call('job.run.show', { run: params.run });
    const word = (name: keyof typeof wordsOf) => wordsOf[name][language];
    const { Run, Job, State: state, ...rest } = one(shown);
    const isRunning = state === 'running';
    const fixed = { run: Run, detach: 'true' };
    const groups = (shown.result as { readonly Failures: readonly Group[] }).Failures;
    const failures = listIn(shown, 'Failures');
    return {
      title: `${Job} ${Run}`,
      crumbs: [['/jobs', word('jobs')]],
      body: (
        <>
          <div data-events={isRunning ? `/jobs/runs/${Run}/events` : undefined} aria-live="polite">
            <Listing
              of={{ ...shown, result: [{ State: state, ...rest }] }}
              columns={['State', 'StartedAt', 'EndedAt', ...COUNTS]}
              cells={{
                State: (row) => <State of={row.State} />,
                ...Object.fromEntries(COUNTS.map((name) => [name, (row: Row) => <b data-count={name}>{row[name]}</b>])),
              }}
            />
          </div>
          {isRunning ? (
            <>
              <Form run="job.stop" fixed={{ run: Run }} button={word('stop')} />
              <p>
                <a href={`/jobs/runs/${Run}`}>{word('reload')}</a>
              </p>
            </>
          ) : (
            (state !== 'done' || groups.length > 0) && <Form run="job.resume" {...{ fixed }} button={word('goOn')} />
          )}
          {groups.length > 0 && <h2>{word('failures')}</h2>}
          {groups.map(({ Code, Advice, Items }) => (
            <section>
              <h3>
                {Code} ({Items.length})
              </h3>
              {Advice && <Hint text={Advice} />}
              {!isRunning && <Form run="job.resume" fixed={{ ...fixed, code: Code }} button={word('retry')} />}
              <Listing
                of={{ ...failures, result: Items }}
                columns={ITEM}
                actions={({ Item }) =>
                  !isRunning && <Form run="job.resume" fixed={{ ...fixed, item: Item }} button={word('retry')} />
                }
              />
            </section>
          ))}
        </>
      ),
    };
  },
});

interface Group {
  readonly Code: string;
  readonly Advice: string | null;
  readonly Items: readonly { readonly Item: string }[];
}
