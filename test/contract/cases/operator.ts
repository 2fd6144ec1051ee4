/** Cases of what the operator of the installation asks over HTTP: the audit log, revoked tokens, sessions in browsers. */
import type { Area, GoodCase } from '../requests.ts';

const session = (number: number): string => `0192f0c4-6a52-7cc1-9d4b-${String(number).padStart(12, '0')}`;

/** Sessions open by the pages, which are no operation. */
const SESSIONS = [1, 2, 3].map((number) => {
  const owner = number === 3 ? 'user:portal:anne' : 'local';
  return `insert into web_session (id, cookie_sha256, owner, actor, browser, opened_at, seen_at) values
    ('${session(number)}', '\\x0${number}', '${owner}', '{"kind": "local", "name": "browser"}', 'Firefox',
     '2025-03-0${number}T08:00:00Z', '2025-03-0${number}T09:00:00Z')`;
});

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
];

export const operator: Area = {
  operations: ['operator.audit', 'operator.token', 'session'],
  stored: SESSIONS.join(';'),
  seed: [
    ['company.create', { body: { Name: 'Cabinet Alpha' } }],
    ['folder.create', { body: { Name: 'ALPHA' } }],
  ],
  good,
  bad: [
    ['session.revoke', 'SessionUnknown', { params: { sessionId: session(3) } }],
    ['session.update', 'SessionUnknown', { params: { sessionId: session(3) }, body: {} }],
  ],
};
