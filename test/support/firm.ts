/** The invented firm of the demo in a database of a test: three folders with books, bank, fixed assets and a CA12. */
import { readFile } from 'node:fs/promises';
import { demoAssets } from '../../src/commands/demo/assets.ts';
import { buildFirm, buildFolder, type FirmFile } from '../../src/commands/demo/folders.ts';
import { reconcileFolder } from '../../src/commands/demo/reconciliation.ts';
import { callContext } from '../../src/commands/program/context.ts';
import { manifest } from '../../src/commands/program/operations.ts';
import { silent } from '../../src/services/operation/context.ts';
import { type GoodCase, send } from '../contract/requests.ts';
import { temporaryFolder } from './scratch.ts';
import { OPERATOR, type Site } from './site.ts';

const FIXTURES = 'fixtures/demo';

/** Folder 3 is under the simplified regime. */
const YEARLY_VAT: GoodCase = [
  'vat.procedure-group.assist',
  {
    params: { enterpriseId: 3 },
    body: { AccountingFolderId: 3, ProcedureType: 'Liquidation', BeginDate: '2025-01-01', EndDate: '2025-12-31' },
  },
];

export async function inventedFirm({ app, program }: Site): Promise<void> {
  const signal = new AbortController().signal;
  const ctx = {
    ...callContext(program, { actor: OPERATOR, progress: silent, signal }),
    producedFolder: temporaryFolder('firm'),
  };
  const firm = JSON.parse(await readFile(`${FIXTURES}/firm.json`, 'utf8')) as FirmFile;
  const companyId = await buildFirm(ctx, firm);
  for (const one of firm.Folders) {
    const folder = await buildFolder(ctx, companyId, one, FIXTURES);
    await reconcileFolder(ctx, folder, ctx.producedFolder);
    await demoAssets(ctx, folder, FIXTURES);
  }
  const [id, input] = YEARLY_VAT;
  const entry = manifest.find((one) => one.id === id);
  const response = entry && (await send(app, entry, input));
  if (!response?.ok) throw new Error(`${id}: ${await response?.text()}`);
}
