/**
 * One process that moves returns, `<database url> <moves> <folder> <procedure>…`: `filed`, each is recorded as filed elsewhere
 * and closed; `around`, each is acknowledged, closed, rejected by a notice and opened again.
 */
import { openDatabase } from '../../src/services/db/database.ts';
import { acknowledge, setSentDate } from '../../src/services/vat/filing/filed-elsewhere.ts';
import { registerVatNotice } from '../../src/services/vat/filing/notices.ts';
import { reopenProcedure } from '../../src/services/vat/filing/reopen.ts';
import { closeReturn } from '../../src/services/vat/procedures/closing.ts';
import { testContext } from '../support/context.ts';

const [, , url = '', moves = '', folder, ...ids] = process.argv;
const db = await openDatabase({ home: '/nonexistent', url, migrations: '', schema: 'ignore' });
const ctx = testContext(db, { clock: { now: () => '2026-12-20T10:00:00.000Z' } });
const folderId = Number(folder);

const close = (procedureId: number) => closeReturn(ctx, folderId, { procedureId, dryRun: false });

const MOVES: Readonly<Record<string, readonly ((id: number) => Promise<unknown>)[]>> = {
  filed: [(id) => setSentDate(ctx, folderId, id, '2026-12-19' as never), close],
  around: [
    (id) => acknowledge(ctx, folderId, id, { numeroPiece: `N${id}`, codeRetour: '00' }),
    close,
    (id) =>
      registerVatNotice(ctx, folderId, {
        numeroAds: `N${id}`,
        typeAccuse: 'Ars',
        codeRetour: '048',
        rawXml: `<avis numero="${id}"/>`,
      }),
    (id) => reopenProcedure(ctx, folderId, id),
  ],
};

for (const id of ids.map(Number)) {
  process.stdout.write('step\n');
  for (const move of MOVES[moves] ?? []) await move(id);
}
await db.close();
