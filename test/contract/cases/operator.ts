/** Cases of what the operator of the installation asks over HTTP: the audit log, revoked tokens, sessions in browsers. */
import type { Area, GoodCase } from '../requests.ts';

/** Where jobs run, the queue has items, and an installation has a home. */
const ADMIN = 'test/serve/pages/admin.test.ts';
const JOBS = 'test/serve/pages/jobs.test.ts';

const session = (number: number): string => `0192f0c4-6a52-7cc1-9d4b-${String(number).padStart(12, '0')}`;

/** Sessions open by the pages, which are no operation. */
const SESSIONS = [1, 2, 3].map((number) => {
  const owner = number === 3 ? 'user:portal:anne' : 'local';
  return `insert into web_session (id, cookie_sha256, owner, actor, browser, opened_at, seen_at) values
    ('${session(number)}', '\\x0${number}', '${owner}', '{"kind": "local", "name": "browser"}', 'Firefox',
     '2025-03-0${number}T08:00:00Z', '2025-03-0${number}T09:00:00Z')`;
});

/** Runs of jobs, as workers and cron leave them. */
const RUNS = [
  `insert into job_run (job, input, state, started_at, ended_at) values
    ('poll-notices', '{"scope": "all"}', 'partial', '2025-03-01T08:00:00Z', '2025-03-01T08:01:00Z'),
    ('poll-notices', '{"scope": "all"}', 'running', '2025-03-01T09:00:00Z', null)`,
  `insert into job_item (folder_id, run_id, key, state, code, note, updated_at) values
    (1, 1, 'ADS 1', 'failed', 'ChannelTimeout', 'no answer', '2025-03-01T08:00:30Z'),
    (1, 1, 'ADS 2', 'done', null, null, '2025-03-01T08:00:30Z')`,
];

const good: readonly GoodCase[] = [
  ['folder.update', { params: { accountingFolderId: 1 }, body: { Name: 'BETA' } }],
  ['operator.audit.list', { params: { operation: 'folder.update' } }],
  [
    'operator.audit.list',
    { params: { ofFolder: 1, who: 'L', operation: 'folder', from: '2020-01-01', to: '2099-01-01', limit: 1 } },
  ],
  ['operator.audit.list', { params: { before: 1_000_000 } }],
  ['operator.token.revoke', { body: { Subject: 'anne', Before: '2099-11-23T12:00:00Z' } }],
  ['operator.token.revocations', {}],
  ['session.list', {}],
  ['session.update', { params: { sessionId: session(1) }, body: { Language: 'fr', Theme: 'dark' } }],
  ['session.list', {}],
  ['session.revoke', { params: { sessionId: session(2) } }],
  ['session.list', {}],
  ['operator.session.list', {}],
  ['operator.session.revoke', { params: { sessionId: session(3) } }],
  ['job.list', {}],
  ['job.runs', {}],
  ['job.run.show', { params: { run: 1 } }],
  ['job.stop', { params: { run: 2 } }],
  ['job.run.show', { params: { run: 2 } }],
];

export const operator: Area = {
  operations: [
    ...['operator.audit', 'operator.token', 'operator.session', 'session', 'job'],
    ...['operator.status', 'operator.doctor', 'operator.config', 'bank.source'],
  ],
  stored: [...SESSIONS, ...RUNS].join(';'),
  seed: [
    ['company.create', { body: { Name: 'Cabinet Alpha' } }],
    ['folder.create', { body: { Name: 'ALPHA' } }],
  ],
  good,
  bad: [
    ['session.revoke', 'SessionUnknown', { params: { sessionId: session(3) } }],
    ['session.update', 'SessionUnknown', { params: { sessionId: session(3) }, body: {} }],
    ['operator.session.revoke', 'SessionUnknown', { params: { sessionId: session(9) } }],
    ['job.run', 'JobUnknown', { params: { job: 'no-such-job' } }],
    ['job.run.show', 'RunUnknown', { params: { run: 99 } }],
    ['job.resume', 'RunUnknown', { params: { run: 99 } }],
    ['job.stop', 'RunUnknown', { params: { run: 99 } }],
    ['job.stop', 'RunEnded', { params: { run: 1 } }],
  ],
  provedElsewhere: {
    'operator.audit.verify AuditHeadUnreadable': ['test/serve/audit.test.ts', 'that cannot be read is refused by name'],
    'job.run LockHeld': [JOBS, 'a run that is under way is LockHeld for another one'],
    'job.resume LockHeld': [JOBS, 'a run that is under way is LockHeld for another one'],
  },
  goodElsewhere: {
    'operator.audit.verify': [{}, ADMIN, 'narrows the audit log, page by page, and checks its chain when asked'],
    'operator.status': [{}, ADMIN, 'shows what an installation is, over HTTP too'],
    'operator.doctor': [{}, ADMIN, 'shows what an installation is, over HTTP too'],
    'operator.config.explain': [{}, ADMIN, 'shows what an installation is, over HTTP too'],
    'bank.source.list': [{}, ADMIN, 'shows what an installation is, over HTTP too'],
    'job.run': [{ params: { job: 'poll-notices' } }, JOBS, 'a job is run and shown'],
    'job.resume': [{ params: { run: 1 } }, JOBS, 'what failed is tried again: one, a group, all'],
    'job.failed': [{}, JOBS, 'what workers gave up is given back: one, a group, all'],
    'job.retry': [{}, JOBS, 'what workers gave up is given back: one, a group, all'],
  },
  neverFilled: {
    'job.list [].HeldBy': 'no worker lives (test/jobs/locks.test.ts)',
    'job.list [].HeldSince': 'no worker lives (test/jobs/locks.test.ts)',
  },
};
