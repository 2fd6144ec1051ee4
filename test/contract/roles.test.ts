/** What each built-in role may do, for every operation with a route, from the declarations. */
import { describe, expect, it } from 'vitest';
import { loadOperation, manifest } from '../../src/commands/program/operations.ts';
import { BUILT_IN } from '../../src/services/identity/roles.ts';
import {
  type Actor,
  authorise,
  type Policy,
  RIGHTS_OF_ACCESS,
  type Right,
} from '../../src/services/operation/actor.ts';

const policies = await Promise.all(
  manifest.filter(({ http }) => http).map(async (entry) => [entry.id, (await loadOperation(entry)).policy] as const),
);
const closed = policies.flatMap(([id, policy]) => ('right' in policy ? [{ id, policy }] : []));

const ROLES: readonly [string, readonly Right[]][] = [
  ...Object.entries(BUILT_IN),
  ['access Read, without roles', [...RIGHTS_OF_ACCESS.read]],
  ['access Write, without roles', [...RIGHTS_OF_ACCESS.write]],
];

const mayRun = async (rights: readonly Right[], policy: Policy): Promise<boolean> => {
  const actor: Actor = {
    kind: 'user',
    userId: 'u',
    clientId: 'c',
    companyId: 1,
    folders: new Set([1]),
    rights: new Set(rights),
  };
  return authorise(policy, actor, {}, async () => 1).then(
    () => true,
    () => false,
  );
};

describe.each(ROLES)('%s', (_role, rights) => {
  it('may run the operations of its rights and no other', async () => {
    const answered = await Promise.all(
      closed.map(async ({ id, policy }) => [id, await mayRun(rights, policy)] as const),
    );
    const wanted = closed.map(({ id, policy }) => [id, rights.includes(policy.right)] as const);
    expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(wanted));
  });
});

/** Written out: a declaration that asks for less than it did shows here. */
const asking = (right: Right) =>
  closed
    .filter(({ policy }) => policy.right === right)
    .map(({ id }) => id)
    .sort();

describe('operations that Write alone, or an accountant, may not run', () => {
  it('let a filing leave', () => {
    expect(asking('send')).toEqual([
      'declaration.publish',
      'declaration.publish-existing',
      'declaration.send',
      'vat.diagnostic.redeposit',
      'vat.procedure.send',
    ]);
  });

  it('change a firm or what is common to all', () => {
    expect(asking('administer')).toEqual([
      'company.create',
      'company.update',
      'folder.delete',
      'vat.definition.create',
      'vat.definition.update',
      'vat.template.create',
      'vat.template.update',
    ]);
  });

  it('act on the installation', () => {
    expect(asking('operate')).toEqual([
      'bank.bank.refresh',
      'bank.source.list',
      'job.failed',
      'job.list',
      'job.resume',
      'job.retry',
      'job.run',
      'job.run.show',
      'job.runs',
      'job.stop',
      'operator.audit.list',
      'operator.audit.verify',
      'operator.config.explain',
      'operator.doctor',
      'operator.session.list',
      'operator.session.revoke',
      'operator.status',
      'operator.token.revocations',
      'operator.token.revoke',
    ]);
  });
});

describe('operations whose policy no input shows', () => {
  it('ask with a body and only read, or are about the caller', () => {
    const reading = new Set(asking('read'));
    const asked = manifest.filter(({ id, http }) => reading.has(id) && http?.method !== 'GET').map(({ id }) => id);
    expect(asked.sort()).toEqual([
      'asset.component.values',
      'asset.edition.export',
      'asset.export',
      'asset.retirement.template',
      'bank.complement.by-ids',
      'bank.complement.search',
      'bank.document.remaining',
      'bank.export',
      'bank.rule.test',
      'bank.statement.at-date',
      'bank.statement.check',
      'bank.statement.over-period',
      'bank.transaction.by-ids',
      'bank.transaction.search',
      'ledger.check',
      'session.revoke',
      'session.update',
      'vat.allocation.search',
      'vat.category.batch',
      'vat.deadline.enterprises',
      'vat.procedure-group.deadlines',
    ]);
  });

  const about = (who: string) =>
    closed
      .filter(({ policy }) => policy.of === who && policy.right !== 'operate')
      .map(({ id }) => id)
      .sort();

  it('are about nobody', () => {
    expect(about('nobody')).toEqual([
      'asset.energy.list',
      'asset.template',
      'bank.bank.list',
      'bank.nature.list',
      'bank.statement.check',
      'company.create',
      'vat.definition.all',
      'vat.definition.create',
      'vat.definition.list',
      'vat.definition.show',
      'vat.definition.update',
      'vat.template.create',
      'vat.template.list',
      'vat.template.show',
      'vat.template.update',
    ]);
  });

  it('narrow themselves to what the caller may see', () => {
    expect(about('visible')).toEqual([
      'bank.query.complement',
      'bank.statement.undo',
      'company.list',
      'file.download',
      'intake.list',
      'intake.show',
      'session.list',
      'session.revoke',
      'session.update',
      'vat.procedure-group.deadlines',
    ]);
  });
});
