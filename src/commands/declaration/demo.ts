import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { listDeclarations } from '../../services/declarations/list.ts';
import { refreshFolder } from '../../services/declarations/refresh.ts';
import { rejectionText } from '../../services/declarations/rules/rejections.ts';
import { setDeclaredValues } from '../../services/declarations/sending/declared-values.ts';
import { declarationDocument, downloadPiece } from '../../services/declarations/sending/documents.ts';
import { publish, sendThroughB } from '../../services/declarations/sending/publish.ts';
import { updateCompany } from '../../services/folders/companies.ts';
import { updateFolder } from '../../services/folders/folders.ts';
import type { PlainDate } from '../../services/kernel/dates.ts';
import { packageFile } from '../../services/kernel/package-file.ts';
import { importLedgerFiles } from '../../services/ledger/import/import-files.ts';
import type { Context, TerminalContext } from '../../services/operation/context.ts';
import { type Simulator, startSimulator } from '../../services/simulators/channels/simulator.ts';
import { defineCommand } from '../operation/operation.ts';
import { text } from '../operation/outputs.ts';
import { type Domain, headed } from '../operation/wire.ts';
import { callContext, openProgram } from '../program/context.ts';
import { manifest } from '../program/operations.ts';
import { writeFileWhole } from '../program/output-file.ts';
import { resolveSettings } from '../program/settings.ts';
import { createApp } from '../serve/app.ts';
import { configuredAuthentication, trustLoopback } from '../serve/authenticate.ts';
import { listen } from '../serve/listener.ts';
import { DEFAULT_LIMITS } from '../serve/request.ts';

const Step = z.object({ Step: text(), Status: text('État'), RejectionReason: text() });
const Demo = z.object({ Workspace: text(), Steps: z.array(Step), Files: headed(z.array(z.string()), 'Fichiers') });

const LEDGER = '998120406FEC20241231.txt';
const END = '2024-12-31' as PlainDate;
/** An account of the company in the books of the demo. */
const ACCOUNT = { iban: 'FR7698761004200002187540342', bic: 'ZZVEFR2LXXX' };
const FIRM = { siret: '77788899100018', street: '14 place des Trois Hêtres', postCode: '69003', town: 'Lyon' };
/** Longer than the partner takes to answer. */
const ANSWERED_MS = 5_000;

export const declarationDemo = defineCommand({
  id: 'declaration.demo',
  summary: {
    en: 'File to a simulated partner: rejected, corrected, accepted',
    fr: 'Déposer chez un partenaire simulé : rejet, correction, acceptation',
  },
  description:
    'Works in a new folder of the temporary files, with a database, a listener and a partner of its own: nothing of yours is touched and nothing leaves the machine. Files the liasse through ChannelA, whose answers come through the webhook, and an instalment of company tax through ChannelB, whose answers are notices; downloads every piece. The same by hand: README, Filing.',
  cli: { examples: ['taxops declaration demo', 'taxops declaration demo --json'] },
  output: Demo,
  view: function* ({ Steps, Files }) {
    const columns = [{ name: 'Step' }, { name: 'Status' }, { name: 'RejectionReason' }];
    yield { kind: 'table', columns, rows: Steps.map((step) => [step.Step, step.Status, step.RejectionReason]) };
    yield { kind: 'text', text: Files.join('\n') };
  },
  run: async (ctx) => {
    const workspace = await mkdtemp(join(tmpdir(), 'taxops-filing-'));
    const simulator = await startSimulator({ clock: ctx.clock });
    try {
      return { workspace, ...(await withListener(ctx, workspace, simulator, fileEverything)) };
    } finally {
      await simulator.close();
    }
  },
});

interface Stage {
  readonly ctx: Context;
  readonly workspace: string;
  /** Lets the partner answer. */
  readonly answers: () => Promise<void>;
}

/** A program of its own whose webhook listens, as `taxops serve` does with the settings that the partner prints. */
async function withListener<T>(
  ctx: TerminalContext,
  workspace: string,
  simulator: Simulator,
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const { TAXOPS_DATABASE_URL: _, ...env } = { ...ctx.terminal.env, ...simulator.settings };
  const settings = await resolveSettings({ home: workspace, lang: ctx.language }, env, workspace);
  const program = openProgram({ ...settings, databaseUrl: { value: undefined, source: 'demo' } });
  const authenticate = configuredAuthentication(program.settings, ctx.clock, () => {}) ?? trustLoopback;
  const logFailure = (error: unknown) => ctx.terminal.note(String(error));
  const app = createApp({ program, entries: manifest, authenticate, limits: DEFAULT_LIMITS, logFailure });
  const door = { host: '127.0.0.1', port: 0, tls: undefined, allowRemote: false, noAuth: false };
  const listener = await listen(app, door);
  try {
    const callback = `${listener.url}/api/tax-declarations/webhook/${settings.webhookSegment.value}`;
    const own = callContext(program, { actor: ctx.actor, progress: ctx.progress, signal: ctx.signal });
    const channelACallbackUrl = { value: callback, source: 'demo' };
    const answers = () => simulator.advance(ANSWERED_MS);
    return await work({ ctx: { ...own, settings: { ...own.settings, channelACallbackUrl } }, workspace, answers });
  } finally {
    await listener.close(1_000);
    await program.close();
  }
}

async function fileEverything({ ctx, workspace, answers }: Stage) {
  const folderId = await folderWithBooks(ctx);
  const steps: Domain<typeof Step>[] = [];
  const tell = async (name: string) => {
    const [latest] = (await listDeclarations(ctx, folderId)).toSorted((a, b) => b.id - a.id);
    const rejectionReason = rejectionText(latest?.record.values.reasons ?? []) ?? '';
    steps.push({ step: name, status: latest?.status ?? 'None', rejectionReason });
  };
  const liasse = { folderId, type: 'Liasse', end: END, channel: 'ChannelA' } as const;
  const publishLiasse = async (name: string) => {
    await publish(ctx, liasse, false);
    await answers();
    await tell(name);
  };
  await publishLiasse('Liasse, ChannelA');
  const correction = { forms: { '2058A': { cells: { WE: 1200 } } }, facts: {} };
  await setDeclaredValues(ctx, { folderId, type: 'Liasse', end: END }, correction);
  await publishLiasse('Liasse, ChannelA, 2');
  const facts = { payments: [{ ...ACCOUNT, amount: 3800 }] };
  const instalment = { forms: { '2571': { cells: { CA: 3800 } } }, facts };
  await setDeclaredValues(ctx, { folderId, type: 'IS2571', end: END }, instalment);
  for (const name of ['IS2571, ChannelB', 'IS2571, ChannelB, 2']) {
    await sendThroughB(ctx, { folderId, type: 'IS2571', end: END });
    await answers();
    await refreshFolder(ctx, folderId, ['ChannelB']);
    await tell(name);
  }
  return { steps, files: await downloadEverything(ctx, folderId, workspace) };
}

async function folderWithBooks(ctx: Context): Promise<number> {
  const file = { name: LEDGER, path: packageFile(`fixtures/demo/${LEDGER}`) };
  const [outcome] = await importLedgerFiles(ctx, [file], {});
  const folderId = outcome?.applied?.folderId ?? 0;
  const identity = { name: 'Pixelune Conseil', siret: '99812040600017', legalForm: 'SAS' };
  const address = { street: '8 rue du Fil Bleu', postCode: '69002', town: 'Lyon' };
  const taxes = { taxRegime: 'CorporationTax', vatSystem: 'RealNormal' };
  const { companyId } = await updateFolder(ctx, folderId, { ...identity, ...address, ...taxes });
  await updateCompany(ctx, companyId, FIRM);
  return folderId;
}

async function downloadEverything(ctx: Context, folderId: number, workspace: string): Promise<string[]> {
  const files: string[] = [];
  const write = async (name: string, content: AsyncIterable<string | Uint8Array>) => {
    files.push(join(workspace, name));
    await writeFileWhole(join(workspace, name), content);
  };
  const wanted = { folderId, end: END, format: 'Xml' } as const;
  const sent = await downloadPiece(ctx, { ...wanted, type: 'Liasse', piece: 'Sent' });
  await write(sent.fileName, sent.content);
  for (const piece of ['Sent', 'Ads', 'Acs', 'Ars'] as const) {
    const file = await downloadPiece(ctx, { ...wanted, type: 'IS2571', piece });
    await write(file.fileName, file.content);
  }
  for (const { id, type } of await listDeclarations(ctx, folderId)) {
    const pdf = await declarationDocument(ctx, folderId, id, 'Pdf');
    await write(`${type}-${id}.pdf`, once(Buffer.from(pdf, 'base64')));
  }
  return files;
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
