/** Cases of what the operator of the installation asks over HTTP: the audit log, revoked tokens. */
import type { Area, GoodCase } from '../requests.ts';

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
];

export const operator: Area = {
  operations: ['operator.audit', 'operator.token'],
  seed: [
    ['company.create', { body: { Name: 'Cabinet Alpha' } }],
    ['folder.create', { body: { Name: 'ALPHA' } }],
  ],
  good,
  bad: [],
};
