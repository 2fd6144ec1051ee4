/**
 * The job poll-notices on 10,000 notices of 5,000 VAT returns that were sent, conformity then answer, against opening,
 * reading and sealing the same notices in one process alone: `npm run ts test/bench/poll-notices.ts [NOTICES]`. The portal
 * is in memory: what the network and the pace of the partner cost is not in the figures.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pollNotices } from '../../src/jobs/poll-notices.ts';
import { runJob } from '../../src/jobs/runner.ts';
import type { FetchedNotice } from '../../src/services/channels/channel.ts';
import { type Database, openDatabase } from '../../src/services/db/database.ts';
import { openPiece, readNotice } from '../../src/services/edi/notice.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import type { Context } from '../../src/services/operation/context.ts';
import { packedNotice } from '../../src/services/simulators/channels/notice-mail.ts';
import { assistGroup } from '../../src/services/vat/procedures/create-group.ts';
import { memoryChannels, portsOf, testContext } from '../support/context.ts';
import { memoryChannel } from '../support/memory-channel.ts';
import { report } from './child.ts';
import { benchHome } from './home.ts';
import { isSmall } from './size.ts';

const [count = isSmall ? 20 : 10_000] = process.argv.slice(2).map(Number);
const returns = Math.ceil(count / 2);

/** Each return of a folder of its own. */
const SENT = `
  insert into folder (company_id, name, vat_system) select 1, 'BENCH ' || n, 'RealNormal' from generate_series(2, :returns) n;
  insert into vat_procedure_group (folder_id, definition_id, category, begin_date, end_date, document_name, form_snapshot, created_at)
    select f.id, g.definition_id, g.category, g.begin_date, g.end_date, g.document_name, g.form_snapshot, g.created_at
    from vat_procedure_group g, folder f where g.id = 1 and f.id > 1;
  insert into vat_procedure (folder_id, group_id, status, type, is_from_assistant, created_at, computed_boxes)
    select folder_id, id, 'Draft', 'PreConfigured', true, created_at, '{}' from vat_procedure_group where id > 1;
  update vat_procedure set status = 'Sent', test_mode = false, sending_channel = 'DgfipDirect', sent_at = :at,
    numero_piece = 'A' || folder_id, code_retour = '00';
  insert into filing (folder_id, owner_kind, owner_id, channel, kind, period_end, reference, siren, form, is_test, sha256,
      state, numero_ads, attempted_at, ended_at)
    select folder_id, 'VatProcedure', id, 'ChannelB', '3310CA3', '2026-01-31', 'INFENT' || folder_id, '', '3310CA3', false, '',
      'Sent', 'A' || folder_id, :at, :at from vat_procedure;
  vacuum analyze`;

const AT = '2026-02-28T10:00:00Z';

async function sentReturns(db: Database, ctx: Context): Promise<void> {
  const { id } = await createFolder(ctx, undefined, { name: 'BENCH 1', vatSystem: 'RealNormal' });
  const period = { beginDate: '2026-01-01' as never, endDate: '2026-01-31' as never };
  await assistGroup(ctx, id, { procedureType: 'Liquidation', ...period });
  const statements = SENT.replaceAll(':returns', String(returns)).replaceAll(':at', `'${AT}'`);
  for (const statement of statements.split(';')) await db.knex.raw(statement);
}

async function noticeOf(rank: number): Promise<FetchedNotice> {
  const [folder, kind] = [1 + (rank % returns), rank < returns ? 'Acs' : 'Ars'] as const;
  const numeroAds = `A${folder}`;
  const line = { siret: '', name: '', reference: `INFENT${folder}`, type: 'IDT', recipient: '', start: '', end: '' };
  const declarations = [{ ...line, rof: 'TVA1', errors: [] }];
  const mail = {
    kind,
    numeroAds,
    date: '2026-03-01T09:00:00',
    verdict: 'Accepted',
    declarations,
    subject: '',
  } as const;
  return {
    reference: { account: 'bench', number: `${rank}`, kind, numeroAds },
    content: await packedNotice(mail, 'gzip'),
  };
}

const home = benchHome();
const db = await openDatabase({ home, migrations: resolve(import.meta.dirname, '../../migrations'), schema: 'apply' });
try {
  const b = memoryChannel('ChannelB');
  const channels = memoryChannels({ channelB: () => b as never });
  const ctx = testContext(db, { open: portsOf({ channels }) });
  await sentReturns(db, ctx);
  for (let rank = 0; rank < 2 * returns; rank++) b.pieces.push(await noticeOf(rank));
  const secrets = await ctx.secrets();
  const timed = async (work: () => Promise<void>) => {
    const started = performance.now();
    await work();
    return (performance.now() - started) / 1000;
  };
  const bare = await timed(async () => {
    for (const { content } of b.pieces) {
      const { document, message } = openPiece(content);
      await readNotice(document);
      for (const bytes of [content, document, message]) secrets.seal(bytes, 'bench');
    }
  });
  const polled = await timed(async () => void (await runJob(pollNotices, ctx, { scope: 'all' })));
  const accepted = await db.knex('vat_procedure').where({ status: 'Accepted' }).count({ count: '*' }).first();
  const kept = await db.knex('notice').where({ state: 'Applied' }).count({ count: '*' }).first();
  const lost = 2 * returns - Number(kept?.count) + returns - Number(accepted?.count);
  report(`${2 * returns} notices polled`, `${polled.toFixed(1)} s`, 'under 60 s', polled < 60);
  report('notices lost, returns that are not accepted', `${lost}`, '0', lost === 0);
  report(
    'to opening, reading and sealing alone',
    `${(polled / bare).toFixed(1)} times`,
    'under 15 times',
    polled < 15 * bare,
  );
  if (lost !== 0) process.exitCode = 1;
} finally {
  await db.close();
  rmSync(home, { recursive: true, force: true });
}
